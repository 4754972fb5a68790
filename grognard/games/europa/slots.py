"""Stacking by counting: a hex has slots for any unit, for non-divisional ones and for artillery."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

DIVISION, OTHER, ARTILLERY = "division", "other", "artillery"


class Limits(NamedTuple):
    """How many slots a hex has: for any unit, for non-divisional units besides, for artillery besides."""

    any: int
    non_divisional: int
    artillery: int


class Stack(NamedTuple):
    """How many units of each kind stand in a hex, or would; an artillery unit is non-divisional too."""

    divisions: int = 0
    others: int = 0
    artillery: int = 0


def limits(row: Mapping[str, Any]) -> Limits:
    """The slots that a row of a stacking chart gives: `limits(charts["stacking"]["mountain"])`."""
    return Limits(row["any"], row["non_divisional"], row["artillery"])


def stack(kinds: Iterable[str]) -> Stack:
    """A stack counted from the kinds of its units; whatever takes no slot is left out by who asks.

    >>> stack(["division", "artillery", "division"])
    Stack(divisions=2, others=0, artillery=1)
    """
    kinds = list(kinds)
    return Stack(kinds.count(DIVISION), kinds.count(OTHER), kinds.count(ARTILLERY))


def excess(stack: Stack, limits: Limits) -> int:
    """How many units must leave before the rest fit, each in a slot that it may fill; 0 if all do.

    Artillery that finds no slot of its own takes a non-divisional one, and what finds none of those takes any.

    >>> excess(Stack(3, 2, 3), Limits(3, 3, 2)), excess(Stack(4, 0, 0), Limits(3, 3, 2))
    (0, 1)
    """
    guns = max(0, stack.artillery - limits.artillery)
    small = max(0, stack.others + guns - limits.non_divisional)
    return max(0, stack.divisions + small - limits.any)


def fits(stack: Stack, limits: Limits) -> bool:
    """Whether every unit of a stack finds a slot."""
    return not excess(stack, limits)


def has_room(stack: Stack, kind: str, limits: Limits) -> bool:
    """Whether one more unit of a kind would find a slot."""
    return fits(changed(stack, kind, 1), limits)


def relieves(stack: Stack, kind: str, limits: Limits) -> bool:
    """Whether taking a unit of a kind away brings an overfull stack nearer to its limits."""
    return excess(changed(stack, kind, -1), limits) < excess(stack, limits)


def changed(stack: Stack, kind: str, by: int) -> Stack:
    """The stack with more or fewer units of a kind."""
    return Stack(
        stack.divisions + by * (kind == DIVISION),
        stack.others + by * (kind == OTHER),
        stack.artillery + by * (kind == ARTILLERY),
    )
