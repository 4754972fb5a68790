"""Chapter 15, 15.6 and 15.44: bringing units off a coast, and marking where the second wave lands."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.table import Table
from tests.rules import rule

LOST = -3


def allies(pieces: str, blitz: str = "") -> Table:
    """The Allied movement phase with 15AG leading an invasion."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    return t.say("allied", f"activate 15AG invasion{blitz}", "pass")


def axis(pieces: str) -> Table:
    """The Axis movement phase with OKW leading an invasion."""
    t = Table(f"westfront husky\nJul I, axis command\n{pieces}")
    return t.say("axis", "activate OKW invasion", "pass")


def rolls(t: Table, purpose: str) -> list[tuple[str, int, str]]:
    """Who rolled, how many dice, and with what fire."""
    found = [roll for roll in t.events("roll") if roll["purpose"] == purpose]
    return [(roll.get("unit", ""), roll["dice"], roll.get("fire", "")) for roll in found]


# 15.6 Evacuation


@rule("WF-15.6a")
def test_an_invasion_headquarters_brings_one_unit_home_to_its_port() -> None:
    t = allies("Tunis: 15AG 3\nPalermo: Br10 4, FF2 4\nReggio: OKW 3")
    t.say("allied", "evacuate Br10 Palermo-TyrrhenianSea-Tunis")
    assert t.at("Br10") == "Tunis"
    assert t.refused("evacuate FF2 Palermo-TyrrhenianSea-Tunis") == "WF-15.6a"
    t.dice.finish()


@rule("WF-15.42a")
def test_who_has_brought_a_unit_home_lands_nobody() -> None:
    t = allies("Tunis: 15AG 3, US2 4\nPalermo: Br10 4\nReggio: OKW 3")
    t.say("allied", "evacuate Br10 Palermo-TyrrhenianSea-Tunis")
    assert t.refused("land US2 Tunis-CentralMediterranean-Licata") == "WF-15.42a"
    t.dice.finish()


@rule("WF-15.6a")
def test_only_the_port_of_the_headquarters_takes_evacuated_units() -> None:
    t = allies("Tunis: 15AG 3\nBizerte: 21AG 3\nPalermo: Br10 4\nReggio: OKW 3")
    assert t.refused("evacuate Br10 Palermo-TyrrhenianSea-Bizerte") == "WF-15.6a"
    t.dice.finish()


@rule("WF-15.6a")
def test_evacuation_starts_from_a_coast() -> None:
    t = allies("Tunis: 15AG 3\nBeja: Br10 4\nReggio: OKW 3")
    assert t.refused("evacuate Br10 Beja-TyrrhenianSea-Tunis") == "WF-15.6a"
    t.dice.finish()


@rule("WF-15.6a")
def test_evacuation_goes_no_farther_than_an_invasion() -> None:
    t = axis("Reggio: OKW 3\nLicata: It7 3\nPalermo: 1Para 2")
    assert t.refused("evacuate It7 Licata-CentralMediterranean-IonianSea-Reggio") == "WF-15.6a"  # two seas
    assert t.refused("evacuate 1Para Palermo-TyrrhenianSea-Reggio") is None
    t.dice.finish()


BESIEGED = "Palermo: 15AG 2, Br10 4, It7 3 attacks\nReggio: OKW 3\n"


@rule("WF-15.6a")
def test_a_besieged_port_takes_evacuated_units() -> None:
    t = allies(f"{BESIEGED}Licata: FF2 4, Br5 4")
    t.say("allied", "evacuate FF2 Licata-CentralMediterranean-Palermo")
    assert t.at("FF2") == "Palermo"
    assert t.refused("evacuate Br5 Licata-CentralMediterranean-Palermo") == "WF-15.6a"  # one unit
    t.say("allied", "pass", "pass", "pass")  # joining the battle does not make anybody fight
    assert t.events("round") == []
    t.dice.finish()


@rule("WF-6.32b", "WF-5.1b")
def test_neither_units_from_another_battle_nor_headquarters_come_into_a_besieged_port() -> None:
    t = allies(f"{BESIEGED}Licata: FF2 4, Br5 4, Pz76 3 attacks\nCatania: 21AG 2")
    assert t.refused("evacuate FF2 Licata-CentralMediterranean-Palermo") == "WF-6.32b"
    assert t.refused("evacuate 21AG Catania-CentralMediterranean-Palermo") == "WF-5.1b"
    t.dice.finish()


@rule("WF-15.6a")
def test_a_port_that_is_the_enemy_s_for_the_length_of_a_battle_takes_nobody() -> None:
    t = Table(
        "westfront husky\nJul I, allied command\nPalermo: 15AG 2, Br10 4 attacks, It7 3\nLicata: FF2 4\nReggio: OKW 3"
    )
    t.say("allied", "activate 15AG command", "pass")
    assert t.refused("evacuate FF2 Licata-CentralMediterranean-Palermo") == "WF-15.6a"
    t.dice.finish()


def test_units_come_off_a_mountain_coast() -> None:
    t = allies("Tunis: 15AG 3\nMessina: Br10 4\nReggio: OKW 3")
    t.say("allied", "evacuate Br10 Messina-TyrrhenianSea-Tunis")
    assert t.at("Br10") == "Tunis"
    t.dice.finish()


def test_straits_with_an_enemy_shore_stop_an_evacuation() -> None:
    t = allies("Catania: 15AG 3\nPalermo E1: Br10 4\nReggio: OKW 3")
    ways = {str(order) for order in t.match.orders("allied") if str(order).startswith("evacuate Br10")}
    assert ways == {"evacuate Br10 PalermoE1-TyrrhenianSea-CentralMediterranean-Catania"}
    t.dice.finish()


@rule("WF-6.2a")
def test_evacuated_units_need_room() -> None:
    t = allies("Tunis: 15AG 0, US2 4, Br13 4, FF2 4\nPalermo: Br10 4\nReggio: OKW 3")
    assert t.refused("evacuate Br10 Palermo-TyrrhenianSea-Tunis") == "WF-6.2a"
    t = allies("Tunis: 15AG 3, US2 4, Br13 4, FF2 4\nPalermo: Br10 4\nReggio: OKW 3")
    assert t.refused("evacuate Br10 Palermo-TyrrhenianSea-Tunis") is None  # the headquarters may mobilize then
    t.dice.finish()


@rule("WF-6.1b")
def test_a_unit_that_has_moved_is_not_evacuated() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3\nLicata: 21AG 3, Br10 4\nReggio: OKW 3")
    t.say("allied", "activate 15AG invasion", "activate 21AG command", "pass", "move Br10 Licata-Palermo")
    assert t.refused("evacuate Br10 Palermo-TyrrhenianSea-Tunis") == "WF-6.1b"
    t.dice.finish()


@rule("WF-4.44")
def test_a_unit_that_moved_strategically_is_not_evacuated_in_the_blitz() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3\nMalta: AF 2\nSfax: Br5 2\nReggio: OKW 3")
    t.say("allied", "activate 15AG invasion blitz", "activate AF supreme", "pass", "rail Br5 Sfax-Gabes", "pass")
    assert t.refused("evacuate Br5 Gabes-CentralMediterranean-Tunis") == "WF-4.44"
    t.dice.finish()


# Out of a battle

CORNERED = "Tunis: 15AG 3\nPalermo: Br10 4, Br13 4, Pz76 2 attacks\nReggio: OKW 3"


def test_a_unit_leaves_a_battle_by_sea_unpursued_while_friends_stay() -> None:
    t = allies(CORNERED).say("allied", "evacuate Br10 Palermo-TyrrhenianSea-Tunis")
    assert t.at("Br10") == "Tunis"
    t.say("allied", "pass")
    assert rolls(t, "pursuit") == []
    t.dice.finish()


@rule("WF-15.6b", "WF-6.41c")
def test_the_last_unit_of_a_battle_is_pursued_at_speed_one_when_all_have_moved() -> None:
    t = allies(CORNERED.replace("Br13 4, ", "").replace("Pz76 2 attacks", "Pz76 2 attacks, ItSic 1"))
    t.say("allied", "evacuate Br10 Palermo-TyrrhenianSea-Tunis")
    assert t.at("Br10") == "Palermo"
    t.roll([5, 4], [6]).say("allied", "pass")
    assert rolls(t, "pursuit") == [("Pz76", 2, "DF"), ("ItSic", 1, "SF")]
    assert (t.at("Br10"), t.steps("Br10")) == ("Tunis", 2)
    t.dice.finish()


@rule("WF-15.6a", "WF-15.6b", "WF-15.51c")
def test_evacuating_Palermo() -> None:
    """EX-15.6, adapted: amphibious units flee at speed two; German armour is still faster in 1943."""
    t = allies("Tunis: 15AG 3\nPalermo: US6 3, Pz76 3 attacks, 1Para 2\nReggio: OKW 3").put_beachhead("US6", "Palermo")
    assert t.refused("evacuate US6 Palermo-TyrrhenianSea-Bizerte") == "WF-15.6a"
    t.say("allied", "evacuate US6 Palermo-TyrrhenianSea-Tunis")
    t.roll([5, 5], [5, 1, 1]).say("allied", "pass")
    assert rolls(t, "pursuit") == [("1Para", 2, "SF"), ("Pz76", 3, "DF")]
    assert (t.at("US6"), t.steps("US6"), t.state.beachhead[t.unit("US6")]) == ("Tunis", 2, LOST)
    t.dice.finish()


@rule("WF-15.6b", "WF-6.42b")
@pytest.mark.parametrize(("unit", "pursued"), [("US6", []), ("Br10", [("Pz76", 2, "SF")])])
def test_in_the_mountains_nobody_catches_amphibious_units(unit: str, pursued: list[tuple[str, int, str]]) -> None:
    t = allies(f"Tunis: 15AG 3\nMessina: {unit} 4, Pz76 2 attacks\nReggio: OKW 3")
    t.say("allied", f"evacuate {unit} Messina-TyrrhenianSea-Tunis")
    t.roll(*[[1, 1]] * len(pursued)).say("allied", "pass")
    assert rolls(t, "pursuit") == pursued
    t.dice.finish()


@rule("WF-6.41c")
def test_an_evacuated_rearguard_that_falls_reaches_no_port() -> None:
    t = allies("Tunis: 15AG 3\nPalermo: Br10 1, Pz76 2 attacks\nReggio: OKW 3")
    t.roll([6, 1]).say("allied", "evacuate Br10 Palermo-TyrrhenianSea-Tunis", "pass")
    assert t.at("Br10") == "eliminated"
    t.dice.finish()


@rule("WF-6.41b")
def test_who_stays_when_the_rearguard_sails_attacks_anew() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3
        Licata: 21AG 3, Br30 4
        Palermo: Br10 4, It7 1 attacks
    """)
    t.say("allied", "activate 15AG invasion", "activate 21AG command", "pass", "move Br30 Licata-Palermo")
    t.roll([1]).say("allied", "evacuate Br10 Palermo-TyrrhenianSea-Tunis", "pass")
    assert t.state.attacker[t.place("Palermo")] == 1
    t.dice.finish()


# Enemy seas

FLIGHT = "Reggio: OKW 3\nPalermo: 1Para 2, Br10 4 attacks\nTunis: 15AG 3"


@rule("WF-15.72a", "WF-4.42c")
def test_enemy_seas_are_dangerous_and_pursuit_comes_first() -> None:
    t = axis(FLIGHT).say("axis", "evacuate 1Para Palermo-TyrrhenianSea-Reggio")
    t.roll([1, 1, 1, 1], [6]).say("axis", "pass")
    assert [roll["purpose"] for roll in t.events("roll")] == ["pursuit", "interdiction"]
    assert t.at("1Para") == "Reggio"
    t.dice.finish()


@rule("WF-15.72c")
def test_a_unit_thrown_back_at_sea_is_in_its_battle_again() -> None:
    t = axis(FLIGHT).say("axis", "evacuate 1Para Palermo-TyrrhenianSea-Reggio")
    t.roll([1, 1, 1, 1], [1]).say("axis", "pass")
    assert t.at("1Para") == "Palermo"
    assert t.state.attacker[t.place("Palermo")] == 1
    t.dice.finish()


# 15.44 The second wave

WAVES = "Tunis: 15AG 3, US2 4, Br13 4\nReggio: OKW 3"


@rule("WF-15.44a")
def test_a_second_wave_lands_in_a_hex_that_was_marked() -> None:
    t = allies(WAVES, " blitz").say("allied", "mark 15AG Palermo", "land US2 Tunis-CentralMediterranean-Licata", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.refused("land Br13 Tunis-CentralMediterranean-Catania") == "WF-15.44a"
    assert t.refused("land Br13 Tunis-CentralMediterranean-Licata") is None
    t.say("allied", "land Br13 Tunis-TyrrhenianSea-Palermo")
    assert t.at("Br13") == "Palermo"
    t.dice.finish()


@rule("WF-15.44a")
def test_a_unit_thrown_back_in_the_first_wave_may_be_the_second() -> None:
    t = allies("Tunis: 15AG 3, Br10 4\nLicata: It7 1\nReggio: OKW 3", " blitz")
    t.say("allied", "land Br10 Tunis-CentralMediterranean-Licata", "pass").roll([1]).say("allied", "pass")
    assert (t.when, t.at("Br10")) == ("Jul I, allied blitz movement", "Tunis")
    assert t.refused("land Br10 Tunis-CentralMediterranean-Catania") == "WF-15.44a"
    t.say("allied", "land Br10 Tunis-CentralMediterranean-Licata")
    assert t.at("Br10") == "Licata"


@rule("WF-15.44a")
def test_without_a_mark_the_second_wave_follows_the_first() -> None:
    t = allies(WAVES, " blitz").say("allied", "land US2 Tunis-CentralMediterranean-Licata", "pass")
    assert t.refused("land Br13 Tunis-TyrrhenianSea-Palermo") == "WF-15.44a"
    assert t.refused("mark 15AG Palermo") == "WF-15.44a"  # too late
    t.dice.finish()


@rule("WF-15.44a")
def test_one_hex_is_marked_and_only_for_a_blitz() -> None:
    assert allies(WAVES).refused("mark 15AG Palermo") == "WF-15.44a"
    t = allies(WAVES, " blitz").say("allied", "mark 15AG Palermo")
    assert t.refused("mark 15AG Catania") == "WF-15.44a"
    t.dice.finish()


@rule("WF-15.44a")
@pytest.mark.parametrize("to", ["Messina", "Beja"])
def test_only_a_coast_where_one_can_land_is_marked(to: str) -> None:
    assert allies(WAVES, " blitz").refused(f"mark 15AG {to}") == "WF-15.44a"


def test_a_mark_is_seen_by_both_sides() -> None:
    t = allies(WAVES, " blitz").say("allied", "mark 15AG Palermo")
    assert [(fact["hq"], fact["at"]) for fact in t.events("mark")] == [("15AG", "Palermo")]
    t.dice.finish()


@rule("WF-15.44a", "WF-4.44")
def test_a_blitzing_invasion_headquarters_commands_no_land_moves() -> None:
    t = allies(WAVES, " blitz").say("allied", "land US2 Tunis-CentralMediterranean-Licata", "pass")
    assert t.refused("move Br13 Tunis-Sousse") == "WF-4.44"
    assert t.refused("land Br13 Tunis-TyrrhenianSea-Palermo") == "WF-15.44a"
    t.dice.finish()


@rule("WF-6.2a")
def test_room_is_kept_for_a_rearguard_that_is_to_be_evacuated() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 0, Br10 4, Br13 4
        Malta: AF 1
        Sfax: Br5 2
        Gabes: FF2 2
        Licata: US6 4 attacks, It7 1
    """)
    t.say("allied", "activate 15AG invasion", "activate AF supreme", "pass", "move FF2 Gabes-KasserineSW1")
    assert t.refused("sail Br5 Sfax-CentralMediterranean-Tunis") is None
    t.say("allied", "evacuate US6 Licata-CentralMediterranean-Tunis")
    assert t.refused("sail Br5 Sfax-CentralMediterranean-Tunis") == "WF-6.2a"


@rule("WF-6.42a", "WF-2.3b")
def test_pursuers_show_their_faces_and_hide_them_again() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Tunis: 15AG 3
        Licata: US6 4 attacks, It7 1
    """)
    t.say("allied", "activate 15AG invasion", "pass", "evacuate US6 Licata-CentralMediterranean-Tunis")
    t.roll([1]).say("allied", "pass")
    assert any("It7" in line for fact in t.events("pursued") for line in fact["units"])
    assert t.at("US6") == "Tunis"
    assert not t.fact("shown", "It7")
    t.dice.finish()
