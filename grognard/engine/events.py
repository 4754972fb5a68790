"""What happened, and who may see it."""

from __future__ import annotations

from typing import Any

import msgspec

Facts = dict[str, Any]


class Event(msgspec.Struct, frozen=True, gc=False):
    """One line of the log: public facts, and for each side what it alone may know beyond them."""

    what: str
    rule: str = ""
    facts: Facts = {}
    secret: dict[str, Facts] = {}
    """Facts that only the named side sees, in place of the public ones of the same name."""
    only: tuple[str, ...] | None = None
    """The sides that see the event at all; None is everyone."""
    reveals: bool = False
    """True if somebody learns something from it that cannot be unlearned."""

    def is_seen_by(self, side: str | None) -> bool:
        """Whether a side sees the event at all."""
        return self.only is None or side in self.only

    def seen_by(self, side: str | None) -> Facts | None:
        """The facts as a side may know them, or None if it does not see the event; None asks for a spectator."""
        if not self.is_seen_by(side):
            return None
        own = self.secret.get(side) if side is not None else None
        return {**self.facts, **own} if own else self.facts


class Roll(msgspec.Struct, frozen=True, gc=False):
    """A call for dice: what for, under which rule, how many and of how many sides. Chance is always explicit."""

    purpose: str
    rule: str
    dice: int
    sides: int = 6
    facts: Facts = {}
    counts: tuple[int, ...] = ()
    """The faces that the thrower hopes for, where it is that simple; the luck ledger counts them."""


class Deal(msgspec.Struct, frozen=True, gc=False):
    """A call for a hidden shuffle of so many `cards`: the answer is a permutation that nobody is shown."""

    cards: int


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: who won (nobody in a draw), for what cause, and the figures behind it."""

    winner: str | None
    cause: str
    facts: Facts = {}
