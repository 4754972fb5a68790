"""The routes, as docs/table.md lists them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeVar

from litestar import Request, Response, WebSocket
from litestar.di import NamedDependency
from litestar.openapi.datastructures import ResponseSpec

from grognard.table.hall import Hall, Sitting
from grognard.table.library import Library
from grognard.table.lobby import Lobby
from grognard.table.opponents import Opponents
from grognard.table.problems import Problem
from grognard.table.study import Study

T = TypeVar("T")
Asking = Request[Any, Any, Any]
Socket = WebSocket[Any, Any, Any]


@dataclass(frozen=True)
class Chair:
    """A seat that somebody has taken. It comes in one piece: the framework is slower with several."""

    hall: Hall
    lobby: Lobby
    study: Study
    sitting: Sitting

    def speaks(self, asked: str) -> str:
        """The language of an answer: the one asked for, else the seat's own."""
        return asked or self.sitting.language


# What the application hands to its routes.
InHall = NamedDependency[Hall]
InLobby = NamedDependency[Lobby]
InLibrary = NamedDependency[Library]
Seated = NamedDependency[Chair]
WithOpponents = NamedDependency[Opponents]

PROBLEMS: dict[int, ResponseSpec] = {
    status: ResponseSpec(Problem, generate_examples=False, description=text)
    for status, text in {
        400: "Nothing that the table understands.",
        403: "Not for this seat, or a page from elsewhere.",
        404: "There is no such thing.",
        409: "The rules or the moment forbid it.",
        413: "Too large.",
        415: "No JSON.",
        429: "Too much at once.",
        503: "The database did not take it.",
    }.items()
}
"""What every route may answer instead."""


def encoded(content: bytes, kind: type[T], **headers: str) -> Response[T]:
    """An answer that is encoded already; the type says what it holds."""
    body: Any = content
    return Response(body, media_type="application/json", headers=headers or None)
