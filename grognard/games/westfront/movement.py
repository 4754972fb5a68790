"""Chapter 6: movement. One unit at a time, hex by hex, under command or by a Supreme Move."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import msgspec

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import mask_of, reach, route
from grognard.engine.state import put
from grognard.games.westfront.command import (
    command_reach,
    commanded,
    moves_left,
    spend_moves,
    why_not_spare,
)
from grognard.games.westfront.control import closed_ground, occupied_hexes
from grognard.games.westfront.forts import why_not_on_foot
from grognard.games.westfront.orders import Move
from grognard.games.westfront.revolts import is_at_home, may_slip_into
from grognard.games.westfront.state import COMMAND, ON_LAND, OVER_RIVER, Front
from grognard.games.westfront.units import drop_lost_beachheads, hide, is_engaged, tell

# 4.42 Who may move


def why_not_movable(s: Front, unit: int) -> Refusal | None:
    """What keeps a unit where it is, unless it is to be dropped from there. [WF-14.2b]"""
    return why_at_rest(s, unit) or why_not_spare(s, unit)


def why_at_rest(s: Front, unit: int) -> Refusal | None:
    """What keeps a unit where it is, however it would move. [WF-6.1b, WF-14.6a, WF-15.42e, WF-4.41a, WF-5.43b]"""
    if not (s.dispersed[unit] or s.moved[unit] or s.role[unit]):
        return None
    facts = {"unit": s.world.units[unit]}
    if s.dispersed[unit]:
        return Refusal("WF-4.44", facts, "dispersed")
    return Refusal("WF-6.1b" if s.moved[unit] else "WF-5.43b", facts)


def why_not_commanded(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """A unit moves by land under an army group in range, or by a Supreme Move.

    [WF-4.42a, WF-2.25a, WF-4.44, WF-6.52a, WF-16.4d]
    """
    if is_led(s, unit, blitz):
        return None
    side, name = s.side_of(unit), s.world.units[unit]
    if blitz and s.strategic[unit]:
        return Refusal("WF-4.44", {"unit": name}, "strategic")
    if s.world.types[unit].get("supreme_move_only"):
        return Refusal("WF-2.25a", {"unit": name})
    if blitz:
        return Refusal("WF-4.44", {"unit": name}, "range")
    if s.theatre:
        return Refusal("WF-16.4d", {"unit": name})
    near = any(is_near(s, hq, unit) for hq in s.world.army[side] if s.role[hq] == COMMAND)
    return Refusal("WF-5.3b" if near else "WF-4.42a", {"unit": name})


def is_led(s: Front, unit: int, blitz: bool) -> bool:
    """Whether anybody can make a unit move by land. [WF-4.42a, WF-4.44, WF-6.52a]"""
    if blitz:
        return not s.strategic[unit] and is_commanded(s, unit, blitz)
    return moves_left(s, unit) > 0 or is_commanded(s, unit, blitz)


def is_near(s: Front, hq: int, unit: int) -> bool:
    """Whether a unit would be in command range if nothing stood in between."""
    return s.world.board.distance(s.where[hq], s.where[unit]) <= command_reach(s, hq)


def is_commanded(s: Front, unit: int, blitz: bool) -> bool:
    """Whether an army group can move it, which no static unit obeys. [WF-5.3a, WF-2.25a]"""
    if s.world.types[unit].get("supreme_move_only"):
        return False
    return bool(commanded(s, s.side_of(unit), blitz=blitz) >> s.where[unit] & 1)


# 6.1 Land movement


def speed_of(s: Front, unit: int) -> int:
    """How far a unit goes in this month and weather. [WF-6.1a, WF-12.22, WF-13.22a]"""
    return s.world.speeds[s.month][s.weather][unit]


def enemy_hexes(s: Front, side: int) -> int:
    """The hexes that hold enemy units; they do not change while this side moves."""
    return occupied_hexes(s, 1 - side)


def stopping_hexes(s: Front, unit: int) -> int:
    """Hexes that end a move: rough ground, except for cavalry, and hexes with enemies; in mud all ground is rough.

    [WF-6.1c, WF-6.31a, WF-12.23a]
    """
    enemies = enemy_hexes(s, s.side_of(unit))
    return enemies if s.world.types[unit].get("stops_in_rough") is False else enemies | s.world.stops_in[s.weather]


def may_engage(s: Front, unit: int) -> bool:
    """Headquarters never attack, and a unit that leaves a battle does not enter another. [WF-5.1b, WF-6.32b]"""
    return s.world.types[unit].get("engages", True) and not is_engaged(s, unit)


def ranges(s: Front, unit: int) -> dict[int, int]:
    """How far a unit can walk from where it stands: hexes with their distance. [WF-6.1a, WF-6.1c, WF-1.1c, WF-1.37a]"""
    side, at = s.side_of(unit), s.where[unit]
    speed, closed = speed_of(s, unit), closed_ground(s, unit)
    stops = stopping_hexes(s, unit)
    barred = closed | (0 if may_engage(s, unit) else enemy_hexes(s, side))
    if not s.attacker[at]:
        return reach(s.world.walk, at, speed, stops, barred)
    found = {at: 0}
    for first in ways_out(s, unit):
        beyond = {first: 0} if stops >> first & 1 else reach(s.world.walk, first, speed - 1, stops, barred | 1 << at)
        for there, cost in beyond.items():
            found[there] = min(cost + 1, found.get(there, cost + 1))
    return found


def why_closed(s: Front, unit: int, there: int) -> Refusal:
    """No Axis unit sets foot in Africa, nobody in a neutral country; Italians stay in Italy and next to it.

    [WF-1.1c, WF-16.4a, WF-2.66]
    """
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[there]}
    if s.world.neutral_ground[s.neutral] >> there & 1:
        return Refusal("WF-16.4a", facts)
    return Refusal("WF-2.66" if s.world.beyond[unit] >> there & 1 else "WF-1.1c", facts)


def why_out_of_play(s: Front, unit: int, there: int) -> Refusal:
    """Some countries are in no scenario, others are outside the section of this one. [WF-1.1b, WF-HX.1]"""
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[there]}
    return Refusal("WF-1.1b" if s.world.political else "WF-HX.1", facts)


def ways_out(s: Front, unit: int) -> list[int]:
    """From a battle the first step leads into a friendly hex without one; beyond it the way is free. Tito at home needs
    no more than empty hills. [WF-6.32a, WF-16.32b]"""
    side, near = s.side_of(unit), [there for there, _ in s.world.walk[s.where[unit]]]
    found = [there for there in near if s.owner[there] == side and not s.attacker[there]]
    if is_at_home(s, unit):
        found += [there for there in near if there not in found and may_slip_into(s, there)]
    return found


class Way(msgspec.Struct, frozen=True, gc=False):
    """A land move that a unit could make from where it stands, if the battle hexsides on it still have room."""

    there: int
    crossed: tuple[tuple[int, int], ...]
    order: Move


class Ways(msgspec.Struct, frozen=True, gc=False):
    """All the ways of a unit, what they come to as orders, and the hexes where they end."""

    every: tuple[Way, ...]
    orders: tuple[Move, ...]
    ends: int
    are_free: bool
    """Whether none of them crosses a side of a battle."""


def open_ways(s: Front, unit: int) -> Sequence[Way]:
    """The ways that a unit may go now, over hexsides that still have room. [WF-6.33a]"""
    ways = ways_of(s, unit)
    if ways.are_free:
        return ways.every
    return [way for way in ways.every if not way.crossed or all(side_is_free(s, a, b) for a, b in way.crossed)]


def ways_of(s: Front, unit: int) -> Ways:
    """Every way of a unit, room or no room."""
    at = s.where[unit]
    if s.attacker[at]:
        return _out_of_battle(s, unit)
    # nothing else can make a difference
    key = ("ways", unit, at, enemy_hexes(s, s.side_of(unit)), speed_of(s, unit), s.weather, s.neutral)
    return s.world.recall(key, lambda: _all_told(s, unit))


def _beside(s: Front, unit: int) -> tuple[object, ...]:
    """What matters to a unit in a battle when it looks for ways: itself, the enemy and the hexes around."""
    straits = [(s.owner[there], s.attacker[there]) for there in s.world.straits[s.where[unit]]]
    season = (speed_of(s, unit), s.weather, s.neutral)
    return s.where[unit], season, enemy_hexes(s, s.side_of(unit)), ways_out(s, unit), straits


@derived("attacker", "month", "neutral", "owner", "weather", "where", through=_beside)
def _out_of_battle(s: Front, unit: int) -> Ways:
    return _all_told(s, unit)


def _all_told(s: Front, unit: int) -> Ways:
    every = tuple(all_ways(s, unit))
    ends = mask_of(way.there for way in every)
    return Ways(every, tuple(way.order for way in every), ends, not any(way.crossed for way in every))


def all_ways(s: Front, unit: int) -> list[Way]:
    """Every way, named by the hexes that the rules care about. Neither control nor the enemy changes in the phase."""
    if why_not_on_foot(s, unit):
        return []
    side, at = s.side_of(unit), s.where[unit]
    speed, found = speed_of(s, unit), ranges(s, unit)
    enemies, stops = enemy_hexes(s, side), stopping_hexes(s, unit)
    ways = []
    for there in found:
        if there == at:
            continue
        if enemies >> there & 1:
            for last, _ in s.world.walk[there]:
                if last == at or (not stops >> last & 1 and found.get(last, speed) < speed):
                    ways.append(_way(s, unit, (there,) if last == at else (last, there), ((last, there),)))
        else:
            ways += _ways_out(s, unit, there) if s.attacker[at] else [_way(s, unit, (there,), ())]
    for there in s.world.straits[at]:
        if why_not_cross_straits(s, unit, there) is None:
            fights = s.attacker[at] or enemies >> there & 1
            if fights or there not in found:  # else one walks round to the other shore
                ways.append(_way(s, unit, (there,), ((at, there),) if fights else ()))
    return ways


def _way(s: Front, unit: int, places: tuple[int, ...], crossed: tuple[tuple[int, int], ...]) -> Way:
    names = s.world.board.names
    route = (names[s.where[unit]], *[names[place] for place in places])
    return Way(places[-1], crossed, Move(s.world.sides[s.side_of(unit)], s.world.units[unit], route))


def _ways_out(s: Front, unit: int, there: int) -> list[Way]:
    """Out of a battle over each side that leads to a friendly hex without one. [WF-6.32a]"""
    at, side = s.where[unit], s.side_of(unit)
    stops = stopping_hexes(s, unit)
    ways: list[Way] = []
    barred = closed_ground(s, unit) | enemy_hexes(s, side) | 1 << at
    for first in ways_out(s, unit):
        if first == there:
            ways.append(_way(s, unit, (there,), ((at, first),)))
        elif not stops >> first & 1:
            beyond = reach(s.world.walk, first, speed_of(s, unit) - 1, stops, barred)
            if there in beyond:
                ways.append(_way(s, unit, (first, there), ((at, first),)))
    return ways


def why_not_cross_straits(s: Front, unit: int, there: int) -> Refusal | None:
    """Straits take the whole move, from one shore to the other. [WF-1.39b]"""
    at, side = s.where[unit], s.side_of(unit)
    names = s.world.board.names
    facts = {"unit": s.world.units[unit], "a": names[at], "b": names[there]}
    if closed_ground(s, unit) >> there & 1:
        return why_closed(s, unit, there)
    if s.enemies_at(there, side):
        if not s.world.types[unit].get("engages", True):
            return Refusal("WF-5.1b", {**facts, "to": names[there]})
        if is_engaged(s, unit):
            return Refusal("WF-6.32b", {**facts, "to": names[there]})
    if s.attacker[at] and (s.owner[there] != side or s.attacker[there]):
        return Refusal("WF-6.32a", {**facts, "to": names[there]})
    return None


def why_not_straits(s: Front, unit: int, there: int) -> Refusal | None:
    """Straits count as a river: one unit may cross them into or out of a battle. [WF-1.39a, WF-1.39b, WF-6.33a]"""
    at = s.where[unit]
    refusal = why_not_cross_straits(s, unit, there)
    if refusal is None and (s.attacker[at] or s.enemies_at(there, s.side_of(unit))) and not side_is_free(s, at, there):
        return why_side_full(s, unit, at, there)
    return refusal


def walk(s: Front, unit: int, places: Sequence[int]) -> tuple[int, ...]:
    """The hexes that a move really passes through."""
    if len(places) == 2 and places[1] in s.world.straits[places[0]]:
        return tuple(places)
    whole: list[int] = [places[0]]
    stops = stopping_hexes(s, unit)
    for there in places[1:]:
        part = route(s.world.walk, whole[-1], there, speed_of(s, unit), stops)
        whole += part[1:] if part else [there]
    return tuple(whole)


def why_not_walk_to(s: Front, unit: int, names: tuple[str, ...]) -> Refusal | None:
    """Why a unit may not walk so, whoever commands it and wherever there is room."""
    board, at = s.world.board, s.where[unit]
    name = s.world.units[unit]
    places = [board.find(part) for part in names]
    unknown = next((part for part, place in zip(names, places, strict=True) if place is None), None)
    if unknown is not None or len(places) < 2:
        return Refusal("table.no-place", {"place": unknown or "-".join(names)})
    known = [place for place in places if place is not None]
    if known[0] != at:
        return Refusal("table.not-there", {"unit": name, "at": board.names[at]})
    there = known[-1]
    facts = {"unit": name, "to": board.names[there], "speed": str(speed_of(s, unit))}
    refusal = why_not_on_foot(s, unit) or why_not_leave(s, unit) or _why_not_over_lake(s, known, facts)
    if refusal:
        return refusal
    if not s.world.land_mask >> there & 1:
        return Refusal("WF-1.37a", facts) if board.terrain[there] == "sea" else why_out_of_play(s, unit, there)
    if closed_ground(s, unit) >> there & 1:
        return why_closed(s, unit, there)
    if len(known) == 2 and there in s.world.straits[at]:
        return why_not_straits(s, unit, there)
    return Refusal("WF-6.1a", facts) if there == at else _why_not_walk(s, unit, known, facts)


def _why_not_over_lake(s: Front, known: Sequence[int], facts: dict[str, str]) -> Refusal | None:
    """Nothing crosses a lake. [WF-1.38]"""
    by_lake = any("lake" in s.world.board.side(a, b) for a, b in pairwise(known))
    return Refusal("WF-1.38", facts) if by_lake else None


def _why_not_walk(s: Front, unit: int, known: Sequence[int], facts: dict[str, str]) -> Refusal | None:
    side, at, there = s.side_of(unit), known[0], known[-1]
    names = s.world.board.names
    if s.enemies_at(there, side):
        if not s.world.types[unit].get("engages", True):
            return Refusal("WF-5.1b", facts)
        if is_engaged(s, unit):
            return Refusal("WF-6.32b", facts)
    if s.attacker[at]:
        first = known[1]
        if first in [near for near, _ in s.world.walk[at]]:
            if first not in ways_out(s, unit):
                return Refusal("WF-6.32a", {**facts, "to": names[first]})
            if not side_is_free(s, at, first):
                return why_side_full(s, unit, at, first)
            if first != there and stopping_hexes(s, unit) >> first & 1:
                return Refusal("WF-6.1c", facts)
    if there not in ranges(s, unit):
        return _why_out_of_range(s, unit, known, facts)
    if s.enemies_at(there, side):
        last = known[-2]
        if last != at and stopping_hexes(s, unit) >> last & 1:
            return Refusal("WF-6.1c", facts)
        if last != at and ranges(s, unit).get(last, speed_of(s, unit)) >= speed_of(s, unit):
            return Refusal("WF-6.1a", facts)
        if (last, there) in s.world.side_limit and not side_is_free(s, last, there):
            return why_side_full(s, unit, last, there)
    return None


def _why_out_of_range(s: Front, unit: int, known: Sequence[int], facts: dict[str, str]) -> Refusal:
    """Too far, or barred by ground, enemies or water: say which."""
    at, there, speed = known[0], known[-1], speed_of(s, unit)
    far = reach(s.world.walk, at, 99)
    if there in far and far[there] <= speed:
        ground = stopping_hexes(s, unit) & ~enemy_hexes(s, s.side_of(unit))
        if s.attacker[at] and ground >> known[1] & 1:
            return Refusal("WF-6.1c", facts)
        around = reach(s.world.walk, at, speed, ground)
        return Refusal("WF-6.31a" if there in around else "WF-6.1c", facts)
    if there not in far:
        by_straits = any(
            there in reach(s.world.walk, shore, 99) for place in far for shore in s.world.straits[place]
        )  # fmt: skip
        return Refusal("WF-1.39b" if by_straits else "WF-1.37a", {**facts, "a": "", "b": ""})
    return Refusal("WF-6.1a", facts)


def move(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> None:
    """Carry out a land move. [WF-6.1a, WF-6.52a]"""
    if not is_commanded(s, unit, blitz):
        spend_moves(s, unit, 1)
    walk_away(s, unit, names)
    tell(s, "move", "WF-6.1a", unit, route="-".join(names))


def walk_away(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Walk a route, out of one battle and into another if it leads so. [WF-6.31b, WF-6.33a]"""
    board, side = s.world.board, s.side_of(unit)
    places = [board.at(name) for name in names]
    at, there = places[0], places[-1]
    if s.attacker[at]:
        use_side(s, at, places[1])
    if s.enemies_at(there, side):
        use_side(s, places[-2], there)
        river = (places[-2], there) in s.world.river_sides
        enter_battle(s, unit, there, places[-2], OVER_RIVER if river else ON_LAND)
    if s.attacker[at]:
        hide(s, unit)  # it is in no battle any more [WF-7.12c]
    s.where[unit] = there
    s.moved[unit] = 1
    s.landed_at[unit] = -1
    drop_lost_beachheads(s, there)
    drop_lost_beachheads(s, at)


# 6.3 Engagement


def side_key(a: int, b: int) -> int:
    """A hexside as one number."""
    return min(a, b) << 16 | max(a, b)


def side_is_free(s: Front, a: int, b: int) -> bool:
    """Over one side of a battle hex only so many units may pass in a movement phase, in and out together.

    [WF-6.33a, WF-12.23a]
    """
    return s.crossed.count(side_key(a, b)) < s.world.limits_in[s.weather][a, b]


def why_side_full(s: Front, unit: int, a: int, b: int) -> Refusal:
    names, limit = s.world.board.names, str(s.world.limits_in[s.weather][a, b])
    return Refusal("WF-6.33a", {"unit": s.world.units[unit], "a": names[a], "b": names[b], "limit": limit})


def use_side(s: Front, a: int, b: int) -> None:
    s.crossed += (side_key(a, b),)


def why_not_leave(s: Front, unit: int) -> Refusal | None:
    """The last unit in a battle may not leave: that is a retreat, which needs a rearguard. Newcomers do not count.

    [WF-6.41a, WF-6.41b]
    """
    at = s.where[unit]
    if not s.attacker[at] or any(rearguard[0] != unit and s.where[rearguard[0]] == at for rearguard in s.rearguards):
        return None
    if all(other == unit or s.moved[other] for other in s.stack(at, s.side_of(unit))):
        return Refusal("WF-6.41a", {"unit": s.world.units[unit], "at": s.world.board.names[at]})
    return None


def enter_battle(s: Front, unit: int, there: int, origin: int, how: int) -> None:
    """Entering a hex that only enemies hold opens a battle; joining one does not. [WF-6.31b, WF-7.12a]"""
    side = s.side_of(unit)
    if not s.attacker[there]:
        s.attacker = put(s.attacker, there, 1 + side)
        s.fresh = put(s.fresh, there, 1)
    s.entered[unit] = how
    s.came_from[unit] = origin
