"""Chapter 16, 16.3: the Maquis and Tito."""

from __future__ import annotations

import pytest

from grognard.games.westfront.state import ELIMINATED
from tests.rulebooks.westfront.politics_table import offered, politics, whole
from tests.rules import rule


def held(count: int, pieces: str = "") -> str:
    """So many French hexes in Allied hands, with units that nobody supplies and that look nowhere."""
    units = ["US2", "Br13", "Br30", "US5", "Br8", "US7", "Br1"]
    places = ["Bordeaux", "Toulouse", "Lyon", "Bastia", "Brest", "Nantes", "Dijon"]
    rows = [f"{place}: {unit} 2 unsupplied" for place, unit in zip(places[:count], units, strict=False)]
    return "\n".join([*rows, pieces])


# 16.31 The roll


@rule("WF-16.31a")
@pytest.mark.parametrize(("face", "rises"), [(2, True), (3, False)])
def test_france_rises_below_the_number_of_her_hexes_that_are_allied(face: int, rises: bool) -> None:
    t = politics(held(3)).roll([face]).say("allied", "incite France")
    assert t.match.view("axis")["tracks"]["France"] == ("in revolt" if rises else "occupied")
    assert t.refused("incite France") == "WF-16.31a"
    t.dice.finish()


@rule("WF-16.31a")
def test_corsica_is_french() -> None:
    t = politics("Bastia: US2 2 unsupplied").roll([1]).say("allied", "incite France")
    assert t.events("no revolt")
    t = politics("Bastia: US2 2 unsupplied\nLyon: Br13 2 unsupplied").roll([1]).say("allied", "incite France")
    assert t.events("revolt")


@rule("WF-16.31a")
def test_with_seven_hexes_no_die_is_needed() -> None:
    t = politics(held(7)).say("allied", "incite France")
    assert t.events("revolt")
    t.dice.finish()


@rule("WF-16.31a")
def test_without_a_french_hex_nobody_rolls() -> None:
    t = politics("London: AF 2")
    assert t.refused("incite France") == "WF-16.31a"
    assert not offered(t, "incite")


# 16.31 The Maquis


@rule("WF-16.31b")
def test_the_maquis_rise_in_any_french_hex_out_of_german_sight() -> None:
    t = politics(held(3, "Paris: Ge75 2\nMarseilles: Ge80 2 unsupplied")).roll([1])
    assert t.refused("raise Maquis Lyon") == "WF-16.31b"
    t.say("allied", "incite France")
    assert t.refused("raise Maquis Paris") == "WF-16.31b"
    for near in t.state.world.board.neighbours[t.place("Paris")]:
        name = t.state.world.board.names[near].replace(" ", "")
        river = (t.place("Paris"), near) in t.state.world.river_sides
        assert (t.refused(f"raise Maquis {name}") is None) == river
    assert t.refused("raise Maquis London") == "WF-16.31b"
    t.say("allied", "raise Maquis Grenoble")
    assert (t.at("Maquis"), t.steps("Maquis"), t.fact("supplied", "Maquis")) == ("Grenoble", 1, 0)
    assert t.refused("raise Maquis Lyon") == "WF-16.31b"


@rule("WF-16.31b")
def test_the_maquis_have_no_zone_and_walk_two_hexes() -> None:
    t = politics(held(3), facts="revolts = 1").say("allied", "raise Maquis Limoges")
    east = t.state.world.board.names[t.state.world.board.at("Limoges E1")]
    assert (t.control("Limoges"), t.control(east)) == ("allied", "axis")
    unit = t.unit("Maquis")
    assert t.state.world.speeds[0][0][unit] == 2


@rule("WF-16.31b")
def test_what_is_offered_does_not_tell_germans_from_italians() -> None:
    german = politics(held(3, "Grenoble: Ge75 2"), facts="revolts = 1")
    italian = politics(held(3, "Grenoble: It4 2"), facts="revolts = 1")
    assert offered(german, "raise") == offered(italian, "raise")


# 16.32 Tito


@rule("WF-16.32a")
def test_tito_rises_in_the_hills_without_any_allied_help() -> None:
    t = politics("London: AF 2\nSplit: Ge75 2")
    assert offered(t, "raise") == {
        "Tito " + name for name in ("Sarajevo", "SarajevoW1", "SarajevoNW1", "Dubrovnik", "VukovarSW1", "ZagrebSW1")
    }
    assert t.refused("raise Tito Zagreb") == "WF-16.32a"
    assert t.refused("raise Tito Split") == "WF-16.32a"
    t.say("allied", "raise Tito SarajevoW1")
    assert (t.at("Tito"), t.steps("Tito"), t.fact("supplied", "Tito")) == ("Sarajevo W1", 2, 0)
    assert t.control("Sarajevo") == "axis"


@rule("WF-16.32a")
def test_tito_is_raised_once() -> None:
    t = politics(held(3)).say("allied", "raise Tito Sarajevo")
    assert t.refused("raise Tito Dubrovnik") == "WF-16.32a"
    t.state.where[t.unit("Tito")] = ELIMINATED
    assert t.refused("raise Tito Dubrovnik") == "WF-16.32a"


@rule("WF-16.32b")
def test_tito_slips_away_into_empty_hills_and_nobody_fires_after_him() -> None:
    t = whole("Aug I, allied command", "SarajevoW1: Tito 2, Mtn51 4 attacks\nLondon: AF 2")
    t.say("allied", "activate AF supreme", "pass", "retreat Tito", "pass")
    moves = offered(t, "move")
    assert "Tito SarajevoW1-Sarajevo" in moves
    t.say("allied", "move Tito SarajevoW1-Sarajevo")
    assert (t.at("Tito"), t.steps("Tito")) == ("Sarajevo", 2)
    t.dice.finish()


@rule("WF-16.32b")
def test_another_mountain_unit_does_not() -> None:
    t = whole("Aug I, allied command", "SarajevoW1: FF2 2, Mtn51 4 attacks\nLondon: AF 2")
    t.say("allied", "activate AF supreme", "pass")
    assert t.refused("retreat FF2") == "WF-6.32a"


@rule("WF-16.32b")
def test_tito_slips_only_into_hills_and_only_where_nobody_is() -> None:
    t = whole("Aug I, allied command", "Vukovar: Tito 2, Mtn51 4 attacks\nLondon: AF 2")
    t.say("allied", "activate AF supreme", "pass", "retreat Tito", "pass")
    assert {text.rpartition("-")[2] for text in offered(t, "move")} >= {"VukovarSW1", "SarajevoNW1"}
    assert "Tito Vukovar-Zagreb" not in offered(t, "move")


@rule("WF-16.32b")
def test_tito_lives_without_supply_in_yugoslavia_and_next_to_it_only() -> None:
    for place, steps in (("Zagreb", 2), ("Gyor", 2), ("Vienna", 1)):
        t = whole("Aug I, axis supply", f"{place}: Tito 2\nBerlin: OKW 2")
        assert (t.steps("Tito"), t.fact("supplied", "Tito")) == (steps, 0), place
