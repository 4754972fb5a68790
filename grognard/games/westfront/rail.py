"""Chapter 9: railroads. Friendly lines, and the hexes that rail and sea together supply."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import (
    FAR,
    WHOLE,
    Lattice,
    Steps,
    Way,
    bits,
    explore,
    flags_of,
    mask_of,
    retrace,
    spread,
)
from grognard.engine.search import Door, Mode, search
from grognard.games.westfront import movement
from grognard.games.westfront.command import moves_left, spend_moves
from grognard.games.westfront.control import battle_mask, closed_ground, friendly_mask
from grognard.games.westfront.departures import Departures, boarded, departures
from grognard.games.westfront.forts import dismantle, fort_hexes, why_not_dismantle
from grognard.games.westfront.off_map import off_map_lines, open_entries
from grognard.games.westfront.orders import Rail
from grognard.games.westfront.seapower import harbour_seas, is_join_open, open_straits, sea_controller
from grognard.games.westfront.stacking import Outlook, Sides, outlook, why_not_room
from grognard.games.westfront.state import AXIS, Front
from grognard.games.westfront.units import hide, tell

OCEAN = "Atlantic Ocean"

SUPPLY = ("attacker", "fallen", "month", "owner", "prior")
"""The facts that nets of supply rest on: control, battles, and who rules the seas."""


def rail_lines(s: Front, side: int, sources: int) -> int:
    """The hexes that friendly rail lines reach: through friendly hexes, into battles but not through them. They begin
    in Berlin and London even if these are embattled; Husky's stand-ins only lie on the way.

    [WF-9.12a, WF-9.12b, WF-9.12c, WF-1.39e]
    """
    friendly, embattled = friendly_mask(s, side), battle_mask(s)
    begin, origins = sources & friendly, 0 if "supply" in s.world.data else mask_of(s.world.sources[side])
    return spread(s.world.railways, begin & (~embattled | origins), friendly, ends=embattled) | begin & embattled


@derived(*SUPPLY)
def rail_supply(s: Front, side: int) -> int:
    """The hexes in rail supply from where the side's supply begins. [WF-9.12a, WF-9.31a, WF-HX.1]"""
    return rail_lines(s, side, supply_origin(s, side))


def supply_origin(s: Front, side: int) -> int:
    """Where a side's supply begins: Berlin while a rail line joins it to another friendly Victory City, London while it
    can be reached from the Atlantic; otherwise nowhere. Husky's stand-ins have no conditions. [WF-9.12a, WF-HX.1]"""
    sources = mask_of(s.world.sources[side])
    if "supply" in s.world.data:
        return sources
    net = rail_lines(s, side, sources)
    if side == AXIS:
        return sources if net & ~sources & s.world.victory_cities & friendly_mask(s, side) else 0
    lanes = sea_lanes(s, side, spread_by_sea(s, side, sources, frozenset()))
    return sources if lanes.get(s.world.sea_index[OCEAN]) == 0 else 0


def supply_net(s: Front, side: int, opened: frozenset[int], *, secure: bool = False) -> int:
    """The hexes in rail or sea supply: lines from the sources, and from every port that a sea lane reaches.

    Lanes over the side's own seas are open; lanes through enemy seas only to the ports in `opened`.
    [WF-9.31a, WF-15.31a]
    """
    return _supply_net(s, side, frozenset() if secure else opened)


@derived(*SUPPLY)
def _supply_net(s: Front, side: int, opened: frozenset[int]) -> int:
    def work() -> int:
        return spread_by_sea(s, side, supply_origin(s, side), opened)

    seas = (s.fallen, s.world.sea_owners[s.month])
    return s.world.recall(("net", side, opened, s.owner, s.prior, s.attacker, seas), work)


@derived(*SUPPLY)
def spread_by_sea(s: Front, side: int, sources: int, opened: frozenset[int]) -> int:
    """The hexes on rail lines from these sources and from the ports that lanes from there reach in turn."""
    friendly, embattled = friendly_mask(s, side), battle_mask(s)
    begin, origins = sources & friendly, 0 if "supply" in s.world.data else mask_of(s.world.sources[side])
    own = mask_of(port for port in s.world.ports if s.owner[port] == side)
    seas, sea = range(len(s.world.seas)), s.world.board.size  # seas are numbered after the places of the board
    safe = mask_of(sea + number for number in seas if not interdiction(s, side, number))
    net, busy = sea_net(s, side), own & embattled
    modes = [
        Mode("rail", s.world.railways, friendly, ends=friendly & embattled),
        Mode("sea", net, safe | own, ends=busy),
    ]
    doors = [Door("rail", "sea", own & ~busy), Door("sea", "rail", own)]
    if opened:
        tested = own & mask_of(opened)
        modes.append(Mode("lane", net, mask_of(sea + number for number in seas) | tested, ends=busy & tested))
        doors += [Door("rail", "lane", own & ~busy), Door("lane", "rail", tested)]
    found = search(modes, begin & (~embattled | origins), doors)
    return found.reached & friendly | begin & embattled


def sea_net(s: Front, side: int) -> Lattice:
    """The seas that are joined for a side's ships, and the ports on them. [WF-1.39d]"""
    ports = tuple((port, harbour_seas(s, port)) for port in s.world.ports if s.owner[port] == side)
    return s.world.recall(("sea net", side, open_straits(s, side), ports), lambda: _sea_net(s, side, ports))


def _sea_net(s: Front, side: int, ports: Iterable[tuple[int, tuple[int, ...]]]) -> Lattice:
    size = s.world.board.size
    ways: dict[int, list[tuple[int, int]]] = {
        size + sea: [(size + near, 1) for near, shores in joins if is_join_open(s, side, shores)]
        for sea, joins in enumerate(s.world.sea_joins)
    }
    for port, seas in ports:
        ways[port] = [(size + sea, 1) for sea in seas]
        for sea in seas:
            ways[size + sea].append((port, 1))
    return Lattice(None, links={place: links for place, links in ways.items() if links})


@derived(*SUPPLY)
def sea_lanes(s: Front, side: int, net: int) -> dict[int, int]:
    """Every sea that ships from supplied ports can reach, with the interdiction dice on the safest way. [WF-15.73a]"""
    ports = [port for port in s.world.ports if net >> port & 1 and s.owner[port] == side and not s.attacker[port]]
    lanes = {sea: interdiction(s, side, sea) for port in ports for sea in harbour_seas(s, port)}
    explore(sea_steps(s, side), lanes, FAR)
    return lanes


@derived(*SUPPLY)
def sea_steps(s: Front, side: int) -> Steps:
    """From every sea the next ones, with the dice against a lane that enters them. [WF-15.73a, WF-1.39d]"""
    return tuple(
        tuple((near, interdiction(s, side, near)) for near, shores in joins if is_join_open(s, side, shores))
        for joins in s.world.sea_joins
    )


def interdiction(s: Front, side: int, sea: int) -> int:
    """The dice against a side's lanes through a sea. [WF-15.73a]"""
    return s.world.sea_value[sea] if sea_controller(s, sea) == 1 - side else 0


def lane_dice(s: Front, side: int, port: int, net: int) -> int | None:
    """The interdiction dice against the safest lane from a supplied port, or None if there is no lane. [WF-15.73a]"""
    return least_dice(s, port, sea_lanes(s, side, net))


def least_dice(s: Front, port: int, lanes: dict[int, int]) -> int | None:
    return min((lanes[sea] for sea in harbour_seas(s, port) if sea in lanes), default=None)


# 9.2 Rail movement


def rail_moves(s: Front, unit: int, blitz: bool, room: Outlook) -> Sequence[Rail]:
    """Every rail move of a unit."""
    return () if why_not_entrain(s, unit, blitz) else rides(s, unit, moves_left(s, unit), room)


def rides(s: Front, unit: int, limit: int, room: Outlook, *, free: bool = False) -> Sequence[Rail]:
    """Every ride of a unit from where it is, in so many Rail Moves; `free` ones take none from others."""
    trains = trains_from(s, unit)
    if unit not in trains.orders:
        trains.orders[unit] = rail_orders(s, unit, trains.ends)
    shut, doubtful = room.sort(unit, trains.mask)
    for there in bits(doubtful):
        cost = 0 if free else trains.costs[trains.numbers[there][0]]
        if not room.allows(unit, there, cost, crossed(s, unit, there)):
            shut |= 1 << there
    return boarded(trains, trains.orders[unit], limit, (shut | fort_hexes(s, unit)) & trains.mask)


def crossed(s: Front, unit: int, there: int) -> Sides:
    """The side of its battle over which a train takes a unit. [WF-9.22, WF-6.33a]"""
    at = s.where[unit]
    return ((at, ways_out(s, unit)[there][1]),) if s.attacker[at] else ()


def trains_from(s: Front, unit: int) -> Departures[Rail]:
    """The trains from where a unit is to all places where it may go; those that may go to the same ones share them."""
    at, closed = s.where[unit], closed_ground(s, unit)

    def work() -> Departures[Rail]:
        return departures((there, cost) for there, cost in journeys(s, unit).items() if not closed >> there & 1)

    return work() if s.attacker[at] else s.world.keep(("trains", at, closed, net_number(s, s.side_of(unit))), work)


def rail_orders(s: Front, unit: int, places: Iterable[int]) -> tuple[Rail, ...]:
    """The orders that take a unit from where it is to these places."""
    at = s.where[unit]
    known: dict[int, Rail] = s.world.keep(("rail orders", unit, at), dict)
    side, name, names = s.world.sides[s.side_of(unit)], s.world.units[unit], s.world.board.names
    for there in places:
        if there not in known:
            known[there] = Rail(side, name, (names[at], names[there]))
    return tuple(known[there] for there in places)


@derived(*SUPPLY)
def net_number(s: Front, side: int) -> int:
    """The number of all that journeys from a place at peace rest on, but for where they begin."""
    net = rail_net(s, side) & ~battle_mask(s)
    return s.world.number(("rails", net, hexes_per_move(s, side), open_entries(s, side)))


def why_not_entrain(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """Whether a unit may leave by rail at all. [WF-6.53a, WF-6.53b]"""
    if s.voyages and any(voyage[0] == unit for voyage in s.voyages):
        return _not_by_rail(s, unit, "WF-6.53b")
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    if blitz or moves_left(s, unit) < 1:
        return _not_by_rail(s, unit, "WF-6.53a", "rail")
    return why_not_board(s, unit)


def why_not_board(s: Front, unit: int) -> Refusal | None:
    """Trains run from friendly lines; neither the last unit in a battle takes them nor any fort in one.

    [WF-9.21b, WF-9.22, WF-2.26a]
    """
    refusal = why_not_dismantle(s, unit)
    if refusal:
        return refusal
    if not rail_net(s, s.side_of(unit)) >> s.where[unit] & 1:
        return _not_by_rail(s, unit, "WF-9.21b", "start")
    return _not_by_rail(s, unit, "WF-9.22") if movement.why_not_leave(s, unit) else None


def _not_by_rail(s: Front, unit: int, rule: str, reason: str = "") -> Refusal:
    return Refusal(rule, {"unit": s.world.units[unit], "at": s.world.board.names[s.where[unit]]}, reason)


def rail_net(s: Front, side: int) -> int:
    """Hexes on friendly rail lines."""
    return supply_net(s, side, frozenset(), secure=True) & s.world.with_rails


def why_not_rail_to(s: Front, unit: int, there: int, cost: int, limit: int) -> Refusal | None:
    """Whether a rail move may end in a hex, given its cost and the Rail Moves that there are.

    [WF-9.21a, WF-9.5a, WF-2.66]
    """
    if cost > limit:
        facts = {"unit": s.world.units[unit], "to": s.world.board.names[there], "cost": str(cost), "left": str(limit)}
        return Refusal("WF-9.5a" if saves_off_map(s, unit, there, cost) else "WF-9.21a", facts)
    return movement.why_closed(s, unit, there) if closed_ground(s, unit) >> there & 1 else None


def saves_off_map(s: Front, unit: int, there: int, cost: int) -> bool:
    """Whether the shortest way leaves the map; then it needs Rail Moves enough to come back. [WF-9.5a]"""
    on_map = ride_on(s, s.side_of(unit), {s.where[unit]: (0, 0)}, off_map=False)
    return there not in on_map or on_map[there][0] > cost


def journeys(s: Front, unit: int) -> dict[int, int]:
    """Where a unit can go by rail, and how many Rail Moves it takes; a ferry takes one of its own.

    [WF-9.21a, WF-9.21b, WF-9.23, WF-6.33a]
    """
    at, side = s.where[unit], s.side_of(unit)
    if s.attacker[at]:
        return {there: moves for there, (moves, _) in ways_out(s, unit).items()}
    return s.world.keep(("rail", at, net_number(s, side)), lambda: ride_far(s, side, at))


def ways_out(s: Front, unit: int) -> dict[int, tuple[int, int]]:
    """The same out of a battle, with the hex that each journey enters first. [WF-9.22]"""
    at = s.where[unit]
    found = ride_on(s, s.side_of(unit), {at: (0, 0)})
    return {there: way for there, way in found.items() if there != at}


def hexes_per_move(s: Front, side: int) -> int:
    """Ten hexes; half of that for the Axis under Allied Air Supremacy. [WF-9.21a, WF-9.21c]"""
    chart = s.world.charts["rail"]
    suppressed = side == AXIS and s.world.months[s.month] >= chart["axis_hexes_per_move"]["from"]
    length: int = chart["axis_hexes_per_move"]["hexes"] if suppressed else chart["hexes_per_move"]
    return length


def ride_far(s: Front, side: int, at: int) -> dict[int, int]:
    """Where trains go from a place at peace, and for how many Rail Moves."""
    length, hexes = hexes_per_move(s, side), {at: 0}
    explore(lines_in_use(s, side, True), hexes, FAR, move=length, by_number=True)
    del hexes[at]
    return {place: -(-count // length) for place, count in hexes.items()}


@derived(*SUPPLY)
def lines_in_use(s: Front, side: int, off_map: bool) -> dict[int, Way]:
    """The rail lines of a side's net by place, and how many rail hexes away the next stop is. [WF-9.23, WF-9.5a]"""
    own, every = rail_net(s, side), all_stops(s, side, off_map)
    net = flags_of(own & ~battle_mask(s), s.world.board.size)
    return {place: tuple(stop for stop in every[place] if net[stop[0]]) for place in bits(own)}


def all_stops(s: Front, side: int, off_map: bool) -> list[Way]:
    known = ("stops", open_entries(s, side) if off_map else ())
    return s.world.recall(known, lambda: [stops(s, side, place, off_map) for place in range(s.world.board.size)])


def stops(s: Front, side: int, place: int, off_map: bool) -> Way:
    """Where a train can go next and how many rail hexes away it is: lines of one hex each, then ferries, which take a
    whole Rail Move, then ways off the map. [WF-9.23, WF-9.5a]"""
    ferries = [near for near in s.world.rail[place] if "ferry" in s.world.board.side(place, near)]
    lines = [(near, 1) for near in s.world.rail[place] if near not in ferries]
    beyond = off_map_lines(s, side, place) if off_map else ()
    return *lines, *((near, WHOLE) for near in ferries), *beyond


def ride_on(
    s: Front, side: int, starts: dict[int, tuple[int, int]], *, off_map: bool = True
) -> dict[int, tuple[int, int]]:
    """Where trains go from these places, given the Rail Moves begun there and what is left of the last as a number
    below zero: with how many Rail Moves in all, and over which side they leave. [WF-9.21a, WF-9.23, WF-9.5a]"""
    length, lines = hexes_per_move(s, side), lines_in_use(s, side, off_map)
    sides = {place: sides_out(s, side, place, off_map) for place in starts}
    leaving = {place: tuple(stop for stop in lines[place] if stop[0] in sides[place]) for place in starts}
    hexes = {place: moves * length + spent for place, (moves, spent) in starts.items()}
    came_from = {place: place for place in starts}
    explore(lines | leaving, hexes, FAR, move=length, by_number=True, came_from=came_from)
    found = {}
    for place, count in hexes.items():
        start, *way = retrace(came_from, place)
        found[place] = (-(-count // length), sides[start][way[0]] if way else start)
    return found


def sides_out(s: Front, side: int, place: int, off_map: bool) -> dict[int, int]:
    """The next stops of a train that leaves a place, and over which side: out of a battle it must be free, and the edge
    of the map is a side of its hex. [WF-9.22, WF-9.5a, WF-6.33a]"""
    beyond = [(there, place) for there, _ in off_map_lines(s, side, place)] if off_map else []
    every = (*beyond, *((near, near) for near in s.world.rail[place]))
    return {there: over for there, over in every if not s.attacker[place] or movement.side_is_free(s, place, over)}


def after(moves: int, spent: int, hexes: int, length: int) -> tuple[int, int]:
    """The Rail Moves begun, and what is left of the last, after so many hexes more. [WF-9.21a]"""
    over = spent + hexes
    more = max(0, -(-over // length))
    return moves + more, over - more * length


def why_not_rail(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not go by rail so. [WF-6.2a]"""
    refusal = why_not_entrain(s, unit, blitz) or why_not_ride(s, unit, names, moves_left(s, unit))
    if refusal:
        return refusal
    there = s.world.board.at(names[1])
    room = outlook(s, s.side_of(unit))
    return why_not_room(room, unit, there, journeys(s, unit)[there], crossed(s, unit, there))


def why_not_ride(s: Front, unit: int, names: tuple[str, ...], limit: int) -> Refusal | None:
    """Why no train takes a unit there in so many Rail Moves, room or no room."""
    places = [s.world.board.find(name) for name in names]
    if len(places) != 2 or places[1] is None:
        return Refusal("table.no-place", {"place": "-".join(names)})
    at, there = s.where[unit], places[1]
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[at], "to": s.world.board.names[there]}
    if places[0] != at:
        return Refusal("table.not-there", facts)
    cost = journeys(s, unit).get(there)
    return Refusal("WF-9.21b", facts) if cost is None else why_not_rail_to(s, unit, there, cost, limit)


def entrain(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Carry out a rail move for the Supreme Moves that it takes. [WF-9.21a]"""
    spend_moves(s, unit, journeys(s, unit)[s.world.board.at(names[1])])
    ride(s, unit, names)
    tell(s, "rail", "WF-9.21a", unit, route="-".join(names))


def ride(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Go by rail, out of a battle over one of its sides. [WF-9.22]"""
    at, there = s.where[unit], s.world.board.at(names[1])
    if s.attacker[at]:
        _, first = ways_out(s, unit)[there]
        hide(s, unit)
        movement.use_side(s, at, first)
    s.where[unit] = there
    s.landed_at[unit] = -1
    s.moved[unit] = s.strategic[unit] = 1
    dismantle(s, unit)
