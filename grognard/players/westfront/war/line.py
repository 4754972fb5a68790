"""The line that a side keeps: hexes that, all held, close every land route from the enemy to what is worth keeping.

Troops walk through empty hexes, whoever controls them, and stop only where they meet the enemy: a line with gaps is
no line. [WF-8.4, WF-6.31a] It is the cheapest cut between their troops and our places. Holding a hex has a price, less
in rough ground, behind rivers and where a unit stands already; giving up a place costs what it is worth. So what cannot
be held for its price lies outside the line, and a line that is broken gives way to the next best behind it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from grognard.games.westfront.state import AXIS, Front
from grognard.players.westfront.war.cut import ENDLESS, Network
from grognard.players.westfront.war.scene import REACH, is_contested

if TYPE_CHECKING:
    from grognard.players.westfront.war.plan import Plan

SCALE = 10
"""Prices are cut to tenths of a point."""
FAST = ("armor", "mech")
"""Who is kept in reserve."""


class Line(msgspec.Struct, frozen=True):
    """What a side holds against the enemy on land."""

    hexes: Mapping[int, float] = {}
    """By hex, what lies close behind it: what might be lost if it were not held."""
    outside: frozenset[int] = frozenset()
    """What lies before it, with the enemy."""
    reserves: frozenset[int] = frozenset()
    """Where fast troops wait behind it."""


def drawn_line(plan: Plan) -> Line:
    """The line for the present positions; there is none while no enemy is ashore."""
    scene = plan.scene
    s = scene.s
    troops = {s.where[unit] for unit in s.world.army[1 - plan.side] if unit != s.world.partisan}
    foes = frozenset(at for at in troops if at >= 0 and is_contested(s, at) and not is_held(plan, at))
    if not foes:
        return Line()
    network = s.world.recall("players' network", lambda: Network(plan.land.near, s.world.land))
    prices = hold_prices(plan, foes)
    cut, outside = network.cut(prices, foes, worth_holding(plan, foes))
    hexes = {at: close_behind(plan, at, outside) for at in sorted(cut) if prices.get(at)}
    return Line(hexes, frozenset(outside), reserve_posts(plan, hexes, outside))


def close_behind(plan: Plan, place: int, outside: set[int]) -> float:
    """What the enemy could get at by passing a hex: the side's places within reach."""
    s, found = plan.scene.s, 0.0
    for share, ring in zip(REACH, plan.scene.rings(place), strict=True):
        behind = [at for at in ring if at in plan.worth and s.owner[at] == plan.side and at not in outside]
        found += share * sum(plan.worth[at] for at in behind)
    return min(plan.n["line_most"], found)


def is_held(plan: Plan, place: int) -> bool:
    """Whether the side stands in a hex and may hope to stay: whoever is in a battle does not pass. [WF-6.32a]"""
    scene = plan.scene
    own = scene.own(place)
    return own > 0 and plan.win(own * scene.cover(place), scene.enemy(place)) >= plan.n["flee_odds"]


def hold_prices(plan: Plan, foes: frozenset[int]) -> dict[int, int]:
    """What it costs to hold each hex: less where the ground helps, more the farther all troops are."""
    s, n = plan.scene.s, plan.n
    far = distances(plan)
    found = dict.fromkeys(foes, ENDLESS)
    for place in s.world.land:
        if place not in foes and is_contested(s, place):
            price = n["line_price"] * (1.0 + n["line_far"] * far.get(place, len(REACH)))
            found[place] = max(1, int(SCALE * price / shelter(plan, place)))
    return found


def shelter(plan: Plan, place: int) -> float:
    """How much the ground helps to hold a hex: cover in it, and rivers around it, over which few come at a time.

    [WF-7.34a, WF-6.33a]
    """
    n, near = plan.n, plan.land.near[place]
    rivers = sum(1 for there in near if (there, place) in plan.scene.s.world.river_sides)
    return float(plan.scene.cover(place) ** n["line_cover"] * (1.0 + n["line_river"] * rivers / max(1, len(near))))


def distances(plan: Plan) -> dict[int, int]:
    """How far every hex is from the side's own troops, up to where it matters."""
    scene, land = plan.scene, plan.land
    s = scene.s
    found: dict[int, int] = {}
    for here in {s.where[u] for u in s.world.army[plan.side] if s.where[u] >= 0 and not land.is_hq[u]}:
        for far, ring in enumerate(scene.rings(here)):
            for at in ring:
                if found.get(at, far) >= far:
                    found[at] = far
    return found


def worth_holding(plan: Plan, foes: frozenset[int]) -> dict[int, int]:
    """What the line should cover: the side's places, and at any price where its supply begins. [WF-9.12a]"""
    s, times = plan.scene.s, SCALE * plan.n["line_worth"]
    found = {at: int(times * value) for at, value in plan.worth.items() if s.owner[at] == plan.side and value > 0}
    if plan.side == AXIS:
        found |= dict.fromkeys(s.world.sources[AXIS], ENDLESS)
    return {at: value for at, value in found.items() if at not in foes}


def held(plan: Plan, place: int, force: float) -> float:
    """What a force does for a hex of the line: being there is most of it, the rest depends on its strength."""
    if force <= 0:
        return 0.0
    n = plan.n
    need = max(1.0, n["line_need"] * plan.mass_enemy.get(place, 0.0) / plan.scene.cover(place))
    return (n["line_gap"] + n["line_force"] * min(1.0, force / need)) * plan.line.hexes[place]


def is_fast(s: Front, unit: int) -> bool:
    return s.world.roster[unit].kind in FAST


def reserve_posts(plan: Plan, hexes: Mapping[int, float], outside: set[int]) -> frozenset[int]:
    """A post for every few hexes of the line, close behind it where trains stop and most of it is in reach."""
    scene, n = plan.scene, plan.n
    s = scene.s
    uncovered = dict(hexes)
    near = {there: scene.rings(there) for at in hexes for ring in scene.rings(at)[1:3] for there in ring}
    posts = {
        at: {there for ring in rings[1:3] for there in ring if there in hexes}
        for at, rings in near.items()
        if at not in hexes and at not in outside and s.owner[at] == plan.side and plan.fed >> at & 1
    }
    found: set[int] = set()
    for _ in range(int(len(hexes) / n["line_per_reserve"])):
        best = max(
            posts, key=lambda at: (sum(uncovered[there] for there in posts[at]) * (1 + bool(s.world.rail[at])), -at),
            default=-1,
        )  # fmt: skip
        if best < 0:
            break
        found.add(best)
        uncovered |= dict.fromkeys(posts.pop(best), 0.0)
    return frozenset(found)
