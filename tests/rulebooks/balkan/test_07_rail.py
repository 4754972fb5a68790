"""Chapter 7A: railways."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.engine.tally import Number
from grognard.games.balkan.movement import rail_account
from grognard.games.balkan.rail import by_rail, capacity, charge, open_lines
from grognard.games.balkan.state import ALLIES, AXIS, LOW_VOLUME
from tests.rulebooks.balkan.spots import occupation, plains
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

WAR = {"Yugoslavia": "allied"}
GREECE = "Nov I 40, allied movement"


def greece(text: str, when: str = GREECE, **facts: Any) -> Table:
    return at(text, when, **facts)


def used(table: Table) -> tuple[Number, Number]:
    """The REs of capacity that both sides have used in the turn."""
    first, second = table.state.railed
    return Fraction(first, 2), Fraction(second, 2)


def costs(table: Table, unit: str, *, low: bool = False) -> Number:
    """The REs of capacity that a unit would cost."""
    return Fraction(charge(table.state, table.unit(unit), low=low), 2)


# Movement by rail


@rule("BF-7A1-1")
def test_only_in_the_movement_phase() -> None:
    table = occupation("Zagreb: GE-9P", "Nov I 40, axis exploitation").say("axis", "move GE-9P")
    assert table.refused("rail Karlovac") == "BF-7A1-1"


@rule("BF-7A1-2")
@pytest.mark.parametrize(
    ("unit", "points"),
    [("GE-538", Fraction(8, 10)), ("GE-72", Fraction(8, 7)), ("IT-GUI", Fraction(8, 5)), ("GE-9P", 2)],
)
def test_so_many_hexes_for_a_point_by_rating_whatever_the_ground(unit: str, points: Fraction) -> None:
    table = occupation(f"Zagreb: {unit}", weather=(1, 1))
    before = table.left(unit)
    table.say("axis", f"move {unit}", "rail Fiume")
    assert before - table.left(unit) == points


@rule("BF-7A1-2")
def test_a_unit_with_a_rating_of_six_goes_twenty_one_hexes_for_three_points() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "rail [Subotica SW1]")
    assert table.left("GE-72") == 3


@rule("BF-7A1-2")
def test_fractions_of_points_are_kept() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "rail Karlovac")
    assert table.left("GE-72") == 6 - Fraction(2, 7)


@rule("BF-7-1")
def test_a_train_goes_only_where_a_line_joins_the_hexes() -> None:
    table = occupation("Subotica: GE-72").say("axis", "move GE-72")
    joined = {"Subotica NE1", "Subotica SW1", "Subotica NW1", "Subotica W1", "Szeged W1"}
    s = table.state
    reached = by_rail(s, table.unit("GE-72"), AXIS)
    direct = {s.world.board.names[place] for place, train in reached.items() if train.cost == 120}
    assert direct == joined


@rule("BF-7A1-3")
def test_rail_and_road_and_country_can_be_mixed() -> None:
    table = occupation("Subotica SE1: GE-72").say("axis", "move GE-72", "march Subotica")
    table.say("axis", "rail [Novi Sad NE2]", "march [Subotica SW2]")
    assert table.at("GE-72") == "Subotica SW2"
    assert table.left("GE-72") == 6 - 1 - Fraction(2, 7) - 1


@rule("BF-7A1-4")
def test_no_train_enters_a_hex_in_an_enemy_zone_or_leaves_one() -> None:
    near = "Novi Sad NE2: GE-125R\nSubotica: GE-50\nSubotica SE1: YU-38"
    table = at(near, stance=WAR, owns={"axis": "BACKA"}).say("axis", "move GE-125R")
    assert table.refused("rail [Subotica SW1]") == "BF-7A1-4"
    inside = at("Subotica: GE-72\nSubotica SE1: YU-38", stance=WAR, owns={"axis": "BACKA"}).say("axis", "move GE-72")
    assert inside.refused("rail [Subotica NE1]") == "BF-7A1-4"


def test_units_without_a_zone_stop_no_train() -> None:
    table = at("Subotica: GE-72\nSubotica SE1: YU-B1", stance=WAR, owns={"axis": "BACKA"})
    table.say("axis", "move GE-72", "rail [Subotica NE1]")
    assert table.at("GE-72") == "Subotica NE1"


@rule("BF-7A1-5")
@pytest.mark.parametrize("guard", ["GE-P1", "GE-125R", "GE-50"])
def test_whoever_stays_in_the_hex_opens_it_to_trains_and_may_not_leave_after_one_has_used_it(guard: str) -> None:
    table = at(f"Subotica: GE-72, {guard}\nSubotica SE1: YU-38", stance=WAR, owns={"axis": "BACKA"})
    table.say("axis", "move GE-72", "rail [Subotica NE1]", "pass")
    assert table.refused(f"move {guard}") == "BF-7A1-5"


@rule("BF-7A1-5", "BF-7A1-4")
def test_whoever_has_moved_guards_nothing() -> None:
    stands = "Kecskemet SW2: GE-72\nSubotica NE1: GE-P2\nSubotica: GE-125R\nSubotica NW1: GE-50\nSubotica SE1: YU-38"
    table = at(stands, stance=WAR, owns={"axis": "BACKA"}).say("axis", "move GE-72")
    assert table.refused("rail Subotica") is None
    table.say("axis", "pass", "move GE-125R", "march [Subotica W1]", "pass", "move GE-72")
    assert table.refused("rail Subotica") == "BF-7A1-4"
    other = at("Novi Sad NE2: GE-72\nSubotica: GE-125R, GE-P1\nSubotica SE1: YU-B1", stance=WAR, owns={"axis": "BACKA"})
    other.say("axis", "move GE-72", "rail [Subotica NE1]", "pass")
    assert other.refused("move GE-125R") is None, "no zone was cancelled there"
    last = at("Subotica: GE-72, GE-P1\nSubotica SE1: YU-38", stance=WAR, owns={"axis": "BACKA"})
    last.say("axis", "move GE-72", "rail [Subotica NE1]", "pass")
    assert last.refused("move GE-P1") == "BF-7A1-5"


@rule("BF-7A1-6")
def test_trains_use_own_hexes_only() -> None:
    table = at("Subotica: GE-72", stance=WAR, owns={"axis": "Subotica"}).say("axis", "move GE-72")
    assert table.refused("rail [Novi Sad NE2]") == "BF-7A1-6"


@rule("BF-7A1-6")
def test_a_chain_of_own_hexes_has_to_lead_to_a_source_of_supply() -> None:
    piece = ["Novi Sad NE2", "Novi Sad NE1"]
    cut = at("Novi Sad NE2: GE-125R", stance=WAR, owns={"axis": piece}).say("axis", "move GE-125R")
    assert cut.refused("rail [Novi Sad NE1]") == "BF-7A1-6"
    whole = [*piece, "Subotica SW1", "Subotica", "Subotica NE1"]
    joined = at("Novi Sad NE2: GE-125R", stance=WAR, owns={"axis": whole})
    joined.say("axis", "move GE-125R")
    assert joined.refused("rail [Novi Sad NE1]") is None


@rule("BF-7A1-6")
def test_a_break_does_not_cut_the_chain() -> None:
    piece = ["Novi Sad NE1", "Novi Sad NE2", "Subotica SW1", "Subotica", "Subotica NE1"]
    table = at("Novi Sad NE1: GE-125R", stance=WAR, owns={"axis": piece}, broken={"Subotica": 1})
    table.say("axis", "move GE-125R", "rail [Subotica SW1]")
    assert table.refused("rail [Subotica NE1]") == "BF-7A1-6"


@rule("BF-7A1-7")
def test_a_division_on_a_train_has_no_zone_until_the_phase_is_over() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "rail Karlovac", "pass")
    assert table.fact("zoneless", "GE-72") == 1
    table.say("axis", "pass")
    assert table.fact("zoneless", "GE-72") == 0


# Capacity


@rule("BF-7A2-1", "BF-7A2-4")
def test_the_allies_move_ten_res_and_no_more() -> None:
    units = ["GR-14", "GR-7", "GR-10R", "GR-51", "GR-39", "GR-42", "GR-BA"]
    table = greece(f"Larisa: {', '.join(units[:4])}\nLamia: {', '.join(units[4:])}")
    for unit in units[:-1]:
        table.say("allied", f"move {unit}", "rail [Volos W2]" if unit in units[:4] else "rail [Lamia NW1]", "pass")
    assert used(table) == (0, 10)
    table.say("allied", f"move {units[-1]}")
    assert table.refused("rail [Lamia NW1]") == "BF-7A2-1"


@rule("BF-7A2-1")
def test_a_division_does_not_fit_into_what_is_left() -> None:
    table = greece("Larisa: GR-14, GR-10R", railed=(0, 18)).say("allied", "move GR-14")
    assert table.refused("rail [Larisa SW1]") == "BF-7A2-1"
    table.say("allied", "pass", "move GR-10R")
    assert table.refused("rail [Larisa SW1]") is None


@rule("BF-7A2-1")
def test_what_was_not_used_is_lost() -> None:
    table = greece("Larisa: GR-14\nNis: GE-72", "Nov I 40, axis initial", railed=(0, 4)).pass_until("allied MoveUnits")
    assert used(table) == (0, 0)
    assert rail_account(table.state, ALLIES).facts == {"used": "0", "total": "10"}
    table.say("allied", "move GR-14")
    table.state.railed = (0, 20)
    assert table.refused("rail [Larisa SW1]") == "BF-7A2-1"


@rule("BF-7A2-3")
@pytest.mark.parametrize(
    ("unit", "high", "low"),
    [
        ("GE-125R", 1, 2),
        ("IT-GUI", 2, 4),
        ("GE-GD", 2, 4),
        ("GE-72", 3, 6),
        ("GE-9P", 6, 12),
        ("GE-AE1", 1, 2),
    ],
)
def test_horses_and_motors_count_double_and_so_does_a_line_of_low_volume(unit: str, high: int, low: int) -> None:
    table = occupation(f"Zagreb: {unit}")
    assert (costs(table, unit), costs(table, unit, low=True)) == (high, low)


@rule("BF-7A2-3")
def test_points_are_the_same_on_both_kinds_of_line() -> None:
    table = occupation("Zagreb: GE-9P").say("axis", "move GE-9P", "rail [Zagreb NE1]")
    assert table.left("GE-9P") == 10 - Fraction(1, 4)
    assert used(table) == (12, 0)


@rule("BF-7A2-3")
def test_a_way_over_lines_of_high_volume_is_preferred() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "rail Koprivnica")
    assert used(table) == (3, 0)
    assert table.left("GE-72") == 6 - Fraction(3, 7)


@rule("BF-7A2-3", "BF-7A2-6")
def test_who_comes_to_a_line_of_low_volume_later_pays_the_rest() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "rail [Zagreb E1]")
    assert used(table) == (3, 0)
    table.say("axis", "rail Zagreb", "rail [Zagreb NE1]")
    assert used(table) == (6, 0)
    assert table.fact("gait", "GE-72") & LOW_VOLUME
    table.say("axis", "rail Zagreb", "rail [Zagreb E1]")
    assert used(table) == (6, 0)


@rule("BF-7A2-4", "BF-7A2-5")
@pytest.mark.parametrize(
    ("stance", "axis", "allied"),
    [
        ({}, 30, 10),
        ({"Yugoslavia": "allied"}, 30, 20),
        ({"Bulgaria": "axis"}, 40, 10),
        ({"Bulgaria": "axis", "Yugoslavia": "axis"}, 50, 10),
        ({"Yugoslavia": "pro_allied", "Bulgaria": "pro_axis"}, 30, 10),
    ],
)
def test_the_capacities_and_what_a_country_adds_that_joins(stance: dict[str, str], axis: int, allied: int) -> None:
    table = at("Larisa: GR-14", stance=stance)
    assert (capacity(table.state, AXIS), capacity(table.state, ALLIES)) == (2 * axis, 2 * allied)


@rule("BF-7A2-6")
def test_a_unit_counts_once_a_turn_however_often_it_entrains() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "rail Karlovac", "march [Karlovac W1]", "rail Ogulin")
    assert used(table) == (3, 0)


@rule("BF-7A2-6")
def test_who_has_been_counted_goes_on_by_rail_when_nothing_is_left_for_others() -> None:
    table = greece("Larisa: GR-14, GR-10R", railed=(0, 20), charged={"GR-14": 6}).say("allied", "move GR-10R")
    assert table.refused("rail [Larisa SW1]") == "BF-7A2-1"
    table.say("allied", "pass", "move GR-14", "rail [Larisa SW1]")
    assert used(table) == (0, 10)


# Albania, and breaks


@rule("BF-7A3-1")
def test_nobody_uses_a_railway_in_albania(monkeypatch: pytest.MonkeyPatch) -> None:
    table = at("Tirane: IT-GUI")
    world = table.state.world
    assert not world.rail_hexes & world.mask("ALBANIA"), "the map has no line there, so one is laid for the test"
    monkeypatch.setattr(world, "rail_hexes", world.rail_hexes | world.mask("ALBANIA"))
    table.say("axis", "move IT-GUI")
    assert table.refused("rail Durazzo") == "BF-7A3-1"
    assert not open_lines(table.state, table.unit("IT-GUI"), AXIS) & world.mask("ALBANIA")


@rule("BF-7A4-1")
def test_breaking_a_line_takes_two_points() -> None:
    table = plains("Subotica: GE-72", owns={"axis": "BACKA"}).say("axis", "move GE-72")
    shown = table.match.preview("wreck rail").cost
    assert shown is not None
    assert shown.total == 2
    table.say("axis", "wreck rail")
    assert (table.left("GE-72"), table.state.broken[table.place("Subotica")]) == (4, 1)
    assert table.refused("wreck rail") == "BF-7A4-1"


@rule("BF-7A4-1")
def test_with_one_point_nobody_breaks_a_line() -> None:
    table = occupation("Subotica: GE-72", spent={"GE-72": 840 * 5}).say("axis", "move GE-72")
    assert table.refused("wreck rail") == "BF-7A4-1"


@rule("BF-7A4-1")
def test_lines_are_broken_in_exploitation_too_and_on_anybodys_ground() -> None:
    table = plains("Subotica: GE-9P", "Nov I 40, axis exploitation").say("axis", "move GE-9P", "wreck rail")
    assert table.state.broken[table.place("Subotica")] == 1
    assert table.refused("wreck rail") == "BF-7A4-1"


@rule("BF-7A4-2")
def test_no_train_enters_or_leaves_a_hex_where_the_line_is_broken() -> None:
    table = occupation("Novi Sad NE2: GE-72\nSubotica: GE-125R", broken={"Subotica": 1}).say("axis", "move GE-72")
    assert table.refused("rail Subotica") == "BF-7A4-2"
    table.say("axis", "pass", "move GE-125R")
    assert table.refused("rail [Subotica NE1]") == "BF-7A4-2"


@rule("BF-7A4-3")
def test_a_line_is_used_again_as_soon_as_it_is_whole() -> None:
    table = occupation("Novi Sad NE2: GE-72", broken={"Subotica": 1}).say("axis", "move GE-72")
    assert "rail Subotica" not in table.offered()
    whole = occupation("Novi Sad NE2: GE-72").say("axis", "move GE-72", "rail Subotica")
    assert whole.at("GE-72") == "Subotica"
