"""Chapters 8.3 and 8.1.3: a fleet, or several that sail together, in its move: sailing, taking aboard, landing,
assault."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import msgspec

from grognard.engine.agenda import Ask, Preview, Prompt
from grognard.engine.naming import named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import around, bits, reach
from grognard.engine.tally import Tally
from grognard.games.twoww import control, invasion, politics
from grognard.games.twoww.company import apart_from, why_not_stack
from grognard.games.twoww.ground import closed_waters, country_of, is_friendly_port, neutral_ground, why_not_enter
from grognard.games.twoww.orders import Assault, Board, Escort, Land, Sail
from grognard.games.twoww.sea_retreat import FleetRetreat
from grognard.games.twoww.state import ASSAULTING, BEACHED, IN_PORT, QUIET, War
from grognard.games.twoww.units import anyone_at, cargo_of, fleets_at, land_at, names
from grognard.games.twoww.voyages import Voyage, at_the_end, barred_waters, in_reach, price, safest_route
from grognard.games.twoww.zones import beside_fleets, land_zone


class Underway(Ask[War], frozen=True):
    """Fleets that sail together go on with their move. [2WW-8.3.1a, 2WW-8.3.5.4]"""

    fleets: tuple[int, ...]
    met: tuple[int, ...] = ()
    """Enemies that have attacked them in this move, or have let them pass for good. [2WW-8.3.5.1]"""

    takes = (Sail, Assault, Land, Escort, Board, Pass)
    out_of_turn = "2WW-8a"

    def prompt(self, s: War) -> Prompt:
        facts = {"units": [s.world.units[fleet] for fleet in self.fleets], "left": points_left(s, self.fleets)}
        return Prompt("sail", "2WW-8.3.1a", facts)

    def offers(self, s: War) -> Iterator[Order]:
        side, board = s.world.sides[self.side], s.world.board
        for place in destinations(s, self.fleets):
            yield Sail(side, board.names[place])
        for place in assaults(s, self.fleets):
            yield Assault(side, board.names[place])
        for fleet in self.fleets:
            passenger = cargo_of(s, fleet)
            if passenger >= 0 and why_not_land(s, passenger) is None:
                yield Land(side, s.world.units[passenger])
        if not has_sailed(s, self.fleets[0]):
            yield from self._gathers(s)
        yield Pass(side)

    def _gathers(self, s: War) -> Iterator[Order]:
        """Before they sail: further fleets and passengers."""
        side = s.world.sides[self.side]
        for unit in s.stack(s.where[self.fleets[0]], self.side):
            if s.world.is_fleet[unit]:
                if why_not_escort(s, self.fleets, unit) is None:
                    yield Escort(side, s.world.units[unit])
                continue
            for fleet in self.fleets:
                if why_not_board(s, unit, fleet) is None:
                    yield Board(side, s.world.units[unit], s.world.units[fleet])

    def explain(self, s: War, order: Order) -> Refusal | None:
        if isinstance(order, Sail | Assault):
            place = named_place(s, order.to)
            if isinstance(place, Refusal):
                return place
            if isinstance(order, Sail):
                return why_not_sail(s, self.fleets, place)
            return why_not_assault(s, self.fleets, place)
        assert isinstance(order, Land | Escort | Board)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        match order:
            case Land():
                if s.aboard[unit] not in self.fleets:
                    facts = {"unit": order.unit, "to": s.world.board.names[s.where[self.fleets[0]]]}
                    return Refusal("2WW-8.1.3.1", facts, "aboard")
                return why_not_land(s, unit)
            case Escort():
                return why_not_escort(s, self.fleets, unit)
            case Board():
                fleet = own_unit(s, self.side, order.fleet)
                if isinstance(fleet, Refusal):
                    return fleet
                if fleet not in self.fleets:
                    return Refusal("2WW-8.3.4b", {"unit": order.unit, "fleet": order.fleet}, "board")
                return why_not_board(s, unit, fleet)

    def take(self, s: War, order: Order) -> None:
        index, board = s.world.unit_index, s.world.board
        match order:
            case Sail() | Assault():
                s.done()
                goal, here = board.at(order.to), s.where[self.fleets[0]]
                purpose = "assault" if isinstance(order, Assault) else "move"
                way = course(s, self.fleets, goal, assault=purpose == "assault")
                s.then(Voyage(self.side, self.fleets, here, way, purpose, self.met))
            case Land():
                land(s, index[order.unit], self.fleets)
            case Escort():
                s.become(msgspec.structs.replace(self, fleets=(*self.fleets, index[order.unit])))
            case Board():
                embark(s, index[order.unit], index[order.fleet])
            case _:
                s.done()
                end_move(s, self.fleets)

    def preview(self, s: War, order: Order) -> Preview:
        if isinstance(order, Land):
            passenger = s.world.unit_index[order.unit]
            return Preview(notes=invasion.warning(s, passenger, s.where[passenger]))
        if not isinstance(order, Sail | Assault):
            return Preview()
        goal = s.world.board.at(order.to)
        way = course(s, self.fleets, goal, assault=isinstance(order, Assault))
        places = (s.where[self.fleets[0]], *way)
        names = tuple(s.world.board.names[place] for place in places)
        notes = invasion.warning(s, troops(s, self.fleets)[0], goal) if isinstance(order, Assault) else ()
        return Preview(names, Tally(sum(map(partial(price, s), places, way)), "2WW-8.3.1a"), notes=notes)


def course(s: War, fleets: tuple[int, ...], goal: int, *, assault: bool) -> tuple[int, ...]:
    """The way that fleets take: the safest that they have points for."""
    side = s.loyal[fleets[0]]
    if goal == s.where[fleets[0]]:
        return ()
    barred = barred_waters(s, side, assault=assault) & ~(1 << goal)
    points = assault_range(s, fleets) if assault else points_left(s, fleets)
    return safest_route(s, side, s.where[fleets[0]], goal, points, barred)


def has_sailed(s: War, fleet: int) -> bool:
    """Whether a fleet has left the place where it began the phase; some ways cost nothing. [2WW-8.3.3b]"""
    return bool(s.spent[fleet]) or s.where[fleet] != s.began[fleet]


def is_able(s: War, fleets: tuple[int, ...]) -> bool:
    """Whether fleets that have come somewhere can still do anything: sail on, or land somebody."""
    passengers = [cargo_of(s, fleet) for fleet in fleets]
    if points_left(s, fleets) > 0 or assaults(s, fleets):
        return True
    return any(unit >= 0 and why_not_land(s, unit) is None for unit in passengers)


def end_move(s: War, fleets: tuple[int, ...]) -> None:
    """Fleets move once in a phase. [2WW-8a]"""
    for fleet in fleets:
        s.moved[fleet] = 1


def points_left(s: War, fleets: tuple[int, ...]) -> int:
    """The movement points of the slowest. [2WW-8a]"""
    left = min(s.world.move[fleet] - s.spent[fleet] for fleet in fleets)
    here, side = s.where[fleets[0]], s.loyal[fleets[0]]
    stopped = has_sailed(s, fleets[0]) and beside_fleets(s, 1 - side) >> here & 1
    return 0 if stopped else left


# Sailing


def destinations(s: War, fleets: tuple[int, ...]) -> list[int]:
    """Where fleets may end: no enemy of any kind may be there, boxes apart, and no other Ally where Soviets are.
    [2WW-8.3.1c, 2WW-12.4.3]"""
    side, here = s.loyal[fleets[0]], s.where[fleets[0]]
    points = points_left(s, fleets)
    if points <= 0:
        return []
    closed = (anyone_at(s, 1 - side) | apart_from(s, fleets[0])) & s.world.board.mask
    return bits(in_reach(s, side, here, points).reached & ~closed & ~(1 << here))


def why_not_sail(s: War, fleets: tuple[int, ...], place: int) -> Refusal | None:
    """The rule that keeps fleets from a place. [2WW-8.3.1a, 2WW-8.3.1b, 2WW-8.3.1c, 2WW-8.3.2a, 2WW-8.3.2b, 2WW-3.3.3a,
    2WW-5.1.2d, 2WW-5.1.2e, 2WW-8.3.3a]"""
    world, side, here = s.world, s.loyal[fleets[0]], s.where[fleets[0]]
    facts = {"units": world.units[fleets[0]], "to": world.board.names[place]}
    if place < world.board.grid.size and not (world.sea | world.coastal) >> place & 1:
        return Refusal("2WW-8.3.1b", facts)
    if place == here:
        return Refusal("2WW-8.3.1a", facts, "there")
    if side == 0 and place in world.boxes and place != world.atlantic:
        return Refusal("2WW-3.3.3a", facts)
    if barred_waters(s, side) >> place & 1:
        if world.straits >> place & 1:
            return Refusal("2WW-8.3.1c", facts, "end")
        if place == world.skagerrak:
            return Refusal("2WW-8.3.2a", facts)
        if s.iraq == QUIET and country_of(s, place) == world.iraq:
            return Refusal("2WW-12.5a", {**facts, "unit": world.units[fleets[0]]})
        return Refusal("2WW-8.3.2b" if world.danish_waters >> place & 1 else "2WW-8.3.1b", facts, "closed")
    if place < world.board.grid.size and anyone_at(s, 1 - side) >> place & 1:
        return Refusal("2WW-8.3.1c", facts, "end")
    beside = beside_fleets(s, 1 - side)
    if has_sailed(s, fleets[0]) and beside >> here & 1:
        return Refusal("2WW-5.1.2d", facts, "over")
    if beside >> here & 1 and beside >> place & 1 and place in world.waters[here]:
        return Refusal("2WW-5.1.2e", facts)
    points = points_left(s, fleets)
    if in_reach(s, side, here, points).reached >> place & 1:
        return why_not_stack(s, fleets[0], place)
    return Refusal(why_out_of_reach(s, side, here, place, points), facts, "far")


def why_out_of_reach(s: War, side: int, here: int, place: int, points: int) -> str:
    """The rule that keeps fleets from getting somewhere: distance, closed waters on the way, or enemy fleets."""
    world = s.world
    if place not in reach(world.courses, here, points):
        if place in world.boxes:
            return "2WW-8.3.3c" if here in world.boxes else "2WW-8.3.3a"
        return "2WW-8.3.1a"
    barred = barred_waters(s, side)
    if place in reach(world.courses, here, points, barred=barred):
        return "2WW-5.1.2d"
    if place in reach(world.courses, here, points, barred=barred & ~world.straits):
        return "2WW-8.3.1c"
    if place in reach(world.courses, here, points, barred=1 << world.skagerrak):
        return "2WW-8.3.2b" if closed_waters(s, side) & world.danish_waters else "2WW-8.3.1b"
    return "2WW-8.3.2a" if closed_waters(s, side) >> world.skagerrak & 1 else "2WW-8.3.1b"


@at_the_end("move")
def sailed(s: War, voyage: Voyage) -> None:
    fleets = voyage.fleets
    s.tell("sail", "2WW-8.3.1a", units=names(s, fleets), to=s.world.board.names[voyage.here])
    if is_able(s, fleets):
        s.then(Underway(voyage.side, fleets, voyage.met))
    else:
        end_move(s, fleets)


# Taking aboard


def why_not_escort(s: War, fleets: tuple[int, ...], unit: int) -> Refusal | None:
    """Fleets sail together that have begun the phase together and have not moved. [2WW-8.3.5.1, 2WW-12.4.3,
    2WW-3.4.3b]"""
    facts = {"unit": s.world.units[unit]}
    if not s.world.is_fleet[unit] or unit in fleets or s.where[unit] != s.where[fleets[0]]:
        return Refusal("2WW-8.3.5.1", facts, "escort")
    if s.ops[unit]:
        return Refusal("2WW-3.4.3b", facts)
    if s.moved[unit] or has_sailed(s, unit) or has_sailed(s, fleets[0]):
        return Refusal("2WW-8a", facts, "over")
    if s.neutral[s.world.nation[unit]] != s.neutral[s.world.nation[fleets[0]]]:
        return Refusal("2WW-12.1.1b", facts, "together")
    return politics.why_not_together(s, unit, fleets)


def why_not_board(s: War, unit: int, fleet: int) -> Refusal | None:
    """A surface fleet takes one unit that began the phase with it in a port or box. [2WW-8.3.4a, 2WW-8.3.4b,
    2WW-3.3.3c]"""
    world, facts = s.world, {"unit": s.world.units[unit], "fleet": s.world.units[fleet]}
    place = s.where[fleet]
    if world.is_fleet[unit] or world.is_submarine[fleet] or cargo_of(s, fleet) >= 0 or s.aboard[unit] >= 0:
        return Refusal("2WW-8.3.4a", facts)
    if world.is_fort[unit]:
        return Refusal("2WW-3.3.1b", facts, "board")
    in_port = place in world.boxes or is_friendly_port(s, place, s.loyal[fleet])
    if has_sailed(s, fleet) or s.where[unit] != place or not in_port or s.began[unit] != place:
        return Refusal("2WW-8.3.4b", facts, "board")
    if s.moved[unit] or s.spent[unit] or s.landed[unit]:
        return Refusal("2WW-8a", facts, "over")
    at_peace = s.neutral[world.nation[unit]] or s.neutral[world.nation[fleet]]
    if at_peace and world.nation[unit] != world.nation[fleet]:
        return Refusal("2WW-12.1.1b", facts, "together")
    return politics.why_not_together(s, unit, (fleet,))


def embark(s: War, unit: int, fleet: int) -> None:
    s.aboard[unit] = fleet
    s.tell("board", "2WW-8.3.4a", unit=s.world.units[unit], fleet=s.world.units[fleet])


# Landing


def why_not_land(s: War, unit: int) -> Refusal | None:
    """Passengers land on a coast without enemy units, in no country that the enemy controls. [2WW-8.1.3.1,
    2WW-8.1.3.3b]"""
    world, place, side = s.world, s.where[unit], s.loyal[unit]
    facts = {"unit": world.units[unit], "to": world.board.names[place]}
    if place == world.states:
        return None
    if not world.coastal >> place & 1 or fleets_at(s, 1 - side) >> place & 1:
        return Refusal("2WW-8.1.3.1", facts, "here")
    barred = why_not_enter(s, unit, place)
    if barred:
        return barred
    if invasion.would_meet(s, unit, place):
        return Refusal("2WW-5.2.3a", facts)
    if anyone_at(s, 1 - side) >> place & 1:
        return Refusal("2WW-5.2.3a", facts)
    is_port = is_friendly_port(s, place, side)
    country = country_of(s, place)
    if s.owner[country] == 1 - side and not s.neutral[country] and not is_port:
        return Refusal("2WW-8.1.3.3b", facts)
    if world.is_air[unit] and land_zone(s, 1 - side) >> place & 1 and not land_at(s, side) >> place & 1:
        return Refusal("2WW-5.1.3b", facts)
    return why_not_stack(s, unit, place)


def land(s: War, unit: int, fleets: tuple[int, ...]) -> None:
    """A passenger goes ashore: in a friendly port it may move on, elsewhere it stops, and an army stops in any enemy
    zone. [2WW-8.1.3.2a, 2WW-8.1.3.2b, 2WW-5.1.1b]"""
    place, side = s.where[unit], s.loyal[unit]
    in_port = is_friendly_port(s, place, side)
    s.aboard[unit] = -1
    s.landed[unit] = IN_PORT if in_port else BEACHED
    s.moved[unit] = int(not in_port or bool(s.world.is_land[unit] and land_zone(s, 1 - side) >> place & 1))
    s.tell("land", "2WW-8.1.3.1", unit=s.world.units[unit], to=s.world.board.names[place])
    if place < s.world.board.grid.size:
        invasion.enter(s, unit, place, -1)
    if not is_able(s, fleets):
        s.done()
        end_move(s, fleets)


# Assault


def assault_range(s: War, fleets: tuple[int, ...]) -> int:
    """An assault goes five hexes at most from where the fleets began the phase. [2WW-8.1.4.1a]"""
    limit = int(s.world.charts["movement"]["assault"])
    return min(points_left(s, fleets), *(limit - s.spent[fleet] for fleet in fleets))


def troops(s: War, fleets: tuple[int, ...]) -> list[int]:
    """The land units that fleets carry."""
    passengers = [cargo_of(s, fleet) for fleet in fleets]
    return [unit for unit in passengers if unit >= 0 and s.world.is_land[unit]]


def assaults(s: War, fleets: tuple[int, ...]) -> list[int]:
    """The ports that fleets with troops may assault. [2WW-8.1.4.1a, 2WW-8.1.4.1b]"""
    if not troops(s, fleets):
        return []
    ports = assault_ways(s, fleets) & s.world.ports
    return [place for place in bits(ports) if why_not_assault(s, fleets, place) is None]


def assault_ways(s: War, fleets: tuple[int, ...]) -> int:
    """Every place that fleets could assault, the hex where they are among them: enemies in the last hex do not stop
    them, but no step leads from beside one enemy fleet to beside another. [2WW-8.1.4.1a, 2WW-8.1.4.1b, 2WW-5.1.2e]"""
    side, here = s.loyal[fleets[0]], s.where[fleets[0]]
    start, beside, points = 1 << here, beside_fleets(s, 1 - side), assault_range(s, fleets)
    if points <= 0:
        return start if points == 0 else 0
    near = in_reach(s, side, here, points - 1, assault=True).reached
    closed = s.world.danish_waters & barred_waters(s, side, assault=True)
    at_once = around(s.world.oversea, start) & ~(beside if beside & start else 0)
    return (around(s.world.oversea, near & ~beside & ~start) | at_once) & ~closed | near


def why_not_assault(s: War, fleets: tuple[int, ...], place: int) -> Refusal | None:
    """Only a port that the enemy controls, or that a neutral's units hold, five hexes away at most. [2WW-8.1.4.1a,
    2WW-8.1.4.1b, 2WW-8.1.3.3a, 2WW-8.3.2b]"""
    world, side = s.world, s.loyal[fleets[0]]
    facts = {"units": world.units[fleets[0]], "to": world.board.names[place]}
    landing = troops(s, fleets)
    if not landing:
        return Refusal("2WW-8.1.3.1", facts, "troops")
    is_hostile = s.holder[place] == 1 - side and not neutral_ground(s) >> place & 1
    if not world.ports >> place & 1 or not (is_hostile or invasion.would_meet(s, landing[0], place)):
        return Refusal("2WW-8.1.4.1b", facts, "assault")
    for fleet in fleets:
        passenger = cargo_of(s, fleet)
        if passenger >= 0:
            barred = why_not_enter(s, passenger, place)
            if barred:
                return barred
    if world.danish_waters >> place & 1 and barred_waters(s, side, assault=True) >> place & 1:
        return Refusal("2WW-8.3.2b", facts, "closed")
    if assault_ways(s, fleets) >> place & 1:
        return None
    beside, here = beside_fleets(s, 1 - side), s.where[fleets[0]]
    if beside >> here & beside >> place & 1 and place in world.waters[here]:
        return Refusal("2WW-5.1.2e", facts)
    return Refusal("2WW-8.1.4.1a", facts, "assault")


@at_the_end("assault")
def storm(s: War, voyage: Voyage) -> None:
    """Fleets that have lost their troops on the way withdraw. [2WW-8.1.4.1b, 2WW-5.2.3d]"""
    fleets = voyage.fleets
    if not troops(s, fleets):
        end_move(s, fleets)
        s.then(FleetRetreat(voyage.side, fleets, failed=True))
        return
    s.tell("assault", "2WW-8.1.4.1b", units=names(s, fleets), to=s.world.board.names[voyage.here])
    disembark(s, fleets, voyage.here)


def disembark(s: War, fleets: tuple[int, ...], place: int) -> None:
    """The troops storm ashore; a neutral that is assaulted is an enemy at once. A combat is owed, unless nobody is left
    who would fight for the port. [2WW-8.1.4.2, 2WW-8.1.3.3a, 2WW-5.2.3a]"""
    side, landing = s.loyal[fleets[0]], troops(s, fleets)
    for unit in (*fleets, *landing):
        s.aboard[unit] = -1
        s.landed[unit] = ASSAULTING
        s.moved[unit] = 1
    invasion.invade(s, landing[0], place)
    if s.holder[place] != 1 - side:
        control.occupy(s, place, side)
