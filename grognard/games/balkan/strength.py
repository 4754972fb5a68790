"""Chapters 9A, 9H, 11 and 14B: the two totals of an attack, each with everything that made it.

The account that a player sees while units join is the one that the attack is resolved with: there is no other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from grognard.engine.charts import Charts
from grognard.engine.tally import Number, Reason, Tally, exact
from grognard.games.balkan.fighters import (
    ARTILLERY,
    ASSAULT_ENGINEER,
    ENGINEERS,
    HELPLESS,
    HELPS_ALL,
    NOT_COUNTED,
    Fighter,
    Ground,
)


class Counted(NamedTuple):
    """A unit with the factors on its printed strength, in the order in which they are worked out."""

    fighter: Fighter
    factors: tuple[Reason, ...]

    @property
    def value(self) -> Number:
        return Tally(self.fighter.strength, reasons=list(self.factors)).total


# Support


def is_supported(fighter: Fighter, fellows: Iterable[Fighter], ground: Ground, charts: Charts) -> bool:
    """Whether a unit has supporting arms, or a fellow in its hex lends it his. Engineers need none in major cities and
    forts. [BF-11-1, BF-11-2, BF-11-4, BF-14A2-2]

    `fellows` are those who fight with it: in an attack only those who take part in it.
    """
    if fighter.support != HELPLESS:
        return True
    if not ENGINEERS.isdisjoint(fighter.classes) and ground.suits_engineers(charts):
        return True
    return any(fellow.support == HELPS_ALL and fellow.at == fighter.at for fellow in fellows)


# Terrain


def terrain_factors(fighter: Fighter, ground: Ground, charts: Charts) -> list[Reason]:
    """What the terrain of the hex and the hexside attacked across make of an attacker. [BF-9H-1, BF-14D-1, BF-14A3-2,
    BF-14A3-4]"""
    rows = {into(ground.terrain): charts["terrain_combat"][ground.terrain]}
    rows |= {f"across {kind}": charts["hexside_combat"][kind] for kind in fighter.across}
    return [Reason(_factor(fighter, row, charts), "BF-9H-1", why, "times") for why, row in rows.items()]


def into(kind: str) -> str:
    """Why a hex matters, in words to look up."""
    return f"into {kind}"


def _factor(fighter: Fighter, row: Any, charts: Charts) -> Number:
    """That of the first class in the chart's order which the unit belongs to and the row names."""
    factors = row["factors"]
    for kind in charts["factor_order"]["classes"]:
        if kind in factors and (kind == "others" or fighter.is_a(kind)):
            return exact(factors[kind])
    return 1


# The totals


def counted(fighters: Sequence[Fighter], ground: Ground, charts: Charts, *, attack: bool) -> list[Counted]:
    """Every unit with its factors: its own state, want of support and, in the attack, terrain. [BF-11-3, BF-12D-1,
    BF-3C2-1]"""
    found = []
    for fighter in fighters:
        factors = list(fighter.state)
        if not is_supported(fighter, fighters, ground, charts):
            unsupported = charts["strength_factors"].number("unsupported")
            factors.append(Reason(unsupported, "BF-11-3", "unsupported", "times"))
        if attack:
            factors += terrain_factors(fighter, ground, charts)
        found.append(Counted(fighter, tuple(factor for factor in factors if factor.change != 1)))
    return found


def total(fighters: Sequence[Fighter], ground: Ground, charts: Charts, *, attack: bool) -> Tally:
    """The strength of all attackers, or of all defenders, unit by unit. [BF-9A-4, BF-9A-5]"""
    rule = "BF-9A-4" if attack else "BF-9A-5"
    account = Tally(0, rule)
    every = counted(fighters, ground, charts, attack=attack)
    guns = [each for each in every if each.fighter.is_a(ARTILLERY)]
    others = [each for each in every if not each.fighter.is_a(ARTILLERY)]
    room = sum((each.fighter.res for each in others if each.fighter.armor != NOT_COUNTED), Fraction(0))
    covered, beyond = split(guns, room, charts)
    for each in (*others, *covered):
        _enter(account, each.fighter.name, each.fighter.strength, rule, each.factors)
    if beyond:
        strength, shared = beyond_cover(beyond, charts)
        names = ", ".join(each.fighter.name for each in beyond)
        _enter(account, f"guns without cover: {names}", strength, "BF-14B-2" if attack else "BF-14B-1", shared)
    return account


def _enter(account: Tally, name: str, strength: Number, rule: str, factors: Iterable[Reason]) -> None:
    """One line for the printed strength, and one for each factor with what it adds or takes away."""
    account.add(strength, rule, name)
    value: Number = strength
    for factor in factors:
        account.add(value * (factor.change - 1), factor.rule, f"{name}: {factor.why}")
        value = value * factor.change


# Artillery


def split(guns: Sequence[Counted], room: Number, charts: Charts) -> tuple[list[Counted], list[Counted]]:
    """Which artillery fights in full and which is beyond the cover of other units: as is best for the owner, each unit
    as a whole or not at all. [BF-14B-1, BF-14B-2]"""
    groups: dict[tuple[Any, ...], list[Counted]] = {}
    for gun in guns:
        groups.setdefault((gun.value, gun.fighter.res, gun.fighter.strength > 0, gun.factors), []).append(gun)
    stacks = list(groups.values())
    best: tuple[Number, tuple[int, ...]] = (-1, ())
    for numbers in product(*(range(len(stack), -1, -1) for stack in stacks)):
        if sum(stack[0].fighter.res * number for stack, number in zip(stacks, numbers, strict=True)) > room:
            continue
        covered = sum(stack[0].value * number for stack, number in zip(stacks, numbers, strict=True))
        rest = [stack[0] for stack, number in zip(stacks, numbers, strict=True) if number < len(stack)]
        strength, shared = beyond_cover(rest, charts)
        worth = covered + Tally(strength, reasons=list(shared)).total
        if worth > best[0]:
            best = worth, numbers
    in_full, beyond = [], []
    for stack, number in zip(stacks, best[1], strict=True):
        in_full += stack[:number]
        beyond += stack[number:]
    return in_full, beyond


def beyond_cover(guns: Sequence[Counted], charts: Charts) -> tuple[Number, tuple[Reason, ...]]:
    """What artillery beyond cover is worth in all, and the factors that all of it shares; guns of strength 0 add
    nothing. [BF-14B-1, BF-14B-2]"""
    firing = [gun for gun in guns if gun.fighter.strength > 0]
    if not firing:
        return 0, ()
    shared = [factor for factor in firing[0].factors if all(factor in gun.factors for gun in firing)]
    return charts["strength_factors"].number("excess_artillery"), tuple(shared)


# Engineers


def engineer_share(attackers: Iterable[Fighter], ground: Ground, charts: Charts) -> Fraction:
    """The share of engineers among the attacking REs, artillery left out; assault engineers count more in a major city.
    [BF-14A2-3, BF-14A3-3]"""
    engineers, everybody = Fraction(0), Fraction(0)
    without_guns = charts["engineers"]["without_artillery"]
    for fighter in attackers:
        if (without_guns and fighter.is_a(ARTILLERY)) or fighter.armor == NOT_COUNTED:
            continue
        res = Fraction(fighter.res)
        if fighter.is_a(ASSAULT_ENGINEER) and ground.is_city():
            res *= charts["engineers"]["assault_res_in_city"]
        everybody += res
        engineers += res if not ENGINEERS.isdisjoint(fighter.classes) else 0
    return engineers / everybody if everybody else Fraction(0)
