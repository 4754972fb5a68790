"""Chapter 9: railroads. Friendly lines, and the hexes that rail and sea together supply."""

from __future__ import annotations

from collections.abc import Iterator
from heapq import heappop, heappush

from grognard.engine.orders import Refusal
from grognard.engine.paths import mask_of
from grognard.engine.supply import lines
from grognard.games.westfront import movement
from grognard.games.westfront.control import battle_mask, friendly_mask
from grognard.games.westfront.orders import Rail
from grognard.games.westfront.seapower import harbour_seas, sea_controller, sea_routes
from grognard.games.westfront.state import Front
from grognard.games.westfront.units import hide, tell


def rail_lines(s: Front, side: int, sources: int) -> int:
    """The hexes that friendly rail lines reach: through friendly hexes, into battles but not through them.

    [WF-9.12b, WF-9.12c, WF-1.39e]
    """
    friendly, embattled = friendly_mask(s, side), battle_mask(s)
    begin = sources & friendly
    net = lines(s.world.rail, begin & ~embattled, friendly & ~embattled, friendly & embattled).mask
    return net | begin & embattled


def rail_supply(s: Front, side: int) -> int:
    """The hexes in rail supply from where the side's supply begins. [WF-9.12a, WF-9.31a, WF-HX.1]"""
    return rail_lines(s, side, mask_of(s.world.sources[side]))


def supply_net(s: Front, side: int, opened: frozenset[int], *, secure: bool = False) -> int:
    """The hexes in rail or sea supply: lines from the sources, and from every port that a sea lane reaches.

    Lanes over the side's own seas are open; lanes through enemy seas only to the ports in `opened`.
    [WF-9.31a, WF-15.31a]
    """

    def work() -> int:
        reached = mask_of(s.world.sources[side]) & friendly_mask(s, side)
        net = rail_lines(s, side, reached)
        while True:
            more = mask_of(
                port
                for port in s.world.ports
                if s.owner[port] == side
                and not net >> port & 1
                and (lane := lane_dice(s, side, port, net)) is not None
                and (lane == 0 or (port in opened and not secure))
            )
            if not more:
                return net
            reached |= more
            net = rail_lines(s, side, reached)

    def known() -> int:
        return s.world.recall(("net", side, opened, secure, s.owner, s.prior, s.attacker), work)

    return s.recall(("net", side, opened, secure, s.attacker), known)  # battles begin in the middle of a phase


def lane_dice(s: Front, side: int, port: int, net: int) -> int | None:
    """The interdiction dice against the safest lane from a supplied port, or None if there is no lane. [WF-15.73a]"""
    best = None
    for start in s.world.ports:
        if start != port and net >> start & 1 and s.owner[start] == side and not s.attacker[start]:
            for seas in sea_routes(s, side, harbour_seas(s, start), harbour_seas(s, port), len(s.world.seas)):
                dice = sum(s.world.sea_value[sea] for sea in seas if sea_controller(s, sea) == 1 - side)
                best = dice if best is None else min(best, dice)
    return best


# 9.2 Rail movement


def rail_moves(s: Front, unit: int, blitz: bool, full: int) -> Iterator[Rail]:
    """Every rail move of a unit, given the hexes that are full."""
    if why_not_entrain(s, unit, blitz):
        return
    side, name = s.world.sides[s.side_of(unit)], s.world.units[unit]
    for route in rides(s, unit, s.supreme[s.side_of(unit)], full):
        yield Rail(side, name, route)


def rides(s: Front, unit: int, most: int, full: int) -> Iterator[tuple[str, str]]:
    """From where to where a unit may go by rail in so many Rail Moves."""
    names, at = s.world.board.names, s.where[unit]
    for there, cost in journeys(s, unit).items():
        if cost <= most and (not full >> there & 1 or why_not_rail_to(s, unit, there, cost, most) is None):
            yield names[at], names[there]


def why_not_entrain(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """Whether a unit may leave by rail at all. [WF-6.53a, WF-6.53b]"""
    if s.voyages and any(voyage[0] == unit for voyage in s.voyages):
        return _not_by_rail(s, unit, "WF-6.53b")
    refusal = movement.why_not_movable(s, unit)
    if refusal:
        return refusal
    if blitz or s.supreme[s.side_of(unit)] < 1:
        return _not_by_rail(s, unit, "WF-6.53a")
    return why_not_board(s, unit)


def why_not_board(s: Front, unit: int) -> Refusal | None:
    """Trains run from friendly lines, and the last unit in a battle does not take them. [WF-9.21b, WF-9.22]"""
    if not rail_net(s, s.side_of(unit)) >> s.where[unit] & 1:
        return _not_by_rail(s, unit, "WF-9.21b")
    return _not_by_rail(s, unit, "WF-9.22") if movement.why_not_leave(s, unit) else None


def _not_by_rail(s: Front, unit: int, rule: str) -> Refusal:
    return Refusal(rule, {"unit": s.world.units[unit], "at": s.world.board.names[s.where[unit]], "to": ""})


def rail_net(s: Front, side: int) -> int:
    """Hexes on friendly rail lines."""
    with_rails = s.recall("rails", lambda: mask_of(p for p in s.world.land if s.world.rail[p]))
    return supply_net(s, side, frozenset(), secure=True) & with_rails


def why_not_rail_to(s: Front, unit: int, there: int, cost: int, most: int) -> Refusal | None:
    """Whether a rail move may end in a hex, given its cost and the Rail Moves that there are. [WF-9.21a, WF-6.2a]"""
    if cost > most:
        facts = {"unit": s.world.units[unit], "to": s.world.board.names[there], "cost": str(cost), "left": str(most)}
        return Refusal("WF-9.21a", facts)
    return movement.why_not_room(s, unit, there, blitz=False)


def journeys(s: Front, unit: int) -> dict[int, int]:
    """Where a unit can go by rail, and how many Rail Moves it takes; a ferry takes one of its own.

    [WF-9.21a, WF-9.21b, WF-9.23, WF-6.33a]
    """
    return {there: moves for there, (moves, _) in _journeys(s, unit).items()}


def _journeys(s: Front, unit: int) -> dict[int, tuple[int, int]]:
    """The same, with the hex that each journey enters first."""
    at = s.where[unit]
    return _travel(s, unit) if s.attacker[at] else s.recall(("rail", s.side_of(unit), at), lambda: _travel(s, unit))


def _travel(s: Front, unit: int) -> dict[int, tuple[int, int]]:
    side, at = s.side_of(unit), s.where[unit]
    net = rail_net(s, side) & ~battle_mask(s)
    length: int = s.world.charts["rail"]["hexes_per_move"]
    best: dict[int, tuple[int, int]] = {at: (0, 0)}
    first: dict[int, int] = {}
    queue = [(0, 0, at)]
    while queue:
        moves, spent, place = heappop(queue)
        if (moves, spent) > best[place]:
            continue
        for near in s.world.rail[place]:
            if not net >> near & 1 or (place == at and s.attacker[at] and not movement.side_is_free(s, at, near)):
                continue
            if "ferry" in s.world.board.side(place, near):
                reached = (moves + 1, 0)  # the crossing is a whole Rail Move, and the next hex begins another
            elif spent == 0:
                reached = (moves + 1, 1 - length)
            else:
                reached = (moves, spent + 1)
            if near not in best or reached < best[near]:
                best[near] = reached
                first[near] = near if place == at else first[place]
                heappush(queue, (*reached, near))
    return {place: (best[place][0], first[place]) for place in first}


def why_not_rail(s: Front, unit: int, names: tuple[str, ...], blitz: bool) -> Refusal | None:
    """Why a unit may not go by rail so."""
    return why_not_entrain(s, unit, blitz) or why_not_ride(s, unit, names, s.supreme[s.side_of(unit)])


def why_not_ride(s: Front, unit: int, names: tuple[str, ...], most: int) -> Refusal | None:
    """Why no train takes a unit there in so many Rail Moves."""
    places = [s.world.board.find(name) for name in names]
    if len(places) != 2 or places[1] is None:
        return Refusal("table.no-place", {"place": "-".join(names)})
    at, there = s.where[unit], places[1]
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[at], "to": s.world.board.names[there]}
    if places[0] != at:
        return Refusal("table.not-there", facts)
    cost = journeys(s, unit).get(there)
    return Refusal("WF-9.21b", facts) if cost is None else why_not_rail_to(s, unit, there, cost, most)


def entrain(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Carry out a rail move for the Supreme Moves that it takes. [WF-9.21a]"""
    s.supreme[s.side_of(unit)] -= journeys(s, unit)[s.world.board.at(names[1])]
    ride(s, unit, names)
    tell(s, "rail", "WF-9.21a", unit, route="-".join(names))


def ride(s: Front, unit: int, names: tuple[str, ...]) -> None:
    """Go by rail, out of a battle over one of its sides. [WF-9.22]"""
    at, there = s.where[unit], s.world.board.at(names[1])
    _, first = _journeys(s, unit)[there]
    if s.attacker[at]:
        hide(s, unit)
        movement.use_side(s, at, first)
    s.where[unit] = there
    s.landed_at[unit] = -1
    s.moved[unit] = s.strategic[unit] = 1
