"""Fields over the map: how much land, forest or height there is at every point, and where a field crosses a level.

A field is a table of numbers on a fine lattice that fits the hexes. Each hex contributes to the points round it, so
that the shares of all hexes come to one everywhere: halfway between two hexes a field is halfway between their values.
Noise then shifts the levels, and what was a hexside becomes a coast.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import pairwise
from math import exp, hypot, sqrt

from grognard.drawing.layout import SIZE, Layout, Point, chance
from grognard.engine.board import Board
from grognard.engine.hexes import NOWHERE, STEPS, Orientation

ALONG = 10  # points from one hex to the next on its line; even, for the shifted lines
ACROSS = 9  # points from line to line
STEP = (SIZE / ALONG, SIZE * sqrt(3) / 2 / ACROSS)  # from point to point on paper, along and across
LEAST = 0.006  # a smaller share is none
SOFT = 0.42  # how far the share of a hex reaches, in hexes
MARGIN = 2 * ALONG  # points round the outermost hexes
SEEN = (6, 7)  # those of them that are drawn, along and across: past the hexes, but not past the bleed
TILE = 96  # points after which noise repeats itself

Field = list[list[float]]


@cache
def _share() -> tuple[tuple[int, int, tuple[float, ...]], ...]:
    """The share of one hex in the points round it: row by row, how far to either side and how much."""

    def weight(along: float, across: float) -> float:
        return exp(-((hypot(along / ALONG, across / ACROSS * sqrt(3) / 2) / SOFT) ** 2))

    def whole(along: int, across: int) -> float:
        """Of all hexes near a point."""
        return sum(
            weight(along - ALONG * (place + line % 2 / 2), across - ACROSS * line)
            for line in range(-2, 3)
            for place in range(-3, 4)
        )

    rows = []
    for across in range(1 - ALONG, ALONG):
        reach = next((n for n in range(ALONG - 1, -1, -1) if weight(n, across) / whole(n, across) > LEAST), None)
        if reach is not None:
            shares = (weight(along, across) / whole(along, across) for along in range(-reach, reach + 1))
            rows.append((across, reach, tuple(shares)))
    return tuple(rows)


@cache
def noise(seed: int, *octaves: int) -> tuple[tuple[float, ...], ...]:
    """Smooth noise from -1 to 1 in waves of the given lengths, each half as strong as the one before; it repeats."""
    rows = [[0.0] * TILE for _ in range(TILE)]
    strength, total = 1.0, 0.0
    for octave in octaves:
        count = TILE // octave
        knots = [[chance(seed, octave, a, b) * 2 - 1 for b in range(count)] for a in range(count)]
        ease = [(at / octave) ** 2 * (3 - 2 * at / octave) * strength for at in range(octave)]
        for row in range(TILE):
            above, below = knots[row // octave], knots[(row // octave + 1) % count]
            down = ease[row % octave] / strength
            mixed = [a + (b - a) * down for a, b in zip(above, below, strict=True)]
            waves = [
                a * strength + (b - a) * share
                for a, b in zip(mixed, [*mixed[1:], mixed[0]], strict=True)
                for share in ease
            ]
            rows[row] = [a + b for a, b in zip(rows[row], waves, strict=True)]
        total += strength
        strength /= 2
    return tuple(tuple(value / total * 1.6 for value in row) for row in rows)


def roughened(field: Field, waves: Sequence[Sequence[float]], amount: float, whole: Field | None = None) -> Field:
    """A field whose levels wander with the waves; 0 and 1 stay as they are. `whole` is what it is a share of."""
    rows = []
    for row, wave, all_of in zip(field, over(waves, field), whole or field, strict=True):
        if any(row):
            if whole:
                row = [value and value / (all_ + 0.001) for value, all_ in zip(row, all_of, strict=True)]
            row = [value and value + amount * n * value * (1 - value) for value, n in zip(row, wave, strict=True)]
        rows.append(row)
    return rows


def over(waves: Sequence[Sequence[float]], field: Field) -> list[tuple[float, ...]]:
    """Noise, repeated so that it covers a field."""
    width = len(field[0])
    tiled = [(tuple(row) * (width // TILE + 1))[:width] for row in waves[: len(field)]]
    return [tiled[number % TILE] for number in range(len(field))]


class Lattice:
    """The points of the fields and where they lie on paper; `sites` are the hexes and a ring of unseen ones."""

    def __init__(self, board: Board, layout: Layout) -> None:
        pointy = board.grid.orientation is Orientation.POINTY
        self.swapped = not pointy
        corner = layout.width, layout.height
        for hex in board.here:
            corner = min(corner[0], layout.centre(hex)[0]), min(corner[1], layout.centre(hex)[1])
        self.corner = corner if pointy else (corner[1], corner[0])
        self.sites: dict[tuple[int, int], int] = {}
        for hex in board.here:
            along, across = self._on_lattice(layout.centre(hex))
            self.sites[round(along) + MARGIN, round(across) + MARGIN] = hex
        self.width = max((along for along, _ in self.sites), default=MARGIN) + MARGIN + 1
        self.height = max((across for _, across in self.sites), default=MARGIN) + MARGIN + 1
        self.middles = {hex: site for site, hex in self.sites.items()}
        self.sites |= self._beyond(board)

    def _beyond(self, board: Board) -> dict[tuple[int, int], int]:
        """A ring of sites round the map, each with the hex that it continues: one of its most frequent terrain."""
        beside: dict[tuple[int, int], list[int]] = {}
        for (along, across), hex in self.sites.items():
            for direction, (halves, lines) in enumerate(STEPS[board.grid.orientation]):
                if board.towards[hex][direction] == NOWHERE:
                    beside.setdefault((along + halves * ALONG // 2, across + lines * ACROSS), []).append(hex)
        terrain = board.terrain
        return {
            site: max(hexes, key=lambda hex: [terrain[other] for other in hexes].count(terrain[hex]))
            for site, hexes in beside.items()
        }

    def _on_lattice(self, point: Point) -> Point:
        along, across = (point[1], point[0]) if self.swapped else point
        return (along - self.corner[0]) / STEP[0], (across - self.corner[1]) / STEP[1]

    def spot(self, point: Point) -> Point:
        """A point on paper, in steps of the lattice."""
        along, across = self._on_lattice(point)
        return along + MARGIN, across + MARGIN

    def paper(self, along: float, across: float) -> Point:
        """A point of the lattice on paper."""
        x = (along - MARGIN) * STEP[0] + self.corner[0]
        y = (across - MARGIN) * STEP[1] + self.corner[1]
        return (y, x) if self.swapped else (x, y)

    def blend(self, values: Sequence[float]) -> Field:
        """A field from a value for each hex; the unseen hexes continue the one that they lie beside."""
        field, shared = [[0.0] * self.width for _ in range(self.height)], _share()
        for (along, across), hex in self.sites.items():
            if value := values[hex]:
                for row, reach, shares in shared:
                    line, left, right = field[across + row], along - reach, along + reach + 1
                    line[left:right] = [
                        old + value * share for old, share in zip(line[left:right], shares, strict=True)
                    ]
        return field

    def at(self, field: Field, point: Point) -> float:
        """The field at a point on paper, to the nearest point of the lattice."""
        along, across = self.spot(point)
        return field[round(across)][round(along)]

    def near(self, a: Point, b: Point, reach: float) -> Iterable[tuple[int, int, float]]:
        """The points of the lattice near a line on paper, each with its distance from it."""
        (ax, ay), (bx, by) = a, b
        dx, dy = bx - ax, by - ay
        length = dx * dx + dy * dy
        corners = [self.spot((x, y)) for x in (min(ax, bx) - reach, max(ax, bx) + reach)
                   for y in (min(ay, by) - reach, max(ay, by) + reach)]  # fmt: skip
        for across in range(round(min(c[1] for c in corners)), round(max(c[1] for c in corners)) + 1):
            for along in range(round(min(c[0] for c in corners)), round(max(c[0] for c in corners)) + 1):
                x, y = self.paper(along, across)
                share = min(1.0, max(0.0, ((x - ax) * dx + (y - ay) * dy) / length))
                distance = hypot(x - ax - dx * share, y - ay - dy * share)
                if distance <= reach:
                    yield along, across, distance


# Levels

# How a level runs through a cell, from side to side, so that what lies above it is always on the same hand; by which
# corners lie above it (8 top left, 4 top right, 2 bottom left, 1 bottom right). Two opposite corners are two islands.
_CROSSINGS = (
    "", "right bottom", "bottom left", "right left", "top right", "top bottom", "top right bottom left", "top left",
    "left top", "left top right bottom", "bottom top", "right top", "left right", "left bottom", "bottom right", "",
)  # fmt: skip


@cache
def _crossings(width: int) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The same, with the sides as numbers counted from that of the cell; see `_where` for the numbers."""
    sides = {"top": 0, "left": 1, "right": 3, "bottom": 2 * width}
    named = [[sides[side] for side in text.split()] for text in _CROSSINGS]
    return tuple(tuple(zip(run[::2], run[1::2], strict=True)) for run in named)


def outlines(lattice: Lattice, field: Field, level: float, *, below: bool = False) -> list[list[Point]]:
    """Closed lines on paper round all that is above a level, or below it; beyond the map there is neither."""
    column, row = MARGIN - SEEN[0], MARGIN - SEEN[1]
    width = lattice.width - 2 * column
    outside = level + 0.2 if below else level - 0.2
    rows = [[outside, *line[column + 1 : column + width - 1], outside] for line in field[row : lattice.height - row]]
    rows[0] = rows[-1] = [outside] * width
    if below:
        masks = [min(row) < level and _mask(["1" if value < level else "0" for value in row]) for row in rows]
    else:
        masks = [max(row) > level and _mask(["1" if value > level else "0" for value in row]) for row in rows]
    crossings = _crossings(width)
    follows: dict[int, int] = {}
    for number, (upper, lower) in enumerate(pairwise(masks)):
        mixed = (upper ^ lower) | (upper ^ upper >> 1) | (lower ^ lower >> 1)
        line = 2 * (number * width + width - 2)
        while mixed:
            bit = mixed.bit_length() - 1
            mixed ^= 1 << bit
            for start, end in crossings[(upper >> bit & 3) * 4 + (lower >> bit & 3)]:
                follows[line - 2 * bit + start] = line - 2 * bit + end
    return [_where(lattice, rows, level, width, loop) for loop in _loops(follows) if len(loop) > 5]


def _mask(bits: list[str]) -> int:
    return int("".join(bits), 2)


def _loops(follows: dict[int, int]) -> Iterable[list[int]]:
    while follows:
        key = next(iter(follows))
        loop = []
        while key in follows:
            loop.append(key)
            key = follows.pop(key)
        yield loop


def _where(lattice: Lattice, rows: Field, level: float, width: int, loop: Iterable[int]) -> list[Point]:
    """Where a level is crossed: twice the number of a point, and 1 more if it is towards the next row."""
    (west, north), (right, down) = lattice.paper(MARGIN - SEEN[0], MARGIN - SEEN[1]), STEP
    if lattice.swapped:
        west, north = north, west
    points = []
    for key in loop:
        row, column = divmod(key >> 1, width)
        here = rows[row][column]
        if key & 1:
            share = (level - here) / (rows[row + 1][column] - here)
            points.append((west + column * right, north + (row + share) * down))
        else:
            share = (level - here) / (rows[row][column + 1] - here)
            points.append((west + (column + share) * right, north + row * down))
    return [(y, x) for x, y in points] if lattice.swapped else points
