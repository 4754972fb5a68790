"""Chapter 10: Armored Action. Only armor moves; then all land units, and ready fleets and air units, may attack."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.twoww.combat import Combat
from grognard.games.twoww.movement import Movement
from grognard.games.twoww.state import War


def armored_action(side: int) -> tuple[list[Step[War]], list[Step[War]]]:
    """One side's phase: armor moves once more, then anyone may attack. Markers stay on. [2WW-10a, 2WW-10.2]"""
    return [Movement(side, armored=True)], [Combat(side)]
