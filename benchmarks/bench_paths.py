"""How fast movement and supply are found, and how they grow with the map.

Times are the best of many runs, so that a busy machine does not matter. A growth exponent of 1 means that four times
the hexes take four times as long; of 0, that the size of the map does not matter.
"""

from collections.abc import Callable
from itertools import pairwise
from math import log
from random import Random
from time import perf_counter

from grognard.engine.board import Board, build
from grognard.engine.files import parse_toml
from grognard.engine.paths import Lattice, mask_of, reach, spread, uniform
from grognard.engine.search import Mode
from grognard.engine.supply import Stage, lines

SIDES = (20, 40, 80)  # boards of 400, 1,600 and 6,400 hexes
Row = tuple[str, float, str, float]


def plain_board(side: int) -> Board:
    """A square of clear hexes."""
    rows = "\n".join(f"{row} " + " ".join("." * side) for row in range(side))
    text = f"""
        schema = 1
        id = "plain"
        source = "reconstructed"
        grid = {{ orientation = "pointy", columns = {side}, rows = {side} }}
        terrain.key = {{ "." = "clear" }}
        terrain.rows = '''\n{rows}'''
    """
    return build(parse_toml(text, "plain.toml"))


def best(works: list[Callable[[], object]], repeats: int = 40) -> list[float]:
    """Microseconds for each piece of work, taken in turns so that a busy moment falls on all of them."""
    fastest = [float("inf")] * len(works)
    for _ in range(repeats):
        for number, work in enumerate(works):
            began = perf_counter()
            work()
            fastest[number] = min(fastest[number], perf_counter() - began)
    return [seconds * 1e6 for seconds in fastest]


def ranges_from(board: Board, count: int) -> Callable[[], object]:
    """Three movement points from `count` hexes away from the edge, with one hex in six stopping movement."""
    steps = uniform(board.neighbours)
    chance = Random(1943)
    stops = mask_of(hex for hex in board.here if chance.random() < 1 / 6)
    starts = chance.sample([hex for hex in board.here if len(board.grid.within(hex, 3)) == 37], count)
    return lambda: [reach(steps, start, 3, stops) for start in starts]


def supply_of_a_side(board: Board) -> Callable[[], object]:
    """Where supply spreads from four sources, and every line of it, with 15 hexes in a hundred closed."""
    chance = Random(1944)
    free = mask_of(hex for hex in board.here if chance.random() >= 0.15)
    sources = mask_of(chance.sample(board.here, 4))
    lattice = Lattice(board)
    on_foot = Stage((Mode("foot", lattice, free),))
    return lambda: (spread(lattice, sources, free), lines(sources, on_foot))


def growth(times: list[float]) -> float:
    """The steepest growth exponent between boards, each four times as large as the one before."""
    return max(log(after / before, 4) for before, after in pairwise(times))


def run() -> list[Row]:
    """Rows of name, value, unit and the most that is allowed."""
    boards = [plain_board(side) for side in SIDES]
    ranges = [time / 50 for time in best([ranges_from(board, 50) for board in boards])]
    supplies = best([supply_of_a_side(board) for board in boards])
    return [
        ("one movement range, 400 hexes", ranges[0], "µs", 60.0),
        ("growth of a movement range", growth(ranges), "exponent", 0.4),
        ("supply of a side, 400 hexes", supplies[0], "µs", 1000.0),
        ("supply of a side, 6,400 hexes", supplies[-1], "µs", 16000.0),
        ("growth of a side's supply", growth(supplies), "exponent", 1.15),
    ]


if __name__ == "__main__":
    for name, value, unit, limit in run():
        verdict = "ok" if value <= limit else "TOO MUCH"
        print(f"{name:32} {value:10.2f} {unit:9} (at most {limit:g}) {verdict}")
