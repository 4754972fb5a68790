"""The unchanging surroundings of a match of Balkan Front: map, pieces, charts, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from grognard.engine import board as boards
from grognard.engine import charts as chart_files
from grognard.engine import corrections, geography
from grognard.engine.board import Board
from grognard.engine.charts import Charts
from grognard.engine.corrections import ChartGroup
from grognard.engine.files import Document, read_toml
from grognard.engine.game import Game, World
from grognard.engine.paths import Lattice, mask_of
from grognard.engine.window import Window, cut
from grognard.games.balkan import roster
from grognard.games.balkan.options import last_turn
from grognard.games.balkan.state import ALLIES, AXIS, NEITHER, NEUTRAL, PRO_ALLIED, PRO_AXIS, WITH_ALLIES, WITH_AXIS

DATA = resources.files("grognard.games.balkan") / "data"

SCENARIOS = ("epirus", "sandbox")
"""The scenarios that can be played so far, by the names of their files."""

SIDES = {"axis": AXIS, "allied": ALLIES, "neutral": NEUTRAL}
STANCES = {
    "neutral": NEITHER, "pro_axis": PRO_AXIS, "pro_allied": PRO_ALLIED, "axis": WITH_AXIS, "allied": WITH_ALLIES,
}  # fmt: skip
ZONES = ("D", "E")
"""The weather zones. [BF-27-1]"""
CITIES = {"full city": "full_city", "partial city": "partial_city"}
"""Cities that are terrain of their own. [BF-3E-6]"""


@cache
def whole_map() -> Board:
    return replace(boards.load(DATA / "map.toml"), geography=geography.load(DATA / "drawing.json"))


@cache
def map_board(scenario: str) -> Board:
    """The map of a scenario, which may be a window on the whole."""
    said = frame(scenario)["window"]
    window = msgspec.convert(said, Window)
    whole = whole_map()
    if len(whole.grid.between(window.rows, window.columns)) == whole.grid.size:
        return whole
    return cut(whole, window)


@cache
def charts() -> Charts:
    return chart_files.load(DATA / "charts.toml")


@cache
def units_data() -> Mapping[str, Any]:
    return read_toml(DATA / "units.toml").data


@cache
def set_up_file() -> Document:
    """Who starts where, layer by layer."""
    return read_toml(DATA / "set-up.toml")


def layers_data() -> Mapping[str, Any]:
    return set_up_file().data["setup"]  # type: ignore[no-any-return]


@cache
def orders_file() -> Document:
    """What comes, goes and changes in the campaign, and when."""
    return read_toml(DATA / "orders.toml")


def orders_data() -> Mapping[str, Any]:
    return orders_file().data


@cache
def frame_file(scenario: str) -> Document:
    """What a scenario says of itself. [BF-30-6]"""
    return read_toml(DATA / f"{scenario}.toml")


def frame(scenario: str) -> Mapping[str, Any]:
    return frame_file(scenario).data


IDENTITY = ("nation", "size", "type", "class", "flags", "supported", "marks", "aa")
"""What a counter is. The rules know these words; an owner corrects the ratings."""


@cache
def chart_groups() -> Mapping[str, ChartGroup]:
    """What an owner of the boxed game may correct."""
    return {
        "charts": corrections.group(
            read_toml(DATA / "charts.toml").data, waits=read_toml(DATA / "later.toml").data["waits"]
        ),
        "units": corrections.group(units_data()["counter"], "reconstructed", without=IDENTITY),
    }


class Start(msgspec.Struct, frozen=True):
    """Where a piece may be set up, and where it stood. [BF-30-4]"""

    areas: tuple[str, ...]
    but: tuple[str, ...]
    hex: str
    cadre: bool


class Balkans(World):
    """Everything that does not change in play."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, Any]) -> None:
        self.corrections: Mapping[str, Any] = options.get("charts", {})
        """An owner's numbers in place of ours, by sheet."""
        own = self.corrections.get("charts")
        self.charts = chart_files.load(DATA / "charts.toml", own) if own else charts()
        self.frame = frame(scenario)
        self.starts = self._read_starts()
        self.entries = self._read_entries()
        self.breakdowns = self._read_breakdowns()
        self.roster = roster.read(self._counters(), self._pieces())
        super().__init__(game, scenario, options, map_board(scenario), tuple(unit.key for unit in self.roster))
        self._name_turns()
        self._name_units()
        self._name_places()

    # What the scenario's files say

    def _read_starts(self) -> dict[str, Start]:
        """Layer upon layer; a later one replaces a piece's earlier line. Air units have no part in the ground war."""
        rows: dict[str, Mapping[str, Any]] = {}
        for layer in self.frame["layers"]:
            own = self.frame.get("setup", {})
            rows |= own[layer] if layer in own else layers_data()[layer]
        ground = units_data()["piece"]
        return {
            key: Start(tuple(row["area"]), tuple(row.get("not", ())), row["hex"], row.get("state") == "cadre")
            for key, row in rows.items()
            if key in ground
        }

    def _read_entries(self) -> tuple[Mapping[str, Any], ...]:
        """The lines of its order of battle on what comes and goes."""
        book = self.frame["order_of_battle"]
        every = (*orders_data()["entry"], *self.frame.get("entry", ()))
        return tuple(entry for entry in every if book in entry["lists"])

    def _read_breakdowns(self) -> tuple[Mapping[str, Any], ...]:
        return tuple(units_data()["breakdown"])

    def _pieces(self) -> set[str]:
        """Every piece that can be in play: set up, still to come, or a part of one of these; every piece there is, if
        the scenario says so. [BF-2-4, BF-15C1-1]"""
        data = units_data()
        if self.frame.get("pieces") == "every":
            return set(data["piece"])
        found = set(self.starts)
        for entry in self.entries:
            found |= set(entry.get("hexes", ()))
            found |= {entry["into"]} if "into" in entry else set()
            found |= {row["piece"] for row in entry.get("convert", ()) if "piece" in row}
        found &= data["piece"].keys()
        counters = {data["piece"][key]["counter"] for key in found}
        parts: set[str] = set()
        for row in self.breakdowns:
            if found & set(row.get("pieces", ())) or counters & set(row.get("counters", ())):
                parts |= {*row.get("supported", ()), *row.get("with_hq", ())}
        return found | parts

    def _counters(self) -> Mapping[str, Any]:
        """The list of units, with an owner's own ratings over ours."""
        data, own = units_data(), self.corrections.get("units")
        return {**data, "counter": corrections.corrected(data["counter"], own)} if own else data

    # What follows from them

    def _name_turns(self) -> None:
        self.calendar: tuple[str, ...] = tuple(orders_data()["calendar"]["turns"])
        self.first = self.calendar.index(self.frame["first"])
        last = self.calendar.index(last_turn(self.frame, self.options))
        self.turns: tuple[str, ...] = self.calendar[self.first : last + 1]
        """The game turns that the scenario may last."""

    def _name_units(self) -> None:
        nations = units_data()["nations"]
        self.nations = tuple(nations)
        """The nations, as replacements are counted by them. [BF-29B-1]"""
        self.neutrals: tuple[str, ...] = ("Bulgaria", "Yugoslavia", "Turkey")
        """The countries that begin as neutrals. [BF-3B3-1]"""
        self.side_of_nation = {name: SIDES[row["side"]] for name, row in nations.items()}
        self.country_of_nation = {
            name: self.neutrals.index(row["country"]) for name, row in nations.items() if "country" in row
        }
        self.nation = tuple(unit.nation for unit in self.roster)
        self.cost_set = tuple(unit.cost_set for unit in self.roster)
        self.is_cm = bytes(unit.is_cm for unit in self.roster)
        self.has_zone = bytes("zoc" in unit.flags for unit in self.roster)
        """Whether it is a division. [BF-5-3]"""
        self.is_position_aa = bytes("position_aa" in unit.flags for unit in self.roster)

    def _name_places(self) -> None:
        board = self.board
        cities = {place.at: CITIES[place.kind] for place in board.places.values() if place.kind in CITIES}
        self.terrain = tuple(
            cities.get(place, said.replace(" ", "_")) if said and said != "sea" else ""
            for place, said in enumerate(board.terrain)
        )
        """Per place: the row of the terrain charts, empty at sea and in boxes. [BF-6-4, BF-3E-6]"""
        self.land = mask_of(place for place, said in enumerate(self.terrain) if said)
        self.mountains = mask_of(place for place, said in enumerate(self.terrain) if said == "mountain")
        self.zone_of = tuple(1 if self.mask("WEATHER_E") >> place & 1 else 0 for place in range(board.size))
        """Per place: its weather zone. [BF-27-1]"""
        southern = self.mask("WEATHER_E")
        self.weather_zones = (self.land & ~southern, self.land & southern)
        """The land of each weather zone. [BF-27-1]"""
        self.boxes = mask_of(range(board.grid.size, board.size))
        self.rails = tuple(
            tuple(sorted({*high, *low}))
            for high, low in zip(board.networks["high rail"], board.networks["low rail"], strict=True)
        )
        """Per place: the places that a railway leads to. [BF-7-1]"""
        self.rail_net = Lattice(board, lambda a, b: b in self.rails[a])
        self.rail_hexes = mask_of(place for place, links in enumerate(self.rails) if links)
        self.roads = tuple(
            frozenset((*rails, *roads)) for rails, roads in zip(self.rails, board.networks["road"], strict=True)
        )
        """Per place: the places that a road leads to; every railway is one as well. [BF-7B-4]"""
        self.low_volume = frozenset(
            (place, there)
            for place, links in enumerate(board.networks["low rail"])
            for there in links
            if there not in board.networks["high rail"][place]
        )
        """The stretches of line that count double. [BF-7A2-3]"""
        self.blank = bytes(board.size)

    # Questions

    def mask(self, area: str) -> int:
        """The places of an area of the map; none if the scenario's window has none of them."""
        found = self.board.areas.get(area)
        return found.mask if found else 0

    def masks(self, areas: tuple[str, ...]) -> int:
        found = 0
        for area in areas:
            found |= self.mask(area)
        return found

    def place(self, label: str) -> int | None:
        """The place that the data write so: a hex, or a box as `box:Rhodes`."""
        return self.board.find(label.removeprefix("box:"))

    def country(self, name: str) -> int:
        """The hexes of a country."""
        return self.mask(name.upper())
