"""Chapter 15, 15.1 and 15.2: seapower. Sea areas, who controls them, and sea movement."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import bits, mask_of, mask_where
from grognard.engine.state import put
from grognard.games.westfront import movement
from grognard.games.westfront.command import moves_left, spend_moves
from grognard.games.westfront.control import closed_ground
from grognard.games.westfront.departures import Departures, boarded, departures
from grognard.games.westfront.forts import dismantle, fort_hexes, why_not_dismantle
from grognard.games.westfront.orders import Sail
from grognard.games.westfront.stacking import Outlook, outlook, why_not_room
from grognard.games.westfront.state import ALLIES, Front
from grognard.games.westfront.units import tell
from grognard.games.westfront.weather import is_cut_off_by_storm

# 15.1 Sea areas


def sea_controller(s: Front, sea: int) -> int:
    """A sea belongs to whoever holds its naval base; some are always Allied, or become so.

    [WF-15.1a, WF-13.22c, WF-16.1d]
    """
    if s.fallen & 1 and s.world.sea_basin[sea] == "mediterranean":  # Italy's fleet has gone over
        return ALLIES
    fixed, base = s.world.sea_owners[s.month][sea], s.world.sea_base[sea]
    return fixed if fixed >= 0 or base is None else s.prior[base]


def is_join_open(s: Front, side: int, shores: tuple[int, ...]) -> bool:
    """Straits are closed to ships while the enemy controls either shore. [WF-1.39d]"""
    return all(s.owner[shore] != 1 - side for shore in shores)


def sea_routes(s: Front, side: int, start: Iterable[int], goal: Iterable[int], limit: int) -> list[tuple[int, ...]]:
    """The ways from one coast to another over at most so many seas, without detours: none of them can be left out."""
    starts, goals = frozenset(start), frozenset(goal)

    def work() -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        ways: list[tuple[int, ...]] = [(sea,) for sea in sorted(starts)]
        while ways:
            way = ways.pop(0)
            if way[-1] in goals:
                if not any(set(shorter) < set(way) for shorter in found):
                    found.append(way)
            elif len(way) < limit:
                for sea, shores in s.world.sea_joins[way[-1]]:
                    if sea not in way and is_join_open(s, side, shores):
                        ways.append((*way, sea))
        return found

    return s.world.recall(("seas", side, starts, goals, limit, open_straits(s, side)), work)


@derived("owner")
def open_straits(s: Front, side: int) -> tuple[bool, ...]:
    """Which of the straits between seas let a side's ships pass. [WF-1.39d]"""
    return tuple(is_join_open(s, side, shores) for shores in s.world.sea_straits)


def seas_named(s: Front, names: tuple[str, ...]) -> tuple[int, ...] | Refusal:
    seas = tuple(s.world.sea_index.get(name, -1) for name in names)
    if not seas or -1 in seas:
        return Refusal("table.no-place", {"place": "-".join(names)})
    return seas


# 15.2 Sea movement

HARBOURS = ("attacker", "beachhead", "owner", "storm")
"""The facts that a side's harbours rest on."""

UNUSED = bytes(1)
"""What a port bears that nobody has used."""


@derived(*HARBOURS)
def harbours(s: Front, side: int) -> list[int]:
    """Friendly ports and beachheads that are not embattled. [WF-15.2a, WF-1.45a, WF-15.53a, WF-15.54]"""
    ports = [place for place in s.world.ports if s.owner[place] == side]
    beaches = dict.fromkeys(s.beachhead[corps] for corps in s.world.beachheads if s.side_of(corps) == side)
    open_beaches = [at for at in beaches if at >= 0 and s.owner[at] == side and not is_cut_off_by_storm(s, at)]
    found = ports + [at for at in open_beaches if at not in ports]
    return [at for at in found if not s.attacker[at]]


def capacity(s: Front, place: int) -> int:
    """How many units may use a port by sea movement in one player turn. [WF-15.21a, WF-1.45b, WF-15.53a, WF-15.54]"""
    beaches = 0 if is_cut_off_by_storm(s, place) else s.beachhead.count(place)
    return s.world.port_room.get(place, 0) + beaches * s.world.beach_room


def harbour_seas(s: Front, place: int) -> tuple[int, ...]:
    """The seas on which a port or a beachhead lies, for its owner; none behind closed straits. [WF-1.39d]"""
    port = s.world.ports.get(place)
    if port is None:
        return s.world.waters[place]
    return port.seas if not port.shores or is_join_open(s, s.owner[place], port.shores) else ()


def coast_seas(s: Front, side: int, place: int) -> tuple[int, ...]:
    """The seas from which a side can reach a coast, port or not. [WF-1.39d]"""
    port = s.world.ports.get(place)
    return s.world.waters[place] if port is None or is_join_open(s, side, port.shores) else ()


def sail_cost(s: Front, side: int, seas: int) -> int:
    """Supreme Moves for crossing so many seas; with naval supremacy one pays for two. [WF-15.2b, WF-6.53a]"""
    return -(-seas // s.world.seas_per_move[side])


def no(s: Front, unit: int, rule: str, reason: str = "", **places: int) -> Refusal:
    facts = {name: s.world.board.names[place] for name, place in places.items()}
    return Refusal(rule, {"unit": s.world.units[unit], **facts}, reason)


def why_not_sea_move_from(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """Whether a unit may leave by sea movement at all. [WF-6.53a]"""
    at = s.where[unit]
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    if blitz or moves_left(s, unit) < 1:
        return no(s, unit, "WF-6.53a", at=at)
    return why_not_cast_off(s, unit)


def why_not_cast_off(s: Front, unit: int) -> Refusal | None:
    """Ships leave friendly ports and beachheads, but not with the last unit of a battle, nor with an engaged fort.

    [WF-15.2a, WF-15.21a, WF-6.53c, WF-2.26a]
    """
    side, at = s.side_of(unit), s.where[unit]
    refusal = why_not_dismantle(s, unit)
    if refusal:
        return refusal
    if not has_ships(s, side, at):
        return no(s, unit, "WF-15.2a", "from", at=at)
    if movement.why_not_leave(s, unit):
        return no(s, unit, "WF-6.53c", at=at)
    return why_not_use(s, at)


def why_not_use(s: Front, place: int) -> Refusal | None:
    """A port serves so many units in a player turn, in and out together. [WF-15.21a]"""
    if s.port_used[place] < s.world.port_room.get(place, 0):  # most often; a beachhead could only add to it
        return None
    limit = capacity(s, place)
    if s.port_used[place] < limit:
        return None
    return Refusal("WF-15.21a", {"at": s.world.board.names[place], "limit": str(limit)})


def why_not_sea_move_to(s: Front, unit: int, there: int) -> Refusal | None:
    """Whether sea movement may end in a place, room or no room. [WF-15.2a, WF-15.21a, WF-1.1b, WF-16.4a]"""
    if s.world.board.nation[there] and not s.world.land_mask >> there & 1:
        return movement.why_out_of_play(s, unit, there)
    if closed_ground(s, unit) >> there & 1:
        return movement.why_closed(s, unit, there)
    if there not in harbours(s, s.side_of(unit)) or there == s.where[unit]:
        return no(s, unit, "WF-15.2a", "to", at=there)
    return why_not_use(s, there)


def sea_moves(s: Front, unit: int, blitz: bool, room: Outlook, busy: int) -> Sequence[Sail]:
    """Every sea move of a unit, given the harbours that are busy."""
    if not has_ships(s, s.side_of(unit), s.where[unit]) or why_not_sea_move_from(s, unit, blitz):
        return ()
    return passages(s, unit, moves_left(s, unit), room, busy)


def has_ships(s: Front, side: int, place: int) -> bool:
    """Whether a side's units may leave a place by sea: a friendly port, embattled or not, or a beachhead. [WF-15.2a]"""
    if place in s.world.ports:
        return s.owner[place] == side
    return bool(s.world.waters[place]) and place in harbours(s, side)


def passages(s: Front, unit: int, moves: int, room: Outlook, busy: int, *, free: bool = False) -> Sequence[Sail]:
    """Every voyage of a unit from the harbour where it is, for so many Supreme Moves; `free` ones take none from
    others."""
    ships = sailings(s, unit)
    if unit not in ships.orders:
        ships.orders[unit] = sail_orders(s, unit)
    side = s.side_of(unit)
    shut, doubtful = room.sort(unit, ships.mask)
    late = [
        number
        for there in bits(doubtful)
        for number in ships.numbers[there]
        if not room.allows(unit, there, 0 if free else sail_cost(s, side, ships.costs[number]))
    ]
    shut = (shut | busy | fort_hexes(s, unit)) & ships.mask
    return boarded(ships, ships.orders[unit], moves * s.world.seas_per_move[side], shut, late)


def sailings(s: Front, unit: int) -> Departures[Sail]:
    """The harbours that ships can reach from where a unit is, with the seas that it takes; units that may go to the
    same ones share them."""
    side, at, closed = s.side_of(unit), s.where[unit], closed_ground(s, unit)

    def work() -> Departures[Sail]:
        return departures((there, len(seas)) for there, seas in voyages_of(s, unit))

    return s.world.keep(("sailings", at, closed, harbour_seas(s, at), lanes_number(s, side)), work)


def voyages_of(s: Front, unit: int) -> list[tuple[int, tuple[int, ...]]]:
    """Every harbour where ships could take a unit, and the seas on the way."""
    side, at, closed = s.side_of(unit), s.where[unit], closed_ground(s, unit)
    return [way for way in voyages(s, side, harbour_seas(s, at)) if way[0] != at and not closed >> way[0] & 1]


def sail_orders(s: Front, unit: int) -> tuple[Sail, ...]:
    """The orders that take a unit from where it is over every sea to every harbour."""
    side, at = s.side_of(unit), s.where[unit]
    known: dict[tuple[int, tuple[int, ...]], Sail] = s.world.keep(("sails", unit, at), dict)
    ways = voyages_of(s, unit)
    for way in ways:
        if way not in known:
            there, seas = way
            known[way] = Sail(s.world.sides[side], s.world.units[unit], itinerary(s, at, seas, there))
    return tuple(known[way] for way in ways)


def busy_harbours(s: Front) -> int:
    """The harbours that serve nobody more in this player turn. [WF-15.21a]"""
    if s.port_used == s.world.blank:
        return 0
    used = bits(s.world.land_mask & ~mask_where(s.port_used, UNUSED))
    return mask_of(place for place in used if why_not_use(s, place))


def voyages(s: Front, side: int, start: tuple[int, ...]) -> list[tuple[int, tuple[int, ...]]]:
    """Every harbour that ships can reach from these seas, and the seas on the way."""

    def work() -> list[tuple[int, tuple[int, ...]]]:
        goals = moorings(s, side)
        ways = {
            goal: sea_routes(s, side, start, goal, len(s.world.seas)) for goal in dict.fromkeys(g for _, g in goals)
        }
        return [(there, way) for there, goal in goals for way in ways[goal]]

    return s.world.keep(("voyages", start, lanes_number(s, side)), work)


@derived(*HARBOURS)
def lanes_number(s: Front, side: int) -> int:
    """The number of all that voyages rest on, but for where they begin."""
    return s.world.number(("lanes", moorings(s, side), open_straits(s, side)))


@derived(*HARBOURS)
def moorings(s: Front, side: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """A side's harbours and the seas on which they lie."""
    return tuple((there, harbour_seas(s, there)) for there in harbours(s, side))


def itinerary(s: Front, at: int, seas: tuple[int, ...], there: int) -> tuple[str, ...]:
    names = s.world.board.names
    return (names[at], *[s.world.seas[sea] for sea in seas], names[there])


def why_not_sail(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not sail so: the first rule that stands in its way. [WF-6.2a]"""
    refusal = why_not_sea_move_from(s, unit, blitz) or why_no_passage(s, unit, names, moves_left(s, unit))
    if refusal:
        return refusal
    cost = sail_cost(s, s.side_of(unit), len(names) - 2)
    return why_not_room(outlook(s, s.side_of(unit)), unit, s.world.board.at(names[-1]), cost)


def why_no_passage(s: Front, unit: int, names: tuple[str, ...], moves: int) -> Refusal | None:
    """Why no ship takes a unit there for so many Supreme Moves; None if one does."""
    ends = ends_of(s, unit, names)
    if isinstance(ends, Refusal):
        return ends
    there, seas = ends
    side = s.side_of(unit)
    refusal = why_not_sea_move_to(s, unit, there)
    if refusal:
        return refusal
    limit = moves * s.world.seas_per_move[side]
    if seas in sea_routes(s, side, harbour_seas(s, s.where[unit]), harbour_seas(s, there), limit):
        return None
    return why_not_way(s, unit, there, seas, limit, "WF-15.2b")


def ends_of(s: Front, unit: int, names: tuple[str, ...]) -> tuple[int, tuple[int, ...]] | Refusal:
    """Where a named voyage ends and which seas it passes."""
    if len(names) < 3 or s.world.board.find(names[-1]) is None:
        return Refusal("table.no-place", {"place": names[-1] if names else ""})
    if s.world.board.find(names[0]) != s.where[unit]:
        return Refusal("table.not-there", {"unit": s.world.units[unit], "at": s.world.board.names[s.where[unit]]})
    seas = seas_named(s, names[1:-1])
    return seas if isinstance(seas, Refusal) else (s.world.board.at(names[-1]), seas)


def why_not_way(s: Front, unit: int, there: int, seas: tuple[int, ...], limit: int, too_far: str) -> Refusal:
    """Why a voyage over these seas is not to be had: closed straits, too far, or seas that do not lead there."""
    side, at = s.side_of(unit), s.where[unit]
    facts = {"unit": s.world.units[unit], "to": s.world.board.names[there], "most": str(limit)}
    gates = [s.world.ports[end].shores for end in (at, there) if end in s.world.ports]
    if not all(is_join_open(s, side, shores) for shores in gates):
        return Refusal("WF-1.39d", facts)
    joined = [next((shores for sea, shores in s.world.sea_joins[a] if sea == b), None) for a, b in pairwise(seas)]
    leads = seas[0] in harbour_seas(s, at) and seas[-1] in s.world.waters[there] and None not in joined
    if leads and not all(is_join_open(s, side, shores) for shores in joined if shores):
        return Refusal("WF-1.39d", facts)
    if leads and len(seas) > limit:
        return Refusal(too_far, facts)
    return Refusal("table.route", facts)


def sail(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Carry out a sea move for the Supreme Moves that it takes. [WF-15.2b]"""
    side = s.side_of(unit)
    spend_moves(s, unit, sail_cost(s, side, len(names) - 2))
    cross(s, unit, names)
    tell(s, "sail", "WF-15.2a", unit, route="-".join(names))


def cross(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Go by sea from port to port. [WF-15.2a, WF-15.21a]"""
    at, there = s.where[unit], s.world.board.at(names[-1])
    seas = [s.world.sea_index[name] for name in names[1:-1]]
    s.port_used = put(s.port_used, at, s.port_used[at] + 1)
    s.port_used = put(s.port_used, there, s.port_used[there] + 1)
    s.where[unit] = there
    s.landed_at[unit] = -1
    s.moved[unit] = s.strategic[unit] = 1
    s.voyages += ((unit, 0, at, *seas),)
    dismantle(s, unit)
