"""The lie detector: in a solved position no level does better than a fair player can, and a cheat is caught."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from grognard.engine import position
from grognard.engine.dice import secret_of
from grognard.engine.match import Match
from grognard.engine.state import State
from grognard.games import find
from grognard.games.westfront.world import scenario_data
from grognard.players.levels import Careful, Glancing, Thorough
from grognard.players.thinking import Thinking
from grognard.players.westfront import WestFrontJudge
from tests.players import solved

PAR = scenario_data("husky")["victory"]["par"]
TWO_PORTS = f"""
westfront husky
Aug II, axis movement
Palermo: 21AG 1
Catania: Br30 4
Palermo E1: Pz76 1
Messina: OKW 1 supreme
score = {PAR + 8}
"""
"""The last turn. If the Axis disputes one of two ports it wins; behind one block stands a headquarters, behind the
other a corps that will most likely shoot the attackers to pieces."""


class Peeking(Thinking):
    """A cheat: what it hands out is the truth."""

    def __init__(self, match: Match, side: str, seed: object) -> None:
        super().__init__(match, side, seed)
        self._truth = match.state

    def draw(self, rng: Random | None = None) -> State:
        return self._truth.copy()


class Brief(Thorough):
    """Level 3 in a hurry, for a quick test."""

    effort = 400


@pytest.fixture(scope="module")
def match() -> Match:
    return Match(find("westfront"), "husky", {}, secret=secret_of(1), state=position.read(TWO_PORTS, find))


@pytest.fixture(scope="module")
def found(match: Match) -> list[solved.World]:
    return solved.worlds(match, "axis")


@pytest.fixture(scope="module")
def fair(match: Match, found: list[solved.World]) -> Fraction:
    return solved.best_fair(found, match.side_index("axis"))


def test_the_position_hides_enough_to_tell_by(found: list[solved.World], fair: Fraction) -> None:
    assert len(found) == 32
    assert fair == Fraction(227, 324)


@pytest.mark.parametrize("level", [Glancing, Careful, Brief])
def test_no_level_does_better_than_a_fair_player_can(
    level: type[Careful], match: Match, found: list[solved.World], fair: Fraction
) -> None:
    assert solved.score(match, "axis", found, lambda: level(WestFrontJudge())) <= fair


def test_a_player_who_is_handed_the_truth_is_caught(match: Match, found: list[solved.World], fair: Fraction) -> None:
    assert solved.score(match, "axis", found, lambda: Brief(WestFrontJudge()), Peeking) > fair + Fraction(1, 5)
