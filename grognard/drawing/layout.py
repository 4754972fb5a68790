"""Where the hexes lie on a drawn map, and chance that always turns out the same."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.engine.board import Board

SIZE = 104.0  # of a hex, from side to side
BLEED = 12.0  # paper round the outermost hexes
NUMBER = 0.38 * SIZE  # how far above the middle of a hex its number goes, for whoever writes it

Point = tuple[float, float]


class Layout(NamedTuple):
    """The extent of the picture, the middle of each hex, and one outline around that."""

    width: float
    height: float
    size: float  # of a hex, from side to side
    centre: Callable[[int], Point]
    corners: tuple[Point, ...]  # the side in direction d runs from corner d to the one after it

    def outline(self, hex: int, scale: float = 1.0) -> list[Point]:
        """The six corners of a hex, drawn in or out round its middle."""
        x, y = self.centre(hex)
        return [(x + dx * scale, y + dy * scale) for dx, dy in self.corners]

    def side(self, hex: int, direction: int) -> tuple[Point, Point]:
        """The two ends of a hexside."""
        x, y = self.centre(hex)
        (ax, ay), (bx, by) = self.corners[direction], self.corners[(direction + 1) % 6]
        return (x + ax, y + ay), (x + bx, y + by)

    def holds(self, centre: Point, point: Point) -> bool:
        """Is a point in the hex round this centre?"""
        x, y = point[0] - centre[0], point[1] - centre[1]
        corners = zip(self.corners, self.corners[1:4], strict=False)
        return all(abs((ax + bx) * x + (ay + by) * y) <= self.size**2 / 2 for (ax, ay), (bx, by) in corners)


def layout_of(board: Board) -> Layout:
    """The coordinates of the drawn land, for whoever draws over it."""
    grid = board.grid
    x0, y0 = grid.centre(0)
    corners = tuple(((x - x0) * SIZE, (y - y0) * SIZE) for x, y in grid.corners(0))
    centres = {hex: grid.centre(hex) for hex in board.here} or {0: (x0, y0)}
    west, north = min(x for x, _ in centres.values()), min(y for _, y in centres.values())
    reach_x, reach_y = max(x for x, _ in corners) + BLEED, max(y for _, y in corners) + BLEED
    spots = {hex: ((x - west) * SIZE + reach_x, (y - north) * SIZE + reach_y) for hex, (x, y) in centres.items()}
    width = max(x for x, _ in spots.values()) + reach_x
    height = max(y for _, y in spots.values()) + reach_y
    return Layout(round(width, 1), round(height, 1), SIZE, spots.__getitem__, corners)


def chance(*keys: int) -> float:
    """A number from 0 to 1 that looks random and is always the same for the same keys."""
    mixed = 0x9E3779B9
    for key in keys:
        mixed = (mixed ^ key) * 0x85EBCA6B & 0xFFFFFFFF
        mixed = (mixed ^ mixed >> 13) * 0xC2B2AE35 & 0xFFFFFFFF
        mixed ^= mixed >> 16
    return mixed / 0x100000000
