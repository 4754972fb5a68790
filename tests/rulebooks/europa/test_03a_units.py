"""Sections 3.A.1 to 3.A.8: what a counter says of itself, and how large it is."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from grognard.games.europa import BOOK, counters, regiments
from tests.rules import rule

CHARTS = BOOK.charts
TYPES, WHEELS, SIZES = CHARTS["unit_types"], CHARTS["wheels"], CHARTS["re_sizes"]
FACTORS = CHARTS["transport_factors"]

INFANTRY: dict[str, Any] = {
    "branch": "ground", "size": "division", "type": "infantry", "attack": 7, "defense": 6, "mps": 6, "supported": True,
}  # fmt: skip


def unit(**facts: Any) -> dict[str, Any]:
    """An infantry division, with other facts."""
    return {**INFANTRY, **facts}


@rule("GE-3.A.a")
def test_units_are_on_the_ground_and_forces_in_the_air_and_at_sea_as_well() -> None:
    meant = CHARTS["branches"]
    assert [counters.is_meant("units", {"branch": each}, meant) for each in ("ground", "air", "naval")] == [
        True, False, False,
    ]  # fmt: skip
    assert all(counters.is_meant("forces", {"branch": each}, meant) for each in ("ground", "air", "naval"))


@rule("GE-3.A.4")
def test_a_marker_is_never_a_unit() -> None:
    markers = [{"branch": "marker"}, {"branch": "marker"}]
    for word in ("units", "forces"):
        assert not any(counters.is_meant(word, each, CHARTS["branches"]) for each in markers)


@rule("GE-3.A.b")
def test_a_combat_unit_has_a_strength_printed_on_it() -> None:
    assert counters.is_combat_unit(INFANTRY)
    assert counters.is_combat_unit({"branch": "ground", "strength": 2})
    headquarters = {"branch": "ground", "size": "corps", "headquarters": True, "mps": 8}
    assert not counters.is_combat_unit(headquarters)
    assert counters.is_meant("units", headquarters, CHARTS["branches"])
    assert not counters.is_combat_unit({"branch": "air", "strength": 4})


@rule("GE-3.A.c")
@pytest.mark.parametrize("missing", ["size", "type", "mps", "attack", "defense"])
def test_a_combat_unit_without_a_rating_is_rejected_by_name(missing: str) -> None:
    counters.check_ratings("7th", INFANTRY)
    facts = {name: fact for name, fact in INFANTRY.items() if name != missing}
    with pytest.raises(ValueError, match=r"7th has no (strength|size|type|mps)"):
        counters.check_ratings("7th", facts)


@rule("GE-3.A.1.a", "GE-3.A.1.b")
@pytest.mark.parametrize(
    ("facts", "divisional"),
    [
        ({"size": "division"}, True),
        ({"size": "corps"}, True),
        ({"size": "corps", "headquarters": True}, False),
        ({"size": "division", "headquarters": True}, False),
        *[({"size": size}, False) for size in ("brigade", "regiment", "battalion", "battery", "cadre", "remnant")],
    ],
)
def test_divisions_and_corps_are_divisional_but_for_headquarters(facts: dict[str, Any], divisional: bool) -> None:
    assert counters.is_divisional(facts, CHARTS["divisional"]) is divisional


@rule("GE-3.A.1.c")
def test_a_grouping_is_as_what_stands_in_brackets_but_for_its_size_in_res() -> None:
    assert counters.plain_size("[brigade]") == "brigade"
    assert counters.is_divisional({"size": "[division]"}, CHARTS["divisional"])
    assert not counters.is_divisional({"size": "[brigade]"}, CHARTS["divisional"])
    assert regiments.size("division group", SIZES) == 2


@rule("GE-3.A.2.a", "GE-3.A.2.d")
@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"type": "infantry", "mps": 6}, counters.NON_MOTORIZED),
        ({"type": "tank", "mps": 8}, counters.COMBAT_MOTORIZED),
        ({"type": "antitank", "mps": 6}, counters.NON_MOTORIZED),
        ({"type": "antitank", "mps": 10, "wheels": "two"}, counters.COMBAT_MOTORIZED),
    ],
)
def test_the_class_is_that_of_the_type_unless_two_wheels_say_otherwise(facts: dict[str, Any], found: str) -> None:
    assert counters.movement_class(facts, TYPES, WHEELS) == found


@rule("GE-3.A.2.b")
def test_antitank_and_antiaircraft_units_move_like_artillery_but_are_none() -> None:
    for kind in ("antitank", "antiaircraft"):
        assert not counters.is_artillery({"type": kind, "mps": 6}, TYPES)
        assert counters.moves_as({"type": kind, "mps": 6}, TYPES, WHEELS) == counters.ARTILLERY
        assert counters.moves_as({"type": kind, "mps": 10, "wheels": "two"}, TYPES, WHEELS) == counters.COMBAT_MOTORIZED
    siege = {"type": "siege_artillery", "mps": 4}
    assert counters.is_artillery(siege, TYPES)
    assert counters.movement_class(siege, TYPES, WHEELS) == counters.ARTILLERY


@rule("GE-3.A.5")
def test_heavy_equipment_comes_with_the_type_or_with_supporting_arms() -> None:
    assert counters.has_heavy_equipment(unit(supported=True), TYPES)
    assert not counters.has_heavy_equipment(unit(supported=False), TYPES)
    assert not counters.has_heavy_equipment(unit(type="tank", supported=False), TYPES)
    assert counters.has_heavy_equipment(unit(size="brigade", type="tank", supported=False), TYPES)
    points = ("armor_replacement_point", "artillery_replacement_point", "strategic_resource_point")
    assert all(counters.has_heavy_equipment({"type": each}, TYPES) for each in points)
    assert not counters.has_heavy_equipment({"type": "infantry_replacement_point"}, TYPES)


@rule("GE-3.A.6")
def test_a_unit_without_supporting_arms_does_not_fight_with_all_of_its_strength() -> None:
    assert counters.full_strength(unit(supported=True), 7, Fraction(7, 2)) == 7
    assert counters.full_strength(unit(supported=False), 7, Fraction(7, 2)) == Fraction(7, 2)
    assert counters.lacks_support(unit(supported=False))
    assert not counters.lacks_support(unit(supported=True))


@rule("GE-3.A.8", "GE-3.A.8.t2", "GE-3.A.8.t3", "GE-3.A.8.t4")
@pytest.mark.parametrize(
    ("item", "count", "res"),
    [
        ("battalion", 1, "1/2"), ("battery", 1, "1/2"), ("remnant", 1, "1/2"), ("coast defense", 1, "1/2"),
        ("airbase capacity point", 3, "3/2"), ("position AA point", 1, "1/2"), ("infantry replacement point", 1, "1/2"),
        ("regiment", 1, "1"), ("brigade", 1, "1"), ("cadre", 1, "1"), ("task force strength point", 6, "2"),
        ("captured rail point", 1, "1"), ("mine point", 1, "1"), ("air unit", 1, "1"),
        ("unsupported division", 1, "3/2"), ("artillery division", 1, "2"), ("division", 1, "3"), ("corps", 1, "3"),
        ("supply unit", 1, "4"), ("factory", 1, "15/2"), ("offensive chit", 1, "15"),
    ],
)  # fmt: skip
def test_sizes_stand_on_the_chart(item: str, count: int, res: str) -> None:
    assert regiments.size(item, SIZES, count) == Fraction(res)


@rule("GE-3.A.8")
def test_an_item_that_the_chart_does_not_know_is_named() -> None:
    with pytest.raises(ValueError, match=r"'army' has no size; there are .*battalion"):
        regiments.size("army", SIZES)


@rule("GE-3.A.8.n1")
def test_heavy_kinds_count_double_on_rails_and_at_sea_and_once_however_often_they_are_heavy() -> None:
    assert regiments.multiple(["c/m"], "rail", FACTORS) == 2
    assert regiments.multiple(["c/m", "cavalry", "cadre"], "naval", FACTORS) == 2
    assert regiments.multiple(["infantry"], "naval", FACTORS) == 1
    assert regiments.multiple(["artillery division"], "assault", FACTORS) == 4
    chit = regiments.size("offensive chit", SIZES)
    assert regiments.transport_size(chit, ["offensive chit"], "rail", FACTORS) == 30


@rule("GE-3.A.8.a")
@pytest.mark.parametrize("kind", ["cadre", "remnant", "captured rail point", "cavalry", "c/m", "artillery division"])
def test_at_sea_heavy_kinds_take_up_twice_their_size(kind: str) -> None:
    assert regiments.transport_size(1, [kind], "naval", FACTORS) == 2
    assert regiments.transport_size(1, ["infantry"], "naval", FACTORS) == 1


@rule("GE-3.A.8.a2")
def test_ports_are_charged_with_the_plain_size() -> None:
    assert regiments.transport_size(1, ["c/m"], "naval", FACTORS) == 2
    assert regiments.transport_size(1, ["c/m"], "port", FACTORS) == 1


@rule("GE-3.A.8.c")
def test_rails_double_heavy_kinds_and_lines_of_low_volume_double_everything_once_more() -> None:
    low = CHARTS["transport_besides"]["low_volume_rail"]
    assert regiments.transport_size(3, ["cavalry"], "rail", FACTORS) == 6
    assert regiments.transport_size(3, ["cavalry"], "rail", FACTORS, low) == 12
    assert regiments.transport_size(3, ["infantry"], "rail", FACTORS, low) == 6
    assert regiments.transport_size(1, ["captured rail point"], "rail", FACTORS) == 1
