"""Fleets: who carries whom to which coast, who hunts convoys, who guards them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from grognard.engine.paths import around, bits
from grognard.engine.search import Found
from grognard.games.twoww.fleets import assaults, points_left, why_not_board
from grognard.games.twoww.ground import friendly_ports, is_friendly_port, neutral_ground
from grognard.games.twoww.state import ALLIES, AXIS, NEUTRAL, War
from grognard.games.twoww.units import anyone_at, cargo_of, face_value
from grognard.games.twoww.voyages import in_reach
from grognard.games.twoww.zones import land_zone
from grognard.players.twoww.distances import FAR, distances
from grognard.players.twoww.worth import numbers

if TYPE_CHECKING:
    from grognard.players.twoww.plan import Plan

ASSAULT, LAND, GO = "assault", "land", "go"


class Task(NamedTuple):
    """What a fleet is to do: carry a unit (or nobody) to a place, to land there, to assault it, or just to be there."""

    to: int
    how: str
    unit: int = -1
    value: float = 0.0


def tasks(s: War, plan: Plan) -> dict[int, Task]:
    """What each of a side's fleets does in this movement phase."""
    if s.armored:
        return {}
    found: dict[int, Task] = {}
    taken: set[int] = set()
    for fleet in s.world.fleets:
        if s.loyal[fleet] != plan.side or s.where[fleet] < 0 or s.ops[fleet] or s.neutral[s.world.nation[fleet]]:
            continue
        task = _submarine(s, fleet) if s.world.is_submarine[fleet] else _surface(s, plan, fleet, taken)
        if task and (task.unit >= 0 or task.to != s.where[fleet]):
            found[fleet] = task
            if task.unit >= 0:
                taken.add(task.unit)
    return found


def _submarine(s: War, fleet: int) -> Task | None:
    """Submarines hunt in the Atlantic."""
    if s.where[fleet] == s.world.atlantic:
        return None
    return Task(s.world.atlantic, GO) if _reach(s, fleet).reached >> s.world.atlantic & 1 else None


def _reach(s: War, fleet: int) -> Found:
    return in_reach(s, s.loyal[fleet], s.where[fleet], points_left(s, (fleet,)))


def _surface(s: War, plan: Plan, fleet: int, taken: set[int]) -> Task | None:
    passengers = [cargo_of(s, fleet)] if cargo_of(s, fleet) >= 0 else _waiting(s, plan, fleet, taken)
    best: Task | None = None
    reach = _reach(s, fleet)
    for unit in passengers:
        task = _best_coast(s, plan, fleet, unit, reach)
        if task and (best is None or task.value > best.value):
            best = task
    if best:
        return best
    return _errand(s, plan, fleet, reach, taken)


def _waiting(s: War, plan: Plan, fleet: int, taken: set[int]) -> list[int]:
    """The land units beside a fleet that have nothing to do where they are."""
    here = s.stack(s.where[fleet], plan.side)
    return [
        unit
        for unit in here
        if s.world.is_land[unit]
        and unit not in taken
        and unit not in plan.goal_of
        and why_not_board(s, unit, fleet) is None
    ]


def _best_coast(s: War, plan: Plan, fleet: int, unit: int, reach: Found) -> Task | None:
    """Where a unit is worth most: a friendly or undefended port from which there is something to take, an enemy port
    that it can storm, or a port from which it can be stormed next time."""
    world, best, chart = s.world, None, numbers()["overseas"]
    coasts = world.ports & reach.reached & ~anyone_at(s, 1 - plan.side) & ~(1 << s.where[fleet])
    for place in world.cities:
        if not coasts >> place & 1:
            continue
        value = coast_value(s, plan, unit, place)
        if s.holder[place] == plan.side:
            value += chart["staging"] * _staging(s, plan, unit, place)
        elif not (neutral_ground(s) & plan.hunted) >> place & 1 or s.stack(place, 2):
            continue
        if value > chart["promise"] and (best is None or value > best.value):
            best = Task(place, LAND, unit, value)
    for place in assaults(s, (fleet,)) if cargo_of(s, fleet) >= 0 else _storms(s, plan, fleet):
        if (neutral_ground(s) & ~plan.hunted) >> place & 1:
            continue
        value = coast_value(s, plan, unit, place) * _prospect(s, plan, unit, fleet, place)
        if value > chart["promise"] and (best is None or value > best.value):
            best = Task(place, ASSAULT, unit, value)
    return best


def _storms(s: War, plan: Plan, fleet: int) -> list[int]:
    """Enemy ports within five hexes by sea, and those that a neutral's army holds, for a fleet that has yet to take
    troops aboard."""
    near = in_reach(s, plan.side, s.where[fleet], int(s.world.charts["movement"]["assault"]) - 1, assault=True)
    ports, peace = around(s.world.oversea, near.reached) & s.world.ports, neutral_ground(s)
    return [
        place
        for place in bits(ports)
        if (s.ashore(place, NEUTRAL) if peace >> place & 1 else s.holder[place] == 1 - plan.side)
    ]


def _prospect(s: War, plan: Plan, unit: int, fleet: int, place: int) -> float:
    """How good an assault looks: own strength to that of the defence."""
    defenders = (*s.ashore(place, 1 - plan.side), *s.ashore(place, NEUTRAL))
    garrison = sum(face_value(s, other) for other in defenders)
    chart: Mapping[str, float] = numbers()["overseas"]
    defence = garrison if garrison else max(1.0, plan.menace.get(place, 0.0) / chart["relief"])
    attack = face_value(s, unit) + min(face_value(s, unit), face_value(s, fleet))
    return max(0.0, min(1.0, attack / (defence * chart["odds"]) - chart["doubt"]))


def coast_value(s: War, plan: Plan, unit: int, place: int) -> float:
    """What there is to take from a port overland, less what waits there."""
    closed = plan.closed.get(s.world.nation[unit], 0) & ~(1 << place)
    chart: Mapping[str, float] = numbers()["overseas"]
    value = 0.0
    for goal in plan.takes:
        far = distances(s.world, goal.place, closed & ~(1 << goal.place)).get(place, FAR)
        if far < FAR:
            value = max(value, goal.value / (1 + (far / chart["inland"]) ** 2))
    return value / (1 + chart["menace"] * plan.menace.get(place, 0.0))


def _staging(s: War, plan: Plan, unit: int, place: int) -> float:
    """What could be stormed from a port in the next turn."""
    best, chart = 0.0, numbers()["overseas"]
    for other, city in s.world.cities.items():
        near = s.world.board.distance(place, other) <= chart["storm"]
        if near and city.is_port and s.holder[other] == 1 - plan.side:
            best = max(best, coast_value(s, plan, unit, other) * chart["later"])
    return best


def _errand(s: War, plan: Plan, fleet: int, reach: Found, taken: set[int]) -> Task | None:
    """Without passengers: fetch some, guard the convoys, raid them, or keep out of harm's way."""
    world, here, chart = s.world, s.where[fleet], numbers()["overseas"]
    if plan.side == AXIS:
        return None
    crowds = _crowds(s, plan)
    if here in crowds:
        return None
    best, highest = None, 0.0
    for place, troops in crowds.items():
        cost = reach.cost(place)
        if cost is not None and not _others(s, fleet, place):
            value = troops / (1 + cost / chart["detour"])
            if value > highest:
                best, highest = Task(place, GO), value
    if best:
        return best
    hunters = sum(face_value(s, u) for u in world.fleets if s.loyal[u] == AXIS and s.where[u] == world.atlantic)
    guards = sum(face_value(s, u) for u in world.fleets if s.loyal[u] == ALLIES and s.where[u] == world.atlantic)
    if here == world.atlantic:
        return None
    wanted = hunters and guards <= hunters + chart["escort"] and not world.is_soviet[fleet]
    if wanted and reach.reached >> world.atlantic & 1:
        return Task(world.atlantic, GO)
    if here >= world.board.grid.size or is_friendly_port(s, here, plan.side):
        return None
    ports = friendly_ports(s, plan.side) | 1 << world.states
    nearest = next((entered & ports for _, _, entered in reach.rounds if entered & ports), 0)
    return Task(bits(nearest)[0], GO) if nearest else None


def _crowds(s: War, plan: Plan) -> dict[int, float]:
    """Ports and boxes where troops wait for ships."""
    found: dict[int, float] = {}
    for unit in s.world.land_units:
        place = s.where[unit]
        if (
            s.loyal[unit] != plan.side
            or place < 0
            or s.aboard[unit] >= 0
            or unit in plan.goal_of
            or s.world.is_fort[unit]
        ):
            continue
        if is_friendly_port(s, place, plan.side) and not land_zone(s, 1 - plan.side) >> place & 1:
            found[place] = found.get(place, 0.0) + face_value(s, unit)
    return found


def _others(s: War, fleet: int, place: int) -> bool:
    """Whether enough ships are there already."""
    return any(
        other != fleet
        and s.loyal[other] == s.loyal[fleet]
        and s.where[other] == place
        and not s.world.is_submarine[other]
        for other in s.world.fleets
    )
