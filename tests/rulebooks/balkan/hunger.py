"""Supply checks for tests: who is found out of supply, and which lines there are."""

from __future__ import annotations

from typing import Any

from grognard.engine.paths import bits
from grognard.engine.supply import Lines
from grognard.games.balkan.sources import full_sources
from grognard.games.balkan.state import ALLIES, AXIS
from grognard.games.balkan.supply import like, supply_lines
from tests.rulebooks.balkan.table import Table, at

MUD, SNOW, NORTHERN_MUD = (1, 1), (2, 2), (1, 0)
"""The weather of the zones D and E."""
WAR = {"Yugoslavia": "allied"}
NO_AXIS_SOURCES = {"allied": ["AXIS_EDGE_SUPPLY", "ITALY", "ALBANIA"]}
NO_ALLIED_PORTS = {
    "axis": ["Thessalonike", "Kavalla", "Volos", "Patrai", "Athenai", "Kalamai", "Khania", "Iraklion"],
}  # fmt: skip
SIDES = {"axis": AXIS, "allied": ALLIES}


def checked(text: str, when: str = "Nov I 40, axis initial", **facts: Any) -> Table:
    """A table at which supply has just been checked."""
    return at(text, when, **facts)


def hungry(table: Table) -> set[str]:
    return {table.state.world.units[unit] for unit, is_hungry in enumerate(table.state.hungry) if is_hungry}


def starved(text: str, **facts: Any) -> set[str]:
    """Who is found out of supply in a position."""
    return hungry(checked(text, **facts))


def running(table: Table, side: str = "allied", nation: str = "", costs: str = "other") -> Lines:
    """The lines of a side from its full sources, or from those of a nation."""
    s = table.state
    return supply_lines(s, SIDES[side], like(s.world, s.weather, costs), nation)


def by(found: Lines, table: Table, element: str) -> set[str]:
    """The hexes that lines reach by one element."""
    return {table.state.world.board.names[place] for place in bits(found.reached_by(element))}


def legs(table: Table, place: str, side: str = "allied", nation: str = "") -> list[tuple[str, int]]:
    """The elements of the line to a hex, from the source on, and how many hexes each enters."""
    found = running(table, side, nation).legs(table.place(place))
    return [(leg.mode, len(leg.places) - 1) for leg in found]


def without_railways() -> dict[str, list[str]]:
    """The Axis owns every railway of Greece but for the ports from which lines start."""
    table = at("")
    s = table.state
    rails = s.world.rail_hexes & s.world.mask("GREECE") & ~full_sources(s, ALLIES)
    return {"axis": [s.world.board.names[place] for place in bits(rails)]}
