"""Chapters 5 and 6, 5.41 and 6.41: headquarters that mobilize out of a battle, alone or with others."""

from __future__ import annotations

import pytest

from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def command(pieces: str) -> Table:
    return Table(f"westfront husky\nJul I, allied command\n{pieces}")


def moving(pieces: str) -> Table:
    """The Allied movement phase under 15AG."""
    return command(pieces).say("allied", "activate 15AG command", "pass")


FRIENDS = "\nLicata: FF2 4\nPalermo E1: Br13 4"
LONE = f"Palermo: 15AG 2, It7 2 attacks{FRIENDS}"


@rule("WF-6.41a", "WF-5.41a", "WF-6.41c")
def test_a_headquarters_alone_in_its_battle_mobilizes_as_the_rearguard() -> None:
    t = moving(LONE)
    assert t.refused("mobilize 15AG Palermo-Licata") == "WF-6.41a"
    t.say("allied", "retreat 15AG")
    assert (t.at("15AG"), t.steps("15AG")) == ("Palermo", 1)
    t.roll([6, 5], [6]).say("allied", "pass", "move 15AG Palermo-Licata")  # equally fast; a sea lane last
    assert (t.at("15AG"), t.steps("15AG"), t.shown("15AG")) == ("Licata", 0, False)  # and not once more after combat
    assert t.when == "Jul I, axis command"
    t.dice.finish()


@rule("WF-4.42c")
def test_nothing_else_moves_once_a_headquarters_has_been_named_rearguard() -> None:
    t = command(f"{LONE}\nTunis: 21AG 2")
    t.say("allied", "activate 15AG command", "activate 21AG command", "pass", "retreat 15AG")
    assert t.refused("move FF2 Licata-Catania") == "WF-4.42c"
    assert t.refused("mobilize 21AG Tunis-Sousse") is None


@rule("WF-6.41a")
def test_a_corps_leaves_and_the_headquarters_after_it_as_the_rearguard() -> None:
    t = moving(f"Palermo: 15AG 2, Br10 4, It7 2 attacks{FRIENDS}")
    assert t.refused("retreat 15AG") == "WF-6.41a"
    t.say("allied", "move Br10 Palermo-PalermoE1", "retreat 15AG")
    t.roll([1, 1], [6]).say("allied", "pass", "move 15AG Palermo-Licata")
    assert (t.at("Br10"), t.at("15AG")) == ("Palermo E1", "Licata")
    t.dice.finish()


@rule("WF-6.41a")
def test_a_corps_is_the_rearguard_of_a_headquarters_that_mobilizes() -> None:
    t = moving(f"Palermo: 15AG 2, Br10 4, Pz76 2 attacks{FRIENDS}").say("allied", "retreat Br10")
    assert t.refused("retreat 15AG") == "WF-6.41a"
    t.say("allied", "mobilize 15AG Palermo-Licata")
    assert (t.at("15AG"), t.steps("15AG")) == ("Licata", 1)
    t.roll([6, 5], [6]).say("allied", "pass", "move Br10 Palermo-PalermoE1")
    assert (t.at("Br10"), t.steps("Br10")) == ("Palermo E1", 3)
    t.dice.finish()


@rule("WF-6.41b")
def test_nobody_pursues_where_the_headquarters_stays_after_all() -> None:
    t = moving(f"Palermo: 15AG 2, Br10 4, Pz76 2 attacks{FRIENDS}").say(
        "allied", "retreat Br10", "pass", "move Br10 Palermo-PalermoE1"
    )
    assert t.events("pursued") == []
    assert t.state.attacker[t.place("Palermo")] == 2  # still the Axis
    t.dice.finish()


@rule("WF-6.41a")
def test_a_battle_has_one_rearguard() -> None:
    t = command(f"Palermo: 15AG 2, 21AG 2, Br10 4, Pz76 2 attacks{FRIENDS}")
    t.say("allied", "activate 15AG command", "activate 21AG command", "pass")
    assert t.refused("retreat 15AG") == "WF-6.41a"  # the corps stays
    t.say("allied", "retreat Br10")
    assert t.refused("retreat 15AG") == "WF-6.41a"
    t.say("allied", "mobilize 15AG Palermo-Licata", "mobilize 21AG Palermo-PalermoE1")
    assert t.refused("pass") is None


@rule("WF-6.41a")
@pytest.mark.parametrize(("steps", "role", "why"), [(2, "command blitz", "WF-5.7a"), (0, "command", "WF-5.41a")])
def test_a_headquarters_that_may_not_mobilize_lets_nobody_be_rearguard_and_is_none(
    steps: int, role: str, why: str
) -> None:
    t = command(f"Palermo: 15AG {steps}, Br10 4, Pz76 2 attacks{FRIENDS}")
    t.say("allied", f"activate 15AG {role}", "pass")
    assert t.refused("retreat Br10") == "WF-6.41a"
    t.say("allied", "move Br10 Palermo-PalermoE1")
    assert t.refused("retreat 15AG") == why


@rule("WF-5.21b")
def test_in_mud_too_a_lone_headquarters_gets_out_of_its_battle() -> None:
    t = whole("Dec I, allied command", "Rome: 15AG 2, Ge75 2 attacks\nAnzio: Br10 4", scenario="winter43")
    assert t.refused("activate 15AG command Anzio") == "WF-5.21b"
    t.say("allied", "activate 15AG command", "pass", "retreat 15AG")
    t.roll([6, 6]).say("allied", "pass", "move 15AG Rome-Anzio")  # equally slow; two hits for a step
    assert (t.at("15AG"), t.steps("15AG")) == ("Anzio", 0)


def test_a_unit_brought_into_a_port_that_its_headquarters_leaves_attacks_anew_and_not_from_the_sea() -> None:
    t = command(f"{LONE.replace('It7 2', 'It7 3')}\nMalta: Br10 4")
    t.say(
        "allied", "activate 15AG invasion", "pass", "evacuate Br10 Malta-CentralMediterranean-Palermo", "retreat 15AG"
    )
    t.roll([2, 1, 1], [1, 1, 1], [1, 1, 1, 1], [6]).say("allied", "pass", "move 15AG Palermo-Licata")
    assert [fact["at"] for fact in t.events("round")] == ["Palermo"]
    assert (t.at("15AG"), t.at("Br10")) == ("Licata", "Palermo")  # two ones throw nobody back
    t.dice.finish()
