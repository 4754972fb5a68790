"""Chapter 17: victory in Husky. The rulebook names no winner; these points are ours."""

from __future__ import annotations

import pytest

from grognard.games.westfront.victory import held_ports, points
from tests.rulebooks.westfront.table import Table

END = """
    westfront husky
    Aug II, axis command
    Tunis: 15AG 3
    Palermo: Br10 4
    Reggio: OKW 3
"""


def worth(t: Table) -> dict[str, int]:
    """What the points are made of, for the units that are gone."""
    lost = [reason for reason in points(t.state).reasons if "eliminated" in reason.why]
    return {reason.why.split()[0]: int(reason.change) for reason in lost}


@pytest.mark.parametrize(
    ("pieces", "ports"),
    [
        ("Palermo: Br10 4", 1), ("Palermo: Br10 4\nCatania: Br30 4", 2), ("Palermo: It7 3\nLicata: Br10 4", 0),
        ("Palermo: Br10 4, It7 3 attacks", 0), ("Palermo: Br10 4 attacks, It7 3", 0),
    ],
)  # fmt: skip
def test_the_ports_that_count_are_held_and_undisturbed(pieces: str, ports: int) -> None:
    t = Table(f"westfront husky\nJul I, allied command\nReggio: OKW 3\nMessina: 1Para 2\n{pieces}")
    assert held_ports(t.state) == ports


def test_every_fortnight_the_allies_score_a_point_for_each_port() -> None:
    t = Table("westfront husky\nJul I, axis command\nPalermo: Br10 4\nCatania: Br30 4\nMessina: 1Para 2\nReggio: OKW 3")
    t.say("axis", "pass")
    assert t.state.score == 2
    assert [fact["ports"] for fact in t.events("score")] == [2]
    t.dice.finish()


def test_lost_units_count_two_and_cheap_ones_one_for_the_other_side() -> None:
    lost = worth(Table(END))
    assert {unit: lost[unit] for unit in ("It7", "ItSic", "GeSt", "Pz76", "1Para")} == {
        "It7": 1, "ItSic": 1, "GeSt": 1, "Pz76": 2, "1Para": 2,
    }  # fmt: skip
    assert {unit: lost[unit] for unit in ("US6", "21AG")} == {"US6": -2, "21AG": -2}


def test_units_that_stand_or_are_still_to_come_count_nothing() -> None:
    assert not {"Br10", "OKW", "Polish"} & worth(Table(END)).keys()


@pytest.mark.parametrize(("winner", "lead"), [("allied", 1), (None, 0), ("axis", -1)])
def test_the_allies_win_above_par_and_the_axis_below(winner: str | None, lead: int) -> None:
    par = Table().state.world.victory["par"]
    score = par + lead - 1 - 2 - 7 + 18  # 1 for Palermo, 2 more at the end, 7 for the Axis lost, 18 Allied
    t = Table(f"{END}score = {score}").say("axis", "pass")
    assert t.match.outcome is not None
    assert (t.match.outcome.winner, t.match.outcome.facts["lead"]) == (winner, lead)
    t.dice.finish()
