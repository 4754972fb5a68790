"""For whoever looks into the games: `checks` hold them to what they promise, `analysis` says what play comes to.

A game that declares itself (see `engine/game.py`) is held to what it declares. Nothing here knows a rulebook but the
modules that a game names as its company, such as `analysis/odds_westfront`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path

from grognard.engine.game import Game
from grognard.engine.rulebook import Rulebook
from grognard.games import add, rulebooks
from grognard.games import find as _find


def find(name: str) -> Game:
    """A game by its key, or by the module that holds it as `GAME` (`tests.skirmish`), for games of your own."""
    if "." not in name:
        return _find(name)
    here = str(Path.cwd())
    if here not in sys.path:
        sys.path.insert(0, here)
    try:
        game = import_module(name).GAME
    except (ImportError, AttributeError) as error:
        raise LookupError(f"no game in {name}: {error}") from None
    if not isinstance(game, Game):
        raise LookupError(f"{name}.GAME is not a game")
    add(game)
    return game


def find_rulebook(name: str) -> Rulebook:
    """A game, or a rulebook without one, by its key; also a game of your own, as `find` does."""
    books = rulebooks()
    if name not in books and "." not in name:
        raise LookupError(f"no rulebook called {name!r}; there are {', '.join(sorted(books))}")
    return books[name] if name in books else find(name)
