"""How the numbers of Husky's judge are learned: from matches that it plays against itself, by least squares.

`python -m grognard.players.westfront.husky.learning glance [ROUNDS] [MATCHES]`: what makes orders look
promising. In every match every number of both sides is shifted a little by chance; how the lead follows the shifts says
which way each should go.

`python -m grognard.players.westfront.husky.learning lead [MATCHES]`: what a position is worth. The
features at the beginning of every turn are compared with how much the lead then changed.

Either goes on from the numbers that are in `numbers.toml` and rewrites its part of them. From the same file and under
the same rules the same command gives the same numbers on any machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from math import pi, sqrt
from pathlib import Path
from random import Random
from typing import TypeVar

from grognard.engine import agenda
from grognard.games import find
from grognard.games.westfront.state import ALLIES, AXIS, Front
from grognard.games.westfront.victory import points
from grognard.players.levels import Rehearsal
from grognard.players.thinking import dice
from grognard.players.westfront.husky import HuskyJudge, judge
from grognard.players.westfront.husky.glance import Numbers

Sample = tuple[str, list[float], float]
T = TypeVar("T")

FILE = Path(judge.__file__).with_name("numbers.toml")

HEATS = (0.05, 0.1, 0.2, 0.5)
"""How much by chance the matches are played from which leads are learned: good positions and bad ones."""

SHIFT = 0.35
"""How far a number is shifted, against its size in the fixed scheme; the smallest count as LEAST."""
LEAST = 0.4
DOUBT = 1500.0
"""How many matches it takes until a number's effect is half believed."""
PACE = 6.0
"""Shifts by which a number moves for each point of lead that one shift is worth; never more than one shift."""


def play(brain: HuskyJudge, rng: Random, heat: float, watch: Callable[[Front], None] = lambda s: None) -> float:
    """One match of a judge's quick play against itself; the Allied lead at its end."""
    game = find("westfront")
    s = game.setup(game.world("husky", {}))
    assert isinstance(s, Front)
    agenda.advance(s, dice(rng))
    trial = Rehearsal(brain, s, rng, heat, dice(rng))
    while trial.s.outcome is None:
        watch(s)
        trial.play()
    lead: float = brain.lead(s, ALLIES)
    return lead


# What makes orders look promising


def size(name: str) -> float:
    """How far a number is shifted."""
    return SHIFT * max(LEAST, abs(float(judge.numbers_file()["script"][name])))


def shifted(now: Sequence[Numbers], seed: int) -> tuple[list[float], float]:
    """The shifts of one match, first those of the Allies, and its lead."""
    rng = Random(f"shifted {seed}")
    shifts = [[rng.gauss(0.0, 1.0) for _ in each] for each in now]
    tried = [
        {name: value + by * size(name) for (name, value), by in zip(each.items(), row, strict=True)}
        for each, row in zip(now, shifts, strict=True)
    ]
    return [1.0, *shifts[ALLIES], *shifts[AXIS]], play(HuskyJudge(tried), rng, HEATS[0])


def better(now: Sequence[Numbers], rows: Sequence[tuple[Sequence[float], float]]) -> list[dict[str, float]]:
    """The numbers after one round: each moved towards what helped its side."""
    effects = fit(rows, DOUBT)[1:]
    found, start = [], 0
    for each, sign in zip(now, (1, -1), strict=True):
        mine = effects[start : start + len(each)]
        start += len(each)
        moves = [max(-1.0, min(1.0, PACE * sign * effect)) for effect in mine]
        found.append({name: each[name] + by * size(name) for name, by in zip(each, moves, strict=True)})
    return found


def learn_glance(rounds: int, matches: int) -> None:
    known = judge.numbers_file()
    now: list[dict[str, float]] = [dict(known["allied"]), dict(known["axis"])]
    for number in range(rounds):
        seeds = range(number * matches, (number + 1) * matches)
        rows = on_all_cores(partial(shifted, now), seeds)
        now = better(now, rows)
        print(f"round {number + 1}: mean lead {sum(lead for _, lead in rows) / matches:+.2f}", flush=True)
        write({**known, "allied": now[ALLIES], "axis": now[AXIS]})


# What a position is worth


def samples(seed: int) -> list[Sample]:
    """What was to be seen at the beginning of every turn of one match, and how much the lead then changed."""
    rng, brain = Random(f"learning {seed}"), HuskyJudge(weights={})
    seen: list[Sample] = []
    turns = set()

    def watch(s: Front) -> None:
        if brain.turn(s) not in turns:
            turns.add(brain.turn(s))
            seen.append((brain.stage(s), brain.features(s), points(s).value))

    lead = play(brain, rng, rng.choice(HEATS), watch)
    return [(stage, features, lead - then) for stage, features, then in seen]


def fit(rows: Sequence[tuple[Sequence[float], float]], ridge: float) -> list[float]:
    """The weights that come nearest to the answers; a little weight is dearer than none."""
    size = len(rows[0][0])
    left = [[ridge * (a == b) for b in range(size)] for a in range(size)]
    right = [0.0] * size
    for features, answer in rows:
        for a, value in enumerate(features):
            if value:
                right[a] += value * answer
                line = left[a]
                for b, other in enumerate(features):
                    line[b] += value * other
    return solve(left, right)


def solve(left: list[list[float]], right: list[float]) -> list[float]:
    """Gauss and Jordan."""
    size = len(right)
    for a in range(size):
        best = max(range(a, size), key=lambda row: abs(left[row][a]))
        left[a], left[best], right[a], right[best] = left[best], left[a], right[best], right[a]
        for b in range(size):
            if b != a and left[b][a]:
                factor = left[b][a] / left[a][a]
                left[b] = [x - factor * y for x, y in zip(left[b], left[a], strict=True)]
                right[b] -= factor * right[a]
    return [right[a] / left[a][a] for a in range(size)]


def fit_stages(found: Iterable[Sample], ridge: float = 20.0) -> dict[str, list[float]]:
    """The weights of every stage."""
    stages: dict[str, list[tuple[list[float], float]]] = {}
    for stage, features, answer in found:
        stages.setdefault(stage, []).append((features, answer))
    return {stage: fit(rows, ridge) for stage, rows in sorted(stages.items())}


def learn_lead(matches: int) -> None:
    found = [sample for each in on_all_cores(samples, range(matches)) for sample in each]
    cut = len(found) * 9 // 10
    for stage, row in fit_stages(found[:cut]).items():
        rest = [(f, a) for st, f, a in found[cut:] if st == stage]
        mean = sum(a for _, a in rest) / len(rest)
        error = sum((a - sum(x * y for x, y in zip(f, row, strict=True))) ** 2 for f, a in rest)
        print(f"{stage}: explains {1 - error / sum((a - mean) ** 2 for _, a in rest):.0%} of {len(rest)}")
    lead = fit_stages(found)
    write({**judge.numbers_file(), "lead": lead, "spread": spreads(found, lead)})


def spreads(found: Sequence[Sample], lead: Mapping[str, Sequence[float]]) -> dict[str, float]:
    """How wrong the expected lead is at every stage, as the scale of a logistic curve."""
    errors: dict[str, list[float]] = {stage: [] for stage in lead}
    for stage, features, answer in found:
        errors[stage].append((answer - sum(x * y for x, y in zip(features, lead[stage], strict=True))) ** 2)
    return {stage: sqrt(3 * sum(each) / len(each)) / pi for stage, each in errors.items()}


# Running and writing


def on_all_cores(work: Callable[[int], T], seeds: Sequence[int]) -> list[T]:
    with ProcessPoolExecutor() as pool:
        return list(pool.map(work, seeds, chunksize=20))


def write(numbers: Mapping[str, Mapping[str, float | Sequence[float]]]) -> None:
    """The file anew, with its own opening."""
    lines = []
    for line in FILE.read_text(encoding="utf-8").splitlines():
        if line.startswith("["):
            break
        lines.append(line)
    for table, row in numbers.items():
        keys = [name if name[0].isalpha() else f'"{name}"' for name in row]
        lines += [f"[{table}]", *(f"{key} = {_text(value)}" for key, value in zip(keys, row.values(), strict=True)), ""]
    FILE.write_text("\n".join(lines[:-1]) + "\n", encoding="utf-8")


def _text(value: float | Sequence[float]) -> str:
    if isinstance(value, int | float):
        return f"{value:.3f}"
    return f"[{', '.join(f'{each:.3f}' for each in value)}]"


if __name__ == "__main__":
    what, *counts = sys.argv[1:] or ["lead"]
    if what == "glance":
        learn_glance(int(counts[0]) if counts else 6, int(counts[1]) if counts[1:] else 4000)
    else:
        learn_lead(int(counts[0]) if counts else 3000)
