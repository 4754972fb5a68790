"""A long match of 2WW: what an order costs late beside early, at the table and without it, and what it takes of memory.

The same run gives both figures of a ratio. At the table means: the order is played, and both sides get their view with
what is new in their log, as the server sends it.
"""

from __future__ import annotations

import gc
import random
import tracemalloc
from time import process_time

import grognard
from grognard.engine.match import Match
from grognard.table.play import ENCODER, ReplyFormat, seen

PART = 1000
"""So many orders are timed together."""
PARTS = 10
GROWTH = 1.3
"""How much dearer the last thousand orders may be than the first, on a machine that may be busy."""
KILOBYTES = 1.0
"""How much memory an order may leave behind, with the logs of both sides."""
Row = tuple[str, float, str, float]


def order(match: Match, chooser: random.Random) -> None:
    """Something active whenever possible: the war would be over after 5,000 orders otherwise."""
    legal = list(match.orders(min(match.waiting)))
    match.play(chooser.choice([each for each in legal if type(each).__name__ != "Pass"] or legal))


def parts(at_the_table: bool) -> list[float]:
    """Seconds of processor time for each thousand orders."""
    match, chooser = grognard.new("2ww", "war", seed=5), random.Random(5)
    since = dict.fromkeys(match.sides, "")
    found = []
    for _ in range(PARTS):
        began = process_time()
        for _ in range(PART):
            order(match, chooser)
            if at_the_table:
                for side in match.sides:
                    view = seen(match, side, ReplyFormat("en", since[side]))
                    since[side] = view["cursor"]
                    ENCODER.encode(view)
        found.append(process_time() - began)
    return found


def left_behind() -> float:
    """Kilobytes that each order leaves in memory, with the logs of both sides."""
    match, chooser = grognard.new("2ww", "war", seed=5), random.Random(5)
    sizes = []
    for number in range(3 * PART):
        if number in (PART, 3 * PART - 1):
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
        if number == 0:
            tracemalloc.start()
        order(match, chooser)
        if number % 50 == 0:
            for side in match.sides:
                match.log(side)
    tracemalloc.stop()
    return (sizes[1] - sizes[0]) / (2 * PART) / 1000


def run() -> list[Row]:
    plain, table = parts(at_the_table=False), parts(at_the_table=True)
    return [
        ("an order of 2WW in a long match, milliseconds", plain[0], "ms", 0),
        ("the tenth thousand orders beside the first", plain[-1] / plain[0], "x", GROWTH),
        ("the same at the table, with both views", table[-1] / table[0], "x", GROWTH),
        ("memory that an order leaves behind", left_behind(), "kB", KILOBYTES),
    ]
