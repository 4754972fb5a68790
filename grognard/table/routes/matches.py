"""Opening a match, and what a seat may ask and decide."""

from __future__ import annotations

from typing import Annotated

from litestar import Controller, Response, get, post, put
from litestar.params import FromPath, JSONBody, QueryParameter

from grognard.table import deletion, journal, play
from grognard.table.messages import (
    Agreed,
    Answer,
    AtMoment,
    Deletion,
    Invitation,
    Joined,
    NewMatch,
    Opened,
    OrderGiven,
    OrderSaid,
    Played,
    Preview,
    Proposed,
    Ready,
    SeatInfo,
    Spoken,
    Standing,
    View,
    Wanted,
    encode,
)
from grognard.table.problems import TableError
from grognard.table.routes import PROBLEMS, Chair, InLobby, Seated, WithOpponents, encoded

Lang = Annotated[
    str, QueryParameter(name="lang", pattern=r"^[a-z]{0,3}$", description="The language of the texts: en, de.")
]
Since = Annotated[
    str, QueryParameter(name="since", max_length=20, description="`cursor` of an earlier view: send only later lines.")
]


def _reply(chair: Chair, lang: str, since: str) -> play.ReplyFormat:
    return play.ReplyFormat(chair.speaks(lang), since)


@post("/api/matches", status_code=201, responses=PROBLEMS, tags=["matches"])
async def open_match(data: JSONBody[NewMatch], lobby: InLobby, opponents: WithOpponents, lang: Lang = "en") -> Opened:
    """Open a match; get one's own seats, and an invitation for each friend."""
    opponents.check(data.game, data.seats)
    return await lobby.open(data.game, data.scenario, data.seats, data.options, data.seed, lang)


class InvitationController(Controller):
    """What one is invited to, before one is seated."""

    path = "/api/invitations/{invitation:str}"
    tags = ["matches"]  # noqa: RUF012

    @get("/", responses=PROBLEMS)
    async def invitation(self, invitation: FromPath[str], lobby: InLobby) -> Invitation:
        """What was settled, and who plays."""
        return await lobby.invitation(invitation)

    @post("/", status_code=201, responses=PROBLEMS)
    async def accept(
        self, invitation: FromPath[str], data: JSONBody[Ready], lobby: InLobby, lang: Lang = "en"
    ) -> Joined:
        """Agree to it, and get a seat."""
        return await lobby.accept(invitation, data.contribution, lang)


async def _about(chair: Chair) -> SeatInfo:
    sitting = chair.sitting
    try:
        async with chair.hall.held(sitting.match) as table:
            match, row = table.match, await chair.hall.keeper.row(sitting.match)
            return SeatInfo(
                match=table.id,
                game=match.game.key,
                scenario=match.scenario,
                side=sitting.side,
                sides=table.players,
                seen=sitting.seen,
                language=sitting.language,
                standing=dict(match.standing[sitting.side]) if sitting.side else {},
                options=match.options,
                commitment=match.commitment,
                seed=table.seed,
                opened=table.opened,
                played=table.journal.played,
                leaving=journal.leaving_of(row) if row else [],
            )
    except TableError as error:
        if error.problem.error != "waiting":
            raise
    return await chair.lobby.about(sitting)


class SeatController(Controller):
    """Everything here goes by the seat in the path."""

    path = "/api/seats/{seat:str}"
    tags = ["seats"]  # noqa: RUF012

    @get("/", responses=PROBLEMS)
    async def about(self, chair: Seated) -> SeatInfo:
        """Whose seat this is, and who plays the sides."""
        return await _about(chair)

    @post("/ready", status_code=200, responses=PROBLEMS)
    async def ready(self, data: JSONBody[Ready], chair: Seated) -> SeatInfo:
        """Be ready to play, and put something into the dice."""
        await chair.lobby.ready(chair.sitting, data.contribution)
        return await _about(chair)

    @get("/view", responses=PROBLEMS)
    async def view(
        self,
        chair: Seated,
        moment: Annotated[int | None, QueryParameter(ge=0, le=1_000_000)] = None,
        lang: Lang = "",
        since: Since = "",
    ) -> Response[View]:
        """All that the seat may know, now or at an earlier moment."""
        return encoded(await play.look(chair.hall, chair.sitting, _reply(chair, lang, since), moment), View)

    @post("/orders", status_code=200, responses=PROBLEMS)
    async def orders(
        self, data: JSONBody[OrderGiven], chair: Seated, lang: Lang = "", since: Since = ""
    ) -> Response[Played]:
        """Give an order, or a batch of them."""
        return encoded(await play.decide(chair.hall, chair.sitting, data, _reply(chair, lang, since)), Played)

    @post("/why", status_code=200, responses=PROBLEMS)
    async def why(self, data: JSONBody[OrderSaid], chair: Seated, lang: Lang = "") -> Answer:
        """Which rule forbids an order."""
        return Answer(await play.why_not(chair.hall, chair.sitting, data, chair.speaks(lang)))

    @post("/preview", status_code=200, responses=PROBLEMS)
    async def preview(self, data: JSONBody[OrderSaid], chair: Seated, lang: Lang = "") -> Response[Preview]:
        """What an order would do, as far as the side can know."""
        return encoded(encode(await play.preview(chair.hall, chair.sitting, data, chair.speaks(lang))), Preview)

    @post("/undo", status_code=200, responses=PROBLEMS)
    async def undo(self, chair: Seated, lang: Lang = "", since: Since = "") -> Response[Played]:
        """Take back the last order, if nothing has been rolled or revealed since."""
        return encoded(await play.take_back(chair.hall, chair.sitting, _reply(chair, lang, since)), Played)

    @post("/propose", status_code=200, responses=PROBLEMS)
    async def propose(
        self, data: JSONBody[Proposed], chair: Seated, lang: Lang = "", since: Since = ""
    ) -> Response[Played]:
        """Ask the other side to agree to something."""
        return encoded(await play.propose(chair.hall, chair.sitting, data.what, _reply(chair, lang, since)), Played)

    @post("/answer", status_code=200, responses=PROBLEMS)
    async def answer(
        self, data: JSONBody[Agreed], chair: Seated, lang: Lang = "", since: Since = ""
    ) -> Response[Played]:
        """Agree to the other side's proposal, or decline it."""
        reply = _reply(chair, lang, since)
        return encoded(await play.answer(chair.hall, chair.sitting, data.proposal, data.agreed, reply), Played)

    @post("/resign", status_code=200, responses=PROBLEMS)
    async def resign(self, chair: Seated, lang: Lang = "", since: Since = "") -> Response[Played]:
        """Give the match up."""
        return encoded(await play.resign(chair.hall, chair.sitting, _reply(chair, lang, since)), Played)

    @put("/standing", responses=PROBLEMS)
    async def standing(
        self, data: JSONBody[Standing], chair: Seated, lang: Lang = "", since: Since = ""
    ) -> Response[Played]:
        """Leave a standing answer to a step, or take it back."""
        return encoded(
            await play.stand(chair.hall, chair.sitting, data.step, data.say, _reply(chair, lang, since)), Played
        )

    @put("/deletion", responses=PROBLEMS)
    async def deletion(self, data: JSONBody[Wanted], chair: Seated) -> Deletion:
        """Have the match deleted, once everybody agrees who plays it; or keep it after all."""
        return await deletion.want(chair.hall, chair.lobby, chair.sitting, data.wanted)

    @put("/seen", status_code=204, responses=PROBLEMS)
    async def seen(self, data: JSONBody[AtMoment], chair: Seated) -> None:
        """Remember how far this seat has read."""
        await chair.hall.mark_seen(chair.sitting, data.moment)

    @put("/language", status_code=204, responses=PROBLEMS)
    async def language(self, data: JSONBody[Spoken], chair: Seated) -> None:
        """Remember in which language this seat is answered when it does not say."""
        await chair.hall.speak(chair.sitting, data.language)
