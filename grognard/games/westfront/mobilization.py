"""Chapter 5, 5.41 and 5.62: mobile headquarters. After the others have moved, one may deactivate and move itself."""

from __future__ import annotations

from grognard.engine.orders import Refusal
from grognard.games.westfront import movement, paratroops, rail, seapower
from grognard.games.westfront.command import forfeit_moves, is_mobilizing, saved_moves, why_not_turn_mobile
from grognard.games.westfront.orders import Mobilize
from grognard.games.westfront.stacking import (
    MOBILIZING,
    Outlook,
    Sides,
    open_orders,
    outlook,
    why_not_mobilize_yet,
    why_not_room,
    why_not_stop,
)
from grognard.games.westfront.state import SPENT, SUPREME, Front
from grognard.games.westfront.units import hide, tell


def mobilizations(s: Front, hq: int, blitz: bool, room: Outlook) -> list[Mobilize]:
    """Every way in which a headquarters may mobilize."""
    if why_not_mobilize(s, hq, blitz, room):
        return []
    side, name = s.world.sides[s.side_of(hq)], s.world.units[hq]
    room = room.later(MOBILIZING)
    found = [Mobilize(side, name, order.route) for order in open_orders(s, hq, 0, room)]
    if s.role[hq] == SUPREME:
        if rail.why_not_board(s, hq) is None:
            rides = rail.rides(s, hq, moves(s, hq), room, free=True)
            found += [Mobilize(side, name, ride.route, rail=True) for ride in rides]
        if seapower.why_not_cast_off(s, hq) is None:
            sails = seapower.passages(s, hq, moves(s, hq), room, seapower.busy_harbours(s), free=True)
            found += [Mobilize(side, name, sail.route) for sail in sails]
    return found


def moves(s: Front, hq: int) -> int:
    """The Rail or Sea Moves of a mobilizing supreme headquarters: one is free, others take what it has saved.

    [WF-5.62a]
    """
    return free_moves(s) + saved_moves(s, hq)


def free_moves(s: Front) -> int:
    free: int = s.world.charts["hq_command"]["free_mobilization"]
    return free


def why_not_mobilize(s: Front, hq: int, blitz: bool, room: Outlook) -> Refusal | None:
    """Whether a headquarters may mobilize: as the last unit of a battle it is its rearguard, and others may have to
    move before it. [WF-5.41a, WF-6.41a, WF-6.2a]"""
    refusal = why_not_turn_mobile(s, hq, blitz) or why_not_yet(s, s.side_of(hq))
    if refusal is None and movement.why_not_leave(s, hq):
        facts = {"unit": s.world.units[hq], "at": s.world.board.names[s.where[hq]]}
        return Refusal("WF-6.41a", facts, "mobilize")
    return refusal or why_not_mobilize_yet(room)


def why_not_yet(s: Front, side: int) -> Refusal | None:
    """Before a headquarters mobilizes or the phase ends, the drops are made that must be. [WF-14.2b, WF-4.42c]"""
    owing = -1 if is_mobilizing(s, side) else paratroops.unmade_drop(s, side)
    return None if owing < 0 else Refusal("WF-14.2b", {"hq": s.world.units[owing]}, "first")


def why_not_mobilize_to(s: Front, hq: int, route: tuple[str, ...], by_rail: bool, blitz: bool) -> Refusal | None:
    """Why a headquarters may not mobilize so."""
    room = outlook(s, s.side_of(hq))
    refusal = why_not_mobilize(s, hq, blitz, room)
    if refusal:
        return refusal
    if not by_rail and not is_voyage(s, route):
        return movement.why_not_walk_to(s, hq, route) or why_not_stop(room.later(MOBILIZING), hq, route)
    if s.role[hq] != SUPREME:
        return Refusal("WF-5.62a", {"hq": s.world.units[hq]})
    crossed: Sides = ()
    if by_rail:
        refusal = rail.why_not_board(s, hq) or rail.why_not_ride(s, hq, route, moves(s, hq))
        crossed = () if refusal else rail.crossed(s, hq, s.world.board.at(route[-1]))
    else:
        refusal = seapower.why_not_cast_off(s, hq) or seapower.why_no_passage(s, hq, route, moves(s, hq))
    if refusal and refusal.rule in ("WF-9.21a", "WF-15.2b"):
        return Refusal("WF-5.62a", {"hq": s.world.units[hq], "left": str(moves(s, hq))}, "far")
    return refusal or why_not_room(room.later(MOBILIZING), hq, s.world.board.at(route[-1]), 0, crossed)


def is_voyage(s: Front, route: tuple[str, ...]) -> bool:
    return any(name in s.world.sea_index for name in route)


def mobilize(s: Front, hq: int, route: tuple[str, ...], by_rail: bool) -> None:
    """Deactivate and move. [WF-5.41a, WF-5.43a, WF-5.62a]"""
    retire(s, hq, saved_moves_taken(s, hq, route, by_rail))
    if by_rail:
        rail.ride(s, hq, route)
    elif is_voyage(s, route):
        seapower.cross(s, hq, route)
    else:
        movement.walk_away(s, hq, route)
    tell(s, "mobilize", "WF-5.62a" if s.strategic[hq] else "WF-5.41a", hq, route="-".join(route))


def saved_moves_taken(s: Front, hq: int, route: tuple[str, ...], by_rail: bool) -> int:
    """The Supreme Moves that a way takes beyond the free one. [WF-5.62a]"""
    if by_rail:
        cost = rail.journeys(s, hq)[s.world.board.at(route[1])]
    else:
        cost = seapower.sail_cost(s, s.side_of(hq), len(route) - 2) if is_voyage(s, route) else 0
    return max(0, cost - free_moves(s))


def retire(s: Front, hq: int, used: int = 0) -> None:
    """Deactivate a headquarters that is to move itself, with so many Supreme Moves of its own. [WF-5.41a, WF-5.43a]"""
    if s.role[hq] == SUPREME:
        forfeit_moves(s, hq, used)
    s.role[hq], s.blitz[hq] = SPENT, 0
    s.steps[hq] -= 1
    hide(s, hq)
