"""The Ford: a small wargame of our own, for the engine's tests and as the worked example of docs/add-a-game.md."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from random import Random
from typing import Any

from msgspec import structs

from grognard.engine import position, saves, snapshot
from grognard.engine.dice import ScriptedDice, secret_of
from grognard.engine.match import Match
from grognard.games import add, find
from tests.skirmish.game import TheFord

GAME = TheFord()
add(GAME)


def new(seed: int = 1, **options: int) -> Match:
    """A match from the start."""
    return Match(GAME, "ford", options, secret=secret_of(seed))


def at(text: str, *rolls: list[int]) -> Match:
    """A match from a position in text, with scripted dice."""
    state = position.read(text, find)
    return Match(GAME, "ford", {}, secret=secret_of(1), dice=ScriptedDice(*rolls), state=state)


def moments(seed: int, match: Match | None = None) -> Iterator[Match]:
    """Random play to the end: the same match again and again, one order further each time."""
    match = match or new(seed)
    choose = Random(seed)
    yield match
    while match.waiting:
        side = choose.choice(sorted(match.waiting))
        match.play(choose.choice(match.orders(side)))
        yield match


def until(step: str, seed: int = 1) -> Match:
    """A match in random play at its first question of a kind, with this seed or the next one that comes to it."""
    matches = (match for later in count(seed) for match in moments(later))
    return next(match for match in matches if any(asked(match, side) == step for side in match.sides))


def asked(match: Match, side: str) -> str:
    decision = match.decision(side)
    return decision.step if decision else ""


def everything(match: Match) -> dict[str, Any]:
    """All that a match is and shows; two matches are the same when this is."""
    return {
        "state": snapshot.dump(match.state),
        "save": structs.replace(saves.pack(match), handover=None),
        "views": [match.view(side) for side in (*match.sides, None)],
        "history": list(match.history),
        "standing": match.standing,
    }
