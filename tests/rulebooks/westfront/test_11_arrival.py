"""Chapter 11, 11.5 and 11.6: where new units appear on the whole map, and those that come early."""

from __future__ import annotations

import pytest

from grognard.games.westfront.production import cadre_cost, cadres, step_cost
from grognard.games.westfront.production_level import production_level
from grognard.games.westfront.state import NONE, READY
from tests.rulebooks.westfront.table import Table
from tests.rules import rule


def producing(pieces: str = "", scenario: str = "summer43", month: str = "Aug") -> Table:
    return Table(f"westfront {scenario}\n{month} production\n{pieces}")


# 11.6 Arrival places of the Axis


@rule("WF-11.6a", "WF-1.41e")
def test_german_cadres_appear_in_victory_cities_but_not_in_any_foreign_city() -> None:
    t = producing()
    for place in ("Berlin", "Paris", "Rome", "Vienna", "Copenhagen", "Prague"):
        assert t.refused(f"rebuild Ge74 {place}", "axis") is None, place
    for place in ("Bordeaux", "Lyon", "Lille", "Turin", "Foggia", "Gyor"):
        assert t.refused(f"rebuild Ge74 {place}", "axis") == "WF-11.6a", place


@rule("WF-11.6a", "WF-1.44")
def test_german_home_cities_are_those_of_germany_alone() -> None:
    t = producing()
    for place in ("Hamburg", "Erfurt", "Mainz", "Freiburg"):
        assert t.refused(f"rebuild Ge74 {place}", "axis") is None, place
    for place in ("Linz", "Graz", "Innsbruck"):
        assert t.refused(f"rebuild Ge74 {place}", "axis") == "WF-11.6a", place


@rule("WF-11.6a")
def test_italian_units_appear_in_their_own_cities_and_in_victory_cities_that_they_may_enter() -> None:
    t = producing()
    for place in ("Rome", "Milan", "Turin", "Foggia", "Palermo"):
        assert t.refused(f"rebuild It7 {place}", "axis") is None, place
    for place in ("Berlin", "Paris", "Vienna", "Hamburg", "Sarajevo", "OstravaNE1"):
        assert t.refused(f"rebuild It7 {place}", "axis") == "WF-11.6a", place


@rule("WF-11.6d")
def test_an_embattled_city_is_closed() -> None:
    assert producing("Hamburg: Ge84 2, Br30 4 attacks").refused("rebuild Ge74 Hamburg", "axis") == "WF-11.6d"


@rule("WF-11.6d")
def test_a_city_without_supply_is_closed() -> None:
    links = ("Stettin SW1", "Magdeburg", "Berlin E1", "Dresden", "Berlin SE1")
    t = producing("\n".join(f"{place}: {unit} 2" for place, unit in zip(links, ALLIES_IN_GERMANY, strict=True)))
    assert t.refused("arrive Mtn15 Munich", "axis") == "WF-11.6d"


ALLIES_IN_GERMANY = ("US8", "US15", "US20", "US12", "US19")


# Rail entry hexes


@rule("WF-11.6d")
def test_a_rail_entry_hex_is_closed_by_enemies_and_not_by_their_control() -> None:
    t = producing("Gyor: Br30 4")
    assert t.state.owner[t.place("Gyor E1")] == 0
    assert t.refused("rebuild Ge74 GyorE1", "axis") is None
    assert producing("Gyor E1: Br30 4").refused("rebuild Ge74 GyorE1", "axis") == "WF-11.6d"


@rule("WF-11.6c")
def test_a_rail_entry_hex_takes_one_new_unit() -> None:
    t = producing().say("axis", "rebuild Ge74 PosnanE1")
    assert t.refused("rebuild Ge84 PosnanE1", "axis") == "WF-11.6c"
    assert t.refused("rebuild Ge84 OstravaNE1", "axis") is None


@rule("WF-11.6c")
def test_a_major_city_takes_two_new_units_and_a_minor_one() -> None:
    t = producing().say("axis", "rebuild Ge74 Paris", "rebuild Ge84 Paris", "rebuild Ge64 Erfurt")
    assert t.refused("rebuild Ge86 Paris", "axis") == "WF-11.6c"
    assert t.refused("rebuild Ge86 Erfurt", "axis") == "WF-11.6c"


@rule("WF-16.7a", "WF-16.7b")
@pytest.mark.parametrize(
    ("month", "lost"), [("Oct", ("Sarajevo",)), ("Nov", ("Sarajevo", "VukovarE1"))]
)  # fmt: skip
def test_nobody_arrives_behind_the_iron_curtain(month: str, lost: tuple[str, ...]) -> None:
    t = producing(scenario="summer44", month=month)
    for place in ("Sarajevo", "VukovarE1", "GyorE1", "OstravaNE1", "PosnanE1", "StettinE3"):
        assert t.refused(f"rebuild Ge74 {place}", "axis") == ("WF-16.7a" if place in lost else None), place


# 11.6 Arrival places of the Allies


@rule("WF-11.6b")
def test_the_allies_appear_in_major_ports() -> None:
    t = producing()
    for place in ("Tunis", "London", "Glasgow", "Gibraltar"):
        assert t.refused(f"arrive Polish {place}", "allied") is None, place
    for place in ("Malta", "Plymouth", "Birmingham"):
        assert t.refused(f"arrive Polish {place}", "allied") == "WF-11.6b", place


@rule("WF-11.6b", "WF-1.44")
def test_british_units_appear_in_the_cities_of_britain_too() -> None:
    t = producing()
    assert t.refused("rebuild Br30 Birmingham", "allied") is None
    assert t.refused("rebuild US2 Birmingham", "allied") == "WF-11.6b"
    assert t.refused("rebuild Cdn2 Birmingham", "allied") == "WF-11.6b"
    assert t.refused("arrive Polish Birmingham", "allied") == "WF-11.6b"
    assert t.refused("rebuild Br30 Inverness", "allied") == "WF-11.6b"  # a town is no home city


@rule("WF-11.6b")
def test_only_the_british_have_home_cities_on_the_allied_side() -> None:
    t = producing("Posnan: Br30 4")
    assert t.state.world.values[t.place("Posnan")]["home"] == t.state.world.roster[t.unit("Polish")].nation
    assert t.refused("arrive Polish Posnan", "allied") == "WF-11.6b"


@rule("WF-11.6c")
def test_a_major_port_in_a_minor_city_takes_one_new_unit() -> None:
    t = producing().say("allied", "rebuild US2 Benghazi")
    assert t.refused("rebuild US6 Benghazi", "allied") == "WF-11.6c"


@rule("WF-11.6b")
def test_antwerp_makes_brussels_a_major_port() -> None:
    t = producing("Ostende: Br30 4\nRotterdam: Br12 4\nBrussels: Br8 4")
    assert t.refused("rebuild US2 Antwerp", "allied") is None
    assert t.refused("rebuild US2 Ostende", "allied") == "WF-11.6b"


# 11.51 Advanced arrival


def points(t: Table) -> int:
    left: int = t.match.view("allied")["tracks"]["production points"]
    return left


def steps(t: Table, unit: str) -> int:
    """The strength of an Allied unit on its owner's sheet."""
    found = [piece["face"]["steps"] for piece in t.match.view("allied")["pieces"] if piece["id"] == unit]
    return int(found[0])


@rule("WF-11.51")
def test_a_reinforcement_comes_a_month_early_and_a_step_weaker() -> None:
    t = producing(month="Sep").say("allied", "advance Cdn1 Glasgow")
    assert (steps(t, "Cdn1"), points(t)) == (3, 73)
    assert t.refused("advance SHAEF London paid", "allied") == "WF-11.51"  # it is due, and not early


@rule("WF-11.51")
def test_a_reinforcement_comes_a_month_early_for_the_price_of_its_cadre() -> None:
    t = producing(month="Sep").say("allied", "advance Cdn1 Glasgow paid")
    assert (steps(t, "Cdn1"), points(t)) == (4, 61)
    assert t.refused("advance Cdn1 Glasgow", "allied") == "WF-11.51"


@rule("WF-11.51")
def test_a_reinforcement_comes_no_more_than_a_month_early() -> None:
    t = producing()
    assert t.refused("advance Cdn1 Glasgow", "allied") == "WF-11.51"
    assert t.refused("advance SHAEF Glasgow paid", "allied") is None


@rule("WF-11.51")
def test_a_unit_that_is_due_at_its_lowest_step_can_only_be_paid_for() -> None:
    t = producing()
    assert t.refused("advance SHAEF London", "allied") == "WF-11.51"
    t.say("allied", "advance SHAEF London paid")
    assert (steps(t, "SHAEF"), points(t)) == (0, 53)


@rule("WF-11.51")
def test_only_one_unit_comes_early_in_a_production() -> None:
    text = "westfront summer44\nAug production"
    due = [row["unit"] for row in Table(text).state.world.data["reinforcement"] if row["month"] == "1944-09"]
    allied = [unit for unit in due if unit.startswith("US")]
    assert len(allied) >= 2
    t = Table(text)
    assert t.refused(f"advance {allied[1]} London", "allied") is None
    t.say("allied", f"advance {allied[0]} London")
    assert t.refused(f"advance {allied[1]} London", "allied") == "WF-11.51"


@rule("WF-11.6d", "WF-11.51")
def test_a_unit_that_comes_early_needs_an_arrival_place_and_the_points() -> None:
    t = producing("Glasgow: Ge74 2\nLondon: Br30 4", month="Sep")
    assert t.refused("advance Cdn1 Glasgow", "allied") == "WF-11.6d"
    assert t.refused("advance Cdn1 Nowhere", "allied") == "table.no-place"
    assert t.refused("advance Polish London", "allied") == "WF-11.51"


@rule("WF-11.3")
def test_a_unit_that_comes_early_for_points_is_paid_for() -> None:
    t = producing("London: Br30 4").say(
        "allied", "rebuild 21AG Birmingham", "rebuild 15AG Birmingham", "rebuild Br2Para Leeds"
    )
    assert points(t) == 9
    assert t.refused("advance SHAEF Glasgow paid", "allied") == "WF-11.3"


# 11.43 What headquarters cost


def step(t: Table, unit: str) -> int:
    return step_cost(t.state, t.unit(unit)).value


@rule("WF-11.43b")
def test_headquarters_in_britain_are_not_overseas() -> None:
    assert step(producing("Plymouth: AF 2"), "AF") == 10


@rule("WF-11.43b")
def test_headquarters_beyond_the_sea_pay_more_away_from_a_major_port() -> None:
    t = producing("Tunis: 15AG 2\nBizerte: 21AG 2\nMalta: AF 2\nCasablanca: 1AG 2")
    assert [step(t, hq) for hq in ("15AG", "21AG", "AF", "1AG")] == [10, 10, 15, 15]


@rule("WF-11.43b")
def test_axis_headquarters_pay_only_where_no_rail_line_leads() -> None:
    assert step(producing("Foggia: OKW 2"), "OKW") == 10
    t = producing("Sassari: OKW 2\nGenoa: It4 2")
    assert step(t, "OKW") == 15


@rule("WF-11.43b")
def test_a_headquarters_that_is_rebuilt_overseas_pays_ten_more() -> None:
    t = producing()
    assert cadre_cost(t.state, t.unit("OKW"), t.place("Berlin")).value == 20
    assert cadre_cost(t.state, t.unit("OKW"), t.place("Sassari")).value == 30
    assert cadre_cost(t.state, t.unit("Ge74"), t.place("Sassari")).value == 6


@rule("WF-11.43b")
def test_a_headquarters_is_offered_overseas_only_where_that_can_be_paid() -> None:
    t = producing("Tunis: Br10 4")
    for points, is_payable in ((30, True), (29, False)):
        t.state.points = [points, 0]
        places = [order.at for order in cadres(t.state, t.unit("15AG"), full=0)]
        assert "London" in places
        assert ("Belfast" in places) == is_payable


# 11.5 Beachheads on the schedule


@rule("WF-11.5")
@pytest.mark.parametrize(
    ("scenario", "month", "corps", "status"),
    [
        ("winter43", "Feb", "US7", NONE), ("winter43", "Mar", "US7", READY),
        ("year43", "Nov", "US5", NONE), ("year43", "Dec", "US5", READY),
    ],
)  # fmt: skip
def test_a_scheduled_beachhead_is_there_from_the_production_of_its_month(
    scenario: str, month: str, corps: str, status: int
) -> None:
    t = producing(f"London: {corps} 4, SHAEF 1\nBerlin: OKW 1", scenario, month)
    assert t.fact("beachhead", corps) == status


@rule("WF-11.5", "WF-11.44")
def test_a_beachhead_that_comes_by_schedule_costs_nothing() -> None:
    t = producing("London: US7 4, SHAEF 1\nBerlin: OKW 1", "winter43", "Mar")
    assert points(t) == production_level(t.state, 0).value
    assert t.refused("prepare US7", "allied") == "WF-11.44"


@rule("WF-11.5")
def test_a_beachhead_that_is_ashore_already_stays_there_when_its_month_comes() -> None:
    pieces = "Calais: US7 4\nLondon: SHAEF 1\nBerlin: OKW 1, Ge84 2, US5 3 attacks"
    t = Table(f"westfront winter43\nFeb II, axis combat\n{pieces}").put_beachhead("US7", "Calais")
    t.say("axis", "pass")
    assert (t.when, t.fact("beachhead", "US7")) == ("Mar production", t.place("Calais"))


@rule("WF-11.6b")
def test_nobody_arrives_at_a_beachhead() -> None:
    t = producing("Anzio: US6 4\nLondon: SHAEF 1\nRome: Ge84 2", "winter43", "Jan").put_beachhead("US6", "Anzio")
    assert t.refused("arrive US8 Anzio", "allied") == "WF-11.6b"
    assert t.refused("arrive US8 Naples", "allied") is None
