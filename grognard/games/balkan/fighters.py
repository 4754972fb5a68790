"""What a fight knows of its units and of the ground, as plain values: strength, armour and losses are worked out of
these alone, before an attack as in it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from grognard.engine.charts import Charts
from grognard.engine.tally import Number, Reason
from grognard.games.europa.armour import FULL, HALF, NONE, Part

ARTILLERY = "artillery"
ASSAULT_ENGINEER = "assault_engineer"
ENGINEERS = frozenset({"combat_engineer", ASSAULT_ENGINEER})
NOT_COUNTED = "not counted"
"""The capability of units that are left out of every share, as they are of stacking. [BF-10C-1]"""

CITIES = frozenset({"partial_city", "full_city"})
"""Terrain that is a major city. [BF-3E-3]"""

HELPS_ALL, HELPS_ITSELF, HELPLESS = "all", "itself", "none"
"""Whom a unit supports. [BF-11-1, BF-11-2]"""


class Fighter(NamedTuple):
    """A unit that attacks, or that defends."""

    unit: int
    name: str
    at: int
    """Where it fights from."""
    strength: Number
    """Printed: attack strength of an attacker, defence strength of a defender."""
    res: Number
    classes: frozenset[str] = frozenset()
    """The classes of units that the charts name: artillery, cm, mountain, combat_engineer and so on."""
    armor: str = NONE
    antitank: str = NONE
    support: str = HELPLESS
    state: tuple[Reason, ...] = ()
    """Factors that it brings along: out of supply, disrupted, landed."""
    across: tuple[str, ...] = ()
    """The kinds of hexside that it attacks across, those that have a row in the chart."""

    def is_a(self, kind: str) -> bool:
        return kind in self.classes


class Ground(NamedTuple):
    """The hex that is attacked."""

    terrain: str
    features: tuple[str, ...] = ()
    """What has a row of its own in the chart: a dot city, a fort."""
    poor: bool = False
    """Poor weather, snow included."""

    def is_city(self) -> bool:
        return self.terrain in CITIES

    def suits_engineers(self, charts: Charts) -> bool:
        """Whether it is a major city or a fort. [BF-14A2-2, BF-14A2-3]"""
        return not {self.terrain, *self.features}.isdisjoint(charts["engineers"]["targets"])


def parts(fighters: Iterable[Fighter], category: str, barred: frozenset[str] = frozenset()) -> list[Part]:
    """The units as a share sees them, in `armor` or `antitank`; those that attack across barred hexsides are incapable.
    [BF-10B-1, BF-10G-1]"""
    found = []
    for fighter in fighters:
        capability = fighter.armor if category == "armor" else fighter.antitank
        if capability in (FULL, HALF) and not barred.isdisjoint(fighter.across):
            capability = NONE
        if capability != NOT_COUNTED:
            found.append(Part(fighter.res, capability))
    return found
