"""Chapter 8.2: air movement."""

from __future__ import annotations

import pytest

from tests.rulebooks.twoww.plotting import goals, say, spot
from tests.rulebooks.twoww.table import at
from tests.rules import rule


@rule("2WW-8.2a")
def test_air_units_fly_three_times_their_range_over_land_and_sea() -> None:
    t = at("Autumn 1941, allied movement\nGibraltar: GB 1 RAF", at_war={"French North Africa": "allied"})
    world = t.state.world
    assert world.board.distance(t.place("Gibraltar"), t.place("Tunis")) == 9
    say(t, "move GB1RAF")
    assert t.refused("fly Tunis") is None
    assert t.refused("fly Tripoli") == "2WW-8.2a"


@rule("2WW-8.2a")
def test_a_marked_air_unit_moves_all_the_same() -> None:
    t = at("Autumn 1940, axis movement\n2106: Ge 1 Air done")
    say(t, "move Ge1Air", "fly 2005")
    assert spot(t, "Ge 1 Air") == "2005"
    assert t.refused("move Ge1Air") == "2WW-8a"
    t = at("Autumn 1940, axis movement\n2106: Ge 1 Air done")
    say(t, "move Ge1Air")
    assert t.refused("fly Gibraltar") == "2WW-8.2a"


@rule("2WW-8.2b")
def test_air_units_enter_no_enemy_hex_and_no_enemy_zone_without_friends() -> None:
    t = at(
        "Autumn 1939, axis movement\n2307: Ge 1 Air\n2305: Poland 1 Infantry\n2306: Ge 1 Armor",
        at_war={"Poland": "allied"},
    )
    say(t, "move Ge1Air")
    assert t.refused("fly 2305") == "2WW-8.2b"
    assert t.refused("fly Warsaw") == "2WW-8.2b"
    assert t.refused("fly 2306") is None


@rule("2WW-8.2b")
def test_no_flight_leads_through_an_enemy_zone() -> None:
    """East Prussia is behind a line of Polish zones."""
    line = "2304: Poland 1 Infantry\n2306: Poland 2 Infantry"
    t = at(f"Autumn 1939, axis movement\n2307: Ge 1 Air\n{line}", at_war={"Poland": "allied"})
    free = at("Autumn 1939, axis movement\n2307: Ge 1 Air", at_war={"Poland": "allied"})
    say(t, "move Ge1Air")
    say(free, "move Ge1Air")
    shorter = goals(free, "fly") - goals(t, "fly")
    assert {"2304", "2306", "2406", "2405"} <= shorter
    assert t.refused("fly 2405") == "2WW-8.2b"


@rule("2WW-8.2b")
def test_air_units_do_not_land_at_sea() -> None:
    t = at("Autumn 1940, axis movement\n2106: Ge 1 Air")
    say(t, "move Ge1Air")
    assert t.refused("fly 2104") == "2WW-8.2b"
    assert t.refused("fly Atlantic") == "2WW-8.2b"
    assert all(t.state.world.land >> t.place(hex) & 1 for hex in goals(t, "fly"))


@rule("2WW-5.2.2a")
@pytest.mark.parametrize("verb", ["fly", "rail"])
def test_air_units_may_change_places(verb: str) -> None:
    t = at("Autumn 1940, axis movement\n2106: Ge 1 Air\n2005: Ge 2 Air")
    say(t, "move Ge1Air", f"{verb} 2005", "move Ge2Air", f"{verb} 2106", "pass")
    assert (spot(t, "Ge 1 Air"), spot(t, "Ge 2 Air")) == ("2005", "2106")


@rule("2WW-5.2.2a")
def test_an_air_unit_too_many_is_lost_when_the_phase_ends() -> None:
    t = at("Autumn 1940, axis movement\n2106: Ge 1 Air\n2005: Ge 2 Air")
    say(t, "move Ge1Air", "fly 2005")
    (warning,) = t.match.view("axis")["prompt"]["warnings"]["pass"]
    assert t.state.world.board.names[t.place("2005")] in warning
    say(t, "pass", "remove Ge2Air")
    assert (spot(t, "Ge 1 Air"), t.at("Ge 2 Air")) == ("2005", "pool")


@rule("2WW-5.3.1a")
def test_an_air_unit_that_flies_into_the_arms_of_a_neutral_is_driven_off() -> None:
    for hex, stays in (("2304", True), ("2306", False), ("Warsaw", False)):
        t = at("Autumn 1939, axis movement\n2307: Ge 1 Air\nWarsaw: Poland 1 Infantry")
        say(t, "move Ge1Air", f"fly {hex}")
        assert t.events("invaded")
        driven_off = bool(t.events("displaced")) or "displace" in " ".join(t.offered())
        assert driven_off is not stays


@rule("2WW-5.3.1a", "2WW-5.1.4b")
@pytest.mark.parametrize("there", ["2604", "2505"])
def test_the_army_of_a_neutral_great_power_does_not_keep_an_invader_out_of_the_air(there: str) -> None:
    t = at(f"Summer 1940, axis movement\n2306: Ge 1 Air\n{there}: SU 1 Infantry", at_war={"Poland": "axis"})
    say(t, "move Ge1Air")
    assert t.refused("fly 2505") is None
    say(t, "fly 2505")
    assert not t.is_neutral("USSR")
    assert t.events("displaced") or t.waits == "axis ChooseRefuge"


@rule("2WW-5.3.1a", "2WW-8.2a")
def test_an_air_unit_that_has_invaded_flies_on_with_what_it_has_left() -> None:
    t = at("Summer 1940, axis movement\n2305: Ge 1 Air", at_war={"Poland": "axis"})
    say(t, "move Ge1Air")
    assert "2505" in goals(t, "fly")
    assert "2604" not in goals(t, "fly")
    say(t, "fly 2505")
    assert t.waits == "axis InFlight"
    far = t.place("2505")
    assert max(t.state.world.board.distance(far, t.place(hex)) for hex in goals(t, "fly")) == 7
    assert t.refused("rail Berlin") == "2WW-8a"
    assert t.refused("fly Stalingrad") == "2WW-8.2a"
    say(t, "fly Minsk")
    assert spot(t, "Ge 1 Air") == "2604"
    assert t.waits == "axis MoveUnits"
    assert t.refused("move Ge1Air") == "2WW-8a"


@rule("2WW-5.3.1a")
def test_an_invader_that_is_driven_off_or_has_no_range_left_stays() -> None:
    t = at("Autumn 1939, axis movement\n2307: Ge 1 Air\n2405: Poland 1 Infantry")
    say(t, "move Ge1Air", "fly 2306")
    while t.waits == "axis ChooseRefuge":
        say(t, t.offered()[0])
    assert t.waits == "axis MoveUnits"
    assert t.refused("move Ge1Air") == "2WW-8a"
    t = at("Spring 1941, axis movement\nBerlin: Ge 1 Air")
    say(t, "move Ge1Air", "fly Istanbul")
    assert t.events("invaded")
    assert t.waits == "axis MoveUnits"


def test_a_country_of_one_hex_is_invaded_from_the_air() -> None:
    t = at("Spring 1940, axis movement\nEssen: Ge 1 Air\nAmsterdam: Netherlands Infantry")
    say(t, "move Ge1Air", "fly Amsterdam")
    assert t.commander("Netherlands Infantry") == "allied"


def test_a_flight_does_not_cross_neutral_countries() -> None:
    t = at("Autumn 1939, allied movement\nParis: GB 1 RAF", at_war={"France": "allied"})
    say(t, "move GB1RAF")
    assert "1412" not in goals(t, "fly")  # Madrid lies behind the border hexes of Spain


@rule("2WW-3.3.3c")
def test_a_naval_air_unit_leaves_its_fleet_on_its_own_wings() -> None:
    fleets = "GB Home Fleet, GB Naval Air aboard GB Home Fleet, GB Channel Fleet, GB 1 RAF aboard GB Channel Fleet"
    t = at(f"Autumn 1940, allied movement\n1706: {fleets}")
    assert t.refused("move GB1RAF") == "2WW-3.3.3c"
    say(t, "move GBNavalAir")
    assert t.refused("rail 1607") == "2WW-3.3.3c"
    say(t, "fly 1606")
    assert (spot(t, "GB Naval Air"), t.fact("aboard", "GB Naval Air")) == ("1606", -1)


@rule("2WW-3.3.3c")
def test_a_naval_air_unit_that_has_been_carried_stays_aboard() -> None:
    t = at("Autumn 1940, allied movement\n1706: GB Home Fleet, GB Naval Air aboard GB Home Fleet")
    say(t, "move GBHomeFleet", "sail 1704", "pass")
    assert t.refused("move GBNavalAir") == "2WW-3.3.3c"
