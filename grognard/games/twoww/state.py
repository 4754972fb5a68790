"""The changing facts of 2WW."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.games.twoww.world import Europe

AXIS, ALLIES, NEUTRAL = 0, 1, 2
"""The two sides, and whoever is on neither. [2WW-1a]"""

POOL, LATER, GONE, CONQUERED, IN_HAND = -1, -2, -3, -4, -5
"""Places of units that are in no place of the board: the force pool, still to come by the turn track, out of play for
good, out until their country is liberated, or still to be set up."""

DROPPED, ASSAULTING, BEACHED, IN_PORT = 1, 2, 3, 4
"""How a unit came to its hex in this phase: it fell from the sky onto enemies, came ashore in an enemy port, was
landed on an open coast, or was landed in a friendly port."""

QUIET, REVOLT, CRUSHED = 0, 1, 2
"""Iraq: not yet in revolt, in revolt, and once Baghdad has been taken from the rebels. [2WW-12.5a]"""

NO_VICHY, VICHY, JOINED, DECIDED = 0, 1, 2, 3
"""Unoccupied France: not there before the fall of Paris, neutral, fighting for the Allies, and decided by the
capture of Toulon. [2WW-12.2.1a, 2WW-12.2.2b, 2WW-12.2.3a]"""


class War(State):
    """One moment of the war. Facts are per unit, per place, per country, or single values."""

    __slots__ = (
        "aboard", "active", "america", "armored", "began", "bombed", "claimed", "conquered", "course", "delay",
        "fought", "full", "holder", "iraq", "landed", "lend", "loyal", "moved", "neutral", "opened", "ops", "owner",
        "phase", "points", "raided", "spent", "sunk", "turn", "vichy", "where",
    )  # fmt: skip

    world: Europe

    # per unit
    where: list[int]
    aboard: list[int]  # the fleet that carries it, or -1; `where` is then the fleet's own place
    began: list[int]  # where it was when the movement phase began
    loyal: bytearray  # who commands it: AXIS, ALLIES or NEUTRAL
    full: bytearray  # 1: at full strength, 0: reduced
    ops: bytearray  # Ops Complete
    moved: bytearray  # 1: has ended its move of this phase
    spent: bytearray  # movement points used in this phase
    landed: bytearray  # 0, DROPPED, ASSAULTING, BEACHED or IN_PORT
    raided: bytearray  # has bombed or intercepted in this game turn
    fought: bytearray  # has attacked or supported an attack in this combat phase

    # per place
    holder: bytes  # who controls a city or port: AXIS, ALLIES or NEUTRAL

    # per country
    owner: bytearray  # who controls it
    neutral: bytearray  # 1 as long as it is at peace
    conquered: bytearray  # 1 + the side that has conquered it, or 0
    opened: bytearray  # of an Axis minor: an Axis unit has crossed its border

    # single
    turn: int
    active: int
    phase: int
    armored: int  # 1 during Armored Action
    america: int  # 1: the United States are at war
    delay: int  # turns by which Western invasions of neutrals have put off their entry
    vichy: int
    iraq: int
    lend: tuple[int, int]  # Lend Lease of this turn, for Britain and for the Soviet Union
    sunk: tuple[int, int, int, int]  # of this turn's Dominion, Iraqi, British and Soviet Lend Lease points
    bombed: tuple[int, ...]  # production cities out of action this turn
    points: int  # production points that the power which produces has left
    claimed: tuple[int, ...]  # foreign cities whose points an earlier power has taken this turn
    course: tuple[tuple[int, int, int, int], ...]  # of every turn: points and powers, of the Axis and of the Allies

    def stack(self, place: int, side: int) -> list[int]:
        """A side's units in a place, those aboard its fleets included."""
        where, loyal = self.where, self.loyal
        return [unit for unit, at in enumerate(where) if at == place and loyal[unit] == side]

    def ashore(self, place: int, side: int) -> list[int]:
        """A side's land units in a place, without those aboard a fleet."""
        where, loyal, aboard, land = self.where, self.loyal, self.aboard, self.world.is_land
        return [u for u, at in enumerate(where) if at == place and land[u] and loyal[u] == side and aboard[u] < 0]
