"""Chapter 3.12 to 3.14: scenarios played on into the next."""

from __future__ import annotations

import pytest

from grognard.games.westfront.airpower import air_range
from grognard.games.westfront.state import LATER, NONE, UNDEPLOYED
from grognard.games.westfront.victory import ScenarioEnd
from grognard.games.westfront.world import PARTS, scenario_data
from tests.rulebooks.westfront.table import Table
from tests.rulebooks.westfront.test_03_deployment import begun
from tests.rules import rule

FEW = "Berlin: OKW 2\nParis: OBWest 2, Ge84 3\nLondon: SHAEF 2, US5 4\nTunis: Br13 4"


def passed(t: Table, until: str) -> Table:
    """Nobody does anything that he need not do, until a moment."""
    for _ in range(400):
        if t.when.startswith(until) or t.match.outcome is not None:
            return t
        side = sorted(t.match.waiting)[0]
        said = [str(order) for order in t.match.orders(side)]
        t.say(side, next((order for order in said if order in ("pass", "seal")), said[0]))
    raise AssertionError(t.when)


@rule("WF-3.12a")
@pytest.mark.parametrize(("key", "parts"), [("year43", PARTS[:2]), ("year44", PARTS[2:]), ("campaign", PARTS)])
def test_a_linked_game_has_the_set_up_of_its_first_part_and_the_months_of_all(key: str, parts: tuple[str, ...]) -> None:
    first, linked = begun(parts[0], "semi-historical").state, begun(key, "semi-historical").state
    assert (linked.where, linked.owner) == (first.where, first.owner)
    here = [unit for unit, where in enumerate(first.where) if where == UNDEPLOYED]
    assert [linked.steps[unit] for unit in here] == [first.steps[unit] for unit in here]
    assert linked.world.months == tuple(month for part in parts for month in scenario_data(part)["months"])


@rule("WF-3.12a")
def test_the_next_scenario_adds_nobody_and_moves_nobody() -> None:
    t = Table(f"westfront year43\nNov II, axis command\n{FEW}")
    before = t.stacks()
    passed(t, "Dec production")
    assert t.stacks() == before
    assert t.control("Naples") == "axis"  # its start line does not count
    assert t.at("Friuli") == "later"


@rule("WF-3.12c")
def test_december_opens_with_production_and_brings_what_the_new_scenario_brings() -> None:
    t = passed(Table(f"westfront year43\nNov II, axis command\n{FEW}"), "Dec production")
    assert t.match.waiting == {"allied", "axis"}
    assert t.state.fallen == 0  # that Italy has surrendered belongs to the set-up alone
    assert air_range(t.state, t.unit("SHAEF")) == 6
    assert t.refused("arrive US7 London", "allied") is None
    november = Table(f"westfront year43\nNov I, axis command\n{FEW}")
    assert air_range(november.state, november.unit("SHAEF")) == 4


@rule("WF-3.12c")
def test_reinforcements_come_in_the_months_of_all_parts() -> None:
    world = begun("campaign", "semi-historical").state.world
    arrives = {unit.name: unit.arrives for unit in world.roster}
    assert (arrives["Polish"], arrives["US20"], arrives["PzEber"], arrives["FHH"]) == (
        "1943-08", "1944-04", "1944-07", "1944-12",
    )  # fmt: skip
    t = begun("campaign", "semi-historical")
    assert t.state.where[t.unit("US7")] == LATER
    assert t.fact("beachhead", "US7") == NONE


@rule("WF-3.12c")
def test_everyone_on_a_later_card_has_come_by_then() -> None:
    here = {row["unit"] for row in scenario_data("summer43")["card"]}
    for part in ("summer43", "winter43"):
        here |= {row["unit"] for row in scenario_data(part)["reinforcement"] if "unit" in row}
    assert {row["unit"] for row in scenario_data("summer44")["card"]} - here == {"Friuli"}  # that is politics


@rule("WF-3.14")
def test_the_campaign_looks_at_victory_every_half_year_and_goes_on() -> None:
    t = Table(f"westfront campaign\nNov 1943 II, axis command\n{FEW}")
    assert t.state.world.ends == (4, 10, 16, 22)
    kinds = [type(step).__name__ for step in t.state.agenda]
    assert kinds.count("ScenarioEnd") == 3
    assert not any(step.final for step in t.state.agenda if isinstance(step, ScenarioEnd))


@rule("WF-3.14")
def test_a_year_goes_on_whatever_the_balance() -> None:
    t = Table(f"westfront year43\nNov II, axis command\n{FEW}")
    assert "ScenarioEnd" not in [type(step).__name__ for step in t.state.agenda]


def november() -> Table:
    """The last player turn of a scenario that may be played on."""
    t = Table(f'westfront summer43 {{"extended": true}}\nNov 1943 II, axis command\n{FEW}')
    for _ in range(60):
        side = sorted(t.match.waiting)[0]
        said = [str(order) for order in t.match.orders(side)]
        if "continue" in said:
            return t
        t.say(side, next((order for order in said if order in ("pass", "seal")), said[0]))
    raise AssertionError(t.when)


@rule("WF-3.14")
def test_a_finished_game_goes_on_if_both_sides_want_it() -> None:
    t = november().say("allied", "continue")
    assert t.match.waiting == {"axis"}
    t.say("axis", "continue")
    assert t.when == "Dec 1943 production"


@rule("WF-3.14")
@pytest.mark.parametrize("answers", [("pass",), ("continue", "pass")])
def test_it_is_over_if_one_of_them_does_not(answers: tuple[str, ...]) -> None:
    t = november()
    for side, answer in zip(("allied", "axis"), answers, strict=False):
        t.say(side, answer)
    assert t.match.outcome is not None


@rule("WF-3.14")
def test_nothing_can_be_continued_before_it_is_over() -> None:
    t = Table(f"westfront summer43\nJul I, allied command\n{FEW}")
    assert t.refused("continue", "allied") == "WF-3.14"


def test_a_moment_of_a_long_game_names_its_year() -> None:
    t = Table(f"westfront campaign\nAug 1944 I, allied command\n{FEW}")
    assert t.when == "Aug 1944 I, allied command"
    assert t.state.world.months[t.state.month] == "1944-08"
