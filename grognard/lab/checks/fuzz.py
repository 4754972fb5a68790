"""Random play to the end, held to the laws: thousands of matches, no crash, no dead end, no endless loop.

A match is fixed by its game, scenario, generator and seed, and so are the moments at which each law is tried, whichever
laws are chosen; so every failure comes with the command line that shows it again.
"""

from __future__ import annotations

import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import AbstractContextManager, contextmanager, nullcontext
from importlib import import_module
from random import Random
from types import FrameType

import msgspec

from grognard import lab
from grognard.engine.game import Game
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.lab.analysis.simulate import NOBODY
from grognard.lab.checks import generators, laws
from grognard.lab.checks.doors import doors_agree
from grognard.lab.checks.generators import PLAIN, Whim
from grognard.lab.checks.laws import Finding, Law, Memory
from grognard.lab.checks.leaks import nothing_leaks
from grognard.lab.checks.witness import Witness

CHECKS: dict[str, tuple[Law, ...]] = {**laws.SAMPLED, "doors": (doors_agree,), "leaks": (nothing_leaks,)}
"""The laws that a sample of the moments is held to. Replaying whole matches comes with `save`."""

RARELY = {"doors": 0.5, "leaks": 0.5, "text": 0.5}
"""Costlier laws are tried at a smaller share of the moments."""

SHARE = 0.04
SLOW = 2.0
STUCK = 60
MANY = 12
REPLAY, REPLAYED = "replay", 10
"""A match is replayed whole this many times as often as a moment is examined."""

WATCHED = 10
"""One match in this many is watched for rules whose id shows nowhere; watching slows it down."""


class Job(msgspec.Struct, frozen=True):
    """One match to be played."""

    game: str
    scenario: str
    seed: int
    checks: tuple[str, ...] = tuple(CHECKS)
    share: float = SHARE
    slow: float = SLOW
    generator: str = PLAIN.name

    @property
    def watched(self) -> bool:
        return self.seed % WATCHED == 0

    @property
    def command(self) -> str:
        """The command that plays this match again."""
        checks = "" if set(self.checks) == set(CHECKS) else f" --checks {','.join(self.checks) or 'none'}"
        share = "" if self.share == SHARE else f" --share {self.share}"
        how = f"{checks}{share} --generator {self.generator}"
        return f"grognard fuzz {self.game} --scenario {self.scenario} --matches 1 --seed {self.seed}{how}"


class Failure(msgspec.Struct, frozen=True):
    """A broken law: which, how, in which match, after how many orders, and how to see it again."""

    name: str
    what: str
    game: str
    scenario: str
    seed: int
    number: int
    command: str
    generator: str = PLAIN.name

    def __str__(self) -> str:
        way = "" if self.generator == PLAIN.name else f" {self.generator}"
        at = f"{self.game} {self.scenario}{way}, seed {self.seed}, order {self.number}"
        return f"{self.name} ({at}): {self.what}\n    {self.command}"


class Result(msgspec.Struct):
    """How one match went."""

    job: Job
    orders: int = 0
    seconds: float = 0.0
    """The time that play took, without the checks."""
    outcome: str = ""
    facts: Json = {}
    """Whatever else the outcome says, such as the lead."""
    course: dict[str, dict[str, list[float]]] = {}
    """What the game plots beside the board, turn by turn: for each such track, the numbers of each side."""
    failures: list[Failure] = []
    refused: set[str] = set()
    happened: set[str] = set()
    asked: set[str] = set()
    worked: set[str] = set()
    """Rules of reasons in tallies and of steps that ran, where the match was watched."""
    answered: set[str] = set()
    """Rules cited by functions that had something to say, where the match was watched."""
    redrawn: int = 0
    held: dict[str, int] = {}
    """How many moments were held to the laws of each check."""

    @property
    def fired(self) -> set[str]:
        """Rules whose id stood on an event, a prompt, a reason in a tally, a refusal or a step."""
        return self.refused | self.happened | self.asked | self.worked


class Stuck(Exception):
    """A single order has taken longer than any order may."""


def begin(game: Game, scenario: str, seed: int) -> Match:
    """The match of a job."""
    return PLAIN.begin(game, scenario, seed)


def moments(game: Game, scenario: str, seed: int, share: float, limit: int = 10_000) -> Iterator[tuple[Match, Memory]]:
    """Copies of a match at moments of random play, the first and the last always among them."""
    match, memory, player = begin(game, scenario, seed), Memory(), Whim(seed)
    pick = Random(f"moments {seed}")
    while match.outcome is None and len(match.record) < min(limit, game.longest):
        if not match.record or pick.random() < share:
            yield laws.clone(match), memory
        order = player.choose(match)
        memory.said.append(order)
        match.play(order)
    yield match, memory


def course(match: Match) -> dict[str, dict[str, list[float]]]:
    """The numbers of those tracks that the game wants to be plotted."""
    plotted = [track.key for track in match.game.looks().tracks if track.shape == "plot"]
    tracks = match.game.tracks(match.state, None)
    return {key: tracks[key] for key in plotted}


def play(job: Job, game: Game | None = None) -> Result:
    """Play one match to its end and hold it to the laws."""
    return _Run(job, game or lab.find(job.game)).result


def play_all(jobs: Sequence[Job], workers: int, done: Callable[[Result], None]) -> list[Result]:
    """Play many matches, on several cores where there are several; `done` hears of each when it has ended."""
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
    place = {job: number for number, job in enumerate(jobs)}
    return sorted(results, key=lambda result: place[result.job])


def own_laws(game: Game) -> tuple[Law, ...]:
    """What a game promises besides what all games do; told by the module that supplies its generators."""
    module = game.company.get("generators")
    return getattr(import_module(module), "LAWS", ()) if module else ()


class _Run:
    def __init__(self, job: Job, game: Game) -> None:
        self.job = job
        self.game = game
        self.result = Result(job)
        self.generator = generators.find(game, job.generator)
        self.memory = Memory(self.generator.aim)
        self.witness = Witness(game)
        self.own = own_laws(game)
        self.number = 0
        self._seen: set[str] = set()
        try:
            self._run()
        except Exception as error:
            self._report(Finding("crash", _summary(error)))
        result, memory = self.result, self.memory
        result.orders = self.number
        result.refused, result.happened, result.asked = memory.refused, memory.happened, memory.asked
        result.worked, result.answered = self.witness.fired, self.witness.answered
        result.redrawn = memory.redrawn

    def _run(self) -> None:
        clock = time.process_time
        started = clock()
        with _no_longer_than(STUCK):
            match = self.generator.begin(self.game, self.job.scenario, self.job.seed)
        self.result.seconds += clock() - started
        player = self.generator.player(self.game, self.job.seed)
        self.memory.open(match)
        self._look(match, match.history)
        while match.outcome is None and not self._given_up():
            if self.number >= self.game.longest:
                self._report(Finding("endless", f"no end after {self.number} orders, the most that a match may have"))
                return
            started = clock()
            try:
                with _no_longer_than(STUCK), self._watching():
                    order = player.choose(match)
                    events = match.play(order)
            except Stuck:
                self._report(Finding("endless", f"an order takes more than {STUCK} seconds"))
                return
            took = clock() - started
            self.result.seconds += took
            self.number += 1
            self.memory.said.append(order)
            if took > self.job.slow:
                self._report(Finding("slow", f"{order} took {took:.1f} seconds"))
            self._look(match, events)
        if match.outcome is not None:
            self.result.outcome, self.result.facts = match.outcome.winner or NOBODY, dict(match.outcome.facts)
            self.result.course = course(match)
        if "save" in self.job.checks and Random(f"{self.job.seed} {REPLAY}").random() < self.job.share * REPLAYED:
            self._count(REPLAY)
            self._hold(laws.replay_restores, match)

    def _look(self, match: Match, events: Iterable[object]) -> None:
        """Hold one moment to the laws."""
        self._hold(lambda match, rng, memory: laws.events_speak(match, events, memory), match)  # type: ignore[arg-type]
        with self._watching():
            for law in (*laws.ALWAYS, *self.own):
                self._hold(law, match)
        for check in CHECKS:
            pick = Random(f"{self.job.seed} {self.number} {check}").random()
            if check in self.job.checks and pick < self.job.share * RARELY.get(check, 1):
                self._count(check)
                with self._watching() if check == "legality" else nullcontext():
                    for law in CHECKS[check]:
                        self._hold(law, match)

    def _watching(self) -> AbstractContextManager[None]:
        return self.witness.watching() if self.job.watched else nullcontext()

    def _count(self, check: str) -> None:
        held = self.result.held
        self.result.held = {**held, check: held.get(check, 0) + 1}

    def _hold(self, law: Law, match: Match) -> None:
        rng = Random(f"{self.job.seed} {self.number} {getattr(law, '__name__', '')}")
        try:
            with _no_longer_than(STUCK):
                for finding in law(match, rng, self.memory):
                    self._report(finding)
        except Stuck:
            self._report(Finding("endless", f"{getattr(law, '__name__', 'a law')} takes more than {STUCK} seconds"))
        except Exception as error:
            self._report(Finding("crash", _summary(error)))

    def _report(self, finding: Finding) -> None:
        job = self.job
        if self._given_up() or f"{finding.name} {finding.what[:80]}" in self._seen:
            return
        self._seen.add(f"{finding.name} {finding.what[:80]}")
        failure = Failure(*finding, job.game, job.scenario, job.seed, self.number, job.command, job.generator)
        self.result.failures = [*self.result.failures, failure]

    def _given_up(self) -> bool:
        failures = self.result.failures
        return len(failures) >= MANY or any(failure.name == "dead_end" for failure in failures)


def _summary(error: Exception) -> str:
    """An exception in one line, with the place that it came from."""
    frames = traceback.extract_tb(error.__traceback__)
    at = f" at {frames[-1].filename.rpartition('grognard/')[2]}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}: {str(error)[:200]}{at}"


@contextmanager
def _no_longer_than(seconds: int) -> Iterator[None]:
    """Break off what never ends, where the system allows; in processor time, so that a busy machine does not matter."""
    if not hasattr(signal, "SIGPROF") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise Stuck

    before = signal.signal(signal.SIGPROF, ring)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
