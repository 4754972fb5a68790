"""Files as a bad disk, a bad hand or a bad person leaves them: sound ones with something in them spoilt."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import grognard
from grognard.engine.agenda import Runaway
from grognard.engine.dice import secret_of
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.position import PositionError
from grognard.engine.saves import SaveError
from grognard.engine.soundness import Astray

JUNK: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2, 255, 256, -300, 10**9, 10**30, 1.5, "", "x", "0", "Ge", "pass", "AAAA", "é", [],
    [0], [[]], ["x"], {}, {"x": 1}, {"0": 0}, "\x00", "-1",
)  # fmt: skip


def played(game: Game, scenario: str, seed: int, orders: int) -> Match:
    """A match after some orders given by chance."""
    match, choose = Match(game, scenario, secret=secret_of(seed)), Random(seed)
    for _ in range(orders):
        if match.outcome is not None:
            break
        match.play(choose.choice(match.orders(choose.choice(sorted(match.waiting)))))
    return match


def places(data: Any, at: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Every place in some data, as the keys that lead there."""
    if at:
        yield at
    if isinstance(data, dict | list):
        for key in data if isinstance(data, dict) else range(len(data)):
            yield from places(data[key], (*at, key))


def spoilt(data: Any, choose: Random) -> Any:
    """The same with one to three things in it changed, lost, doubled or exchanged."""
    found = copy.deepcopy(data)
    for _ in range(choose.choice((1, 1, 1, 2, 3))):
        all_places = list(places(found))
        # Few places are high up and many deep down: the depth is drawn first, so that each gets its share.
        depth = choose.choice(sorted({len(at) for at in all_places}))
        _spoil(found, choose.choice([at for at in all_places if len(at) == depth]), choose)
    return found


def _spoil(data: Any, at: tuple[Any, ...], choose: Random) -> None:
    *way, last = at
    for key in way:
        data = data[key]
    value, what = data[last], choose.randrange(6)
    if what == 0:
        del data[last]
    elif what == 1 and isinstance(data, list):
        data.insert(last, copy.deepcopy(value))
    elif what == 2 and isinstance(value, list) and value:
        choose.shuffle(value) if choose.random() < 0.5 else value.pop(choose.randrange(len(value)))
    elif what == 3 and type(value) is int:
        data[last] = value + choose.choice((-1, 1, 7, 1000))
    elif what == 4 and isinstance(value, str) and value:
        letter = choose.randrange(len(value))
        data[last] = value[:letter] + choose.choice(("", "A", "9", "=", " ", "Z")) + value[letter + 1 :]
    else:
        data[last] = copy.deepcopy(choose.choice(JUNK))


def spoilt_text(text: str, choose: Random) -> str:
    """The same for a position in its text form."""
    lines = text.splitlines()
    for _ in range(choose.choice((1, 1, 2))):
        number, what = choose.randrange(len(lines)), choose.randrange(8)
        line = lines[number]
        name, equals, value = line.partition(" = ")
        if what < 4 and equals:
            try:
                data = {"it": json.loads(value)}
                _spoil(data, choose.choice(list(places(data))), choose)
                lines[number] = f"{name} = {json.dumps(data.get('it'))}"
            except ValueError:  # spoilt before
                lines[number] = name
        elif what == 4:
            lines[number] = line[: choose.randrange(len(line) + 1)]
        elif what == 5:
            lines.insert(number, line)
        elif what == 6:
            other = choose.randrange(len(lines))
            lines[number], lines[other] = lines[other], lines[number]
        else:
            at = choose.randrange(len(line) + 1)
            lines[number] = (
                line[:at] + choose.choice(("", "=", ":", ",", "7", "x", " ", "[", '"', "-1")) + line[at + 1 :]
            )
    return "\n".join(lines)


def looked_at(match: Match) -> None:
    """What anyone does first with a match that was taken up: look at it from every chair, keep it, go on a little."""
    for side in (*match.sides, None):
        match.view(side)
        match.game.layers(match.state, None if side is None else match.side_index(side), match.game.words)
    match.text()
    match.copy()
    for _ in range(3):
        orders = match.orders(min(match.waiting)) if match.waiting else ()
        if orders:
            match.play(orders[-1])


def ends(work: Callable[[], Match]) -> str:
    """How taking something up ends: "" if it can be looked at, else the sentence. Whatever else comes is a fault."""
    try:
        match = work()
    except (ValueError, LookupError) as error:
        if type(error) in (ValueError, KeyError, IndexError) or not str(error):
            raise AssertionError(f"{type(error).__name__}: {error}") from error
        return str(error)
    try:
        looked_at(match)
    except (Astray, PositionError, Runaway, SaveError) as error:
        return str(error)
    return ""


GAMES = {"westfront": ("husky", 60), "2ww": ("war", 40), "balkan-front": ("epirus", 40), "skirmish": ("ford", 25)}


def match_of(key: str, seed: int) -> Match:
    game = grognard.games()[key] if key != "skirmish" else _skirmish()
    scenario, orders = GAMES[key]
    match = played(game, scenario, seed, orders + seed % 7)
    if seed % 2:  # one that began from a position
        match, choose = grognard.position(match.text(), seed=seed), Random(seed)
        for _ in range(5):
            if match.waiting:
                match.play(choose.choice(match.orders(min(match.waiting))))
    return match


def _skirmish() -> Game:
    from tests.skirmish import GAME

    return GAME
