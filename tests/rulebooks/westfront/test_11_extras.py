"""Chapter 11, 11.44 and 11.52: beachheads for money, and units given up."""

from __future__ import annotations

from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def in_august(pieces: str = "Tunis: US6 4\nReggio: OKW 3") -> Table:
    return Table(f"westfront husky\nAug production\n{pieces}")


def points(t: Table) -> int:
    left: int = t.match.view("allied")["tracks"]["production points"]
    return left


def status(t: Table, corps: str) -> int:
    """Where a beachhead is when both sheets have been opened."""
    t.say("allied", "arrive Polish Tunis", "seal").say("axis", "seal")
    return t.state.beachhead[t.unit(corps)]


READY, PREP, LOST = -1, -2, -3


# 11.44 Beachheads


@rule("WF-11.44")
def test_a_lost_beachhead_is_bought_into_preparation_and_no_further() -> None:
    t = in_august().put_beachhead("US6", "lost").say("allied", "prepare US6")
    assert points(t) == 53
    assert t.refused("prepare US6", "allied") == "WF-11.44"
    assert status(t, "US6") == PREP
    t.dice.finish()


@rule("WF-11.44")
def test_a_prepared_beachhead_is_made_ready_and_then_there_is_nothing_to_buy() -> None:
    t = in_august().put_beachhead("US6", "prep").say("allied", "prepare US6")
    assert points(t) == 53
    assert t.refused("prepare US6", "allied") == "WF-11.44"
    assert status(t, "US6") == READY
    t.dice.finish()


@rule("WF-11.44")
def test_neither_ready_beachheads_nor_corps_without_one_have_anything_to_buy() -> None:
    t = in_august("Tunis: US6 4, Br10 4\nReggio: OKW 3")
    assert t.refused("prepare US6", "allied") == "WF-11.44"
    assert t.refused("prepare Br10", "allied") == "WF-11.44"
    t.dice.finish()


def test_a_beachhead_is_paid_for() -> None:
    t = in_august("Tunis: US6 4\nReggio: OKW 3").put_beachhead("US6", "lost").put_beachhead("US2", "prep")
    t.say("allied", "rebuild Br30 Tunis", "prepare US2")  # 16 + 20 of 73
    assert points(t) == 37
    assert t.refused("prepare US6", "allied") is None
    t.dice.finish()


@rule("WF-11.3")
def test_a_side_without_twenty_points_buys_no_beachhead() -> None:
    t = in_august().put_beachhead("US6", "lost").put_beachhead("US2", "lost")
    t.say("allied", "rebuild Br2Para Tunis", "rebuild 15AG Tunis", "prepare US2")  # 24 + 20 + 20 of 73
    assert t.refused("prepare US6", "allied") == "WF-11.3"
    t.dice.finish()


# 15.51 Taking a beachhead back


@rule("WF-15.51d")
def test_a_placed_beachhead_is_taken_back_into_preparation_but_not_made_ready() -> None:
    t = in_august("Licata: US6 4\nTunis: 15AG 3\nReggio: OKW 3").put_beachhead("US6", "Licata")
    t.say("allied", "recall US6")
    assert points(t) == 73
    assert t.refused("prepare US6", "allied") == "WF-11.44"
    assert status(t, "US6") == PREP
    t.dice.finish()


@rule("WF-15.51d")
def test_only_a_placed_beachhead_is_taken_back() -> None:
    assert in_august().refused("recall US6", "allied") == "WF-15.51d"
    assert in_august().put_beachhead("US6", "lost").refused("recall US6", "allied") == "WF-15.51d"


# 11.52 Disbanding


@rule("WF-11.52")
def test_a_unit_is_given_up_and_not_rebuilt_in_the_same_month() -> None:
    t = in_august("Tunis: US6 4\nReggio: OKW 3, It7 2").say("axis", "disband It7")
    assert t.refused("rebuild It7 Reggio", "axis") == "WF-11.52"
    t.say("axis", "seal").say("allied", "arrive Polish Tunis", "seal")
    assert t.at("It7") == "eliminated"
    t.dice.finish()


@rule("WF-11.52")
def test_what_was_built_this_month_is_not_given_up() -> None:
    t = in_august("Tunis: US6 3\nReggio: OKW 3").say("axis", "rebuild It7 Reggio").say("allied", "replace US6")
    assert t.refused("disband It7", "axis") == "WF-11.52"
    assert t.refused("disband US6", "allied") == "WF-11.52"
    assert t.refused("disband Br10", "allied") == "WF-11.52"  # not on the map
    t.dice.finish()
