"""Chapters 9 and 15: what trains and ships have in common. All that leaves from one place, and what a unit can take.

So too the places where a new unit can appear.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import compress
from typing import Generic, TypeVar

import msgspec

from grognard.engine.orders import Order
from grognard.engine.paths import bits, mask_of

Trip = TypeVar("Trip", bound=Order)

CHOICES = 32
"""How many choices are remembered for a place before all are forgotten."""


class Departures(msgspec.Struct, Generic[Trip]):
    """Where trains or ships go from a place, in the order in which they are offered, full or not.

    Tuples and bytes, for many are kept and the garbage collector looks into every list time and again.
    """

    ends: tuple[int, ...]
    costs: bytes
    """In Rail Moves, or in seas."""
    mask: int
    """The places where they end."""
    farthest: int
    """The highest cost."""
    orders: dict[int, tuple[Trip, ...]]
    """The orders of each unit that has stood there, one for each of them."""
    chosen: dict[tuple[int, int], bytes]
    """By the most that may be spent and the hexes that are shut: a 1 for each order that is left."""
    numbers: dict[int, tuple[int, ...]]
    """Which of them end in a place."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Departures) and (self.ends, self.costs) == (other.ends, other.costs)

    __hash__ = None  # type: ignore[assignment]


def departures(ways: Iterable[tuple[int, int]]) -> Departures[Trip]:
    """From the end and the cost of every way."""
    every = tuple(ways)
    ends, costs = tuple(end for end, _ in every), bytes(cost for _, cost in every)
    numbers: dict[int, tuple[int, ...]] = {}
    for number, end in enumerate(ends):
        numbers[end] = (*numbers.get(end, ()), number)
    return Departures(ends, costs, mask_of(numbers), max(costs, default=0), {}, {}, numbers)


def boarded(
    known: Departures[Trip], orders: tuple[Trip, ...], limit: int, shut: int, refused: Sequence[int] = ()
) -> Sequence[Trip]:
    """The orders within a cost that end in no hex that is shut and are not refused by their number."""
    if not (shut or refused) and limit >= known.farthest:
        return orders
    chosen = known.chosen.get((limit, shut))
    if chosen is None:
        if len(known.chosen) >= CHOICES:
            known.chosen.clear()
        chosen = known.chosen[limit, shut] = _chosen(known, limit, shut)
    if refused:
        fewer = bytearray(chosen)
        for number in refused:
            fewer[number] = 0
        return list(compress(orders, fewer))
    return list(compress(orders, chosen))


def _chosen(known: Departures[Trip], limit: int, shut: int) -> bytes:
    chosen = bytearray(cost <= limit for cost in known.costs)
    for place in bits(shut):
        for number in known.numbers[place]:
            chosen[number] = 0
    return bytes(chosen)
