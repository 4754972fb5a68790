"""The ways in which a side may go about its turn: bolder or warier, for near goals or far ones, with more enemies or
fewer."""

from __future__ import annotations

import msgspec

from grognard.games.twoww.state import ALLIES, NO_VICHY, War
from grognard.games.twoww.world import USSR


class Temper(msgspec.Struct, frozen=True):
    """How a side departs from the default: factors, except `eager`, which is added to what an attack promises."""

    name: str
    guard: float = 1.0
    patience: float = 1.0
    danger: float = 1.0
    eager: float = 0.0
    prey: str = "default"
    """Whom the Axis invades: default, none, or east, the Soviet Union at once."""


USUAL = Temper("as usual")
EVERYONE = (
    USUAL,
    Temper("boldly", guard=0.35, danger=0.4, eager=0.4),
    Temper("warily", guard=2.0, danger=1.8, eager=-0.3),
    Temper("for what is near", patience=0.55),
    Temper("for what is far", patience=1.7, guard=0.6),
    Temper("with all one has", guard=0.1, danger=0.5, eager=0.8),
)
AT_PEACE = Temper("without new enemies", prey="none")
TO_THE_EAST = Temper("to the east", prey="east")


def tempers(s: War, side: int) -> tuple[Temper, ...]:
    """The ways that are open to a side, the default one first."""
    if side == ALLIES:
        return EVERYONE
    east = s.neutral[USSR] and s.vichy > NO_VICHY
    return (*EVERYONE, AT_PEACE, TO_THE_EAST) if east else (*EVERYONE, AT_PEACE)
