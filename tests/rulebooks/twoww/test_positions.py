"""Positions of 2WW in text: moments, pieces and what follows from them."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.engine import position
from grognard.engine.position import PositionError
from grognard.games import find
from grognard.games.twoww.phases import PHASES
from tests.rulebooks.twoww.table import Table, at


@pytest.mark.parametrize("phase", PHASES)
def test_every_phase_can_be_said(phase: str) -> None:
    s = position.read(f"2ww war\nSummer 1941, {phase}\nBerlin: Ge 1 Armor", find)
    assert s.world.game.when(s) == f"Summer 1941, {phase}"


def test_a_match_goes_on_from_the_phase_that_was_said() -> None:
    t = at("Summer 1941, allied movement\nBerlin: Ge 1 Armor\nLondon: GB 1 Armor")
    assert t.match.waiting == {"allied"}
    t.say("allied", "pass")
    assert t.when != "Summer 1941, allied movement"


def test_pieces_say_how_they_are() -> None:
    t = at(
        """Spring 1942, axis movement
        Scapa Flow: GB Home Fleet done, GB 1 Armor reduced aboard GB Home Fleet, GB 1 RAF
        Helsinki: Finland Infantry allied"""
    )
    assert (t.strength("GB 1 Armor"), t.strength("GB 1 RAF")) == ("reduced", "full")
    assert t.state.aboard[t.unit("GB 1 Armor")] == t.unit("GB Home Fleet")
    assert (t.fact("ops", "GB Home Fleet"), t.fact("ops", "GB 1 RAF")) == (1, 0)
    assert t.commander("Finland Infantry") == "allied"
    assert t.at("GB 2 Armor") == "pool"


def test_the_longest_name_is_meant() -> None:
    assert at("Spring 1942, axis movement\nMoscow: SU 1T Armor, SU 1 Infantry").stacks() == {
        "Moscow": "SU 1T Armor, SU 1 Infantry"
    }


def test_a_unit_in_a_country_at_peace_has_invaded_it() -> None:
    t = at("Autumn 1939, axis combat\nWarsaw: Ge 1 Armor")
    assert not t.is_neutral("Poland")
    assert (t.owner("Poland"), t.commander("Poland 1 Infantry")) == ("allied", "allied")
    assert (t.holder("Warsaw"), t.holder("Berlin")) == ("axis", "axis")
    assert t.is_neutral("Belgium")


def test_dated_events_have_come_by_the_time_that_is_said() -> None:
    early, late = (at(f"{season}, axis movement\nBerlin: Ge 1 Armor") for season in ("Spring 1940", "Winter 1943"))
    assert (early.is_neutral("Italy"), early.is_neutral("USSR"), early.state.america) == (True, True, 0)
    assert (late.is_neutral("Italy"), late.is_neutral("USSR"), late.state.america) == (False, False, 1)
    assert (early.at("SU 3T Armor"), late.at("SU 3T Armor")) == ("later", "pool")


def test_facts_can_be_set_by_name() -> None:
    t = at(
        "Summer 1940, axis movement\nBerlin: Ge 1 Armor", at_war={"Norway": "axis"}, holds={"Brest": "axis"}, delay=2
    )
    assert (t.owner("Norway"), t.is_neutral("Norway"), t.holder("Oslo")) == ("axis", False, "axis")
    assert (t.holder("Brest"), t.state.delay) == ("axis", 2)


def test_the_set_up_can_be_taken_up_at_any_country() -> None:
    t = at("set-up, Germany\nParis: Fr 1 Armor")
    assert t.when == "set-up, Germany"
    assert (t.at("Ge 1 Armor"), t.at("Fr 2 Infantry"), t.at("Hungary Infantry")) == ("in hand", "pool", "in hand")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Summer 1941, lunch\nBerlin: Ge 1 Armor", "no such moment"),
        ("set-up, Atlantis\nBerlin: Ge 1 Armor", "no such set-up"),
        ("Summer 1941, axis combat\nBerlin: Ge 99 Armor", "no unit is called"),
        ("Summer 1941, axis combat\nBerlin: Ge 1 Armor sleepy", "is no word for Ge 1 Armor"),
        ("Summer 1941, axis combat\nHamburg: Ge 1 Armor aboard Ge Surface Fleet", "not in the same place"),
    ],
)
def test_what_is_no_position_is_told(text: str, said: str) -> None:
    with pytest.raises(PositionError, match=said):
        grognard.position(f"2ww war\n{text}")


@pytest.mark.parametrize("seed", [1, 2])
def test_any_moment_of_a_war_comes_back_from_its_text(seed: int) -> None:
    match = grognard.new("2ww", "war", seed=seed, options={"set_up": "historical"})
    choose = Random(seed)
    for number in range(400):
        side = min(match.waiting)
        match.play(choose.choice(list(match.orders(side))), side)
        if number % 25 == 0:
            text = position.write(match.state)
            again = position.read(text, find)
            assert position.write(again) == text
            assert [getattr(again, name) for name in again.FACTS] == [
                getattr(match.state, name) for name in again.FACTS
            ]


def test_the_end_is_a_moment_too() -> None:
    s = position.read("2ww war\nthe end\nBerlin: Ge 1 Armor", find)
    assert s.outcome is not None
    assert s.world.game.when(s) == "the end"


def test_by_agreement_everybody_stands_as_in_1939() -> None:
    t = Table(set_up="historical")
    assert t.when == "Autumn 1939, axis movement"
    assert "in hand" not in {t.at(unit) for unit in t.state.world.units}


@pytest.mark.parametrize(
    "options", [{"set_up": "wild"}, {"cape": "yes"}, {"handicap": 1}, {"charts": {"map": {"Berlin": 1}}}]
)
def test_other_options_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(ValueError, match=r"one of|true or false|no option|no group"):
        grognard.new("2ww", "war", options=options)
