"""Chapter 11, the Supply step: fleets and air units that cannot trace a line wear down."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.twoww.state import NEUTRAL, War
from grognard.games.twoww.supply import is_supplied
from grognard.games.twoww.units import take_loss


class Supply(Step[War], frozen=True):
    """Every fleet and air unit traces a line or is reduced; a reduced one is eliminated. Neutral ones skip it.
    [2WW-11a, 2WW-11b, 2WW-11c, 2WW-3.4.2a]"""

    def run(self, s: War) -> None:
        s.armored = 0
        cut_off = [
            unit for unit in (*s.world.fleets, *s.world.air_units) if must_trace(s, unit) and not is_supplied(s, unit)
        ]
        for unit in cut_off:
            if s.where[unit] >= 0:  # a passenger may have gone down with its fleet
                take_loss(s, unit, "2WW-11a")


def must_trace(s: War, unit: int) -> bool:
    return s.where[unit] >= 0 and s.loyal[unit] != NEUTRAL and not s.neutral[s.world.nation[unit]]
