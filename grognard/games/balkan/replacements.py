"""Chapter 29B: replacement points, and what is rebuilt with them."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.balkan.state import Campaign


class Replacements(Step[Campaign], frozen=True):
    """A side receives its replacement points and spends them. [BF-29B-1]"""

    side: int

    def run(self, s: Campaign) -> None:
        pass
