"""Chapter 14E: fortifications, which do not outlast the capture of their hexes."""

from __future__ import annotations

from grognard.engine.paths import bits, mask_where
from grognard.engine.state import put
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.world import Balkans

STANDING = 1
"""What `fort` says of a hex that has one."""


def fortified_hexes(world: Balkans) -> int:
    """The hexes that hold fortified hexsides. [BF-14E1-1]"""
    return world.mask("METAXAS_LINE")


def is_fortified(s: Campaign, at: int) -> bool:
    """Whether the fortified hexsides of a hex stand. [BF-14E1-1]"""
    return bool(fortified_hexes(s.world) >> at & 1) and not s.razed[at]


def fall(s: Campaign, taken: int) -> None:
    """Hexes have been captured: their forts are gone, and their fortified hexsides are destroyed for good. [BF-14E1-1,
    BF-14E2-1]"""
    names = s.world.board.names
    for place in bits(taken & mask_where(s.fort, bytes((STANDING,)))):
        s.fort = put(s.fort, place, 0)
        s.tell("fort falls", "BF-14E2-1", at=names[place])
    for place in bits(taken & fortified_hexes(s.world)):
        if not s.razed[place]:
            s.razed = put(s.razed, place, 1)
            s.tell("line falls", "BF-14E1-1", at=names[place])
