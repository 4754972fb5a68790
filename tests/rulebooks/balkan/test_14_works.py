"""Chapter 14A: forts are built, ports damaged, and what is broken is repaired."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.balkan.engineers import BeginWorks, WorksDone
from tests.rulebooks.balkan.fights import PLAIN, attack, fight, result
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

AXIS, ALLIED = "Nov I 40, axis initial", "Nov I 40, allied initial"
MOVES = "Nov I 40, allied movement"
POOR = (1, 1)
TEMPE = "Volos: BR-CO\nLarisa: GR-CT"
SKOPJE = {"Yugoslavia": "axis"}
"""Yugoslavia is the Axis's, with ground for its engineers."""


def fort(table: Table, place: str) -> int:
    return table.state.fort[table.place(place)]


def hits(table: Table, place: str) -> int:
    return table.state.port_hits[table.place(place)]


# Where and by whom


@pytest.mark.parametrize("place", ["Larisa", "Skopje", "Thessalonike", "Serrai"])
def test_forts_are_begun_in_clear_and_rough_hexes_whatever_town_is_there(place: str) -> None:
    assert at(f"{place}: GR-CT", ALLIED, stance={"Yugoslavia": "allied"}).refused("fortify GR-CT") is None


@rule("BF-14A1-1")
@pytest.mark.parametrize("place", ["Athenai", "Beograd", "Metsovon", "Serrai NE1", "Siderokastron", "Ljubljana"])
def test_no_fort_is_begun_in_a_major_city_in_hills_woods_or_where_the_line_runs(place: str) -> None:
    table = at(f"{place}: GR-CT\nLarisa: GR-CA", ALLIED, stance={"Yugoslavia": "allied"})
    assert table.refused("fortify GR-CT") == "BF-14A1-1"


@rule("BF-14E1-1")
def test_where_the_line_is_destroyed_a_fort_may_be_built() -> None:
    table = at("Siderokastron: GR-CT", ALLIED, razed={"Siderokastron": 1})
    assert table.refused("fortify GR-CT") is None


@rule("BF-14A1-1")
def test_a_hex_has_one_fort_and_one_builder_of_it() -> None:
    table = at("Larisa: GR-CT\nVolos: BR-CO", ALLIED, fort={"Volos": 1})
    assert table.refused("fortify BR-CO") == "BF-14A1-1"
    table.say("allied", "fortify GR-CT")
    assert table.waits == "allied MoveUnits"
    table = at("Larisa: GR-CT, GR-CA\nVolos: BR-CO", ALLIED).say("allied", "fortify GR-CT")
    assert table.refused("fortify GR-CA") == "BF-14A1-1"


@rule("BF-14A2-1", "BF-14A3-1")
def test_combat_engineers_build_and_assault_engineers_do_not() -> None:
    text = "Skopje: GE-CE1\nNis: GE-AE1\nSubotica: GE-CN1\nSkopje E1: GE-72"
    table = at(text, AXIS, stance=SKOPJE)
    assert {order for order in table.offered() if "fortify" in order} == {"fortify GECE1", "fortify GECN1"}
    assert table.refused("fortify GE-AE1") == "BF-14A1-1"
    assert table.refused("fortify GE-72") == "BF-14A1-1"


@rule("BF-14A1-2")
def test_a_fort_is_begun_in_supply_and_in_ones_own_initial_phase() -> None:
    table = at(f"{TEMPE}\nLamia: GR-CA", ALLIED)
    table.state.hungry[table.unit("GR-CT")] = 1
    assert table.refused("fortify GR-CT") == "BF-14A1-2"
    assert table.refused("fortify BR-CO") is None
    assert at(TEMPE, MOVES).refused("fortify GR-CT") == "BF-14A1-2"
    assert at(TEMPE, AXIS).waits == "axis MoveUnits"


def test_the_allies_begin_two_works_in_a_phase_and_the_axis_four() -> None:
    text = "Volos: BR-CO\nLarisa: GR-CT\nLamia: GR-CA\nSkopje: YU-CO1, YU-CO2"
    table = at(text, ALLIED, stance={"Yugoslavia": "allied"}).say("allied", "fortify GR-CT", "fortify BR-CO")
    assert table.waits == "allied MoveUnits"
    text = "Skopje: GE-CE1\nNis: GE-CE2\nSubotica: GE-CN1\nNovi Sad: GE-CN2\nZagreb: GE-CE3"
    table = at(text, AXIS, stance=SKOPJE)
    table.say("axis", "fortify GE-CE1", "fortify GE-CE2", "fortify GE-CN1")
    assert "fortify GECE3" in table.offered()
    table.say("axis", "fortify GE-CE3")
    assert table.waits == "axis MoveUnits"


@rule("BF-14A1-2")
def test_a_unit_that_no_line_of_supply_reaches_begins_no_fort() -> None:
    table = at("Kythera: BR-CO\nLarisa: GR-CT", ALLIED)
    assert table.fact("hungry", "BR-CO") == 1
    assert table.refused("fortify BR-CO") == "BF-14A1-2"
    assert table.refused("fortify GR-CT") is None


@rule("BF-14A1-7")
def test_whoever_asks_for_one_work_too_many_is_told_the_limit() -> None:
    table = at(f"{TEMPE}\nLamia: GR-CA", ALLIED)
    table.state.agenda[-1] = BeginWorks(1, begun=2)
    assert table.refused("fortify GR-CT") == "BF-14A1-7"
    assert table.offered() == ["pass"]


# How long


def work_through(weathers: list[tuple[int, int]], hungry: int = -1) -> tuple[list[int], list[int]]:
    """A fort begun in Larisa in the first of these weathers: whether it stands in each later initial phase, and how far
    the work has come from the first on."""
    table = at("Larisa: GR-CT", ALLIED, weather=weathers[0]).say("allied", "fortify GR-CT")
    found, done = [], [table.fact("work", "GR-CT")]
    for turn, weather in enumerate(weathers[1:], 1):
        table.state.weather = weather
        table.state.hungry[table.unit("GR-CT")] = turn == hungry
        WorksDone(1).run(table.state)
        found.append(fort(table, "Larisa"))
        done.append(table.fact("work", "GR-CT"))
    return found, done


@rule("BF-14A1-3")
def test_a_fort_begun_in_one_turn_stands_in_the_same_phase_of_the_next() -> None:
    table = at("Larisa: GR-CT, GR-8", ALLIED).say("allied", "fortify GR-CT")
    table.roll(4)
    while table.when != "Nov II 40, allied movement":
        assert fort(table, "Larisa") == 0
        table.go_on()
    assert fort(table, "Larisa") == 1
    assert table.fact("site", "GR-CT") == -1
    assert [event["at"] for event in table.events("fort stands")] == ["Larisa"]


@rule("BF-14A1-16")
def test_poor_turns_count_half_and_a_mixture_is_added_up() -> None:
    clear, winter = (0, 0), (2, 2)
    assert work_through([clear, POOR]) == ([1], [2, 0])
    assert work_through([POOR, POOR, POOR]) == ([0, 1], [1, 2, 0])
    assert work_through([winter, clear, clear]) == ([0, 1], [1, 3, 0])
    assert work_through([POOR, clear, POOR]) == ([0, 1], [1, 3, 0])
    assert work_through([(0, 1), clear]) == ([1], [2, 0])


@rule("BF-14A1-16")
def test_supply_is_asked_for_at_the_start_alone() -> None:
    assert work_through([POOR, POOR, POOR], hungry=1)[0] == [0, 1]


# What ends a work


@rule("BF-14A1-4")
def test_whoever_marches_away_gives_his_fort_up_even_if_he_comes_back() -> None:
    table = at("Larisa: GR-CT building", MOVES)
    table.say("allied", "move GR-CT", "march LarisaE1", "march Larisa")
    assert (table.fact("site", "GR-CT"), table.fact("work", "GR-CT")) == (-1, 0)
    assert [event["at"] for event in table.events("work ends")] == ["Larisa"]


@rule("BF-14A1-4")
def test_a_fort_of_a_unit_that_retreats_or_dies_is_given_up() -> None:
    dead = attack(fight(f"{PLAIN}: YU-CO1 building\nSisak E2: GE-72"), "GE-72", die=6)
    assert dead.at("YU-CO1") == "eliminated"
    table = attack(fight(f"{PLAIN}: YU-CO1 building, YU-27\nSisak E2: GE-72, GE-2P"), "GE-72", "GE-2P", die=3)
    assert result(table) == "DR"
    table.say("allied", next(order for order in table.offered() if "retreat YUCO1" in order))
    for beaten in (dead, table):
        assert (beaten.fact("site", "YU-CO1"), beaten.fact("work", "YU-CO1")) == (-1, 0)
        assert [event["unit"] for event in beaten.events("work ends")] == ["YU-CO1"]


@rule("BF-14A1-4")
def test_a_unit_that_leaves_one_site_for_another_does_not_take_its_work_along() -> None:
    table = at("Larisa: GR-CT building\nLarisa E1: GR-CA building", MOVES)
    table.say("allied", "move GR-CT", "march LarisaE1")
    assert (table.fact("site", "GR-CT"), table.fact("site", "GR-CA")) == (-1, table.place("Larisa E1"))


# One work at a time


@rule("BF-14A1-18")
def test_whoever_builds_does_no_other_work() -> None:
    text = "Larisa: GR-CT building\nVolos: BR-CO building"
    table = at(text, MOVES, broken={"Larisa": 1}, port_hits={"Volos": 1}).say("allied", "move GR-CT")
    assert table.refused("mend rail") == "BF-14A1-18"
    table.say("allied", "pass", "move BR-CO")
    assert table.refused("mend port") == "BF-14A1-18"
    assert table.refused("wreck port") == "BF-14A1-18"
    assert table.refused("wreck rail") == "BF-14A1-18"
    assert (
        at("Larisa: GR-CT building\nVolos: BR-CO", ALLIED, work={"GR-CT": 0}).refused("fortify GR-CT") == "BF-14A1-18"
    )


# Ports and railways


@rule("BF-14A1-11")
def test_three_points_are_a_hit_on_a_port_up_to_its_most() -> None:
    table = at("Volos: GR-CT", MOVES).say("allied", "move GR-CT", "wreck port")
    assert (hits(table, "Volos"), table.left("GR-CT")) == (1, 3)
    table.say("allied", "wreck port")
    assert (hits(table, "Volos"), table.left("GR-CT")) == (2, 0)
    full = at("Volos: GR-CT", MOVES, port_hits={"Volos": 7}).say("allied", "move GR-CT")
    assert full.refused("wreck port") == "BF-14A1-11"
    almost = at("Volos: GR-CT", MOVES, port_hits={"Volos": 6}).say("allied", "move GR-CT")
    assert almost.refused("wreck port") is None


@rule("BF-14A1-11")
def test_only_construction_units_with_points_demolish_ports_and_only_where_there_is_one() -> None:
    assert at("Volos: GR-8", MOVES).say("allied", "move GR-8").refused("wreck port") == "BF-14A1-11"
    table = at("Larisa: GR-CT", MOVES).say("allied", "move GR-CT")
    assert table.refused("wreck port") == "BF-14A1-11"
    tired = at("Volos: GR-CT", MOVES, spent={"GR-CT": 4 * 840}, gait={"GR-CT": 1}).say("allied", "move GR-CT")
    assert tired.refused("wreck port") == "BF-14A1-11"


@rule("BF-14A1-12")
def test_four_points_remove_a_hit_from_a_port_or_a_break_of_a_line() -> None:
    table = at("Volos: GR-CT", MOVES, port_hits={"Volos": 3}, broken={"Volos": 1}).say("allied", "move GR-CT")
    assert table.refused("mend airbase") == "BF-14A1-12"
    table.say("allied", "mend port")
    assert (hits(table, "Volos"), table.left("GR-CT")) == (2, 2)
    assert table.refused("mend rail") == "BF-14A1-12"
    table = at("Volos: GR-CT", MOVES, broken={"Volos": 1}).say("allied", "move GR-CT", "mend rail")
    assert (table.state.broken[table.place("Volos")], table.left("GR-CT")) == (0, 2)
    assert table.refused("mend rail") == "BF-14A1-12"
    assert table.refused("mend port") == "BF-14A1-12"


@rule("BF-14A1-12")
def test_only_construction_units_repair_and_not_after_administrative_movement() -> None:
    broken = {"Larisa": 1}
    assert at("Larisa: GR-8", MOVES, broken=broken).say("allied", "move GR-8").refused("mend rail") == "BF-14A1-12"
    table = at("Larisa: GR-CT", MOVES, broken=broken, gait={"GR-CT": 2}).say("allied", "move GR-CT")
    assert table.refused("mend rail") == "BF-6B-3"


@rule("BF-7A4-3", "BF-14A1-12")
def test_a_line_that_is_repaired_is_used_in_the_same_turn() -> None:
    table = at("Larisa: GR-CT, GR-8", MOVES, broken={"Larisa": 1}).say("allied", "move GR-8")
    assert table.refused("rail Lamia") == "BF-7A4-2"
    table.say("allied", "pass", "move GR-CT", "mend rail", "pass", "move GR-8")
    assert table.refused("rail Lamia") is None


@rule("BF-14A1-15")
def test_poor_weather_doubles_what_construction_costs_and_not_what_breaking_costs() -> None:
    table = at("Volos: GR-CT", MOVES, weather=POOR, broken={"Volos": 1}, port_hits={"Volos": 1})
    table.say("allied", "move GR-CT")
    assert table.refused("mend port") == "BF-14A1-12"
    assert table.refused("mend rail") == "BF-14A1-12"
    table.say("allied", "wreck port")
    assert table.left("GR-CT") == 0
    table = at("Volos: GR-CT", MOVES, weather=POOR).say("allied", "move GR-CT")
    cost = table.match.preview("wreck rail").cost
    assert cost is not None
    assert cost.total == 2
    assert table.say("allied", "wreck rail").left("GR-CT") == 4
    south = at("Iraklion: GR-CT", MOVES, weather=(1, 0)).say("allied", "move GR-CT", "wreck port")
    assert south.left("GR-CT") == 3


@rule("BF-14A1-15")
def test_the_preview_says_why_a_work_costs_so_much() -> None:
    table = at("Volos: GR-CT", MOVES, weather=POOR).say("allied", "move GR-CT")
    preview = table.match.preview("wreck port")
    assert preview.cost is not None
    assert preview.cost.total == Fraction(6)
    assert [reason.rule for reason in preview.cost.reasons] == ["BF-14A1-15"]


@rule("BF-6-11", "BF-6B-3")
def test_a_unit_that_has_worked_neither_takes_the_free_hex_nor_goes_administratively() -> None:
    table = at("Kotor: YU-CO1", MOVES, stance={"Yugoslavia": "allied"}, port_hits={"Kotor": 1})
    table.say("allied", "move YU-CO1")
    free = [order for order in table.offered() if order.startswith("march")]
    table.say("allied", "mend port")
    assert {table.refused(order) for order in free} >= {"BF-6-11"}
    assert not [order for order in table.offered() if order.startswith("admin")]
    assert table.refused("admin KotorE1") == "BF-6B-3"


def test_work_that_could_still_be_done_does_not_keep_the_phase_open() -> None:
    tired = ("GE-76", "GE-72", "GE-50")
    spent = {**dict.fromkeys(tired, 6 * 840), "GE-46": 4 * 840}
    table = at(
        "Subotica: GE-76, GE-72, GE-50, GE-46\nSubotica SE1: YU-38", "Nov I 40, axis movement",
        stance={"Yugoslavia": "allied"}, owns={"axis": "BACKA"}, spent=spent, gait=dict.fromkeys(spent, 1),
        railed=(9999, 0),
    )  # fmt: skip
    assert table.refused("pass") is None
    assert table.say("axis", "move GE-46").offered() == ["wreck rail", "pass"]
