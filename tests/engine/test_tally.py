"""Numbers that remember their reasons."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.tally import Reason, Tally, exact, shown


def test_a_tally_is_its_base_and_its_reasons() -> None:
    tally = Tally(4, "SK-6.3")
    tally.add(-2, "SK-6.3", "Ram is out of supply")
    assert tally.value == int(tally) == 2
    assert str(tally) == "2 = 4 -2 (Ram is out of supply, SK-6.3)"


def test_a_change_of_nothing_is_not_remembered() -> None:
    tally = Tally(4)
    tally.add(0, "SK-6.4", "clear")
    tally.at_least(4, "SK-6.4", "hill")
    tally.at_most(4, "SK-6.4", "mud")
    assert tally.reasons == []
    assert str(tally) == "4"


def test_a_floor_and_a_ceiling_say_what_they_changed() -> None:
    tally = Tally(1)
    tally.at_least(3, "a", "city")
    tally.at_most(2, "b", "mud")
    assert tally.reasons == [Reason(2, "a", "city"), Reason(-1, "b", "mud")]
    assert tally.value == 2


@given(st.integers(), st.lists(st.integers()))
def test_the_value_is_always_the_sum_of_what_is_shown(base: int, changes: list[int]) -> None:
    tally = Tally(base)
    for change in changes:
        tally.add(change, "rule", "why")
    assert tally.value == base + sum(reason.change for reason in tally.reasons) == base + sum(changes)


def test_factors_and_fractions_are_shown_as_they_were_worked_out() -> None:
    strength = Tally(8, "a")
    strength.times(Fraction(1, 2), "b", "out of supply")
    strength.times(Fraction(1, 2), "c", "unsupported")
    strength.add(3, "d", "air")
    strength.times(1, "e", "clear")
    assert strength.total == strength.value == 5
    assert str(strength) == "5 = 8 x 1/2 (out of supply, b) x 1/2 (unsupported, c) +3 (air, d)"


def test_a_ceiling_holds_at_the_point_where_it_is_set() -> None:
    strength = Tally(3)
    strength.times(Fraction(1, 2), "a", "landed")
    strength.at_most(1, "b", "no more than one")
    strength.add(Fraction(1, 4), "c", "battalion")
    assert strength.total == Fraction(5, 4)
    assert str(strength) == "1 1/4 = 3 x 1/2 (landed, a) -1/2 (no more than one, b) +1/4 (battalion, c)"


def test_only_a_rule_rounds() -> None:
    with pytest.raises(ValueError, match="1 1/2 is no whole number"):
        int(Tally(Fraction(3, 2)))


@pytest.mark.parametrize("said", ["half", "", "1/0", True, None, 0.5])
def test_what_is_no_exact_number_is_refused(said: object) -> None:
    with pytest.raises(ValueError, match="no number"):
        exact(said)  # type: ignore[arg-type]


@given(st.fractions(max_denominator=12))
def test_a_number_is_shown_so_that_it_can_be_read_again(number: Fraction) -> None:
    units, _, rest = shown(abs(number)).rpartition(" ")
    assert Fraction(units or 0) + Fraction(rest) == abs(number)
