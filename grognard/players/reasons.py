"""The point of an order, in a few words: what players of every game say where the order speaks for itself."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.orders import Order

EVERYWHERE = {
    "Pass": "nothing more here is worth its price",
    "Attack": "it promises more than it costs",
    "Lose": "the least of the losses",
    "Retreat": "the safest way back",
}


def plain_reason(order: Order, own: Mapping[str, str]) -> str:
    """Why an order of this kind is given: in a game's own words, by the order's name, or in those of all; else ""."""
    name = type(order).__name__
    return own.get(name) or EVERYWHERE.get(name, "")
