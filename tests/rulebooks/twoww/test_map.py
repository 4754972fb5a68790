"""Chapter 3: the map. What the rulebook prints of it, where armies march and fleets sail, and the boxes beyond."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from itertools import combinations, pairwise
from pathlib import Path

import pytest

import grognard
from grognard.engine import board as boards
from grognard.engine.board import Landmark
from tests.rules import rule

DATA = Path(grognard.__file__).parent / "games" / "twoww" / "data"
BOARD = boards.load(DATA / "map.toml")

PRODUCTION = {
    "Britain": {"London", "Birmingham", "Glasgow"},
    "France": {"Paris"},
    "Vichy France": {"Lyon", "Toulon"},
    "Germany": {"Berlin", "Hamburg", "Essen", "Munich", "Prague", "Vienna"},
    "Italy": {"Rome", "Milan"},
    "USSR": {"Moscow", "Leningrad", "Kiev", "Kharkov", "Stalingrad", "Gorki", "Baku"},
    "Poland": {"Warsaw"},
    "Belgium": {"Brussels"},
    "Netherlands": {"Amsterdam"},
    "Hungary": {"Budapest"},
    "Rumania": {"Bucharest"},
    "Sweden": {"Stockholm"},
    "Yugoslavia": {"Belgrade"},
    "Spain": {"Madrid"},
}
CAPITALS = {
    "Britain": "London", "France": "Paris", "Germany": "Berlin", "Italy": "Rome", "Finland": "Helsinki",
    "Hungary": "Budapest", "Rumania": "Bucharest", "Bulgaria": "Sofia", "Portugal": "Lisbon", "Spain": "Madrid",
    "Belgium": "Brussels", "Netherlands": "Amsterdam", "Poland": "Warsaw", "Sweden": "Stockholm", "Norway": "Oslo",
    "Denmark": "Copenhagen", "Yugoslavia": "Belgrade", "Greece": "Athens", "Turkey": "Ankara", "Persia": "Teheran",
    "Iraq": "Baghdad", "Egypt": "Cairo", "Libya": "Tripoli", "French North Africa": "Algiers", "Tunisia": "Tunis",
    "Syria": "Damascus", "Palestine": "Jerusalem", "Vichy France": "Toulon",
}  # fmt: skip
PORTS = {
    "Scapa Flow", "Gibraltar", "Alexandria", "Toulon", "Algiers", "Taranto", "Stockholm", "Leningrad", "Hamburg",
    "Oslo", "Malta", "Tobruk", "Sevastopol", "Brest", "Cherbourg", "Bordeaux", "Naples", "Tripoli", "Athens",
    "Istanbul", "Odessa", "Basra",
}  # fmt: skip
STRAITS = ("1315", "2911", "3012", "3414", "3415")
ISLES = {"Norway", "Sweden", "Britain", "Ireland", "Cyprus", "Malta"}  # countries beyond the mainland


def is_sea(hex: int) -> bool:
    return BOARD.terrain[hex] == "sea"


def sails(here: int, there: int) -> bool:
    """Fleets cross any side of a sea hex, and those between land hexes that are not all land; but no closed one."""
    side = BOARD.side(here, there)
    return "closed to fleets" not in side and (is_sea(here) or is_sea(there) or bool(side & {"sea", "coast"}))


def marches(here: int, there: int) -> bool:
    """Armies stay on land and cross no side that is all sea."""
    return not (is_sea(here) or is_sea(there)) and "sea" not in BOARD.side(here, there)


def is_coastal(hex: int) -> bool:
    return not is_sea(hex) and any(sails(hex, other) for other in BOARD.neighbours[hex])


def flood(start: str, may: Callable[[int, int], bool], closed: Collection[str] = ()) -> Mapping[int, int]:
    """How many hexes away everything is that can be reached, through none that is closed."""
    shut = {BOARD.at(hex) for hex in closed}
    reached: dict[int, int] = {BOARD.at(start): 0}
    front = list(reached)
    for hex in front:
        for other in BOARD.neighbours[hex]:
            if other not in reached and other not in shut and may(hex, other):
                reached[other] = reached[hex] + 1
                front.append(other)
    return reached


@cache
def afloat(*closed: str) -> Mapping[int, int]:
    """What a fleet can reach from the middle of the Atlantic."""
    return flood("1108", sails, closed)


def having(key: str) -> list[Landmark]:
    return [place for place in BOARD.places.values() if place.extra.get(key)]


# What the rulebook prints


def test_the_map_bears_out_every_fact() -> None:
    assert boards.checks(BOARD, DATA / "facts.toml") == []


@rule("2WW-3.2a")
def test_the_three_errata_are_on_the_map() -> None:
    hamburg, ankara = BOARD.places["Hamburg"], BOARD.places["Ankara"]
    assert hamburg.extra.get("port")
    assert BOARD.nation[hamburg.at] == "Germany"
    assert is_coastal(hamburg.at)
    assert BOARD.labels[ankara.at] == "3310"
    assert ankara.extra["city"]
    north, south = BOARD.at("2403"), BOARD.at("2404")
    assert BOARD.nation[north] == BOARD.nation[south] == "Germany"
    assert not BOARD.side(north, south)


@rule("2WW-12.1.1c")
def test_libya_rhodes_sardinia_and_albania_are_italian_soil() -> None:
    for hex in ("2113", "2511", "3013"):
        assert BOARD.nation[BOARD.at(hex)] == "Italy"
    assert BOARD.nation[BOARD.at("Tobruk")] == BOARD.nation[BOARD.at("Tripoli")] == "Libya"


def test_every_printed_straits_hex_and_danish_water_is_named_together() -> None:
    assert BOARD.areas["Straits"].hexes == tuple(BOARD.at(hex) for hex in STRAITS)
    assert BOARD.areas["Danish waters"].hexes == tuple(BOARD.at(hex) for hex in ("1904", "2003", "2004"))


# Cities


def test_the_production_cities_are_those_of_the_chart() -> None:
    found: dict[str, set[str]] = {}
    for place in having("production"):
        found.setdefault(BOARD.nation[place.at], set()).add(place.name)
        assert place.extra["production"] == 1
        assert place.extra["city"]
    assert found == PRODUCTION


def test_every_country_has_its_capital_and_the_soviet_union_three() -> None:
    found: dict[str, list[str]] = {}
    for place in having("capital"):
        found.setdefault(place.extra["capital"], []).append(place.name)
        assert place.extra["city"]
        assert BOARD.nation[place.at] == place.extra["capital"]
    assert found.pop("USSR") == ["Moscow", "Leningrad", "Stalingrad"]
    assert all(len(names) == 1 for names in found.values())
    assert CAPITALS.items() <= {name: names[0] for name, names in found.items()}.items()


def test_no_two_places_share_a_hex() -> None:
    assert len({place.at for place in BOARD.places.values()}) == len(BOARD.places)


# Land


def test_the_mainland_hangs_together_and_islands_do_not_touch_it() -> None:
    mainland = flood("Berlin", marches)
    for place in having("capital"):
        assert (place.at in mainland) == (place.extra["capital"] not in ISLES), place.name
    assert BOARD.at("Scapa Flow") in flood("London", marches)
    assert BOARD.at("Oslo") in flood("Stockholm", marches)


def test_copenhagen_is_reached_by_land_and_rhodes_and_africa_from_gibraltar_are_not() -> None:
    assert marches(BOARD.at("Esbjerg"), BOARD.at("Copenhagen"))
    assert not marches(BOARD.at("3012"), BOARD.at("Rhodes"))
    assert marches(BOARD.at("Gibraltar"), BOARD.at("Seville"))
    assert not any(marches(BOARD.at("Gibraltar"), BOARD.at(hex)) for hex in ("1316", "1415"))


@pytest.mark.parametrize("neighbour", ["Germany", "Poland", "Hungary", "Rumania"])
def test_the_soviet_union_borders_its_western_neighbours(neighbour: str) -> None:
    soviet = [hex for hex in BOARD.here if BOARD.nation[hex] == "USSR"]
    beside = {other for hex in soviet for other in BOARD.neighbours[hex] if marches(hex, other)}
    assert any(BOARD.nation[other] == neighbour for other in beside)


def test_the_german_army_finds_room_along_the_polish_border() -> None:
    polish = {hex for hex in BOARD.here if BOARD.nation[hex] == "Poland"}
    border = [hex for hex in BOARD.here if BOARD.nation[hex] == "Germany" and polish & {*BOARD.neighbours[hex]}]
    assert len(border) * 2 >= 5  # land units, two to a hex


def test_axis_and_soviet_air_bases_lie_within_three_hexes_of_moscow() -> None:
    moscow = BOARD.at("Moscow")
    near = [hex for hex in BOARD.here if 0 < BOARD.distance(moscow, hex) <= 3 and not is_sea(hex)]
    assert len(near) >= 3


# Water


def test_every_port_lies_on_a_coast_and_opens_to_the_sea() -> None:
    ports = having("port")
    assert {place.name for place in ports} >= PORTS
    for place in ports:
        assert is_coastal(place.at), place.name
        assert place.at in afloat() or place.name == "Basra", place.name
    assert BOARD.at("4212") in flood("Basra", sails)


@pytest.mark.parametrize(
    ("sea", "hex", "gates"),
    [
        ("the Baltic", "2203", ["2003", "2004"]),
        ("the Mediterranean", "1714", ["1315", "3415"]),
        ("the Black Sea", "3009", ["2911"]),
        ("the Red Sea", "3516", ["3414"]),
        ("the Red Sea", "3516", ["3415"]),
        ("the Adriatic", "Venice", ["2511"]),
    ],
)
def test_seas_are_reached_through_their_gates_alone(sea: str, hex: str, gates: list[str]) -> None:
    assert BOARD.at(hex) in afloat(), f"{sea} is reached"
    assert BOARD.at(hex) not in afloat(*gates), f"{sea} is reached without {gates}"


@pytest.mark.parametrize(("strait", "waters"), [("1315", ["1215", "1414"]), ("2911", ["2811", "3010"])])
def test_straits_join_two_waters(strait: str, waters: list[str]) -> None:
    assert not is_sea(BOARD.at(strait))
    assert all(is_sea(BOARD.at(water)) and sails(BOARD.at(strait), BOARD.at(water)) for water in waters)


def test_the_canal_joins_two_waters_and_armies_cross_it() -> None:
    ways = ["3413", "3414", "3415", "3516"]
    assert all(sails(BOARD.at(here), BOARD.at(there)) for here, there in pairwise(ways))
    assert marches(BOARD.at("3414"), BOARD.at("3415"))


def test_fleets_pass_between_rhodes_and_the_mainland() -> None:
    assert sails(BOARD.at("2913"), BOARD.at("3012"))
    assert sails(BOARD.at("3012"), BOARD.at("3113"))


def test_the_caspian_is_no_way_for_fleets() -> None:
    assert BOARD.at("3906") not in afloat()


# No voyage crosses land


def is_wet(*hexes: int) -> bool:
    """Whether there is water where three hexes meet."""
    return any(is_sea(hex) for hex in hexes) or any("sea" in BOARD.side(a, b) for a, b in combinations(hexes, 2))


def shore(hex: int) -> list[set[int]]:
    """The neighbours of a hex by the water along its border that leads to them, every stretch of it by itself: a side
    at sea is wet as a whole, a coastal one at its ends, with land between."""
    spots: list[tuple[int, bool]] = []
    for direction, other in enumerate(BOARD.towards[hex]):
        before, after = BOARD.towards[hex][direction - 1], BOARD.towards[hex][(direction + 1) % 6]
        first, last = (is_wet(*(at for at in (hex, other, third) if at >= 0)) for third in (before, after))
        side = BOARD.side(hex, other) if other >= 0 else set()
        if other >= 0 and (is_sea(other) or "sea" in side):
            spots += [(other, True)] * 3
        else:
            spots += [(other, first and "coast" in side), (other, False), (other, last and "coast" in side)]
    start = next((number for number, (_, wet) in enumerate(spots) if not wet), 0)
    found: list[set[int]] = [set()]
    for other, wet in spots[start:] + spots[:start]:
        if wet:
            found[-1].add(other)
        elif found[-1]:
            found.append(set())
    return [waters for waters in found if waters]


CANALS = {"2911", "3414", "3415"}  # of the five straits those that run through land


def test_no_voyage_crosses_land() -> None:
    """Wherever fleets come into a land hex, they leave it over the same water."""
    for hex in BOARD.here:
        ways = {other for other in BOARD.neighbours[hex] if sails(hex, other)}
        if ways and not is_sea(hex) and BOARD.labels[hex] not in CANALS:
            assert any(ways <= waters for waters in shore(hex)), BOARD.labels[hex]


@pytest.mark.parametrize(
    ("hex", "sea", "other"),
    [
        ("1505", "1604", "1405"),
        ("Saint-Nazaire", "1510", "1508"),
        ("Hamburg", "1906", "Copenhagen"),
        ("Taranto", "2512", "2410"),
        ("Taranto", "2412", "2311"),
        ("Taranto", "2512", "Durazzo"),
    ],
)
def test_a_hex_on_two_seas_is_open_to_one_of_them(hex: str, sea: str, other: str) -> None:
    """England, Brittany, Jutland and the heel of Italy are no canals."""
    assert sails(BOARD.at(sea), BOARD.at(hex))
    assert not sails(BOARD.at(other), BOARD.at(hex))


def test_no_fleet_comes_into_the_inland_of_sweden() -> None:
    for hex in ("2001", "2101"):
        assert not is_coastal(BOARD.at(hex))


def test_the_nile_flows_in_one_piece_past_cairo_into_the_mediterranean() -> None:
    nile = next(river for river in BOARD.rivers if river.name == "Nile")
    ends = [end for side in nile.sides for end in corners(*side)]
    banks = {BOARD.labels[hex] for side in nile.sides for hex in side}
    assert "3416" in banks
    assert not banks & {"3516", "3616"}
    source, mouth = sorted((end for end in ends if ends.count(end) == 1), key=lambda end: -end[1])
    assert source[1] > max(y for _, y in ends if (_, y) != source)
    assert mouth in corners(BOARD.at("3314"), BOARD.at("3414"))


def corners(a: int, b: int) -> list[tuple[float, float]]:
    """The two ends of a side."""
    around, direction = BOARD.grid.corners(a), BOARD.grid.direction_between(a, b)
    return [(round(x, 6), round(y, 6)) for x, y in (around[direction], around[(direction + 1) % 6])]


NORTH = {"Norway", "Denmark", "Netherlands", "Belgium", "Germany"}


def nearest(edge: Collection[str], held: Collection[str]) -> set[str]:
    """The ports of some countries that lie nearest to any of some hexes of the west edge."""
    floods = [flood(hex, sails) for hex in edge]
    ports = [place for place in having("port") if BOARD.nation[place.at] in held]
    far = {place.name: min(reached[place.at] for reached in floods) for place in ports}
    return {name for name, hexes in far.items() if hexes == min(far.values())}


def test_oslo_is_nearest_to_the_west_edge_as_long_as_the_axis_holds_no_french_port() -> None:
    """The convoy example ends in Oslo, one of two ports that are equally near."""
    edge = [f"11{row:02}" for row in range(1, 18)]
    assert nearest(edge, NORTH) == {"Oslo", "Bergen"}
    assert nearest(edge, NORTH | {"France"}) == {"Brest"}


def test_oslo_is_nearest_to_the_north_of_the_west_edge_even_then() -> None:
    for hex in ("1101", "1102", "1103", "1104"):
        assert "Oslo" in nearest([hex], NORTH | {"France"})


# Boxes


def links(box: str) -> dict[str, int]:
    return {BOARD.labels[link.to]: link.cost for link in BOARD.links[BOARD.boxes[box].at]}


def test_the_boxes_and_their_kinds() -> None:
    kinds = {box.name: box.kind for box in BOARD.boxes.values()}
    oceans = dict.fromkeys(("Atlantic", "Capetown", "Red Sea", "Persian Gulf"), "ocean")
    assert kinds == {**oceans, "United States": "land"}


def test_the_west_edge_is_thirty_points_from_the_atlantic_and_from_capetown() -> None:
    edge = {f"11{row:02}": 30 for row in range(1, 18)}
    assert all(is_sea(BOARD.at(hex)) for hex in edge)
    assert links("Atlantic") == {**edge, "United States": 0, "Capetown": 30}
    assert links("Capetown") == {**edge, "Atlantic": 30, "Red Sea": 30, "Persian Gulf": 30}


def test_red_sea_and_persian_gulf_open_into_their_ends_on_the_map() -> None:
    assert links("Red Sea") == {"3415": 0, "3516": 0, "Capetown": 30, "Persian Gulf": 30}
    assert links("Persian Gulf") == {"4211": 0, "4212": 0, "Capetown": 30, "Red Sea": 30}
