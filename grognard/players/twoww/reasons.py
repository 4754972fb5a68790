"""The point of an order, in a few words."""

from __future__ import annotations

from grognard.engine.orders import Order
from grognard.games.twoww import orders as say
from grognard.games.twoww.state import War
from grognard.players.reasons import plain_reason
from grognard.players.twoww.overseas import ASSAULT, LAND
from grognard.players.twoww.plan import Plan

PLAIN = {
    "Historical": "the deployment of 1939 will do",
    "Bomb": "a raid costs no readiness",
    "Lend": "as much as may be sent",
    "Convoy": "their escort is no match",
    "Sink": "the point that hurts most",
    "Build": "the most strength for the points, near where it is wanted",
    "Upgrade": "strength where the unit already stands",
    "Strike": "no land attack needs these air units",
    "Engage": "the odds at sea are good",
    "Join": "the more the better",
    "Decline": "not worth the risk",
    "Advance": "ground towards the goal",
    "Displace": "the safest base",
    "Remove": "the weakest goes",
}


def reason(s: War, plan: Plan, order: Order) -> str:
    """Why an order was chosen."""
    said = plain_reason(order, PLAIN)
    if said:
        return said
    if isinstance(order, say.Move):
        return _errand(s, plan, s.world.unit_index[order.unit])
    unit = getattr(s.agenda[-1], "unit", None)
    if unit is None:
        fleets = getattr(s.agenda[-1], "fleets", ())
        unit = fleets[0] if fleets else None
    return _errand(s, plan, unit) if unit is not None else "it looks best"


def _errand(s: War, plan: Plan, unit: int) -> str:
    names = s.world.board.names
    goal, task = plan.goal_of.get(unit), plan.tasks.get(unit)
    if task:
        what = {ASSAULT: "to storm", LAND: "to land at"}.get(task.how, "to be at")
        return f"{what} {names[task.to]}"
    if goal:
        return f"to {goal.kind} {names[goal.place]}"
    return "a better base" if s.world.is_air[unit] else "it is of more use there"
