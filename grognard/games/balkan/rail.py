"""Chapter 7A: movement by rail, over lines that one owns, as far as one's capacity goes."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import FAR, Way, mask_of, mask_where, reach, spread, trace
from grognard.engine.state import put
from grognard.games.balkan.guards import guards
from grognard.games.balkan.lands import JOINED, beyond_area
from grognard.games.balkan.marches import in_points, left, with_room
from grognard.games.balkan.possession import owned
from grognard.games.balkan.sources import full_sources, restricted_sources
from grognard.games.balkan.state import ADMIN, LOW_VOLUME, MOVEMENT, ONE_HEX, WHOLE_POINT, WORKED, Campaign
from grognard.games.balkan.units import face
from grognard.games.balkan.world import Balkans
from grognard.games.balkan.zones import beside, zone


class Train(NamedTuple):
    """A way by rail: what it costs in 840ths of a movement point, and whether it uses a low-volume line."""

    cost: int
    low: bool


# Lines


@derived("owner", "ever")
def joined(s: Campaign, side: int, nation: str) -> int:
    """A side's rail hexes from which a chain of its own rail hexes leads to a supply source that a nation may use.
    [BF-7A1-6]"""
    own = owned(s, side) & s.world.rail_hexes
    sources = full_sources(s, side) | restricted_sources(s, side, nation)
    return spread(s.world.rail_net, sources & own, own)


def open_lines(s: Campaign, unit: int, side: int) -> int:
    """The hexes that a unit may enter and leave by rail. [BF-7A1-4, BF-7A1-5, BF-7A1-6, BF-7A3-1, BF-7A4-2]"""
    world, enemy = s.world, zone(s, 1 - side)
    guarded = mask_of(place for place, units in guards(s, side).items() if units != [unit])
    found = joined(s, side, world.nation[unit]) & ~(enemy & ~guarded)
    return found & ~world.mask("ALBANIA") & ~mask_where(s.broken, b"\1") & ~beyond_area(s, unit)


def rail_steps(s: Campaign, unit: int, *, low: bool) -> tuple[Way, ...]:
    """Steps along the lines, the same for each hex; with those of low volume or without them. [BF-7-1, BF-7A1-2]"""
    world, cost = s.world, WHOLE_POINT // rate(s.world, face(s, unit).move)
    return world.recall(
        ("rail steps", cost, low),
        lambda: tuple(
            tuple((there, cost) for there in links if low or (place, there) not in world.low_volume)
            for place, links in enumerate(world.rails)
        ),
    )


def rate(world: Balkans, move: int) -> int:
    """Hexes for each MP; an owner's own rating that is not on the chart counts as the nearest that is. [BF-7A1-2]"""
    rates = world.charts["rail_rates"]
    return int(rates[min(filter(str.isdecimal, rates), key=lambda rating: abs(int(rating) - move))])


# Capacity


def capacity(s: Campaign, side: int) -> int:
    """The half REs that a side may move by rail in a turn. [BF-7A2-4, BF-7A2-5]"""
    chart, world = s.world.charts["rail_capacity"], s.world
    total = int(chart[world.sides[side]])
    for country, name in enumerate(world.neutrals):
        if name.lower() in chart and JOINED.get(s.stance[country]) == side:
            total += int(chart[name.lower()])
    return 2 * total


def charge(s: Campaign, unit: int, *, low: bool) -> int:
    """The half REs of capacity that a unit costs in the turn. [BF-3A3-2, BF-7A2-3]"""
    chart, data = s.world.charts["transport_sizes"], s.world.roster[unit]
    res = face(s, unit).res
    if data.is_cm or "cavalry" in data.flags:
        res *= int(chart["cavalry_or_cm_by_rail"])
    return res * int(chart["low_volume_rail"]) if low or s.gait[unit] & LOW_VOLUME else res


def has_capacity(s: Campaign, unit: int, side: int, *, low: bool) -> bool:
    """Whether there is capacity for what a unit costs beyond what it has cost already. [BF-7A2-1, BF-7A2-6]"""
    return s.railed[side] + charge(s, unit, low=low) - s.charged[unit] <= capacity(s, side)


# Where to


def by_rail(s: Campaign, unit: int, side: int) -> dict[int, Train]:
    """The hexes that a unit can reach by rail. [BF-7A1-1 to BF-7A1-7, BF-7A2-1, BF-7A2-3]"""
    if why_not_entrain(s, unit, side) is not None:
        return {}
    here, points = s.where[unit], left(s, unit)
    shut = ~open_lines(s, unit, side)
    if s.gait[unit] & ADMIN:
        shut |= beside(s, 1 - side)
    found: dict[int, Train] = {}
    for low in (True, False):
        if has_capacity(s, unit, side, low=low):
            for place, cost in reach(rail_steps(s, unit, low=low), here, points, barred=shut).items():
                found[place] = Train(cost, low and not (place in found and not found[place].low))
    found.pop(here, None)
    return with_room(s, unit, side, found)


def way_by_rail(s: Campaign, unit: int, side: int, goal: int) -> tuple[int, ...]:
    """The shortest way over lines of high volume, or over any if that is the only one."""
    shut = ~open_lines(s, unit, side)
    if s.gait[unit] & ADMIN:
        shut |= beside(s, 1 - side)
    found = trace(rail_steps(s, unit, low=by_rail(s, unit, side)[goal].low), s.where[unit], 1 << goal, FAR, shut)
    assert found is not None, "only what can be reached is offered"
    return found.route[1:]


def why_not_entrain(s: Campaign, unit: int, side: int) -> Refusal | None:
    """Why a unit cannot start by rail where it is. [BF-7A1-1, BF-7A1-4, BF-7A1-6, BF-7A3-1, BF-7A4-2]"""
    world, here = s.world, s.where[unit]
    facts = {"unit": world.units[unit], "at": world.board.names[here]}
    if s.phase != MOVEMENT:
        return Refusal("BF-7A1-1", facts)
    if s.gait[unit] & ONE_HEX:
        return Refusal("BF-6-11", facts, "spent")
    return why_shut(s, unit, side, here)


def why_shut(s: Campaign, unit: int, side: int, place: int) -> Refusal | None:
    """Why a hex is closed to a unit that goes by rail. [BF-7A1-4, BF-7A1-5, BF-7A1-6, BF-7A3-1, BF-7A4-2]"""
    world = s.world
    facts = {"unit": world.units[unit], "at": world.board.names[place]}
    if not world.rail_hexes >> place & 1:
        return Refusal("BF-7A1-2", facts)
    if world.mask("ALBANIA") >> place & 1:
        return Refusal("BF-7A3-1", facts)
    if not owned(s, side) >> place & 1:
        return Refusal("BF-7A1-6", facts, "owner")
    if not joined(s, side, world.nation[unit]) >> place & 1:
        return Refusal("BF-7A1-6", facts)
    if s.broken[place]:
        return Refusal("BF-7A4-2", facts)
    if not open_lines(s, unit, side) >> place & 1:
        guarded = any(other != unit for other in guards(s, side).get(place, ()))
        return Refusal("BF-28A-1", facts) if guarded else Refusal("BF-7A1-4", facts)
    return None


def why_not_rail_to(s: Campaign, unit: int, side: int, goal: int) -> Refusal:
    """Why a unit cannot go to a hex by rail. [BF-7A1-4, BF-7A1-6, BF-7A2-1, BF-7A4-2, BF-6-3]"""
    world, here = s.world, s.where[unit]
    refusal = why_not_entrain(s, unit, side) or why_shut(s, unit, side, goal)
    if refusal is not None:
        return refusal
    facts = {"unit": world.units[unit], "at": world.board.names[goal]}
    if goal == here:
        return Refusal("BF-6-6", facts, "here")
    shut = ~open_lines(s, unit, side)
    if s.gait[unit] & ADMIN:
        if beside(s, 1 - side) >> goal & 1:
            return Refusal("BF-6B-5", facts)
        shut |= beside(s, 1 - side)
    every = reach(rail_steps(s, unit, low=True), here, FAR, barred=shut)
    if goal not in every:
        return Refusal("BF-7A1-6", facts, "way")
    if every[goal] > left(s, unit):
        return Refusal("BF-6-3", facts, "rail")
    high = reach(rail_steps(s, unit, low=False), here, left(s, unit), barred=shut)
    if not has_capacity(s, unit, side, low=goal not in high):
        return Refusal("BF-7A2-1", facts)
    return Refusal("BF-8B-1", facts, "room")


# Breaks

LINE = "rail"
"""What a unit breaks."""


def breaking(s: Campaign) -> int:
    """The movement points that it takes to break a line, in 840ths. [BF-7A4-1]"""
    return int(s.world.charts["point_costs"]["break_rail"]) * WHOLE_POINT


def why_not_break(s: Campaign, unit: int) -> Refusal | None:
    """Why a unit cannot break the line in its hex. [BF-7A4-1, BF-6B-3, BF-7B-4]"""
    at = s.where[unit]
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[at]}
    if not s.world.rail_hexes >> at & 1:
        return Refusal("BF-7B-4", facts)
    if s.broken[at]:
        return Refusal("BF-7A4-1", facts, "broken")
    if s.gait[unit] & ADMIN:
        return Refusal("BF-6B-3", facts, "work")
    if left(s, unit) < breaking(s):
        numbers = {"cost": str(in_points(breaking(s))), "left": str(in_points(left(s, unit)))}
        return Refusal("BF-7A4-1", facts | numbers)
    return None


def break_line(s: Campaign, unit: int) -> None:
    """The line in a unit's hex is broken; it can still be used as a road. [BF-7A4-1, BF-7B-4]"""
    s.spent[unit] += breaking(s)
    s.gait[unit] |= WORKED
    s.broken = put(s.broken, s.where[unit], 1)
    s.tell("broken", "BF-7A4-1", unit=s.world.units[unit], at=s.world.board.names[s.where[unit]])
