"""Chapter 29B: replacement points, and what they bring back."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.tally import Number
from grognard.games.balkan import replacements
from grognard.games.balkan.replacements import KINDS
from grognard.games.balkan.units import lost
from grognard.games.balkan.world import units_data
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

AXIS, ALLIED = "Nov I 40, axis initial", "Nov II 40, allied initial"
DEAD = -2


def account(nation: str, infantry: int = 0, mountain: int = 0, armor: int = 0) -> bytearray:
    """Points of one nation as the state keeps them, and none of any other."""
    nations = list(units_data()["nations"])
    found = bytearray(len(KINDS) * len(nations))
    start = len(KINDS) * nations.index(nation)
    found[start : start + 3] = bytes((2 * infantry, 2 * mountain, 2 * armor))
    return found


def table_with(
    text: str, when: str, nation: str, infantry: int = 0, mountain: int = 0, armor: int = 0, dead: str = ""
) -> Table:
    """A sandbox in which a nation has points and some of its units are eliminated."""
    points = account(nation, infantry, mountain, armor)
    return at(text, when, where=dict.fromkeys(dead.split(), DEAD), points=points)


def left(table: Table, nation: str) -> tuple[Number, ...]:
    number = table.state.world.nations.index(nation)
    return tuple(Fraction(replacements.points(table.state, number, kind), 2) for kind in KINDS[:3])


# Points


@rule("BF-29B-1", "BF-3C4-1")
def test_three_infantry_points_bring_an_infantry_division_back() -> None:
    table = table_with("Bari: IT-BS1", AXIS, "Italian", infantry=3, dead="IT-23")
    table.say("axis", "replace IT-23 Bari")
    assert (table.at("IT-23"), left(table, "Italian")) == ("Bari", (0, 0, 0))
    assert table_with("", AXIS, "Italian", infantry=2, dead="IT-23 IT-BS1").refused("replace IT-23 Bari") == "BF-29B-1"


@pytest.mark.parametrize("unit", ["IT-BS1", "IT-GAF1"])
def test_infantry_points_replace_infantry_and_border_regiments(unit: str) -> None:
    table = table_with("", AXIS, "Italian", infantry=1, dead=unit).say("axis", f"replace {unit} Bari")
    assert (table.at(unit), left(table, "Italian")) == ("Bari", (0, 0, 0))
    assert table.refused(f"replace {unit} Bari", "axis") is not None


@rule("BF-29B-1")
def test_artillery_cavalry_and_marines_are_never_replaced() -> None:
    table = table_with("", AXIS, "Italian", 9, 9, 9, dead="IT-ART25 IT-AOS IT-SM IT-CO1 IT-BS1 IT-P1")
    for unit in ("IT-ART25", "IT-AOS", "IT-SM", "IT-CO1", "IT-P1"):
        assert table.refused(f"replace {unit} Bari") == "BF-29B-1"
    assert table.refused("replace IT-BS1 Bari") is None


@rule("BF-29B-1")
def test_mountain_points_serve_for_infantry_but_not_the_other_way_round() -> None:
    table = table_with("", AXIS, "Italian", infantry=2, mountain=1, dead="IT-23 IT-3J IT-BS1")
    assert table.refused("replace IT-3J Bari") == "BF-29B-1"
    assert left(table.say("axis", "replace IT-BS1 Bari"), "Italian") == (1, 1, 0)
    table = table_with("", AXIS, "Italian", infantry=2, mountain=1, dead="IT-23").say("axis", "replace IT-23 Bari")
    assert left(table, "Italian") == (0, 0, 0)
    table = table_with("", AXIS, "Italian", mountain=3, dead="IT-3J").say("axis", "replace IT-3J Bari")
    assert table.at("IT-3J") == "Bari"


@rule("BF-29B-1")
def test_armor_points_replace_cm_units_and_nothing_else_does() -> None:
    table = table_with("", AXIS, "Italian", 3, 3, 1, dead="IT-B2R IT-BS1")
    table.say("axis", "replace IT-B2R Bari")
    assert left(table, "Italian") == (3, 3, 0)
    assert table_with("", AXIS, "Italian", 3, 3, dead="IT-B2R IT-BS1").refused("replace IT-B2R Bari") == "BF-29B-1"


def test_a_battalion_takes_half_a_point() -> None:
    table = table_with("", AXIS, "German", armor=1, dead="GE-SG1").say("axis", "replace GE-SG1 Wien")
    assert left(table, "German") == (0, 0, Fraction(1, 2))
    assert table.refused("replace GE-SG1 Wien", "axis") is not None


@rule("BF-29B-1")
def test_only_what_was_eliminated_is_replaced() -> None:
    table = table_with("Bari: IT-23", AXIS, "Italian", infantry=3, dead="IT-BS1")
    table.state.where[table.unit("IT-51")] = -3
    assert table.refused("replace IT-51 Bari") == "BF-29B-1"
    assert table.refused("replace IT-23 Bari") == "BF-29B-1"


@rule("BF-29B-1")
def test_albanians_are_not_replaced() -> None:
    table = table_with("", AXIS, "Italian", 9, 9, 9, dead="AL-TOM IT-BS1")
    assert table.refused("replace AL-TOM Bari") == "BF-29B-1"


@rule("BF-29B-1")
def test_a_division_may_come_back_as_its_cadre() -> None:
    table = table_with("", AXIS, "Italian", infantry=1, dead="IT-23").say("axis", "replace IT-23 Bari cadre")
    assert (table.fact("cadre", "IT-23"), left(table, "Italian")) == (1, (0, 0, 0))
    assert table_with("", AXIS, "Italian", 1, dead="IT-BS1").refused("replace IT-BS1 Bari cadre") == "BF-29B-1"


@rule("BF-29B-2")
def test_points_come_by_the_order_of_battle_and_what_is_not_spent_is_kept() -> None:
    table = (
        at("Durazzo: IT-BS4", "Nov II 40, axis initial", scenario="epirus", arriving=True)
        .say("axis", "historical")
        .roll(6)
    )
    assert left(table, "Italian") == (1, 0, 0)
    table.pass_until("allied MoveUnits").pass_until("axis Arriving").say("axis", "historical")
    assert left(table, "Italian") == (2, 0, 0)


@rule("BF-29B-2")
def test_points_are_spent_in_the_initial_phase_alone() -> None:
    table = table_with("", "Nov I 40, axis movement", "Italian", infantry=3, dead="IT-23")
    assert table.refused("replace IT-23 Bari", "axis") == "BF-29B-2"


@rule("BF-29B-2")
def test_each_nation_has_an_account_and_the_question_shows_it() -> None:
    table = table_with("", AXIS, "Italian", 3, 1, 0, dead="IT-23")
    sums = {each["title"]: each["text"] for each in table.match.view("axis")["prompt"]["sums"]}
    assert sums["Italy"] == "3 infantry, 1 mountain, 0 armor"
    assert table.match.view("axis")["tracks"]["replacements"]["Italian"] == "3 / 1 / 0"


# Where they appear


@rule("BF-29B-3")
def test_replaced_units_appear_in_the_larger_cities_of_their_home_country() -> None:
    table = table_with("", AXIS, "Italian", infantry=3, dead="IT-23")
    assert table.refused("replace IT-23 Durazzo") == "BF-29B-3"
    assert table.refused("replace IT-23 Brindisi") == "BF-29B-3"
    for city in ("Bari", "Taranto", "Trieste", "Venezia"):
        assert table.refused(f"replace IT-23 {city}") is None


@rule("BF-29B-3")
def test_a_city_in_enemy_hands_takes_nobody() -> None:
    points = account("Greek", mountain=3)
    table = at("Larisa: GR-1", ALLIED, owns={"axis": "Thessalonike"}, where={"GR-8": DEAD}, points=points)
    assert table.refused("replace GR-8 Thessalonike") == "BF-29B-3"
    assert table.refused("replace GR-8 Athenai") is None


def test_british_and_dominion_units_come_back_in_the_middle_east_for_british_points() -> None:
    table = table_with("", ALLIED, "British", infantry=3, dead="NZ-2 BR-14")
    places = {order.split()[2] for order in table.offered() if order.startswith("replace BR")}
    assert places == {"MiddleEast"}


# Cadres


def test_two_points_bring_a_cadre_to_full_strength_at_once() -> None:
    table = table_with("Tirane: IT-23 cadre", AXIS, "Italian", infantry=2).say("axis", "rebuild IT-23")
    assert (table.fact("cadre", "IT-23"), left(table, "Italian")) == (0, (0, 0, 0))
    table.pass_until("axis MoveUnits")
    assert table.refused("move IT-23") is None


@rule("BF-29B-4")
def test_a_cadre_in_an_enemy_zone_or_out_of_supply_is_not_rebuilt() -> None:
    text = "Kalpaki NW1: IT-23 cadre\nKalpaki: GR-8\nTirane: IT-51 cadre, IT-49"
    table = table_with(text, AXIS, "Italian", infantry=2)
    assert table.refused("rebuild IT-23") == "BF-29B-4"
    assert table.refused("rebuild IT-49") == "BF-29B-4"
    assert table.refused("rebuild IT-51") is None
    table = table_with("Tirane: IT-51 cadre\nVolos: IT-49 cadre", AXIS, "Italian", infantry=2)
    assert table.refused("rebuild IT-49") == "BF-29B-4"


@rule("BF-29B-1")
def test_rebuilding_asks_for_points_of_a_fitting_kind() -> None:
    table = table_with("Tirane: IT-3J cadre, IT-23 cadre", AXIS, "Italian", infantry=2)
    assert table.refused("rebuild IT-3J") == "BF-29B-1"
    assert table.refused("rebuild IT-23") is None
    assert table_with("Tirane: IT-23 cadre, IT-BS1", AXIS, "Italian", infantry=1).waits == "axis MoveUnits"


def test_what_is_rebuilt_or_replaced_is_no_longer_lost() -> None:
    table = table_with("Tirane: IT-23 cadre", AXIS, "Italian", infantry=5, dead="IT-51")
    assert lost(table.state, 0) == 4 + 6
    assert lost(table.say("axis", "rebuild IT-23").state, 0) == 6
    assert lost(table.say("axis", "replace IT-51 Bari").state, 0) == 0
