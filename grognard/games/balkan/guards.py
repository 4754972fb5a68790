"""Chapter 7A1: units that stay in a hex and so cancel enemy zones in it for trains."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.games.balkan.lands import loyalty
from grognard.games.balkan.state import LATER, Campaign


@derived("where", "began", "stance")
def guards(s: Campaign, side: int) -> dict[int, list[int]]:
    """By place: the units that began the phase there and have not left. [BF-7A1-5]"""
    loyal, found = loyalty(s), dict[int, list[int]]()
    for unit, at in enumerate(s.where):
        if at >= 0 and s.began[unit] == at and loyal[unit] == side:
            found.setdefault(at, []).append(unit)
    return found


def must_stay(s: Campaign, unit: int, side: int) -> bool:
    """Whether a train has used the hex of a unit that alone cancels an enemy zone there. [BF-7A1-5]"""
    at = s.where[unit]
    return bool(s.leaned[at]) and guards(s, side).get(at) == [unit]


def leave(s: Campaign, unit: int, to: int) -> None:
    """A unit goes to another hex; coming back, it has not held the one where it began throughout. [BF-7A1-5]"""
    s.where[unit] = to
    if s.began[unit] != to:
        s.began[unit] = LATER
