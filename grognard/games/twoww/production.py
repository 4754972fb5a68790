"""Chapter 7: production. Power after power spends its points on new units and on reduced ones."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Prompt, Step, Sum, Warnings
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import mask_of
from grognard.engine.tally import Tally
from grognard.games.twoww.bombing import is_strategic
from grognard.games.twoww.ground import is_friendly_port
from grognard.games.twoww.income import claims, income
from grognard.games.twoww.orders import Build, Claim, Upgrade
from grognard.games.twoww.placement import first_of_each, is_on_a_line, likeness, places_for, why_not_appear
from grognard.games.twoww.stacking import Check
from grognard.games.twoww.state import ALLIES, AXIS, CONQUERED, GONE, LATER, POOL, War
from grognard.games.twoww.supply import major_capitals
from grognard.games.twoww.units import put, send_away
from grognard.games.twoww.world import AMERICA, BRITAIN, ITALY, MAJORS, USSR


class Production(Step[War], frozen=True):
    """New arrivals, then the major powers in their order, then in winter the minors, the Allied ones first.
    [2WW-4.2.B.1, 2WW-7.2.1a, 2WW-7.2.1b, 2WW-5.2.2a]"""

    def run(self, s: War) -> None:
        receive_arrivals(s)
        s.claimed = ()
        minors = [country for side in (ALLIES, AXIS) for country in minors_of(s, side)]
        s.then(*(Power(country) for country in (*MAJORS, *minors)), Unclaimed(), Check())


def receive_arrivals(s: War) -> None:
    """Units that the turn track names join their force pools. [2WW-4.2.B.1, 2WW-2d]"""
    for unit, turn in s.world.arrivals.items():
        if s.where[unit] == LATER and turn <= s.turn:
            send_away(s, unit, CONQUERED if s.conquered[s.world.nation[unit]] else POOL)
            s.tell("in the pool", "2WW-4.2.B.1", unit=s.world.units[unit])


def minors_of(s: War, side: int) -> list[int]:
    """The countries of a side that have a winter point. [2WW-7.1.3a, 2WW-7.2.1b]"""
    countries = range(len(MAJORS), len(s.world.countries))
    return [country for country in countries if s.owner[country] == side and income(s, country).value]


class Power(Step[War], frozen=True):
    """A power counts its points, and spends them if there is anything to spend them on. [2WW-7.2.1a, 2WW-7c]"""

    power: int

    def run(self, s: War) -> None:
        tally = income(s, self.power)
        s.points = tally.value
        if s.points or claims(s, self.power):
            s.tell("income", tally.rule, country=s.world.countries[self.power].name, points=s.points)
            go_on(s, Produce(s.owner[self.power], self.power))


class Unclaimed(Step[War], frozen=True):
    """When all have produced, nothing is kept for the next turn. [2WW-7c]"""

    def run(self, s: War) -> None:
        s.points, s.claimed = 0, ()


# What may be bought


def price(s: War, unit: int, new: bool) -> int:
    """What a unit costs from the force pool, or from reduced to full. [2WW-7.1.4]"""
    kind = s.world.roster[unit].kind
    if is_strategic(s, unit):
        kind = "bomber"
    elif kind == "infantry" and s.world.nation[unit] not in MAJORS:
        kind = "minor"
    return int(s.world.charts["costs"][kind]["new" if new else "upgrade"])


def why_not_pay(s: War, unit: int, new: bool) -> Refusal | None:
    """Points are spent within what the power has. [2WW-7.1.4]"""
    cost = price(s, unit, new)
    if cost <= s.points:
        return None
    return Refusal("2WW-7.1.4", {"unit": s.world.units[unit], "cost": str(cost), "left": str(s.points)})


def why_not_spend(s: War, power: int, unit: int) -> Refusal | None:
    """A power's points are for its own units; American ones abroad are Britain's care. [2WW-7.1.1a, 2WW-7.1.3a,
    2WW-7.2.1a, 2WW-7.3.1b, 2WW-7.1.5, 2WW-7.1.7]"""
    nation, facts = s.world.nation[unit], {"unit": s.world.units[unit], "country": s.world.countries[power].name}
    abroad = nation == AMERICA and s.where[unit] >= 0 and s.where[unit] != s.world.states
    if abroad:
        return None if power == BRITAIN else Refusal("2WW-7.3.1b", facts)
    if nation == power:
        return None
    if nation == AMERICA and not s.america:
        return Refusal("2WW-7.1.5", facts)
    if nation == USSR and s.neutral[USSR]:
        return Refusal("2WW-7.1.6", facts)
    if nation == ITALY and s.neutral[ITALY]:
        return Refusal("2WW-7.1.7", facts)
    return Refusal("2WW-7.2.1a" if nation in MAJORS and power in MAJORS else "2WW-7.1.3a", facts)


def why_not_build(s: War, power: int, unit: int) -> Refusal | None:
    """New units come from the force pool; a neutral Soviet Union has none, and the Maginot fort is never built again.
    [2WW-7b, 2WW-2d, 2WW-5.3.2c, 2WW-7.1.6, 2WW-7.2.5c]"""
    facts = {"unit": s.world.units[unit]}
    if s.where[unit] == CONQUERED:
        return Refusal("2WW-5.3.2c", facts)
    if s.where[unit] != POOL:
        once = s.where[unit] == GONE and s.world.roster[unit].once
        return Refusal("2WW-7.2.5c" if once else "2WW-2d" if s.where[unit] == LATER else "2WW-7b", facts)
    refusal = why_not_spend(s, power, unit)
    if refusal is None and power == USSR and s.neutral[USSR]:
        refusal = Refusal("2WW-7.1.6", facts)
    return refusal


# 7.3 Upgrading


def why_not_upgrade(s: War, power: int, unit: int) -> Refusal | None:
    """Reduced units on the map are turned over if they are on a line of supply; American ones at home always are.
    [2WW-7b, 2WW-7.3.1a, 2WW-7.3.1b, 2WW-7.3.1c, 2WW-7.3.2]"""
    facts = {"unit": s.world.units[unit]}
    if s.world.roster[unit].one_sided:
        return Refusal("2WW-7.3.1c", facts)
    if s.where[unit] < 0 or s.full[unit]:
        return Refusal("2WW-7b", facts, "upgrade")
    refusal = why_not_spend(s, power, unit)
    if refusal or (s.where[unit] == s.world.states and s.world.nation[unit] == AMERICA):
        return refusal
    if s.world.is_fleet[unit]:
        return None if may_refit(s, unit) else Refusal("2WW-7.3.2", facts)
    side = s.loyal[unit]
    linked = is_on_a_line(s, side, s.where[unit], major_capitals(s, side), s.world.nation[unit])
    return None if linked else Refusal("2WW-7.3.1a", facts)


def may_refit(s: War, fleet: int) -> bool:
    """Whether a fleet lies in a friendly port that is, or is linked with, a production city of its side. [2WW-7.3.2]"""
    side, place = s.loyal[fleet], s.where[fleet]
    cities = mask_of(city for city in s.world.producing if s.holder[city] == side)
    return is_friendly_port(s, place, side) and is_on_a_line(s, side, place, cities, s.world.nation[fleet])


# The question


def for_sale(s: War, power: int) -> list[int]:
    """The units in the force pool that a power could buy if it had the points; of equal ones the first."""
    pool = [unit for unit, at in enumerate(s.where) if at == POOL and s.loyal[unit] == s.owner[power]]
    return first_of_each(s, [unit for unit in pool if why_not_build(s, power, unit) is None])


def upgradable(s: War, power: int) -> list[int]:
    """The units on the map that a power could turn over if it had the points."""
    reduced = [u for u, at in enumerate(s.where) if at >= 0 and not s.full[u] and s.loyal[u] == s.owner[power]]
    return [unit for unit in reduced if why_not_upgrade(s, power, unit) is None]


def can_afford(s: War, power: int, points: int) -> bool:
    """Whether so many points would buy a power anything."""
    if any(price(s, unit, False) <= points for unit in upgradable(s, power)):
        return True
    return any(price(s, unit, True) <= points and places_for(s, unit) for unit in for_sale(s, power))


def go_on(s: War, produce: Produce) -> None:
    """Ask again as long as there is something to buy; what is left then is lost. [2WW-7c]"""
    open_claims = len(claims(s, produce.power))
    if can_afford(s, produce.power, s.points + open_claims):
        s.then(produce)
    else:
        lose_rest(s, produce.power)


def lose_rest(s: War, power: int) -> None:
    """Points that are not spent are lost. [2WW-7c]"""
    if s.points:
        s.tell("points lost", "2WW-7c", country=s.world.countries[power].name, points=s.points)
    s.points = 0


class Produce(Ask[War], frozen=True):
    """A power builds, upgrades, or takes the points of cities abroad, until it passes. [2WW-7b, 2WW-7.2.1a]"""

    power: int
    claimed: tuple[int, ...] = ()
    """The cities abroad that it has taken."""
    spent: int = 0

    takes = (Build, Upgrade, Claim, Pass)
    out_of_turn = "2WW-7.2.1a"

    def prompt(self, s: War) -> Prompt:
        facts = {"country": s.world.countries[self.power].name, "points": s.points}
        return Prompt("produce", "2WW-7b", facts)

    def offers(self, s: War) -> Iterator[Order]:
        side, units, names = s.world.sides[self.side], s.world.units, s.world.board.names
        yield Pass(side)
        for place in claims(s, self.power):
            yield Claim(side, names[place])
        for unit in upgradable(s, self.power):
            if why_not_pay(s, unit, new=False) is None:
                yield Upgrade(side, units[unit])
        for unit in for_sale(s, self.power):
            if why_not_pay(s, unit, new=True) is None:
                yield from (Build(side, units[unit], names[place]) for place in places_for(s, unit))

    def explain(self, s: War, order: Order) -> Refusal | None:
        if isinstance(order, Claim):
            return self._why_not_claim(s, order.city)
        assert isinstance(order, Build | Upgrade)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        if isinstance(order, Upgrade):
            return why_not_upgrade(s, self.power, unit) or why_not_pay(s, unit, new=False)
        place = s.world.board.find(order.at)
        if place is None:
            return Refusal("table.no-place", {"place": order.at})
        refusal = why_not_build(s, self.power, unit) or why_not_appear(s, unit, place) or why_not_pay(s, unit, new=True)
        first = next((other for other in for_sale(s, self.power) if likeness(s, other) == likeness(s, unit)), unit)
        return refusal or Refusal("2WW-2c", {"unit": order.unit, "first": s.world.units[first]}, "like")

    def _why_not_claim(self, s: War, city: str) -> Refusal | None:
        place = s.world.board.find(city)
        if place is None:
            return Refusal("table.no-place", {"place": city})
        return Refusal("2WW-5.3.2d", {"city": city, "country": s.world.countries[self.power].name}, "city")

    def take(self, s: War, order: Order) -> None:
        s.done()
        match order:
            case Claim():
                place = s.world.board.at(order.city)
                claim(s, self.power, place)
                go_on(s, msgspec.structs.replace(self, claimed=(*self.claimed, place)))
            case Upgrade():
                cost = upgrade(s, s.world.unit_index[order.unit])
                go_on(s, msgspec.structs.replace(self, spent=self.spent + cost))
            case Build():
                unit = s.world.unit_index[order.unit]
                cost = build(s, unit, s.world.board.at(order.at))
                s.then(GoOn(msgspec.structs.replace(self, spent=self.spent + cost)))
            case _:
                lose_rest(s, self.power)

    def warnings(self, s: War) -> Warnings:
        return {Pass: (Prompt("points lost", "2WW-7c", {"points": s.points}),)} if s.points else {}

    def sums(self, s: War) -> tuple[Sum, ...]:
        """What the turn brought, what has been spent of it, and what is left. [2WW-7a, 2WW-7c]"""
        tally = self.tally(s)
        return (
            Sum("Production", "income", "2WW-7a", {"points": tally.value}, tally),
            Sum("Spent", "spent", "2WW-7b", {"points": self.spent}),
            Sum("Left", "left", "2WW-7c", {"points": s.points}, open=s.points > 0),
        )

    def tally(self, s: War) -> Tally:
        tally = income(s, self.power)
        for place in self.claimed:
            tally.add(s.world.charts["income"]["city"], "2WW-5.3.2d", s.world.cities[place].name)
        return tally


class GoOn(Step[War], frozen=True):
    """After those who had to give way to a new land unit, the power goes on. [2WW-7.2.5a, 2WW-5.1.3b]"""

    produce: Produce

    def run(self, s: War) -> None:
        go_on(s, self.produce)


def claim(s: War, power: int, place: int) -> None:
    """A city's point goes to this power instead of the next. [2WW-5.3.2d, 2WW-7.1.1c]"""
    s.claimed += (place,)
    s.points += s.world.charts["income"]["city"]
    s.tell("claimed", "2WW-5.3.2d", country=s.world.countries[power].name, city=s.world.board.names[place])


def upgrade(s: War, unit: int) -> int:
    """Turn a unit to its full side; the price. [2WW-7b]"""
    cost = price(s, unit, new=False)
    s.points -= cost
    s.full[unit] = 1
    s.tell("upgraded", "2WW-7b", unit=s.world.units[unit], points=cost)
    return cost


def build(s: War, unit: int, place: int) -> int:
    """Put a unit from the pool onto the map at full strength, if it has a full side; the price. [2WW-7b, 2WW-7.3.1c]"""
    cost = price(s, unit, new=True)
    s.points -= cost
    s.full[unit] = not s.world.roster[unit].one_sided
    put(s, unit, place)
    s.tell("built", "2WW-7b", unit=s.world.units[unit], at=s.world.board.names[place], points=cost)
    return cost
