"""Chapter 12.1: Italy and the Axis minor powers."""

from __future__ import annotations

import pytest

from grognard.games.twoww import ground, income, politics
from grognard.games.twoww.state import ALLIES
from grognard.games.twoww.world import ITALY
from tests.rulebooks.twoww.borders import across, enters, news, open_hex, said, stand
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule


@rule("2WW-12.1.1a")
def test_italy_enters_the_war_in_summer_1940() -> None:
    t = at("Spring 1940, axis movement")
    politics.start_of_turn(t.state)
    assert t.is_neutral("Italy")
    assert t.is_neutral("Libya")
    t.state.turn += 1
    politics.start_of_turn(t.state)
    assert not t.is_neutral("Italy")
    assert not t.is_neutral("Libya")
    assert t.owner("Italy") == "axis"


@rule("2WW-12.1.1a")
def test_an_invasion_ends_italian_neutrality() -> None:
    t = at("Winter 1940, allied movement\nLondon: GB 1 Armor\nRome: It 1 Armor")
    enters(t, "GB 1 Armor", "Milan")
    assert not t.is_neutral("Italy")
    assert (t.commander("It 1 Armor"), t.holder("Rome")) == ("axis", "axis")


@rule("2WW-12.1.1a")
def test_an_attack_on_italian_units_ends_their_neutrality() -> None:
    t = at("Winter 1940, allied movement\nTaranto: It Fleet\nHamburg: Ge Surface Fleet")
    politics.attacked(t.state, [t.unit("Ge Surface Fleet")])
    assert t.is_neutral("Italy")
    politics.attacked(t.state, [t.unit("Ge Surface Fleet"), t.unit("It Fleet")])
    assert not t.is_neutral("Italy")


@rule("2WW-12.1.1b")
def test_neutral_italians_move_on_italian_ground_alone() -> None:
    t = at("Winter 1940, axis movement\nRome: It 1 Armor")
    here, there = across(t, "Italy", "Germany")
    stand(t, "It 1 Armor", here).say("axis", "move It1Armor")
    assert t.refused(f"march {said(there)}") == "2WW-12.1.1b"
    world = t.state.world
    home = next(other for other, _ in world.steps[t.place(here)] if world.country_at[other] == ITALY)
    t.say("axis", f"march {said(world.board.names[home])}")
    assert t.is_neutral("Italy")


@rule("2WW-12.1.1b")
def test_the_italian_fleet_carries_italians_between_italian_ports() -> None:
    t = at("Winter 1940, axis movement\nTaranto: It Fleet, It 2 Infantry\nBerlin: Ge 1 Infantry")
    stand(t, "Ge 1 Infantry", "Taranto")
    t.state.began = t.state.where[:]
    t.say("axis", "move ItFleet")
    assert t.refused("board Ge1Infantry ItFleet") == "2WW-12.1.1b"
    t.say("axis", "board It2Infantry ItFleet", "sail Palermo", "land It2Infantry")
    assert (t.at("It 2 Infantry"), t.is_neutral("Italy")) == ("Palermo", True)


@rule("2WW-12.1.1a")
def test_a_passing_fleet_of_neutral_italy_may_be_attacked_which_ends_its_neutrality() -> None:
    t = at("Spring 1940, axis movement\nTaranto: It Fleet\n2514: GB Mediterranean Fleet")
    t.say("axis", "move ItFleet", "sail Tobruk")
    assert t.waits == "allied Hunt"
    assert t.is_neutral("Italy")
    t.roll(12, 12).say("allied", "join GBMediterraneanFleet", "pass")
    assert not t.is_neutral("Italy")


@rule("2WW-12.1.1c")
@pytest.mark.parametrize("place", ["Tripoli", "3013", "2113", "2511", "Rome"])
def test_what_is_italian_soil(place: str) -> None:
    t = at("Winter 1940, allied movement\nLondon: GB 1 Armor")
    enters(t, "GB 1 Armor", place)
    assert not t.is_neutral("Italy")
    assert not t.is_neutral("Libya")


@rule("2WW-12.1.1d")
def test_italian_cities_produce_for_the_axis_once_italy_fights() -> None:
    t = at("Summer 1940, axis movement")
    assert income.income(t.state, ITALY).value == 2
    t = at("Spring 1940, axis movement\nBerlin: Ge 1 Armor")
    enters(t, "Ge 1 Armor", "Venice")
    assert t.owner("Italy") == "allied"
    assert t.holder("Rome") == t.holder("Milan") == "allied"


def at_the_finnish_border() -> tuple[Table, str]:
    """Soviet infantry that would like to enter Finland, and the order to do so."""
    t = at("Summer 1941, allied movement\nHelsinki: Finland Infantry\nBerlin: Ge 1 Armor", at_war={"USSR": "allied"})
    here, there = across(t, "USSR", "Finland")
    return stand(t, "SU 1 Infantry", here), f"march {said(there)}"


@rule("2WW-12.1.2")
def test_an_axis_minor_is_closed_to_the_allies() -> None:
    t, march = at_the_finnish_border()
    assert t.say("allied", "move SU1Infantry").refused(march) == "2WW-12.1.2"


@pytest.mark.parametrize(("unit", "end"), [("Ge 1 Armor", "Turku"), ("Finland Infantry", "Riga")])
def test_an_axis_unit_that_enters_or_leaves_opens_it(unit: str, end: str) -> None:
    t, march = at_the_finnish_border()
    enters(t, unit, end)
    enters(t, unit, "Helsinki")
    assert (news(t, "opened"), sum(t.state.opened)) == (1, 1)
    assert t.say("allied", "move SU1Infantry").refused(march) is None


@rule("2WW-12.1.2")
def test_moves_inside_and_elsewhere_open_nothing() -> None:
    t, march = at_the_finnish_border()
    enters(t, "Finland Infantry", "Turku")
    enters(t, "Ge 1 Armor", "Budapest")
    enters(t, "SU 2 Infantry", "Turku")
    assert t.say("allied", "move SU1Infantry").refused(march) == "2WW-12.1.2"


def test_a_unit_that_leaves_by_sea_opens_it() -> None:
    t = at("Spring 1941, axis movement\nHelsinki: Ge Surface Fleet, Finland Infantry")
    t.state.opened[t.country("Finland")] = 0
    t.say("axis", "move GeSurfaceFleet", "board FinlandInfantry GeSurfaceFleet")
    assert not t.state.opened[t.country("Finland")]
    t.say("axis", "sail Stettin")
    assert t.state.opened[t.country("Finland")]


@rule("2WW-12.1.2")
def test_a_fleet_in_port_opens_it_and_one_off_the_coast_does_not() -> None:
    for goal, refusal in (("2501", "2WW-12.1.2"), ("Helsinki", None)):
        t = at("Summer 1941, axis movement\n2302: Ge Surface Fleet", at_war={"USSR": "allied"})
        here, there = across(t, "USSR", "Finland")
        stand(t, "SU 1 Infantry", here).touched()
        t.say("axis", "move GeSurfaceFleet", f"sail {goal}", "sail 2302", "pass", "pass")
        t.say("allied", "move SU1Infantry")
        assert t.refused(f"march {said(there)}") == refusal


@rule("2WW-12.1.2")
def test_an_opened_minor_is_no_neutral_to_the_western_allies() -> None:
    for season, visitor in (("Autumn 1941", "Ge 1 Air"), ("Autumn 1942", "Ge 1 Air"), ("Autumn 1942", "")):
        guest = f"\nVarna: {visitor}" if visitor else ""
        t = at(f"{season}, allied movement\nSkoplje: GB 1 Armor{guest}", at_war={"Yugoslavia": "allied"})
        t.say("allied", "move GB1Armor")
        assert t.refused("march Sofia") == (None if visitor else "2WW-12.1.2")
        if visitor:
            assert t.say("allied", "march Sofia").state.delay == 0


@rule("2WW-12.1.1a")
def test_italy_goes_to_war_once() -> None:
    t = at("Spring 1940, axis movement\nTaranto: It Fleet")
    rome = t.place("Rome")
    assert ground.neutral_ground(t.state) >> rome & 1
    t.state.turn += 1
    politics.start_of_turn(t.state)
    assert not ground.neutral_ground(t.state) >> rome & 1
    politics.start_of_turn(t.state)
    politics.attacked(t.state, [t.unit("It Fleet")])
    assert news(t, "at war") == 1


def test_a_minor_that_is_opened_shelters_nobody_from_then_on() -> None:
    t, _ = at_the_finnish_border()
    inside = t.state.world.country_mask[t.country("Finland")]
    assert ground.sheltered_ground(t.state, ALLIES) & inside == inside
    enters(t, "Ge 1 Armor", open_hex(t, "Finland"))
    assert not ground.sheltered_ground(t.state, ALLIES) & inside
