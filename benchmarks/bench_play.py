"""Random play of Husky and of 2WW beside python-chess, and of Summer 1943 beside Husky, listing all legal orders before
each; a whole war by the computer; and the size of things.

They take turns within one run, each with the same work again and again; the best of each counts, in processor time,
so that a busy machine does not matter much.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import tempfile
from importlib.metadata import requires
from operator import itemgetter
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from time import perf_counter, process_time
from typing import Any

import chess

import grognard
from grognard.games.westfront.supply import is_fed
from grognard.lab.checks.generators import COMPUTER

ROUNDS, ORDERS = 24, 1000
WHOLE, WHOLE_SHARE = 2, 0.4
"""Matches of the whole map, and how fast they must be beside Husky: half as fast, less what a busy machine may take."""
EUROPE_SHARE = 0.14
"""How fast 2WW must be beside python-chess: 0.16 as measured, less what a busy machine may take."""
IMPORT_SHARE = 6.0
"""How long importing the engine may take beside msgspec alone: 150 ms where that takes 25."""
WAR_SECONDS = 60
"""Processor time that two computer players of the fastest level may take for a whole war."""
Row = tuple[str, float, str, float]


def husky(seed: int, orders: int) -> float:
    """Seconds for so many random orders of Husky."""
    chooser = random.Random(seed)
    match = grognard.new("westfront", "husky", seed=seed)
    began, left = process_time(), orders
    while left:
        side = min(match.waiting)
        legal = list(match.orders(side))
        match.play(legal[int(chooser.random() * len(legal))])
        left -= 1
        if match.outcome is not None:
            match = grognard.new("westfront", "husky", seed=seed + left)
    return process_time() - began


def europe(seed: int) -> tuple[int, float]:
    """The random orders of a whole war in Europe, set-up and all, and the seconds that they take."""
    return _to_the_end(grognard.new("2ww", "war", seed=seed), seed)


def a_war_by_the_computer() -> float:
    """Seconds of processor time for a whole war in Europe between two computer players of the fastest level."""
    match = grognard.new("2ww", "war", seed=1939)
    players, began = COMPUTER.player(match.game, 1939), process_time()
    while match.outcome is None:
        match.play(players.choose(match))
    return process_time() - began


def deployed(scenario: str) -> grognard.Match:
    """A match on the whole map after both sides have taken the historical set-up as it is proposed."""
    match = grognard.new("westfront", scenario, seed=1943, options={"deployment": "historical"})
    while match.game.when(match.state).startswith("set-up"):
        side = min(match.waiting)
        orders = list(match.orders(side))
        match.play(next((order for order in orders if str(order) == "seal"), orders[0]), side)
    return match


def whole_map(start: grognard.Match, seed: int) -> tuple[int, float]:
    """The random orders of a match on the whole map, from deployment to its end, and the seconds that they take."""
    return _to_the_end(start.with_state(start.state.copy()), seed)


def _to_the_end(match: grognard.Match, seed: int) -> tuple[int, float]:
    chooser = random.Random(seed)
    began, orders = process_time(), 0
    while match.outcome is None:
        legal = list(match.orders(min(match.waiting)))
        match.play(legal[int(chooser.random() * len(legal))])
        orders += 1
    return orders, process_time() - began


def supplying() -> float:
    """Milliseconds to find who is supplied at the start of Summer 1943, at best, with nothing remembered."""
    s: Any = deployed("summer43").state
    units = [unit for unit, place in enumerate(s.where) if place >= 0]
    fastest = float("inf")
    for _ in range(50):
        s.memo, s.world._memo = {}, {}
        began = perf_counter()
        for unit in units:
            is_fed(s, unit, frozenset())
        fastest = min(fastest, perf_counter() - began)
    return fastest * 1000


def chess_moves(seed: int, moves: int) -> float:
    """Seconds for so many random moves of python-chess."""
    chooser = random.Random(seed)
    board = chess.Board()
    began, left = process_time(), moves
    while left:
        legal = list(board.legal_moves)
        board.push(legal[int(chooser.random() * len(legal))])
        left -= 1
        if board.is_game_over():
            board = chess.Board()
    return process_time() - began


def a_played_match() -> grognard.Match:
    """A whole match of random play."""
    chooser = random.Random(7)
    match = grognard.new("westfront", "husky", seed=7)
    while match.outcome is None:
        match.play(chooser.choice(list(match.orders(min(match.waiting)))))
    return match


def copying() -> float:
    """Microseconds to copy a state of Husky, at best."""
    state = grognard.new("westfront", "husky", seed=1943).state
    fastest = float("inf")
    for _ in range(200):
        began = perf_counter()
        for _ in range(10):
            state.copy()
        fastest = min(fastest, perf_counter() - began)
    return fastest / 10 * 1e6


def saved_size() -> float:
    """Kilobytes of a saved match, played to its end."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "match.json"
        a_played_match().save(str(path))
        return path.stat().st_size / 1000


def import_times() -> tuple[float, float]:
    """Milliseconds of processor time to import the engine in a fresh Python, and the package that it rests on alone,
    each at best; without what an empty Python takes."""

    def spent() -> float:
        used = getrusage(RUSAGE_CHILDREN)
        return used.ru_utime + used.ru_stime

    def fresh(code: str) -> float:
        fastest = float("inf")
        for _ in range(15):
            began = spent()
            subprocess.run([sys.executable, "-c", code], check=True)
            fastest = min(fastest, spent() - began)
        return fastest

    empty = fresh("pass")
    return (fresh("import grognard") - empty) * 1000, (fresh("import msgspec") - empty) * 1000


def third_parties() -> float:
    """Packages that the engine needs without any extra."""
    return sum(1 for line in requires("grognard") or [] if "extra ==" not in line)


def _rate(matches: list[tuple[int, float]]) -> float:
    """Orders a second in some matches."""
    return sum(orders for orders, _ in matches) / sum(seconds for _, seconds in matches)


def run() -> list[Row]:
    """Rows of name, value, unit and limit."""
    husky(0, 100)  # map, charts and tables are read once
    chess_moves(0, 100)
    start = deployed("summer43")
    whole_map(start, 0)
    europe(0)
    gc.collect()
    gc.freeze()  # what the other benchmarks have loaded is nobody's to sweep here
    ours = theirs = float("inf")
    matches = [(0, float("inf"))] * WHOLE
    wars = [(0, float("inf"))] * WHOLE
    for _ in range(ROUNDS):
        ours = min(ours, husky(1943, ORDERS))
        theirs = min(theirs, chess_moves(1943, ORDERS))
        matches = [min(best, whole_map(start, seed), key=itemgetter(1)) for seed, best in enumerate(matches, 1943)]
        wars = [min(best, europe(seed), key=itemgetter(1)) for seed, best in enumerate(wars, 1939)]
    whole, war = _rate(matches), _rate(wars)
    gc.unfreeze()
    engine, msgspec = import_times()
    return [
        ("random play of Husky, orders a second", ORDERS / ours, "1/s", 0),
        ("random play of python-chess, moves a second", ORDERS / theirs, "1/s", 0),
        ("Husky's speed as a share of python-chess (at least)", theirs / ours, "x", -0.25),
        ("random play of Summer 1943, orders a second", whole, "1/s", 0),
        ("its speed as a share of Husky's (at least)", whole * ours / ORDERS, "x", -WHOLE_SHARE),
        ("random play of 2WW, orders a second", war, "1/s", 0),
        ("its speed as a share of python-chess (at least)", war * theirs / ORDERS, "x", -EUROPE_SHARE),
        ("a whole war of 2WW by two computer players, level 1", a_war_by_the_computer(), "s", WAR_SECONDS),
        ("supply of all units at the start of Summer 1943", supplying(), "ms", 2),
        ("copying a state of Husky", copying(), "us", 20),
        ("a saved match, played to its end", saved_size(), "kB", 50),
        ("importing the engine", engine, "ms", 0),
        ("the same as a multiple of importing msgspec alone", engine / msgspec, "x", IMPORT_SHARE),
        ("packages that the engine needs", third_parties(), "", 2),
    ]
