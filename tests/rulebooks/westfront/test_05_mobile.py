"""Chapter 5, 5.21 and 5.41: headquarters on the move. Deploying when they wake, mobilizing when they have done."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def command(pieces: str, side: str = "allied") -> Table:
    return Table(f"westfront husky\nJul I, {side} command\n{pieces}")


def moving(pieces: str) -> Table:
    """The Allied movement phase under 15AG."""
    return command(pieces).say("allied", "activate 15AG command", "pass")


# 5.21 Deploying


@rule("WF-5.21a")
def test_on_activation_a_headquarters_may_shift_one_hex() -> None:
    t = command("Tunis: 15AG 3")
    assert t.refused("activate 15AG command Sfax") == "WF-5.21a"  # two hexes away
    t.say("allied", "activate 15AG command Sousse")
    assert t.at("15AG") == "Sousse"
    t.dice.finish()


@rule("WF-5.21a")
@pytest.mark.parametrize("others", ["Messina: 1Para 2", "Catania: It7 3", "Catania: Br10 4, It7 3 attacks"])
def test_a_headquarters_deploys_neither_into_disputed_nor_enemy_nor_embattled_hexes(others: str) -> None:
    t = command(f"Licata: 15AG 3\n{others}")
    assert t.refused("activate 15AG command Catania") == "WF-5.21a"
    assert t.refused("activate 15AG command Palermo") is None
    t.dice.finish()


@rule("WF-5.21a")
def test_a_headquarters_does_not_deploy_over_the_sea_or_alpine_sides() -> None:
    t = command("Malta: 15AG 3\nLicata: Br10 4\nGabes: 21AG 3")
    assert t.refused("activate 15AG command Licata") == "WF-5.21a"
    assert t.refused("activate 21AG command Kasserine") == "WF-5.21a"
    t.dice.finish()


@rule("WF-5.21a")
def test_a_headquarters_deploys_over_straits() -> None:
    t = command("Reggio: OKW 2\nPalermo E1: 1Para 3", "axis")
    assert t.refused("activate OKW supreme Messina") is None
    t.say("axis", "activate OKW supreme Messina")
    assert t.at("OKW") == "Messina"
    t = command("Reggio: OKW 2\nMessina: Br10 4", "axis")
    assert t.refused("activate OKW supreme Messina") == "WF-5.21a"  # enemies on the other shore
    t.dice.finish()


def test_a_supreme_headquarters_deploys_too() -> None:
    t = command("Messina: OKW 2", "axis").say("axis", "activate OKW supreme Catania")
    assert (t.at("OKW"), t.left("axis")) == ("Catania", 4)
    t.dice.finish()


@rule("WF-15.41")
def test_an_invasion_headquarters_does_not_deploy() -> None:
    t = command("Tunis: 15AG 3")
    assert t.refused("activate 15AG invasion Bizerte") == "WF-15.41"
    t.dice.finish()


@rule("WF-14.2a")
def test_a_paradrop_headquarters_does_not_deploy() -> None:
    t = command("Tunis: 15AG 3, Br2Para 2")
    assert t.refused("activate 15AG paradrop Bizerte") == "WF-14.2a"
    t.dice.finish()


@rule("WF-5.21c")
def test_a_headquarters_deploys_out_of_a_battle_where_friends_stay() -> None:
    t = command("Licata: 15AG 3, Br10 4, It7 3 attacks\nPalermo: FF2 4")
    t.say("allied", "activate 15AG command Palermo")
    assert (t.at("15AG"), t.at("Br10")) == ("Palermo", "Licata")
    t.dice.finish()


@rule("WF-5.21c")
def test_a_headquarters_alone_in_its_battle_is_pursued_at_once_when_it_deploys() -> None:
    t = command("Palermo: 15AG 3, It7 3 attacks\nLicata: FF2 4")
    t.roll([6, 1, 2]).say("allied", "activate 15AG command Licata")  # equally fast: single fire, one hit
    assert (t.at("15AG"), t.steps("15AG")) == ("Licata", 2)
    assert not t.state.is_battle(t.place("Palermo"))
    t.dice.finish()


@rule("WF-5.21a")
def test_no_headquarters_deploys_to_enemies_whom_another_has_just_left_alone() -> None:
    """The hex is still friendly, as control is not taken anew before the next phase."""
    t = command("Palermo: 15AG 3, It7 3 attacks\nLicata: FF2 4, 21AG 3")
    t.roll([1, 1, 2]).say("allied", "activate 15AG command Licata")
    assert t.state.owner[t.place("Palermo")] == 0
    assert t.refused("activate 21AG command Palermo") == "WF-5.21a"
    t.dice.finish()


@rule("WF-5.21c", "WF-5.61")
def test_supreme_moves_are_lost_with_the_supreme_headquarters_and_with_no_other() -> None:
    t = command("Malta: AF 2\nPalermo: 15AG 0, It7 3 attacks\nLicata: FF2 4")
    t.roll([6, 6, 2]).say("allied", "activate AF supreme", "activate 15AG command Licata")
    assert (t.at("15AG"), t.left("allied")) == ("eliminated", 4)
    t.dice.finish()
    t = command("Palermo: AF 1, It7 3 attacks\nLicata: FF2 4")
    t.roll([6, 6, 2]).say("allied", "activate AF supreme Licata")  # it would have two Supreme Moves
    assert (t.at("AF"), t.left("allied")) == ("eliminated", 0)
    t.dice.finish()


@rule("WF-5.21a", "WF-5.3a")
def test_command_is_measured_from_where_the_headquarters_deployed() -> None:
    """EX-5.3, adapted: Tunis stands for Paris."""
    t = command("Bizerte: 15AG 2\nTunis: Br13 4\nSfax: Br5 2\nGabes: Br10 4")
    assert t.refused("activate 15AG command Sousse") == "WF-5.21a"
    t.say("allied", "activate 15AG command Tunis", "pass")
    assert t.refused("move Br5 Sfax-Sousse") is None
    assert t.refused("move Br10 Gabes-Sfax") == "WF-4.42a"
    t.dice.finish()


@rule("WF-5.3b")
def test_command_does_not_pass_an_enemy_hex_after_deploying() -> None:
    """EX-5.3, adapted: the unit in Messina is within two hexes, but only past enemies."""
    pieces = "Palermo: 15AG 2\nLicata: Br5 2\nMessina: Br10 4 unsupplied\nPalermo E1: Pz76 3\nCatania: It7 3"
    t = command(pieces).say("allied", "activate 15AG command Licata", "pass")
    assert t.refused("move Br10 Messina-Catania") == "WF-5.3b"
    t.dice.finish()


@rule("WF-5.42a")
def test_a_headquarters_supports_battles_from_where_it_deployed() -> None:
    """EX-5.3, adapted: the last part."""
    t = command("Palermo: Br30 4 attacks, It7 3\nCatania: 15AG 1").say("allied", "activate 15AG command Licata", "pass")
    t.roll([1, 1, 1], [1, 1, 1, 1], [6]).say("allied", "pass", "pass", "declare Palermo")
    assert [fact["support"] for fact in t.events("round")] == ["supported"]
    t.dice.finish()


# 5.41 Mobilizing


@rule("WF-5.41a", "WF-5.43a")
def test_a_headquarters_that_mobilizes_is_spent_and_hidden_and_moves_its_speed() -> None:
    t = command("Bizerte: 15AG 2").say("allied", "activate 15AG command Tunis", "pass")
    assert t.shown("15AG")
    assert t.refused("mobilize 15AG Tunis-Gabes") == "WF-6.1a"  # three hexes
    t.say("allied", "mobilize 15AG Tunis-Sfax")
    assert (t.at("15AG"), t.steps("15AG"), t.shown("15AG")) == ("Sfax", 1, False)
    t.say("allied", "pass")
    assert t.steps("15AG") == 1  # and not once more after combat
    t.dice.finish()


@rule("WF-5.41a")
def test_a_mobilized_headquarters_neither_supports_nor_strikes() -> None:
    t = moving("Licata: 15AG 2\nPalermo: Br30 4 attacks, It7 3").say("allied", "mobilize 15AG Licata-Catania", "pass")
    t.roll([1, 1, 1], [1, 1, 1, 1], [6]).say("allied", "declare Palermo")  # nobody asks for airstrikes
    assert [fact["support"] for fact in t.events("round")] == ["unsupported"]
    t.dice.finish()


@rule("WF-5.41a", "WF-4.42c")
def test_once_a_headquarters_has_mobilized_nothing_else_moves_but_headquarters() -> None:
    t = command("Tunis: 15AG 2, 21AG 2, Br13 4").say("allied", "activate 15AG command", "activate 21AG command", "pass")
    t.say("allied", "mobilize 15AG Tunis-Sousse")
    assert t.refused("move Br13 Tunis-Bizerte") == "WF-4.42c"
    assert t.refused("mobilize 21AG Tunis-Bizerte") is None
    t.dice.finish()


@rule("WF-5.43b")
def test_a_mobilized_headquarters_does_not_move_again() -> None:
    t = command("Tunis: 15AG 2, 21AG 3").say("allied", "activate 15AG command", "activate 21AG command blitz", "pass")
    t.say("allied", "mobilize 15AG Tunis-Sousse", "pass")
    assert t.when == "Jul I, allied blitz movement"
    assert t.refused("move 15AG Sousse-Sfax") == "WF-5.43b"
    t.dice.finish()


def test_a_headquarters_at_zero_or_asleep_does_not_mobilize() -> None:
    t = moving("Tunis: 15AG 0\nBizerte: 21AG 3")
    assert t.refused("mobilize 15AG Tunis-Sousse") == "WF-5.41a"
    assert t.refused("mobilize 21AG Bizerte-Tunis") == "WF-5.41a"
    t.dice.finish()


def test_the_supreme_moves_of_a_headquarters_end_when_it_mobilizes() -> None:
    t = command("Tunis: AF 2").say("allied", "activate AF supreme", "pass", "mobilize AF Tunis-Sousse")
    assert (t.left("allied"), t.steps("AF")) == (0, 1)
    t.dice.finish()


def test_an_invasion_headquarters_may_mobilize() -> None:
    t = command("Tunis: 15AG 2").say("allied", "activate 15AG invasion", "pass", "mobilize 15AG Tunis-Sousse")
    assert (t.at("15AG"), t.steps("15AG")) == ("Sousse", 1)
    t.dice.finish()


@rule("WF-5.1b")
def test_a_mobilizing_headquarters_enters_no_hex_with_enemies() -> None:
    t = moving("Licata: 15AG 2\nPalermo: It7 3\nCatania: Br10 4, Pz76 3 attacks")
    assert t.refused("mobilize 15AG Licata-Palermo") == "WF-5.1b"
    assert t.refused("mobilize 15AG Licata-Catania") == "WF-5.1b"
    t.dice.finish()


@rule("WF-6.2a")
def test_a_mobilizing_headquarters_needs_room() -> None:
    t = moving("Palermo E1: 15AG 2\nMessina: FF2 2, Br10 2")
    assert t.refused("mobilize 15AG PalermoE1-Messina") == "WF-6.2a"
    t.dice.finish()


# 5.62 Supreme headquarters mobilize by rail and sea too


def supreme(pieces: str, hq: str, *orders: str) -> Table:
    """The movement phase with a supreme headquarters in command, after some moves."""
    side = "axis" if hq == "OKW" else "allied"
    return command(pieces, side).say(side, f"activate {hq} supreme", "pass", *orders)


def test_a_supreme_headquarters_mobilizes_by_one_rail_move_when_all_supreme_moves_are_spent() -> None:
    t = supreme(
        "Messina: OKW 1\nPalermo: It7 3\nReggio: GeSt 2", "OKW", "rail It7 Palermo-Licata", "move GeSt Reggio-Messina"
    )
    assert t.left("axis") == 0
    assert t.refused("mobilize OKW Messina-Palermo rail") is None  # two hexes by rail
    t.say("axis", "mobilize OKW Messina-Licata rail")
    assert (t.at("OKW"), t.steps("OKW"), t.shown("OKW")) == ("Licata", 0, False)
    t.dice.finish()


@rule("WF-5.62a")
def test_a_supreme_move_that_was_saved_takes_it_further_by_rail() -> None:
    t = supreme("Reggio: OKW 1, GeSt 2\nPalermo: It7 3, ItSic 1", "OKW", "move GeSt Reggio-Messina")
    assert t.refused("mobilize OKW Reggio-Palermo rail") is None  # the ferry, and on from Messina
    t.say("axis", "rail It7 Palermo-Licata")
    assert t.refused("mobilize OKW Reggio-Palermo rail") == "WF-5.62a"
    assert t.refused("mobilize OKW Reggio-Messina rail") is None
    t.dice.finish()


def test_an_allied_supreme_headquarters_mobilizes_over_two_seas_for_nothing() -> None:
    far = "mobilize AF Catania-CentralMediterranean-TyrrhenianSea-Bizerte"
    t = supreme("Catania: AF 1, Br10 4, Br5 4", "AF", "move Br10 Catania-Licata", "move Br5 Catania-PalermoE1")
    assert t.left("allied") == 0
    t.say("allied", far)
    assert (t.at("AF"), t.steps("AF")) == ("Bizerte", 0)
    t.dice.finish()


@rule("WF-5.62a")
def test_seas_beyond_the_free_move_take_supreme_moves_that_are_left() -> None:
    pieces = "Catania: OKW 1, It7 3\nReggio: GeSt 2\nPalermo: ItSic 1\nMessina: 1Para 3"
    way = "mobilize OKW Catania-IonianSea-TyrrhenianSea-Palermo"
    t = supreme(pieces, "OKW", "move It7 Catania-Licata")
    assert t.refused(way) is None  # two seas: one free, one for the Supreme Move that is left
    t.say("axis", "move GeSt Reggio-Messina")
    assert t.refused(way) == "WF-5.62a"
    t.dice.finish()


@rule("WF-15.72a")
def test_a_headquarters_that_mobilizes_over_enemy_seas_is_interdicted() -> None:
    t = supreme("Messina: OKW 2\nPalermo: ItSic 1\nTunis: Br10 4", "OKW", "mobilize OKW Messina-TyrrhenianSea-Palermo")
    t.roll([1]).say("axis", "pass")  # turned back
    assert (t.at("OKW"), t.steps("OKW")) == ("Messina", 1)
    t.dice.finish()


@rule("WF-15.21a")
def test_a_headquarters_that_mobilizes_by_sea_uses_the_ports() -> None:
    t = supreme("Malta: AF 2, Br10 4", "AF", "sail Br10 Malta-CentralMediterranean-Tunis")
    assert t.refused("mobilize AF Malta-CentralMediterranean-Tunis") == "WF-15.21a"
    t.dice.finish()


@rule("WF-5.62a")
def test_no_other_headquarters_mobilizes_by_rail_or_sea() -> None:
    t = moving("Tunis: 15AG 2, AF 2")
    assert t.refused("mobilize 15AG Tunis-Sousse rail") == "WF-5.62a"
    assert t.refused("mobilize 15AG Tunis-CentralMediterranean-Malta") == "WF-5.62a"
    t = command("Tunis: AF 2").say("allied", "activate AF invasion", "pass")
    assert t.refused("mobilize AF Tunis-CentralMediterranean-Malta") == "WF-5.62a"  # its command went to the invasion
    t.dice.finish()


# 5.7 Mobilizing and the blitz

BLITZ = "Licata: 15AG 3, Br30 4\nPalermo: It7 3"


@rule("WF-5.7a")
def test_a_blitzing_headquarters_does_not_mobilize_before_the_blitz() -> None:
    t = command(BLITZ).say("allied", "activate 15AG command blitz", "pass")
    assert t.refused("mobilize 15AG Licata-Catania") == "WF-5.7a"
    t.dice.finish()


@rule("WF-5.7e", "WF-5.43a")
def test_a_blitzing_headquarters_mobilizes_after_blitz_movement_at_its_second_step() -> None:
    t = command("Licata: 15AG 3").say("allied", "activate 15AG command blitz", "pass", "pass")
    assert t.steps("15AG") == 2
    t.say("allied", "mobilize 15AG Licata-Catania", "pass")
    assert (t.at("15AG"), t.steps("15AG"), t.shown("15AG")) == ("Catania", 1, False)
    t.dice.finish()


@rule("WF-5.7e", "WF-7.15b")
def test_the_battles_that_a_mobilized_blitz_opened_are_fought_without_support() -> None:
    t = command(BLITZ).say("allied", "activate 15AG command blitz", "pass", "pass", "move Br30 Licata-Palermo")
    t.roll([1, 1, 1], [1, 1, 1, 1], [6]).say("allied", "mobilize 15AG Licata-Catania", "pass")
    assert [(fact["at"], fact["support"]) for fact in t.events("round")] == [("Palermo", "unsupported")]
    t.dice.finish()
