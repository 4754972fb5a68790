"""Where paratroops jump: only where troops on the ground will be with them by the end of the turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.westfront.airpower import in_air_range
from grognard.games.westfront.command import can_drop

if TYPE_CHECKING:
    from grognard.players.westfront.war.plan import Plan
    from grognard.players.westfront.war.scene import Scene


def meets_friends(plan: Plan, scene: Scene, place: int) -> bool:
    """Whether a para will be found where it lands: in a battle with troops of its own side, or next to some that do not
    fight. [WF-14.6b]"""
    mine = scene.count[plan.side]
    if scene.has_enemy(place):
        return place in mine
    return any(near in mine and not scene.has_enemy(near) for near in scene.s.world.trace[place])


def is_promised(plan: Plan, place: int) -> bool:
    """Whether the plan has troops attack there, or land next to it, in this turn."""
    return place in plan.attacks or (place in plan.foci and not plan.scene.has_enemy(place))


def drop_worth(plan: Plan, scene: Scene, unit: int, place: int) -> float:
    """What a drop is worth: what is won with the hex if it is held, or the help in a battle."""
    n = plan.n
    prize = plan.prize(place) + n["kill"] * scene.bounty[1 - plan.side].get(place, 0.0)
    if not prize:
        return float(n["never"])
    power = scene.power(unit)
    if scene.has_enemy(place):
        own, foes = scene.own(place), scene.enemy(place) * scene.cover(place)
        planned = plan.attacks.get(place)
        own += sum(scene.power(other) for other in planned.units) if planned and not own else 0.0
        return (plan.win(own + power, foes) - plan.win(own, foes)) * prize
    hold = plan.win(
        power + n["land_friends"] * plan.mass_own.get(place, 0.0), n["land_foes"] * plan.mass_enemy.get(place, 0.0)
    )
    return hold * prize - (1.0 - hold) * plan.land.loss[unit]


def best_drop(plan: Plan, hq: int) -> float:
    """The most that a headquarters could do with the paras beside it."""
    if hq not in plan.jumps:
        plan.jumps[hq] = _best_drop(plan, hq)
    return plan.jumps[hq]


def _best_drop(plan: Plan, hq: int) -> float:
    scene, s = plan.scene, plan.scene.s
    paras = [unit for unit in s.stack(s.where[hq], plan.side) if can_drop(s, unit)]
    places = [
        at
        for at in s.world.land
        if s.world.droppable >> at & 1
        and in_air_range(s, hq, at)
        and (meets_friends(plan, scene, at) or is_promised(plan, at))
    ]
    return max((drop_worth(plan, scene, unit, at) for unit in paras for at in places), default=float(plan.n["never"]))
