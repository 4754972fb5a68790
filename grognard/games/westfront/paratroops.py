"""Chapter 14: paratroops. They fall from the sky, dispersed, and must be found by friends."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.orders import Refusal
from grognard.games.westfront import movement, phases
from grognard.games.westfront.airpower import air_range, in_air_range
from grognard.games.westfront.command import can_drop, command_value, ready_paras, why_not_spare
from grognard.games.westfront.control import closed_ground
from grognard.games.westfront.orders import Drop
from grognard.games.westfront.stacking import Outlook, outlook, why_not_room
from grognard.games.westfront.state import FROM_AIR, PARADROP, Front
from grognard.games.westfront.units import by_sight, drop_lost_beachheads, eliminate, is_engaged, tell

# 14.3 The drop


def drop_headquarters(s: Front, unit: int) -> int:
    """An active paradrop headquarters in the para's own hex that has not dropped one this phase, or -1; first one that
    must. [WF-14.2a, WF-14.2b]"""
    ready = [hq for hq in s.stack(s.where[unit], s.side_of(unit)) if s.role[hq] == PARADROP and not s.used[hq]]
    ready = [hq for hq in ready if (s.phase == phases.MOVEMENT or s.blitz[hq]) and command_value(s, hq) >= 0]
    return max(ready, key=lambda hq: s.blitz[hq], default=-1)


def unmade_drop(s: Front, side: int) -> int:
    """A blitzing headquarters that has not yet made the drop of this phase and still can, or -1. Where no para is left,
    or no hex to drop on, the drop is off. [WF-14.2b]"""
    blitzing = [hq for hq in s.world.headquarters[side] if s.role[hq] == PARADROP and s.blitz[hq]]
    owing = [hq for hq in blitzing if not s.used[hq] and s.where[hq] >= 0]
    if not owing:
        return -1
    room = outlook(s, side)
    return next((hq for hq in owing if any(any(drops(s, u, room)) for u in ready_paras(s, s.where[hq], side))), -1)


def drops(s: Front, unit: int, room: Outlook) -> Iterator[Drop]:
    """Every drop of a unit."""
    if not can_drop(s, unit) or is_engaged(s, unit) or why_not_lift(s, unit):
        return
    side, name = s.world.sides[s.side_of(unit)], s.world.units[unit]
    for place in s.world.land:
        if place != s.where[unit] and why_not_drop_on(s, unit, place) is None and room.allows(unit, place):
            yield Drop(side, name, s.world.board.names[place])


def why_not_drop(s: Front, unit: int, name: str) -> Refusal | None:
    """Why a unit may not drop there. [WF-14.2a, WF-14.3a, WF-6.2a]"""
    place = s.world.board.find(name)
    if place is None:
        return Refusal("table.no-place", {"place": name})
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[place]}
    if not can_drop(s, unit):
        return Refusal("WF-14.3a", facts, "unit")
    if is_engaged(s, unit):  # nobody flies out of a battle
        return movement.why_at_rest(s, unit) or Refusal("WF-6.32a", facts)
    refusal = why_not_lift(s, unit)
    if refusal:
        return refusal
    if place == s.where[unit] or not s.world.land_mask >> place & 1:
        return Refusal("WF-14.3a", facts, "place")
    return why_not_drop_on(s, unit, place) or why_not_room(outlook(s, s.side_of(unit)), unit, place)


def why_not_lift(s: Front, unit: int) -> Refusal | None:
    """Whether a headquarters has a drop for a unit, and that unit is not kept for the drop of another.

    [WF-14.2a, WF-14.2b]
    """
    refusal = movement.why_at_rest(s, unit)
    if refusal:
        return refusal
    hq = drop_headquarters(s, unit)
    if hq < 0:
        facts = {"unit": s.world.units[unit], "at": s.world.board.names[s.where[unit]], "hq": ""}
        return Refusal("WF-14.2a", facts, "none")
    return None if s.blitz[hq] else why_not_spare(s, unit)


def why_not_drop_on(s: Front, unit: int, place: int) -> Refusal | None:
    """Any hex but a mountain, within the air range of the headquarters. [WF-14.3a]"""
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[place]}
    if closed_ground(s, unit) >> place & 1:
        return movement.why_closed(s, unit, place)
    if not s.world.droppable >> place & 1:
        return Refusal("WF-14.3a", facts, "mountain")
    hq = drop_headquarters(s, unit)
    if not in_air_range(s, hq, place):
        return Refusal("WF-14.3a", {**facts, "range": str(air_range(s, hq))}, "range")
    return None


def drop(s: Front, unit: int, name: str) -> None:
    """Drop a para: it is dispersed until its own supply phase. [WF-14.4a, WF-14.6a]"""
    place, origin = s.world.board.at(name), s.where[unit]
    s.used[drop_headquarters(s, unit)] = 1
    if s.enemies_at(place, s.side_of(unit)):
        movement.enter_battle(s, unit, place, origin, FROM_AIR)
    s.where[unit] = place
    s.moved[unit] = 1
    s.dispersed[unit] = FROM_AIR
    tell(s, "drop", "WF-14.6a", unit, at=s.world.board.names[place])
    drop_lost_beachheads(s, place)


# 14.6 Linkup


def link_up(s: Front, side: int) -> None:
    """A dropped para that finds no friends is lost; the others are dispersed no longer. [WF-14.6b]"""
    for unit in by_sight(s, list(s.world.army[side])):
        if s.dispersed[unit] == FROM_AIR:
            if is_linked_up(s, unit):
                s.dispersed[unit] = 0
                tell(s, "linkup", "WF-14.6b", unit, at=s.world.board.names[s.where[unit]])
            else:
                eliminate(s, unit, "WF-14.6b")


def is_linked_up(s: Front, unit: int) -> bool:
    """In a friendly hex, with ground troops in its hex, or next to a friendly hex that is not embattled. [WF-14.6b]"""
    at, side = s.where[unit], s.side_of(unit)
    if s.owner[at] == side:
        return True
    if any(s.dispersed[other] != FROM_AIR for other in s.stack(at, side)):
        return True
    return any(s.owner[near] == side and not s.attacker[near] for near in s.world.trace[at])
