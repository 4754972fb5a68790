"""Chapter 26B: transport by sea from port to port and over beaches."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.engine.tally import shown
from grognard.games.balkan import voyages
from grognard.games.balkan.ports import ADRIATIC, AEGEAN
from grognard.games.balkan.state import ALLIES, AXIS
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

ALLIED = "Nov I 40, allied movement"


def points(table: Table, side: int, zone: int) -> str:
    return shown(voyages.pool(table.state, side, zone).total)


def route(table: Table, order: str) -> list[str]:
    preview = table.match.preview(order)
    return list(preview.route)


# Naval transport points


def test_the_axis_has_fifteen_points_in_the_adriatic_and_three_in_the_aegean() -> None:
    table = at("")
    assert (points(table, AXIS, ADRIATIC), points(table, AXIS, AEGEAN)) == ("15", "3")


@rule("BF-26B-2")
def test_the_allies_have_twenty_points_in_the_aegean_and_none_in_the_adriatic() -> None:
    table = at("Kerkyra: GR-10R", ALLIED, owns={"allied": "Valona"})
    assert (points(table, ALLIES, ADRIATIC), points(table, ALLIES, AEGEAN)) == ("0", "20")
    assert table.say("allied", "move GR-10R").refused("ship Valona") == "BF-26B1-1"


@rule("BF-26B-2")
def test_the_first_capture_of_a_large_greek_port_moves_points_for_good() -> None:
    table = at("Thessalonike SE1: IT-BS1\nAthenai: GR-2", owns={"axis": "Thessalonike SE1"})
    table.say("axis", "move IT-BS1", "march Thessalonike")
    assert (points(table, AXIS, AEGEAN), points(table, ALLIES, AEGEAN)) == ("5", "18")
    table.say("axis", "pass").roll(6).pass_until("allied MoveUnits")
    assert points(table, ALLIES, AEGEAN) == "18"


@rule("BF-26B-2")
def test_a_second_capture_changes_nothing() -> None:
    table = at("Thessalonike SE1: IT-BS1", owns={"axis": "Thessalonike SE1"}, ever={"Thessalonike": 3})
    table.say("axis", "move IT-BS1", "march Thessalonike")
    assert points(table, ALLIES, AEGEAN) == "18"


@rule("BF-26B1-1")
def test_each_point_carries_one_re_and_serves_once_in_a_turn() -> None:
    table = at("Taranto: IT-47", sailed=(26, 0)).say("axis", "move IT-47")
    assert table.refused("ship Valona") == "BF-26B1-1"
    table = at("Taranto: IT-47, IT-37", sailed=(24, 0)).say("axis", "move IT-47", "ship Valona", "pass")
    assert table.state.sailed == (30, 0)
    assert table.say("axis", "move IT-37").refused("ship Durazzo") == "BF-26B1-1"


@rule("BF-3A3-2")
def test_cavalry_and_cm_units_take_twice_their_size_and_battalions_half_a_point() -> None:
    table = at("Bari: IT-AOS, IT-B2R, IT-SM, IT-BS1, IT-47")
    loads = [voyages.load(table.state, table.unit(unit)) for unit in ("IT-AOS", "IT-B2R", "IT-SM", "IT-BS1", "IT-47")]
    assert loads == [4, 4, 1, 2, 6]


@rule("BF-3C4-1")
def test_points_and_capacity_that_were_used_are_there_again_in_the_next_turn() -> None:
    table = at("Taranto: IT-47, IT-37", sailed=(30, 6), port_used={"Valona": 10}).roll(6)
    table.pass_until("allied MoveUnits").pass_until("axis MoveUnits").say("axis", "move IT-47")
    assert table.refused("ship Valona") is None


@rule("BF-26B1-1")
def test_transport_goes_between_ports_and_beaches_of_ones_own() -> None:
    table = at("Durazzo: IT-SM\nTirane: IT-47").say("axis", "move IT-SM")
    assert table.refused("ship Kerkyra") == "BF-26B1-1"
    assert table.refused("ship [Tirane]") == "BF-26B1-1"
    assert table.say("axis", "pass", "move IT-47").refused("ship Valona") == "BF-26B1-1"


@rule("BF-26B1-1")
def test_nothing_sails_in_exploitation() -> None:
    table = at("Durazzo: IT-B2R", "Nov I 40, axis exploitation").say("axis", "move IT-B2R")
    assert table.refused("ship Valona") == "BF-26B1-1"


def test_ships_are_not_boarded_while_no_unit_is_in_hand() -> None:
    assert at("Durazzo: IT-B2R").refused("ship Valona", "axis") == "BF-26B1-1"


# The way


def test_a_voyage_is_traced_over_water_from_hex_to_hex() -> None:
    table = at("Bari: IT-47").say("axis", "move IT-47")
    way = route(table, "ship Durazzo")
    assert (way[0], way[-1]) == ("Bari", "Durazzo")
    steps = [table.place(name) for name in way]
    board = table.state.world.board
    assert all(there in board.neighbours[here] for here, there in pairwise(steps))


def test_the_corinth_canal_is_open_to_whoever_owns_both_its_banks() -> None:
    table = at("Korinthos: GR-BA", ALLIED).say("allied", "move GR-BA")
    assert "Megara" in route(table, "ship Athenai")
    table = at("Korinthos: GR-BA", ALLIED, owns={"axis": "Megara"}).say("allied", "move GR-BA")
    assert len(route(table, "ship Athenai")) > 20


def test_land_parts_the_water_of_a_hex() -> None:
    """Volos lies on its gulf, and the hex north-east of it has the open sea as well: no ship crosses Pelion."""
    table = at("Volos: GR-BA", ALLIED).say("allied", "move GR-BA")
    way = route(table, "ship Thessalonike")
    assert "Chalkis" not in way
    assert len(way) == 12


@rule("BF-26B1-2")
def test_no_ship_goes_along_the_coast_of_a_neutral() -> None:
    table = at("Bari: IT-SM", owns={"axis": "Metkovic"}).say("axis", "move IT-SM")
    assert table.refused("ship Metkovic") == "BF-26B1-2"
    assert "Dubrovnik" not in route(table, "ship Zara")


@rule("BF-28B2-1")
def test_from_the_middle_east_one_enters_the_map_anywhere_in_the_south() -> None:
    table = at("Middle East: BR-14", ALLIED).say("allied", "move BR-14")
    way = route(table, "ship Khania")
    edge = table.place(way[1])
    assert table.state.world.board.labels[edge].startswith("15B:26")
    found = voyages.seaways(table.state, ALLIES, table.place("Middle East"))
    assert found.far(edge) == 12


@rule("BF-28A1c-1")
def test_rhodes_is_an_axis_port_two_hexes_off_the_map() -> None:
    table = at("Middle East: BR-14\nRhodes: IT-312", ALLIED)
    assert table.state.world.board.distance(table.place("Rhodes"), table.place("15B:2200")) == 2
    assert table.say("allied", "move BR-14").refused("ship Rhodes") == "BF-26B1-1"


# What it costs


def test_an_infantry_division_pays_two_points_and_marches_on() -> None:
    table = at("Bari: IT-47").say("axis", "move IT-47", "ship Durazzo")
    assert table.left("IT-47") == 4
    assert table.say("axis", "march Tirane").at("IT-47") == "Tirane"


def test_a_cm_unit_pays_four_points() -> None:
    assert at("Bari: IT-B2R").say("axis", "move IT-B2R", "ship Durazzo").left("IT-B2R") == 6


@rule("BF-26B1-7")
def test_whoever_has_fewer_points_left_stays_ashore() -> None:
    table = at("Bari: IT-47", spent={"IT-47": 5 * 840}, gait={"IT-47": 1}).say("axis", "move IT-47")
    assert table.left("IT-47") == 1
    assert table.refused("ship Durazzo") == "BF-26B1-7"


@rule("BF-6A-1")
def test_leaving_an_enemy_zone_costs_what_it_costs_on_land() -> None:
    table = at("Porto Edda: IT-AOS\nPorto Edda NE1: GR-8").say("axis", "move IT-AOS")
    cost = table.match.preview("ship Valona").cost
    assert cost is not None
    assert [reason.rule for reason in cost.reasons] == ["BF-6A-1"]
    table.say("axis", "ship Valona")
    assert table.left("IT-AOS") == 8 - cost.total


@rule("BF-6B-5")
def test_administrative_movement_mixes_with_transport_but_keeps_away_from_the_enemy() -> None:
    table = at("Tirane: IT-47\nEgoumenitsa E1: GR-BA\nPorto Edda SE1: GR-BB").say("axis", "move IT-47")
    table.say("axis", "admin Durazzo")
    assert table.refused("ship [Porto Edda]") == "BF-6B-5"
    assert table.refused("ship Valona") is None


# Beaches


@rule("BF-26B1-8")
def test_units_with_heavy_equipment_keep_off_the_beaches() -> None:
    table = at("Brindisi: IT-AOS, IT-BS1").say("axis", "move IT-AOS")
    assert table.refused("ship Fieri") == "BF-26B1-8"
    assert table.say("axis", "pass", "move IT-BS1").refused("ship Fieri") is None


@rule("BF-26B1-8")
def test_a_beach_takes_all_the_points_of_a_unit_that_has_not_moved() -> None:
    table = at("Brindisi: IT-BS1, IT-BS2").say("axis", "move IT-BS1", "ship Fieri")
    assert (table.at("IT-BS1"), table.left("IT-BS1")) == ("Fieri", 0)
    assert table.refused("move IT-BS1") == "BF-6-3"
    table = at("Brindisi: IT-BS1", spent={"IT-BS1": 840}, gait={"IT-BS1": 1}).say("axis", "move IT-BS1")
    assert table.refused("ship Fieri") == "BF-26B1-8"


def test_embarking_at_a_beach_for_a_port_is_a_beach_voyage_too() -> None:
    table = at("Fieri: IT-BS1").say("axis", "move IT-BS1", "ship Brindisi")
    assert (table.at("IT-BS1"), table.left("IT-BS1")) == ("Brindisi", 0)
    assert table.state.port_used[table.place("Brindisi")] == 0  # there is a beach as well
    table = at("Volos SW1: GR-51", "Nov I 40, allied movement").say("allied", "move GR-51", "ship Chalkis")
    assert (table.left("GR-51"), table.state.port_used[table.place("Chalkis")]) == (0, 2)  # and none in the mountains


# Afterwards


@rule("BF-26B1-3")
def test_a_unit_attacks_at_full_strength_after_its_voyage() -> None:
    table = at("Bari: IT-47\nValona SE1: GR-BA").say("axis", "move IT-47", "ship Valona", "pass", "pass")
    table.pass_until("axis Attacks").say("axis", "attack [Valona SE1]", "join IT-47")
    strength = next(each for each in table.match.view("axis")["prompt"]["sums"] if each["title"] == "Attack")
    assert "26B" not in str(strength)


@pytest.mark.parametrize("zone", [ADRIATIC, AEGEAN])
@rule("BF-26B-2")
def test_the_accounts_stand_beside_the_question(zone: int) -> None:
    table = at("Bari: IT-47").say("axis", "move IT-47", "ship Durazzo", "pass")
    found = voyages.accounts(table.state, AXIS)
    assert [each.facts for each in found][zone] == [{"used": "3", "total": "15"}, {"used": "0", "total": "3"}][zone]
