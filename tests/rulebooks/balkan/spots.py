"""Spots of the map at which tests stand their units, and the hexes around them."""

from __future__ import annotations

from typing import Any

from tests.rulebooks.balkan.table import Table, at

PLAIN = "Nagykanizsa SW3"
"""A clear hex of Yugoslavia amid clear ones, with nothing on its sides."""
AROUND = ("Koprivnica SE2", "Koprivnica SE1", "Koprivnica SW1", "Koprivnica SW2", "Sisak E2", "Sisak E3")
"""The six hexes around it, clockwise from the east."""
EAST, NORTHEAST, NORTHWEST, WEST, SOUTHWEST, SOUTHEAST = AROUND

HILL = "Prilep NW1"
"""A mountain hex without a road, beside mountains of its kind and a rough hex."""


def plains(text: str, when: str = "Nov I 40, axis movement", **facts: Any) -> Table:
    """Yugoslavia has joined the Allies and owns its land; its neighbours are the Axis."""
    return at(text, when, stance={"Yugoslavia": "allied"}, **facts)


def occupation(text: str, when: str = "Nov I 40, axis movement", **facts: Any) -> Table:
    """Yugoslavia has joined the Axis with all its land."""
    return at(text, when, stance={"Yugoslavia": "axis"}, **facts)
