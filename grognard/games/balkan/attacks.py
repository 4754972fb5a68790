"""Chapters 9A and 9B: the combat phase, and how an attack is declared."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.balkan.state import Campaign


class Combat(Step[Campaign], frozen=True):
    """The phasing side makes its attacks, one after the other. [BF-9A-1, BF-9A-2]"""

    side: int

    def run(self, s: Campaign) -> None:
        pass
