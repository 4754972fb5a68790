"""Chapter 11: lines of supply, from a unit or a city to a capital, over land and sea."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine import supply
from grognard.engine.derived import derived
from grognard.engine.paths import Lattice, bits, mask_of, network, spread
from grognard.engine.search import Door, Mode
from grognard.engine.supply import Leg, Lines, Stage
from grognard.games.twoww.ground import (
    friendly_ports,
    ground_of,
    has_joined,
    neutral_ground,
    shut_ground,
)
from grognard.games.twoww.state import ALLIES, War
from grognard.games.twoww.units import fleets_at, land_at
from grognard.games.twoww.world import AMERICA, FRANCE, Europe
from grognard.games.twoww.zones import fleet_zone, land_zone


class Reach(NamedTuple):
    """What lines from some capitals reach: hexes by land, and hexes by sea."""

    land: int
    sea: int


GROUND = ("where", "loyal", "aboard", "neutral", "iraq", "opened", "owner")
"""The facts that block lines."""


@derived(
    *GROUND,
    through=lambda s, side: (
        land_zone(s, 1 - side), land_at(s, 1 - side), land_at(s, side), fleet_zone(s, 1 - side), fleets_at(s, side)
    ),
)  # fmt: skip
def blocked(s: War, side: int) -> int:
    """The hexes that a side's lines may leave but not enter: enemy land zones without own land units, waters in enemy
    fleet zones without own fleets. [2WW-11.2.2a, 2WW-11.2.2b, 2WW-11.2.2c]"""
    enemy = 1 - side
    by_land = (land_zone(s, enemy) | land_at(s, enemy)) & ~land_at(s, side)
    by_sea = fleet_zone(s, enemy) & ~fleets_at(s, side)
    return by_land | by_sea


class Ways:
    """The ways that are open to lines at one moment, and what has been found along them so far."""

    def __init__(self, side: int, shut: int, ports: int, dry: int) -> None:
        self.side, self.shut, self.ports, self.dry = side, shut, ports, dry
        self.found: dict[int, Reach] = {}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ways) and self._open() == other._open()

    def _open(self) -> tuple[int, ...]:
        return self.side, self.shut, self.ports, self.dry

    __hash__ = None  # type: ignore[assignment]


def reach(s: War, side: int, sources: int, home: int) -> Reach:
    """Where lines from these capitals come to. A line changes between land and sea in friendly ports alone, and
    passes no neutral ground but that of its own country. [2WW-11e, 2WW-11.2.1]"""
    open_ways = _open_to(s, side, home)
    found = open_ways.found
    if sources not in found:
        land, sea = sources, 0
        for capital in bits(sources):
            if 1 << capital not in found:
                _explore(s, open_ways, capital)
            land, sea = land | found[1 << capital].land, sea | found[1 << capital].sea
        found[sources] = Reach(land, sea)
    return found[sources]


def _open_to(s: War, side: int, home: int) -> Ways:
    """The ways open to the lines of a country. [2WW-11.2.1]"""
    return ways(s, side, home if s.neutral[home] else -1)


def _dry(s: War, home: int) -> int:
    """The land that lines may cross; at peace they may cross that of their own country."""
    peace = neutral_ground(s) & ~ground_of(s, home) if home >= 0 else neutral_ground(s)
    return s.world.land & ~peace & ~shut_ground(s)


@derived(
    *GROUND, "holder", "vichy", through=lambda s, side, home: (blocked(s, side), friendly_ports(s, side), _dry(s, home))
)
def ways(s: War, side: int, home: int) -> Ways:
    """The ways that are open to a side's lines, or to those of a country at peace. [2WW-11.2.1]"""
    return Ways(side, blocked(s, side), friendly_ports(s, side), _dry(s, home))


def _explore(s: War, ways: Ways, capital: int) -> None:
    """Find the lines from a capital. Where lines run both ways, other capitals on them have the same."""
    found = ways.found[1 << capital] = _reach(s, ways, 1 << capital)
    if not (ways.ports | 1 << capital) & ~ways.dry and not s.world.options.get("cape"):
        for other in bits(s.world.every_capital & found.land & ~ways.shut):
            ways.found[1 << other] = found


def _reach(s: War, ways: Ways, source: int) -> Reach:
    world, shut, ports = s.world, ways.shut, ways.ports
    wet = world.sea | world.coastal
    land, sea, starts = 0, 0, source & ~shut
    while starts:
        land |= spread(world.overland, starts & ~land, ways.dry, ends=shut)
        quays = land & ports & ~shut & ~sea
        if not quays:
            break
        sea |= spread(world.oversea, quays, wet, ends=shut)
        sea |= _by_the_cape(s, ways.side, sea, wet, shut)
        starts = sea & ports & ~shut & ~land
    return Reach(land | source, sea)


def _by_the_cape(s: War, side: int, sea: int, wet: int, shut: int) -> int:
    """If so agreed, Allied lines run round Africa, through the boxes. [2WW-11.2.1]"""
    far = cape_roads(s, side) & ~shut & ~sea
    return spread(s.world.oversea, far, wet, ends=shut) if far and sea & s.world.west_edge else 0


def cape_roads(s: War, side: int) -> int:
    """Where lines round Africa come back to the map; none unless it is agreed. [2WW-11.2.1]"""
    if side != ALLIES or not s.world.options.get("cape"):
        return 0
    board = s.world.board
    ends = [link.to for box in (s.world.red_sea, s.world.gulf) for link in board.links[box]]
    return mask_of(to for to in ends if to < board.grid.size)


@derived(*GROUND, "holder", "vichy", through=lambda s, side, sources, home: _open_to(s, side, home))
def lines(s: War, side: int, sources: int, home: int) -> Lines:
    """The lines from these capitals with their routes, along the ways that `reach` floods. [2WW-11e, 2WW-11.2.1]"""
    world, open_ways = s.world, _open_to(s, side, home)
    shut, wet, far = open_ways.shut, world.sea | world.coastal, cape_roads(s, side)
    quays = open_ways.ports & ~shut
    stage = Stage(
        (
            Mode("land", world.overland, open_ways.dry, ends=open_ways.dry & shut),
            Mode("sea", world.oversea, wet, ends=wet & shut),
            Mode("cape", world.recall(("round the cape", far), lambda: _round_the_cape(world, far)), far & ~shut),
        ),
        (Door("land", "sea", quays), Door("sea", "land", quays),
         Door("sea", "cape", world.west_edge & ~shut), Door("cape", "sea", far)),
        begins=~shut,
    )  # fmt: skip
    return supply.lines(sources, stage)


def _round_the_cape(world: Europe, far: int) -> Lattice:
    ends = bits(far)
    return network([ends if world.west_edge >> place & 1 else () for place in range(world.board.size)])


def line_of(s: War, unit: int) -> tuple[Leg, ...]:
    """The line of one unit, leg by leg, if it has one and is not itself where it begins. [2WW-11e, 2WW-11.2.1]"""
    side, nation, place = s.loyal[unit], s.world.nation[unit], s.where[unit]
    found = lines(s, side, home_capitals(s, nation, side), nation)
    modes = ("sea", "land") if s.world.is_fleet[unit] or s.aboard[unit] >= 0 else ("land", "sea")
    legs = found.legs(place, modes[0])
    return legs or (found.legs(place, modes[1]) if friendly_ports(s, side) >> place & 1 else ())


def home_capitals(s: War, nation: int, side: int) -> int:
    """The capitals from which a nation's units are supplied, as far as their side controls them. [2WW-11e, 2WW-11.2.3,
    2WW-12.2.2b]"""
    world = s.world
    places: tuple[int, ...] = world.capitals[nation]
    if nation == AMERICA:
        places = (world.london, world.paris, world.algiers, world.rome)
    elif nation == FRANCE and has_joined(s):
        places = (world.toulon, world.algiers, world.paris)
    return mask_of(place for place in places if s.holder[place] == side)


def is_supplied(s: War, unit: int) -> bool:
    """Whether a unit can trace a line; forts need none, and passengers share the state of their fleet. [2WW-11d,
    2WW-11e, 2WW-11b, 2WW-11c]"""
    world = s.world
    if world.is_fort[unit]:
        return True
    if s.aboard[unit] >= 0:
        return is_supplied(s, s.aboard[unit])
    place, side = s.where[unit], s.loyal[unit]
    if place >= world.board.grid.size:
        if world.is_submarine[unit]:
            return bool(friendly_ports(s, side))
        return side == ALLIES
    found = reach(s, side, home_capitals(s, world.nation[unit], side), world.nation[unit])
    if world.is_fleet[unit]:
        return bool(found.sea >> place & 1 or (found.land & friendly_ports(s, side)) >> place & 1)
    return is_reached(s, side, found, place)


def is_reached(s: War, side: int, found: Reach, place: int) -> bool:
    """Whether something ashore in a hex is on a line: by land, or by sea where it holds a port. [2WW-11.2.1]"""
    return bool(found.land >> place & 1 or (found.sea & friendly_ports(s, side)) >> place & 1)


def traces_to(s: War, side: int, place: int, capitals: int) -> bool:
    """Whether a line runs from a hex to one of these capitals, whosever country it lies in. [2WW-7.1.1c, 2WW-7.3.1a]"""
    return any(
        is_reached(s, side, reach(s, side, 1 << capital, s.world.country_at[capital]), place)
        for capital in bits(capitals)
        if s.holder[capital] == side
    )


def major_capitals(s: War, side: int) -> int:
    """The capitals of major powers that a side controls. [2WW-7.3.1a]"""
    world = s.world
    return mask_of(place for power in range(6) for place in world.capitals[power] if s.holder[place] == side)


@derived("holder")
def capitals(s: War, side: int) -> int:
    """Every capital that a side controls. [2WW-5.3.2b, 2WW-7.2.5d]"""
    return mask_of(place for places in s.world.capitals for place in places if s.holder[place] == side)
