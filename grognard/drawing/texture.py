"""What is scattered over the ground: hachures down the slopes, trees, reeds, dunes, stones, houses, tufts of grass."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import chain
from math import hypot, sqrt
from typing import NamedTuple

from grognard.drawing.counters import Look, tag
from grognard.drawing.country import INLAND, Country
from grognard.drawing.fields import STEP, outlines
from grognard.drawing.layout import SIZE, Point, chance
from grognard.drawing.palette import Palette
from grognard.drawing.paths import BLOCK, pair
from grognard.engine.drawn import STRANGE

CONTOURS = (0.28, 0.52, 0.85)  # heights from which hachures run down
# By how far hachures look away from the light: how wide they are, and how strong.
HACHURES = ((-0.25, 4, 0.3), (0.35, 6, 0.42), (1.0, 9, 0.55))
LITTERS = 24  # ways to strew a hex

Stroke = tuple[float, float, float, float]  # from where to where


class Scatter(NamedTuple):
    """How a ground is strewn: how many spots to a hex, each with which strokes, where there is enough of the ground."""

    by: tuple[int, int]
    threshold: float
    strokes: tuple[Stroke, ...]  # round the spot
    width: float
    strength: float


TREES = (6, 5)
DOT = ((0.0, 0.0, 0.0, 0.0),)
SCATTERED: dict[str, tuple[Scatter, ...]] = {
    "clear": (Scatter((2, 2), 0, ((-1, 0, -1.9, -2.6), (0.8, 0, 1, -3.4), (1.6, 0, 3, -2.4)), 0.6, 0.75),),
    "marsh": (
        Scatter((4, 3), 0.5, ((-2, 0, -3.4, -3.6), (0, 0, 0, -5.2), (2, 0, 3.4, -3.6), (-5, 0.8, 5, 0.8)), 0.8, 0.9),
        Scatter((3, 2), 0.5, ((-6, 5, 2, 5), (4, 5, 6, 5)), 0.7, 0.6),
    ),
    "desert": (
        Scatter((6, 6), 0.45, ((0, 0, 0, 0),), 1.3, 0.7),
        Scatter((2, 3), 0.55, ((-7, 1.5, -2, -1), (-2, -1, 3, -0.5), (3, -0.5, 7, 2)), 0.8, 0.8),
    ),
    "rough": (
        Scatter((4, 4), 0.5, ((-2.6, 1.6, 0, -2), (0, -2, 3, 1.8)), 0.9, 0.9),
        Scatter((5, 4), 0.5, ((0, 0, 0, 0),), 1.6, 0.7),
    ),
    "city": (
        Scatter((7, 6), 0.5, ((-2, 0, 2.4, 0),), 4.2, 0.75),
        Scatter((5, 5), 0.5, ((0, -2, 0, 2.2),), 3.2, 0.55),
    ),
    STRANGE: (Scatter((4, 4), 0.5, ((0, 0, 0, 0),), 1.6, 0.6),),
}
CANOPY = ((1.0, 1.3, 8.2), (0.0, 0.0, 7.6), (-0.8, -0.9, 4.6))  # shadow, crown and light: aside, down, how wide


def textures(country: Country, palette: Palette) -> list[str]:
    """All that is scattered, each kind in its own colour."""
    drawn = []
    for kind in sorted({*chain(*country.covers)}):
        if kind == "forest":
            drawn += trees(list(_spots(country, kind, TREES, 0.5)), palette)
        for scatter in SCATTERED.get(kind, ()):
            spots = _spots(country, kind, scatter.by, scatter.threshold)
            drawn.append(strokes(strewn(spots, scatter.strokes), palette.marks[kind], scatter.width, scatter.strength))
    return drawn


def _spots(country: Country, kind: str, count: tuple[int, int], threshold: float) -> Iterator[Point]:
    """Spots strewn over the bricks that the hexes are made of, where there is land and enough of a ground."""
    kinds, lattice, land = country.covers, country.lattice, country.land
    own = country.grounds.get(kind)
    others = list(country.grounds.values())
    litters = _litters(count, sum(map(ord, kind)), lattice.swapped)
    for hex in country.board.here:
        if kind not in kinds[hex] and all(kind not in kinds[other] for other in country.board.neighbours[hex]):
            continue
        (x, y), (along, across) = country.layout.centre(hex), lattice.middles[hex]
        for right, down, columns, rows in litters[int(chance(hex, count[0]) * LITTERS)]:
            row, column = across + rows, along + columns
            if land[row][column] > INLAND and (
                own[row][column] > threshold if own else all(other[row][column] < 0.3 for other in others)
            ):
                yield x + right, y + down


@cache
def _litters(count: tuple[int, int], seed: int, swapped: bool) -> list[list[tuple[float, float, int, int]]]:
    """Ways to strew a brick: how far to the right and down of its middle, on paper and in points of the lattice."""
    wide, high = (SIZE * sqrt(3) / 2, SIZE) if swapped else (SIZE, SIZE * sqrt(3) / 2)
    litters = []
    for litter in range(LITTERS):
        spots = []
        for number in range(count[0] * count[1]):
            lot = chance(litter, number, seed + count[0])
            right = ((number % count[0] + 0.1 + 0.8 * lot) / count[0] - 0.5) * wide
            down = ((number // count[0] + 0.1 + 0.8 * (lot * 4096 % 1)) / count[1] - 0.5) * high
            along, across = (down, right) if swapped else (right, down)
            spots.append((right, down, round(along / STEP[0]), round(across / STEP[1])))
        litters.append(spots)
    return litters


def trees(spots: Iterable[Point], palette: Palette) -> list[str]:
    """Crowns with their shadows, at a scale of 0.1."""
    written = strewn(spots, DOT)
    return [
        tag("g", strokes(written, colour, wide, strength), transform=f"translate({aside * 10:.0f} {down * 10:.0f})")
        for (aside, down, wide), (colour, strength) in zip(CANOPY, palette.trees, strict=True)
    ]


def strewn(spots: Iterable[Point], sign: Sequence[Stroke]) -> list[str]:
    """The same few strokes at every spot, block by block."""
    first_x, first_y = round(sign[0][0] * 10), round(sign[0][1] * 10)
    lines, last_x, last_y = _run(sign, first_x, first_y)
    lines = lines.removeprefix("m0 0")
    blocks: dict[tuple[int, int], list[str]] = {}
    last: dict[tuple[int, int], tuple[int, int]] = {}
    for x, y in spots:
        block = int(x // BLOCK), int(y // BLOCK)
        ax, ay = last.get(block, (0, 0))
        x, y = round(x * 10), round(y * 10)
        blocks.setdefault(block, []).append(f"m{pair(x + first_x - ax, y + first_y - ay)}{lines}")
        last[block] = x + last_x, y + last_y
    return ["".join(written) for written in blocks.values()]


def _run(lines: Iterable[Stroke], ax: int = 0, ay: int = 0) -> tuple[str, int, int]:
    """Strokes one after the other, and where the last one ends."""
    written = []
    for x, y, a, b in lines:
        x, y, a, b = round(x * 10), round(y * 10), round(a * 10), round(b * 10)
        written.append(f"m{pair(x - ax, y - ay)}" + (f"l{pair(a - x, b - y)}" if (a, b) != (x, y) else "h0"))
        ax, ay = a, b
    return "".join(written), ax, ay


def strokes(blocks: Iterable[str], stroke: str, width: float, strength: float) -> str:
    """Lines of one style, with round ends."""
    look: Look = {"stroke": stroke, "stroke_width": width * 10, "stroke_opacity": f"{strength:.2f}"}
    drawn = "".join(tag("path", d=d) for d in blocks)
    return tag("g", drawn, fill="none", stroke_linecap="round", **look) if drawn else ""


# Hachures


def hachures(country: Country, palette: Palette) -> list[str]:
    """Short lines down the slopes, heavy where these look away from the light."""
    lines: list[dict[tuple[int, int], list[Stroke]]] = [{} for _ in HACHURES]
    for level in CONTOURS:
        for loop in outlines(country.lattice, country.height, level):
            if country.lattice.swapped:
                loop.reverse()
            for x, y, right, down, facing in _down(loop):
                weight = next(number for number, (limit, _, _) in enumerate(HACHURES) if facing <= limit)
                block = lines[weight].setdefault((int(x // BLOCK), int(y // BLOCK)), [])
                block.append((x, y, x + right, y + down))
    return [
        strokes([_run(block)[0] for block in some.values()], palette.hachure, width / 10, strength)
        for some, (_, width, strength) in zip(lines, HACHURES, strict=True)
    ]


def _down(loop: Sequence[Point]) -> Iterator[tuple[float, float, float, float, float]]:
    """Lines down from a contour at even steps, and how far each looks away from the light, from -1 to 1."""
    left = 0.0
    for (x, y), (a, b) in zip(loop, [*loop[1:], loop[0]], strict=True):
        length = hypot(a - x, b - y)
        while left < length:
            right, down = (y - b) / length, (a - x) / length
            facing = min(1.0, (right + down) / sqrt(2))
            px, py = x + (a - x) * left / length, y + (b - y) * left / length
            lot = chance(round(px * 10), round(py * 10))
            reach = (5.5 + 4.5 * facing) * (0.7 + 0.7 * lot)
            yield px, py, (right + 0.4 * lot - 0.2) * reach, (down + 0.2 - 0.4 * lot) * reach, facing
            left += (3.2 if facing > -0.2 else 5.0) * (0.75 + 0.5 * lot)
        left -= length
