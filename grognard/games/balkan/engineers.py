"""Chapter 14A: construction, and what engineers do in a fight."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.balkan.state import Campaign


class WorksDone(Step[Campaign], frozen=True):
    """What a side has been building long enough stands. [BF-14A1-16]"""

    side: int

    def run(self, s: Campaign) -> None:
        pass


class WorksBegun(Step[Campaign], frozen=True):
    """A side's construction units begin works. [BF-14A1-1, BF-14A1-2]"""

    side: int

    def run(self, s: Campaign) -> None:
        pass
