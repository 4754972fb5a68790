"""Chapter 5: zones of control. A division has one in the hexes around it that it could enter."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.paths import bits
from grognard.games.balkan.lands import closed_ground, loyalty
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.ways import adjacent, rings


@derived("where", "stance")
def occupied(s: Campaign, side: int) -> int:
    """The hexes in which a side has units; any unit counts. [BF-3D-1]"""
    loyal, land, found = loyalty(s), s.world.land, 0
    for unit, at in enumerate(s.where):
        if at >= 0 and loyal[unit] == side:
            found |= 1 << at
    return found & land


@derived("where", "cadre", "zoneless", "weather", "stance")
def zone(s: Campaign, side: int, but: int = -1) -> int:
    """The hexes in the zones of a side's divisions. [BF-5-1, BF-5-2, BF-5-3, BF-5-4, BF-28A-3]

    Those of one hex may be left out: units that are being overrun have lost their zones. [BF-13-5]
    """
    world, loyal, cadre, zoneless, found = s.world, loyalty(s), s.cadre, s.zoneless, 0
    tables = {kind: rings(world, s.weather, kind) for kind in set(world.cost_set)}
    for unit, at in enumerate(s.where):
        if 0 <= at != but and world.has_zone[unit] and loyal[unit] == side and not cadre[unit] and not zoneless[unit]:
            found |= tables[world.cost_set[unit]][at]
    return found & ~closed_ground(s, side)


@derived("where", "stance")
def beside(s: Campaign, side: int) -> int:
    """The hexes adjacent to any unit of a side. [BF-6B-5]"""
    around, found = adjacent(s.world), 0
    for place in bits(occupied(s, side)):
        found |= around[place]
    return found
