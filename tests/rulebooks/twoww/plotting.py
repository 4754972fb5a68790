"""Hexes by their printed numbers, for tests in which units move."""

from __future__ import annotations

from grognard.engine.paths import bits
from tests.rulebooks.twoww.table import Table


def labels(t: Table, mask: int) -> set[str]:
    """The numbers of the hexes in a mask."""
    return {label(t, place) for place in bits(mask)}


def label(t: Table, place: int) -> str:
    """The number of a hex, or the name of a box."""
    board = t.state.world.board
    return board.grid.label(place) if place < board.grid.size else board.names[place]


def spot(t: Table, unit: str) -> str:
    """The number of the hex where a unit is."""
    return label(t, t.state.where[t.unit(unit)])


def goals(t: Table, verb: str) -> set[str]:
    """The hexes and boxes to which an order is on offer."""
    (side,) = t.match.waiting
    orders = [order for order in t.match.orders(side) if str(order).split()[0] == verb]
    return {label(t, t.place(getattr(order, "to"))) for order in orders}  # noqa: B009


def fight(t: Table, attack: str, *throws: int) -> Table:
    """Begin a combat with whoever is in it by itself, and throw these dice."""
    t.roll(*throws)
    say(t, attack)
    while t.waits.split()[1] in ("Commit", "Defend"):
        say(t, "pass")
    return t


def say(t: Table, *orders: str) -> Table:
    """Give orders for whoever is asked."""
    for order in orders:
        (side,) = t.match.waiting
        t.say(side, order)
    return t
