"""Chapters 4 and 5: marching hex by hex, and what lies in wait there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.engine.agenda import Ask, Chance, Preview, Prompt, Step, Warnings
from grognard.engine.events import Roll
from grognard.engine.naming import NameUnit, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.tally import Tally
from tests.skirmish.orders import Ambush, Move
from tests.skirmish.state import (
    Skirmish,
    alias,
    is_full,
    is_unseen,
    lose_steps,
    pieces_at,
    pieces_of,
    reveal,
    supplied,
    tell_of,
)


class Movement(Ask[Skirmish], frozen=True):
    """The side whose turn it is marches its pieces, each once. [SK-4.1]"""

    phase: ClassVar[str] = "movement"
    takes = (Move, Pass)

    def prompt(self, s: Skirmish) -> Prompt:
        return Prompt("move", "SK-4.1")

    def offers(self, s: Skirmish) -> Iterator[Order]:
        me, names = s.world.sides[self.side], s.world.board.names
        for unit in pieces_of(s, self.side):
            if not s.moved[unit]:
                for route in routes(s, unit, s.where[unit], s.world.limits["moves"]):
                    yield Move(me, s.world.units[unit], tuple(names[hex] for hex in route))
        yield Pass(me)

    def explain(self, s: Skirmish, order: Order) -> Refusal | None:
        return may_march(s, self.side, order) if isinstance(order, Move) else None

    def take(self, s: Skirmish, order: Order) -> None:
        if not isinstance(order, Move):
            if not any(s.moved[unit] for unit in pieces_of(s, self.side)):
                s.tell("pass", "SK-4.1", side=order.side)
            s.done()
            return
        unit = s.world.unit_index[order.unit]
        s.moved[unit] = 1
        s.then(March(unit, tuple(s.world.place_index[name] for name in order.route)))

    def preview(self, s: Skirmish, order: Order) -> Preview:
        if not isinstance(order, Move):
            return Preview()
        watching = [watchers(s, 1 - self.side, s.world.place_index[name]) for name in order.route]
        meets = sorted({alias(s, block, self.side) for blocks in watching for block in blocks})
        return Preview(order.route, Tally(len(order.route), "SK-4.1"), tuple(meets))

    def warnings(self, s: Skirmish) -> Warnings:
        """Whoever stays where he is cut off will attack at half strength. [SK-6.3]"""
        lines = supplied(s, self.side)
        cut_off = [unit for unit in pieces_of(s, self.side) if s.where[unit] not in lines]
        lonely = [s.world.units[unit] for unit in cut_off if s.where[unit] not in s.world.boxes]
        return {Pass: tuple(Prompt("cut off", "SK-6.3", {"unit": unit}) for unit in lonely)}


def routes(s: Skirmish, unit: int, here: int, moves: int) -> Iterator[tuple[int, ...]]:
    """Every way of so many hexes or fewer. [SK-4.1]"""
    for there in s.world.board.neighbours[here]:
        if may_enter(s, unit, here, there) is None:
            yield (there,)
            if moves > 1:
                yield from ((there, *more) for more in routes(s, unit, there, moves - 1))


def may_march(s: Skirmish, side: int, order: Move) -> Refusal | None:
    """A piece marches once a turn, at most so many hexes. [SK-4.1, SK-4.4]"""
    unit = own_unit(s, side, order.unit)
    if isinstance(unit, Refusal):
        return unit
    if s.moved[unit]:
        return Refusal("SK-4.4", {"unit": order.unit})
    if not 1 <= len(order.route) <= s.world.limits["moves"]:
        return Refusal("SK-4.1", {"unit": order.unit}, "length")
    here = s.where[unit]
    for name in order.route:
        there = s.world.place_index.get(name, -1)
        refusal = may_enter(s, unit, here, there)
        if refusal:
            return Refusal(refusal.rule, {"unit": order.unit, "place": name})
        here = there
    return None


def may_enter(s: Skirmish, unit: int, here: int, there: int) -> Refusal | None:
    """The next hex must touch, be fit for the kind, hold no enemy and have room. [SK-4.1, SK-4.2, SK-4.3, SK-2.2]"""
    if there not in s.world.board.neighbours[here]:
        return Refusal("SK-4.1")
    if s.world.board.terrain[there] in s.world.kind[unit].barred:
        return Refusal("SK-4.2")
    if pieces_at(s, there, 1 - s.world.side_of[unit]):
        return Refusal("SK-4.3")
    return Refusal("SK-2.2") if is_full(s, unit, there) else None


class March(Step[Skirmish], frozen=True):
    """Walk the next hex of a route; a side with unseen blocks beside it has a say, whatever they are. [SK-5.1]"""

    unit: int
    route: tuple[int, ...]

    def run(self, s: Skirmish) -> None:
        if not self.route:
            return
        here, rest = self.route[0], self.route[1:]
        side = s.world.side_of[self.unit]
        s.where[self.unit] = here
        tell_of(s, self.unit, "march", "SK-4.1", place=s.world.board.names[here])
        if here in s.world.towns:
            s.owner[s.world.towns.index(here)] = side
        beside = watchers(s, 1 - side, here)
        s.then(Ambushed(1 - side, self.unit, rest) if beside else March(self.unit, rest))


def watchers(s: Skirmish, side: int, place: int) -> list[int]:
    """A side's unseen blocks beside a hex: any of them might ambush. [SK-5.1]"""
    around = s.world.board.neighbours[place]
    return [unit for unit in pieces_of(s, side) if is_unseen(s, unit) and s.where[unit] in around]


class Ambushed(NameUnit[Skirmish], frozen=True):
    """The side that is marched past may spring an ambush with unseen scouts. [SK-5.2]"""

    unit: int
    route: tuple[int, ...]
    takes = (Ambush, Pass)

    def prompt(self, s: Skirmish) -> Prompt:
        place = s.world.board.names[s.where[self.unit]]
        return Prompt("ambush", "SK-5.2", {"unit": alias(s, self.unit, self.side), "place": place})

    def among(self, s: Skirmish) -> list[int]:
        return [unit for unit in watchers(s, self.side, s.where[self.unit]) if s.world.kind[unit].ambushes]

    def why_not(self, s: Skirmish, unit: int) -> Refusal:
        near = unit in watchers(s, self.side, s.where[self.unit])
        return Refusal("SK-5.2", {"unit": s.world.units[unit]}, "kind" if near else "")

    def named(self, s: Skirmish, unit: int) -> None:
        reveal(s, [unit, self.unit])
        s.then(Volley(self.unit, self.route))

    def passed(self, s: Skirmish) -> None:
        s.then(March(self.unit, self.route))


class Volley(Chance[Skirmish], frozen=True):
    """An ambush hits on a high face and costs a step; only a hit stops the march. [SK-5.3, SK-5.4]"""

    unit: int
    route: tuple[int, ...]

    def call(self, s: Skirmish) -> Roll:
        return Roll("ambush", "SK-5.3", 1, facts={"needs": s.world.limits["ambush"]})

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        if not s.steps[self.unit]:
            return
        if faces[0] >= s.world.limits["ambush"]:
            lose_steps(s, self.unit, 1)
        else:
            s.then(March(self.unit, self.route))
