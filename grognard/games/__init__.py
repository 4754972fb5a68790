"""The games that can be played."""

from __future__ import annotations

from importlib import import_module

from grognard.engine.game import Game

_MODULES = {
    "westfront": "grognard.games.westfront",
    "2ww": "grognard.games.twoww",
    "balkan-front": "grognard.games.balkan",
}
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


def add(game: Game) -> None:
    """Make a game of your own known, so that `grognard.new` and `grognard.load` find it."""
    _KNOWN[game.key] = game
