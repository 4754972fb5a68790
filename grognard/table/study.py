"""Looking further: layers over the map, odds, moments of the past, copies to play on in, files to take away."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from hashlib import sha256
from random import SystemRandom
from typing import ParamSpec, TypeVar

import msgspec

from grognard import drawing
from grognard.engine import past, saves, views
from grognard.engine.agenda import draft
from grognard.engine.dice import secret_of
from grognard.engine.kinds import Json
from grognard.engine.looks import Layer
from grognard.engine.match import Match
from grognard.lab.analysis.chances import OddsError
from grognard.table import play, problems, workers
from grognard.table.crew import Died, Late
from grognard.table.hall import Hall, Sitting
from grognard.table.limits import asker
from grognard.table.messages import Opened, OrderSaid
from grognard.table.opponents import COMPUTER, moment_of
from grognard.table.play import at_moment
from grognard.table.problems import TableError
from grognard.table.shelf import Shelf
from grognard.table.workers import Moment

P = ParamSpec("P")
T = TypeVar("T")


class Study:
    """Work that takes its time: a little at a time for each who asks, and the same work only once for all who ask."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._shelf: Shelf[bytes] = Shelf(hall.settings.drawings, len)
        self._under_way: Counter[str] = Counter()

    @asynccontextmanager
    async def _room(self, seat: str) -> AsyncIterator[None]:
        """A place in the queue; a seat, an address and the whole table each have only so many."""
        limits = self.hall.settings
        places = {
            f"seat {seat}": limits.seat_studies,
            f"address {asker.get()}": limits.studies,
            "all": limits.all_studies,
        }
        if any(self._under_way[name] >= limit for name, limit in places.items()):
            raise TableError("flood", "Other odds and reports are being worked out; wait a little.")
        self._under_way.update(places.keys())
        try:
            yield
        finally:
            self._under_way.subtract(places.keys())
            self._under_way = +self._under_way

    async def _worked_out(self, match: str, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """A worker's answer, within the time limit."""
        try:
            return await self.hall.crew.do(match, self.hall.settings.study, work, *values, **named)
        except Late:
            raise TableError("late", "That takes too long.") from None
        except Died:
            raise TableError("broken", "Something broke in the table; the match is as it was.") from None

    async def _made(self, sitting: Sitting, work: Callable[P, bytes], *values: P.args, **named: P.kwargs) -> bytes:
        """The same, made once for all who ask for the same."""

        async def make() -> bytes:
            async with self._room(sitting.key):
                return await self._worked_out(sitting.match, work, *values, **named)

        key = sha256(msgspec.msgpack.encode((work.__name__, values))).digest()
        return await self._shelf.get(key, make)

    async def odds(
        self, sitting: Sitting, place: str, to_the_end: bool, language: str, after: Sequence[str] = ()
    ) -> Json:
        """How a battle will end, from what the side knows, now or after orders that it may give."""
        async with self._room(sitting.key):
            async with self.hall.held(sitting.match) as table:
                match, side = table.match, sitting.own

                def imagined() -> Moment:
                    for say in after[:1]:
                        refusal = match.why_not(play.order_of(match, side, OrderSaid(say=say), language))
                        if refusal is not None:
                            raise problems.refused(match, refusal, language)
                    return moment_of(match, side)

                moment, tell = await self.hall.swiftly(imagined), match.game.words_in(language).tell
            try:
                asked = moment, place, to_the_end, tuple(after)
                return _spoken(await self._worked_out(sitting.match, workers.chances, *asked), tell)
            except OddsError as error:
                raise TableError("bad-request", tell(str(error))) from None

    async def layers(self, sitting: Sitting, language: str) -> bytes:
        """What can be laid over the map, encoded."""

        def laid(match: Match) -> list[Layer]:
            seat = None if sitting.side is None else match.side_index(sitting.side)
            own = match.state if seat is None else draft(match.state, seat)
            return match.game.layers(own, seat, match.game.words_in(language))

        return await self._looked_up(sitting, "layers", language, laid)

    async def moments(self, sitting: Sitting, language: str) -> bytes:
        """The moments that a side can look back to, encoded."""

        def listed(match: Match) -> list[past.Moment]:
            return past.moments(match, sitting.side, language)

        return await self._looked_up(sitting, "moments", language, listed)

    async def _looked_up(self, sitting: Sitting, what: str, language: str, find: Callable[[Match], object]) -> bytes:
        """Something about a match as it is now; found once for all who ask for the same."""
        id, side = sitting.match, sitting.side

        async def make() -> bytes:
            async with self.hall.held(id) as table:
                return await self.hall.apart(table, lambda: msgspec.json.encode(find(table.match)))

        async with self.hall.held(id) as table:
            match = table.match
            sheet = () if side is None else match.state.sheets[match.side_index(side)]
            now = match.number(), len(match.record), tuple(map(str, sheet))
        return await self._shelf.get((what, id, side, language, *now), make)

    async def fork(self, sitting: Sitting, moment: int) -> Opened:
        """A copy that goes on from a moment. Its dice are always different; so are its secrets, if there are any."""
        async with self.hall.held(sitting.match) as table:
            match = table.match
            open_to_all = match.outcome is not None or all(who == "me" for who in table.players.values())
            if sitting.side is None and not open_to_all:
                raise TableError("seat", "A spectator can play on in a copy when the match is over.")
            choose = None if open_to_all else SystemRandom().randrange

            def copied() -> Match:
                at_moment(match, sitting.side, moment)
                return past.fork(match, sitting.side, moment, secret_of(None), choose)

            copy = await self.hall.apart(table, copied)
            players = {side: who if who.startswith(COMPUTER) else "me" for side, who in table.players.items()}
        return await self.hall.copy(copy, players, sitting.language)

    # Files

    async def export(self, sitting: Sitting) -> bytes:
        """The whole match when it is over; before that, what the seat may know."""
        async with self.hall.held(sitting.match) as table:
            match, side = table.match, sitting.side

            def packed() -> bytes:
                if match.outcome is not None:
                    return msgspec.json.encode(saves.pack(match))
                return msgspec.json.encode({"format": saves.FORMAT, "only": side, "view": views.view(match, side)})

            return await self.hall.apart(table, packed)

    async def board(self, sitting: Sitting, language: str) -> bytes:
        """The board as the seat sees it."""
        async with self.hall.held(sitting.match) as table:
            match = table.match
            seen = await self.hall.apart(
                table, lambda: msgspec.json.encode(drawing.shown(match, sitting.side, language))
            )
            asked = match.game.key, match.scenario, match.options, language, seen
        return await self._made(sitting, workers.board, *asked)

    async def report(self, sitting: Sitting, language: str) -> bytes:
        """The match as a story; all of it when it is over, and before that as the seat's side knows it."""
        async with self.hall.held(sitting.match) as table:
            match = table.match
            side = None if match.outcome is not None else sitting.own
            data = await self.hall.apart(table, lambda: msgspec.json.encode(saves.pack(match)))
        return await self._made(sitting, workers.report, data, side, language)


def _spoken(odds: Json, tell: Callable[[str], str]) -> Json:
    """Odds in a language."""
    sections = [
        {
            "title": tell(section["title"]),
            "more": tell(section["more"]),
            "rows": [row | {"label": tell(row["label"])} for row in section["rows"]],
        }
        for section in odds["sections"]
    ]
    return odds | {"heading": [tell(line) for line in odds["heading"]], "sections": sections}
