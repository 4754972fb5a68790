"""Chapters 6 and 6A: movement points, terrain, hexsides, the one hex that is always open, and enemy zones."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.balkan.marches import on_foot
from grognard.games.balkan.state import AXIS
from grognard.games.balkan.ways import HEXSIDES, step_cost, terrain_cost
from tests.rulebooks.balkan.spots import EAST, HILL, NORTHWEST, PLAIN, SOUTHEAST, WEST, occupation, plains
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

CLEAR, POOR, WINTER = 0, 1, 2
HALF = Fraction(1, 2)


def cost(table: Table, unit: str, a: str, b: str) -> object:
    """What a step costs a unit, zones apart; None where it is prohibited."""
    s = table.state
    found = step_cost(s.world, s.weather, s.world.cost_set[table.unit(unit)], table.place(a), table.place(b))
    return None if found is None else found.total


# Points


@rule("BF-6-3")
def test_a_unit_spends_no_more_than_its_allowance() -> None:
    table = plains(f"{WEST}: YU-B1", "Nov I 40, allied movement")
    table.say("allied", "move YU-B1", f"march [{EAST}]", f"march [{WEST}]")
    assert table.left("YU-B1") == 1
    assert table.refused(f"march [{EAST}]") == "BF-6-3"
    table.say("allied", f"march [{PLAIN}]")
    assert table.refused("move YU-B1") == "BF-6-3"


@rule("BF-6-3")
@pytest.mark.parametrize("phase", ["movement", "exploitation"])
def test_an_allowance_is_that_of_the_phase_alone(phase: str) -> None:
    table = plains(f"{WEST}: GE-9P", f"Nov I 40, axis {phase}", spent={"GE-9P": 840 * 9})
    assert table.left("GE-9P") == 1
    table.say("axis", "move GE-9P")
    assert table.refused(f"march [{EAST}]") == "BF-6-3"


@rule("BF-6-3")
def test_who_has_no_rating_does_not_move_at_all() -> None:
    table = at("Siderokastron: GR-F1", "Nov I 40, allied movement")
    assert table.refused("move GR-F1") == "BF-6-3"


@rule("BF-12D-1")
def test_who_is_out_of_supply_has_what_the_chart_leaves_him() -> None:
    table = plains(f"{WEST}: GE-72", hungry={"GE-72": 1})
    share = table.state.world.charts["strength_factors"].number("movement_out_of_supply")
    assert table.left("GE-72") == 6 * share
    assert share < 1


# Terrain


@rule("BF-6-4")
def test_mountains_cost_guns_six_infantry_three_and_mountain_troops_two() -> None:
    table = occupation("Prilep: GE-A1, GE-72, GE-5M")
    assert [cost(table, unit, "Prilep", HILL) for unit in ("GE-A1", "GE-9P", "GE-72", "GE-5M")] == [6, 6, 3, 2]


@rule("BF-6-4")
@pytest.mark.parametrize(
    ("unit", "wooded_rough"), [("GE-9P", 4), ("GE-A1", 4), ("IT-GUI", 2), ("GE-72", 2), ("GE-125R", 2), ("GE-5M", 2)]
)
def test_each_arm_pays_by_its_own_set(unit: str, wooded_rough: int) -> None:
    table = occupation("Vranje: GE-72")
    assert table.state.world.terrain[table.place("Kosovska Mitrovica NE1")] == "wooded_rough"
    world = table.state.world
    assert terrain_cost(world, CLEAR, world.cost_set[table.unit(unit)], "wooded_rough") == wooded_rough


@rule("BF-6-4")
def test_the_points_are_taken_for_every_hex_that_is_entered() -> None:
    table = occupation("Prilep: GE-5M").say("axis", "move GE-5M", f"march [{HILL}]")
    assert table.left("GE-5M") == 6


@rule("BF-6-4", "BF-6-12")
@pytest.mark.parametrize(("weather", "points"), [(CLEAR, 1), (POOR, 2), (WINTER, 2)])
def test_a_city_costs_as_clear_ground_does(weather: int, points: int) -> None:
    table = occupation("Beograd NE1: GE-72", weather=(weather, weather))
    world, city = table.state.world, table.place("Beograd")
    assert (world.terrain[city], table.place("Beograd NE1") in world.roads[city]) == ("partial_city", False)
    assert terrain_cost(world, weather, "other", "partial_city") == points
    assert terrain_cost(world, weather, "other", "full_city") == points


# Hexsides


@rule("BF-6-5")
def test_narrow_straits_cost_two_more_than_the_hex() -> None:
    table = occupation("Rab E1: GE-5M, GE-72, GE-A1")
    assert [cost(table, unit, "Rab E1", "Rab") for unit in ("GE-5M", "GE-72", "GE-A1")] == [3, 3, 3]
    table.say("axis", "move GE-72", "march Rab")
    assert table.left("GE-72") == 3


@rule("BF-6-5")
@pytest.mark.parametrize(
    ("a", "b", "points"),
    [("Maribor SE1", "Maribor E1", 2), ("Osijek NE1", "Baja SW1", 4), ("Osijek W1", "Osijek", 2)],
    ids=["river", "major river", "river to a town"],
)
def test_rivers_cost_more_than_the_hex(a: str, b: str, points: int) -> None:
    table = occupation(f"{a}: GE-72")
    assert cost(table, "GE-72", a, b) == points


@rule("BF-6-5")
def test_a_major_river_is_one_river_and_not_two() -> None:
    table = occupation("Novi Sad W1: GE-72")
    assert {"river", "major river"} <= table.state.world.board.side(
        table.place("Novi Sad NW1"), table.place("Novi Sad W1")
    )
    assert cost(table, "GE-72", "Novi Sad NW1", "Novi Sad W1") == 4


@rule("BF-6-5")
def test_a_mountain_hexside_costs_as_a_mountain_hex_where_that_is_more() -> None:
    table = occupation("Vranje W1: GE-72, GE-A1, GE-5M")
    assert [cost(table, unit, "Vranje W1", "Vranje") for unit in ("GE-72", "GE-A1", "GE-5M")] == [3, 6, 2]


# Prohibited ground


@rule("BF-6-6", "BF-6-7")
@pytest.mark.parametrize(
    ("here", "beyond"),
    [
        ("Livno NW1", "Knin SE1"),
        ("Gospic", "Gospic NW1"),
        ("Villach SW1", "Gorizia NE1"),
        ("Kaposvar NE2", "Kaposvar NE1"),
        ("Fiume", "Susak"),
    ],
    ids=["karst", "karst again", "high mountain", "lake", "sea"],
)
def test_nobody_crosses_a_prohibited_hexside_not_even_with_all_his_points(here: str, beyond: str) -> None:
    table = occupation(f"{here}: GE-538", weather=(WINTER, WINTER), hungry={"GE-538": 1}).say("axis", "move GE-538")
    assert table.left("GE-538") == 2, "so that no way round is open"
    assert table.place(beyond) in table.state.world.board.neighbours[table.place(here)]
    assert table.refused(f"march [{beyond}]") == "BF-6-6"
    assert all(cost(table, unit, here, beyond) is None for unit in ("GE-9P", "GE-A1", "GE-72", "GE-5M"))


@rule("BF-6-6")
def test_nobody_goes_to_where_he_is() -> None:
    assert occupation("Rab: GE-72").say("axis", "move GE-72").refused("march Rab") == "BF-6-6"


@rule("BF-6-6")
def test_the_sea_is_open_to_nobody() -> None:
    table = occupation("Rab: GE-72").say("axis", "move GE-72")
    assert table.refused("march [Lussino SE1]") == "BF-6-6"


@rule("BF-6-6", "BF-6-7", "BF-6-12")
def test_in_snow_guns_stay_in_their_mountains_or_leave_them_for_open_ground() -> None:
    table = occupation(f"{HILL}: GE-A1", weather=(WINTER, WINTER)).say("axis", "move GE-A1")
    assert [table.refused(f"march [{hill}]") for hill in ("Prilep NW2", "Skopje SW1", "Bitolj NW1")] == ["BF-6-6"] * 3
    table.say("axis", "march Prilep")
    assert table.left("GE-A1") == 8 - 4


@rule("BF-6-7")
def test_every_kind_of_hexside_of_the_map_has_a_row_in_the_chart() -> None:
    world = occupation("Prilep: GE-72").state.world
    rows = world.charts["hexside_costs"]
    closed = {kind for kind, row in HEXSIDES.items() if "other" not in rows[row]}
    assert closed == {"karst", "high mountain", "sea", "lake"}


@rule("BF-6-8")
def test_nobody_enters_a_hex_with_an_enemy_in_it() -> None:
    table = plains(f"{PLAIN}: GE-72\n{EAST}: YU-B1").say("axis", "move GE-72")
    assert table.refused(f"march [{EAST}]") == "BF-6-8"
    assert f"march {EAST.replace(' ', '')}" not in table.offered()


def test_ways_lead_around_enemies() -> None:
    table = plains(f"{WEST}: GE-125R\n{PLAIN}: YU-B1").say("axis", "move GE-125R", f"march [{EAST}]")
    assert table.left("GE-125R") == 6 - 3


# The one hex that is always open


@rule("BF-6-9")
def test_with_all_its_points_a_unit_enters_the_next_hex_whatever_it_costs_as_long_as_it_has_spent_nothing() -> None:
    table = occupation("Novi Sad NW1: GE-538", weather=(POOR, POOR)).say("axis", "move GE-538")
    assert cost(table, "GE-538", "Novi Sad NW1", "Novi Sad W1") == 5
    table.say("axis", "march [Novi Sad W1]")
    assert (table.at("GE-538"), table.left("GE-538")) == ("Novi Sad W1", 0)
    late = occupation("Novi Sad NW2: GE-538", weather=(POOR, POOR)).say("axis", "move GE-538", "march [Novi Sad NW1]")
    assert late.left("GE-538") == 2
    assert late.refused("march [Novi Sad W1]") == "BF-6-9"


def test_guns_of_four_points_enter_a_mountain_and_spend_them_all() -> None:
    table = occupation("Prilep: GE-A1", hungry={"GE-A1": 1}).say("axis", "move GE-A1")
    assert (table.left("GE-A1"), cost(table, "GE-A1", "Prilep", HILL)) == (4, 6)
    table.say("axis", f"march [{HILL}]")
    assert table.left("GE-A1") == 0


@rule("BF-6-10")
def test_that_hex_may_lie_in_an_enemy_zone_and_so_may_the_one_that_is_left() -> None:
    table = plains(f"{PLAIN}: GE-538\n{EAST}: YU-38\n{WEST}: YU-27", weather=(POOR, POOR)).say("axis", "move GE-538")
    table.say("axis", f"march [{SOUTHEAST}]")
    assert (table.at("GE-538"), table.left("GE-538")) == (SOUTHEAST, 0)


@rule("BF-6-11")
def test_it_leaves_nothing_for_anything_else() -> None:
    table = occupation("Novi Sad NW1: GE-538", weather=(POOR, POOR))
    table.say("axis", "move GE-538", "march [Novi Sad W1]")
    assert table.waits == "axis MoveUnits"
    assert table.refused("move GE-538") == "BF-6-11"


@rule("BF-6-11")
def test_who_has_broken_a_line_has_it_no_more() -> None:
    table = occupation("Novi Sad: GE-538", weather=(POOR, POOR)).say("axis", "move GE-538")
    river = "Novi Sad SW1"
    assert cost(table, "GE-538", "Novi Sad", river) == 5
    assert table.refused(f"march [{river}]") is None
    table.say("axis", "wreck rail")
    assert table.refused(f"march [{river}]") == "BF-6-11"


# Weather


@rule("BF-6-12", "BF-27-9")
def test_each_weather_zone_has_the_costs_of_its_own_weather() -> None:
    table = occupation(f"{PLAIN}: GE-72\nLarisa: GR-14", weather=(POOR, CLEAR))
    assert cost(table, "GE-72", PLAIN, EAST) == 2
    assert cost(table, "GE-A1", PLAIN, EAST) == 3
    south = [place for place, zone in enumerate(table.state.world.zone_of) if zone == 1]
    names, terrain = table.state.world.board.names, table.state.world.terrain
    a, b = next(
        (a, b)
        for a in south
        for b in table.state.world.board.neighbours[a]
        if b in south and terrain[a] == terrain[b] == "clear" and not table.state.world.board.side(a, b)
    )
    assert cost(table, "GE-72", names[a], names[b]) == 1


# Enemy zones


@rule("BF-6A-1")
def test_leaving_an_enemy_zone_costs_two_more() -> None:
    table = plains(f"{PLAIN}: GE-72\n{EAST}: YU-38").say("axis", "move GE-72", f"march [{WEST}]")
    assert table.left("GE-72") == 6 - 3


@rule("BF-6A-1")
@pytest.mark.parametrize(("unit", "points", "spent"), [("GE-72", 6, 4), ("GE-GD", 10, 3)])
def test_going_from_one_enemy_zone_hex_to_another_costs_more(unit: str, points: int, spent: int) -> None:
    table = plains(f"{PLAIN}: {unit}\n{EAST}: YU-38").say("axis", f"move {unit}", f"march [{SOUTHEAST}]")
    assert table.left(unit) == points - spent


@rule("BF-6A-1")
@pytest.mark.parametrize(("unit", "points", "spent"), [("IT-131", 8, 3), ("GE-9P", 10, 2), ("GE-A1", 8, 3)])
def test_only_german_combat_and_motorized_units_leave_a_zone_for_less(unit: str, points: int, spent: int) -> None:
    table = plains(f"{PLAIN}: {unit}\n{EAST}: YU-38").say("axis", f"move {unit}", f"march [{WEST}]")
    assert table.left(unit) == points - spent


@rule("BF-6A-1")
def test_entering_a_zone_costs_nothing_by_itself() -> None:
    table = plains(f"{WEST}: GE-72\n{EAST}: YU-38").say("axis", "move GE-72", f"march [{PLAIN}]")
    assert table.left("GE-72") == 5


@rule("BF-6A-1")
def test_the_cheapest_way_is_taken_and_goes_around_zones() -> None:
    table = plains(f"{NORTHWEST}: GE-9P\n{EAST}: YU-38").say("axis", "move GE-9P", "march [Sisak E2]")
    assert table.left("GE-9P") == 10 - 2


@rule("BF-6A-1")
def test_the_preview_tells_the_price_of_the_zones_apart() -> None:
    table = plains(f"{PLAIN}: GE-72\n{EAST}: YU-38").say("axis", "move GE-72")
    shown = table.match.preview(f"march {SOUTHEAST.replace(' ', '')}").cost
    assert shown is not None
    assert (shown.base, [(reason.change, reason.rule) for reason in shown.reasons]) == (1, [(3, "BF-6A-1")])


@rule("BF-6A-1")
def test_what_is_offered_counts_the_zones_as_well() -> None:
    table = plains(f"{PLAIN}: GE-72, GE-GD\n{EAST}: YU-38")
    s = table.state
    for unit, along, leaving in (("GE-72", 4, 3), ("GE-GD", 3, 2)):
        found = on_foot(s, table.unit(unit), AXIS)
        assert (found[table.place(SOUTHEAST)], found[table.place(WEST)]) == (along * 840, leaving * 840)
    s.spent[table.unit("GE-72")] = 3 * 840
    table.say("axis", "move GE-72")
    assert table.refused(f"march [{SOUTHEAST}]") == "BF-6-9"
    assert table.refused(f"march [{WEST}]") is None
