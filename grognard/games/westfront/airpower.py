"""Chapter 13: airpower. Its reach, and how hard it hits."""

from __future__ import annotations

from grognard.games.westfront.command import command_value
from grognard.games.westfront.state import COMMAND, INVASION, SUPREME, Front


def air_range(s: Front, hq: int) -> int:
    """One hex per step, two for supreme headquarters, and later in the war one more for the Allies; enemy hexes and
    terrain do not matter. [WF-13.11a, WF-5.63, WF-13.21a, WF-5.8a]"""
    unit, command = s.world.roster[hq], s.world.charts["hq_command"]
    extended = command["extended_air_range"]
    far = s.world.sides[unit.side] == extended["side"] and s.world.months[s.month] >= extended["from"]
    per_step: int = {**command["air_range"], **(extended if far else {})}[unit.kind]
    return per_step * max(0, command_value(s, hq))


def strike_dice(s: Front, hq: int) -> int:
    """The dice of an airstrike: one for every step that the headquarters commands with. [WF-5.5a, WF-5.8a]"""
    dice: int = s.world.charts["hq_command"]["airstrike_dice"]
    return dice * max(0, command_value(s, hq))


def in_air_range(s: Front, hq: int, place: int) -> bool:
    return s.world.board.distance(s.where[hq], place) <= air_range(s, hq)


def can_strike(s: Front, hq: int) -> bool:
    """An active headquarters has one airstrike in a combat phase, unless it drops paras or has no aircraft left.

    [WF-5.5a, WF-14.2a, WF-13.14]
    """
    if s.role[hq] not in (COMMAND, SUPREME, INVASION) or 1 + hq in s.strike:
        return False
    return strike_dice(s, hq) > 0 and air_firepower(s, s.side_of(hq)) != "none"


def air_firepower(s: Front, side: int) -> str:
    """The firepower of a side's airstrikes, by the season of the war. [WF-13.14]"""
    power: str = s.world.charts["air_firepower"][s.world.seasons[s.month]][s.world.sides[side]]
    return power
