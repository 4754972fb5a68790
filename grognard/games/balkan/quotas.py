"""Chapter 9I: how much a side still has to lose, and which of its units may be named for it, as plain values."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from grognard.engine.tally import Number
from grognard.games.balkan.account import Share


def still_owed(share: Share, due: Number, lost: Mapping[int, Number], left: Mapping[int, Number]) -> Number:
    """What the bearers of required losses have still to give: half of all that is due, or all that they have left."""
    given = sum(lost.get(unit, 0) for unit in share.units)
    can_give = sum(left.get(unit, 0) for unit in share.units)
    return max(0, min(Fraction(due) / 2 - given, can_give))


def is_met(due: Number, shares: Sequence[Share], lost: Mapping[int, Number], left: Mapping[int, Number]) -> bool:
    """Whether enough is lost, in all and of every share."""
    if any(still_owed(share, due, lost, left) for share in shares):
        return False
    return sum(lost.values()) >= due or not any(left.values())


def may_go(
    unit: int, due: Number, shares: Sequence[Share], lost: Mapping[int, Number], left: Mapping[int, Number]
) -> bool:
    """Whether a unit may be lost next: a bearer while its share is not met, anybody while more is due than the shares
    take. [BF-9I-1]

    So no choice spares the bearers, and none leads to a dead end: whoever owes can always pay.
    """
    if not left.get(unit):
        return False
    owed = {share: still_owed(share, due, lost, left) for share in shares}
    if any(unit in share.units and amount for share, amount in owed.items()):
        return True
    return due - sum(lost.values()) > sum(owed.values())
