"""Chapter 16, 16.5: Army Group E, which the Allies draw upon themselves when they enter Yugoslavia."""

from __future__ import annotations

from grognard.engine.naming import named_place
from grognard.engine.orders import Refusal
from grognard.engine.paths import bits, mask_of
from grognard.games.westfront import movement
from grognard.games.westfront.command import moves_left, spend_moves
from grognard.games.westfront.control import closed_ground
from grognard.games.westfront.departures import Departures, boarded, departures
from grognard.games.westfront.off_map import open_entries
from grognard.games.westfront.orders import Enter
from grognard.games.westfront.politics import is_out_of_the_war
from grognard.games.westfront.rail import after, hexes_per_move, net_number, rail_net, ride_on
from grognard.games.westfront.stacking import Outlook, outlook, why_not_room
from grognard.games.westfront.state import AXIS, LATER, Front
from grognard.games.westfront.units import take_pseudonym, tell


def entries(s: Front, side: int, blitz: bool, room: Outlook) -> list[Enter]:
    """Every arrival of a unit of the army group."""
    found: list[Enter] = []
    if not s.alarmed or side != AXIS:
        return found
    for unit in s.world.reserve:
        if why_not_enter(s, unit, blitz) is None:
            trains = trains_in(s, closed_ground(s, unit))
            if unit not in trains.orders:
                name, names = s.world.units[unit], s.world.board.names
                trains.orders[unit] = tuple(Enter(s.world.sides[side], name, names[there]) for there in trains.ends)
            shut, doubtful = room.sort(unit, trains.mask)
            shut |= mask_of(at for at in bits(doubtful) if not room.allows(unit, at, ways_in(s)[at]))
            found += boarded(trains, trains.orders[unit], moves_left(s, unit), shut)
    return found


def trains_in(s: Front, closed: int) -> Departures[Enter]:
    """The trains that bring the army group, but not to closed ground."""

    def work() -> Departures[Enter]:
        return departures((there, cost) for there, cost in ways_in(s).items() if not closed >> there & 1)

    return s.world.keep(("trains in", closed, doors(s), net_number(s, AXIS)), work)


def why_not_enter(s: Front, unit: int, blitz: bool) -> Refusal | None:
    """The units of the army group come once Allied units have been in Yugoslavia, each for a Supreme Move; the Italians
    only while Italy is in the war. [WF-16.5a, WF-16.5b, WF-16.5c]"""
    facts = {"unit": s.world.units[unit]}
    if unit not in s.world.reserve or s.where[unit] != LATER:
        return Refusal("WF-16.5c", facts)
    if is_out_of_the_war(s, unit):
        return Refusal("WF-16.5c", facts, "italy")
    if not s.alarmed:
        return Refusal("WF-16.5a", facts)
    return Refusal("WF-16.5b", facts) if blitz or moves_left(s, unit) < 1 else None


def doors(s: Front) -> tuple[int, ...]:
    """The rail entry hexes of Yugoslavia and Hungary that the Axis still has, without Allied units. [WF-16.5a]"""
    nations = s.world.charts["politics"]["army_group_e_nations"]
    found = [place for place in open_entries(s, AXIS) if s.world.board.nation[place] in nations]
    return tuple(place for place in found if not s.enemies_at(place, AXIS))


def ways_in(s: Front) -> dict[int, int]:
    """Where trains take the army group and for how many Supreme Moves: to an entry hex whosever it is, and on from
    there along friendly lines; the way so far counts. [WF-16.5a, WF-16.5b, WF-9.21b]"""

    def work() -> dict[int, int]:
        used: int = s.world.charts["politics"]["army_group_e_rail_hexes"]
        begun = after(0, 0, used, hexes_per_move(s, AXIS))
        found = dict.fromkeys(doors(s), begun[0])
        net = rail_net(s, AXIS)
        onward = ride_on(s, AXIS, {place: begun for place in found if net >> place & 1 and not s.attacker[place]})
        return found | {place: moves for place, (moves, _) in onward.items()}

    return s.world.keep(("ways in", doors(s), net_number(s, AXIS)), work)


def why_not_enter_at(s: Front, unit: int, place: int, cost: int | None) -> Refusal | None:
    """Whether a unit may arrive in a place, given the Supreme Moves that it takes. [WF-16.5a, WF-16.5b, WF-6.2a]"""
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[place]}
    if cost is None:
        return Refusal("WF-16.5a", facts, "place")
    if cost > moves_left(s, unit):
        return Refusal("WF-16.5b", {**facts, "cost": str(cost), "left": str(moves_left(s, unit))}, "far")
    if closed_ground(s, unit) >> place & 1:
        return movement.why_closed(s, unit, place)
    return why_not_room(outlook(s, AXIS), unit, place, cost)


def explain(s: Front, order: Enter, side: int, blitz: bool) -> Refusal | None:
    """Why a unit may not arrive so."""
    unit = s.world.unit_index.get(order.unit)
    if unit is None or s.side_of(unit) != side:
        return Refusal("table.no-piece", {"unit": order.unit})
    place, refusal = named_place(s, order.at), why_not_enter(s, unit, blitz)
    if isinstance(place, Refusal):
        return refusal or place
    return refusal or why_not_enter_at(s, unit, place, ways_in(s).get(place))


def enter(s: Front, order: Enter) -> None:
    """A unit arrives; it goes no further this turn. [WF-16.5b]"""
    unit, place = s.world.unit_index[order.unit], s.world.board.at(order.at)
    spend_moves(s, unit, ways_in(s)[place])
    s.where[unit], s.steps[unit], s.supplied[unit] = place, s.world.roster[unit].start, 1
    take_pseudonym(s, unit)
    s.moved[unit] = s.strategic[unit] = 1
    tell(s, "enter", "WF-16.5b", unit, at=order.at)
