"""Chapters 5.3.2 and 5.3.3: countries are conquered and liberated when a game turn ends."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.paths import mask_of
from grognard.games.twoww import income
from grognard.games.twoww.ground import neutral_ground, side_name
from grognard.games.twoww.politics import hand_over
from grognard.games.twoww.state import ALLIES, AXIS, CONQUERED, GONE, LATER, NO_VICHY, POOL, War
from grognard.games.twoww.supply import capitals, traces_to
from grognard.games.twoww.units import cargo_of, eliminate, send_away
from grognard.games.twoww.victory import on_the_map, powers
from grognard.games.twoww.world import FRANCE


class EndOfTurn(Step[War], frozen=True):
    """Conquest and liberation, and a line for the course of the war. [2WW-5.3.2a, 2WW-5.3.3a]"""

    def run(self, s: War) -> None:
        check(s)
        s.course = (*s.course, course(s))


def course(s: War) -> tuple[int, int, int, int]:
    """How the war stands: production points of both sides, then their powers. [2WW-13b]"""
    points = income.expected(s, AXIS), income.expected(s, ALLIES)
    return (*points, len(powers(s, AXIS)), len(powers(s, ALLIES)))


def check(s: War) -> None:
    """Every power is judged by the same moment, before anything changes. [2WW-5.3.2a, 2WW-5.3.3a]"""
    verdicts = [(power, 1 - s.owner[power]) for power in on_the_map(s) if is_lost(s, power)]
    for power, side in verdicts:
        if s.conquered[power]:
            _liberate(s, power, side)
        else:
            _conquer(s, power, side)


def is_lost(s: War, power: int) -> bool:
    """Whether the enemy of whoever controls a power holds its capital, or all three of the Soviet Union, each with a
    line of supply to some capital elsewhere. [2WW-3.4.1b, 2WW-5.3.2a, 2WW-5.3.2b]"""
    if s.neutral[power]:
        return False
    enemy, places = 1 - s.owner[power], s.world.capitals[power]
    if any(s.holder[place] != enemy for place in places):
        return False
    goals = capitals(s, enemy) & ~mask_of(places) & ~neutral_ground(s)
    return all(traces_to(s, enemy, place, goals) for place in places)


def _conquer(s: War, power: int, side: int) -> None:
    """The conqueror has the country and its cities; its units are out until it is freed. [2WW-5.3.2c, 2WW-5.3.2d]"""
    s.conquered[power] = 1 + side
    for unit in forces_of(s, power):
        if s.where[unit] not in (GONE, LATER):
            _disband(s, unit)
    hand_over(s, power, side)
    s.tell("conquered", "2WW-5.3.2a", country=s.world.countries[power].name, side=side_name(s, side))


def forces_of(s: War, power: int) -> tuple[int, ...]:
    """The units that go with a power; what is left of the French after the first fall of Paris is not among them, for
    it belongs to unoccupied France. [2WW-5.3.2c, 2WW-12.2.1c]"""
    return () if power == FRANCE and s.vichy != NO_VICHY else s.world.units_of[power]


def _disband(s: War, unit: int) -> None:
    """A foreign passenger goes down with the fleet that is taken away. [2WW-5.3.2c, 2WW-8.3.4a]"""
    passenger = cargo_of(s, unit)
    if passenger >= 0 and s.world.nation[passenger] != s.world.nation[unit]:
        eliminate(s, passenger, "2WW-8.3.4a")
    send_away(s, unit, CONQUERED)


def _liberate(s: War, power: int, side: int) -> None:
    """The country's units are in the liberator's force pool. [2WW-5.3.3a, 2WW-5.3.3b]"""
    s.conquered[power] = 0
    for unit in s.world.units_of[power]:
        if s.where[unit] == CONQUERED:
            send_away(s, unit, POOL)
    hand_over(s, power, side)
    s.tell("liberated", "2WW-5.3.3a", country=s.world.countries[power].name, side=side_name(s, side))
