"""Chapter 10: Armored Action."""

from __future__ import annotations

import pytest

from tests.rulebooks.twoww.fights import declare, fires, order, steppe
from tests.rules import rule

MOVES = "Summer 1943, axis armored movement"
FIGHTS = "Summer 1943, axis armored combat"


@rule("2WW-10a")
def test_only_armor_moves_again() -> None:
    t = steppe("Kharkov: Ge 1 Armor, Ge 4 Infantry, Ge 1 Air\nGorki: SU 1 Infantry", "Summer 1943, axis movement")
    t.say("axis", "move Ge1Armor", "march KharkovS1", "pass", "pass")
    t.say("allied", "pass")
    assert t.when == MOVES
    assert t.offered() == ["move Ge1Armor", "pass"]
    assert t.refused("move Ge4Infantry", "axis") == "2WW-10a"
    assert t.refused("move Ge1Air", "axis") == "2WW-10a"
    t.say("axis", "move Ge1Armor", "march Kharkov", "pass", "pass")
    assert t.at("Ge 1 Armor") == "Kharkov"


@rule("2WW-10a")
def test_the_axis_goes_first() -> None:
    t = steppe("Kharkov: Ge 1 Armor\nGorki: SU 1T Armor, SU 1 Infantry", MOVES)
    assert t.refused("move SU1TArmor", "allied") == "table.turn"
    t.say("axis", "pass")
    assert t.when == "Summer 1943, allied armored movement"
    assert t.offered() == ["move SU1TArmor", "pass"]
    assert t.refused("move SU1Infantry", "allied") == "2WW-10a"


@rule("2WW-10.1.1a")
def test_an_enemy_zone_costs_a_point_more() -> None:
    t = steppe("Kharkov NW1: Ge 1 Armor\nKharkov S1: SU 1 Infantry", MOVES)
    t.say("axis", "move Ge1Armor", "march Kharkov")
    assert t.fact("spent", "Ge 1 Armor") == 2
    t.say("axis", "march Voronezh")
    assert t.fact("spent", "Ge 1 Armor") == 3


@rule("2WW-10.1.1b")
def test_armor_goes_from_zone_to_zone_as_long_as_it_has_points() -> None:
    t = steppe("Kharkov NW1: Ge 1 Armor\nKharkov S1: SU 1 Infantry", MOVES)
    t.say("axis", "move Ge1Armor", "march Kharkov")
    assert t.refused("march KharkovSE1", "axis") is None
    t.say("axis", "march KharkovSE1")
    assert t.at("Ge 1 Armor") == "Kharkov SE1"
    assert t.fact("spent", "Ge 1 Armor") == 4
    assert t.waits == "axis MoveUnits"  # four points are spent
    t = steppe("Kharkov NW1: Ge 1 Armor\nKharkov S1: SU 1 Infantry", "Summer 1943, axis movement")
    t.say("axis", "move Ge1Armor", "march Kharkov")
    assert t.waits == "axis MoveUnits"  # in a movement phase it would have had to stop


@rule("2WW-10.1.1a", "2WW-11.2.4")
@pytest.mark.parametrize(("near", "forest"), [("Gorki", None), ("Orel", "2WW-8a")])
def test_armor_needs_the_points_for_the_zone_as_well(near: str, forest: str | None) -> None:
    t = steppe(f"2905: Ge 1 Armor\n{near}: SU 1 Infantry", MOVES, holds={"Berlin": "allied"})
    t.say("axis", "move Ge1Armor")  # without supply it has two points
    assert t.refused("march 2904", "axis") == forest  # two, and one more in a zone


@rule("2WW-8a", "2WW-10.1.1a")
def test_a_zone_that_a_march_wakes_may_end_it_early() -> None:
    t = steppe("2806: Ge 1 Armor\nOdessa: SU 1 Infantry", MOVES)
    t.say("axis", "move Ge1Armor", "march Constanta")  # three hexes, until Rumania is opened by the first
    assert (t.at("Ge 1 Armor"), t.fact("spent", "Ge 1 Armor")) == ("Bucharest N1", 1 + 2)
    assert t.refused("march Constanta", "axis") == "2WW-8a"
    assert t.refused("march Bucharest", "axis") is None


@rule("2WW-10.1.2")
def test_no_rail_in_armored_action() -> None:
    t = steppe("Berlin: Ge 1 Armor\nGorki: SU 1 Infantry", MOVES)
    t.say("axis", "move Ge1Armor")
    assert t.refused("rail Munich", "axis") == "2WW-10.1.2"
    assert not [said for said in t.offered() if said.startswith("rail")]


@rule("2WW-10.1.2")
def test_no_drops_and_no_fleets_in_armored_action() -> None:
    t = steppe("Hamburg: Ge 1 Armor, Ge Surface Fleet\nBerlin: Ge 1 Paratroops\nGorki: SU 1 Infantry", MOVES)
    t.say("axis", "move Ge1Armor")
    assert t.refused("rail Berlin", "axis") == "2WW-10.1.2"
    assert t.refused("drop Berlin", "axis") in ("2WW-10.1.2", "2WW-8.1.1a")
    t.say("axis", "pass")
    assert t.refused("board Ge1Armor GeSurfaceFleet", "axis") is not None


@rule("2WW-10.2")
def test_everybody_may_attack_again_but_marked_air_units() -> None:
    t = steppe(
        "Kharkov: Ge 4 Infantry, Ge 1 Armor, Ge 1 Air\nKharkov S1: SU 1 Infantry\nGorki: SU 1 Air done",
        "Summer 1943, axis combat",
    )
    declare(t.roll(12, 12), "axis", "attack", "Kharkov S1", "Ge 4 Infantry", "Ge 1 Air")
    t.say("axis", "pass")
    assert t.when == "Summer 1943, allied movement"
    t.say("allied", "pass", "pass").say("axis", "pass")
    assert t.when == FIGHTS
    assert t.fact("ops", "Ge 1 Air") == 1
    t.say("axis", order("attack", "Kharkov S1"))
    assert t.offered() == ["join Ge1Armor", "join Ge4Infantry"]
    assert t.refused("join Ge1Air", "axis") is not None
    t.say("axis", "join Ge4Infantry").roll(7, 7).say("axis", "pass")
    assert fires(t)[-2][:3] == ("axis", "land_land", 4)


@rule("2WW-10.2")
def test_ready_air_units_and_fleets_support_on_both_sides() -> None:
    t = steppe("Kharkov: Ge 4 Infantry, Ge 1 Air\nKharkov S1: SU 1 Infantry\nRostov: SU 1 Air", FIGHTS)
    declare(t, "axis", "attack", "Kharkov S1", "Ge 4 Infantry", "Ge 1 Air")
    assert t.offered() == ["join SU1Air", "pass"]
