"""Grognard plays the war in Europe on hexes: four rulebooks, one engine, one table.

>>> import grognard
>>> match = grognard.new("westfront", "husky", seed=1943)
>>> match.decision().side
'allied'
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from grognard.engine import position as _position
from grognard.engine import soundness
from grognard.engine.dice import Dice, secret_of
from grognard.engine.files import read_bytes
from grognard.engine.game import Game
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal, Order, Refusal, UnknownOrder
from grognard.engine.state import State
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
    """Begin a match. Without a seed the dice come from a fresh secret that nobody can guess.

    An option that is a file may be given by its path.
    """
    known = find(game)
    chosen = dict(options or {})
    for option in known.options(scenario):
        if option.kind == "file" and isinstance(chosen.get(option.key), str | Path):
            chosen[option.key] = read_bytes(chosen[option.key]).decode()
    return Match(known, scenario, chosen, secret=secret_of(seed), dice=dice)


def position(text: str, *, seed: int | None = None, dice: Dice | None = None) -> Match:
    """Begin a match from a position in its short text form, or in its JSON form."""
    start = _position.read(text, find)
    world, secret = start.world, secret_of(seed)

    def make(state: State) -> Match:
        return Match(world.game, world.scenario, world.options, secret=secret, dice=dice, state=state)

    try:
        return soundness.sound(start, make)
    except soundness.Unsound as error:
        raise _position.PositionError(f"this is no position: {error}") from None


def load(path: str) -> Match:
    """Read a match back from its file."""
    from grognard.engine import saves

    return saves.read(path, find)
