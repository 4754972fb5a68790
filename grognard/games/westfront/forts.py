"""Chapter 2, 2.26: forts. Concrete and men; they hardly move, and take three hits where others take one."""

from __future__ import annotations

from grognard.engine.orders import Refusal
from grognard.engine.paths import mask_of
from grognard.games.westfront.state import Front
from grognard.games.westfront.units import is_engaged


def is_fort(s: Front, unit: int) -> bool:
    return unit in s.world.forts


def why_not_on_foot(s: Front, unit: int) -> Refusal | None:
    """A fort never moves by land. [WF-2.26a]"""
    return Refusal("WF-2.26a", {"unit": s.world.units[unit]}) if is_fort(s, unit) else None


def why_not_dismantle(s: Front, unit: int) -> Refusal | None:
    """A fort goes by rail or sea, but not out of a battle. [WF-2.26a]"""
    if is_fort(s, unit) and is_engaged(s, unit):
        return Refusal("WF-2.26a", {"unit": s.world.units[unit]}, "engaged")
    return None


def dismantle(s: Front, unit: int) -> None:
    """A fort that has moved is a cadre. Its owner is told; whoever remembers the block can work it out. [WF-2.26b]"""
    left: int = s.world.types[unit]["steps_after_move"] if is_fort(s, unit) else s.steps[unit]
    lost = s.steps[unit] - left
    if lost > 0:
        s.steps[unit] = left
        s.seen[unit] -= max(0, (s.seen[unit] - 1) % 16 - left) if s.seen[unit] else 0
        side = s.world.sides[s.side_of(unit)]
        s.tell("dismantle", "WF-2.26b", only=(side,), unit=s.world.units[unit], steps=left)


def fort_hexes(s: Front, unit: int) -> int:
    """Where a fort may not end because another one of its side is there. [WF-2.26h]"""
    if not is_fort(s, unit):
        return 0
    return mask_of(s.where[fort] for fort in s.world.forts if fort != unit and s.where[fort] >= 0)


def why_not_fort_at(s: Front, unit: int, place: int) -> Refusal | None:
    """No hex holds two forts of a side. [WF-2.26h]"""
    if fort_hexes(s, unit) >> place & 1:
        return Refusal("WF-2.26h", {"unit": s.world.units[unit], "at": s.world.board.names[place]})
    return None


def is_walled(s: Front, unit: int) -> bool:
    """Whether a fort takes three hits for a step: while it is attacked, and supplied. [WF-2.26d, WF-2.26f]"""
    return is_fort(s, unit) and s.side_of(unit) != s.active and bool(s.supplied[unit])


def outlasts(s: Front, unit: int) -> bool:
    """Want of supply alone never takes the last step of a fort. [WF-2.26g]"""
    return is_fort(s, unit) and s.steps[unit] == s.world.lowest[unit]
