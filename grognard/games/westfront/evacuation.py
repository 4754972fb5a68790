"""Chapter 15, 15.6: sea evacuation, the reverse of an invasion."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.orders import Refusal
from grognard.games.westfront import movement
from grognard.games.westfront.command import command_value, obeys
from grognard.games.westfront.forts import is_fort
from grognard.games.westfront.orders import Evacuate
from grognard.games.westfront.seapower import coast_seas, ends_of, harbour_seas, itinerary, no, sea_routes
from grognard.games.westfront.stacking import Outlook, outlook, why_not_room
from grognard.games.westfront.state import FROM_SEA, INVASION, ON_LAND, Front
from grognard.games.westfront.units import drop_lost_beachheads, hide, is_engaged, tell
from grognard.games.westfront.weather import is_storm_on


def evacuation_ports(s: Front, side: int, blitz: bool) -> list[int]:
    """The ports of headquarters that could still bring somebody home."""
    bases = {s.where[hq] for hq in s.world.headquarters[side] if s.role[hq] == INVASION}
    return [port for port in s.world.ports if port in bases and evacuating_headquarters(s, port, side, blitz)]


def evacuations(s: Front, unit: int, ports: list[int], blitz: bool, room: Outlook) -> Iterator[Evacuate]:
    """Every way to bring a unit off a coast to one of these ports."""
    side = s.side_of(unit)
    if not s.world.waters[s.where[unit]] or movement.why_not_movable(s, unit):
        return
    for port in ports:
        if why_not_evacuate_to(s, unit, port, blitz) is None and room.allows(unit, port):
            for seas in _calm(s, _ways_home(s, unit, port)):
                route = itinerary(s, s.where[unit], seas, port)
                yield Evacuate(s.world.sides[side], s.world.units[unit], route)


def _ways_home(s: Front, unit: int, port: int) -> list[tuple[int, ...]]:
    side = s.side_of(unit)
    coast = coast_seas(s, side, s.where[unit])
    return sea_routes(s, side, coast, harbour_seas(s, port), s.world.invasion_seas[side])


def _calm(s: Front, ways: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The ways that meet no storm: it bars evacuations as it bars invasions. [WF-12.3c]"""
    return [seas for seas in ways if not is_storm_on(s, seas)]


def evacuating_headquarters(s: Front, port: int, side: int, blitz: bool) -> list[int]:
    """Active invasion headquarters in a friendly port that have moved nobody in this phase; supreme ones last, for some
    obey nobody else. [WF-15.6a, WF-5.8c, WF-2.25a]"""
    if port not in s.world.ports or s.owner[port] != side:
        return []
    ready = [hq for hq in s.stack(port, side) if s.role[hq] == INVASION and not s.used[hq]]
    ready = [hq for hq in ready if (s.blitz[hq] or not blitz) and command_value(s, hq) >= 0]
    return sorted(ready, key=lambda hq: s.world.roster[hq].kind != "hq")


def why_not_evacuate_to(s: Front, unit: int, port: int, blitz: bool) -> Refusal | None:
    """From any coast in range to the headquarters' own port, though it be besieged: who comes from a battle does not
    enter another, and no headquarters enters one. Forts move by Supreme Moves only.
    [WF-15.6a, WF-6.32b, WF-5.1b, WF-4.44, WF-2.25a, WF-2.26a, WF-12.3c]"""
    at, side = s.where[unit], s.side_of(unit)
    if is_fort(s, unit):
        return no(s, unit, "WF-2.26a")
    if blitz and s.strategic[unit]:
        return no(s, unit, "WF-4.44", "strategic")
    ready = evacuating_headquarters(s, port, side, blitz)
    if at == port or not s.world.waters[at] or not ready:
        return no(s, unit, "WF-15.6a", at=at)
    if not any(obeys(s, unit, hq) for hq in ready):
        return no(s, unit, "WF-2.25a", "sea", at=at)
    ways = _ways_home(s, unit, port)
    if not _calm(s, ways):
        return no(s, unit, "WF-12.3c", to=port) if ways else no(s, unit, "WF-15.6a", at=at)
    if s.attacker[port] and not movement.may_engage(s, unit):
        return no(s, unit, "WF-6.32b" if is_engaged(s, unit) else "WF-5.1b", to=port)
    return None


def why_not_evacuate(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not be evacuated so. [WF-6.2a]"""
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    ends = ends_of(s, unit, names)
    if isinstance(ends, Refusal):
        return ends
    port, seas = ends
    refusal = why_not_evacuate_to(s, unit, port, blitz) or why_not_room(outlook(s, s.side_of(unit)), unit, port)
    if refusal:
        return refusal
    ways = _ways_home(s, unit, port)
    if seas in _calm(s, ways):
        return None
    return no(s, unit, "WF-12.3c" if seas in ways else "table.route", to=port)


def evacuate(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> None:
    """Begin an evacuation: at once if friends stay or nobody fights, else as a retreat. [WF-15.6a, WF-15.6b]"""
    port = s.world.board.at(names[-1])
    seas = tuple(s.world.sea_index[name] for name in names[1:-1])
    hq = next(hq for hq in evacuating_headquarters(s, port, s.side_of(unit), blitz) if obeys(s, unit, hq))
    s.used[hq] = 1
    if s.wave[hq] < 0:
        s.wave[hq] = port  # it has led somebody, and leads no landing from afar [WF-15.44c]
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
    s.dispersed[unit] = 0
    s.entered[unit] = ON_LAND if s.attacker[port] else 0  # it is no assault, should those there leave the battle to it
    s.voyages += ((unit, FROM_SEA, at, *seas),)
    drop_lost_beachheads(s, at)
