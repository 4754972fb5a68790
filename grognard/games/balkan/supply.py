"""Chapter 12: supply. In every initial phase it is settled for both sides which units have it."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.derived import derived
from grognard.engine.paths import mask_of
from grognard.games.balkan.possession import owned
from grognard.games.balkan.state import AXIS, Campaign
from grognard.games.balkan.world import Balkans

LARGE_PORTS = ("standard", "major", "great")


def ports(world: Balkans, areas: tuple[str, ...]) -> int:
    """The hexes with a port above minor size in some areas. [BF-26A3-1]"""
    places = world.board.places.values()
    large = mask_of(place.at for place in places if place.extra.get("port") in LARGE_PORTS)
    return large & world.masks(areas)


@derived("owner")
def full_sources(s: Campaign, side: int) -> int:
    """The full supply sources that a side owns. [BF-12C1-1, BF-12C1-2]"""
    world = s.world
    if side == AXIS:
        found = world.mask("AXIS_EDGE_SUPPLY") | ports(world, ("ITALY", "ALBANIA"))
    else:
        found = ports(world, ("GREECE",))
    for row in world.frame.get("extra_sources", ()):
        place = world.place(row["hex"])
        if place is not None and row["side"] == world.sides[side]:
            found |= 1 << place
    return found & owned(s, side)


class SupplyCheck(Step[Campaign], frozen=True):
    """Both sides find out which of their units are in supply for this player turn. [BF-4A1-1, BF-12B-1]"""

    def run(self, s: Campaign) -> None:
        for unit in range(len(s.where)):
            s.hungry[unit] = 0
