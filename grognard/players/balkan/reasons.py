"""The point of an order, in a few words."""

from __future__ import annotations

from grognard.engine.orders import Order
from grognard.games.balkan.state import Campaign
from grognard.players.balkan.plan import ATTACK, Plan
from grognard.players.reasons import plain_reason

PLAIN = {
    "Historical": "as in 1940",
    "Replace": "nothing else is worth more",
    "Rebuild": "a cadre holds little",
    "Convert": "the new unit is the better one",
    "Overrun": "the odds are overwhelming",
    "Join": "this much the attack needs",
    "Withhold": "the losses owed for it would cost more",
    "Advance": "the ground is worth holding",
    "Remove": "the least of those who are too many",
}


def reason(s: Campaign, plan: Plan, order: Order) -> str:
    """Why an order was chosen."""
    said = plain_reason(order, PLAIN)
    if said:
        return said
    unit = getattr(order, "unit", None)
    index = s.world.unit_index.get(unit) if unit else getattr(s.agenda[-1], "unit", None)
    task = plan.tasks.get(index) if index is not None else None
    if task is None:
        return "it looks best"
    there = s.world.board.names[task.to]
    return f"to attack from {there}" if task.why == ATTACK else f"of more use at {there}"
