"""Chapters 29A, 29D and 29E: reinforcements, conversions and mobilization."""

from __future__ import annotations

from grognard.games.balkan.arrivals import arrivals
from grognard.games.balkan.state import AXIS
from grognard.games.balkan.units import lost
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

AXIS_NOV, ALLIED_NOV = "Nov II 40, axis initial", "Nov I 40, allied initial"
ALLIED_DEC = "Dec II 40, allied initial"


def epirus(text: str, when: str, **facts: object) -> Table:
    return at(text, when, scenario="epirus", arriving=True, **facts)  # type: ignore[arg-type]


def waiting(table: Table) -> set[str]:
    return {unit for unit in table.state.world.units if table.at(unit) == "in hand"}


# Reinforcements


@rule("BF-29-1")
def test_what_is_due_is_in_hand_in_the_owners_initial_phase() -> None:
    table = epirus("Durazzo: IT-BS4", AXIS_NOV)
    assert table.waits == "axis Arriving"
    assert waiting(table) == {"IT-47", "IT-37", "IT-2T", "IT-B2R", "IT-B4R"}
    assert table.at("IT-48") == "later"


@rule("BF-29-1")
def test_nothing_arrives_in_the_movement_phase() -> None:
    table = epirus("Durazzo: IT-BS4", "Nov II 40, axis movement")
    assert table.refused("arrive IT-47 Valona", "axis") == "BF-29-1"
    assert waiting(table) == set()


@rule("BF-29-1")
def test_names_of_units_that_come_are_only_history_but_each_comes_once() -> None:
    table = epirus("Durazzo: IT-47", AXIS_NOV)
    assert "IT-47" not in waiting(table)
    assert epirus("Durazzo: IT-23", "Dec I 40, axis initial").say("axis", "historical").at("IT-48") == "Valona"


@rule("BF-29A-1")
def test_the_owner_chooses_among_the_places_of_the_order_of_battle() -> None:
    table = epirus("Durazzo: IT-BS4", AXIS_NOV)
    assert table.refused("arrive IT-47 Durazzo") is None
    assert table.refused("arrive IT-47 Tirane") == "BF-29A-1"
    assert table.refused("arrive IT-48 Durazzo") == "BF-29A-1"
    assert table.refused("pass") == "BF-29A-1"
    table.say("axis", "arrive IT-47 Durazzo", "arrive IT-37 Valona", "historical")
    assert [table.at(unit) for unit in ("IT-47", "IT-37", "IT-2T")] == ["Durazzo", "Valona", "Durazzo"]
    assert table.waits == "axis MoveUnits"


@rule("BF-29A-1")
def test_reinforcements_appear_in_hexes_of_their_own_side_even_in_enemy_zones() -> None:
    table = epirus("Valona: IT-BS1\nValona SE1: GR-8", AXIS_NOV, owns={"allied": "Durazzo"})
    assert table.refused("arrive IT-47 Durazzo") == "BF-29A-1"
    assert table.refused("arrive IT-47 Valona") is None


def test_by_history_they_come_as_near_as_they_can() -> None:
    table = epirus("Durazzo: IT-BS4", AXIS_NOV, owns={"allied": "Valona"}).say("axis", "historical")
    assert table.at("IT-47") == "Porto Edda"


def test_what_cannot_come_as_specified_is_eliminated() -> None:
    text = "Tirane: IT-23"
    table = epirus(text, AXIS_NOV, owns={"allied": ["Durazzo", "Valona", "Porto Edda"]})
    table.refused("pass")
    assert table.waits == "axis MoveUnits"
    assert {table.at(unit) for unit in ("IT-47", "IT-37", "IT-2T", "IT-B2R", "IT-B4R")} == {"eliminated"}
    assert lost(table.state, AXIS) == 22


@rule("BF-8B-4")
def test_arrivals_may_overfill_a_hex_until_the_movement_phase_closes() -> None:
    table = epirus("Valona: IT-23, IT-51, IT-49", AXIS_NOV)
    for unit in ("IT-47", "IT-37", "IT-2T"):
        table.say("axis", f"arrive {unit} Valona")
    table.say("axis", "historical")
    assert table.refused("pass") == "BF-8B-1"


@rule("BF-29A-1")
def test_greek_reinforcements_come_to_any_city_of_the_mainland() -> None:
    table = epirus("Larisa: GR-AR1", ALLIED_NOV)
    assert table.refused("arrive GR-4X Ioannina") is None
    assert table.refused("arrive GR-4X Kerkyra") == "BF-29A-1"
    assert table.refused("arrive GR-4X Durazzo") == "BF-29A-1"


def test_who_is_still_to_come_stands_beside_the_map() -> None:
    table = epirus("Durazzo: IT-BS4", "Dec I 40, axis movement")
    coming = table.match.view("axis")["tracks"]["coming"]
    assert {row["when"] for row in coming} == {"Dec I 40", "Dec II 40"}
    assert all(row["piece"]["id"] not in ("IT-47", "GR-4X") for row in coming)


def test_every_reinforcement_has_a_place_to_come_to() -> None:
    for scenario in ("epirus", "sandbox"):
        world = at("", scenario=scenario).state.world
        for unit, arrival in arrivals(world).items():
            assert arrival.places >> arrival.hex & 1, world.units[unit]


# Mobilization


@rule("BF-29E-1")
def test_greek_cadres_mobilize_where_they_stand_even_beside_the_enemy_and_unsupplied() -> None:
    table = epirus("Kalpaki: GR-10 cadre unsupplied\nKalpaki NW1: IT-23\nLarisa: GR-CV", ALLIED_NOV)
    table.say("allied", "historical")
    assert (table.fact("cadre", "GR-10"), table.at("GR-10")) == (0, "Kalpaki")


@rule("BF-29E-1")
def test_a_cadre_that_is_gone_mobilizes_no_more_and_others_stay_cadres() -> None:
    table = epirus("Kalpaki: GR-8 cadre\nLarisa: GR-CV cadre", ALLIED_NOV, where={"GR-10": -2}, cadre={"GR-10": 1})
    table.say("allied", "historical")
    assert (table.at("GR-10"), table.fact("cadre", "GR-10")) == ("eliminated", 1)
    assert (table.fact("cadre", "GR-8"), table.fact("cadre", "GR-CV")) == (1, 0)


# Conversions


def converting(text: str, when: str = ALLIED_DEC, **facts: object) -> Table:
    """Whatever has come is placed: only the conversion is left to be decided."""
    return epirus(text, when, **facts).say("allied", "historical")


@rule("BF-29D-1")
def test_a_listed_unit_is_exchanged_where_it_stands_and_never_comes_back() -> None:
    table = converting("Larisa: GR-4X").say("allied", "convert GR-4X")
    assert (table.at("GR-15"), table.at("GR-4X")) == ("Larisa", "gone")
    assert converting("Larisa: GR-1, GR-4X").refused("convert GR-1") == "BF-29D-1"


@rule("BF-29D-1")
def test_an_enemy_zone_or_want_of_supply_puts_a_conversion_off() -> None:
    table = epirus("Larisa: GR-4X\nLarisa W1: IT-23", ALLIED_DEC)
    assert table.refused("convert GR-4X") == "BF-29D-1"
    table = epirus("Tirane: GR-4X", ALLIED_DEC, weather=(2, 2))
    assert table.refused("convert GR-4X") == "BF-29D-1"


@rule("BF-29D-1")
def test_a_conversion_is_open_from_its_turn_on_and_may_wait() -> None:
    table = epirus("Larisa: GR-4X", "Dec I 40, allied initial")
    assert table.refused("convert GR-4X") == "BF-29D-1"
    table = converting("Larisa: GR-4X").say("allied", "pass")
    assert table.at("GR-4X") == "Larisa"
    assert table.refused("convert GR-4X", "allied") == "BF-29D-1"
