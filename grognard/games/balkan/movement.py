"""Chapters 4A and 6: the phases of movement and exploitation. A side takes up a unit, moves it, takes up another."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from grognard.engine.agenda import Ask, Preview, Prompt, Step, Sum, Warnings
from grognard.engine.naming import named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.tally import Tally, shown
from grognard.games.balkan import breakdowns, engineers, marches, rail, voyages
from grognard.games.balkan.guards import leave, must_stay
from grognard.games.balkan.lands import loyalty
from grognard.games.balkan.orders import Admin, March, Mend, Move, Overrun, Rail, Ship, Split, Wreck
from grognard.games.balkan.overruns import Overrunning, overrun_refusal, overruns
from grognard.games.balkan.stacking import StackingCheck, has_room, no_room, overfull
from grognard.games.balkan.state import (
    ADMIN,
    BESIDE,
    EXPLOITATION,
    LOW_VOLUME,
    MOVEMENT,
    ONE_HEX,
    RAILED,
    REGULAR,
    Campaign,
)
from grognard.games.balkan.supply_check import would_be_hungry
from grognard.games.balkan.units import units_in
from grognard.games.balkan.ways import admin_steps
from grognard.games.balkan.zones import beside, zone


class Movement(Step[Campaign], frozen=True):
    """A phase begins in which a side moves: all its units, or its c/m units in exploitation. [BF-6-1, BF-4A5-1]"""

    side: int

    def run(self, s: Campaign) -> None:
        s.began = s.where.__copy__()
        s.leaned = s.world.blank
        near = beside(s, 1 - self.side)
        for unit, at in enumerate(s.where):
            s.spent[unit], s.gait[unit] = 0, BESIDE if at >= 0 and near >> at & 1 else 0
        s.then(MoveUnits(self.side), breakdowns.Assembly(self.side), EndOfMovement(self.side), StackingCheck())


class EndOfMovement(Step[Campaign], frozen=True):
    """The phase is over: zones that were lost in it are there again. [BF-6B-4, BF-7A1-7]"""

    side: int

    def run(self, s: Campaign) -> None:
        for unit in range(len(s.where)):
            if s.zoneless[unit]:
                s.zoneless[unit] = 0


class MoveUnits(Ask[Campaign], frozen=True):
    """The next unit that moves, or the end of the phase. [BF-6-1]"""

    takes = (Move, Overrun, Split, Pass)
    out_of_turn = "BF-4A2-1"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("exploit", "BF-4A5-1") if s.phase == EXPLOITATION else Prompt("move", "BF-6-1")

    def offers(self, s: Campaign) -> Iterator[Order]:
        side = s.world.sides[self.side]
        movers = movable(s, self.side)
        for unit in movers:
            yield Move(side, s.world.units[unit])
        for at, start in overruns(s, self.side):
            yield Overrun(side, s.world.board.names[at], s.world.board.names[start])
        for unit, into in breakdowns.divisible(s, self.side):
            yield Split(side, s.world.units[unit], into)
        if not curable(s, self.side, movers):
            yield Pass(side)

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        if isinstance(order, Pass):
            place = curable(s, self.side, movable(s, self.side))[0]
            return Refusal("BF-8B-1", {"at": s.world.board.names[place]}, "end")
        if isinstance(order, Overrun):
            return overrun_refusal(s, self.side, order)
        assert isinstance(order, Move | Split)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        if isinstance(order, Split):
            return breakdowns.why_not_split(s, self.side, unit, order.into)
        return why_not_take_up(s, unit, self.side)

    def take(self, s: Campaign, order: Order) -> None:
        if isinstance(order, Move):
            s.then(InHand(self.side, s.world.unit_index[order.unit]))
        elif isinstance(order, Overrun):
            s.then(Overrunning(self.side, s.world.board.at(order.at), s.world.board.at(order.start)))
        elif isinstance(order, Split):
            breakdowns.split(s, s.world.unit_index[order.unit], order.into)
        else:
            s.done()

    def warnings(self, s: Campaign) -> Warnings:
        names = s.world.board.names
        heard = [Prompt("crowded", "BF-8B-1", {"at": names[place]}) for place in overfull(s, self.side)]
        hungry = [s.world.units[unit] for unit in would_be_hungry(s, self.side)]
        if hungry:
            heard.append(Prompt("hungry", "BF-12B-1", {"units": hungry}))
        return {Pass: tuple(heard)} if heard else {}

    def preview(self, s: Campaign, order: Order) -> Preview:
        return breakdowns.foreseen(s, order) if isinstance(order, Split) else Preview()

    def sums(self, s: Campaign) -> tuple[Sum, ...]:
        return () if s.phase == EXPLOITATION else (rail_account(s, self.side), *voyages.accounts(s, self.side))


class InHand(Ask[Campaign], frozen=True):
    """A unit in its move. As long as it has points it goes on; put down, it may be taken up again. [BF-6-1, BF-6-3]"""

    unit: int

    takes = (March, Admin, Rail, Ship, Wreck, Mend, Pass)
    out_of_turn = "BF-4A2-1"

    def prompt(self, s: Campaign) -> Prompt:
        points = shown(marches.in_points(marches.left(s, self.unit)))
        return Prompt("in hand", "BF-6-3", {"unit": s.world.units[self.unit], "left": points})

    def offers(self, s: Campaign) -> Iterator[Order]:
        side, names = s.world.sides[self.side], s.world.board.names
        for place in marches.on_foot(s, self.unit, self.side):
            yield March(side, names[place])
        for place in marches.by_admin(s, self.unit, self.side):
            yield Admin(side, names[place])
        for place in rail.by_rail(s, self.unit, self.side):
            yield Rail(side, names[place])
        for place in voyages.by_sea(s, self.unit, self.side):
            yield Ship(side, names[place])
        for work in engineers.works_of(s, self.unit):
            yield work.order(side, work.what)
        yield Pass(side)

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        assert isinstance(order, March | Admin | Rail | Ship | Wreck | Mend)
        if isinstance(order, Wreck | Mend):
            return engineers.why_refused(s, self.unit, order)
        place = named_place(s, order.to)
        if isinstance(place, Refusal):
            return place
        match order:
            case March():
                return marches.why_not_march(s, self.unit, self.side, place)
            case Admin():
                return marches.why_not_admin_to(s, self.unit, self.side, place)
            case Rail():
                return rail.why_not_rail_to(s, self.unit, self.side, place)
            case Ship():
                return voyages.why_not_ship_to(s, self.unit, self.side, place)

    def take(self, s: Campaign, order: Order) -> None:
        s.done()
        if isinstance(order, Pass):
            return
        if isinstance(order, Wreck | Mend):
            engineers.do_work(s, self.unit, engineers.work_of(order))
            self.go_on(s)
            return
        if isinstance(order, Ship):
            voyages.sail(s, self.unit, self.side, s.world.board.at(order.to))
            self.go_on(s)
            return
        assert isinstance(order, March | Admin | Rail)
        goal = s.world.board.at(order.to)
        way, gait = self.way(s, order, goal)
        s.tell("march" if gait in (REGULAR, ONE_HEX) else "admin" if gait == ADMIN else "rail", self.rule(gait),
               unit=s.world.units[self.unit], to=order.to)  # fmt: skip
        s.then(SetOut(self.side, self.unit, gait, way))

    def way(self, s: Campaign, order: Order, goal: int) -> tuple[tuple[int, ...], int]:
        """The hexes that an order leads through, and the gait."""
        if isinstance(order, Rail):
            low = rail.by_rail(s, self.unit, self.side)[goal].low
            return rail.way_by_rail(s, self.unit, self.side, goal), RAILED | (LOW_VOLUME if low else 0)
        if isinstance(order, Admin):
            return marches.route(s, self.unit, self.side, goal, admin=True), ADMIN
        way = marches.route(s, self.unit, self.side, goal, admin=False)
        cost = marches.price(s, self.unit, self.side, s.where[self.unit], way[0])
        return way, ONE_HEX if cost > marches.left(s, self.unit) else REGULAR

    def rule(self, gait: int) -> str:
        if gait & RAILED:
            return "BF-7A1-2"
        return {REGULAR: "BF-6-3", ONE_HEX: "BF-6-9"}.get(gait, "BF-6B-2")

    def go_on(self, s: Campaign) -> None:
        """Whoever can do more stays in hand."""
        if marches.why_not_move(s, self.unit) is None and can_go_on(s, self.unit, self.side):
            s.then(self)

    def warnings(self, s: Campaign) -> Warnings:
        side, names = s.world.sides[self.side], s.world.board.names
        found: dict[type[Order] | Order, tuple[Prompt, ...]] = {}
        goals: tuple[tuple[type[March | Admin | Rail | Ship], Iterable[int]], ...] = (
            (March, marches.on_foot(s, self.unit, self.side)),
            (Admin, marches.by_admin(s, self.unit, self.side)),
            (Rail, rail.by_rail(s, self.unit, self.side)),
            (Ship, voyages.by_sea(s, self.unit, self.side)),
        )
        for kind, places in goals:
            for place in places:
                if not has_room(s, self.unit, place, self.side):
                    found[kind(side, names[place])] = (Prompt("overfill", "BF-8B-1", {"at": names[place]}),)
        return found

    def sums(self, s: Campaign) -> tuple[Sum, ...]:
        return voyages.port_account(s, s.where[self.unit]) if s.phase == MOVEMENT else ()

    def preview(self, s: Campaign, order: Order) -> Preview:
        if isinstance(order, Wreck | Mend):
            return Preview((), engineers.work_cost(s, self.unit, engineers.work_of(order)))
        if isinstance(order, Ship):
            goal = s.world.board.at(order.to)
            way = voyages.route(s, self.unit, self.side, goal)
            names = tuple(s.world.board.names[place] for place in way)
            return Preview(names, voyages.price(s, self.unit, self.side, goal))
        if not isinstance(order, March | Admin | Rail):
            return Preview()
        way, gait = self.way(s, order, s.world.board.at(order.to))
        names = tuple(s.world.board.names[place] for place in (s.where[self.unit], *way))
        return Preview(names, cost_of(s, self.unit, self.side, way, gait))


class SetOut(Step[Campaign], frozen=True):
    """A unit starts to move: what the gait takes from it is gone before its first hex. [BF-6B-4, BF-7A1-7, BF-7A2-6]"""

    side: int
    unit: int
    gait: int
    way: tuple[int, ...]

    def run(self, s: Campaign) -> None:
        unit = self.unit
        if self.gait & RAILED:
            low = bool(self.gait & LOW_VOLUME)
            due = rail.charge(s, unit, low=low)
            more = due - s.charged[unit]
            s.charged[unit] = due
            s.railed = (s.railed[0] + more, s.railed[1]) if self.side == 0 else (s.railed[0], s.railed[1] + more)
        if self.gait & (ADMIN | RAILED) and not s.zoneless[unit]:
            s.zoneless[unit] = 1
        s.then(Walk(self.side, unit, self.gait, self.way))


class Walk(Step[Campaign], frozen=True):
    """A unit enters the next hex of its way; what follows from that comes before the one after it. [BF-3D-2, BF-6-3]"""

    side: int
    unit: int
    gait: int
    way: tuple[int, ...]

    def run(self, s: Campaign) -> None:
        unit, here, there = self.unit, s.where[self.unit], self.way[0]
        s.spent[unit] += step_price(s, unit, self.side, here, there, self.gait)
        s.gait[unit] |= self.gait
        if self.gait & RAILED:
            lean(s, self.side, here, there)
        leave(s, unit, there)
        if beside(s, 1 - self.side) >> there & 1:
            s.gait[unit] |= BESIDE
        if len(self.way) > 1:
            s.then(Walk(self.side, unit, self.gait, self.way[1:]))
        else:
            InHand(self.side, unit).go_on(s)


def step_price(s: Campaign, unit: int, side: int, here: int, there: int, gait: int) -> int:
    """What a step costs at a gait, in 840ths. [BF-6-3, BF-6-9, BF-6B-2, BF-7A1-2]"""
    if gait & ONE_HEX:
        return marches.left(s, unit)
    if gait & RAILED:
        return dict(rail.rail_steps(s, unit, low=True)[here])[there]
    if gait & ADMIN:
        return dict(admin_steps(s.world, s.weather, s.world.cost_set[unit])[here])[there]
    return marches.price(s, unit, side, here, there)


def lean(s: Campaign, side: int, *places: int) -> None:
    """A train uses hexes in an enemy zone: whoever cancels the zone there has to stay. [BF-7A1-5]"""
    enemy = zone(s, 1 - side)
    for place in places:
        if enemy >> place & 1 and not s.leaned[place]:
            s.leaned = s.leaned[:place] + b"\1" + s.leaned[place + 1 :]


def cost_of(s: Campaign, unit: int, side: int, way: tuple[int, ...], gait: int) -> Tally:
    """What a way costs, for the preview. [BF-6-3]"""
    total, zones, here = 0, 0, s.where[unit]
    for there in way:
        total += step_price(s, unit, side, here, there, gait)
        if gait == REGULAR:
            zones += marches.exit_cost(s, unit, side, here, there)
        here = there
    tally = Tally(marches.in_points(total - zones), "BF-6-3")
    tally.add(marches.in_points(zones), "BF-6A-1", "leaving enemy zones")
    return tally


# Who may move


def movable(s: Campaign, side: int) -> list[int]:
    """The units that may be taken up. [BF-6-1, BF-4A5-1]"""
    loyal = loyalty(s)
    return [
        unit
        for unit, at in enumerate(s.where)
        if at >= 0 and loyal[unit] == side and why_not_take_up(s, unit, side) is None
    ]


def why_not_take_up(s: Campaign, unit: int, side: int) -> Refusal | None:
    """Why a unit may not be taken up now. [BF-4A5-1, BF-6-1, BF-6-3, BF-7A1-5]"""
    at = s.where[unit]
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[at]}
    if must_stay(s, unit, side):
        return Refusal("BF-7A1-5", facts)
    refusal = marches.why_not_move(s, unit)
    if refusal is None and not can_go_on(s, unit, side):
        return Refusal("BF-6-3", facts, "nowhere")
    return refusal


def can_go_on(s: Campaign, unit: int, side: int) -> bool:
    """Whether any hex is open to a unit, or a work in its own; mostly the first neighbour is."""
    return can_leave(s, unit, side) or bool(engineers.works_of(s, unit))


def can_leave(s: Campaign, unit: int, side: int) -> bool:
    """Whether any hex is open to a unit."""
    if not s.gait[unit] & ADMIN:
        shut, points = marches.barred(s, unit, side) | no_room(s, unit, side), marches.left(s, unit)
        for there, cost in marches.steps_of(s, unit, side)[s.where[unit]]:
            if cost <= points and not shut >> there & 1:
                return True
    return any(find(s, unit, side) for find in (marches.on_foot, marches.by_admin, rail.by_rail, voyages.by_sea))


def curable(s: Campaign, side: int, movers: list[int]) -> list[int]:
    """The overfull hexes that some unit could still leave: the phase does not close before it has. [BF-8B-1]"""
    return [
        place
        for place in overfull(s, side)
        if any(can_leave(s, unit, side) for unit in units_in(s, place, side) if unit in movers)
        and not breakdowns.can_cure(s, side, place)
    ]


def rail_account(s: Campaign, side: int) -> Sum:
    """How much of its rail capacity a side has used. [BF-7A2-1]"""
    total = rail.capacity(s, side)
    facts = {"used": shown(Fraction(s.railed[side], 2)), "total": shown(Fraction(total, 2))}
    return Sum("Rail capacity", "rail", "BF-7A2-1", facts)
