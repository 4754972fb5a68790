"""Standing answers: private orders that are given before anyone is asked."""

from __future__ import annotations

import json

from tests.skirmish import at, everything, new
from tests.skirmish.orders import Aim

MARCH = """
    skirmish ford
    turn 2, red movement
    Westgate: Ram 2
    Ford S1: Hawk 2
"""
PAST = "move Ram WestgateNE1-ChapelS1"


def test_a_standing_answer_is_given_without_asking() -> None:
    match = at(MARCH)
    match.standing["blue"]["Ambushed"] = "pass"
    match.play(PAST)
    assert match.waiting == {"red"}
    assert [(entry.side, entry.say) for entry in match.record] == [
        ("red", "move Ram WestgateNE1-ChapelS1"),
        ("blue", "pass"),
        ("blue", "pass"),
    ]


def test_a_standing_answer_leaves_the_same_trace_as_one_given_by_hand() -> None:
    standing, by_hand = at(MARCH), at(MARCH)
    standing.standing["blue"]["Ambushed"] = "pass"
    standing.play(PAST)
    by_hand.play(PAST)
    by_hand.play("pass")
    by_hand.play("pass")
    assert [standing.view(side) for side in ("red", None)] == [by_hand.view(side) for side in ("red", None)]


def test_a_standing_answer_that_is_not_legal_now_is_passed_over() -> None:
    match = at(MARCH)
    match.standing["blue"]["Ambushed"] = "ambush Kite"
    match.play(PAST)
    assert match.waiting == {"blue"}


def test_a_standing_answer_that_is_no_order_is_passed_over() -> None:
    match = at(MARCH)
    match.standing["blue"]["Ambushed"] = "never!"
    match.play(PAST)
    assert match.waiting == {"blue"}
    assert len(match.record) == 1


def test_a_standing_answer_may_roll_dice() -> None:
    match = at(MARCH, [4])
    match.standing["blue"]["Ambushed"] = "ambush Hawk"
    match.play(PAST)
    assert match.waiting == {"red"}
    assert "is down to 1" in match.view(None)["log"][-1]["text"]


def test_standing_answers_are_given_on_sealed_sheets_too() -> None:
    match = new()
    match.standing["blue"]["Plan"] = "aim Mill"
    match.play(Aim("red", "Ford"))
    assert [(entry.side, entry.say) for entry in match.record] == [("red", "aim Ford"), ("blue", "aim Mill")]
    assert match.waiting == {"red", "blue"}


def test_standing_answers_are_private() -> None:
    match = at(MARCH)
    before = [match.view(side) for side in ("red", None)]
    match.standing["blue"]["Ambushed"] = "ambush Hawk"
    assert [match.view(side) for side in ("red", None)] == before
    assert "Hawk" not in json.dumps(match.view("red"))


def test_a_replay_does_not_answer_twice() -> None:
    match = at(MARCH)
    match.standing["blue"]["Ambushed"] = "pass"
    match.play(PAST)
    assert everything(match.copy()) == everything(match)
