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

DATA = resources.files(__package__) / "data"


class Unit(msgspec.Struct, frozen=True):
    """A block, as it never changes."""

    name: str
    title: str
    side: int
    nation: str
    kind: str
    max: int
    start: int
    place: str
    arrives: str
    letter: str

    @property
    def is_hq(self) -> bool:
        return self.kind in ("hq", "shq")


class Port(msgspec.Struct, frozen=True):
    place: int
    major: bool
    seas: tuple[int, ...]


@cache
def map_board() -> Board:
    return boards.load(DATA / "map.toml")


@cache
def charts() -> Charts:
    return chart_files.load(DATA / "charts.toml")


@cache
def scenario_data(key: str) -> Mapping[str, Any]:
    return read_toml(DATA / f"{key}.toml").data


class West(World):
    """Everything about a scenario that does not change in play."""

    def __init__(self, game: Game, scenario: str, options: Mapping[str, Any]) -> None:
        data = scenario_data(scenario)
        self.data = data
        self.charts = charts()
        sides = {name: side for side, name in enumerate(game.sides)}
        self.roster = tuple(_unit(row, sides) for row in data["unit"])
        super().__init__(game, scenario, options, map_board(), tuple(unit.name for unit in self.roster))
        self.army = tuple(
            tuple(number for number, unit in enumerate(self.roster) if unit.side == side) for side in range(2)
        )
        self.months: tuple[str, ...] = tuple(data["months"])
        self.victory = data["victory"]
        self.supremacy = sides[data["naval_supremacy"]]
        self._read_ground()
        self._read_units()
        self._read_seas()
        self._read_harbours()

    # 1.0 The map

    def _read_ground(self) -> None:
        board, data, terrain = self.board, self.data, self.charts["terrain"]
        section = data["section"]
        self.land = tuple(
            place
            for place in board.here
            if board.nation[place] in section["nations"] or board.labels[place] in section["hexes"]
        )
        in_play = set(self.land)
        self.blank = bytes(board.size)
        self.land_mask = mask_of(self.land)
        self.stacking = [terrain[board.terrain[p]]["stacking"] if p in in_play else 0 for p in range(board.size)]
        self.stops = mask_of(p for p in self.land if terrain[board.terrain[p]]["stop"])
        self.invadable = mask_of(p for p in self.land if terrain[board.terrain[p]]["sea_invasion"])
        self.droppable = mask_of(p for p in self.land if terrain[board.terrain[p]]["paradrop"])
        self.barred = (0, mask_of(p for p in self.land if board.nation[p] == "Tunisia"))  # [WF-1.1c]
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

    # 2.0 The units

    def _read_units(self) -> None:
        types = self.charts["unit_types"]
        self.speed: list[int] = []
        for unit in self.roster:
            row = types[unit.kind]
            own = row.get(f"speed_{self.sides[unit.side]}", row["speed"])
            self.speed.append(own[self.data["weather"]])
        self.types = tuple(types[unit.kind] for unit in self.roster)
        self.lowest = tuple(row["lowest"] for row in self.types)
        self.beyond = tuple(self._beyond_limits(unit) for unit in self.roster)
        self.closed = tuple(self.barred[unit.side] | self.beyond[number] for number, unit in enumerate(self.roster))
        corps = {row["corps"]: row["status"] for row in self.data["beachhead"]}
        self.beachheads = {self.unit_index[name]: status for name, status in corps.items()}

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
        fixed = {row["name"]: row.get("control") for row in self.data["sea"]}
        self.sea_owner = tuple(self.sides.index(fixed[name]) if fixed[name] else NO_FIXED_OWNER for name in self.seas)
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
        self.values = {board.at(name): row for name, row in values.items() if isinstance(row, dict)}
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
        self.sources = (
            tuple(p for p in self.ports if board.nation[p] in ("Tunisia", "Malta")),
            (board.at(self.data["supply"]["axis"]["place"]),),
        )
        """Where supply begins: the Allies' African ports stand for London, Reggio for Berlin. [WF-HX.1]"""


NO_FIXED_OWNER = -1


def _unit(row: Mapping[str, Any], sides: Mapping[str, int]) -> Unit:
    return Unit(
        name=row["name"],
        title=row["title"],
        side=sides[row["side"]],
        nation=row["nation"],
        kind=row["kind"],
        max=row["max"],
        start=row["steps"],
        place=row.get("place", ""),
        arrives=row.get("arrives", ""),
        letter=row.get("letter", ""),
    )
