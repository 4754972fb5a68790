"""Chapter 11: lines of supply, from a unit or a city to a capital, over land and sea."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.paths import bits, mask_of, spread
from grognard.games.twoww.ground import friendly_ports, ground_of, has_joined, neutral_ground, shut_ground
from grognard.games.twoww.state import ALLIES, War
from grognard.games.twoww.units import fleets_at, land_at
from grognard.games.twoww.world import AMERICA, FRANCE
from grognard.games.twoww.zones import fleet_zone, land_zone


class Reach(NamedTuple):
    """What lines from some capitals reach: hexes by land, and hexes by sea."""

    land: int
    sea: int


def blocked(s: War, side: int) -> int:
    """The hexes that a side's lines may leave but not enter: enemy land zones without own land units, waters in enemy
    fleet zones without own fleets. [2WW-11.2.2a, 2WW-11.2.2b, 2WW-11.2.2c]"""
    return s.recall(("blocked", side), lambda: _blocked(s, side))


def _blocked(s: War, side: int) -> int:
    enemy = 1 - side
    by_land = (land_zone(s, enemy) | land_at(s, enemy)) & ~land_at(s, side)
    by_sea = fleet_zone(s, enemy) & ~fleets_at(s, side)
    return by_land | by_sea


def reach(s: War, side: int, sources: int, home: int) -> Reach:
    """Where lines from these capitals come to. A line changes between land and sea in friendly ports alone, and
    passes no neutral ground but that of its own country. [2WW-11e, 2WW-11.2.1]"""
    peace = neutral_ground(s)
    if s.neutral[home]:
        peace &= ~ground_of(s, home)
    return s.recall(("reach", side, sources, peace), lambda: _reach(s, side, sources, peace))


def _reach(s: War, side: int, sources: int, peace: int) -> Reach:
    world = s.world
    shut = blocked(s, side)
    ports = friendly_ports(s, side)
    dry = world.land & ~peace & ~shut_ground(s)
    wet = world.sea | world.coastal
    land, sea, starts = 0, 0, sources & ~shut
    while starts:
        land |= spread(world.overland, starts & ~land, dry, ends=shut)
        quays = land & ports & ~shut & ~sea
        if not quays:
            break
        sea |= spread(world.oversea, quays, wet, ends=shut)
        sea |= _by_the_cape(s, side, sea, wet, shut)
        starts = sea & ports & ~shut & ~land
    return Reach(land | sources, sea)


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


def capitals(s: War, side: int) -> int:
    """Every capital that a side controls. [2WW-5.3.2b, 2WW-7.2.5d]"""
    return s.recall(("capitals", side), lambda: _capitals(s, side))


def _capitals(s: War, side: int) -> int:
    return mask_of(place for places in s.world.capitals for place in places if s.holder[place] == side)
