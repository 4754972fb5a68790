"""Section 3.D: turns, fractions, dice and tables."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.tally import Reason
from grognard.games.europa import BOOK, mechanics, terrain
from tests.rules import rule

SUCCESS = {int(line): result for line, result in BOOK.charts["success"]["rows"].items()}


@rule("GE-3.D.1")
def test_a_game_turn_runs_from_either_player_turn_to_the_end_of_the_other() -> None:
    turns = BOOK.charts["game_turn"]["player_turns"]
    assert mechanics.game_turn("axis", turns) == ("axis", "allied")
    assert mechanics.game_turn("allied", turns) == ("allied", "axis")


@rule("GE-3.D.2")
def test_halves_are_kept() -> None:
    assert mechanics.halved(7) == Fraction(7, 2)
    assert mechanics.halved(1, times=3) == Fraction(1, 8)


@rule("GE-3.D.3")
def test_effects_add_up() -> None:
    assert mechanics.multiplied(8, ["1/2", "1/2"]) == 2
    assert mechanics.multiplied(3, [2, "1/2", 2]) == 6
    assert mechanics.multiplied(3, []) == 3


@rule("GE-3.D.4")
def test_a_roll_is_one_die_of_six_unless_its_rule_says_otherwise() -> None:
    chart = {"two": ["weather"], "ten": ["air combat"]}
    assert mechanics.dice_for("success", chart) == (1, 6)
    assert mechanics.dice_for("weather", chart) == (2, 6)
    assert mechanics.dice_for("air combat", chart) == (1, 10)


@rule("GE-3.D.5.a")
def test_a_table_is_used_in_one_order_conditions_roll_modifiers_result() -> None:
    reasons = [Reason(-1, "GE-3.E.2.m3", "full zone"), Reason(1, "GE-3.E.2.m7", "overrun")]
    read = mechanics.consult(["disputed hex"], 5, reasons, SUCCESS)
    assert read._fields == ("conditions", "roll", "modified", "result")
    assert (read.conditions, read.roll, read.result) == (("disputed hex",), 5, "S")
    assert [reason.why for reason in read.modified.reasons] == ["full zone", "overrun"]
    assert mechanics.consult([], 5, reasons[:1], SUCCESS).result == "F"


@rule("GE-3.D.5.c")
@pytest.mark.parametrize(("modified", "result"), [(-4, "D"), (-1, "D"), (0, "F*"), (7, "S"), (8, "S*"), (11, "S*")])
def test_a_roll_beyond_the_table_is_read_on_its_end_line(modified: int, result: str) -> None:
    assert mechanics.on_line(SUCCESS, modified) == result


@rule("GE-3.D.6")
def test_what_was_not_used_last_turn_is_lost_unless_a_rule_keeps_it() -> None:
    assert mechanics.allowance(1, unused=1) == 1
    assert mechanics.allowance(1, unused=1, keeps=True) == 2


ROAD = [[1], [0, 2], [1, 3], [2, 4], [3, 5], [4, 6], [5]]
"""Seven hexes in a row."""


@rule("GE-3.D.8")
def test_a_supply_line_is_as_long_as_the_way_and_no_longer_than_allowed() -> None:
    assert terrain.supply_line(0, 6, ROAD, length=5) == ()
    assert terrain.supply_line(0, 6, ROAD, length=6) == (0, 1, 2, 3, 4, 5, 6)
    assert terrain.supply_line(0, 6, ROAD, closed=[3]) == ()
