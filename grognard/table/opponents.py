"""Computer players, outside the request path.

They live in processes of their own. What is sent there is the moment as their side knows it, everything else drawn
anew: the truth is not shown to them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping
from random import SystemRandom

import msgspec

from grognard.engine import snapshot
from grognard.engine.agenda import Runaway
from grognard.engine.match import Match
from grognard.players import opponents
from grognard.table import journal, workers
from grognard.table.crew import Crew, Died, Late
from grognard.table.hall import Hall, Table
from grognard.table.messages import Live
from grognard.table.problems import TableError
from grognard.table.workers import Moment

COMPUTER = "computer:"
TRIES = 3
"""How often a player may break down over one decision before chance decides for it."""

PAUSE = 1.0
"""Seconds until a player tries again whose order could not be written down."""

log = logging.getLogger(__name__)


def moment_of(match: Match, side: str) -> Moment:
    """A moment as a side might imagine it."""
    drawn = match.game.redraw(match.state, match.side_index(side), SystemRandom().randrange)
    facts = msgspec.json.encode(snapshot.dump(drawn))
    return Moment(match.game.key, match.scenario, match.options, side, match.number(side), facts)


class Opponents:
    """Sees to it that computers decide whenever they are waited for."""

    def __init__(self, hall: Hall, crew: Crew) -> None:
        self.hall = hall
        self.crew = crew
        self._thinking: dict[tuple[str, str], asyncio.Task[None]] = {}
        hall.changed.append(self.consider)

    def check(self, game: str, players: Mapping[str, str]) -> None:
        """Raises if a computer is to play that does not know the game."""
        try:
            known = opponents.names(self.hall.find(game))
        except LookupError as error:
            raise TableError("bad-request", str(error.args[0])) from None
        for who in players.values():
            if who.startswith(COMPUTER) and who.removeprefix(COMPUTER) not in known:
                raise TableError("bad-request", f"There is no {who}; there are {', '.join(known)}.")

    async def resume(self) -> None:
        """Take up the matches that wait for a computer."""
        for row in await self.hall.keeper.unfinished():
            if any(who.startswith(COMPUTER) for who in journal.asked(row)):
                try:
                    async with self.hall.held(row.id) as table:
                        self.consider(table)
                except Exception as error:  # one match that is broken must not keep the others waiting
                    log.warning("match %s is not taken up: %s", row.id, error)

    def consider(self, table: Table) -> None:
        """Something has changed: let the computers think that the match waits for."""
        match = table.match
        if table.stopped:
            return
        proposal = match.proposal
        for side, who in table.players.items():
            if not who.startswith(COMPUTER):
                continue
            asked = proposal is not None and proposal.side != side
            if (side in match.waiting or asked) and (table.id, side) not in self._thinking:
                task = asyncio.create_task(self._sit(table.id, side, who.removeprefix(COMPUTER)))
                self._thinking[table.id, side] = task
                task.add_done_callback(lambda task, at=(table.id, side): self._finished(at, task))  # type: ignore[misc]

    def _finished(self, at: tuple[str, str], task: asyncio.Task[None]) -> None:
        if self._thinking.get(at) is task:
            del self._thinking[at]
        if not task.cancelled() and task.exception() is not None:
            log.error("the computer of %s gave up: %s", at[1], task.exception())

    async def _sit(self, id: str, side: str, level: str) -> None:
        """Decide until it is no longer this side's turn."""
        tries = 0
        while tries < 2 * TRIES:
            try:
                moment = await self._ask(id, side)
                if moment is None:
                    return
                say = await self._think(id, moment, level) if tries < TRIES else None
                done = (say is not None or tries >= TRIES) and await self._decide(id, moment, say)
                tries = 0 if done else tries + 1
            except (Late, Died):
                log.warning("the computer of %s takes too long in match %s; chance decides for it", side, id)
                tries = max(tries + 1, TRIES)
            except TableError as error:
                if error.problem.error == "unknown":  # the match has been deleted
                    return
                if error.problem.error not in ("storage", "flood"):
                    raise
                await asyncio.sleep(PAUSE)
        log.error("the computer of %s cannot decide in match %s", side, id)

    async def _ask(self, id: str, side: str) -> Moment | None:
        """The moment to decide in; None if this side is not waited for."""
        async with self.hall.held(id) as table:
            await self._answer(table, side)
            if table.stopped or side not in table.match.waiting:
                self._thinking.pop((id, side), None)  # still holding the match: from here on `consider` starts anew
                return None
            self._tell(table, side)
            return await self.hall.swiftly(lambda: moment_of(table.match, side))

    def _tell(self, table: Table, side: str) -> None:
        """Say once for each public moment that a computer is thinking: nobody is to count what it puts on a sheet."""
        if table.thinking.get(side) != table.match.number():
            table.thinking[side] = table.match.number()
            for line in self.hall.lines.of(table.id):
                line.tell(Live("thinking", side=side))

    async def _decide(self, id: str, moment: Moment, say: str | None) -> bool:
        """Give the order, or any, if the match has not moved on in the meantime."""
        async with self.hall.held(id) as table:
            match = table.match
            if match.number(moment.side) != moment.number or moment.side not in match.waiting:
                return True

            def give() -> None:
                order = say if say is not None else SystemRandom().choice(match.orders(moment.side))
                match.play(order, moment.side, number=moment.number)

            try:
                await self.hall.swiftly(give)
            except ValueError as error:
                log.error("the computer of %s said %r: %s", moment.side, say, error)
                return False
            except Runaway as error:
                await self.hall.stop(table, str(error))
                return True
            await self.hall.keep(table)
            return True

    async def _think(self, id: str, moment: Moment, level: str) -> str | None:
        """The order; None if the player broke down."""
        try:
            return await self.crew.do(id, self.hall.settings.thinking, workers.think, id, moment, level)
        except (Late, Died):
            raise
        except Exception:
            log.exception("the computer of %s could not decide", moment.side)
        return None

    async def _answer(self, table: Table, side: str) -> None:
        """A computer lets everyone take back, and plays on rather than draw."""
        proposal = table.match.proposal
        if proposal is None or proposal.side == side:
            return
        try:
            await self.hall.swiftly(lambda: table.match.answer(side, proposal.what == "takeback"))
        except ValueError as error:
            log.info("nothing to take back: %s", error)
        await self.hall.keep(table)

    async def close(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self.crew.close()
