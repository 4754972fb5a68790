"""Chapters 1, 9 and 15: the geography that the rules lean on, told here a second time, and whole: these and no others.

`data/facts.toml` says what must be on the map; what must not be there besides is said here.
"""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest

import grognard
from grognard.engine.files import read_toml
from grognard.games.westfront.deployment import terms
from grognard.games.westfront.world import DATA, West, charts, map_board
from tests.rulebooks.westfront.table import PRINTED
from tests.rules import rule

BOARD = map_board()
VALUES = {name: row for name, row in read_toml(DATA / "places.toml").data.items() if isinstance(row, dict)}
_STATE = grognard.new("westfront", "summer43", seed=0).state
assert isinstance(_STATE.world, West)
WORLD = _STATE.world


def pairs(text: str) -> set[frozenset[str]]:
    """Pairs of names, `A - B, A - C` and so on."""
    return {frozenset(name.strip() for name in pair.split(" - ")) for pair in " ".join(text.split()).split(",")}


def sides(kind: str) -> set[frozenset[str]]:
    """The sides of a kind that the map shows, by the hexes that they part."""
    return {
        frozenset((BOARD.names[a], BOARD.names[b]))
        for a in BOARD.here
        for b in BOARD.neighbours[a]
        if kind in BOARD.side(a, b)
    }


def links(of: tuple[tuple[int, ...], ...]) -> set[frozenset[str]]:
    """Links between hexes, by their names."""
    return {frozenset((BOARD.names[a], BOARD.names[b])) for a, beyond in enumerate(of) for b in beyond}


# 1.3 Sides that are more than land

STRAITS = """
    Dundee - Edinburgh, Glasgow W1 - Glasgow, Ipswich - Dover, Aalborg - Aarhus W1, Aarhus W1 - Odense,
    Esbjerg - Bremen, Odense - Hamburg, Odense - Copenhagen, Copenhagen - Rostock, Stettin - Kolberg,
    Den Helder - Groningen, Rotterdam - Ostende, La Rochelle - Bordeaux, Ajaccio - Olbia, Messina - Reggio,
    Cadiz - Tangiers, Tangiers - Gibraltar
"""
SEA_SIDES = """
    Glasgow W1 - Belfast, Belfast - Glasgow SW1, Belfast - Douglas, Glasgow SW1 - Douglas, Glasgow SW1 - Preston,
    Belfast SW1 - Douglas, Belfast SW1 - Liverpool W1, Douglas - Preston, Douglas - Liverpool W1, Douglas - Liverpool,
    Dublin - Liverpool W1, Swansea - Swansea SW1, Dover - Calais, Rotterdam - Brussels, Cherbourg - St Malo,
    Aarhus - Odense, Aarhus - Copenhagen, Esbjerg - Odense, Odense - Rostock, Copenhagen - Copenhagen SE1,
    Ajaccio - Sassari, Bastia SE1 - Olbia, Licata - Malta, Catania - Malta,
    Seville W2 - Badajoz SW1, Gibraltar - Motril, Gibraltar - Tetuan
"""
ALPINE_SIDES = """
    Bern - Zurich SW1, Zurich - Zurich SW1, Zurich - Zurich SE1, Munich SW1 - Zurich SE1, Munich SW1 - Bolzano,
    Innsbruck - Trieste NW1, Salzburg - Trieste NW1, Salzburg - Klagenfurt, Geneva - Grenoble, Geneva - Turin,
    Zurich SW1 - Turin, Zurich SW1 - Milan, Zurich SE1 - Bolzano, Zurich SE1 - Milan, Zurich SE1 - Verona,
    Bone - Constantine, Bone E1 - Souk Ahras, Bougie - Setif, Constantine W1 - Constantine SW1,
    Casablanca SE1 - Marrakesh E1, Meknes SE1 - Fez SE1, Meknes SE1 - Marrakesh E1, Fez SE1 - Marrakesh E2,
    Kasserine - Gabes
"""
FERRIES, BRIDGE, LAKE = "Odense - Copenhagen, Messina - Reggio", "Aarhus W1 - Odense", "Ulm - Zurich"


@pytest.mark.parametrize(
    ("kind", "named"),
    [
        ("strait", STRAITS), ("ferry", FERRIES), ("bridge", BRIDGE), ("lake", LAKE), ("sea", SEA_SIDES),
        ("alpine", ALPINE_SIDES),
    ],
)  # fmt: skip
def test_the_map_has_these_sides_and_no_others(kind: str, named: str) -> None:
    assert sides(kind) == pairs(named)


@rule("WF-1.39a")
def test_every_strait_is_crossed_by_a_move_of_its_own_and_no_zone_of_control_reaches_over_it() -> None:
    assert links(WORLD.straits) == pairs(STRAITS)
    for place, shores in enumerate(WORLD.straits):
        for shore in shores:
            assert shore not in [there for there, _ in WORLD.walk[place]]
            assert not WORLD.zoc[place] >> shore & 1
            assert (place, shore) in WORLD.river_sides
            assert WORLD.side_limit[place, shore] == 1


def test_nothing_but_ships_passes_a_sea_side() -> None:
    for a, b in pairs(SEA_SIDES):
        here, there = BOARD.at(a), BOARD.at(b)
        assert there not in [near for near, _ in WORLD.walk[here]]
        assert there not in WORLD.straits[here]
        assert there not in WORLD.trace[here]


def test_shoals_lie_before_five_coasts() -> None:
    shoals = {BOARD.names[place] for place in WORLD.land if WORLD.shoals >> place & 1}
    assert shoals == {"Norwich", "Groningen", "Bremen", "Amsterdam", "Venice"}


@rule("WF-1.39e")
def test_trains_cross_water_by_two_ferries_and_a_bridge() -> None:
    wet = {kind: sides(kind) & links(WORLD.rail) for kind in ("strait", "sea", "lake")}
    assert wet == {"strait": pairs(FERRIES) | pairs(BRIDGE), "sea": set(), "lake": set()}


# 15.1 Seas

SEA_LINKS = """
    Atlantic Ocean - Irish Sea, Atlantic Ocean - Bay of Biscay, Atlantic Ocean - Alboran Sea,
    Atlantic Ocean - North Atlantic, Atlantic Ocean - English Channel, North Sea - Skagerrak,
    North Atlantic - Irish Sea, North Atlantic - North Sea, North Sea - English Channel, English Channel - Irish Sea,
    English Channel - Bay of Biscay, Alboran Sea - Western Mediterranean, Alboran Sea - Gulf of Lyon,
    Gulf of Lyon - Western Mediterranean, Gulf of Lyon - Ligurian Sea, Ligurian Sea - Tyrrhenian Sea,
    Tyrrhenian Sea - Western Mediterranean, Tyrrhenian Sea - Central Mediterranean, Tyrrhenian Sea - Ionian Sea,
    Central Mediterranean - Ionian Sea, Ionian Sea - Adriatic Sea, Skagerrak - Western Baltic Sea
"""
SHORES = {
    frozenset({"Tyrrhenian Sea", "Ionian Sea"}): {"Messina", "Reggio"},
    frozenset({"Atlantic Ocean", "Alboran Sea"}): {"Cadiz", "Tangiers", "Gibraltar"},
}


def joins() -> dict[frozenset[str], set[str]]:
    """Seas that touch, with the shores of the straits between them."""
    return {
        frozenset((WORLD.seas[a], WORLD.seas[b])): {BOARD.names[shore] for shore in shores}
        for a, joined in enumerate(WORLD.sea_joins)
        for b, shores in joined
    }


def test_ships_pass_between_these_seas_and_no_others() -> None:
    assert set(joins()) == pairs(SEA_LINKS)
    assert all((a, shores) in WORLD.sea_joins[b] for a, to in enumerate(WORLD.sea_joins) for b, shores in to)


def test_ships_pass_straits_between_two_pairs_of_seas_and_to_antwerp() -> None:
    assert {seas: shores for seas, shores in joins().items() if shores} == SHORES
    gated = {place: port.shores for place, port in WORLD.ports.items() if port.shores}
    assert gated == {BOARD.at("Antwerp"): (BOARD.at("Ostende"), BOARD.at("Rotterdam"))}


def test_seas_that_ships_pass_between_lie_side_by_side_on_the_map() -> None:
    areas = {name: set(area.hexes) for name, area in BOARD.areas.items() if area.kind == "sea"}
    beside = {name: hexes.union(*(BOARD.neighbours[hex] for hex in hexes)) for name, hexes in areas.items()}
    assert [(a, b) for a, b in map(sorted, pairs(SEA_LINKS)) if beside[a].isdisjoint(areas[b])] == []


def test_ships_pass_wherever_open_waters_lie_side_by_side() -> None:
    waters = {sea: {hex for hex in BOARD.areas[sea].hexes if BOARD.terrain[hex] == "sea"} for sea in WORLD.seas}
    beside = {sea: hexes.union(*(BOARD.neighbours[hex] for hex in hexes)) for sea, hexes in waters.items()}
    touching = {
        frozenset(pair) for pair in combinations(WORLD.seas, 2) if not beside[pair[0]].isdisjoint(waters[pair[1]])
    }
    assert touching - set(joins()) == {frozenset({"Irish Sea", "Bay of Biscay"})}  # the Channel lies between


@rule("WF-15.1b")
@pytest.mark.parametrize("sea", WORLD.seas)
def test_a_sea_has_the_ports_that_its_row_names(sea: str) -> None:
    printed = set(PRINTED["ports"][sea]) - {"Orkneys", "Shetlands"}  # circles off the hexes
    assert {name for name, row in VALUES.items() if "port" in row and sea in row["seas"]} == printed


VOYAGES = """
    Tunis, Central Mediterranean, Ionian Sea, Taranto
    Bizerte, Tyrrhenian Sea, Central Mediterranean, Licata
    Tunis, Central Mediterranean, Catania
    Tunis, Central Mediterranean, Licata
    Sfax, Central Mediterranean, Catania
    Portsmouth, English Channel, North Sea, Esbjerg
    Portsmouth, English Channel, Brest
    Portsmouth, English Channel, Calais
    Dover, English Channel, Bay of Biscay, Lorient
    Catania, Ionian Sea, Tyrrhenian Sea, Naples
    Palermo, Tyrrhenian Sea, Naples
    Messina, Tyrrhenian Sea, Naples
    Benghazi, Ionian Sea, Adriatic Sea, Bari
    Bizerte, Tyrrhenian Sea, Palermo E1
"""


@pytest.mark.parametrize("voyage", [line.strip() for line in VOYAGES.strip().splitlines()])
def test_the_voyages_of_the_rulebook_can_be_made(voyage: str) -> None:
    start, *seas, end = voyage.split(", ")
    assert seas[0] in BOARD.areas_of[BOARD.at(start)]
    assert seas[-1] in BOARD.areas_of[BOARD.at(end)]
    assert all(frozenset(pair) in joins() for pair in pairwise(seas))


# Countries, cities and coasts

AFRICA = {"Morocco", "Algeria", "Tunisia", "Libya"}


def test_two_countries_on_the_map_are_out_of_play() -> None:
    absent = {BOARD.nation[place] for place in BOARD.here if place not in WORLD.land} - {""}
    assert absent == {"Eire", "Switzerland"}
    assert set(charts()["out_of_play"]["nations"]) == absent  # Norway and Sweden have no hexes


def test_the_axis_is_barred_from_britain_and_north_africa() -> None:
    barred = {BOARD.nation[place] for place in WORLD.land if WORLD.barred[1] >> place & 1}
    assert barred == {"Britain"} | AFRICA
    assert WORLD.barred[0] == 0


@pytest.mark.parametrize(
    ("island", "nation", "hexes"), [("Sicily", "Italy", 5), ("Sardinia", "Italy", 5), ("Corsica", "France", 3)]
)
def test_the_great_islands_belong_to_italy_and_france(island: str, nation: str, hexes: int) -> None:
    named = read_toml(DATA / "deployment.toml").data["terms"][island]["hexes"]
    assert len(named) == hexes
    assert {BOARD.nation[BOARD.at(hex)] for hex in named} == {nation}


def test_fortresses_open_cities_and_capitals() -> None:
    assert {BOARD.names[place] for place in WORLD.fortresses} == {"Malta", "Gibraltar"}
    major = {BOARD.at(name) for name, row in VALUES.items() if row.get("city") == "major"}
    assert {BOARD.names[place] for place in (major & set(WORLD.land)) - WORLD.strongholds} == {"Rome"}
    for city in ("Berlin", "Paris", "Munich", "Vienna", "Prague", "Milan", "Madrid", "Lille"):
        assert BOARD.at(city) in WORLD.strongholds


@pytest.mark.parametrize(("place", "value", "allied", "axis"), [("Lille", 1, 2, 3), ("Gyor", 0, 1, 2)])
def test_what_the_printed_resources_yield(place: str, value: int, allied: int, axis: int) -> None:
    resource, times = VALUES[place]["resource"]["value"], charts()["resources"]
    assert VALUES[place].get("production", 0) == value
    assert value + times["allied"] * resource == allied
    assert value + times["axis"] * resource == axis


def test_supply_begins_in_london_and_in_berlin() -> None:
    assert WORLD.sources == ((BOARD.at("London"),), (BOARD.at("Berlin"),))


def test_trains_come_in_from_the_east_by_six_hexes_named_from_south_to_north() -> None:
    named = ("Sarajevo", "Vukovar E1", "Gyor E1", "Ostrava NE1", "Posnan E1", "Stettin E3")
    assert tuple(BOARD.names[place] for place in WORLD.entries) == tuple(BOARD.names[BOARD.at(name)] for name in named)
    rows = [BOARD.grid.centre(place)[1] for place in WORLD.entries]
    assert rows == sorted(rows, reverse=True)
    east = max(BOARD.grid.centre(place)[0] for place in BOARD.here)
    assert all(east - BOARD.grid.centre(place)[0] < 1 for place in WORLD.entries)


def test_every_country_in_play_is_in_the_north_or_in_the_south_or_iberian() -> None:
    north, south = (set(terms()["general"][region]) for region in ("north", "south"))
    assert north >= {"France", "Belgium", "Holland", "Germany", "Denmark", "Czechoslovakia", "Britain"}
    assert south >= {"Italy", "Corsica", "Austria", "Hungary", "Yugoslavia", "N. Africa"}
    named = {name for name in north | south if name not in ("Corsica", "N. Africa")}
    assert {BOARD.nation[place] for place in WORLD.land} == named | AFRICA | {"Spain", "Portugal"}


def test_half_hexes_at_the_edge_are_in_play_as_benghazi_is() -> None:
    half = {BOARD.at(label) for label in BOARD.extra["half_hexes"].split()}
    assert BOARD.at("Benghazi") in half
    assert half <= set(WORLD.land)


ARMIES = ("15th Army", "7th Army", "1st Army", "19th Army")


def test_the_armies_guard_the_coast_from_the_rhine_to_italy_without_a_gap() -> None:
    coast = [BOARD.at(hex) for army in ARMIES[:3] for hex in terms()["sectors"][army]]
    coast = [place for place in coast if BOARD.nation[place] != "Spain"]
    assert BOARD.names[coast[0]] == "Brussels"
    assert all(b in BOARD.neighbours[a] for a, b in pairwise(coast) if not BOARD.side(a, b))
    guarded = {BOARD.at(hex) for army in ARMIES for hex in terms()["sectors"][army]}
    facing = {place for place in WORLD.coasts if BOARD.nation[place] in ("France", "Belgium")}
    assert guarded <= facing
    assert {BOARD.names[place] for place in facing - guarded} == {"Ajaccio", "Bastia", "Bastia SE1"}
