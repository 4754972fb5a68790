"""Chapter 11: lines of supply, from a unit or a city to a capital, over land and sea."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.paths import bits, mask_of, spread
from grognard.games.twoww.ground import (
    closed_waters,
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


def blocked(s: War, side: int) -> int:
    """The hexes that a side's lines may leave but not enter: enemy land zones without own land units, waters in enemy
    fleet zones without own fleets. [2WW-11.2.2a, 2WW-11.2.2b, 2WW-11.2.2c]"""
    return s.recall_while(closed_waters(s, 1 - side), ("blocked", side), lambda: _blocked(s, side))


def _blocked(s: War, side: int) -> int:
    enemy = 1 - side
    by_land = (land_zone(s, enemy) | land_at(s, enemy)) & ~land_at(s, side)
    by_sea = fleet_zone(s, enemy) & ~fleets_at(s, side)
    return by_land | by_sea


def reach(s: War, side: int, sources: int, home: int) -> Reach:
    """Where lines from these capitals come to. A line changes between land and sea in friendly ports alone, and
    passes no neutral ground but that of its own country. [2WW-11e, 2WW-11.2.1]"""
    at_peace = bool(s.neutral[home])
    peace = neutral_ground(s) & ~ground_of(s, home) if at_peace else neutral_ground(s)
    dry = s.world.land & ~peace & ~shut_ground(s)
    shut, ports = blocked(s, side), friendly_ports(s, side)
    lines: dict[int, Reach] = s.recall_while((shut, ports, dry), ("lines", side, at_peace), dict)
    if sources not in lines:
        land, sea = sources, 0
        for capital in bits(sources):
            if 1 << capital not in lines:
                _explore(s, side, capital, shut, ports, dry, lines)
            land, sea = land | lines[1 << capital].land, sea | lines[1 << capital].sea
        lines[sources] = Reach(land, sea)
    return lines[sources]


def _explore(s: War, side: int, capital: int, shut: int, ports: int, dry: int, lines: dict[int, Reach]) -> None:
    """Find the lines from a capital. Where lines run both ways, other capitals on them have the same."""
    found = lines[1 << capital] = _reach(s, side, 1 << capital, shut, ports, dry)
    if not (ports | 1 << capital) & ~dry and not s.world.options.get("cape"):
        for other in bits(s.world.every_capital & found.land & ~shut):
            lines[1 << other] = found


def _reach(s: War, side: int, source: int, shut: int, ports: int, dry: int) -> Reach:
    world = s.world
    wet = world.sea | world.coastal
    land, sea, starts = 0, 0, source & ~shut
    while starts:
        land |= spread(world.overland, starts & ~land, dry, ends=shut)
        quays = land & ports & ~shut & ~sea
        if not quays:
            break
        sea |= spread(world.oversea, quays, wet, ends=shut)
        sea |= _by_the_cape(s, side, sea, wet, shut)
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


def capitals(s: War, side: int) -> int:
    """Every capital that a side controls. [2WW-5.3.2b, 2WW-7.2.5d]"""
    return s.recall(("capitals", side), lambda: _capitals(s, side))


def _capitals(s: War, side: int) -> int:
    return mask_of(place for places in s.world.capitals for place in places if s.holder[place] == side)
