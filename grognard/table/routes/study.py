"""Layers, odds, moments, copies, notes and files."""

from __future__ import annotations

from typing import Annotated, Literal

from litestar import Controller, Response, get, post, put
from litestar.params import FromQuery, JSONBody, QueryParameter

from grognard.engine.kinds import Json
from grognard.engine.looks import Layer
from grognard.table.messages import AtMoment, MomentInfo, Note, Odds, Opened, Said, encode
from grognard.table.problems import TableError
from grognard.table.routes import PROBLEMS, Seated, encoded
from grognard.table.routes.matches import Lang
from grognard.table.storage import NoteRow


class StudyController(Controller):
    """What a seat may ask beyond the view."""

    path = "/api/seats/{seat:str}"
    tags = ["study"]  # noqa: RUF012

    @get("/layers", responses=PROBLEMS)
    async def layers(self, chair: Seated, lang: Lang = "") -> Response[list[Layer]]:
        """What can be laid over the map."""
        return encoded(await chair.study.layers(chair.sitting, chair.speaks(lang)), list[Layer])

    @get("/odds", responses=PROBLEMS)
    async def odds(
        self,
        chair: Seated,
        at: Annotated[str, QueryParameter(max_length=100)],
        to: FromQuery[Literal["round", "end"]] = "round",
        after: Annotated[list[Said] | None, QueryParameter(max_items=20)] = None,
        lang: Lang = "",
    ) -> Response[Odds]:
        """What a battle will come to, from what the side knows: now, or after orders that it may give."""
        return encoded(
            encode(await chair.study.odds(chair.sitting, at, to == "end", chair.speaks(lang), after or ())), Odds
        )

    @get("/moments", responses=PROBLEMS)
    async def moments(self, chair: Seated, lang: Lang = "") -> Response[list[MomentInfo]]:
        """The moments that one can look back to."""
        return encoded(await chair.study.moments(chair.sitting, chair.speaks(lang)), list[MomentInfo])

    @post("/fork", status_code=201, responses=PROBLEMS)
    async def fork(self, data: JSONBody[AtMoment], chair: Seated) -> Opened:
        """A copy to play on in."""
        return await chair.study.fork(chair.sitting, data.moment)

    @get("/notes", responses=PROBLEMS)
    async def notes(self, chair: Seated) -> list[Note]:
        """This seat's private notes."""
        return [Note(row.piece, row.at, row.text) for row in await chair.hall.keeper.notes(chair.sitting.key)]

    @put("/notes", responses=PROBLEMS)
    async def note(self, data: JSONBody[Note], chair: Seated) -> list[Note]:
        """Write a note on a piece or a place, or take it away."""
        row = NoteRow(data.piece, data.at, data.text)
        limits = chair.hall.settings
        if not await chair.hall.keeper.note(chair.sitting.key, row, limits.notes, limits.note_letters):
            raise TableError("flood", f"A seat has room for {limits.notes} notes and {limits.note_letters} letters.")
        return [Note(row.piece, row.at, row.text) for row in await chair.hall.keeper.notes(chair.sitting.key)]

    @get("/export.json", responses=PROBLEMS, media_type="application/json")
    async def export(self, chair: Seated) -> Response[Json]:
        """The match as a file; what the seat may know as long as it is not over."""
        return encoded(await chair.study.export(chair.sitting), Json, **_named("match.json"))

    @get("/board.svg", responses=PROBLEMS, media_type="image/svg+xml")
    async def board(self, chair: Seated, lang: Lang = "") -> Response[bytes]:
        """The board as the seat sees it."""
        drawn = await chair.study.board(chair.sitting, chair.speaks(lang))
        return _file(drawn, "image/svg+xml", "board.svg")

    @get("/report.md", responses=PROBLEMS, media_type="text/markdown")
    async def report(self, chair: Seated, lang: Lang = "") -> Response[bytes]:
        """The match as a story."""
        report = await chair.study.report(chair.sitting, chair.speaks(lang))
        return _file(report, "text/markdown", "report.md")


def _file(content: bytes, media_type: str, name: str) -> Response[bytes]:
    return Response(content, media_type=media_type, headers=_named(name))


def _named(name: str) -> dict[str, str]:
    return {"Content-Disposition": f'inline; filename="{name}"'}
