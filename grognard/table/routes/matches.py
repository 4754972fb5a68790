"""Opening a match, and what a seat may ask and decide."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get, post, put
from litestar.params import JSONBody, QueryParameter

from grognard.table import play
from grognard.table.messages import (
    Agreed,
    Answer,
    AtMoment,
    NewMatch,
    Opened,
    OrderGiven,
    OrderSaid,
    Played,
    Preview,
    Proposed,
    SeatInfo,
    Standing,
    View,
    encode,
)
from grognard.table.routes import PROBLEMS, InHall, Seated, WithOpponents, encoded

Lang = Annotated[str, QueryParameter(name="lang", max_length=10, description="The language of the texts: en, de.")]


@post("/api/matches", status_code=201, responses=PROBLEMS, tags=["matches"])
async def open_match(data: JSONBody[NewMatch], hall: InHall, opponents: WithOpponents) -> Opened:
    """Open a match and get its seats."""
    opponents.check(data.game, data.seats)
    return await hall.open(data.game, data.scenario, data.seats, data.options, data.seed)


class SeatController(Controller):
    """Everything here goes by the seat in the path."""

    path = "/api/seats/{seat:str}"
    tags = ["seats"]  # noqa: RUF012

    @get("/", responses=PROBLEMS)
    async def about(self, chair: Seated, lang: Lang = "") -> SeatInfo:
        """Whose seat this is, and who plays the sides."""
        sitting = chair.sitting
        async with chair.hall.held(sitting.match) as table:
            match = table.match
            return SeatInfo(
                match=table.id,
                game=match.game.key,
                scenario=match.scenario,
                side=sitting.side,
                sides=table.players,
                seen=sitting.seen,
                language=lang or sitting.language,
                standing=dict(match.standing[sitting.side]) if sitting.side else {},
            )

    @get("/view", responses=PROBLEMS)
    async def view(
        self,
        chair: Seated,
        moment: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
        lang: Lang = "en",
    ) -> Response[View]:
        """All that the seat may know, now or at an earlier moment."""
        return encoded(await play.look(chair.hall, chair.sitting, lang, moment), View)

    @post("/orders", status_code=200, responses=PROBLEMS)
    async def orders(self, data: JSONBody[OrderGiven], chair: Seated, lang: Lang = "en") -> Response[Played]:
        """Give an order, or a batch of them."""
        return encoded(await play.decide(chair.hall, chair.sitting, data, lang), Played)

    @post("/why", status_code=200, responses=PROBLEMS)
    async def why(self, data: JSONBody[OrderSaid], chair: Seated, lang: Lang = "en") -> Answer:
        """Which rule forbids an order."""
        return Answer(await play.why_not(chair.hall, chair.sitting, data, lang))

    @post("/preview", status_code=200, responses=PROBLEMS)
    async def preview(self, data: JSONBody[OrderSaid], chair: Seated, lang: Lang = "en") -> Response[Preview]:
        """What an order would do, as far as the side can know."""
        return encoded(encode(await play.preview(chair.hall, chair.sitting, data, lang)), Preview)

    @post("/undo", status_code=200, responses=PROBLEMS)
    async def undo(self, chair: Seated, lang: Lang = "en") -> Response[Played]:
        """Take back the last order, if nothing has been rolled or revealed since."""
        return encoded(await play.take_back(chair.hall, chair.sitting, lang), Played)

    @post("/propose", status_code=200, responses=PROBLEMS)
    async def propose(self, data: JSONBody[Proposed], chair: Seated, lang: Lang = "en") -> Response[Played]:
        """Ask the other side to agree to something."""
        return encoded(await play.propose(chair.hall, chair.sitting, data.what, lang), Played)

    @post("/answer", status_code=200, responses=PROBLEMS)
    async def answer(self, data: JSONBody[Agreed], chair: Seated, lang: Lang = "en") -> Response[Played]:
        """Agree to the other side's proposal, or decline it."""
        return encoded(await play.answer(chair.hall, chair.sitting, data.agreed, lang), Played)

    @post("/resign", status_code=200, responses=PROBLEMS)
    async def resign(self, chair: Seated, lang: Lang = "en") -> Response[Played]:
        """Give the match up."""
        return encoded(await play.resign(chair.hall, chair.sitting, lang), Played)

    @put("/standing", responses=PROBLEMS)
    async def standing(self, data: JSONBody[Standing], chair: Seated, lang: Lang = "en") -> Response[Played]:
        """Leave a standing answer to a step, or take it back."""
        return encoded(await play.stand(chair.hall, chair.sitting, data.step, data.say, lang), Played)

    @put("/seen", status_code=204, responses=PROBLEMS)
    async def seen(self, data: JSONBody[AtMoment], chair: Seated) -> None:
        """Remember how far this seat has read."""
        await chair.hall.mark_seen(chair.sitting, data.moment)
