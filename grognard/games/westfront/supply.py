"""Chapter 10: supply. Lines, their interdiction, and what happens without them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Chance, Prompt, Step
from grognard.engine.events import Roll
from grognard.engine.orders import Order, Refusal
from grognard.engine.supply import lines, within
from grognard.games.westfront import paratroops, seapower
from grognard.games.westfront.combat import holds_fortress, largest
from grognard.games.westfront.control import passable_mask, take_control
from grognard.games.westfront.orders import Lose
from grognard.games.westfront.rail import lane_dice, rail_supply, supply_net
from grognard.games.westfront.state import FROM_SEA, Front
from grognard.games.westfront.units import by_sight, lose_step, own_unit, tell


class Supply(Step[Front], frozen=True):
    """The supply phase: recovery, beachheads, control, interdiction, attrition, in this order. [WF-4.4c, WF-4.46]"""

    side: int

    def run(self, s: Front) -> None:
        s.phase = 6
        take_control(s)
        recover(s, self.side)
        paratroops.link_up(s, self.side)
        s.then(CheckSupply(self.side))
        if seapower.asks_for_beachheads(s, self.side):
            s.then(seapower.PlaceBeachheads(self.side))


def recover(s: Front, side: int) -> None:
    """Units that landed from the sea are dispersed no longer. [WF-15.42e]"""
    for unit in s.world.army[side]:
        if s.dispersed[unit] == FROM_SEA:
            s.dispersed[unit] = 0


class CheckSupply(Step[Front], frozen=True):
    """Control is taken anew after recovery; then the enemy's sea lanes are put to the test. [WF-4.4c, WF-15.73a]"""

    side: int

    def run(self, s: Front) -> None:
        take_control(s)
        s.lanes, s.excess = [], []
        passive = 1 - self.side
        crowds = [ChooseExcess(passive, place) for place in crowded_hexes(s, passive)]
        rolls = [InterdictSupply(self.side, port, dice) for port, dice in tested_ports(s, passive)]
        s.then(*crowds, *rolls, Attrition(self.side))


# 6.22 Too many in one hex


def crowded_hexes(s: Front, side: int) -> list[int]:
    """Hexes where a repulse has left more of a side's units than may stay. [WF-6.22b]"""
    return [place for place in s.world.land if len(s.stack(place, side)) > s.world.stacking[place]]


class ChooseExcess(Ask[Front], frozen=True):
    """The owner says which of the units in a crowded hex go without supply. [WF-6.22b]"""

    place: int

    takes = (Lose,)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("excess", "WF-6.22b", {"at": s.world.board.names[self.place]})

    def offers(self, s: Front) -> Iterator[Order]:
        for unit in s.stack(self.place, self.side):
            if unit not in s.excess:
                yield Lose(s.world.sides[self.side], s.world.units[unit])

    def explain(self, s: Front, order: Order) -> Refusal | None:
        assert isinstance(order, Lose)
        unit = own_unit(s, self.side, order.unit)
        at = s.world.board.names[self.place]
        return unit if isinstance(unit, Refusal) else Refusal("table.not-there", {"unit": order.unit, "at": at})

    def take(self, s: Front, order: Order) -> None:
        assert isinstance(order, Lose)
        s.excess.append(s.world.unit_index[order.unit])
        fed = [unit for unit in s.stack(self.place, self.side) if unit not in s.excess]
        if len(fed) <= s.world.stacking[self.place]:
            s.done()


# 15.73 Interdiction of supply


def tested_ports(s: Front, side: int) -> list[tuple[int, int]]:
    """The ports with lanes through enemy seas that could supply a unit which has no other line, with their dice."""
    net = supply_net(s, side, frozenset())
    wanting = [unit for unit in s.world.army[side] if s.where[unit] >= 0 and not has_line(s, unit, net)]
    tested = []
    for port in s.world.ports:
        if s.owner[port] == side and not net >> port & 1:
            dice = lane_dice(s, side, port, net)
            opened = supply_net(s, side, frozenset([port]))
            if dice and any(has_line(s, unit, opened) for unit in wanting):
                tested.append((port, dice))
    return tested


class InterdictSupply(Chance[Front], frozen=True):
    """Any repulse number blocks the lane for this check. [WF-15.73a, WF-15.73b]"""

    side: int
    port: int
    dice: int

    def call(self, s: Front) -> Roll:
        facts = {"by": s.world.sides[self.side], "at": s.world.board.names[self.port]}
        return Roll("supply interdiction", "WF-15.73a", self.dice, facts=facts)

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        blocking = s.world.charts["supply_interdiction"]["sea"][seapower.supremacy_of(s, self.side)]
        blocked = any(face in blocking for face in faces)
        if not blocked:
            s.lanes.append(self.port)
        s.tell("lane blocked" if blocked else "lane open", "WF-15.73b", at=s.world.board.names[self.port])


# 10.3 Supply lines


def supply_line(s: Front, unit: int, net: int) -> tuple[int, ...] | None:
    """The shortest line of at most two hexes to a hex in rail or sea supply. [WF-10.3a, WF-10.3b]"""
    return within(s.world.trace, s.where[unit], net, s.world.supply_line, passable_mask(s, s.side_of(unit)))


def has_line(s: Front, unit: int, net: int) -> bool:
    """Whether a unit draws supply from the net or from a beachhead, siege limits apart."""
    return bool(fed_hexes(s, s.side_of(unit), net) >> s.where[unit] & 1) or beachhead_line(s, unit) is not None


def fed_hexes(s: Front, side: int, net: int) -> int:
    """The hexes with such a line: what `supply_line` asks for one unit, asked for all hexes at once. [WF-10.3a]"""
    passable = passable_mask(s, side)

    def work() -> int:
        return lines(s.world.trace, net, passable, s.world.land_mask & ~passable, s.world.supply_line).mask

    return s.recall(("fed", side, net), work)


def beachhead_line(s: Front, unit: int) -> tuple[int, ...] | None:
    """A beachhead supplies its hex, and if that is friendly every unit within two hexes. [WF-15.52a, WF-15.52b]"""
    side, at = s.side_of(unit), s.where[unit]
    placed = [where for corps, where in enumerate(s.beachhead) if where >= 0 and s.side_of(corps) == side]
    if at in placed:
        return (at,)
    sources = 0
    for where in placed:
        if s.owner[where] == side:
            sources |= 1 << where
    return within(s.world.trace, at, sources, s.world.beach_line, passable_mask(s, side)) if sources else None


def is_supplied(s: Front, unit: int, opened: frozenset[int]) -> bool:
    """Whether a unit is supplied now, with the lanes that got through. [WF-10.3a, WF-15.73a]"""
    return has_line(s, unit, open_to(s, unit, supply_net(s, s.side_of(unit), opened)))


def is_fed(s: Front, unit: int, opened: frozenset[int]) -> bool:
    """Supplied by a line, and not one too many in its hex; or the largest unit of a fortress. [WF-6.22b, WF-10.5a]"""
    at, side = s.where[unit], s.side_of(unit)
    if holds_fortress(s, at, side) and unit == largest(s, at, side):
        return True
    return unit not in s.excess and is_supplied(s, unit, opened)


def open_to(s: Front, unit: int, net: int) -> int:
    """The part of a supply net that a unit may draw on: besieged ports support one unit inside, and units outside only
    with naval supremacy. The walls of a fortress stand in for that. [WF-15.31b, WF-10.5a]"""
    side, at = s.side_of(unit), s.where[unit]
    if holds_fortress(s, at, side):
        net &= ~(1 << at)
    for port in s.world.ports:
        if net >> port & 1 and is_besieged(s, port, side):
            if at == port:
                supported = unit == siege_supplied(s, port, side)
            else:
                supported = side == s.world.supremacy
            if not supported:
                net &= ~(1 << port)
    return net


def is_besieged(s: Front, place: int, side: int) -> bool:
    """A friendly battle hex that only a sea lane reaches. [WF-15.31a]"""
    return s.attacker[place] > 0 and not rail_supply(s, side) >> place & 1 and place in s.world.ports


def siege_supplied(s: Front, place: int, side: int) -> int:
    """The one unit that a besieged port supports: any with naval supremacy, else only one at its last step.

    [WF-15.31b]
    """
    units = s.stack(place, side)
    if side == s.world.supremacy:
        return max(units, key=lambda unit: s.steps[unit], default=-1)
    return next((unit for unit in units if s.steps[unit] == s.world.lowest[unit]), -1)


# 10.4 Attrition


class Attrition(Step[Front], frozen=True):
    """Every unit of the passive side without supply loses a step, and its status lasts until the next check.

    [WF-10.2a, WF-10.4a, WF-4.46]
    """

    side: int

    def run(self, s: Front) -> None:
        passive = 1 - self.side
        opened = frozenset(s.lanes)
        units = by_sight(s, [unit for unit in s.world.army[passive] if s.where[unit] >= 0])
        supplied = {unit: is_fed(s, unit, opened) for unit in units}
        for unit in units:
            s.supplied[unit] = supplied[unit]
            if not supplied[unit]:
                at = s.where[unit]
                besieged = is_besieged(s, at, passive)  # there, who is supplied tells something of his strength
                tell(s, "unsupplied", "WF-10.4a", unit, reveals=besieged, at=s.world.board.names[at])
                lose_step(s, unit, "WF-10.4a")
        s.lanes, s.excess = [], []
