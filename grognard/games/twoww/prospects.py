"""What an exchange of fire may come to before the dice are thrown: every throw of both sides, judged by the rules' own
functions."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import product
from typing import NamedTuple

from grognard.games.twoww.battle import Battle, losses_of, winner_of
from grognard.games.twoww.firing import fires_of
from grognard.games.twoww.land_strength import shelter
from grognard.games.twoww.state import War
from grognard.games.twoww.world import Column


class Prospect(NamedTuple):
    """One exchange of fire, as the first of two sides sees it: its chances to win and to lose, and the loss points that
    either side can expect."""

    win: float
    lose: float
    suffered: float
    inflicted: float


def prospect_of(s: War, battle: Battle, part: str) -> Prospect | None:
    """How a part of a combat would go for its attacker if it were fought as it stands; None if it is not fought."""
    fires = fires_of(s, battle, part)
    if fires is None:
        return None
    own, other = (
        s.world.lines[fire.line][fire.column] if fire else None for fire in (fires[battle.side], fires[1 - battle.side])
    )
    return prospect(own, other, shelter(s, battle, 1 - battle.side, part), s.world.charts["dice"]["combat"])


@cache
def prospect(own: Column | None, other: Column | None, sheltered: int = 0, dice: int = 2) -> Prospect:
    """Two columns against each other; so many of the points that the first inflicts do not decide. [2WW-4.2.C.3s,
    2WW-9f]"""
    win = lose = suffered = inflicted = 0.0
    whole = 6**dice
    for throw, ways in throws(dice) if own else ((0, whole),):
        points = losses_of(own, throw) if own else 0
        for back, ways_back in throws(dice) if other else ((0, whole),):
            pain = losses_of(other, back) if other else 0
            share = ways * ways_back / whole**2
            inflicted += share * points
            suffered += share * pain
            winner = winner_of((pain, max(0, points - sheltered)), (throw, back))
            win += share * (winner == 0)
            lose += share * (winner == 1)
    return Prospect(win, lose, suffered, inflicted)


@cache
def throws(dice: int) -> tuple[tuple[int, int], ...]:
    """The sums of so many dice, and in how many ways they fall."""
    return tuple(sorted(Counter(map(sum, product(range(1, 7), repeat=dice))).items()))
