"""Chapters 7 and 7B: roads."""

from __future__ import annotations

import pytest

from tests.rulebooks.balkan.spots import occupation, plains
from tests.rulebooks.balkan.table import at
from tests.rules import rule


@rule("BF-7-1")
def test_the_rate_of_a_road_holds_only_between_hexes_that_it_joins() -> None:
    table = occupation("Zagreb NW1: GE-A1")
    board, roads = table.state.world.board, table.state.world.roads
    here, there = table.place("Zagreb NW1"), table.place("Zagreb NE1")
    assert there in board.neighbours[here]
    assert there not in roads[here]
    assert roads[here]
    assert roads[there]
    table.say("axis", "move GE-A1")
    assert table.match.preview("march ZagrebNE1").cost.total == 2  # type: ignore[union-attr]


@rule("BF-7B-1")
@pytest.mark.parametrize("unit", ["GE-9P", "GE-A1", "GE-72", "GE-5M"])
@pytest.mark.parametrize(
    ("a", "b"),
    [("Prilep", "Prilep NE1"), ("Beograd", "Beograd E1"), ("Osijek", "Sombor"), ("Prilep", "Prilep E1")],
    ids=["into a mountain", "across a major river", "into a swamp across one", "across a mountain hexside"],
)
def test_on_a_road_every_hex_costs_as_clear_ground(unit: str, a: str, b: str) -> None:
    table = occupation(f"{a}: {unit}")
    before = table.left(unit)
    table.say("axis", f"move {unit}", f"march [{b}]")
    assert before - table.left(unit) == 1


@rule("BF-7B-1", "BF-6-12")
@pytest.mark.parametrize(("unit", "points"), [("GE-9P", 3), ("GE-72", 2)])
def test_in_poor_weather_a_road_costs_as_clear_ground_does_then(unit: str, points: int) -> None:
    table = occupation(f"Prilep: {unit}", weather=(1, 1))
    before = table.left(unit)
    table.say("axis", f"move {unit}", "march [Prilep NE1]")
    assert before - table.left(unit) == points


@rule("BF-7B-2")
def test_who_leaves_an_enemy_zone_on_a_road_pays_for_that_as_well() -> None:
    table = plains("Subotica: GE-72\nSubotica SE1: YU-38", owns={"axis": "BACKA"})
    table.say("axis", "move GE-72", "march [Subotica NE1]")
    assert table.left("GE-72") == 6 - 1 - 2


@rule("BF-7B-3")
def test_roads_serve_everybody_everywhere_in_both_phases() -> None:
    table = plains("Osijek: GE-9P", "Nov I 40, axis exploitation", owns={"allied": "Sombor"})
    table.say("axis", "move GE-9P", "march Sombor")
    assert table.left("GE-9P") == 9


@rule("BF-7B-1")
def test_a_broken_line_and_an_enemy_one_is_still_a_road() -> None:
    broken = {"Prilep NE1": 1, "Prilep": 1}
    table = at("Prilep: GE-A1", stance={"Yugoslavia": "allied"}, broken=broken).say("axis", "move GE-A1")
    assert table.refused("rail [Prilep NE1]") is not None
    table.say("axis", "march [Prilep NE1]")
    assert table.left("GE-A1") == 7
    assert table.refused("wreck rail") == "BF-7A4-1"


@rule("BF-7B-4")
def test_a_road_cannot_be_broken() -> None:
    table = at("Tirane: IT-GUI").say("axis", "move IT-GUI")
    assert table.state.world.roads[table.place("Tirane")]
    assert table.refused("wreck rail") == "BF-7B-4"
