"""Random play to the end, held to the laws: thousands of matches, no crash, no dead end, no endless loop.

A match is fixed by its game, scenario and seed, and so are the moments at which each law is tried, whichever laws are
chosen; so every failure comes with the command line that shows it again.
"""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from random import Random
from types import FrameType

import msgspec

from grognard import lab
from grognard.engine.dice import secret_of
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from grognard.lab import laws
from grognard.lab.laws import Finding, Law, Memory
from grognard.lab.leaks import nothing_leaks

CHECKS: dict[str, tuple[Law, ...]] = {**laws.SAMPLED, "leaks": (nothing_leaks,)}
"""The laws that a sample of the moments is held to. Undoing, saving and replaying once per match comes with `save`."""

RARELY = {"leaks": 0.5, "text": 0.5}
"""Laws that cost more are tried at a smaller share of the moments."""

SHARE = 0.04
SLOW = 2.0
STUCK = 60
MANY = 12


class Job(msgspec.Struct, frozen=True):
    """One match to be played."""

    game: str
    scenario: str
    seed: int
    checks: tuple[str, ...] = tuple(CHECKS)
    share: float = SHARE
    slow: float = SLOW

    @property
    def command(self) -> str:
        """What to type to see this match again."""
        checks = "" if set(self.checks) == set(CHECKS) else f" --checks {','.join(self.checks) or 'none'}"
        share = "" if self.share == SHARE else f" --share {self.share}"
        return f"grognard fuzz {self.game} --scenario {self.scenario} --matches 1 --seed {self.seed}{checks}{share}"


class Failure(msgspec.Struct, frozen=True):
    """A law that was broken: which, how, in which match, after how many orders, and how to see it again."""

    name: str
    what: str
    game: str
    scenario: str
    seed: int
    number: int
    command: str

    def __str__(self) -> str:
        at = f"{self.game} {self.scenario}, seed {self.seed}, order {self.number}"
        return f"{self.name} ({at}): {self.what}\n    {self.command}"


class Result(msgspec.Struct):
    """How one match went."""

    job: Job
    orders: int = 0
    seconds: float = 0.0
    """Time that the play took, without the checks."""
    outcome: str = ""
    failures: list[Failure] = []
    refused: set[str] = set()
    happened: set[str] = set()
    asked: set[str] = set()
    redrawn: int = 0


class Stuck(Exception):
    """A single order has taken longer than any order may."""


class Player:
    """Plays at random, in a mood that lasts for a match: by order or by kind of order, and idle or not."""

    def __init__(self, seed: object) -> None:
        self.rng = Random(f"play {seed}")
        self.by_kind = self.rng.random() < 0.5
        self.idle = self.rng.choice([0.0, 0.0, 0.1, 0.3])

    def choose(self, match: Match) -> Order:
        """An order of one of the sides that are waited for."""
        rng = self.rng
        waiting = sorted(match.waiting)
        orders = match.orders(waiting[0] if len(waiting) == 1 else rng.choice(waiting))
        if rng.random() < max(self.idle, 0.1 if self.by_kind else 0):
            for order in orders:
                if isinstance(order, Pass):
                    return order
        active = [order for order in orders if not isinstance(order, Pass)]
        if not self.by_kind or not active:
            return rng.choice(orders)
        kind = rng.choice(sorted({type(order) for order in active}, key=lambda kind: kind.__name__))
        return rng.choice([order for order in active if type(order) is kind])


def begin(game: Game, scenario: str, seed: int) -> Match:
    """The match of a job."""
    return Match(game, scenario, secret=secret_of(seed))


def moments(game: Game, scenario: str, seed: int, share: float, most: int = 10_000) -> Iterator[tuple[Match, Memory]]:
    """Copies of a match at moments of random play, the first and the last always among them."""
    match, memory, player = begin(game, scenario, seed), Memory(), Player(seed)
    pick = Random(f"moments {seed}")
    while match.outcome is None and len(match.record) < min(most, game.longest):
        if not match.record or pick.random() < share:
            yield laws.clone(match), memory
        order = player.choose(match)
        memory.said.append(order)
        match.play(order)
    yield match, memory


def play(job: Job, game: Game | None = None) -> Result:
    """Play one match to its end and hold it to the laws."""
    return _Run(job, game or lab.find(job.game)).result


def play_all(jobs: Sequence[Job], workers: int, done: Callable[[Result], None]) -> list[Result]:
    """Play many matches, on several cores if there are; tells of each when it is done."""
    results = []
    if workers <= 1 or len(jobs) <= 1:
        for job in jobs:
            results.append(play(job))
            done(results[-1])
        return results
    with ProcessPoolExecutor(min(workers, len(jobs))) as pool:
        for future in as_completed([pool.submit(play, job) for job in jobs]):
            results.append(future.result())
            done(results[-1])
    return sorted(results, key=lambda result: (result.job.game, result.job.scenario, result.job.seed))


class _Run:
    def __init__(self, job: Job, game: Game) -> None:
        self.job = job
        self.game = game
        self.result = Result(job)
        self.memory = Memory()
        self.number = 0
        self._seen: set[str] = set()
        try:
            self._run()
        except Exception as error:
            self._found(Finding("crash", _told(error)))
        result, memory = self.result, self.memory
        result.orders = self.number
        result.refused, result.happened, result.asked = memory.refused, memory.happened, memory.asked
        result.redrawn = memory.redrawn

    def _run(self) -> None:
        clock = time.process_time
        started = clock()
        with _no_longer_than(STUCK):
            match = begin(self.game, self.job.scenario, self.job.seed)
        self.result.seconds += clock() - started
        player = Player(self.job.seed)
        self._look(match, match.history)
        while match.outcome is None and not self._given_up():
            if self.number >= self.game.longest:
                self._found(Finding("endless", f"no end after {self.number} orders, the most that a match may have"))
                return
            started = clock()
            try:
                with _no_longer_than(STUCK):
                    order = player.choose(match)
                    events = match.play(order)
            except Stuck:
                self._found(Finding("endless", f"an order takes more than {STUCK} seconds"))
                return
            took = clock() - started
            self.result.seconds += took
            self.number += 1
            self.memory.said.append(order)
            if took > self.job.slow:
                self._found(Finding("slow", f"{order} took {took:.1f} seconds"))
            self._look(match, events)
        if match.outcome is not None:
            self.result.outcome = match.outcome.winner or "nobody"
        if "save" in self.job.checks:
            self._hold(laws.replay_restores, match)

    def _look(self, match: Match, events: Iterable[object]) -> None:
        """Hold one moment to the laws."""
        self._hold(lambda match, rng, memory: laws.events_speak(match, events, memory), match)  # type: ignore[arg-type]
        for law in laws.ALWAYS:
            self._hold(law, match)
        for check in CHECKS:
            pick = Random(f"{self.job.seed} {self.number} {check}").random()
            if check in self.job.checks and (pick < self.job.share * RARELY.get(check, 1) or self.number == 0):
                for law in CHECKS[check]:
                    self._hold(law, match)

    def _hold(self, law: Law, match: Match) -> None:
        rng = Random(f"{self.job.seed} {self.number} {getattr(law, '__name__', '')}")
        try:
            with _no_longer_than(STUCK):
                for finding in law(match, rng, self.memory):
                    self._found(finding)
        except Stuck:
            self._found(Finding("endless", f"{getattr(law, '__name__', 'a law')} takes more than {STUCK} seconds"))
        except Exception as error:
            self._found(Finding("crash", _told(error)))

    def _found(self, finding: Finding) -> None:
        job = self.job
        if self._given_up() or f"{finding.name} {finding.what[:80]}" in self._seen:
            return
        self._seen.add(f"{finding.name} {finding.what[:80]}")
        failure = Failure(*finding, job.game, job.scenario, job.seed, self.number, job.command)
        self.result.failures = [*self.result.failures, failure]

    def _given_up(self) -> bool:
        failures = self.result.failures
        return len(failures) >= MANY or any(failure.name == "dead_end" for failure in failures)


def _told(error: Exception) -> str:
    """An exception in one line, with the place that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" at {frames[-1].filename.rpartition('grognard/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {str(error)[:200]}{at}"


@contextmanager
def _no_longer_than(seconds: int) -> Iterator[None]:
    """Break off what never ends, where the system can."""
    if not hasattr(signal, "SIGALRM") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Stuck

    before = signal.signal(signal.SIGALRM, ring)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
