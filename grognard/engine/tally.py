"""Numbers that remember their reasons."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

import msgspec

Number = int | Fraction
"""A whole number, or an exact fraction where a game halves things. Never a float."""


class Reason(msgspec.Struct, frozen=True):
    """One change to a number: what was done with it, under which rule, and why in a few words."""

    change: Number
    rule: str
    why: str
    by: Literal["add", "times"] = "add"


class Tally(msgspec.Struct):
    """A base value and everything that changed it, in the order in which it was worked out; the table, the tooltip and
    the log all read the same one.

    >>> dice = Tally(3, "WF-7.31")
    >>> dice.add(-1, "WF-5.8a", "disrupted by mud")
    >>> dice.value
    2
    >>> print(dice)
    2 = 3 -1 (disrupted by mud, WF-5.8a)

    Factors and fractions stay exact, and are shown as they were worked out:

    >>> strength = Tally(8, "BF-9A-4")
    >>> strength.times(Fraction(1, 2), "BF-12D-1", "out of supply")
    >>> strength.times(Fraction(1, 2), "BF-11-3", "unsupported")
    >>> strength.add(3, "BF-20F2b-4", "ground support")
    >>> print(strength)
    5 = 8 x 1/2 (out of supply, BF-12D-1) x 1/2 (unsupported, BF-11-3) +3 (ground support, BF-20F2b-4)
    """

    base: Number
    rule: str = ""
    reasons: list[Reason] = msgspec.field(default_factory=list)

    @property
    def total(self) -> Number:
        """The value, which may be a fraction."""
        total = self.base
        for reason in self.reasons:
            total = total + reason.change if reason.by == "add" else total * reason.change
        return whole(total)

    @property
    def value(self) -> int:
        """The value of a number that is whole; raises ValueError for a fraction, which only a rule may round."""
        total = self.total
        if not isinstance(total, int):
            raise ValueError(f"{self} is no whole number")
        return total

    def add(self, change: Number, rule: str, why: str) -> None:
        """Change the value; a change by zero is not recorded."""
        if change:
            self.reasons.append(Reason(whole(change), rule, why))

    def times(self, factor: Number, rule: str, why: str) -> None:
        """Multiply the value; a factor of one is not recorded."""
        if factor != 1:
            self.reasons.append(Reason(whole(factor), rule, why, "times"))

    def at_least(self, floor: Number, rule: str, why: str) -> None:
        self.add(max(0, floor - self.total), rule, why)

    def at_most(self, ceiling: Number, rule: str, why: str) -> None:
        self.add(min(0, ceiling - self.total), rule, why)

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        if not self.reasons:
            return shown(self.total)
        changes = "".join(f" {sign(reason)} ({reason.why}, {reason.rule})" for reason in self.reasons)
        return f"{shown(self.total)} = {shown(self.base)}{changes}"


def whole(number: Number) -> Number:
    """The same number, as an integer if it is one."""
    return number.numerator if isinstance(number, Fraction) and number.denominator == 1 else number


def exact(said: int | str) -> Number:
    """A number from a data file: whole, or a fraction as text, which is read exactly.

    >>> exact("1/2"), exact(3), exact("3")
    (Fraction(1, 2), 3, 3)
    """
    if isinstance(said, int) and not isinstance(said, bool):
        return said
    try:
        if isinstance(said, str):
            return whole(Fraction(said))
        raise TypeError(said)
    except (TypeError, ValueError, ZeroDivisionError):
        raise ValueError(f'{said!r} is no number; write a whole one, or a fraction in quotes such as "1/2"') from None


def shown(number: Number) -> str:
    """A number as people write it.

    >>> shown(Fraction(7, 2)), shown(Fraction(-1, 2)), shown(4)
    ('3 1/2', '-1/2', '4')
    """
    if isinstance(number, int) or number.denominator == 1:
        return str(int(number))
    units, rest = divmod(abs(number.numerator), number.denominator)
    return f"{'-' if number < 0 else ''}{f'{units} ' if units else ''}{rest}/{number.denominator}"


def sign(reason: Reason) -> str:
    """A change with its sign: `+3`, `-1/2`, `x 1/2`."""
    if reason.by == "times":
        return f"x {shown(reason.change)}"
    return f"{'+' if reason.change > 0 else ''}{shown(reason.change)}"
