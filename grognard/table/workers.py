"""What worker processes do: think, and work out odds. They are given a redrawn moment, never a match."""

from __future__ import annotations

import os
import signal
import threading
from collections import OrderedDict
from collections.abc import Iterable
from importlib import import_module
from multiprocessing import parent_process
from typing import Any

import msgspec

from grognard.engine import snapshot
from grognard.engine.match import Match
from grognard.games import find
from grognard.lab import odds
from grognard.lab import seats as chairs

KEPT = 200
"""Players that are remembered, with their plans."""

_players: OrderedDict[tuple[str, str, str], chairs.Sitter] = OrderedDict()


class Moment(msgspec.Struct):
    """A moment as one side might think it is: everything that it cannot know is drawn anew."""

    game: str
    scenario: str
    options: dict[str, Any]
    side: str
    number: str
    facts: bytes


def begin(modules: Iterable[str]) -> None:
    """A worker begins: it learns the games, leaves interrupts to the server, and ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for module in modules:
        import_module(module)
    threading.Thread(target=_outlive_nobody, daemon=True).start()


def _outlive_nobody() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)


def match_of(moment: Moment) -> Match:
    """A match at that moment, with dice of its own."""
    game = find(moment.game)
    world = game.world(moment.scenario, moment.options)
    state = snapshot.undump(world, msgspec.json.decode(moment.facts))
    match = Match(game, moment.scenario, moment.options).with_state(state)
    match._public = int(moment.number.partition(".")[0])  # what is drawn while thinking goes by it
    return match


def think(id: str, moment: Moment, level: str) -> str:
    """What a computer decides."""
    match = match_of(moment)
    key = (id, moment.side, level)
    player = _players.get(key) or chairs.seat(match.game, level, moment.side, f"{id} {level}")
    _players[key] = player
    _players.move_to_end(key)
    if len(_players) > KEPT:
        _players.popitem(last=False)
    return str(player.choose(match).order)


def chances(moment: Moment, place: str, to_the_end: bool, after: tuple[str, ...] = ()) -> dict[str, Any]:
    """What a battle will come to, from what the side knows: now, or once it has given these orders."""
    settings: dict[str, Any] = {"rounds": odds.ROUNDS} if to_the_end else {}
    match = match_of(moment)
    for say in after:
        try:
            match.play(match.order(say, moment.side))
        except ValueError as error:
            raise odds.OddsError(str(error)) from None
    found = odds.from_view(match, moment.side, place, seed=None, **settings)
    return {
        "at": found.place,
        "sides": list(found.sides),
        "heading": found.heading(),
        "exact": found.exact,
        "sections": [
            {
                "title": section.title,
                "more": section.more,
                "rows": [
                    {
                        "label": row.what,
                        "chance": float(row.chance),
                        "cumulative": None if row.or_more is None else float(row.or_more),
                    }
                    for row in section.rows
                ],
            }
            for section in found.sections()
        ],
    }
