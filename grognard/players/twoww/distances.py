"""How far it is over land from every hex to a place, while certain hexes are closed."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from grognard.games.twoww.world import Europe

FAR = 99


@lru_cache(maxsize=4000)
def distances(world: Europe, goal: int, closed: int) -> Mapping[int, int]:
    """The movement points from every land hex to a goal; hexes from which there is no way are left out."""
    found = {goal: 0}
    front = [goal]
    while front:
        wider = []
        for place in front:
            for there, _ in world.steps[place]:
                if there not in found and not closed >> there & 1:
                    found[there] = found[place] + 1
                    wider.append(there)
        front = wider
    return found
