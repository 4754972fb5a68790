"""Installations that change hands, and how much damage they can have: sections 3.E.2 and 3.E.2.a to d."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from grognard.engine.paths import network
from grognard.engine.search import Mode, search
from grognard.engine.tally import Number, Reason, Tally, exact
from grognard.games.europa.mechanics import multiplied, on_line

Chart = Mapping[str, Any]
Damage = Mapping[str, int]
"""How many markers of each kind of damage an installation has."""


def is_disputed(mobilization: int, *, event: bool = False, changing_sides: bool = False) -> bool:
    """Whether a hex is disputed: the owner of its district has mobilized, and is not changing sides. [GE-3.E.2.d1]"""
    return (mobilization >= 1 or event) and not changing_sides


def needs_roll(*, disputed: bool, chosen: bool = False) -> bool:
    """Whether an installation rolls when its hex changes hands; in an undisputed hex only if the captor chooses to.
    [GE-3.E.2, GE-3.E.2.d2, GE-3.E.2.d3]
    """
    return disputed or chosen


# Who tries what


def captor_res(plain: Number, states: Iterable[str], factors: Chart) -> Number:
    """What a captor's REs count for a capture. [GE-3.E.2.k]"""
    return multiplied(plain, (factors[state] for state in states if state in factors))


def attempts(installations: Sequence[str], res: Number, extra: int = 0) -> dict[str, bool]:
    """Which installations have an RE to try them, in the order in which they were declared; the others roll without.
    [GE-3.E.2.r, GE-3.E.2.sS2]

    A great success gives the unit an `extra` attempt.
    """
    enough = int(res) + extra
    return {name: number < enough for number, name in enumerate(installations)}


def check_declared(declared: str, tried: str) -> None:
    """Raises ValueError for a roll that is used for another installation than it was made for. [GE-3.E.2.n1]"""
    if declared != tried:
        raise ValueError(f"the roll was made for the {declared}; declare the {tried} before it rolls")


# The roll


def modifiers(
    applying: Iterable[str],
    charts: Mapping[str, Chart],
    *,
    zone: str,
    defended_by: Number = 0,
    counted: Mapping[str, int] | None = None,
) -> list[Reason]:
    """All that changes the roll of a capture. `zone` is the captor's as printed, whatever its supply.

    [GE-3.E.2.m1, GE-3.E.2.m2, GE-3.E.2.m3, GE-3.E.2.m4, GE-3.E.2.m5, GE-3.E.2.m6, GE-3.E.2.m7, GE-3.E.2.m8,
    GE-3.E.2.m9, GE-3.E.2.m10]
    """
    found = [Reason(charts["zone_modifiers"][zone], "GE-3.E.2.m3", f"zone of control: {zone}")]
    if defended_by:
        found.append(Reason(defenders(defended_by, charts["defender_modifiers"]), "GE-3.E.2.m2", "defenders"))
    for what in applying:
        row = charts["capture_modifiers"][what]
        found.append(Reason(row["die"], row["rule"], what))
    for what, number in (counted or {}).items():
        row = charts["counted_modifiers"][what]
        found.append(Reason(row["die"] * number, row["rule"], what))
    return [reason for reason in found if reason.change]


def defenders(res: Number, chart: Chart) -> int:
    """The modifier for the size of a defense: a size between two lines is read on the lower one. [GE-3.E.2.m2]"""
    reached = sum(res >= exact(line) for line in chart["from"])
    return int(chart["die"][reached - 1])


class Capture(NamedTuple):
    """What a roll came to."""

    roll: Tally
    result: str
    collateral: bool
    most_hits: int
    """So many hits the former owner may place."""
    again: bool
    """Whether the unit may try one more installation."""


def capture(roll: int, changes: Iterable[Reason], charts: Mapping[str, Chart], most: int) -> Capture:
    """Roll for an installation that can have so many hits at most.

    [GE-3.E.2.s, GE-3.E.2.sD, GE-3.E.2.sF2, GE-3.E.2.sF, GE-3.E.2.sS, GE-3.E.2.sS2]
    """
    modified = Tally(roll, "GE-3.E.2.s")
    for reason in changes:
        modified.add(reason.change, reason.rule, reason.why)
    result = on_line({int(line): said for line, said in charts["success"]["rows"].items()}, modified.value)
    row = charts["capture_results"][result]
    hits = most if row["hits"] == "most" else min(row["hits"], most)
    return Capture(modified, result, row["collateral"], hits, row["again"])


def movement_cost(hits: int, zone: str, zones: Chart) -> int:
    """What a captor pays for hits that were placed: its zone's modifier for each. [GE-3.E.2.sD, GE-3.E.2.sF2]"""
    return hits * -int(zones[zone])


def marker(collateral: bool, *, partial_zone: bool) -> str:
    """The marker that a roll leaves: one of its own if the captor's zone in the hex is only partial. [GE-3.E.2.b]"""
    if partial_zone:
        return "temporary damage" if collateral else "undamaged"
    return "collateral damage" if collateral else ""


def after_entry(marker: str, *, by: str, controls: bool) -> str:
    """What becomes of temporary damage when the next unit comes: a friend who controls the hex makes it last, any enemy
    ground unit ends it. [GE-3.E.2.b2]
    """
    if by == "enemy":
        return ""
    return "collateral damage" if marker == "temporary damage" and controls else marker


# Ports, bridges and rail hexes


def is_lasting(port: str, owner: str, captor: str, german_ports: Chart) -> bool:
    """Whether a port may be hurt lastingly, by a rule of the title. [GE-3.E.2.g]"""
    return owner == "Germany" and captor == "Allied" and port in german_ports["sizes"]


def in_order(events: Iterable[str]) -> list[str]:
    """What happens when a port falls: its roll comes before the enemy chooses where to retreat. [GE-3.E.2.h]"""
    order = ("port roll", "retreat by sea")
    return sorted(events, key=order.index)


def rolls_at_once(installation: str, *, through_table: bool) -> bool:
    """Whether collateral damage is rolled for at once: for a bridge that is taken through the table. [GE-3.E.2.n2]"""
    return through_table and installation.endswith("bridge")


def damaged_rail(taken: int, in_cities: int, controlled: int, edges: int, rail: Sequence[Sequence[int]]) -> int:
    """The rail hexes that suffer when taken: outside cities, and joined by rail to the captor's edge of the board.
    [GE-3.E.2.a, GE-3.E.2.a2]

    Sets of hexes are bit masks. What was taken this phase counts for the connection.
    """
    own = controlled | taken
    return taken & ~in_cities & search((Mode("rail", network(rail), own),), edges & own).reached


# Damage and repair


def most_of(installation: str, kind: str, chart: Chart) -> int:
    """The most markers of a kind that an installation can have. [GE-3.E.2.c, GE-3.E.2.c2]"""
    return max(int(limits.get(kind, 0)) for limits in chart[installation])


def takes(installation: str, before: Damage, kind: str, chart: Chart) -> bool:
    """Whether one more marker has an effect: what is beyond the maximum has none. [GE-3.E.2.c, GE-3.E.2.c3]"""
    after = {**before, kind: before.get(kind, 0) + 1}
    return any(all(limits.get(each, 0) >= number for each, number in after.items()) for limits in chart[installation])


def airbase_limit(capacity: int) -> int:
    """Four thirds of a capacity, rounded up, which all lines of the table come to. [GE-3.E.2.c2]

    >>> [airbase_limit(capacity) for capacity in (1, 2, 3, 6, 9, 12)]
    [2, 3, 4, 8, 12, 16]
    """
    return -int(-Fraction(capacity * 4, 3) // 1)


def regauged(damaged: Iterable[str], kinds: Chart) -> list[str]:
    """The installations of a hex that are still damaged when its line has been regauged. [GE-3.E.2.dr]"""
    return [name for name in damaged if not any(name.endswith(kind) for kind in kinds["kinds"])]
