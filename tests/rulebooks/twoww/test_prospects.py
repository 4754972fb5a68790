"""What an exchange of fire may come to, as players judge it beforehand: by the rules' own functions."""

from __future__ import annotations

import pytest

from grognard.games.twoww.combat import Commit
from grognard.games.twoww.firing import AIR, LAND, SEA
from grognard.games.twoww.prospects import Prospect, prospect, prospect_of, throws
from grognard.games.twoww.world import Column
from tests.rulebooks.twoww.fights import join
from tests.rulebooks.twoww.table import Table, at

STRONG, WEAK = Column("strong", 12, (8, 5, 3)), Column("weak", 4, (6, 3))


def test_a_stronger_column_wins_more_often_than_it_loses() -> None:
    better = prospect(STRONG, WEAK)
    assert better.win > 0.5 > better.lose
    assert better.inflicted > better.suffered
    even = prospect(WEAK, WEAK)
    assert even.win == pytest.approx(even.lose)


def test_what_a_fort_takes_does_not_help_the_attacker_to_win() -> None:
    assert prospect(STRONG, WEAK, 2).win < prospect(STRONG, WEAK).win
    assert prospect(STRONG, WEAK, 2).inflicted == prospect(STRONG, WEAK).inflicted


def test_whoever_has_no_fire_throws_no_dice_and_inflicts_nothing() -> None:
    alone = prospect(None, WEAK)
    assert (alone.win, alone.inflicted) == (0, 0)
    assert alone.lose == pytest.approx(1)
    assert prospect(None, None) == (0, 0, 0, 0)


def test_two_dice_fall_in_36_ways() -> None:
    assert dict(throws(2))[7] == 6
    assert sum(ways for _, ways in throws(2)) == 36


def begun() -> Table:
    """An attack on Posen that has its first attacker."""
    t = at(
        "Spring 1940, axis combat\nBerlin SE1: Ge 1 Armor, Ge 2 Armor, Ge 1 Artillery\nPosen: Poland 1 Infantry",
        at_war={"Poland": "allied"},
    )
    return t.say("axis", "attack Posen", "join Ge1Armor")


def promise(t: Table, part: str) -> Prospect | None:
    step = t.state.agenda[-1]
    assert isinstance(step, Commit)
    return prospect_of(t.state, step.battle, part)


def test_more_troops_promise_more() -> None:
    t = begun()
    one = promise(t, LAND)
    two = promise(join(t, "axis", "Ge 2 Armor"), LAND)
    assert one
    assert two
    assert two.win > one.win


def test_a_part_in_which_nobody_fights_promises_nothing() -> None:
    assert promise(begun(), AIR) is promise(begun(), SEA) is None
