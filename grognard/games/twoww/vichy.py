"""Chapter 12.2: the fall of France, unoccupied France, and the French territories overseas."""

from __future__ import annotations

from grognard.engine.state import put as changed
from grognard.games.twoww.ground import ground_of, lands_of, neutral_ground, shut_ground, side_name
from grognard.games.twoww.politics import hand_over
from grognard.games.twoww.state import ALLIES, AXIS, DECIDED, GONE, JOINED, NEUTRAL, VICHY, War
from grognard.games.twoww.units import anyone_at, cargo_of, eliminate, land_at, put, send_away
from grognard.games.twoww.world import FRANCE

COLONIAL, FLEET = "Fr Col Infantry", "Fr Fleet"
"""The two French units that outlive the fall of Paris. [2WW-12.2.1c]"""


# 12.2.1 The fall of Paris


def fall_of_france(s: War) -> None:
    """Paris is lost: France is conquered at once, the south and the territories overseas are neutral. [2WW-12.2.1a]"""
    s.vichy = VICHY
    s.tell("france falls", "2WW-12.2.1a")
    stranded = _put_ashore(s)
    _end_of_the_army(s)
    s.conquered[FRANCE] = 1 + AXIS
    hand_over(s, FRANCE, AXIS)
    for country in lands_of(s, s.world.vichy):
        _make_neutral(s, country)
    inside = ground_of(s, s.world.vichy)
    guests = [unit for unit, at in enumerate(s.where) if at >= 0 and inside >> at & 1 and s.loyal[unit] != NEUTRAL]
    for unit in sorted({*stranded, *guests}):
        if s.aboard[unit] < 0:
            _leave(s, unit)


def _put_ashore(s: War) -> list[int]:
    """Whoever else is aboard a French fleet goes ashore before it. [2WW-12.2.1b]"""
    found = []
    for unit in s.world.units_of[FRANCE]:
        passenger = cargo_of(s, unit)
        if passenger >= 0 and s.world.nation[passenger] != FRANCE:
            s.aboard[passenger] = -1
            found.append(passenger)
    return found


def _end_of_the_army(s: War) -> None:
    """All French units are out for good but the Colonial infantry, now in Algiers, and the fleet, now in Toulon; both
    are at full strength, wherever they were. [2WW-12.2.1c]"""
    kept = {COLONIAL: s.world.algiers, FLEET: s.world.toulon}
    for unit in s.world.units_of[FRANCE]:
        send_away(s, unit, GONE)
        s.loyal[unit] = NEUTRAL
        place = kept.get(s.world.units[unit])
        if place is not None:
            s.full[unit] = 1
            put(s, unit, place)


def _make_neutral(s: War, country: int) -> None:
    s.owner[country], s.neutral[country] = NEUTRAL, 1
    for place, city in s.world.cities.items():
        if city.country == country:
            s.holder = changed(s.holder, place, NEUTRAL)


def _leave(s: War, unit: int) -> None:
    """A unit of either side goes to the nearest city or port of its own, at any distance. [2WW-12.2.1b]"""
    goal = refuge(s, unit)
    if goal < 0:
        eliminate(s, unit, "2WW-12.2.1b")
        return
    put(s, unit, goal)
    s.tell("leaves vichy", "2WW-12.2.1b", unit=s.world.units[unit], to=s.world.board.names[goal])


def refuge(s: War, unit: int) -> int:
    """The nearest city or port that a unit's side controls, for a fleet the nearest port; the lowest number among
    equals; -1 if there is none. Only to an army enemy fleets and air units give way. [2WW-12.2.1b, 2WW-5.2.3a]"""
    side, board = s.loyal[unit], s.world.board
    enemies = land_at(s, 1 - side) if s.world.is_land[unit] else anyone_at(s, 1 - side)
    closed = neutral_ground(s) | shut_ground(s) | enemies
    found = [
        (board.distance(s.where[unit], place), place)
        for place, city in s.world.cities.items()
        if s.holder[place] == side and not closed >> place & 1 and (city.is_port or not s.world.is_fleet[unit])
    ]
    return min(found)[1] if found else -1


# 12.2.2 and 12.2.3 Unoccupied France


def join(s: War) -> None:
    """Unoccupied France fights for the Allies: the French units on the map, Toulon, and every territory where the Axis
    is not. [2WW-12.2.2b]"""
    s.vichy = JOINED
    for unit in s.world.units_of[FRANCE]:
        s.loyal[unit] = ALLIES
    for country in lands_of(s, s.world.vichy):
        hand_over(s, country, ALLIES)
    s.tell("vichy joins", "2WW-12.2.2b")


def captured(s: War, place: int, side: int) -> None:
    """The Allies in Toulon or Algiers bring the French over; Toulon decides who has unoccupied France. [2WW-12.2.2b,
    2WW-12.2.3a]"""
    if s.vichy == VICHY:
        join(s)
    if place == s.world.toulon:
        _decide(s, side)


def _decide(s: War, side: int) -> None:
    """All French territories go the way of Toulon, except where the enemy stands in the capital. [2WW-12.2.3a]"""
    s.vichy = DECIDED
    s.conquered[s.world.vichy] = 1 + AXIS if side == AXIS else 0
    enemies = anyone_at(s, 1 - side)
    for country in lands_of(s, s.world.vichy):
        occupied = any(enemies >> capital & 1 for capital in s.world.capitals[country])
        if country == s.world.vichy or not occupied:
            hand_over(s, country, side)
    s.tell("toulon decides", "2WW-12.2.3a", side=side_name(s, side))
