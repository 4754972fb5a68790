"""Chapter 12.3: Lend Lease, and the throw for the revolt of 12.5."""

from __future__ import annotations

import pytest

from grognard.games.twoww.convoys import lend_lease_limit, soviet_limit
from grognard.games.twoww.state import QUIET, REVOLT
from tests.rulebooks.twoww.moments import moment, points, sources
from tests.rules import rule

# 12.3.1 The limit


@rule("2WW-12.3.1")
def test_no_more_is_sent_than_the_turn_track_allows() -> None:
    t = moment("Summer 1941, strategic")
    assert t.refused("lend 4 0") == "2WW-12.3.1"
    assert t.refused("lend -1 0") == "2WW-12.3.1"
    assert t.offered() == ["lend 0 0", "lend 1 0", "lend 2 0", "lend 3 0"]
    t.say("allied", "lend 3 0")
    assert t.state.lend == (3, 0)


@rule("2WW-12.3.1")
def test_a_limit_holds_until_the_track_shows_another() -> None:
    t = moment("Summer 1941, strategic")
    track, turns = t.state.world.charts["track"], t.state.world.turns
    assert track["Spring 1941"]["lend_lease"] == 3
    assert "lend_lease" not in track["Summer 1941"]
    assert lend_lease_limit(t.state) == 3
    assert t.refused("lend 3 1") == "2WW-12.3.1"
    t.state.turn = len(turns) - 1
    assert lend_lease_limit(t.state) == 4
    t.state.turn = 0
    assert lend_lease_limit(t.state) == 0


def test_before_anything_may_be_sent_nobody_is_asked() -> None:
    assert moment("Spring 1940, strategic").when == "Spring 1940, production"


@rule("2WW-12.3.1", "2WW-7.1.2c")
def test_what_is_sent_is_missing_in_america_and_arrives_in_britain() -> None:
    t = moment("Spring 1943, strategic")
    assert t.refused("lend 5 0") == "2WW-12.3.1"
    assert points(t, "United States") == 10
    t.say("allied", "lend 2 2")
    assert points(t, "United States") == 6
    assert "Lend Lease" in sources(t, "Britain")
    assert "Lend Lease" in sources(t, "USSR")
    assert points(t, "USSR") == 7 + 2


# 12.3.2 The Soviet Union


@rule("2WW-12.3.2")
def test_everything_goes_to_britain_until_the_soviet_union_fights() -> None:
    t = moment("Summer 1941, strategic")
    assert t.refused("lend 1 1") == "2WW-12.3.2"
    war = moment("Summer 1941, strategic", at_war={"USSR": "allied"})
    assert war.refused("lend 1 1") is None


@rule("2WW-12.3.2")
def test_two_points_at_most_go_to_the_soviet_union_or_one_without_persia() -> None:
    t = moment("Spring 1942, strategic")
    assert t.refused("lend 1 3") == "2WW-12.3.2"
    assert t.refused("lend 2 2") is None
    lost = moment("Spring 1942, strategic", conquered={"Persia": "axis"})
    assert soviet_limit(lost.state) == 1
    assert lost.refused("lend 2 2") == "2WW-12.3.2"
    assert lost.refused("lend 3 1") is None


# 12.3.3 Losses


@rule("2WW-12.3.3")
def test_the_axis_splits_the_losses_as_it_likes() -> None:
    fleets = "Atlantic: Ge 1 Submarines, Ge 2 Submarines, Ge Surface Fleet"
    t = moment(f"Spring 1942, strategic\n{fleets}", dice=[5]).say("allied", "lend 2 2").say("axis", "convoy")
    assert t.offered() == ["sink dominions", "sink britain", "sink ussr"]
    t.say("axis", "sink ussr", "sink ussr")
    assert points(t, "USSR") == 7
    assert "Lend Lease" not in sources(t, "USSR")
    assert "Lend Lease" in sources(t, "Britain")


# 12.5 The revolt in Iraq


@rule("2WW-12.5b")
def test_no_die_is_thrown_before_winter_1941() -> None:
    t = moment("Autumn 1940, strategic", iraq=QUIET)
    assert t.events("roll") == []


@rule("2WW-12.5b")
@pytest.mark.parametrize("die", [1, 4, 5, 6])
def test_on_five_or_six_iraq_rebels(die: int) -> None:
    t = moment("Winter 1941, strategic", dice=[[die]], iraq=QUIET)
    (roll,) = t.events("roll")
    assert (roll["purpose"], roll["dice"]) == ("revolt", 1)
    rebels = die >= 5
    assert (t.state.iraq == REVOLT) == rebels
    assert t.at("Iraq Infantry") == ("Baghdad" if rebels else "later")
    assert t.owner("Iraq") == ("axis" if rebels else "allied")
    if rebels:
        assert t.commander("Iraq Infantry") == "axis"


@rule("2WW-12.5b")
def test_after_the_revolt_no_further_die_is_thrown() -> None:
    t = moment("Spring 1941, strategic\nBaghdad: Iraq Infantry axis", iraq=REVOLT)
    assert t.events("roll") == []
