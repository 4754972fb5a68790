"""Chapter 4.2.G: the end of a game turn. Forts that are no longer wanted come off the map."""

from __future__ import annotations

from grognard.engine.agenda import Prompt, Step
from grognard.engine.naming import NameUnit
from grognard.engine.orders import Pass, Refusal
from grognard.games.twoww.orders import Remove
from grognard.games.twoww.state import ALLIES, AXIS, POOL, War
from grognard.games.twoww.units import place_name, send_away


class Adjustment(Step[War], frozen=True):
    """Each side may take forts without a name back into its force pool. [2WW-4.2.G]"""

    def run(self, s: War) -> None:
        s.then(*(RemoveForts(side) for side in (AXIS, ALLIES) if loose_forts(s, side)))


def loose_forts(s: War, side: int) -> list[int]:
    """A side's forts on the map that bear no place name. [2WW-4.2.G]"""
    roster = s.world.roster
    return [
        unit
        for unit in s.world.land_units
        if s.where[unit] >= 0 and s.loyal[unit] == side and s.world.is_fort[unit] and not roster[unit].city
    ]


class RemoveForts(NameUnit[War], frozen=True):
    """Take forts off the map, or leave them. [2WW-4.2.G]"""

    takes = (Remove, Pass)
    out_of_turn = "2WW-4.1a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("forts", "2WW-4.2.G")

    def among(self, s: War) -> list[int]:
        return loose_forts(s, self.side)

    def why_not(self, s: War, unit: int) -> Refusal:
        return Refusal("2WW-4.2.G", {"unit": s.world.units[unit]})

    def named(self, s: War, unit: int) -> None:
        s.tell("fort removed", "2WW-4.2.G", unit=s.world.units[unit], at=place_name(s, unit))
        send_away(s, unit, POOL)
        if loose_forts(s, self.side):
            s.then(self)
