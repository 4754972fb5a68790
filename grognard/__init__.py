"""Grognard plays the war in Europe on hexes: four rulebooks, one engine, one table.

>>> import grognard
>>> match = grognard.new("westfront", "husky", seed=1943)
>>> match.decision().side
'allied'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.engine import position as _position
from grognard.engine.dice import Dice, secret_of
from grognard.engine.game import Game
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal, Order, Refusal, UnknownOrder
from grognard.engine.tally import Tally
from grognard.games import find, games

__version__ = "0.1.0"

__all__ = [
    "CannotUndo",
    "Game",
    "Illegal",
    "Match",
    "Order",
    "Refusal",
    "Tally",
    "UnknownOrder",
    "games",
    "load",
    "new",
    "position",
]


def new(
    game: str,
    scenario: str,
    *,
    seed: int | None = None,
    options: Mapping[str, Any] | None = None,
    dice: Dice | None = None,
) -> Match:
    """Begin a match. Without a seed the dice come from a fresh secret that nobody can guess."""
    return Match(find(game), scenario, options, secret=secret_of(seed), dice=dice)


def position(text: str, *, seed: int | None = None, dice: Dice | None = None) -> Match:
    """Begin a match from a position in its short text form, or in its JSON form."""
    state = _position.read(text, find)
    world = state.world
    return Match(world.game, world.scenario, world.options, secret=secret_of(seed), dice=dice, state=state)


def load(path: str) -> Match:
    """Read a match back from its file."""
    from grognard.engine import saves

    return saves.read(path, find)
