"""What a side builds in a month: whatever is worth most for its price, while the points last."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.games.westfront.production import beachhead_cost, price, step_cost, why_not_prepare, why_not_replace
from grognard.games.westfront.state import ELIMINATED, LOST, PREP
from grognard.players.westfront.war.scene import is_contested

if TYPE_CHECKING:
    from grognard.players.westfront.war.plan import Plan

STEP, CADRE, BEACHHEAD = "step", "cadre", "beachhead"


class Item(msgspec.Struct, frozen=True):
    """Something that can be bought, for a unit."""

    kind: str
    unit: int
    worth: float
    cost: int


def shopping_list(plan: Plan) -> dict[tuple[str, int], Item]:
    """What to buy this month, all settled beforehand: steps come before cadres, and of the SS only one. [WF-2.65b]"""
    s = plan.scene.s
    left, elite = s.points[plan.side], int(s.world.charts["production_limits"]["ss_steps"])
    found = {}
    for item in sorted(wishes(plan), key=lambda item: (-item.worth / max(1, item.cost), item.unit)):
        is_elite = item.kind == STEP and s.world.roster[item.unit].ss
        if item.cost <= left and item.worth > 0 and (elite or not is_elite):
            left -= item.cost
            elite -= is_elite
            found[item.kind, item.unit] = item
    return found


def wishes(plan: Plan) -> list[Item]:
    """Everything that could be bought."""
    s = plan.scene.s
    found = []
    for unit in s.world.army[plan.side]:
        if s.where[unit] >= 0 and why_not_replace(s, unit, 0) is None:
            found.append(Item(STEP, unit, step_worth(plan, unit), step_cost(s, unit).value))
        elif s.where[unit] == ELIMINATED and s.world.sides[plan.side] in s.world.types[unit]:
            found.append(Item(CADRE, unit, cadre_worth(plan, unit), price(s, unit)["cadre"]))
        if why_not_prepare(s, unit) is None:
            found.append(Item(BEACHHEAD, unit, beachhead_worth(plan, unit), beachhead_cost(s, unit)))
    return found


def step_worth(plan: Plan, unit: int) -> float:
    """Headquarters keep everything moving and count at the end; troops are worth their fire, more where they fight."""
    s, n = plan.scene.s, plan.n
    if plan.land.is_hq[unit]:
        return float(n["build_hq"] - n["build_hq_full"] * s.steps[unit])
    at = s.where[unit]
    fights = plan.mass_enemy.get(at, 0.0) > 0 or not is_contested(s, at)
    weak = n["build_weak"] if s.steps[unit] <= 1 else 0.0
    return (n["build_step"] + n["build_fire"] * plan.land.fire[unit] + weak) * (1.0 if fights else n["build_idle"])


def cadre_worth(plan: Plan, unit: int) -> float:
    """A unit that is back no longer counts as lost."""
    return plan.land.loss[unit] + plan.n["build_cadre"] * plan.land.fire[unit]


def beachhead_worth(plan: Plan, corps: int) -> float:
    status, n = plan.scene.s.beachhead[corps], plan.n
    return n["build_prep"] if status == LOST else n["build_ready"] if status == PREP else 0.0
