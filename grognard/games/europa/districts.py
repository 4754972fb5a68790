"""Borders, military districts and theatres: sections 3.F, 3.F.2 and 3.G."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

Chart = Mapping[str, Any]

ACTIVE, SEMI_ACTIVE, INACTIVE = "active", "semi-active", "inactive"


def is_in(country: str, area: str, areas: Chart) -> bool:
    """Whether a country is meant by an area, such as the Balkans. [GE-3.F]"""
    return country == area or country in areas.get(area, ())


def owner_at_the_line(place: str, demarcation: Chart, *, east: bool, neutral: bool = False) -> str:
    """Who owns a place at the line between the Axis and the Soviet Union. [GE-3.F.d]"""
    if east or place in demarcation["soviet"]:
        return "Soviet"
    return "Neutral" if neutral else "Axis"


def district_of(hex: int, districts: Mapping[str, Collection[int]]) -> str:
    """The military district of a land hex; raises ValueError if it has none, or two. [GE-3.F.2]"""
    found = [name for name, hexes in districts.items() if hex in hexes]
    if len(found) != 1:
        raise ValueError(f"hex {hex} is in {' and '.join(found) or 'no district'}; every land hex is in one")
    return found[0]


class Headquarters(NamedTuple):
    """An enemy army headquarters: the district that it is in, and how it is supplied."""

    district: str
    supply: str


def activity(district: str, adjacent: Collection[str], enemies: Iterable[Headquarters], chart: Chart) -> str:
    """How active a district is for a side, by the enemy army headquarters in it and next door.
    [GE-3.F.2.a, GE-3.F.2.a2]

    Only those in full supply count; a naval zone is a neighbor like any district.
    """
    near = {each.district for each in enemies if each.supply == chart["counts"]}
    if district in near:
        return ACTIVE
    return SEMI_ACTIVE if near & set(adjacent) else INACTIVE


# Theatres and commands


def controls(command: str, controlled: Collection[str]) -> bool:
    """Whether a player controls a theatre or command: the scenario says which. [GE-3.G.e]"""
    return command in controlled


def must_transfer(start: str, to: str, controlled: Collection[str]) -> bool:
    """Whether a transfer of the order of battle has to be carried out: it is ignored between two of one's own.
    [GE-3.G.a, GE-3.G.b]
    """
    return not (controls(start, controlled) and controls(to, controlled))


def may_enter(command: str, controlled: Collection[str]) -> bool:
    """Whether a player may choose to move into, or attack, a hex of a command. [GE-3.G.c]"""
    return controls(command, controlled)


def survives_retreat(hexes: Iterable[str], controlled: Collection[str]) -> bool:
    """Whether a unit that has to retreat into a hex of one of these commands survives. [GE-3.G.c]"""
    return any(controls(command, controlled) for command in hexes)


def may_form_front(adjoining: bool, depot_supplies: bool, army_headquarters: int, fronts: Chart) -> bool:
    """Whether adjacent districts may be joined: by a major depot that supplies them, or by army headquarters.
    [GE-3.G.d]
    """
    return adjoining and (depot_supplies or army_headquarters >= fronts["headquarters"])
