"""Chapter 4, 4.42 and 4.44: the movement phases, in which one side moves by land, sea and air."""

from __future__ import annotations

from grognard.engine.agenda import Ask, Preview, Prompt, Step, Warnings
from grognard.engine.kinds import Side, Unit
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.tally import Tally
from grognard.games.westfront import (
    army_group_e,
    evacuation,
    interdiction,
    invasions,
    mobilization,
    paratroops,
    phases,
    rail,
    retreat,
    seapower,
    showing,
)
from grognard.games.westfront.command import is_blitzing, is_mobilizing
from grognard.games.westfront.control import take_control
from grognard.games.westfront.movement import move, walk, why_at_rest
from grognard.games.westfront.orders import Drop, Enter, Evacuate, Land, Mark, Mobilize, Move, Rail, Retreat, Sail
from grognard.games.westfront.stacking import MOBILIZING, land_moves, outlook, why_not_end, why_not_move
from grognard.games.westfront.state import COMMAND, INVASION, PARADROP, SUPREME, Front
from grognard.games.westfront.units import is_active_headquarters


class Movement(Step[Front], frozen=True):
    """The movement phase, and the blitz movement phase if anybody blitzes. [WF-4.42a, WF-4.44, WF-4.45]"""

    side: int
    blitz: bool

    def run(self, s: Front) -> None:
        if self.blitz and not is_blitzing(s, self.side):
            return
        s.phase = phases.BLITZ_MOVEMENT if self.blitz else phases.MOVEMENT
        take_control(s)
        for unit in s.world.army[self.side]:
            s.moved[unit] = s.used[unit] = 0
        s.fresh = s.world.blank
        s.crossed = s.voyages = s.rearguards = ()
        if any(is_active_headquarters(s, hq) for hq in s.world.headquarters[self.side]):  # else nobody moves
            s.then(
                MoveUnits(self.side, self.blitz), retreat.ResolveRetreats(self.side),
                interdiction.InterdictMovement(self.side),
            )  # fmt: skip


class MoveUnits(Ask[Front], frozen=True):
    """The active side moves its units, one after the other. [WF-4.42a, WF-6.1a]"""

    blitz: bool

    takes = (Move, Retreat, Rail, Enter, Sail, Land, Evacuate, Mark, Drop, Mobilize, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        left = s.supreme[self.side] + s.theatre
        room = outlook(s, self.side)
        if why_not_end(room):
            return Prompt("crowded", "WF-6.2a", {"at": room.named(), "left": left})
        return Prompt("move blitz" if self.blitz else "move", "WF-4.44" if self.blitz else "WF-4.42a", {"left": left})

    def offers(self, s: Front) -> list[Order]:
        side, blitz = self.side, self.blitz
        room = outlook(s, side)
        ends = why_not_end(room) is None and mobilization.why_not_yet(s, side) is None
        found: list[Order] = [Pass(s.world.sides[side])] if ends else []
        headquarters = s.world.headquarters[side]
        for hq in headquarters:
            if s.where[hq] >= 0 and s.role[hq]:
                found += mobilization.mobilizations(s, hq, blitz, room)
                found += retreat.retreats(s, hq, blitz, room)
                found += invasions.marks(s, hq, blitz)
        if room.stage == MOBILIZING:
            return found
        found += army_group_e.entries(s, side, blitz, room)
        roles = {s.role[hq] for hq in headquarters}
        ports = evacuation.evacuation_ports(s, side, blitz) if INVASION in roles else []
        bases = {s.where[hq] for hq in headquarters if s.role[hq] == INVASION}
        busy = seapower.busy_harbours(s)
        for unit in s.world.army[side]:
            if s.where[unit] < 0 or why_at_rest(s, unit):
                continue
            if COMMAND in roles or SUPREME in roles:
                found += land_moves(s, unit, blitz, room)
                found += retreat.retreats(s, unit, blitz, room)
            if SUPREME in roles:
                found += rail.rail_moves(s, unit, blitz, room)
                found += seapower.sea_moves(s, unit, blitz, room, busy)
            if s.where[unit] in bases:
                found += invasions.landings(s, unit, blitz, room)
            if ports:
                found += evacuation.evacuations(s, unit, ports, blitz, room)
            if PARADROP in roles:
                found += paratroops.drops(s, unit, room)
        return found

    def explain(self, s: Front, order: Order) -> Refusal | None:
        if isinstance(order, Pass):
            return why_not_end(outlook(s, self.side)) or mobilization.why_not_yet(s, self.side)
        if isinstance(order, Enter) and not is_mobilizing(s, self.side):
            return army_group_e.explain(s, order, self.side, self.blitz)
        name = order.hq if isinstance(order, Mobilize | Mark) else getattr(order, "unit", "")
        unit = own_unit(s, self.side, name)
        if isinstance(unit, Refusal):
            return unit
        follows = is_active_headquarters(s, unit) if isinstance(order, Retreat) else isinstance(order, Mobilize | Mark)
        if is_mobilizing(s, self.side) and not follows:
            return Refusal("WF-4.42c", {"unit": name})
        return self._explain(s, unit, order)

    def _explain(self, s: Front, unit: int, order: Order) -> Refusal | None:
        match order:
            case Move():
                return why_not_move(s, unit, order.route, self.blitz)
            case Retreat():
                if not s.attacker[s.where[unit]]:
                    at = s.world.board.names[s.where[unit]]
                    return Refusal("WF-6.41a", {"unit": order.unit, "at": at}, "not last")
                return retreat.why_not_retreat(s, unit, self.blitz, outlook(s, self.side))
            case Rail():
                return rail.why_not_rail(s, unit, order.route, self.blitz)
            case Sail():
                return seapower.why_not_sail(s, unit, order.route, self.blitz)
            case Land():
                return invasions.why_not_land(s, unit, order.route, self.blitz)
            case Evacuate():
                return evacuation.why_not_evacuate(s, unit, order.route, self.blitz)
            case Mobilize():
                return mobilization.why_not_mobilize_to(s, unit, order.route, order.rail, self.blitz)
            case Mark():
                place = s.world.board.find(order.at)
                if place is None:
                    return Refusal("table.no-place", {"place": order.at})
                return invasions.why_not_mark(s, unit, place, self.blitz)
            case Drop():
                return paratroops.why_not_drop(s, unit, order.at)
        return None

    def take(self, s: Front, order: Order) -> None:
        match order:
            case Move():
                move(s, s.world.unit_index[order.unit], order.route, self.blitz)
            case Retreat():
                retreat.name_rearguard(s, s.world.unit_index[order.unit], self.blitz)
            case Enter():
                army_group_e.enter(s, order)
            case Rail():
                rail.entrain(s, s.world.unit_index[order.unit], order.route)
            case Evacuate():
                evacuation.evacuate(s, s.world.unit_index[order.unit], order.route, self.blitz)
            case Mobilize():
                mobilization.mobilize(s, s.world.unit_index[order.hq], order.route, order.rail)
            case Mark():
                s.mark[s.world.unit_index[order.hq]] = s.world.board.at(order.at)
                s.tell("mark", "WF-15.44a", hq=order.hq, at=order.at)
            case Sail():
                seapower.sail(s, s.world.unit_index[order.unit], order.route)
            case Land():
                invasions.land(s, s.world.unit_index[order.unit], order.route)
            case Drop():
                paratroops.drop(s, s.world.unit_index[order.unit], order.at)
            case _:
                s.done()

    def warnings(self, s: Front) -> Warnings:
        return {Pass: showing.starving(s, self.side)}

    def preview(self, s: Front, order: Order) -> Preview:
        board = s.world.board
        match order:
            case Move():
                places = [board.at(name) for name in order.route]
                walked = walk(s, s.world.unit_index[order.unit], places)
                cost = Tally(len(walked) - 1, "WF-6.1a")
                return Preview(tuple(board.names[place] for place in walked), cost, self._met(s, places[-1]))
            case Land():
                return Preview(order.route, meets=self._met(s, board.at(order.route[-1])))
            case Drop():
                return Preview(meets=self._met(s, board.at(order.at)))
            case _:
                return Preview(route=getattr(order, "route", ()))

    def _met(self, s: Front, place: int) -> tuple[str, ...]:
        """Whom one would meet there, as far as they show."""
        game, side = s.world.game, Side(self.side)
        return tuple(sorted(game.alias(s, Unit(enemy), side) for enemy in s.stack(place, 1 - side)))
