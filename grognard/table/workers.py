"""What worker processes do: think, work out odds, draw, write reports of matches, check an owner's charts.

Players and odds are given a redrawn moment, never a match.
"""

from __future__ import annotations

import os
import signal
import tempfile
import threading
from collections import OrderedDict
from collections.abc import Iterable
from contextlib import suppress
from importlib import import_module
from multiprocessing import parent_process
from pathlib import Path

import msgspec

from grognard import drawing
from grognard.drawing.land import ground_svg
from grognard.engine import snapshot
from grognard.engine.agenda import Runaway
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.games import find
from grognard.lab.analysis import odds, replay
from grognard.players import opponents

PLAYERS_REMEMBERED = 200
"""Players that are remembered, with their plans."""
UNFIT = (ArithmeticError, AttributeError, LookupError, Runaway, TypeError, ValueError)
"""What setting up a match may raise when its options, which may be anything at all, do not fit."""
POLITE = 5
"""How nice a worker is to the server, which has people waiting."""

_players: OrderedDict[tuple[str, str, str], opponents.Opponent] = OrderedDict()


class Moment(msgspec.Struct):
    """A moment as one side might imagine it: everything that it cannot know is drawn anew."""

    game: str
    scenario: str
    options: Json
    side: str
    number: str
    facts: bytes


def begin(modules: Iterable[str]) -> None:
    """A worker begins: it learns the games, leaves interrupts to the server, and ends when the server does."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(AttributeError, OSError):
        os.nice(POLITE)
    for module in modules:
        import_module(module)
    threading.Thread(target=_end_with_server, daemon=True).start()


def wake() -> None:
    """Does nothing; a worker that has done it has started."""


def _end_with_server() -> None:
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
    match._public = int(moment.number.partition(".")[0])  # draws made while thinking depend on it
    return match


def think(id: str, moment: Moment, level: str) -> str:
    """A computer's decision."""
    match = match_of(moment)
    key = (id, moment.side, level)
    player = _players.get(key) or opponents.opponent(match.game, level, moment.side, f"{id} {level}")
    _players[key] = player
    _players.move_to_end(key)
    if len(_players) > PLAYERS_REMEMBERED:
        _players.popitem(last=False)
    return str(player.choose(match).order)


def settled(game: str, scenario: str, options: Json) -> bytes:
    """Options as a match keeps them, if a match can begin with them; raises ValueError."""
    try:
        return msgspec.json.encode(Match(find(game), scenario, options).options)
    except UNFIT as error:
        raise ValueError(str(error.args[0] if error.args else error)) from None


def ground(game: str, scenario: str, theme: str) -> bytes:
    """The land of a scenario, drawn."""
    return ground_svg(find(game).world(scenario, {}).board, theme=theme).encode()


def board(game: str, scenario: str, options: Json, language: str, shown: bytes) -> bytes:
    """A board with what is shown of a position."""
    known = find(game)
    land = known.world(scenario, options).board
    return drawing.svg_map(
        land, **msgspec.json.decode(shown), looks=known.looks(), tell=known.words_in(language).tell
    ).encode()


def report(match: bytes, side: str | None, language: str) -> bytes:
    """A match as a story, as a side knows it (None: all of it)."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "match.json")
        file.write_bytes(match)
        return replay.report(replay.replay(str(file), side, find, language), markdown=True).encode()


def chances(moment: Moment, place: str, to_the_end: bool, after: tuple[str, ...] = ()) -> Json:
    """How a battle will end, from what the side knows: now, or once it has given these orders."""
    settings: Json = {"rounds": odds.ROUNDS} if to_the_end else {}
    match = match_of(moment)
    try:
        begun = odds.after(match, after, moment.side)
    except ValueError as error:
        raise odds.OddsError(str(error)) from None
    found = odds.from_view(begun, moment.side, place, seed=None, **settings)
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
