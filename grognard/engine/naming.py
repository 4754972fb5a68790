"""Pieces and places as orders name them, and questions that are answered with the name of a piece.

Rulebooks ask again and again for one piece out of several: who is lost, who goes back, who takes part. `NameUnit` is
that question, and `without_choice` sees to it that nobody is asked as long as there is nothing to choose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from grognard.engine.agenda import Ask, S
from grognard.engine.kinds import Place, Side, Unit
from grognard.engine.orders import Order, Pass, Refusal, UnitOrder
from grognard.engine.state import State

T = TypeVar("T")


def named_place(s: State, name: str) -> Place | Refusal:
    """The place of that name, if it is its proper one."""
    place = s.world.board.find(name)
    if place is None:
        return Refusal("table.no-place", {"place": name})
    proper = s.world.board.names[place]
    return place if name == proper else Refusal("table.spelling", {"order": name, "proper": proper})


def own_unit(s: State, side: int, name: str) -> Unit | Refusal:
    """The unit of that name, if the side may give it orders: see `Game.why_not_own`."""
    unit = s.world.unit_index.get(name)
    if unit is None:
        return Refusal("table.no-piece", {"unit": name})
    return s.world.game.why_not_own(s, Side(side), unit) or unit


class NameUnit(Ask[S], frozen=True):
    """A side names one of its units out of several; where `takes` has Pass beside the order, it may name none."""

    def among(self, s: S) -> Iterable[int]:
        """The units that may be named."""
        raise NotImplementedError

    def why_not(self, s: S, unit: Unit) -> Refusal | None:
        """Why another unit of the side's own may not."""
        raise NotImplementedError

    def named(self, s: S, unit: Unit) -> None:
        """A unit has been named; the question has left the agenda."""
        raise NotImplementedError

    def may_pass(self, s: S) -> bool:
        """Whether it may name none."""
        return True

    def why_not_pass(self, s: S) -> Refusal | None:
        """Why it has to name one."""
        return None

    def passed(self, s: S) -> None:
        """None has been named; the question has left the agenda."""

    def offers(self, s: S) -> Iterator[Order]:
        kind, side, units = self.takes[0], s.world.sides[self.side], s.world.units
        for unit in self.among(s):
            yield kind(side, units[unit])  # type: ignore[call-arg]
        if Pass in self.takes and self.may_pass(s):
            yield Pass(side)

    def explain(self, s: S, order: Order) -> Refusal | None:
        if not isinstance(order, UnitOrder):
            return self.why_not_pass(s)
        unit = own_unit(s, self.side, order.unit)
        return unit if isinstance(unit, Refusal) else self.why_not(s, unit)

    def take(self, s: S, order: Order) -> None:
        s.done()
        if isinstance(order, UnitOrder):
            self.named(s, s.world.unit_index[order.unit])
        else:
            self.passed(s)


def without_choice(
    left: int,
    among: Callable[[], Sequence[T]],
    take: Callable[[T], None],
    in_all: Callable[[Sequence[T]], int] | None = None,
) -> int:
    """Do something so many times, each time to one of several, for as long as there is nothing to choose.

    Nothing is to be chosen where there is only one, or where what they can bear in all is due anyway. The answer is how
    many times are left for somebody to choose; 0 if none are, or if nobody is left to do it to.
    """
    while left > 0:
        able = among()
        if not able:
            return 0
        if len(able) > 1 and not (in_all and in_all(able) <= left):
            return left
        take(able[0])
        left -= 1
    return 0
