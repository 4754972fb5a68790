"""Chapter 15, 15.6: sea evacuation, the reverse of an invasion."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.orders import Refusal
from grognard.games.westfront import movement
from grognard.games.westfront.orders import Evacuate
from grognard.games.westfront.seapower import ends_of, harbour_seas, itinerary, no, sea_routes
from grognard.games.westfront.state import FROM_SEA, INVASION, Front
from grognard.games.westfront.units import drop_lost_beachheads, hide, is_engaged, tell


def evacuation_ports(s: Front, side: int, blitz: bool) -> list[int]:
    """The ports of headquarters that could still bring somebody home."""
    return [port for port in s.world.ports if evacuating_headquarters(s, port, side, blitz) >= 0]


def evacuations(s: Front, unit: int, ports: list[int], blitz: bool) -> Iterator[Evacuate]:
    """Every way to bring a unit off a coast to one of these ports."""
    side = s.side_of(unit)
    if not s.world.waters[s.where[unit]] or movement.why_not_movable(s, unit):
        return
    for port in ports:
        if why_not_evacuate_to(s, unit, port, blitz) is None:
            for seas in _ways_home(s, unit, port):
                route = itinerary(s, s.where[unit], seas, port)
                yield Evacuate(s.world.sides[side], s.world.units[unit], route)


def _ways_home(s: Front, unit: int, port: int) -> list[tuple[int, ...]]:
    side = s.side_of(unit)
    return sea_routes(s, side, s.world.waters[s.where[unit]], harbour_seas(s, port), s.world.invasion_seas[side])


def evacuating_headquarters(s: Front, port: int, side: int, blitz: bool) -> int:
    """An active invasion headquarters in a friendly port that has moved nobody in this phase, or -1. [WF-15.6a]"""
    if port in s.world.ports and s.owner[port] == side:
        for hq in s.stack(port, side):
            if s.role[hq] == INVASION and not s.used[hq] and (s.blitz[hq] or not blitz):
                return hq
    return -1


def why_not_evacuate_to(s: Front, unit: int, port: int, blitz: bool) -> Refusal | None:
    """From any coast in range to the headquarters' own port, though it be besieged: who comes from a battle does not
    enter another, and no headquarters enters one. [WF-15.6a, WF-6.32b, WF-5.1b, WF-6.2a, WF-4.44]"""
    at, side = s.where[unit], s.side_of(unit)
    if blitz and s.strategic[unit]:
        return no(s, unit, "WF-4.44", "strategic")
    if at == port or not s.world.waters[at] or evacuating_headquarters(s, port, side, blitz) < 0:
        return no(s, unit, "WF-15.6a", at=at)
    if not _ways_home(s, unit, port):
        return no(s, unit, "WF-15.6a", at=at)
    if s.attacker[port] and not movement.may_engage(s, unit):
        return no(s, unit, "WF-6.32b" if is_engaged(s, unit) else "WF-5.1b", to=port)
    return movement.why_not_room(s, unit, port, blitz)


def why_not_evacuate(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not be evacuated so."""
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    ends = ends_of(s, unit, names)
    if isinstance(ends, Refusal):
        return ends
    port, seas = ends
    refusal = why_not_evacuate_to(s, unit, port, blitz)
    if refusal:
        return refusal
    return None if seas in _ways_home(s, unit, port) else no(s, unit, "table.route", to=port)


def evacuate(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> None:
    """Begin an evacuation: at once if friends stay or nobody fights, else as a retreat. [WF-15.6a, WF-15.6b]"""
    port = s.world.board.at(names[-1])
    seas = tuple(s.world.sea_index[name] for name in names[1:-1])
    s.used[evacuating_headquarters(s, port, s.side_of(unit), blitz)] = 1
    s.moved[unit] = 1
    if movement.why_not_leave(s, unit):
        s.rearguards += ((unit, port, *seas),)
        tell(s, "retreat", "WF-15.6a", unit, at=names[0])
    else:
        sail_home(s, unit, port, seas)


def sail_home(s: Front, unit: int, port: int, seas: tuple[int, ...]) -> None:
    """Bring a unit off; enemy seas may still stop it. [WF-15.6a]"""
    at = s.where[unit]
    tell(s, "evacuate", "WF-15.6a", unit, route="-".join(itinerary(s, at, seas, port)))
    if s.attacker[at]:
        hide(s, unit)
    s.where[unit] = port
    s.landed_at[unit] = -1
    s.strategic[unit] = 1
    s.dispersed[unit] = s.entered[unit] = 0
    s.voyages += ((unit, FROM_SEA, at, *seas),)
    drop_lost_beachheads(s, at)
