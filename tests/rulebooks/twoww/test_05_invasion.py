"""Chapter 5.3.1: invasions of neutrals."""

from __future__ import annotations

import pytest

from grognard.games.twoww import ground, invasion, politics
from tests.rulebooks.twoww.borders import across, enters, news, open_hex, said, stand
from tests.rulebooks.twoww.table import at
from tests.rules import rule

POLES = ("Poland 1 Infantry", "Poland 2 Infantry")


@rule("2WW-5.3.1a")
@pytest.mark.parametrize("unit", ["Ge 1 Armor", "Ge 1 Air"])
def test_land_and_air_units_invade(unit: str) -> None:
    t = at(f"Autumn 1939, axis movement\nBerlin: {unit}")
    assert t.is_neutral("Poland")
    enters(t, unit, "Cracow")
    assert not t.is_neutral("Poland")


@rule("2WW-5.3.1a")
def test_a_march_across_the_border_invades() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor\nWarsaw: Poland 1 Infantry")
    here, there = across(t, "Germany", "Poland")
    stand(t, "Ge 1 Armor", here).say("axis", "move Ge1Armor", f"march {said(there)}")
    assert t.events("invaded") == [{"country": "Poland", "side": "axis", "unit": "Ge 1 Armor"}]
    assert t.commander("Poland 1 Infantry") == "allied"


def test_marches_drops_and_flights_warn_of_an_invasion() -> None:
    t = at("Spring 1940, axis movement\nHamburg: Ge 1 Paratroops, Ge 1 Air, Ge 1 Armor\nOslo: Sweden Infantry")
    for unit, order, to in (
        ("Ge1Paratroops", "drop", "Copenhagen"), ("Ge1Air", "fly", "Copenhagen"), ("Ge1Armor", "march", "Esbjerg"),
    ):  # fmt: skip
        t.say("axis", f"move {unit}")
        assert [note.facts for note in t.match.preview(f"{order} {to}").notes] == [{"country": "Denmark"}]
        assert t.match.preview("pass").notes == ()
        t.say("axis", "pass")


@rule("2WW-5.3.1a")
def test_fleets_invade_nobody() -> None:
    t = at("Autumn 1939, axis movement\nHamburg: Ge Surface Fleet")
    assert invasion.would_invade(t.state, t.unit("Ge Surface Fleet"), t.place("Oslo")) == -1
    assert invasion.would_invade(t.state, t.unit("Ge 1 Armor"), t.place("Oslo")) == t.country("Norway")


@rule("2WW-5.3.1a")
def test_a_power_does_not_invade_itself() -> None:
    t = at("Autumn 1939, axis movement\nRome: It 1 Armor")
    enters(t, "It 1 Armor", "Milan")
    assert t.is_neutral("Italy")
    assert invasion.would_invade(t.state, t.unit("It 1 Armor"), t.place("Tripoli")) == -1


@rule("2WW-5.3.1b")
def test_the_other_side_takes_command_at_once() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor\nWarsaw: Poland 1 Infantry\nCracow: Poland 2 Infantry")
    enters(t, "Ge 1 Armor", open_hex(t, "Poland"))
    assert t.owner("Poland") == "allied"
    assert [t.commander(unit) for unit in POLES] == ["allied", "allied"]
    assert [t.holder(city) for city in ("Warsaw", "Cracow", "Ankara")] == ["allied", "allied", "neutral"]


@rule("2WW-5.3.1b")
def test_cities_that_the_invader_has_already_stay_his() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor", holds={"Cracow": "axis"})
    enters(t, "Ge 1 Armor", open_hex(t, "Poland"))
    assert [t.holder(city) for city in ("Warsaw", "Cracow")] == ["allied", "axis"]


@rule("2WW-5.3.1b")
def test_the_axis_gains_what_the_allies_invade() -> None:
    t = at("Summer 1940, allied movement\nLondon: GB 1 Armor\nMadrid: Spain 1 Infantry")
    enters(t, "GB 1 Armor", "Lisbon")
    assert (t.owner("Portugal"), t.holder("Lisbon")) == ("axis", "allied")
    enters(t, "GB 1 Armor", "Corunna")
    assert t.commander("Spain 1 Infantry") == "axis"
    assert t.holder("Madrid") == "axis"
    assert (t.owner("Spanish Morocco"), t.holder("Melilla")) == ("axis", "axis")


@rule("2WW-5.3.1b")
def test_units_of_a_neutral_in_the_hex_would_be_enemies() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor\nWarsaw: Poland 1 Infantry")
    armor, pole = t.unit("Ge 1 Armor"), t.unit("Poland 1 Infantry")
    assert invasion.would_meet(t.state, armor, t.place("Warsaw")) == [pole]
    assert invasion.would_meet(t.state, armor, t.place("Cracow")) == []
    enters(t, "Ge 1 Armor", "Cracow")
    assert invasion.would_meet(t.state, armor, t.place("Warsaw")) == []


@rule("2WW-5.3.1c")
def test_after_us_entry_the_western_allies_invade_no_neutral() -> None:
    for america, rule_id in ((0, None), (1, "2WW-5.3.1c")):
        t = at("Summer 1941, allied movement\nGibraltar: GB 1 Armor", america=america)
        here, there = across(t, "Gibraltar", "Spain")
        stand(t, "GB 1 Armor", here).say("allied", "move GB1Armor")
        assert t.refused(f"march {said(there)}") == rule_id


@rule("2WW-5.3.1c")
def test_unoccupied_france_is_the_exception() -> None:
    t = at("Summer 1942, allied movement\nCairo: GB 1 Armor\nBerlin: Ge 1 Armor", america=1)
    enters(t, "Ge 1 Armor", "Paris")
    syria, turkey = across(t, "Palestine", "Syria"), across(t, "Syria", "Turkey")
    stand(t, "GB 1 Armor", syria[0]).say("allied", "move GB1Armor")
    assert t.refused(f"march {said(syria[1])}") is None
    assert t.refused(f"march {said(turkey[1])}") == "2WW-5.3.1c"


@rule("2WW-5.3.1d")
def test_each_neutral_that_the_british_invade_delays_the_united_states() -> None:
    t = at("Summer 1940, allied movement\nLondon: GB 1 Armor\nParis: Fr 1 Armor")
    planned = politics.america_enters(t.state)
    enters(t, "GB 1 Armor", "Oslo")
    enters(t, "GB 1 Armor", "Bergen")
    assert politics.america_enters(t.state) == planned + 1
    enters(t, "Fr 1 Armor", "Lisbon")
    assert politics.america_enters(t.state) == planned + 2


@rule("2WW-5.3.1d")
def test_others_do_not_delay_the_united_states() -> None:
    t = at("Summer 1941, axis movement\nBerlin: Ge 1 Armor\nKiev: SU 1 Infantry", at_war={"USSR": "allied"})
    planned = politics.america_enters(t.state)
    enters(t, "Ge 1 Armor", "Oslo")
    enters(t, "SU 1 Infantry", "Ankara")
    assert politics.america_enters(t.state) == planned
    assert t.owner("Turkey") == "axis"


@rule("2WW-5.3.1d")
def test_the_united_states_enter_by_the_track_and_their_delay() -> None:
    t = at("Winter 1942, axis movement", america=0, delay=1)
    politics.start_of_turn(t.state)
    assert not t.state.america
    t.state.turn += 1
    politics.start_of_turn(t.state)
    assert t.state.america
    politics.start_of_turn(t.state)
    assert news(t, "america enters") == 1


@rule("2WW-5.3.1a")
def test_nobody_is_invaded_at_sea() -> None:
    t = at("Autumn 1939, axis movement")
    sea = next(hex for hex in range(t.state.world.board.grid.size) if t.state.world.sea >> hex & 1)
    for place in (sea, t.state.world.atlantic):
        assert invasion.would_invade(t.state, t.unit("Ge 1 Armor"), place) == -1


@rule("2WW-5.1.4c")
def test_an_invaded_country_is_no_neutral_ground_any_more() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor")
    inside = t.state.world.country_mask[t.country("Poland")]
    assert ground.neutral_ground(t.state) & inside == inside
    enters(t, "Ge 1 Armor", open_hex(t, "Poland"))
    assert not ground.neutral_ground(t.state) & inside


def test_unoccupied_france_is_no_neutral_ground_once_the_allies_have_come() -> None:
    t = at("Spring 1941, allied movement\nJerusalem: GB 8 Armor\nBerlin: Ge 1 Armor")
    enters(t, "Ge 1 Armor", "Paris")
    inside = ground.ground_of(t.state, t.state.world.vichy)
    assert ground.neutral_ground(t.state) & inside == inside
    enters(t, "GB 8 Armor", open_hex(t, "Syria"))
    assert not ground.neutral_ground(t.state) & inside
    assert t.owner("Tunisia") == "neutral"
