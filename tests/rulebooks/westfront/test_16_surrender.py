"""Chapter 16, 16.1 and 4.47: the politics phase, Italy's surrender and conquest."""

from __future__ import annotations

import pytest

from grognard.games.westfront.seapower import sea_controller
from grognard.games.westfront.state import ALLIES, AXIS
from tests.rulebooks.westfront.politics_table import offered, politics, whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

TWO_PORTS = "Palermo: US2 4 unsupplied\nCatania: Br13 4 unsupplied\n"


def surrendered(pieces: str) -> Table:
    """Italy has just surrendered: a roll of one against two ports."""
    return politics(TWO_PORTS + pieces).roll([1]).say("allied", "demand Italy")


# 4.47 The politics phase


@rule("WF-4.47")
@pytest.mark.parametrize("order", ["demand Italy", "incite France", "raise Tito Sarajevo"])
def test_neither_surrender_nor_revolt_in_another_phase(order: str) -> None:
    t = whole("Aug II, axis command", TWO_PORTS)
    assert t.refused(order, "axis") == "WF-4.47"
    t.dice.finish()


@rule("WF-4.47")
def test_the_axis_politics_phase_goes_by_without_a_question() -> None:
    t = whole("Aug I, axis politics", TWO_PORTS)
    assert t.when == "Aug II, allied command"
    assert t.refused("demand Italy", "allied") == "WF-4.47"


def test_husky_knows_no_politics() -> None:
    t = Table("westfront husky\nAug I, allied politics\nPalermo: US2 4\nCatania: Br13 4")
    assert t.when == "Aug I, axis command"
    assert "Italy" not in t.match.view()["tracks"]


def test_nobody_is_asked_when_nothing_can_be_done() -> None:
    t = politics("London: AF 2\nSarajevo: Tito 2")
    assert t.when == "Aug II, axis command"


# 16.1 The roll


@rule("WF-16.1a")
@pytest.mark.parametrize(("face", "falls"), [(2, True), (3, False)])
def test_italy_surrenders_below_her_lost_ports_and_units(face: int, falls: bool) -> None:
    t = politics(TWO_PORTS, lost=1).roll([face]).say("allied", "demand Italy")
    assert t.match.view("axis")["tracks"]["Italy"] == ("out of the war" if falls else "at war")
    t.dice.finish()


@rule("WF-16.1a")
def test_only_one_die_in_a_phase() -> None:
    t = politics(TWO_PORTS).roll([6]).say("allied", "demand Italy")
    assert t.refused("demand Italy") == "WF-16.1a"
    assert "Italy" not in offered(t, "demand")


@rule("WF-16.1a")
def test_without_an_italian_port_there_is_no_roll() -> None:
    t = politics("Tunis: US2 4", lost=6)
    assert t.refused("demand Italy") == "WF-16.1a"


@rule("WF-16.1a")
def test_the_die_need_not_be_rolled() -> None:
    t = politics(TWO_PORTS, lost=6).say("allied", "pass")
    assert t.match.view()["tracks"]["Italy"] == "at war"
    t.dice.finish()


def test_no_die_decides_what_cannot_fail() -> None:
    t = politics(TWO_PORTS, lost=5).say("allied", "demand Italy")
    assert t.match.view()["tracks"]["Italy"] == "out of the war"
    t.dice.finish()


@rule("WF-16.1a")
def test_ports_of_sardinia_count_and_an_embattled_one_of_the_axis_does_not() -> None:
    t = politics("Cagliari: US2 4\nPalermo: Br13 4 attacks, It7 2", lost=0)
    t.roll([1]).say("allied", "demand Italy")
    assert t.events("no surrender") == [{"nation": "Italy"}]


@rule("WF-16.1a")
def test_friuli_is_no_loss_of_the_axis() -> None:
    t = politics("Palermo: US2 4")
    t.state.where[t.unit("Friuli")] = -1
    t.roll([1]).say("allied", "demand Italy")
    assert t.events("no surrender")


# 16.1 The defector


@rule("WF-16.1b")
def test_an_italian_unit_out_of_german_sight_becomes_friuli() -> None:
    t = surrendered("Rome: It5 2\nMilan: It4 2, Ge75 2")
    assert (t.at("Friuli"), t.steps("Friuli"), t.at("It5")) == ("Rome", 1, "eliminated")
    assert t.control("Rome") == "allied"


@rule("WF-16.1b")
def test_a_unit_that_germans_look_upon_does_not_go_over_and_friuli_comes_with_production() -> None:
    t = surrendered("Rome: It5 2\nAnzio: Ge75 2\nMilan: It4 1, Ge80 2")
    assert t.at("Friuli") == "later"
    t.say("allied", "pass").say("axis", "pass")
    assert t.when == "Sep production"
    t.say("allied", "arrive Friuli London")
    own = t.match.view("allied")["pieces"]
    assert [piece["face"]["steps"] for piece in own if piece["id"] == "Friuli"] == [1]


@rule("WF-16.1b")
def test_the_allies_choose_among_several_and_see_who_they_are() -> None:
    t = surrendered("Rome: It5 2\nVenice: It4 2\nBerlin: Ge75 2")
    assert offered(t, "defect") == {"It5", "It4"}
    assert t.faces("allied", "Rome") == ["It5 2"]
    assert t.refused("defect Ge75") == "WF-16.1b"
    t.say("allied", "defect It4")
    assert (t.at("Friuli"), t.at("It5"), t.at("It4")) == ("Venice", "eliminated", "eliminated")


@rule("WF-16.1b")
def test_a_german_that_is_engaged_or_unsupplied_does_not_hold_them_back() -> None:
    t = surrendered("Rome: It5 2\nAnzio: Ge75 2 unsupplied")
    assert t.at("Friuli") == "Rome"


# 16.1 What follows


@rule("WF-16.1c")
def test_italian_units_are_gone_for_good_but_hexes_stay_whose_they_were() -> None:
    t = surrendered("Rome: It5 2\nVenice: It4 2\nBerlin: OKW 2").say("allied", "defect It5")
    assert t.at("It4") == "eliminated"
    assert t.control("Venice") == "axis"
    t.say("allied", "pass").say("axis", "pass")
    assert t.when == "Sep production"
    assert t.refused("rebuild It4 Milan", "axis") == "WF-16.1c"
    assert not offered(t, "rebuild", "axis") & {"It4 Milan", "It4 Venice"}


@rule("WF-16.1c")
def test_italian_reinforcements_do_not_come_after_the_surrender() -> None:
    t = whole("Aug II, axis movement", "Berlin: OKW 3 supreme\nSarajevo: Tito 2", facts="fallen = 1")
    assert t.refused("enter It9 VukovarE1") == "WF-16.5c"


@rule("WF-16.1d")
def test_the_mediterranean_is_allied_after_the_surrender_whoever_holds_the_bases() -> None:
    t = politics(TWO_PORTS + "Berlin: OKW 2")
    seas = [t.state.world.sea_index[name] for name in ("Ligurian Sea", "Adriatic Sea", "Skagerrak")]
    assert [sea_controller(t.state, sea) for sea in seas] == [AXIS, AXIS, AXIS]
    t.roll([1]).say("allied", "demand Italy")
    assert t.control("Genoa") == "axis"
    assert [sea_controller(t.state, sea) for sea in seas] == [ALLIES, ALLIES, AXIS]


@rule("WF-16.1d")
def test_a_scenario_that_begins_after_the_surrender_has_its_seas() -> None:
    t = politics("London: AF 2", scenario="winter43")
    assert sea_controller(t.state, t.state.world.sea_index["Ligurian Sea"]) == ALLIES


# 16.11 Conquest


@rule("WF-16.11")
def test_italy_is_allied_when_the_last_axis_unit_has_left_her() -> None:
    t = surrendered("Berlin: OKW 2").say("allied", "pass")
    assert {t.control(name) for name in ("Rome", "Milan", "Cagliari", "Venice")} == {"allied"}
    assert t.control("Marseilles") == "axis"
    assert t.events("conquest") == [{"nation": "Italy"}]


@rule("WF-16.11")
@pytest.mark.parametrize("place", ["Milan", "Cagliari"])
def test_one_axis_unit_in_italy_keeps_the_rest_from_falling(place: str) -> None:
    t = surrendered(f"{place}: Ge75 2").say("allied", "pass")
    assert t.control("Rome") == "axis"


@rule("WF-16.11")
def test_there_is_no_conquest_before_the_surrender() -> None:
    t = politics(TWO_PORTS + "Berlin: OKW 2").say("allied", "pass")
    assert t.control("Rome") == "axis"
