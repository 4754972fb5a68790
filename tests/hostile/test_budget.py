"""Orders that lead to no end: they are ended, the match is as it was, and nobody tries again."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import pytest

from grognard.engine import agenda
from grognard.engine.agenda import Chance, Runaway, Step, advance
from grognard.engine.events import Deal, Roll
from tests.skirmish import everything, new
from tests.table.server import Opened, Served, problem


class Again(Step[Any], frozen=True):
    """A step that comes after itself."""

    def run(self, s: Any) -> None:
        s.then(self)


class Handful(Chance[Any], frozen=True):
    """So many dice, or cards, at once."""

    many: int
    cards: bool = False

    def call(self, s: Any) -> Roll | Deal:
        return Deal(self.many) if self.cards else Roll("luck", "SK-1", self.many)

    def rolled(self, s: Any, faces: tuple[int, ...]) -> None: ...


@pytest.mark.parametrize("step", [Again(), Handful(10**9), Handful(10**9, cards=True)])
def test_what_has_no_end_is_ended(step: Step[Any]) -> None:
    state = new().state.copy()
    state.then(step)
    thrown: list[Roll | Deal] = []

    def throw(call: Roll | Deal) -> tuple[int, ...]:
        thrown.append(call)
        return ()

    began = time.perf_counter()
    with pytest.raises(Runaway):
        advance(state, throw)
    assert time.perf_counter() - began < 2
    assert not thrown, "so many are not even thrown"


def test_a_match_is_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    match = new()
    monkeypatch.setattr(agenda, "BUDGET", 0)
    for _ in range(20):
        before = everything(match)
        try:
            match.play(match.orders(min(match.waiting))[0])
        except Runaway:
            assert everything(match) == before
            return
    pytest.fail("no order leads to anything")


def ready(served: Served, axis: str = "me") -> Opened:
    """A match in which the next order leads to some steps."""
    return served.open(game="westfront", scenario="husky", allied="me", axis=axis)


def test_a_match_that_ran_away_is_stopped_for_good(
    serve: Callable[..., Served], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve(url)
    opened, other = ready(served), ready(served)
    before = opened["allied"].view()
    with monkeypatch.context() as patch:
        patch.setattr(agenda, "BUDGET", 1)
        found = problem(opened["allied"].post("orders", {"number": "0", "say": "pass"}), 409, "stopped")
        assert "does not come to an end" in found["text"]
    assert opened["allied"].view() == before, "nothing has changed"
    problem(opened["allied"].post("orders", {"number": "0", "batch": ["pass", "pass"]}), 409, "stopped")
    other["allied"].order("pass")
    served.stop()
    again = serve(url)
    later = Opened(again, {"match": opened.id, "seats": opened.tokens, "spectator": opened.spectator.token})
    assert later["allied"].view() == before
    problem(later["allied"].post("orders", {"number": "0", "say": "pass"}), 409, "stopped")
    assert later["allied"].post("resign").status_code == 200, "one can still leave"


def test_a_computer_that_runs_away_is_not_asked_again(
    serve: Callable[..., Served], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve(url)
    opened = ready(served, "computer:random")
    calls = 0

    def without_end(*_: object) -> None:
        nonlocal calls
        calls += 1
        raise Runaway(agenda.NO_END)

    taken = agenda.take
    monkeypatch.setattr(
        agenda, "take", lambda s, side, order, throw: (without_end if side else taken)(s, side, order, throw)
    )
    opened["allied"].order("pass")
    until = time.monotonic() + 60
    while not calls:
        assert time.monotonic() < until
        time.sleep(0.05)
    served.stop()
    again = serve(url)
    later = Opened(again, {"match": opened.id, "seats": opened.tokens, "spectator": opened.spectator.token})
    assert later["allied"].view()["waiting"] == ["axis"]
    time.sleep(2)
    assert calls == 1
    assert again.open()["red"].view()["number"] == "0"
