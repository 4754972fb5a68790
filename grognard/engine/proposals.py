"""What is done at the table and not by the rules: resign, agree to a draw or a takeback, correct a fact."""

from __future__ import annotations

from array import array

import msgspec

from grognard.engine import snapshot
from grognard.engine.events import Outcome
from grognard.engine.state import State


class Proposal(msgspec.Struct, frozen=True):
    """Something that one side may only do if the others agree: take back, end in a draw, or correct the record."""

    side: str
    what: str
    fact: str = ""
    index: int = -1
    value: int = 0
    reason: str = ""
    at: int = -1
    """The public number of the moment that it was made in."""

    @property
    def name(self) -> str:
        """How an answer names it, so that nobody agrees to a proposal that took its place in the meantime."""
        named = (self.fact, self.index, self.value) if self.what == "correct" else ()
        return " ".join(map(str, (self.side, self.what, self.at, *named)))


class Entry(msgspec.Struct, frozen=True, gc=False):
    """One line of the record: a side's order in its text form, or something done at the table (resign, correct)."""

    side: str
    say: str = ""
    table: Proposal | None = None


def carry_out(s: State, proposal: Proposal) -> None:
    """Carry out what was said or agreed at the table."""
    sides = s.world.sides
    side = proposal.side
    if proposal.what == "resign":
        others = [other for other in sides if other != side]
        s.outcome = Outcome(others[0] if len(others) == 1 else None, "resignation", {"side": side})
        s.tell("resign", "table.resign", reveals=True, side=side)
    elif proposal.what == "takeback":
        s.tell("takeback", "table.takeback", side=side)
    elif proposal.what == "draw":
        s.outcome = Outcome(None, "agreement")
        s.tell("agreed end", "table.draw", reveals=True)
    else:
        facts = getattr(s, proposal.fact)
        numbers = list(facts)
        before, numbers[proposal.index] = numbers[proposal.index], proposal.value
        setattr(s, proposal.fact, snapshot.alike(facts, numbers))
        s.drafts = [None for _ in sides]
        s.tell(
            "correction", "table.correct", reveals=True, fact=proposal.fact, index=proposal.index,
            before=before, after=proposal.value, reason=proposal.reason,
        )  # fmt: skip


def check_correction(s: State, proposal: Proposal) -> None:
    """Raises ValueError for a correction that cannot be made."""
    facts = getattr(s, proposal.fact, None) if proposal.fact in s.FACTS else None
    if (
        not isinstance(facts, list | bytearray | bytes | array)
        or not 0 <= proposal.index < len(facts)
        or not proposal.reason
    ):
        known = ", ".join(s.FACTS)
        raise ValueError(f"a correction names a fact ({known}), an index into it, the new value and a reason")
    if type(facts[proposal.index]) is not int or (
        isinstance(facts, bytearray | bytes) and not 0 <= proposal.value < 256
    ):
        raise ValueError(f"{proposal.fact} {proposal.index} cannot become {proposal.value}")
