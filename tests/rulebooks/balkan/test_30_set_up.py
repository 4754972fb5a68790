"""Chapters 2 and 30: the map, the set-up, and mistakes in the files of a scenario."""

from __future__ import annotations

import tomllib

import pytest

import grognard
from grognard.engine.files import DataError, Document
from grognard.games.balkan.set_up import area
from grognard.games.balkan.soundness import check_entries, check_lines, layer_of
from grognard.games.balkan.state import ALLIES, AXIS, IN_HAND, NEUTRAL, Campaign
from grognard.games.balkan.world import SCENARIOS, whole_map
from tests.rulebooks.balkan.table import at, typed
from tests.rules import rule

BOARD = whole_map()


# The map


@rule("BF-2-1")
def test_a_hex_is_named_by_its_sheet_and_four_digits() -> None:
    assert BOARD.labels[BOARD.at("14A:1506")] == "14A:1506"
    assert BOARD.find("1506") is None
    assert BOARD.at("14A:1506") != BOARD.at("15B:1506")


@rule("BF-30-1")
def test_the_last_row_of_the_northern_sheet_is_the_first_of_the_southern_one() -> None:
    for column in (1, 10, 20, 33):
        assert BOARD.at(f"14A:51{column:02}") == BOARD.at(f"15B:01{column:02}")


@rule("BF-30-2")
def test_the_row_that_two_sections_share_exists_once() -> None:
    assert BOARD.labels.count("14A:2605") == 1
    rows = BOARD.grid.spot(BOARD.at("14A:2705"))[1] - BOARD.grid.spot(BOARD.at("14A:2605"))[1]
    assert rows == 1


# The set-up


def opening(scenario: str) -> Campaign:
    s = grognard.new("balkan-front", scenario, seed=1, options={"set_up": "free"}).state
    assert isinstance(s, Campaign)
    return s


@rule("BF-2-4")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_only_pieces_of_the_order_of_battle_are_set_up(scenario: str) -> None:
    s = opening(scenario)
    in_hand = {s.world.units[unit] for unit, where in enumerate(s.where) if where == IN_HAND}
    assert in_hand == set(s.world.starts)
    assert not any(where >= 0 for where in s.where)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_by_history_every_piece_stands_where_it_stood_or_is_still_to_come(scenario: str) -> None:
    match = grognard.new("balkan-front", scenario, seed=1, options={"set_up": "historical"})
    s = match.state
    assert isinstance(s, Campaign)
    for key, start in s.world.starts.items():
        unit = s.world.unit_index[key]
        assert s.where[unit] == s.world.place(start.hex)
        assert area(s, unit) >> s.where[unit] & 1
    assert len(s.where) == len(set(s.world.units)) == len(s.world.units)


# Mistakes


def document(text: str) -> Document:
    return Document("mine.toml", text, tomllib.loads(text))


def told(line: str) -> str:
    """What is said of a line in a set-up of Epirus."""
    text = f"[setup.mine]\n{line}\n"
    with pytest.raises(DataError) as error:
        check_lines(at("", scenario="epirus").state, layer_of(document(text), "mine"))
    return str(error.value)


def test_a_hex_that_does_not_exist_is_told_with_its_line_and_the_remedy() -> None:
    said = told('IT-23 = { area = ["ALBANIA"], hex = "14A:9919" }')
    assert said == (
        "mine.toml:2: IT-23 stands in 14A:9919, which is no place of this map; write a hex of the map as 14A:rrcc or "
        "15B:rrcc, or a box as box:Name"
    )


def test_a_hex_outside_the_window_of_the_scenario_is_no_place_of_its_map() -> None:
    assert "IT-23 stands in 14A:3528, which is no place" in told('IT-23 = { area = ["ALBANIA"], hex = "14A:3528" }')


def test_a_set_up_outside_its_area_is_told() -> None:
    said = told('GR-8 = { area = ["GREECE_NEAR_ALBANIA"], hex = "14A:4913" }')
    assert said == "mine.toml:2: GR-8 stands in 14A:4913, outside its area; give it another hex, or widen its area"


def test_an_area_that_the_map_does_not_have_is_told() -> None:
    said = told('GR-8 = { area = ["THESSALY"], hex = "14A:4913" }')
    assert said == "mine.toml:2: GR-8 has the area THESSALY, which the map does not have; write an area of map.toml"


def test_a_piece_that_is_not_on_the_list_is_told() -> None:
    said = told('GR-99 = { area = ["GREECE"], hex = "14A:4913" }')
    assert said == "mine.toml:2: no piece is called GR-99; write one of [piece] or [air] in units.toml"


def test_a_piece_on_ground_of_the_enemy_is_told() -> None:
    assert "which its side does not own" in told('IT-23 = { area = ["GREECE"], hex = "14A:4913" }')


def test_a_hex_that_holds_too_many_is_told() -> None:
    row = '= { area = ["ALBANIA"], hex = "14A:4221" }'
    said = told("\n".join(f"{key} {row}" for key in ("IT-23", "IT-51", "IT-131", "IT-3J")))
    assert said.startswith("mine.toml:")
    assert "14A:4221 holds too many units with" in said
    assert said.endswith("give one of them another hex")


def test_a_reinforcement_that_cannot_come_is_told() -> None:
    entry = """
    [[entry]]
    kind = "reinforcement"
    lists = ["epirus"]
    turn = "Nov II 40"
    area = ["ALBANIA"]
    hexes = { IT-47 = "14A:4913" }
    """
    with pytest.raises(DataError, match=r"mine.toml:\d+: IT-47 stands in 14A:4913, outside its area; give it another"):
        check_entries(at("", scenario="epirus").state, document(entry), "epirus")


def test_a_position_with_a_place_or_piece_that_does_not_exist_is_told_in_a_sentence() -> None:
    with pytest.raises(ValueError, match="there is no place called 'Atlantis'"):
        at("Atlantis: IT-23")
    with pytest.raises(ValueError, match="no unit is called 'IT-999'"):
        at("Bari: IT-999")


def test_a_route_across_karst_is_refused_with_what_lies_between() -> None:
    karst = next(ends for ends, kinds in BOARD.sides.items() if "karst" in kinds)
    here, there = (BOARD.names[place] for place in karst)
    table = at(f"{here}: GE-76", stance={"Yugoslavia": "axis"}, spent={"GE-76": 5 * 840}, gait={"GE-76": 1})
    refusal = table.say("axis", "move GE-76").match.why_not(typed(f"march [{there}]"), "axis")
    assert refusal is not None
    assert (refusal.rule, refusal.facts["side"]) == ("BF-6-6", "karst")


@rule("BF-30-6")
def test_who_owns_what_when_the_war_begins_and_who_moves_first() -> None:
    match = grognard.new("balkan-front", "sandbox", seed=1, options={"set_up": "historical"})
    s = match.state
    assert isinstance(s, Campaign)
    assert (s.world.turns[s.turn], s.world.sides[s.active]) == ("Nov I 40", "axis")
    owners = {
        AXIS: ("Bari", "Wien", "Bratislava", "Budapest", "Timisoara", "Tirane", "Rhodes"),
        ALLIES: ("Athenai", "Khania"),
        NEUTRAL: ("Sofiya", "Beograd", "Cesme"),
    }
    for owner, places in owners.items():
        assert {s.owner[BOARD.at(place)] for place in places} == {owner}
