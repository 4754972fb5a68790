"""Matches stored under each version of the rules, so that a change of the rules cannot go unnoticed.

`python -m grognard.lab.checks.stored`, run where the sources lie, plays and stores matches of every game at its present
version, if there are none yet. Files of older versions are never made again: nobody can.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

import msgspec

from grognard.engine.dice import secret_of
from grognard.engine.match import Match
from grognard.games import find
from grognard.lab.checks.generators import COMPUTER
from grognard.lab.checks.playthrough import choose

FOLDER = Path("tests/stored")


class Sample(msgspec.Struct, frozen=True):
    """A match to store: who plays it, and after how many orders it is broken off."""

    game: str
    scenario: str
    seed: int
    orders: int
    computer: bool = False
    options: dict[str, str] = {}


HISTORICAL = {"set_up": "historical"}
SAMPLES = (
    Sample("westfront", "husky", 5, 30),
    Sample("westfront", "husky", 6, 70, computer=True),
    Sample("westfront", "summer43", 7, 110),
    Sample("westfront", "winter43", 8, 170, computer=True),
    Sample("westfront", "summer44", 9, 240, computer=True),
    Sample("westfront", "winter44", 10, 140),
    Sample("2ww", "war", 11, 500, options=HISTORICAL),
    Sample("2ww", "war", 12, 1400, options=HISTORICAL),
    Sample("2ww", "war", 13, 900, computer=True),
)


def game_of(file: Path) -> str:
    return file.stem.split("-")[0]


def version_of(file: Path) -> str:
    """The version of the rules that a stored match was played under."""
    return file.stem.split("-")[1]


def played(sample: Sample) -> Match:
    """The match of a sample."""
    game = find(sample.game)
    match = Match(game, sample.scenario, sample.options, secret=secret_of(sample.seed))
    rng, computers = Random(sample.seed), COMPUTER.player(game, sample.seed)
    while match.outcome is None and len(match.record) < sample.orders:
        if sample.computer:
            match.play(computers.choose(match))
        else:
            side = rng.choice(sorted(match.waiting))
            match.play(choose(match, side, rng))
    return match


def main() -> None:
    if not FOLDER.parent.is_dir():
        sys.exit(f"there is no {FOLDER.parent} here; run this where the sources lie")
    FOLDER.mkdir(exist_ok=True)
    for sample in SAMPLES:
        version = find(sample.game).version
        file = FOLDER / f"{sample.game}-{version}-{sample.scenario}-{sample.seed}.json"
        if not file.exists():
            played(sample).save(str(file))
            print(file)


if __name__ == "__main__":
    main()
