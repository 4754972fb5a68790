"""Chapter 27: the weather and its zones."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.engine.dice import ScriptedDice
from grognard.engine.match import Match
from grognard.games import find
from grognard.games.balkan import ways
from grognard.games.balkan.state import CLEAR, POOR, WINTER
from grognard.games.balkan.weather import row
from grognard.games.balkan.world import Balkans
from tests.rulebooks.balkan.hunger import NO_ALLIED_PORTS, NORTHERN_MUD, checked, hungry, running, without_railways
from tests.rulebooks.balkan.spots import EAST, PLAIN, plains
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

COMBAT = "Nov I 40, axis combat"
KINDS = ("cm_artillery", "other", "mountain")
BEFORE = "Nov I 40, allied exploitation"


def next_turn(*rolls: int, before: str = BEFORE, weather: tuple[int, int] = (CLEAR, CLEAR)) -> Table:
    """A game turn begins in Epirus, with these rolls."""
    table = at("Kalpaki: GR-8\nTepeleni: IT-23", before, scenario="epirus", weather=weather)
    return table.roll(*rolls).pass_until("axis MoveUnits")


def begun(weather: dict[str, Any], *faces: int) -> Match:
    """A match with weather charts of one's own, which begins with these rolls."""
    dice = ScriptedDice()
    dice.add(*([face] for face in faces))
    options = {"set_up": "historical", "charts": {"charts": {"weather": weather}}}
    return Match(find("balkan-front"), "epirus", options, secret=bytes(32), dice=dice)


def cost(table: Table, kind: str, a: str, b: str) -> Any:
    world = table.state.world
    found = ways.step_cost(world, table.state.weather, kind, world.board.at(a), world.board.at(b))
    return found and found.total


def fought(table: Table, unit: str, place: str) -> list[str]:
    """The rules by which the die of an attack is modified."""
    table.say("axis", f"attack [{place}]", f"join {unit}").roll(6).say("axis", "pass")
    return [rule for _, rule, _ in table.events("attack")[0]["account"]["die"]]


# The zones


@rule("BF-27-1")
def test_the_line_divides_the_map_and_hexes_on_it_belong_to_the_north() -> None:
    world = at("").state.world
    north, south = world.weather_zones
    assert not north & south
    assert north | south == world.land
    for place in ("Volos", "Preveza", "Karditsa SW1", "Wien"):
        assert north >> world.board.at(place) & 1
    for place in ("Volos SE1", "Leukas", "Karpenesion", "Khania"):
        assert south >> world.board.at(place) & 1


# The roll


@rule("BF-27-2")
def test_one_die_settles_both_zones_at_the_start_of_the_turn() -> None:
    table = next_turn(3)
    assert table.state.weather == (POOR, CLEAR)
    (said,) = table.events("weather")
    assert (said["north"], said["south"]) == ("poor", "clear")
    assert [roll["faces"] for roll in table.events("roll")] == [[3]]
    assert next_turn(5).state.weather == (POOR, POOR)
    assert next_turn(1).state.weather == (CLEAR, CLEAR)


@rule("BF-27-4", "BF-27-2")
def test_a_w_is_winter() -> None:
    assert next_turn(6, before="Nov II 40, allied exploitation").state.weather == (WINTER, POOR)


@rule("BF-27-5")
@pytest.mark.parametrize("before", [CLEAR, POOR, WINTER])
def test_an_n_leaves_the_weather_of_its_zone_as_it_was(before: int) -> None:
    table = next_turn(1, before="Dec I 40, allied exploitation", weather=(before, POOR))
    assert table.state.weather == (before, CLEAR)


@rule("BF-27-5")
def test_on_the_first_turn_a_zone_is_rolled_again_until_it_has_a_weather() -> None:
    match = begun({"Nov I 40": {"D": "NNPCCC", "E": "CCPPPP"}}, 1, 2, 3)
    assert match.state.weather == (POOR, CLEAR)  # type: ignore[attr-defined]


@rule("BF-27-2")
def test_a_scenario_may_lay_down_its_first_weather() -> None:
    world = Balkans(find("balkan-front"), "marita", {})
    assert [row(world, 0, zone) for zone in (0, 1)] == ["CCCCCC", world.charts["weather"]["Apr I 41"]["E"]]
    assert row(world, 1, 0) == world.charts["weather"]["Apr II 41"]["D"]


# What it does

HILL, DOWNHILL = ("Prilep NW1", "Bitolj NW1"), ("Prilep NW1", "Prilep")
"""Into mountains, and into a rough hex."""


@rule("BF-27-3")
def test_clear_and_poor_weather_have_their_own_costs() -> None:
    dry, mud = at("", weather=(CLEAR, CLEAR)), at("", weather=(POOR, POOR))
    assert [cost(dry, kind, *HILL) for kind in KINDS] == [6, 3, 2]
    assert [cost(mud, kind, *HILL) for kind in KINDS] == [8, 4, 3]
    assert [cost(mud, kind, *DOWNHILL) for kind in KINDS] == [4, 3, 2]


@rule("BF-27-4")
def test_winter_is_poor_weather_but_for_mountains() -> None:
    snow = at("", weather=(WINTER, WINTER))
    assert [cost(snow, kind, *HILL) for kind in KINDS] == [None, 5, 3]
    assert [cost(snow, kind, *DOWNHILL) for kind in KINDS] == [4, 3, 2]


@rule("BF-27-4")
@pytest.mark.parametrize("weather", [(POOR, POOR), (WINTER, WINTER)], ids=["poor", "winter"])
def test_in_combat_winter_is_poor_weather(weather: tuple[int, int]) -> None:
    die = fought(plains(f"{PLAIN}: GE-9P\n{EAST}: YU-38", COMBAT, weather=weather), "GE-9P", EAST)
    assert die == ["BF-27-6", "BF-10C1-1"]  # the armour is worth 1 and not 3


@rule("BF-27-9")
def test_what_counts_is_the_weather_of_the_hex_that_is_entered() -> None:
    table = at("", weather=(POOR, CLEAR))
    assert cost(table, "other", "Lamia NE1", "Volos W2") == 3
    assert cost(table, "other", "Volos W2", "Lamia NE1") == 2


@rule("BF-27-9")
def test_what_counts_is_the_weather_of_the_hex_that_is_attacked() -> None:
    north, south = "Volos W2", "Lamia NE1"
    into_mud = at(f"{south}: IT-23\n{north}: GR-BA", COMBAT, weather=(POOR, CLEAR))
    out_of_mud = at(f"{north}: IT-23\n{south}: GR-BA", COMBAT, weather=(POOR, CLEAR))
    assert "BF-27-6" in fought(into_mud, "IT-23", north)
    assert "BF-27-6" not in fought(out_of_mud, "IT-23", south)


@rule("BF-27-10")
def test_a_hexside_between_the_zones_has_the_worse_weather(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "side_kinds", lambda world, a, b: ["mountain"])  # the map has no such hexside
    north, south = "Volos W2", "Lamia NE1"
    assert cost(at("", weather=(POOR, CLEAR)), "other", north, south) == 4
    assert cost(at("", weather=(POOR, CLEAR)), "other", south, north) == 4
    assert cost(at("", weather=(CLEAR, WINTER)), "other", south, north) == 5
    assert cost(at("", weather=(POOR, CLEAR)), "other", south, "Lamia NW1") == 3


@rule("BF-27-11")
def test_an_element_that_runs_through_both_zones_has_the_length_of_the_worse_weather() -> None:
    bare = without_railways()
    regiments = "Leukas E1: BR-16\nArta SW1: BR-14\nPreveza: BR-AR"
    dry, mud = checked(regiments, owns=bare), checked(regiments, owns=bare, weather=NORTHERN_MUD)
    assert not hungry(dry)
    assert hungry(mud) == {"BR-14", "BR-AR"}  # five and six hexes from Patrai, of which only the first are muddy
    assert dry.place("Leukas") in running(dry)
    assert mud.place("Leukas") not in running(mud)  # it lies in the south, but its way leads through the north


@rule("BF-27-11")
def test_the_hex_in_which_an_element_ends_counts_for_its_weather_as_well() -> None:
    roads = ["Volos SW1", "Volos SE1", "Volos W1", "Lamia NE1", "Lamia"]
    owns = {"axis": [*without_railways()["axis"], *roads, *set(NO_ALLIED_PORTS["axis"]) - {"Volos"}]}
    dry, mud = checked("Thebai: BR-16", owns=owns), checked("Thebai: BR-16", owns=owns, weather=NORTHERN_MUD)
    assert not hungry(dry)
    assert hungry(mud) == {"BR-16"}  # all of its seven hexes but Volos itself are dry
