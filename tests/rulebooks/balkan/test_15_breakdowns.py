"""Chapter 15: divisions break down and are put together again."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.engine import position
from grognard.games import find
from grognard.games.balkan.breakdowns import STAFF, SUPPORTED, in_use, sets
from grognard.games.balkan.movement import MoveUnits
from grognard.games.balkan.state import ALLIES, AXIS, BROKEN, DEAD, GONE, LATER, UNUSED, Campaign
from grognard.games.balkan.units import eliminate, lost
from tests.rulebooks.balkan.fights import PLAIN, attack, fight, result
from tests.rulebooks.balkan.spots import EAST, NORTHEAST, SOUTHEAST, plains
from tests.rulebooks.balkan.spots import PLAIN as CENTRE
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

MOVES, EXPLOITS = "Nov I 40, axis movement", "Nov I 40, axis exploitation"
GREEKS = "Nov I 40, allied movement"


def hex_of(table: Table, *units: str) -> set[str]:
    return {table.at(unit) for unit in units}


def losses(table: Table) -> tuple[int, int]:
    """The half REs that the sides have lost."""
    return lost(table.state, AXIS), lost(table.state, ALLIES)


def splits(table: Table) -> set[str]:
    return {order for order in table.offered() if order.startswith("split")}


# Breaking down


@rule("BF-15B-2")
def test_a_german_division_breaks_down_into_three_supported_regiments() -> None:
    table = at("Subotica: GE-76", MOVES).say("axis", "split GE-76 supported")
    assert table.at("GE-76") == "broken down"
    assert hex_of(table, "GE-IA1s", "GE-IA2s", "GE-IA3s") == {"Subotica"}
    assert hex_of(table, "GE-IAh", "GE-IA1u", "GE-IA2u", "GE-IA3u") == {"tray"}
    for name in ("GE-IA1s", "GE-IA2s", "GE-IA3s"):
        data = table.state.world.roster[table.unit(name)]
        assert (data.full.attack, data.full.defense, data.full.move) == (2, 2, 6)
        assert "supported" in data.flags


@rule("BF-15B-2")
def test_or_into_its_staff_and_three_that_need_support() -> None:
    table = at("Subotica: GE-76", MOVES).say("axis", "split GE-76 staff")
    assert hex_of(table, "GE-IAh", "GE-IA1u", "GE-IA2u", "GE-IA3u") == {"Subotica"}
    assert hex_of(table, "GE-IA1s", "GE-IA2s", "GE-IA3s") == {"tray"}
    flags = [table.state.world.roster[table.unit(name)].flags for name in ("GE-IA1u", "GE-IA2u", "GE-IA3u")]
    assert not any("supported" in each for each in flags)
    assert [event["units"] for event in table.events("split")] == [["GE-IAh", "GE-IA1u", "GE-IA2u", "GE-IA3u"]]


@rule("BF-15B-2", "BF-15B-1")
def test_a_way_that_the_chart_does_not_give_is_refused() -> None:
    table = at("Subotica: GE-9P\nSubotica NE1: GE-76", MOVES)
    assert splits(table) == {"split GE9P staff", "split GE76 staff", "split GE76 supported"}
    assert table.refused("split GE-9P supported") == "BF-15B-1"
    assert table.refused("split GE-76 everything") == "BF-15B-1"


@rule("BF-15A-1")
def test_divisions_break_down_before_any_unit_has_moved() -> None:
    table = at("Subotica: GE-76, GE-72\nSzeged: GE-125R", MOVES).say("axis", "split GE-76 staff", "split GE-72 staff")
    table = at("Subotica: GE-76\nSzeged: GE-125R", MOVES).say("axis", "move GE-125R", "pass")
    assert table.refused("split GE-76 staff") is None
    table.say("axis", "move GE-125R", "march SzegedNE1", "pass")
    assert table.refused("split GE-76 staff") == "BF-15A-1"
    assert not splits(table)
    assert at("Subotica: GE-76", "Nov I 40, axis combat").refused("split GE-76 staff") == "BF-15A-1"


@rule("BF-15A-1")
def test_the_enemys_moves_do_not_count() -> None:
    text = "Larisa: GR-1\nKalpaki: IT-23"
    assert at(text, GREEKS, gait={"IT-23": 1}).refused("split GR-1 staff") is None
    assert at(text, GREEKS, gait={"GR-1": 128}).refused("split GR-1 staff") is None
    assert at(text, GREEKS, gait={"GR-1": 64}).refused("split GR-1 staff") == "BF-15A-1"


def test_nobody_pays_for_it_and_the_parts_take_over_the_state_of_their_division() -> None:
    text = "Subotica: GE-76 unsupplied"
    table = at(text, MOVES, fresh={"GE-76": 2}).say("axis", "split GE-76 supported")
    for name in ("GE-IA1s", "GE-IA2s", "GE-IA3s"):
        assert (table.fact("hungry", name), table.fact("fresh", name)) == (1, 2)
        assert table.left(name) == 3
    assert table.fact("hungry", "GE-76") == 0


@rule("BF-8B-1")
def test_a_hex_may_be_overfull_until_the_phase_closes() -> None:
    table = at("Subotica: GE-76, GE-72, GE-50, GE-125R", MOVES).say("axis", "split GE-76 staff", "split GE-72 staff")
    table.say("axis", "pass")
    assert table.refused("pass") == "BF-8B-1"
    table.say("axis", "assemble GE-76", "assemble GE-72")
    assert table.stacks() == {"Subotica": "GE-72, GE-50, GE-76, GE-125R"}


@rule("BF-8B-1")
def test_parts_that_cannot_come_together_have_to_leave_a_hex_that_they_overfill() -> None:
    text = "Subotica: GE-46, GE-72, GE-50, GE-125R, GE-CN1, GE-IA1s of GE-76, GE-IA2s of GE-76"
    table = at(f"{text}\nSzeged: GE-IA3s of GE-76", MOVES)
    assert table.refused("pass") == "BF-8B-1"
    table.say("axis", "move GE-IA1s", "march SuboticaNE1", "pass", "pass")
    assert table.waits != "axis Assemblies"


@rule("BF-8B-1")
def test_a_hex_that_comes_right_only_in_part_does_not_let_the_phase_close() -> None:
    text = "Subotica: GE-46, GE-72, GE-50, GE-125R, GE-IA1s of GE-76, GE-IA2s of GE-76, GE-IA3s of GE-76"
    assert at(text, MOVES).refused("pass") == "BF-8B-1"
    assert at(text.replace("GE-46, ", ""), MOVES).refused("pass") is None


@rule("BF-3D-2")
def test_a_division_that_breaks_down_has_no_zone_any_more() -> None:
    table = plains(f"{NORTHEAST}: GE-72\n{SOUTHEAST}: YU-38", owns={"axis": "CROATIA"})
    assert (table.owner(CENTRE), table.owner(EAST)) == ("axis", "axis")
    table.say("axis", "split GE-72 staff")
    assert (table.owner(CENTRE), table.owner(EAST)) == ("allied", "allied")
    assert table.owner(NORTHEAST) == "axis"


# Which divisions


@rule("BF-15B-1")
def test_only_divisions_of_the_chart_break_down_and_neither_cadres_nor_regiments() -> None:
    text = "Subotica: GE-76 cadre, GE-125R, GE-A1\nKalpaki: IT-3J, IT-131\nSzeged: GE-IBh"
    table = at(text, MOVES)
    assert not splits(table)
    for unit in ("GE-76", "GE-125R", "IT-3J", "IT-131", "GE-IBh"):
        assert table.refused(f"split {unit} staff") == "BF-15B-1"


@rule("BF-15C1-1")
def test_no_more_divisions_break_down_than_there_are_sets() -> None:
    table = at("Subotica: GE-76\nSzeged: GE-72\nBaja: GE-50\nPecs: GE-46", MOVES)
    table.say("axis", "split GE-76 staff", "split GE-72 supported", "split GE-50 staff")
    assert hex_of(table, "GE-IB1s", "GE-IB2s", "GE-IB3s") == {"Szeged"}
    assert hex_of(table, "GE-ICh", "GE-IC1u") == {"Baja"}
    assert table.refused("split GE-46 staff") == "BF-15C1-1"
    assert not splits(table)


@rule("BF-15C1-1")
def test_a_set_serves_again_once_its_division_is_whole() -> None:
    table = at("Larisa: GR-16\nLamia: GR-18", GREEKS).say("allied", "split GR-16 staff")
    assert table.refused("split GR-18 staff") == "BF-15C1-1"
    table.say("allied", "pass", "assemble GR-16")
    table.roll(4)
    while table.when != "Nov II 40, allied movement":
        table.go_on()
    table.say("allied", "split GR-18 staff")
    assert hex_of(table, "GR-IAh", "GR-IA1u", "GR-IA2u", "GR-IA3u") == {"Lamia"}


@rule("BF-15C2-1")
def test_the_greek_fifth_has_counters_of_its_own() -> None:
    table = at("Larisa: GR-5\nLamia: GR-8", GREEKS).say("allied", "split GR-5 staff", "split GR-8 staff")
    assert hex_of(table, "GR-5h", "GR-14u", "GR-43u", "GR-44u") == {"Larisa"}
    assert hex_of(table, "GR-MAh", "GR-MA1u", "GR-MA2u", "GR-MA3u") == {"Lamia"}
    table = at("Larisa: GR-5\nLamia: GR-8, GR-43u", GREEKS)
    assert table.refused("split GR-5 supported") == "BF-15C2-1"


def test_nobody_else_uses_them() -> None:
    world = at("Larisa: GR-5").state.world
    own = {unit for each in sets(world) if each.is_own for unit in each.divisions}
    assert {world.units[unit] for unit in own} == {"GR-5", "GR-13", "NZ-2", "AU-6", "AU-7"}
    for each in sets(world):
        assert each.is_own == bool(each.divisions & own)


# Putting together


@rule("BF-15A-2")
def test_a_division_is_put_together_when_the_phase_closes_and_all_its_parts_are_in_one_hex() -> None:
    table = at("Subotica: GE-76\nSzeged: GE-72", MOVES).say("axis", "split GE-76 supported", "split GE-72 staff")
    assert table.refused("assemble GE-76") == "BF-15A-2"
    table.say("axis", "move GE-IA1s", "march SuboticaNE1", "pass", "pass")
    assert table.waits == "axis Assemblies"
    assert table.offered() == ["assemble GE72", "pass"]
    assert table.refused("assemble GE-76") == "BF-15A-2"
    assert table.refused("assemble GE-50") == "BF-15A-2"
    table.say("axis", "assemble GE-72")
    assert (table.at("GE-72"), table.at("GE-76")) == ("Szeged", "broken down")
    assert hex_of(table, "GE-IBh", "GE-IB1u", "GE-IB2u", "GE-IB3u") == {"tray"}


def test_nobody_is_asked_where_nothing_can_be_put_together() -> None:
    table = at("Subotica: GE-IA1s of GE-76, GE-IA2s of GE-76\nSubotica NE1: GE-IA3s of GE-76", MOVES)
    table.say("axis", "pass")
    assert table.waits != "axis Assemblies"


def test_parts_walk_and_meet_elsewhere() -> None:
    table = at("Subotica: GE-IA1s of GE-76, GE-IA2s of GE-76\nSubotica NE1: GE-IA3s of GE-76", MOVES)
    table.say("axis", "move GE-IA1s", "march SuboticaNE1", "pass", "move GE-IA2s", "march SuboticaNE1", "pass", "pass")
    table.say("axis", "assemble GE-76")
    assert table.at("GE-76") == "Subotica NE1"


def test_what_is_put_together_is_in_the_worst_state_of_its_parts() -> None:
    text = "Subotica: GE-IA1s of GE-76, GE-IA2s unsupplied of GE-76, GE-IA3s of GE-76"
    table = at(text, MOVES, fresh={"GE-IA3s": 4, "GE-IA1s": 1}).say("axis", "pass", "assemble GE-76")
    assert (table.fact("hungry", "GE-76"), table.fact("fresh", "GE-76"), table.fact("cadre", "GE-76")) == (1, 5, 0)


@rule("BF-15A-2")
def test_a_division_without_all_its_parts_stays_apart() -> None:
    text = "Subotica: GE-IA1s of GE-76, GE-IA2s of GE-76, GE-IA3s of GE-76, GE-72"
    table = at(text, MOVES)
    eliminate(table.state, table.unit("GE-IA3s"), "BF-9C-2")
    table.say("axis", "split GE-72 staff", "pass")
    assert table.refused("assemble GE-76") == "BF-15A-2"
    assert losses(table) == (2, 0)


@rule("BF-15A-2", "BF-4A2-1")
def test_nobody_puts_the_enemys_divisions_together() -> None:
    table = at("Subotica: GE-76\nLarisa: GR-1", MOVES).say("axis", "split GE-76 staff", "pass")
    assert table.refused("assemble GR-1") == "BF-4A2-1"
    assert table.refused("assemble GE-72") == "BF-15A-2"


@rule("BF-15C2-1", "BF-15A-2")
def test_the_three_regiments_of_the_thirteenth_form_the_division() -> None:
    table = at("Larisa: GR-13a, GR-13b, GR-13c, GR-8\nLamia: GR-5, GR-14u", GREEKS)
    assert table.refused("split GR-5 staff") == "BF-15C2-1"
    table.say("allied", "pass")
    assert table.waits == "allied Assemblies"
    assert table.refused("assemble GR-5") == "BF-15A-2"
    table.say("allied", "assemble GR-13")
    assert table.at("GR-13") == "Larisa"
    assert hex_of(table, "GR-13a", "GR-13b", "GR-13c") == {"tray"}


@rule("BF-29A-1")
def test_the_regiments_of_the_thirteenth_come_by_themselves() -> None:
    table = at("Larisa: GR-8", "Nov II 40, allied initial", arriving=True)
    assert table.refused("pass") == "BF-29A-1"
    table.say("allied", "historical")
    assert all(place not in ("tray", "later") for place in hex_of(table, "GR-13a", "GR-13b", "GR-13c"))
    assert table.at("GR-IAh") == "tray"


# Exploitation


@rule("BF-15A-3")
def test_motorized_divisions_break_down_and_come_together_in_exploitation() -> None:
    table = at("Subotica: GE-76, GE-9P\nSzeged: GE-72", EXPLOITS, stance={"Yugoslavia": "axis"})
    assert splits(table) == {"split GE9P staff"}
    assert table.refused("split GE-76 staff") == "BF-15A-3"
    table.say("axis", "split GE-9P staff", "move GE-ZAh", "march SuboticaNE1", "pass")
    table.say("axis", "move GE-ZAh", "march Subotica", "pass", "pass", "assemble GE-9P")
    assert table.at("GE-9P") == "Subotica"


@rule("BF-15A-3")
def test_other_divisions_are_not_put_together_in_exploitation() -> None:
    text = """Subotica: GE-IA1s of GE-76, GE-IA2s of GE-76, GE-IA3s of GE-76
        Szeged: GE-ZAh of GE-9P, GE-ZA1u of GE-9P, GE-ZA2u of GE-9P, GE-ZA3u of GE-9P"""
    table = at(text, EXPLOITS).say("axis", "pass")
    assert table.offered() == ["assemble GE9P", "pass"]
    assert table.refused("assemble GE-76") == "BF-15A-3"


# Losses


def remove(table: Table, *units: str) -> Table:
    for unit in units:
        eliminate(table.state, table.unit(unit), "BF-9C-2")
    return table


@rule("BF-15C1-1")
def test_the_division_is_gone_with_its_last_part_and_its_set_serves_another() -> None:
    text = f"{PLAIN}: YU-IA1s of YU-27, YU-IA2s of YU-27, YU-IA3s of YU-27\nSisak E2: GE-72, GE-2P, GE-5M"
    table = attack(fight(f"{text}\nSubotica: YU-38, YU-IBh"), "GE-72", "GE-2P", "GE-5M", die=6)
    assert result(table) == "DE"
    assert (table.at("YU-27"), *hex_of(table, "YU-IA1s", "YU-IA2s", "YU-IA3s")) == ("eliminated", "tray")
    assert [event["unit"] for event in table.events("no parts left")] == ["YU-27"]
    assert losses(table) == (0, 6)
    before = fight(f"{text}\nSubotica: YU-38, YU-IBh", GREEKS)
    assert before.refused("split YU-38 staff") == "BF-15C1-1"
    table.pass_until("allied MoveUnits").say("allied", "split YU-38 staff")
    assert table.at("YU-IAh") == "Subotica"


@pytest.mark.parametrize(
    ("unit", "way"), [("GE-76", SUPPORTED), ("GE-76", STAFF), ("GE-1M", SUPPORTED), ("GE-1M", STAFF), ("GE-9P", STAFF)]
)
def test_a_division_lost_part_by_part_counts_as_the_division(unit: str, way: str) -> None:
    table = at(f"Subotica: {unit}\nSzeged: GE-125R", MOVES).say("axis", f"split {unit} {way}")
    parts = next(each.ways[way] for each in sets(table.state.world) if table.unit(unit) in each.divisions)
    remove(table, *(table.state.world.units[part] for part in parts[:-1]))
    table.say("axis", "move GE-125R", "pass")
    assert (table.at(unit), losses(table)) == ("broken down", (2 * len(parts) - 2, 0))
    remove(table, table.state.world.units[parts[-1]])
    table.say("axis", "move GE-125R", "pass")
    assert (table.at(unit), losses(table)) == ("eliminated", (6, 0))


# Positions and the table


def test_a_broken_division_survives_the_text_of_a_position() -> None:
    table = at("Subotica: GE-76\nSzeged: GE-72", MOVES).say("axis", "split GE-76 supported", "split GE-72 staff")
    text = position.write(table.state)
    assert "GE-IA1s of GE-76" in text
    again = position.read(text, find)
    for name in table.state.FACTS:
        assert getattr(again, name) == getattr(table.state, name), name


def test_a_position_with_a_part_of_the_wrong_division_is_refused() -> None:
    for text in ("Subotica: GE-IA1s of GR-8", "Subotica: GE-IA1s of nobody", "Subotica: GE-125R of GE-76"):
        with pytest.raises(position.PositionError, match="cannot stand for"):
            at(text)
    with pytest.raises(position.PositionError, match="GE-IA2s cannot stand for"):
        at("Subotica: GE-IA1s of GE-76, GE-IA2s of GE-72")


def test_a_division_is_on_the_map_or_stands_as_its_parts_and_never_both() -> None:
    with pytest.raises(position.PositionError, match="cannot stand for"):
        at("Subotica: GE-76, GE-IA1s of GE-76")
    with pytest.raises(position.PositionError, match="stands as its parts"):
        at("Subotica: GE-IA1s of GE-76, GE-76")


def test_a_division_that_is_set_up_as_its_parts_is_in_nobodys_hand() -> None:
    table = at("Kalpaki: GR-MA1s of GR-8", "set-up, allied", scenario="epirus")
    assert table.waits == "allied SetUp"
    assert table.at("GR-8") == "broken down"


def test_a_part_is_shown_with_its_division_and_the_preview_names_the_parts() -> None:
    table = at("Subotica: GE-76", MOVES)
    preview = table.match.preview("split GE-76 staff")
    assert preview.notes[0].facts["units"] == ["GE-IAh", "GE-IA1u", "GE-IA2u", "GE-IA3u"]
    table.say("axis", "split GE-76 staff")
    shown = {piece["id"]: piece for piece in table.match.view("axis")["pieces"]}
    assert shown["GE-IAh"]["face"]["name"].endswith("(76)")
    assert shown["GE-76"]["at"] == "broken down"


# The set-up


@rule("BF-30-4", "BF-15B-1")
def test_divisions_are_set_up_broken_down_if_their_owner_likes() -> None:
    state = grognard.new("balkan-front", "epirus", seed=1).state
    assert isinstance(state, Campaign)
    table = Table(state)
    assert table.waits == "allied SetUp"
    table.say("allied", "split GR-8 supported")
    parts = ("GR-MA1s", "GR-MA2s", "GR-MA3s")
    assert (table.at("GR-8"), hex_of(table, *parts)) == ("broken down", {"in hand"})
    assert table.refused("place GR-8 Kalpaki") == "BF-30-4"
    assert table.refused("split GR-8 staff") == "BF-30-4"
    assert table.refused("split GR-BA staff") == "BF-15B-1"
    place = next(order.split()[2] for order in table.offered() if order.startswith("place GRMA1s "))
    table.say("allied", f"place GR-MA1s {place}", "historical")
    assert "in hand" not in hex_of(table, *parts)
    assert table.at("GR-8") == "broken down"


# What must hold whatever is played

EAGER = ("Split", "Assemble", "Attack", "Overrun", "Join")
"""What is done more often than by mere chance, so that there are breakdowns and losses."""


def check(s: Campaign) -> None:
    """Every piece is somewhere, a division or its parts and never both."""
    world = s.world
    boxed = [unit for unit in s.boxed if unit >= 0]
    assert len(set(boxed)) == len(boxed)
    assert {unit for unit, at in enumerate(s.where) if at == BROKEN} == set(boxed)
    for parts in sets(world):
        used = {part for part in parts.every if s.where[part] not in (UNUSED, LATER)}
        if s.boxed[parts.number] >= 0:
            assert s.boxed[parts.number] in parts.divisions
            assert any(used == set(units) for units in parts.ways.values())
            assert any(s.where[part] not in (DEAD, GONE) for part in used)
        elif not parts.is_own:
            assert not used


def misfortune(s: Campaign, rng: Random) -> None:
    """A part of a division that is broken down is lost: in play that is rare."""
    parts = [part for each in in_use(s) for part in sorted(each.every) if s.where[part] >= 0]
    if parts:
        eliminate(s, rng.choice(parts), "BF-9C-2")


@pytest.mark.parametrize("scenario", ["epirus", "sandbox"])
@pytest.mark.parametrize("seed", [1, 2, 3, pytest.param(4, marks=pytest.mark.long)])
def test_no_piece_is_lost_or_doubled_in_random_play(scenario: str, seed: int) -> None:
    match = grognard.new("balkan-front", scenario, seed=seed, options={"set_up": "historical"})
    rng, trial = Random(seed), match.trial()
    assert isinstance(trial.s, Campaign)
    said = 0
    met: set[str] = set()
    while trial.s.outcome is None and said < 1200:
        if isinstance(trial.s.agenda[-1], MoveUnits) and rng.random() < 0.2:
            misfortune(trial.s, rng)
        orders = list(trial.orders())
        eager = [order for order in orders if type(order).__name__ in EAGER]
        order = rng.choice(eager if eager and rng.random() < 0.3 else orders)
        met.add(type(order).__name__)
        trial.take(order)
        said += 1
        if said % 10 == 0:
            check(trial.s)
    check(trial.s)
    assert {"Split", "Assemble"} & met
