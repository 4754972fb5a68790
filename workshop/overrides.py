"""What is set by hand against geography: paints over areas, hexes and sides, each with its reason.

An override without a reason, one that names a place which is not there, or two hexes that do not touch, stops the work;
one that changes nothing is reported.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, MutableMapping
from pathlib import Path
from typing import Any

Row = dict[str, Any]


class Stale(ValueError):
    """An override that cannot be carried out."""


class Overrides:
    """The overrides of a map, and what is said about them."""

    def __init__(self, path: Path) -> None:
        said = tomllib.loads(path.read_text("utf-8")) if path.is_file() else {}
        self.areas: list[Row] = said.get("area", [])
        self.hexes: list[Row] = said.get("hex", [])
        self.sides: list[Row] = said.get("side", [])
        self.redundant: list[str] = []
        for row in (*self.areas, *self.hexes, *self.sides):
            if not row.get("why"):
                raise Stale(f"an override has no reason: {row}")

    def paint(self, terrain: MutableMapping[str, str], within: Callable[[Row, str], bool]) -> None:
        """Change the terrain of the hexes in an area, where it is one of those that may be changed."""
        for row in self.areas:
            changed = [label for label in terrain if terrain[label] in row["only"] and within(row, label)]
            for label in changed:
                terrain[label] = row["terrain"]
            if not changed:
                self.redundant.append(f"the area of {row['why']} changes nothing")

    def set_hexes(self, find: Callable[[str], str], **facts: MutableMapping[str, str]) -> None:
        """Set terrain, nation and the like of single hexes."""
        for row in self.hexes:
            label, changed = find(row["at"]), False
            for name, values in facts.items():
                if name in row:
                    changed |= values.get(label) != row[name]
                    values[label] = row[name]
            if not changed:
                self.redundant.append(f"the hex {row['at']} is so already")

    def between(self, find: Callable[[str], str]) -> Iterator[tuple[str, str, str]]:
        """Sides: the labels of their two hexes, and what lies there."""
        for row in self.sides:
            a, b = (find(name) for name in row["between"])
            yield a, b, row["kind"]
