"""The ASGI application: routes, errors, the client's files."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Iterable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import msgspec
from litestar import Litestar, Request, Response
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.params import FromPath
from litestar.types import ASGIApp

import grognard
from grognard.engine.agenda import Runaway
from grognard.engine.game import Game
from grognard.engine.words import table_words
from grognard.table.crew import Crew
from grognard.table.guard import Guard
from grognard.table.hall import Hall
from grognard.table.library import Library
from grognard.table.lobby import Lobby
from grognard.table.opponents import Opponents
from grognard.table.pages import CLIENT, Client, PlainPage, front, page
from grognard.table.problems import Problem, TableError, storage_failed
from grognard.table.routes import Chair
from grognard.table.routes.games import GamesController, rulebooks
from grognard.table.routes.live import live
from grognard.table.routes.matches import InvitationController, SeatController, open_match
from grognard.table.routes.study import StudyController
from grognard.table.settings import Settings
from grognard.table.storage import Storage, StorageError
from grognard.table.storage.keeper import Keeper
from grognard.table.study import Study

log = logging.getLogger(__name__)

NAMES = {400: "bad-request", 404: "unknown", 405: "method", 413: "too-large"}
"""What the framework's own refusals are called here."""

TEXTS = {
    400: "That is not what the table understands.",
    404: "There is nothing under this address.",
    405: "That cannot be done here.",
    413: "That is more than the table takes at once.",
}


def create_app(
    storage: Storage,
    games: Callable[[], dict[str, Game]] = grognard.games,
    *,
    settings: Settings | None = None,
    modules: Iterable[str] = (),
    client: Path = CLIENT,
) -> ASGIApp:
    """The table for some games. `modules` are those that make the games known, for the workers to import."""
    settings = settings or Settings()
    crew = Crew(modules)
    library = Library(games, crew, settings)
    hall = Hall(Keeper(storage), library.find, settings, crew)
    opponents = Opponents(hall, Crew(modules))
    study = Study(hall)
    lobby = Lobby(hall)
    given: dict[str, object] = {
        "hall": hall,
        "lobby": lobby,
        "library": library,
        "opponents": opponents,
        "client": Client(client),
    }

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        taking_up = asyncio.create_task(opponents.resume())
        yield
        taking_up.cancel()
        await opponents.close()
        hall.close()
        await hall.keeper.close()

    async def chair(seat: FromPath[str]) -> Chair:
        return Chair(hall, lobby, study, await hall.sit(seat))

    app = Litestar(
        [
            GamesController,
            rulebooks,
            open_match,
            InvitationController,
            SeatController,
            StudyController,
            live,
            front,
            page,
        ],
        dependencies={name: _given(value) for name, value in given.items()} | {"chair": Provide(chair)},
        exception_handlers={
            TableError: _problem,
            StorageError: _storage,
            HTTPException: _http,
            RecursionError: _deep,
            Runaway: _endless,
            Exception: _broken,
        },
        lifespan=[lifespan],
        logging_config=None,
        request_max_body_size=settings.body,
        openapi_config=OpenAPIConfig(
            title="The table",
            version=grognard.__version__,
            description="Matches, seats and orders. docs/table.md says what the words mean.",
            path="/api/docs",
            render_plugins=[PlainPage(path="/"), JsonRenderPlugin(path="/openapi.json")],
        ),
    )
    return Guard(app, settings)


def _given(value: object) -> Provide:
    return Provide(lambda: value, sync_to_thread=False)


def _answer(problem: Problem, status: int) -> Response[Problem]:
    return Response(problem, status_code=status, media_type="application/json")


def _problem(request: Request[Any, Any, Any], error: TableError) -> Response[Problem]:
    """What went wrong, in the language that the answer was asked for in."""
    problem = error.problem
    language = request.query_params.get("lang", "en")
    return _answer(msgspec.structs.replace(problem, text=table_words(language).tell(problem.text)), error.status)


def _storage(request: Request[Any, Any, Any], error: StorageError) -> Response[Problem]:
    return _problem(request, storage_failed(error))


def _http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """What the framework refuses. Its own words would name the address, and with it the seat."""
    extra = error.extra if isinstance(error.extra, list) else []
    more = "; ".join(f"{each.get('key', '')}: {each.get('message', '')}" for each in extra if isinstance(each, dict))
    said = table_words(request.query_params.get("lang", "en")).tell(TEXTS.get(error.status_code, TEXTS[400]))
    text = f"{said}{f' ({more})' if more else ''}"
    return _answer(Problem(NAMES.get(error.status_code, "bad-request"), text), error.status_code)


def _deep(request: Request[Any, Any, Any], error: RecursionError) -> Response[Problem]:
    return _answer(Problem("bad-request", "Nothing that is meant goes so deep."), 400)


def _endless(request: Request[Any, Any, Any], error: Runaway) -> Response[Problem]:
    return _problem(request, TableError("late", "That takes too long."))


def _broken(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    log.error("%s %s broke", request.method, request.scope["path"].partition("/seats/")[0][:100], exc_info=error)
    return _answer(Problem("broken", "Something broke in the table; the match is as it was."), 500)
