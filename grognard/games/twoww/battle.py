"""Chapter 9 and the Combat Chart: who fights, with how many factors, on which line, and who has won."""

from __future__ import annotations

import msgspec

from grognard.engine.tally import Tally
from grognard.games.twoww.state import ASSAULTING, DROPPED, War
from grognard.games.twoww.supply import is_supplied
from grognard.games.twoww.units import asw_value, face_value
from grognard.games.twoww.world import Column

Sides = tuple[tuple[int, ...], tuple[int, ...]]
"""Units of the Axis, units of the Allies."""

NOBODY: Sides = ((), ())

Footing = tuple[tuple[int, ...], tuple[int, ...]]
"""The hexes from which the land units of each side fought."""


class Battle(msgspec.Struct, frozen=True, gc=False):
    """A combat while it lasts: what kind, where, who attacks, and who takes part on each side.

    Kinds are raid, convoy, transit, strike, sea and land. Units that are lost stay in its lists:
    `alive` leaves them out.
    """

    kind: str
    at: int
    side: int
    """The attacker."""
    land: Sides = NOBODY
    air: Sides = NOBODY
    sea: Sides = NOBODY
    flown: tuple[int, ...] = ()
    """Air units that will be Ops Complete when it is over. [2WW-9.1.4]"""
    nominal: bool = False
    """An empty port that fights with a factor of its own, or with half of what is near. [2WW-8.1.4.3a, 2WW-8.1.4.3b]"""
    beside: tuple[int, ...] = ()
    """Fleets of the defender that lie beside the air units which are struck: they fire back, and are not fired at.
    [2WW-4.2.C.3d]"""


class Fire(msgspec.Struct, frozen=True, gc=False):
    """What one side throws with: a line of the Combat Chart, factors, and the column that these lead to."""

    line: str
    factors: int
    column: int


def owes_combat(s: War, unit: int) -> bool:
    """Whether a unit has landed where it must fight: among enemies, or in a port that is still theirs. If they have
    left it in the meantime there is nothing to fight for. [2WW-8.1.1b, 2WW-8.1.3.3b, 2WW-5.2.3a]"""
    if s.landed[unit] not in (DROPPED, ASSAULTING):
        return False
    place, enemy = s.where[unit], 1 - s.loyal[unit]
    return bool(s.ashore(place, enemy)) or (s.landed[unit] == ASSAULTING and s.holder[place] == enemy)


def alive(s: War, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units if s.where[unit] >= 0)


def joined(sides: Sides, side: int, unit: int) -> Sides:
    """The same units and one more."""
    return (sides[0] + (unit,), sides[1]) if side == 0 else (sides[0], sides[1] + (unit,))


def without(sides: Sides, side: int) -> Sides:
    """The same with nobody on one side."""
    return ((), sides[1]) if side == 0 else (sides[0], ())


# The Combat Chart


def column_of(line: tuple[Column, ...], factors: int, shift: int = 0) -> int:
    """The column for so many factors, shifted to the right (left if negative), kept on the chart. [2WW-4.2.C.3o]"""
    found = max((number for number, column in enumerate(line) if column.minimum <= factors), default=0)
    return max(0, min(found + shift, len(line) - 1))


def losses_of(column: Column, throw: int) -> int:
    """How many loss points a throw costs; low throws cost most. [2WW-3.1a, 2WW-3.4.5a]"""
    return sum(1 for highest in column.at_most if throw <= highest)


def fire(s: War, line: str, factors: int, shift: int = 0) -> Fire | None:
    """The fire of one side, or nothing if it has no factors."""
    return Fire(line, factors, column_of(s.world.lines[line], factors, shift)) if factors > 0 else None


def winner_of(points: tuple[int, int], throws: tuple[int, int]) -> int | None:
    """Fewer counted loss points win, then the higher throw; else nobody. [2WW-4.2.C.3s]"""
    if points[0] != points[1]:
        return 0 if points[0] < points[1] else 1
    if throws[0] != throws[1]:
        return 0 if throws[0] > throws[1] else 1
    return None


# Factors


def factor(s: War, unit: int) -> Tally:
    """The combat factor of a unit; land units without supply have half of theirs. [2WW-11.2.4, 2WW-11a, 2WW-11d]"""
    tally = Tally(face_value(s, unit))
    if s.world.is_land[unit] and not is_supplied(s, unit):
        tally.add(tally.base // 2 - tally.base, "2WW-11.2.4", "out of supply")
    return tally


def total(s: War, units: tuple[int, ...], rule: str) -> Tally:
    """The factors of several units together."""
    tally = Tally(0, rule)
    for unit in units:
        tally.add(factor(s, unit).value, rule, s.world.units[unit])
    return tally


def total_asw(s: War, units: tuple[int, ...]) -> int:
    return sum(asw_value(s, unit) for unit in units)
