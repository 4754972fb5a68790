"""Real geography under a map: coasts, rivers, borders and relief, already fitted to its hexes.

The workshop makes such a file once; the land is drawn from it in any palette. Everything is measured in hexes, as in
`Grid.centre`. Lines are whole numbers, a fixed number to a hex, each point counted from the one before. A field has a
letter for each point of the lattice on which the land is drawn; a repeated letter is followed by how often.
"""

from __future__ import annotations

import re
from functools import cached_property

import msgspec

from grognard.engine.files import Source, read_data

LETTERS = "".join(chr(code) for code in range(33, 127) if chr(code) not in '"\\0123456789')

Point = tuple[float, float]
Line = tuple[Point, ...]


class RiverLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A river from its source; how wide it is there and at its mouth, as shares of a full-grown one."""

    name: str
    wide: tuple[float, float]
    line: str


class FieldRows(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A field: the point of its first letter, counted from the first hex of the grid, and the values of the letters."""

    first: tuple[int, int]
    most: float
    rows: tuple[str, ...]


class Geography(msgspec.Struct, frozen=True, forbid_unknown_fields=True, dict=True):
    """What lies under a map."""

    schema: int
    map: str
    credits: str
    unit: int
    coast: tuple[str, ...]
    lakes: tuple[str, ...]
    rivers: tuple[RiverLine, ...]
    borders: tuple[str, ...]
    spots: dict[str, tuple[int, int]]
    land: FieldRows
    height: FieldRows

    def points(self, line: str) -> Line:
        """A line, unpacked."""
        numbers = [int(number) for number in line.split()]
        x = y = 0
        found = []
        for right, down in zip(numbers[::2], numbers[1::2], strict=True):
            x, y = x + right, y + down
            found.append((x / self.unit, y / self.unit))
        return tuple(found)

    @cached_property
    def shores(self) -> tuple[Line, ...]:
        """Closed lines round the land, and round the water in it."""
        return tuple(self.points(line) for line in self.coast)

    @cached_property
    def pools(self) -> tuple[Line, ...]:
        """Closed lines round lakes."""
        return tuple(self.points(line) for line in self.lakes)

    @cached_property
    def courses(self) -> tuple[tuple[str, tuple[float, float], Line], ...]:
        """Rivers: their names, how wide they are at either end, and where they run."""
        return tuple((river.name, river.wide, self.points(river.line)) for river in self.rivers)

    @cached_property
    def frontiers(self) -> tuple[Line, ...]:
        """Lines between nations."""
        return tuple(self.points(line) for line in self.borders)


def packed(points: list[tuple[int, int]]) -> str:
    """A line of whole numbers as a file has it."""
    numbers, x, y = [], 0, 0
    for a, b in points:
        numbers += [a - x, b - y]
        x, y = a, b
    return " ".join(map(str, numbers))


def rows_of(field: FieldRows, first: tuple[int, int], width: int, height: int) -> list[list[float]]:
    """The part of a field that begins at a point; beyond the field its edge is repeated."""
    top, left = first[1] - field.first[1], first[0] - field.first[0]
    values = {letter: field.most * number / (len(LETTERS) - 1) for number, letter in enumerate(LETTERS)}
    found: list[list[float]] = []
    for row in range(top, top + height):
        letters = _spread(field.rows[min(max(row, 0), len(field.rows) - 1)])
        line = [values[letters[min(max(column, 0), len(letters) - 1)]] for column in range(left, left + width)]
        found.append(line)
    return found


def _spread(row: str) -> str:
    return "".join(letter * int(count or 1) for letter, count in re.findall(r"(\D)(\d*)", row))


def squeezed(letters: str) -> str:
    """A row of letters, each followed by how often it is repeated if that is more than once."""
    return "".join(run[0] + (str(len(run[0] + run[1])) if run[1] else "") for run in re.findall(r"(.)(\1*)", letters))


def load(source: Source) -> Geography:
    """Read a geography from its file."""
    return msgspec.json.decode(read_data(source), type=Geography)
