"""Chapter 9I: which units may be lost while part of the losses is required of some of them."""

from __future__ import annotations

from grognard.engine.tally import Number
from grognard.games.balkan.account import Share
from grognard.games.balkan.quotas import is_met, may_go


def open_to_loss(strengths: dict[int, Number], gone: set[int], due: Number, *bearers: tuple[int, ...]) -> set[int]:
    """The units that may be lost next."""
    shares = [Share("BF-10H-1", units) for units in bearers]
    lost, left = ({unit: strengths[unit] for unit in units} for units in (gone, strengths.keys() - gone))
    if is_met(due, shares, lost, left):
        return set()
    return {unit for unit in strengths if may_go(unit, due, shares, lost, left)}


def test_half_of_twenty_falls_on_the_armour() -> None:
    strengths: dict[int, Number] = {0: 10, 1: 7, 2: 7, 3: 4}
    assert open_to_loss(strengths, set(), 20, (0,)) == {0, 1, 2, 3}
    assert open_to_loss(strengths, {1}, 20, (0,)) == {0, 2, 3}
    assert open_to_loss(strengths, {1, 3}, 20, (0,)) == {0}
    assert open_to_loss(strengths, {1, 3, 0}, 20, (0,)) == set()


def test_bearers_that_have_less_than_half_are_all_lost() -> None:
    strengths: dict[int, Number] = {0: 2, 1: 4, 2: 4}
    assert open_to_loss(strengths, {1}, 6, (0,)) == {0}
    assert open_to_loss(strengths, {0}, 6, (0,)) == {1, 2}
    assert open_to_loss(strengths, {0, 1}, 6, (0,)) == set()


def test_armour_and_engineers_may_both_owe() -> None:
    strengths: dict[int, Number] = {0: 3, 1: 3, 2: 9}
    assert open_to_loss(strengths, set(), 6, (0,), (1,)) == {0, 1}
    assert open_to_loss(strengths, {0}, 6, (0,), (1,)) == {1}


def test_a_unit_without_strength_is_no_loss() -> None:
    assert open_to_loss({0: 0, 1: 2}, set(), 2) == {1}
