"""Hex geometry: directions, distances, lines, printed numbers, and where to draw a hex.

Two orientations. Pointy-topped hexes lie in straight rows, and every other row is shifted half a hex to the east.
Flat-topped hexes stand in straight columns, and every other column is shifted half a hex to the south. A hex is a small
integer, `row * columns + column`, counted from the north-west corner; a direction is 0 to 5 in the order of
`Grid.directions`, so that `(direction + 3) % 6` looks back.

Both orientations share one arithmetic. A hex has a line (its row if pointy, its column if flat) and a position along
it, counted in half hexes so that the shift is a whole number.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from math import cos, inf, pi, sin, sqrt
from typing import Literal, TypeAlias

Hex: TypeAlias = int
Direction: TypeAlias = int

NOWHERE = -1  # beyond the edge


class Orientation(StrEnum):
    """Whether a hex stands on a corner or on a side."""

    POINTY = "pointy"
    FLAT = "flat"


NAMES = {
    Orientation.POINTY: ("E", "NE", "NW", "W", "SW", "SE"),
    Orientation.FLAT: ("N", "NE", "SE", "S", "SW", "NW"),
}
# One hex in each direction: (half hexes along the line, lines), in the order of NAMES.
STEPS = {
    Orientation.POINTY: ((2, 0), (1, -1), (-1, -1), (-2, 0), (-1, 1), (1, 1)),
    Orientation.FLAT: ((-2, 0), (-1, 1), (1, 1), (2, 0), (1, -1), (-1, -1)),
}


def opposite(direction: Direction) -> Direction:
    """The way back."""
    return (direction + 3) % 6


@dataclass(frozen=True)
class Grid:
    """A rectangular grid of hexes with printed numbers.

    >>> grid = Grid(Orientation.POINTY, columns=24, rows=36)
    >>> palermo = grid.of_label("1727")
    >>> grid.label(grid.towards(palermo, grid.direction("SE")))
    '1828'
    """

    orientation: Orientation
    columns: int
    rows: int
    first_column: int = 0  # the printed numbers of the north-west hex
    first_row: int = 0
    shift: Literal["odd", "even"] = "odd"  # which lines are shifted, by their printed number
    label_format: str = "{column:02}{row:02}"
    columns_grow: Literal["east", "west"] = "east"  # some maps number their columns from the east

    @property
    def size(self) -> int:
        """How many hexes the grid has."""
        return self.columns * self.rows

    @property
    def directions(self) -> tuple[str, ...]:
        """The names of the six directions."""
        return NAMES[self.orientation]

    def direction(self, name: str) -> Direction:
        """A direction by its name, in any case; ValueError if this orientation has none such."""
        return self.directions.index(name.upper())

    # Moving about

    def towards(self, hex: Hex, direction: Direction) -> Hex:
        """The next hex in a direction, or -1 beyond the edge."""
        along, line = self._spot(hex)
        step_along, step_line = STEPS[self.orientation][direction]
        return self._hex_at(along + step_along, line + step_line)

    def neighbours(self, hex: Hex) -> tuple[Hex, ...]:
        """The hexes that touch this one, in the order of the directions."""
        around = (self.towards(hex, direction) for direction in range(6))
        return tuple(other for other in around if other != NOWHERE)

    def distance(self, a: Hex, b: Hex) -> int:
        """How many hexes it is from one to the other."""
        along_a, line_a = self._spot(a)
        along_b, line_b = self._spot(b)
        lines = abs(line_a - line_b)
        return lines + max(0, (abs(along_a - along_b) - lines) // 2)

    def direction_between(self, a: Hex, b: Hex) -> Direction:
        """Through which side of a one steps into b, or -1 if they do not touch."""
        along_a, line_a = self._spot(a)
        along_b, line_b = self._spot(b)
        step = (along_b - along_a, line_b - line_a)
        steps = STEPS[self.orientation]
        return steps.index(step) if step in steps else NOWHERE

    def line(self, a: Hex, b: Hex) -> tuple[Hex, ...]:
        """The hexes from a to b that keep nearest to the straight line; of two as near, the earlier direction."""
        along_a, line_a = self._spot(a)
        along_b, line_b = self._spot(b)

        def astray(hex: Hex) -> int:
            along, line = self._spot(hex)
            return abs((along_b - along_a) * (line - line_a) - (line_b - line_a) * (along - along_a))

        path = [a]
        while path[-1] != b:
            left = self.distance(path[-1], b)
            path.append(min((h for h in self.neighbours(path[-1]) if self.distance(h, b) < left), key=astray))
        return tuple(path)

    def within(self, hex: Hex, radius: int) -> tuple[Hex, ...]:
        """Every hex at most `radius` away, itself included, in ascending order."""
        along, line = self._spot(hex)
        found = []
        for lines in range(-radius, radius + 1):
            reach = 2 * radius - abs(lines)
            found += [self._hex_at(along + half, line + lines) for half in range(-reach, reach + 1, 2)]
        return tuple(sorted(other for other in found if other != NOWHERE))

    def ring(self, hex: Hex, radius: int) -> tuple[Hex, ...]:
        """Every hex exactly `radius` away, in ascending order."""
        return tuple(other for other in self.within(hex, radius) if self.distance(hex, other) == radius)

    # Printed numbers

    def printed(self, hex: Hex) -> tuple[int, int]:
        """The printed column and row."""
        row, column = divmod(hex, self.columns)
        return self.first_column + (column if self.columns_grow == "east" else -column), self.first_row + row

    def between(self, rows: tuple[int, int] | None, columns: tuple[int, int] | None) -> dict[Hex, tuple[int, int]]:
        """The hexes from one printed row or column to another, with the column and row of each; None means all."""
        top, bottom = sorted(rows) if rows else (-inf, inf)
        left, right = sorted(columns) if columns else (-inf, inf)
        printed = {hex: self.printed(hex) for hex in range(self.size)}
        return {hex: at for hex, at in printed.items() if left <= at[0] <= right and top <= at[1] <= bottom}

    def label(self, hex: Hex) -> str:
        """The printed number of a hex."""
        column, row = self.printed(hex)
        return self.label_format.format(column=column, row=row)

    def of_label(self, label: str) -> Hex:
        """The hex that bears this number, or -1."""
        return self._of_label.get(label, NOWHERE)

    def printed_line(self, line: int) -> int:
        """The printed number of a line: of a row if pointy-topped, of a column if flat-topped."""
        column, row = self.printed(line * self.columns if self.orientation is Orientation.POINTY else line)
        return row if self.orientation is Orientation.POINTY else column

    # Drawing

    def centre(self, hex: Hex) -> tuple[float, float]:
        """Where the middle of a hex lies, x to the east and y to the south; neighbours are 1 apart."""
        along, line = self._spot(hex)
        x, y = (along + 1) / 2, (1.5 * line + 1) / sqrt(3)
        return (x, y) if self.orientation is Orientation.POINTY else (y, x)

    def corners(self, hex: Hex) -> tuple[tuple[float, float], ...]:
        """The six corners; the side in direction d runs from corner d to corner d + 1 (after the last, the first)."""
        x, y = self.centre(hex)
        start, turn = (-pi / 6, pi / 3) if self.orientation is Orientation.POINTY else (pi * 2 / 3, -pi / 3)
        angles = [start + turn * corner for corner in range(6)]
        return tuple((x + cos(angle) / sqrt(3), y - sin(angle) / sqrt(3)) for angle in angles)

    # Lines and half hexes

    def is_shifted(self, line: int) -> bool:
        """Is this line (counted from 0) one of the shifted ones? They go on beyond the grid."""
        return self._is_shifted(line) if not 0 <= line < len(self._shifted) else self._shifted[line]

    def spot(self, hex: Hex) -> tuple[int, int]:
        """Where a hex lies: half hexes along its line, and its line."""
        return self._spot(hex)

    def _spot(self, hex: Hex) -> tuple[int, int]:
        row, column = divmod(hex, self.columns)
        along, line = (column, row) if self.orientation is Orientation.POINTY else (row, column)
        return 2 * along + self._shifted[line], line

    def _hex_at(self, along: int, line: int) -> Hex:
        pointy = self.orientation is Orientation.POINTY
        lines, length = (self.rows, self.columns) if pointy else (self.columns, self.rows)
        if not 0 <= line < lines:
            return NOWHERE
        position = (along - self._shifted[line]) // 2
        if not 0 <= position < length:
            return NOWHERE
        return line * self.columns + position if pointy else position * self.columns + line

    @cached_property
    def _shifted(self) -> tuple[bool, ...]:
        lines = self.rows if self.orientation is Orientation.POINTY else self.columns
        return tuple(self._is_shifted(line) for line in range(lines))

    def _is_shifted(self, line: int) -> bool:
        if self.orientation is Orientation.POINTY:
            printed = self.first_row + line
        else:
            printed = self.first_column + (line if self.columns_grow == "east" else -line)
        return (printed % 2 == 1) == (self.shift == "odd")

    @cached_property
    def _of_label(self) -> dict[str, Hex]:
        return {self.label(hex): hex for hex in range(self.size)}
