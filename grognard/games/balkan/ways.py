"""Chapters 6 and 7B: what it costs to go from a hex to the next, by terrain, hexside, road and weather.

Costs are in 840ths of a movement point. They are the same for all units of a set in the same weather, so the tables
are made once and kept with the world.
"""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.paths import Way, mask_of
from grognard.engine.tally import Number, exact
from grognard.games.balkan.state import WHOLE_POINT
from grognard.games.balkan.world import Balkans

Skies = tuple[int, int]
"""The weather of the two zones."""

COLUMNS = ("clear", "poor", "winter")
"""The parts of the terrain effects chart, by the weather of a zone. [BF-6-12, BF-27-3, BF-27-4]"""

HEXSIDES = {
    "major river": "major_river", "river": "river", "strait": "narrow_straits", "canal": "canal",
    "mountain": "mountain", "fortified": "fortified", "karst": "karst", "high mountain": "high_mountain",
    "sea": "sea", "lake": "lake",
}  # fmt: skip
"""What lies on a hexside by the words of the map, and by those of the charts. [BF-6-5]"""

PARTING = ("karst", "high mountain", "sea", "lake")
"""Hexsides that no ground unit crosses: hexes that touch over one of these are not adjacent. [BF-6B-5]"""


class Cost(NamedTuple):
    """What a step costs, in movement points, and why."""

    hex: Number
    sides: tuple[tuple[str, Number], ...] = ()
    road: bool = False

    @property
    def total(self) -> Number:
        return self.hex + sum(number for _, number in self.sides)


def weather_at(world: Balkans, skies: Skies, place: int) -> int:
    """The weather of the zone in which a place lies. [BF-27-1]"""
    return skies[world.zone_of[place]]


def side_kinds(world: Balkans, a: int, b: int) -> list[str]:
    """What lies on a hexside; a major river is one river, not two."""
    kinds = world.board.side(a, b)
    return [kind for kind in HEXSIDES if kind in kinds and not (kind == "river" and "major river" in kinds)]


def terrain_cost(world: Balkans, weather: int, cost_set: str, terrain: str) -> Number | None:
    """What a unit of a set pays for a hex of a terrain off the road; None where it is prohibited. [BF-6-4, BF-6-12]"""
    found = world.charts["terrain_costs"][terrain][COLUMNS[weather]].get(cost_set)
    return None if found is None else exact(found)


def step_cost(world: Balkans, skies: Skies, cost_set: str, a: int, b: int) -> Cost | None:
    """What a step to the next hex costs; None where it is prohibited. [BF-6-4, BF-6-5, BF-6-6, BF-6-7, BF-7B-1]"""
    if not world.land >> b & 1:
        return None
    weather = weather_at(world, skies, b)
    if b in world.roads[a]:
        by_road = terrain_cost(world, weather, cost_set, world.charts["movement"]["road_as"])
        return None if by_road is None else Cost(by_road, road=True)
    into = terrain_cost(world, weather, cost_set, world.terrain[b])
    if into is None:
        return None
    sides: list[tuple[str, Number]] = []
    for kind in side_kinds(world, a, b):
        row = world.charts["hexside_costs"][HEXSIDES[kind]]
        if cost_set not in row:
            return None
        if "instead_of_hex" in row:
            worse = max(weather, weather_at(world, skies, a))
            instead = terrain_cost(world, worse, cost_set, row["instead_of_hex"])
            if instead is None:
                return None
            into = max(into, instead)
        if row[cost_set]:
            sides.append((kind, exact(row[cost_set])))
    return Cost(into, tuple(sides))


def steps(world: Balkans, skies: Skies, cost_set: str) -> tuple[Way, ...]:
    """The steps from every place at the regular rate, zones apart. [BF-6-3]"""
    return world.recall(("steps", skies, cost_set), lambda: _steps(world, skies, cost_set))


def _steps(world: Balkans, skies: Skies, cost_set: str) -> tuple[Way, ...]:
    found = []
    for place, around in enumerate(world.board.neighbours):
        costs = ((there, step_cost(world, skies, cost_set, place, there)) for there in around)
        found.append(tuple((there, int(cost.total * WHOLE_POINT)) for there, cost in costs if cost is not None))
    return tuple(found)


def admin_steps(world: Balkans, skies: Skies, cost_set: str) -> tuple[Way, ...]:
    """The steps at the administrative rate: half the cost, and not over mountains or major rivers off the road.
    [BF-6B-2, BF-6B-7]"""
    return world.recall(("admin steps", skies, cost_set), lambda: _admin_steps(world, skies, cost_set))


def _admin_steps(world: Balkans, skies: Skies, cost_set: str) -> tuple[Way, ...]:
    share = exact(world.charts["movement"]["admin_terrain"])
    return tuple(
        tuple(
            (there, int(cost * share))
            for there, cost in way
            if there in world.roads[place] or is_gentle(world, place, there)
        )
        for place, way in enumerate(steps(world, skies, cost_set))
    )


def is_gentle(world: Balkans, a: int, b: int) -> bool:
    """Whether administrative movement may go there off the road. [BF-6B-7]"""
    closed = world.charts["movement"]["admin_closed_off_road"]
    sides = (f"{HEXSIDES[kind]} hexside" for kind in side_kinds(world, a, b))
    return f"{world.terrain[b]} hex" not in closed and not any(side in closed for side in sides)


def rings(world: Balkans, skies: Skies, cost_set: str) -> tuple[int, ...]:
    """Per place: the hexes that a unit of a set there may enter, so those into which a division has its zone.
    [BF-5-1, BF-5-2]"""
    key = ("rings", skies, cost_set)
    return world.recall(key, lambda: tuple(mask_of(there for there, _ in way) for way in steps(world, skies, cost_set)))


def adjacent(world: Balkans) -> tuple[int, ...]:
    """Per place: the land hexes adjacent to it; hexes that only water or barriers join are not. [BF-6B-5]"""
    return world.recall("adjacent", lambda: tuple(_adjacent(world, place) for place in range(world.board.size)))


def _adjacent(world: Balkans, place: int) -> int:
    if not world.land >> place & 1:
        return 0
    return mask_of(
        there
        for there in world.board.neighbours[place]
        if world.land >> there & 1
        and (there in world.roads[place] or not world.board.side(place, there) & set(PARTING))
    )
