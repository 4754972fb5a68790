"""The rulebook's example of land combat, with its forces and its throws."""

from __future__ import annotations

from tests.rulebooks.twoww.fights import fires, winners
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule


@rule("2WW-8.1.1b", "2WW-4.2.C.3g", "2WW-4.2.C.3p", "2WW-4.2.C.3s")
def test_paratroops_and_armor_against_one_infantry() -> None:
    t = at(
        "Summer 1943, allied movement\nAlgiers: US 1 Paratroops\nBone SE1: US 1 Armor\nBone NE1: Ge 4 Infantry\n"
        "Tunis: Ge 9 Infantry, Ge 5 Air",
        holds={"Algiers": "allied"},
    )
    t.say("allied", "move US1Paratroops", "drop BoneNE1", "pass")
    assert t.refused("pass", "allied") == "2WW-8.1.1b"
    t.say("allied", "attack BoneNE1", "join US1Armor")
    assert t.waits == "axis Defend"
    t.roll(6, 9).say("axis", "pass")
    assert fires(t) == [("allied", "land_land", 9, "8-11"), ("axis", "land_land", 4, "4-7")]
    assert [(fire["losses"], fire["inflicted"]) for fire in t.events("fire")] == [(0, 1)]
    assert t.state.world.board.at("2214") == t.place("Tunis")
    assert (t.at("Ge 4 Infantry"), t.strength("Ge 4 Infantry")) == ("Tunis", "reduced")
    assert t.strength("US 1 Paratroops") == t.strength("US 1 Armor") == "full"
    assert t.waits == "allied ChooseAdvance"
    t.say("allied", "advance US1Armor BoneNE1")
    assert t.at("US 1 Armor") == t.at("US 1 Paratroops") == "Bone NE1"
    assert t.fact("ops", "Ge 5 Air") == 0


def support_fight() -> Table:
    """Two armies and a fleet against an infantry in a fort, which an air unit supports."""
    t = at(
        "Summer 1944, allied combat\nSaint-Nazaire: US 3 Armor, US 5 Armor\nLondon SW1: US 8 Fleet\n"
        "Cherbourg: Ge 6 Infantry, Ge Fort 3\nParis: Ge 5 Air, Ge 1 Infantry",
        at_war={"Belgium": "axis", "Netherlands": "axis"},
    )
    t.say("allied", "attack Cherbourg", "join US3Armor", "join US5Armor", "join US8Fleet")
    t.roll(8, 3, 5, 8).say("axis", "join Ge5Air")
    return t


@rule("2WW-9g", "2WW-4.2.C.3j", "2WW-4.2.C.3k", "2WW-4.2.C.3b", "2WW-4.2.C.3z")
def test_a_fleet_and_an_air_unit_fight_for_the_right_to_support() -> None:
    t = support_fight()
    assert fires(t)[:2] == [("allied", "sea_air", 3, "1-3"), ("axis", "air_sea", 4, "1-4")]
    assert winners(t) == ["axis"]
    assert t.strength("US 8 Fleet") == "reduced"
    assert t.waits == "allied ChooseHaven"
    assert t.refused("retreat US8Fleet Malta", "allied") == "2WW-4.2.C.3z"
    t.say("allied", "retreat US8Fleet London")
    assert t.at("US 8 Fleet") == "London"
    assert t.fact("ops", "US 8 Fleet") == 1
    assert (t.at("Ge 5 Air"), t.strength("Ge 5 Air")) == ("Paris", "full")
    assert fires(t)[2:] == [("allied", "land_land", 14, "12-15"), ("axis", "land_land", 12, "12-15")]


@rule("2WW-9.1.2b", "2WW-9.1.3", "2WW-4.2.C.3q", "2WW-9f", "2WW-4.2.C.3s", "2WW-9.1.4")
def test_what_the_fort_absorbs_does_not_count() -> None:
    t = support_fight().say("allied", "retreat US8Fleet London")
    assert [(fire["losses"], fire["inflicted"]) for fire in t.events("fire")][1] == (1, 2)
    assert winners(t) == ["axis", "axis"]
    t.say("allied", "lose US3Armor")
    assert t.at("Ge Fort 3") == "pool"
    assert (t.at("Ge 6 Infantry"), t.strength("Ge 6 Infantry")) == ("Cherbourg", "full")
    assert (t.strength("US 3 Armor"), t.strength("US 5 Armor")) == ("reduced", "full")
    assert t.at("US 3 Armor") == t.at("US 5 Armor") == "Brest"
    t.say("axis", "pass")
    assert t.fact("ops", "Ge 5 Air") == 1
