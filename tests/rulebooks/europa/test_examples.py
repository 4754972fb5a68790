"""Every worked example of the chapter, with its printed numbers.

It has none with dice: the last one here is made from its tables, so that the capture of an installation has a roll.
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.tally import Reason
from grognard.games.europa import BOOK, counters, districts, installations, markers, mechanics, regiments, terrain
from tests.rules import rule

CHARTS = BOOK.charts
FACTORS = CHARTS["transport_factors"]
BESIDES = CHARTS["transport_besides"]
RES = {item: regiments.size(item, CHARTS["re_sizes"]) for item in ("brigade", "division")}


@rule("GE-3.A.2.a", "GE-3.A.2.b", "GE-3.A.2.d")
@pytest.mark.parametrize(
    ("unit", "found"),
    [
        ({"type": "infantry", "mps": 6}, "non-motorized"),
        ({"type": "siege_artillery", "mps": 4}, "artillery"),
        ({"type": "tank", "mps": 8}, "combat/motorized"),
        ({"type": "antitank", "mps": 10, "wheels": "two"}, "combat/motorized"),
    ],
)
def test_movement_classes(unit: dict[str, str], found: str) -> None:
    assert counters.movement_class(unit, CHARTS["unit_types"], CHARTS["wheels"]) == found


@rule("GE-3.A.5")
def test_unsupported_divisions_have_no_heavy_equipment() -> None:
    division = {"size": "division", "type": "infantry"}
    assert counters.has_heavy_equipment({**division, "supported": True}, CHARTS["unit_types"])
    assert not counters.has_heavy_equipment(division, CHARTS["unit_types"])


def test_a_cavalry_brigade_that_attacks_from_the_sea_takes_4_res() -> None:
    assert regiments.transport_size(RES["brigade"], ["cavalry"], "assault", FACTORS) == 4


def test_the_same_brigade_takes_2_res_if_it_lands_without_attacking() -> None:
    assert regiments.transport_size(RES["brigade"], ["cavalry"], "landing", FACTORS) == 2


@pytest.mark.parametrize("brigade", ["3-2-10 assault gun", "5-3-6 assault engineer tank"])
def test_two_british_brigades_are_charged_plainly_when_they_attack_from_the_sea(brigade: str) -> None:
    kinds = regiments.kinds_in_assault("British", brigade, ["c/m"], CHARTS["assault_exempt"])
    assert regiments.transport_size(RES["brigade"], kinds, "assault", FACTORS) == 1
    others = regiments.kinds_in_assault("British", "2-1-10 tank", ["c/m"], CHARTS["assault_exempt"])
    assert regiments.transport_size(RES["brigade"], others, "assault", FACTORS) == 4


@rule("GE-3.A.8.a", "GE-3.A.8.c")
def test_a_cavalry_division_takes_6_res_by_rail_or_sea_and_12_on_a_line_of_low_volume() -> None:
    assert regiments.transport_size(RES["division"], ["cavalry"], "rail", FACTORS) == 6
    assert regiments.transport_size(RES["division"], ["cavalry"], "naval", FACTORS) == 6
    assert regiments.transport_size(RES["division"], ["cavalry"], "rail", FACTORS, BESIDES["low_volume_rail"]) == 12


def test_6_res_across_a_minor_river_are_worth_3() -> None:
    assert regiments.in_terrain(6, ["1/2"]) == 3


def test_an_armored_division_in_mountains_counts_one_and_a_half_res() -> None:
    assert regiments.in_terrain(RES["division"], ["1/2"]) == Fraction(3, 2)


def test_units_that_terrain_halves_lose_twice_their_printed_res_and_mountain_units_do_not() -> None:
    assert regiments.printed_losses(3, ["1/2"]) == 6
    assert regiments.printed_losses(3, []) == 3


@rule("GE-3.D.2")
def test_half_of_7_is_3_and_a_half() -> None:
    assert mechanics.halved(7) == Fraction(7, 2)


@rule("GE-3.D.3")
def test_twice_halved_is_a_quarter() -> None:
    assert mechanics.multiplied(1, ["1/2", "1/2"]) == Fraction(1, 4)


@rule("GE-3.D.6")
def test_a_rail_hex_that_was_not_built_last_turn_is_not_built_this_turn_besides() -> None:
    assert mechanics.allowance(1, unused=1) == 1


@rule("GE-3.D.5.a")
def test_terrain_changes_strengths_before_the_roll_and_the_roll_after_it() -> None:
    read = mechanics.consult(["attack halved"], 4, [Reason(-1, "GE-3.F.1", "terrain")], {3: "three", 4: "four"})
    assert read[:2] == (("attack halved",), 4)
    assert (read.modified.value, read.result) == (3, "three")


def test_collateral_damage_closes_an_airbase_and_leaves_its_hits() -> None:
    on_it = ["hit", "collateral damage"]
    assert markers.usable_capacity(3, 1, 1, on_it, CHARTS["markers"]) == 0
    after = markers.repaired(on_it, "collateral damage")
    assert after == ("hit",)
    assert markers.usable_capacity(3, 1, 1, after, CHARTS["markers"]) == 2


@pytest.mark.parametrize(
    ("mobilization", "changing_sides"),
    [(0, False), (2, True)],
    ids=["Torch, or surprise in Yugoslavia", "after Italy's surrender"],
)
def test_in_undisputed_hexes_nothing_rolls(mobilization: int, changing_sides: bool) -> None:
    disputed = installations.is_disputed(mobilization, changing_sides=changing_sides)
    assert not installations.needs_roll(disputed=disputed)
    assert installations.needs_roll(disputed=installations.is_disputed(1))


RAIL = [[1], [0, 2], [1, 3], [2], [5], [4]]
"""A line of four hexes from the captor's edge at 0, and a line of two elsewhere."""


def test_a_column_damages_the_rail_that_it_takes_and_a_raider_far_behind_does_not() -> None:
    taken = 1 << 2 | 1 << 3 | 1 << 4
    damaged = installations.damaged_rail(taken, in_cities=0, controlled=1 << 0 | 1 << 1, edges=1 << 0, rail=RAIL)
    assert damaged == 1 << 2 | 1 << 3
    in_city = installations.damaged_rail(taken, in_cities=1 << 2, controlled=1 << 0 | 1 << 1, edges=1, rail=RAIL)
    assert in_city == 1 << 3


def test_regauging_clears_the_yard_and_not_the_port() -> None:
    damaged = ["dot city marshalling yard", "standard port"]
    assert installations.regauged(damaged, CHARTS["rail_installations"]) == ["standard port"]


MOUNTAINS = [[1, 2], [0], [0]]


@rule("GE-3.F.1.b", "GE-3.F.1.b2")
@pytest.mark.parametrize(("feature", "state"), [("mountain", "snow"), ("lowland", "flood")])
def test_a_unit_caught_by_snow_or_flood_stays_or_leaves_to_an_open_hex(feature: str, state: str) -> None:
    land = [feature, feature, "clear"]
    closed = {
        hex for hex, each in enumerate(land)
        if terrain.is_prohibited(each, "combat/motorized", state, CHARTS["terrain"])
    }  # fmt: skip
    assert terrain.ways(0, MOUNTAINS, closed) == (0, 2)


@rule("GE-3.F.1.e1", "GE-3.F.1.e2")
def test_paris_is_one_major_city_of_four_hexes() -> None:
    paris = {0: "full hex city", 1: "partial hex city", 2: "partial hex city", 3: "partial hex city"}
    around = [[1, 2, 3], [0], [0], [0]]
    (city,) = terrain.cities(paris, around, CHARTS["cities"])
    assert len(city) == 4
    assert terrain.city_class("multi-hex city", CHARTS["cities"]) == "major"


@rule("GE-3.F.1.j1", "GE-3.F.1.j2")
def test_islands_have_their_owners() -> None:
    found = {name: terrain.island(name, CHARTS["islands"], CHARTS["shores"]) for name in CHARTS["islands"]}
    assert found["Borkum"] == {"country": "Germany", "district": "WK X"}
    assert found["Elba"]["province"] == "Toscana"
    owners = {name: found[name]["country"] for name in ("Djerba", "Ibiza", "Formentera", "Lesbos", "Samos")}
    assert owners == {
        "Djerba": "Tunisia", "Ibiza": "Spain", "Formentera": "Spain", "Lesbos": "Greece", "Samos": "Greece",
    }  # fmt: skip


def test_forces_leave_for_a_command_that_nobody_controls() -> None:
    (nobodys,) = CHARTS["theatres"]["uncontrolled"]
    assert districts.must_transfer("Middle East Command", nobodys, controlled=["Middle East Command"])


def test_a_standard_port_is_taken_with_damage() -> None:
    applying = ["overrun or undefended"]
    changes = installations.modifiers(applying, CHARTS, zone="full", defended_by=1)
    assert sorted(reason.change for reason in changes) == [-2, -1, 1]
    most = installations.most_of("standard port", "port_hit", CHARTS["most_damage"])
    taken = installations.capture(3, changes, CHARTS, most)
    assert (taken.roll.value, taken.result, taken.collateral, taken.most_hits) == (1, "F*", True, 1)
    assert installations.movement_cost(1, "full", CHARTS["zone_modifiers"]) == 1
