"""What a match remembers: packed lists, and moments of long ago that are found by playing the record again."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import grognard
from grognard.engine import past, snapshot
from grognard.engine.history import CHUNK, EVERY, RECENT, Packed
from grognard.engine.match import Match
from tests.skirmish import until


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 3 * CHUNK)), max_size=12))
def test_a_packed_list_is_like_any_other(changes: list[tuple[bool, int]]) -> None:
    plain, packed, next_one = list[int](), Packed[int](int), 0
    for grow, count in changes:
        if grow:
            plain += range(next_one, next_one + count)
            packed.extend(range(next_one, next_one + count))
            next_one += count
        else:
            del plain[count:]
            packed.cut(count)
        assert packed == plain
        assert len(packed) == len(plain)
        for at in (0, CHUNK - 1, CHUNK, len(plain) - 1):
            assert packed[at : at + 3] == plain[at : at + 3]
            assert list(packed.since(max(0, at))) == plain[max(0, at) :]
            if 0 <= at < len(plain):
                assert packed[at] == plain[at]
                assert packed[at - len(plain)] == plain[at]


def test_what_lies_where_depends_on_the_length_alone() -> None:
    grown, cut = Packed[int](int, range(150)), Packed[int](int, range(400))
    cut.cut(150)
    assert (grown._packed, grown._live) == (cut._packed, cut._live)


def played(game: str, scenario: str, orders: int) -> tuple[Match, list[dict[str, object]]]:
    """A match of random play, and its state before each of its entries."""
    match, choose, states = grognard.new(game, scenario, seed=5), Random(5), []
    while match.outcome is None and len(match.record) < orders:
        states.append(snapshot.dump(match.state))
        match.play(choose.choice(match.orders(sorted(match.waiting)[0])))
    return match, states[: len(match.record)]


@pytest.mark.parametrize(("game", "scenario"), [("westfront", "summer43"), ("2ww", "war")])
def test_every_moment_can_be_found_again(game: str, scenario: str) -> None:
    match, states = played(game, scenario, 4 * EVERY)
    assert len(match._past.states) <= RECENT + len(match.record) // EVERY + 2
    for index in [*range(0, len(states), 7), len(states) - 1]:
        assert snapshot.dump(match.state_before(index)) == states[index]


def test_taking_back_reaches_beyond_the_moments_that_are_kept() -> None:
    match, states = played("2ww", "war", 3 * EVERY)
    for back in range(2 * RECENT):
        match._go_back(len(match.record) - 1)
        assert snapshot.dump(match.state) == states[-1 - back]
    assert len(match.record) == 3 * EVERY - 2 * RECENT
    assert match.view("axis")["log"] == match.copy().view("axis")["log"]


def test_a_log_goes_on_where_it_was_and_is_told_anew_after_going_back() -> None:
    match, _ = played("westfront", "husky", 40)
    side = match.sides[0]
    before = match.view(side)["log"]
    choose = Random(3)
    for _ in range(5):
        match.play(choose.choice(match.orders(sorted(match.waiting)[0])))
    later = match.view(side)
    assert later["log"][: len(before)] == before
    assert match.view(side, since=len(before))["log"] == later["log"][len(before) :]
    match._go_back(40)
    assert match.view(side)["log"] == before


def test_undo_on_an_open_sheet_mends_the_moments_after_it() -> None:
    match = until("Plan")
    first, other = sorted(match.waiting)
    start = len(match.record)
    match.play(match.orders(first)[0])
    for _ in range(2):
        match.play(match.orders(other)[0])
    match.undo(first)
    assert len(match._past) == len(match.record) == start + 2
    assert not match.state.sheets[match.side_index(first)]
    for index in range(start, len(match.record)):
        assert not match.state_before(index).sheets[match.side_index(first)]
        assert match._past[index].sheets[match.side_index(first)] == match._past[start].sheets[match.side_index(first)]
    assert past.ends(match, first) == past.ends(match.copy(), first)
