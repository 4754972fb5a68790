"""Chapter 17, 17.3: Victory Cities decide the last winter of the war."""

from __future__ import annotations

import pytest

from grognard.games.westfront.state import ALLIES, AXIS
from grognard.games.westfront.victory import city_level, result, victory_cities
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

LAST = "westfront winter44\nMay II, axis command\n"
ALL = ("Berlin", "Copenhagen", "Prague", "Vienna", "Hamburg", "Munich", "Ruhr", "Amsterdam", "Paris", "Rome", "Milan")


@rule("WF-17.31")
def test_there_are_thirteen_points_of_victory_cities_and_berlin_counts_two() -> None:
    values = Table(LAST).state.world.values
    cities = {place: row["victory"] for place, row in values.items() if "victory" in row}
    t = Table(LAST)
    assert sum(cities.values()) == 13
    assert {t.state.world.board.names[place] for place in cities} == {*ALL, "Madrid"}
    assert cities[t.place("Berlin")] == 2


@rule("WF-17.31")
def test_cities_count_for_whoever_controls_them() -> None:
    t = Table("westfront summer43\nAug I, allied command")
    assert victory_cities(t.state) == [0, 12]
    assert victory_cities(t.hold("allied", "Rome").state) == [1, 11]


@rule("WF-17.32b")
def test_a_city_without_rail_supply_counts_for_nobody() -> None:
    t = Table("westfront summer43\nAug I, allied command")
    links = [t.state.world.board.names[place] for place in t.state.world.rail[t.place("Munich")]]
    t.hold("allied", *links)
    assert t.state.owner[t.place("Munich")] == AXIS
    assert victory_cities(t.state)[ALLIES] == 0
    assert victory_cities(t.state)[AXIS] == victory_cities(t.hold("allied", "Munich").state)[AXIS]


@rule("WF-17.32b")
def test_the_axis_needs_a_rail_line_where_the_allies_may_come_by_sea() -> None:
    t = Table("westfront summer43\nAug I, allied command").hold("allied", "Odense")
    assert victory_cities(t.state)[AXIS] == 11  # Copenhagen still has its lanes through the Baltic
    assert victory_cities(t.hold("allied", "Copenhagen").state) == [1, 11]  # and to the Allies through the Skagerrak
    assert victory_cities(t.hold("allied", "Rome").state)[ALLIES] == 2


@rule("WF-17.32a")
@pytest.mark.parametrize(
    ("lead", "level"), [(0, "draw"), (1, "marginal"), (-1, "marginal"), (2, "major"), (3, "decisive"), (-8, "decisive")]
)
def test_every_city_more_is_a_level(lead: int, level: str) -> None:
    assert city_level(Table(LAST).state, lead) == level


@rule("WF-17.32a")
def test_the_perimeter_of_the_example_wins_for_the_axis_with_both_hamburg_and_munich() -> None:
    kept = {"Berlin", "Copenhagen", "Prague", "Vienna", "Hamburg", "Munich"}
    t = Table(LAST)
    rails = [p for p in t.state.world.land if t.state.world.rail[p]]
    west = [
        t.state.world.board.names[p]
        for p in rails
        if t.state.world.board.nation[p] in ("France", "Belgium", "Holland", "Italy")
    ]
    t.hold("allied", *west, "Ruhr", "Cologne")
    assert victory_cities(t.state)[AXIS] == 7
    assert sum(t.state.world.values[t.place(city)]["victory"] for city in kept) == 7
    end = result(t.state)
    assert (end.cause, end.winner) == ("victory cities", "axis")


@rule("WF-17.32a")
def test_winter_1944_has_no_points_and_no_handicap() -> None:
    t = Table(f"{LAST}London: AF 3\nBerlin: OKW 3").say("axis", "pass")
    assert t.match.outcome is not None
    assert t.match.outcome.cause == "victory cities"
    assert t.match.outcome.facts["axis"] == victory_cities(t.state)[AXIS]
    assert not t.events("allied points")
