"""Chapter 7, 7.5: assaults over straits, from the sea and from the air, and how they are thrown back.

There is no river in Sicily. The straits of Messina count as one, and an Allied corps that is not amphibious is thrown
back from the sea by the same faces, so the two together show what the examples do with two rivers.
"""

from __future__ import annotations

import pytest

from grognard.games.westfront.assault import repulse_numbers
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

ALLIES, AXIS = 0, 1


def at_reggio(*, para: str = "", walks: str = "Br30 3", lands: str = "Br10 4", holds: str = "It7 3") -> Table:
    """Reggio assaulted over the straits, from the sea and, if there is a para, from the air; the movement is done."""
    t = Table(f"""westfront husky
        Jul I, allied command
        Malta: AF 3{", " + para if para else ""}
        Messina: 21AG 1, {walks}
        Catania: 15AG 3{", " + lands if lands else ""}
        Reggio: {holds}""")
    t.say("allied", "activate 21AG command", "activate 15AG invasion")
    t.say("allied", *(["activate AF paradrop"] if para else []), "pass")
    t.say("allied", f"move {walks.split()[0]} Messina-Reggio")
    if lands:
        t.say("allied", f"land {lands.split()[0]} Catania-IonianSea-Reggio")
    if para:
        t.say("allied", f"drop {para.split()[0]} Reggio")
    return t.say("allied", "pass")


@rule("WF-7.5a", "WF-7.51a", "WF-7.51b", "WF-7.51c", "WF-7.51e")
def test_a_river_crossing() -> None:  # EX-7.51: two straits cannot be had, so the infantry comes from the sea
    t = at_reggio(walks="Br30 3", lands="Br10 4", holds="It7 3")
    t.roll([4, 5, 1])  # the airstrike of two hits takes one step in the forest
    t.roll([1, 6]).say("allied", "strike 15AG Reggio")
    assert (t.steps("It7"), t.steps("Br10")) == (2, 3)  # hits first: both attackers are now at three
    t.roll([1, 1, 1]).say("allied", "repulse Br30")
    assert (t.at("Br30"), t.steps("Br30")) == ("Messina", 3)
    assert t.at("Br10") == "Reggio"
    t.dice.finish()


@rule("WF-7.51a", "WF-7.51e")
def test_over_straits_every_1_and_2_throws_one_unit_back() -> None:  # EX-7.51t
    t = at_reggio(walks="Br30 3", lands="Br10 4", holds="It7 3")
    t.roll([1, 2, 3]).say("allied", "pass")
    assert (t.at("Br30"), t.at("Br10")) == ("Messina", "Catania")
    t.dice.finish()


@rule("WF-7.51e")
def test_a_3_throws_nobody_back() -> None:
    t = at_reggio(walks="Br30 1", lands="", holds="It7 1")
    t.roll([3], [1]).say("allied", "pass")
    assert t.at("Br30") == "Reggio"
    t.dice.finish()


@rule("WF-7.51a")
def test_a_die_may_be_a_repulse_for_one_and_another_a_hit_besides() -> None:
    t = at_reggio(walks="Br30 3", lands="", holds="It7 2")
    t.roll([1, 6]).say("allied", "pass")
    assert (t.at("Br30"), t.steps("Br30")) == ("Messina", 2)
    t.dice.finish()


@rule("WF-7.51a")
def test_in_later_rounds_nobody_is_thrown_back() -> None:
    t = at_reggio(walks="Br30 3", lands="", holds="It7 1")
    t.roll([3], [1, 1, 1]).say("allied", "pass")
    t.say("axis", "pass", "pass")  # no command, no counter-attack
    t.roll([1], [1, 1, 1]).say("allied", "pass", "declare Reggio")
    assert t.at("Br30") == "Reggio"
    t.dice.finish()


@rule("WF-7.51a")
def test_a_counter_attack_in_the_assaults_first_turn_is_no_first_round() -> None:
    t = at_reggio(walks="Br30 3", lands="", holds="It7 1")
    t.roll([3], [1, 1, 1]).say("allied", "pass")
    t.roll([1, 1, 1], [1]).say("axis", "pass", "declare Reggio")  # the Allies fire on defence
    assert t.at("It7") == "Reggio"
    t.dice.finish()


@rule("WF-7.51b")
def test_repulses_go_to_the_weakest_and_the_others_fire() -> None:
    t = at_reggio(walks="Br30 2", lands="Br10 4", holds="It7 1")
    t.roll([1], [1, 1, 1, 1]).say("allied", "pass")  # nobody is asked
    assert (t.at("Br30"), t.at("Br10")) == ("Messina", "Reggio")
    t.dice.finish()


@rule("WF-7.51b")
def test_a_stronger_unit_may_not_be_sent_back_for_a_weaker_one() -> None:
    t = at_reggio(para="Br2Para 2", walks="Br30 2", lands="Br10 4", holds="It7 1")
    t.roll([1]).say("allied", "pass")
    assert t.refused("repulse Br10") == "WF-7.51b"
    assert t.refused("repulse Br30") is None
    t.dice.finish()


@rule("WF-7.51c")
def test_a_unit_thrown_back_is_again_where_it_attacked_from_and_does_not_fire() -> None:
    t = at_reggio(walks="Br30 3", lands="", holds="It7 2")
    t.roll([2, 3]).say("allied", "pass")
    assert (t.at("Br30"), t.steps("Br30")) == ("Messina", 3)
    assert t.events("repulsed") == [{"unit": "Br30", "to": "Messina"}]
    t.dice.finish()


@rule("WF-7.5b")
def test_one_attacker_by_plain_land_spares_all_the_others() -> None:
    t = Table("""westfront husky
        Jul I, allied command
        Tunis: 15AG 3, Br10 4
        Licata: 21AG 2, Br30 4
        Palermo: It7 2
        Palermo E1: GeSt 2""")
    t.say("allied", "activate 15AG invasion", "activate 21AG command", "pass")
    t.say("allied", "land Br10 Tunis-CentralMediterranean-Palermo", "move Br30 Licata-Palermo", "pass")
    t.roll([1, 1], [1, 1, 1, 1], [1, 1, 1, 1]).say("allied", "pass")
    assert t.at("Br10") == t.at("Br30") == "Palermo"
    t.dice.finish()


@rule("WF-7.5a")
def test_an_attack_is_an_assault_only_if_all_of_it_came_over_water_or_from_the_air() -> None:
    t = at_reggio(walks="Br30 3", lands="Br10 4", holds="It7 1")
    assert repulse_numbers(t.state, t.place("Reggio"), ALLIES) == {1, 2}
    assert repulse_numbers(t.state, t.place("Reggio"), AXIS) == set()
    by_land = Table(
        "westfront husky\nJul I, allied command\nLicata: 15AG 2, Br30 4\nPalermo: It7 2\nPalermo E1: GeSt 2\n"
    )
    by_land.say("allied", "activate 15AG command", "pass", "move Br30 Licata-Palermo", "pass")
    assert repulse_numbers(by_land.state, by_land.place("Palermo"), ALLIES) == set()


@rule("WF-15.42b")
@pytest.mark.parametrize(
    ("first", "why"),
    [
        ("drop Br2Para Palermo", "WF-15.42b"),
        ("move Br13 Licata-Palermo", None),
        ("move Br13 Licata-PalermoE1", "WF-15.42b"),
    ],
)
def test_armour_lands_beside_an_attack_by_plain_land_but_not_beside_an_assault(first: str, why: str | None) -> None:
    t = Table("""westfront husky
        Jul I, allied command
        Malta: AF 3, Br2Para 2
        Tunis: 15AG 3, Br30 4
        Licata: 21AG 2, Br13 4
        Palermo: It7 2""")
    t.say("allied", "activate 15AG invasion", "activate 21AG command", "activate AF paradrop", "pass")
    assert t.refused("land Br30 Tunis-CentralMediterranean-Palermo") == "WF-15.42b"
    t.say("allied", first)
    assert t.refused("land Br30 Tunis-CentralMediterranean-Palermo") == why
    offered = {str(order) for order in t.match.orders("allied")}
    assert ("land Br30 Tunis-CentralMediterranean-Palermo" in offered) == (why is None)


@rule("WF-15.42b")
def test_armour_does_not_land_beside_a_crossing_of_straits() -> None:
    t = Table("""westfront husky
        Jul I, allied command
        Messina: 21AG 1, Br13 4
        Catania: 15AG 3, Br30 4
        Reggio: It7 2""")
    t.say("allied", "activate 21AG command", "activate 15AG invasion", "pass", "move Br13 Messina-Reggio")
    assert t.refused("land Br30 Catania-IonianSea-Reggio") == "WF-15.42b"


@rule("WF-7.51e")
def test_from_the_sea_amphibious_corps_are_thrown_back_by_1_and_others_by_2_as_well() -> None:
    for unit, numbers in (("US2", {1}), ("Br13", {1, 2})):
        t = Table(f"westfront husky\nJul I, allied command\nTunis: 15AG 3, {unit} 4\nLicata: It7 3\n")
        t.say("allied", "activate 15AG invasion", "pass", f"land {unit} Tunis-CentralMediterranean-Licata", "pass")
        assert repulse_numbers(t.state, t.place("Licata"), ALLIES) == numbers


@rule("WF-7.51e")
def test_against_naval_supremacy_an_axis_sea_assault_is_thrown_back_by_1_to_4() -> None:
    t = Table("westfront husky\nJul I, axis command\nReggio: OKW 3, 1Para 3\nPalermo: Br10 1\n")
    t.say("axis", "activate OKW invasion", "pass")
    t.say("axis", "land 1Para Reggio-TyrrhenianSea-Palermo")
    t.roll([5]).say("axis", "pass")  # interdiction takes a step
    t.roll([4]).say("axis", "pass")
    assert (t.at("1Para"), t.steps("1Para")) == ("Reggio", 2)
    t.dice.finish()


@rule("WF-7.53", "WF-7.51b", "WF-14.4b")
def test_a_combined_air_and_river_assault() -> None:  # EX-7.53: one infantry over the straits, one from the sea
    t = at_reggio(para="Br2Para 3", walks="Br5 3", lands="Br10 4", holds="It7 3")
    assert repulse_numbers(t.state, t.place("Reggio"), ALLIES) == {1}
    t.roll([6, 1, 2]).say("allied", "pass")
    assert t.steps("Br10") == 3
    t.roll([1, 1, 1], [1, 1, 1]).say("allied", "repulse Br2Para")
    assert (t.at("Br2Para"), t.steps("Br2Para")) == ("Malta", 2)
    assert t.at("Br10") == t.at("Br5") == "Reggio"
    t.dice.finish()


@rule("WF-7.51a", "WF-7.51e")
def test_without_the_para_both_infantry_would_be_thrown_back() -> None:  # EX-7.53
    t = at_reggio(walks="Br5 3", lands="Br10 4", holds="It7 3")
    t.roll([6, 1, 2]).say("allied", "pass")
    t.say("allied", "repulse Br5")
    assert (t.at("Br5"), t.at("Br10"), t.steps("Br10")) == ("Messina", "Catania", 3)
    t.dice.finish()


@rule("WF-7.53")
def test_the_repulse_numbers_of_an_assault_do_not_change_when_the_para_is_lost() -> None:
    t = Table("""westfront husky
        Jul I, allied command
        Malta: AF 3, Br2Para 1
        Tunis: 15AG 1, Br10 1
        Palermo: 1Para 2, It7 2
        Palermo E1: GeSt 2
        Reggio: OKW 3""")
    t.say("allied", "activate AF paradrop", "activate 15AG invasion", "pass")
    t.say("allied", "drop Br2Para Palermo", "land Br10 Tunis-TyrrhenianSea-Palermo")
    t.roll([6, 3]).say("allied", "pass")
    t.roll([2, 3], [1]).say("allied", "lose Br2Para")  # the 2 would throw back an infantry corps that came alone
    assert t.at("Br10") == "Palermo"
    t.dice.finish()
