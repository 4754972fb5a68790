"""Chapters 6, 6A and 6B: where a unit may go on foot, at the regular or the administrative rate, and what it pays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from typing import TypeVar

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import FAR, Way, bits, reach, trace
from grognard.engine.tally import Tally
from grognard.games.balkan.guards import must_stay
from grognard.games.balkan.lands import beyond_area, closed_ground, neutral_ground
from grognard.games.balkan.possession import owned
from grognard.games.balkan.stacking import has_room, limits, no_room, stack_of
from grognard.games.balkan.state import ADMIN, BESIDE, MOVEMENT, ONE_HEX, REGULAR, WHOLE_POINT, WORKED, Campaign
from grognard.games.balkan.units import face, units_in
from grognard.games.balkan.ways import admin_steps, side_kinds, step_cost, steps
from grognard.games.balkan.zones import beside, occupied, zone
from grognard.games.europa import slots

T = TypeVar("T")

TIE = 1 << 20
"""Of ways that cost the same, the one with fewer hexes in enemy zones is taken, then fewer enemy hexes."""
BIT = 1 << 10


# Points


def allowance(s: Campaign, unit: int) -> Tally:
    """The movement points that a unit has in a phase. [BF-6-3, BF-12D-2]"""
    points = Tally(face(s, unit).move, "BF-6-3")
    if s.hungry[unit]:
        points.times(s.world.charts["strength_factors"].number("movement_out_of_supply"), "BF-12D-2", "out of supply")
    return points


def left(s: Campaign, unit: int) -> int:
    """The movement points that a unit has left in this phase, in 840ths. [BF-6-3]"""
    key = ("allowance", face(s, unit).move, s.hungry[unit])
    return s.world.recall(key, lambda: int(allowance(s, unit).total * WHOLE_POINT)) - s.spent[unit]


def in_points(cost: int) -> Fraction | int:
    """Movement points from 840ths of them."""
    return Fraction(cost, WHOLE_POINT) if cost % WHOLE_POINT else cost // WHOLE_POINT


# Zones


def zone_class(s: Campaign, unit: int) -> str:
    """The column of the ZOC movement costs table. [BF-6A-1]"""
    return "german_cm" if s.world.is_cm[unit] and s.world.nation[unit] == "German" else "others"


def exit_cost(s: Campaign, unit: int, side: int, a: int, b: int) -> int:
    """The points that it costs to leave a hex that is in an enemy zone, in 840ths. [BF-6A-1]"""
    enemy = zone(s, 1 - side)
    if not enemy >> a & 1:
        return 0
    row = "zone_to_zone" if enemy >> b & 1 else "leave"
    return int(s.world.charts["zoc_costs"][row][zone_class(s, unit)]) * WHOLE_POINT


@derived(
    "where", "cadre", "zoneless", "weather", "stance",
    through=lambda s, side, cost_set, column: (zone(s, 1 - side), s.weather),
)  # fmt: skip
def regular_steps(s: Campaign, side: int, cost_set: str, column: str) -> Sequence[Way]:
    """The steps of a side's units with what enemy zones add. [BF-6A-1]"""
    enemy, chart = zone(s, 1 - side), s.world.charts["zoc_costs"]
    leave, along = (int(chart[row][column]) * WHOLE_POINT for row in ("leave", "zone_to_zone"))
    found = list(steps(s.world, s.weather, cost_set))
    for place in bits(enemy):
        found[place] = tuple((there, cost + (along if enemy >> there & 1 else leave)) for there, cost in found[place])
    return found


def steps_of(s: Campaign, unit: int, side: int) -> Sequence[Way]:
    """The steps of a unit at the regular rate, with what enemy zones add. [BF-6-3, BF-6A-1]"""
    return regular_steps(s, side, s.world.cost_set[unit], zone_class(s, unit))


def barred(s: Campaign, unit: int, side: int) -> int:
    """The hexes that a unit may not enter on foot. [BF-6-8, BF-28A-1, BF-28A-3, BF-28C-1]"""
    return occupied(s, 1 - side) | closed_ground(s, side) | beyond_area(s, unit)


def barred_to_admin(s: Campaign, unit: int, side: int) -> int:
    """The hexes that are closed to administrative movement besides. [BF-6B-5, BF-6B-6]"""
    return barred(s, unit, side) | beside(s, 1 - side) | s.world.land & ~owned(s, side)


# Where to


def why_not_move(s: Campaign, unit: int) -> Refusal | None:
    """Why a unit may not be taken up in this phase. [BF-4A5-1, BF-6-1, BF-6-3]"""
    facts = {"unit": s.world.units[unit]}
    if s.phase != MOVEMENT and not s.world.is_cm[unit]:
        return Refusal("BF-4A5-1", facts)
    if not face(s, unit).move:
        return Refusal("BF-6-3", facts, "rating")
    if s.gait[unit] & ONE_HEX:
        return Refusal("BF-6-11", facts, "spent")
    return Refusal("BF-6-3", facts, "spent") if left(s, unit) <= 0 else None


def on_foot(s: Campaign, unit: int, side: int) -> dict[int, int]:
    """The hexes that a unit can reach at the regular rate, with what each costs; a unit that has spent nothing may
    always enter the next hex for all its points. [BF-6-3, BF-6-8, BF-6-9, BF-6-10, BF-6A-1, BF-6B-3]"""
    return with_room(s, unit, side, walks(s, unit, side))


def walks(s: Campaign, unit: int, side: int) -> dict[int, int]:
    """The same, whether there is room or not."""
    if s.gait[unit] & (ADMIN | ONE_HEX):
        return {}
    here, points, shut = s.where[unit], left(s, unit), barred(s, unit, side)
    way = steps_of(s, unit, side)
    found = reach(way, here, points, barred=shut)
    del found[here]
    if may_take_one_hex(s, unit):
        for there, _ in way[here]:
            if there not in found and not shut >> there & 1:
                found[there] = points
    return found


def may_take_one_hex(s: Campaign, unit: int) -> bool:
    """Whether a unit has spent nothing yet, so that the next hex is always open to it. [BF-6-9]"""
    return not s.spent[unit] and not s.gait[unit] & ~BESIDE and face(s, unit).move > 0


def with_room(s: Campaign, unit: int, side: int, found: Mapping[int, T]) -> dict[int, T]:
    """Of places that a unit can reach, those where it may end its move. [BF-8B-1]"""
    full = no_room(s, unit, side)
    return {at: cost for at, cost in sorted(found.items()) if not full >> at & 1 or may_stop(s, unit, at, side)}


def may_stop(s: Campaign, unit: int, place: int, side: int) -> bool:
    """Whether a unit may end its move in a place: there is room, or there will be, since others can still leave before
    the phase closes. [BF-8B-1]"""
    if has_room(s, unit, place, side):
        return True
    stay = [other for other in units_in(s, place, side) if other != unit and not may_leave(s, other, side)]
    return slots.fits(stack_of(s, [*stay, unit]), limits(s.world, place))


def may_leave(s: Campaign, unit: int, side: int) -> bool:
    """Whether a unit could still go elsewhere in this phase. A railway or a coast counts as a way out. [BF-8B-1]"""
    if why_not_move(s, unit) is not None or must_stay(s, unit, side):
        return False
    world, here = s.world, s.where[unit]
    if world.rail_hexes >> here & 1 or any(not world.land >> near & 1 for near in world.board.neighbours[here]):
        return True
    full = no_room(s, unit, side)
    return any(not full >> there & 1 for there in (*walks(s, unit, side), *admin_walks(s, unit, side)))


def by_admin(s: Campaign, unit: int, side: int) -> dict[int, int]:
    """The hexes that a unit can reach by administrative movement, with what each costs. [BF-6B-1 to BF-6B-7]"""
    return with_room(s, unit, side, admin_walks(s, unit, side))


def admin_walks(s: Campaign, unit: int, side: int) -> dict[int, int]:
    """The same, whether there is room or not."""
    if why_not_admin(s, unit, side) is not None:
        return {}
    here, shut = s.where[unit], barred_to_admin(s, unit, side)
    found = reach(admin_steps(s.world, s.weather, s.world.cost_set[unit]), here, left(s, unit), barred=shut)
    del found[here]
    return found


def why_not_admin(s: Campaign, unit: int, side: int) -> Refusal | None:
    """Why a unit may not move administratively in this phase, wherever to. [BF-6B-1, BF-6B-3, BF-6B-5]"""
    facts = {"unit": s.world.units[unit]}
    if s.phase != MOVEMENT:
        return Refusal("BF-6B-1", facts)
    if s.gait[unit] & ONE_HEX:
        return Refusal("BF-6-11", facts, "spent")
    if s.gait[unit] & (REGULAR | WORKED):
        return Refusal("BF-6B-3", facts, "admin")
    if s.gait[unit] & BESIDE or beside(s, 1 - side) >> s.where[unit] & 1:
        return Refusal("BF-6B-5", facts, "start")
    return None


# The way there


class Priced:
    """Steps whose costs tell ways of the same cost apart; made only where a search asks."""

    def __init__(self, s: Campaign, side: int, ways: Sequence[Way]) -> None:
        self.ways = ways
        self.enemy = zone(s, 1 - side)
        self.foreign = s.world.land & ~owned(s, side)

    def __getitem__(self, node: int) -> Way:
        enemy, foreign = self.enemy, self.foreign
        return tuple(
            (there, cost * TIE + (enemy >> there & 1) * BIT + (foreign >> there & 1)) for there, cost in self.ways[node]
        )

    def __len__(self) -> int:
        return len(self.ways)


def route(s: Campaign, unit: int, side: int, goal: int, *, admin: bool) -> tuple[int, ...]:
    """The cheapest way to a hex; of several the one through fewer enemy zones, then through fewer enemy hexes."""
    world, here = s.world, s.where[unit]
    if admin:
        ways: Sequence[Way] = admin_steps(world, s.weather, world.cost_set[unit])
        shut = barred_to_admin(s, unit, side)
    else:
        ways = steps_of(s, unit, side)
        shut = barred(s, unit, side)
    found = trace(Priced(s, side, ways), here, 1 << goal, FAR, shut)  # type: ignore[arg-type]
    assert found is not None, "only what can be reached is offered"
    if not admin and sum(price(s, unit, side, a, b) for a, b in pairwise(found.route)) > left(s, unit):
        return (goal,)
    return found.route[1:]


def price(s: Campaign, unit: int, side: int, a: int, b: int) -> int:
    """What a step costs a unit at the regular rate, in 840ths, the zone that it leaves included. [BF-6-3, BF-6A-1]"""
    cost = step_cost(s.world, s.weather, s.world.cost_set[unit], a, b)
    assert cost is not None, "nobody is sent where he may not go"
    return int(cost.total * WHOLE_POINT) + exit_cost(s, unit, side, a, b)


# Why not there


def why_not_march(s: Campaign, unit: int, side: int, goal: int) -> Refusal:
    """Why a unit cannot go to a hex at the regular rate. [BF-6-3, BF-6-6, BF-6-8, BF-6-9, BF-6-11, BF-6B-3]"""
    world, here = s.world, s.where[unit]
    facts = {"unit": world.units[unit], "at": world.board.names[goal]}
    if s.gait[unit] & ONE_HEX:
        return Refusal("BF-6-11", facts, "spent")
    if s.gait[unit] & ADMIN:
        return Refusal("BF-6B-3", facts, "regular")
    closed = why_closed(s, unit, side, goal)
    if closed is not None:
        return closed
    if goal in world.board.neighbours[here] and step_cost(world, s.weather, world.cost_set[unit], here, goal) is None:
        kinds = side_kinds(world, here, goal)
        return Refusal("BF-6-6", facts | {"side": kinds[0] if kinds else ""}, "side" if kinds else "hex")
    reachable = reach(steps_of(s, unit, side), here, FAR, barred=barred(s, unit, side))
    if goal == here or goal not in reachable:
        return Refusal("BF-6-6", facts, "here" if goal == here else "way")
    if reachable[goal] <= left(s, unit) or (goal in world.board.neighbours[here] and may_take_one_hex(s, unit)):
        return Refusal("BF-8B-1", facts, "room")
    if goal in world.board.neighbours[here]:
        return Refusal("BF-6-11" if s.gait[unit] & WORKED else "BF-6-9", facts)
    return Refusal("BF-6-3", facts | {"cost": str(in_points(reachable[goal])), "left": str(in_points(left(s, unit)))})


def why_closed(s: Campaign, unit: int, side: int, goal: int) -> Refusal | None:
    """Why a hex is closed to a unit whatever its points. [BF-6-6, BF-6-8, BF-28A-1, BF-28A-3, BF-28C-1]"""
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[goal]}
    if not s.world.land >> goal & 1:
        return Refusal("BF-6-6", facts, "water")
    if neutral_ground(s) >> goal & 1:
        return Refusal("BF-28C-1", facts)
    if closed_ground(s, side) >> goal & 1:
        return Refusal("BF-28A-3", facts)
    if occupied(s, 1 - side) >> goal & 1:
        return Refusal("BF-6-8", facts)
    return Refusal("BF-28A-1", facts) if beyond_area(s, unit) >> goal & 1 else None


def why_not_admin_to(s: Campaign, unit: int, side: int, goal: int) -> Refusal:
    """Why a unit cannot go to a hex by administrative movement. [BF-6B-1, BF-6B-3, BF-6B-5, BF-6B-6, BF-6B-7]"""
    world, here = s.world, s.where[unit]
    refusal = why_not_admin(s, unit, side) or why_closed(s, unit, side, goal)
    if refusal is not None:
        return refusal
    facts = {"unit": world.units[unit], "at": world.board.names[goal]}
    if goal == here:
        return Refusal("BF-6-6", facts, "here")
    if not owned(s, side) >> goal & 1:
        return Refusal("BF-6B-6", facts)
    if beside(s, 1 - side) >> goal & 1:
        return Refusal("BF-6B-5", facts)
    shut = barred_to_admin(s, unit, side)
    found = reach(admin_steps(world, s.weather, world.cost_set[unit]), here, FAR, barred=shut)
    if goal not in found:
        return Refusal("BF-6B-7", facts)
    if found[goal] <= left(s, unit):
        return Refusal("BF-8B-1", facts, "room")
    return Refusal("BF-6-3", facts | {"cost": str(in_points(found[goal])), "left": str(in_points(left(s, unit)))})
