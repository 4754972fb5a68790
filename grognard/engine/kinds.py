"""Names for plain values, so that signatures say what they mean. They cost nothing at run time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NewType

Place = NewType("Place", int)
"""A hex or box by its number on the board; below zero, nowhere on it."""
Unit = NewType("Unit", int)
"""A unit by its number in the roster."""
Side = NewType("Side", int)
"""A side by its number in the game's order."""

Data = Mapping[str, Any]
"""A table of a data file."""
Options = Mapping[str, Any]
"""What was chosen for a match, by option."""
Json = dict[str, Any]
"""An object in JSON, or ready for it."""
