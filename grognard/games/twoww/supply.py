"""Chapter 11: lines of supply, from a unit or a city to a capital, over land and sea."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.derived import derived
from grognard.engine.paths import bits, mask_of, spread
from grognard.games.twoww.ground import (
    friendly_ports,
    ground_of,
    has_joined,
    neutral_ground,
    shut_ground,
)
from grognard.games.twoww.state import ALLIES, War
from grognard.games.twoww.units import fleets_at, land_at
from grognard.games.twoww.world import AMERICA, FRANCE
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
    open_ways = ways(s, side, home if s.neutral[home] else -1)
    lines = open_ways.found
    if sources not in lines:
        land, sea = sources, 0
        for capital in bits(sources):
            if 1 << capital not in lines:
                _explore(s, open_ways, capital)
            land, sea = land | lines[1 << capital].land, sea | lines[1 << capital].sea
        lines[sources] = Reach(land, sea)
    return lines[sources]


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
    if side != ALLIES or not s.world.options.get("cape") or not sea & s.world.west_edge:
        return 0
    board = s.world.board
    ends = [link.to for box in (s.world.red_sea, s.world.gulf) for link in board.links[box]]
    far = mask_of(to for to in ends if to < board.grid.size) & ~shut & ~sea
    return spread(s.world.oversea, far, wet, ends=shut) if far else 0


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
