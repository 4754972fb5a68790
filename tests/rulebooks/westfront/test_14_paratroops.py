"""Chapter 14: paratroops. Who drops them, where, what throws them back, and how they are found by friends."""

from __future__ import annotations

import pytest

from grognard.games.westfront.combat import DF, firepower
from grognard.games.westfront.production import cadre_cost, step_cost
from grognard.games.westfront.rail import rail_supply
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

AXIS = 1


def at_command(pieces: str) -> Table:
    return Table(f"westfront husky\nJul I, allied command\n{pieces}")


def dropping(pieces: str, *orders: str) -> Table:
    """The Allied movement phase with AF as paradrop headquarters."""
    return at_command(pieces).say("allied", "activate AF paradrop", *orders, "pass")


# 14.2 Paradrop headquarters


@rule("WF-14.2a")
def test_a_paradrop_headquarters_stands_with_its_para_and_does_nothing_else() -> None:
    t = at_command("Malta: AF 2, Br2Para 2\nTunis: 15AG 3\nSfax: Br5 2\nPalermo: Br10 4 attacks, ItSic 1\n")
    assert t.refused("activate 15AG paradrop") == "WF-14.2a"
    t.say("allied", "activate AF paradrop", "activate 15AG command", "pass")
    assert t.refused("sail Br5 Sfax-CentralMediterranean-Malta") == "WF-6.53a"  # no Supreme Moves
    t.say("allied", "pass")
    assert t.refused("strike AF Palermo") == "WF-5.5a"  # no airstrike
    assert t.refused("strike 15AG Palermo") is None


@rule("WF-14.2a")
def test_without_an_active_paradrop_headquarters_in_its_hex_a_para_does_not_drop() -> None:
    t = at_command("Malta: AF 2, Br2Para 2").say("allied", "activate AF supreme", "pass")
    assert t.refused("drop Br2Para Palermo") == "WF-14.2a"


@rule("WF-14.2b")
def test_a_blitz_of_drops_needs_two_paras() -> None:
    t = at_command("Malta: 15AG 3, Br2Para 2")
    assert t.refused("activate 15AG paradrop blitz") == "WF-14.2b"
    assert t.refused("activate 15AG paradrop") is None


# 14.3 The drop


@rule("WF-14.3a")
def test_paras_drop_anywhere_in_air_range_but_on_mountains() -> None:
    t = dropping("Malta: AF 1, Br2Para 2, Br10 4\nCatania: It7 3")
    assert t.refused("drop Br2Para Messina") == "WF-14.3a"
    assert t.refused("drop Br2Para Catania") is None  # hills, and defended
    assert t.refused("drop Br2Para PalermoE1") is None
    assert t.refused("drop Br10 Catania") == "WF-14.3a"


@rule("WF-14.3a")
def test_the_range_of_a_drop_is_a_hex_a_step_and_twice_that_for_a_supreme_headquarters() -> None:
    t = at_command("Malta: 15AG 1, Br2Para 2").say("allied", "activate 15AG paradrop", "pass")
    assert t.refused("drop Br2Para Licata") is None
    assert t.refused("drop Br2Para PalermoE1") == "WF-14.3a"  # two hexes
    t = dropping("Malta: AF 1, Br2Para 2")
    assert t.refused("drop Br2Para PalermoE1") is None
    assert t.refused("drop Br2Para Bizerte") == "WF-14.3a"  # three


# 14.4 Air assaults


@rule("WF-14.4a", "WF-7.51e")
def test_a_lone_drop_on_an_enemy_is_thrown_back_by_a_1_and_not_by_a_2() -> None:
    for face, place in ((1, "Malta"), (2, "Licata")):
        t = dropping("Malta: AF 2, Br2Para 2\nLicata: ItSic 1\nCatania: It7 3\nReggio: OKW 3")
        t.say("allied", "drop Br2Para Licata")
        t.roll([face]).roll(*[[1, 1]] * (face == 2)).say("allied", "pass")
        assert [fact["to"] for fact in t.events("repulsed")] == ["Malta"] * (place == "Malta")
        t.dice.finish()


@rule("WF-14.4a")
def test_a_drop_into_an_old_battle_is_no_assault() -> None:
    t = dropping("Malta: AF 2, Br2Para 2\nLicata: ItSic 1, Br10 4 attacks\nCatania: It7 3\nReggio: OKW 3")
    t.say("allied", "drop Br2Para Licata", "pass")
    t.roll([1], [1, 1, 1, 1], [1, 1]).say("allied", "declare Licata")
    assert t.at("Br2Para") == "Licata"
    t.dice.finish()


@rule("WF-14.4a")
def test_a_drop_beside_an_attack_by_land_is_no_assault() -> None:
    t = dropping(
        "Malta: AF 2, Br2Para 2\nLicata: ItSic 1\nPalermo: 15AG 1, Br30 4\nCatania: It7 3\nReggio: OKW 3",
        "activate 15AG command",
    )
    t.say("allied", "move Br30 Palermo-Licata", "drop Br2Para Licata", "pass")
    t.roll([1], [1, 1, 1, 1], [1, 1]).say("allied", "pass")
    assert t.at("Br2Para") == "Licata"
    t.dice.finish()


@rule("WF-14.4b")
def test_a_para_thrown_back_loses_a_step_besides_its_losses() -> None:
    t = dropping("Malta: AF 2, Br2Para 3\nLicata: It7 2\nReggio: OKW 3")
    t.roll([6, 1]).say("allied", "drop Br2Para Licata", "pass")
    assert (t.at("Br2Para"), t.steps("Br2Para")) == ("Malta", 1)
    t.dice.finish()


@rule("WF-14.4b")
def test_a_para_of_one_step_does_not_survive_being_thrown_back() -> None:
    t = dropping("Malta: AF 2, Br2Para 1\nLicata: It7 1\nReggio: OKW 3")
    t.roll([1]).say("allied", "drop Br2Para Licata", "pass")
    assert t.at("Br2Para") == "eliminated"
    t.dice.finish()


# 14.5 Support


@rule("WF-14.5b")
def test_a_paradrop_headquarters_gives_no_support_and_another_one_may() -> None:
    pieces = "Palermo: 15AG 3, Br2Para 2\nTunis: 21AG 1\nLicata: ItSic 1\nCatania: It7 3\nReggio: OKW 3"
    for others, support in (((), "unsupported"), (("activate 21AG invasion",), "supported")):
        t = at_command(pieces).say("allied", "activate 15AG paradrop", *others, "pass")
        t.roll([3], [1, 1]).say("allied", "drop Br2Para Licata", "pass")  # next to the headquarters
        assert [fact["support"] for fact in t.events("round")] == [support]
        t.dice.finish()


# 14.6 Dispersal and linkup


@rule("WF-14.6a")
def test_a_dropped_para_changes_no_control_and_cannot_move_again() -> None:
    t = at_command("Malta: AF 2, Br2Para 2\nLicata: 15AG 3\nPalermo: ItSic 1\nReggio: OKW 3")
    t.say("allied", "activate AF paradrop", "activate 15AG command blitz", "pass", "drop Br2Para PalermoE1", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.control("Palermo E1") == "axis"
    assert rail_supply(t.state, AXIS) >> t.place("Palermo") & 1
    assert t.refused("move Br2Para PalermoE1-Licata") == "WF-4.44"


@rule("WF-14.6a")
def test_a_dropped_para_has_no_zone_of_control() -> None:
    t = dropping("Malta: AF 2, Br2Para 2\nTunis: 15AG 3, US2 4\nReggio: OKW 3", "activate 15AG command blitz")
    t.say("allied", "drop Br2Para PalermoE1", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.control("Palermo") == t.control("Messina") == "axis"


@rule("WF-14.6b")
def test_dropping_on_a_port_does_not_save_a_para() -> None:  # EX-14.6
    t = dropping("Malta: AF 2, Br2Para 3\nReggio: OKW 3")
    t.say("allied", "drop Br2Para Palermo", "pass")
    assert t.at("Br2Para") == "eliminated"


@rule("WF-14.6b")
def test_a_para_next_to_a_friendly_hex_links_up_and_cuts_the_enemys_rails_in_the_same_phase() -> None:
    t = dropping("Malta: AF 2, Br2Para 3\nLicata: Br10 4\nPalermo: ItSic 1\nReggio: OKW 3")
    t.say("allied", "drop Br2Para PalermoE1")
    t.roll([1]).say("allied", "pass")  # the lane to Palermo is blocked
    assert (t.at("Br2Para"), t.control("Palermo E1")) == ("Palermo E1", "allied")
    assert t.fact("dispersed", "Br2Para") == 0
    assert t.steps("ItSic") == 0
    t.dice.finish()


@rule("WF-14.6b")
def test_a_friendly_hex_that_is_embattled_links_nobody_up() -> None:
    t = dropping("Malta: AF 2, Br2Para 3\nLicata: Br10 4, It7 3 attacks\nCatania: Pz76 3\nReggio: OKW 3")
    t.say("allied", "drop Br2Para Palermo", "pass", "pass")
    assert t.at("Br2Para") == "eliminated"


@rule("WF-14.6b")
def test_a_para_links_up_with_troops_landed_in_its_hex() -> None:
    t = dropping(
        "Malta: AF 2, Br2Para 3\nTunis: 15AG 1, US2 4\nPalermo: ItSic 2\nPalermo E1: GeSt 2\nReggio: OKW 3",
        "activate 15AG invasion",
    )
    t.say("allied", "drop Br2Para Palermo", "land US2 Tunis-CentralMediterranean-Palermo")
    t.roll([2, 2], [1, 1, 1, 1], [1, 1, 1]).say("allied", "pass").say("allied", "pass")
    assert t.at("Br2Para") == "Palermo"
    assert t.fact("dispersed", "Br2Para") == 0
    t.dice.finish()


@rule("WF-14.6b")
def test_a_para_links_up_with_a_landing_beside_it() -> None:
    t = dropping("Malta: AF 2, Br2Para 3\nTunis: 15AG 1, US2 4\nReggio: OKW 3", "activate 15AG invasion")
    t.hold("axis", "Licata")
    t.say("allied", "drop Br2Para PalermoE1", "land US2 Tunis-CentralMediterranean-Licata", "pass", "pass")
    assert (t.at("Br2Para"), t.control("Palermo E1"), t.control("Licata")) == ("Palermo E1", "allied", "allied")
    assert t.fact("dispersed", "Br2Para") == t.fact("dispersed", "US2") == 0
    t.dice.finish()


@rule("WF-14.6b")
def test_a_landing_beside_it_that_must_fight_links_no_para_up() -> None:
    t = dropping(
        "Malta: AF 2, Br2Para 3\nTunis: 15AG 1, US2 4\nLicata: GeSt 2\nReggio: OKW 3", "activate 15AG invasion"
    )
    t.say("allied", "drop Br2Para PalermoE1", "land US2 Tunis-CentralMediterranean-Licata")
    t.roll([3, 3], [1, 1, 1, 1]).say("allied", "pass")
    assert t.at("Br2Para") == "eliminated"
    t.dice.finish()


@rule("WF-14.6b")
def test_a_para_alone_in_a_battle_far_from_friends_is_lost() -> None:
    t = dropping("Malta: AF 2, Br2Para 3\nPalermo: ItSic 2\nPalermo E1: GeSt 2\nReggio: OKW 3")
    t.roll([2, 2], [1, 1, 1]).say("allied", "drop Br2Para Palermo", "pass")
    assert t.at("Br2Para") == "eliminated"
    t.dice.finish()


# 14.7 Grounding


@rule("WF-14.7")
def test_grounded_paras_cost_half_and_do_not_drop_but_still_fire_double_on_defence() -> None:
    t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3, 1Para 2\n")
    assert t.refused("activate OKW paradrop") == "WF-14.2a"
    assert step_cost(t.state, t.unit("1Para")).value == 6
    assert cadre_cost(t.state, t.unit("1Para")).value == 9
    assert firepower(t.state, t.unit("1Para"), t.place("Palermo"), False).value == DF


@rule("WF-14.6b")
@pytest.mark.parametrize(("unit", "ends"), [("Br2Para", "eliminated"), ("US2", "Palermo")])
def test_in_a_position_a_dispersed_para_has_been_dropped_and_any_other_unit_has_landed(unit: str, ends: str) -> None:
    t = Table(f"westfront husky\nJul I, allied combat\nTunis: 15AG 1\nPalermo: {unit} 3 dispersed\nReggio: OKW 3")
    assert (t.when, t.at(unit), t.fact("dispersed", unit)) == ("Jul I, axis command", ends, 0)
