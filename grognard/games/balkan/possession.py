"""Chapter 3D: who owns a hex. Whoever stands in it, else whoever's zone alone covers it, else whoever last did.

Ownership is worked out anew for both sides as soon as anything changes on which it rests: a unit enters a hex, a
division loses its zone or comes to grief, the weather opens a mountain. [BF-3D-1, BF-3D-2, BF-3D-3, BF-3D-4]
"""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.derived import derived
from grognard.engine.paths import bits, mask_where, painted
from grognard.games.balkan import forts
from grognard.games.balkan.lands import closed_ground
from grognard.games.balkan.state import ALLIES, AXIS, NEUTRAL, Campaign
from grognard.games.balkan.zones import occupied, zone
from grognard.games.europa import possession

EVER = (1, 2)
"""The marks by which a place knows that a side has ever owned it. [BF-12C2-6]"""

CONSEQUENTIAL = ("active", "cadre", "owner", "stance", "weather", "where", "zoneless")
"""The facts on which ownership rests."""


@derived("where", "cadre", "zoneless", "weather", "stance")
def gained(s: Campaign, side: int) -> int:
    """The hexes that are a side's by what stands where now. [BF-3D-1, BF-3D-2, BF-3D-4]"""
    enemy = 1 - side
    found = possession.gained(occupied(s, side), zone(s, side), occupied(s, enemy), zone(s, enemy))
    return found & s.world.land & ~closed_ground(s, side)


@derived("owner")
def owned(s: Campaign, side: int) -> int:
    """The hexes that a side owns. [BF-3D-3]"""
    return mask_where(s.owner, bytes((side,)))


def give(s: Campaign, places: int, to: int) -> None:
    """Places are a side's from now on, or nobody's; whoever has ever owned one is remembered. [BF-3D-3, BF-12C2-6]"""
    s.owner = painted(s.owner, places, to)
    if to != NEUTRAL:
        both = places & mask_where(s.ever, bytes((EVER[1 - to], EVER[AXIS] | EVER[ALLIES])))
        s.ever = painted(painted(s.ever, places & ~both, EVER[to]), both, EVER[AXIS] | EVER[ALLIES])


def ever_owned(owner: bytes) -> bytes:
    """The marks of all places at a moment before which nothing counts. [BF-12C2-6]"""
    return owner.translate(bytes((*EVER, 0, *bytes(253))))


def consequences(s: Campaign) -> None:
    """Owners follow from where everybody stands."""
    if any(gained(s, side) & ~owned(s, side) for side in (AXIS, ALLIES)):
        s.then(Possession())


class Possession(Step[Campaign], frozen=True):
    """Hexes change hands, and what hangs on them goes with them. [BF-3D-2, BF-3D-3]"""

    def run(self, s: Campaign) -> None:
        for side in (AXIS, ALLIES):
            taken = gained(s, side) & ~owned(s, side)
            if taken:
                remember(s, taken)
                give(s, taken, side)
                hexes = [s.world.board.names[place] for place in bits(taken)]
                s.tell("taken", "BF-3D-2", side=s.world.sides[side], hexes=hexes)
                forts.fall(s, taken)


def remember(s: Campaign, taken: int) -> None:
    """Whose hexes were when the player turn began is known as long as it lasts. [BF-26A3-3]"""
    former = bytearray(s.former)
    for place in bits(taken):
        former[place] = former[place] or 1 + s.owner[place]
    s.former = bytes(former)
