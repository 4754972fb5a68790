"""What is worked out from the facts is remembered until one of them changes, whoever changes it."""

from __future__ import annotations

from array import array
from random import Random

import pytest

from grognard.engine.derived import derived, reading
from grognard.engine.state import State, put
from grognard.lab.analysis.chances import identity
from grognard.lab.checks.laws import Memory, memory_is_fresh
from tests.skirmish import GAME, new

WORK: list[str] = []


class Camp(State):
    """Facts of every kind."""

    __slots__ = ("day", "ground", "tents", "tired", "wide")

    tents: list[int]
    tired: bytearray
    wide: array[int]
    ground: bytes
    day: int


def camp() -> Camp:
    s = Camp(GAME.world("ford", {}))
    s.tents, s.tired, s.wide, s.ground, s.day = [1, 2], bytearray(2), array("h", (5, 6)), bytes(2), 0
    return s


@derived("tents", "ground")
def shade(s: Camp, more: int) -> int:
    """Twice the tents, and the ground."""
    WORK.append("shade")
    return 2 * sum(s.tents) + sum(s.ground) + more


@derived("tired", "wide")
def rest(s: Camp) -> int:
    WORK.append("rest")
    return sum(s.tired) + sum(s.wide)


@derived("ground")
def careless(s: Camp) -> int:
    """Reads what it does not declare."""
    return sum(s.ground) + s.day


@pytest.fixture(autouse=True)
def idle() -> None:
    WORK.clear()


def test_work_is_done_once_for_the_same_facts_and_values() -> None:
    s = camp()
    assert [shade(s, 1), shade(s, 1), shade(s, 2)] == [7, 7, 8]
    assert WORK == ["shade", "shade"]
    s.day = 3  # nothing rests on it
    assert shade(s, 1) == 7
    assert len(WORK) == 2


def test_a_fact_that_changes_in_place_is_noticed() -> None:
    s = camp()
    assert (shade(s, 0), rest(s)) == (6, 11)
    s.tents[0] = 5
    s.tired[1] = 4
    assert (shade(s, 0), rest(s)) == (14, 15)
    s.wide[0] += 1
    s.tents += [1]
    assert (shade(s, 0), rest(s)) == (16, 16)


def test_a_fact_that_is_replaced_is_noticed() -> None:
    s = camp()
    assert shade(s, 0) == 6
    s.ground = put(s.ground, 0, 9)
    assert shade(s, 0) == 15
    s.tents = [0]
    assert shade(s, 0) == 9
    s.tents[0] = 1
    assert shade(s, 0) == 11


def test_copies_remember_together_and_change_apart() -> None:
    first = camp()
    assert shade(first, 0) == 6
    second = first.copy()
    assert shade(second, 0) == 6
    assert WORK == ["shade"]
    first.tents[0], second.tents[0] = 2, 3
    assert (shade(first, 0), shade(second, 0), shade(first, 0)) == (8, 10, 8)


def test_work_must_name_facts_that_there_are() -> None:
    @derived("weather")
    def cold(s: Camp) -> bool:
        return True

    with pytest.raises(TypeError, match="rests on weather: Camp has no such facts"):
        cold(camp())


def test_it_is_noticed_what_work_reads() -> None:
    s, read = reading(camp())
    careless.work(s)
    assert read == {"ground", "day"}
    assert careless.facts == ("ground",)


def test_the_law_finds_what_is_stale_or_undeclared() -> None:
    match, state = new(), camp()
    assert careless(state) == 0
    state.day, match.state = 4, state
    said = [finding.what for finding in memory_is_fresh(match, Random(1), Memory())]
    assert said == ["careless() was 0", "careless() reads day, which it does not declare"]


@derived("tents", "tired", "ground", through=lambda s, most: (min(most, len(s.tents)), s.ground))
def pitched(s: Camp, most: int) -> int:
    WORK.append("pitched")
    return min(most, len(s.tents)) + sum(s.ground)


def test_facts_may_matter_only_through_some_values() -> None:
    s = camp()
    assert pitched(s, 2) == 2
    s.tents[0] = 8
    s.tired[0] = 1
    assert pitched(s, 2) == 2
    assert WORK == ["pitched"]
    s.ground = put(s.ground, 0, 1)
    assert pitched(s, 2) == 3
    assert len(WORK) == 2


def test_moments_are_alike_whether_their_facts_are_watched_or_not() -> None:
    plain, other = camp(), camp()
    shade(other, 0)
    rest(other)
    assert identity(plain) == identity(other)
    assert hash(identity(plain)) == hash(identity(other))
