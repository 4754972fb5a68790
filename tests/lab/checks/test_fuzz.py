"""Random play names what it finds, and the same command finds it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from grognard.engine.agenda import Prompt
from grognard.engine.orders import Order, Refusal
from grognard.lab.checks import fuzz
from grognard.lab.checks.fuzz import Job, Result, play
from tests.skirmish import march
from tests.skirmish.battle import Combat
from tests.skirmish.game import TheFord
from tests.skirmish.march import March, Movement
from tests.skirmish.orders import Move
from tests.skirmish.sequence import Dusk
from tests.skirmish.state import Skirmish

Spoil = Callable[[pytest.MonkeyPatch], None]


def fuzzed(seed: int = 1, share: float = 0.3, **settings: Any) -> Result:
    return play(Job("tests.skirmish", "ford", seed, share=share, **settings), TheFord())


def test_the_skirmish_passes() -> None:
    result = fuzzed()
    assert result.failures == []
    assert result.outcome
    assert result.orders > 20
    assert result.redrawn > 0


def test_a_match_is_the_same_whatever_is_checked() -> None:
    assert fuzzed(share=0, checks=()).orders == fuzzed().orders


def crash(patch: pytest.MonkeyPatch) -> None:
    def prompt(self: Combat, s: Skirmish) -> Prompt:
        raise ZeroDivisionError("no odds")

    patch.setattr(Combat, "prompt", prompt)


def crash_in_play(patch: pytest.MonkeyPatch) -> None:
    def run(self: March, s: Skirmish) -> None:
        raise KeyError("no such hex")

    patch.setattr(March, "run", run)


def dead_end(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Combat, "offers", lambda self, s: iter(()))


def dead_end_without_outcome(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Dusk, "rolled", lambda self, s, faces: None)


def endless(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(TheFord, "longest", 10)


def slow(patch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(0, 10**6, 3))
    patch.setattr("grognard.lab.checks.fuzz.time.process_time", lambda: next(ticks))


def bad_undo(patch: pytest.MonkeyPatch) -> None:
    sound = Skirmish.copy

    def copy(self: Skirmish) -> Skirmish:
        new = sound(self)
        new.moved = self.moved
        return new

    patch.setattr(Skirmish, "copy", copy)


def bad_save(patch: pytest.MonkeyPatch) -> None:
    counter = iter(range(10**6))

    def take(self: Movement, s: Skirmish, order: Order) -> None:
        s.seen[0] = next(counter) % 7
        sound(self, s, order)

    sound = Movement.take
    patch.setattr(Movement, "take", take)


def bad_text(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Move, "__str__", lambda self: f"move {self.unit}")


def lost_piece(patch: pytest.MonkeyPatch) -> None:
    sound = TheFord.pieces
    patch.setattr(TheFord, "pieces", lambda self, s, side: sound(self, s, side)[1:])


def doubled_piece(patch: pytest.MonkeyPatch) -> None:
    sound = TheFord.pieces
    patch.setattr(TheFord, "pieces", lambda self, s, side: sound(self, s, side) * 2)


def unexplained(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "explain", lambda self, s, order: None)


def unexplained_by_the_ledger(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Movement, "explain", lambda self, s, order: Refusal("SK-99"))


def offered_twice(patch: pytest.MonkeyPatch) -> None:
    sound = Combat.offers
    patch.setattr(Combat, "offers", lambda self, s: [*sound(self, s)] * 2)


def todo_prompt(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Combat, "prompt", lambda self, s: Prompt("no such words", "SK-6.1"))


def todo_event(patch: pytest.MonkeyPatch) -> None:
    def tell_of(s: Skirmish, unit: int, what: str, rule: str, **facts: Any) -> None:
        s.tell("no such words", rule)

    patch.setattr(march, "tell_of", tell_of)


def todo_fact(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(march, "tell_of", lambda s, unit, what, rule, **facts: s.tell(what, rule))


def todo_refusal(patch: pytest.MonkeyPatch) -> None:
    sound = Movement.explain

    def explain(self: Movement, s: Skirmish, order: Order) -> Refusal | None:
        refusal = sound(self, s, order)
        return refusal and msgspec.structs.replace(refusal, facts={})

    patch.setattr(Movement, "explain", explain)


def leak(patch: pytest.MonkeyPatch) -> None:
    sound = TheFord.tracks
    patch.setattr(TheFord, "tracks", lambda self, s, side: {**sound(self, s, side), "steps": s.steps})


@pytest.mark.parametrize(
    ("spoil", "name"),
    [
        (crash, "crash"),
        (crash_in_play, "crash"),
        (dead_end, "dead_end"),
        (dead_end_without_outcome, "dead_end"),
        (endless, "endless"),
        (slow, "slow"),
        (bad_undo, "bad_undo"),
        (bad_save, "bad_save"),
        (bad_text, "bad_text"),
        (lost_piece, "lost_piece"),
        (doubled_piece, "lost_piece"),
        (unexplained, "unexplained"),
        (unexplained_by_the_ledger, "unexplained"),
        (offered_twice, "unexplained"),
        (todo_prompt, "todo_prompt"),
        (todo_event, "todo_prompt"),
        (todo_fact, "todo_prompt"),
        (todo_refusal, "todo_prompt"),
        (leak, "leak"),
    ],
)
def test_a_spoilt_game_fails_by_name(spoil: Spoil, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    spoil(monkeypatch)
    result = fuzzed(checks=("save",)) if name == "bad_save" else fuzzed()
    assert name in {failure.name for failure in result.failures}
    first = next(failure for failure in result.failures if failure.name == name)
    assert f"--seed {first.seed}" in first.command
    assert first.number <= result.orders


def test_a_failure_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    crash(monkeypatch)
    failure = fuzzed(seed=5, share=fuzz.SHARE).failures[0]
    assert failure.command == "grognard fuzz tests.skirmish --scenario ford --matches 1 --seed 5 --generator plain"
    assert "ZeroDivisionError: no odds" in str(failure)
    assert fuzzed(seed=5, share=fuzz.SHARE).failures[0] == failure


def test_an_order_that_never_ends_is_broken_off(monkeypatch: pytest.MonkeyPatch) -> None:
    def run(self: March, s: Skirmish) -> None:
        while True:
            pass

    monkeypatch.setattr(March, "run", run)
    monkeypatch.setattr(fuzz, "STUCK", 1)
    assert {failure.name for failure in fuzzed(share=0).failures} == {"endless"}


def test_several_matches_are_played_at_once() -> None:
    done: list[Result] = []
    jobs = [Job("tests.skirmish", "ford", seed, share=0) for seed in range(1, 5)]
    results = fuzz.play_all(jobs, 2, done.append)
    assert [result.job.seed for result in results] == [1, 2, 3, 4]
    assert len(done) == 4
    assert not any(result.failures for result in results)


def test_battles_are_met() -> None:
    """The random player comes to blows: what is never met is never tested."""
    met = set[str]().union(*(fuzzed(seed, share=0).happened for seed in range(1, 9)))
    assert {"SK-6.5", "SK-1.5"} <= met
