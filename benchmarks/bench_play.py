"""Random play of Husky beside python-chess, listing all legal orders before each; and the size of things.

The two take turns within one run, each with the same work again and again; the best of each counts, in processor time,
so that a busy machine does not matter much.
"""

from __future__ import annotations

import gc
import random
import subprocess
import sys
import tempfile
from importlib.metadata import requires
from pathlib import Path
from time import perf_counter, process_time

import chess

import grognard

ROUNDS, ORDERS = 24, 1000
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


def import_time() -> float:
    """Milliseconds to import the engine in a fresh Python, at best; without what an empty Python takes."""

    def fresh(code: str) -> float:
        fastest = float("inf")
        for _ in range(7):
            began = perf_counter()
            subprocess.run([sys.executable, "-c", code], check=True)
            fastest = min(fastest, perf_counter() - began)
        return fastest

    return (fresh("import grognard") - fresh("pass")) * 1000


def third_parties() -> float:
    """Packages that the engine needs without any extra."""
    return sum(1 for line in requires("grognard") or [] if "extra ==" not in line)


def run() -> list[Row]:
    """Rows of name, value, unit and limit."""
    husky(0, 100)  # map, charts and tables are read once
    chess_moves(0, 100)
    gc.collect()
    gc.freeze()  # what the other benchmarks have loaded is nobody's to sweep here
    ours = theirs = float("inf")
    for _ in range(ROUNDS):
        ours = min(ours, husky(1943, ORDERS))
        theirs = min(theirs, chess_moves(1943, ORDERS))
    gc.unfreeze()
    return [
        ("random play of Husky, orders a second", ORDERS / ours, "1/s", 0),
        ("random play of python-chess, moves a second", ORDERS / theirs, "1/s", 0),
        ("Husky's speed as a share of python-chess (at least)", theirs / ours, "x", -0.25),
        ("copying a state of Husky", copying(), "us", 20),
        ("a saved match, played to its end", saved_size(), "kB", 50),
        ("importing the engine", import_time(), "ms", 150),
        ("packages that the engine needs", third_parties(), "", 2),
    ]
