"""Chapter 29: reinforcements, withdrawals, conversions and mobilization."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.balkan.state import Campaign


class Arrivals(Step[Campaign], frozen=True):
    """A side receives what is due this turn. [BF-29A-1]"""

    side: int

    def run(self, s: Campaign) -> None:
        pass
