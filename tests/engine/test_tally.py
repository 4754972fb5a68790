"""Numbers that remember their reasons."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.tally import Reason, Tally


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
