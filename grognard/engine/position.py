"""Positions in a short text form, for tests, bug reports and puzzles.

    westfront husky
    July I, allied movement
    Tunis: 15AG 3, US2 4
    Catania: It7 1

Two lines say which game and which moment; then come the places with their pieces. Whatever does not follow from these
(who owned a hex before, what has been spent) stands in further lines, `fact = value`, with values in JSON.
"""

from __future__ import annotations

from array import array
from base64 import b64encode
from collections.abc import Callable
from typing import Any

import msgspec

from grognard.engine.events import Outcome
from grognard.engine.game import Game, World
from grognard.engine.kinds import Json
from grognard.engine.orders import Order, from_text
from grognard.engine.snapshot import Whole, dump_agenda, fact, plain, shaped, sheets_of, undump_agenda, unpack
from grognard.engine.state import State


class PositionError(ValueError):
    """A text that is not a position; the message names the line and what was expected there."""


def write(s: State) -> str:
    """The text of a position."""
    world, game = s.world, s.world.game
    options = f" {msgspec.json.encode(world.options).decode()}" if world.options else ""
    lines = [f"{game.key} {world.scenario}{options}", game.when(s)]
    by_place: dict[int, list[str]] = {}
    for unit in world.unit_index.values():
        place = game.place_of(s, unit)
        if place >= 0:
            by_place.setdefault(place, []).append(game.piece_text(s, unit))
    lines += [f"{world.board.names[place]}: {', '.join(pieces)}" for place, pieces in sorted(by_place.items())]
    base = _base(world, lines[1], lines[2:])
    for name in s.FACTS:
        lines += _difference(name, getattr(base, name), getattr(s, name))
    if dump_agenda(base) != dump_agenda(s):
        lines.append(f"agenda = {msgspec.json.encode(dump_agenda(s)).decode()}")
    if any(s.sheets):
        lines.append(f"sheets = {msgspec.json.encode([[str(o) for o in sheet] for sheet in s.sheets]).decode()}")
    if s.outcome is not None:
        lines.append(f"outcome = {msgspec.json.encode(s.outcome).decode()}")
    return "\n".join(lines) + "\n"


def read(text: str, find: Callable[[str], Game]) -> State:
    """The state of a position given in text or JSON. `find` gives the game of a key."""
    if text.lstrip().startswith("{"):
        try:
            return unpack(msgspec.json.decode(text, type=Whole), find)
        except (msgspec.MsgspecError, RecursionError, LookupError, ValueError) as error:
            raise PositionError(f"this is no position in JSON: {error}") from None
    lines = [line.strip() for line in text.strip().splitlines() if line.strip()]
    if len(lines) < 2:
        raise PositionError("a position begins with two lines: the game and scenario, then the moment")
    key, _, rest = lines[0].partition(" ")
    scenario, _, options = rest.strip().partition(" ")
    game = find(key)
    try:
        world = game.world(scenario, msgspec.json.decode(options, type=Json) if options.strip() else {})
    except (msgspec.MsgspecError, RecursionError) as error:
        raise PositionError(f"line 1: options are JSON, such as {{}}: {error}") from None
    except ValueError as error:
        raise PositionError(f"line 1: {error}") from None
    pieces = [line for line in lines[2:] if ": " in f"{line} ".split("=")[0]]
    s = _base(world, lines[1], pieces)
    for line in lines[2:]:
        if line not in pieces:
            _apply(game, s, line)
    return s


def _base(world: World, when: str, pieces: list[str]) -> State:
    """The state that follows from the moment and the pieces alone."""
    game = world.game
    s = game.setup(world)
    game.clear_pieces(s)
    for line in pieces:
        place, _, names = f"{line} ".partition(": ")  # a label may have a colon in it
        at = world.board.find(place)
        if at is None:
            raise PositionError(f"{line!r}: there is no place called {place!r}")
        for piece in filter(None, (part.strip() for part in names.split(","))):
            try:
                game.put_piece(s, at, piece.split())
            except (LookupError, ValueError) as error:
                raise PositionError(f"{line!r}: {error}") from None
    try:
        game.at_moment(s, when)
    except (LookupError, ValueError) as error:
        raise PositionError(f"line 2: {error}") from None
    s.news.clear()
    return s


def _difference(name: str, base: Any, fact: Any) -> list[str]:
    if fact == base:
        return []
    if isinstance(fact, list | bytearray | bytes | array) and len(fact) == len(base):
        changed = {str(index): value for index, value in enumerate(fact) if value != base[index]}
        return [f"{name} = {msgspec.json.encode(changed).decode()}"]
    return [f"{name} = {msgspec.json.encode(plain(fact)).decode()}"]


def _apply(game: Game, s: State, line: str) -> None:
    name, equals, text = (part.strip() for part in line.partition("="))
    if not equals or name not in (*s.FACTS, "agenda", "sheets", "outcome"):
        known = ", ".join((*s.FACTS, "agenda", "sheets", "outcome"))
        raise PositionError(f"{line!r}: expected 'Place: pieces' or one of {known}")
    try:
        value = msgspec.json.decode(text)
        if name == "agenda":
            s.agenda = undump_agenda(game, value)
        elif name == "sheets":
            said = zip(game.sides, shaped(name, value, list[list[str]]), strict=True)
            s.sheets = sheets_of(s, ((_order(s, side, text) for text in sheet) for side, sheet in said))
        elif name == "outcome":
            s.outcome = shaped(name, value, Outcome)
        else:
            setattr(s, name, fact(s, name, _patched(getattr(s, name), value)))
    except (msgspec.MsgspecError, RecursionError, LookupError, TypeError, ValueError) as error:
        raise PositionError(f"{line[:60]!r}: {error}") from None


def _order(s: State, side: str, text: str) -> Order:
    return from_text(text, side, s.world.game.orders, s.world.lexicon)


def _patched(before: Any, value: Any) -> Any:
    """A fact's data, of which only what has changed may have been written."""
    if not isinstance(before, list | bytearray | bytes | array) or not isinstance(value, dict):
        return value
    numbers = list(before)
    for index, item in value.items():
        if not index.isdecimal() or int(index) >= len(numbers):
            raise ValueError(f"there is no number {index} in it, only 0 to {len(numbers) - 1}")
        numbers[int(index)] = item
    return numbers if isinstance(before, list | array) else b64encode(bytes(numbers)).decode()
