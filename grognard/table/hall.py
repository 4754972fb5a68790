"""The hall: matches in play. Each has one owner at a time, and each order is one transaction.

Whoever needs a match holds it for as long as that takes; others wait in line, and the line is short. An
order is answered when it has been written down. If it could not be, the match is forgotten and read back as it was.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec

from grognard.engine.agenda import Runaway
from grognard.engine.dice import secret_of
from grognard.engine.game import Game
from grognard.engine.kinds import Options
from grognard.engine.match import Match
from grognard.engine.setup_options import CHARTS
from grognard.table import journal, problems, seats, workers
from grognard.table.crew import Crew, Died, Hand, Late
from grognard.table.journal import Journal
from grognard.table.limits import Buckets, asker
from grognard.table.live import Lines
from grognard.table.messages import Live, Opened
from grognard.table.patience import Patience
from grognard.table.problems import TableError
from grognard.table.settings import Settings
from grognard.table.shelf import Shelf
from grognard.table.storage import Agreed, Kept, SeatRow, StorageError
from grognard.table.storage.keeper import Keeper
from grognard.table.weight import weigh

T = TypeVar("T")

HANDS = ORDERS = 2
"""Threads for what takes longer with a match, and for orders and views. They share the interpreter with the event loop,
which never waits for them."""

UNWEIGHED = 1_000_000
"""Bytes that a match is taken to need until it has been weighed."""
OFTEN = 32
"""A match is weighed again when it has twice as many entries, and this many more."""
SEATS_REMEMBERED = 10_000

log = logging.getLogger(__name__)


class Sitting(msgspec.Struct, frozen=True):
    """Someone at a seat: the match, and the side through whose eyes they look (None: a spectator)."""

    key: str
    match: str
    side: str | None
    seen: int
    language: str

    @property
    def own(self) -> str:
        """The side that this player decides for."""
        if self.side is None:
            raise TableError("seat", "A spectator decides nothing.")
        return self.side


class Table:
    """A match in play."""

    def __init__(self, journal: Journal, players: Mapping[str, str], seed: int | None = None, opened: int = 0) -> None:
        self.id = journal.id
        self.journal = journal
        self.match = journal.match
        self.players = dict(players)
        self.seed = seed
        self.opened = opened
        self.lock = asyncio.Lock()
        self.waiting = 0
        self.gone = False
        """Forgotten: whoever waited for it must look for the match anew."""
        self.shown = self.looks()
        self.thinking: dict[str, str] = {}
        """Of which moment it has been told that a computer thinks."""
        self.weight = UNWEIGHED
        """Bytes that it takes in memory, as it was last weighed..."""
        self.weigh_at = 0
        """... and after how many entries that is to be done again."""
        self.stopped = ""
        """Why no more orders are taken, if none are: what followed from one of them never ended."""

    def looks(self) -> dict[str | None, tuple[object, ...]]:
        """By side: a value that changes when there is something new to see."""
        match = self.match
        return {
            side: (match.number(side), match.proposal, match.outcome is not None) for side in (*match.sides, None)
        }  # fmt: skip


class Hall:
    """All matches."""

    def __init__(
        self, keeper: Keeper, find: Callable[[str], Game], settings: Settings, crew: Crew | None = None
    ) -> None:
        self.keeper = keeper
        self.find = find
        self.settings = settings
        self.crew = crew or Crew()
        """Who does what takes long, but for the thinking of computers."""
        self.patience = Patience()
        self._hands = Crew(size=HANDS, kind=Hand)
        self._orders = ThreadPoolExecutor(ORDERS, "orders")
        self._weighing: set[asyncio.Task[None]] = set()
        self.lines = Lines(settings)
        self.changed: list[Callable[[Table], None]] = []
        """Those who want to hear of every change: the computer players."""
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._opening: dict[str, asyncio.Task[Table]] = {}
        self._sitting: OrderedDict[str, Sitting] = OrderedDict()
        self._rates = Buckets(settings.rate, settings.burst)
        self._openings = Buckets(settings.openings, settings.openings_burst)
        self._misses = Buckets(settings.misses, settings.misses_burst)
        self._worlds: Shelf[None] = Shelf(0, lambda _: 1)

    # Seats

    async def sit(self, token: str) -> Sitting:
        """Who has this token; raises for a token that nobody has, and for a seat that asks too much."""
        key = seats.key(token)
        known = self._sitting.get(key or "")
        if known is None:
            row = await self.keeper.seat(key) if key else None
            if row is None:
                self.missed()
                raise TableError("unknown", "There is no such seat.")
            known = self._remember(row)
        self._rates.take(known.key)
        return known

    def missed(self) -> None:
        """Somebody asked for something that does not exist; raises if that happens too often. Only guesses count:
        whoever has a seat gets in."""
        self._misses.take(asker.get())

    def _remember(self, row: SeatRow) -> Sitting:
        known = Sitting(row.key, row.match, row.side, row.seen, row.language)
        self._sitting[row.key] = known
        if len(self._sitting) > SEATS_REMEMBERED:
            self._sitting.popitem(last=False)
        return known

    async def mark_seen(self, sitting: Sitting, moment: int) -> None:
        """A seat has read up to this moment."""
        await self.keeper.seen(sitting.key, moment)
        self._sitting[sitting.key] = msgspec.structs.replace(sitting, seen=moment)

    async def speak(self, sitting: Sitting, language: str) -> None:
        """A seat wants to be answered in a language."""
        if language != sitting.language:
            await self.keeper.speak(sitting.key, language)
            self._sitting[sitting.key] = msgspec.structs.replace(sitting, language=language)

    # Opening matches

    async def prepare(
        self, game: str, scenario: str, players: Mapping[str, str], options: Options, seed: int | None
    ) -> Match:
        """A match as it is to be opened; raises for anything that cannot be a match."""
        self.admit()
        match = await self.made(game, scenario, options, secret_of(seed))
        _check(match, players)
        return match

    def admit(self) -> None:
        """Raises if somebody opens too many matches."""
        self._openings.take(asker.get(), "That was too many matches at once; wait a little.")

    async def made(self, game: str, scenario: str, options: Options, secret: bytes) -> Match:
        """A match before its first order, made where nobody waits for it.

        An owner's charts are tried out by a worker first, who can be stopped; the world of a scenario is made once for
        all who open it at the same time.
        """
        limit = self.settings.opening
        try:
            known, chosen = self.find(game), dict(options)
            if chosen.get(CHARTS.key):
                settled = await self.crew.do(f"opening {game}", limit, workers.settled, game, scenario, chosen)
                chosen = msgspec.json.decode(settled)
            async with asyncio.timeout(limit):
                key = msgspec.json.encode((game, scenario, chosen), order="deterministic")
                await self._worlds.get(key, lambda: asyncio.to_thread(_make_world, known, scenario, chosen))
                return await asyncio.to_thread(Match, known, scenario, chosen, secret=secret)
        except (Late, TimeoutError):
            raise TableError("late", "That takes too long.") from None
        except Died:
            raise TableError("bad-request", "The table cannot make a match of these options.") from None
        except workers.UNFIT as error:  # options of any kind
            raise TableError("bad-request", str(error.args[0] if error.args else error)) from None

    async def copy(self, match: Match, players: Mapping[str, str], language: str) -> Opened:
        """Keep a copy to play on in."""
        self.admit()
        _check(match, players)
        return await self.add(match, players, language)

    async def add(
        self, match: Match, players: Mapping[str, str], language: str = "en", seed: int | None = None
    ) -> Opened:
        """Give a match its seats, and keep it."""
        id = seats.token()
        tokens = {side: None if who.startswith("computer:") else seats.token() for side, who in players.items()}
        spectator = seats.token()
        chairs = [(side, token) for side, token in (*tokens.items(), (None, spectator)) if token]
        rows = [SeatRow(seats.key(token) or "", id, side, language=language) for side, token in chairs]
        row = msgspec.structs.replace(journal.begun(match, id, players), seed=seed)
        table = Table(Journal(match, id), players, seed, row.opened)
        change = table.journal.change()
        assert change is not None
        try:
            await self.keeper.add_match(row, rows, change)
        except StorageError as error:
            raise problems.storage_failed(error) from None
        self._start(table)
        return Opened(id, tokens, spectator, match.commitment)

    async def begin(self, kept: Kept, agreed: Agreed) -> None:
        """Everybody is ready: a match that has been waiting in the lobby begins."""
        row = msgspec.structs.replace(kept.row, contributions=agreed.contributions)
        match = await asyncio.to_thread(journal.opened, row, self.find)
        table = Table(Journal(match, row.id), journal.players_of(row), opened=row.opened)
        await self.keeper.agree(msgspec.structs.replace(agreed, change=table.journal.change()))
        self._start(table)
        for line in self.lines.of(table.id):
            line.tell(Live("changed", number=match.number(line.side)))

    def _start(self, table: Table) -> None:
        table.journal.wrote()
        self._put(table)
        self._tell(table)

    # Matches in play

    @asynccontextmanager
    async def held(self, id: str) -> AsyncIterator[Table]:
        """A match, to oneself. Raises if too many are waiting for it already."""
        while True:
            table = await self._table(id)
            if table.waiting >= self.settings.queue:
                raise TableError("flood", "Too many are waiting for this match; wait a little.")
            table.waiting += 1
            try:
                async with table.lock:
                    if not table.gone:
                        yield table
                        return
            except Runaway:  # it was interrupted anywhere
                self.forget(table)
                raise TableError("late", "That takes too long.") from None
            finally:
                table.waiting -= 1

    async def keep(self, table: Table) -> None:
        """Write down what has changed, then tell those whom it concerns."""
        change = table.journal.change()
        if change is None:
            return
        try:
            await self.keeper.save(change)
        except BaseException as error:
            self.forget(table)
            if isinstance(error, StorageError):
                raise problems.storage_failed(error) from None
            raise
        table.journal.wrote()
        self._tell(table)
        self._weigh(table)

    async def stop(self, table: Table, why: str) -> None:
        """What followed from an order never ended; nobody is to try it again, not even after a restart."""
        self.forget(table)
        try:
            await self.keeper.stop(table.id, why)
        except StorageError as error:
            raise problems.storage_failed(error) from None

    async def delete(self, id: str) -> None:
        """A match that is held goes, with its seats."""
        await self.keeper.delete(id)
        if id in self._tables:
            self.forget(self._tables[id])
        for key in [key for key, sitting in self._sitting.items() if sitting.match == id]:
            del self._sitting[key]
        for line in self.lines.of(id):
            line.tell(Live("deleted"))

    async def swiftly(self, work: Callable[[], T]) -> T:
        """Do something short with a match that is held: an order, a view. Raises Runaway if it takes too long."""
        loop = asyncio.get_running_loop()
        return await self._unbroken(loop.run_in_executor(self._orders, self._within, self.settings.order, work))

    async def apart(self, table: Table, work: Callable[[], T]) -> T:
        """Do something longer with a match that is held, without orders having to wait for it."""
        return await self._unbroken(self._hands.do(table.id, 0, self._within, self.settings.study, work))

    def _within(self, seconds: float, work: Callable[[], T]) -> T:
        with self.patience.limit(seconds):
            return work()

    async def _unbroken(self, work: Awaitable[T]) -> T:
        """See it through, even if nobody waits for it any more."""
        task = asyncio.ensure_future(work)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            await asyncio.wait([task])  # nobody else may have the match before
            raise

    def close(self) -> None:
        self.crew.close()
        self._hands.close()
        self._orders.shutdown(wait=False, cancel_futures=True)

    def forget(self, table: Table) -> None:
        """What is in memory may not be what is kept: read it back when next asked for."""
        table.gone = True
        self._tables.pop(table.id, None)

    def _tell(self, table: Table) -> None:
        """Notify only those who have something new to see: a sheet is filled in without a sound."""
        before, table.shown = table.shown, table.looks()
        for line in self.lines.of(table.id):
            if before[line.side] != table.shown[line.side]:
                line.tell(Live("changed", number=table.match.number(line.side)))
        for listener in self.changed:
            listener(table)

    async def _table(self, id: str) -> Table:
        table = self._tables.get(id)
        if table is not None:
            self._tables.move_to_end(id)
            return table
        if id not in self._opening:
            task = self._opening[id] = asyncio.create_task(self._load(id))
            task.add_done_callback(lambda _: self._opening.pop(id, None))
        try:
            async with asyncio.timeout(self.settings.opening):
                return await asyncio.shield(self._opening[id])
        except TimeoutError:
            raise TableError("late", "That takes too long.") from None

    async def _load(self, id: str) -> Table:
        try:
            kept = await self.keeper.match(id)
            if kept is None:
                raise TableError("unknown", "There is no such match.")
            if not kept.row.begun:
                raise TableError("waiting", "The match begins when everybody is ready who is to play it.")
            found = await asyncio.to_thread(self._restored, kept)
        except StorageError as error:
            raise problems.storage_failed(error) from None
        except (ValueError, LookupError, Runaway) as error:
            log.error("match %s cannot be taken up: %s", id, error)  # it may name what only one side knows
            raise TableError(
                "broken", "This match cannot be taken up: what is kept of it is damaged, or its game."
            ) from None
        table = Table(found, journal.players_of(kept.row), kept.row.seed, kept.row.opened)
        table.stopped = kept.stopped
        self._put(table)
        return table

    def _restored(self, kept: Kept) -> Journal:
        with self.patience.limit(self.settings.replaying):
            return journal.restored(kept, self.find)

    def _put(self, table: Table) -> None:
        self._tables[table.id] = table
        self._weigh(table)
        self._make_room()

    def _weigh(self, table: Table) -> None:
        """See how large a match has become, now and then, and where nobody waits for it."""
        entries = len(table.match.record)
        if entries < table.weigh_at:
            return
        table.weigh_at = 2 * entries + OFTEN

        async def weighed() -> None:
            table.weight = await asyncio.to_thread(weigh, table.match)
            self._make_room()

        task = asyncio.create_task(weighed())
        self._weighing.add(task)
        task.add_done_callback(self._weighing.discard)

    def _make_room(self) -> None:
        """Matches that nobody has asked for lately leave the memory when it is full; the last one stays."""
        needed = sum(table.weight for table in self._tables.values()) - self.settings.memory
        for table in list(self._tables.values())[:-1]:
            if needed <= 0:
                return
            if not table.waiting:
                needed -= table.weight
                self.forget(table)


def _check(match: Match, players: Mapping[str, str]) -> None:
    """Raises if there is nobody to play a side."""
    if set(players) != set(match.sides):
        raise TableError("bad-request", f"Say who plays each side: {', '.join(match.sides)}.")


def _make_world(game: Game, scenario: str, options: Options) -> None:
    """The game keeps it for its next match."""
    game.world(scenario, options)
