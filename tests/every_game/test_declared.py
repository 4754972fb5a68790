"""What a game declares about itself is so: whether it rolls, seals and hides, and who keeps it company."""

from __future__ import annotations

from importlib import import_module

import pytest

from grognard.engine.agenda import Chance, Sealed
from grognard.engine.match import Match
from grognard.lab.analysis import odds
from grognard.lab.checks import generators
from grognard.players import opponents
from tests.every_game.tables import GAMES, SEEDS, TABLES, moments

FIRST = [(key, next(scenario for game, scenario in TABLES if game == key)) for key in GAMES]
first_table = pytest.mark.parametrize(("key", "scenario"), FIRST)


@first_table
def test_dice_fall_exactly_where_a_game_rolls(key: str, scenario: str) -> None:
    ends = {seed: match for seed, match, _ in moments(key, scenario)}
    assert set(ends) == set(SEEDS)
    fell = any(throw.sides for match in ends.values() for throw in match.throws)
    assert fell == GAMES[key].rolls
    assert not GAMES[key].rolls or any(issubclass(step, Chance) for step in GAMES[key].steps)


@first_table
def test_both_sides_decide_at_once_exactly_where_a_game_seals(key: str, scenario: str) -> None:
    assert any(issubclass(step, Sealed) for step in GAMES[key].steps) == GAMES[key].seals


def faces(match: Match, side: str) -> list[object]:
    return [piece["face"] for piece in match.view(side)["pieces"]]


@first_table
def test_the_other_side_sees_less_exactly_where_a_game_hides(key: str, scenario: str) -> None:
    looks = [match for _, match, _ in moments(key, scenario)]
    differs = any(faces(match, match.sides[0]) != faces(match, match.sides[1]) for match in looks)
    assert differs == GAMES[key].hides


@pytest.mark.parametrize("key", GAMES)
def test_the_company_that_a_game_names_is_there(key: str) -> None:
    game = GAMES[key]
    for what, module in game.company.items():
        assert hasattr(import_module(module), {"generators": "GENERATORS", "odds": "BATTLES", "players": "JUDGE"}[what])
    assert (len(opponents.names(game)) > 1) == ("players" in game.company)
    assert generators.generators(game)["plain"]


def test_a_game_without_odds_says_so() -> None:
    match = moments("skirmish", "ford")[0][1]
    with pytest.raises(odds.OddsError, match="there are no odds for The Ford yet"):
        odds.battles_of(match.state)
