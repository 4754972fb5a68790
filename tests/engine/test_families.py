"""Orders in families: what is sent of them, and that they come out as they went in."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

import msgspec

import grognard
from grognard.engine import families, views
from grognard.engine.families import LONG, Offers, fold, unfold
from grognard.engine.game import World
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from tests.skirmish import GAME
from tests.skirmish.orders import Aim, Ambush, Arrive, Move

FIXTURES = Path(__file__).parents[2] / "web" / "tests" / "fixtures"


class Advance(Order, frozen=True):
    unit: str
    steps: int
    to: str = ""
    paid: bool = False


def world() -> World:
    return Match(GAME, "ford").state.world


def back(orders: Iterable[Order]) -> list[str]:
    """What comes out, order by order."""
    return [offer["say"] for offer in unfold(fold(list(orders), world()), "red")]


def test_orders_that_differ_in_one_place_are_a_template_and_a_list() -> None:
    orders = [Arrive("red", unit, place) for unit in ("Ram", "Bear") for place in ("Mill", "Ford")]
    assert fold(orders, world()) == Offers(
        verbs={"arrive": ["unit", "place"]},
        pieces=["Ram", "Bear"],
        places=["Mill", "Ford"],
        words=[],
        ways=[],
        typed={},
        lists=[[(2, 3)]],
        families=[("arrive", [0, None], 0), ("arrive", [1, None], 0)],
    )


def test_routes_share_what_they_pass() -> None:
    orders = [Move("red", unit, ("Mill", "Ford", end)) for unit in ("Ram", "Bear") for end in ("Mill", "Chapel")]
    sent = fold(orders, world())
    assert sent.places == ["Mill", "Chapel", "Ford"]
    assert sent.ways == [([4], 0)]
    assert sent.lists == [[(2, 3)], [5]]
    assert sent.families == [("move", [0, [2, None]], 1), ("move", [1, [2, None]], 1)]
    assert back(orders) == [str(order) for order in orders]


def test_an_order_without_anything_to_fill_in_has_no_list() -> None:
    assert fold([Pass("red")], world()).families == [("pass", [], None)]


def test_short_lists_keep_their_order_and_long_ones_share_runs() -> None:
    places = [f"{number:02}" for number in range(LONG + 1)]
    short = places[LONG:0:-1]
    assert back(
        [*(Aim("red", place) for place in places[:LONG]), *(Arrive("red", "Ram", place) for place in short)]
    ) == [
        *(f"aim {place}" for place in places[:LONG]),
        *(f"arrive Ram {place}" for place in short),
    ]
    forth_and_back = (
        [Arrive("red", "Ram", place) for place in places],
        [Arrive("red", "Bear", place) for place in places[::-1]],
    )
    sent = fold([order for orders in forth_and_back for order in orders], world())
    assert sent.lists == [[(2, LONG + 2)]]


def test_numbers_flags_and_empty_fields_travel() -> None:
    orders = [Advance("red", "Ram", 2, "Mill", True), Advance("red", "Ram", 2), Advance("red", "Bear", -1, "", True)]
    sent = fold(orders, world())
    assert [offer["say"] for offer in unfold(sent, "red")] == [str(order) for order in orders]
    assert [offer["order"] for offer in unfold(sent, "red")] == [msgspec.to_builtins(order) for order in orders]


def test_names_that_lose_more_than_blanks_say_how_they_are_typed() -> None:
    orders = [Aim("red", "La Roche-sur-Yon"), Aim("red", "Old Mill")]
    assert fold(orders, world()).typed == {"La Roche-sur-Yon": "LaRochesurYon"}
    assert back(orders) == ["aim LaRochesurYon", "aim OldMill"]


def test_nothing_is_a_view_without_orders() -> None:
    assert fold([], world()) == families.NOTHING
    assert unfold(families.NOTHING, "red") == []
    assert back([Ambush("red", "Ram")]) == ["ambush Ram"]


def test_thousands_of_targets_are_a_few_kilobytes() -> None:
    """As many missions as an air force may fly in one turn of a larger game."""
    orders = [Arrive("red", f"plane {unit}", f"target {place}") for unit in range(38) for place in range(67)]
    sent = msgspec.json.encode(fold(orders, world()))
    assert len(sent) < 5_000
    assert unfold(msgspec.json.decode(sent, type=Offers), "red") == views.plain(orders, world())


def test_the_client_is_tested_with_what_is_sent() -> None:
    view = json.loads((FIXTURES / "view.json").read_text(encoding="utf-8"))
    offers = json.loads((FIXTURES / "offers.json").read_text(encoding="utf-8"))
    match = grognard.new(view["game"], view["scenario"])
    sent = fold([match.order(offer["order"]) for offer in offers], match.state.world)
    assert json.loads(msgspec.json.encode(sent)) == view["orders"]
