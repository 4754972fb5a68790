"""States are copied and saved fact by fact, whatever kind of list a fact is."""

from __future__ import annotations

from array import array

import pytest

from grognard.engine import snapshot
from grognard.engine.state import State
from tests.skirmish import GAME


class Wide(State):
    """A fact of each kind."""

    __slots__ = ("fixed", "narrow", "plain", "wide")

    plain: list[int]
    narrow: bytearray
    wide: array[int]
    fixed: bytes


def wide() -> Wide:
    s = Wide(GAME.world("ford", {}))
    s.plain, s.narrow, s.wide, s.fixed = [1, 2], bytearray((1, 2)), array("h", (-1, 30_000)), bytes((1, 2))
    return s


@pytest.mark.parametrize("fact", ["plain", "narrow", "wide"])
def test_a_copy_has_lists_of_its_own(fact: str) -> None:
    first = wide()
    second = first.copy()
    getattr(second, fact)[0] = 7
    assert getattr(first, fact)[0] != 7


@pytest.mark.parametrize("fact", Wide.FACTS)
def test_a_fact_comes_back_from_plain_data_as_it_was(fact: str) -> None:
    value = getattr(wide(), fact)
    again = snapshot.fact_like(value, snapshot.plain(value))
    assert (type(again), again) == (type(value), value)
