"""Computer players: legal orders with reasons, no knowledge of the truth, and stronger than chance."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.engine.match import Match
from grognard.lab.arena import compare, paired, play_all
from grognard.players import LEVELS, player
from grognard.players.thinking import Thinking, move

SIDES = ("allied", "axis")


def moments(seed: int, most: int) -> list[Match]:
    """Moments of a match between level 1 and itself."""
    match = grognard.new("westfront", "husky", seed=seed)
    players = {side: player(match.game, "1", seed) for side in SIDES}
    found: list[Match] = []
    while match.outcome is None and len(found) < most:
        found.append(match.copy())
        side = min(match.waiting)
        move(match, side, players[side], seed)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_every_player_gives_a_legal_order_and_a_reason(level: str) -> None:
    for match in moments(1, 30)[::10]:
        side = min(match.waiting)
        choice = player(match.game, level, 5).choose(Thinking(match, side, 5))
        assert choice.order in match.orders(side)
        assert choice.reason


@pytest.mark.parametrize("level", ["1", "2"])
def test_what_a_side_cannot_know_changes_nothing_that_its_player_does(level: str) -> None:
    """The lie detector: in another world that looks the same from this chair, the player decides the same."""
    for number, match in enumerate(moments(2, 40)[::4]):
        side = min(match.waiting)
        other = match.with_state(match.game.redraw(match.state, match.seat(side), Random(number).randrange))
        here = player(match.game, level, 7).choose(Thinking(match, side, 7))
        there = player(match.game, level, 7).choose(Thinking(other, side, 7))
        assert here == there


def test_a_thinking_keeps_nothing_of_the_match() -> None:
    match = grognard.new("westfront", "husky", seed=3)
    thinking = Thinking(match, "allied", 1)
    assert match not in vars(thinking).values()
    assert all(value is not match.state for value in vars(thinking).values())


@pytest.mark.parametrize("side", [0, 1])
def test_level_1_beats_chance_with_either_side(side: int) -> None:
    bouts = [bout for bout in paired("westfront", "husky", "1", "random", 24) if bout.seats[side] == "1"]
    won = [score.winner == side for score in play_all(bouts, 1)]
    assert sum(won) >= 11


@pytest.mark.long
def test_level_2_beats_level_1() -> None:
    scores = play_all(paired("westfront", "husky", "2", "1", 40), 1)
    assert compare(scores, "2", "1", SIDES)[0].share > 0.5


def test_nobody_plays_a_game_that_nobody_knows() -> None:
    game = grognard.games()["westfront"]
    with pytest.raises(ValueError, match="no player '9'"):
        player(game, "9")
