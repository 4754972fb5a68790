"""Chapters 7 and 10: the fortress of Malta. Its walls, its guns, and the unit that starves last."""

from __future__ import annotations

import pytest

from grognard.games.westfront.combat import defence, firepower
from grognard.games.westfront.state import ALLIES
from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

SIEGE = "Malta: Br10 3, Br5 2, Pz76 3 attacks, It7 2\nTunis: 15AG 3\nReggio: OKW 3"


def combat(pieces: str, side: str = "axis", phase: str = "combat") -> Table:
    return Table(f"westfront husky\nJul I, {side} {phase}\n{pieces}")


def fire(t: Table, unit: str, offence: bool = False) -> str:
    return ("none", "SF", "DF", "TF")[firepower(t.state, t.unit(unit), t.place("Malta"), offence).value]


# 7.15 Who must fight


@rule("WF-7.15d")
def test_the_besieger_of_a_fortress_fights_every_turn() -> None:
    t = combat(SIEGE, phase="command")
    t.roll([1, 1, 1], [1, 1], [6, 6, 6], [6, 6]).say("axis", "pass")  # Br10, Br5; Pz76, It7 without support
    assert [fact["at"] for fact in t.events("round")] == ["Malta"]
    t.dice.finish()


def test_the_garrison_may_choose() -> None:
    t = combat(SIEGE, "allied", "command").say("allied", "pass", "pass")
    assert t.events("round") == []
    t.dice.finish()


@rule("WF-7.15d")
def test_nobody_must_fight_for_a_fortress_in_the_blitz() -> None:
    t = combat("Malta: It7 3, Br13 4 attacks\nTunis: 15AG 3 command blitz", "allied", "blitz combat")
    t.say("allied", "pass")  # no airstrike
    assert t.events("round") == []
    assert t.refused("declare Malta") is None
    t.dice.finish()


def test_a_battle_elsewhere_need_not_go_on() -> None:
    t = combat("Palermo: Br10 3, Pz76 3 attacks\nReggio: OKW 3", phase="command").say("axis", "pass", "pass")
    assert t.events("round") == []
    t.dice.finish()


# 7.23 The besieger


@rule("WF-7.23b")
@pytest.mark.parametrize(("place", "weather", "hits"), [("Gibraltar", 0, 2), ("Malta", 0, 1), ("Malta", 1, 2)])
def test_a_besieger_under_attack_has_the_hill_and_the_mud_but_not_the_fortress(
    place: str, weather: int, hits: int
) -> None:
    t = whole("Aug I, allied combat", f"{place}: Br10 2, 15AG 1 command, Ge75 3 attacks\nBerlin: OKW 3")
    t.state.weather = weather
    assert defence(t.state, ALLIES, t.place(place)).value == hits


# 7.32 Its guns


@rule("WF-7.32f")
def test_the_largest_defender_of_a_fortress_fires_triple_and_the_others_as_usual() -> None:
    t = combat(SIEGE, phase="command")
    t.roll([4, 3, 3], [5, 5], [1, 1], [1, 1]).say("axis", "pass")
    assert (t.steps("Pz76"), t.steps("It7")) == (2, 2)
    t.dice.finish()


@rule("WF-7.32f")
def test_where_a_headquarters_is_the_largest_nobody_fires_triple() -> None:
    t = combat("Malta: AF 3, Br10 2, Pz76 3 attacks\nReggio: OKW 3", phase="command")
    assert fire(t, "Br10") == "SF"
    t.dice.finish()


@rule("WF-7.32f", "WF-7.23b")
def test_neither_an_attacking_garrison_nor_the_besieger_fires_triple() -> None:
    t = combat(SIEGE, phase="command")
    assert fire(t, "Br10", offence=True) == "SF"
    assert fire(t, "It7") == "SF"
    assert fire(t, "Pz76") == "DF"
    t.dice.finish()


GUNS = "Malta: {}, Pz76 3 attacks\nTunis: 15AG 3\nReggio: OKW 3"


@rule("WF-7.32f")
@pytest.mark.parametrize(("gunner", "left"), [("Br10", 1), ("Br13", 2)])
def test_of_equally_strong_defenders_the_owner_says_who_fires_triple(gunner: str, left: int) -> None:
    t = combat(GUNS.format("Br10 3, Br13 3, FF2 2"), phase="command").say("axis", "pass")
    assert t.refused("man FF2", "allied") == "WF-7.32f"
    t.roll([5, 1, 1], [4, 1, 1], [1, 1], [1] * left).say("allied", f"man {gunner}")  # Br13, double anyway; Br10; FF2
    assert t.steps("Pz76") == left
    t.dice.finish()


@rule("WF-7.32f")
def test_an_army_group_as_strong_as_a_corps_may_leave_the_guns_to_it() -> None:
    t = combat(GUNS.format("21AG 3, Br10 3"), phase="command").say("axis", "pass")
    t.roll([4, 1, 1], [1, 1]).say("allied", "man Br10")
    assert t.steps("Pz76") == 2
    t.dice.finish()


@rule("WF-7.32f")
def test_nobody_is_asked_where_the_strongest_fire_alike() -> None:
    t = combat(GUNS.format("Br10 3, Br5 3"), phase="command").roll([4, 1, 1], [4, 1, 1], [1, 1]).say("axis", "pass")
    assert t.steps("Pz76") == 2  # one of the two fires triple, the other does not
    t.dice.finish()


# 7.35 Its walls


@rule("WF-7.35a")
def test_in_a_fortress_three_hits_cost_one_step() -> None:
    t = combat("Malta: It7 3, Br30 3 attacks, US6 4\nTunis: 15AG 3\nReggio: OKW 3", "allied", "command")
    t.say("allied", "activate 15AG invasion", "pass", "pass")
    t.roll([1, 1, 1], [1, 1, 1, 1], [6, 6, 6]).say("allied", "pass")  # It7; US6, Br30
    assert t.steps("It7") == 2
    t.dice.finish()


@rule("WF-7.35a")
def test_two_hits_on_a_fortress_are_not_enough() -> None:
    t = combat("Malta: It7 3, US6 4 attacks\nTunis: 15AG 3\nReggio: OKW 3", "allied", "command")
    t.say("allied", "activate 15AG invasion", "pass", "pass")
    t.roll([1, 1, 1], [6, 6, 1, 1]).say("allied", "pass")
    assert [fact["support"] for fact in t.events("round")] == ["supported"]
    assert t.steps("It7") == 3
    t.dice.finish()


@rule("WF-7.23b")
def test_the_walls_do_not_shelter_the_besieger() -> None:
    t = combat("Malta: Br10 4, Br30 4, Pz76 3 attacks\nTunis: 15AG 3\nReggio: OKW 3", "allied", "command")
    t.say("allied", "activate 15AG invasion", "pass", "pass", "pass")
    t.roll([1, 1, 1], [6, 1, 1, 1], [1, 1, 1, 1]).say("allied", "declare Malta")
    assert t.steps("Pz76") == 1  # one step by the hit, one for want of supply
    t.dice.finish()


@rule("WF-7.4d")
def test_an_unsupported_attack_does_nothing_to_a_fortress_but_is_answered() -> None:
    t = combat(SIEGE, phase="command")
    t.roll([6, 1, 1], [1, 1], [6, 6], [6, 6]).say("axis", "pass")
    t.say("allied", "feed Br10")
    assert (t.steps("Br10"), t.steps("Br5")) == (3, 1)  # Br5 starves, see below
    assert (t.steps("Pz76"), t.steps("It7")) == (2, 2)
    t.dice.finish()


@rule("WF-7.4d")
def test_airstrikes_without_support_do_nothing_to_a_fortress() -> None:
    t = combat("Malta: Br10 3, Pz76 3 attacks\nReggio: OKW 3\nTunis: 15AG 3", phase="command")
    t.say("axis", "activate OKW supreme", "pass", "pass")
    t.roll([6, 6, 6], [1, 1, 1], [6, 6, 6]).say("axis", "strike OKW Malta")
    assert t.steps("Br10") == 3
    t.dice.finish()


@rule("WF-6.42c")
def test_the_walls_shelter_a_rearguard_that_leaves_by_sea() -> None:
    t = combat("Malta: Br10 3, Pz76 2 attacks\nTunis: 15AG 3\nReggio: OKW 3", "allied", "command")
    t.say("allied", "activate 15AG invasion", "pass", "evacuate Br10 Malta-CentralMediterranean-Tunis")
    t.roll([6, 6], [6]).say("allied", "pass")
    assert (t.at("Br10"), t.steps("Br10")) == ("Tunis", 3)
    t.dice.finish()


# 10.5 Fortress supply


@rule("WF-10.5a")
def test_in_a_besieged_fortress_only_the_largest_unit_is_exempt_from_attrition() -> None:
    t = combat(SIEGE, phase="supply")
    assert t.refused("feed Br5", "allied") == "WF-10.5a"
    t.say("allied", "feed Br10")
    assert (t.steps("Br10"), t.steps("Br5")) == (3, 1)
    t.dice.finish()


@rule("WF-10.5a")
@pytest.mark.parametrize(("fed", "hungry"), [("Br10", "Br5"), ("Br5", "Br10")])
def test_of_equally_strong_defenders_the_owner_says_who_eats(fed: str, hungry: str) -> None:
    t = combat("Malta: Br10 3, Br5 3, FF2 2, Pz76 3 attacks\nTunis: 15AG 3\nReggio: OKW 3", phase="supply")
    assert t.refused("feed FF2", "allied") == "WF-10.5a"
    t.say("allied", f"feed {fed}")
    assert (t.steps(fed), t.steps(hungry), t.steps("FF2")) == (3, 2, 1)
    t.dice.finish()


@rule("WF-10.5a", "WF-15.73a")
def test_no_lane_is_tested_for_a_fortress_that_feeds_its_garrison_itself() -> None:
    t = combat("Malta: It7 3, 1Para 2, Br10 4 attacks\nReggio: OKW 3", "allied", "supply").say("axis", "feed It7")
    assert (t.steps("It7"), t.steps("1Para")) == (3, 1)
    assert [roll for roll in t.events("roll") if roll["purpose"] == "supply interdiction"] == []
    t.dice.finish()


@rule("WF-10.5a")
def test_a_fortress_at_peace_is_a_port_like_others() -> None:
    t = combat("Malta: Br10 3, Br5 2\nTunis: 15AG 3\nReggio: OKW 3", phase="supply")
    assert (t.steps("Br10"), t.steps("Br5")) == (3, 2)
    t.dice.finish()


@rule("WF-10.5a")
def test_the_walls_feed_no_besieger() -> None:
    t = combat(SIEGE, "allied", "supply")
    assert (t.steps("Pz76"), t.steps("It7")) == (2, 1)
    t.dice.finish()


@rule("WF-11.41c", "WF-10.5b")
def test_a_unit_in_a_besieged_fortress_gains_no_steps() -> None:
    t = Table(f"westfront husky\nAug production\n{SIEGE}")
    assert t.refused("replace Br10", "allied") == "WF-11.41c"
    t.dice.finish()


def cut_off(garrison: str) -> Table:
    """The Allied supply phase, with no lane to an Axis garrison of Malta that nobody attacks."""
    t = combat(f"Malta: {garrison}\nReggio: OKW 3\nTunis: 15AG 3", "allied", "command")
    return t.roll([1]).say("allied", "pass")


@rule("WF-10.5a")
@pytest.mark.parametrize(("fed", "hungry"), [("It7", "1Para"), ("1Para", "It7")])
def test_a_fortress_that_is_only_cut_off_feeds_one_of_its_garrison_as_well(fed: str, hungry: str) -> None:
    t = cut_off("It7 3, 1Para 3, GeSt 2")
    assert t.refused("feed GeSt", "axis") == "WF-10.5a"
    t.say("axis", f"feed {fed}")
    assert (t.steps(fed), t.steps(hungry), t.steps("GeSt")) == (3, 2, 1)
    t.dice.finish()


@rule("WF-10.5a")
def test_one_unit_alone_in_a_fortress_never_starves() -> None:
    t = cut_off("It7 1")
    assert (t.at("It7"), t.steps("It7")) == ("Malta", 1)
    t.dice.finish()
