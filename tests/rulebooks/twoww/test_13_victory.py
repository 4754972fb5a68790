"""Chapter 13: victory."""

from __future__ import annotations

import pytest

from grognard.games.twoww import victory
from grognard.games.twoww.state import ALLIES, AXIS
from tests.rulebooks.twoww.borders import powers_of
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

LEFT_OUT = ("Sweden", "Switzerland", "Spain", "Turkey", "Persia")
OVERSEAS = ("Libya", "Egypt", "Iraq", "Malta", "Gibraltar")


def with_axis(*countries: str) -> Table:
    return powers_of(at("Spring 1945, axis movement"), AXIS, *countries)


def level(*countries: str) -> tuple[int | None, str]:
    return victory.level(with_axis(*countries).state)


def everything() -> list[str]:
    world = at("Spring 1945, axis movement").state.world
    return [country.name for country in world.countries if country.is_power and country.name not in LEFT_OUT]


@rule("2WW-13a")
@pytest.mark.parametrize(("season", "over"), [("Winter 1945", False), ("Spring 1945", True)])
def test_the_war_is_judged_after_spring_1945(season: str, over: bool) -> None:
    t = powers_of(at(f"{season}, axis movement"), AXIS, "Germany")
    victory.End().run(t.state)
    outcome = t.state.outcome
    assert (outcome is not None) == over
    if outcome:
        assert (outcome.winner, outcome.facts["level"], outcome.facts["powers"]) == ("allied", "major", ["Germany"])


@rule("2WW-13b")
def test_territories_are_no_powers() -> None:
    t = with_axis("Germany", "Malta", "Libya")
    assert victory.powers(t.state, AXIS) == [t.country("Germany")]


@rule("2WW-13b")
def test_the_territories_that_the_rule_names() -> None:
    """EX-2WW-VICTORY-1."""
    t = with_axis("Germany", "Hungary", *OVERSEAS)
    assert len(victory.powers(t.state, AXIS)) == 2
    assert victory.level(t.state) == (ALLIES, victory.MINOR)


@rule("2WW-13.1a")
def test_allied_total_victory() -> None:
    assert level() == (ALLIES, victory.TOTAL)
    assert level("Libya", "Vichy France") == (ALLIES, victory.TOTAL)


@rule("2WW-13.1b")
def test_allied_major_victory() -> None:
    assert level("Germany") == (ALLIES, victory.MAJOR)


@rule("2WW-13.1c")
def test_allied_minor_victory() -> None:
    assert level("Germany", "Hungary") == (ALLIES, victory.MINOR)


@rule("2WW-13.1c")
def test_without_germany_the_powers_are_counted() -> None:
    assert level("Finland") == (ALLIES, victory.MAJOR)
    assert level("Finland", "Bulgaria") == (ALLIES, victory.MINOR)
    assert level("Finland", "Bulgaria", "Italy") == (None, victory.DRAW)


@rule("2WW-13.2a")
def test_axis_total_victory_needs_egypt_and_everyone_but_five() -> None:
    assert level(*everything(), "Egypt") == (AXIS, victory.TOTAL)
    assert level(*everything()) == (AXIS, victory.MAJOR)
    assert level(*(name for name in everything() if name != "Denmark"), "Egypt") == (AXIS, victory.MAJOR)


@rule("2WW-13.2a")
def test_the_united_states_are_not_on_the_map() -> None:
    assert level(*(name for name in everything() if name != "United States"), "Egypt") == (AXIS, victory.TOTAL)


@rule("2WW-13.2b")
def test_axis_major_victory() -> None:
    assert level("Germany", "Hungary", "Rumania", "Italy", "Bulgaria", "Finland") == (AXIS, victory.MAJOR)
    assert level("Germany", "Hungary", "Rumania", "Italy", "Bulgaria") == (AXIS, victory.MINOR)
    assert level("Germany", "Poland", "Rumania", "Italy", "Bulgaria", "Finland") == (AXIS, victory.MINOR)
    assert level("Germany", "Hungary", "Poland", "Italy", "Bulgaria", "Finland") == (AXIS, victory.MINOR)
    assert level("Poland", "Hungary", "Rumania", "Italy", "Bulgaria", "Finland") == (None, victory.DRAW)


@rule("2WW-13.2c")
def test_axis_minor_victory() -> None:
    assert level("Germany", "Italy", "Finland") == (AXIS, victory.MINOR)
    assert level("Poland", "Italy", "Finland") == (None, victory.DRAW)


@rule("2WW-13.1c")
@pytest.mark.parametrize(
    ("powers", "winner", "cause", "lead"),
    [
        (("Germany",), "allied", "victory", -1),
        (("Germany", "Italy", "Finland"), "axis", "victory", 1),
        (("Poland", "Italy", "Finland"), None, "draw", 1),
    ],
)
def test_what_is_said_of_the_end(powers: tuple[str, ...], winner: str | None, cause: str, lead: int) -> None:
    t = with_axis(*powers)
    victory.End().run(t.state)
    outcome = t.state.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.cause, outcome.facts["lead"]) == (winner, cause, lead)
    assert [event.what for event in t.state.news][-1:] == [cause]
