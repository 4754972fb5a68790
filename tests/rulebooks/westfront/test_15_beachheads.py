"""Chapter 15, 15.5: beachheads. Where they are placed, whom they supply, and how they are lost."""

from __future__ import annotations

from grognard.games.westfront.combat import DF, SF, firepower
from grognard.games.westfront.state import LOST
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def landing(pieces: str, *orders: str) -> Table:
    """The Allied movement phase with 15AG as invasion headquarters, and its landings."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    return t.say("allied", "activate 15AG invasion", "pass", *orders)


def beachhead_at(t: Table, corps: str) -> str:
    where = t.fact("beachhead", corps)
    return t.state.world.board.names[where] if where >= 0 else "box"


@rule("WF-15.45a", "WF-13.15a", "WF-7.34a", "WF-7.51e", "WF-15.51a", "WF-15.52a")
def test_a_sea_assault_on_Licata() -> None:  # EX-15.45
    t = landing(
        "Tunis: 15AG 3, US6 4\nLicata: It7 3\nReggio: OKW 3", "land US6 Tunis-CentralMediterranean-Licata", "pass"
    )
    t.roll([4, 5, 1])  # two half hits
    t.roll([2, 6])  # a hit; a 2 does not throw an amphibious corps back
    t.roll([6, 1, 5]).say("allied", "strike 15AG Licata")  # single fire, the beachhead is not there yet: half a hit
    assert (t.steps("It7"), t.steps("US6"), t.at("US6")) == (2, 3, "Licata")
    assert t.refused("beachhead 15AG") == "WF-15.51a"
    asked = t.match.decision("allied")
    assert asked is not None
    assert "US6" in asked.before_ending[0]
    t.say("allied", "beachhead US6", "pass")
    assert beachhead_at(t, "US6") == "Licata"
    t.say("axis", "pass", "pass")
    assert t.control("Licata") == "axis"
    assert t.steps("US6") == 3  # supplied in an enemy hex
    t.dice.finish()


@rule("WF-15.5b")
def test_amphibious_corps_fire_double_where_a_beachhead_lies() -> None:
    t = Table("westfront husky\nJul I, allied combat\nLicata: US6 3 attacks, US2 1, Br10 1, It7 3\nReggio: OKW 3\n")
    place = t.place("Licata")
    assert firepower(t.state, t.unit("US6"), place, True).value == SF
    t.put_beachhead("US6", "Licata")
    for offence in (True, False):
        assert firepower(t.state, t.unit("US6"), place, offence).value == DF
        assert firepower(t.state, t.unit("US2"), place, offence).value == DF  # any amphibious corps
        assert firepower(t.state, t.unit("Br10"), place, offence).value == SF
    assert firepower(t.state, t.unit("US6"), t.place("Catania"), True).value == SF
    t.roll([1, 1, 1], [5, 6, 5], [1], [1]).say("allied", "declare Licata")  # three hits, triple defence: a step
    assert t.steps("It7") == 2
    t.dice.finish()


@rule("WF-15.51a")
def test_a_corps_places_its_beachhead_only_where_it_has_landed() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3, US2 4\nSfax: 21AG 3, Br10 4\nPalermo: US6 4\n")
    t.say("allied", "activate 15AG invasion", "activate 21AG invasion", "pass")
    t.say("allied", "land US2 Tunis-CentralMediterranean-Licata", "land Br10 Sfax-CentralMediterranean-Licata", "pass")
    assert t.refused("beachhead US6") == "WF-15.51a"  # never landed where it is
    assert t.refused("beachhead Br10") == "WF-15.51a"  # landed, but has none
    assert t.refused("beachhead US2") is None


@rule("WF-15.51a")
def test_a_beachhead_may_be_placed_in_a_later_supply_phase_while_its_corps_is_still_there() -> None:
    t = landing("Tunis: 15AG 3, US2 4\nReggio: OKW 3", "land US2 Tunis-CentralMediterranean-Licata", "pass", "pass")
    t.say("axis", "pass").say("allied", "pass")
    assert t.when == "Jul II, allied supply"
    assert t.refused("beachhead US2") is None
    assert t.refused("beachhead 15AG") == "WF-15.51a"
    t.say("allied", "beachhead US2")
    assert beachhead_at(t, "US2") == "Licata"


@rule("WF-15.51b")
def test_only_a_ready_beachhead_can_be_placed() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: 15AG 3, US2 4\nSfax: 21AG 3, US6 4\nReggio: OKW 3\n")
    t.put_beachhead("US6", "prep")
    t.say("allied", "activate 15AG invasion", "activate 21AG invasion", "pass")
    t.say("allied", "land US2 Tunis-CentralMediterranean-Licata", "land US6 Sfax-CentralMediterranean-Licata", "pass")
    assert t.refused("beachhead US6") == "WF-15.51b"
    assert t.refused("beachhead US2") is None


@rule("WF-15.51c")
def test_a_beachhead_is_lost_when_only_enemies_are_left_with_it() -> None:
    t = Table("westfront husky\nJul I, axis combat\nLicata: US6 1 attacks, Pz76 4\nReggio: OKW 3\n")
    t.put_beachhead("US6", "Licata")
    t.roll([1], [6, 6, 6, 6]).say("axis", "declare Licata")
    assert t.at("US6") == "eliminated"
    assert t.fact("beachhead", "US6") == LOST
    t.dice.finish()


@rule("WF-15.51c")
def test_a_beachhead_that_nobody_holds_is_lost_to_the_enemy_who_walks_in() -> None:
    t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3\nCatania: It7 3\nTunis: US6 4\n")
    t.put_beachhead("US6", "Licata").say("axis", "activate OKW supreme", "pass", "move It7 Catania-Licata")
    assert t.fact("beachhead", "US6") == LOST


@rule("WF-15.51c")
def test_a_beachhead_stays_while_any_friend_is_with_it() -> None:
    t = Table("westfront husky\nJul I, axis combat\nLicata: US6 1 attacks, Br10 1, Pz76 4\nReggio: OKW 3\n")
    t.put_beachhead("US6", "Licata")
    t.roll([1], [1], [6, 6, 6, 1]).say("axis", "declare Licata").say("allied", "lose US6")
    assert t.at("US6") == "eliminated"
    assert beachhead_at(t, "US6") == "Licata"
    t.dice.finish()


# 15.52 Supply


@rule("WF-15.52a")
def test_a_beachhead_supplies_everyone_in_its_hex_even_in_an_enemy_battle() -> None:
    pieces = "Licata: US6 3 attacks, Br10 4, It7 3\nCatania: 1Para 3\nPalermo: GeSt 2\nReggio: OKW 3"
    for beachhead, steps in (("Licata", (3, 4)), ("ready", (2, 3))):
        t = Table(f"westfront husky\nJul I, axis command\n{pieces}").put_beachhead("US6", beachhead)
        t.say("axis", "pass", "pass")
        assert (t.steps("US6"), t.steps("Br10")) == steps


@rule("WF-15.52b")
def test_a_friendly_beachhead_supplies_units_up_to_two_hexes_away() -> None:
    for beachhead, steps in (("Licata", (4, 4)), ("ready", (3, 3))):
        t = Table("""westfront husky
            Jul I, axis command
            Licata: US6 4
            Palermo E1: Br30 4
            Messina: Br10 4 attacks, GeSt 2
            Catania: 1Para 3
            Palermo: ItSic 2
            Reggio: OKW 3""").put_beachhead("US6", beachhead)
        t.say("axis", "pass", "pass")
        assert (t.steps("Br30"), t.steps("Br10")) == steps


@rule("WF-15.52b")
def test_a_beachhead_in_an_enemy_battle_hex_supplies_nobody_outside_it() -> None:
    t = Table("""westfront husky
        Jul I, axis command
        Licata: US6 4 attacks, It7 3
        Palermo E1: Br30 4
        Catania: 1Para 3
        Palermo: ItSic 2
        Messina: GeSt 2
        Reggio: OKW 3""").put_beachhead("US6", "Licata")
    t.say("axis", "pass", "pass")
    assert (t.steps("US6"), t.steps("Br30")) == (4, 3)


# 15.53 Mulberries: the rule refuses by the ids of port capacity and of invasion headquarters


@rule("WF-15.21a")
def test_a_beachhead_serves_one_sea_move_a_turn() -> None:
    t = Table(
        "westfront husky\nJul I, allied command\nMalta: AF 3\nTunis: Br10 4, Br13 4\nLicata: US6 4\nReggio: OKW 3\n"
    )
    t.put_beachhead("US6", "Licata").say("allied", "activate AF supreme", "pass")
    t.say("allied", "sail Br10 Tunis-CentralMediterranean-Licata")
    assert t.refused("sail Br13 Tunis-CentralMediterranean-Licata") == "WF-15.21a"


@rule("WF-15.21a")
def test_a_beachhead_in_a_port_adds_one_to_its_capacity() -> None:
    t = Table(
        "westfront husky\nJul I, allied command\nMalta: AF 3\nTunis: Br10 4, Br13 4\nPalermo: US6 4\nSfax: Br5 4\n"
    )
    t.put_beachhead("US6", "Palermo").say("allied", "activate AF supreme", "pass")
    t.say("allied", "sail Br10 Tunis-TyrrhenianSea-Palermo", "sail Br13 Tunis-TyrrhenianSea-Palermo")
    assert t.refused("sail Br5 Sfax-CentralMediterranean-Palermo") == "WF-15.21a"


@rule("WF-15.2a")
def test_an_embattled_beachhead_is_no_port() -> None:
    t = Table("westfront husky\nJul I, allied command\nMalta: AF 3\nTunis: Br10 4\nLicata: US6 4, It7 3 attacks\n")
    t.put_beachhead("US6", "Licata").say("allied", "activate AF supreme", "pass")
    assert t.refused("sail Br10 Tunis-CentralMediterranean-Licata") == "WF-15.2a"


@rule("WF-15.53a", "WF-15.21a")
def test_a_beachhead_serves_one_unit_as_a_port() -> None:
    t = Table("westfront husky\nJul I, allied command\nTunis: AF 3, Br10 4, Br13 4\nLicata: US6 4\nBeja: 15AG 1\n")
    t.put_beachhead("US6", "Licata")
    assert t.refused("activate 15AG invasion") == "WF-15.41"
    t.say("allied", "activate AF supreme", "pass", "sail Br10 Tunis-CentralMediterranean-Licata")
    assert t.at("Br10") == "Licata"
    assert t.refused("sail Br13 Tunis-CentralMediterranean-Licata") == "WF-15.21a"


@rule("WF-15.53a")
def test_no_invasion_starts_from_a_beachhead() -> None:
    t = Table("westfront husky\nJul I, allied command\nLicata: US6 4, 15AG 3\nReggio: OKW 3\n")
    t.put_beachhead("US6", "Licata")
    assert t.refused("activate 15AG invasion") == "WF-15.53a"


@rule("WF-15.53a", "WF-15.21a")
def test_two_beachheads_in_one_hex_are_one_port_for_two_units() -> None:
    pieces = "Malta: AF 3\nTunis: Br10 4, Br13 4\nSfax: Br5 4\nLicata: US6 4\nReggio: OKW 3"
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    t.put_beachhead("US6", "Licata").put_beachhead("US2", "Licata").say("allied", "activate AF supreme", "pass")
    offered = [str(order) for order in t.match.orders("allied")]
    assert offered.count("sail Br10 Tunis-CentralMediterranean-Licata") == 1
    t.say("allied", "sail Br10 Tunis-CentralMediterranean-Licata", "sail Br13 Tunis-CentralMediterranean-Licata")
    assert t.refused("sail Br5 Sfax-CentralMediterranean-Licata") == "WF-15.21a"
