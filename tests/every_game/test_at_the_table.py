"""What every match can do besides being played: resign, agree, be kept in a file, refuse what is stale or no order."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import grognard
from grognard.engine.match import Match
from grognard.engine.proposals import Proposal
from grognard.lab.checks.appearance import difference, looks
from grognard.lab.checks.fuzz import begin
from tests.every_game.tables import GAMES, at_every_table, moments


@at_every_table
def test_a_match_read_back_from_its_file_is_the_same(key: str, scenario: str, tmp_path: Path) -> None:
    _, match, _ = moments(key, scenario)[len(moments(key, scenario)) // 3]
    match.save(str(tmp_path / "match.json"))
    again = grognard.load(str(tmp_path / "match.json"))
    assert difference(looks(match), looks(again)) == ""
    assert [again.number(side) for side in again.sides] == [match.number(side) for side in match.sides]


@at_every_table
def test_a_side_s_own_file_holds_its_view_and_no_secret(key: str, scenario: str, tmp_path: Path) -> None:
    match = begin(GAMES[key], scenario, 1)
    match.save(str(tmp_path / "mine.json"), side=match.sides[0])
    assert match.secret.hex() not in (tmp_path / "mine.json").read_text(encoding="utf-8")
    with pytest.raises(ValueError, match="only the whole match"):
        grognard.load(str(tmp_path / "mine.json"))


@at_every_table
def test_a_side_can_resign(key: str, scenario: str) -> None:
    match = begin(GAMES[key], scenario, 1)
    match.resign(match.sides[0])
    assert match.outcome is not None
    assert match.outcome.winner == match.sides[1]
    assert not match.waiting
    assert {match.why_not(order).rule for order in _any_orders(match)} == {"table.over"}  # type: ignore[union-attr]


@at_every_table
def test_both_sides_can_agree_to_end_it(key: str, scenario: str) -> None:
    match = begin(GAMES[key], scenario, 1)
    match.propose(Proposal(match.sides[0], "draw"))
    match.answer(match.sides[1], agreed=True)
    assert match.outcome is not None
    assert match.outcome.winner is None


@at_every_table
def test_an_order_for_another_moment_is_stale(key: str, scenario: str) -> None:
    match = begin(GAMES[key], scenario, 1)
    side = sorted(match.waiting)[0]
    with pytest.raises(grognard.Illegal) as refused:
        match.play(match.orders(side)[0], number="no such moment")
    assert refused.value.refusal.rule == "table.stale"


@at_every_table
def test_the_same_seed_gives_the_same_match(key: str, scenario: str) -> None:
    one, other = begin(GAMES[key], scenario, 7), begin(GAMES[key], scenario, 7)
    assert looks(one) == looks(other)


@at_every_table
@settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(text=st.text(max_size=60))
def test_whatever_is_typed_is_an_order_or_is_said_not_to_be_one(key: str, scenario: str, text: str) -> None:
    _, match, _ = moments(key, scenario)[1]
    side = sorted(match.waiting)[0]
    for verb in ("", *(kind.__name__.lower() + " " for kind in match.game.orders)):
        with suppress(grognard.UnknownOrder):
            match.why_not(verb + text, side)


@at_every_table
@settings(max_examples=200, deadline=None)
@given(
    data=st.dictionaries(
        st.sampled_from(["order", "side", "unit", "route", "place", "x"]),
        st.recursive(st.none() | st.booleans() | st.integers() | st.text(max_size=8), lambda inner: st.lists(inner)),
    ),
    verb=st.integers(0, 50),
)
def test_whatever_comes_as_json_is_an_order_or_is_said_not_to_be_one(
    key: str, scenario: str, data: dict[str, object], verb: int
) -> None:
    _, match, _ = moments(key, scenario)[1]
    kinds = match.game.orders
    for form in (data, {**data, "order": kinds[verb % len(kinds)].__name__.lower(), "side": match.sides[0]}):
        with suppress(grognard.UnknownOrder):
            match.why_not(form)


def _any_orders(match: Match) -> list[grognard.Order]:
    other = begin(match.game, match.scenario, 1)
    return [order for side in sorted(other.waiting) for order in other.orders(side)[:3]]


@at_every_table
def test_a_copy_is_the_same_match_and_goes_its_own_way(key: str, scenario: str) -> None:
    for _, match, _ in moments(key, scenario):
        again = match.copy()
        assert again.diverged_at is None
        assert again.text() == match.text()
        assert again.record == match.record


@at_every_table
def test_every_question_says_what_passing_means(key: str, scenario: str) -> None:
    """No button is called Pass: each step names what an order without piece or place would do there."""
    for _, match, _ in moments(key, scenario):
        for side in match.waiting:
            for language in match.game.languages:
                asked = match.view(side, language=language)["prompt"]
                orders = {str(order) for order in match.orders(side)}
                assert {"pass", "seal", "decline"} & orders <= asked["buttons"].keys(), asked["text"]
