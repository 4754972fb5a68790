"""Chapter 12: supply. A line runs from a unit over land, then by road, then by rail, to a source.

Lines are searched for from their sources outwards, so that one search tells of every hex at once whether a line reaches
it. How far one goes across country and by road depends on the weather. In every initial phase it is settled for both
sides which units have a line; whatever happens later, that holds for the player turn. [BF-12B-1]
"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.derived import derived
from grognard.engine.paths import Lattice, bits
from grognard.engine.search import Mode
from grognard.engine.supply import Lines, Stage, lines
from grognard.games.balkan.lands import closed_ground, loyalty
from grognard.games.balkan.possession import owned
from grognard.games.balkan.sources import full_sources, restricted_sources
from grognard.games.balkan.state import AXIS, CLEAR, PRO_AXIS, Campaign
from grognard.games.balkan.ways import Skies, rings
from grognard.games.balkan.world import ZONES, Balkans
from grognard.games.balkan.zones import occupied, zone

RAIL, ROAD, OVERLAND = "rail", "road", "overland"
"""The elements of a line, from the source on. [BF-12B-3]"""

GROUND = ("where", "cadre", "zoneless", "weather", "stance")
"""The facts that block lines."""


# Where lines may run


@derived(*GROUND)
def unblocked(s: Campaign, side: int) -> int:
    """The hexes without an enemy unit, and without an enemy zone that no friend stands in. [BF-12A-1]"""
    enemy = 1 - side
    return s.world.land & ~occupied(s, enemy) & ~(zone(s, enemy) & ~occupied(s, side))


@derived(*GROUND)
def open_ground(s: Campaign, side: int) -> int:
    """The hexes that a side's lines may enter: nothing blocks them, and their country is open. [BF-12A-1, BF-28C-1]"""
    return unblocked(s, side) & ~closed_ground(s, side)


def open_railways(s: Campaign, side: int) -> int:
    """The hexes through which a side's rail elements run: its own, and those of a neutral that favours the Axis.
    [BF-12B3-1, BF-28C2-3]"""
    found = open_ground(s, side) & owned(s, side)
    country = s.world.neutrals.index("Yugoslavia")
    if side == AXIS and s.stance[country] == PRO_AXIS:
        found |= unblocked(s, side) & s.world.country("Yugoslavia")
    return found


def rail_net(world: Balkans) -> Lattice:
    """The railways: hexes of low volume are counted, the others cost nothing. [BF-12B3-1]"""

    def price(a: int, b: int) -> int | None:
        return (1 if (a, b) in world.low_volume else 0) if b in world.rails[a] else None

    return world.recall("rails of supply", lambda: Lattice(world.board, price=price))


def road_net(world: Balkans) -> Lattice:
    """The roads; every railway is one as well. [BF-12B2-1, BF-7B-4]"""
    return world.recall("roads of supply", lambda: Lattice(world.board, lambda a, b: b in world.roads[a]))


def overland_net(world: Balkans, skies: Skies, cost_set: str) -> Lattice:
    """The steps that terrain allows units of a set in this weather. They are taken from the source to the unit, and so
    against the way in which the line is traced. [BF-12A-1, BF-6-7]"""
    ways = rings(world, skies, cost_set)
    key = ("land of supply", skies, cost_set)
    return world.recall(key, lambda: Lattice(world.board, lambda a, b: bool(ways[b] >> a & 1)))


def like(world: Balkans, skies: Skies, cost_set: str) -> str:
    """The first set of terrain costs to which the same hexes are open in this weather."""

    def found() -> str:
        ways = rings(world, skies, cost_set)
        return next(other for other in sorted(set(world.cost_set)) if rings(world, skies, other) == ways)

    return world.recall(("alike", skies, cost_set), found)


# Elements


def longest(s: Campaign, element: str, weather: int) -> int:
    """How many hexes an element may have in a weather; of railways those of low volume count. [BF-12B-4, BF-12B3-1]"""
    row = s.world.charts["supply_lengths"][{RAIL: "low_volume_rail"}.get(element, element)]
    return int(row["clear" if weather == CLEAR else "poor"])


def element(s: Campaign, name: str, net: Lattice, ground: int) -> tuple[Stage, ...]:
    """An element of a line: as long as the worse weather of the zones allows, or longer within the zone of the better
    one. [BF-12B-4, BF-27-11]"""
    worst = longest(s, name, max(s.weather))
    found = [Stage((Mode(name, net, ground),), points=worst, begins=ground)]
    for number in range(len(ZONES)):
        limit = longest(s, name, s.weather[number])
        if limit > worst:
            inside = ground & s.world.weather_zones[number]
            found.append(Stage((Mode(name, net, inside),), points=limit, begins=inside))
    return tuple(found)


def overland(s: Campaign, side: int, cost_set: str) -> tuple[Stage, ...]:
    """The last element before the unit, which may cross land of either side. [BF-12B1-1]"""
    return element(s, OVERLAND, overland_net(s.world, s.weather, cost_set), open_ground(s, side))


@derived(*GROUND, "owner", "ever")
def supply_lines(s: Campaign, side: int, cost_set: str, nation: str = "") -> Lines:
    """The lines from the full sources of a side, or from those that feed a nation only. [BF-12B-3, BF-12B-4, BF-12C-1]

    A set of terrain costs is told by the first that is `like` it.
    """
    world = s.world
    every = restricted_sources(s, side, nation) if nation else full_sources(s, side)
    sources = every & (open_ground(s, side) | world.boxes)
    if not sources:
        return Lines(0)
    rails = open_railways(s, side)
    return lines(
        sources,
        element(s, RAIL, rail_net(world), rails),
        element(s, ROAD, road_net(world), open_ground(s, side) & owned(s, side)),
        overland(s, side, cost_set),
    )


# Who has a line


def line_of(s: Campaign, unit: int, side: int) -> Lines | None:
    """The lines among which a unit has its own, or None if it can trace none. [BF-12B-3, BF-12C1-1, BF-12C2-1]"""
    world, at = s.world, s.where[unit]
    kind = like(world, s.weather, world.cost_set[unit])
    for nation in ("", world.nation[unit]):
        found = supply_lines(s, side, kind, nation)
        if at in found:
            return found
    return None


def without_line(s: Campaign, side: int) -> Iterator[int]:
    """A side's units that can trace no line to a source that feeds any number, as things stand. [BF-12B-1]"""
    loyal, world, skies = loyalty(s), s.world, s.weather
    reached: dict[tuple[str, str], int] = {}
    for unit, at in enumerate(s.where):
        if at < 0 or loyal[unit] != side:
            continue
        kin = world.cost_set[unit], world.nation[unit]
        if kin not in reached:
            kind = like(world, skies, kin[0])
            reached[kin] = supply_lines(s, side, kind).mask | supply_lines(s, side, kind, kin[1]).mask
        if not reached[kin] >> at & 1:
            yield unit


def in_reach(s: Campaign, side: int, cost_set: str, places: int) -> dict[int, Lines]:
    """By place: the lines that lead to it by an overland element alone. [BF-12C2-2]"""
    kind = like(s.world, s.weather, cost_set)
    stage = overland(s, side, kind)
    return {place: lines(1 << place, stage) for place in bits(places & open_ground(s, side))}
