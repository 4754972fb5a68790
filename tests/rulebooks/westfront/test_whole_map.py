"""The whole map: what its places are worth, and what the rulebook's totals say about them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from grognard.engine.board import Board
from grognard.engine.files import read_toml
from grognard.games.westfront.rail import journeys
from grognard.games.westfront.state import OVER_RIVER
from grognard.games.westfront.world import DATA, charts, map_board
from tests.rulebooks.westfront.table import PRINTED, Table
from tests.rules import rule

BOARD = map_board()
VALUES = {name: row for name, row in read_toml(DATA / "places.toml").data.items() if isinstance(row, dict)}
ROOT = Path(__file__).parents[3]
LATTICE: dict[str, Any] = tomllib.loads((ROOT / "workshop" / "westfront" / "lattice.toml").read_text("utf-8"))
ALLIED = ("Britain", "Gibraltar", "Malta", "Morocco", "Algeria", "Tunisia", "Libya")
NEUTRAL = ("Spain", "Portugal", "Switzerland", "Eire")
SOUTH, WEST = ("Naples", {"Italy"}), ("Paris", {"France", "Belgium", "Holland"})
FRONTS: dict[str, tuple[tuple[str, set[str]], ...]] = {
    "s43": (),
    "w43": (SOUTH,),
    "s44": (SOUTH,),
    "w44": (SOUTH, WEST),
}
LINES = {"s43": (), "w43": ("W43",), "s44": ("S44",), "w44": ("W44_italy", "W44_west")}


def behind(board: Board, start: str, nations: set[str], front: set[int]) -> set[int]:
    """The land of these nations that hangs together with a place on this side of the enemy's front."""
    reached: set[int] = {board.at(start)}
    edge: list[int] = [board.at(start)]
    while edge:
        here = edge.pop()
        for there in board.neighbours[here]:
            if there not in reached | front and board.nation[there] in nations:
                reached.add(there)
                edge.append(there)
    return reached


def allied_land(scenario: str) -> set[int]:
    """What the Allies hold at the start of a scenario."""
    front: set[int] = {BOARD.at(hex) for line in LINES[scenario] for hex in LATTICE["startlines"][line]["axis_front"]}
    held = {hex for hex in BOARD.here if BOARD.nation[hex] in ALLIED}
    return held.union(*(behind(BOARD, start, nations, front) for start, nations in FRONTS[scenario]))


def produced(scenario: str) -> tuple[int, int]:
    """What the cities and resources on the map give both sides; the Axis gets twice the value of a resource."""
    held = allied_land(scenario)
    allied = axis = 0
    for name, row in VALUES.items():
        place = BOARD.at(name)
        resource = row.get("resource", {}).get("value", 0)
        if place in held:
            allied += row.get("production", 0) + resource
        elif row["home"] not in NEUTRAL:
            axis += row.get("production", 0) + 2 * resource
    return allied, axis


@pytest.mark.parametrize("scenario", ["s43", "w43", "s44", "w44"])
def test_the_map_adds_up_to_the_starting_production_of_every_scenario(scenario: str) -> None:
    basic, start = charts()["basic_production"][scenario], PRINTED["start"][scenario]
    allied, axis = produced(scenario)
    assert basic["allied_basic"] + allied == start["allied"]
    assert basic["axis_basic"] + start.get("axis_ore_route", 0) + axis == start["axis"]


@rule("WF-E.2")
def test_stettin_is_worth_one_point() -> None:
    assert VALUES["Stettin"]["production"] == 1


@rule("WF-E.1")
def test_naples_w1_is_forest_and_so_is_its_side() -> None:
    here, naples = BOARD.at("Naples W1"), BOARD.at("Naples")
    assert BOARD.terrain[here] == "forest"
    assert not BOARD.side(here, naples)
    assert charts()["terrain"]["forest"]["hexside"] == 1


def test_the_islands_of_the_mediterranean_have_seven_minor_ports() -> None:
    islands = ("Sassari", "Olbia", "Cagliari", "Bastia", "Palermo", "Messina", "Catania")
    assert [VALUES[name]["port"] for name in islands] == ["minor"] * 7


def test_the_major_ports_are_those_of_the_map() -> None:
    major = {name for name, row in VALUES.items() if row.get("port") == "major"}
    assert major == {
        "London", "Liverpool", "Glasgow", "Portsmouth", "Bristol", "Antwerp", "Hamburg", "Copenhagen", "Marseilles",
        "Genoa", "Naples", "Venice", "Trieste", "Algiers", "Tunis", "Tripoli", "Benghazi", "Gibraltar",
    }  # fmt: skip


def test_the_victory_cities_are_those_of_the_chart() -> None:
    worth = {name: row["victory"] for name, row in VALUES.items() if "victory" in row}
    assert worth == PRINTED["victory_cities"]["points"]
    assert sum(worth.values()) == PRINTED["victory_cities"]["total"]


def test_every_sea_has_its_naval_base() -> None:
    bases = {row["naval_base"]: name for name, row in VALUES.items() if "naval_base" in row}
    known = {key: row for key, row in charts()["seas"].items() if isinstance(row, dict)}
    controlling = {sea: row["naval_base"] for sea, row in known.items() if "naval_base" in row}
    assert controlling | PRINTED["naval_bases"] == bases
    assert set(known) == {name for name, area in BOARD.areas.items() if area.kind == "sea"}


def test_every_place_with_a_value_is_on_the_map_and_a_port_lies_on_its_seas() -> None:
    for name, row in VALUES.items():
        assert BOARD.nation[BOARD.places[name].at] == row["home"]
        assert set(row.get("seas", ())) <= set(BOARD.areas_of[BOARD.places[name].at])


def test_railways_run_over_land_and_cross_water_only_by_ferry_or_bridge() -> None:
    for here, links in enumerate(BOARD.networks["rail"]):
        for there in links:
            kinds = BOARD.side(here, there)
            assert BOARD.terrain[here] != "sea"
            assert not kinds & {"sea", "lake"}
            assert "strait" not in kinds or kinds & {"ferry", "bridge"}


# The errata and other facts, in play


def play(moment: str, pieces: str, scenario: str = "summer43") -> Table:
    return Table(f"westfront {scenario}\n{moment}\n{pieces}")


@rule("WF-E.3")
def test_mallorca_is_spanish_and_stays_neutral_with_spain() -> None:
    t = play("Jul I, allied movement", "Algiers: Br10 4\nLondon: SHAEF 3 supreme\nBerlin: OKW 2")
    assert t.refused("sail Br10 Algiers-WesternMediterranean-Mallorca") == "WF-16.4a"
    assert BOARD.nation[BOARD.at("Mallorca")] == "Spain"


@rule("WF-E.4")
def test_the_side_between_rotterdam_and_brussels_is_sea() -> None:
    t = play("Jul I, axis movement", "Brussels: Pz58 3\nBerlin: OKW 3 supreme\nLondon: SHAEF 2")
    assert t.refused("move Pz58 Brussels-Amsterdam") is None
    world, brussels, rotterdam = t.state.world, t.place("Brussels"), t.place("Rotterdam")
    assert rotterdam in BOARD.neighbours[brussels]
    assert rotterdam not in [there for there, _ in world.walk[brussels]]
    assert rotterdam not in world.trace[brussels]
    assert not world.zoc[brussels] >> rotterdam & 1


@rule("WF-E.5")
def test_from_venice_one_attacks_ravenna_over_a_river() -> None:
    t = play("Jul I, axis movement", "Venice: Pz58 3\nRavenna: US8 3\nBerlin: OKW 3 supreme\nLondon: SHAEF 2")
    t.say("axis", "move Pz58 Venice-Ravenna")
    assert t.fact("entered", "Pz58") == OVER_RIVER


@rule("WF-1.6c")
def test_trains_run_over_the_bridge_to_odense_and_land_moves_stop_there() -> None:
    pieces = "Esbjerg: Ge84 2\nAarhus W1: Ge88 2\nBerlin: OKW 1 supreme\nLondon: SHAEF 2"
    t = play("Jul I, axis movement", pieces)
    bridge, odense = t.place("Aarhus W1"), t.place("Odense")
    assert journeys(t.state, t.unit("Ge84"))[odense] == 1
    assert odense in t.state.world.straits[bridge]
    assert t.refused("move Ge88 AarhusW1-Odense") is None
    assert t.refused("move Ge84 Esbjerg-Odense") is not None


@rule("WF-1.7")
def test_the_three_hexes_east_of_austria_are_hungarian() -> None:
    named = {BOARD.at("Gyor"), BOARD.at("Gyor E1")}
    hungary = {place for place in BOARD.here if BOARD.nation[place] == "Hungary"}
    assert named < hungary
    assert len(hungary) == 3


@rule("WF-15.1c")
def test_benghazi_is_a_major_port_from_which_one_reaches_the_adriatic() -> None:
    t = play("Jul I, allied movement", "Benghazi: 15AG 3 invasion, US6 4\nLondon: SHAEF 2\nBerlin: OKW 2")
    port, world = t.state.world.ports[t.place("Benghazi")], t.state.world
    assert port.major
    assert {world.seas[sea] for sea in port.seas} == {"Ionian Sea", "Central Mediterranean"}
    assert VALUES["Benghazi"]["naval_base"] == "Ionian Sea"
    assert t.refused("land US6 Benghazi-IonianSea-AdriaticSea-Bari") is None
    assert BOARD.towards[BOARD.at("El Agheila")][BOARD.grid.directions.index("NE")] == BOARD.at("Benghazi")
