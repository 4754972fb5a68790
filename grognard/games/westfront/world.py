"""The unchanging surroundings of a WestFront match: map, units, charts, and what is worked out from them once."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources
from itertools import count
from typing import Any, TypeVar

import msgspec

from grognard.engine import board as boards
from grognard.engine import charts as chart_files
from grognard.engine import corrections, geography
from grognard.engine.board import Board
from grognard.engine.charts import Charts
from grognard.engine.corrections import ChartGroup
from grognard.engine.files import read_toml
from grognard.engine.game import Game, World
from grognard.engine.kinds import Data, Json, Options
from grognard.engine.orders import plain
from grognard.engine.paths import Lattice, mask_of
from grognard.engine.window import Window, cut
from grognard.games.westfront import linking, roster
from grognard.games.westfront.roster import Unit

DATA = resources.files(__package__) / "data"

T = TypeVar("T")

NATIONS = ("Italy", "Spain", "Portugal")
"""Nations that may be neutral, or leave the war; a set of them is a number with a bit for each. [WF-16.1a, WF-16.4a]"""

WEATHERS = ("dry", "mud")
"""The kinds of weather, by their number in a state. [WF-12.1a]"""

PARTS = ("summer43", "winter43", "summer44", "winter44")
"""The scenarios of half a year each, in the order of the war. [WF-3.11a]"""

FIRST_SEASON = "s43"

SCENARIOS = ("husky", *PARTS, "year43", "turn44", "year44", "campaign")


class Port(msgspec.Struct, frozen=True):
    """The harbours of a hex. Two in one hex are one place to sail from, but count as two. [WF-15.1b]"""

    place: int
    major: bool
    seas: tuple[int, ...]
    sizes: tuple[str, ...]
    """`major` or `minor` for each of its ports."""
    shores: tuple[int, ...] = ()
    """The straits that ships must pass to come here. [WF-1.39d]"""


@cache
def map_board(scenario: str = "") -> Board:
    """The whole map, or the window on it that a scenario is played in."""
    if not scenario:
        return replace(boards.load(DATA / "map.toml"), geography=geography.load(DATA / "drawing.json"))
    window = scenario_data(scenario).get("window")
    return map_board() if window is None else cut(map_board(), msgspec.convert(window, Window))


@cache
def charts() -> Charts:
    return chart_files.load(DATA / "charts.toml")


@cache
def chart_groups() -> Mapping[str, ChartGroup]:
    """What an owner of the boxed game may correct."""
    units = {row["name"]: row for row in order_of_battle()["unit"]}
    return {
        "charts": corrections.group(read_toml(DATA / "charts.toml").data),
        "places": corrections.group(places_in_play(), without=("home", "naval_base")),
        "units": corrections.group(units, without=("name", "title", "side")),
    }


def places_in_play() -> Json:
    """What places are worth, but for countries out of play, and the production of those that no supply can reach."""
    board, absent = map_board(), charts()["out_of_play"]["nations"]
    found = {}
    for name, row in read_toml(DATA / "places.toml").data.items():
        if name in board.places and board.nation[board.at(name)] not in absent:
            reached = "port" in row or board.networks["rail"][board.at(name)]
            found[name] = {key: value for key, value in row.items() if reached or key != "production"}
    return found


@cache
def scenario_data(key: str) -> Data:
    data = read_toml(DATA / f"{key}.toml").data
    return linking.join(data, [scenario_data(part) for part in data["parts"]]) if "parts" in data else data


@cache
def played_on(key: str) -> Data:
    """A scenario that the players may continue, with all that come after it. [WF-3.14]"""
    data = scenario_data(key)
    last = data["months"][-1]
    later = [scenario_data(part) for part in PARTS if scenario_data(part)["months"][0] > last]
    return linking.played_on(data, later)


@cache
def order_of_battle() -> Data:
    return read_toml(DATA / "units.toml").data


class West(World):
    """Everything about a scenario that does not change in play."""

    def __init__(self, game: Game, scenario: str, options: Options) -> None:
        data = self.data = played_on(scenario) if options.get("extended") else scenario_data(scenario)
        self.corrections: Data = options.get("charts", {})
        """An owner's numbers in place of ours, by group."""
        own = self.corrections.get("charts")
        self.charts = chart_files.load(DATA / "charts.toml", own) if own else charts()
        sides = {name: side for side, name in enumerate(game.sides)}
        self.roster = roster.read(data, order_of_battle(), sides, self.corrections.get("units", {}))
        super().__init__(game, scenario, options, map_board(scenario), tuple(unit.name for unit in self.roster))
        self.army = tuple(
            tuple(number for number, unit in enumerate(self.roster) if unit.side == side) for side in range(2)
        )
        self.ranks = tuple(rank_of(army) for army in self.army)
        """The same as slices of the roster, in which one side comes after the other: lists are cut faster than read."""
        self.headquarters = tuple(tuple(unit for unit in army if self.roster[unit].is_hq) for army in self.army)
        """Those of each side's units that are headquarters: nobody else has a role."""
        self.months: tuple[str, ...] = tuple(data["months"])
        self._lists: dict[Hashable, Any] = {}
        self._numbers = count()
        begun = [[(first, key) for key, first in self.charts["seasons"].items() if first <= m] for m in self.months]
        self.seasons = tuple(max(keys, default=("", FIRST_SEASON))[1] for keys in begun)
        """The scenario that every month belongs to, linked or alone: s43, w43, s44 or w44."""
        self.ends = linking.ends(data)
        """The months, by number, in which a scenario ends."""
        earlier = data.get("areas", {}).get("card_of")
        self.earlier_card: Sequence[Data] = scenario_data(earlier)["card"] if earlier else ()
        """The card of the summer before a winter scenario. [WF-W44.2]"""
        self.victory = data.get("victory", {})
        self.supremacy = sides[data["naval_supremacy"]]
        self._read_ground()
        self._read_units()
        self._read_seas()
        self._read_harbours()
        self._read_dates()
        self._read_countries()

    def keep(self, key: Hashable, work: Callable[[], T]) -> T:
        """As `recall`, for long lists that hold from turn to turn: fewer are kept."""
        found: T | None = self._lists.get(key)
        if found is None:
            if len(self._lists) >= LISTS:
                self._lists = {}
            found = self._lists[key] = work()
        return found

    def number(self, key: Hashable) -> int:
        """A number for something long, to stand for it in keys that are asked for often."""
        return self.recall(("number", key), lambda: next(self._numbers))

    # 1.0 The map

    def _read_ground(self) -> None:
        board, terrain = self.board, self.charts["terrain"]
        self.land = tuple(place for place in board.here if board.terrain[place] != "sea" and self._is_in_play(place))
        in_play = set(self.land)
        self.blank = bytes(board.size)
        self.bit = tuple(1 << place for place in range(board.size))
        """Every place as a mask of its own."""
        self.land_mask = mask_of(self.land)
        self.stacking = [terrain[board.terrain[p]]["stacking"] if p in in_play else 0 for p in range(board.size)]
        self.stops = mask_of(p for p in self.land if terrain[board.terrain[p]]["stop"])
        muddy = self.charts["weather_effects"]["mud"]["marsh_rules"]
        self.stops_in = (self.stops, self.stops | mask_of(p for p in self.land if board.terrain[p] in muddy))
        """The same by weather: in mud nearly all ground is marsh. [WF-12.23a]"""
        shoals = {hex for area in board.areas.values() if area.kind == "shoal" for hex in area.hexes}
        self.shoals = mask_of(p for p in self.land if p in shoals)
        self.invadable = mask_of(p for p in self.land if terrain[board.terrain[p]]["sea_invasion"]) & ~self.shoals
        self.droppable = mask_of(p for p in self.land if terrain[board.terrain[p]]["paradrop"])
        self.barred = (
            0,
            mask_of(p for p in self.land if board.nation[p] in self.charts["out_of_play"]["for_the_axis"]),
        )
        """Where a side may not go at all. [WF-1.1c]"""
        sides = self.charts["hexsides"]

        def kind(a: int, b: int) -> Data | None:
            named = {"sea" if name == "lake" else name for name in board.side(a, b)} & set(sides)
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
            walk[p] = tuple((n, 1) for n, k in kinds.items() if k is None or (k["land"] and not k.get("whole_move")))
            straits[p] = tuple(n for n, k in kinds.items() if k is not None and k["land"] and k.get("whole_move"))
            trace[p] = tuple(n for n, k in kinds.items() if k is None or k["trace"])
            self.zoc[p] = mask_of(n for n, k in kinds.items() if k is None or k["zoc"])
            for n, k in kinds.items():
                if k is not None and k.get("assault") == "river":
                    self.river_sides.add((p, n))
                both = {board.terrain[p], board.terrain[n]}
                rough = "clear" if both == {"clear"} else sorted(both - {"clear"})[0]
                self.side_limit[p, n] = k.get("limit", 0) if k is not None else terrain[rough]["hexside"]
        named = (board.find(label) for label in board.extra.get("rail_entries", "").split())
        self.entries = tuple(place for place in named if place in in_play)
        """Where rail lines leave the map, from south to north. [WF-1.6b]"""
        self.entry_mask = mask_of(self.entries)
        for p in self.entries:  # the edge of the map counts as a side of this ground
            self.side_limit[p, p] = terrain[board.terrain[p]]["hexside"]
        marsh = terrain["marsh"]["hexside"]  # no other side lets fewer pass, but those that let nobody
        self.limits_in = (self.side_limit, {pair: min(limit, marsh) for pair, limit in self.side_limit.items()})
        """How many may pass a side of a battle hex, by weather. [WF-6.33a, WF-12.23a]"""
        self.walk, self.trace, self.straits = tuple(walk), tuple(trace), tuple(straits)
        self.rail = tuple(
            tuple(n for n in links if n in in_play) if p in in_play else ()
            for p, links in enumerate(board.networks["rail"])
        )
        self.railways = Lattice(board, lambda a, b: b in self.rail[a])
        """The rail network as a whole, for floods along it."""
        self.country_lanes = Lattice(board, lambda a, b: b in self.trace[a])
        """The ways of lines of supply and command, likewise."""
        self.with_rails = mask_of(p for p in self.land if self.rail[p])

    def _is_in_play(self, place: int) -> bool:
        """Whether a hex is in play: in the section that a scenario names, or in any country. [WF-1.1b, WF-HX.1]"""
        board, section = self.board, self.data.get("section")
        if section is None:
            return board.nation[place] not in self.charts["out_of_play"]["nations"]
        return board.nation[place] in section["nations"] or board.labels[place] in section["hexes"]

    # 16.0 Politics

    def _read_countries(self) -> None:
        self.political = "section" not in self.data
        """Whether nations rise, surrender and are drawn into the war; in Husky none does. [WF-HX.3]"""
        self.country = {
            nation: mask_of(p for p in self.land if self.board.nation[p] == nation)
            for nation in ("France", "Yugoslavia", *NATIONS)
        }
        neutral = [
            bit for bit, nation in enumerate(NATIONS) if self.country[nation] and nation not in self.data["control"]
        ]
        self.first_neutrals = sum(1 << bit for bit in neutral)
        self.neutral_ground = tuple(
            mask_of(
                p
                for p in self.land
                if self.board.nation[p] in NATIONS and bits >> NATIONS.index(self.board.nation[p]) & 1
            )
            for bits in range(1 << len(NATIONS))
        )
        """The hexes out of play while these nations are neutral. [WF-16.4a]"""
        home = {p for p in self.land if self.country["Yugoslavia"] >> p & 1} if self.political else set()
        self.partisan = self.unit_index.get("Tito", -1)
        self.partisan_ground = mask_of(
            p for p in self.land if p in home or not home.isdisjoint(self.board.neighbours[p])
        )
        """Yugoslavia and the hexes next to it. [WF-16.32b]"""
        reserve = [row["unit"] for row in self.data.get("army_group_e", ())]
        self.reserve = tuple(self.unit_index[name] for name in reserve)
        """The units of Army Group E. [WF-16.5c]"""
        self.alarm = mask_of(home) if "army_group_e" in self.data else 0
        """Where Allied units draw Army Group E upon them. [WF-16.5a]"""

    # 2.0 The units

    def _read_units(self) -> None:
        self.types = tuple(self._type_of(unit) for unit in self.roster)
        self.forts = frozenset(number for number, unit in enumerate(self.roster) if unit.kind == "fort")
        self.lowest = tuple(row["lowest"] for row in self.types)
        self.beyond = tuple(self._beyond_limits(unit) for unit in self.roster)
        self.closed = tuple(self.barred[unit.side] | self.beyond[number] for number, unit in enumerate(self.roster))
        self.beachheads = {self.unit_index[name]: status for name, status in self._first_beachheads().items()}
        """The corps that have a beachhead, and its status at the start."""

    def _type_of(self, unit: Unit) -> Data:
        """The row of a unit's type; the SS fires better. [WF-2.65a]"""
        row: Data = self.charts["unit_types"][unit.kind]
        fire = self.charts["ss_firepower"]
        if not unit.ss:
            return row
        if unit.kind == "mountain":
            return {**row, "fire": fire["mountain_elsewhere"], "fire_in_mountain": fire["mountain_in_mountain"]}
        return {**row, "fire": fire[unit.kind]}

    def _first_beachheads(self) -> dict[str, str]:
        if "beachhead" in self.data:
            return {row["corps"]: row["status"] for row in self.data["beachhead"]}
        status = dict.fromkeys((unit.name for unit in self.roster if unit.kind == "amphibious"), "none")
        named = self.data["beachheads"]
        status |= dict.fromkeys(named.get("ready_corps", ()), "ready") | dict.fromkeys(
            named.get("prep_corps", ()), "prep"
        )
        status |= dict.fromkeys(named.get("lost_corps", ()), "lost")
        return status

    def _beyond_limits(self, unit: Unit) -> int:
        """The hexes that a unit may not enter because its nation keeps it at home. [WF-2.66]"""
        limits = self.charts["restricted"].get(unit.nation)
        if limits is None or unit.volunteer:
            return 0
        home = {p for p in self.land if self.board.nation[p] in limits["nations"]}
        home |= {p for p in self.land if self.board.labels[p] in limits["hexes"]}
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
        self.sea_basin = tuple(known[name]["basin"] for name in self.seas)
        self.waters = tuple(tuple(self.sea_index[n] for n in areas if n in self.sea_index) for areas in board.areas_of)
        links = self.charts["sea_links"]
        pairs = [pair for kind in ("printed", "shared_port", "reported") for pair in links[kind]]
        straits: dict[frozenset[str], tuple[int, ...]] = {}
        for row in self.charts["straits"]["rows"]:
            if "between" in row and all(board.find(shore) is not None for shore in row["shores"]):
                both = frozenset(row["between"])  # a second strait on the way adds its shores
                straits[both] = (*straits.get(both, ()), *(board.at(shore) for shore in row["shores"]))
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
        values = corrections.corrected(read_toml(DATA / "places.toml").data, self.corrections.get("places", {}))
        self.values = {
            board.places[name].at: row for name, row in values.items() if name in board.places and "city" in row
        }
        self.lexicon = {plain(name): board.names[place.at] for name, place in board.places.items()} | self.lexicon
        self.victory_cities = mask_of(place for place, row in self.values.items() if "victory" in row)
        self.ports = self._ports(values)
        room, command = self.charts["ports"]["capacity"], self.charts["hq_command"]
        self.port_room: dict[int, int] = {
            place: sum(room[size] for size in port.sizes) for place, port in self.ports.items()
        }
        self.beach_room: int = room["beachhead"]
        self.seas_per_move: tuple[int, ...] = tuple(command["seas_per_supreme_move"][side] for side in self.sides)
        self.invasion_seas: tuple[int, ...] = tuple(command["invasion_seas"][side] for side in self.sides)
        self.supply_line: int = self.charts["supply"]["line"]
        self.beach_line: int = self.charts["beachhead"]["supply_line"]
        self.fortresses = frozenset(place for place, row in self.values.items() if row["city"] == "fortress")
        open_cities = {board.find(name) for name in self.charts["cities"]["major"]["except"]}
        self.strongholds = frozenset(
            place for place, row in self.values.items() if row["city"] == "major" and place not in open_cities
        )
        """Major cities that help their defenders. [WF-1.41a, WF-1.41b]"""
        self.coasts = tuple(place for place in self.land if self.waters[place])
        self.sources = self._sources()
        """Where supply begins. [WF-9.12a]"""

    def _ports(self, values: Data) -> dict[int, Port]:
        """The ports by their hexes, in the order of the map's places; a second port shares the hex of another place."""
        board, straits = self.board, self.charts["straits"]["rows"]
        gates = {row["port"]: tuple(board.find(shore) for shore in row["shores"]) for row in straits if "port" in row}
        found: dict[int, list[str]] = {}
        for name, row in values.items():
            if name in board.places and "port" in row and board.places[name].at in self.land:
                found.setdefault(board.places[name].at, []).append(name)
        return {
            place: Port(
                place,
                any(values[name]["port"] == "major" for name in names),
                tuple(self.sea_index[sea] for name in names for sea in values[name]["seas"]),
                tuple(values[name]["port"] for name in names),
                tuple(shore for name in names for shore in gates.get(name, ()) if shore is not None),
            )
            for place, names in found.items()
        }

    def _sources(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """London and Berlin; in Husky the Allies' African ports and Reggio stand for them. [WF-9.12a, WF-HX.1]"""
        if "supply" not in self.data:
            return (self.board.at("London"),), (self.board.at("Berlin"),)
        ports = tuple(p for p in self.ports if self.board.nation[p] in ("Tunisia", "Malta"))
        return ports, (self.board.at(self.data["supply"]["axis"]["place"]),)

    # What depends on the month

    def is_since(self, month: int, date: str) -> bool:
        """Whether something that the chart of dates names holds in a month of this game."""
        since: str = self.charts["dates"][date]
        return self.months[month] >= since

    def _read_dates(self) -> None:
        air = [self.is_since(month, "allied_air_supremacy") for month in range(len(self.months))]
        paces = {supreme: tuple(self._speeds(weather, supreme) for weather in WEATHERS) for supreme in (False, True)}
        self.speeds = tuple(paces[supreme] for supreme in air)
        """The speed of every unit, by month and weather. [WF-12.22, WF-13.22a]"""
        allied = self.sides.index("allied")
        lost = tuple(
            allied if basin == "atlantic" else owner
            for owner, basin in zip(self.sea_owner, self.sea_basin, strict=True)
        )
        self.sea_owners = tuple(lost if supreme else self.sea_owner for supreme in air)
        """Who owns a sea whoever holds its base, by month. [WF-15.1a, WF-13.22c]"""

    def _speeds(self, weather: str, suppressed: bool) -> tuple[int, ...]:
        """Mud slows everyone, Allied Air Supremacy the Axis, but nobody who can move at all below one hex."""
        axis = self.sides.index("axis")
        return tuple(
            max(1, speed - 1) if suppressed and unit.side == axis and speed else speed
            for unit, speed in ((unit, self._own_speed(unit)[weather]) for unit in self.roster)
        )

    def _own_speed(self, unit: Unit) -> dict[str, int]:
        row = self.charts["unit_types"][unit.kind]
        key = "speed_volunteer" if unit.volunteer else f"speed_{self.sides[unit.side]}"
        found: dict[str, int] = row.get(key, row["speed"])
        return found


def rank_of(army: tuple[int, ...]) -> slice:
    """Where a side's units stand in the roster, all together."""
    rank = slice(army[0], army[-1] + 1)
    if len(army) != rank.stop - rank.start:
        raise ValueError("the order of battle lists all units of one side before the other's")
    return rank


NO_FIXED_OWNER = -1
LISTS = 2000
