"""Chapter 3A: what holds of units wherever they are: finding them, their ratings, and losing them."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.games.balkan.lands import loyalty, side_of
from grognard.games.balkan.roster import Face
from grognard.games.balkan.state import DEAD, NEUTRAL, Campaign


def why_not_own(s: Campaign, side: int, unit: int) -> Refusal | None:
    """A side gives orders to its own units on the map. [BF-4A2-1]"""
    whose = side_of(s, unit)
    if whose != side:
        return Refusal("BF-4A2-1", {"unit": s.world.units[unit], "side": side_name(s, whose)}, "side")
    return Refusal("table.not-on-map", {"unit": s.world.units[unit]}) if s.where[unit] < 0 else None


def face(s: Campaign, unit: int) -> Face:
    """The side of the counter that is up. [BF-3A-2]"""
    data = s.world.roster[unit]
    return data.cadre if s.cadre[unit] and data.cadre else data.full


def is_division(s: Campaign, unit: int) -> bool:
    """Whether it is a divisional unit: cadres and headquarters are not. [BF-3A1-1, BF-3A1-2]"""
    return "divisional" in s.world.roster[unit].flags and not s.cadre[unit]


def units_in(s: Campaign, place: int, side: int) -> list[int]:
    """A side's units in a place."""
    return stacks(s, side).get(place, [])[:]


def stacks(s: Campaign, side: int) -> dict[int, list[int]]:
    """By place: the units that a side has there."""
    return _standing(s)[side]


@derived("where", "stance")
def _standing(s: Campaign) -> tuple[dict[int, list[int]], ...]:
    """By side, and by none: the places and who is there."""
    loyal, found = loyalty(s), (dict[int, list[int]](), dict[int, list[int]](), dict[int, list[int]]())
    for unit, at in enumerate(s.where):
        if at >= 0:
            found[loyal[unit]].setdefault(at, []).append(unit)
    return found


def names(s: Campaign, units: list[int] | tuple[int, ...]) -> list[str]:
    return [s.world.units[unit] for unit in units]


def side_name(s: Campaign, side: int) -> str:
    return "neutral" if side == NEUTRAL else s.world.sides[side]


def eliminate(s: Campaign, unit: int, rule: str, *, completely: bool = False) -> None:
    """A division leaves its cadre if it has one; everything else is gone. [BF-9E-1]"""
    world = s.world
    at = world.board.names[s.where[unit]] if s.where[unit] >= 0 else ""
    if world.roster[unit].cadre and not s.cadre[unit] and not completely:
        s.cadre[unit] = 1
        s.tell("reduced", rule, unit=world.units[unit], at=at)
    else:
        s.tell("eliminated", rule, unit=world.units[unit], at=at)
        take_off(s, unit, DEAD)


@derived("where", "cadre", "stance")
def lost(s: Campaign, side: int) -> int:
    """The half REs that a side has lost as things stand: its eliminated units, and what its cadres lack. What has been
    rebuilt is not counted. [BF-31B-1]"""
    found, roster = 0, s.world.roster
    for unit, whose in enumerate(loyalty(s)):
        if whose == side and s.where[unit] == DEAD:
            found += roster[unit].full.res
        elif whose == side and s.cadre[unit] and s.where[unit] >= 0:
            found += roster[unit].full.res - face(s, unit).res
    return found


def take_off(s: Campaign, unit: int, to: int) -> None:
    """A unit leaves the map; whatever it bore there is forgotten, but not that it is a cadre."""
    s.where[unit] = to
    s.spent[unit] = s.gait[unit] = s.zoneless[unit] = s.hungry[unit] = s.fought[unit] = s.fresh[unit] = 0
    s.work[unit] = s.charged[unit] = 0
