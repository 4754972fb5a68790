"""Chapter 4.2.G: the end of a game turn. Forts that are no longer wanted come off the map."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.twoww.orders import Remove
from grognard.games.twoww.state import ALLIES, AXIS, POOL, War
from grognard.games.twoww.units import own_unit, place_name, send_away


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


class RemoveForts(Ask[War], frozen=True):
    """Take forts off the map, or leave them. [2WW-4.2.G]"""

    takes = (Remove, Pass)
    out_of_turn = "2WW-4.1a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("forts", "2WW-4.2.G")

    def offers(self, s: War) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for fort in loose_forts(s, self.side):
            yield Remove(side, s.world.units[fort])
        yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Remove)
        unit = own_unit(s, self.side, order.unit)
        return unit if isinstance(unit, Refusal) else Refusal("2WW-4.2.G", {"unit": order.unit})

    def take(self, s: War, order: Order) -> None:
        if isinstance(order, Remove):
            fort = s.world.unit_index[order.unit]
            s.tell("fort removed", "2WW-4.2.G", unit=order.unit, at=place_name(s, fort))
            send_away(s, fort, POOL)
        if isinstance(order, Pass) or not loose_forts(s, self.side):
            s.done()
