"""The unchanging surroundings of a WestFront match: map, units, charts, and what is worked out from them once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from grognard.engine import board as boards
from grognard.engine import charts as chart_files
from grognard.engine.board import Board
from grognard.engine.charts import Charts
from grognard.engine.files import read_toml
from grognard.engine.game import Game, World
from grognard.engine.orders import plain
from grognard.engine.paths import mask_of
from grognard.engine.window import Window, cut
from grognard.games.westfront import roster
from grognard.games.westfront.roster import Unit

DATA = resources.files(__package__) / "data"

SCENARIOS = ("husky",)
UNFINISHED = ("summer43", "winter43", "summer44", "winter44")
"""Scenarios that can be loaded but are not offered: their rules are not complete."""


class Port(msgspec.Struct, frozen=True):
    place: int
    major: bool
    seas: tuple[int, ...]


@cache
def map_board(scenario: str = "") -> Board:
    """The whole map, or the window on it that a scenario is played in."""
    if not scenario:
        return boards.load(DATA / "map.toml")
    window = scenario_data(scenario).get("window")
    return map_board() if window is None else cut(map_board(), msgspec.convert(window, Window))


@cache
def charts() -> Charts:
    return chart_files.load(DATA / "charts.toml")


@cache
def scenario_data(key: str) -> Mapping[str, Any]:
    return read_toml(DATA / f"{key}.toml").data


@cache
def order_of_battle() -> Mapping[str, Any]:
    return read_toml(DATA / "units.toml").data


class West(World):
    """Everything about a scenario that does not change in play."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, Any]) -> None:
        data = scenario_data(scenario)
        self.data = data
        self.charts = charts()
        sides = {name: side for side, name in enumerate(game.sides)}
        self.roster = roster.read(data, order_of_battle(), sides)
        super().__init__(game, scenario, options, map_board(scenario), tuple(unit.name for unit in self.roster))
        self.army = tuple(
            tuple(number for number, unit in enumerate(self.roster) if unit.side == side) for side in range(2)
        )
        self.months: tuple[str, ...] = tuple(data["months"])
        self.victory = data.get("victory", {})
        self.supremacy = sides[data["naval_supremacy"]]
        self._read_ground()
        self._read_units()
        self._read_seas()
        self._read_harbours()

    # 1.0 The map

    def _read_ground(self) -> None:
        board, terrain = self.board, self.charts["terrain"]
        self.land = tuple(place for place in board.here if board.terrain[place] != "sea" and self._is_in_play(place))
        in_play = set(self.land)
        self.blank = bytes(board.size)
        self.land_mask = mask_of(self.land)
        self.stacking = [terrain[board.terrain[p]]["stacking"] if p in in_play else 0 for p in range(board.size)]
        self.stops = mask_of(p for p in self.land if terrain[board.terrain[p]]["stop"])
        self.invadable = mask_of(p for p in self.land if terrain[board.terrain[p]]["sea_invasion"])
        self.droppable = mask_of(p for p in self.land if terrain[board.terrain[p]]["paradrop"])
        self.barred = (
            0,
            mask_of(p for p in self.land if board.nation[p] in self.charts["out_of_play"]["for_the_axis"]),
        )
        """Where a side may not go at all. [WF-1.1c]"""
        sides = self.charts["hexsides"]

        def kind(a: int, b: int) -> Mapping[str, Any] | None:
            named = board.side(a, b) & set(sides)
            return sides[sorted(named)[0]] if named else None

        near = {p: [n for n in board.neighbours[p] if n in in_play] for p in self.land}
        walk: list[tuple[tuple[int, int], ...]] = [()] * board.size
        trace: list[tuple[int, ...]] = [()] * board.size
        straits: list[tuple[int, ...]] = [()] * board.size
        self.zoc = [0] * board.size
        self.side_limit: dict[tuple[int, int], int] = {}
        self.river_sides: set[tuple[int, int]] = set()
        for p, neighbours in near.items():
            kinds = {n: kind(p, n) for n in neighbours}
            walk[p] = tuple((n, 1) for n, k in kinds.items() if k is None or (k["land"] and not k["whole_move"]))
            straits[p] = tuple(n for n, k in kinds.items() if k is not None and k["land"] and k["whole_move"])
            trace[p] = tuple(n for n, k in kinds.items() if k is None or k["trace"])
            self.zoc[p] = mask_of(n for n, k in kinds.items() if k is None or k["zoc"])
            for n, k in kinds.items():
                if k is not None and k.get("assault") == "river":
                    self.river_sides.add((p, n))
                both = {board.terrain[p], board.terrain[n]}
                rough = "clear" if both == {"clear"} else sorted(both - {"clear"})[0]
                self.side_limit[p, n] = k["limit"] if k is not None else terrain[rough]["hexside"]
        self.walk, self.trace, self.straits = tuple(walk), tuple(trace), tuple(straits)
        self.rail = tuple(
            tuple(n for n in links if n in in_play) if p in in_play else ()
            for p, links in enumerate(board.networks["rail"])
        )

    def _is_in_play(self, place: int) -> bool:
        """Whether a hex is in play: in the section that a scenario names, or in any country. [WF-1.1b, WF-HX.1]"""
        board, section = self.board, self.data.get("section")
        if section is None:
            return board.nation[place] not in self.charts["out_of_play"]["nations"]
        return board.nation[place] in section["nations"] or board.labels[place] in section["hexes"]

    # 2.0 The units

    def _read_units(self) -> None:
        types = self.charts["unit_types"]
        self.speed: list[int] = []
        for unit in self.roster:
            row = types[unit.kind]
            own = row.get("speed_volunteer" if unit.volunteer else f"speed_{self.sides[unit.side]}", row["speed"])
            self.speed.append(own["dry"])
        self.types = tuple(types[unit.kind] for unit in self.roster)
        self.lowest = tuple(row["lowest"] for row in self.types)
        self.beyond = tuple(self._beyond_limits(unit) for unit in self.roster)
        self.closed = tuple(self.barred[unit.side] | self.beyond[number] for number, unit in enumerate(self.roster))
        self.beachheads = {self.unit_index[name]: status for name, status in self._first_beachheads().items()}
        """The corps that have a beachhead, and its status at the start."""

    def _first_beachheads(self) -> dict[str, str]:
        if "beachhead" in self.data:
            return {row["corps"]: row["status"] for row in self.data["beachhead"]}
        status = dict.fromkeys((unit.name for unit in self.roster if unit.kind == "amphibious"), "none")
        named = self.data["beachheads"]
        status |= dict.fromkeys(named.get("ready_corps", ()), "ready") | dict.fromkeys(
            named.get("prep_corps", ()), "prep"
        )
        return status

    def _beyond_limits(self, unit: Unit) -> int:
        """The hexes that a unit may not enter because its nation keeps it at home. [WF-2.66]"""
        limits = self.charts["restricted"].get(unit.nation)
        if limits is None:
            return 0
        home = {p for p in self.land if self.board.nation[p] in limits["nations"]}
        return mask_of(p for p in self.land if p not in home and home.isdisjoint(self.board.neighbours[p]))

    # 15.0 Seapower

    def _read_seas(self) -> None:
        board = self.board
        known = self.charts["seas"]
        self.seas = tuple(name for name, area in board.areas.items() if area.kind == "sea")
        self.sea_index = {name: sea for sea, name in enumerate(self.seas)}
        self.lexicon |= {plain(name): name for name in self.seas}
        self.sea_value = tuple(known[name]["interdiction"] for name in self.seas)
        fixed = {name: "allied" for name in self.seas if known[name]["always_allied"]}
        fixed |= {row["name"]: row["control"] for row in self.data.get("sea", ()) if "control" in row}
        self.sea_owner = tuple(self.sides.index(fixed[name]) if name in fixed else NO_FIXED_OWNER for name in self.seas)
        self.sea_base = tuple(board.find(known[name].get("naval_base", "")) for name in self.seas)
        self.waters = tuple(tuple(self.sea_index[n] for n in areas if n in self.sea_index) for areas in board.areas_of)
        links = self.charts["sea_links"]
        pairs = [pair for kind in ("printed", "shared_port", "reported") for pair in links[kind]]
        straits = {
            frozenset(row["between"]): tuple(board.at(shore) for shore in row["shores"])
            for row in self.charts["straits"]["rows"]
            if "between" in row and all(board.find(shore) is not None for shore in row["shores"])
        }
        self.sea_straits = tuple(sorted(straits.values()))
        joins: list[list[tuple[int, tuple[int, ...]]]] = [[] for _ in self.seas]
        for a, b in pairs:
            if a in self.sea_index and b in self.sea_index:
                shores = straits.get(frozenset((a, b)), ())
                joins[self.sea_index[a]].append((self.sea_index[b], shores))
                joins[self.sea_index[b]].append((self.sea_index[a], shores))
        self.sea_joins = tuple(tuple(sorted(joined)) for joined in joins)

    def _read_harbours(self) -> None:
        board = self.board
        values = read_toml(DATA / "places.toml").data
        self.values = {
            board.places[name].at: row for name, row in values.items() if name in board.places and "city" in row
        }
        self.ports = {
            place: Port(place, row["port"] == "major", tuple(self.sea_index[sea] for sea in row["seas"]))
            for place, row in self.values.items()
            if "port" in row and place in self.land
        }
        room, command = self.charts["ports"]["capacity"], self.charts["hq_command"]
        self.port_room: dict[int, int] = {
            place: room["major" if port.major else "minor"] for place, port in self.ports.items()
        }
        self.beach_room: int = room["beachhead"]
        self.seas_per_move: tuple[int, ...] = tuple(command["seas_per_supreme_move"][side] for side in self.sides)
        self.invasion_seas: tuple[int, ...] = tuple(command["invasion_seas"][side] for side in self.sides)
        self.supply_line: int = self.charts["supply"]["line"]
        self.beach_line: int = self.charts["beachhead"]["supply_line"]
        self.fortresses = frozenset(place for place, row in self.values.items() if row["city"] == "fortress")
        self.coasts = tuple(place for place in self.land if self.waters[place])
        self.sources = self._sources()
        """Where supply begins. [WF-9.12a]"""

    def _sources(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """London and Berlin; in Husky the Allies' African ports and Reggio stand for them. [WF-9.12a, WF-HX.1]"""
        if "supply" not in self.data:
            return (self.board.at("London"),), (self.board.at("Berlin"),)
        ports = tuple(p for p in self.ports if self.board.nation[p] in ("Tunisia", "Malta"))
        return ports, (self.board.at(self.data["supply"]["axis"]["place"]),)


NO_FIXED_OWNER = -1
