"""Chapter 4, 4.42 and 4.44: the movement phases, in which one side moves by land, sea and air."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Preview, Prompt, Step
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.tally import Tally
from grognard.games.westfront import paratroops, seapower
from grognard.games.westfront.command import is_blitzing
from grognard.games.westfront.control import take_control
from grognard.games.westfront.movement import full_hexes, land_moves, move, overstacked, walk, why_not_move
from grognard.games.westfront.orders import Drop, Land, Move, Sail
from grognard.games.westfront.state import COMMAND, IDLE, INVASION, PARADROP, SPENT, SUPREME, Front
from grognard.games.westfront.units import own_unit


class Movement(Step[Front], frozen=True):
    """The movement phase, and the blitz movement phase if anybody blitzes. [WF-4.42a, WF-4.44, WF-4.45]"""

    side: int
    blitz: bool

    def run(self, s: Front) -> None:
        if self.blitz and not is_blitzing(s, self.side):
            return
        s.phase = 4 if self.blitz else 2
        take_control(s)
        for unit in s.world.army[self.side]:
            s.moved[unit] = s.used[unit] = 0
        for place in s.world.land:
            s.fresh[place] = 0
        s.crossed, s.voyages = [], []
        if any(IDLE < s.role[hq] < SPENT for hq in s.world.army[self.side]):  # else nobody can move, as all can see
            s.then(MoveUnits(self.side, self.blitz), seapower.InterdictMovement(self.side))


class MoveUnits(Ask[Front], frozen=True):
    """The active side moves its units, one after the other. [WF-4.42a, WF-6.1a]"""

    blitz: bool

    takes = (Move, Sail, Land, Drop, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        left = s.supreme[self.side]
        return Prompt("move blitz" if self.blitz else "move", "WF-4.44" if self.blitz else "WF-4.42a", {"left": left})

    def offers(self, s: Front) -> Iterator[Order]:
        crowded, full = overstacked(s, self.side), full_hexes(s, self.side)
        units = [unit for unit in s.world.army[self.side] if s.where[unit] >= 0 and not s.moved[unit]]
        if crowded >= 0:
            for unit in units:
                if s.where[unit] == crowded:
                    yield from land_moves(s, unit, self.blitz, full, strict=True)
            return
        yield Pass(s.world.sides[self.side])
        roles = {s.role[hq] for hq in s.world.army[self.side]}
        for unit in units:
            if COMMAND in roles or SUPREME in roles:
                yield from land_moves(s, unit, self.blitz, full, strict=False)
            if SUPREME in roles:
                yield from seapower.sea_moves(s, unit, self.blitz)
            if INVASION in roles:
                yield from seapower.landings(s, unit, self.blitz)
            if PARADROP in roles:
                yield from paratroops.drops(s, unit)

    def explain(self, s: Front, order: Order) -> Refusal | None:
        crowded = overstacked(s, self.side)
        if isinstance(order, Pass):
            return Refusal("WF-6.2a", {"at": s.world.board.names[crowded]}, "pass")
        assert isinstance(order, Move | Sail | Land | Drop)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        if crowded >= 0 and (s.where[unit] != crowded or not isinstance(order, Move)):
            return Refusal("WF-6.2a", {"at": s.world.board.names[crowded]}, "first")
        if isinstance(order, Move):
            return why_not_move(s, unit, order.route, self.blitz, strict=crowded >= 0)
        if isinstance(order, Sail):
            return seapower.why_not_sail(s, unit, order.route, self.blitz)
        if isinstance(order, Land):
            return seapower.why_not_land(s, unit, order.route, self.blitz)
        return paratroops.why_not_drop(s, unit, order.at)

    def take(self, s: Front, order: Order) -> None:
        match order:
            case Move():
                move(s, s.world.unit_index[order.unit], order.route, self.blitz)
            case Sail():
                seapower.sail(s, s.world.unit_index[order.unit], order.route)
            case Land():
                seapower.land(s, s.world.unit_index[order.unit], order.route)
            case Drop():
                paratroops.drop(s, s.world.unit_index[order.unit], order.at)
            case _:
                s.done()

    def preview(self, s: Front, order: Order) -> Preview:
        if not isinstance(order, Move):
            return Preview(route=getattr(order, "route", ()))
        unit = s.world.unit_index[order.unit]
        places = [s.world.board.at(name) for name in order.route]
        walked = walk(s, unit, places)
        cost = Tally(len(walked) - 1, "WF-6.1a")
        meets = tuple(
            f"{len(s.stack(places[-1], 1 - self.side))} enemy" for _ in [0] if s.enemies_at(places[-1], self.side)
        )
        return Preview(tuple(s.world.board.names[place] for place in walked), cost, meets)
