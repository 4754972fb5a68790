"""Chapter 3: both sides plan at once, each on its own sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.engine.agenda import Ask, Prompt, Sealed
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from tests.skirmish.orders import Aim, Arrive
from tests.skirmish.state import Skirmish, is_full, pieces_at, tell_of


class Plans(Sealed[Skirmish], frozen=True):
    """Nobody sees the other's plan until both are sealed. [SK-3.1]"""

    phase: ClassVar[str] = "plans"

    def sheet(self, s: Skirmish, side: int) -> Plan:
        return Plan(side)

    def opened(self, s: Skirmish) -> None:
        s.tell("plans", "SK-3.1")


class Plan(Ask[Skirmish], frozen=True):
    """In the first turn a side aims at a town; in every turn it may bring pieces out of reserve. [SK-3.2, SK-3.3]"""

    takes = (Aim, Arrive, Pass)

    def prompt(self, s: Skirmish) -> Prompt:
        return Prompt("aim", "SK-3.2") if s.aim[self.side] < 0 else Prompt("plan", "SK-3.3")

    def offers(self, s: Skirmish) -> Iterator[Order]:
        me, names = s.world.sides[self.side], s.world.board.names
        if s.aim[self.side] < 0:
            yield from (Aim(me, names[town]) for town in s.world.towns)
            return
        for unit in pieces_at(s, s.world.boxes[self.side], self.side):
            for link in s.world.board.links[s.where[unit]]:
                order = Arrive(me, s.world.units[unit], names[link.to])
                if may_arrive(s, self.side, order) is None:
                    yield order
        yield Pass(me)

    def explain(self, s: Skirmish, order: Order) -> Refusal | None:
        aiming = s.aim[self.side] < 0
        if aiming or isinstance(order, Aim):
            town = order.place if isinstance(order, Aim) else ""
            return Refusal("SK-3.2", {"place": town}, "" if aiming else "chosen")
        return may_arrive(s, self.side, order) if isinstance(order, Arrive) else None

    def take(self, s: Skirmish, order: Order) -> None:
        match order:
            case Aim():
                town = s.world.place_index[order.place]
                s.aim[self.side] = s.world.towns.index(town)
                s.tell("aim", "SK-3.2", only=(order.side,), place=order.place)
            case Arrive():
                unit = s.world.unit_index[order.unit]
                s.where[unit], s.moved[unit] = s.world.place_index[order.place], 1
                tell_of(s, unit, "arrive", "SK-3.3", place=order.place)
            case _:
                s.done()


def may_arrive(s: Skirmish, side: int, order: Arrive) -> Refusal | None:
    """A piece leaves its reserve box by one of the box's ways, into a hex with room and without enemies. [SK-3.3]"""
    unit = own_unit(s, side, order.unit)
    if isinstance(unit, Refusal):
        return unit
    place = s.world.place_index.get(order.place, -1)
    facts = {"unit": order.unit, "place": order.place}
    if s.where[unit] != s.world.boxes[side]:
        return Refusal("SK-3.3", facts, "in play")
    if place not in [link.to for link in s.world.board.links[s.where[unit]]]:
        return Refusal("SK-3.3", facts)
    if pieces_at(s, place, 1 - side):
        return Refusal("SK-4.3", facts)
    return Refusal("SK-2.2", facts) if is_full(s, unit, place) else None
