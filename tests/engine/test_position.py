"""Positions in text: short to write, exact to read."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine import position, snapshot
from grognard.engine.position import PositionError
from grognard.games import find
from tests.skirmish import at, moments, new, until
from tests.skirmish.orders import Aim

TEXT = """
    skirmish ford
    turn 2, red combat
    Ford: Bear 2
    Ford SE1: Crow 2, Kite 1
"""


@pytest.mark.parametrize("seed", range(4))
def test_the_text_of_every_moment_leads_back_to_it(seed: int) -> None:
    steps: set[str] = set()
    for match in moments(seed):
        steps.update(decision.step for side in match.sides if (decision := match.decision(side)))
        again = position.read(match.text(), find)
        assert snapshot.dump(again) == snapshot.dump(match.state)
        assert position.write(again) == match.text()
    assert {"Plan", "Movement", "Combat", "Ambushed", "Loss"} >= steps >= {"Plan", "Movement", "Combat"}


@pytest.mark.parametrize("step", ["Plan", "Ambushed", "Loss"])
def test_a_match_goes_on_from_the_text_of_any_moment(step: str) -> None:
    match = until(step)
    again = grognard.position(match.text(), seed=2)
    assert again.waiting == match.waiting
    for side in match.waiting:
        assert list(again.orders(side)) == list(match.orders(side))
    *_, last = moments(3, again)
    assert last.outcome is not None


def test_open_sheets_are_part_of_the_text() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    assert 'sheets = [["aim Mill"],[]]' in match.text()
    again = grognard.position(match.text())
    assert again.view("red")["tracks"]["aim"] == "Mill"
    assert again.view("blue")["tracks"]["aim"] is None


def test_the_outcome_is_part_of_the_text() -> None:
    *_, match = moments(2)
    assert grognard.position(match.text()).outcome == match.outcome


def test_what_follows_from_the_moment_and_the_pieces_is_not_written() -> None:
    match = at("skirmish ford\nturn 2, red combat\nWestgate: Ram 2\nFord: Bear 2 #1\n")
    assert match.text() == "skirmish ford\nturn 2, red combat\nFord: Bear 2 #1\nWestgate: Ram 2\n"


def test_options_stand_on_the_first_line() -> None:
    match = new(turns=2)
    assert match.text().startswith('skirmish ford {"turns":2}\n')
    assert grognard.position(match.text()).options == {"turns": 2}


def test_blocks_without_numbers_are_dealt_some() -> None:
    tags = {tuple(grognard.position(TEXT, seed=seed).state.tag) for seed in range(10)}  # type: ignore[attr-defined]
    assert len(tags) == 2


def test_facts_may_be_written_whole() -> None:
    s = position.read(f"{TEXT}\nowner = [0, 1, -1]\nmoved = 'x'".replace("'x'", '"AQAAAAAAAAAAAAAA"'), find)
    assert s.owner == [0, 1, -1]  # type: ignore[attr-defined]
    assert s.moved == bytearray([1, *[0] * 11])  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("skirmish ford", "begins with two lines"),
        ("skirmish ford {]\nturn 1, plans", "line 1: options are JSON"),
        ("skirmish ford\nteatime", "line 2: 'teatime' is no moment"),
        ("skirmish ford\nturn 1, plans\nAtlantis: Ram 2", "no place called 'Atlantis'"),
        ("skirmish ford\nturn 1, plans\nMill: Nobody 2", "'Nobody 2' is no piece"),
        ("skirmish ford\nturn 1, plans\nluck = 3", "expected 'Place: pieces' or one of aim"),
        ("skirmish ford\nturn 1, plans\nturn = x", "'turn = x'"),
        ('skirmish ford\nturn 1, plans\nturn = "two"', "Expected `int`, got `str`"),
        ('skirmish ford\nturn 1, plans\nowner = {"9": 1}', "'owner ="),
        ('skirmish ford\nturn 1, plans\nagenda = [{"step":"Nap"}]', "Nap"),
        ('skirmish ford\nturn 1, plans\nsheets = [["snore"],[]]', "no order begins like 'snore'"),
    ],
)
def test_a_text_that_is_no_position_is_told_where_and_why(text: str, complaint: str) -> None:
    with pytest.raises(PositionError, match=complaint):
        position.read(text, find)


def test_an_unknown_game_or_scenario_is_named() -> None:
    with pytest.raises(LookupError, match="no game called 'chess'"):
        position.read("chess ford\nturn 1, plans", find)
    with pytest.raises(ValueError, match="no scenario 'brook'"):
        position.read("skirmish brook\nturn 1, plans", find)


def test_a_snapshot_is_plain_data_and_leads_back() -> None:
    for match in moments(9):
        data = snapshot.dump(match.state)
        assert snapshot.dump(snapshot.undump(match.state.world, data)) == data


def test_a_snapshot_does_not_change_with_the_state() -> None:
    match = until("Movement")
    data = snapshot.dump(match.state)
    again = snapshot.dump(match.state)
    match.play("pass")
    assert data == again


def test_a_copy_of_a_state_is_independent_of_it() -> None:
    match = until("Movement")
    copy, before = match.state.copy(), match.text()
    *_, _last = moments(1, match)
    assert position.write(copy) == before


# JSON


def test_a_position_in_json_leads_back_to_itself() -> None:
    for match in moments(3):
        again = grognard.position(match.json())
        assert again.json() == match.json()
        assert again.text() == match.text()


@pytest.mark.parametrize(
    "text", ["{", "{}", '{"game": "chess"}', '{"game": "skirmish", "scenario": "ford", "options": {}, "state": 7}']
)
def test_json_that_is_no_position_is_refused(text: str) -> None:
    with pytest.raises(PositionError, match="no position in JSON"):
        grognard.position(text)
