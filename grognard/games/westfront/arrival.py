"""Chapter 11, 11.5 and 11.6: reinforcements, and where they and rebuilt units appear."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.derived import derived
from grognard.engine.kinds import Data
from grognard.engine.orders import Refusal
from grognard.engine.paths import mask_of
from grognard.games.westfront.control import occupied_hexes
from grognard.games.westfront.departures import Departures, departures
from grognard.games.westfront.forts import fort_hexes, why_not_fort_at
from grognard.games.westfront.off_map import is_home_edge
from grognard.games.westfront.orders import Rebuild
from grognard.games.westfront.politics import is_out_of_the_war
from grognard.games.westfront.rail import SUPPLY, supply_net
from grognard.games.westfront.state import LATER, Front

KINDS = {"major": "major_city", "minor": "minor_city", "fortress": "minor_city", "town": "town_port"}

# 11.5 Reinforcements


def is_due(s: Front, unit: int) -> bool:
    """A scheduled unit arrives in the production of its month, or as soon as a place is open; so do those that events
    have called for. [WF-11.5, WF-16.5b]"""
    if s.where[unit] != LATER:
        return False
    arrives = s.world.roster[unit].arrives
    due = unit in s.called or bool(arrives and arrives <= s.world.months[s.month])
    return due and not is_out_of_the_war(s, unit)


def why_not_arrive(s: Front, unit: int) -> Refusal | None:
    return None if is_due(s, unit) else Refusal("WF-11.5", {"unit": s.world.units[unit]})


def comers(s: Front, side: int) -> tuple[int, ...]:
    """The units that may arrive in this production for all that is printed: in their month, after it or just before, or
    because they have been called. [WF-11.5, WF-11.51, WF-16.5b]"""

    def work() -> tuple[int, ...]:
        roster, soon = s.world.roster, next_month(s)
        return tuple(unit for unit in s.world.army[side] if unit in s.called or "" < roster[unit].arrives <= soon)

    return s.world.recall(("comers", side, s.called, s.month), work)


def next_month(s: Front) -> str:
    """The month after this, played or not."""
    year, month = (int(part) for part in s.world.months[s.month].split("-"))
    return f"{year + month // 12}-{month % 12 + 1:02}"


def due_reinforcement(s: Front, side: int) -> int:
    """A reinforcement that can be placed and has not been, or -1."""
    due = [unit for unit in comers(s, side) if is_due(s, unit)]
    full = full_places(s, side) if due else 0
    return next((unit for unit in due if arrival_places(s, unit, full)), -1)


# 11.6 Arrival


def arrival_places(s: Front, unit: int, full: int) -> Sequence[int]:
    """The places where a new unit may appear, given those that take nobody more.

    [WF-11.6a, WF-11.6b, WF-11.6c, WF-11.6d, WF-11.6e]
    """
    doors = open_places(s, unit)
    taken = (full | fort_hexes(s, unit)) & doors.mask
    return [place for place in doors.ends if not taken >> place & 1] if taken else doors.ends


def full_places(s: Front, side: int) -> int:
    """The hexes of a side's units that take no new ones: this month, or at all. [WF-11.6c, WF-11.6e]"""
    stacking, arrivals = s.world.stacking, s.arrivals
    return mask_of(
        place
        for place, units in s.guests(side).items()
        if units >= stacking[place] or (arrivals[place] and arrivals[place] >= arrival_limit(s, place))
    )


def open_places(s: Front, unit: int) -> Departures[Rebuild]:
    """The arrival places of a unit that are open in this phase, full or not; units of one nation share them."""
    return _open_to(s, unit, occupied_hexes(s, 1 - s.side_of(unit)) & s.world.entry_mask)


@derived(*SUPPLY)
def _open_to(s: Front, unit: int, beset: int) -> Departures[Rebuild]:
    return _open_places(s, s.side_of(unit), named_arrival_places(s, unit), beset)


@derived(*SUPPLY)
def _open_places(s: Front, side: int, places: tuple[int, ...], beset: int) -> Departures[Rebuild]:
    return departures((place, 0) for place in places if is_open(s, side, place, beset))


def named_arrival_places(s: Front, unit: int) -> tuple[int, ...]:
    """The places where a unit could ever appear."""

    def work() -> tuple[int, ...]:
        places = dict.fromkeys((*s.world.values, *s.world.entries))
        return tuple(place for place in places if is_arrival_place(s, unit, place))

    return s.world.recall(("arrival", unit), work)


def why_not_arrive_at(s: Front, unit: int, place: int) -> Refusal | None:
    """Whether a new unit may appear in a place now. [WF-11.6a, WF-11.6b, WF-11.6c, WF-11.6e]"""
    side = s.side_of(unit)
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[place]}
    if not is_arrival_place(s, unit, place):
        return Refusal("WF-11.6a" if side else "WF-11.6b", facts)
    closed = why_closed(s, unit, place)
    if closed:
        return closed
    if s.arrivals[place] >= arrival_limit(s, place):
        return Refusal("WF-11.6c", {**facts, "limit": str(arrival_limit(s, place))})
    if s.count(place, side) >= s.world.stacking[place]:
        return Refusal("WF-11.6e", facts)
    return why_not_fort_at(s, unit, place)


def why_closed(s: Front, unit: int, place: int) -> Refusal | None:
    """A city or port must be friendly, at peace and in supply that nobody can interdict. A rail entry hex is closed by
    the Iron Curtain, by enemies in it, and by nothing else. [WF-11.6d, WF-16.7a]"""
    side = s.side_of(unit)
    if is_open(s, side, place, occupied_hexes(s, 1 - side)):
        return None
    lost = place in s.world.entries and not is_home_edge(s, side, place)
    return Refusal("WF-16.7a" if lost else "WF-11.6d", {"unit": s.world.units[unit], "at": s.world.board.names[place]})


def is_open(s: Front, side: int, place: int, enemies: int) -> bool:
    """The same, given where the enemy is."""
    if place in s.world.entries:
        return is_home_edge(s, side, place) and not enemies >> place & 1
    net = supply_net(s, side, frozenset(), secure=True)
    return s.owner[place] == side and not s.attacker[place] and bool(net >> place & 1)


def is_arrival_place(s: Front, unit: int, place: int) -> bool:
    """Allies: major ports, and for the British the cities of Britain. Axis: Victory Cities, the cities of a unit's own
    country, for Germans the rail entry hexes, and what the scenario adds; nowhere that a unit may not go.

    [WF-11.6a, WF-11.6b, WF-1.41e, WF-1.44]
    """
    if s.side_of(unit) == s.world.supremacy:
        return (place in s.world.ports and s.world.ports[place].major) or is_home_city(s, unit, place)
    if place == s.world.board.find(s.world.data.get("axis_build_city", "")):
        return True
    if s.world.closed[unit] >> place & 1:
        return False
    by_rail = place in s.world.entries and s.world.roster[unit].nation in arrivals(s)["by_rail"]
    return by_rail or bool(s.world.victory_cities >> place & 1) or is_home_city(s, unit, place)


def is_home_city(s: Front, unit: int, place: int) -> bool:
    """A major or minor city in a unit's own country, for the nations that have home cities. [WF-1.44]"""
    row, data = s.world.values.get(place, {}), s.world.roster[unit]
    at_home = row.get("home") == data.nation and row.get("city") in ("major", "minor")
    return at_home and data.nation in arrivals(s)["at_home"][s.world.sides[data.side]]


def arrival_limit(s: Front, place: int) -> int:
    """Two new units in a major city, one elsewhere. [WF-11.6c]"""
    limit: int = arrivals(s)["limits"][KINDS.get(s.world.values.get(place, {}).get("city", ""), "rail_entry")]
    return limit


def arrivals(s: Front) -> Data:
    return s.world.charts["arrivals"]
