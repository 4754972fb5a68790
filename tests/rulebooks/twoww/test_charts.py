"""The charts and the units' factors against everything that the rulebook and its examples say of them."""

from __future__ import annotations

import itertools
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.charts import Charts
from grognard.engine.files import DataError, read_toml
from grognard.games import find
from grognard.games.twoww import world as worlds
from grognard.games.twoww.battle import column_of, losses_of
from grognard.games.twoww.production import price
from grognard.games.twoww.roster import Unit
from grognard.games.twoww.set_up import begin
from grognard.games.twoww.world import Europe
from tests.rules import rule

FACTS = read_toml(Path(__file__).parent / "data" / "constraints.toml").data
WORLD = Europe(find("2ww"), "war", {})
LINES = WORLD.lines
UNITS = {unit.name: unit for unit in WORLD.roster}
THROWS = range(2, 13)


def cost(line: str, column: int, throw: int) -> int:
    return losses_of(LINES[line][column], throw)


def kinds(kind: str, nation: str = "") -> list[Unit]:
    return [unit for unit in WORLD.roster if unit.kind == kind and nation in ("", unit.nation)]


# The Combat Chart


def test_the_dice() -> None:  # CC-DICE-1, CC-DICE-2
    dice = WORLD.charts["dice"]
    assert (dice["combat"], dice["revolt"], dice["rebels"]) == (2, 1, [5, 6])


def test_every_line_is_there() -> None:  # CC-LINES
    assert set(LINES) == {"land_land", "sea_sea", "asw", "sea_air", "air_sea", "air_air", "bombing", "convoy"}


@pytest.mark.parametrize("line", LINES)
def test_low_throws_and_more_factors_cost_more(line: str) -> None:  # CC-DICE-3, CC-DICE-4
    columns = range(len(LINES[line]))
    for column in columns:
        losses = [cost(line, column, throw) for throw in THROWS]
        assert losses == sorted(losses, reverse=True)
    for throw in THROWS:
        losses = [cost(line, column, throw) for column in columns]
        assert losses == sorted(losses)


@pytest.mark.parametrize("line", LINES)
def test_equal_losses_on_different_throws_are_possible(line: str) -> None:  # CC-DICE-5
    assert all(len({cost(line, column, throw) for throw in THROWS}) < len(THROWS) for column in range(len(LINES[line])))


@pytest.mark.parametrize("line", LINES)
def test_columns_follow_on_each_other_without_a_gap(line: str) -> None:  # CC-COL-*
    columns = LINES[line]
    assert columns[0].minimum == 1
    assert columns[-1].title.endswith("+")
    for column, following in itertools.pairwise(columns):
        first, _, last = column.title.partition("-")
        assert int(first) == column.minimum
        assert int(last or first) + 1 == following.minimum


@pytest.mark.parametrize("fact", FACTS["columns"], ids=lambda fact: fact["id"])
def test_columns_that_the_examples_name(fact: dict[str, Any]) -> None:
    titles = [column.title for column in LINES[fact["line"]]]
    positions = [titles.index(title) for title in fact["titles"]]
    assert positions == list(range(positions[0], positions[0] + len(positions))) if positions else titles
    if fact["id"] == "CC-COL-BOMB":
        assert 0 < positions[0] < len(titles) - 1  # a shift to the right must be possible
    if fact["id"] in ("CC-COL-AIRSEA", "CC-COL-SEAAIR"):
        assert positions[0] == 0


@rule("2WW-3.4.5a", "2WW-3.1a")
@pytest.mark.parametrize("fact", FACTS["cell"], ids=lambda fact: fact["id"])
def test_results_that_the_examples_name(fact: dict[str, Any]) -> None:
    line = LINES[fact["line"]]
    if "factors" in fact:
        column = column_of(line, fact["factors"])
        assert fact.get("column", line[column].title) == line[column].title
    else:
        column = [entry.title for entry in line].index(fact["column"])
    found = cost(fact["line"], column, fact["throw"])
    assert found >= fact["loss"] if fact.get("or_more") else found == fact["loss"]


# The other charts


@rule("2WW-3.4.5a")
@pytest.mark.parametrize("chart", ["track", "costs", "combat", "terrain"])
def test_a_missing_chart_is_named(chart: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert chart in WORLD.charts
    whole = read_toml(worlds.DATA / "charts.toml")
    rest = Charts(replace(whole, data={name: table for name, table in whole.data.items() if name != chart}))
    monkeypatch.setattr(worlds, "charts", lambda: rest)
    with pytest.raises(DataError, match=rf"\[{chart}\]"):
        price(begin(Europe(find("2ww"), "war", {})), 0, new=True)


@rule("2WW-3.4.5a")
def test_an_owner_may_correct_the_charts() -> None:
    own = {"charts": {"combat": {"land_land": {"4-7": [12]}}}, "units": {"Ge 1 Armor": {"combat": 9}}}
    world = Europe(find("2ww"), "war", {"charts": own})
    assert [column.at_most for column in world.lines["land_land"]][:2] == [(4, 2), (12,)]
    assert world.roster[world.unit_index["Ge 1 Armor"]].combat == 9
    assert UNITS["Ge 1 Armor"].combat == 6


def test_terrain() -> None:  # CC-SHIFT-1, CC-TERRAIN-1, CC-TERRAIN-2, CC-TERRAIN-3
    terrain = {name: row for name, row in WORLD.charts["terrain"].items() if isinstance(row, dict)}
    on_map = {WORLD.board.terrain[place] for place in WORLD.board.here} - {"sea"}
    assert on_map | {"river", "city"} <= set(terrain)
    assert all(row["points"] >= 0 and row["shift"] >= 0 for row in terrain.values())
    assert terrain["clear"]["shift"] == 0
    assert WORLD.charts["shifts"]["most"] == 2
    size = WORLD.board.grid.size
    assert {points for steps in WORLD.courses[:size] for place, points in steps if place < size} == {1}


def test_prices() -> None:  # CC-PROD-1 to CC-PROD-5
    costs = {name: row for name, row in WORLD.charts["costs"].items() if isinstance(row, dict)}
    assert {"armor", "infantry", "artillery", "paratroop", "fort", "air", "fleet", "submarine"} <= set(costs)
    assert all(isinstance(row[key], int) and row[key] >= 1 for row in costs.values() for key in ("new", "upgrade"))
    assert costs["infantry"]["new"] < costs["armor"]["new"]
    assert costs["minor"] == {"new": 1, "upgrade": 1}
    assert min(costs["infantry"]["upgrade"], costs["air"]["upgrade"]) <= 2


@rule("2WW-3.4.5a")
def test_the_turn_track() -> None:  # CC-TRACK-1 to CC-TRACK-4
    limits, limit = {}, 0
    for season in WORLD.turns:
        limit = WORLD.charts["track"][season].get("lend_lease", limit)
        limits[season] = limit
    assert limits["Summer 1941"] >= 3
    assert limits["Winter 1942"] == 4
    assert sorted(limits.values()) == list(limits.values())
    assert WORLD.turns[WORLD.dates["america"]] == WORLD.charts["dates"]["america"]
    arrivals = {WORLD.units[unit]: turn for unit, turn in WORLD.arrivals.items()}
    assert arrivals["GB Naval Air"] <= WORLD.turns.index("Summer 1941")
    assert {"US 1 Paratroops", "US 3 Armor", "Free French Armor"} <= set(arrivals)
    assert all(UNITS[name].at == "later" for name in arrivals)


# The counters


def test_factors_of_the_bombing_example() -> None:  # CC-COUNT-1, CC-COUNT-2
    first, second = UNITS["Ge 1 Air"], UNITS["Ge 2 Air"]
    assert (first.combat + second.combat) // 2 == 4
    assert first.combat + second.reduced == 6
    assert first.move == second.move == UNITS["SU 1 Air"].move == 3
    assert 3 in (UNITS["SU 1 Air"].combat, UNITS["SU 1 Air"].reduced)


def test_factors_of_the_convoy_example() -> None:  # CC-COUNT-3 to CC-COUNT-5
    assert sum(UNITS[name].combat for name in ("Ge 1 Submarines", "Ge 2 Submarines", "Ge Surface Fleet")) == 7
    allies = [UNITS[name] for name in ("GB Home Fleet", "GB Channel Fleet", "GB Naval Air")]
    assert sum(unit.combat for unit in allies) == 8
    assert sum(unit.asw[0] for unit in allies) == 5
    assert allies[0].combat + allies[1].combat >= 4


def test_factors_of_the_land_example() -> None:  # CC-COUNT-6 to CC-COUNT-10
    assert UNITS["US 1 Paratroops"].combat + UNITS["US 1 Armor"].combat == 9
    assert UNITS["Ge 4 Infantry"].combat == 4
    assert UNITS["US 3 Armor"].combat + UNITS["US 5 Armor"].combat == 14
    assert UNITS["Ge 6 Infantry"].combat + UNITS["Ge Fort 3"].combat + UNITS["Ge 5 Air"].combat == 12
    assert 1 <= UNITS["Ge 5 Air"].combat <= 4
    assert not UNITS["Ge Fort 3"].one_sided
    assert all(1 <= unit.combat <= 3 for unit in kinds("fleet", "United States"))


def test_ranges_and_movement() -> None:  # CC-COUNT-11, CC-COUNT-12
    assert {unit.move for unit in kinds("air")} == {3, 6}
    to_the_edge = max(link.cost for link in WORLD.board.links[WORLD.atlantic])
    assert to_the_edge == 30
    assert all(unit.move > to_the_edge for unit in (*kinds("fleet"), *kinds("submarine")))
    assert all(unit.move == 0 for unit in kinds("fort"))


def test_reduced_faces_are_weaker() -> None:
    assert all(unit.reduced < unit.combat for unit in WORLD.roster)
    assert all(unit.reduced >= 1 for unit in WORLD.roster if not unit.one_sided)


def test_how_many_units_there_are() -> None:  # CC-COUNT-13
    assert 112 <= len(WORLD.roster) <= 120
    counted = {name: sum(unit.nation == name for unit in WORLD.roster) for name in ("France", "Italy", "Germany")}
    assert counted == {"France": 9, "Italy": 6, "Germany": 29}


def test_submarines_and_their_hunters() -> None:  # CC-COUNT-14, CC-COUNT-15
    assert {unit.nation for unit in kinds("submarine")} == {"Germany"}
    allied = {"France", "USSR", "Britain", "United States"}
    assert all(unit.asw[0] >= 1 for unit in kinds("air") if unit.nation in allied)


# The map


def test_the_map_of_the_examples() -> None:  # CC-MAP-1, CC-MAP-2, CC-MAP-3
    board = WORLD.board
    assert board.at("Oslo") == board.at("1703")
    assert board.at("Moscow") == board.at("2903")
    near = WORLD.disc(board.at("Moscow"), 3) & WORLD.land & ~(1 << board.at("Moscow"))
    assert near.bit_count() >= 3
    producing = [WORLD.cities[place] for place in WORLD.producing]
    assert sum(city.country == WORLD.country_index["Italy"] for city in producing) == 2
    assert not [city for city in producing if city.country == WORLD.country_index["United States"]]
    assert WORLD.cities[WORLD.toulon].produces
