"""Chapters 3B, 3E and 28A: who commands which forces, which ground is closed to whom, and where forces may operate."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.games.balkan.state import ALLIES, AXIS, NEUTRAL, WITH_ALLIES, WITH_AXIS, Campaign

OPERATIONAL_AREAS = {
    "Italian": "OPERATIONAL_ITALY",
    "Albanian": "OPERATIONAL_ITALY",
    "Hungarian": "OPERATIONAL_HUNGARY",
}
"""The nations whose forces keep to an area of the map, and its name. [BF-28A-1]"""
JOINED = {WITH_AXIS: AXIS, WITH_ALLIES: ALLIES}


@derived("stance")
def loyalty(s: Campaign) -> bytes:
    """Per unit: who commands it. [BF-3B1-1, BF-3B2-1, BF-3B3-1, BF-3B3-2]"""
    world = s.world
    found = dict(world.side_of_nation)
    for nation, country in world.country_of_nation.items():
        found[nation] = JOINED.get(s.stance[country], NEUTRAL)
    return bytes(found[nation] for nation in world.nation)


def side_of(s: Campaign, unit: int) -> int:
    """Who commands a unit: one of the sides, or nobody as long as its country is neutral. [BF-3B3-2]"""
    return loyalty(s)[unit]


@derived("stance")
def neutral_ground(s: Campaign) -> int:
    """The hexes of countries that have joined neither side: nobody enters them. [BF-28C-1, BF-28C3-1]"""
    found = 0
    for country, name in enumerate(s.world.neutrals):
        if s.stance[country] not in JOINED:
            found |= s.world.country(name)
    return found


@derived("stance")
def closed_ground(s: Campaign, side: int) -> int:
    """The hexes that a side's units never enter, and into which they have no zone. [BF-28A-3, BF-28C-1]"""
    found = neutral_ground(s)
    return found | s.world.mask("CLOSED_TO_ALLIES") if side == ALLIES else found


def beyond_area(s: Campaign, unit: int) -> int:
    """The hexes outside the operational area of a unit. [BF-28A-1]"""
    area = OPERATIONAL_AREAS.get(s.world.nation[unit])
    return s.world.land & ~s.world.mask(area) if area else 0
