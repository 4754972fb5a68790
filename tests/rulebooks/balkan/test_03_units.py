"""Chapter 3A: units by size and class, and chapter 3B: who commands them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.balkan.lands import side_of
from grognard.games.balkan.roster import Unit
from grognard.games.balkan.state import ALLIES, AXIS, NEUTRAL
from grognard.games.balkan.units import face, is_division
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

TABLE = at("Bari: IT-23\nBrindisi: IT-51 cadre\nLarisa: GR-8")


def data(name: str, table: Table = TABLE) -> Unit:
    return table.state.world.roster[table.unit(name)]


def divisional(name: str) -> bool:
    return is_division(TABLE.state, TABLE.unit(name))


def res(*names: str) -> Fraction:
    return Fraction(sum(face(TABLE.state, TABLE.unit(name)).res for name in names), 2)


@rule("BF-3A-2")
def test_a_counter_has_one_strength_or_two_and_a_movement_rating() -> None:
    assert data("IT-23").full.text == "4-6"
    assert data("GR-5").full.text == "4-5-6"
    assert (data("GR-5").full.attack, data("GR-5").full.defense, data("GR-5").full.move) == (4, 5, 6)


@rule("BF-3A1-1")
def test_divisions_are_divisional_and_their_headquarters_are_not() -> None:
    assert divisional("IT-23")
    assert not divisional("GE-IAh")


@rule("BF-3A1-2")
def test_cadres_brigades_regiments_and_battalions_are_not_divisional() -> None:
    assert [divisional(name) for name in ("IT-51", "BR-14", "IT-BS1", "IT-SM", "GR-P1")] == [False] * 5


@rule("BF-3A2-1")
def test_cavalry_is_non_motorized() -> None:
    assert (data("IT-AOS").class_, data("IT-AOS").is_cm) == ("non-motorized", False)


@rule("BF-3A2-2")
def test_guns_are_artillery_but_antiaircraft_and_antitank_units_are_not() -> None:
    assert data("IT-ART25").is_artillery
    assert data("IT-ART25").class_ == "artillery"
    every = TABLE.state.world.roster
    others = [unit for unit in every if "aa" in unit.type.split("_") or "antitank" in unit.type]
    assert others
    assert not any(unit.is_artillery for unit in others)


@rule("BF-3A2-3")
def test_armor_and_whatever_has_the_motorized_sign_is_combat_motorized() -> None:
    assert [data(name).is_cm for name in ("BR-1A", "IT-B2R", "IT-23", "IT-ART25")] == [True, True, False, False]
    motorized = [unit for unit in TABLE.state.world.roster if unit.type.startswith("motorized")]
    assert motorized
    assert all(unit.is_cm for unit in motorized)


@rule("BF-3A3-1")
def test_sizes_are_counted_in_regimental_equivalents() -> None:
    assert [res(name) for name in ("IT-23", "BR-14", "IT-51", "GE-IAh", "IT-BS1")] == [3, 1, 1, 1, 1]
    assert res("IT-SM") == res("GR-P1") == Fraction(1, 2)
    assert res("IT-23", "BR-14", "IT-SM", "GR-P1", "GR-P2", "GR-P3") == 6


@pytest.mark.parametrize(
    ("unit", "heavy"),
    [
        ("IT-23", True), ("IT-ART25", True), ("GE-IAh", True), ("IT-AOS", True), ("GR-P1", True), ("GE-IA1s", True),
        ("GE-IA1u", False), ("IT-BS1", False), ("IT-SM", False), ("GR-CT", False),
    ],
)  # fmt: skip
@rule("BF-3A4-1")
def test_supporting_arms_guns_tanks_and_staffs_are_heavy_equipment(unit: str, heavy: bool) -> None:
    assert ("heavy_equipment" in data(unit).flags) == heavy


@rule("BF-3A4-1")
def test_whatever_has_supporting_arms_has_heavy_equipment() -> None:
    supported = [unit for unit in TABLE.state.world.roster if "supported" in unit.flags]
    assert all("heavy_equipment" in unit.flags for unit in supported)


# Who commands them


def sides(*units: str) -> set[int]:
    return {side_of(TABLE.state, TABLE.unit(unit)) for unit in units}


@rule("BF-3B1-1")
def test_the_axis_commands_italians_albanians_germans_and_hungarians() -> None:
    assert sides("IT-23", "AL-TOM", "GE-LAH", "HU-2") == {AXIS}
    world = TABLE.state.world
    assert TABLE.owner("14A:1908") == TABLE.owner("14A:0215") == "axis"
    assert not any(unit.nation in ("Romanian", "Slovak") for unit in world.roster)


@rule("BF-3B2-1")
def test_the_allies_command_greeks_and_the_whole_empire() -> None:
    assert sides("GR-8", "BR-14", "NZ-2", "AU-6", "PL-C") == {ALLIES}
    assert TABLE.owner("Athenai") == TABLE.owner("Khania") == "allied"


@rule("BF-3B3-1")
def test_bulgaria_and_yugoslavia_begin_under_nobodys_command() -> None:
    assert sides("BU-1", "YU-38") == {NEUTRAL}
    assert [TABLE.owner(place) for place in ("Sofiya", "Beograd", "Cesme")] == ["neutral"] * 3


@rule("BF-28C3-1")
def test_turkey_stays_out() -> None:
    table = at("Khios: GR-BA", "Nov I 40, allied movement").say("allied", "move GR-BA")
    assert table.refused("march [Cesme NE1]") == "BF-28C-1"
    table = at("Kos: IT-BS1").say("axis", "move IT-BS1")
    assert table.refused("march [Kos E1]") == "BF-28C-1"


@rule("BF-28A4-1", "BF-28A5-1")
def test_germans_may_use_romanian_and_slovak_ground() -> None:
    table = at("14A:1810: GE-72\n14A:0217: GE-76").say("axis", "move GE-72")
    assert any(table.owner(order.split()[1]) == "axis" for order in table.offered() if order.startswith("march"))
    romania, slovakia = table.state.world.mask("ROMANIA"), table.state.world.mask("SLOVAKIA")
    reached = {table.place(order.split()[1]) for order in table.offered() if order.startswith("march")}
    assert any(romania >> place & 1 for place in reached)
    table.say("axis", "pass", "move GE-76")
    reached = {table.place(order.split()[1]) for order in table.offered() if order.startswith("march")}
    assert any(slovakia >> place & 1 for place in reached)


@rule("BF-28A3-1")
def test_hungarians_operate_in_hungary_and_backa() -> None:
    table = at("Szeged: HU-2", stance={"Yugoslavia": "allied"}).say("axis", "move HU-2")
    world = table.state.world
    reached = {table.place(order.split()[1]) for order in table.offered() if order.startswith("march")}
    assert any(world.mask("BACKA") >> place & 1 for place in reached)
    assert all(world.mask("OPERATIONAL_HUNGARY") >> place & 1 for place in reached)


@rule("BF-28A-2")
def test_an_overrun_stays_within_the_operational_area() -> None:
    """Osijek NE1 is in Backa, the hex west of it is not."""
    assert backa("HU-2, HU-10, HU-12").refused("overrun [Osijek NW1] [Osijek NE1]", "axis") == "BF-13-3"
    assert backa("GE-72, GE-76, GE-73").refused("overrun [Osijek NW1] [Osijek NE1]", "axis") is None


def backa(units: str) -> Table:
    text = f"Osijek NE1: {units}\nOsijek NW1: YU-B7"
    return at(text, stance={"Yugoslavia": "allied"}, owns={"axis": ["Osijek NE1"]})
