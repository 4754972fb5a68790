"""The scenario cards: who holds what, with what forces, and which rules are in force."""

from __future__ import annotations

import pytest

from grognard.games.westfront.airpower import air_firepower, air_range
from grognard.games.westfront.command import are_paras_grounded
from grognard.games.westfront.production import cadre_cost, step_cost
from grognard.games.westfront.seapower import sea_controller
from grognard.games.westfront.state import LATER, LOST, NOBODY, PREP, READY
from grognard.games.westfront.world import PARTS, scenario_data
from tests.rulebooks.westfront.table import Table
from tests.rulebooks.westfront.test_03_deployment import begun, ready
from tests.rules import rule

ISLANDS = ("Palermo", "Cagliari", "Bastia", "Malta")


def held(scenario: str, place: str) -> str | None:
    """Who holds a place before anybody has deployed."""
    t = begun(scenario, "semi-historical")
    owner = t.state.owner[t.place(place)]
    return None if owner == NOBODY else t.state.world.sides[owner]


def month(scenario: str, when: str) -> Table:
    return Table(f"westfront {scenario}\n{when}\nBerlin: OKW 1\nLondon: SHAEF 1")


@rule("WF-3.11a")
@pytest.mark.parametrize(
    ("scenario", "first", "last", "months"),
    [("summer43", "1943-07", "1943-11", 5), ("winter43", "1943-12", "1944-05", 6),
     ("summer44", "1944-06", "1944-11", 6), ("winter44", "1944-12", "1945-05", 6)],
)  # fmt: skip
def test_a_scenario_lasts_half_a_year_and_the_first_begins_a_month_late(
    scenario: str, first: str, last: str, months: int
) -> None:
    world = begun(scenario, "semi-historical").state.world
    assert (world.months[0], world.months[-1], len(world.months)) == (first, last, months)
    assert world.ends == (months - 1,)


@pytest.mark.parametrize("scenario", [*PARTS, "year43", "turn44", "year44", "campaign"])
def test_every_scenario_tells_its_history_and_its_aims(scenario: str) -> None:
    data = scenario_data(scenario)
    assert len(data["history"].split()) > 40
    assert all(len(data["aims"][side].split()) > 5 for side in ("allied", "axis"))


@pytest.mark.parametrize("scenario", PARTS)
@pytest.mark.parametrize("place", ["Madrid", "Lisbon", "Mallorca"])
def test_spain_and_portugal_are_nobodys(scenario: str, place: str) -> None:
    assert held(scenario, place) is None


# Summer 1943


@rule("WF-S43.1a")
@pytest.mark.parametrize("place", ["Copenhagen", "Berlin", "Amsterdam", "Brussels", "Paris", "Bastia", "Rome",
    "Cagliari", "Palermo", "Vienna", "Prague", "Split", "Gyor", "Posnan"])  # fmt: skip
def test_the_axis_holds_the_continent_in_summer_43(place: str) -> None:
    assert held("summer43", place) == "axis"


@rule("WF-S43.1a")
@pytest.mark.parametrize(
    "place", ["London", "Belfast", "Gibraltar", "Malta", "Casablanca", "Algiers", "Tunis", "Tripoli"]
)
def test_the_allies_hold_britain_and_africa(place: str) -> None:
    assert held("summer43", place) == "allied"


@rule("WF-S43.3")
def test_the_forces_of_summer_43() -> None:
    forces = scenario_data("summer43")["forces"]
    assert (forces["axis"]["infantry"], forces["allied"]["amphibious"]) == ([13, 19], [4, 12])
    t = ready("summer43", "semi-historical")
    ready_now = [name for name in ("US2", "US6", "Br1", "US5") if t.fact("beachhead", name) == READY]
    assert ready_now == ["US2", "US6", "Br1"]
    assert [air_firepower(t.state, side) for side in (0, 1)] == ["TF", "SF"]
    assert not are_paras_grounded(t.state)
    assert t.state.fallen == 0  # Italy is in the war


@rule("WF-S43.3")
@pytest.mark.parametrize(
    ("unit", "steps", "arrives"),
    [("Mtn51", 2, "1943-07"), ("Mtn15", 1, "1943-08"), ("SS5", 1, "1943-09"), ("Polish", 4, "1943-08"),
     ("SHAEF", 0, "1943-09"), ("Cdn1", 4, "1943-10"), ("US7", 0, "")],
)  # fmt: skip
def test_the_reinforcements_of_summer_43(unit: str, steps: int, arrives: str) -> None:
    t = begun("summer43", "semi-historical")
    data = t.state.world.roster[t.unit(unit)]
    assert (data.start, data.arrives) == (steps, arrives)


@rule("WF-S43.3")
def test_army_group_e_has_four_units_while_italy_fights() -> None:
    t = begun("summer43", "semi-historical")
    units = [t.unit(name) for name in ("AGE", "MechE", "Cav78", "It9")]
    assert [t.state.world.roster[unit].start for unit in units] == [2, 2, 2, 3]
    assert [t.state.where[unit] for unit in units] == [LATER] * 4


# Winter 1943


@rule("WF-W43.1")
def test_who_holds_what_in_winter_43() -> None:
    assert [held("winter43", place) for place in (*ISLANDS, "Naples", "Taranto", "London", "Tunis")] == ["allied"] * 8
    assert [held("winter43", place) for place in ("Cassino", "Rome", "Pescara", "Paris", "Split")] == ["axis"] * 5


@rule("WF-W43.1")
def test_italy_has_surrendered_and_the_mediterranean_is_allied() -> None:
    t = begun("winter43", "semi-historical")
    world = t.state.world
    controllers = {sea_controller(t.state, sea) for sea, name in enumerate(world.sea_basin) if name == "mediterranean"}
    assert controllers == {t.match.side_index("allied")}
    italians = [data.name for data in world.roster if data.nation == "Italy" and data.side == 1]
    assert len(italians) == 10
    assert {name for name in italians if t.at(name) != "eliminated"} == {"It9"}


@rule("WF-W43.3")
def test_the_rules_in_force_in_winter_43() -> None:
    t = month("winter43", "Jan production")
    assert (step_cost(t.state, t.unit("OKW")).value, cadre_cost(t.state, t.unit("AGB")).value) == (15, 30)
    assert are_paras_grounded(t.state)
    assert air_range(t.state, t.unit("SHAEF")) == 3
    forces = scenario_data("winter43")["forces"]
    assert (forces["axis"]["static"], forces["allied"]["hq"]) == ([15, 16], [5, 12])


@rule("WF-W43.3")
def test_the_beachheads_of_winter_43() -> None:
    t = begun("winter43", "semi-historical")
    status = [t.fact("beachhead", name) for name in ("US2", "US6", "Br1", "US5")]
    assert (status.count(READY), status.count(PREP)) == (3, 1)  # that of US5 has just arrived
    assert t.fact("beachhead", "US7") not in (READY, PREP, LOST)


# Summer 1944


@rule("WF-S44.1")
def test_who_holds_what_in_summer_44() -> None:
    places = (*ISLANDS, "Naples", "Anzio", "Cassino", "Termoli")
    assert [held("summer44", place) for place in places] == ["allied"] * 8
    assert [held("summer44", place) for place in ("Rome", "Rieti", "Pescara", "Marseilles")] == ["axis"] * 4
    assert begun("summer44", "free").state.fallen == 1


@rule("WF-S44.3")
@pytest.mark.parametrize(("when", "step", "cadre"), [("Aug", 15, 30), ("Sep", 20, 40)])
def test_axis_headquarters_grow_dearer_when_the_oil_is_lost(when: str, step: int, cadre: int) -> None:
    t = month("summer44", f"{when} production")
    assert (step_cost(t.state, t.unit("OKW")).value, cadre_cost(t.state, t.unit("AGB")).value) == (step, cadre)


@rule("WF-S44.3")
def test_the_rules_in_force_in_summer_44() -> None:
    t = month("summer44", "Jul production")
    assert [air_firepower(t.state, side) for side in (0, 1)] == ["TF", "none"]
    assert t.state.world.is_since(0, "allied_air_supremacy")
    assert not t.state.world.is_since(3, "iron_curtain_starts")
    assert t.state.world.is_since(4, "iron_curtain_starts")
    assert {t.fact("beachhead", name) for name in ("US5", "US7", "Br1")} == {READY}
    assert {t.fact("beachhead", name) for name in ("US2", "US6")} == {PREP}


@rule("WF-S44.4")
def test_the_axis_mech_corps_of_summer_44_are_stronger_on_the_chart_than_on_the_card() -> None:
    card, free = ready("summer44", "historical"), ready("summer44", "free")
    assert (card.steps("AOK"), card.steps("SS4")) == (2, 3)
    assert (free.steps("AOK"), free.steps("SS4")) == (4, 4)


# Winter 1944


@rule("WF-W44.1")
def test_who_holds_what_in_winter_44() -> None:
    places = ("Paris", "Brest", "Marseilles", "Strasbourg", "Brussels", "Eindhoven", "Florence", "Rome", *ISLANDS)
    assert {held("winter44", place) for place in places} == {"allied"}
    theirs = ("Berlin", "Amsterdam", "Rotterdam", "Cologne", "Parma", "Copenhagen", "Vienna", "Split")
    assert {held("winter44", place) for place in theirs} == {"axis"}


@rule("WF-W44.3")
def test_the_rules_in_force_in_winter_44() -> None:
    t = month("winter44", "Jan production")
    assert (step_cost(t.state, t.unit("OKW")).value, cadre_cost(t.state, t.unit("AGB")).value) == (20, 40)
    assert [air_firepower(t.state, side) for side in (0, 1)] == ["TF", "none"]
    assert t.state.world.is_since(0, "iron_curtain_starts")
    assert [t.state.world.roster[t.unit(name)].start for name in ("AGE", "MechE", "Cav78")] == [2, 2, 2]
    forces = scenario_data("winter44")["forces"]
    assert (forces["allied"]["mech"], forces["axis"]["armor"]) == ([10, 28], [5, 12])


@rule("WF-W44.8")
@pytest.mark.parametrize("way", ["semi-historical", "free"])
def test_the_axis_has_no_forts_in_winter_44(way: str) -> None:
    t = begun("winter44", way)
    assert t.refused("muster Fort81 1", "axis") == "WF-3.23a"
    t = ready("winter44", way)
    forts = [unit.name for unit in t.state.world.roster if unit.kind == "fort"]
    assert [t.at(name) for name in forts] == ["eliminated"] * 5
