"""Chapter 5: zones of control."""

from __future__ import annotations

import pytest

from grognard.engine.paths import bits
from grognard.games.balkan.zones import zone
from tests.rulebooks.balkan.spots import AROUND, NORTHEAST, PLAIN, occupation, plains
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

WINTER = (2, 2)
AXIS, ALLIES = 0, 1


def zone_of(table: Table, side: int) -> set[str]:
    return {table.state.world.board.names[place] for place in bits(zone(table.state, side))}


@rule("BF-5-1")
def test_a_division_in_the_open_has_its_zone_in_the_six_hexes_around_it() -> None:
    assert zone_of(plains(f"{PLAIN}: GE-72"), AXIS) == set(AROUND)


@rule("BF-5-3")
@pytest.mark.parametrize(
    "units",
    ["GE-125R", "GE-IA1s, GE-IA2s, GE-IA3s, GE-IAh", "GE-72 cadre", "GE-A1, GE-A2", "GE-LAH", "GE-P1", "HU-2M"],
    ids=["regiment", "parts of a division", "cadre", "guns", "brigade", "position AA", "motorized brigade"],
)
def test_nobody_else_has_one(units: str) -> None:
    assert not zone_of(plains(f"{PLAIN}: {units}"), AXIS)


@rule("BF-5-3")
@pytest.mark.parametrize("division", ["GE-9P", "IT-131", "BU-C1", "GE-22D"])
def test_divisions_of_every_arm_have_one(division: str) -> None:
    table = at(f"{PLAIN}: {division}", stance={"Yugoslavia": "axis", "Bulgaria": "axis"})
    assert zone_of(table, AXIS) == set(AROUND)


@rule("BF-5-2")
@pytest.mark.parametrize(
    ("place", "beyond"),
    [("Livno NW1", "Knin SE1"), ("Villach SW1", "Gorizia NE1"), ("Kaposvar NE2", "Kaposvar NE1"), ("Fiume", "Susak")],
    ids=["karst", "high mountain", "lake", "sea"],
)
def test_no_zone_reaches_across_a_hexside_that_nobody_may_cross(place: str, beyond: str) -> None:
    table = occupation(f"{place}: GE-5M")
    assert beyond not in zone_of(table, AXIS)
    assert len(zone_of(table, AXIS)) >= 3


@rule("BF-5-2")
def test_zones_reach_across_rivers_and_straits() -> None:
    assert {"Osijek", "Osijek NW1"} <= zone_of(plains("Osijek W1: GE-72"), AXIS)
    assert "Rab" in zone_of(plains("Rab E1: GE-72"), AXIS)


@rule("BF-5-2", "BF-6-7")
def test_in_snow_tanks_have_no_zone_in_mountains_but_along_roads() -> None:
    around = {"Prilep E1", "Prilep NE1", "Bitolj"}
    hills = {"Prilep NW1", "Bitolj NW1", "Bitolj E1"}
    assert zone_of(occupation("Prilep: GE-9P"), AXIS) == around | hills
    assert zone_of(occupation("Prilep: GE-9P", weather=WINTER), AXIS) == around
    assert zone_of(occupation("Prilep: GE-72", weather=WINTER), AXIS) == around | hills


@rule("BF-5-1", "BF-28A-3")
def test_no_zone_reaches_into_a_country_that_is_closed_to_the_side() -> None:
    neutral = at("Kalpaki: IT-23\nSiderokastron: GR-14")
    assert zone_of(neutral, ALLIES).isdisjoint({"Petrich", "Nevrokop W1"})
    joined = plains("Osijek NW1: YU-38", "Nov I 40, allied movement").say("allied", "move YU-38")
    assert "Pecs SW2" in zone_of(joined, ALLIES)
    assert "Pecs SW1" not in zone_of(joined, ALLIES)
    assert joined.refused("march [Pecs SW1]") == "BF-28A-3"


@rule("BF-5-4", "BF-6B-4")
def test_a_division_without_its_zone_has_it_for_no_purpose_until_the_phase_is_over() -> None:
    table = plains(f"{NORTHEAST}: GE-72", owns={"axis": "CROATIA"})
    table.say("axis", "move GE-72", f"admin [{PLAIN}]", "pass")
    assert not zone_of(table, AXIS)
    table.say("axis", "pass")
    assert zone_of(table, AXIS) == set(AROUND)
