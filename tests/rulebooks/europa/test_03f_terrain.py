"""Section 3.F: areas, terrain, distances, cities and islands."""

from __future__ import annotations

import pytest

from grognard.games.europa import BOOK, districts, terrain
from tests.rules import rule

CHARTS = BOOK.charts
ROW = [[1], [0, 2], [1, 3], [2]]
"""Four hexes in a row."""


@rule("GE-3.F")
def test_an_area_means_all_its_countries() -> None:
    assert districts.is_in("Sweden", "Scandinavia", CHARTS["areas"])
    assert not districts.is_in("Sweden", "Balkans", CHARTS["areas"])
    assert districts.is_in("Sweden", "Sweden", CHARTS["areas"])


@rule("GE-3.F.1")
def test_a_feature_without_a_line_on_the_chart_is_rejected_by_name() -> None:
    terrain.check_features(["clear", "mountain"], CHARTS["terrain"])
    with pytest.raises(ValueError, match="the terrain chart has no line for 'glacier'; add one"):
        terrain.check_features(["clear", "glacier"], CHARTS["terrain"])


@rule("GE-3.F.1.b")
def test_snow_closes_mountains_to_motors() -> None:
    chart = CHARTS["terrain"]
    assert terrain.is_prohibited("mountain", "combat/motorized", "snow", chart)
    assert not terrain.is_prohibited("mountain", "combat/motorized", "clear", chart)
    assert not terrain.is_prohibited("mountain", "non-motorized", "snow", chart)
    assert not terrain.is_prohibited("clear", "combat/motorized", "snow", chart)


@rule("GE-3.F.1.b", "GE-3.F.1.b2")
def test_a_unit_caught_by_snow_may_stay_or_leave_but_enter_no_other_closed_hex() -> None:
    assert terrain.ways(1, ROW, prohibited={1, 2}) == (1, 0)
    assert terrain.ways(1, ROW, prohibited=set()) == (1, 0, 2)
    assert terrain.ways(0, ROW, prohibited={0, 1}) == (0,)


@rule("GE-3.F.1.c")
def test_a_distance_is_that_of_a_route_which_enters_nothing_prohibited() -> None:
    ring = [[1, 3], [0, 2], [1, 4], [0, 4], [3, 2]]  # from 0 to 2: over 1, or by the detour 3, 4
    assert terrain.is_within(2, 0, 2, ring)
    assert not terrain.is_within(1, 0, 2, ring)
    closed = terrain.permitted(ring, [(1, 2)])
    assert not terrain.is_within(2, 0, 2, closed)
    assert terrain.is_within(3, 0, 2, closed)
    assert not terrain.is_within(2, 0, 2, ring, prohibited=[1])


@rule("GE-3.F.1.c2")
def test_hexes_across_a_prohibited_hexside_are_not_adjacent() -> None:
    closed = terrain.permitted(ROW, [(2, 1)])
    assert terrain.are_adjacent(0, 1, closed)
    assert not terrain.are_adjacent(1, 2, closed)
    assert not terrain.are_adjacent(2, 1, closed)
    assert not terrain.are_adjacent(0, 2, closed)


@rule("GE-3.F.1.d")
@pytest.mark.parametrize(
    ("zone", "found"), [("A", ("arctic",)), ("B", ()), ("F", ("arid",)), ("G", ("arid",)), ("Sahal", ("arid",))]
)
def test_weather_zones_make_hexes_arctic_or_arid(zone: str, found: tuple[str, ...]) -> None:
    assert terrain.weather_classes(zone, CHARTS["weather_classes"]) == found


@rule("GE-3.F.1.e1")
def test_adjacent_city_hexes_are_one_city() -> None:
    kinds = {0: "partial hex city", 1: "full hex city", 3: "partial hex city"}
    assert terrain.cities(kinds, ROW, CHARTS["cities"]) == [{0, 1}, {3}]
    assert terrain.cities({**kinds, 2: "partial hex city"}, ROW, CHARTS["cities"]) == [{0, 1, 2, 3}]
    assert terrain.cities({0: "dot city", 1: "dot city"}, ROW, CHARTS["cities"]) == [{0}, {1}]


@rule("GE-3.F.1.e2")
@pytest.mark.parametrize(
    ("kind", "found"),
    [
        ("partial hex city", "major"), ("full hex city", "major"), ("multi-hex city", "major"), ("dot city", "minor"),
        ("reference city", "minor"), ("destroyed fortress", "minor"), ("town", ""),
    ],
)  # fmt: skip
def test_cities_are_major_or_minor_and_towns_are_none(kind: str, found: str) -> None:
    assert terrain.city_class(kind, CHARTS["cities"]) == found


@rule("GE-3.F.1.j1")
def test_narrow_straits_tie_an_island_to_what_lies_across_them() -> None:
    found = terrain.island("Borkum", CHARTS["islands"], CHARTS["shores"])
    assert found == {"country": "Germany", "district": "WK X"}
    further = {**CHARTS["islands"], "Juist": {"straits_to": "Borkum"}}
    assert terrain.island("Juist", further, CHARTS["shores"]) == found


@rule("GE-3.F.1.j2")
@pytest.mark.parametrize(
    ("name", "country"),
    [
        ("Djerba", "Tunisia"), ("Ibiza", "Spain"), ("Formentera", "Spain"), ("Lesbos", "Greece"), ("Samos", "Greece"),
        ("Elba", "Italy"),
    ],
)  # fmt: skip
def test_other_islands_belong_to_whom_the_map_says(name: str, country: str) -> None:
    found = terrain.island(name, CHARTS["islands"], CHARTS["shores"])
    assert found["country"] == country
    assert found.get("province") == ("Toscana" if name == "Elba" else None)


@rule("GE-3.F.1.k")
@pytest.mark.parametrize(
    ("name", "feature"),
    [
        ("lakes", "frozen partial lake hex"), ("lakes", "full lake hex"), ("sea_hexes", "frozen full sea hex"),
        ("sea_hexes", "partial sea hex"), ("rivers", "flooded minor river"), ("rivers", "great river"),
        ("roads", "track"), ("roads", "rail line"), ("roads", "road"),
    ],
)  # fmt: skip
def test_classes_hold_whatever_state_their_members_are_in(name: str, feature: str) -> None:
    classes = CHARTS["classes"]
    assert [each for each in classes if terrain.is_one_of(each, feature, classes)] == [name]
