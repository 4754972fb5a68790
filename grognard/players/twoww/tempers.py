"""The ways in which a side may go about its turn: as usual, or more daringly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from grognard.games.twoww.state import ALLIES, AXIS


class Temper(msgspec.Struct, frozen=True):
    """What is otherwise than usual: factors, but for `eager`, which is added to what an attack promises."""

    name: str
    guard: float = 1.0
    danger: float = 1.0
    eager: float = 0.0


USUAL = Temper("as usual")
BOLDLY = Temper("boldly", guard=0.35, danger=0.4, eager=0.4)
TEMPERS: Mapping[int, Sequence[Temper]] = {
    AXIS: (USUAL, BOLDLY),
    ALLIES: (USUAL, BOLDLY, Temper("with all one has", guard=0.1, danger=0.5, eager=0.8)),
}
"""By side, in order of daring. In matches of level 1 these beat the usual way; warier ones, a bolder one for the Axis,
more or less patience, and other prey did not."""
