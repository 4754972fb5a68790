"""Chapters 9 and 15: what trains and ships have in common. All that leaves from one place, and what a unit can take."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from itertools import compress
from typing import Generic, TypeVar

import msgspec

from grognard.engine.orders import Order
from grognard.engine.paths import bits, mask_of
from grognard.games.westfront.state import Front

Trip = TypeVar("Trip", bound=Order)


class Departures(msgspec.Struct, Generic[Trip]):
    """Where trains or ships go from a place, in the order in which they are offered, full or not."""

    ends: list[int]
    costs: list[int]
    """In Rail Moves, or in seas."""
    mask: int
    """The places where they end."""
    farthest: int
    """The highest cost."""
    orders: dict[int, list[Trip]]
    """The orders of each unit that has stood there, one for each of them."""
    within: dict[int, bytes]
    """By the most that may be spent, a 1 for each of them that costs no more."""
    numbers: dict[int, list[int]]
    """Which of them end in a place."""


def departures(ways: Iterable[tuple[int, int]]) -> Departures[Trip]:
    """From the end and the cost of every way."""
    ends: list[int] = []
    costs: list[int] = []
    numbers: dict[int, list[int]] = {}
    for number, (end, cost) in enumerate(ways):
        ends.append(end)
        costs.append(cost)
        numbers.setdefault(end, []).append(number)
    return Departures(ends, costs, mask_of(ends), max(costs, default=0), {}, {}, numbers)


def boarded(s: Front, known: Departures[Trip], orders: list[Trip], most: int, shut: int, key: Hashable) -> list[Trip]:
    """The orders within a cost that end in no hex that is shut. The key says which departures these are."""
    if not shut and known.farthest <= most:
        return orders

    def work() -> bytes:
        if most not in known.within:
            known.within[most] = bytes(cost <= most for cost in known.costs)
        chosen = bytearray(known.within[most])
        for place in bits(shut):
            for number in known.numbers[place]:
                chosen[number] = 0
        return bytes(chosen)

    return list(compress(orders, s.recall(("boarded", key, most, shut), work)))
