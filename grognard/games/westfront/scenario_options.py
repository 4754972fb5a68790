"""Chapter 3: what the players settle before they begin."""

from __future__ import annotations

from grognard.engine import setup_options
from grognard.engine.kinds import Data
from grognard.engine.looks import Choice, Option

LAST = "1945-05"
"""The last month of the war."""
LAST_BY_POINTS = "1944-12"
"""Games that begin before this month are decided by victory points, at least at first. [WF-17.32a]"""
MAX_POINTS = 100

WAYS = {
    "historical": Choice("historical", "Historical", "Every unit starts where the card has it."),
    "semi-historical": Choice(
        "semi-historical", "Semi-historical", "Known units, placed freely in the north or the south."
    ),
    "free": Choice("free", "Free", "You pick the units and their strengths by the chart, and place them anywhere."),
}


def of(data: Data) -> tuple[Option, ...]:
    """The options of a scenario. [WF-3.23a, WF-3.24, WF-3.25, WF-3.14]"""
    if "areas" not in data:
        return (setup_options.CHARTS,)
    ways = tuple(WAYS[way] for way in data["areas"]["deployments"])
    found = [Option("deployment", "Deployment", "choice", "semi-historical", choices=ways)]
    if data["months"][-1] < LAST:
        about = "When it is over, both sides may agree to go on into the next half year."
        found.append(Option("extended", "May be played on", "flag", default=False, about=about))
    if data["months"][0] < LAST_BY_POINTS:
        about = "Victory points for the Allies, or from them, beyond what the scenario gives."
        found.append(Option("handicap", "Handicap", "number", 0, about=about, minimum=-MAX_POINTS, maximum=MAX_POINTS))
    return (*found, setup_options.CHARTS)
