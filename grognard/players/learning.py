"""How the weights of a judge are learned: from matches that it plays against itself, by least squares.

`python -m grognard.players.learning [MATCHES]` writes `westfront.toml` anew.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

from grognard.engine import agenda
from grognard.games import find
from grognard.games.westfront.state import ALLIES, Front
from grognard.games.westfront.victory import points
from grognard.players.levels import Trial
from grognard.players.thinking import dice
from grognard.players.westfront import WestFrontJudge

Sample = tuple[str, list[float], float]


def samples(seed: int) -> list[Sample]:
    """What was to be seen at the beginning of every turn of one match, and how much the lead then changed."""
    game, judge, rng = find("westfront"), WestFrontJudge({}), Random(f"learning {seed}")
    s = game.setup(game.world("husky", {}))
    assert isinstance(s, Front)
    agenda.advance(s, dice(rng))
    trial = Trial(judge, s, rng, rng.choice([0.2, 0.4, 0.6, 0.9]))
    now, seen = None, []
    while s.outcome is None:
        if judge.turn(s) != now:
            now = judge.turn(s)
            seen.append((judge.stage(s), judge.features(s), points(s).value))
        trial.play(agenda.waiting(s)[0])
    lead = judge.lead(s, ALLIES)
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


def learn(found: Iterable[Sample], ridge: float = 20.0) -> dict[str, list[float]]:
    """The weights of every stage."""
    stages: dict[str, list[tuple[list[float], float]]] = {}
    for stage, features, answer in found:
        stages.setdefault(stage, []).append((features, answer))
    return {stage: fit(rows, ridge) for stage, rows in sorted(stages.items())}


def write(weights: dict[str, list[float]], path: Path) -> None:
    made = "# Made by grognard.players.learning. What the judge of Husky gives for each of its features, by stage."
    lines = [made, "", "[lead]"]
    lines += [f'"{stage}" = [{", ".join(f"{value:.3f}" for value in row)}]' for stage, row in weights.items()]
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def main(matches: int) -> None:
    with ProcessPoolExecutor() as pool:
        found = [sample for each in pool.map(samples, range(matches), chunksize=20) for sample in each]
    cut = len(found) * 9 // 10
    weights = learn(found[:cut])
    for stage, row in weights.items():
        rest = [(f, a) for st, f, a in found[cut:] if st == stage]
        mean = sum(a for _, a in rest) / len(rest)
        error = sum((a - sum(x * y for x, y in zip(f, row, strict=True))) ** 2 for f, a in rest)
        print(f"{stage}: explains {1 - error / sum((a - mean) ** 2 for _, a in rest):.0%} of {len(rest)}")
    write(learn(found), Path(__file__).with_name("westfront.toml"))


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 3000)
