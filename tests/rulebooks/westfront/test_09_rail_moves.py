"""Chapter 9, 9.2: rail movement. Supreme Moves buy it, friendly lines carry it, and the ferry takes its time."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def axis(pieces: str) -> Table:
    """The Axis movement phase with the Supreme Moves of OKW."""
    t = Table(f"westfront husky\nJul I, axis command\n{pieces}")
    return t.say("axis", "activate OKW supreme", "pass")


def allies(pieces: str) -> Table:
    """The Allied movement phase with the Supreme Moves of AF."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    return t.say("allied", "activate AF supreme", "pass")


@pytest.mark.parametrize("route", ["Palermo-Atlantis", "Palermo-Messina-Catania"])
def test_a_rail_move_names_where_it_begins_and_ends(route: str) -> None:
    t = axis("Messina: OKW 1\nPalermo: It7 3")
    assert t.refused(f"rail It7 {route}") == "table.no-place"


# 6.53 Strategic movement


@rule("WF-6.53a")
def test_a_rail_move_takes_a_supreme_move() -> None:
    t = axis("Messina: OKW 1\nPalermo: It7 3").say("axis", "rail It7 Palermo-Catania")
    assert (t.at("It7"), t.left("axis")) == ("Catania", 1)
    t.dice.finish()


@rule("WF-6.53a")
def test_army_groups_move_nobody_by_rail() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3, Br13 4")
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("rail Br13 Tunis-Gabes") == "WF-6.53a"
    t.dice.finish()


@rule("WF-6.53a")
def test_there_are_no_rail_moves_without_supreme_moves_left() -> None:
    t = axis("Reggio: OKW 1, 1Para 2\nMessina: It7 2\nCatania: GeSt 2")
    t.say("axis", "rail It7 Messina-Catania", "move 1Para Reggio-Messina")
    assert t.refused("rail GeSt Catania-Licata") == "WF-6.53a"
    t.dice.finish()


@rule("WF-6.53b")
def test_a_unit_that_sailed_does_not_go_on_by_rail() -> None:
    t = allies("Malta: AF 2, Br5 4").say("allied", "sail Br5 Malta-CentralMediterranean-Sfax")
    assert t.refused("rail Br5 Sfax-Tunis") == "WF-6.53b"
    t.dice.finish()


def test_a_unit_that_went_by_rail_neither_sails_nor_walks_on() -> None:
    t = allies("Malta: AF 2\nTunis: Br13 4").say("allied", "rail Br13 Tunis-Sfax")
    assert t.refused("sail Br13 Sfax-CentralMediterranean-Malta") == "WF-6.1b"
    assert t.refused("move Br13 Sfax-Gabes") == "WF-6.1b"
    t.dice.finish()


@rule("WF-4.44")
def test_a_unit_that_went_by_rail_does_not_move_in_the_blitz() -> None:
    t = Table("westfront husky\nJul I, allied command\nMalta: AF 2\nTunis: 15AG 3, Br13 4")
    t.say("allied", "activate AF supreme", "activate 15AG command blitz", "pass", "rail Br13 Tunis-Sousse", "pass")
    assert t.refused("move Br13 Sousse-Sfax") == "WF-4.44"
    t.dice.finish()


@rule("WF-6.53a")
def test_there_is_no_rail_movement_in_the_blitz() -> None:
    t = Table("westfront husky\nJul I, allied command\nMalta: AF 2\nTunis: 15AG 3, Br13 4")
    t.say("allied", "activate AF supreme", "activate 15AG command blitz", "pass", "pass")
    assert t.refused("rail Br13 Tunis-Sousse") == "WF-6.53a"
    t.dice.finish()


def test_a_static_unit_goes_by_rail() -> None:
    t = axis("Reggio: OKW 1\nPalermo: ItSic 1").say("axis", "rail ItSic Palermo-Catania")
    assert (t.at("ItSic"), t.left("axis")) == ("Catania", 1)
    t.dice.finish()


# 9.21 Friendly lines


def test_a_long_journey_on_one_line_takes_one_rail_move() -> None:
    t = allies("Malta: AF 2\nBizerte: Br13 4").say("allied", "rail Br13 Bizerte-Gabes")
    assert (t.at("Br13"), t.left("allied")) == ("Gabes", 3)
    t.dice.finish()


@rule("WF-9.21a")
def test_a_journey_that_needs_more_rail_moves_than_are_left_is_not_made() -> None:
    t = axis("Messina: It7 2\nReggio: OKW 1, 1Para 2").say("axis", "move It7 Messina-Catania")
    assert t.left("axis") == 1
    assert t.refused("rail 1Para Reggio-PalermoE1") == "WF-9.21a"
    assert t.refused("rail 1Para Reggio-Messina") is None
    t.dice.finish()


@rule("WF-9.21b")
def test_a_journey_ends_on_the_line() -> None:
    t = allies("Malta: AF 2\nTunis: Br13 4\nKasserine: Br10 4")
    assert t.refused("rail Br13 Tunis-Malta") == "WF-9.21b"
    assert t.refused("rail Br10 Kasserine-Tunis") is None
    t.dice.finish()


@rule("WF-9.21b", "WF-6.53a")
def test_who_cannot_board_at_all_is_told_so() -> None:
    t = allies("Tunis: AF 1\nMalta: Br5 2")
    refusal = t.match.why_not("rail Br5 Malta-Tunis")
    assert refusal is not None
    assert t.match.say(refusal) == "Br5 cannot go by rail: no friendly line free of battles runs into Malta. [WF-9.21b]"
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3, Br13 4")
    t.say("allied", "activate 15AG command", "pass")
    refusal = t.match.why_not("rail Br13 Tunis-Gabes")
    assert refusal is not None
    assert t.match.say(refusal) == "Br13 needs a Supreme Move to go by rail, and there is none. [WF-6.53a]"


@rule("WF-9.21b")
def test_a_journey_begins_on_the_line() -> None:
    t = allies("Malta: AF 2, Br5 4")
    assert t.refused("rail Br5 Malta-Tunis") == "WF-9.21b"
    t.dice.finish()


@rule("WF-9.21b")
@pytest.mark.parametrize("others", ["Palermo: It7 2\nCatania: Br10 4", "Palermo: It7 2\nMessina: Br10 4"])
def test_no_journey_leads_over_a_disputed_or_enemy_hex(others: str) -> None:
    t = axis(f"Reggio: OKW 3, 1Para 2\nPalermo E1: Pz76 3\n{others}")
    assert t.control("Messina") != "axis"
    assert t.refused("rail 1Para Reggio-PalermoE1") == "WF-9.21b"
    assert t.refused("rail Pz76 PalermoE1-Palermo") == "WF-9.21b"  # a line cut off from its origin
    t.dice.finish()


@rule("WF-9.21b")
def test_no_journey_enters_a_battle() -> None:
    t = axis("Reggio: OKW 3\nPalermo E1: Pz76 3\nCatania: It7 2, Br10 4 attacks\nMessina: 1Para 2")
    assert t.refused("rail 1Para Messina-Catania") == "WF-9.21b"
    t.dice.finish()


@rule("WF-6.2a")
def test_a_journey_does_not_end_in_a_full_hex() -> None:
    t = axis("Catania: OKW 1\nPalermo: Pz76 3\nLicata: ItSic 1\nMessina: It7 2, 1Para 2")
    t.say("axis", "move ItSic Licata-Catania")  # one Supreme Move is left, and none to make room with
    assert t.refused("rail Pz76 Palermo-Messina") == "WF-6.2a"
    t.dice.finish()


# 9.22 Out of a battle

LEAVING = "Reggio: OKW 3\nMessina: 1Para 2\nCatania: It7 2, Pz76 3, Br10 4 attacks"


def test_a_unit_leaves_a_friendly_battle_by_rail_if_others_stay() -> None:
    t = axis(LEAVING).say("axis", "rail Pz76 Catania-Messina")
    assert (t.at("Pz76"), t.shown("Pz76")) == ("Messina", False)
    t.dice.finish()


@rule("WF-9.22")
def test_the_last_unit_of_a_battle_never_leaves_by_rail() -> None:
    t = axis(LEAVING.replace("It7 2, ", ""))
    assert t.refused("rail Pz76 Catania-Messina") == "WF-9.22"
    assert t.refused("retreat Pz76") is None
    t.dice.finish()


@rule("WF-9.21b")
def test_nobody_leaves_an_enemy_battle_by_rail() -> None:
    t = axis("Reggio: OKW 3\nMessina: 1Para 2\nCatania: It7 2 attacks, Pz76 3, Br10 4")
    assert t.refused("rail Pz76 Catania-Messina") == "WF-9.21b"
    t.dice.finish()


@rule("WF-6.33a")
@pytest.mark.parametrize(("to", "other"), [("Messina", "Licata"), ("Licata", "Messina")])
def test_leaving_by_rail_counts_against_the_side_that_it_crosses(to: str, other: str) -> None:
    t = axis("Reggio: OKW 3\nPalermo E1: GeSt 2\nCatania: It7 2, Pz76 3, 1Para 2, Br10 4 attacks\nPalermo: ItSic 1")
    t.say("axis", f"rail Pz76 Catania-{to}")
    assert t.refused(f"move 1Para Catania-{to}") == "WF-6.33a"
    assert t.refused(f"move 1Para Catania-{other}") is None
    t.dice.finish()


def test_a_full_side_leads_nobody_out_by_rail() -> None:
    t = axis("Reggio: OKW 3\nMessina: GeSt 2\nCatania: It7 2, Pz76 3, 1Para 2, Br10 4 attacks\nLicata: Br13 4")
    t.say("axis", "move 1Para Catania-Messina")
    assert t.refused("rail Pz76 Catania-Messina") == "WF-9.21b"
    t.dice.finish()


# 9.23 The ferry of Messina


@rule("WF-9.23")
@pytest.mark.parametrize(
    ("route", "left"), [("Reggio-Messina", 5), ("Reggio-Catania", 4), ("Reggio-Palermo", 4), ("Messina-Reggio", 5)]
)
def test_the_ferry_takes_a_whole_rail_move(route: str, left: int) -> None:
    t = axis("Reggio: OKW 3, 1Para 2\nMessina: It7 2")
    t.say("axis", f"rail {'1Para' if route.startswith('Reggio') else 'It7'} {route}")
    assert t.left("axis") == left
    t.dice.finish()


@rule("WF-9.23")
def test_the_ferry_ends_the_rail_move_that_leads_to_it() -> None:
    t = axis("Reggio: OKW 3\nCatania: It7 2").say("axis", "rail It7 Catania-Reggio")
    assert (t.at("It7"), t.left("axis")) == ("Reggio", 4)
    t.dice.finish()


@rule("WF-9.21b")
def test_the_ferry_does_not_run_to_an_enemy_shore() -> None:
    t = axis("Reggio: OKW 3, 1Para 2\nMessina: Br10 4")
    assert t.refused("rail 1Para Reggio-Messina") == "WF-9.21b"
    t.dice.finish()
