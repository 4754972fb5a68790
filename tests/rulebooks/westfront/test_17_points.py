"""Chapter 17, 17.1 and 17.2: victory points, their levels and what follows from them."""

from __future__ import annotations

import pytest

from grognard.engine.tally import Tally
from grognard.games.westfront import victory
from grognard.games.westfront.state import ALLIES, AXIS, ELIMINATED, LATER
from grognard.games.westfront.victory import (
    handicap,
    point_level,
    port_points,
    result,
    tournament_points,
    units_in_the_north,
    victory_points,
)
from tests.rulebooks.westfront.politics_table import whole
from tests.rulebooks.westfront.table import Table
from tests.rules import rule

LAST = {"summer43": "Nov", "winter43": "May", "summer44": "Nov", "winter44": "May"}
ISLANDS = ("Sassari", "Olbia", "Cagliari", "Bastia", "Palermo", "Messina", "Catania")


def at_the_end(pieces: str = "", lost: str = "", scenario: str = "summer43", options: str = "") -> Table:
    """The last turn of a scenario; of the units that are not on the map only some have been eliminated."""
    t = Table(f"westfront {scenario} {options}\n{LAST[scenario]} II, axis command\n{pieces}")
    for unit, where in enumerate(t.state.where):
        if where == ELIMINATED:
            t.state.where[unit] = LATER
    for name in lost.split():
        t.state.where[t.unit(name)] = ELIMINATED
    return t


def scored(t: Table, side: int, rule: str) -> int:
    """What one rule gives a side or takes from it."""
    return sum(int(reason.change) for reason in victory_points(t.state, side).reasons if reason.rule == rule)


def fix_levels(monkeypatch: pytest.MonkeyPatch, allied: int, axis: int) -> None:
    monkeypatch.setattr(victory, "production_level", lambda s, side: Tally((allied, axis)[side]))


# 17.1 The printed example

HEADQUARTERS = """
    London: AF 3, SHAEF 2
    Tunis: 15AG 3, 21AG 3, 1AG 1
    Berlin: OKW 2, OBWest 2, AGB 2
    Vienna: AGC 1, AGG 1, AGE 1
"""
MINOR = "It2 It4 It5 It6 It7 ItSic ItSar St65 St66 St88"


@rule("WF-17.1a", "WF-17.1b", "WF-17.1d", "WF-17.1e", "WF-17.1g", "WF-17.1i", "WF-17.2")
def test_the_example_of_summer_1943_is_a_marginal_victory(monkeypatch: pytest.MonkeyPatch) -> None:
    t = at_the_end(HEADQUARTERS, f"US2 Ge74 {MINOR}").hold("allied", *ISLANDS, "Naples", "Taranto", "Reggio", "Bari")
    for corps in t.state.world.beachheads:
        t.state.beachhead[corps] = -2
    t.put_beachhead("Br1", "ready")
    fix_levels(monkeypatch, 73, 40)
    assert [victory_points(t.state, side).value for side in (ALLIES, AXIS)] == [55, 46]
    assert result(t.state).facts["lead"] == 9
    assert (result(t.state).winner, result(t.state).facts["level"]) == ("allied", "marginal")


# The parts


@rule("WF-17.1a")
def test_points_begin_with_the_production_level() -> None:
    t = at_the_end()
    assert [victory_points(t.state, side).base for side in (ALLIES, AXIS)] == [73, 39]
    t.hold("allied", "Berlin")
    assert victory_points(t.state, AXIS).base == -60


@rule("WF-17.1b")
def test_headquarters_count_two_a_step_and_lost_ones_minus_four() -> None:
    t = at_the_end("London: AF 3, 21AG 0\nBerlin: OKW 2", lost="15AG AGB AGC")
    assert scored(t, ALLIES, "WF-17.1b") == 6 - 4
    assert scored(t, AXIS, "WF-17.1b") == 4 - 8
    assert scored(t, ALLIES, "WF-17.1d") == 0  # not a second time


@rule("WF-17.1d")
def test_lost_units_cost_two_and_minor_ones_one() -> None:
    t = at_the_end(lost=f"US2 Br30 Ge74 {MINOR}")
    assert scored(t, ALLIES, "WF-17.1d") == -4
    assert scored(t, AXIS, "WF-17.1d") == -12


@rule("WF-17.1b", "WF-17.1d")
def test_neutrals_that_were_drawn_into_the_war_cost_one_each_their_headquarters_too() -> None:
    t = at_the_end(lost="JDN Sp1 SpBal Pt1 PtSt")
    assert scored(t, AXIS, "WF-17.1d") == -5
    assert scored(t, AXIS, "WF-17.1b") == 0


@rule("WF-17.1d", "WF-16.5c")
@pytest.mark.parametrize("scenario", ["winter43", "summer44"])
def test_an_army_that_never_entered_the_war_costs_nothing(scenario: str) -> None:
    t = Table(f"westfront {scenario}\n{LAST[scenario]} II, axis command\nBerlin: OKW 2\nLondon: SHAEF 2")
    out = {name for name in t.state.world.units if t.at(name) == "eliminated"}
    assert {name for name in out if name.startswith("It")} == {*MINOR.split()[:7], "It3", "It11"}


@rule("WF-17.1d")
def test_units_without_supply_cost_one_and_those_still_to_come_nothing() -> None:
    t = at_the_end("London: AF 3, Br30 4 unsupplied\nParis: Ge74 2 unsupplied, Ge84 2 unsupplied")
    assert scored(t, ALLIES, "WF-17.1d") == -1
    assert scored(t, AXIS, "WF-17.1d") == -2


@rule("WF-17.1e")
def test_the_ports_of_the_example_give_thirteen() -> None:
    t = at_the_end().hold("allied", *ISLANDS, "Naples", "Taranto", "Reggio", "Bari")
    assert scored(t, ALLIES, "WF-17.1e") == 13


IBERIA = (
    "Vigo", "Cadiz", "Malaga", "Almeria", "Cartagena", "Valencia", "Barcelona", "Mallorca", "Bilbao", "Gijon", "Porto",
    "Lisbon",
)  # fmt: skip


@rule("WF-16.4f", "WF-17.1d", "WF-17.1e")
def test_the_example_of_iberia_gains_five_points() -> None:  # EX-16.4
    t = whole("Dec I, allied command", "London: SHAEF 2\nBerlin: OKW 2", scenario="winter43")
    units = [unit.name for unit in t.state.world.roster if unit.nation in ("Spain", "Portugal")]
    assert len(units) == 14
    t.say("allied", "war Portugal")
    assert t.state.penalty == -21
    before, after = at_the_end(scenario="winter43"), at_the_end(scenario="winter43").hold("allied", *IBERIA)
    assert scored(after, ALLIES, "WF-17.1e") - scored(before, ALLIES, "WF-17.1e") == 12
    lost = at_the_end(scenario="winter43", lost=" ".join(units))
    assert sum(scored(lost, AXIS, rule) for rule in ("WF-17.1b", "WF-17.1d")) == -14


@rule("WF-17.1e")
@pytest.mark.parametrize(
    ("port", "worth"),
    [
        ("Naples", 2), ("Bari", 1), ("Taranto", 2), ("Split", 1), ("Barcelona", 1), ("Lisbon", 1), ("Bastia", 1),
        ("Marseilles", 4), ("Brest", 2), ("Antwerp", 4), ("Hamburg", 4), ("Copenhagen", 4), ("Rotterdam", 2),
        ("London", 0), ("Gibraltar", 0), ("Malta", 0), ("Tunis", 0), ("Oran", 0),
    ],
)  # fmt: skip
def test_a_port_counts_by_region_and_size(port: str, worth: int) -> None:
    t = at_the_end()
    assert port_points(t.state, t.place(port)) == worth


@rule("WF-17.1e")
def test_a_port_counts_only_if_it_is_controlled_and_nobody_fights_there() -> None:
    assert scored(at_the_end(), ALLIES, "WF-17.1e") == 0
    assert scored(at_the_end().hold("allied", "Brest"), ALLIES, "WF-17.1e") == 2
    assert scored(at_the_end("Brest: Br30 4, Ge74 2 attacks"), ALLIES, "WF-17.1e") == 0


@rule("WF-17.1g")
def test_beachheads_count_when_ready_and_when_lost() -> None:
    t = at_the_end()
    for corps in t.state.world.beachheads:
        t.state.beachhead[corps] = -2
    t.put_beachhead("US2", "ready")
    assert scored(t, ALLIES, "WF-17.1g") == 2
    t.put_beachhead("US6", "lost")
    assert scored(t, ALLIES, "WF-17.1g") == 0
    t.put_beachhead("US2", "Brest")
    assert scored(t, ALLIES, "WF-17.1g") == -2


NORTH = "London: US8 4, US15 4, US19 4\nCherbourg: US20 4"


@rule("WF-17.1h")
def test_in_winter_1943_landings_count_no_more_than_there_are_units_in_the_north() -> None:
    pieces = f"{NORTH}\nNaples: US12 4\nAjaccio: US4 4"
    t = at_the_end(pieces, scenario="winter43").hold("allied", "Marseilles", "Brest", "Le Havre")
    assert units_in_the_north(t.state) == 4
    gains = scored(t, ALLIES, "WF-17.1e") + scored(t, ALLIES, "WF-17.1g")
    assert gains > 4
    assert gains + scored(t, ALLIES, "WF-17.1h") == 4


@rule("WF-17.1h")
@pytest.mark.parametrize("scenario", ["summer43", "summer44"])
def test_in_other_scenarios_landings_count_in_full(scenario: str) -> None:
    t = at_the_end("Naples: US12 4", scenario=scenario).hold("allied", "Marseilles", "Brest", "Le Havre")
    assert scored(t, ALLIES, "WF-17.1h") == 0


@rule("WF-16.4f")
def test_war_on_neutrals_is_taken_from_the_allies() -> None:
    t = at_the_end()
    before = victory_points(t.state, ALLIES).value
    t.state.penalty = 21
    assert victory_points(t.state, ALLIES).value == before - 21
    assert scored(t, AXIS, "WF-16.4f") == 0


@rule("WF-17.1i")
@pytest.mark.parametrize(("scenario", "taken"), [("summer43", -55), ("winter43", -85), ("summer44", -155)])
def test_every_scenario_has_its_handicap(scenario: str, taken: int) -> None:
    t = at_the_end(scenario=scenario)
    assert scored(t, ALLIES, "WF-17.1i") == taken
    assert scored(t, AXIS, "WF-17.1i") == 0


def test_players_may_agree_on_another_handicap() -> None:
    assert handicap(at_the_end(options='{"handicap": 10}').state) == -45
    with pytest.raises(ValueError, match="handicap is a number"):
        at_the_end(options='{"handicap": 1000}')


# 17.2 Levels, 17.21 tournament points


@rule("WF-17.2", "WF-17.21")
@pytest.mark.parametrize(
    ("lead", "level", "worth"),
    [
        (0, "draw", 1), (5, "draw", 1), (-5, "draw", 1), (6, "marginal", 2), (-15, "marginal", 2), (16, "major", 3),
        (25, "major", 3), (26, "decisive", 5), (-90, "decisive", 5),
    ],
)  # fmt: skip
def test_the_level_of_a_victory_follows_from_the_lead(lead: int, level: str, worth: int) -> None:
    s = at_the_end().state
    assert point_level(s, lead) == level
    assert tournament_points(s, level) == worth


@rule("WF-17.2", "WF-17.21")
@pytest.mark.parametrize(
    ("allied", "axis", "winner", "rated"),
    [
        (100, 45, None, {"allied": 1, "axis": 1}),
        (100, 39, "allied", {"allied": 2, "axis": 0}),
        (100, 61, "axis", {"allied": 0, "axis": 3}),
    ],
)
def test_the_side_with_more_wins(
    allied: int, axis: int, winner: str | None, rated: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    t = at_the_end()
    for corps in t.state.world.beachheads:
        t.state.beachhead[corps] = -2
    fix_levels(monkeypatch, allied, axis)
    end = result(t.state)
    assert (end.winner, end.facts["tournament"]) == (winner, rated)


# The end


@rule("WF-17.1a")
def test_the_end_tells_both_sides_what_their_points_are_made_of() -> None:
    t = at_the_end("London: AF 3\nBerlin: OKW 3", lost="Ge74")
    for corps in t.state.world.beachheads:
        t.state.beachhead[corps] = -2
    t.say("axis", "pass")
    assert t.match.outcome is not None
    assert t.match.outcome.cause == "victory points"
    assert t.events("allied points") == [
        {"total": 24, "production": 73, "headquarters": 6, "losses": 0, "landings": 0, "war": 0, "handicap": -55}
    ]
    assert [(fact["total"], fact["losses"]) for fact in t.events("axis points")] == [(43, -2)]
    assert t.events("victory") == [{"side": "axis", "level": "major"}]


def test_a_side_knows_its_own_points_and_not_the_enemys() -> None:
    t = at_the_end("London: AF 3\nBerlin: OKW 3")
    known = {side: t.match.view(side)["tracks"]["victory points"] for side in ("allied", "axis")}
    assert known == {side: victory_points(t.state, index).value for index, side in enumerate(("allied", "axis"))}
    assert t.match.view()["tracks"]["victory points"] is None
    assert t.match.view()["tracks"]["production level"] == {"allied": 73, "axis": 39}


def between(month: str, allied: int, axis: int, monkeypatch: pytest.MonkeyPatch) -> Table:
    """The campaign, played on from the last turn of a scenario."""
    t = Table(f"westfront campaign\n{month} II, axis command\nLondon: AF 3\nBerlin: OKW 3")
    for unit, where in enumerate(t.state.where):
        if where == ELIMINATED:
            t.state.where[unit] = LATER
    for corps in t.state.world.beachheads:
        t.state.beachhead[corps] = -2
    fix_levels(monkeypatch, allied, axis)
    return t.say("axis", "pass")


@rule("WF-3.14")
def test_a_major_victory_does_not_end_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    t = between("Nov 1943", 105, 30, monkeypatch)  # 56 to 36
    assert t.match.outcome is None
    assert t.events("scenario over") == [{"month": "1943-11"}]
    own = {
        side: [e["facts"] for e in t.match.view(side)["log"] if e["what"] == "own points"]
        for side in ("allied", "axis")
    }
    assert {side: [fact["points"] for fact in facts] for side, facts in own.items()} == {"allied": [56], "axis": [36]}


@rule("WF-3.14")
def test_a_decisive_victory_ends_the_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    t = between("Nov 1943", 112, 30, monkeypatch)  # 63 to 36
    assert t.match.outcome is not None
    assert (t.match.outcome.winner, t.match.outcome.facts["level"]) == ("allied", "decisive")
