"""Playing on without a match: the lean door, for simulations, searches and trials.

A match keeps what undo, the log and a save need, and looks at every order a second time. Whoever only wants to know how
it may go needs none of that: a trial lists the orders of whoever must decide, takes one of them at its word, and goes
on. It plays by the same agenda, so the same orders and dice lead to the same end; a law sees to that.

    trial = match.trial()
    while trial.outcome is None:
        trial.take(random.choice(trial.orders()))
"""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine import agenda
from grognard.engine.agenda import Ask, Throw
from grognard.engine.events import Outcome
from grognard.engine.orders import Order
from grognard.engine.state import State


class Trial:
    """A moment that is played on from, order by order. It has the state to itself, and what happens is not kept."""

    __slots__ = ("s", "taken", "throw")

    def __init__(self, s: State, throw: Throw) -> None:
        self.s = s
        self.throw = throw
        self.taken = 0
        """How many orders have been carried out."""

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.s.outcome

    @property
    def side(self) -> int:
        """The number of the side that decides next; of several that decide at once, the first."""
        step = self.s.agenda[-1]
        return step.side if isinstance(step, Ask) else agenda.waiting(self.s)[0]

    def orders(self) -> Sequence[Order]:
        """Every legal order of that side."""
        return agenda.offered(self.s, self.side)

    def take(self, order: Order, side: int | None = None) -> None:
        """Carry out an offered order of that side, or of another one that decides at the same time.

        Whether it is offered is not asked.
        """
        s = self.s
        agenda.take(s, self.side if side is None else side, order, self.throw)
        s.news.clear()
        self.taken += 1
