"""Boxes that lie somewhere beyond the hexes: how far away they are, and which hexes on the edge lead straight there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from grognard.engine.hexes import STEPS, Grid, Orientation


class Spot(NamedTuple):
    """Half hexes along a line, and the line, as the grid counts them; without the former, the whole line."""

    along: int | None
    line: int


def spot_at(grid: Grid, column: int = 0, row: int = 0, line: int | None = None) -> Spot:
    """The spot with these printed numbers, counted on beyond the grid; or a whole line of the grid."""
    pointy = grid.orientation is Orientation.POINTY
    if line is not None:
        column, row = (column, line) if pointy else (line, row)
    across, down = column - grid.first_column, row - grid.first_row
    if grid.columns_grow == "west":
        across = -across
    position, number = (across, down) if pointy else (down, across)
    return Spot(None if line is not None else 2 * position + grid.is_shifted(number), number)


def apart(a: Spot, b: Spot) -> int:
    """The distance between two spots, in hexes."""
    lines = abs(a.line - b.line)
    if a.along is None or b.along is None:
        return lines
    return lines + max(0, (abs(a.along - b.along) - lines) // 2)


def approaches(grid: Grid, here: Sequence[int], box: Spot) -> dict[int, int]:
    """The hexes from which a shortest way to a box meets no other hex, and how long it is."""
    spots = {hex: Spot(*grid.spot(hex)) for hex in here}
    hexes = set(spots.values())
    found: dict[Spot, bool] = {}

    def is_open(spot: Spot) -> bool:
        """Does a shortest way from here to the box cross no hex?"""
        if spot not in found:
            left = apart(spot, box)
            found[spot] = not left or any(
                apart(there, box) < left and there not in hexes and is_open(there) for there in _around(grid, spot)
            )
        return found[spot]

    return {hex: apart(spot, box) for hex, spot in spots.items() if is_open(spot)}


def _around(grid: Grid, spot: Spot) -> list[Spot]:
    """The six spots beside one."""
    along = spot.along or 0
    return [Spot(along + halves, spot.line + lines) for halves, lines in STEPS[grid.orientation]]
