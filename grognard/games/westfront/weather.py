"""Chapter 12: weather. From March to October it is dry, and Husky knows nothing else."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.westfront.state import Front

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip


def needs_roll(s: Front, month: str) -> bool:
    """Months that the weather chart does not list are always dry. [WF-12.1a]"""
    return MONTHS[int(month[5:]) - 1] in s.world.charts["weather"]


class Weather(Step[Front], frozen=True):
    """The weather of a fortnight is fixed before anyone moves. [WF-4.1, WF-12.1a]"""

    def run(self, s: Front) -> None:
        if needs_roll(s, s.world.months[s.month]):
            raise NotImplementedError("only the dry months are in play so far")
        s.tell("weather", "WF-12.1a", weather="dry")
