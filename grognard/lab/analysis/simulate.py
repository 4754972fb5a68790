"""Many matches between players of one's choice, on all cores, and what came of them.

A match is fixed by its game, scenario, seed and players: the same command gives the same results on any machine, unless
a player thinks by the clock.
"""

from __future__ import annotations

import csv
import io
import math
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, as_completed
from statistics import fmean, quantiles, stdev

import msgspec

from grognard import lab
from grognard.engine.dice import secret_of
from grognard.engine.events import Outcome
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.players import opponents

NOBODY = "nobody"
UNFINISHED = "unfinished"
LEAD = "lead"
BINS = 20


class Job(msgspec.Struct, frozen=True):
    """One match to be played: who plays is said side by side."""

    game: str
    scenario: str
    seed: int
    players: tuple[tuple[str, str], ...]


class Result(msgspec.Struct):
    """How one match ended."""

    job: Job
    winner: str = UNFINISHED
    cause: str = ""
    facts: Json = {}
    orders: int = 0
    slowest: dict[str, float] = {}
    """For each side, the most seconds of processor time that it thought in one player turn."""
    failure: str = ""
    """What broke, if the match broke off."""

    @property
    def numbers(self) -> dict[str, float]:
        """Those facts of the outcome that can be counted with."""
        return {name: value for name, value in self.facts.items() if type(value) in (int, float)}


# Playing


def play(job: Job) -> Result:
    """Play one match to its end."""
    result = Result(job)
    try:
        game = lab.find(job.game)
        match = Match(game, job.scenario, secret=secret_of(job.seed))
        if all(name == opponents.RANDOM for _, name in job.players):
            return _by_chance(match, result)
        sitting = {side: opponents.opponent(game, name, side, job.seed) for side, name in job.players}
        thought: dict[tuple[str, str], float] = {}
        while match.outcome is None and len(match.record) < game.longest:
            side = min(match.waiting, key=match.side_index)
            turn, began = game.when(match.state).rpartition(" ")[0], time.process_time()
            order = sitting[side].choose(match).order
            thought[side, turn] = thought.get((side, turn), 0.0) + time.process_time() - began
            match.play(order)
            result.orders += 1
        for (side, _), seconds in thought.items():
            result.slowest[side] = max(seconds, result.slowest.get(side, 0.0))
        _note_end(result, match.outcome)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        at = f" at {frames[-1].filename.rpartition('grognard/')[2]}:{frames[-1].lineno}" if frames else ""
        result.failure = f"{type(error).__name__}: {str(error)[:200]}{at}"
    return result


def _by_chance(match: Match, result: Result) -> Result:
    """The same match as through its checked door, played through the lean one: chance looks at nothing but orders."""
    trial, job = match.trial(), result.job
    draws = [opponents.Chance(side, job.seed).rng.choice for side in match.sides]
    while trial.outcome is None and trial.taken < match.game.longest:
        trial.take(draws[trial.side](trial.orders()))
        result.orders = trial.taken
    _note_end(result, trial.outcome)
    return result


def _note_end(result: Result, outcome: Outcome | None) -> None:
    if outcome is not None:
        result.winner, result.cause, result.facts = outcome.winner or NOBODY, outcome.cause, dict(outcome.facts)


def play_all(jobs: Sequence[Job], workers: int, done: Callable[[Result], None]) -> list[Result]:
    """Play many matches and tell of each when it is done. Ctrl-C ends the play; what is done is kept."""
    results: list[Result] = []
    try:
        for result in _played(jobs, workers):
            results.append(result)
            done(result)
    except KeyboardInterrupt:
        pass
    return sorted(results, key=lambda result: result.job.seed)


def _played(jobs: Sequence[Job], workers: int) -> Iterator[Result]:
    if workers <= 1 or len(jobs) <= 1:
        yield from map(play, jobs)
        return
    with ProcessPoolExecutor(min(workers, len(jobs))) as pool:
        futures: list[Future[Result]] = [pool.submit(play, job) for job in jobs]
        try:
            for future in as_completed(futures):
                yield future.result()
        finally:
            pool.shutdown(cancel_futures=True)


# Counting


class Share(msgspec.Struct, frozen=True):
    """How often something happened, with the bounds between which its true share lies 95 times in 100."""

    count: float
    """A whole number, unless something counts half."""
    of: int
    low: float
    high: float

    @property
    def value(self) -> float:
        return self.count / self.of if self.of else 0.0


def wilson(count: float, of: int, z: float = 1.959964) -> Share:
    """Wilson's bounds, which hold for few matches and for shares near 0 and 1 as well."""
    if of == 0:
        return Share(0, 0, 0.0, 1.0)
    share = count / of
    middle = share + z * z / (2 * of)
    spread = z * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    scale = 1 + z * z / of
    return Share(count, of, max((middle - spread) / scale, 0.0), min((middle + spread) / scale, 1.0))


class Spread(msgspec.Struct, frozen=True):
    """A number over many matches."""

    count: int
    mean: float
    deviation: float
    minimum: float
    quarter: float
    median: float
    three_quarters: float
    maximum: float


def spread(values: Sequence[float]) -> Spread | None:
    """Mean and spread of a number, or None where there is none."""
    if not values:
        return None
    if len(values) == 1:
        value = float(values[0])
        return Spread(1, value, 0.0, value, value, value, value, value)
    low, middle, high = quantiles(values, n=4, method="inclusive")
    return Spread(len(values), fmean(values), stdev(values), min(values), low, middle, high, max(values))


class Tableau(msgspec.Struct):
    """What many matches came to."""

    results: list[Result]
    sides: tuple[str, ...]
    seconds: float

    @property
    def sound(self) -> list[Result]:
        return [result for result in self.results if not result.failure]

    @property
    def failures(self) -> list[Result]:
        return [result for result in self.results if result.failure]

    @property
    def wins(self) -> dict[str, Share]:
        """Per side; then draws and matches without an end, if there were any."""
        counts = Counter(result.winner for result in self.sound)
        others = [name for name in (NOBODY, UNFINISHED) if counts[name]]
        return {name: wilson(counts[name], counts.total()) for name in (*self.sides, *others)}

    @property
    def numbers(self) -> dict[str, list[float]]:
        """Every numeric fact of the outcomes, and the length of the matches."""
        found: dict[str, list[float]] = {}
        for result in self.sound:
            for name, value in result.numbers.items():
                found.setdefault(name, []).append(value)
        return found | {"orders": [float(result.orders) for result in self.sound]}

    @property
    def main(self) -> str | None:
        """The fact that a plot is about: the lead if there is one."""
        facts = [name for name in self.numbers if name != "orders"]
        return LEAD if LEAD in facts else next(iter(facts), None)


def simulate(jobs: Sequence[Job], workers: int, done: Callable[[Result], None] = lambda result: None) -> Tableau:
    """Play the matches and count."""
    sides = lab.find(jobs[0].game).sides
    started = time.perf_counter()
    results = play_all(jobs, workers, done)
    return Tableau(results, sides, time.perf_counter() - started)


class Bar(msgspec.Struct, frozen=True):
    """One bar of a chart."""

    label: str
    count: int
    low: float = 0.0


def histogram(values: Iterable[float], bins: int = BINS) -> list[Bar]:
    """The values in at most so many bars of one width: 1, 2, 5, 10 and so on for whole numbers."""
    found = sorted(values)
    if not found:
        return []
    whole = all(value == int(value) for value in found)
    width = _width(found[0], found[-1], whole, bins)
    first, last = math.floor(found[0] / width), math.floor(found[-1] / width)
    counts = Counter(math.floor(value / width) for value in found)
    return [
        Bar(_label(number * width, width, whole), counts[number], number * width) for number in range(first, last + 1)
    ]


def _width(minimum: float, maximum: float, whole: bool, bars: int) -> float:
    width = 1.0 if whole else 10.0 ** math.floor(math.log10(max(maximum - minimum, 1e-9) / bars))
    while math.floor(maximum / width) - math.floor(minimum / width) >= bars:
        leading = round(width / 10.0 ** math.floor(math.log10(width)))
        width *= 2.5 if leading == 2 else 2
    return width


def _label(low: float, width: float, whole: bool) -> str:
    if not whole:
        return f"{low:g}"
    return f"{low:.0f}" if width == 1 else f"{low:.0f} to {low + width - 1:.0f}"


# Files


def table(tableau: Tableau) -> str:
    """One line of CSV for every match."""
    facts = list(dict.fromkeys(name for result in tableau.sound for name in result.facts))
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    players = [f"{side} player" for side in tableau.sides]
    writer.writerow(["game", "scenario", "seed", *players, "winner", "cause", "orders", *facts, "failure"])
    for result in tableau.results:
        job, names = result.job, dict(result.job.players)
        writer.writerow(
            [
                *(job.game, job.scenario, job.seed, *(names[side] for side in tableau.sides)),
                *(result.winner, result.cause, result.orders),
                *(result.facts.get(fact, "") for fact in facts),
                result.failure,
            ]
        )
    return out.getvalue()
