"""Chapters 8.1, 8.1.1, 8.1.2 and 10.1: land units on foot, by rail and from the air."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations, pairwise

from grognard.engine.agenda import Ask, Preview, Prompt, Step
from grognard.engine.derived import derived
from grognard.engine.naming import named_place
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import FAR, bits, route, spread
from grognard.engine.search import Found, Mode, Toll, arrivals, search
from grognard.engine.tally import Tally
from grognard.games.twoww import invasion
from grognard.games.twoww.company import apart_from, neutrals_in_the_way, why_not_stack, zone_against
from grognard.games.twoww.ground import (
    country_of,
    forbidden_ground,
    friendly_ground,
    neutral_ground,
    sheltered_ground,
    why_not_enter,
)
from grognard.games.twoww.orders import Drop, March, Rail
from grognard.games.twoww.state import ALLIES, DROPPED, IN_PORT, War
from grognard.games.twoww.supply import GROUND, is_supplied
from grognard.games.twoww.units import air_at, fleets_at, land_at, put
from grognard.games.twoww.world import ITALY
from grognard.games.twoww.zones import land_zone


class OnFoot(Ask[War], frozen=True):
    """A land unit in its move. It may go on as long as it has points and nothing stops it. [2WW-8a]"""

    unit: int

    takes = (March, Rail, Drop, Pass)
    out_of_turn = "2WW-8a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("march", "2WW-8a", {"unit": s.world.units[self.unit], "left": points_left(s, self.unit).value})

    def offers(self, s: War) -> Iterator[Order]:
        side, names = s.world.sides[self.side], s.world.board.names
        for place in marches(s, self.unit):
            yield March(side, names[place])
        for place in bits(rail_net(s, self.unit)):
            yield Rail(side, names[place])
        for place in bits(drop_zone(s, self.unit)):
            yield Drop(side, names[place])
        yield Pass(side)

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, March | Rail | Drop)
        place = named_place(s, order.to)
        if isinstance(place, Refusal):
            return place
        match order:
            case March():
                return why_not_march(s, self.unit, place)
            case Rail():
                return why_not_rail(s, self.unit, place)
            case Drop():
                return why_not_drop(s, self.unit, place)

    def take(self, s: War, order: Order) -> None:
        s.done()
        match order:
            case March():
                way = way_to(s, self.unit, s.world.board.at(order.to))
                s.tell("march", "2WW-8a", unit=s.world.units[self.unit], to=order.to)
                s.then(Walk(self.side, self.unit, way))
            case Rail():
                entrain(s, self.unit, s.world.board.at(order.to))
            case Drop():
                drop(s, self.unit, s.world.board.at(order.to))
            case _:
                s.moved[self.unit] = 1

    def preview(self, s: War, order: Order) -> Preview:
        if not isinstance(order, March | Drop):
            return Preview()
        place = s.world.board.at(order.to)
        notes = invasion.warning(s, self.unit, place)
        if isinstance(order, Drop):
            return Preview(notes=notes)
        cost, way = ways(s, self.unit).cost(place), way_to(s, self.unit, place)
        names = tuple(s.world.board.names[there] for there in (s.where[self.unit], *way))
        return Preview(names, cost if cost is None else Tally(cost, "2WW-8a"), notes=notes)


class Walk(Step[War], frozen=True):
    """A land unit enters hex after hex; each time the enemy may have to give way, and a border may be crossed.
    [2WW-5.1.1f, 2WW-5.3.1a, 2WW-5.1.4c]"""

    side: int
    unit: int
    way: tuple[int, ...]

    def run(self, s: War) -> None:
        unit, here = self.unit, s.where[self.unit]
        there, rest = self.way[0], self.way[1:]
        s.spent[unit] = s.spent[unit] or forfeited(s, unit)
        s.spent[unit] += cost_of(s, unit, here, there)
        put(s, unit, there)
        invasion.enter(s, unit, there, here)
        if s.where[unit] == there and s.loyal[unit] == self.side:
            s.then(WalkOn(self.side, unit, rest))
        else:
            s.moved[unit] = 1


class WalkOn(Step[War], frozen=True):
    """Having entered a hex, a unit goes on if nothing there stops it and it has the points: a zone that its march has
    woken may have made the rest of the way dearer. [2WW-5.1.1b, 2WW-8a, 2WW-10.1.1b]"""

    side: int
    unit: int
    way: tuple[int, ...]

    def run(self, s: War) -> None:
        unit, here = self.unit, s.where[self.unit]
        stopped = not s.armored and land_zone(s, 1 - self.side) >> here & 1
        blocked = bool(self.way) and (land_at(s, 1 - self.side) | neutrals_in_the_way(s, unit)) >> self.way[0] & 1
        left = points_left(s, unit).value
        if stopped or blocked or left <= 0:
            s.moved[unit] = 1
        elif self.way and cost_of(s, unit, here, self.way[0]) <= left:
            s.then(Walk(self.side, unit, self.way))
        else:
            s.then(OnFoot(self.side, unit))


# On foot


def points_left(s: War, unit: int) -> Tally:
    """The movement points that a land unit has left; without supply it has half. [2WW-8a, 2WW-11.2.4]"""
    points = Tally(s.world.move[unit], "2WW-8a")
    if not s.spent[unit]:
        points.add(-forfeited(s, unit), "2WW-11.2.4", "out of supply")
    points.add(-s.spent[unit], "2WW-8a", "spent")
    return points


def forfeited(s: War, unit: int) -> int:
    """The points that lack of supply costs a unit. It is looked at before the move, so they count as spent from its
    first step on. [2WW-11.2.4, 2WW-11d]"""
    return 0 if is_supplied(s, unit) else s.world.move[unit] - s.world.move[unit] // 2


def cost_of(s: War, unit: int, here: int, there: int) -> int:
    """What a step costs. In Armored Action an enemy zone costs one more. [2WW-8a, 2WW-10.1.1a]"""
    cost = next(cost for to, cost in s.world.steps[here] if to == there)
    if s.armored and zone_against(s, unit) >> there & 1:
        cost += int(s.world.charts["movement"]["armored_zone"])
    return cost


def barred_to(s: War, unit: int) -> int:
    """The hexes that a land unit may not walk into: enemies stand there, or the country is closed to it.
    [2WW-5.2.3a]"""
    side = s.loyal[unit]
    return land_at(s, 1 - side) | neutrals_in_the_way(s, unit) | forbidden_ground(s, s.world.nation[unit], side)


@derived(
    *GROUND, "america", "armored", "full", "holder", "spent", "vichy",
    through=lambda s, unit: (
        s.where[unit], points_left(s, unit).value, s.armored,
        zone_against(s, unit), barred_to(s, unit), neutral_ground(s),
    ),
)  # fmt: skip
def ways(s: War, unit: int) -> Found:
    """Every hex that a unit has the points for, and what it costs. [2WW-8a, 2WW-5.1.1b, 2WW-5.1.1c, 2WW-10.1.1b]"""
    return _ways(s, unit, zone_against(s, unit))


def _ways(s: War, unit: int, zone: int) -> Found:
    """It stops where it meets a zone or crosses a border, and goes from zone to zone in Armored Action alone."""
    start, barred, peace = s.where[unit], barred_to(s, unit), neutral_ground(s)
    ends = 0 if peace >> start & 1 else peace
    tolls: tuple[Toll, ...] = ()
    if s.armored:
        tolls = (Toll(-1, zone, int(s.world.charts["movement"]["armored_zone"])),)
    else:
        ends |= zone
        if zone >> start & 1:
            tolls = (Toll(1 << start, zone),)
    on_foot = Mode("foot", s.world.on_foot, ~barred, ends & ~barred, tolls)
    return search((on_foot,), 1 << start, points=points_left(s, unit).value)


def way_to(s: War, unit: int, goal: int) -> tuple[int, ...]:
    """The cheapest way of a unit to a hex that it has the points for; of equal ones the one whose hexes come first."""
    found = ways(s, unit)
    costs, passed, (on_foot,) = found.costs(), found.passed, found.modes

    @cache
    def way(place: int) -> tuple[int, ...]:
        if place == s.where[unit]:
            return ()
        before = (at for at, price in arrivals(on_foot, place) if costs.get(at, FAR) + price == costs[place])
        return min((*way(at), place) for at in before if passed >> at & 1)

    return way(goal)


def marches(s: War, unit: int) -> list[int]:
    """Where a unit may end a march; Soviets never among other Allies. [2WW-8a, 2WW-12.4.3]"""
    return [at for at in ways(s, unit).costs() if at != s.where[unit] and why_not_stack(s, unit, at) is None]


def why_not_march(s: War, unit: int, place: int) -> Refusal | None:
    """The rule that keeps a land unit from a hex."""
    world, side, here = s.world, s.loyal[unit], s.where[unit]
    facts = {"unit": world.units[unit], "to": world.board.names[place]}
    if place >= world.board.grid.size or world.sea >> place & 1:
        return Refusal("2WW-8.1a", facts, "march")
    if place == here:
        return Refusal("2WW-8a", facts, "there")
    barred = why_not_enter(s, unit, place)
    if barred:
        return barred
    if (land_at(s, 1 - side) | neutrals_in_the_way(s, unit)) >> place & 1:
        return Refusal("2WW-5.2.3a", facts)
    if ways(s, unit).reached >> place & 1:
        return why_not_stack(s, unit, place)
    zone = zone_against(s, unit)
    if not s.armored and zone >> here & 1 and zone >> place & 1 and world.beside[here] >> place & 1:
        return Refusal("2WW-5.1.1c", facts)
    if place in world.board.neighbours[here] and not world.beside[here] >> place & 1:
        return Refusal("2WW-8.1a", facts, "march")
    but_for_zones = not s.armored and _ways(s, unit, 0).reached >> place & 1
    return Refusal("2WW-5.1.1b" if but_for_zones else "2WW-8a", facts, "far")


# By rail


def rail_net(s: War, unit: int) -> int:
    """The hexes that a unit may reach by rail: friendly ground, outside enemy zones, in countries with railways.
    [2WW-8.1.2a, 2WW-8.1.2b, 2WW-8.1.2c]"""
    if why_no_rail(s, unit):
        return 0
    start = 1 << s.where[unit]
    return spread(s.world.overland, start, open_rails(s, unit)) & ~start & ~apart_from(s, unit)


def open_rails(s: War, unit: int) -> int:
    """The hexes that a unit may pass by rail. [2WW-8.1.2b]"""
    side, peace = s.loyal[unit], bool(s.neutral[s.world.nation[unit]])
    return _rails(s, side, peace)


@derived(
    *GROUND, "holder", "vichy",
    through=lambda s, side, peace: (
        friendly_ground(s, side), neutral_ground(s), land_zone(s, 1 - side), land_at(s, 1 - side), s.holder
    ),
)  # fmt: skip
def _rails(s: War, side: int, peace: bool) -> int:
    ground = s.world.country_mask[ITALY] if peace else friendly_ground(s, side) & ~neutral_ground(s)
    enemy_towns = 0
    for place in s.world.cities:
        if s.holder[place] == 1 - side:
            enemy_towns |= 1 << place
    return ground & s.world.land & ~s.world.no_rail & ~land_zone(s, 1 - side) & ~land_at(s, 1 - side) & ~enemy_towns


def why_no_rail(s: War, unit: int) -> str:
    """The rule that keeps a unit off the railways altogether."""
    side = s.loyal[unit]
    if s.aboard[unit] >= 0:
        return "2WW-3.3.3c"
    if s.armored:
        return "2WW-10.1.2"
    if land_zone(s, 1 - side) >> s.where[unit] & 1:
        return "2WW-8.1.2a"
    return "2WW-8a" if s.spent[unit] else ""


def why_not_rail(s: War, unit: int, place: int) -> Refusal | None:
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[place]}
    rule = why_no_rail(s, unit)
    if rule:
        return Refusal(rule, facts, "rail")
    return why_not_stack(s, unit, place) or Refusal("2WW-8.1.2b", facts, "rail")


def entrain(s: War, unit: int, place: int) -> None:
    """Every border on the way is crossed, but no more than need be. [2WW-8.1.2b, 2WW-12.1.2]"""
    way = rail_way(s, unit, place)
    s.moved[unit] = 1
    s.tell("rail", "2WW-8.1.2b", unit=s.world.units[unit], to=s.world.board.names[place])
    for here, there in pairwise(way):
        invasion.cross_border(s, unit, there, here)
    s.then(Ride(unit, (*halts(s, unit, way), place), way[-2]))


def halts(s: War, unit: int, way: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes on a way by rail where enemy fleets or air units may have to give way. [2WW-5.1.1f, 2WW-5.1.1g]"""
    enemy, beside = 1 - s.loyal[unit], s.world.beside
    fleets, air = fleets_at(s, enemy), air_at(s, enemy) & ~land_at(s, enemy)
    return tuple(at for at in way[1:-1] if (fleets | air) >> at & 1 or beside[at] & air)


class Ride(Step[War], frozen=True):
    """A train goes on to where somebody must give way, and at last to its goal. [2WW-5.1.1f, 2WW-5.1.1g, 2WW-8.1.2b]"""

    unit: int
    stops: tuple[int, ...]
    before: int
    """The last hex before the goal."""

    def run(self, s: War) -> None:
        there, rest = self.stops[0], self.stops[1:]
        put(s, self.unit, there)
        if rest:
            s.then(Ride(self.unit, rest, self.before))
        else:
            invasion.enter(s, self.unit, there, self.before)


def rail_way(s: War, unit: int, place: int) -> tuple[int, ...]:
    """The way to a hex by rail, through as few as can be of the minor powers whose borders nobody has crossed yet."""
    start, net, countries = s.where[unit], open_rails(s, unit), s.world.country_mask
    home = countries[country_of(s, start)] | countries[country_of(s, place)]
    sheltered = [mask for mask in countries if mask & sheltered_ground(s, ALLIES) & ~home]
    for number in range(len(sheltered), -1, -1):
        for spared in combinations(sheltered, number):
            way = route(s.world.steps, start, place, barred=~net | sum(spared))
            if way:
                return way
    raise AssertionError("a hex on offer is on the net")


# From the air


def drop_zone(s: War, unit: int) -> int:
    """Where paratroops may drop: within three hexes, never into all sea. [2WW-8.1.1a]"""
    if why_no_drop(s, unit):
        return 0
    world, side = s.world, s.loyal[unit]
    zone = world.disc(s.where[unit], world.charts["movement"]["airdrop"]) & world.land & ~(1 << s.where[unit])
    zone &= ~forbidden_ground(s, world.nation[unit], side)
    return zone & ~apart_from(s, unit)


def why_no_drop(s: War, unit: int) -> str:
    if s.world.roster[unit].kind != "paratroop":
        return "2WW-8.1.1a"
    if s.armored:
        return "2WW-10.1.2"
    return "2WW-8.1.1a" if s.spent[unit] or s.landed[unit] == IN_PORT else ""


def why_not_drop(s: War, unit: int, place: int) -> Refusal | None:
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[place]}
    rule = why_no_drop(s, unit)
    if rule:
        return Refusal(rule, facts, "drop")
    if place >= s.world.board.grid.size or not s.world.land >> place & 1:
        return Refusal("2WW-8.1.1a", facts, "drop")
    barred = why_not_enter(s, unit, place)
    if barred:
        return barred
    near = s.world.disc(s.where[unit], s.world.charts["movement"]["airdrop"])
    return (why_not_stack(s, unit, place) if near >> place & 1 else None) or Refusal("2WW-8.1.1a", facts, "drop")


def drop(s: War, unit: int, place: int) -> None:
    """Paratroops land; among enemies they owe a combat. [2WW-8.1.1a, 2WW-8.1.1b]"""
    side, origin = s.loyal[unit], s.where[unit]
    put(s, unit, place)
    s.moved[unit] = 1
    s.tell("drop", "2WW-8.1.1a", unit=s.world.units[unit], to=s.world.board.names[place])
    invasion.enter(s, unit, place, origin)
    if s.ashore(place, 1 - side):
        s.landed[unit] = DROPPED
