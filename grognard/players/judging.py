"""What a level must know of a game: how well a side stands, and which orders look promising."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any, Protocol

import msgspec

from grognard.engine.orders import Order


class Pace(msgspec.Struct, frozen=True):
    """How hard to think about a turn: factors on a level's habits."""

    effort: float = 1.0
    """Below one where every order takes longer to try."""
    share: float = 1.0
    """Above one where the first few decisions of a turn settle most of it."""


class Judge(Protocol):
    """The knowledge of one game. States are redrawn copies; the judge reads them and changes nothing."""

    def ponder(self, s: Any, side: int) -> None:
        """A side is about to decide in earnest: make plans for it, and forget those that were made in trials."""
        ...

    def pace(self, s: Any, side: int) -> Pace:
        """How a side should go about this turn of the match."""
        ...

    def lead(self, s: Any, side: int) -> float:
        """By how many points a side will win if all goes as expected from here; below zero it loses."""
        ...

    def chance(self, s: Any, side: int) -> float:
        """How likely a side is to win from here, from 0 to 1."""
        ...

    def schemes(self, s: Any, side: int) -> Sequence[Hashable]:
        """At a moment in which a side settles on a course: the different ways of going about it, the default one first.
        Nothing if there is only one way, or if the moment has passed."""
        ...

    def adopt(self, side: int, scheme: Hashable) -> None:
        """From now on a side goes about it in this way."""
        ...

    def weigh(self, s: Any, side: int, orders: Sequence[Order]) -> list[float]:
        """How promising each order looks at a glance, without trying it. A pass weighs about zero."""
        ...

    def gist(self, order: Order) -> Hashable:
        """What an order amounts to: of orders with the same gist only one need be tried."""
        ...

    def turn(self, s: Any) -> Hashable:
        """What tells one player turn from another."""
        ...

    def round(self, s: Any) -> Hashable:
        """What tells one round, in which every side has its turn, from another: when one ends it is a good moment to
        see how things stand."""
        ...

    def script(self, s: Any, side: int, orders: Sequence[Order]) -> Order:
        """What the yardstick does: a fixed scheme that never looks ahead."""
        ...

    def why(self, s: Any, side: int, order: Order) -> str:
        """The point of an order, in a few words."""
        ...
