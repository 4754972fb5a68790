"""Chapter 12A, 12B and 12D: lines of supply, when they are looked for, and what the lack of one does."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.paths import bits
from grognard.games.balkan.supply import overland_net
from tests.rulebooks.balkan.hunger import (
    MUD,
    SNOW,
    WAR,
    by,
    checked,
    hungry,
    legs,
    running,
    starved,
    without_railways,
)
from tests.rulebooks.balkan.spots import AROUND, EAST, NORTHEAST, PLAIN, WEST
from tests.rulebooks.balkan.table import at
from tests.rules import rule

BETWEEN = f"{PLAIN}: GE-125R\n{EAST}: YU-38\n{WEST}: YU-1"
"""A German regiment whose six hexes lie in the zones of two divisions, one on either side of it."""


# 12A


@rule("BF-12A-1")
def test_no_line_runs_into_an_enemy_zone_but_where_a_friend_stands() -> None:
    assert starved(BETWEEN, stance=WAR) == {"GE-125R"}
    assert not starved(f"{BETWEEN}\n{NORTHEAST}: GE-2P", stance=WAR)


@rule("BF-12A-1")
def test_regiments_have_no_zone_and_block_their_own_hexes_alone() -> None:
    guards = [f"{place}: YU-B{number}" for number, place in enumerate(AROUND, 1)]
    assert not starved("\n".join((f"{PLAIN}: GE-125R", *guards[:5])), stance=WAR)
    assert starved("\n".join((f"{PLAIN}: GE-125R", *guards)), stance=WAR) == {"GE-125R"}


@rule("BF-12A-1")
def test_a_line_may_leave_an_enemy_zone_and_its_own_hex_does_not_count() -> None:
    assert not starved(f"{PLAIN}: GE-125R\n{EAST}: YU-38", stance=WAR)


@rule("BF-12A-1", "BF-6-7")
@pytest.mark.parametrize(
    ("place", "beyond"),
    [("Livno NW1", "Knin SE1"), ("Villach SW1", "Gorizia NE1"), ("Kaposvar NE2", "Kaposvar NE1"), ("Fiume", "Susak")],
    ids=["karst", "high mountain", "lake", "sea"],
)
def test_no_line_crosses_a_prohibited_hexside(place: str, beyond: str) -> None:
    world = at("").state.world
    here, there = world.board.at(place), world.board.at(beyond)
    for start, end in ((here, there), (there, here)):
        assert there in world.board.neighbours[here]
        net = overland_net(world, (0, 0), "other")
        assert not any(1 << start & leaving and start + step == end for step, leaving in net.ahead)
        assert not any(1 << start & leaving and start - step == end for step, leaving in net.back)


@rule("BF-12A-1", "BF-6-7")
def test_snow_closes_mountains_off_the_road_to_the_lines_of_tanks_and_guns() -> None:
    table = checked("Kalpaki: BR-16", weather=SNOW)
    everybody, tanks = running(table).mask, running(table, costs="cm_artillery").mask
    names = table.state.world.board.names
    assert {"Koritsa SW2", "Ioannina SE2"} <= {names[place] for place in bits(everybody & ~tanks)}
    assert not tanks & ~everybody
    assert starved("Ioannina SE2: BR-16, BR-1A", weather=SNOW) == {"BR-1A"}
    assert not starved("Ioannina SE2: BR-16, BR-1A", weather=MUD)


@rule("BF-12A-1")
def test_the_hex_that_a_unit_stands_in_may_be_prohibited_to_it() -> None:
    assert not starved("Prilep NW1: GE-9P", stance={"Yugoslavia": "axis"}, weather=SNOW)


@rule("BF-12A-1")
def test_no_line_runs_through_a_neutral_country() -> None:
    owns = {"allied": ["Durazzo", "Valona"]}
    assert starved("Kukes: IT-BS1", owns=owns) == {"IT-BS1"}
    assert not starved("Kukes: IT-BS1", owns=owns, stance={"Yugoslavia": "axis"})


@rule("BF-12A-1")
def test_no_allied_line_runs_through_a_country_that_is_closed_to_the_allies() -> None:
    table = checked(f"{PLAIN}: YU-B1", stance=WAR)
    world = table.state.world
    closed = world.country("Hungary") | world.country("Romania")
    assert not running(table, nation="Yugoslav").mask & closed


# 12B


@rule("BF-12B-1", "BF-4A1-1")
@pytest.mark.parametrize("turn", ["axis", "allied"])
def test_in_every_initial_phase_both_sides_are_checked(turn: str) -> None:
    table = checked(f"{BETWEEN}\nSkyros: BR-16", f"Nov I 40, {turn} initial", stance=WAR)
    assert hungry(table) == {"GE-125R", "BR-16"}
    assert [(row["side"], row["units"]) for row in table.events("cut off")] == [
        ("axis", ["GE-125R"]), ("allied", ["BR-16"]),
    ]  # fmt: skip


@rule("BF-12B-1")
def test_what_is_found_holds_for_the_player_turn_and_no_longer() -> None:
    table = checked(f"{NORTHEAST}: GE-125R\n{EAST}: YU-38\n{WEST}: YU-1", stance=WAR)
    assert not hungry(table)
    table.say("axis", "move GE-125R", f"march [{PLAIN}]", "pass")
    assert not hungry(table)
    table.pass_until("allied MoveUnits")
    assert hungry(table) == {"GE-125R"}
    table.say("allied", "move YU-38", "march [Koprivnica]", "pass", "pass")
    assert hungry(table) == {"GE-125R"}
    table.roll(1).pass_until("axis MoveUnits")
    assert not hungry(table)
    assert [row["units"] for row in table.events("supplied")] == [["GE-125R"]]


@rule("BF-12B-1")
def test_who_would_be_out_of_supply_is_named_before_the_phase_ends() -> None:
    table = checked(f"{NORTHEAST}: GE-125R\n{EAST}: YU-38\n{WEST}: YU-1", stance=WAR)
    assert not table.match.view("axis")["prompt"]["warnings"]
    table.say("axis", "move GE-125R", f"march [{PLAIN}]")
    (said,) = table.match.view("axis")["prompt"]["warnings"]["pass"]
    assert "German 125th Infantry Regiment" in said
    assert "BF-12B-1" in said


@rule("BF-12B-3")
def test_a_line_has_up_to_three_elements_always_in_the_same_order() -> None:
    table = checked("Peshkopi: BR-16")
    assert legs(table, "Peshkopi") == [("rail", 6), ("road", 3), ("overland", 7)]
    assert legs(table, "Ioannina") == [("rail", 13), ("road", 3)]
    assert legs(table, "Larisa") == [("rail", 7)]
    assert legs(table, "Thessalonike") == [("rail", 0)]
    every = by(running(table), table, "overland")
    assert {tuple(mode for mode, _ in legs(table, name)) for name in every} == {
        ("rail",), ("road",), ("overland",), ("rail", "road"), ("rail", "overland"), ("road", "overland"),
        ("rail", "road", "overland"),
    }  # fmt: skip


@rule("BF-12B-4")
def test_an_overland_element_has_a_length_that_depends_on_the_weather() -> None:
    bare = without_railways()
    assert not starved("Koritsa E1: BR-16", owns=bare)  # 7 hexes from Thessalonike
    assert starved("Koritsa SW2: BR-16", owns=bare) == {"BR-16"}
    assert not starved("Kozane: BR-16", owns=bare, weather=MUD)  # 4 hexes
    assert starved("Kozane W1: BR-16", owns=bare, weather=MUD) == {"BR-16"}


@rule("BF-12B-4")
def test_a_road_element_has_a_length_that_depends_on_the_weather() -> None:
    assert legs(checked("Preveza: BR-16"), "Preveza") == [("rail", 13), ("road", 8)]
    assert legs(checked("Preveza: BR-16", weather=MUD), "Preveza") == [("rail", 13), ("road", 7), ("overland", 1)]


@rule("BF-12B1-1", "BF-12B-4")
def test_an_overland_element_crosses_land_of_the_enemy() -> None:
    table = checked("Peshkopi: BR-16\nKukes: BR-14")
    assert table.owner("Elbasan E1") == "axis"
    assert hungry(table) == {"BR-14"}


@rule("BF-12B1-1")
def test_an_overland_element_ends_at_a_road_a_railway_or_a_source() -> None:
    table = checked("Kalpaki: BR-16")
    assert legs(table, "Leukas E1") == [("rail", 13), ("road", 8), ("overland", 1)]
    assert legs(table, "Larisa E1") == [("rail", 7), ("overland", 1)]
    assert legs(table, "Volos SE1") == [("overland", 1)]


@rule("BF-12B2-1")
def test_a_road_element_keeps_to_roads_that_its_side_owns() -> None:
    cut = {"axis": ["Grevena SW1", "Metsovon", "Ioannina", "Arta", "Arta SE1", "Agrinion NW1"]}
    assert not starved("Egoumenitsa: BR-16", weather=MUD)
    assert starved("Egoumenitsa: BR-16", weather=MUD, owns=cut) == {"BR-16"}


@rule("BF-12B3-1")
def test_a_rail_element_enters_any_number_of_high_volume_hexes_and_seven_of_low_volume() -> None:
    table = checked("Skopje: BR-16", stance=WAR)
    found = running(table)
    low = table.state.world.low_volume
    route = next(leg for leg in found.legs(table.place("Subotica SE1")) if leg.mode == "rail").places
    assert len(route) > 30
    for name in by(found, table, "rail"):
        (leg,) = found.legs(table.place(name), "rail")
        assert sum((a, b) in low for a, b in zip(leg.places, leg.places[1:], strict=False)) <= 7
    assert {"Sarajevo", "Uzice W1"} <= by(found, table, "rail")
    assert by(found, table, "rail").isdisjoint({"Sarajevo W1", "Sarajevo E1", "Visegrad"})


@rule("BF-12B3-1")
def test_a_rail_element_keeps_to_railways_that_its_side_owns() -> None:
    table = checked("Skopje: BR-16", stance=WAR)
    assert "Nis" in by(running(table), table, "rail")
    table = checked("Skopje: BR-16", stance=WAR, owns={"axis": ["Skopje", "Prilep"]})
    assert "Nis" in by(running(table), table, "rail")
    cut = checked("Kalpaki: BR-16", stance=WAR, owns={"axis": ["MACEDONIA", "KOSOVO_MACEDONIA"]})
    assert "Nis" not in by(running(cut), cut, "rail")


@rule("BF-12B3-2")
def test_breaks_do_not_cut_a_line() -> None:
    lines = running(checked("Larisa: BR-16"))
    table = checked("Larisa: BR-16", broken=dict.fromkeys(("Larisa", "Larisa NE1", "Katerine"), 1))
    assert running(table).mask == lines.mask
    assert legs(table, "Larisa") == [("rail", 7)]


@rule("BF-28C2-3")
def test_a_yugoslavia_that_favours_the_axis_lets_its_rail_elements_through_and_nothing_else() -> None:
    owns = {"axis": ["GREECE_VARDAR_TO_GRAMMOS"], "allied": ["Durazzo", "Valona"]}
    for stance in ("neutral", "pro_allied"):
        assert starved("Edessa: GE-125R", stance={"Yugoslavia": stance}, owns=owns) == {"GE-125R"}
    table = checked("Edessa: GE-125R", stance={"Yugoslavia": "pro_axis"}, owns=owns)
    assert not hungry(table)
    assert legs(table, "Edessa", "axis") == [("rail", 40)]
    found, country = running(table, "axis"), table.state.world.country("Yugoslavia")
    assert found.reached_by("rail") & country
    assert not (found.reached_by("road") | found.reached_by("overland")) & country


# 12D


@rule("BF-12D-2")
def test_out_of_supply_a_unit_has_half_its_movement_rating() -> None:
    table = at("Beograd: YU-B1", "Nov I 40, allied movement", stance=WAR)
    full = table.left("YU-B1")
    table = at("Beograd: YU-B1", "Nov I 40, allied movement", stance=WAR, hungry={"YU-B1": 1})
    assert table.left("YU-B1") == Fraction(full) / 2
