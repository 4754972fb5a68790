"""Processes that work for the table, and whose turn it is.

Whoever has had the least of their time comes next: first among those who ask (by address), then among the matches that
each has asked about. Nobody gets all of them. So nobody waits longer than for the work under way, however much somebody
else has asked for. Work that takes too long is ended with its worker. When a worker dies, another does its work over.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
from collections import Counter, OrderedDict
from collections.abc import Callable, Iterable
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, ParamSpec, TypeVar

from grognard.table import workers
from grognard.table.limits import asker

P = ParamSpec("P")
T = TypeVar("T")

ASKERS_REMEMBERED = 10_000
"""How many of those who asked are remembered."""
WAKING = 60.0
"""Seconds that a worker may take to begin."""

log = logging.getLogger(__name__)


class Late(Exception):
    """The work took longer than it may."""


class Died(Exception):
    """The worker died over the work, and so did the one in its place."""


class Worker:
    """A process of its own."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        spawn = multiprocessing.get_context("spawn")
        self._pool = ProcessPoolExecutor(1, mp_context=spawn, initializer=workers.begin, initargs=(modules,))
        self._awake = False

    async def do(self, seconds: float, work: Callable[..., T], *values: Any) -> T:
        """Raises TimeoutError or BrokenExecutor; in either case the worker is of no further use."""
        loop = asyncio.get_running_loop()
        if not self._awake:
            async with asyncio.timeout(WAKING):
                await loop.run_in_executor(self._pool, workers.wake)
            self._awake = True
        async with asyncio.timeout(seconds):
            return await loop.run_in_executor(self._pool, work, *values)

    def end(self) -> None:
        for process in list((self._pool._processes or {}).values()):
            process.kill()
        self._pool.shutdown(wait=False, cancel_futures=True)


class Hand(Worker):
    """A thread of the server, for work on what only the server has. It cannot be ended; see `patience`."""

    def __init__(self, modules: tuple[str, ...]) -> None:
        self._thread = ThreadPoolExecutor(1, "hand")

    async def do(self, seconds: float, work: Callable[..., T], *values: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *values)

    def end(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


class Job:
    """Work that waits for a worker."""

    def __init__(self, number: int, who: str, what: str, seconds: float, work: Callable[[], Any]) -> None:
        self.number = number
        self.who = who
        self.what = what
        self.seconds = seconds
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class Turns:
    """How much time everybody has had. Newcomers, and those who were away, start level with those who are there."""

    def __init__(self) -> None:
        self._had: OrderedDict[str, float] = OrderedDict()
        self._now = 0.0

    def of(self, name: str) -> float:
        return max(self._now, self._had.get(name, 0.0))

    def begins(self, name: str) -> None:
        self._now = self.of(name)

    def took(self, name: str, seconds: float) -> None:
        self._had[name] = self.of(name) + seconds
        self._had.move_to_end(name)
        if len(self._had) > ASKERS_REMEMBERED:
            self._had.popitem(last=False)


class Crew:
    """Workers, started when they are needed. Requests about a match go to the same worker again if it is free."""

    def __init__(
        self, modules: Iterable[str] = (), size: int | None = None, kind: Callable[[tuple[str, ...]], Worker] = Worker
    ) -> None:
        self.modules = tuple(modules)
        self.kind = kind
        self.size = size or max(2, (os.cpu_count() or 2) - 1)
        self.quota = max(1, self.size - 1)
        """How many workers a single address may keep busy."""
        self._free: list[Worker] = []
        self._busy: set[Worker] = set()
        self._waiting: list[Job] = []
        self._of: Counter[str] = Counter()
        self._last: OrderedDict[str, Worker] = OrderedDict()
        self._people, self._things = Turns(), Turns()
        self._numbers = count()
        self._tasks: set[asyncio.Task[None]] = set()

    async def do(self, what: str, seconds: float, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        """Let a worker do something within some seconds of its turn. Raises Late, Died, or whatever the work
        raises."""
        job = Job(next(self._numbers), asker.get(), what, seconds, partial(work, *values, **named))
        self._waiting.append(job)
        self._next()
        try:
            return await job.done  # type: ignore[no-any-return]
        finally:
            if job in self._waiting:  # nobody is waiting for it any more
                self._waiting.remove(job)

    def _next(self) -> None:
        """Start whatever can be started."""
        while len(self._busy) < self.size:
            able = [job for job in self._waiting if self._of[job.who] < self.quota]
            if not able:
                return
            job = min(able, key=lambda job: (self._people.of(job.who), self._things.of(job.what), job.number))
            self._waiting.remove(job)
            self._people.begins(job.who)
            self._things.begins(job.what)
            self._of[job.who] += 1
            worker = self._worker(job.what)
            self._busy.add(worker)
            task = asyncio.create_task(self._see_to(job, worker))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    def _worker(self, what: str) -> Worker:
        """The worker that had this last, or whichever is free."""
        last = self._last.get(what)
        if last in self._free:
            self._free.remove(last)
            return last
        return self._free.pop() if self._free else self.kind(self.modules)

    async def _see_to(self, job: Job, worker: Worker) -> None:
        began = monotonic()
        try:
            for again in (True, False):
                try:
                    found = await worker.do(job.seconds, job.work)
                except BrokenExecutor:
                    worker = self._replaced(worker)
                    if not again:
                        raise Died from None
                else:
                    break
            self._last[job.what] = worker
            self._last.move_to_end(job.what)
            if len(self._last) > ASKERS_REMEMBERED:
                self._last.popitem(last=False)
            if not job.done.done():
                job.done.set_result(found)
        except TimeoutError:
            worker = self._replaced(worker)
            log.warning("what was to be done for %s took longer than %.0f seconds", job.what, job.seconds)
            self._fail(job, Late())
        except Exception as error:
            self._fail(job, error)
        finally:
            for turns, name in ((self._people, job.who), (self._things, job.what)):
                turns.took(name, monotonic() - began)
            self._of[job.who] -= 1
            if not self._of[job.who]:
                del self._of[job.who]
            self._busy.discard(worker)
            self._free.append(worker)
            self._next()

    def _fail(self, job: Job, error: Exception) -> None:
        if not job.done.done():
            job.done.set_exception(error)

    def _replaced(self, worker: Worker) -> Worker:
        worker.end()
        self._busy.discard(worker)
        for what in [what for what, last in self._last.items() if last is worker]:
            del self._last[what]
        new = self.kind(self.modules)
        self._busy.add(new)
        return new

    def close(self) -> None:
        for job in self._waiting:
            job.done.cancel()
        self._waiting.clear()
        for task in self._tasks:
            task.cancel()
        for worker in (*self._busy, *self._free):
            worker.end()
        self._free.clear()
        self._busy.clear()
