"""Odds of combats in 2WW, against the Combat Chart read by hand and against what its players make of it."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from grognard.games.twoww.combat import Commit
from grognard.games.twoww.firing import LAND
from grognard.games.twoww.prospects import prospect_of
from grognard.lab.analysis import odds
from grognard.lab.analysis.odds import BattleOdds, OddsError
from tests.rulebooks.twoww.moments import moment
from tests.rulebooks.twoww.table import Table, at

DICE = [sum(faces) for faces in product(range(1, 7), repeat=2)]

WEAKEST = (4, 2)
"""The column for one to three factors: a throw of 4 or less costs a point, of 2 another."""


def posen(more: str = "", moment: str = "Spring 1940, axis combat") -> Table:
    """German armies beside a Polish one in a city."""
    text = f"{moment}\nBerlin SE1: Ge 1 Armor, Ge 2 Armor\nPosen: Poland 1 Infantry\n{more}"
    return at(text, at_war={"Poland": "allied"})


def channel() -> Table:
    """A fort, with fleets and air units of both sides near by."""
    return at(
        "Summer 1944, allied combat\nSaint-Nazaire: US 3 Armor, US 5 Armor\nLondon SW1: US 8 Fleet\nLondon: US 9 Air\n"
        "Cherbourg: Ge 6 Infantry, Ge Fort 3\nBrest: Ge 1 Submarines, Ge 2 Air",
        at_war={"Belgium": "axis", "Netherlands": "axis"},
    )


def asked(t: Table, place: str = "Posen", viewer: str = "axis", **settings: Any) -> BattleOdds:
    return odds.from_view(t.match, viewer, place, **settings)


def forces(found: BattleOdds) -> set[str]:
    return {fate.unit for end in found.chances for fate in end.fates}


def points(throw: int) -> int:
    return sum(throw <= highest for highest in WEAKEST)


# The chart by hand


def test_one_army_against_another() -> None:
    """Six factors shifted to the left by the city, against three: both throw on the weakest column."""
    won = sum((points(other), -own) < (points(own), -other) for own, other in product(DICE, DICE))
    found = asked(posen().say("axis", "attack Posen", "join Ge1Armor"))
    assert (found.exact, forces(found)) == (True, {"Ge 1 Armor", "Poland 1 Infantry"})
    assert found.has_place("axis") == Fraction(won, 36**2)
    for side in ("axis", "allied"):
        assert found.loses(side) == Fraction(sum(throw <= 4 for throw in DICE), 36)
        assert found.loses(side, 2) == found.loses_a_unit(side) == Fraction(1, 36)
    assert found.is_thrown_back("axis") + found.eliminated("axis") <= 1 - found.has_place("axis")


def test_it_comes_to_what_the_players_think() -> None:
    t = posen("Breslau: Ge 1 Artillery").say("axis", "attack Posen", "join Ge1Armor", "join Ge2Armor")
    step = t.state.agenda[-1]
    assert isinstance(step, Commit)
    thought, found = prospect_of(t.state, step.battle, LAND), asked(t)
    assert thought is not None
    assert float(found.has_place("axis")) == pytest.approx(thought.win)
    assert float(found.expected_loss("axis")) == pytest.approx(thought.suffered)


# Who takes part


def test_before_anything_is_declared_all_who_can_take_part() -> None:
    everyone = {"Ge 1 Armor", "Ge 2 Armor", "Ge 1 Air", "Poland 1 Infantry"}
    for phase in ("axis combat", "axis movement", "allied movement"):
        t = posen("Berlin: Ge 1 Air", f"Spring 1940, {phase}")
        assert forces(asked(t)) == everyone
    assert forces(asked(posen("Berlin: Ge 1 Air").say("axis", "attack Posen"))) == everyone


def test_a_declaration_counts_as_far_as_it_has_come() -> None:
    t = channel().say("allied", "attack Cherbourg", "join US3Armor", "join US9Air")
    assert forces(asked(t, "Cherbourg")) == {
        "US 3 Armor", "US 9 Air", "Ge 6 Infantry", "Ge Fort 3", "Ge 1 Submarines", "Ge 2 Air",
    }  # fmt: skip
    t.say("allied", "pass")
    t.say("axis", "join Ge2Air")
    assert forces(asked(t, "Cherbourg")) == {"US 3 Armor", "US 9 Air", "Ge 6 Infantry", "Ge Fort 3", "Ge 2 Air"}
    assert asked(t, "Cherbourg").heading()[3].startswith("Of the side that is asked")
    assert asked(t, "Cherbourg", budget=1, samples=5).samples == 5


def test_a_fight_that_has_begun_goes_on_from_where_it_is() -> None:
    t = posen().roll(12, 2).say("axis", "attack Posen", "join Ge1Armor", "join Ge2Armor")
    assert t.waits == "axis ChooseLoss"
    found = asked(t)
    assert found.loses("axis", 2) == 1
    assert found.loses("allied") == 0


def test_an_order_is_looked_behind_without_a_throw() -> None:
    """The only army that can attack does so at once; the dice stay where they are."""
    t = at("Spring 1940, axis combat\nBerlin SE1: Ge 1 Armor\nPosen: Poland 1 Infantry", at_war={"Poland": "allied"})
    behind = odds.after(t.match, ["attack Posen"], "axis")
    assert odds.under_way(behind) == ["Posen"]
    assert odds.from_view(behind, "axis", "Posen").has_place("axis") == asked(t).has_place("axis")
    assert odds.under_way(t.state) == []
    with pytest.raises(OddsError, match="2WW-9c"):
        odds.after(t.match, ["attack Warsaw"], "axis")


# At sea and in the air


def test_a_strike_takes_no_hex() -> None:
    t = at("Summer 1944, allied combat\nLondon: US 9 Air, US 12 Air\nBrest: Ge 1 Submarines, Ge 2 Air")
    found = asked(t.say("allied", "strike Brest fleets"), "Brest")
    assert forces(found) == {"US 9 Air", "US 12 Air", "Ge 1 Submarines", "Ge 2 Air"}
    assert found.has_place("allied") == 0
    assert not any("takes" in row.what or "holds" in row.what for row in found.cumulative())


def test_a_raid_is_thrown_for_like_any_fight() -> None:
    t = moment("Autumn 1941, strategic\nSmolensk: Ge 1 Air\nVoronezh: SU 1 Air\nMoscow: SU 1 Infantry")
    behind = odds.after(t.match, ["bomb Ge1Air Moscow"], "axis")
    assert odds.under_way(behind) == ["Moscow"]
    found = odds.from_view(behind, "axis", "Moscow")
    assert forces(found) == {"Ge 1 Air", "SU 1 Air"}
    assert found.loses("axis") > 0


# Settings and words


def test_who_takes_the_loss_is_the_policy_s_choice() -> None:
    t = posen("Breslau: Ge 1 Artillery").say("axis", "attack Posen", "join Ge1Armor", "join Ge1Artillery")

    def bears_one(policy: str) -> set[str]:
        ends = (end.of("axis") for end in asked(t, policies=policy).chances if end.lost("axis") == 1)
        return {fate.unit for fates in ends for fate in fates if fate.lost}

    assert bears_one("spare") == {"Ge 1 Artillery"}
    assert bears_one("spend") == {"Ge 1 Armor"}


def test_the_report_speaks_of_a_combat_and_not_of_rounds() -> None:
    lines = str(asked(posen(), rounds=30)).splitlines()
    assert lines[0] == "Posen, axis attacks. axis: Ge 1 Armor 2, Ge 2 Armor 2. allied: Poland 1 Infantry 2"
    assert lines[1] == "The chances are exact."
    assert lines[3] == "Everyone who can take part does."
    assert not any("round" in line for line in lines)


def test_what_cannot_be_told_is_said() -> None:
    with pytest.raises(OddsError, match="no battle at Warsaw"):
        asked(posen(), "Warsaw")
    with pytest.raises(OddsError, match="no airstrike to assign"):
        asked(posen(), strike="Ge1Air")
    with pytest.raises(OddsError, match="allied can attack nothing at Posen"):
        asked(posen(), side="allied")
