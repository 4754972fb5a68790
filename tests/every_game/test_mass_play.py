"""Hundreds of matches of random play at every table, every law looked at now and then."""

from __future__ import annotations

import pytest

from grognard.lab.checks.fuzz import Job, play
from grognard.lab.checks.generators import PLAIN, generators
from tests.every_game.tables import GAMES, SMALL, TABLES, at_every_table

BATCH, BATCHES = 50, 8


def batch_at(scenario: str) -> int:
    """A match on a whole map takes as long as dozens of small ones; `grognard fuzz` plays more of them."""
    return BATCH if scenario in SMALL else 1


SPECIAL = [
    (key, scenario, way.name)
    for key, scenario in TABLES
    for way in generators(GAMES[key]).values()
    if way is not PLAIN and way.scenario in ("", scenario)
]


@pytest.mark.long
@pytest.mark.parametrize("batch", range(BATCHES))
@at_every_table
def test_random_play_breaks_no_law(key: str, scenario: str, batch: int) -> None:
    game, count = GAMES[key], batch_at(scenario)
    for seed in range(10_000 + batch * count, 10_000 + (batch + 1) * count):
        result = play(Job(key, scenario, seed, share=0.05), game)
        assert result.failures == []
        assert result.outcome
        assert 0 < result.orders <= game.longest


@pytest.mark.long
@pytest.mark.parametrize(("key", "scenario", "way"), SPECIAL)
def test_random_play_from_composed_positions_breaks_no_law(key: str, scenario: str, way: str) -> None:
    for seed in range(10_000, 10_000 + batch_at(scenario)):
        result = play(Job(key, scenario, seed, share=0.1, generator=way), GAMES[key])
        assert result.failures == []
        assert result.outcome


@pytest.mark.long
@at_every_table
def test_the_same_seed_gives_the_same_match(key: str, scenario: str) -> None:
    first, again = (play(Job(key, scenario, 77, checks=()), GAMES[key]) for _ in range(2))
    assert (first.orders, first.outcome) == (again.orders, again.outcome)
