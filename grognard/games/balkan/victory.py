"""Chapter 31: victory. So far only our own scenarios are judged, by points of their own."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.engine.agenda import Step
from grognard.engine.events import Outcome
from grognard.engine.tally import Number, Tally, exact, shown
from grognard.games.balkan.state import ALLIES, AXIS, Campaign
from grognard.games.balkan.units import lost
from grognard.games.balkan.world import SIDES

OURS = "ours"


class End(Step[Campaign], frozen=True):
    """The scenario is over and is judged. [BF-31A-1]"""

    def run(self, s: Campaign) -> None:
        if s.world.frame["victory"] != OURS:
            s.outcome = Outcome(None, "draw", {})
            s.tell("no verdict", "BF-31A-1")
            return
        points = {name: score(s, side).total for name, side in SIDES.items() if side in (AXIS, ALLIES)}
        level = verdict(s)
        winner = next((name for name in s.world.sides if level.startswith(name)), None)
        facts: dict[str, Any] = {"level": level, **{side: shown(number) for side, number in points.items()}}
        s.outcome = Outcome(winner, "victory" if winner else "stalemate", facts)
        s.tell("verdict", "BF-31A-1", **facts)


def score(s: Campaign, side: int) -> Tally:
    """The points of a side in a scenario of ours: places that it owns, and enemy units eliminated. [BF-31A-1]"""
    frame, tally = s.world.frame, Tally(0, "BF-31A-1")
    for row in frame.get("points", ()):
        place = s.world.place(row["hex"])
        if SIDES[row["side"]] == side and place is not None and s.owner[place] == side:
            tally.add(row["points"], "BF-31A-1", row["place"])
    if "points_per_enemy_re" in frame:
        each: Number = exact(frame["points_per_enemy_re"])
        tally.add(Fraction(lost(s, 1 - side), 2) * each, "BF-31A-1", "enemy units eliminated")
    return tally


def verdict(s: Campaign) -> str:
    """The level that the Allied lead comes to: the first that it reaches. [BF-31A-1]"""
    lead = score(s, ALLIES).total - score(s, AXIS).total
    levels = s.world.frame["levels"]
    return next(str(row["result"]) for row in levels if "at_least" not in row or lead >= row["at_least"])
