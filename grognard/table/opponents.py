"""Computer players, outside the request path.

They live in processes of their own. What is sent there is the moment as their side knows it, everything else drawn
anew: the truth never leaves this process. A match always goes to the same worker, so that a player who plans ahead
finds his plan again.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections.abc import Iterable, Mapping
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from random import SystemRandom
from zlib import crc32

import msgspec

from grognard.engine import snapshot
from grognard.engine.match import Match
from grognard.lab import seats as chairs
from grognard.table import journal, workers
from grognard.table.hall import Hall, Table
from grognard.table.messages import Live
from grognard.table.problems import Wrong
from grognard.table.workers import Moment

COMPUTER = "computer:"
TRIES = 3
"""How often a player may break down over one decision before chance decides for it."""

PAUSE = 1.0
"""Seconds until a player tries again whose order could not be written down."""

log = logging.getLogger(__name__)


def moment_of(match: Match, side: str) -> Moment:
    """A moment as a side might think it is."""
    drawn = match.game.redraw(match.state, match.seat(side), SystemRandom().randrange)
    facts = msgspec.json.encode(snapshot.dump(drawn))
    return Moment(match.game.key, match.scenario, match.options, side, match.number(side), facts)


class Workers:
    """Processes that think. A match always goes to the same one."""

    def __init__(self, modules: Iterable[str] = (), count: int | None = None) -> None:
        self.modules = tuple(modules)
        self.count = count or max(1, (os.cpu_count() or 2) - 1)
        self._pools: dict[int, ProcessPoolExecutor] = {}

    def of(self, match: str) -> ProcessPoolExecutor:
        number = crc32(match.encode()) % self.count
        if number not in self._pools:
            spawn = multiprocessing.get_context("spawn")
            self._pools[number] = ProcessPoolExecutor(
                1, mp_context=spawn, initializer=workers.begin, initargs=(self.modules,)
            )
        return self._pools[number]

    def replace(self, match: str) -> None:
        """A worker has died."""
        pool = self._pools.pop(crc32(match.encode()) % self.count, None)
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)

    def close(self) -> None:
        for pool in self._pools.values():
            for process in list((pool._processes or {}).values()):
                process.terminate()
            pool.shutdown(wait=False, cancel_futures=True)
        self._pools.clear()


class Opponents:
    """Sees to it that computers decide whenever they are waited for."""

    def __init__(self, hall: Hall, workers: Workers) -> None:
        self.hall = hall
        self.workers = workers
        self._thinking: dict[tuple[str, str], asyncio.Task[None]] = {}
        hall.changed.append(self.consider)

    def check(self, game: str, players: Mapping[str, str]) -> None:
        """Raises if a computer is to play that does not know the game."""
        try:
            known = chairs.names(self.hall.find(game))
        except LookupError as error:
            raise Wrong("bad-request", str(error.args[0])) from None
        for who in players.values():
            if who.startswith(COMPUTER) and who.removeprefix(COMPUTER) not in known:
                raise Wrong("bad-request", f"There is no {who}; there are {', '.join(known)}.")

    async def resume(self) -> None:
        """Take up the matches that wait for a computer."""
        for row in await self.hall.keeper.unfinished():
            if any(who.startswith(COMPUTER) for who in journal.asked(row)):
                try:
                    async with self.hall.held(row.id) as table:
                        self.consider(table)
                except Wrong as wrong:
                    log.warning("match %s is not taken up: %s", row.id, wrong)

    def consider(self, table: Table) -> None:
        """Something has changed: let those computers think that are waited for."""
        match = table.match
        proposal = match.proposal
        for side, who in table.players.items():
            if not who.startswith(COMPUTER):
                continue
            asked = proposal is not None and proposal.side != side
            if (side in match.waiting or asked) and (table.id, side) not in self._thinking:
                task = asyncio.create_task(self._sit(table.id, side, who.removeprefix(COMPUTER)))
                self._thinking[table.id, side] = task
                task.add_done_callback(lambda task, at=(table.id, side): self._rose(at, task))  # type: ignore[misc]

    def _rose(self, at: tuple[str, str], task: asyncio.Task[None]) -> None:
        if self._thinking.get(at) is task:
            del self._thinking[at]
        if not task.cancelled() and task.exception() is not None:
            log.error("the computer of %s gave up: %s", at[1], task.exception())

    async def _sit(self, id: str, side: str, level: str) -> None:
        """Decide until it is no longer this side's to decide."""
        tries = 0
        while tries < 2 * TRIES:
            try:
                moment = await self._ask(id, side)
                if moment is None:
                    return
                say = await self._think(id, moment, level if tries < TRIES else chairs.RANDOM)
                tries = 0 if say is not None and await self._decide(id, moment, say) else tries + 1
            except Wrong as wrong:
                if wrong.problem.error not in ("storage", "flood"):
                    raise
                await asyncio.sleep(PAUSE)
        log.error("the computer of %s cannot decide in match %s", side, id)

    async def _ask(self, id: str, side: str) -> Moment | None:
        """The moment to decide in; None if this side is not waited for."""
        async with self.hall.held(id) as table:
            await self._answer(table, side)
            if side not in table.match.waiting:
                self._thinking.pop((id, side), None)  # still holding the match: from here on `consider` starts anew
                return None
            self._tell(table, side)
            return moment_of(table.match, side)

    def _tell(self, table: Table, side: str) -> None:
        """That a computer thinks is told once for each public moment: nobody is to count what it writes on a sheet."""
        if table.thinking.get(side) != table.match.number():
            table.thinking[side] = table.match.number()
            for line in self.hall.lines.of(table.id):
                line.tell(Live("thinking", side=side))

    async def _decide(self, id: str, moment: Moment, say: str) -> bool:
        """Give the order, if the match has not moved on in the meantime."""
        async with self.hall.held(id) as table:
            match = table.match
            if match.number(moment.side) != moment.number or moment.side not in match.waiting:
                return True
            try:
                match.play(say, moment.side, number=moment.number)
            except ValueError as error:
                log.error("the computer of %s said %r: %s", moment.side, say, error)
                return False
            await self.hall.keep(table)
            return True

    async def _think(self, id: str, moment: Moment, level: str) -> str | None:
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self.workers.of(id), workers.think, id, moment, level)
        except BrokenExecutor:
            self.workers.replace(id)
        except Exception:
            log.exception("the computer of %s could not decide", moment.side)
        return None

    async def _answer(self, table: Table, side: str) -> None:
        """A computer lets everyone take back, and plays on rather than draw."""
        proposal = table.match.proposal
        if proposal is None or proposal.side == side:
            return
        try:
            table.match.answer(side, proposal.what == "takeback")
        except ValueError as error:
            log.info("nothing to take back: %s", error)
        await self.hall.keep(table)

    async def close(self) -> None:
        for task in list(self._thinking.values()):
            task.cancel()
        await asyncio.gather(*self._thinking.values(), return_exceptions=True)
        self.workers.close()
