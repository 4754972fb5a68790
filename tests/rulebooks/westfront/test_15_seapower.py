"""Chapter 15: seapower. Seas and who controls them, sea movement, invasions and interdiction.

All seas of the section are Allied as long as Tunis is. Where the Allies must cross an enemy sea, a line of the position
says that the Axis was the last to hold Tunis: the hex is `688`, and nobody stands near it.
"""

from __future__ import annotations

import pytest

from grognard.games.westfront.interdiction import supremacy_of
from grognard.games.westfront.invasions import sea_distance
from grognard.games.westfront.rail import rail_supply, supply_net
from grognard.games.westfront.seapower import sea_controller
from tests.rulebooks.westfront.table import PRINTED, Table
from tests.rules import rule

ALLIES, AXIS = 0, 1
AXIS_TYRRHENIAN = 'prior = {"688": 1}'


def at_command(pieces: str) -> Table:
    return Table(f"westfront husky\nJul I, allied command\n{pieces}")


def sailing(pieces: str) -> Table:
    """The Allied movement phase with AF giving Supreme Moves."""
    return at_command(pieces).say("allied", "activate AF supreme", "pass")


def invading(pieces: str, *headquarters: str) -> Table:
    """The Allied movement phase with invasion headquarters."""
    return at_command(pieces).say("allied", *[f"activate {hq} invasion" for hq in headquarters or ("15AG",)], "pass")


def axis_invading(pieces: str) -> Table:
    return Table(f"westfront husky\nJul I, axis command\n{pieces}").say("axis", "activate OKW invasion", "pass")


# 15.1 Sea control


@rule("WF-15.1a")
def test_the_Tyrrhenian_Sea_follows_Tunis_and_the_Ionian_is_always_allied() -> None:
    for line, owner in (("", ALLIES), (AXIS_TYRRHENIAN, AXIS)):
        t = at_command(f"Malta: AF 3\n{line}")
        seas = t.state.world.sea_index
        assert sea_controller(t.state, seas["Tyrrhenian Sea"]) == owner
        assert sea_controller(t.state, seas["Ionian Sea"]) == ALLIES


@rule("WF-15.1b")
def test_sixteen_seas_with_their_basins_and_interdiction_values() -> None:
    seas = Table().state.world.charts["seas"]
    rows = {name: row for name, row in seas.items() if isinstance(row, dict)}
    basins = [row["basin"] for row in rows.values()]
    assert [basins.count(basin) for basin in ("atlantic", "mediterranean", "baltic")] == [6, 8, 2]
    assert [rows[name]["interdiction"] for name in ("Bay of Biscay", "North Sea", "Skagerrak")] == [1, 2, 3]
    assert {name for name, ports in PRINTED["ports"].items() if "Brest" in ports} == {
        "English Channel",
        "Bay of Biscay",
    }


@rule("WF-15.1b")
def test_a_port_on_two_seas_may_be_used_from_each() -> None:
    t = sailing("Malta: AF 3\nTunis: Br10 4\nPalermo: Br5 4\nReggio: OKW 3")
    assert t.refused("sail Br10 Tunis-TyrrhenianSea-Palermo") is None
    assert t.refused("sail Br10 Tunis-CentralMediterranean-Palermo") is None
    assert t.refused("sail Br10 Tunis-IonianSea-Palermo") == "table.route"


def test_a_detour_is_no_way_to_sail() -> None:
    t = sailing("Malta: AF 3\nTunis: Br10 4\nPalermo: Br5 4\nReggio: OKW 3")
    assert t.refused("sail Br10 Tunis-TyrrhenianSea-CentralMediterranean-Palermo") == "table.route"


def test_a_sea_that_is_not_on_the_map_is_no_way_to_anywhere() -> None:
    t = sailing("Malta: AF 3\nTunis: Br10 4\nPalermo: Br5 4\nReggio: OKW 3")
    assert t.refused("sail Br10 Tunis-Atlantis-Palermo") == "table.no-place"


@rule("WF-15.2c")
def test_the_Allies_have_naval_supremacy() -> None:
    t = at_command("Malta: AF 3")
    assert supremacy_of(t.state, ALLIES) == "roller_supreme"
    assert supremacy_of(t.state, AXIS) == "roller_opposed"


# 15.2 Sea movement


@rule("WF-15.2a")
def test_sea_movement_leads_from_friendly_port_to_friendly_port() -> None:
    t = sailing("""Malta: AF 3
        Beja: Br5 4
        Tunis: Br10 4
        Palermo: Br30 4, US2 4, It7 3 attacks
        Licata: Br13 4
        Catania: GeSt 2""")
    assert t.refused("sail Br10 Tunis-CentralMediterranean-Malta") is None
    assert t.refused("sail Br5 Tunis-CentralMediterranean-Malta") == "WF-15.2a"  # one hex from a port
    assert t.refused("sail Br10 Tunis-CentralMediterranean-Licata") == "WF-15.2a"  # no port, no beachhead
    assert t.refused("sail Br10 Tunis-CentralMediterranean-Palermo") == "WF-15.2a"  # embattled
    assert t.refused("sail Br10 Tunis-CentralMediterranean-Catania") == "WF-15.2a"  # not friendly
    assert t.refused("sail US2 Palermo-CentralMediterranean-Malta") is None  # out of a battle, while others stay


@rule("WF-15.2b")
def test_two_seas_cost_the_Allies_one_supreme_move() -> None:  # EX-15.2, with Messina for Taranto
    t = sailing("Malta: AF 2\nTunis: Br10 4\nMessina: Br13 4\nReggio: OKW 3")
    assert t.state.supreme[ALLIES] == 4
    assert t.refused("sail Br10 Tunis-CentralMediterranean-IonianSea-Messina") is None
    t.say("allied", "sail Br10 Tunis-CentralMediterranean-IonianSea-Messina")
    assert (t.at("Br10"), t.state.supreme[ALLIES]) == ("Messina", 3)
    t.say("allied", "pass")  # both seas are Allied: no dice


@rule("WF-15.2b")
def test_two_seas_cost_the_Axis_two_supreme_moves() -> None:
    t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3\nMalta: 1Para 3\n")
    t.say("axis", "activate OKW supreme", "pass", "sail 1Para Malta-CentralMediterranean-IonianSea-Reggio")
    assert t.state.supreme[AXIS] == 4


@rule("WF-15.21a")
def test_a_minor_port_serves_one_unit_a_turn_in_or_out() -> None:
    t = sailing("Malta: AF 3, Br10 4, Br13 4\nTunis: 15AG 3, Br5 4\nSfax: Br30 4")
    t.say("allied", "sail Br10 Malta-CentralMediterranean-Tunis")
    assert t.refused("sail Br13 Malta-CentralMediterranean-Tunis") == "WF-15.21a"
    assert t.refused("sail Br5 Tunis-CentralMediterranean-Malta") == "WF-15.21a"


@rule("WF-15.21a")
def test_a_major_port_serves_two_units_a_turn_in_and_out_together() -> None:
    t = sailing("Malta: AF 3\nTunis: Br5 4, Br13 4\nSfax: Br30 4\nBizerte: Br10 4\nPalermo: 15AG 1\nReggio: OKW 3")
    t.say("allied", "sail Br5 Tunis-CentralMediterranean-Malta", "sail Br30 Sfax-CentralMediterranean-Tunis")
    assert t.refused("sail Br13 Tunis-TyrrhenianSea-Palermo") == "WF-15.21a"
    assert t.refused("sail Br10 Bizerte-TyrrhenianSea-Palermo") is None


# 15.4 Invasions


@rule("WF-15.41")
def test_an_invasion_headquarters_stands_in_a_friendly_port() -> None:
    t = at_command("Beja: 15AG 3\nPalermo: It7 3, 1Para 3\nMalta: AF 3\nReggio: OKW 3\nCatania: 21AG 2")
    assert t.refused("activate 15AG invasion") == "WF-15.41"
    assert t.refused("activate AF invasion") is None
    assert t.refused("activate 21AG invasion") is None


@rule("WF-15.41")
def test_an_embattled_port_launches_nobody() -> None:
    t = at_command("Palermo: 21AG 2, US6 4, It7 3 attacks\nReggio: OKW 3")
    t.say("allied", "activate 21AG invasion", "pass")
    assert t.refused("land US6 Palermo-CentralMediterranean-Licata") == "WF-15.41"


@rule("WF-15.41")
def test_in_a_battle_that_they_opened_a_port_is_not_theirs() -> None:
    t = at_command("Palermo: 21AG 2, US6 4 attacks, It7 3\nReggio: OKW 3")
    assert t.refused("activate 21AG invasion") == "WF-15.41"


@rule("WF-15.41")
def test_an_invasion_spends_no_supreme_move_and_its_headquarters_commands_nothing_else() -> None:
    t = at_command("Tunis: 15AG 3, US2 4, Br10 4\nMalta: AF 2\nLicata: 21AG 1\nReggio: OKW 3")
    assert t.refused("activate 21AG invasion") == "WF-15.41"
    t.say("allied", "activate 15AG invasion", "pass")
    assert t.refused("move Br10 Tunis-Beja") == "WF-4.42a"
    t.say("allied", "land US2 Tunis-CentralMediterranean-Licata")
    assert (t.at("US2"), t.state.supreme[ALLIES]) == ("Licata", 0)


@rule("WF-15.42a")
def test_an_invasion_headquarters_lands_one_unit_from_its_own_port() -> None:
    t = invading("Tunis: 15AG 3, US2 4, Br10 4\nSfax: Br5 2\nReggio: OKW 3")
    assert t.refused("land Br5 Sfax-CentralMediterranean-Licata") == "WF-15.42a"
    t.say("allied", "land US2 Tunis-CentralMediterranean-Licata")
    assert t.refused("land Br10 Tunis-CentralMediterranean-Licata") == "WF-15.42a"


@rule("WF-15.42a")
def test_the_Allies_invade_over_two_seas_and_the_Axis_over_one() -> None:
    t = invading("Bizerte: 15AG 3, US6 4\nReggio: OKW 3")
    assert t.refused("land US6 Bizerte-TyrrhenianSea-CentralMediterranean-Licata") is None
    assert t.refused("land US6 Bizerte-TyrrhenianSea-CentralMediterranean-Beja") == "WF-15.42a"  # no coast
    t = axis_invading("Reggio: OKW 3, 1Para 3")
    assert t.refused("land 1Para Reggio-TyrrhenianSea-PalermoE1") is None
    assert t.refused("land 1Para Reggio-IonianSea-CentralMediterranean-Licata") == "WF-15.42a"


@rule("WF-15.42b")
def test_armour_may_land_and_join_a_battle_but_not_open_one_from_the_sea() -> None:
    t = invading("Tunis: 15AG 3, Br30 4\nCatania: It7 3\nPalermo: ItSic 1, Br10 4 attacks\nReggio: OKW 3")
    assert t.refused("land Br30 Tunis-CentralMediterranean-Catania") == "WF-15.42b"
    assert t.refused("land Br30 Tunis-CentralMediterranean-Licata") is None
    assert t.refused("land Br30 Tunis-CentralMediterranean-Palermo") is None
    t = axis_invading("Reggio: OKW 3, GeSt 2\nPalermo: Br10 4")
    assert t.refused("land GeSt Reggio-TyrrhenianSea-Palermo") == "WF-15.42b"


@rule("WF-15.42c")
def test_nobody_lands_in_the_mountains() -> None:
    t = invading("Tunis: 15AG 3, US2 4\nReggio: OKW 3")
    assert t.refused("land US2 Tunis-TyrrhenianSea-Messina") == "WF-15.42c"
    assert t.refused("land US2 Tunis-TyrrhenianSea-PalermoE1") is None


@rule("WF-15.42d")
def test_one_unit_lands_in_a_defended_hex_and_several_in_an_empty_one() -> None:
    pieces = "Tunis: 15AG 3, US2 4\nBizerte: 21AG 3, US6 4\nCatania: It7 3\nReggio: OKW 3"
    t = invading(pieces, "15AG", "21AG").say("allied", "land US2 Tunis-CentralMediterranean-Catania")
    assert t.refused("land US6 Bizerte-TyrrhenianSea-CentralMediterranean-Catania") == "WF-15.42d"
    t = invading(pieces, "15AG", "21AG").say("allied", "land US2 Tunis-CentralMediterranean-Licata")
    assert t.refused("land US6 Bizerte-TyrrhenianSea-CentralMediterranean-Licata") is None


@rule("WF-15.42e")
def test_a_landed_unit_changes_no_control_and_cannot_move_until_its_own_supply_phase() -> None:
    t = at_command("Tunis: 15AG 3, US2 4\nPalermo: 21AG 2\nReggio: OKW 3\nCatania: It7 3")
    t.say("allied", "activate 15AG invasion", "activate 21AG command blitz", "pass")
    t.say("allied", "land US2 Tunis-CentralMediterranean-Licata", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.control("Licata") == "axis"
    assert t.refused("move US2 Licata-PalermoE1") == "WF-4.44"
    t.say("allied", "pass", "pass")  # blitz movement, no beachhead
    assert t.control("Licata") == "allied"
    assert t.fact("dispersed", "US2") == 0


@rule("WF-15.42e")
def test_landed_units_recover_in_time_to_cut_supply_in_the_same_phase() -> None:
    t = invading("Tunis: 15AG 3, Br10 4\nPalermo: ItSic 1\nReggio: OKW 3")
    t.say("allied", "land Br10 Tunis-TyrrhenianSea-PalermoE1")
    t.roll([3]).say("allied", "pass", "pass")  # no beachhead; the lane to Palermo is blocked, the railway is cut
    assert t.steps("ItSic") == 0
    t.dice.finish()


# 15.43 Support


@rule("WF-15.43a")
def test_an_invasion_headquarters_supports_beyond_its_air_range() -> None:
    t = invading("Bizerte: 15AG 2, Br10 4\nPalermo E1: ItSic 2\nReggio: OKW 3")
    t.say("allied", "land Br10 Bizerte-TyrrhenianSea-PalermoE1")
    t.roll([3, 3], [6, 6, 1, 1]).say("allied", "pass")  # no airstrike is asked for: Palermo E1 is three hexes off
    assert [fact["support"] for fact in t.events("round")] == ["supported"]
    assert t.steps("ItSic") == 1  # hills, and no worse
    t.dice.finish()


@rule("WF-15.43a")
def test_a_supreme_headquarters_that_leads_an_invasion_strikes_but_does_not_support() -> None:
    t = invading("Malta: AF 1, Br10 4\nLicata: ItSic 2\nCatania: It7 2\nReggio: OKW 3", "AF")
    t.say("allied", "land Br10 Malta-CentralMediterranean-Licata", "pass")
    t.roll([1], [3, 3], [1, 1, 1, 1]).say("allied", "strike AF Licata")
    assert [fact["support"] for fact in t.events("round")] == ["unsupported"]
    t.dice.finish()


@rule("WF-15.43b")
def test_invasion_range_is_counted_over_water() -> None:
    t = at_command("Bizerte: 21AG 2\nTunis: 15AG 3\nReggio: OKW 3")
    assert sea_distance(t.state, t.unit("21AG"), t.place("Palermo E1")) == 3
    assert sea_distance(t.state, t.unit("21AG"), t.place("Licata")) == 3
    assert sea_distance(t.state, t.unit("15AG"), t.place("Catania")) == 4  # by the waters of Malta
    assert sea_distance(t.state, t.unit("15AG"), t.place("Licata")) == 2


@rule("WF-15.43b")
def test_the_range_of_an_allied_invasion_headquarters_is_twice_its_steps() -> None:
    for steps, support in ((2, "supported"), (1, "unsupported")):
        t = invading(f"Bizerte: 15AG {steps}\nLicata: Br10 4 attacks, ItSic 1\nCatania: It7 3\nReggio: OKW 3")
        t.say("allied", "pass")
        t.roll([1], [1, 1, 1, 1]).say("allied", "declare Licata")  # three hexes over water
        assert [fact["support"] for fact in t.events("round")] == [support]
        t.dice.finish()


@rule("WF-15.43b")
def test_a_hex_that_cannot_be_invaded_is_not_supported_from_the_sea() -> None:
    t = invading("Palermo: 15AG 3\nMessina: Br10 4 attacks, It7 1\nCatania: GeSt 2\nReggio: OKW 3")
    t.roll([1], [1, 1, 1, 1]).say("allied", "pass", "pass", "declare Messina")
    assert [fact["support"] for fact in t.events("round")] == ["unsupported"]
    t.dice.finish()


# 15.44 and 15.45 Second waves and sea assaults


@rule("WF-15.44a")
def test_a_second_wave_follows_the_first_from_the_same_port() -> None:
    t = at_command("Tunis: 15AG 3, US2 4, Br10 4\nSfax: Br5 2\nReggio: OKW 3")
    t.say("allied", "activate 15AG invasion blitz", "pass", "land US2 Tunis-CentralMediterranean-Licata", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.refused("land Br10 Tunis-CentralMediterranean-Catania") == "WF-15.44a"
    assert t.refused("land Br5 Sfax-CentralMediterranean-Licata") == "WF-15.44a"
    assert t.refused("move Br10 Tunis-Beja") == "WF-4.44"
    assert t.refused("land Br10 Tunis-CentralMediterranean-Licata") is None
    t.say("allied", "land Br10 Tunis-CentralMediterranean-Licata")
    assert t.at("Br10") == "Licata"


@rule("WF-15.44a")
def test_a_headquarters_that_does_not_blitz_lands_no_second_wave() -> None:
    t = at_command("Tunis: 15AG 3, US2 4, Br10 4\nSfax: 21AG 2\nReggio: OKW 3")
    t.say("allied", "activate 15AG invasion", "activate 21AG command blitz", "pass")
    t.say("allied", "land US2 Tunis-CentralMediterranean-Licata", "pass")
    assert t.refused("land Br10 Tunis-CentralMediterranean-Licata") == "WF-15.44a"


@rule("WF-15.45a")
def test_a_landing_that_is_thrown_back_is_again_in_its_port() -> None:
    t = invading("Tunis: 15AG 1, Br10 4\nCatania: It7 1\nReggio: OKW 3")
    t.say("allied", "land Br10 Tunis-CentralMediterranean-Catania")
    t.roll([1]).say("allied", "pass")
    assert (t.at("Br10"), t.steps("Br10")) == ("Tunis", 4)
    assert t.at("It7") == "Catania"
    t.dice.finish()


@rule("WF-15.45a")
def test_joining_a_battle_from_the_sea_is_no_assault() -> None:
    t = invading("Tunis: 15AG 1, Br10 4\nCatania: It7 1, Br13 4 attacks\nMessina: GeSt 2\nReggio: OKW 3")
    t.say("allied", "land Br10 Tunis-CentralMediterranean-Catania", "pass")
    t.roll([1], [1, 1, 1, 1], [1, 1, 1, 1]).say("allied", "declare Catania")
    assert t.at("Br10") == "Catania"
    t.dice.finish()


# 15.72 Interdiction of movement


@rule("WF-15.72a")
def test_every_unit_rolls_for_every_enemy_sea_on_its_way_and_friendly_seas_are_safe() -> None:
    t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3\nMalta: 1Para 3\nPalermo: It7 3\nMessina: GeSt 2\n")
    t.say("axis", "activate OKW supreme", "pass")
    t.say("axis", "sail 1Para Malta-CentralMediterranean-IonianSea-Reggio")  # two Allied seas: two dice
    t.say("axis", "sail It7 Palermo-TyrrhenianSea-Messina")  # one
    t.roll([5, 5], [5]).say("axis", "pass")
    assert (t.steps("1Para"), t.steps("It7")) == (1, 2)
    t.dice.finish()
    t = sailing("Malta: AF 3\nTunis: Br10 4\nPalermo: Br13 4\nReggio: OKW 3")
    t.say("allied", "sail Br10 Tunis-TyrrhenianSea-Palermo", "pass")  # no dice
    assert t.at("Br10") == "Palermo"


@rule("WF-15.72b", "WF-15.72c")
def test_an_allied_sea_move_is_thrown_back_by_a_2() -> None:  # EX-15.72: Sfax and Messina for Dover and Lorient
    t = sailing(f"Malta: AF 3\nSfax: Br10 4\nMessina: Br13 4\nReggio: OKW 3\n{AXIS_TYRRHENIAN}")
    t.say("allied", "sail Br10 Sfax-CentralMediterranean-TyrrhenianSea-Messina")
    t.roll([2]).say("allied", "pass")
    assert (t.at("Br10"), t.steps("Br10")) == ("Sfax", 4)
    t.dice.finish()


@rule("WF-15.72b")
def test_faces_against_an_allied_sea_move() -> None:
    for face, place, steps in ((1, "Sfax", 4), (3, "Messina", 4), (4, "Messina", 4), (5, "Messina", 3)):
        t = sailing(f"Malta: AF 3\nSfax: Br10 4\nMessina: Br13 4\nReggio: OKW 3\n{AXIS_TYRRHENIAN}")
        t.say("allied", "sail Br10 Sfax-CentralMediterranean-TyrrhenianSea-Messina")
        t.roll([face]).say("allied", "pass")
        assert (t.at("Br10"), t.steps("Br10")) == (place, steps), face
        t.dice.finish()


@rule("WF-15.72b")
def test_faces_against_an_allied_invasion() -> None:
    for face, place, steps in ((1, "Sfax", 4), (2, "Palermo E1", 4), (5, "Palermo E1", 4), (6, "Palermo E1", 3)):
        t = invading(f"Sfax: 15AG 3, Br10 4\nMessina: It7 3\nReggio: OKW 3\n{AXIS_TYRRHENIAN}")
        t.say("allied", "land Br10 Sfax-CentralMediterranean-TyrrhenianSea-PalermoE1")
        t.roll([face]).say("allied", "pass")
        assert (t.at("Br10"), t.steps("Br10")) == (place, steps), face
        t.dice.finish()


@rule("WF-15.72b")
def test_faces_against_an_axis_sea_move_overlap() -> None:
    for face, place, steps in ((2, "Palermo", 3), (3, "Palermo", 2), (4, "Palermo", 2), (5, "Reggio", 2)):
        t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3\nPalermo: It7 3\n")
        t.say("axis", "activate OKW supreme", "pass", "sail It7 Palermo-TyrrhenianSea-Reggio")
        t.roll([face]).say("axis", "pass")
        assert (t.at("It7"), t.steps("It7")) == (place, steps), face
        t.dice.finish()


@rule("WF-15.72b")
def test_faces_against_an_axis_invasion() -> None:
    for face, place, steps in ((1, "Reggio", 3), (3, "Reggio", 3), (4, "Palermo E1", 2), (6, "Palermo E1", 2)):
        t = axis_invading("Reggio: OKW 3, 1Para 3")
        t.say("axis", "land 1Para Reggio-TyrrhenianSea-PalermoE1")
        t.roll([face]).say("axis", "pass")
        assert (t.at("1Para"), t.steps("1Para")) == (place, steps), face
        t.dice.finish()


@rule("WF-15.72c")
def test_a_landing_turned_back_at_sea_leaves_no_battle_behind() -> None:
    t = axis_invading("Reggio: OKW 3, 1Para 3\nPalermo: Br10 4")
    t.say("axis", "land 1Para Reggio-TyrrhenianSea-Palermo")
    t.roll([1]).say("axis", "pass")  # nothing to strike, nothing to fight
    assert t.at("1Para") == "Reggio"
    assert t.events("round") == []
    assert t.match.view()["tracks"]["battles"] == {}
    t.dice.finish()


# 15.73 Interdiction of supply


CUT_OFF = "Reggio: OKW 3\nMessina: Br13 4\nPalermo: ItSic 2\nLicata: It7 3\nCatania: 1Para 3"


def supply_of_sicily(*rolls: list[int], pieces: str = CUT_OFF) -> tuple[int, int, int]:
    """The steps of three Axis units cut off from Reggio, after the Allied supply phase."""
    t = at_command(pieces).roll(*rolls).say("allied", "pass")
    t.dice.finish()
    return t.steps("ItSic"), t.steps("It7"), t.steps("1Para")


@rule("WF-15.73a", "WF-15.73b")
def test_the_supply_of_Sicily() -> None:  # EX-15.73 as far as it goes: rails cut at Messina, Naples not on the map
    assert supply_of_sicily([2], [4]) == (1, 2, 2)  # Palermo over the Tyrrhenian, Catania over the Ionian: both blocked


@rule("WF-9.12c", "WF-10.3a", "WF-15.31a")
def test_the_supply_of_Sicily_with_a_battle_at_Reggio() -> None:  # EX-15.73: Naples is off the map, so is every lane
    t = at_command("Reggio: OKW 3, US6 4 attacks\nPalermo: ItSic 2\nLicata: It7 3\nCatania: 1Para 3")
    t.say("allied", "pass", "pass")  # the lanes would have to begin in the battle: no dice
    assert t.steps("1Para") == 3  # Z: two hexes to the railhead
    assert (t.steps("ItSic"), t.steps("It7")) == (1, 2)  # X and Y


@rule("WF-15.73a")
def test_one_port_that_is_not_blocked_supplies_whoever_can_reach_it() -> None:
    assert supply_of_sicily([2], [5]) == (2, 3, 3)
    assert supply_of_sicily([6], [1]) == (2, 3, 3)


@rule("WF-15.73a")
def test_dice_are_added_up_over_the_seas_of_the_lane_and_any_of_them_blocks() -> None:
    for faces, steps in (([2, 5], 2), ([6, 5], 3)):  # the printed dice of Catania, and better ones
        t = at_command("Reggio: OKW 3\nMalta: 1Para 3, It7 3\nPalermo: Br5 2\nMessina: Br13 4\nCatania: Br10 4")
        t.roll(faces).say("allied", "pass")
        if steps < 3:
            t.say("axis", "feed It7")  # by the walls of Malta
        assert t.steps("1Para") == steps
        t.dice.finish()


@rule("WF-15.73a")
def test_no_dice_are_rolled_for_units_that_need_no_lane() -> None:
    pieces = "Reggio: OKW 3\nPalermo: ItSic 2\nLicata: It7 3\nCatania: 1Para 3\nTunis: Br13 4"
    assert supply_of_sicily(pieces=pieces) == (2, 3, 3)
    t = at_command("Reggio: OKW 3\nPalermo E1: Pz76 3\nCatania: Br10 4")
    assert t.control("Palermo") == "axis"  # a port beyond the railhead, but the armour traces to Reggio
    t.say("allied", "pass")
    assert t.steps("Pz76") == 3


@rule("WF-15.73b")
def test_naval_supremacy_blocks_a_port_with_1_to_4() -> None:
    pieces = "Reggio: OKW 3\nMessina: Br13 4\nPalermo: ItSic 1, It7 3, 1Para 3"
    assert [supply_of_sicily([face], pieces=pieces)[1] for face in (1, 2, 3, 4, 5, 6)] == [2, 2, 2, 2, 3, 3]


# 15.31 Besieged ports


BESIEGED = "Reggio: OKW 3\nMessina: Br13 4\nPalermo E1: Br30 4\nLicata: Br5 2\nCatania: {}, Br10 4 attacks"


def besieged(defenders: str, *rolls: list[int]) -> Table:
    """The Allied supply phase up to the question who eats, if it comes up."""
    t = at_command(BESIEGED.format(defenders)).roll(*rolls).say("allied", "pass", "pass")
    t.dice.finish()
    return t


@rule("WF-15.31a")
def test_a_lane_ends_at_a_besieged_port_and_no_railway_leads_on() -> None:
    t = at_command("Reggio: OKW 3\nMessina: Br30 4\nPalermo: It7 1, Br10 4 attacks\nLicata: 1Para 3")
    net = supply_net(t.state, AXIS, frozenset([t.place("Palermo")]))
    assert net >> t.place("Palermo") & 1
    assert not net >> t.place("Licata") & 1  # the next station


@rule("WF-15.31b")
def test_a_besieged_axis_port_supports_one_unit_at_its_last_step() -> None:  # EX-HX-15, with Catania for Messina
    t = besieged("It7 1, 1Para 3", [5])
    assert t.refused("feed 1Para", "axis") == "WF-15.31b"
    t.say("axis", "feed It7")
    assert (t.steps("It7"), t.steps("1Para")) == (1, 2)
    t = besieged("It7 3, 1Para 3", [5]).say("axis", "pass")
    assert (t.steps("It7"), t.steps("1Para")) == (2, 2)  # none of them is at cadre strength


@rule("WF-15.31b")
@pytest.mark.parametrize(("fed", "lost"), [("It7", "1Para"), ("1Para", "It7")])
def test_of_several_at_their_last_step_the_owner_says_who_eats(fed: str, lost: str) -> None:
    t = besieged("It7 1, 1Para 1", [5])
    assert t.refused("pass", "axis") == "WF-15.31b"
    t.say("axis", f"feed {fed}")
    assert (t.at(fed), t.steps(fed), t.at(lost)) == ("Catania", 1, "eliminated")


@rule("WF-15.31b")
def test_a_lone_defender_needs_no_choice() -> None:
    t = besieged("It7 1", [5])
    assert (t.steps("It7"), t.when) == (1, "Jul I, axis command")
    t = besieged("It7 2", [5])
    assert t.steps("It7") == 1


@rule("WF-15.31b", "WF-2.3b")
def test_the_question_who_eats_is_asked_whatever_the_strength_of_the_blocks() -> None:
    asked = [besieged(defenders, [5]).match.view("allied") for defenders in ("It7 1, 1Para 3", "It7 3, 1Para 1")]
    assert asked[0]["prompt"] == asked[1]["prompt"]
    assert asked[0]["pieces"] == asked[1]["pieces"]
    assert asked[0]["orders"] == asked[1]["orders"] == []


@rule("WF-15.31b", "WF-15.73a")
def test_a_besieged_port_whose_lane_is_blocked_supports_nobody() -> None:  # EX-HX-15
    t = besieged("It7 1, 1Para 3", [4])
    assert (t.at("It7"), t.steps("1Para")) == ("eliminated", 2)


@rule("WF-9.12c")
def test_with_the_railway_intact_the_defenders_of_a_battle_need_no_siege_supply() -> None:  # EX-HX-15
    t = at_command("Reggio: OKW 3\nMessina: 1Para 3, Pz76 3, Br10 4 attacks\nCatania: Br13 4")
    assert rail_supply(t.state, AXIS) >> t.place("Messina") & 1
    t.say("allied", "pass", "pass")
    assert (t.steps("1Para"), t.steps("Pz76")) == (3, 3)


@rule("WF-15.31b")
@pytest.mark.parametrize(("fed", "steps"), [("feed Br10", (4, 1)), ("feed Br13", (3, 2))])
def test_a_besieged_allied_port_supports_one_unit_of_any_strength_and_those_who_trace_to_it(
    fed: str, steps: tuple[int, int]
) -> None:
    t = Table("""westfront husky
        Jul I, axis command
        Reggio: OKW 3
        Messina: 1Para 3
        Licata: GeSt 2
        Catania: Br10 4, Br13 2, It7 3 attacks
        Palermo E1: Br30 4
        Palermo: ItSic 1""")
    t.say("axis", "pass", "pass")
    assert t.refused("feed Br30", "allied") == "WF-15.31b"
    t.say("allied", fed)
    assert (t.steps("Br10"), t.steps("Br13")) == steps
    assert t.steps("Br30") == 4  # one hex from the port


@rule("WF-15.31b")
def test_a_besieged_axis_port_supports_nobody_outside_it() -> None:
    t = Table("""
        westfront husky
        Jul I, allied command
        Reggio: OKW 3
        Messina: Br30 4
        Catania: Br13 4
        Palermo: It7 1, Br10 4 attacks
        Palermo E1: 1Para 3
    """)
    t.roll([6]).say("allied", "pass", "pass")
    assert (t.steps("It7"), t.steps("1Para")) == (1, 2)
    t.dice.finish()
