"""Chapter 8: the movement phase. The side to move chooses a unit, moves it, and chooses the next. [2WW-4.2.C.2a]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step, Warnings
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.twoww.air_moves import InFlight
from grognard.games.twoww.fleets import Underway, has_sailed
from grognard.games.twoww.ground import is_at_peace
from grognard.games.twoww.land_moves import OnFoot
from grognard.games.twoww.orders import Move
from grognard.games.twoww.stacking import Check, excess
from grognard.games.twoww.state import BEACHED, IN_PORT, War
from grognard.games.twoww.zones import beside_fleets, land_zone


class Movement(Step[War], frozen=True):
    """A movement phase begins. In Armored Action only armor moves, and stacking is not looked at before the combats.
    [2WW-8a, 2WW-10a, 2WW-5.2.2a]"""

    side: int
    armored: bool = False

    def run(self, s: War) -> None:
        s.active, s.armored = self.side, int(self.armored)
        s.began = s.where[:]
        for unit in range(len(s.where)):
            s.moved[unit] = s.spent[unit] = s.landed[unit] = 0
        s.then(MoveUnits(self.side), *(() if self.armored else (Check(),)))


class MoveUnits(Ask[War], frozen=True):
    """The next unit that moves, or the end of the phase. [2WW-8a, 2WW-4.2.C.2a]"""

    takes = (Move, Pass)
    out_of_turn = "2WW-4.1a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("move armor", "2WW-10a") if s.armored else Prompt("move", "2WW-8a")

    def offers(self, s: War) -> Iterator[Order]:
        side = s.world.sides[self.side]
        moved, loyal = s.moved, s.loyal
        for unit, place in enumerate(s.where):
            if place >= 0 and loyal[unit] == self.side and not moved[unit] and why_not_move(s, unit) is None:
                yield Move(side, s.world.units[unit])
        yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Move)
        unit = own_unit(s, self.side, order.unit)
        return unit if isinstance(unit, Refusal) else why_not_move(s, unit)

    def take(self, s: War, order: Order) -> None:
        if not isinstance(order, Move):
            s.done()
            return
        unit, world = s.world.unit_index[order.unit], s.world
        if world.is_fleet[unit]:
            s.then(Underway(self.side, (unit,)))
        else:
            s.then(InFlight(self.side, unit) if world.is_air[unit] else OnFoot(self.side, unit))

    def warnings(self, s: War) -> Warnings:
        found = excess(s, self.side)
        return {Pass: (Prompt("crowded", "2WW-5.2.2b", {"at": s.world.board.names[found[0]]}),)} if found else {}


def why_not_move(s: War, unit: int) -> Refusal | None:
    """Why a unit may not move now. [2WW-8a, 2WW-3.3.1b, 2WW-3.3.3c, 2WW-3.4.2a, 2WW-3.4.3b, 2WW-10a, 2WW-12.4.1b]"""
    world, place = s.world, s.where[unit]
    facts = {"unit": world.units[unit]}
    if place < 0:
        return Refusal("table.not-on-map", facts)
    if world.is_fort[unit]:
        return Refusal("2WW-3.3.1b", facts, "move")
    if s.armored and world.roster[unit].kind != "armor":
        return Refusal("2WW-10a", facts)
    if s.aboard[unit] >= 0 and not may_take_off(s, unit):
        return Refusal("2WW-3.3.3c", facts)
    if is_at_peace(s, world.nation[unit]):
        return Refusal("2WW-12.4.1b" if world.is_soviet[unit] else "2WW-3.4.2a", facts, "move")
    if world.is_fleet[unit] and s.ops[unit]:
        return Refusal("2WW-3.4.3b", facts)
    if s.landed[unit] == BEACHED:
        return Refusal("2WW-8.1.3.2b", facts)
    if s.moved[unit]:
        return Refusal(why_over(s, unit), facts, "over")
    if place >= world.board.grid.size and not world.is_fleet[unit]:
        return Refusal("2WW-8.1a", facts, "box")
    return None


def may_take_off(s: War, unit: int) -> bool:
    """Naval air units may leave their fleet as any air unit leaves its base, unless it has carried them in this phase.
    [2WW-3.3.3c, 2WW-8.2a]"""
    return bool(s.world.is_naval[unit]) and not has_sailed(s, s.aboard[unit])


def why_over(s: War, unit: int) -> str:
    """The rule that has ended a unit's move: an enemy zone, or that it has moved. [2WW-5.1.1b, 2WW-5.1.2d, 2WW-8a]"""
    place, enemy = s.where[unit], 1 - s.loyal[unit]
    if s.world.is_land[unit] and (s.spent[unit] or s.landed[unit] == IN_PORT) and land_zone(s, enemy) >> place & 1:
        return "2WW-5.1.1b"
    if s.world.is_fleet[unit] and has_sailed(s, unit) and beside_fleets(s, enemy) >> place & 1:
        return "2WW-5.1.2d"
    return "2WW-8a"
