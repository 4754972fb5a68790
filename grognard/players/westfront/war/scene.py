"""Who stands where at one moment, as far as a side can tell.

Nobody knows the enemy's face-down blocks, and a redrawn copy only guesses at them: a block that has not been seen
counts as the average of all that are out of sight.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.games.westfront.state import AXIS, Front
from grognard.games.westfront.weather import MUD, effect
from grognard.players.westfront.war.ground import Ground

REACH = (1.0, 1.0, 0.6, 0.3)
"""How much of a force counts at each distance in hexes."""


class Scene:
    """Forces by place."""

    def __init__(self, s: Front, side: int, land: Ground) -> None:
        self.s, self.side, self.land = s, side, land
        self.force: tuple[dict[int, float], dict[int, float]] = ({}, {})
        """What the units in a place can do, by side."""
        self.count: tuple[dict[int, int], dict[int, int]] = ({}, {})
        self.bounty: tuple[dict[int, float], dict[int, float]] = ({}, {})
        """The points that would be lost with all units in a place, by side."""
        self.unseen = self._average(1 - side)
        self._muster(side, self.power)
        self._muster(1 - side, self._enemy_power)

    def _muster(self, side: int, power: Callable[[int], float]) -> None:
        where, loss = self.s.where, self.land.loss
        force, count, bounty = self.force[side], self.count[side], self.bounty[side]
        for unit in self.s.world.army[side]:
            at = where[unit]
            if at >= 0:
                force[at] = force.get(at, 0.0) + power(unit)
                count[at] = count.get(at, 0) + 1
                bounty[at] = bounty.get(at, 0.0) + loss[unit]

    def _average(self, side: int) -> float:
        """What a block that nobody has seen is worth: the mean of those that it might be."""
        s, fire = self.s, self.land.fire
        hidden = [u for u in s.world.army[side] if s.where[u] >= 0 and not s.shown[u] and not s.seen[u]]
        full = sum(fire[u] * (s.world.lowest[u] + s.world.roster[u].max) / 2 for u in hidden)
        return full / len(hidden) if hidden else 0.0

    def power(self, unit: int) -> float:
        """What a known unit can do."""
        return self.s.steps[unit] * self.land.fire[unit]

    def _enemy_power(self, unit: int) -> float:
        return self.power(unit) if self.s.shown[unit] or self.s.seen[unit] else self.unseen

    def own(self, place: int) -> float:
        return self.force[self.side].get(place, 0.0)

    def enemy(self, place: int) -> float:
        return self.force[1 - self.side].get(place, 0.0)

    def has_enemy(self, place: int) -> bool:
        return place in self.count[1 - self.side]

    def cover(self, place: int) -> int:
        """How many hits cost a step of whoever is attacked in a place, in this weather."""
        cover = self.land.cover[place]
        return max(cover, effect(self.s, "defence")) if self.s.weather == MUD else cover

    def spread(self, side: int) -> dict[int, float]:
        """How much of a side's force could come to bear at every place by land."""
        found: dict[int, float] = {}
        for place, force in self.force[side].items():
            for far, ring in enumerate(self.rings(place)):
                part = force * REACH[far]
                for there in ring:
                    found[there] = found.get(there, 0.0) + part
        return found

    def rings(self, place: int) -> Sequence[Sequence[int]]:
        """The places at a distance of 0, 1, 2 hexes by land, and so on."""

        def work() -> list[tuple[int, ...]]:
            known: set[int] = {place}
            edge: tuple[int, ...] = (place,)
            found = [edge]
            for _ in REACH[1:]:
                edge = tuple(dict.fromkeys(n for at in edge for n in self.land.near[at] if n not in known))
                known.update(edge)
                found.append(edge)
            return found

        return self.s.world.recall(("rings", place), work)


def is_contested(s: Front, place: int) -> bool:
    """Whether both sides can go to a place: neither Britain, nor Africa, nor a neutral country."""
    return bool((s.world.land_mask & ~s.world.barred[AXIS] & ~s.world.neutral_ground[s.neutral]) >> place & 1)
