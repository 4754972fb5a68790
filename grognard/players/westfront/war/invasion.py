"""Where the side that lands puts its weight: the coast where all headquarters in reach together promise most."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.games.westfront.state import IDLE, INVASION, READY

if TYPE_CHECKING:
    from grognard.players.westfront.war.plan import Plan

SHARES = (1.0, 0.7, 0.4)
"""How much of what lies at so many hexes' distance counts for a landing."""


class Group(msgspec.Struct, frozen=True):
    """Who can land from one port in a turn."""

    port: int
    force: float
    feeds: bool
    """Whether one of them brings a beachhead."""


class Focus(msgspec.Struct, frozen=True):
    """A coast, what could be landed there in a turn, and what that would be worth."""

    place: int
    force: float
    feeds: bool
    worth: float


def groups(plan: Plan) -> list[Group]:
    """Headquarters in ports, each with as many waiting units as it could land."""
    s, found = plan.scene.s, []
    for port in s.world.ports:
        if s.owner[port] != plan.side or s.attacker[port] or port not in plan.scene.count[plan.side]:
            continue
        stack = s.stack(port, plan.side)
        landings = sum(1 for hq in stack if plan.land.is_hq[hq] and s.steps[hq] and s.role[hq] in (IDLE, INVASION))
        waiting = [u for u in stack if not plan.land.is_hq[u] and s.world.types[u]["sea_invade"]]
        waiting = sorted(waiting, key=lambda unit: (-plan.scene.power(unit), unit))[:landings]
        if waiting:
            feeds = any(s.beachhead[unit] == READY for unit in waiting)
            found.append(Group(port, sum(plan.scene.power(unit) for unit in waiting), feeds))
    return found


def chosen_foci(plan: Plan) -> list[Focus]:
    """The best coast of every port from which something can be landed, each with all that could come there."""
    known: dict[int, Focus] = {}
    ready = groups(plan)
    found: dict[int, Focus] = {}
    for group in ready:
        for place in plan.shores(group.port):
            if place not in known:
                coming = [each for each in ready if place in plan.shores(each.port)]
                known[place] = _focus(plan, place, coming)
        best = max((known[place] for place in plan.shores(group.port)), key=lambda each: each.worth, default=None)
        if best is not None and best.worth > 0:
            found[best.place] = best
    return list(found.values())


def _focus(plan: Plan, place: int, coming: list[Group]) -> Focus:
    """What could come to a coast, and what it would be worth there."""
    n, scene = plan.n, plan.scene
    force, feeds = sum(each.force for each in coming), any(each.feeds for each in coming)
    prize = 0.0
    for share, ring in zip(SHARES, scene.rings(place), strict=False):
        prize += share * sum(plan.prize(at) for at in ring)
    prize = min(n["focus_most"], prize) + n["land_inland"] * min(n["land_inland_most"], plan.pull.get(place, 0.0))
    won = plan.win(
        force + n["land_friends"] * plan.mass_own.get(place, 0.0), n["focus_foes"] * plan.mass_enemy.get(place, 0.0)
    )
    return Focus(place, force, feeds, won * prize - (1.0 - won) * n["focus_lost"])
