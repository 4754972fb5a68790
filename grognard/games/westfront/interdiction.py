"""Chapter 15, 15.7: interdiction of movement by sea. That of supply is checked with supply."""

from __future__ import annotations

from grognard.engine.agenda import Chance, Step
from grognard.engine.events import Roll
from grognard.engine.state import put
from grognard.games.westfront.seapower import sea_controller
from grognard.games.westfront.state import FROM_SEA, Front
from grognard.games.westfront.units import lose_from_sight, lose_step, tell


class InterdictMovement(Step[Front], frozen=True):
    """After all movement the passive side rolls for every unit and every sea of its own on the way. [WF-15.72a]"""

    side: int

    def run(self, s: Front) -> None:
        rolls = []
        for unit, how, origin, *seas in s.voyages:
            dice = sum(s.world.sea_value[sea] for sea in seas if sea_controller(s, sea) == 1 - self.side)
            if dice:
                rolls.append(Interdict(unit, how, origin, dice))
        s.then(*rolls)


class Interdict(Chance[Front], frozen=True):
    """Interdiction of one voyage: thrown back, hit, or both. [WF-15.72b, WF-15.72c]"""

    unit: int
    how: int
    origin: int
    dice: int

    def call(self, s: Front) -> Roll:
        by = s.world.sides[1 - s.side_of(self.unit)]
        where = s.world.board.names[s.where[self.unit]]
        return Roll("interdiction", "WF-15.72a", self.dice, facts={"by": by, "at": where})

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        side = s.side_of(self.unit)
        kind = "invasion" if self.how == FROM_SEA else "sea_move"
        numbers = s.world.charts["movement_interdiction"][kind][supremacy_of(s, 1 - side)]
        if any(face in numbers["repulse"] for face in faces):
            turn_back(s, self.unit, self.origin)
        for face in faces:
            if face in numbers["hit"] and s.where[self.unit] >= 0:
                lose_step(s, self.unit, "WF-15.72b")


def supremacy_of(s: Front, roller: int) -> str:
    """The column of the naval charts for whoever rolls. [WF-15.2c]"""
    return "roller_supreme" if roller == s.world.supremacy else "roller_opposed"


def turn_back(s: Front, unit: int, origin: int) -> None:
    """A unit thrown back at sea is again where it came from, and its landing has not been. [WF-15.72c]"""
    place = s.where[unit]
    s.where[unit] = origin
    s.dispersed[unit] = s.entered[unit] = 0
    s.came_from[unit] = s.landed_at[unit] = -1
    if s.attacker[place] and s.fresh[place] and not s.stack(place, s.side_of(unit)):
        s.attacker, s.fresh = put(s.attacker, place, 0), put(s.fresh, place, 0)
    lose_from_sight(s, unit)
    tell(s, "turned back", "WF-15.72c", unit, to=s.world.board.names[origin])
