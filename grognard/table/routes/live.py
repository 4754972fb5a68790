"""The live line: it tells that there is something new to see, never what."""

from __future__ import annotations

import asyncio

from litestar import websocket
from litestar.exceptions import WebSocketDisconnect, WebSocketException
from litestar.params import FromPath

from grognard.table.hall import Hall, Sitting
from grognard.table.live import Line
from grognard.table.messages import Live, encode
from grognard.table.problems import TableError
from grognard.table.routes import InHall, Socket
from grognard.table.settings import Settings

REFUSED = 4000
"""Closing codes are this and the status that a request would have got (4404: there is no such seat)."""


@websocket("/api/seats/{seat:str}/live")
async def live(socket: Socket, seat: FromPath[str], hall: InHall) -> None:
    """`{what: "changed", number}` whenever the view has changed, and once at the beginning."""
    try:
        sitting = await hall.sit(seat)
        line, number = await _opened(hall, sitting)
    except TableError as error:
        await socket.accept()
        await socket.send_data(encode(error.problem).decode())
        await socket.close(REFUSED + error.status, error.problem.error)
        return
    try:
        await socket.accept()
        line.tell(Live("changed", number=number))
        await _talk(socket, line, hall.settings)
    finally:
        hall.lines.close(line)


async def _opened(hall: Hall, sitting: Sitting) -> tuple[Line, str]:
    """A line, and the number of the moment; a match that has not begun has none, and is heard of when it does."""
    try:
        async with hall.held(sitting.match) as table:
            number = table.match.number(sitting.side)
            return hall.lines.open(sitting.match, sitting.key, sitting.side), number
    except TableError as error:
        if error.problem.error != "waiting":
            raise
    return hall.lines.open(sitting.match, sitting.key, sitting.side), ""


async def _talk(socket: Socket, line: Line, settings: Settings) -> None:
    """Tell what there is to tell until the listener leaves or becomes a nuisance."""
    telling = asyncio.create_task(_tell(socket, line))
    try:
        for _ in range(settings.frames):
            event = await socket.receive()
            if event["type"] == "websocket.disconnect":
                return
        await socket.close(1008, "flood")
    except (WebSocketDisconnect, WebSocketException):
        return
    finally:
        telling.cancel()


async def _tell(socket: Socket, line: Line) -> None:
    while True:
        news = await line.next()
        try:
            await socket.send_data(news.decode())
        except (WebSocketDisconnect, WebSocketException, RuntimeError):
            return
