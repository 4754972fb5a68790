"""Chapter 9.2: air combat, alone and in support, and the markers that it leaves."""

from __future__ import annotations

import pytest

from grognard.games.twoww.firing import sea_fire
from tests.rulebooks.twoww.fights import declare, fires, join, order, steppe, winners
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

PLAIN = "Kharkov S1"
ELSEWHERE = "Orel: Ge 2 Armor, Ge 2 Air\nVoronezh: SU 3 Infantry"
"""Another fight to come, so that the phase is not over."""


def northern(text: str, moment: str = "Spring 1943, axis combat") -> Table:
    """The North Sea."""
    return at(f"{moment}\n{text}")


# Missions and markers


@rule("2WW-3.3.2c", "2WW-9.1.4")
def test_whoever_supported_a_land_combat_is_marked() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 1 Air\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air\n{ELSEWHERE}")
    declare(t, "axis", "attack", PLAIN, "Ge 1 Armor", "Ge 1 Air")
    assert t.fact("ops", "Ge 1 Air") == 0
    t.roll(5, 12, 12, 12).say("allied", "join SU1Air")
    assert winners(t)[0] == "axis"
    assert [t.fact("ops", unit) for unit in ("Ge 1 Air", "SU 1 Air", "Ge 2 Air")] == [1, 1, 0]


@rule("2WW-9.1.4")
def test_the_loser_of_the_support_fight_is_marked_too() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor, Ge 1 Air\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air\n{ELSEWHERE}")
    declare(t, "axis", "attack", PLAIN, "Ge 1 Armor", "Ge 1 Air")
    t.roll(5, 12, 12, 12).say("allied", "join SU1Air")
    assert t.strength("SU 1 Air") == "reduced"
    assert t.fact("ops", "SU 1 Air") == 1


@rule("2WW-3.3.2b")
def test_one_mission_until_the_marker_comes_off() -> None:
    t = steppe(
        f"Kharkov: Ge 1 Armor, Ge 2 Armor\n{PLAIN}: SU 1 Infantry\nVoronezh: SU 2 Infantry\nRostov: SU 1 Air\n"
        "Saratov: SU 2 Air"
    )
    declare(t, "axis", "attack", PLAIN, "Ge 1 Armor").roll(12, 12)
    join(t, "allied", "SU 1 Air")
    declare(t, "axis", "attack", "Voronezh", "Ge 2 Armor")
    assert t.offered() == ["join SU2Air", "pass"]
    assert t.refused("join SU1Air", "allied") == "2WW-3.3.2b"


@rule("2WW-3.3.2c")
@pytest.mark.parametrize("target", ["air", "fleets"])
def test_whoever_struck_is_marked_and_whoever_was_struck_is_not(target: str) -> None:
    t = northern("Wilhelmshaven: Ge 1 Air, Ge 2 Air reduced\nHull: GB 1 RAF, GB Home Fleet")
    declare(t.roll(7, 7), "axis", f"strike {target}", "Hull", "Ge 1 Air")
    assert [t.fact("ops", unit) for unit in ("Ge 1 Air", "Ge 2 Air", "GB 1 RAF", "GB Home Fleet")] == [1, 0, 0, 0]


@rule("2WW-3.3.3c")
def test_passengers_take_no_part_but_naval_air_units() -> None:
    t = at(
        "Summer 1943, allied combat\nHull NE1: GB Home Fleet, GB Naval Air aboard GB Home Fleet, GB Channel Fleet, "
        "GB 1 RAF aboard GB Channel Fleet\nAmsterdam N1: Ge Surface Fleet"
    )
    t.say("allied", "engage AmsterdamN1", "join GBHomeFleet")
    assert "join GBNavalAir" in t.offered()
    assert t.refused("join GB1RAF", "allied") == "2WW-3.3.3c"


@rule("2WW-3.3.3c")
def test_an_army_aboard_attacks_nobody() -> None:
    t = at(
        "Summer 1943, allied combat\nTunis: GB Home Fleet, GB 1 Armor aboard GB Home Fleet, GB 8 Armor\n"
        "Bone NE1: Ge 1 Infantry",
        holds={"Tunis": "allied"},
    )
    t.say("allied", order("attack", "Bone NE1"))
    assert t.refused("join GB1Armor", "allied") == "2WW-3.3.3c"


# Strikes


@rule("2WW-9.2a")
def test_all_air_units_or_all_fleets_of_a_hex_in_range() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nBerlin: Ge 2 Air\nHull: GB 1 RAF, GB Home Fleet, GB Channel Fleet")
    assert t.offered() == ["strike Hull air", "strike Hull fleets", "pass"]
    assert t.refused("strike Hull GBHomeFleet", "axis") == "2WW-9.2a"
    t.roll(7, 7).say("axis", "strike Hull fleets")
    assert t.events("attack strike")[0]["defenders"] == ["GB 1 RAF", "GB Home Fleet", "GB Channel Fleet"]


@rule("2WW-9.2a")
def test_a_strike_out_of_range_is_refused() -> None:
    t = northern("Berlin: Ge 2 Air\nWilhelmshaven: Ge 1 Air\nHull: GB 1 RAF\nScapa Flow: GB 2 RAF")
    assert t.refused("strike ScapaFlow air", "axis") == "2WW-9.2a"
    t = northern("Berlin: Ge 2 Air\nWilhelmshaven: Ge 1 Air, Ge 3 Air\nHull: GB 1 RAF")
    t.say("axis", "strike Hull air")
    assert t.refused("join Ge2Air", "axis") == "2WW-9.2a"


@rule("2WW-9.2a")
def test_air_units_from_elsewhere_that_defend_must_be_fought() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air, Ge 2 Air\nHull: GB Home Fleet\nLondon: GB 1 RAF")
    assert t.refused("strike Hull air", "axis") == "2WW-9c"
    assert t.refused("strike Hull everything", "axis") == "2WW-9.2a"
    declare(t, "axis", "strike fleets", "Hull", "Ge 1 Air")
    assert t.waits == "allied Defend"
    t.roll(7, 8).say("allied", "join GB1RAF")
    assert [line for _, line, _, _ in fires(t)] == ["air_air", "air_air"]
    assert t.fact("ops", "GB 1 RAF") == 1


@rule("2WW-9.2.2")
def test_fleets_join_no_strike_and_air_units_join_fleets() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air, Ge Surface Fleet\nEsbjerg: Ge 2 Air\nHull NE1: GB Home Fleet")
    t.say("axis", order("strike", "Hull NE1", "fleets"), "join Ge1Air")
    assert t.refused("join GeSurfaceFleet", "axis") == "2WW-9.2.2"
    t = northern("Wilhelmshaven: Ge 1 Air, Ge Surface Fleet\nHull NE1: GB Home Fleet")
    declare(t.roll(7, 7), "axis", "engage", "Hull NE1", "Ge Surface Fleet", "Ge 1 Air")
    assert fires(t)[0] == ("axis", "sea_sea", 6, "4-6")


@rule("2WW-9.2.3")
@pytest.mark.parametrize(("throws", "lines"), [((7, 7), 2), ((7, 8), 2), ((8, 7), 4)])
def test_the_air_fight_must_be_won_before_the_fleets_are_attacked(throws: tuple[int, int], lines: int) -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB 1 RAF, GB Home Fleet")
    t.roll(*throws, *([7, 7] if lines == 4 else [])).say("axis", "strike Hull fleets")
    assert [line for _, line, _, _ in fires(t)] == ["air_air", "air_air", "air_sea", "sea_air"][:lines]


@rule("2WW-4.2.C.3d", "2WW-4.2.C.3j")
def test_fleets_fire_back_when_the_air_units_of_their_hex_are_struck() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB 1 RAF, GB Home Fleet")
    t.roll(8, 7, 2).say("axis", "strike Hull air")
    home = t.state.world.roster[t.unit("GB Home Fleet")].combat
    assert fires(t)[2:] == [("allied", "sea_air", home, "4-6")]
    assert t.at("Ge 1 Air") == "pool"  # two points
    assert (t.at("GB Home Fleet"), t.strength("GB Home Fleet"), t.fact("ops", "GB Home Fleet")) == ("Hull", "full", 0)


@rule("2WW-4.2.C.3d")
@pytest.mark.parametrize(
    ("beside", "throws"),
    [("GB Home Fleet", (7, 8)), ("GB Home Fleet done", (8, 7)), ("", (8, 7))],
)
def test_fleets_that_do_not_fire_back(beside: str, throws: tuple[int, int]) -> None:
    t = northern(f"Wilhelmshaven: Ge 1 Air\nHull: {', '.join(filter(None, ('GB 1 RAF', beside)))}")
    t.roll(*throws).say("axis", "strike Hull air")
    assert [line for _, line, _, _ in fires(t)] == ["air_air", "air_air"]


@rule("2WW-4.2.C.3d")
def test_submarines_and_neutrals_do_not_fire_back() -> None:
    t = at("Spring 1943, allied combat\nHull: GB 1 RAF\nWilhelmshaven: Ge 1 Air, Ge 1 Submarines")
    t.roll(8, 7).say("allied", "strike Wilhelmshaven air")
    assert [line for _, line, _, _ in fires(t)] == ["air_air", "air_air"]
    t = at("Spring 1940, allied combat\nHull: GB 1 RAF\nWilhelmshaven: Ge 1 Air, It Fleet")
    t.roll(8, 7).say("allied", "strike Wilhelmshaven air")
    assert [line for _, line, _, _ in fires(t)] == ["air_air", "air_air"]
    assert t.is_neutral("Italy")  # its fleet has not been attacked


@rule("2WW-4.2.C.3l")
def test_air_units_fight_on_their_own_line() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB 1 RAF")
    t.roll(7, 7).say("axis", "strike Hull air")
    assert fires(t) == [("axis", "air_air", 4, "3-4"), ("allied", "air_air", 4, "3-4")]


@rule("2WW-4.2.C.3d")
def test_surface_fleets_fire_back_and_submarines_do_not() -> None:
    t = northern("Wilhelmshaven: Ge Surface Fleet, Ge 1 Submarines\nHull: GB 1 RAF", "Spring 1943, allied combat")
    t.roll(7, 7).say("allied", "strike Wilhelmshaven fleets")
    assert fires(t) == [("allied", "air_sea", 4, "1-4"), ("axis", "sea_air", 3, "1-3")]


@rule("2WW-4.2.C.3d")
def test_air_units_of_the_hex_fire_back_at_a_strike() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB 1 RAF reduced, GB Home Fleet")
    t.roll(11, 12).say("axis", "strike Hull fleets")
    assert fires(t)[1] == ("allied", "air_air", 2, "1-2")


@rule("2WW-4.2.C.3i")
def test_submarines_do_not_answer_air_units() -> None:
    t = northern("Wilhelmshaven: Ge 1 Submarines\nHull: GB 1 RAF", "Spring 1943, allied combat")
    t.roll(12).say("allied", "strike Wilhelmshaven fleets")
    assert fires(t) == [("allied", "asw", 1, "1")]


@rule("2WW-4.2.C.3k")
def test_air_units_alone_fire_at_surface_fleets() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB Home Fleet")
    t.roll(7, 7).say("axis", "strike Hull fleets")
    assert fires(t)[0] == ("axis", "air_sea", 4, "1-4")


@rule("2WW-4.2.C.3j")
def test_fleets_fire_at_air_units() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB Home Fleet")
    t.roll(7, 7).say("axis", "strike Hull fleets")
    assert fires(t)[1] == ("allied", "sea_air", 4, "4-6")
    submarines = (t.unit("Ge 1 Submarines"),)
    assert sea_fire(t.state, submarines, (), ()) is None


def test_a_marked_unit_that_is_struck_does_not_fire() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB 1 RAF done, GB Home Fleet done")
    t.roll(12, 12).say("axis", "strike Hull fleets")
    assert fires(t) == [("axis", "air_air", 4, "3-4"), ("axis", "air_sea", 4, "1-4")]


@rule("2WW-4.2.C.3y")
def test_nobody_moves_after_an_air_fight() -> None:
    t = northern("Wilhelmshaven: Ge 1 Air\nHull: GB 1 RAF")
    t.roll(4, 12).say("axis", "strike Hull air")
    assert winners(t) == ["axis"]
    assert (t.at("Ge 1 Air"), t.at("GB 1 RAF")) == ("Wilhelmshaven", "Hull")
    assert t.strength("GB 1 RAF") == "reduced"
    assert t.when == "Spring 1943, allied movement"


@rule("2WW-12.4.3")
def test_soviet_and_western_units_do_not_fight_together() -> None:
    t = steppe(f"Kharkov: Ge 1 Armor\n{PLAIN}: SU 1 Infantry\nRostov: SU 1 Air\nVoronezh: GB 1 RAF")
    declare(t, "axis", "attack", PLAIN)
    assert t.offered() == ["join SU1Air", "pass"]
    assert t.refused("join GB1RAF", "allied") == "2WW-12.4.3"
