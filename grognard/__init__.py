"""Grognard plays the war in Europe on hexes: four rulebooks, one engine, one table.

>>> import grognard
>>> match = grognard.new("westfront", "husky", seed=1943)
>>> match.decision().side
'allied'
"""

from __future__ import annotations

from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any

from grognard.engine import position as _position
from grognard.engine import soundness
from grognard.engine.dice import Dice, secret_of
from grognard.engine.files import read_bytes
from grognard.engine.game import Game
from grognard.engine.kinds import Options
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal, Order, Refusal, UnknownOrder
from grognard.engine.state import State
from grognard.engine.tally import Tally
from grognard.games import find, games, rulebooks

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
    "rulebooks",
]


def new(
    game: str,
    scenario: str,
    *,
    seed: int | None = None,
    options: Options | None = None,
    dice: Dice | None = None,
) -> Match:
    """Begin a match. Without a seed the dice come from a fresh secret that nobody can guess.

    An option that is a file may be given by its path.
    """
    known = find(game)
    known.scenario(scenario)
    _is("options", options, Mapping, "a mapping of names to answers")
    _is("seed", seed, int, "a whole number")
    if dice is not None and not hasattr(dice, "throw"):
        raise TypeError(f"dice have a `throw`, as ScriptedDice do; {dice!r} has none")
    chosen = dict(options or {})
    for option in known.options(scenario):
        answer = chosen.get(option.key)
        if option.kind == "file" and isinstance(answer, str | Path):
            try:
                chosen[option.key] = read_bytes(answer).decode()
            except OSError as error:
                raise ValueError(f"{option.key}: {answer} cannot be read: {error.strerror}") from None
    return Match(known, scenario, chosen, secret=secret_of(seed), dice=dice)


def position(text: str, *, seed: int | None = None, dice: Dice | None = None) -> Match:
    """Begin a match from a position in its short text form, or in its JSON form."""
    if not isinstance(text, str):
        raise TypeError(f"a position is text, as `match.text()` gives it, not {text!r}")
    _is("seed", seed, int, "a whole number")
    start = _position.read(text, find)
    world, secret = start.world, secret_of(seed)

    def make(state: State) -> Match:
        return Match(world.game, world.scenario, world.options, secret=secret, dice=dice, state=state)

    try:
        return soundness.sound(start, make)
    except soundness.Unsound as error:
        raise _position.PositionError(f"this is no position: {error}") from None


def load(path: str | PathLike[str]) -> Match:
    """Read a match back from its file."""
    from grognard.engine import saves

    if not isinstance(path, str | PathLike):
        raise TypeError(f"load takes the path of a file that `match.save` wrote, not {path!r}")
    return saves.read(str(path), find)


def _is(name: str, value: object, kind: type, what: str) -> None:
    """Refuse an argument of the wrong kind; None is always allowed."""
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise TypeError(f"{name} is {what}, not {value!r}")
