"""Sealed decisions: each side fills its own sheet, unseen until all are sealed."""

from __future__ import annotations

import pytest

from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Pass, UnknownOrder
from grognard.engine.proposals import Proposal
from tests.skirmish import everything, new
from tests.skirmish.orders import Aim, Arrive


def arrivals(match: Match, side: str) -> list[Arrive]:
    return [order for order in match.orders(side) if isinstance(order, Arrive)]


def test_both_sides_are_asked_at_once() -> None:
    match = new()
    assert match.waiting == {"red", "blue"}
    assert match.decision() is None
    assert {match.decision(side).step for side in match.sides} == {"Plan"}  # type: ignore[union-attr]
    with pytest.raises(UnknownOrder, match="say whose order it is"):
        match.play("aim Mill")


def test_a_sheet_is_invisible_to_the_other_side_and_to_spectators() -> None:
    match = new()
    before = [match.view(side) for side in ("blue", None)]
    match.play(Aim("red", "Mill"))
    match.play(arrivals(match, "red")[0])
    assert [match.view(side) for side in ("blue", None)] == before
    assert match.number("blue") == match.number() == "0"
    assert match.number("red") == "0.2"


def test_a_side_sees_its_own_sheet_take_effect() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    match.play(arrivals(match, "red")[0])
    view = match.view("red")
    assert view["tracks"]["aim"] == "Mill"
    assert view["log"][0]["text"] == "Your aim is Mill."
    assert "arrives at" in view["log"][1]["text"]
    assert not any(piece["at"] == "Red reserve" for piece in view["pieces"])


def test_that_a_sheet_is_sealed_is_all_that_the_other_side_learns() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    before = match.view("blue")
    match.play(Pass("red"))
    assert match.view("blue") == {**before, "waiting": ["blue"]}
    assert match.decision("red") is None


def test_sheets_are_opened_when_all_are_sealed() -> None:
    match = new()
    for side in match.sides:
        match.play(Aim(side, "Mill"))
        match.play(Pass(side))
    assert match.waiting == {"red"}
    assert match.number() == match.number("red") == "1"
    assert match.state.sheets == [(), ()]
    assert match.view("blue")["tracks"]["aim"] == "Mill"
    assert not any(line["what"] == "aim" for line in match.view(None)["log"])


def test_it_does_not_matter_who_seals_first() -> None:
    matches = [new(), new()]
    for match, sides in zip(matches, (("red", "blue"), ("blue", "red")), strict=True):
        for side in sides:
            match.play(Aim(side, "Ford"))
            match.play(arrivals(match, side)[0])
            match.play(Pass(side))
    assert matches[0].text() == matches[1].text()
    assert matches[0].history == matches[1].history


def test_undo_takes_an_order_off_ones_own_sheet_only() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    one_order = everything(match)
    match.play(arrivals(match, "red")[0])
    match.play(Aim("blue", "Ford"))
    match.undo("red")
    assert match.state.sheets == [(Aim("red", "Mill"),), (Aim("blue", "Ford"),)]
    match.undo("blue")
    assert everything(match)["views"] == one_order["views"]
    assert match.record == one_order["save"].record
    with pytest.raises(CannotUndo, match="no order on the sheet"):
        match.undo("blue")


def test_a_sealed_sheet_can_be_opened_again_while_the_other_side_is_writing() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    match.play(Pass("red"))
    match.play(Aim("blue", "Ford"))
    match.undo("red")
    assert match.waiting == {"red", "blue"}
    assert everything(match.copy()) == everything(match)


def test_undo_ends_where_the_sheets_were_opened() -> None:
    match = new()
    for side in match.sides:
        match.play(Aim(side, "Mill"))
        match.play(Pass(side))
    with pytest.raises(CannotUndo, match="The sheets have been opened"):
        match.undo("blue")
    with pytest.raises(CannotUndo):
        match.undo("red")


def test_the_last_handover_never_lies_ahead_of_the_record() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    match.play(Pass("red"))
    match.undo("red")
    assert match.handover is not None
    assert match.handover[0] == len(match.record)
    assert match.handover[2].sheets == match.state.sheets


def test_a_correction_reaches_the_sheets_that_are_being_written() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    match.propose(Proposal("blue", "correct", "steps", 0, 1, "miscounted"))
    match.answer("red", agreed=True)
    ram = next(piece for piece in match.view("red")["pieces"] if piece["id"] == "Ram")
    assert ram["face"]["steps"] == 1
    assert match.view("red")["tracks"]["aim"] == "Mill"
