"""Chapter 15, 15.4: sea invasions. Their headquarters, the landings, how far support reaches, and the second wave."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.state import put
from grognard.games.westfront import movement, phases
from grognard.games.westfront.command import command_value, obeys
from grognard.games.westfront.control import closed_ground, is_assault
from grognard.games.westfront.orders import Land, Mark
from grognard.games.westfront.seapower import (
    coast_seas,
    ends_of,
    harbour_seas,
    is_join_open,
    itinerary,
    no,
    sea_routes,
    why_not_way,
)
from grognard.games.westfront.stacking import Outlook, outlook, why_not_room
from grognard.games.westfront.state import FROM_SEA, INVASION, Front
from grognard.games.westfront.units import drop_lost_beachheads, is_engaged, tell
from grognard.games.westfront.weather import is_storm_on

# 15.42 The landing


def ready_headquarters(s: Front, unit: int) -> list[int]:
    """Active invasion headquarters in a unit's hex that have led nobody in this phase, and that it obeys; supreme ones
    last, for some obey nobody else. [WF-15.42a, WF-5.8c, WF-2.25a]"""
    here = s.stack(s.where[unit], s.side_of(unit))
    ready = [hq for hq in here if s.role[hq] == INVASION and not s.used[hq] and command_value(s, hq) >= 0]
    return sorted((hq for hq in ready if obeys(s, unit, hq)), key=lambda hq: s.world.roster[hq].kind != "hq")


def invasion_headquarters(s: Front, unit: int, blitz: bool) -> list[int]:
    """Active invasion headquarters in the unit's port that still have a landing in this phase, blitzing ones first.

    In the blitz only those that landed a first wave have another. [WF-15.42a, WF-15.44a, WF-5.8c]
    """
    ready = ready_headquarters(s, unit)
    if blitz:
        return [hq for hq in ready if s.blitz[hq] and max(s.wave[hq], s.mark[hq]) >= 0]
    return sorted(ready, key=lambda hq: not s.blitz[hq])


def why_not_embark(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """Whether a unit may invade in the ordinary way at all. [WF-15.42a, WF-15.44a]"""
    refusal = why_not_invader(s, unit, blitz)
    if refusal is None and not invasion_headquarters(s, unit, blitz):
        if s.world.types[unit].get("supreme_move_only"):
            return no(s, unit, "WF-2.25a", "sea", at=s.where[unit])
        return no(s, unit, "WF-15.44a" if blitz else "WF-15.42a", "hq", at=s.where[unit])
    return refusal


def why_not_invader(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """Whether a unit could invade if somebody led it. [WF-15.42b, WF-15.41, WF-4.44]"""
    at = s.where[unit]
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    if not s.world.types[unit]["sea_invade"]:
        return no(s, unit, "WF-15.42b", at=at)
    if blitz and s.strategic[unit]:
        return no(s, unit, "WF-4.44", "strategic")
    return no(s, unit, "WF-15.41", at=at) if is_engaged(s, unit) else None


def why_no_beach(s: Front, unit: int, there: int) -> Refusal | None:
    """Whether a unit could land in a hex at all, whoever else lands in this phase.

    [WF-15.42a, WF-15.42c, WF-1.37b, WF-1.1c]
    """
    side = s.side_of(unit)
    if there not in s.world.coasts or there == s.where[unit]:
        return no(s, unit, "WF-15.42a", "coast", to=there)
    if closed_ground(s, unit) >> there & 1:
        return movement.why_closed(s, unit, there)
    if not s.world.invadable >> there & 1:
        return no(s, unit, "WF-1.37b" if s.world.shoals >> there & 1 else "WF-15.42c", to=there)
    if not s.world.types[unit].get("engages", True) and movement.enemy_hexes(s, side) >> there & 1:
        return no(s, unit, "WF-5.1b", to=there)
    return None


def why_not_invade(s: Front, unit: int, there: int, blitz: bool) -> Refusal | None:
    """Whether a unit may land in a hex now. [WF-15.44a]"""
    if blitz and all(there not in (s.wave[hq], s.mark[hq]) for hq in invasion_headquarters(s, unit, blitz)):
        return why_not_come_ashore(s, unit, there) or no(s, unit, "WF-15.44a", "wave", to=there)
    return why_not_come_ashore(s, unit, there)


def why_not_come_ashore(s: Front, unit: int, there: int) -> Refusal | None:
    """Whether a beach takes a unit now, wherever it comes from and wherever there is room. [WF-15.42b, WF-15.42d]"""
    if movement.enemy_hexes(s, s.side_of(unit)) >> there & 1:
        if not s.world.types[unit].get("sea_assault"):
            if not s.attacker[there]:
                return no(s, unit, "WF-15.42b", "assault", to=there)
            if is_assault(s, there):
                return no(s, unit, "WF-15.42b", "combined", to=there)
        if any(voyage[1] == FROM_SEA and s.where[voyage[0]] == there for voyage in s.voyages):
            return no(s, unit, "WF-15.42d", to=there)
    return None


def landings(s: Front, unit: int, blitz: bool, room: Outlook) -> Iterator[Land]:
    """Every invasion that a unit may make."""
    if why_not_embark(s, unit, blitz) is None:
        for there, order in beaches_within(s, unit, 1, s.world.invasion_seas[s.side_of(unit)]):
            if why_not_invade(s, unit, there, blitz) is None and room.allows(unit, there):
                yield order
    if blitz and why_not_sail_far(s, unit) is None:
        for there, order in beaches_within(s, unit, *long_range(s)):
            if why_not_come_ashore(s, unit, there) is None and room.allows(unit, there):
                yield order


@derived(
    "neutral", "owner", "storm", "where",
    through=lambda s, unit, low, high: (
        s.where[unit], s.neutral, s.owner, s.storm, movement.enemy_hexes(s, s.side_of(unit))
    ),
)  # fmt: skip
def beaches_within(s: Front, unit: int, low: int, high: int) -> list[tuple[int, Land]]:
    """Every coast that a unit could invade over so many calm seas, and how. [WF-15.42a, WF-12.3c]"""
    side, at = s.side_of(unit), s.where[unit]
    found = []
    for there in s.world.coasts:
        if why_no_beach(s, unit, there) is None:
            for seas in sea_routes(s, side, harbour_seas(s, at), coast_seas(s, side, there), high):
                if len(seas) >= low and not is_storm_on(s, seas):
                    way = itinerary(s, at, seas, there)
                    found.append((there, Land(s.world.sides[side], s.world.units[unit], way)))
    return found


def why_not_land(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not invade so: the first rule that stands in its way. [WF-6.2a]"""
    far = blitz and is_far(s, names)
    refusal = why_not_sail_far(s, unit) if far else why_not_embark(s, unit, blitz)
    if refusal:
        return refusal
    ends = ends_of(s, unit, names)
    if isinstance(ends, Refusal):
        return ends
    there, seas = ends
    ashore = why_not_come_ashore(s, unit, there) if far else why_not_invade(s, unit, there, blitz)
    refusal = why_no_beach(s, unit, there) or ashore or why_not_room(outlook(s, s.side_of(unit)), unit, there)
    if refusal:
        return refusal
    if is_storm_on(s, seas):
        return no(s, unit, "WF-12.3c", to=there)
    high = long_range(s)[1] if far else s.world.invasion_seas[s.side_of(unit)]
    return why_not_way(s, unit, there, seas, high, "WF-15.42a")


def land(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Carry out an invasion: the unit is dispersed until its own supply phase. [WF-15.42a, WF-15.42e, WF-15.45a]"""
    at, there = s.where[unit], s.world.board.at(names[-1])
    blitz = s.phase == phases.BLITZ_MOVEMENT
    if blitz and is_far(s, names):
        hq = far_headquarters(s, unit)[0]
    else:
        ready = invasion_headquarters(s, unit, blitz)
        hq = next(hq for hq in ready if not blitz or there in (s.wave[hq], s.mark[hq]))
    s.used[hq] = 1
    s.wave[hq] = there
    if s.enemies_at(there, s.side_of(unit)):
        movement.enter_battle(s, unit, there, at, FROM_SEA)
    s.where[unit] = there
    s.moved[unit] = 1
    s.dispersed[unit] = FROM_SEA
    s.landed_at[unit] = there
    s.beaches = put(s.beaches, there, s.beaches[there] | 1 << s.side_of(unit))
    s.voyages += ((unit, FROM_SEA, at, *[s.world.sea_index[name] for name in names[1:-1]]),)
    tell(s, "land", "WF-15.42e", unit, route="-".join(names))
    drop_lost_beachheads(s, there)


# 15.43 Invasion command range


def invasion_range(s: Front, hq: int) -> int:
    """Hexes that an invasion headquarters supports over water: its steps, doubled by naval supremacy. [WF-15.43b]"""
    side = s.world.sides[s.side_of(hq)]
    factor: int = s.world.charts["hq_command"]["invasion_command_range"][side]
    return factor * command_value(s, hq)


def sea_distance(s: Front, hq: int, there: int) -> int:
    """Hexes over water from a headquarters' port to a hex, or a great number. [WF-15.43b]

    Each hex entered counts one. The trace may follow a shore, but changes seas only on the open sea.
    """
    side, start = s.side_of(hq), s.where[hq]
    seen = {(start, sea) for sea in harbour_seas(s, start)}
    edge, steps = list(seen), 0
    while edge:
        if any(place == there for place, _ in edge):
            return steps
        steps += 1
        fresh = []
        for place, sea in edge:
            for node in _sea_steps(s, side, place, sea):
                if node not in seen:
                    seen.add(node)
                    fresh.append(node)
        edge = fresh
    return 99


def _sea_steps(s: Front, side: int, place: int, sea: int) -> Iterator[tuple[int, int]]:
    board, waters = s.world.board, s.world.waters
    open_sea = board.terrain[place] == "sea"
    for near in board.neighbours[place]:
        if board.terrain[near] == "sea":
            if open_sea or sea in waters[near]:
                yield from ((near, other) for other in waters[near])
        elif open_sea:
            yield from ((near, other) for other in waters[near] if other in waters[place])
        elif sea in waters[near] and _is_shore(s, side, place, near, sea):
            yield (near, sea)


def _is_shore(s: Front, side: int, a: int, b: int, sea: int) -> bool:
    """Two coastal hexes joined by water: a sea side, open straits, or a side that ends at that sea."""
    kinds = s.world.board.side(a, b)
    if "sea" in kinds:
        return True
    if "strait" in kinds and not is_join_open(s, side, (a, b)):
        return False
    common = set(s.world.board.neighbours[a]) & set(s.world.board.neighbours[b])
    return "strait" in kinds or any(
        s.world.board.terrain[c] == "sea" and sea in s.world.waters[c] for c in common
    )  # fmt: skip


def supports_invasion(s: Front, hq: int, there: int) -> bool:
    """An invasion headquarters supports battles in its range, but not where nobody can land. [WF-15.43a, WF-15.43b]"""
    if s.world.roster[hq].kind == "shq" or not s.world.invadable >> there & 1:
        return False
    return sea_distance(s, hq, there) <= invasion_range(s, hq)


# 15.44 The second wave


def marks(s: Front, hq: int, blitz: bool) -> Iterator[Mark]:
    """Every hex that a blitzing invasion headquarters may mark."""
    if s.role[hq] == INVASION and s.blitz[hq] and not blitz and s.mark[hq] < 0:
        yield from _marks(s, hq, s.where[hq])


@derived("neutral", "owner", "storm")
def _marks(s: Front, hq: int, at: int) -> list[Mark]:
    side, name, names = s.world.sides[s.side_of(hq)], s.world.units[hq], s.world.board.names
    return [Mark(side, name, names[p]) for p in s.world.coasts if _why_no_wave(s, hq, at, p) is None]


def why_not_mark(s: Front, hq: int, there: int, blitz: bool) -> Refusal | None:
    """Before the first wave has landed elsewhere, one other coast within range may be marked. [WF-15.44a]"""
    if s.role[hq] == INVASION and s.blitz[hq] and not blitz and s.mark[hq] < 0:
        return _why_no_wave(s, hq, s.where[hq], there)
    return Refusal("WF-15.44a", {"hq": s.world.units[hq], "at": s.world.board.names[there]}, "mark")


def _why_no_wave(s: Front, hq: int, at: int, there: int) -> Refusal | None:
    """Why a coast is out of a headquarters' range, or in a storm."""
    side = s.side_of(hq)
    fit = there in s.world.coasts and s.world.invadable >> there & 1 and not closed_ground(s, hq) >> there & 1
    facts = {"hq": s.world.units[hq], "at": s.world.board.names[there]}
    ways: list[tuple[int, ...]] = []
    if fit:
        ways = sea_routes(s, side, harbour_seas(s, at), coast_seas(s, side, there), s.world.invasion_seas[side])
    if not ways:
        return Refusal("WF-15.44a", facts, "mark")
    stormy = all(is_storm_on(s, seas) for seas in ways)
    return Refusal("WF-12.3c", {"unit": facts["hq"], "to": facts["at"]}) if stormy else None


# 15.44 Long-range invasions


def long_range(s: Front) -> tuple[int, int]:
    """The least and the most seas of a long-range invasion. [WF-15.44c]"""
    chart = s.world.charts["hq_command"]["long_range_seas"]
    return chart["min"], chart["max"]


def is_far(s: Front, names: tuple[str, ...]) -> bool:
    """Whether a named voyage crosses more seas than an ordinary invasion. [WF-15.44c]"""
    return len(names) - 2 >= long_range(s)[0]


def far_headquarters(s: Front, unit: int) -> list[int]:
    """Blitzing invasion headquarters in a unit's port that have led and marked nothing in this turn. [WF-15.44c]"""
    return [hq for hq in ready_headquarters(s, unit) if s.blitz[hq] and s.wave[hq] < 0 and s.mark[hq] < 0]


def why_not_sail_far(s: Front, unit: int) -> Refusal | None:
    """One Allied amphibious unit may land from afar in the blitz, for all that its headquarters can do. [WF-15.44c]"""
    data, chart = s.world.roster[unit], s.world.charts["hq_command"]["long_range_seas"]
    if s.world.sides[data.side] != chart["side"] or data.kind != chart["type"]:
        return no(s, unit, "WF-15.44c", "kind")
    refusal = why_not_invader(s, unit, blitz=True)
    if refusal is None and not far_headquarters(s, unit):
        return no(s, unit, "WF-15.44c", "hq", at=s.where[unit])
    return refusal
