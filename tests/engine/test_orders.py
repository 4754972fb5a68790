"""Orders: values with a JSON form and a text form that both lead back to them."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.orders import Order, Pass, UnknownOrder, compact, from_json, from_text, usage
from tests.skirmish import GAME, moments, new
from tests.skirmish.orders import Aim, Arrive, Attack, Lose, Move

WORLD = GAME.world("ford", {})
UNITS = st.sampled_from(WORLD.units)
PLACES = st.sampled_from(sorted(WORLD.place_index))
ORDERS = st.one_of(
    st.builds(Aim, st.just("red"), PLACES),
    st.builds(Arrive, st.just("red"), UNITS, PLACES),
    st.builds(Move, st.just("red"), UNITS, st.lists(PLACES, min_size=1, max_size=4).map(tuple)),
    st.builds(Attack, st.just("red"), UNITS, PLACES),
    st.builds(Lose, st.just("red"), UNITS),
    st.just(Pass("red")),
)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.sampled_from(["order", "side", "unit", "route"]) | st.text(), inner)
    ),
)


def read(text: str, side: str = "red") -> Order:
    return from_text(text, side, GAME.orders, WORLD.lexicon)


def test_every_order_met_in_play_comes_back_from_its_json_and_text() -> None:
    met: set[Order] = set()
    for seed in range(3):
        for match in moments(seed):
            met.update(order for side in match.waiting for order in match.orders(side))
    assert {type(order) for order in met} == set(GAME.orders)
    for order in met:
        assert from_json(order.json(), GAME.orders) == order
        assert read(str(order), order.side) == order


@given(ORDERS)
def test_any_order_comes_back_from_its_json_and_text(order: Order) -> None:
    assert from_json(order.json(), GAME.orders) == order
    assert read(str(order)) == order


def test_an_order_is_a_verb_and_names_without_blanks() -> None:
    move = Move("red", "Ram", ("Ford S1", "Westgate"))
    assert str(move) == "move Ram FordS1-Westgate"
    assert move.json() == '{"order":"move","side":"red","unit":"Ram","route":["Ford S1","Westgate"]}'
    assert compact("Ford S1") == "FordS1"


def test_names_are_read_in_any_case_and_by_printed_number() -> None:
    assert read("MOVE ram fords1-0105") == Move("red", "Ram", ("Ford S1", "Westgate"))


def test_a_hex_may_be_told_from_any_town_near_it() -> None:
    assert WORLD.board.names[WORLD.board.at("Westgate N2")] == "Chapel SW1"
    assert read("move Ram WestgateN2") == read("move Ram ChapelSW1")


def test_a_name_that_nobody_knows_is_kept_for_the_rules_to_refuse() -> None:
    assert read("lose Nobody") == Lose("red", "Nobody")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "try aim, ambush"),
        ("charge Ram", "no order begins like 'charge Ram'"),
        ("move Ram", "lacks its route; the form is: move UNIT ROUTE-..."),
        ("pass on", "has 'on' too many; the form is: pass"),
    ],
)
def test_what_is_no_order_is_told_what_one_looks_like(text: str, complaint: str) -> None:
    with pytest.raises(UnknownOrder, match=complaint):
        read(text)


@pytest.mark.parametrize(
    "data", ["", "{", "[]", "7", '{"order":"charge"}', '{"order":["move"]}', '{"order":"move","side":"red","unit":1}']
)
def test_broken_json_is_no_order(data: str) -> None:
    with pytest.raises(UnknownOrder):
        from_json(data, GAME.orders)


@given(st.text())
def test_any_text_is_an_order_or_an_unknown_one(text: str) -> None:
    with suppress(UnknownOrder):
        read(text)


@given(JSON)
def test_any_json_is_an_order_or_an_unknown_one(data: object) -> None:
    match = new()
    with suppress(UnknownOrder):
        match.order(data if isinstance(data, dict) else str(data), "red")


def test_the_usage_of_an_order_names_its_parts() -> None:
    assert usage(Arrive) == "arrive UNIT PLACE"
