"""Every game with every scenario, and moments of random play at each of these tables."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest
from _pytest.mark import ParameterSet

import grognard
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.lab.checks import fuzz
from grognard.lab.checks.laws import Finding, Law, Memory
from tests.skirmish import GAME as SKIRMISH

GAMES: dict[str, Game] = {SKIRMISH.key: SKIRMISH, **grognard.games()}
TABLES = [(key, scenario) for key, game in GAMES.items() for scenario in game.scenarios()]

QUICK = 2
"""So many scenarios of each game, its first ones, are looked at in every run; the others only in a long one."""

SMALL = ("ford", "husky")
"""Scenarios that are over in a moment, so that hundreds of matches can be played."""


def _table(key: str, scenario: str) -> ParameterSet:
    quick = scenario in list(GAMES[key].scenarios())[:QUICK]
    return pytest.param(key, scenario, id=f"{key}-{scenario}", marks=() if quick else pytest.mark.long)


at_every_table = pytest.mark.parametrize(("key", "scenario"), [_table(*table) for table in TABLES])

SEEDS = (1, 2, 3)
MOMENTS = 10
"""So many moments of each match are looked at by each law."""


@cache
def moments(key: str, scenario: str) -> list[tuple[int, Match, Memory]]:
    """Moments from some matches, the first and the last of each among them: the seed, the match, what was met in it."""
    found = []
    for seed in SEEDS:
        length = _length(key, scenario, seed)
        played = list(fuzz.moments(GAMES[key], scenario, seed, share=MOMENTS / length))
        found += [(seed, match, memory) for match, memory in played]
    return found


@cache
def _length(key: str, scenario: str, seed: int) -> int:
    *_, (last, _) = fuzz.moments(GAMES[key], scenario, seed, share=0)
    return max(len(last.record), MOMENTS)


def findings(law: Law, key: str, scenario: str) -> Iterator[str]:
    """What a law finds at the moments of a table, each with how to get there."""
    for seed, match, memory in moments(key, scenario):
        number = len(match.record)
        for finding in law(match, Random(f"{seed} {number}"), memory):
            yield failure_text(finding, key, scenario, seed, number)


def failure_text(finding: Finding, key: str, scenario: str, seed: int, number: int) -> str:
    return f"{finding.name} ({key} {scenario}, seed {seed}, after {number} orders): {finding.what}"
