"""Markers and what they say: section 3.B; and the sides of the war: section 3.C."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.engine.tally import Number, whole

Chart = Mapping[str, Any]


def check_kinds(kinds: Iterable[str], markers: Chart) -> None:
    """Raises ValueError for a marker that the chart does not define. [GE-3.B]"""
    for kind in kinds:
        if kind not in markers:
            raise ValueError(f"there is no marker {kind!r}; there are {', '.join(markers)}")


def check_airfield(name: str, airfield: Mapping[str, Any], airfields: Chart) -> None:
    """Raises ValueError for an airfield that is not of one kind, or has no capacity. [GE-3.B.1]"""
    if airfield.get("kind") not in airfields["kinds"]:
        raise ValueError(
            f"airfield {name} is of kind {airfield.get('kind')!r}; it is one of {', '.join(airfields['kinds'])}"
        )
    if not airfield.get("capacity"):
        raise ValueError(f"airfield {name} has no capacity; give it one")


def repaired(on_map: Sequence[str], kind: str) -> tuple[str, ...]:
    """The markers that are left when one has been taken away. [GE-3.B]"""
    left = list(on_map)
    left.remove(kind)
    return tuple(left)


def is_usable(on_it: Iterable[str], markers: Chart) -> bool:
    """Whether an installation with these markers on it can be used at all: it cannot with collateral damage, or
    destroyed; breaks and hits leave some use. [GE-3.B.2.a, GE-3.B.2.b, GE-3.B.2.d]
    """
    return all(markers[kind]["closes"] != "all" for kind in on_it)


def is_at_full_use(on_it: Iterable[str], markers: Chart) -> bool:
    """Whether nothing on an installation makes it less useful than it was. [GE-3.B.2.b]"""
    return all(markers[kind]["closes"] == "none" for kind in on_it)


def usable_capacity(capacity: Number, hits: int, per_hit: Number, on_it: Iterable[str], markers: Chart) -> Number:
    """What can be used of a capacity: each hit takes away so much, and a marker may close all. [GE-3.B.2.c]"""
    return max(0, whole(capacity - hits * Fraction(per_hit))) if is_usable(on_it, markers) else 0


def turned(demolition: int) -> int:
    """A demolition marker at the end of a turn: one turn less is left. [GE-3.B.3]"""
    return max(0, demolition - 1)


def stock(in_depot: Iterable[str], kind: str) -> int:
    """How many points of a kind a depot holds. [GE-3.B.4, GE-3.B.12]"""
    return list(in_depot).count(kind)


def entraining_cost(cost: Number, *, entrained: bool) -> Number:
    """What it costs to board a train: nothing for a unit that stayed on it. [GE-3.B.5]"""
    return 0 if entrained else cost


def level(in_hex: Iterable[str], kind: str) -> int:
    """How heavily a hex is harassed, or interdicted: its markers of that kind. [GE-3.B.7]"""
    return list(in_hex).count(kind)


def isolated(units: Iterable[str], cut_off: Iterable[str]) -> dict[str, bool]:
    """Which units carry the isolation marker after the check: those that it finds cut off. [GE-3.B.9]"""
    found = set(cut_off)
    return {unit: unit in found for unit in units}


def supply_status(turns: int, *, limited: bool = False) -> str:
    """The supply marker of a unit: how many turns it has lacked supply, U0 in limited supply. [GE-3.B.14]

    >>> supply_status(0, limited=True), supply_status(3), supply_status(0)
    ('U0', 'U3', '')
    """
    return f"U{turns}" if turns or limited else ""


def check_sides(countries: Mapping[str, Sequence[str]], sides: Chart) -> None:
    """Raises ValueError for a country on no side that there is, or on two. [GE-3.C]"""
    known = (*sides["sides"], sides["besides"])
    for country, on in countries.items():
        if len(on) != 1 or on[0] not in known:
            raise ValueError(
                f"{country} is on {' and '.join(on) or 'no side'}; a country is on one of {', '.join(known)}"
            )
