"""A match in play: refusals that change nothing, undo, consent, and the end."""

from __future__ import annotations

import pytest

from grognard.engine import agenda
from grognard.engine.dice import ScriptedDice, WrongDice
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal, Order, Pass, UnknownOrder
from grognard.engine.proposals import Proposal
from grognard.engine.state import State
from tests.rules import rule
from tests.skirmish import at, everything, moments, new, until
from tests.skirmish.orders import Aim, Ambush, Move

BESIDE = """
    skirmish ford
    turn 2, red combat
    Ford: Bear 2
    Ford SE1: Crow 2, Kite 1
    Westgate: Ram 2
"""
MARCH = """
    skirmish ford
    turn 2, red movement
    Westgate: Ram 2
    Ford S1: Hawk 2
"""
PAST = "move Ram WestgateNE1-ChapelS1"


def refused(match: Match, said: str | Order, side: str | None = None, number: str | None = None) -> str:
    """The rule that refuses an order, after making sure that nothing else happened."""
    before = everything(match)
    with pytest.raises(Illegal) as illegal:
        match.play(said, side, number=number)
    assert everything(match) == before
    return illegal.value.refusal.rule


# Refusals


@rule("SK-4.1")
def test_an_illegal_order_is_refused_by_its_rule_in_words_and_changes_nothing() -> None:
    match = at(MARCH)
    assert refused(match, "move Ram Mill") == "SK-4.1"
    with pytest.raises(Illegal, match=r"Ram cannot step to Mill: it is not the next hex. \[SK-4.1\]"):
        match.play("move Ram Mill")


def test_an_unknown_order_changes_nothing() -> None:
    match = at(MARCH)
    before = everything(match)
    for said in ("charge Ram", '{"order":"charge"}', "move Ram", "{"):
        with pytest.raises(UnknownOrder):
            match.play(said)
    assert everything(match) == before


def test_a_stale_order_is_refused() -> None:
    match = at(MARCH)
    number = match.number("red")
    match.play("move Ram WestgateNE1", number=number)
    assert refused(match, "pass", number=number) == "table.stale"


def test_the_other_side_s_order_is_refused() -> None:
    match = at(MARCH)
    assert refused(match, Pass("blue")) == "table.turn"
    assert refused(match, "pass", "blue") == "table.turn"


def test_nobody_s_order_is_refused() -> None:
    match = at(MARCH)
    assert match.why_not(Pass("green")).rule == "table.unknown-side"  # type: ignore[union-attr]
    assert refused(match, Pass("green")) == "table.unknown-side"


def test_an_order_after_the_end_is_refused() -> None:
    *_, match = moments(1)
    assert match.outcome is not None
    assert match.waiting == set()
    assert match.decision() is None
    assert refused(match, Pass("red")) == "table.over"


def test_an_order_that_breaks_in_the_middle_has_not_happened() -> None:
    match = at(BESIDE)
    match.play("attack Bear FordSE1")
    before = everything(match)
    with pytest.raises(WrongDice):
        match.play("pass")
    assert everything(match) == before


# Offered orders


def test_legal_orders_are_worked_out_when_first_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    match = until("Movement")
    asked = []
    offered = agenda.offered

    def offers(s: State, side: int) -> list[Order]:
        asked.append(side)
        return offered(s, side)

    monkeypatch.setattr(agenda, "offered", offers)
    orders = match.orders()
    assert not asked
    assert Pass("red") in orders
    assert len(orders) == len(list(orders)) == len(orders[:])
    assert orders[-1] == Pass("red")
    assert repr(orders).startswith(f"<{len(orders)} orders: move ")
    assert match.orders("red") is orders
    assert asked == [0]


def test_a_preview_shows_route_cost_and_dangers_without_playing() -> None:
    match = at(MARCH)
    before = everything(match)
    preview = match.preview(PAST)
    assert preview.route == ("Westgate NE1", "Chapel S1")
    assert preview.cost is not None
    assert preview.cost.value == 2
    assert preview.meets == ("b1",)
    assert everything(match) == before
    with pytest.raises(Illegal):
        match.preview("move Ram Mill")


def test_a_preview_of_an_attack_gives_its_strength_with_reasons() -> None:
    match = at("skirmish ford\nturn 2, red combat\nMill SE1: Bear 3\nMill: Crow 1")
    assert str(match.preview("attack Bear Mill").cost) == "3 = 6 -3 (Bear is out of supply, SK-6.3)"


# Undo


def test_undo_restores_the_moment_before_an_order() -> None:
    match = at(BESIDE.replace("combat", "movement"))
    before = everything(match)
    match.play("move Ram WestgateNE1")
    match.undo()
    after = everything(match)
    assert after["state"] == before["state"]
    assert [view | {"number": ""} for view in after["views"]] == [view | {"number": ""} for view in before["views"]]
    with pytest.raises(CannotUndo, match="no order to take back"):
        match.undo()


def test_undo_is_for_the_side_that_gave_the_last_order() -> None:
    match = at(BESIDE.replace("combat", "movement"))
    match.play("move Ram WestgateNE1")
    with pytest.raises(CannotUndo, match="The last order was red's"):
        match.undo("blue")


def test_undo_stops_at_a_roll_or_a_reveal() -> None:
    match = at(BESIDE, [3])
    match.play("attack Bear FordSE1")
    match.play("pass")
    before = everything(match)
    with pytest.raises(CannotUndo, match="Something has been revealed since"):
        match.undo()
    assert everything(match) == before


def test_a_number_is_never_used_for_two_moments() -> None:
    match = at(BESIDE.replace("combat", "movement"))
    number = match.number()
    match.play("move Ram WestgateNE1")
    match.undo()
    assert match.number() != number


# By consent


def test_a_takeback_by_consent_goes_back_beyond_a_roll() -> None:
    match = at(BESIDE, [3])
    match.play("attack Bear FordSE1")
    match.play("pass")
    match.propose(Proposal("red", "takeback"))
    assert match.view("blue")["proposal"]["what"] == "takeback"
    match.answer("blue", agreed=True)
    assert match.decision().step == "Combat"  # type: ignore[union-attr]
    assert match.view(None)["log"][-1]["text"] == "red takes an order back, by consent."
    assert everything(match.copy()) == everything(match)


def test_dice_taken_back_are_gone_for_good() -> None:
    match = at(BESIDE, [3], [5])
    match.play("attack Bear FordSE1")
    match.play("pass")
    match.propose(Proposal("red", "takeback"))
    match.answer("blue", agreed=True)
    match.play("pass")
    assert [throw for throw in match.throws if len(throw.faces) == 1][-1].faces == (5,)
    numbers = [throw.number for throw in match.throws]
    assert numbers[-1] == len(numbers)


def test_a_takeback_may_be_declined() -> None:
    match = at(MARCH)
    match.play("move Ram WestgateS1")
    match.propose(Proposal("red", "takeback"))
    with pytest.raises(ValueError, match="no proposal for this side"):
        match.answer("red", agreed=True)
    match.answer("blue", agreed=False)
    assert match.proposal is None
    assert len(match.record) == 1


def test_a_takeback_lapses_when_play_goes_on() -> None:
    match = at(MARCH)
    match.play("move Ram WestgateS1")
    match.propose(Proposal("red", "takeback"))
    match.play("pass")
    assert match.proposal is None


def test_one_side_resigns_and_the_other_has_won() -> None:
    match = at(MARCH)
    match.resign("red")
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.cause) == ("blue", "resignation")
    assert match.view("red")["prompt"] is None
    assert match.view("red")["orders"] == []
    assert match.view("red")["waiting"] == []
    with pytest.raises(Illegal, match="over"):
        match.resign("blue")
    with pytest.raises(CannotUndo):
        match.undo()


def test_a_match_can_be_given_up_over_an_open_sheet() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    match.resign("blue")
    with pytest.raises(CannotUndo):
        match.undo("red")
    assert everything(match.copy()) == everything(match)


def test_both_sides_agree_to_a_draw() -> None:
    match = at(MARCH)
    match.propose(Proposal("blue", "draw"))
    match.answer("red", agreed=True)
    assert match.outcome is not None
    assert (match.outcome.winner, match.outcome.cause) == (None, "agreement")
    with pytest.raises(Illegal, match="over"):
        match.propose(Proposal("red", "draw"))


def test_an_umpire_s_correction_is_agreed_logged_and_replayed() -> None:
    match = at(MARCH)
    match.propose(Proposal("red", "correct", "steps", 0, 1, "miscounted"))
    match.answer("blue", agreed=True)
    assert match.state.steps[0] == 1  # type: ignore[attr-defined]
    assert match.view(None)["log"][-1]["text"] == "By consent, steps 0 is corrected from 2 to 1: miscounted."
    assert everything(match.copy()) == everything(match)
    with pytest.raises(CannotUndo):
        match.undo()


@pytest.mark.parametrize(
    ("fact", "index", "value", "reason"),
    [
        ("luck", 0, 1, "why"),
        ("steps", 99, 1, "why"),
        ("steps", 0, 1, ""),
        ("turn", 0, 1, "why"),
        ("moved", 0, 300, "why"),
        ("agenda", 0, 1, "why"),
    ],
)
def test_a_correction_must_name_a_fact_and_a_reason(fact: str, index: int, value: int, reason: str) -> None:
    with pytest.raises(ValueError, match=r"correction names a fact|cannot become"):
        at(MARCH).propose(Proposal("red", "correct", fact, index, value, reason))


def test_nothing_else_can_be_proposed() -> None:
    with pytest.raises(ValueError, match="no such proposal: 'surrender'"):
        at(MARCH).propose(Proposal("red", "surrender"))


# Interrupted


@rule("SK-5.1", "SK-5.3", "SK-5.4")
def test_a_march_is_interrupted_and_goes_on_after_a_miss() -> None:
    match = at(MARCH, [3])
    match.play(PAST)
    assert match.waiting == {"blue"}
    match.play(Ambush("blue", "Hawk"))
    assert match.view("red")["pieces"][0]["at"] == "Chapel S1"
    assert isinstance(match.dice, ScriptedDice)
    match.dice.finish()


@rule("SK-5.3", "SK-5.4")
def test_a_march_is_stopped_by_a_hit() -> None:
    match = at(MARCH, [4])
    match.play(PAST)
    match.play("ambush Hawk")
    ram = next(piece for piece in match.view("red")["pieces"] if piece["id"] == "Ram")
    assert (ram["at"], ram["face"]["steps"]) == ("Westgate NE1", 1)


@rule("SK-5.2")
def test_only_unseen_scouts_beside_the_march_may_ambush() -> None:
    match = at(MARCH.replace("Hawk", "Crow"))
    match.play(PAST)
    assert list(match.orders()) == [Pass("blue")]
    assert match.why_not("ambush Crow").rule == "SK-5.2"  # type: ignore[union-attr]
    match.play("pass")
    match.play("pass")


def test_a_copy_is_independent() -> None:
    match = at(MARCH)
    other = match.copy()
    other.play(Move("red", "Ram", ("Westgate S1",)))
    assert match.record == []
    assert repr(other) == "<Match skirmish ford: turn 2, red movement, 1 orders>"
