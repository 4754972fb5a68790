"""Chapter 5, 5.6: supreme headquarters. Each has its own Supreme Moves, and loses no others than those."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def two(phase: str, pieces: str) -> Table:
    """A moment of August 1944, when the Allies have two supreme headquarters."""
    return whole(f"Aug I, allied {phase}", pieces, scenario="summer44")


BOTH = "Naples: AF 2 supreme, Br10 4\nLondon: SHAEF 3 supreme, US3 4, US12 4\nOxford: US15 4, US19 4"


@rule("WF-5.61")
def test_two_supreme_headquarters_bring_the_moves_of_both() -> None:
    assert two("movement", BOTH).left("allied") == 10
    t = two("command", BOTH.replace(" supreme", "")).say("allied", "activate AF supreme")
    assert t.left("allied") == 4
    t.say("allied", "activate SHAEF supreme")
    assert t.left("allied") == 10


def test_a_supreme_headquarters_that_mobilizes_leaves_another_its_moves() -> None:
    t = two("movement", BOTH).say("allied", "mobilize AF Naples-Salerno")
    assert t.left("allied") == 6
    t.say("allied", "mobilize SHAEF London-Dover")
    assert t.left("allied") == 0


@pytest.mark.parametrize(("spent", "left"), [(1, 6), (4, 6), (5, 5), (6, 4)])
def test_moves_that_have_been_spent_were_first_those_of_the_one_that_mobilizes(spent: int, left: int) -> None:
    walks = ["move Br10 Naples-Salerno", "move US3 London-Dover", "move US12 London-Dover", "move US15 Oxford-Bristol"]
    t = two("movement", f"{BOTH}\nBrighton: US20 4")
    t.say(
        "allied", *[*walks, "move US19 Oxford-Bristol", "move US20 Brighton-Dover"][:spent], "mobilize AF Naples-Foggia"
    )
    assert t.left("allied") == left


MED = "TyrrhenianSea-WesternMediterranean-AlboranSea"


@rule("WF-5.62a")
def test_a_supreme_headquarters_mobilizes_with_its_own_moves_alone() -> None:
    pieces = BOTH.replace("AF 2", "AF 1")
    t = two("movement", pieces)
    assert t.left("allied") == 8
    far = f"mobilize AF Taranto-IonianSea-{MED}-AtlanticOcean-EnglishChannel-NorthSea-Newcastle"
    weak, strong = (two("movement", each.replace("Naples", "Taranto")) for each in (pieces, BOTH))
    assert weak.refused(far) == "WF-5.62a"  # seven seas: the free move and three more, of which it has two
    assert strong.refused(far) is None
    t.say("allied", "move US3 London-Dover", "move US12 London-Dover", f"mobilize AF Naples-{MED}-Gibraltar")
    assert t.left("allied") == 5  # three seas took one of its own, so one of the two others was not


@pytest.mark.parametrize(("to", "left"), [("AlgiersW1", 6), ("Tunis", 5)])
def test_rail_moves_beyond_the_free_one_are_its_own_too(to: str, left: int) -> None:
    t = two("movement", BOTH.replace("Naples: AF 2", "Casablanca: AF 1").replace(", Br10 4", ""))
    t.say("allied", "move US3 London-Dover", "move US12 London-Dover", f"mobilize AF Casablanca-{to} rail")
    assert t.left("allied") == left


@rule("WF-5.61", "WF-5.21c")
@pytest.mark.parametrize(("steps", "left"), [(2, 8), (1, 6), (0, 6)])
def test_a_step_lost_while_deploying_brings_no_moves_and_costs_another_none(steps: int, left: int) -> None:
    pieces = f"Naples: AF {steps}, Pz76 2 attacks\nSalerno: Br10 4\nLondon: SHAEF 3\nBerlin: OKW 3"
    t = two("command", pieces).say("allied", "activate SHAEF supreme")
    t.roll([6, 6]).say("allied", "activate AF supreme Salerno")  # a city
    assert (t.at("AF"), t.left("allied")) == ("Salerno" if steps else "eliminated", left)
    t.dice.finish()
