"""What is sent to the table: how many bytes and values, how deep, and how fast.

Everything is examined before a parser sees it: parsing a short text can take far longer than one would think.
"""

from __future__ import annotations

import asyncio
import re

from litestar.types import HTTPScope, Receive
from litestar.types.asgi_types import ReceiveMessage

from grognard.table.problems import TableError
from grognard.table.settings import Settings

WITHOUT = ("GET", "HEAD", "OPTIONS")
"""Methods of requests without a body."""

_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[\]{}:,]', re.DOTALL)


async def whole(scope: HTTPScope, receive: Receive, settings: Settings) -> Receive:
    """The body of a request, read to its end and found sound; raises TableError. The answer passes it on."""
    if scope["method"] in WITHOUT:
        return receive
    try:
        async with asyncio.timeout(settings.half_open):
            body = await _read(receive, settings.body)
    except TimeoutError:
        raise TableError("slow", "The request did not come to its end in time.") from None
    if body is None:
        return receive
    check(body, settings)
    handed_on = False

    async def again() -> ReceiveMessage:
        nonlocal handed_on
        if handed_on:
            return await receive()
        handed_on = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _read(receive: Receive, limit: int) -> bytes | None:
    """All of it; None if the other end has gone."""
    parts, length = [], 0
    while True:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message["body"])
        length += len(message["body"])
        if length > limit:
            raise TableError("too-large", "Request Entity Too Large")
        if not message["more_body"]:
            return b"".join(parts)


def check(body: bytes, settings: Settings) -> None:
    """Refuse JSON that is deeper or holds more values than any honest request."""
    depth = values = 0
    for found in _TOKEN.finditer(body):
        token = found[0]
        if token in b"[{":
            depth += 1
        elif token in b"]}":
            depth -= 1
        elif token in b":,":
            values += 1
        if depth > settings.depth:
            raise TableError("bad-request", "Nothing that is meant goes so deep.")
        if values > settings.values:
            raise TableError("bad-request", "Nothing that is meant has so many parts.")
