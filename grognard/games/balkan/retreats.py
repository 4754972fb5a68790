"""Chapter 9F: retreats, all at once and by strict priorities, and the advance into a hex that has been cleared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from grognard.engine.agenda import Ask, Preview, Prompt, Step
from grognard.engine.naming import NameUnit, named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits, mask_of
from grognard.games.balkan.lands import closed_ground
from grognard.games.balkan.orders import Advance, Retreat
from grognard.games.balkan.stacking import has_room
from grognard.games.balkan.state import RETREATED, Campaign
from grognard.games.balkan.units import eliminate
from grognard.games.balkan.ways import rings
from grognard.games.balkan.zones import occupied, zone

Going = tuple[int, ...]
"""A unit, and the hexes that it has left in this retreat."""


class Ways(NamedTuple):
    """Where a unit may retreat to."""

    hexes: tuple[int, ...]
    """Those of the best kind that there is. [BF-9F1-2]"""
    in_zone: bool = False
    """Whether they lie in an enemy zone, which costs it dearly. [BF-9F1-4]"""


class Retreats(Step[Campaign], frozen=True):
    """Units of a side retreat. They go at once: zones are what they were, and no unit shields another. [BF-9F1-1]

    Where there is nothing to choose nobody is asked.
    """

    side: int
    units: tuple[int, ...]

    def run(self, s: Campaign) -> None:
        go_on(s, self.side, tuple((unit,) for unit in self.units if s.where[unit] >= 0))


class ChooseRetreat(Ask[Campaign], frozen=True):
    """The owner chooses who goes next, and where. [BF-9F1-1, BF-9F1-2, BF-9F1-5]"""

    going: tuple[Going, ...]

    takes = (Retreat,)
    out_of_turn = "BF-9F1-1"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("retreat", "BF-9F1-1", {"units": [s.world.units[unit] for unit, *_ in self.going]})

    def offers(self, s: Campaign) -> Iterator[Order]:
        side, board = s.world.sides[self.side], s.world.board
        for going in self.going:
            for place in ways_out(s, self.side, going).hexes:
                yield Retreat(side, s.world.units[going[0]], board.names[place])

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        assert isinstance(order, Retreat)
        unit, place = own_unit(s, self.side, order.unit), named_place(s, order.to)
        if isinstance(unit, Refusal):
            return unit
        going = next((going for going in self.going if going[0] == unit), None)
        if going is None:
            return Refusal("BF-9F1-1", {"unit": order.unit}, "stays")
        return place if isinstance(place, Refusal) else why_not_retreat(s, self.side, going, place)

    def take(self, s: Campaign, order: Order) -> None:
        assert isinstance(order, Retreat)
        unit, place = s.world.unit_index[order.unit], s.world.board.at(order.to)
        going = next(going for going in self.going if going[0] == unit)
        s.done()
        retreat(s, self.side, self.going, going, place)

    def preview(self, s: Campaign, order: Order) -> Preview:
        if not isinstance(order, Retreat):
            return Preview()
        going = next(going for going in self.going if s.world.units[going[0]] == order.unit)
        route = (s.world.board.names[s.where[going[0]]], order.to)
        notes: tuple[Prompt, ...] = ()
        if ways_out(s, self.side, going).in_zone:
            notes = (Prompt("into a zone", "BF-9F1-4", {"unit": order.unit}),)
        elif not has_room(s, going[0], s.world.board.at(order.to), self.side):
            notes = (Prompt("no room", "BF-9F1-5", {"at": order.to}),)
        return Preview(route, notes=notes)


def go_on(s: Campaign, side: int, going: tuple[Going, ...]) -> None:
    """Lose those who cannot get away, send those who have one way, and ask about the others. [BF-9F1-4, BF-9F1-6]"""
    choices = []
    for each in going:
        unit, ways = each[0], ways_out(s, side, each)
        if not ways.hexes:
            eliminate(s, unit, "BF-9F1-6", completely=True)
        elif ways.in_zone and not has_cadre_left(s, unit):
            eliminate(s, unit, "BF-9F1-4")
        else:
            choices.append((each, ways.hexes))
    left = tuple(each for each, _ in choices)
    if len(choices) == 1 and len(choices[0][1]) == 1:
        retreat(s, side, left, left[0], choices[0][1][0])
    elif choices:
        s.then(ChooseRetreat(side, left))


def has_cadre_left(s: Campaign, unit: int) -> bool:
    """Whether a unit would live on as a cadre. [BF-9E-1]"""
    return s.world.roster[unit].cadre is not None and not s.cadre[unit]


def ways_out(s: Campaign, side: int, going: Going) -> Ways:
    """The hexes open to a retreating unit: those without enemy zones and with room, else those without enemy zones,
    else any; never closed ground, enemies, or a hex that it has left. [BF-9F1-2, BF-9F1-4, BF-9F1-5, BF-9F1-6,
    BF-9F1-7]"""
    unit, *before = going
    free = enterable(s, unit, side) & ~occupied(s, 1 - side) & ~closed_ground(s, side) & ~mask_of(before)
    safe = list(bits(free & ~zone(s, 1 - side)))
    if safe:
        roomy = [place for place in safe if has_room(s, unit, place, side)]
        return Ways(tuple(roomy or safe))
    return Ways(tuple(bits(free)), in_zone=True)


def enterable(s: Campaign, unit: int, side: int) -> int:
    """The hexes around a unit that terrain and today's weather leave open to it. [BF-9F1-6]"""
    return rings(s.world, s.weather, s.world.cost_set[unit])[s.where[unit]]


def retreat(s: Campaign, side: int, going: tuple[Going, ...], who: Going, place: int) -> None:
    """A unit goes to the next hex. In an enemy zone it becomes its cadre; where there is no room it has to go on.
    [BF-9F1-4, BF-9F1-5]"""
    unit, here, world = who[0], s.where[who[0]], s.world
    s.where[unit] = place
    s.fought[unit] |= RETREATED
    s.tell("retreat", "BF-9F1-1", unit=world.units[unit], to=world.board.names[place])
    if zone(s, 1 - side) >> place & 1:
        eliminate(s, unit, "BF-9F1-4")
    rest = [each for each in going if each is not who]
    if s.where[unit] >= 0 and not has_room(s, unit, place, side):
        rest.insert(0, (*who, here))
    s.then(StillRetreating(side, tuple(rest)))


class StillRetreating(Step[Campaign], frozen=True):
    """The rest of a retreat. [BF-9F1-1]"""

    side: int
    going: tuple[Going, ...]

    def run(self, s: Campaign) -> None:
        go_on(s, self.side, self.going)


def why_not_retreat(s: Campaign, side: int, going: Going, place: int) -> Refusal:
    """Why a unit does not retreat to a hex. [BF-9F1-1, BF-9F1-2, BF-9F1-5, BF-9F1-6, BF-9F1-7]"""
    world, unit = s.world, going[0]
    facts = {"unit": world.units[unit], "to": world.board.names[place]}
    if place >= world.board.grid.size or world.board.distance(s.where[unit], place) != 1:
        return Refusal("BF-9F1-1", facts, "far")
    if closed_ground(s, side) >> place & 1:
        return Refusal("BF-9F1-7", facts)
    if occupied(s, 1 - side) >> place & 1 or not enterable(s, unit, side) >> place & 1:
        return Refusal("BF-9F1-6", facts)
    return Refusal("BF-9F1-5" if place in going[1:] else "BF-9F1-2", facts)


# Advance after combat


class MayAdvance(Step[Campaign], frozen=True):
    """Ask for an advance if the hex is clear and somebody could enter it. [BF-9F2-1, BF-9F2-2]"""

    side: int
    at: int
    units: tuple[int, ...]

    def run(self, s: Campaign) -> None:
        if advances(s, self.side, self.at, self.units):
            s.then(Advances(self.side, self.at, self.units))


class Advances(NameUnit[Campaign], frozen=True):
    """Who advances into the hex, one after the other, or nobody else. [BF-9F2-1, BF-9F2-2]"""

    at: int
    units: tuple[int, ...]

    takes = (Advance, Pass)
    out_of_turn = "BF-9F2-2"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("advance", "BF-9F2-1", {"at": s.world.board.names[self.at]})

    def among(self, s: Campaign) -> list[int]:
        return advances(s, self.side, self.at, self.units)

    def why_not(self, s: Campaign, unit: int) -> Refusal | None:
        return why_not_advance(s, self.side, self.at, self.units, unit)

    def named(self, s: Campaign, unit: int) -> None:
        s.then(MayAdvance(self.side, self.at, self.units))
        s.where[unit] = self.at
        s.tell("advance", "BF-9F2-1", unit=s.world.units[unit], to=s.world.board.names[self.at])


def advances(s: Campaign, side: int, at: int, units: tuple[int, ...]) -> list[int]:
    """The units that may advance into a hex: all who are left of those that attacked it, unless they have retreated.
    [BF-9F2-1]"""
    if occupied(s, 1 - side) >> at & 1:
        return []
    near = [unit for unit in units if s.where[unit] >= 0 and not s.fought[unit] & RETREATED]
    return [unit for unit in near if why_not_advance(s, side, at, units, unit) is None]


def why_not_advance(s: Campaign, side: int, at: int, units: tuple[int, ...], unit: int) -> Refusal | None:
    """Only units that attacked the hex advance, as far as there is room. [BF-9F2-1]"""
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[at]}
    if unit not in units:
        return Refusal("BF-9F2-1", facts)
    if s.where[unit] == at:
        return Refusal("BF-9F2-1", facts, "there")
    return None if has_room(s, unit, at, side) else Refusal("BF-9F2-1", facts, "room")
