"""Chapter 6: attacks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from grognard.engine.agenda import Ask, Chance, Preview, Prompt, Step
from grognard.engine.events import Roll
from grognard.engine.naming import NameUnit, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.tally import Tally
from tests.skirmish.orders import Attack, Lose
from tests.skirmish.state import Skirmish, lose_steps, pieces_at, pieces_of, reveal, supplied


class Combat(Ask[Skirmish], frozen=True):
    """The side whose turn it is says piece by piece who attacks where; then all attacks are fought. [SK-6.1]"""

    phase: ClassVar[str] = "combat"
    takes = (Attack, Pass)

    def prompt(self, s: Skirmish) -> Prompt:
        return Prompt("attack", "SK-6.1")

    def offers(self, s: Skirmish) -> Iterator[Order]:
        me, names = s.world.sides[self.side], s.world.board.names
        for unit in pieces_of(s, self.side):
            for place in s.world.board.neighbours[s.where[unit]]:
                if may_attack(s, unit, place) is None:
                    yield Attack(me, s.world.units[unit], names[place])
        yield Pass(me)

    def explain(self, s: Skirmish, order: Order) -> Refusal | None:
        if not isinstance(order, Attack):
            return None
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        refusal = may_attack(s, unit, s.world.place_index.get(order.place, -1))
        return refusal and Refusal(refusal.rule, {"unit": order.unit, "place": order.place}, refusal.reason)

    def take(self, s: Skirmish, order: Order) -> None:
        if isinstance(order, Attack):
            s.target[s.world.unit_index[order.unit]] = s.world.place_index[order.place]
        else:
            s.done()
            targets = sorted({s.target[unit] for unit in pieces_of(s, self.side)} - {-1})
            if not targets:
                s.tell("pass", "SK-6.1", side=order.side)
            s.then(*[Battle(self.side, place) for place in targets])

    def preview(self, s: Skirmish, order: Order) -> Preview:
        if not isinstance(order, Attack):
            return Preview()
        after = s.copy()
        self.take(after, order)
        return Preview(cost=attack_strength(after, self.side, s.world.place_index[order.place]))


def may_attack(s: Skirmish, unit: int, place: int) -> Refusal | None:
    """A piece attacks once a turn, a hex that it touches and where an enemy is. [SK-6.1, SK-6.2]"""
    if s.target[unit] >= 0:
        return Refusal("SK-6.2")
    if place not in s.world.board.neighbours[s.where[unit]]:
        return Refusal("SK-6.1")
    return None if pieces_at(s, place, 1 - s.world.side_of[unit]) else Refusal("SK-6.1", reason="empty")


def fighters(s: Skirmish, side: int, place: int) -> list[int]:
    """Those who take part on a side: the pieces that attack the hex, or all that are in it. [SK-6.1]"""
    return [unit for unit in pieces_of(s, side) if place in (s.target[unit], s.where[unit])]


def attack_strength(s: Skirmish, side: int, place: int) -> Tally:
    """Steps times the kind's attack; pieces out of supply count half, rounded down. [SK-6.3]"""
    tally, lines = Tally(0, "SK-6.3"), supplied(s, side)
    for unit in fighters(s, side, place):
        full = s.steps[unit] * s.world.kind[unit].attack
        tally.base += full
        if s.where[unit] not in lines:
            tally.add(full // 2 - full, "SK-6.3", f"{s.world.units[unit]} is out of supply")
    return tally


def defence_strength(s: Skirmish, side: int, place: int) -> Tally:
    """Steps times the kind's defence, and what the ground and a stream before it add. [SK-6.4]"""
    board, cover = s.world.board, s.world.charts["cover"]
    tally = Tally(sum(s.steps[unit] * s.world.kind[unit].defence for unit in fighters(s, side, place)), "SK-6.4")
    tally.add(cover[board.terrain[place]], "SK-6.4", board.terrain[place])
    if all("stream" in board.side(s.where[unit], place) for unit in fighters(s, 1 - side, place)):
        tally.add(cover["stream"], "SK-6.4", "behind the stream")
    return tally


class Battle(Step[Skirmish], frozen=True):
    """All who fight are turned over; if anyone is left on both sides, they clash. [SK-1.5, SK-6.5]"""

    side: int
    place: int

    def run(self, s: Skirmish) -> None:
        reveal(s, fighters(s, self.side, self.place) + fighters(s, 1 - self.side, self.place))
        if fighters(s, self.side, self.place) and fighters(s, 1 - self.side, self.place):
            s.then(Clash(self.side, self.place))


class Clash(Chance[Skirmish], frozen=True):
    """One die on the odds table says how many steps each side loses; the defender takes his first. [SK-6.5, SK-6.6]"""

    side: int
    place: int

    def call(self, s: Skirmish) -> Roll:
        attack = attack_strength(s, self.side, self.place)
        defence = defence_strength(s, 1 - self.side, self.place)
        table = s.world.charts.odds("combat")
        column = table.columns[table.column(attack.value, defence.value)]
        return Roll("battle", "SK-6.5", 1, facts={"attack": str(attack), "defence": str(defence), "odds": column})

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        table = s.world.charts.odds("combat")
        result = table.result(faces[0], table.columns.index(self.call(s).facts["odds"]))
        s.tell("result", "SK-6.5", result=result, place=s.world.board.names[self.place])
        lost = s.world.charts["results"][result]
        order = ((1 - self.side, lost["defender"]), (self.side, lost["attacker"]))
        s.then(*[Loss(side, self.place, steps) for side, steps in order if steps])


class Loss(NameUnit[Skirmish], frozen=True):
    """The loser picks the pieces that lose the steps, one by one. [SK-6.6]"""

    place: int
    steps: int
    takes = (Lose,)

    def prompt(self, s: Skirmish) -> Prompt:
        return Prompt("lose", "SK-6.6", {"place": s.world.board.names[self.place]})

    def among(self, s: Skirmish) -> list[int]:
        return fighters(s, self.side, self.place)

    def why_not(self, s: Skirmish, unit: int) -> Refusal:
        return Refusal("SK-6.6", {"unit": s.world.units[unit]})

    def named(self, s: Skirmish, unit: int) -> None:
        lose_steps(s, unit, 1)
        if self.steps > 1 and self.among(s):
            s.then(Loss(self.side, self.place, self.steps - 1))
