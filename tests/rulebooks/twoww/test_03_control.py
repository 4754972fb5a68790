"""Chapter 3.4: sides, powers, capitals, neutrals, and who controls cities and ports."""

from __future__ import annotations

import pytest

from grognard.games.twoww import conquest, ground, income, zones
from grognard.games.twoww.state import AXIS
from tests.rulebooks.twoww.borders import enters, news, open_hex, said, stand
from tests.rulebooks.twoww.table import at
from tests.rules import rule

SOVIET_CAPITALS = ("Moscow", "Leningrad", "Stalingrad")


@rule("2WW-1a")
def test_each_side_runs_its_major_powers() -> None:
    t = at("Summer 1940, axis movement")
    units = ("Ge 1 Armor", "It 1 Armor", "Fr 1 Armor", "GB 1 Armor", "SU 1T Armor", "US 1 Armor")
    assert [t.commander(unit) for unit in units] == ["axis", "axis", "allied", "allied", "allied", "allied"]


@rule("2WW-3.4.1a")
def test_six_powers_are_major() -> None:
    countries = at("Summer 1940, axis movement").state.world.countries
    majors = {country.name for country in countries if country.kind == "major"}
    assert majors == {"France", "USSR", "Britain", "United States", "Italy", "Germany"}


@rule("2WW-3.4.1b")
def test_each_power_has_one_capital_and_the_soviet_union_three() -> None:
    world = at("Summer 1940, axis movement").state.world
    for number, country in enumerate(world.countries):
        if country.is_power and country.name != "United States":
            assert len(world.capitals[number]) == (3 if country.name == "USSR" else 1), country.name


@rule("2WW-3.4.1b")
@pytest.mark.parametrize("taken", range(4))
def test_all_three_soviet_capitals_are_needed(taken: int) -> None:
    t = at("Summer 1942, axis movement", holds=dict.fromkeys(SOVIET_CAPITALS[:taken], "axis"))
    conquest.check(t.state)
    assert t.owner("USSR") == ("axis" if taken == 3 else "allied")


@rule("2WW-3.4.1b")
def test_all_three_soviet_capitals_are_needed_to_liberate() -> None:
    t = at("Summer 1943, axis movement", holds=dict.fromkeys(SOVIET_CAPITALS, "axis"))
    conquest.check(t.state)
    t.hold("allied", "Moscow", "Leningrad")
    conquest.check(t.state)
    assert t.owner("USSR") == "axis"
    t.hold("allied", "Stalingrad")
    conquest.check(t.state)
    assert t.owner("USSR") == "allied"


@rule("2WW-3.4.2a")
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_nobody_moves_the_units_of_a_neutral(side: str) -> None:
    t = at(f"Summer 1940, {side} movement\nAnkara: Turkey 1 Infantry\nBerlin: Ge 1 Armor\nLondon: GB 1 Armor")
    assert t.refused("move Turkey1Infantry", side) == "2WW-3.4.2a"


@rule("2WW-3.4.2a")
def test_a_neutral_does_not_produce() -> None:
    t = at("Winter 1941, production\nAnkara: Turkey 1 Infantry reduced")
    assert t.refused("upgrade Turkey1Infantry", "allied") == "2WW-3.4.2a"
    assert income.income(t.state, t.country("Turkey")).value == 0
    assert income.income(t.state, t.country("Hungary")).value == 1


@rule("2WW-3.4.2b")
def test_no_land_unit_enters_switzerland() -> None:
    t = at("Summer 1940, axis movement\nMunich: Ge 1 Armor")
    world, bern = t.state.world, t.place("Bern")
    beside = next(hex for hex in world.board.neighbours[bern] if world.country_at[hex] == t.country("Italy"))
    stand(t, "Ge 1 Armor", world.board.names[beside]).say("axis", "move Ge1Armor")
    assert t.refused("march Bern", "axis") == "2WW-3.4.2b"


def test_air_zones_reach_across_switzerland() -> None:
    t = at("Autumn 1939, axis movement\nMunich: Ge 1 Air")
    zone = zones.air_zone(t.state, t.unit("Ge 1 Air"))
    world = t.state.world
    west = [
        place for place in range(world.board.grid.size) if zone >> place & 1 and world.board.nation[place] == "France"
    ]
    assert west


@rule("2WW-3.4.7a")
def test_a_city_belongs_to_whoever_was_in_it_last() -> None:
    t = at("Spring 1944, axis movement\nParis: GB 1 Armor\nBerlin: Ge 1 Armor", vichy=1)
    t.hold("allied", "Paris")
    stand(t, "GB 1 Armor", "London")
    assert t.holder("Paris") == "allied"
    enters(t, "Ge 1 Armor", "Paris")
    stand(t, "Ge 1 Armor", "Berlin")
    assert t.holder("Paris") == "axis"


@rule("2WW-3.4.7a")
def test_control_changes_in_passing() -> None:
    t = at("Summer 1942, axis movement\nBerlin: Ge 1 Armor")
    world = t.state.world
    before, *_, beyond = (world.board.names[hex] for hex, _ in world.steps[t.place("Smolensk")])
    stand(t, "Ge 1 Armor", before)
    t.say("axis", "move Ge1Armor", "march Smolensk", f"march {said(beyond)}", "pass")
    assert (t.at("Ge 1 Armor"), t.holder("Smolensk")) == (beyond, "axis")


@rule("2WW-3.4.7a")
@pytest.mark.parametrize("unit", ["Ge 1 Air", "Ge Surface Fleet"])
def test_only_land_units_take_cities(unit: str) -> None:
    t = at(f"Summer 1942, axis movement\nHamburg: {unit}")
    if unit == "Ge 1 Air":
        enters(t, unit, "Riga")
    else:
        stand(t, unit, "Riga")
    assert t.holder("Riga") == "allied"


@rule("2WW-3.4.7a")
def test_a_unit_among_enemies_does_not_hold_the_city_yet() -> None:
    t = at("Summer 1942, axis movement\nBerlin: Ge 1 Paratroops\nRiga: SU 1 Infantry")
    enters(t, "Ge 1 Paratroops", "Riga")
    assert t.holder("Riga") == "allied"


@rule("2WW-3.4.7a")
def test_at_first_a_city_belongs_to_its_country() -> None:
    t = at("Autumn 1939, axis movement")
    assert [t.holder(city) for city in ("Berlin", "Rome", "Paris", "Cairo", "Tripoli", "Warsaw")] == [
        "axis", "axis", "allied", "allied", "axis", "neutral",
    ]  # fmt: skip


@rule("2WW-3.4.7a")
def test_a_territory_goes_with_its_capital() -> None:
    t = at("Summer 1942, axis movement\nTobruk: It NA Infantry\nAlexandria: GB Mediterranean Fleet")
    enters(t, "It NA Infantry", "Cairo")
    assert t.owner("Egypt") == "axis"
    assert t.holder("Port Said") == "axis"
    assert t.holder("Alexandria") == "allied"  # a fleet lies there
    assert t.owner("Palestine") == "allied"


@rule("2WW-3.4.7a")
def test_only_cities_and_ports_have_a_holder_and_each_is_told_once() -> None:
    t = at("Summer 1942, axis movement\nBerlin: Ge 1 Armor")
    enters(t, "Ge 1 Armor", open_hex(t, "Germany"))
    enters(t, "Ge 1 Armor", "Minsk")
    enters(t, "Ge 1 Armor", "Minsk")
    assert news(t, "captured") == 1


@rule("2WW-3.4.7a")
def test_a_port_that_is_taken_is_a_friendly_port_at_once() -> None:
    t = at("Summer 1942, axis movement\nBerlin: Ge 1 Armor")
    assert not ground.friendly_ports(t.state, AXIS) >> t.place("Riga") & 1
    enters(t, "Ge 1 Armor", "Riga")
    assert ground.friendly_ports(t.state, AXIS) >> t.place("Riga") & 1


@rule("2WW-3.4.7a")
def test_a_territory_that_was_never_lost_is_not_handed_over_again() -> None:
    t = at("Summer 1942, allied movement\nAlexandria: GB 8 Armor", holds={"Cairo": "axis", "Suez": "axis"})
    enters(t, "GB 8 Armor", "Cairo")
    assert (t.owner("Egypt"), t.holder("Cairo"), t.holder("Suez")) == ("allied", "allied", "axis")
    assert news(t, "territory") == 0


@rule("2WW-3.4.7a")
def test_which_rule_a_territory_goes_by() -> None:
    t = at("Summer 1940, axis movement\nBerlin: Ge 1 Armor\nTripoli: It NA Infantry")
    enters(t, "Ge 1 Armor", "Paris")
    enters(t, "It NA Infantry", "Tunis")
    enters(t, "It NA Infantry", "Cairo")
    rules = [event.rule for event in t.state.news if event.what == "territory"]
    assert rules == ["2WW-12.2.3b", "2WW-3.4.7a"]
