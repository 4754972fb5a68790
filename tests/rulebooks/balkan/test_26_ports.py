"""Chapter 26A: sea zones, ports and beaches."""

from __future__ import annotations

import pytest

from grognard.engine.paths import bits
from grognard.engine.tally import shown
from grognard.games.balkan import ports
from grognard.games.balkan.ports import ADRIATIC, AEGEAN
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule


def capacity(table: Table, port: str) -> str:
    found = ports.capacity(table.state, table.place(port))
    return "unlimited" if found is None else shown(found.total)


# Sea zones


@rule("BF-26A1-1")
def test_every_hex_on_the_water_belongs_to_one_sea_zone() -> None:
    world = at("").state.world
    water = world.mask("ALL_SEA") | world.mask("COAST")
    zones = {ports.sea_zone(world, place) for place in bits(water)}
    assert zones == {ADRIATIC, AEGEAN}
    assert not world.mask("SEA_ADRIATIC") & world.mask("SEA_AEGEAN")


@pytest.mark.parametrize(
    ("place", "zone"),
    [
        ("Durazzo", ADRIATIC), ("Bari", ADRIATIC), ("Kerkyra", ADRIATIC), ("Durazzo W2", ADRIATIC),
        ("Thessalonike", AEGEAN), ("Khania", AEGEAN), ("Patrai", AEGEAN), ("Preveza", AEGEAN), ("Khania N3", AEGEAN),
        ("Rhodes", AEGEAN), ("Eastern Greece", AEGEAN), ("Middle East", AEGEAN), ("Skopje", None),
    ],
)  # fmt: skip
@rule("BF-26A1-1")
def test_the_adriatic_lies_west_of_the_land_and_the_southern_sheet_is_aegean(place: str, zone: int | None) -> None:
    table = at("")
    name = "15B:1912" if place == "Khania N3" else place
    assert ports.sea_zone(table.state.world, table.place(name)) == zone


@rule("BF-26A1-1")
def test_no_ship_goes_from_one_zone_into_the_other() -> None:
    table = at("Durazzo: IT-AOS").say("axis", "move IT-AOS")
    assert table.refused("ship Karpathos") == "BF-26A1-1"


# Ports


def test_a_standard_port_handles_five_res() -> None:
    table = at("")
    assert [capacity(table, port) for port in ("Durazzo", "Rhodes", "Eastern Greece")] == ["5", "5", "5"]
    assert capacity(table, "Middle East") == "unlimited"


@rule("BF-26A3-1")
def test_what_embarks_and_what_lands_share_the_capacity_of_a_port() -> None:
    table = at("Bari: IT-47, IT-37, IT-B2R\nDurazzo: IT-B4R").say("axis", "move IT-47", "ship Durazzo", "pass")
    table.say("axis", "move IT-B4R", "ship Bari", "pass", "move IT-37")
    assert table.refused("ship Durazzo") == "BF-26A3-1"
    assert table.refused("ship Valona") is None


@rule("BF-26A3-1", "BF-3A3-2")
def test_a_port_counts_a_cm_regiment_as_one_re_though_two_points_carry_it() -> None:
    table = at("Bari: IT-B2R, IT-47", port_used={"Durazzo": 8}).say("axis", "move IT-47")
    assert table.refused("ship Durazzo") == "BF-26A3-1"
    table.say("axis", "pass", "move IT-B2R", "ship Durazzo", "pass")
    assert table.state.port_used[table.place("Durazzo")] == 10
    assert table.state.sailed == (4, 0)


def test_the_middle_east_has_no_limit() -> None:
    table = at("Middle East: BR-14, NZ-2, AU-6", "Nov I 40, allied movement")
    table.say("allied", "move NZ-2", "ship Athenai", "pass", "move AU-6", "ship Athenai", "pass")
    table.say("allied", "move BR-14", "ship Athenai", "pass")
    assert table.state.port_used[table.place("Middle East")] == 0
    assert table.state.port_used[table.place("Athenai")] == 14


@pytest.mark.parametrize(("hits", "left"), [(0, "5"), (1, "4"), (4, "1"), (5, "0"), (7, "0")])
@rule("BF-26A3-2")
def test_each_hit_takes_one_re_from_a_port_down_to_nothing(hits: int, left: str) -> None:
    assert capacity(at("", port_hits={"Durazzo": hits}), "Durazzo") == left


@rule("BF-26A3-2")
def test_a_damaged_port_turns_away_what_it_cannot_handle() -> None:
    table = at("Bari: IT-47, IT-B2R", port_hits={"Durazzo": 3}).say("axis", "move IT-47")
    assert table.refused("ship Durazzo") == "BF-26A3-2"
    assert table.say("axis", "pass", "move IT-B2R").refused("ship Durazzo") is None


@rule("BF-26A3-3")
def test_a_port_that_was_taken_this_turn_cannot_be_used_yet() -> None:
    table = at("Egoumenitsa NE1: IT-BS1\nDurazzo: IT-AOS", "Nov I 40, axis movement")
    table.say("axis", "move IT-BS1", "march Egoumenitsa", "pass", "move IT-AOS")
    assert table.owner("Egoumenitsa") == "axis"
    assert table.refused("ship Egoumenitsa") == "BF-26A3-3"
    table.say("axis", "pass").roll(6).pass_until("allied MoveUnits").pass_until("axis MoveUnits")
    assert table.say("axis", "move IT-AOS").refused("ship Egoumenitsa") is None


# Beaches


@rule("BF-26A4-1")
def test_a_mountainous_coast_is_no_beach_and_a_coastal_city_is_one() -> None:
    table = at("Brindisi: IT-SM").say("axis", "move IT-SM")
    assert table.refused("ship [Valona SE1]") == "BF-26A4-1"
    assert table.refused("ship [Fieri]") is None
    world = table.state.world
    assert ports.beaches(world) >> table.place("Bari") & 1
    assert world.terrain[table.place("Athenai")] == "full_city"
    assert ports.beaches(world) >> table.place("Athenai") & 1
    assert not ports.beaches(world) >> table.place("Tirane") & 1


def test_a_beach_takes_any_number_of_res() -> None:
    table = at("Brindisi: IT-SM, IT-BS1, IT-BS2, IT-BS3, IT-CO1")
    for unit in ("IT-SM", "IT-BS1", "IT-BS2", "IT-BS3", "IT-CO1"):
        table.say("axis", f"move {unit}", "ship Fieri")
    assert [table.at(unit) for unit in ("IT-SM", "IT-BS3", "IT-CO1")] == ["Fieri"] * 3
