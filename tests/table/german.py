"""Who hears English: everything that a German text may consist of is in the German files, or is a name."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import chain
from typing import Any

from grognard.engine.game import Game, World
from grognard.engine.words import common

LETTERS = re.compile(r"[^\W\d_]{2,}")
QUOTED = re.compile(r"„[^“]*“|\[[^\]]*\]|\b[A-Z]+-\d[\w.]*|\b[0-9a-f]{16,}\b")
"""What is said as it was typed, ids of rules, and hashes."""


@cache
def vocabulary(game: Game) -> frozenset[str]:
    """All words of the German files."""
    tables = (common("de"), game.words_in("de").tables)
    looks = game.looks()
    more = [nation.short for nation in looks.nations.values()]
    more += [text for term in game.glossary("de") for text in (term.term, term.text)]
    more += [text for rule in game.rules_in("de").values() for text in (rule.title, rule.rule, rule.ruling)]
    said = [_without_gaps(text) for tables_of in tables for table in tables_of.values() for text in table.values()]
    return frozenset(word for text in (*said, *more) for word in LETTERS.findall(text))


def _without_gaps(template: str) -> str:
    return " ".join(text for text, _, _, _ in string.Formatter().parse(template))


@cache
def names(world: World) -> re.Pattern[str]:
    """What is called the same in every language: pieces, places, waters, the game itself."""
    board = world.board
    pieces = {*world.units, *world.game.names().values()}
    found = {*pieces, *board.names, *board.labels, *board.places, *board.areas, world.game.title, *board.nation}
    longest_first = sorted((name for name in found if name), key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))


def foreign(text: str, world: World, but: Iterable[str] = ()) -> set[str]:
    """The words of a text that no German file knows."""
    for word in but:
        text = text.replace(word, " ") if word else text
    left = names(world).sub(" ", QUOTED.sub(" ", text))
    return {word for word in LETTERS.findall(left) if word not in vocabulary(world.game)}


def texts(view: Mapping[str, Any]) -> Iterator[str]:
    """Everything in a view that is read by people."""
    yield view["when"]
    if view["prompt"]:
        yield view["prompt"]["text"]
        yield from chain.from_iterable(view["prompt"]["warnings"].values())
    yield from (line["text"] for line in view["log"])
    yield from (piece["seen"] for piece in view["pieces"] if piece.get("seen"))
    yield from (piece["name"] for piece in view["pieces"])
    yield view["undo"]["text"] if view["undo"] else ""
    yield view["outcome"]["text"] if view["outcome"] else ""
