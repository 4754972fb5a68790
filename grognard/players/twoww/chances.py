"""How a combat is likely to go: exact for one exchange of fire, from the game's own chart."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from grognard.games.twoww.battle import Battle, alive, column_of
from grognard.games.twoww.land_strength import land_strength, terrain_shift
from grognard.games.twoww.state import War
from grognard.games.twoww.units import steps_left

THROWS = tuple((throw, 6 - abs(7 - throw)) for throw in range(2, 13))
"""The sums of two dice, and how many of the 36 falls make each."""

NO_FIRE: tuple[int, ...] = ()


class Duel(NamedTuple):
    """One exchange of fire: the chances to win and to lose it, and the loss points to expect on either side."""

    win: float
    lose: float
    suffered: float
    inflicted: float


@cache
def duel(own: tuple[int, ...], other: tuple[int, ...], sheltered: int = 0) -> Duel:
    """Two columns against each other; `sheltered` of the points that the first inflicts do not count."""
    win = lose = suffered = inflicted = 0.0
    for throw, ways in THROWS if own else ((0, 36),):
        points = sum(throw <= highest for highest in own) if own else 0
        counted = max(0, points - sheltered)
        for back, back_ways in THROWS if other else ((0, 36),):
            pain = sum(back <= highest for highest in other) if other else 0
            share = ways * back_ways / 1296
            inflicted += points * share
            suffered += pain * share
            if (counted, throw) > (pain, back):
                win += share if counted > pain or throw > back else 0.0
            elif (counted, throw) < (pain, back):
                lose += share
    return Duel(win, lose, suffered, inflicted)


def column(s: War, line: str, factors: int, shift: int = 0) -> tuple[int, ...]:
    """The throws that cost losses, for so many factors on a line."""
    if factors <= 0:
        return NO_FIRE
    columns = s.world.lines[line]
    return columns[column_of(columns, factors, shift)].at_most


def land_duel(s: War, battle: Battle) -> Duel:
    """How a land combat would go if it were fought as it stands."""
    attack = land_strength(s, battle, battle.side).value
    defence = land_strength(s, battle, 1 - battle.side).value
    forts = sum(steps_left(s, unit) for unit in alive(s, battle.land[1 - battle.side]) if s.world.is_fort[unit])
    own = column(s, "land_land", attack, -terrain_shift(s, battle).value)
    return duel(own, column(s, "land_land", defence), forts)


def hit(s: War, line: str, factors: int, shift: int = 0) -> float:
    """How likely it is that a fire costs the other side anything."""
    at_most = column(s, line, factors, shift)
    return sum(ways for throw, ways in THROWS if at_most and throw <= at_most[0]) / 36
