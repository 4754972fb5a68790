"""Chapter 11, 11.2 and 11.3: the production level, added up from the map."""

from __future__ import annotations

import pytest

from grognard.games.westfront import GAME
from grognard.games.westfront.production_level import (
    basic_production,
    city_production,
    production_level,
    resource_production,
)
from grognard.games.westfront.rail import supply_net
from grognard.games.westfront.state import ALLIES, AXIS
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def at(scenario: str, month: str, pieces: str = "") -> Table:
    return Table(f"westfront {scenario}\n{month} I, allied command\n{pieces}")


def made(t: Table, side: int) -> tuple[int, int]:
    """What cities and resources give a side."""
    return city_production(t.state, side), resource_production(t.state, side)


# 11.2 The sum


@rule("WF-11.2", "WF-11.31", "WF-11.32a", "WF-11.33a", "WF-W44.6")
@pytest.mark.parametrize(
    ("scenario", "allied", "axis"),
    [("summer43", 73, 39), ("winter43", 84, 43), ("summer44", 94, 53), ("winter44", 109, 46)],
)
def test_every_scenario_starts_with_what_the_map_adds_up_to(scenario: str, allied: int, axis: int) -> None:
    s = GAME.setup(GAME.world(scenario, {}))
    assert [production_level(s, side).value for side in (ALLIES, AXIS)] == [allied, axis]


@rule("WF-11.2")
def test_a_city_that_changes_hands_changes_both_levels() -> None:
    t = at("summer43", "Aug").hold("allied", "Naples")
    assert production_level(t.state, ALLIES).value == 74
    assert production_level(t.state, AXIS).value == 38


def test_the_level_says_what_it_is_made_of() -> None:
    level = production_level(at("summer43", "Aug").state, AXIS)
    assert str(level) == "39 = -60 +77 (cities, WF-11.32a) +22 (resources, WF-11.33a)"


def test_the_level_is_what_there_is_to_spend_and_never_less_than_nothing() -> None:
    assert Table("westfront summer43\nAug production").state.points == [73, 39]
    t = Table("westfront summer43\nAug production\nBerlin: Br30 4")
    assert production_level(t.state, AXIS).value == -60
    assert t.state.points[AXIS] == 0


def test_the_level_of_husky_is_fixed() -> None:
    t = Table("westfront husky\nAug production\nPalermo: Br10 4\nReggio: US6 4")
    assert t.state.points == [73, 25]


# 11.31 Basic production


@rule("WF-11.31")
@pytest.mark.parametrize(
    ("scenario", "month", "allied", "axis"),
    [
        ("summer43", "Aug", 50, -60), ("winter43", "Jan", 60, -55),
        ("summer44", "Jul", 70, -45), ("winter44", "Jan", 70, -35),
    ],
)  # fmt: skip
def test_basic_production_by_scenario(scenario: str, month: str, allied: int, axis: int) -> None:
    s = at(scenario, month).state
    assert [basic_production(s, side).value for side in (ALLIES, AXIS)] == [allied, axis]


@rule("WF-16.2")
def test_the_ore_route_is_lost_while_the_allies_hold_copenhagen() -> None:
    t = at("winter43", "Jan")
    assert basic_production(t.state, AXIS).value == -55
    assert basic_production(t.hold("allied", "Copenhagen").state, AXIS).value == -60
    assert basic_production(t.hold("axis", "Copenhagen").state, AXIS).value == -55


@rule("WF-16.2")
def test_the_ore_route_is_lost_for_good_in_june_1944_and_not_twice() -> None:
    t = at("summer44", "Jun")
    assert basic_production(t.state, AXIS).value == -45
    assert basic_production(t.hold("allied", "Copenhagen").state, AXIS).value == -45


# 11.32 Cities


@rule("WF-11.32a", "WF-E.2")
def test_stettin_gives_one_point() -> None:
    t = at("summer43", "Aug")
    before = made(t, AXIS)
    assert made(t.hold("allied", "Stettin"), AXIS) == (before[0] - 1, before[1])


def isolate(t: Table, place: str) -> int:
    """Cut the rail lines of a place; what the cities next to it gave the Axis."""
    links = [t.state.world.board.names[p] for p in t.state.world.rail[t.place(place)]]
    t.hold("allied", *links)
    assert t.state.owner[t.place(place)] == AXIS
    return sum(t.state.world.values.get(t.place(name), {}).get("production", 0) for name in links)


@rule("WF-11.32a")
def test_a_city_beyond_the_railhead_gives_nothing() -> None:
    t = at("summer43", "Aug")
    before = made(t, AXIS)[0]
    assert isolate(t, "Breslau") == 0
    assert made(t, AXIS)[0] == before - 2


@rule("WF-11.32a")
def test_a_city_that_depends_on_a_lane_through_enemy_seas_gives_nothing() -> None:
    t = at("summer43", "Aug")
    before = made(t, AXIS)[0]
    assert isolate(t, "Rome") == 0
    assert supply_net(t.state, AXIS, frozenset([t.place("Rome")])) >> t.place("Rome") & 1
    cut_off = made(t, AXIS)[0]
    assert cut_off < before
    assert made(t.hold("allied", "Rome"), AXIS)[0] == cut_off  # it gave nothing already
    assert made(t, ALLIES)[0] == 25


@rule("WF-11.32b")
def test_an_embattled_city_produces_for_its_defender() -> None:
    t = at("summer43", "Aug", "Paris: Ge74 2, Br30 4 attacks")
    assert t.state.attacker[t.place("Paris")]
    peace = at("summer43", "Aug")
    assert made(t, AXIS) == made(peace, AXIS)
    assert made(t, ALLIES) == made(peace, ALLIES)


@rule("WF-11.32b")
def test_a_disputed_city_produces_for_nobody() -> None:
    peace = at("summer43", "Aug")
    t = at("summer43", "Aug", "Rome SE1: Br30 4\nPerugia: Ge74 2")
    assert t.state.owner[t.place("Rome")] == 2
    assert made(t, ALLIES)[0] == made(peace, ALLIES)[0]
    assert made(t, AXIS)[0] == made(peace, AXIS)[0] - 2


# 11.33 Resources


@rule("WF-11.33a")
def test_a_resource_counts_twice_for_the_axis_and_a_city_once() -> None:
    t = at("summer43", "Aug").hold("allied", "Calais")
    axis, allied = made(t, AXIS), made(t, ALLIES)
    t.hold("allied", "Lille")
    assert made(t, AXIS) == (axis[0] - 1, axis[1] - 2)
    assert made(t, ALLIES) == (allied[0] + 1, allied[1] + 1)


@rule("WF-11.33a")
def test_the_oil_of_gyor_gives_the_axis_two() -> None:
    t = at("summer43", "Aug")
    axis = made(t, AXIS)
    assert made(t.hold("allied", "Gyor"), AXIS) == (axis[0], axis[1] - 2)


@rule("WF-11.33b")
def test_neutral_places_produce_for_nobody() -> None:
    t = at("summer43", "Aug")
    assert t.state.world.values[t.place("Madrid")]["production"] > 0
    allied, axis = made(t, ALLIES), made(t, AXIS)
    assert (allied[0], axis[0]) == (23, 77)


# 3.12 Linked scenarios


def levels(month: str, *taken: str) -> list[int]:
    """Both levels in a month of the campaign, with what the Allies have taken in Denmark."""
    t = at("campaign", month).hold("allied", *taken)
    return [production_level(t.state, side).value for side in (ALLIES, AXIS)]


@rule("WF-3.12b", "WF-W44.7")
@pytest.mark.parametrize(
    ("before", "after", "allied", "axis"),
    [("Nov 1943", "Dec 1943", 10, 5), ("May 1944", "Jun 1944", 10, 10), ("Nov 1944", "Dec 1944", 0, 10)],
)
def test_the_next_scenario_changes_both_levels_once(before: str, after: str, allied: int, axis: int) -> None:
    then, now = levels(before), levels(after)
    assert [now[side] - then[side] for side in (ALLIES, AXIS)] == [allied, axis]


@rule("WF-3.12b")
def test_a_linked_level_does_not_fall_for_an_ore_route_that_was_lost_before() -> None:
    assert levels("Jun 1944", "Copenhagen")[AXIS] - levels("May 1944", "Copenhagen")[AXIS] == 15
