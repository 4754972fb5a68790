"""What a counter says of itself: sections 3.A.1 to 3.A.7. A unit's facts are a mapping, as a roster has them.

They are `branch` (ground, naval, air or marker), `size`, `type`, `headquarters`, `strength` or `attack` and `defense`,
`mps`, `wheels`, `supported` and `symbols`; what a counter does not have is left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from grognard.engine.tally import Number

Facts = Mapping[str, Any]
Chart = Mapping[str, Any]

NON_MOTORIZED, ARTILLERY = "non-motorized", "artillery"
SEMI_MOTORIZED, COMBAT_MOTORIZED = "semi-motorized", "combat/motorized"
STRENGTHS = ({"strength"}, {"attack", "defense"})
"""What a combat unit has printed: one strength, or one for each."""


def is_meant(word: str, unit: Facts, branches: Chart) -> bool:
    """Whether a rule that speaks of `units` or `forces` means this one; a marker is neither. [GE-3.A.a, GE-3.A.4]"""
    return unit["branch"] in branches[word]


def is_combat_unit(unit: Facts) -> bool:
    """Whether it is a ground unit with a strength printed on it. [GE-3.A.b]"""
    return unit["branch"] == "ground" and any(printed <= unit.keys() for printed in STRENGTHS)


def check_ratings(name: str, unit: Facts) -> None:
    """Raises ValueError for a combat unit that lacks a rating. [GE-3.A.c]"""
    missing = sorted({"size", "type", "mps"} - unit.keys())
    if missing:
        raise ValueError(f"{name} has no {missing[0]}; a unit has a size, a type and movement points")
    if not is_combat_unit(unit):
        raise ValueError(f"{name} has no strength; give one strength, or attack and defense")


def plain_size(printed: str) -> str:
    """The size that a printed one stands for: a grouping, in brackets, is as what it brackets. [GE-3.A.1.c]

    >>> plain_size("[brigade]")
    'brigade'
    """
    return printed.removeprefix("[").removesuffix("]")


def is_divisional(unit: Facts, divisional: Chart) -> bool:
    """Whether it is of divisional size; headquarters, cadres and remnants never are. [GE-3.A.1.a, GE-3.A.1.b]"""
    return not unit.get("headquarters") and plain_size(unit["size"]) in divisional["sizes"]


def movement_class(unit: Facts, types: Chart, wheels: Chart) -> str:
    """The movement class: that of the type, unless wheels or 8 movement points say otherwise.
    [GE-3.A.2.a, GE-3.A.2.b, GE-3.A.2.c, GE-3.A.2.d]
    """
    printed: str = types[unit["type"]]["class"]
    sign = unit.get("wheels")
    if sign is not None:
        return str(wheels[sign])
    if printed == NON_MOTORIZED and unit["mps"] == wheels["semi_motorized_from"]:
        return SEMI_MOTORIZED
    return printed


def is_artillery(unit: Facts, types: Chart) -> bool:
    """Whether its type is artillery; antiaircraft and antitank units only move like it. [GE-3.A.2.b]"""
    return bool(types[unit["type"]]["class"] == ARTILLERY)


def moves_as(unit: Facts, types: Chart, wheels: Chart) -> str:
    """The class whose column its movement is read in. [GE-3.A.2.b]"""
    own = movement_class(unit, types, wheels)
    return str(types[unit["type"]].get("moves_as", own)) if own == NON_MOTORIZED else own


def is_non_cm(unit: Facts, types: Chart, wheels: Chart) -> bool:
    """Whether it is neither combat/motorized nor semi-motorized. [GE-3.A.2.d2]"""
    return movement_class(unit, types, wheels) not in (COMBAT_MOTORIZED, SEMI_MOTORIZED)


def abilities(unit: Facts) -> tuple[str, ...]:
    """Its special abilities, one for each symbol, alone or together with others. [GE-3.A.3]"""
    return tuple(unit.get("symbols", ()))


def has_heavy_equipment(unit: Facts, types: Chart) -> bool:
    """Whether it has heavy equipment: by its type, or by the arms that support it. [GE-3.A.5]

    A division without such arms has none.
    """
    return is_supported(unit) or bool(types[unit["type"]]["heavy"] and not lacks_support(unit))


def is_supported(unit: Facts) -> bool:
    """Whether it has supporting arms of its own. [GE-3.A.6]"""
    return bool(unit.get("supported"))


def lacks_support(unit: Facts) -> bool:
    """Whether it is a division without supporting arms. [GE-3.A.6]"""
    return plain_size(unit.get("size", "")) == "division" and not is_supported(unit)


def full_strength(unit: Facts, strength: Number, reduced: Number) -> Number:
    """What it fights with: all of its printed strength, or so much as a title leaves it without support. [GE-3.A.6]"""
    return strength if is_supported(unit) else reduced


def may_go_into_reserve(phase: str, reserves: Chart) -> bool:
    """Whether units are placed in reserve in a phase: in their owner's initial movement alone. [GE-3.A.7]"""
    return bool(phase == reserves["phase"])


def count(units: Iterable[Facts], symbol: str) -> int:
    """How many units have an ability. [GE-3.A.8.d2]"""
    return sum(symbol in abilities(unit) for unit in units)
