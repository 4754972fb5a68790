"""Chapter 12.5: the revolt in Iraq."""

from __future__ import annotations

from grognard.games.twoww.ground import side_name
from grognard.games.twoww.politics import hand_over
from grognard.games.twoww.state import ALLIES, AXIS, CONQUERED, CRUSHED, POOL, REVOLT, War
from grognard.games.twoww.units import put, send_away


def rebel(s: War) -> None:
    """Iraq rises: its unit stands in Baghdad, under the Axis. [2WW-12.5b]"""
    s.iraq = REVOLT
    hand_over(s, s.world.iraq, AXIS)
    for unit in s.world.units_of[s.world.iraq]:
        s.loyal[unit] = AXIS
        put(s, unit, s.world.baghdad)
    s.tell("revolt", "2WW-12.5b", at=s.world.board.names[s.world.baghdad])


def captured(s: War, side: int) -> None:
    """Whoever captures Baghdad has Iraq: the Allies conquer it and end the revolt for good, the Axis liberates it.
    [2WW-12.5.2a, 2WW-12.5.2b]"""
    hand_over(s, s.world.iraq, side)
    s.iraq = CRUSHED if side == ALLIES else REVOLT
    s.conquered[s.world.iraq] = 1 + ALLIES if side == ALLIES else 0
    for unit in s.world.units_of[s.world.iraq]:
        send_away(s, unit, CONQUERED if side == ALLIES else POOL)
    rule = "2WW-12.5.2a" if side == ALLIES else "2WW-12.5.2b"
    s.tell("iraq", rule, side=side_name(s, side))
