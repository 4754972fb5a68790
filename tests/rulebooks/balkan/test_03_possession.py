"""Chapter 3D: who owns a hex, while pieces move."""

from __future__ import annotations

from tests.rulebooks.balkan.spots import AROUND, EAST, NORTHEAST, NORTHWEST, PLAIN, SOUTHEAST, SOUTHWEST, WEST, plains
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule


def owners(table: Table, *places: str) -> set[str]:
    return {table.owner(place) for place in places}


@rule("BF-3D-1")
def test_a_regiment_takes_the_hex_that_it_enters_and_no_other() -> None:
    table = plains(f"{NORTHEAST}: GE-125R").say("axis", "move GE-125R", f"march [{PLAIN}]")
    assert table.owner(PLAIN) == "axis"
    assert owners(table, EAST, SOUTHEAST, SOUTHWEST, WEST, NORTHWEST) == {"allied"}


@rule("BF-3D-1")
def test_a_lone_headquarters_or_position_aa_counter_holds_a_hex() -> None:
    table = plains(f"{PLAIN}: GE-IAh\n{SOUTHWEST}: GE-P1")
    assert owners(table, PLAIN, SOUTHWEST) == {"axis"}


@rule("BF-3D-2")
def test_a_division_takes_the_free_hexes_around_it() -> None:
    table = plains(f"{NORTHEAST}: GE-72")
    assert owners(table, PLAIN, NORTHWEST, EAST) == {"axis"}
    table.say("axis", "move GE-72", f"march [{PLAIN}]")
    assert owners(table, *AROUND) == {"axis"}


@rule("BF-3D-2")
def test_a_division_takes_land_on_its_way_hex_by_hex() -> None:
    table = plains(f"{NORTHEAST}: GE-72").say("axis", "move GE-72", "march [Slavonski Brod NW2]")
    assert owners(table, PLAIN, SOUTHEAST, SOUTHWEST, "Banja Luka NE3") == {"axis"}
    assert len(table.events("taken")) > 1


@rule("BF-3D-3")
def test_land_stays_with_whoever_was_there_last() -> None:
    table = plains(f"{NORTHEAST}: GE-125R")
    table.say("axis", "move GE-125R", f"march [{PLAIN}]", f"march [{SOUTHWEST}]", "pass")
    assert owners(table, PLAIN, NORTHEAST) == {"axis"}


@rule("BF-3D-4", "BF-3D-2")
def test_a_hex_in_zones_of_both_sides_changes_hands_with_neither() -> None:
    text = f"{NORTHEAST}: GE-72\n{SOUTHEAST}: YU-38"
    table = plains(text)
    assert table.owner(NORTHWEST) == "axis"
    assert owners(table, PLAIN, EAST) == {"allied"}
    assert owners(plains(text, owns={"axis": "CROATIA"}), PLAIN, EAST) == {"axis"}


@rule("BF-3D-4")
def test_a_hex_that_an_enemy_occupies_is_not_taken_by_a_zone() -> None:
    table = plains(f"{PLAIN}: GE-72\n{EAST}: YU-B7")
    assert table.owner(EAST) == "allied"
    assert owners(table, *AROUND[1:]) == {"axis"}
    assert table.owner(PLAIN) == "axis"


@rule("BF-3D-2", "BF-6B-4")
def test_whoever_gives_up_his_zone_leaves_contested_hexes_to_the_enemy_in_his_own_turn() -> None:
    table = plains(f"{NORTHEAST}: GE-72\n{SOUTHEAST}: YU-38", owns={"axis": "CROATIA"})
    table.say("axis", "move GE-72", "admin Koprivnica")
    assert owners(table, PLAIN, EAST) == {"allied"}
    assert owners(table, NORTHEAST, NORTHWEST) == {"axis"}


@rule("BF-3D-2")
def test_nobody_takes_land_of_a_neutral() -> None:
    table = at("Kaposvar SW2: GE-72")
    assert table.owner(EAST) == "neutral"
