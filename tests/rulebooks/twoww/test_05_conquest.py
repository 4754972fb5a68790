"""Chapters 5.3.2 and 5.3.3: conquest and liberation."""

from __future__ import annotations

import pytest

from grognard.games.twoww import conquest, income
from grognard.games.twoww.state import ALLIES, AXIS
from grognard.games.twoww.world import AMERICA, BRITAIN, FRANCE, GERMANY, ITALY
from tests.rulebooks.twoww.borders import enters, news, ring, stand
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule


def check(t: Table) -> Table:
    conquest.check(t.state)
    return t


@rule("2WW-5.3.2a")
def test_a_country_is_conquered_when_the_turn_ends() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor\nCracow: Poland 1 Infantry")
    enters(t, "Ge 1 Armor", "Warsaw")
    assert t.owner("Poland") == "allied"
    assert check(t).owner("Poland") == "axis"
    assert t.state.conquered[t.country("Poland")] == 1 + AXIS


@rule("2WW-5.3.2a")
def test_a_capital_that_is_retaken_in_time_saves_the_country() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor\nCracow: Poland 1 Infantry")
    enters(t, "Ge 1 Armor", "Warsaw")
    stand(t, "Ge 1 Armor", "Berlin")
    enters(t, "Poland 1 Infantry", "Warsaw")
    assert check(t).owner("Poland") == "allied"


@rule("2WW-5.3.2a")
def test_whoever_invaded_a_neutral_must_conquer_it() -> None:
    t = at("Summer 1940, allied movement\nLondon: GB 1 Armor", holds={"Cadiz": "allied"})
    enters(t, "GB 1 Armor", "Lisbon")
    assert t.owner("Portugal") == "axis"
    assert check(t).owner("Portugal") == "allied"
    assert t.state.conquered[t.country("Portugal")] == 1 + ALLIES


@rule("2WW-5.3.2b")
def test_a_capital_that_is_cut_off_is_not_conquered_yet() -> None:
    t = at("Autumn 1939, axis movement", at_war={"Poland": "allied"}, holds={"Warsaw": "axis"})
    ring(t, "Warsaw", "Poland 1 Infantry", "Poland 2 Infantry", "Fr 1 Armor")
    assert check(t).owner("Poland") == "allied"
    stand(t, "Fr 1 Armor", "Paris")
    assert check(t).owner("Poland") == "axis"


@rule("2WW-5.3.2b")
def test_a_capital_of_a_neutral_is_no_goal() -> None:
    t = at("Autumn 1939, axis movement", at_war={"Yugoslavia": "allied"}, holds={"Belgrade": "axis"})
    for country, capital in (("Germany", "Berlin"), ("Hungary", "Budapest"), ("Rumania", "Bucharest")):
        t.hold("allied", capital)
        assert t.owner(country) == "axis"
    t.hold("allied", "Sofia", "Helsinki")
    conquest.check(t.state)
    assert t.owner("Yugoslavia") == "allied"  # Rome is Axis, but at peace


@rule("2WW-5.3.2b")
def test_a_capital_does_not_supply_itself() -> None:
    t = at(
        "Summer 1942, axis movement\nOslo: Ge 1 Armor\n1903: GB Home Fleet",
        at_war={"Norway": "allied"},
        holds={"Oslo": "axis"},
    )
    assert check(t).owner("Norway") == "allied"


@rule("2WW-5.3.2c")
def test_units_of_a_conquered_country_are_gone_and_cannot_be_bought() -> None:
    t = at(
        "Winter 1941, production\nZagreb: Yugoslavia Infantry",
        at_war={"Yugoslavia": "allied"},
        holds={"Belgrade": "axis"},
    )
    check(t)
    assert t.at("Yugoslavia Infantry") == "conquered"
    assert t.refused("build YugoslaviaInfantry Zagreb", "allied") == "2WW-5.3.2c"


@rule("2WW-5.3.2d")
def test_the_conqueror_has_the_production_cities() -> None:
    t = at("Summer 1940, axis movement", at_war={"Belgium": "allied"}, holds={"Brussels": "axis"})
    check(t)
    assert t.owner("Belgium") == "axis"
    assert "Brussels" in [reason.why for reason in income.income(t.state, GERMANY).reasons]


@rule("2WW-5.3.2d")
def test_the_conqueror_chooses_the_power_that_uses_them() -> None:
    t = at("Summer 1940, axis movement", at_war={"Belgium": "allied"}, holds={"Brussels": "axis"})
    check(t)
    assert t.place("Brussels") in income.claims(t.state, ITALY)
    ring(t, "Rome", "GB 1 Armor", "GB 2 Armor", "GB 8 Armor")
    assert t.place("Brussels") not in income.claims(t.state, ITALY)


@rule("2WW-5.3.2d")
def test_cities_that_nobody_entered_go_along_unless_occupied() -> None:
    t = at(
        "Summer 1942, axis movement\nKharkov: SU 1 Infantry",
        holds={"Moscow": "axis", "Leningrad": "axis", "Stalingrad": "axis"},
    )
    stand(t, "GB 1 RAF", "Baku")
    check(t)
    assert [t.holder(city) for city in ("Kiev", "Kharkov", "Baku")] == ["axis", "axis", "allied"]


@rule("2WW-5.3.2e")
def test_the_united_states_cannot_be_conquered() -> None:
    t = at("Summer 1944, axis movement")
    for place in t.state.world.cities:
        t.hold("axis", t.state.world.board.names[place])
    check(t)
    assert (t.owner("United States"), t.state.conquered[AMERICA]) == ("allied", 0)
    assert t.owner("Britain") == "axis"


@rule("2WW-5.3.3a")
def test_a_country_is_liberated_when_the_turn_ends() -> None:
    t = at("Summer 1944, axis movement", at_war={"Belgium": "allied"}, holds={"Brussels": "axis"})
    assert check(t).owner("Belgium") == "axis"
    t.hold("allied", "Brussels")
    assert t.owner("Belgium") == "axis"
    assert check(t).owner("Belgium") == "allied"
    assert not t.state.conquered[t.country("Belgium")]


@rule("2WW-5.3.3a")
def test_liberation_needs_a_line_of_supply() -> None:
    t = at("Summer 1944, axis movement", holds={"Budapest": "allied"})
    assert check(t).owner("Hungary") == "allied"
    t.hold("axis", "Budapest")
    ring(t, "Budapest", "SU 1 Infantry", "SU 2 Infantry", "SU 3 Infantry")
    assert check(t).owner("Hungary") == "allied"
    for unit in ("SU 1 Infantry", "SU 2 Infantry", "SU 3 Infantry"):
        stand(t, unit, "Moscow")
    assert check(t).owner("Hungary") == "axis"


@rule("2WW-5.3.3b")
def test_units_of_a_liberated_country_are_in_the_liberators_pool() -> None:
    t = at(
        "Summer 1944, axis movement\nSalonika: Greece Infantry",
        at_war={"Greece": "allied"},
        holds={"Athens": "axis"},
    )
    check(t)
    assert t.at("Greece Infantry") == "conquered"
    t.hold("allied", "Athens")
    check(t)
    assert (t.at("Greece Infantry"), t.commander("Greece Infantry")) == ("pool", "allied")


@rule("2WW-5.3.3b")
def test_units_of_later_turns_still_come_on_time() -> None:
    t = at("Winter 1942, axis movement", holds={"London": "axis"})
    assert check(t).at("GB 2 Armor") == "conquered"
    t.hold("allied", "London")
    check(t)
    assert (t.at("GB 1 Paratroops"), t.at("GB 2 Armor")) == ("later", "pool")


@rule("2WW-5.3.3c")
def test_cities_of_liberated_france_serve_britain() -> None:
    t = at("Summer 1944, axis movement\nBerlin: Ge 1 Armor", vichy=1)
    t.state.conquered[FRANCE], t.state.owner[FRANCE] = 1 + AXIS, AXIS
    t.hold("axis", "Paris", "Cherbourg", "Brest", "Bordeaux", "Saint-Nazaire")
    check(t)
    assert "Paris" not in [reason.why for reason in income.income(t.state, BRITAIN).reasons]
    t.hold("allied", "Paris", "Cherbourg")
    check(t)
    assert (t.owner("France"), t.state.conquered[FRANCE]) == ("allied", 0)
    assert "Paris" in [reason.why for reason in income.income(t.state, BRITAIN).reasons]
    assert income.income(t.state, FRANCE).value == 0


@rule("2WW-5.3.2a")
def test_the_end_of_a_turn_judges_and_is_written_down() -> None:
    t = at("Summer 1940, axis movement", at_war={"Belgium": "allied"}, holds={"Brussels": "axis"})
    conquest.EndOfTurn().run(t.state)
    assert t.owner("Belgium") == "axis"
    points = income.expected(t.state, AXIS), income.expected(t.state, ALLIES)
    # Germany, Italy, four minors and Belgium; France and Britain, for the Soviet Union is at peace
    assert t.state.course == ((*points, 7, 2),)


@rule("2WW-5.3.2a")
def test_a_neutral_is_not_conquered() -> None:
    t = at("Spring 1940, axis movement", holds={"Rome": "allied"})
    assert check(t).owner("Italy") == "axis"


@pytest.mark.parametrize("passenger", ["Ge 1 Infantry", "Ge 1 Armor"])
def test_a_foreign_passenger_is_lost_with_a_fleet_that_is_taken_away(passenger: str) -> None:
    """Also the first unit of the roster, whose number is 0."""
    t = at(
        f"Summer 1943, axis movement\nTaranto: It Fleet, {passenger} aboard It Fleet\nNaples: It 2 Infantry",
        holds={"Rome": "allied"},
    )
    check(t)
    assert (t.at("It Fleet"), t.at("It 2 Infantry"), t.at(passenger)) == ("conquered", "conquered", "pool")


def test_a_passenger_of_the_same_country_is_not_lost() -> None:
    t = at("Summer 1943, axis movement\nTaranto: It Fleet, It 2 Infantry", holds={"Rome": "allied"})
    t.state.aboard[t.unit("It 2 Infantry")] = t.unit("It Fleet")
    check(t.touched())
    assert (t.at("It 2 Infantry"), t.state.aboard[t.unit("It 2 Infantry")]) == ("conquered", -1)


def test_passengers_of_a_conquered_country_are_not_told_as_lost() -> None:
    t = at("Summer 1943, axis movement\nHull: GB Home Fleet, GB 1 Paratroops", holds={"London": "axis"})
    t.state.aboard[t.unit("GB 1 Paratroops")] = t.unit("GB Home Fleet")
    check(t.touched())
    assert (t.at("GB Home Fleet"), t.at("GB 1 Paratroops")) == ("conquered", "conquered")
    assert news(t, "eliminated") == 0


@rule("2WW-5.3.2b")
def test_each_captured_capital_needs_a_line_of_its_own() -> None:
    t = at("Summer 1942, axis movement", holds=dict.fromkeys(("Moscow", "Leningrad", "Stalingrad"), "axis"))
    ring(t, "Stalingrad", "SU 1 Infantry", "SU 2 Infantry", "SU 3 Infantry")
    assert check(t).owner("USSR") == "allied"
    stand(t, "SU 1 Infantry", "Baku")
    assert check(t).owner("USSR") == "axis"
