"""Numbers that remember their reasons."""

from __future__ import annotations

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """One change to a number: by how much, under which rule, and why in a few words."""

    change: int
    rule: str
    why: str


class Tally(msgspec.Struct):
    """A base value and everything that changed it; the table, the tooltip and the log all read the same one.

    >>> dice = Tally(3, "WF-7.31")
    >>> dice.add(-1, "WF-5.8a", "disrupted by mud")
    >>> dice.value
    2
    >>> print(dice)
    2 = 3 -1 (disrupted by mud, WF-5.8a)
    """

    base: int
    rule: str = ""
    reasons: list[Reason] = msgspec.field(default_factory=list)

    @property
    def value(self) -> int:
        return self.base + sum(reason.change for reason in self.reasons)

    def add(self, change: int, rule: str, why: str) -> None:
        """Change the value; a change of nothing is not remembered."""
        if change:
            self.reasons.append(Reason(change, rule, why))

    def at_least(self, floor: int, rule: str, why: str) -> None:
        self.add(max(0, floor - self.value), rule, why)

    def at_most(self, ceiling: int, rule: str, why: str) -> None:
        self.add(min(0, ceiling - self.value), rule, why)

    def __int__(self) -> int:
        return self.value

    def __str__(self) -> str:
        changes = "".join(f" {reason.change:+} ({reason.why}, {reason.rule})" for reason in self.reasons)
        return f"{self.value} = {self.base}{changes}" if changes else str(self.value)
