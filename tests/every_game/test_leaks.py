"""Nobody receives anything that depends on what he cannot know, in any game."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from grognard.engine.match import Match
from grognard.lab.checks.laws import Finding, Memory
from grognard.lab.checks.leaks import nothing_leaks
from tests.every_game.tables import GAMES, at_every_table, findings, moments


def once(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    return nothing_leaks(match, rng, memory, redraws=2, tries=20, depth=3)


@at_every_table
def test_what_a_side_receives_does_not_depend_on_what_it_cannot_know(key: str, scenario: str) -> None:
    assert list(findings(once, key, scenario)) == []


@at_every_table
def test_a_redraw_does_change_what_a_side_cannot_know(key: str, scenario: str) -> None:
    if not GAMES[key].hides:
        pytest.skip(f"{key} hides nothing")
    memory = Memory()
    for seed, match, _ in moments(key, scenario):
        list(nothing_leaks(match, Random(seed), memory, redraws=1, tries=0, depth=0))
    assert memory.redrawn > len(moments(key, scenario)) / 4
