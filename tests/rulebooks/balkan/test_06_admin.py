"""Chapter 6B: administrative movement."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.balkan.ways import adjacent, admin_steps
from tests.rulebooks.balkan.spots import EAST, PLAIN, SOUTHEAST, WEST, occupation, plains
from tests.rulebooks.balkan.table import Table
from tests.rules import rule

POOR = (1, 1)
HALF = Fraction(1, 2)


def cost(table: Table, unit: str, a: str, b: str) -> Fraction | None:
    """What a step costs at the administrative rate; None where it is closed."""
    s = table.state
    way = dict(admin_steps(s.world, s.weather, s.world.cost_set[table.unit(unit)])[table.place(a)])
    found = way.get(table.place(b))
    return None if found is None else Fraction(found, 840)


@rule("BF-6B-1")
def test_it_is_used_in_the_movement_phase_only() -> None:
    table = occupation(f"{PLAIN}: GE-9P", "Nov I 40, axis exploitation").say("axis", "move GE-9P")
    assert table.refused(f"admin [{EAST}]") == "BF-6B-1"
    assert table.refused(f"march [{EAST}]") is None


@rule("BF-6B-2")
def test_along_a_road_in_clear_weather_a_hex_costs_half_a_point() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "admin Karlovac")
    assert table.left("GE-72") == 5
    shown = table.match.preview("admin Zagreb").cost
    assert shown is not None
    assert shown.total == 1


@rule("BF-6B-2")
def test_twelve_such_hexes_are_a_whole_allowance_of_six() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72")
    far = [order for order in table.offered() if order.startswith("admin")]
    assert "admin Fiume" in far
    table.say("axis", "admin Fiume")
    assert table.left("GE-72") == 6 - 8 * HALF


@rule("BF-6B-2")
@pytest.mark.parametrize(
    ("unit", "a", "b", "points"),
    [
        ("GE-72", PLAIN, EAST, HALF),
        ("GE-72", "Maribor SE1", "Maribor E1", 1),
        ("GE-9P", "Zagreb NW1", "Zagreb NE1", 1),
        ("GE-9P", "Kosovska Mitrovica NE1", "Kosovska Mitrovica", HALF),
    ],
    ids=["clear", "clear across a river", "rough for tanks", "a road"],
)
def test_it_halves_what_hex_and_hexside_cost(unit: str, a: str, b: str, points: Fraction) -> None:
    assert cost(occupation(f"{PLAIN}: GE-72"), unit, a, b) == points


@rule("BF-6B-2", "BF-6-12")
def test_it_halves_what_the_weather_demands() -> None:
    assert cost(occupation(f"{PLAIN}: GE-9P", weather=POOR), "GE-9P", PLAIN, EAST) == Fraction(3, 2)


@rule("BF-6B-3")
def test_who_has_used_it_does_nothing_else_but_go_by_rail() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "admin Karlovac")
    assert table.refused("march [Karlovac W1]") == "BF-6B-3"
    assert table.refused("wreck rail") == "BF-6B-3"
    assert table.refused("rail [Karlovac W1]") is None
    table.say("axis", "rail [Karlovac W1]", "admin Ogulin")
    assert table.at("GE-72") == "Ogulin"


@rule("BF-6B-3")
def test_who_has_moved_otherwise_does_not_use_it() -> None:
    table = occupation("Zagreb: GE-72").say("axis", "move GE-72", "march Karlovac")
    assert table.refused("admin [Karlovac W1]") == "BF-6B-3"
    broken = occupation("Zagreb: GE-72").say("axis", "move GE-72", "wreck rail")
    assert broken.refused("admin [Karlovac W1]") == "BF-6B-3"


@rule("BF-6B-3", "BF-13-7")
def test_who_has_used_it_overruns_nobody() -> None:
    table = plains(f"{WEST}: GE-2P, GE-9P\n{SOUTHEAST}: YU-T1", owns={"axis": "CROATIA"})
    table.state.gait[table.unit("GE-2P")] = 2
    table.say("axis", "move GE-2P")
    assert table.refused(f"march [{PLAIN}]") == "BF-6B-3"
    table.say("axis", "pass", "move GE-9P", f"march [{PLAIN}]", "pass")
    table.state.where[table.unit("GE-2P")] = table.place(PLAIN)
    table.say("axis", f"overrun [{SOUTHEAST}] [{PLAIN}]")
    assert table.refused("join GE-2P") == "BF-13-7"


@rule("BF-6B-4")
@pytest.mark.parametrize("order", ["admin", "march"])
def test_it_costs_a_division_its_zone_for_the_phase(order: str) -> None:
    table = plains(f"{WEST}: GE-72", owns={"axis": "CROATIA"}).say("axis", "move GE-72", f"{order} [{PLAIN}]", "pass")
    assert table.fact("zoneless", "GE-72") == (order == "admin")
    table.say("axis", "pass")
    assert table.fact("zoneless", "GE-72") == 0


@rule("BF-6B-5")
@pytest.mark.parametrize("enemy", ["YU-38", "YU-B1", "YU-AA1"])
def test_nobody_starts_it_beside_an_enemy_of_any_kind(enemy: str) -> None:
    table = plains(f"{PLAIN}: GE-72\n{EAST}: {enemy}", owns={"axis": "CROATIA"}).say("axis", "move GE-72")
    assert table.refused(f"admin [{WEST}]") == "BF-6B-5"


@rule("BF-6B-5")
def test_nobody_comes_beside_an_enemy_by_it() -> None:
    table = plains(f"{WEST}: GE-72\n{EAST}: YU-B1", owns={"axis": "CROATIA"}).say("axis", "move GE-72")
    assert table.refused(f"admin [{PLAIN}]") == "BF-6B-5"


@rule("BF-6B-5")
def test_who_was_beside_an_enemy_at_any_time_of_the_phase_does_not_use_it() -> None:
    table = plains(f"{PLAIN}: GE-5P, GE-9P\n{EAST}: YU-T1", "Nov I 40, axis initial", owns={"axis": "CROATIA"})
    table.say("axis", f"overrun [{EAST}] [{PLAIN}]", "join GE-5P", "pass", "pass", "move GE-9P")
    assert table.at("YU-T1") == "eliminated"
    assert table.refused(f"admin [{WEST}]") == "BF-6B-5"


def test_hexes_that_only_water_or_barriers_join_are_not_adjacent() -> None:
    table = occupation("Prilep: GE-72")
    s = table.state
    pairs = [
        ("Livno NW1", "Knin SE1"),
        ("Villach SW1", "Gorizia NE1"),
        ("Kaposvar NE2", "Kaposvar NE1"),
        ("Rab", "Cherso"),
    ]
    assert all(not adjacent(s.world)[table.place(a)] >> table.place(b) & 1 for a, b in pairs)
    assert adjacent(s.world)[table.place("Rab")] >> table.place("Rab E1") & 1
    assert adjacent(s.world)[table.place("Osijek")] >> table.place("Sombor") & 1


@rule("BF-6B-6")
def test_it_stays_on_ground_of_its_own_side() -> None:
    table = plains(f"{WEST}: GE-125R", owns={"axis": [WEST, PLAIN]}).say("axis", "move GE-125R")
    assert table.refused(f"admin [{EAST}]") == "BF-6B-6"
    assert table.refused(f"march [{EAST}]") is None
    assert table.refused(f"admin [{PLAIN}]") is None


@rule("BF-6B-7")
def test_mountains_and_major_rivers_are_closed_to_it_off_the_road() -> None:
    table = occupation("Prilep: GE-5M\nNovi Sad NW1: GE-72")
    assert cost(table, "GE-5M", "Prilep", "Prilep NW1") is None
    assert cost(table, "GE-72", "Novi Sad NW1", "Novi Sad W1") is None
    assert cost(table, "GE-72", "Vranje W1", "Vranje") is None, "a mountain hexside"
    table.say("axis", "move GE-5M")
    assert table.refused("admin [Prilep NW1]") == "BF-6B-7"
    table.say("axis", "pass", "move GE-72")
    assert cost(table, "GE-72", "Novi Sad NW1", "Novi Sad SW1") is None


@rule("BF-6B-2")
@pytest.mark.parametrize(("a", "b"), [("Prilep", "Prilep NE1"), ("Beograd", "Beograd E1"), ("Prilep", "Prilep E1")])
def test_along_a_road_they_are_open(a: str, b: str) -> None:
    assert cost(occupation("Prilep: GE-72"), "GE-72", a, b) == HALF
