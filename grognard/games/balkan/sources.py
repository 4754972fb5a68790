"""Chapter 12C: where supply comes from: ports and the edge of the map for a whole side, other places for one nation."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.paths import bits, mask_of, mask_where, spread
from grognard.games.balkan.ports import ports
from grognard.games.balkan.possession import EVER, owned
from grognard.games.balkan.state import ALLIES, AXIS, Campaign
from grognard.games.balkan.world import Balkans

LARGE_PORTS = ("standard", "major", "great")
CITIES = ("full city", "partial city", "dot city", "reference city")
"""The cities that can feed Yugoslav units: point cities are not among them. [BF-12C2-5]"""


def harbours(world: Balkans, kinds: tuple[str, ...], areas: tuple[str, ...]) -> int:
    """The places in some areas that have a port of one of these kinds. [BF-26A3-1]"""
    return mask_of(place for place, kind in ports(world).items() if kind in kinds) & world.masks(areas)


# Full sources


@derived("owner")
def full_sources(s: Campaign, side: int) -> int:
    """The sources of a side that feed any and all of its units. [BF-12C-1, BF-12C1-1, BF-12C1-2]"""
    return _every_full_source(s.world, side) & owned(s, side)


def _every_full_source(world: Balkans, side: int) -> int:
    """What is a full source if the side owns it."""

    def found() -> int:
        if side == AXIS:
            places = world.mask("AXIS_EDGE_SUPPLY") | harbours(world, LARGE_PORTS, ("ITALY", "ALBANIA"))
        else:
            base = world.mask("MIDDLE_EAST_BOX")
            places = base | harbours(world, LARGE_PORTS, ("GREECE", "EASTERN_GREECE_BOX"))
        for row in world.frame.get("extra_sources", ()):
            place = world.place(row["hex"])
            if place is not None and row["side"] == world.sides[side]:
                places |= 1 << place
        return places

    return world.recall(("full sources", side), found)


# Restricted sources


@derived("owner", "ever")
def restricted_sources(s: Campaign, side: int, nation: str) -> int:
    """The sources of a side that feed the units of one nation only. [BF-12C2-1, BF-12C2-4, BF-12C2-5, BF-12C2-6]"""
    found = _every_restricted_source(s.world, nation) & owned(s, side) & ~lost(s, side)
    return found & _joined_to_a_city(s, side) if nation == "Yugoslav" else found


@derived("owner", "ever")
def minor_ports(s: Campaign, side: int) -> int:
    """The minor ports in Greece that still feed Greek units. [BF-12C2-2, BF-12C2-6]"""
    if side != ALLIES:
        return 0
    world = s.world
    every = world.recall("minor ports", lambda: harbours(world, ("minor",), ("GREECE",)))
    return every & owned(s, side) & ~lost(s, side)


def lost(s: Campaign, side: int) -> int:
    """The places that the enemy has owned: no restricted source there works again. [BF-12C2-6]"""
    return mask_where(s.ever, bytes(marks for marks in range(4) if marks & EVER[1 - side]))


def _every_restricted_source(world: Balkans, nation: str) -> int:
    """What is a source of a nation if its side owns it. [BF-12C2-1, BF-12C2-4, BF-12C2-5]"""

    def found() -> int:
        if nation == "Italian":
            return harbours(world, ("minor", *LARGE_PORTS), ("DODECANESE", "RHODES_BOX"))
        if nation == "Yugoslav":
            return _cities(world) & world.country("Yugoslavia")
        places = (world.place(label) for label in world.charts["restricted_sources"].get(nation, ()))
        return mask_of(place for place in places if place is not None)

    return world.recall(("restricted sources", nation), found)


def _cities(world: Balkans) -> int:
    return mask_of(place.at for place in world.board.places.values() if place.kind in CITIES)


def _joined_to_a_city(s: Campaign, side: int) -> int:
    """The cities that a railway joins to another one through a side's own hexes alone. [BF-12C2-5]"""
    own = owned(s, side) & s.world.rail_hexes
    left, found = _cities(s.world) & own, 0
    while left:
        first = bits(left)[0]
        together = spread(s.world.rail_net, 1 << first, own) & left
        left &= ~together
        if together.bit_count() > 1:
            found |= together
    return found
