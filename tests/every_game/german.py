"""The sentences of a game in two languages, and which short texts it looks up."""

from __future__ import annotations

import inspect
import string
from functools import lru_cache
from pathlib import Path

import pytest

from grognard.drawing.surface import spoken, surface
from grognard.engine.game import Game
from grognard.engine.state import State
from grognard.engine.words import Words, common
from grognard.players import opponents

KEYS = ("titles", "facts", "phrases")
"""Tables whose keys are the English texts themselves."""


def tables(game: Game, language: str) -> dict[str, dict[str, str]]:
    """Every sentence that a player may hear, those that every game says included."""
    own, shared = game.words_in(language).tables, common(language)
    return {kind: {**shared.get(kind, {}), **own.get(kind, {})} for kind in (*shared, *own)}


def sentences(game: Game) -> set[str]:
    """The kinds of sentences that are said in English, by themselves and not within others."""
    return {kind for kind in tables(game, "en") if kind not in KEYS and not kind.startswith("facts ")}


def gaps(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def data(game: Game) -> Path:
    """The folder of a game's files."""
    return Path(inspect.getfile(type(game))).parent / "data"


class Overheard(Words):
    """Words that remember which texts were looked up."""

    def __init__(self) -> None:
        super().__init__({}, {})
        self.asked: set[str] = set()
        self.texts: set[str] = set()
        self.tell = lru_cache(self._note)

    def _note(self, text: str) -> str:
        self.texts.add(text)
        return text

    def title(self, text: str) -> str:
        self.asked.add(text)
        return text


def overheard(game: Game, state: State, monkeypatch: pytest.MonkeyPatch) -> Overheard:
    """Everything that is looked up to draw a game and to open a match of it."""
    heard = Overheard()
    monkeypatch.setattr(game, "words_in", lambda language: heard)
    for side in (None, *range(len(game.sides))):
        game.layers(state, side, heard)
    for key, scenario in game.scenarios().items():
        surface(game.world(key, {}), "de")
        heard.asked |= {scenario.title, scenario.about, *scenario.aims.values()}
        for option in game.options(key):
            spoken(option, heard)
    heard.asked |= {*opponents.ABOUT.values(), "Not allowed"}
    heard.asked.discard("")
    return heard
