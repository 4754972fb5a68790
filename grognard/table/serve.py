"""Starting the table on this machine: `grognard play`."""

from __future__ import annotations

import asyncio
import gc
import os
import socket
import sys
import time
import webbrowser
from collections.abc import Callable
from pathlib import Path

import uvicorn
from litestar.types import ASGIApp

from grognard.table.app import create_app
from grognard.table.connections import patient
from grognard.table.pages import REMEDY, Client
from grognard.table.settings import Settings
from grognard.table.storage import Storage, StorageError, open_storage

LOOPBACK = "127.0.0.1"
DAY = 24 * 60 * 60
SWITCH = 0.0001
"""Seconds after which a thread that computes lets another one in. The one that writes to the database asks for its turn
several times in a transaction, and would wait up to 5 ms each time; orders are accepted half again as fast so."""
GARBAGE = (5_000, 50, 100)
"""How rarely the garbage collector looks around. Matches are kept on purpose, and it would go through all of them."""


class CannotServe(Exception):
    """The table cannot be opened; the message names the remedy."""


def data_file() -> str:
    """Where matches are kept unless told otherwise."""
    windows = os.environ.get("LOCALAPPDATA") if sys.platform == "win32" else None
    folder = windows or os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return str(Path(folder) / "grognard" / "table.sqlite3")


def listening(port: int) -> socket.socket:
    """A socket that only this machine can reach; port 0 is any that is free."""
    # Named as TCP, so that asyncio sends every answer at once: otherwise each would wait 40 ms for the client's nod.
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    if sys.platform != "win32":
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        found.bind((LOOPBACK, port))
    except OSError as error:
        found.close()
        raise CannotServe(f"port {port} cannot be used ({error.strerror}); name another with --port") from None
    found.listen(256)
    return found


def server(app: ASGIApp, settings: Settings | None = None) -> uvicorn.Server:
    """A server for the table, not yet running."""
    settings = settings or Settings()
    config = uvicorn.Config(
        app,
        http=patient(settings),
        proxy_headers=False,  # nobody is to say of himself from where he comes
        ws="websockets-sansio",
        ws_max_size=settings.frame,
        ws_per_message_deflate=False,  # it costs memory on every line, and the messages are short
        lifespan="on",
        log_level="warning",
        access_log=False,  # addresses hold seats
        server_header=False,
        timeout_graceful_shutdown=2,
    )
    return uvicorn.Server(config)


def settle() -> None:
    """A process that does nothing but serve: make threads and garbage collection fit that."""
    sys.setswitchinterval(SWITCH)
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GARBAGE)


def run(server: uvicorn.Server, at: socket.socket, started: Callable[[str], None]) -> None:
    """Serve until interrupted. `started` is told the address when the table is open."""

    async def serve() -> None:
        running = asyncio.create_task(server.serve(sockets=[at]))
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        if server.started:
            started(f"http://localhost:{at.getsockname()[1]}/")
        await running

    asyncio.run(serve())


def tidy(storage: Storage, days: int) -> int:
    """Delete the matches in which nothing has happened for so many days; how many they were."""
    found = storage.older(int(time.time()) - days * DAY)
    for id in found:
        storage.delete(id)
    return len(found)


def play(
    *,
    port: int = 0,
    browser: bool = True,
    data: str | None = None,
    path: str = "",
    days: int | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Open the table and a browser on it, without the matches that have rested for so many days."""
    if not Client().built:
        raise CannotServe(REMEDY)
    at = listening(port)
    try:
        storage = open_storage(data or data_file())
        if days is not None:
            say(f"{tidy(storage, days)} matches are deleted that nobody has played for {days} days.")
    except StorageError as error:
        at.close()
        raise CannotServe(str(error)) from None

    def started(address: str) -> None:
        say(f"The table is open at {address} (end with Ctrl-C).")
        if browser:
            webbrowser.open(address + path)

    app = create_app(storage)
    settle()
    run(server(app), at, started)
