"""Chapter 8.2: air units change their bases."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Preview, Prompt, Step
from grognard.engine.naming import named_place
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits, spread
from grognard.games.twoww import invasion
from grognard.games.twoww.company import apart_from, why_not_stack
from grognard.games.twoww.ground import forbidden_ground, neutral_ground, why_not_enter
from grognard.games.twoww.land_moves import entrain, rail_net, why_not_rail
from grognard.games.twoww.orders import Fly, Rail
from grognard.games.twoww.state import ALLIES, IN_PORT, NEUTRAL, War
from grognard.games.twoww.units import air_at, fleets_at, land_at, put
from grognard.games.twoww.world import FRANCE
from grognard.games.twoww.zones import land_zone


class InFlight(Ask[War], frozen=True):
    """An air unit flies to a new base, or goes by rail. [2WW-8.2a, 2WW-8.1.2a]"""

    unit: int

    takes = (Fly, Rail, Pass)
    out_of_turn = "2WW-8a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("fly", "2WW-8.2a", {"unit": s.world.units[self.unit], "left": flight(s, self.unit)})

    def offers(self, s: War) -> Iterator[Order]:
        side, names = s.world.sides[self.side], s.world.board.names
        for place in bits(bases(s, self.unit)):
            yield Fly(side, names[place])
        for place in bits(rail_net(s, self.unit) & ~hostile_bases(s, self.unit)):
            yield Rail(side, names[place])
        yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Fly | Rail)
        place = named_place(s, order.to)
        if isinstance(place, Refusal):
            return place
        if isinstance(order, Rail):
            return why_among_enemies(s, self.unit, place) or why_not_rail(s, self.unit, place)
        return why_not_fly(s, self.unit, place)

    def preview(self, s: War, order: Order) -> Preview:
        if not isinstance(order, Fly):
            return Preview()
        return Preview(notes=invasion.warning(s, self.unit, s.world.board.at(order.to)))

    def take(self, s: War, order: Order) -> None:
        s.done()
        match order:
            case Fly():
                fly(s, self.unit, s.world.board.at(order.to))
            case Rail():
                entrain(s, self.unit, s.world.board.at(order.to))
            case _:
                s.moved[self.unit] = 1


def flight(s: War, unit: int) -> int:
    """Three times its range, or twice if a fleet has just landed it, less what it has flown. [2WW-8.2a,
    2WW-8.1.3.2a]"""
    chart = s.world.charts["movement"]
    times = chart["air_times_landed"] if s.landed[unit] == IN_PORT else chart["air_times"]
    return int(s.world.move[unit] * times) - s.spent[unit]


def shut_skies(s: War, unit: int) -> int:
    """Hexes that an air unit may not fly into: enemy land units, enemy land zones without own ones, closed countries.
    Units of a neutral, even Italy or the Soviet Union, are no enemies until it comes, and then drive it away: so a
    country of one hex can be invaded. [2WW-8.2b, 2WW-5.3.1a, 2WW-5.1.4b]"""
    side = s.loyal[unit]
    hostile = (land_at(s, 1 - side) | land_zone(s, 1 - side) & ~land_at(s, side)) & ~neutral_ground(s)
    return hostile | forbidden_ground(s, s.world.nation[unit], side)


def hostile_bases(s: War, unit: int) -> int:
    """Hexes with enemy air units or fleets, which an air unit passes but does not share; those of a neutral that it
    would invade are among them, for they would stay. [2WW-5.2.3a]"""
    world, side = s.world, s.loyal[unit]
    mask = air_at(s, 1 - side) | fleets_at(s, 1 - side)
    for other in (*world.air_units, *world.fleets):
        stands_aside = side == ALLIES and world.nation[other] == FRANCE
        if s.loyal[other] == NEUTRAL and s.where[other] >= 0 and not stands_aside:
            mask |= 1 << s.where[other]
    return mask


def why_among_enemies(s: War, unit: int, place: int) -> Refusal | None:
    """Why an air unit does not go to a hex with enemy air units or fleets. [2WW-5.2.3a]"""
    if not hostile_bases(s, unit) >> place & 1:
        return None
    return Refusal("2WW-5.2.3a", {"unit": s.world.units[unit], "to": s.world.board.names[place]})


def bases(s: War, unit: int) -> int:
    """The land hexes in range that an air unit may fly to, whoever of its own side has his base there: the limit is
    looked at when the phase ends. [2WW-8.2a, 2WW-8.2b, 2WW-5.2.2a, 2WW-5.2.3a]"""
    taken = hostile_bases(s, unit) | apart_from(s, unit) | 1 << s.where[unit]
    return airspace(s, unit, flight(s, unit)) & s.world.land & ~taken


def airspace(s: War, unit: int, points: int) -> int:
    """The hexes that an air unit can fly to with so many points. In a neutral country it comes no further than the
    border hex, for that is an invasion, and its enemies are others then. [2WW-8.2a, 2WW-8.2b, 2WW-5.3.1a]"""
    world = s.world
    peace = 0 if s.neutral[world.nation[unit]] else neutral_ground(s)
    sky = world.board.mask & ~(shut_skies(s, unit) & world.land) & ~world.closed
    return spread(world.everywhere, 1 << s.where[unit], sky, points, ends=peace)


def why_not_fly(s: War, unit: int, place: int) -> Refusal | None:
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[place]}
    if place >= s.world.board.grid.size or s.world.sea >> place & 1:
        return Refusal("2WW-8.2b", facts)
    barred = why_not_enter(s, unit, place)
    if barred:
        return barred
    if shut_skies(s, unit) >> place & 1:
        return Refusal("2WW-8.2b", facts)
    among_enemies = why_among_enemies(s, unit, place)
    if among_enemies:
        return among_enemies
    if s.world.disc(s.where[unit], flight(s, unit)) >> place & 1:
        return why_not_stack(s, unit, place) or Refusal("2WW-8.2b", facts)
    return Refusal("2WW-8.1.3.2a" if s.landed[unit] == IN_PORT else "2WW-8.2a", facts, "far")


def fly(s: War, unit: int, place: int) -> None:
    """An air unit comes to its new base; one that invades a country on its way has not ended its move by that.
    [2WW-8.2a, 2WW-5.3.1a]"""
    origin, invades = s.where[unit], invasion.would_invade(s, unit, place) >= 0
    if invades:
        limit = flight(s, unit)
        s.spent[unit] += next(points for points in range(1, limit + 1) if airspace(s, unit, points) >> place & 1)
    s.aboard[unit] = -1
    put(s, unit, place)
    s.moved[unit] = 1
    s.tell("fly", "2WW-8.2a", unit=s.world.units[unit], to=s.world.board.names[place])
    invasion.enter(s, unit, place, origin)
    if invades:
        s.then(FlyOn(unit, place))


class FlyOn(Step[War], frozen=True):
    """An invader that nobody drives away flies on if it likes, with what is left of its range. [2WW-8.2a,
    2WW-5.3.1a]"""

    unit: int
    place: int

    def run(self, s: War) -> None:
        if s.where[self.unit] == self.place and flight(s, self.unit):
            s.moved[self.unit] = 0
            s.then(InFlight(s.loyal[self.unit], self.unit))
