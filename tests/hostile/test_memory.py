"""What matches in play take of the memory: weighed, bounded in bytes, and given back."""

from __future__ import annotations

import gc
import time
import tracemalloc
from collections.abc import Callable
from random import Random

import pytest
from msgspec import structs

import grognard
from grognard.engine import game as engine_game
from grognard.engine.match import Match
from grognard.table import hall
from grognard.table.weight import weigh
from tests.skirmish import GAME, everything, until
from tests.table.server import WIDE, Served


def on(match: Match, orders: int, seed: int) -> Match:
    choose = Random(seed)
    for _ in range(orders):
        if match.waiting:
            match.play(choose.choice(match.orders(min(match.waiting))))
    for side in match.sides:
        match.view(side)
    return match


@pytest.mark.parametrize(("game", "scenario"), [("westfront", "husky"), ("2ww", "war")])
def test_a_match_weighs_what_it_takes(game: str, scenario: str) -> None:
    kept = on(grognard.new(game, scenario, seed=1), 150, 1)  # what all matches share is there from now on
    gc.collect()
    tracemalloc.start()
    match = on(grognard.new(game, scenario, seed=2), 150, 1)
    gc.collect()
    real = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert 0.4 < weigh(match) / real < 1.5
    assert weigh(kept)


def test_weighing_changes_nothing() -> None:
    match = until("Movement", seed=2)
    before = everything(match)
    weigh(match)
    assert everything(match) == before


def test_matches_in_memory_are_bounded_in_bytes(serve: Callable[..., Served]) -> None:
    settings = structs.replace(WIDE, memory=300_000)
    served = serve(settings=settings)
    opened = [served.open(seed=seed) for seed in range(20)]
    for each in opened:
        each["red"].order()
    until_then = time.monotonic() + 20
    found = next(each for each in gc.get_objects() if isinstance(each, hall.Hall) and each.settings is settings)
    while any(table.weight == hall.UNWEIGHED for table in found._tables.values()):
        assert time.monotonic() < until_then
        time.sleep(0.05)
    assert sum(table.weight for table in found._tables.values()) <= 300_000 or len(found._tables) == 1
    assert len(found._tables) < len(opened)
    assert [each["red"].view()["number"] for each in opened] == ["0.1"] * 20, "the others come back"


def test_the_worlds_of_all_kinds_of_options_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_game, "WORLDS", 3)
    for turns in range(1, 9):
        GAME.world("ford", {"turns": turns})
        assert len(GAME._worlds) <= 3
    assert GAME.world("ford", {"turns": 8}) is GAME.world("ford", {"turns": 8})
