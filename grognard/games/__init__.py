"""The games that can be played, and the rulebooks that they stand on."""

from __future__ import annotations

from importlib import import_module

from grognard.engine.game import Game
from grognard.engine.rulebook import Rulebook

_MODULES = {
    "westfront": "grognard.games.westfront",
    "2ww": "grognard.games.twoww",
    "balkan-front": "grognard.games.balkan",
}
_BOOKS = {"europa": "grognard.games.europa"}
"""Rulebooks that are no games themselves."""
_KNOWN: dict[str, Game] = {}


def games() -> dict[str, Game]:
    """Every game by its key."""
    for key in _MODULES:
        find(key)
    return dict(_KNOWN)


def find(key: str) -> Game:
    """A game by its key; it is imported when first asked for."""
    if key not in _KNOWN:
        if key not in _MODULES:
            raise LookupError(f"no game called {key!r}; there are {', '.join(sorted({*_MODULES, *_KNOWN}))}")
        add(import_module(_MODULES[key]).GAME)
    return _KNOWN[key]


def rulebooks() -> dict[str, Rulebook]:
    """Every rulebook by its key: those of the games, and those that games stand on."""
    return {**games(), **{key: import_module(module).BOOK for key, module in _BOOKS.items()}}


def add(game: Game) -> None:
    """Make a game of your own known, so that `grognard.new` and `grognard.load` find it."""
    _KNOWN[game.key] = game
