"""Real geography on the picture of a board: its lines on paper, cut to what is seen, and its fields on the lattice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from grognard.drawing.fields import ACROSS, ALONG, MARGIN, Field, Lattice
from grognard.drawing.layout import SIZE, Layout, Point
from grognard.engine.board import Board
from grognard.engine.geography import FieldRows, Geography, rows_of
from grognard.engine.hexes import Orientation

BESIDE = 30.0  # how far beyond the picture lines are kept, so that their ends do not show


class Real:
    """A geography as one board shows it: the whole of it, or a window."""

    def __init__(self, geography: Geography, board: Board, layout: Layout) -> None:
        self.geography, self.board, self.layout = geography, board, layout
        hex = board.here[0]
        (x, y), (px, py) = board.grid.centre(hex), layout.centre(hex)
        self.corner = px - x * SIZE, py - y * SIZE

    def paper(self, point: Point) -> Point:
        """Where a point lies on paper."""
        return point[0] * SIZE + self.corner[0], point[1] * SIZE + self.corner[1]

    def field(self, lattice: Lattice, rows: FieldRows) -> Field:
        """A field on the lattice of the board."""
        x, y = lattice.paper(MARGIN, MARGIN)
        first = self.board.grid.centre(0)
        right, down = (x - self.corner[0]) / SIZE - first[0], (y - self.corner[1]) / SIZE - first[1]
        if self.board.grid.orientation is Orientation.FLAT:
            right, down = down, right
        start = round(right * ALONG) - MARGIN, round(down * ACROSS / (3**0.5 / 2)) - MARGIN
        return rows_of(rows, start, lattice.width, lattice.height)

    def rings(self, rings: Iterable[Sequence[Point]]) -> list[list[Point]]:
        """Closed lines on paper; what lies beyond the picture is cut off along its edge."""
        found = (_cut([self.paper(point) for point in ring], self.layout) for ring in rings)
        return [ring for ring in found if len(ring) > 2]

    def seen(self, line: Sequence[Point]) -> list[Point]:
        """A line on paper, or nothing if it lies beyond the picture."""
        points = [self.paper(point) for point in line]
        inside = any(
            -BESIDE < x < self.layout.width + BESIDE and -BESIDE < y < self.layout.height + BESIDE for x, y in points
        )
        return points if inside else []

    def spot(self, name: str) -> Point | None:
        """Where a place lies on paper, if that is known."""
        found = self.geography.spots.get(name)
        unit = self.geography.unit
        return self.paper((found[0] / unit, found[1] / unit)) if found else None


def _cut(ring: list[Point], layout: Layout) -> list[Point]:
    """A closed line cut along the four edges of the picture, one after the other."""
    edges: list[tuple[Callable[[Point], float], float]] = [
        (lambda point: point[0], BESIDE),
        (lambda point: point[1], BESIDE),
        (lambda point: -point[0], layout.width + BESIDE),
        (lambda point: -point[1], layout.height + BESIDE),
    ]
    for across, margin in edges:
        if not ring or min(map(across, ring)) >= -margin:
            continue
        kept: list[Point] = []
        for here, there in zip(ring, [*ring[1:], ring[0]], strict=True):
            a, b = across(here) + margin, across(there) + margin
            if a >= 0:
                kept.append(here)
            if a * b < 0:
                share = a / (a - b)
                kept.append((here[0] + (there[0] - here[0]) * share, here[1] + (there[1] - here[1]) * share))
        ring = kept
    return ring
