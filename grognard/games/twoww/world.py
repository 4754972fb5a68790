"""The unchanging surroundings of a match of 2WW: map, countries, units, charts, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from importlib import resources

import msgspec

from grognard.engine import board as boards
from grognard.engine import charts as chart_files
from grognard.engine import corrections, geography
from grognard.engine.board import Board
from grognard.engine.charts import Charts
from grognard.engine.corrections import ChartGroup
from grognard.engine.files import read_toml
from grognard.engine.game import Game, World
from grognard.engine.kinds import Data, Options
from grognard.engine.paths import Lattice, bits, mask_of, spread
from grognard.games.twoww import roster
from grognard.games.twoww.state import ALLIES, AXIS, NEUTRAL

DATA = resources.files("grognard.games.twoww") / "data"

SIDES = {"axis": AXIS, "allied": ALLIES, "neutral": NEUTRAL}
SCENARIO = "war"

ARMS = {"land": 0, "sea": 3, "air": 6}
"""The arms, as numbers to which that of a side is added: see `units.stands`."""

FRANCE, USSR, BRITAIN, AMERICA, ITALY, GERMANY = range(6)
"""The major powers, in the order in which they set up and produce. [2WW-2a, 2WW-7.2.1a]"""
MAJORS = range(6)


class Country(msgspec.Struct, frozen=True):
    """A power, or a territory that belongs to one. [2WW-3.4.1a]"""

    name: str
    code: str
    kind: str
    side: str
    """Who controls it at the start; `neutral` if nobody does."""
    neutral: bool = False
    closed: bool = False
    """An Axis minor that the Allies may not invade before an Axis unit has crossed its border. [2WW-12.1.2]"""
    parent: str = ""

    @property
    def is_power(self) -> bool:
        """Whether it counts for victory. [2WW-13b]"""
        return self.kind in ("major", "minor")


class City(msgspec.Struct, frozen=True):
    """A place that can be controlled: a city, a port or both. [2WW-3.4.7a]"""

    name: str
    place: int
    country: int
    is_city: bool
    is_port: bool
    produces: bool


class Column(msgspec.Struct, frozen=True):
    """A column of a line of the Combat Chart: the factors that it is for, and the highest throws for each loss."""

    title: str
    minimum: int
    at_most: tuple[int, ...]


@cache
def map_board() -> Board:
    return replace(boards.load(DATA / "map.toml"), geography=geography.load(DATA / "drawing.json"))


@cache
def charts() -> Charts:
    return chart_files.load(DATA / "charts.toml")


@cache
def order_of_battle() -> Data:
    return read_toml(DATA / "units.toml").data


@cache
def chart_groups() -> Mapping[str, ChartGroup]:
    """What an owner of the boxed game may correct. [2WW-3.4.5a]"""
    units = {row["name"]: row for row in order_of_battle()["unit"]}
    return {
        "charts": corrections.group(read_toml(DATA / "charts.toml").data),
        "units": corrections.group(units, "reconstructed", without=("name",)),
    }


@cache
def scenario_data() -> Data:
    return read_toml(DATA / f"{SCENARIO}.toml").data


class Europe(World):
    """Everything that does not change in play."""

    def __init__(self, game: Game, scenario: str, options: Options) -> None:
        self.corrections: Data = options.get("charts", {})
        """An owner's numbers in place of ours, by group."""
        own = self.corrections.get("charts")
        self.charts = chart_files.load(DATA / "charts.toml", own) if own else charts()
        self.roster = roster.read(order_of_battle(), self.corrections.get("units", {}))
        board = map_board()
        super().__init__(game, scenario, options, board, tuple(unit.name for unit in self.roster))
        self._name_countries()
        self._name_units()
        self._name_places()
        self._open_ways()
        self.lines = {name: _columns(line) for name, line in self.charts["combat"].items() if isinstance(line, dict)}
        """The lines of the Combat Chart. [2WW-3.4.5a]"""
        self.turns = tuple(name for name, entry in self.charts["track"].items() if isinstance(entry, dict))
        """The seasons. [2WW-3.4.4a]"""
        self.dates = {key: self.turns.index(name) for key, name in self.charts["dates"].items() if name in self.turns}
        self.arrivals = {
            self.unit_index[name]: turn
            for turn, season in enumerate(self.turns)
            for name in self.charts["track"][season].get("pool", ())
        }
        """The turns in which units join their force pools. [2WW-2d]"""
        self.blank = bytes(board.size)

    def _name_countries(self) -> None:
        self.countries = tuple(
            msgspec.convert(row, Country) for row in read_toml(DATA / "countries.toml").data["country"]
        )
        self.country_index = {country.name: number for number, country in enumerate(self.countries)}
        self.parent = tuple(self.country_index.get(country.parent, -1) for country in self.countries)
        self.country_at = tuple(self.country_index.get(nation, -1) for nation in self.board.nation)
        """Per place: the country that it lies in, or -1 at sea."""
        self.country_mask = tuple(
            mask_of(place for place, at in enumerate(self.country_at) if at == number)
            for number in range(len(self.countries))
        )
        self.vichy = self.country_index["Vichy France"]
        self.iraq = self.country_index["Iraq"]
        self.persia = self.country_index["Persia"]
        self.norway, self.denmark = self.country_index["Norway"], self.country_index["Denmark"]

    def _name_units(self) -> None:
        self.nation = tuple(self.country_index[unit.nation] for unit in self.roster)
        """Per unit: its country."""
        self.units_of = tuple(
            tuple(unit for unit, nation in enumerate(self.nation) if nation == country)
            for country in range(len(self.countries))
        )
        self.is_land = bytes(unit.arm == "land" for unit in self.roster)
        self.is_air = bytes(unit.arm == "air" for unit in self.roster)
        self.is_fleet = bytes(unit.arm == "sea" for unit in self.roster)
        self.is_submarine = bytes(unit.kind == "submarine" for unit in self.roster)
        self.is_fort = bytes(unit.kind == "fort" for unit in self.roster)
        self.is_naval = bytes(unit.naval for unit in self.roster)
        self.is_soviet = bytes(nation == USSR for nation in self.nation)
        self.land_units = tuple(unit for unit, land in enumerate(self.is_land) if land)
        self.air_units = tuple(unit for unit, air in enumerate(self.is_air) if air)
        self.fleets = tuple(unit for unit, fleet in enumerate(self.is_fleet) if fleet)
        self.arm = bytes(ARMS[unit.arm] for unit in self.roster)
        self.bit = tuple(1 << place for place in range(self.board.size))
        self.move = tuple(unit.move for unit in self.roster)

    def _name_places(self) -> None:
        board = self.board
        self.cities: dict[int, City] = {}
        capitals: dict[int, list[int]] = {}
        for place in board.places.values():
            said = place.extra
            if "capital" in said:
                capitals.setdefault(self.country_index[said["capital"]], []).append(place.at)
            if said.get("city") or said.get("port") or "capital" in said:
                self.cities[place.at] = City(
                    name=place.name,
                    place=place.at,
                    country=self.country_at[place.at],
                    is_city=bool(said.get("city") or "capital" in said),
                    is_port=bool(said.get("port")),
                    produces=bool(said.get("production")),
                )
        self.capitals = tuple(tuple(capitals.get(country, ())) for country in range(len(self.countries)))
        """Per country: where its capitals lie. [2WW-3.4.1b]"""
        self.every_capital = mask_of(place for places in self.capitals for place in places)
        self.ports = mask_of(city.place for city in self.cities.values() if city.is_port)
        self.producing = tuple(city.place for city in self.cities.values() if city.produces)
        self.atlantic, self.states = board.at("Atlantic"), board.at("United States")
        self.capetown, self.red_sea, self.gulf = board.at("Capetown"), board.at("Red Sea"), board.at("Persian Gulf")
        self.boxes = tuple(box.at for box in board.boxes.values())
        self.toulon, self.algiers, self.paris = board.at("Toulon"), board.at("Algiers"), board.at("Paris")
        self.baghdad = board.at("Baghdad")
        self.london, self.rome = board.at("London"), board.at("Rome")
        self.skagerrak = board.at(self.charts["named"]["skagerrak"])
        self.danish_waters = mask_of(board.at(hex) for hex in self.charts["named"]["danish_waters"])
        self.straits = board.areas["Straits"].mask
        self.west_edge = mask_of(link.to for link in board.links[self.atlantic] if link.to < board.grid.size)

    def _open_ways(self) -> None:
        board = self.board
        self.sea = mask_of(place for place in board.here if board.terrain[place] == "sea")
        self.land = board.mask & ~self.sea
        """Land and coastal hexes."""
        self.closed = self.country_mask[self.country_index["Switzerland"]]
        """Hexes that no land unit ever enters. [2WW-3.4.2b]"""
        self.coastal = mask_of(place for place in bits(self.land) if self._is_coastal(place))
        self.steps = tuple(tuple(self._land_neighbours(place)) for place in range(board.size))
        """Per place: the hexes that a land unit may step into, and what they cost. [2WW-8a, 2WW-8.1a]"""
        self.waters = tuple(
            tuple(other for other in board.neighbours[place] if self.sails(place, other))
            if place < board.grid.size
            else ()
            for place in range(board.size)
        )
        """Per place: the hexes that a fleet may sail into. [2WW-8.3.1b]"""
        self.courses = tuple(
            tuple((other, 1) for other in self.waters[place])
            + tuple((link.to, link.cost) for link in board.links[place])
            for place in range(board.size)
        )
        """Per place: where a fleet may go next, boxes included, and what it costs. [2WW-8.3.1a, 2WW-8.3.3a]"""
        self.overland = Lattice(board, self.marches)
        prices = [dict(steps) for steps in self.steps]
        self.on_foot = Lattice(board, price=lambda here, there: prices[here].get(there))
        links = {place: tuple((link.to, link.cost) for link in board.links[place]) for place in range(board.size)}
        self.oversea = Lattice(board, self.sails, {place: ways for place, ways in links.items() if ways})
        self.everywhere = Lattice(board)
        self.beside = tuple(mask_of(other for other, _ in steps) for steps in self.steps)
        """Per place: what a land unit there could step into. [2WW-5.1.1a]"""
        reach = self.charts["movement"]["fleet_zone"]
        afloat = self.sea | self.coastal
        self.fleet_zone = tuple(
            spread(self.oversea, 1 << place, afloat, reach) if afloat >> place & 1 else 0 for place in range(board.size)
        )
        """Per place: the zone of control of a fleet there, its own hex included. [2WW-5.1.2a]"""
        self.alongside = tuple(mask_of(others) for others in self.waters)
        self._discs: dict[tuple[int, int], int] = {}
        self.no_rail = 0
        for name in self.charts["named"]["without_rails"]:
            self.no_rail |= self.country_mask[self.country_index[name]]

    def marches(self, here: int, there: int) -> bool:
        """Whether a land unit may step from a hex to the next: not where either or their side is all sea. [2WW-8.1a]"""
        land = self.land & ~self.closed
        return bool(land >> here & land >> there & 1) and "sea" not in self.board.side(here, there)

    def sails(self, here: int, there: int) -> bool:
        """Whether a fleet may cross: a side between land hexes must be coast or sea, and where two seas meet a hex,
        the sides of one are closed. [2WW-8.3.1b]"""
        side = self.board.side(here, there)
        if "closed to fleets" in side:
            return False
        return bool(self.sea >> here & 1 or self.sea >> there & 1) or "coast" in side or "sea" in side

    def _is_coastal(self, place: int) -> bool:
        return any(self.sails(place, other) for other in self.board.neighbours[place])

    def _land_neighbours(self, place: int) -> list[tuple[int, int]]:
        if place >= self.board.grid.size or not self.land >> place & 1:
            return []
        terrain = self.charts["terrain"]
        cost = {name: row["points"] for name, row in terrain.items() if isinstance(row, dict)}
        found = []
        for other in self.board.neighbours[place]:
            if self.marches(place, other):
                river = cost["river"] if "river" in self.board.side(place, other) else 0
                city = cost["city"] if other in self.cities and self.cities[other].is_city else 0
                found.append((other, cost[self.board.terrain[other]] + river + city))
        return found

    def disc(self, place: int, radius: int) -> int:
        """The hexes within so many of a place, itself included. [2WW-5.1.3a]"""
        key = (place, radius)
        if key not in self._discs:
            self._discs[key] = spread(self.everywhere, 1 << place, self.board.mask, radius)
        return self._discs[key]

    def season(self, turn: int) -> str:
        return self.turns[turn]

    def is_winter(self, turn: int) -> bool:
        return self.turns[turn].startswith("Winter")


def _columns(line: Mapping[str, Sequence[int]]) -> tuple[Column, ...]:
    """The columns of a line in ascending order, from titles such as `4-7` and `24+`."""
    found = [Column(title, int(title.rstrip("+").split("-")[0]), tuple(at_most)) for title, at_most in line.items()]
    return tuple(sorted(found, key=lambda column: column.minimum))
