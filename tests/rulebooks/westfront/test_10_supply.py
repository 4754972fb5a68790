"""Chapter 10: supply. Lines of two hexes, checked in the enemy's supply phase, and steps lost without them."""

from __future__ import annotations

from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def checked(pieces: str, *rolls: list[int]) -> Table:
    """The Allied turn without any command: what is left of it is the check of the Axis' supply."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}").roll(*rolls).say("allied", "pass")
    if t.match.waiting == {"allied"}:
        t.say("allied", "pass")  # old battles rest
    t.dice.finish()
    return t


@rule("WF-10.3a")
def test_a_line_of_two_hexes_is_enough_and_three_are_too_many() -> None:
    # the railhead is Reggio, for Messina is disputed; the lane to Palermo is blocked
    t = checked("Reggio: OKW 3\nPalermo E1: Pz76 3\nPalermo: ItSic 1\nCatania: Br10 4", [4])
    assert (t.steps("Pz76"), t.fact("supplied", "Pz76")) == (3, 1)
    assert (t.steps("ItSic"), t.fact("supplied", "ItSic")) == (0, 0)


@rule("WF-10.3b")
def test_a_line_may_pass_disputed_hexes_and_straits_but_not_enemy_hexes() -> None:
    disputed = checked("Reggio: OKW 3\nPalermo E1: Pz76 3\nCatania: Br10 4")
    assert disputed.control("Messina") == "disputed"
    assert disputed.steps("Pz76") == 3
    barred = checked("Reggio: OKW 3\nPalermo E1: Pz76 3\nMessina: Br10 4\nLicata: Br13 4\nCatania: Br30 4")
    assert barred.steps("Pz76") == 2


@rule("WF-10.3b")
def test_a_line_may_pass_a_friendly_battle() -> None:
    t = checked("Reggio: OKW 3\nPalermo E1: Pz76 3\nMessina: It7 3, Br10 4 attacks\nCatania: Br30 4\nLicata: Br13 4")
    assert t.steps("Pz76") == 3


@rule("WF-10.3b")
def test_an_attacker_may_trace_out_of_the_enemy_hex_in_which_it_fights() -> None:
    t = checked("Reggio: OKW 3\nMessina: 1Para 3\nCatania: Pz76 3 attacks, Br10 4\nPalermo E1: Br13 4")
    assert t.control("Catania") == "allied"
    assert t.steps("Pz76") == 3


@rule("WF-10.4a")
def test_every_unit_without_supply_loses_a_step_in_the_enemys_supply_phase() -> None:
    t = checked("Reggio: Br30 4\nMessina: Pz76 3, It7 1\nPalermo: ItSic 1, OKW 0\nTunis: Br10 4")
    assert (t.steps("Pz76"), t.at("It7")) == (2, "eliminated")
    assert (t.steps("ItSic"), t.at("OKW")) == (0, "eliminated")
    assert (t.steps("Br30"), t.steps("Br10")) == (4, 4)  # one's own supply phase is not one's own check


@rule("WF-10.4a")
def test_a_static_unit_at_zero_without_supply_is_lost() -> None:
    t = checked("Reggio: Br30 4\nPalermo: ItSic 0")
    assert t.at("ItSic") == "eliminated"


@rule("WF-10.2a")
def test_an_unsupplied_unit_that_regains_a_line_has_no_zone_of_control_until_the_next_check() -> None:
    t = Table(
        "westfront husky\nJul II, allied command\nReggio: OKW 3\nPalermo E1: ItSic 0 unsupplied\nLicata: Br10 4\n"
    )
    assert t.control("Palermo") == "allied"
    t.say("allied", "pass")  # his supply phase finds the static army on the rails from Reggio
    assert t.fact("supplied", "ItSic") == 1
    assert t.control("Palermo") == "disputed"


@rule("WF-10.2a")
def test_a_supplied_unit_that_loses_its_line_keeps_its_zone_until_the_next_check() -> None:
    t = Table("westfront husky\nJul I, allied command\nReggio: Br30 4\nPalermo E1: Pz76 3\nLicata: Br10 4\n")
    assert t.control("Palermo") == "disputed"
    t.say("allied", "pass")
    assert t.fact("supplied", "Pz76") == 0
    assert t.control("Palermo") == "allied"
