"""Chapter 5: zones of control. A division has one in the hexes around it that it could enter."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.paths import bits, mask_of
from grognard.games.balkan.lands import closed_ground, loyalty
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import stacks
from grognard.games.balkan.ways import Skies, adjacent, rings
from grognard.games.balkan.world import Balkans


@derived("where", "stance")
def occupied(s: Campaign, side: int) -> int:
    """The hexes in which a side has units; any unit counts. [BF-3D-1]"""
    return mask_of(stacks(s, side)) & s.world.land


@derived("where", "cadre", "zoneless", "weather", "stance")
def zone(s: Campaign, side: int, but: int = -1) -> int:
    """The hexes in the zones of a side's divisions. [BF-5-1, BF-5-2, BF-5-3, BF-5-4, BF-28A-3]

    Those of one hex may be left out: units that are being overrun have lost their zones. [BF-13-5]
    """
    where, cadre, zoneless, around, found = s.where, s.cadre, s.zoneless, rings_of(s.world, s.weather), 0
    for unit in divisions(s, side):
        at = where[unit]
        if 0 <= at != but and not cadre[unit] and not zoneless[unit]:
            found |= around[unit][at]
    return found & ~closed_ground(s, side)


@derived("stance")
def divisions(s: Campaign, side: int) -> tuple[int, ...]:
    """A side's units that can have a zone. [BF-5-3]"""
    return tuple(unit for unit, whose in enumerate(loyalty(s)) if whose == side and s.world.has_zone[unit])


def rings_of(world: Balkans, skies: Skies) -> tuple[tuple[int, ...], ...]:
    """Per unit: the hexes around each place that it may enter. [BF-5-2]"""
    key = ("rings of units", skies)
    return world.recall(key, lambda: tuple(rings(world, skies, kind) for kind in world.cost_set))


@derived("where", "stance", through=occupied)
def beside(s: Campaign, side: int) -> int:
    """The hexes adjacent to any unit of a side. [BF-6B-5]"""
    around, found = adjacent(s.world), 0
    for place in bits(occupied(s, side)):
        found |= around[place]
    return found
