"""Chapter 9: the end of a combat. Who flew is marked, and fleets that have won at sea may move up."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.events import Facts
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.twoww.battle import Battle
from grognard.games.twoww.orders import Advance
from grognard.games.twoww.state import War
from grognard.games.twoww.units import anyone_at, names
from grognard.games.twoww.voyages import Voyage, at_the_end


class AfterCombat(Step[War], frozen=True):
    """Air units that flew are Ops Complete; the winner of a sea combat may advance. [2WW-9.1.4, 2WW-3.3.2c,
    2WW-4.2.C.3ab]"""

    battle: Battle

    def run(self, s: War) -> None:
        battle = self.battle
        if battle.kind != "convoy":
            for unit in battle.flown:
                if s.where[unit] >= 0:
                    s.ops[unit] = 1
        if battle.kind == "sea":
            s.then(MaySeaAdvance(battle.side, battle))


class MaySeaAdvance(Step[War], frozen=True):
    """Ask whoever has won at sea for an advance, if there is one to be made. [2WW-4.2.C.3ab]"""

    side: int
    battle: Battle

    def run(self, s: War) -> None:
        if sea_advances(s, self.battle, self.side):
            s.then(SeaAdvance(self.side, self.battle))


def sea_advances(s: War, battle: Battle, side: int) -> list[int]:
    """The winning fleets beside the hex, if no enemy is left in it. [2WW-4.2.C.3ab]"""
    if anyone_at(s, 1 - side) >> battle.at & 1:
        return []
    return [
        unit
        for unit in battle.sea[side]
        if s.where[unit] >= 0 and not s.ops[unit] and battle.at in s.world.waters[s.where[unit]]
    ]


class SeaAdvance(Ask[War], frozen=True):
    """Fleets that have won may move into the hex. [2WW-4.2.C.3ab]"""

    battle: Battle

    takes = (Advance, Pass)
    out_of_turn = "2WW-4.2.C.3ab"

    def prompt(self, s: War) -> Prompt:
        return Prompt("advance", "2WW-4.2.C.3ab", {"at": s.world.board.names[self.battle.at]})

    def offers(self, s: War) -> Iterator[Order]:
        side, at = s.world.sides[self.side], s.world.board.names[self.battle.at]
        for unit in sea_advances(s, self.battle, self.side):
            yield Advance(side, s.world.units[unit], at)
        yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Advance)
        unit = own_unit(s, self.side, order.unit)
        facts = {"unit": order.unit, "to": order.to}
        return unit if isinstance(unit, Refusal) else Refusal("2WW-4.2.C.3ab", facts)

    def take(self, s: War, order: Order) -> None:
        if isinstance(order, Pass):
            s.done()
            return
        assert isinstance(order, Advance)
        fleet = s.world.unit_index[order.unit]
        s.done()
        s.then(MaySeaAdvance(self.side, self.battle))
        put_forward(s, fleet, self.battle.at)


def put_forward(s: War, fleet: int, place: int) -> None:
    """A fleet that advances is open to transit attacks. [2WW-8.3.5.1]"""
    s.then(Voyage(s.loyal[fleet], (fleet,), s.where[fleet], (place,), "advance"))


@at_the_end("advance")
def moved_up(s: War, voyage: Voyage) -> None:
    facts: Facts = {"units": names(s, voyage.fleets), "to": s.world.board.names[voyage.here]}
    s.tell("fleets advance", "2WW-4.2.C.3ab", **facts)
