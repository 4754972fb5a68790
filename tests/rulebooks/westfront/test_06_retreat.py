"""Chapter 6, 6.4: retreats. Who is the rearguard, who pursues it, and what becomes of the battle."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def allies(pieces: str) -> Table:
    """The Allied movement phase under 15AG."""
    t = Table(f"westfront husky\nJul I, allied command\n{pieces}")
    return t.say("allied", "activate 15AG command", "pass")


def axis(pieces: str) -> Table:
    """The Axis movement phase with the Supreme Moves of OKW."""
    t = Table(f"westfront husky\nJul I, axis command\n{pieces}")
    return t.say("axis", "activate OKW supreme", "pass")


def pursuit(t: Table) -> list[tuple[str, int, str]]:
    """Who pursued, with how many dice, and how."""
    rolls = [roll for roll in t.events("roll") if roll["purpose"] == "pursuit"]
    return [(roll["unit"], roll["dice"], roll["fire"]) for roll in rolls]


def attacker(t: Table, place: str) -> str:
    """The Original Attacker of a battle."""
    return ["", "allied", "axis"][t.state.attacker[t.place(place)]]


# 6.41 The rearguard

TWO_IN_PALERMO = """
    Licata: 15AG 3
    Palermo: Br30 4, Br10 4, It7 2 attacks
"""


@rule("WF-6.41a")
def test_the_last_unit_leaves_a_battle_only_as_its_rearguard() -> None:
    t = allies(TWO_IN_PALERMO).say("allied", "move Br30 Palermo-Licata")
    assert t.refused("move Br10 Palermo-Licata") == "WF-6.41a"
    assert t.refused("retreat Br10") is None
    t.dice.finish()


@rule("WF-6.41a")
def test_a_unit_is_no_rearguard_while_others_stay() -> None:
    t = allies(TWO_IN_PALERMO)
    assert t.refused("retreat Br10") == "WF-6.41a"
    assert t.refused("retreat 15AG") is not None
    t.dice.finish()


@rule("WF-6.41a")
def test_nobody_retreats_where_there_is_no_battle() -> None:
    t = allies("Licata: 15AG 3, Br30 4")
    assert t.refused("retreat Br30") == "WF-6.41a"
    t.dice.finish()


@rule("WF-6.41a", "WF-6.41b")
def test_newcomers_do_not_spare_the_last_old_unit_the_retreat() -> None:
    t = allies("""
        Licata: 15AG 3, Br30 4
        Palermo E1: Br13 4
        Palermo: Br10 4, It7 2 attacks
    """).say("allied", "move Br30 Licata-Palermo")
    assert t.refused("move Br10 Palermo-PalermoE1") == "WF-6.41a"
    assert t.refused("retreat Br10") is None
    t.dice.finish()


@rule("WF-6.32a")
def test_a_unit_without_a_friendly_neighbour_cannot_retreat() -> None:
    t = axis("Reggio: OKW 3\nPalermo: It7 3, Br30 4 attacks\nLicata: Br10 4\nPalermo E1: Br13 4")
    assert t.refused("retreat It7") == "WF-6.32a"
    t.dice.finish()


@rule("WF-4.42a")
def test_a_rearguard_too_needs_command() -> None:
    t = allies("Gabes: 15AG 3\nLicata: FF2 4\nPalermo: Br10 4, It7 2 attacks")
    assert t.refused("retreat Br10") == "WF-4.42a"
    t.dice.finish()


@rule("WF-6.52a")
def test_a_retreat_without_an_army_group_costs_a_supreme_move() -> None:
    t = axis("Reggio: OKW 3\nPalermo: It7 3, Br30 4 attacks").say("axis", "retreat It7")
    assert t.left("axis") == 5
    t.dice.finish()


ONE_IN_PALERMO = """
    Licata: 15AG 3, Br30 4
    Palermo: Br10 4, It7 2 attacks
"""


@rule("WF-6.41c", "WF-4.42c")
def test_pursuit_waits_until_all_others_have_moved() -> None:
    t = allies(ONE_IN_PALERMO).say("allied", "retreat Br10", "move Br30 Licata-Catania")
    assert (t.at("Br10"), pursuit(t)) == ("Palermo", [])
    assert t.refused("move Br10 Palermo-Licata") == "WF-6.1b"
    t.say("allied", "pass")
    decision = t.match.decision()
    assert decision is not None
    assert decision.step == "ChooseWay"
    t.dice.finish()


@rule("WF-6.41c")
def test_a_rearguard_that_survives_makes_its_whole_move() -> None:
    t = allies("Catania: 15AG 3\nPalermo: Br10 2, Pz76 2 attacks\nMessina: FF2 4")
    t.roll([6, 1], [6]).say("allied", "retreat Br10", "pass", "move Br10 Palermo-PalermoE1-Catania")  # a sea lane last
    assert (t.at("Br10"), t.steps("Br10")) == ("Catania", 1)
    assert attacker(t, "Palermo") == ""
    t.dice.finish()


@rule("WF-6.41c")
def test_the_loss_of_the_rearguard_does_not_touch_the_others() -> None:
    t = allies("Licata: 15AG 3\nPalermo: Br30 4, Br10 1, Pz76 3 attacks")
    t.roll([6, 6, 1]).say("allied", "move Br30 Palermo-Licata", "retreat Br10", "pass")
    assert (t.at("Br10"), t.at("Br30"), t.steps("Br30")) == ("eliminated", "Licata", 4)
    t.dice.finish()


@rule("WF-6.32a")
def test_a_rearguard_steps_into_friendly_hexes_only() -> None:
    t = allies(ONE_IN_PALERMO + "Catania: Br13 4\nMessina: 1Para 2").say("allied", "retreat Br10", "pass")
    assert t.control("Palermo E1") == "disputed"
    assert t.refused("move Br10 Palermo-PalermoE1") == "WF-6.32a"
    assert t.refused("move Br10 Palermo-Licata") is None
    t.dice.finish()


@rule("WF-6.41c")
def test_a_rearguard_stays_where_others_have_closed_its_way() -> None:
    t = allies("Licata: 15AG 3, Br30 4\nPalermo: Br10 4, It7 2 attacks\nPalermo E1: Pz76 3")
    t.say("allied", "retreat Br10", "move Br30 Licata-Palermo", "pass")  # over the only side
    assert [fact["at"] for fact in t.events("way closed")] == ["Palermo"]
    t.say("allied", "pass")
    assert (t.at("Br10"), attacker(t, "Palermo")) == ("Palermo", "axis")
    t.dice.finish()


@rule("WF-6.32a")
def test_nobody_is_named_rearguard_who_has_no_room_to_go_to() -> None:
    t = allies("""
        Messina: 15AG 3, US2 4
        Palermo E1: Br10 4, It7 2 attacks
        Palermo: 1Para 2
        Licata: Pz76 3
        Catania: GeSt 2
    """)
    assert t.refused("retreat Br10") == "WF-6.32a"
    t.say("allied", "move US2 Messina-Reggio")
    assert t.refused("retreat Br10") is None
    t.dice.finish()


@rule("WF-6.41c")
def test_a_rearguard_does_not_think_better_of_it() -> None:
    t = allies(ONE_IN_PALERMO).say("allied", "retreat Br10", "pass")
    assert t.refused("pass") == "WF-6.41c"
    assert t.refused("move Br10 Palermo-PalermoE1") is None
    t.dice.finish()


@rule("WF-6.41b")
def test_those_who_relieve_a_rearguard_attack_anew() -> None:
    t = allies(ONE_IN_PALERMO).say("allied", "move Br30 Licata-Palermo", "retreat Br10", "pass")
    assert attacker(t, "Palermo") == "axis"
    t.say("allied", "move Br10 Palermo-PalermoE1")
    assert attacker(t, "Palermo") == "allied"
    t.roll([1, 1], [1, 1, 1, 1], [6])  # It7, Br30; the last for a sea lane
    t.say("allied", "pass")  # no airstrike, and the battle is fought all the same
    assert [fact["at"] for fact in t.events("round")] == ["Palermo"]
    t.dice.finish()


@rule("WF-6.41b")
def test_they_attack_anew_too_where_the_rearguard_falls() -> None:
    t = allies("Licata: 15AG 3, Br30 4\nPalermo: Br10 1, Pz76 3 attacks")
    t.roll([6, 1, 1]).say("allied", "move Br30 Licata-Palermo", "retreat Br10", "pass")
    assert (t.at("Br10"), attacker(t, "Palermo")) == ("eliminated", "allied")
    t.dice.finish()


@rule("WF-6.41b")
def test_an_old_unit_that_stays_keeps_the_battle_as_it_was() -> None:
    t = allies(TWO_IN_PALERMO + "Palermo E1: Br13 4")
    t.say("allied", "move Br30 Palermo-Licata", "move Br13 PalermoE1-Palermo", "pass", "pass")
    assert attacker(t, "Palermo") == "axis"
    assert t.events("round") == []
    t.dice.finish()


def test_a_rearguard_counts_against_the_sides_of_its_battle() -> None:
    t = allies(ONE_IN_PALERMO).say("allied", "move Br30 Licata-Palermo", "retreat Br10", "pass")
    assert t.refused("move Br10 Palermo-Licata") == "WF-6.32a"  # full
    assert t.refused("move Br10 Palermo-PalermoE1") is None
    t.dice.finish()


# 6.42 Pursuit


@rule("WF-6.42a")
def test_the_faster_pursue_with_double_fire_and_equals_with_single_fire() -> None:
    t = axis("Reggio: OKW 3\nPalermo: It7 3, Br30 3 attacks, FF2 2")  # speeds 2, 3 and 2
    t.roll([5, 5], [5, 6, 4]).say("axis", "retreat It7", "pass")
    assert pursuit(t) == [("FF2", 2, "SF"), ("Br30", 3, "DF")]
    assert t.steps("It7") == 1
    t.dice.finish()


@rule("WF-6.42a")
def test_the_slower_do_not_pursue() -> None:
    t = allies("Licata: 15AG 3\nPalermo: Br30 4, It7 3 attacks, Pz76 2")
    t.roll([6, 5]).say("allied", "retreat Br30", "pass")
    assert pursuit(t) == [("Pz76", 2, "SF")]
    assert t.steps("Br30") == 3
    t.dice.finish()


@rule("WF-6.42a")
def test_the_kind_of_a_pursuer_makes_no_difference() -> None:
    t = axis("Reggio: OKW 3\nPalermo: Pz76 3, Br30 2 attacks")  # armour fires DF in battle
    t.roll([5, 6]).say("axis", "retreat Pz76", "pass")
    assert t.steps("Pz76") == 2
    t.dice.finish()


@rule("WF-7.12c")
def test_original_defenders_show_themselves_to_pursue_and_are_hidden_again_before_the_rearguard_goes() -> None:
    t = allies("Licata: 15AG 3\nPalermo: Br30 4 attacks, Pz76 2")
    t.roll([1, 1]).say("allied", "retreat Br30", "pass")
    assert t.events("pursued") == [{"at": "Palermo", "units": ["Br30 armor 4", "Pz76 armor 2"]}]
    assert t.refused("move Br30 Palermo-Licata") is None  # it has yet to choose
    assert (t.shown("Br30"), t.shown("Pz76")) == (True, False)


@rule("WF-7.12c")
def test_original_attackers_that_pursue_stay_face_up() -> None:
    t = allies("Licata: 15AG 3\nPalermo: Br30 4, Pz76 2 attacks")
    t.roll([1, 1]).say("allied", "retreat Br30", "pass")
    assert t.shown("Pz76")


@rule("WF-5.1c")
def test_headquarters_and_static_units_at_zero_do_not_pursue() -> None:
    t = allies("Licata: 15AG 3\nPalermo: FF2 4, OKW 3 attacks, ItSic 0").say("allied", "retreat FF2", "pass")
    assert pursuit(t) == []
    t.dice.finish()


@rule("WF-6.42b")
def test_in_the_mountains_everybody_is_equally_slow() -> None:
    t = axis("Reggio: OKW 3\nMessina: 1Para 2, Br30 3 attacks\nPalermo E1: Pz76 3")
    t.roll([6, 5, 5]).say("axis", "retreat 1Para", "pass")
    assert pursuit(t) == [("Br30", 3, "SF")]
    t.dice.finish()


@rule("WF-6.42b")
def test_hills_slow_nobody() -> None:
    t = axis("Reggio: OKW 3\nPalermo E1: 1Para 2, Br30 3 attacks")
    t.roll([1, 1, 1]).say("axis", "retreat 1Para", "pass")
    assert pursuit(t) == [("Br30", 3, "DF")]
    t.dice.finish()


@rule("WF-6.42c")
@pytest.mark.parametrize(("hits", "left"), [([6, 1, 1], 3), ([6, 6, 1], 2), ([6, 6, 5], 2)])
def test_hills_protect_a_rearguard(hits: list[int], left: int) -> None:
    t = axis("Reggio: OKW 3\nPalermo E1: It7 3, Br30 3 attacks")
    t.roll(hits).say("axis", "retreat It7", "pass")
    assert t.steps("It7") == left
    t.dice.finish()


@rule("WF-6.42c")
def test_on_clear_ground_every_hit_costs_a_step() -> None:
    t = axis("Reggio: OKW 3\nPalermo: It7 3, Br30 3 attacks")
    t.roll([6, 5, 1]).say("axis", "retreat It7", "pass")
    assert t.steps("It7") == 1
    t.dice.finish()


@rule("WF-6.42c")
def test_half_hits_of_two_pursuers_add_up_but_not_those_on_two_rearguards() -> None:
    t = axis("""
        Reggio: OKW 3
        Palermo E1: It7 3, Br30 1 attacks, Br13 1
        Licata: 1Para 3, Br10 1 attacks
    """)
    t.roll([6], [6], [6]).say("axis", "retreat It7", "retreat 1Para", "pass", "move It7 PalermoE1-Messina")
    assert (t.steps("It7"), t.steps("1Para")) == (2, 3)
    t.dice.finish()
