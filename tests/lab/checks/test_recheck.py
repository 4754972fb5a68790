"""Stored matches under other rules: the first order that diverges is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from grognard.engine.match import Match
from grognard.engine.orders import Order, Refusal
from grognard.lab.checks.fuzz import begin, moments
from grognard.lab.checks.recheck import recheck
from tests.skirmish import GAME, march
from tests.skirmish.march import Movement
from tests.skirmish.orders import Move
from tests.skirmish.state import Skirmish


@pytest.fixture
def stored(tmp_path: Path) -> tuple[str, Match]:
    *_, (match, _) = moments(GAME, "ford", 3, share=0)
    path = str(tmp_path / "match.json")
    match.save(path)
    return path, match


def test_a_stored_match_replays(stored: tuple[str, Match]) -> None:
    verdict = recheck(stored[0])
    assert verdict.good
    assert (verdict.game, verdict.scenario, verdict.orders) == ("skirmish", "ford", len(stored[1].record))


def test_the_first_order_that_the_rules_now_forbid_is_named(
    stored: tuple[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match = stored
    first = next(number for number, entry in enumerate(match.record, 1) if entry.say.startswith("move"))
    monkeypatch.setattr(Movement, "offers", lambda self, s: iter(()))
    monkeypatch.setattr(march, "may_march", lambda s, side, order: Refusal("SK-4.4", {"unit": order.unit}))
    verdict = recheck(path)
    assert not verdict.good
    assert (verdict.diverged, verdict.say) == (first, match.record[first - 1].say)
    assert "SK-4.4" in verdict.why


def test_a_match_that_comes_out_otherwise_is_named_even_if_every_order_is_legal(
    stored: tuple[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    sound = Movement.take

    def take(self: Movement, s: Skirmish, order: Order) -> None:
        sound(self, s, order)
        if isinstance(order, Move):
            s.seen[0] = 9

    monkeypatch.setattr(Movement, "take", take)
    verdict = recheck(stored[0])
    assert not verdict.good


def test_what_is_no_match_is_said_not_to_be_one(tmp_path: Path) -> None:
    (tmp_path / "x.json").write_text("{}", encoding="utf-8")
    assert "not a saved match" in recheck(str(tmp_path / "x.json")).why
    assert not recheck(str(tmp_path / "none.json")).good


def test_a_match_of_a_game_that_is_not_there_cannot_begin(stored: tuple[str, Match]) -> None:
    def nothing(key: str) -> None:
        raise LookupError(f"no game called {key!r}")

    assert "cannot begin: no game called" in recheck(stored[0], nothing).why  # type: ignore[arg-type]


def test_a_match_without_orders_replays(tmp_path: Path) -> None:
    begin(GAME, "ford", 1).save(str(tmp_path / "new.json"))
    assert recheck(str(tmp_path / "new.json")).good
