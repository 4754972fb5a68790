"""Chapters 29A, 29D and 29E: what comes in an initial phase, what is mobilized and what is converted.

What hangs on politics, and what concerns air units alone, has no part in the ground war.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from grognard.engine.agenda import Ask, Prompt, Step, Sum
from grognard.engine.naming import named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits, mask_of
from grognard.games.balkan.lands import side_of
from grognard.games.balkan.orders import Arrive, Convert, Historical
from grognard.games.balkan.ports import ports
from grognard.games.balkan.possession import owned
from grognard.games.balkan.state import DEAD, GONE, IN_HAND, LATER, Campaign
from grognard.games.balkan.supply_check import could_be_fed
from grognard.games.balkan.units import take_off
from grognard.games.balkan.world import Balkans
from grognard.games.balkan.zones import zone


class Arrival(NamedTuple):
    """When a reinforcement comes, into which places, and where it came in history. [BF-29A-1]"""

    turn: int
    places: int
    hex: int


class Conversion(NamedTuple):
    """From which turn on a unit may be exchanged for which other. [BF-29D-1]"""

    turn: int
    into: int


# What the order of battle says


def entries(world: Balkans, kind: str) -> list[tuple[int, Mapping[str, Any]]]:
    """The lines of a kind that hang on nothing but the turn, with the number of the turn; one before the scenario
    begins has a number below zero. [BF-29-1]"""
    return [
        (world.calendar.index(entry["turn"]) - world.first, entry)
        for entry in world.entries
        if entry["kind"] == kind and "turn" in entry and "when" not in entry
    ]


def arrivals(world: Balkans) -> dict[int, Arrival]:
    """The units that come as reinforcements. [BF-29A-1]"""
    return world.recall("arrivals", lambda: _arrivals(world))


def _arrivals(world: Balkans) -> dict[int, Arrival]:
    found: dict[int, Arrival] = {}
    for turn, entry in entries(world, "reinforcement"):
        places = world.masks(tuple(entry["area"]))
        if entry.get("at") == "port":
            places &= mask_of(ports(world))
        for key, label in entry["hexes"].items():
            at = world.place(label)
            if key in world.unit_index and at is not None:
                found[world.unit_index[key]] = Arrival(turn, places, at)
    return found


def conversions(world: Balkans) -> dict[int, Conversion]:
    """The units that may be exchanged for another. [BF-29D-1]"""
    return world.recall("conversions", lambda: _conversions(world))


def _conversions(world: Balkans) -> dict[int, Conversion]:
    found: dict[int, Conversion] = {}
    for turn, entry in entries(world, "conversion"):
        given = [row.get("piece") for row in entry["convert"]]
        if len(given) == 1 and given[0] in world.unit_index:
            found[world.unit_index[given[0]]] = Conversion(turn, world.unit_index[entry["into"]])
    return found


# The step


class Arrivals(Step[Campaign], frozen=True):
    """A side receives what is due this turn: first what is mobilized, then what comes from elsewhere.
    [BF-29-1, BF-29A-1, BF-29E-1]"""

    side: int

    def run(self, s: Campaign) -> None:
        mobilize(s, self.side)
        for unit, arrival in arrivals(s.world).items():
            if arrival.turn == s.turn and s.where[unit] == LATER and side_of(s, unit) == self.side:
                receive(s, unit)
        if in_hand(s, self.side) or convertible(s, self.side):
            s.then(Arriving(self.side))


def mobilize(s: Campaign, side: int) -> None:
    """The listed cadres that are in play become divisions where they stand, whatever their state. [BF-29E-1]"""
    for turn, entry in entries(s.world, "mobilization"):
        for unit in (s.world.unit_index[key] for key in entry["flip"]):
            if turn == s.turn and s.where[unit] >= 0 and s.cadre[unit] and side_of(s, unit) == side:
                s.cadre[unit] = 0
                at = s.world.board.names[s.where[unit]]
                s.tell("mobilized", "BF-29E-1", unit=s.world.units[unit], at=at)


def receive(s: Campaign, unit: int) -> None:
    """A reinforcement is in its owner's hand; one that has no place to come to is eliminated. [BF-29A-1]"""
    if open_to(s, unit):
        s.where[unit] = IN_HAND
    else:
        s.tell("no way in", "BF-29A-1", unit=s.world.units[unit])
        take_off(s, unit, DEAD)


def in_hand(s: Campaign, side: int) -> list[int]:
    """The reinforcements that a side has yet to place."""
    return [unit for unit in arrivals(s.world) if s.where[unit] == IN_HAND and side_of(s, unit) == side]


def open_to(s: Campaign, unit: int) -> int:
    """The places where a reinforcement may appear: as its order of battle says, in hexes of its own side. Enemy zones
    and full stacks do not matter. [BF-29A-1, BF-8B-4]"""
    return arrivals(s.world)[unit].places & owned(s, side_of(s, unit))


def place(s: Campaign, unit: int, at: int) -> None:
    """A reinforcement appears. [BF-29A-1]"""
    s.where[unit] = at
    s.tell("arrives", "BF-29A-1", unit=s.world.units[unit], at=s.world.board.names[at])


def place_historically(s: Campaign, unit: int) -> None:
    """A reinforcement appears where it did in history, or as near to it as it can."""
    wanted, board = arrivals(s.world)[unit].hex, s.world.board
    there = bits(open_to(s, unit))
    place(s, unit, wanted if wanted in there else min(there, key=lambda at: (board.distance(wanted, at), at)))


# Conversions


def convertible(s: Campaign, side: int) -> list[int]:
    """The units of a side that may be converted now. [BF-29D-1]"""
    return [
        unit
        for unit in conversions(s.world)
        if s.where[unit] >= 0 and side_of(s, unit) == side and why_not_convert(s, unit) is None
    ]


def why_not_convert(s: Campaign, unit: int) -> Refusal | None:
    """Why a unit may not be converted now. [BF-29D-1]"""
    facts = {"unit": s.world.units[unit]}
    conversion = conversions(s.world).get(unit)
    if conversion is None:
        return Refusal("BF-29D-1", facts, "none")
    if conversion.turn > s.turn:
        turn = s.world.calendar[s.world.first + conversion.turn]
        return Refusal("BF-29D-1", facts | {"turn": turn}, "early")
    return why_cut_off(s, unit, "BF-29D-1")


def why_cut_off(s: Campaign, unit: int, rule: str) -> Refusal | None:
    """Why a rule that asks for units in supply and out of enemy zones does not hold for a unit at this moment.
    [BF-29B-4, BF-29D-1]"""
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[s.where[unit]]}
    if zone(s, 1 - side_of(s, unit)) >> s.where[unit] & 1:
        return Refusal(rule, facts, "zone")
    return None if could_be_fed(s, unit, side_of(s, unit)) else Refusal(rule, facts, "supply")


def convert(s: Campaign, unit: int) -> None:
    """A unit is gone for good, and another stands in its place. [BF-29D-1]"""
    world, at = s.world, s.where[unit]
    into = conversions(world)[unit].into
    take_off(s, unit, GONE)
    s.where[into] = at
    s.tell("converted", "BF-29D-1", unit=world.units[unit], into=world.units[into], at=world.board.names[at])


# The question


class Arriving(Ask[Campaign], frozen=True):
    """A side places its reinforcements and converts units. [BF-29-1, BF-29A-1, BF-29D-1]"""

    takes = (Arrive, Convert, Historical, Pass)
    out_of_turn = "BF-29-1"

    def prompt(self, s: Campaign) -> Prompt:
        left = len(in_hand(s, self.side))
        return Prompt("arrivals", "BF-29A-1", {"left": left}) if left else Prompt("conversions", "BF-29D-1")

    def offers(self, s: Campaign) -> Iterator[Order]:
        side, names, waiting = s.world.sides[self.side], s.world.board.names, in_hand(s, self.side)
        if waiting:
            yield Historical(side)
        for unit in waiting:
            for at in bits(open_to(s, unit)):
                yield Arrive(side, s.world.units[unit], names[at])
        for unit in convertible(s, self.side):
            yield Convert(side, s.world.units[unit])
        if not waiting:
            yield Pass(side)

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        match order:
            case Arrive():
                return why_not_arrive(s, self.side, order)
            case Convert():
                unit = own_unit(s, self.side, order.unit)
                return unit if isinstance(unit, Refusal) else why_not_convert(s, unit)
            case Historical():
                return Refusal("BF-29A-1", {}, "none")
            case _:
                return Refusal("BF-29A-1", {"left": str(len(in_hand(s, self.side)))}, "left")

    def take(self, s: Campaign, order: Order) -> None:
        s.done()
        match order:
            case Arrive():
                place(s, s.world.unit_index[order.unit], s.world.board.at(order.at))
            case Convert():
                convert(s, s.world.unit_index[order.unit])
            case Historical():
                for unit in in_hand(s, self.side):
                    place_historically(s, unit)
            case _:
                return
        if in_hand(s, self.side) or convertible(s, self.side):
            s.then(self)

    def sums(self, s: Campaign) -> tuple[Sum, ...]:
        left = len(in_hand(s, self.side))
        return (Sum("In hand", "in hand", "BF-29A-1", {"left": left}, open=True),) if left else ()


def why_not_arrive(s: Campaign, side: int, order: Arrive) -> Refusal:
    """Why a unit cannot appear in a place. [BF-29A-1]"""
    unit = s.world.unit_index.get(order.unit)
    if unit is None:
        return Refusal("table.no-piece", {"unit": order.unit})
    if unit not in in_hand(s, side):
        return Refusal("BF-29A-1", {"unit": order.unit}, "hand")
    at = named_place(s, order.at)
    if isinstance(at, Refusal):
        return at
    reason = "owner" if arrivals(s.world)[unit].places >> at & 1 else "area"
    return Refusal("BF-29A-1", {"unit": order.unit, "at": order.at}, reason)
