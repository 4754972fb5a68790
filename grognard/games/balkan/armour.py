"""Chapter 10: armour and antitank effects, by exact shares of regimental equivalents."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import NamedTuple

from grognard.engine.charts import Chart, Charts
from grognard.games.balkan.fighters import Fighter, Ground, parts
from grognard.games.europa import armour
from grognard.games.europa.armour import FULL, HALF


class Effect(NamedTuple):
    """What armour or antitank weapons do to the die, and whether half of a side's losses fall on them for it."""

    modifier: int = 0
    rule: str = ""
    why: str = ""
    bearers: tuple[int, ...] = ()
    """The units from which the required losses come; none if none are required. [BF-10H-1, BF-10H-2]"""
    losses: str = ""
    """The rule that requires them."""


NO_EFFECT = Effect()


def armour_can_be_used(ground: Ground, charts: Charts) -> bool:
    """Whether neither the terrain of the hex nor anything that stands in it keeps armour out. [BF-10G-1]"""
    rows = [charts["terrain_combat"][ground.terrain], *(charts["feature_combat"][each] for each in ground.features)]
    return all(row["armor"] for row in rows)


def is_capable(attackers: Sequence[Fighter], charts: Charts) -> bool:
    """Whether attackers have, or could have, so much armour that antitank weapons fire. [BF-10C2-2, BF-10C3-1]

    Terrain, weather and the attacker's own choice do not count in this. [BF-10G-2]
    """
    chart = charts["armor"]
    return armour.best(parts(attackers, "armor"), chart["neutral_per_capable"]).share >= _needed(chart)


def attacking(attackers: Sequence[Fighter], ground: Ground, charts: Charts) -> Effect:
    """Armour in the attack, as is best for the attacker. [BF-10C1-1, BF-10C4-1, BF-10E-1, BF-10F-1, BF-10H-1]"""
    if not armour_can_be_used(ground, charts):
        return NO_EFFECT
    barred = frozenset(kind for kind, row in charts["hexside_combat"].items() if not row["armor"])
    return _effect(attackers, "armor", "attack", ground, charts, "BF-10C1-1", "BF-10H-1", barred)


def defending(defenders: Sequence[Fighter], attackers: Sequence[Fighter], ground: Ground, charts: Charts) -> Effect:
    """Antitank effects against strong armour, armour effects otherwise. [BF-10C2-1, BF-10C2-2, BF-10C3-1, BF-10C3-2,
    BF-10G-2, BF-10H-2]"""
    if is_capable(attackers, charts):
        return _effect(defenders, "antitank", "antitank", ground, charts, "BF-10C3-2", "BF-10H-2")
    if not armour_can_be_used(ground, charts):
        return NO_EFFECT
    return _effect(defenders, "armor", "defense", ground, charts, "BF-10C2-1", "BF-10H-2")


def _effect(
    fighters: Sequence[Fighter],
    category: str,
    column: str,
    ground: Ground,
    charts: Charts,
    rule: str,
    losses: str,
    barred: frozenset[str] = frozenset(),
) -> Effect:
    """The best that a side can make of its half-capable units; of equally good ways one that requires no losses."""
    chart = charts["armor"]
    weather = "" if column == "antitank" else "_poor" if ground.poor else "_clear"
    modifiers, needed = chart[column + weather], Fraction(chart["required_losses_from"])
    ways = [
        (armour.modifier(way.share, chart["shares"], modifiers), way)
        for way in armour.choices(parts(fighters, category, barred), chart["neutral_per_capable"])
    ]
    modifier, way = max(ways, key=lambda each: (abs(each[0]), each[1].share < needed, -len(each[1].neutral)))
    if not modifier:
        return NO_EFFECT
    why = f"{'antitank' if category == 'antitank' else 'armour'} share {way.share}"
    if way.share < needed:
        return Effect(modifier, rule, why)
    bearers = tuple(fighter.unit for fighter in fighters if getattr(fighter, category) in (FULL, HALF))
    return Effect(modifier, rule, why, bearers, losses)


def _needed(chart: Chart) -> Fraction:
    return Fraction(chart["antitank_needs"])
