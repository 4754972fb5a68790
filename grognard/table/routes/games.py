"""The games: what never changes."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from litestar import Controller, Response, get
from litestar.params import FromQuery, PathParameter

from grognard.engine.drills import Drill
from grognard.engine.looks import Lesson, Term
from grognard.table.library import Page
from grognard.table.messages import BookInfo, GameInfo, RuleCard, RuleTitle, Surface, encode
from grognard.table.problems import TableError
from grognard.table.routes import PROBLEMS, Asking, InLibrary, encoded
from grognard.table.routes.matches import Lang

Key = Annotated[str, PathParameter(max_length=100)]


def _unless_known(request: Asking, page: Page, media_type: str) -> Response[bytes]:
    """Once had, it need not be sent again."""
    headers = {"ETag": page.etag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == page.etag:
        return Response(b"", status_code=304, headers=headers, media_type=media_type)
    return Response(page.content, media_type=media_type, headers=headers)


class GamesController(Controller):
    """What can be played, on which board, by which rules."""

    path = "/api/games"
    tags = ["games"]  # noqa: RUF012

    @get("/", responses=PROBLEMS)
    async def games(self, library: InLibrary, lang: Lang = "en") -> Response[list[GameInfo]]:
        """What can be played."""
        return encoded((await library.catalogue(lang)).content, list[GameInfo])

    @get("/{game:str}/{scenario:str}/surface", responses=PROBLEMS)
    async def surface(
        self,
        request: Asking,
        game: Key,
        scenario: Key,
        library: InLibrary,
        lang: Lang = "en",
    ) -> Response[Surface]:
        """The board and the looks."""
        page = await library.surface(game, scenario, lang)
        return _unless_known(request, page, "application/json")  # type: ignore[return-value]

    @get("/{game:str}/{scenario:str}/ground.svg", responses=PROBLEMS, media_type="image/svg+xml")
    async def ground(
        self,
        request: Asking,
        game: Key,
        scenario: Key,
        library: InLibrary,
        theme: FromQuery[Literal["light", "dark"]] = "light",
    ) -> Response[bytes]:
        """The land, drawn; its coordinates are those of the surface."""
        page = await library.ground(game, scenario, theme)
        return _unless_known(request, page, "image/svg+xml")

    @get("/{game:str}/rules", responses=PROBLEMS)
    async def rules(self, game: Key, library: InLibrary, lang: Lang = "en") -> list[RuleTitle]:
        """All rules by title."""
        return library.rules(game, lang)

    @get("/{game:str}/rules/{id:str}", responses=PROBLEMS)
    async def rule(self, game: Key, id: Key, library: InLibrary, lang: Lang = "en") -> RuleCard:
        """One rule."""
        return await asyncio.to_thread(library.card, game, id, lang)

    @get("/{game:str}/glossary", responses=PROBLEMS)
    async def glossary(self, game: Key, library: InLibrary, lang: Lang = "en") -> Response[list[Term]]:
        """The words that a newcomer will ask about."""
        return encoded(encode(library.book(game).glossary(lang)), list[Term])

    @get("/{game:str}/drills", responses=PROBLEMS)
    async def drills(self, game: Key, library: InLibrary, lang: Lang = "en") -> Response[list[Drill]]:
        """Small positions in which the rules can be tried."""
        return encoded(encode(await asyncio.to_thread(library.drills, game, lang)), list[Drill])

    @get("/{game:str}/lessons/{scenario:str}", responses=PROBLEMS)
    async def lesson(self, game: Key, scenario: Key, library: InLibrary, lang: Lang = "en") -> Response[Lesson]:
        """A guided first turn."""
        found = library.game(game).lessons(lang).get(scenario)
        if found is None:
            raise TableError("unknown", f"There is no lesson for {scenario!r}.")
        return encoded(encode(found), Lesson)


@get("/api/rulebooks", responses=PROBLEMS, tags=["games"])
async def rulebooks(library: InLibrary) -> list[BookInfo]:
    """The rulebooks that are no games. Their rules, glossary and drills are found as those of a game are."""
    return await asyncio.to_thread(library.books)
