"""Chapter 11: lines of supply, and what befalls whoever has none."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

import grognard
from grognard.games.twoww.attrition import Supply
from grognard.games.twoww.battle import factor
from grognard.games.twoww.land_moves import points_left
from grognard.games.twoww.state import ALLIES, AXIS, JOINED, NO_VICHY
from grognard.games.twoww.supply import home_capitals, is_supplied, line_of, lines, reach
from tests.rulebooks.twoww.fights import declare, fires, steppe
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule


def supplied(t: Table, unit: str) -> bool:
    return is_supplied(t.state, t.unit(unit))


def after_supply(text: str, **facts: object) -> Table:
    """A position once the Supply step is over: the forts of Berlin hold up the end of the turn."""
    return at(f"Summer 1940, supply\nBerlin: Ge Fort 1\n{text}", **facts)  # type: ignore[arg-type]


# When supply is looked at


@rule("2WW-11a")
def test_air_units_and_fleets_wear_down_in_the_supply_step() -> None:
    t = after_supply("Malta: GB 1 RAF, GB 2 RAF reduced", holds={"Malta": "axis"})
    assert t.when == "Summer 1940, adjustment"
    assert t.strength("GB 1 RAF") == "reduced"
    assert t.at("GB 2 RAF") == "pool"


@rule("2WW-11a")
def test_nobody_wears_down_who_can_trace_a_line() -> None:
    t = after_supply("Hull: GB 1 RAF\nScapa Flow NE1: GB Home Fleet")
    assert t.strength("GB 1 RAF") == t.strength("GB Home Fleet") == "full"


@rule("2WW-11a")
def test_air_units_fire_with_all_their_factors_whatever_their_supply() -> None:
    t = at("Summer 1940, allied combat\nMalta: GB 1 RAF\nPalermo: It 1 Air", holds={"Malta": "axis"})
    assert not supplied(t, "GB 1 RAF")
    assert factor(t.state, t.unit("GB 1 RAF")).value == 4
    t.roll(7, 7).say("allied", "strike Palermo air")
    assert fires(t)[0][2] == 4


@rule("2WW-11a")
def test_land_units_are_not_touched_by_the_supply_step() -> None:
    t = after_supply("Malta: GB 1 Armor", holds={"Malta": "axis"}, at_war={"Italy": "axis"})
    t.hold("axis", "Malta")
    assert not supplied(t, "GB 1 Armor")
    assert t.strength("GB 1 Armor") == "full"


@rule("2WW-11b")
@pytest.mark.parametrize("box", ["Atlantic", "Capetown", "Red Sea", "Persian Gulf"])
def test_allied_fleets_in_boxes_are_supplied(box: str) -> None:
    t = after_supply(f"{box}: GB Home Fleet, GB Naval Air aboard GB Home Fleet", holds={"London": "axis"})
    assert t.strength("GB Home Fleet") == t.strength("GB Naval Air") == "full"


@rule("2WW-11b")
def test_whoever_waits_in_the_united_states_is_supplied() -> None:
    t = after_supply("United States: US 8 Air, US 8 Fleet", holds={"London": "axis"})
    assert t.strength("US 8 Air") == t.strength("US 8 Fleet") == "full"


@rule("2WW-11c")
def test_submarines_in_the_atlantic_need_a_port_and_surface_fleets_have_no_supply() -> None:
    t = after_supply("Atlantic: Ge 1 Submarines, Ge Surface Fleet")
    assert t.strength("Ge 1 Submarines") == "full"
    assert t.strength("Ge Surface Fleet") == "reduced"
    t = at("Summer 1940, axis combat\nAtlantic: Ge 1 Submarines\nHull: GB Home Fleet")
    t.hold("allied", *(city.name for city in t.state.world.cities.values() if city.is_port))
    assert not supplied(t, "Ge 1 Submarines")


@rule("2WW-11c")
def test_submarines_on_the_map_trace_like_anyone() -> None:
    t = at("Summer 1940, axis combat\nScapa Flow N2: Ge 1 Submarines\nHull N1: GB Home Fleet")
    assert supplied(t, "Ge 1 Submarines")
    t.hold("allied", "Berlin").touched()
    assert not supplied(t, "Ge 1 Submarines")


def test_passengers_share_the_state_of_their_fleet() -> None:
    t = at("Summer 1943, allied combat\nScapa Flow NE1: GB Home Fleet, US 12 Air aboard GB Home Fleet")
    assert supplied(t, "US 12 Air")
    t.hold("axis", "London").hold("allied", "Rome", "Algiers")
    assert not supplied(t, "GB Home Fleet")
    assert not supplied(t, "US 12 Air")


# Land units


ENCIRCLED = (
    "Kharkov S1: SU 1 Infantry\nKharkov: Ge 1 Armor\nRostov SW1: Ge 2 Armor\nDnepropetrovsk: Ge 3 Armor\n"
    "Moscow: Moscow Fort"
)


@rule("2WW-11d", "2WW-11.2.4")
def test_an_army_that_was_cut_off_defends_at_half_strength() -> None:
    t = steppe(ENCIRCLED)
    assert not supplied(t, "SU 1 Infantry")
    declare(t.roll(12, 12), "axis", "attack", "Kharkov S1", "Ge 1 Armor")
    assert fires(t)[1][2] == 1


@rule("2WW-11d")
def test_forts_need_no_supply() -> None:
    t = steppe("Sevastopol: Sevastopol Fort\nOdessa NE1: Ge 1 Armor\nDnepropetrovsk SE1: Ge 2 Armor")
    t.hold("axis", "Moscow", "Leningrad", "Stalingrad")
    assert factor(t.state, t.unit("Sevastopol Fort")).value == 3
    declare(t.roll(12, 12), "axis", "attack", "Sevastopol", "Ge 1 Armor")
    assert fires(t)[1][2] == 3


@rule("2WW-11.2.4")
@pytest.mark.parametrize(("unit", "face", "combat", "moves"), [("SU 1T Armor", "", 2, 2), ("SU 1 Infantry", "", 1, 1)])
def test_all_factors_are_halved(unit: str, face: str, combat: int, moves: int) -> None:
    t = steppe(f"Kharkov S1: {unit}{face}", "Summer 1943, allied movement")
    full = factor(t.state, t.unit(unit)).value, points_left(t.state, t.unit(unit)).value
    t.hold("axis", "Moscow", "Leningrad", "Stalingrad")
    halved = factor(t.state, t.unit(unit)).value, points_left(t.state, t.unit(unit)).value
    assert halved == (full[0] // 2, full[1] // 2) == (combat, moves)


@rule("2WW-11.2.4")
@pytest.mark.parametrize(("capitals", "forest"), [("allied", None), ("axis", "2WW-8a")])
def test_half_the_points_may_not_do_for_a_single_hex(capitals: str, forest: str | None) -> None:
    holds = dict.fromkeys(("Moscow", "Leningrad", "Stalingrad"), capitals)
    t = at("Summer 1943, allied movement\n2905: SU 1 Infantry", holds=holds)
    t.say("allied", "move SU1Infantry")
    assert t.refused("march 2904") == forest  # it costs two
    assert t.refused("march 3004") is None


# Where lines run


@rule("2WW-11e")
def test_only_a_capital_at_home_will_do() -> None:
    t = at("Summer 1943, axis combat\nMilan: Ge 1 Armor, It 1 Armor\nHull: GB Home Fleet", holds={"Berlin": "allied"})
    assert not supplied(t, "Ge 1 Armor")
    assert supplied(t, "It 1 Armor")
    t.hold("axis", "Berlin")
    assert supplied(t, "Ge 1 Armor")


@rule("2WW-11e")
def test_one_of_three_soviet_capitals_is_enough() -> None:
    t = steppe("Kharkov: SU 1 Infantry")
    capitals = [t.state.world.board.names[place] for place in t.state.world.capitals[t.country("USSR")]]
    assert len(capitals) == 3
    for capital in capitals:
        t.hold("axis", *capitals).hold("allied", capital)
        assert supplied(t, "SU 1 Infantry")
    t.hold("axis", *capitals)
    assert not supplied(t, "SU 1 Infantry")


@rule("2WW-11.2.1")
def test_a_line_changes_between_land_and_sea_in_friendly_ports() -> None:
    t = at("Summer 1940, allied movement\nMalta: GB 1 Armor\nLondon: GB 1 RAF")
    assert supplied(t, "GB 1 Armor")
    t.hold("axis", "Malta")
    assert not supplied(t, "GB 1 Armor")
    t.hold("allied", "Malta").hold("axis", "London")
    assert not supplied(t, "GB 1 Armor")


@rule("2WW-11.2.1")
def test_the_port_at_home_must_be_friendly_too() -> None:
    t = at("Summer 1940, allied movement\nMalta: GB 1 Armor\nLondon: GB 1 RAF")
    t.hold("axis", *(city.name for city in t.state.world.cities.values() if city.name not in ("London", "Malta")))
    assert supplied(t, "GB 1 Armor")
    t = at("Spring 1943, axis movement\nTripoli: It 2 Infantry\nRome: It 3 Infantry")
    assert supplied(t, "It 2 Infantry")
    t.hold("allied", *(city.name for city in t.state.world.cities.values() if city.is_port and city.name != "Tripoli"))
    assert not supplied(t, "It 2 Infantry")


@rule("2WW-11.2.1")
def test_lines_run_through_no_box_unless_that_is_agreed(monkeypatch: pytest.MonkeyPatch) -> None:
    t = at(
        "Summer 1940, allied movement\nAlexandria: GB 8 Armor\nMessina SE1: It Fleet\nIraklion SW1: Ge Surface Fleet\n"
        "London: GB 1 RAF"
    )
    assert not supplied(t, "GB 8 Armor")
    monkeypatch.setattr(t.state.world, "options", {"cape": True})
    t.touched()
    assert supplied(t, "GB 8 Armor")


@rule("2WW-11.2.2a")
def test_enemy_zones_stop_a_line_unless_a_friend_is_there() -> None:
    t = steppe(ENCIRCLED)
    assert not supplied(t, "SU 1 Infantry")
    t = steppe(f"{ENCIRCLED}\nKharkov SE1: SU 2 Infantry")
    assert supplied(t, "SU 2 Infantry")
    assert supplied(t, "SU 1 Infantry")


@rule("2WW-11.2.2a")
def test_a_line_may_leave_an_enemy_zone() -> None:
    t = steppe("Kharkov S1: SU 1 Infantry\nKharkov: Ge 1 Armor")
    assert supplied(t, "SU 1 Infantry")


@rule("2WW-11.2.2b")
def test_an_enemy_fleet_closes_the_waters_and_coasts_of_its_zone() -> None:
    far = at("Summer 1940, allied movement\nMalta: GB 1 Armor\nTobruk NE1: It Fleet")
    assert supplied(far, "GB 1 Armor")
    near = at("Summer 1940, allied movement\nMalta: GB 1 Armor\nPalermo S1: It Fleet")
    assert not supplied(near, "GB 1 Armor")
    ashore = at("Summer 1940, allied movement\nHull: GB 1 Armor\nHull NE1: Ge Surface Fleet\nLondon: GB 1 RAF")
    assert not supplied(ashore, "GB 1 Armor")  # the port of London lies in the zone, and no fleet keeps it open
    kept = at("Summer 1940, allied movement\nHull: GB 1 Armor\nHull NE1: Ge Surface Fleet\nLondon: GB Home Fleet")
    assert supplied(kept, "GB 1 Armor")


@rule("2WW-11.2.2b")
def test_a_friendly_fleet_keeps_a_hex_open() -> None:
    text = "Summer 1943, axis movement\nSfax S1: It 2 Infantry\nMalta: GB Home Fleet, Malta Fort\nRome: It 3 Infantry"
    holds = {"Tunis": "axis", "Tripoli": "allied"}
    t = at(text, holds=holds)
    assert not supplied(t, "It 2 Infantry")
    t = at(f"{text}\nTunis: It Fleet", holds=holds)
    assert not supplied(t, "It 2 Infantry")  # the port is open, but not the waters beyond


@rule("2WW-11.2.2c")
def test_air_units_do_not_stop_a_line() -> None:
    closing = "Kharkov S1: SU 1 Infantry\nKharkov: Ge 1 Armor\nDnepropetrovsk: Ge 3 Armor\nGorki: SU 2 Infantry\n"
    t = steppe(closing)
    assert supplied(t, "SU 1 Infantry")
    for number, place in enumerate(("Rostov SW1", "Dnepropetrovsk SE1", "Rostov", "Stalingrad SW1", "Novorossisk"), 1):
        t.state.where[t.unit(f"Ge {number} Air")] = t.place(place)
    t.touched()
    assert supplied(t, "SU 1 Infantry")


@rule("2WW-11.2.2b")
def test_a_line_may_leave_a_port_in_an_enemy_fleets_zone() -> None:
    t = at("Summer 1940, allied movement\nMalta: GB 1 Armor\nTobruk N2: It Fleet")
    assert t.state.world.fleet_zone[t.place("Tobruk N2")] >> t.place("Malta") & 1
    assert supplied(t, "GB 1 Armor")


def only_port(t: Table, port: str) -> Table:
    """The Axis has one port left."""
    t.hold("allied", *(city.name for city in t.state.world.cities.values() if city.is_port))
    return t.hold("axis", port)


@rule("2WW-11.2.2a", "2WW-11.2.1")
def test_a_port_in_an_enemy_zone_lets_no_line_through() -> None:
    army = "Spring 1943, axis movement\nBenghazi SE1: It 2 Infantry\nRome: It 3 Infantry"
    enemy, friend = "\nEl Agheila: GB 8 Armor", "\nBenghazi: Ge 1 Infantry"
    for more, fed in (("", True), (enemy, False), (enemy + friend, True)):
        t = at(army + more)
        t.hold("allied", "Tobruk", "Tripoli")
        t.hold("axis", "Benghazi")
        assert supplied(t, "It 2 Infantry") == fed


@rule("2WW-11.2.2a", "2WW-11.2.1")
def test_no_line_goes_aboard_in_a_port_that_an_enemy_holds_in_his_zone() -> None:
    army = "Spring 1943, axis movement\nTripoli: It 2 Infantry\nRome: It 3 Infantry"
    enemy, friend = "\nTaranto S1: GB 8 Armor", "\nTaranto: Ge 1 Infantry"
    for more, fed in (("", True), (enemy, False), (enemy + friend, True)):
        t = only_port(at(army + more), "Taranto").hold("axis", "Tripoli")
        assert supplied(t, "It 2 Infantry") == fed


def test_a_fleet_in_port_may_trace_by_land() -> None:
    t = only_port(at("Summer 1943, axis movement\nTaranto: It Fleet\nTaranto S1: GB 1 Armor"), "Taranto")
    assert supplied(t, "It Fleet")
    t.hold("allied", "Rome")
    assert not supplied(t, "It Fleet")


def test_lines_run_through_ones_own_country_while_it_is_neutral() -> None:
    t = at("Spring 1940, axis movement\nMilan: It 1 Armor\nMunich: Ge 1 Armor")
    assert t.is_neutral("Italy")
    assert supplied(t, "It 1 Armor")


def test_the_french_of_the_south_live_on_toulon_and_algiers() -> None:
    t = at("Summer 1943, allied movement\nToulon: Fr Fleet\nLondon: GB 1 RAF", holds={"Paris": "axis"}, vichy=JOINED)
    t.hold("allied", "Toulon").hold("axis", "Algiers")
    assert supplied(t, "Fr Fleet")
    t.state.vichy = NO_VICHY
    assert not supplied(t.touched(), "Fr Fleet")


@rule("2WW-11.2.3")
@pytest.mark.parametrize("capital", ["London", "Paris", "Algiers", "Rome"])
def test_any_of_four_cities_supplies_the_americans(capital: str) -> None:
    t = at("Summer 1943, allied movement\nTunis: US 1 Armor\nLondon: GB 1 RAF")
    t.hold("axis", "London", "Paris", "Algiers", "Rome")
    assert not supplied(t, "US 1 Armor")
    t.hold("allied", capital)
    if capital in ("Paris", "Rome"):
        t.hold("allied", "Cherbourg", "Naples", "Saint-Nazaire")
    assert supplied(t, "US 1 Armor")


@rule("2WW-11.2.3")
def test_no_line_runs_to_the_united_states() -> None:
    t = at(
        "Summer 1943, allied movement\nCasablanca: US 1 Armor, US 8 Fleet",
        holds=dict.fromkeys(("London", "Paris", "Algiers", "Rome"), "axis"),
    )
    assert not supplied(t, "US 1 Armor")


def test_air_units_of_a_neutral_italy_skip_the_supply_step() -> None:
    for season, strength in (("Spring 1940", "full"), ("Summer 1940", "reduced")):
        t = at(f"{season}, supply\nBerlin: Ge Fort 1\nTripoli: It 1 Air", holds={"Tripoli": "allied", "Rome": "allied"})
        assert t.strength("It 1 Air") == strength


@rule("2WW-3.4.2a")
def test_neutral_fleets_skip_the_supply_step() -> None:
    t = after_supply("Stockholm: Sweden Fleet")
    assert t.at("Sweden Fleet") == "Stockholm"
    t = at("Summer 1940, axis movement\nStockholm: Sweden Fleet\nBerlin: Ge 1 Armor")
    assert t.refused("move SwedenFleet", "axis") == "2WW-3.4.2a"


@rule("2WW-11a")
def test_the_fleet_of_unoccupied_france_skips_the_supply_step() -> None:
    t = at("Summer 1940, axis movement\nParis SE1: Ge 1 Armor\nToulon: Fr Fleet")
    t.say("axis", "move Ge1Armor", "march Paris")
    assert (t.commander("Fr Fleet"), t.is_neutral("France"), t.holder("Paris")) == ("neutral", False, "axis")
    Supply().run(t.state)
    assert (t.at("Fr Fleet"), t.strength("Fr Fleet")) == ("Toulon", "full")


def test_armored_action_is_over_before_the_supply_step() -> None:
    t = at("Summer 1940, allied armored movement\nBerlin: Ge Fort 1\nLondon: GB 1 Armor")
    assert t.state.armored == 1
    t.say("allied", "pass")
    assert (t.when, t.state.armored) == ("Summer 1940, adjustment", 0)


@pytest.mark.parametrize("cape", [False, True])
def test_the_lines_that_are_drawn_are_the_lines_of_the_rules(cape: bool) -> None:
    """Wherever a flood comes, a line with its route comes too, and nowhere else. [2WW-11e, 2WW-11.2.1]"""
    match = grognard.new("2ww", "war", seed=11, options={"set_up": "historical", "cape": cape})
    chooser, seen = Random(11), set()
    for number in range(240):
        match.play(chooser.choice(match.orders(min(match.waiting))))
        s: Any = match.state
        if number % 40:
            continue
        for side, nation in product((AXIS, ALLIES), range(len(s.world.capitals))):
            sources = home_capitals(s, nation, side)
            found, drawn = reach(s, side, sources, nation), lines(s, side, sources, nation)
            assert drawn.reached_by("land") | sources == found.land
            assert drawn.reached_by("sea") == found.sea
        for unit, place in enumerate(s.where):
            line = line_of(s, unit) if 0 <= place < s.world.board.grid.size else ()
            if line:
                assert is_supplied(s, unit)
                assert line[-1].places[-1] == place
                seen.add(tuple(leg.mode for leg in line))
    assert {("land",), ("land", "sea")} <= seen
