"""The rules of the skirmish, by id: a small position, one order, one fact."""

from __future__ import annotations

from typing import Any

from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from tests.rules import rule
from tests.skirmish import at, new
from tests.skirmish.orders import Aim, Arrive


def refusal(match: Match, said: str | Order) -> str:
    refused = match.why_not(said)
    return refused.rule if refused else ""


def piece(match: Match, name: str) -> dict[str, Any]:
    """A piece as its own side sees it, or nothing."""
    seen = [piece for side in match.sides for piece in match.view(side)["pieces"] if piece["id"] == name]
    return seen[0] if seen else {}


def attack(match: Match, *orders: str) -> None:
    for order in orders:
        match.play(order)
    match.play("pass")


@rule("SK-1.1", "SK-1.6")
def test_a_dummy_that_is_turned_over_is_gone_without_a_roll() -> None:
    match = at("skirmish ford\nturn 1, red combat\nFord: Bear 2\nFord SE1: Scarecrow 1")
    attack(match, "attack Bear FordSE1")
    assert piece(match, "Scarecrow") == {}


@rule("SK-1.2")
def test_a_side_orders_only_its_own_pieces_in_play() -> None:
    match = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2\nEastgate: Bull 2")
    assert {refusal(match, f"move {name} Mill") for name in ("Bull", "Bear")} == {"SK-1.2"}
    assert refusal(match, "move Nobody Mill") == "table.no-piece"


@rule("SK-2.2")
def test_a_third_piece_does_not_fit_into_a_hex() -> None:
    match = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2\nWestgate N1: Bear 2, Wolf 2")
    assert refusal(match, "move Ram WestgateN1") == "SK-2.2"
    match = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2\nWestgate N1: Bear 2")
    assert refusal(match, "move Ram WestgateN1") == ""


@rule("SK-2.3", "SK-6.3")
def test_a_piece_out_of_supply_attacks_at_half() -> None:
    near = at("skirmish ford\nturn 1, red combat\nMill N1: Bear 3\nMill: Crow 1")
    far = at("skirmish ford\nturn 1, red combat\nMill NE1: Bear 3\nMill: Crow 1")
    assert str(near.preview("attack Bear Mill").cost) == "6"
    assert str(far.preview("attack Bear Mill").cost) == "3 = 6 -3 (Bear is out of supply, SK-6.3)"


@rule("SK-2.3")
def test_an_enemy_on_every_way_cuts_the_line() -> None:
    match = at("skirmish ford\nturn 1, red combat\n0101: Bear 2\n0102: Crow 1\nChapel NW1: Kite 1\nChapel: Hawk 1")
    assert "out of supply" in piece(match, "Bear")["marks"]


@rule("SK-3.2")
def test_the_first_plan_begins_with_an_aim_that_is_a_town() -> None:
    match = new()
    assert refusal(match, Aim("red", "Westgate")) == "SK-3.2"
    assert refusal(match, Pass("red")) == "SK-3.2"
    match.play(Aim("red", "Mill"))
    assert refusal(match, Aim("red", "Ford")) == "SK-3.2"


@rule("SK-3.3")
def test_reserves_arrive_where_their_box_leads() -> None:
    match = at("skirmish ford\nturn 2, plans\nRed reserve: Otter 3\nChapel: Fox 1\nBlue reserve: Heron 3\naim = [0, 0]")
    assert refusal(match, Arrive("red", "Otter", "Mill")) == "SK-3.3"
    assert refusal(match, Arrive("red", "Fox", "Westgate S1")) == "SK-3.3"
    match.play(Arrive("red", "Otter", "Westgate S1"))
    assert piece(match, "Otter")["at"] == "Westgate S1"


@rule("SK-4.1")
def test_a_march_has_one_or_two_hexes_without_a_gap() -> None:
    match = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2")
    assert refusal(match, "move Ram WestgateN1-WestgateN2-WestgateN3") == "SK-4.1"
    assert refusal(match, "move Ram WestgateNE2") == "SK-4.1"
    assert refusal(match, "move Ram WestgateN1-Westgate") == ""


@rule("SK-4.2")
def test_tanks_do_not_enter_woods_and_nobody_enters_water() -> None:
    match = at("skirmish ford\nturn 1, red movement\nWestgate N1: Ram 2\nFord: Bear 2")
    assert refusal(match, "move Ram WestgateN2") == "SK-4.2"
    assert refusal(match, "move Bear FordN1") == "SK-4.2"


@rule("SK-4.3")
def test_nobody_enters_a_hex_with_an_enemy() -> None:
    match = at("skirmish ford\nturn 1, red movement\nFord: Bear 2\nFord S1: Crow 1")
    assert refusal(match, "move Bear FordS1") == "SK-4.3"


@rule("SK-4.4")
def test_a_piece_marches_once_a_turn() -> None:
    match = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2")
    match.play("move Ram WestgateN1")
    assert refusal(match, "move Ram Westgate") == "SK-4.4"


@rule("SK-5.1")
def test_a_dummy_beside_the_march_asks_for_an_answer_too() -> None:
    match = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2\nFord S1: Scarecrow 1")
    match.play("move Ram WestgateNE1")
    assert match.waiting == {"blue"}


@rule("SK-6.1")
def test_an_attack_needs_an_enemy_beside_the_piece() -> None:
    match = at("skirmish ford\nturn 1, red combat\nFord: Bear 2\nMill: Crow 1")
    assert refusal(match, "attack Bear FordS1") == "SK-6.1"
    assert refusal(match, "attack Bear Mill") == "SK-6.1"


@rule("SK-6.2")
def test_a_piece_attacks_once_a_turn() -> None:
    match = at("skirmish ford\nturn 1, red combat\nFord: Bear 2\nFord S1: Crow 1\nFord SE1: Kite 1")
    match.play("attack Bear FordS1")
    assert refusal(match, "attack Bear FordSE1") == "SK-6.2"


@rule("SK-6.4", "SK-6.5")
def test_the_ground_helps_the_defender() -> None:
    match = at("skirmish ford\nturn 1, red combat\nMill: Bear 2\nMill N1: Crow 2", [2])
    attack(match, "attack Bear MillN1")
    roll = next(line for line in match.view(None)["log"] if line["what"] == "roll")
    assert roll["facts"]["defence"] == "8 = 6 +2 (hill, SK-6.4)"
    assert roll["facts"]["odds"] == "1:2"
    assert match.waiting == {"red"}


@rule("SK-6.4")
def test_a_stream_helps_only_against_attacks_that_all_cross_it() -> None:
    crossing = at("skirmish ford\nturn 1, red combat\nFord: Bear 2\nFord SE1: Crow 2", [2])
    attack(crossing, "attack Bear FordSE1")
    both = at("skirmish ford\nturn 1, red combat\nFord: Bear 2\nFord S1: Wolf 2\nFord SE1: Crow 2", [2])
    attack(both, "attack Bear FordSE1", "attack Wolf FordSE1")
    rolls = [next(line for line in match.view(None)["log"] if line["what"] == "roll") for match in (crossing, both)]
    assert [roll["facts"]["defence"] for roll in rolls] == ["7 = 6 +1 (behind the stream, SK-6.4)", "6"]


@rule("SK-6.5", "SK-6.6")
def test_in_an_exchange_the_defender_chooses_first() -> None:
    match = at(
        "skirmish ford\nturn 1, red combat\nFord: Bear 3\nFord S1: Ram 2\nFord SE1: Crow 1, Kite 2\nEastgate: Hawk 1",
        [3],
    )
    attack(match, "attack Bear FordSE1", "attack Ram FordSE1")
    assert match.waiting == {"blue"}
    assert refusal(match, "lose Hawk") == "SK-6.6"
    match.play("lose Kite")
    assert piece(match, "Kite")["face"]["steps"] == 1
    assert match.waiting == {"red"}
    match.play("lose Ram")
    assert piece(match, "Ram")["face"]["steps"] == 1


@rule("SK-7.1")
def test_the_aim_counts_most() -> None:
    match = at("skirmish ford\nturn 4, blue combat\nWestgate: Ram 2\nEastgate: Bull 2\naim = [2, 2]\nowner = [0, 0, 1]")
    match.play("pass")
    assert match.outcome is not None
    assert match.outcome.winner == "blue"
    assert match.outcome.facts["points"] == {"red": 4, "blue": 5}
