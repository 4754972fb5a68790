"""Chapter 13: overruns in the movement and exploitation phases, from a single hex, at ten to one or better."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction

from grognard.engine.agenda import Ask, Preview, Prompt, Step, Sum
from grognard.engine.charts import is_at_least
from grognard.engine.derived import derived
from grognard.engine.naming import NameUnit, named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits
from grognard.engine.tally import Tally, shown
from grognard.games.balkan import marches
from grognard.games.balkan.battle import attacker, defender, ground
from grognard.games.balkan.guards import leave, must_stay
from grognard.games.balkan.lands import beyond_area, closed_ground
from grognard.games.balkan.losses import Eliminate
from grognard.games.balkan.orders import Advance, Join, Overrun
from grognard.games.balkan.stacking import has_room, limits, stack_of
from grognard.games.balkan.state import ADMIN, ONE_HEX, REGULAR, WHOLE_POINT, Campaign
from grognard.games.balkan.strength import total
from grognard.games.balkan.units import face, names, stacks, units_in
from grognard.games.balkan.ways import adjacent, rings, step_cost
from grognard.games.balkan.zones import occupied, zone
from grognard.games.europa import slots

LEVELS = (("zero_strength", "from_12"), ("least", "from_10"))
"""The odds of the chart by name, the better first, and the row of costs that each leads to. [BF-13-4, BF-13-6]"""


class Overrunning(Ask[Campaign], frozen=True):
    """Who takes part in an overrun, until the odds suffice and nobody else is to join. [BF-13-1, BF-13-2, BF-13-4]"""

    at: int
    start: int
    units: tuple[int, ...] = ()

    takes = (Join, Pass)
    out_of_turn = "BF-13-1"

    def prompt(self, s: Campaign) -> Prompt:
        names = s.world.board.names
        facts = {"at": names[self.at], "from": names[self.start], "units": [s.world.units[unit] for unit in self.units]}
        return Prompt("overrun", "BF-13-4", facts)

    def offers(self, s: Campaign) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for unit in units_in(s, self.start, self.side):
            if why_not_join(s, self.side, self.at, self.start, self.units, unit) is None:
                yield Join(side, s.world.units[unit])
        if suffices(s, self.side, self.at, self.units):
            yield Pass(side)

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        if isinstance(order, Pass):
            return Refusal("BF-13-4", {"at": s.world.board.names[self.at]}, "odds")
        assert isinstance(order, Join)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        return why_not_join(s, self.side, self.at, self.start, self.units, unit)

    def take(self, s: Campaign, order: Order) -> None:
        if isinstance(order, Join):
            s.become(Overrunning(self.side, self.at, self.start, (*self.units, s.world.unit_index[order.unit])))
        else:
            s.done()
            carry_out(s, self.side, self.at, self.units)

    def preview(self, s: Campaign, order: Order) -> Preview:
        if isinstance(order, Pass):
            return Preview((), strength(s, self.at, self.units), tuple(names(s, units_in(s, self.at, 1 - self.side))))
        assert isinstance(order, Join)
        return Preview((), price(s, self.side, self.at, s.world.unit_index[order.unit], LEVELS[-1][1]))

    def sums(self, s: Campaign) -> tuple[Sum, ...]:
        attack, defence = strength(s, self.at, self.units), resistance(s, self.side, self.at)
        enough = needed(s, self.side, self.at)
        return (
            Sum("Attack", "strength", "BF-13-4", {"points": shown(attack.total)}, attack),
            Sum("Defence", "strength", "BF-13-4", {"points": shown(defence.total)}, defence),
            Sum("Needed", "strength", "BF-13-4", {"points": shown(enough)}, open=attack.total < enough),
        )


def needed(s: Campaign, side: int, at: int) -> Fraction:
    """The attack strength that an overrun needs. [BF-13-4]"""
    return Fraction(resistance(s, side, at).total) * times(s, "least")


# Odds


def strength(s: Campaign, at: int, units: Iterable[int]) -> Tally:
    """What units bring to an overrun: reckoned as in an attack. [BF-13-4]"""
    return total([attacker(s, unit, at) for unit in units], ground(s, at), s.world.charts, attack=True)


@derived(
    "where", "cadre", "hungry", "weather", "fort", "razed", "stance",
    through=lambda s, side, at: (_conditions(s, 1 - side, at), s.weather, s.fort[at], s.razed[at]),
)  # fmt: skip
def resistance(s: Campaign, side: int, at: int) -> Tally:
    """What those to be overrun have against it; air support counts for nothing. [BF-13-4]"""
    defenders = [defender(s, unit) for unit in units_in(s, at, 1 - side)]
    return total(defenders, ground(s, at), s.world.charts, attack=False)


def _conditions(s: Campaign, side: int, at: int) -> tuple[tuple[int, int, int], ...]:
    """The units of a side in a hex, and the state that each is in."""
    return tuple((unit, s.cadre[unit], s.hungry[unit]) for unit in stacks(s, side).get(at, ()))


def times(s: Campaign, level: str) -> int:
    """The odds of the chart that go by a name, as so many to one."""
    return int(str(s.world.charts["overrun"][level]).split(":")[0])


def level_reached(s: Campaign, side: int, at: int, units: Sequence[int]) -> str | None:
    """The row of the overrun costs that the odds lead to; None if they do not suffice. Without any defence everybody
    with some strength has the better row. [BF-13-4, BF-13-6, BF-13-9]"""
    attack, defence = strength(s, at, units).total, resistance(s, side, at).total
    if attack <= 0:
        return None
    return next((row for level, row in LEVELS if is_at_least(attack, defence, times(s, level))), None)


def suffices(s: Campaign, side: int, at: int, units: Sequence[int]) -> bool:
    """Whether an overrun can be carried out: the odds are there, and everybody can pay. [BF-13-4, BF-13-7]"""
    row = level_reached(s, side, at, units) if is_near(s, side, at, units) else None
    return row is not None and all(can_pay(s, side, at, unit, row) for unit in units)


def is_near(s: Campaign, side: int, at: int, units: Iterable[int]) -> bool:
    """Whether units could have the odds at their very best: nothing more than doubles an attacker."""
    return resistance(s, side, at).total * times(s, "least") <= sum(2 * face(s, unit).attack for unit in units)


# Movement points


def price(s: Campaign, side: int, at: int, unit: int, row: str) -> Tally:
    """What an overrun costs a unit: terrain, zones other than those of the overrun, and the overrun itself. [BF-13-5,
    BF-13-6]"""
    world, here = s.world, s.where[unit]
    step = step_cost(world, s.weather, world.cost_set[unit], here, at)
    assert step is not None, "only who can enter the hex takes part"
    account = Tally(step.total, "BF-13-6")
    column = marches.zone_class(s, unit)
    others = zone(s, 1 - side, at)
    if others >> here & 1:
        kind = "zone_to_zone" if others >> at & 1 else "leave"
        account.add(world.charts["zoc_costs"][kind][column], "BF-6A-1", "leaving enemy zones")
    account.add(world.charts["overrun"][row][column], "BF-13-6", "overrun")
    return account


def can_pay(s: Campaign, side: int, at: int, unit: int, row: str) -> bool:
    """Whether a unit has the points; the one hex that is always open is no overrun. [BF-13-7]"""
    return int(price(s, side, at, unit, row).total * WHOLE_POINT) <= marches.left(s, unit)


# Who may take part


def why_not_join(s: Campaign, side: int, at: int, start: int, units: tuple[int, ...], unit: int) -> Refusal | None:
    """Why a unit may not join an overrun. [BF-13-2, BF-13-3, BF-13-7, BF-9G-1]"""
    refusal = why_unable(s, side, at, start, unit)
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[at], "from": s.world.board.names[start]}
    if refusal is not None:
        return refusal
    if unit in units:
        return Refusal("BF-13-2", facts, "joined")
    if not fits(s, at, start, [*units, unit]):
        return Refusal("BF-13-2", facts, "stacking")
    return None if can_finish(s, side, at, start, (*units, unit)) else Refusal("BF-13-4", facts)


def why_unable(s: Campaign, side: int, at: int, start: int, unit: int) -> Refusal | None:
    """Why a unit can have no part in an overrun, whoever else is in it. [BF-13-2, BF-13-3, BF-13-7, BF-4A5-1]"""
    world = s.world
    facts = {"unit": world.units[unit], "at": world.board.names[at], "from": world.board.names[start]}
    if s.where[unit] != start:
        return Refusal("BF-13-2", facts)
    shut = closed_ground(s, side) | beyond_area(s, unit)
    if not rings(world, s.weather, world.cost_set[unit])[start] >> at & 1 or shut >> at & 1:
        return Refusal("BF-13-3", facts)
    refusal = marches.why_not_move(s, unit)
    if refusal is not None:
        return refusal
    if s.gait[unit] & (ADMIN | ONE_HEX):
        return Refusal("BF-13-7", facts, "gait")
    return None if can_pay(s, side, at, unit, LEVELS[0][1]) else Refusal("BF-13-7", facts)


def fits(s: Campaign, at: int, start: int, units: Sequence[int]) -> bool:
    """Whether units keep to the stacking limits of the hex that they come from and of the one that they go into.
    [BF-13-2]"""
    stack = stack_of(s, units)
    return all(slots.fits(stack, limits(s.world, place)) for place in (at, start))


def can_finish(s: Campaign, side: int, at: int, start: int, units: tuple[int, ...]) -> bool:
    """Whether an overrun that these have joined can still be carried out, with others if need be: the strongest who fit
    are added one by one. [BF-13-2, BF-13-4, BF-13-7]"""
    others = [unit for unit in units_in(s, start, side) if unit not in units]
    able = [unit for unit in others if why_unable(s, side, at, start, unit) is None]
    able.sort(key=lambda unit: (-face(s, unit).attack, unit))
    for _, row in reversed(LEVELS):
        if not all(can_pay(s, side, at, unit, row) for unit in units):
            continue
        joined = units
        if suffices(s, side, at, joined):
            return True
        for unit in able:
            if can_pay(s, side, at, unit, row) and fits(s, at, start, [*joined, unit]):
                joined = (*joined, unit)
                if suffices(s, side, at, joined):
                    return True
    return False


# What movement offers


def overruns(s: Campaign, side: int) -> Iterator[tuple[int, int]]:
    """The overruns that can be made: the hex that is overrun, and the one from which. [BF-13-1]"""
    enemies = occupied(s, 1 - side)
    for start in bits(occupied(s, side)):
        for at in bits(adjacent(s.world)[start] & enemies):
            if why_not_overrun(s, side, at, start) is None:
                yield at, start


def why_not_overrun(s: Campaign, side: int, at: int, start: int) -> Refusal | None:
    """Why nobody can overrun a hex from another. [BF-13-1, BF-13-2, BF-13-4]"""
    board = s.world.board
    facts = {"at": board.names[at], "from": board.names[start]}
    if not occupied(s, 1 - side) >> at & 1:
        return Refusal("BF-13-1", facts, "nobody")
    here = units_in(s, start, side)
    if not here or not adjacent(s.world)[start] >> at & 1:
        return Refusal("BF-13-2", facts, "hex")
    if not is_near(s, side, at, here):
        return Refusal("BF-13-4", facts, "odds")
    able = [unit for unit in here if why_unable(s, side, at, start, unit) is None]
    near = is_near(s, side, at, able)
    if near and any(can_finish(s, side, at, start, (unit,)) for unit in able if fits(s, at, start, [unit])):
        return None
    refusals = (why_unable(s, side, at, start, unit) for unit in here)
    return next((refusal for refusal in refusals if refusal and not able), Refusal("BF-13-4", facts, "odds"))


# The overrun itself


def carry_out(s: Campaign, side: int, at: int, units: tuple[int, ...]) -> None:
    """Everybody pays, the enemy is gone for good, and whoever likes goes in. [BF-13-6, BF-13-8]"""
    row = level_reached(s, side, at, units)
    assert row is not None, "only what suffices is carried out"
    for unit in units:
        s.spent[unit] += int(price(s, side, at, unit, row).total * WHOLE_POINT)
        s.gait[unit] |= REGULAR
    victims = tuple(units_in(s, at, 1 - side))
    s.tell("overrun", "BF-13-8", at=s.world.board.names[at], units=names(s, units), victims=names(s, victims))
    s.then(Eliminate(victims, "BF-13-8", completely=True), MayFollow(side, at, units))


class MayFollow(Step[Campaign], frozen=True):
    """Ask for an advance if anybody could enter the hex. [BF-13-8]"""

    side: int
    at: int
    units: tuple[int, ...]

    def run(self, s: Campaign) -> None:
        if followers(s, self.side, self.at, self.units):
            s.then(Follow(self.side, self.at, self.units))


class Follow(NameUnit[Campaign], frozen=True):
    """Who of those who have overrun a hex enters it. [BF-13-8]"""

    at: int
    units: tuple[int, ...]

    takes = (Advance, Pass)
    out_of_turn = "BF-13-8"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("advance", "BF-13-8", {"at": s.world.board.names[self.at]})

    def among(self, s: Campaign) -> list[int]:
        return followers(s, self.side, self.at, self.units)

    def why_not(self, s: Campaign, unit: int) -> Refusal:
        facts, names = {"unit": s.world.units[unit]}, s.world.board.names
        if unit in self.units and must_stay(s, unit, self.side):
            return Refusal("BF-7A1-5", facts | {"at": names[s.where[unit]]})
        return Refusal("BF-13-8", facts | {"at": names[self.at]})

    def named(self, s: Campaign, unit: int) -> None:
        s.then(MayFollow(self.side, self.at, self.units))
        leave(s, unit, self.at)
        s.tell("advance", "BF-13-8", unit=s.world.units[unit], to=s.world.board.names[self.at])


def followers(s: Campaign, side: int, at: int, units: tuple[int, ...]) -> list[int]:
    """The units that may still enter an overrun hex. [BF-13-8, BF-7A1-5]"""
    return [
        unit
        for unit in units
        if 0 <= s.where[unit] != at and has_room(s, unit, at, side) and not must_stay(s, unit, side)
    ]


def overrun_refusal(s: Campaign, side: int, order: Overrun) -> Refusal | None:
    """Why an overrun is not offered. [BF-13-1]"""
    at, start = named_place(s, order.at), named_place(s, order.start)
    if isinstance(at, Refusal):
        return at
    return start if isinstance(start, Refusal) else why_not_overrun(s, side, at, start)
