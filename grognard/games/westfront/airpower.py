"""Chapter 13: airpower. Its reach, and how hard it hits."""

from __future__ import annotations

from grognard.games.westfront.state import COMMAND, INVASION, SUPREME, Front


def air_range(s: Front, hq: int) -> int:
    """One hex per step, two for supreme headquarters; enemy hexes and terrain do not matter. [WF-13.11a, WF-5.63]"""
    per_step: int = s.world.charts["hq_command"]["air_range"][s.world.roster[hq].kind]
    return per_step * s.steps[hq]


def in_air_range(s: Front, hq: int, place: int) -> bool:
    return s.world.board.distance(s.where[hq], place) <= air_range(s, hq)


def can_strike(s: Front, hq: int) -> bool:
    """An active headquarters has one airstrike in a combat phase, unless it drops paras. [WF-5.5a, WF-14.2a]"""
    return s.role[hq] in (COMMAND, SUPREME, INVASION) and s.steps[hq] > 0 and 1 + hq not in s.strike


def air_firepower(s: Front, side: int) -> str:
    """The firepower of a side's airstrikes, fixed by the scenario. [WF-13.14]"""
    power: str = s.world.data["air_firepower"][s.world.sides[side]]
    return power
