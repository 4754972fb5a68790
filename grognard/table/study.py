"""Looking further: layers over the map, odds, moments of the past, copies to play on in, files to take away."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Callable, Sequence
from concurrent.futures import BrokenExecutor
from contextlib import asynccontextmanager
from pathlib import Path
from random import SystemRandom
from typing import Any

import msgspec

from grognard.engine import drawing, past, saves, views
from grognard.engine.agenda import draft
from grognard.engine.dice import secret_of
from grognard.engine.game import Game
from grognard.engine.looks import Layer
from grognard.lab import replay
from grognard.lab.chances import OddsError
from grognard.table import play, problems, workers
from grognard.table.hall import Hall, Sitting
from grognard.table.messages import Opened, OrderSaid
from grognard.table.opponents import COMPUTER, Workers, moment_of
from grognard.table.play import at_moment
from grognard.table.problems import Wrong


class Study:
    """Work that takes its time, a little of it at once."""

    def __init__(self, hall: Hall, workers: Workers) -> None:
        self.hall = hall
        self.workers = workers
        self._under_way = 0

    @asynccontextmanager
    async def _room(self) -> AsyncIterator[None]:
        if self._under_way >= self.hall.settings.studies:
            raise Wrong("flood", "Other odds and reports are being worked out; wait a little.")
        self._under_way += 1
        try:
            yield
        finally:
            self._under_way -= 1

    async def odds(
        self, sitting: Sitting, place: str, to_the_end: bool, language: str, after: Sequence[str] = ()
    ) -> dict[str, Any]:
        """What a battle will come to, from what the side knows, now or after orders that it may give."""
        async with self._room():
            async with self.hall.held(sitting.match) as table:
                for say in after[:1]:
                    refusal = table.match.why_not(play.order_of(table.match, sitting.own, OrderSaid(say=say), language))
                    if refusal is not None:
                        raise problems.refused(table.match, refusal, language)
                moment, tell = moment_of(table.match, sitting.own), table.match.game.words_in(language).tell
            try:
                return _spoken(await self._chances(sitting.match, moment, place, to_the_end, tuple(after)), tell)
            except OddsError as error:
                raise Wrong("bad-request", tell(str(error))) from None

    async def _chances(self, match: str, *asked: Any) -> dict[str, Any]:
        """Let a worker work it out; one that has died is replaced, once."""
        loop, key = asyncio.get_running_loop(), f"odds {match}"
        try:
            return await loop.run_in_executor(self.workers.of(key), workers.chances, *asked)
        except BrokenExecutor:
            self.workers.replace(key)
            return await loop.run_in_executor(self.workers.of(key), workers.chances, *asked)

    async def layers(self, sitting: Sitting, language: str) -> list[Layer]:
        async with self.hall.held(sitting.match) as table:
            match = table.match
            seat = None if sitting.side is None else match.seat(sitting.side)
            own = match.state if seat is None else draft(match.state, seat)
            return match.game.layers(own, seat, match.game.words_in(language))

    async def moments(self, sitting: Sitting, language: str) -> list[past.Moment]:
        async with self.hall.held(sitting.match) as table:
            return past.moments(table.match, sitting.side, language)

    async def fork(self, sitting: Sitting, moment: int) -> Opened:
        """A copy that goes on from a moment. Its dice are always others; so are its secrets, unless there are none."""
        async with self.hall.held(sitting.match) as table:
            match = table.match
            open_to_all = match.outcome is not None or all(who == "me" for who in table.players.values())
            if sitting.side is None and not open_to_all:
                raise Wrong("seat", "A spectator can play on in a copy when the match is over.")
            at_moment(match, sitting.side, moment)
            choose = None if open_to_all else SystemRandom().randrange
            copy = past.fork(match, sitting.side, moment, secret_of(None), choose)
            players = {side: who if who.startswith(COMPUTER) else "me" for side, who in table.players.items()}
        return await self.hall.copy(copy, players, sitting.language)

    # Files

    async def export(self, sitting: Sitting) -> bytes:
        """The whole match when it is over; before that, what the seat may know."""
        async with self.hall.held(sitting.match) as table:
            if table.match.outcome is not None:
                return msgspec.json.encode(saves.pack(table.match))
            return msgspec.json.encode(
                {"format": saves.FORMAT, "only": sitting.side, "view": views.view(table.match, sitting.side)}
            )

    async def board(self, sitting: Sitting, language: str) -> str:
        """The board as the seat sees it."""
        async with self.hall.held(sitting.match) as table:
            match = table.match
            if sitting.side is not None:
                return drawing.svg(match, sitting.side, language)
            return drawing.svg_map(
                match.state.world.board,
                match.game.pieces(match.state, None),
                title=match.game.title,
                sides=match.sides,
                tell=match.game.words_in(language).tell,
            )

    async def report(self, sitting: Sitting, language: str) -> str:
        """The match as a story; all of it when it is over, and before that as the seat's side knows it."""
        async with self._room():
            async with self.hall.held(sitting.match) as table:
                side = None if table.match.outcome is not None else sitting.own
                data = msgspec.json.encode(saves.pack(table.match))
            return await asyncio.to_thread(_told, data, side, self.hall.find, language)


def _spoken(odds: dict[str, Any], tell: Callable[[str], str]) -> dict[str, Any]:
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


def _told(data: bytes, side: str | None, find: Callable[[str], Game], language: str) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "match.json")
        file.write_bytes(data)
        return replay.report(replay.replay(str(file), side, find, language), markdown=True)
