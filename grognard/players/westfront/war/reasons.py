"""The point of an order, in a few words."""

from __future__ import annotations

from typing import Any

from grognard.engine.orders import Order
from grognard.games.westfront.state import Front
from grognard.players.reasons import plain_reason
from grognard.players.westfront.war import line
from grognard.players.westfront.war.plan import Plan

PLAIN = {
    "Seal": "nothing more is worth its price",
    "Propose": "the usual set-up will do",
    "Demand": "it costs nothing to ask",
    "Incite": "it costs nothing to try",
    "Repulse": "the least of the losses",
    "Beachhead": "what has landed must eat",
    "Replace": "the step that is worth most for its price",
    "Rebuild": "what is back no longer counts as lost",
    "Prepare": "for the next landing",
    "Declare": "the odds are good",
    "Strike": "there the bombs count most",
    "Fight": "first what matters most",
    "Retreat": "the battle is lost",
    "Evacuate": "the battle is lost",
}


def reason(s: Front, plan: Plan, order: Order) -> str:
    """Why an order was chosen."""
    said = plain_reason(order, PLAIN)
    if said:
        return said
    name = type(order).__name__
    if name == "Activate":
        return _activation(plan, order)
    place = s.world.place_index.get((getattr(order, "route", None) or (getattr(order, "at", ""),))[-1], -1)
    if place < 0:
        return "it helps most"
    return _going(s, plan, name, s.world.unit_index.get(getattr(order, "unit", ""), -1), place)


def _activation(plan: Plan, order: Any) -> str:
    if order.role == "invasion":
        return "a coast within reach is weakly held"
    if order.role == "supreme":
        return "troops are wanted elsewhere"
    if order.role == "paradrop":
        return "paras can jump where friends will find them"
    return "to attack" if plan.attacks else "its troops have somewhere to go"


def _going(s: Front, plan: Plan, name: str, unit: int, place: int) -> str:
    at = s.world.board.names[place]
    if name == "Drop":
        return f"friends are near {at}"
    if plan.scene.has_enemy(place):
        return f"to beat the enemy at {at}"
    if name == "Land":
        return f"{at} can be taken from the sea" if place in plan.worth else f"{at} is a way in"
    if s.owner[place] != plan.side and plan.worth.get(place):
        return f"{at} is worth having"
    return _in_line(s, plan, unit, place) or _elsewhere(plan, place, at)


def _in_line(s: Front, plan: Plan, unit: int, place: int) -> str:
    """What a unit does for the line in a place, if anything."""
    names, held = s.world.board.names, plan.scene.own(place) > 0
    if unit < 0 or plan.land.is_hq[unit]:
        return ""
    if place in plan.line.hexes:
        return f"holds the line at {names[place]}" if held else f"closes the line at {names[place]}"
    if place in plan.line.reserves and line.is_fast(s, unit):
        behind = min(plan.line.hexes, key=lambda at: (s.world.board.distance(at, place), at))
        return f"in reserve behind {names[behind]}"
    return ""


def _elsewhere(plan: Plan, place: int, at: str) -> str:
    if plan.worth.get(place) and plan.risk(place, plan.scene.own(place)) > 0:
        return f"to guard {at}"
    return f"{at} is nearer to where it is wanted"
