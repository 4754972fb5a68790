"""Chapter 5.1: zones of control."""

from __future__ import annotations

import pytest

from grognard.games.twoww.land_moves import ways
from grognard.games.twoww.zones import air_zone, beside_fleets, fleet_zone, land_zone, zone_of_fleet, zone_of_unit
from tests.rulebooks.twoww.plotting import goals, labels, say, spot
from tests.rulebooks.twoww.table import at
from tests.rules import rule

POLES = {"Poland": "allied"}


# Land


@rule("2WW-5.1.1a")  # EX-2WW-ZOC-1
def test_a_land_zone_is_where_the_unit_could_walk() -> None:
    t = at("Summer 1940, allied movement\n1607: GB 1 Armor")
    assert labels(t, zone_of_unit(t.state, t.unit("GB 1 Armor"))) == {"1606", "1507"}
    assert labels(t, land_zone(t.state, 1)) == {"1606", "1507"}


@rule("2WW-5.1.1a")  # EX-2WW-ZOC-1
def test_inland_all_six_neighbours_are_in_the_zone() -> None:
    t = at("Autumn 1939, axis movement\n2106: Ge 1 Armor")
    assert labels(t, land_zone(t.state, 0)) == {"2105", "2107", "2005", "2006", "2205", "2206"}


@rule("2WW-5.1.1a", "2WW-5.1.4a")
def test_a_fort_has_a_zone_and_none_reaches_into_switzerland() -> None:
    t = at("Summer 1940, axis movement\n1909: Maginot Fort")
    assert labels(t, zone_of_unit(t.state, t.unit("Maginot Fort"))) == {"1908", "2008", "1809"}
    assert labels(t, land_zone(t.state, 1)) == {"1908", "2008", "1809"}


@rule("2WW-5.1.1b")
def test_a_land_unit_stops_in_an_enemy_zone() -> None:
    t = at("Autumn 1939, axis movement\nWarsaw: Poland 1 Infantry\n2307: Ge 1 Armor", at_war=POLES)
    say(t, "move Ge1Armor", "march 2306")
    assert t.waits == "axis MoveUnits"
    assert t.refused("move Ge1Armor") == "2WW-5.1.1b"


@rule("2WW-5.1.1b")
def test_no_way_leads_through_an_enemy_zone() -> None:
    t = at("Autumn 1939, axis movement\nWarsaw: Poland 1 Infantry\n2307: Ge 4 Infantry", at_war=POLES)
    say(t, "move Ge4Infantry")
    assert "2306" in goals(t, "march")
    assert t.refused("march 2304") == "2WW-5.1.1b"


@rule("2WW-5.1.1c")
def test_no_step_leads_from_zone_to_zone() -> None:
    t = at(
        "Autumn 1939, axis movement\nWarsaw: Poland 1 Infantry\n2206: Poland 2 Infantry\n2306: Ge 4 Infantry",
        at_war=POLES,
    )
    say(t, "move Ge4Infantry")
    assert goals(t, "march") == set()
    assert t.refused("march 2305") == "2WW-5.1.1c"


def test_a_free_hex_in_between_makes_it_lawful() -> None:
    t = at("Autumn 1939, axis movement\nWarsaw: Poland 1 Infantry\n2306: Ge 4 Infantry", at_war=POLES)
    say(t, "move Ge4Infantry")
    assert len(t.match.preview("march 2305").route) == 3
    say(t, "march 2205", "march 2305")
    assert spot(t, "Ge 4 Infantry") == "2305"


@rule("2WW-5.1.1d")
def test_nobody_has_a_zone_aboard_ship() -> None:
    t = at("Summer 1940, axis movement\nBrest: GB Home Fleet, GB 1 Armor aboard GB Home Fleet\n1608: Ge 1 Armor")
    assert land_zone(t.state, 1) == 0
    assert zone_of_unit(t.state, t.unit("GB 1 Armor")) == 0


# Borders


@rule("2WW-5.1.4b", "2WW-5.1.4c")
def test_zones_of_neutrals_end_at_their_border() -> None:
    t = at("Autumn 1939, axis movement\n2305: Poland 1 Infantry\n2307: Ge 1 Armor")
    assert labels(t, land_zone(t.state, 2)) == {"2304", "2306", "2405"}
    say(t, "move Ge1Armor", "march 2205", "march 2204")
    assert spot(t, "Ge 1 Armor") == "2204"


@rule("2WW-5.1.4c")
def test_zones_do_not_reach_into_neutral_countries() -> None:
    t = at("Autumn 1939, axis movement\n2307: Ge 1 Armor")
    assert labels(t, land_zone(t.state, 0)) == {"2308", "2407", "2206", "2207"}
    t.at_war(Poland="allied")
    assert labels(t, land_zone(t.state, 0)) == {"2306", "2308", "2406", "2407", "2206", "2207"}


@rule("2WW-5.1.4c", "2WW-5.1.1b")
def test_the_first_invader_stops_in_the_zone_that_he_wakes() -> None:
    t = at("Autumn 1939, axis movement\nWarsaw: Poland 1 Infantry\n2307: Ge 1 Armor")
    say(t, "move Ge1Armor", "march 2306")
    assert t.waits == "axis MoveUnits"
    assert t.refused("move Ge1Armor") == "2WW-5.1.1b"


@rule("2WW-5.1.4c")
def test_an_invader_out_of_reach_of_the_defenders_goes_on() -> None:
    t = at("Autumn 1939, axis movement\n2304: Poland 1 Infantry\n2307: Ge 1 Armor")
    say(t, "move Ge1Armor", "march 2306", "march 2405")
    assert spot(t, "Ge 1 Armor") == "2405"


BALKANS = "Belgrade: Yugoslavia Infantry\nSofia: Ge 4 Infantry"


@rule("2WW-5.1.4c", "2WW-5.1.1c")
def test_no_step_leads_from_an_enemy_zone_into_one_that_it_wakes() -> None:
    t = at(f"Spring 1941, axis movement\nSalonika: Greece Infantry\n{BALKANS}", at_war={"Greece": "allied"})
    say(t, "move Ge4Infantry")
    assert t.refused("march 2610") == "2WW-5.1.1c"


@rule("2WW-5.1.4c")
def test_from_elsewhere_it_may_enter() -> None:
    t = at(f"Spring 1941, axis movement\n2713: Greece Infantry\n{BALKANS}", at_war={"Greece": "allied"})
    say(t, "move Ge4Infantry")
    assert t.refused("march 2610") is None


@rule("2WW-5.1.4a")
def test_no_zone_reaches_into_a_country_that_is_closed_to_the_unit() -> None:
    t = at("Winter 1942, allied movement\nLeningrad: SU 1 Infantry")
    finnish = t.state.world.country_mask[t.country("Finland")]
    assert not land_zone(t.state, 1) & finnish
    assert not zone_of_unit(t.state, t.unit("SU 1 Infantry")) & finnish
    t.state.opened[t.country("Finland")] = 1
    assert labels(t.touched(), land_zone(t.state, 1) & finnish) == {"2501"}
    assert zone_of_unit(t.state, t.unit("SU 1 Infantry")) & finnish


# Fleets


@rule("2WW-5.1.2a")  # EX-2WW-ZOC-1
def test_a_fleets_zone_is_the_water_within_three_points() -> None:
    t = at("Summer 1940, allied movement\n1705: GB Home Fleet")
    zone, world = fleet_zone(t.state, 1), t.state.world
    assert labels(t, zone) >= {"1705", "1704", "1602", "1708", "1605", "1503", "1906"}
    assert not labels(t, zone) & {"1701", "1502", "1507", "1907"}
    assert not zone & ~(world.sea | world.coastal)
    assert all(world.board.distance(t.place("1705"), place) <= 3 for place in world.board.here if zone >> place & 1)


@rule("2WW-5.1.2a")
def test_a_fleets_zone_does_not_cross_the_land() -> None:
    t = at("Autumn 1940, allied movement\n2111: It Fleet")
    zone = labels(t, zone_of_fleet(t.state, t.unit("It Fleet")))
    assert {"2112", "2211"} <= zone
    assert not {"2210", "2310"} & zone


@rule("2WW-5.1.2a")
def test_a_fleets_zone_does_not_cross_a_hex_that_lies_on_two_seas() -> None:
    """From the Irish Sea no fleet attacks across England."""
    t = at("Autumn 1940, allied movement\n1405: GB Home Fleet")
    zone = labels(t, zone_of_fleet(t.state, t.unit("GB Home Fleet")))
    assert {"1404", "1506"} <= zone
    assert not zone & {"1505", "1604"}


@rule("2WW-5.1.4a")
@pytest.mark.parametrize("enemy", ["Ge 4 Infantry", "Ge 1 Air"])
def test_a_fleets_zone_reaches_straits_that_enemies_hold_but_not_beyond(enemy: str) -> None:
    t = at(f"Autumn 1940, allied movement\n1414: GB Home Fleet\n1315: {enemy}")
    assert labels(t, zone_of_fleet(t.state, t.unit("GB Home Fleet"))) & {"1215", "1315"} == {"1315"}


@rule("2WW-5.1.4a")
def test_a_fleets_zone_does_not_pass_waters_that_are_closed_to_it() -> None:
    t = at("Summer 1941, allied movement\n1804: GB Home Fleet", at_war={"Denmark": "axis", "Norway": "axis"})
    assert not labels(t, fleet_zone(t.state, 1)) & {"1904", "2003", "2004", "2104"}
    t.at_war(Norway="allied")
    assert labels(t, fleet_zone(t.state, 1)) & {"1904", "2003", "2004", "2104"} == {"1904"}
    t.at_war(Denmark="allied")
    assert labels(t, fleet_zone(t.state, 1)) >= {"1904", "2003", "2004", "2104"}


@rule("2WW-5.1.4c")
def test_a_fleets_zone_leaves_neutral_coasts_out() -> None:
    t = at("Summer 1940, allied movement\n1704: GB Home Fleet")
    assert "1703" not in labels(t, fleet_zone(t.state, 1))
    t.at_war(Norway="axis")
    assert "1703" in labels(t, fleet_zone(t.state, 1))


@rule("2WW-5.1.4b")
def test_fleets_of_neutrals_hinder_nobody() -> None:
    t = at("Autumn 1939, allied movement\n1414: It Fleet\n1215: GB Home Fleet")
    assert (fleet_zone(t.state, 0), beside_fleets(t.state, 0)) == (0, 0)
    t.at_war(Italy="axis")
    assert "1315" in labels(t, beside_fleets(t.state, 0))


@rule("2WW-5.1.2b")
def test_naval_zones_do_not_hinder_armies() -> None:
    t = at("Autumn 1940, axis movement\n1708: Ge 1 Armor\n1508: GB Home Fleet", at_war={"France": "axis"})
    free = at("Autumn 1940, axis movement\n1708: Ge 1 Armor", at_war={"France": "axis"})
    assert {"1608", "1708"} <= labels(t, fleet_zone(t.state, 1))
    assert ways(t.state, t.unit("Ge 1 Armor")).costs() == ways(free.state, free.unit("Ge 1 Armor")).costs()


@rule("2WW-5.1.2c")
def test_fleets_support_nobody_inland() -> None:
    fleets = "1706: GB Home Fleet\nLondon: GB 1 RAF"
    coast = at(
        f"Summer 1942, allied combat\n1708: Ge 4 Infantry\n1608: GB 1 Armor\n{fleets}", at_war={"France": "axis"}
    )
    inland = at(
        f"Summer 1942, allied combat\n1709: Ge 4 Infantry\n1708: GB 1 Armor\n{fleets}", at_war={"France": "axis"}
    )
    say(coast, "attack 1708")
    say(inland, "attack 1709")
    assert coast.refused("join GBHomeFleet") is None
    assert inland.refused("join GBHomeFleet") == "2WW-5.1.2c"


STRAITS = "Autumn 1940, allied movement"


@rule("2WW-5.1.2d")
def test_a_fleet_stops_beside_an_enemy_fleet() -> None:
    t = at(f"{STRAITS}\n1414: It Fleet done\n1215: GB Home Fleet")
    say(t, "move GBHomeFleet")
    assert "1315" in goals(t, "sail")
    assert t.refused("sail 1515") == "2WW-5.1.2d"
    say(t, "sail 1315")
    assert (t.waits, t.refused("move GBHomeFleet")) == ("allied MoveUnits", "2WW-5.1.2d")


@rule("2WW-5.1.2d")
def test_a_fleet_with_a_passenger_to_land_stops_all_the_same() -> None:
    t = at(f"{STRAITS}\n1414: It Fleet done\n1215: GB Home Fleet, GB 1 Armor aboard GB Home Fleet")
    say(t, "move GBHomeFleet", "sail 1315")
    assert t.waits == "allied Underway"
    assert t.refused("sail 1215") == "2WW-5.1.2d"
    assert t.refused("land GB1Armor") is None


def test_an_enemy_fleet_farther_off_stops_nobody() -> None:
    t = at(f"{STRAITS}\n1614: It Fleet done\n1315: GB Home Fleet")
    say(t, "move GBHomeFleet", "sail 1414")
    assert t.waits == "allied Underway"
    say(t, "sail 1515")
    assert t.waits == "allied MoveUnits"


@rule("2WW-5.1.2e")
def test_no_step_leads_from_beside_one_fleet_to_beside_another() -> None:
    t = at(f"{STRAITS}\n1414: It Fleet done\n1315: GB Home Fleet", at_war={"Spain": "axis"})
    say(t, "move GBHomeFleet")
    assert t.refused("sail 1415") == "2WW-5.1.2e"
    assert t.refused("sail 1215") is None


# Air units


@rule("2WW-5.1.3a")  # EX-2WW-ZOC-1
@pytest.mark.parametrize(("unit", "reach"), [("GB 1 RAF", 3), ("GB Bomber Command", 6)])
def test_an_air_zone_is_every_hex_in_range(unit: str, reach: int) -> None:
    t = at(f"Autumn 1940, allied movement\nParis: {unit}", at_war={"France": "allied"})
    s, here = t.state, t.place("Paris")
    zone, peace = air_zone(s, t.unit(unit)), {c for c, neutral in enumerate(s.neutral) if neutral}
    for place in s.world.board.here:
        if s.world.country_at[place] not in peace:
            assert bool(zone >> place & 1) == (s.world.board.distance(here, place) <= reach)


@rule("2WW-3.4.2b")
def test_air_zones_reach_across_switzerland_where_no_land_unit_goes() -> None:
    t = at("Autumn 1940, axis movement\n1909: Ge 1 Air, Ge 1 Armor")
    zone = labels(t, air_zone(t.state, t.unit("Ge 1 Air")))
    assert "1910" not in zone
    assert {"1911", "1912"} <= zone
    say(t, "move Ge1Armor")
    assert t.refused("march 1910") == "2WW-3.4.2b"


@rule("2WW-5.1.4c")
def test_air_zones_do_not_reach_into_neutral_countries() -> None:
    t = at("Autumn 1939, axis movement\n2206: Ge 1 Air")
    assert "2306" not in labels(t, air_zone(t.state, t.unit("Ge 1 Air")))
    t.at_war(Poland="allied")
    assert "2306" in labels(t, air_zone(t.state, t.unit("Ge 1 Air")))


@rule("2WW-5.1.2i")
def test_only_naval_air_units_have_a_zone_aboard() -> None:
    t = at(
        "Autumn 1940, allied movement\n1706: GB Home Fleet, GB Naval Air aboard GB Home Fleet,"
        " GB Channel Fleet, GB 1 RAF aboard GB Channel Fleet",
        at_war={"France": "axis"},
    )
    zone = labels(t, air_zone(t.state, t.unit("GB Naval Air")))
    assert "1709" in zone
    assert not t.state.world.coastal >> t.place("1709") & 1
    assert air_zone(t.state, t.unit("GB 1 RAF")) == 0


@rule("2WW-5.1.4a")
def test_an_air_zone_goes_on_behind_a_neutral() -> None:
    t = at("Autumn 1939, axis movement\nLondon: GB 1 RAF\nAmsterdam: Netherlands Infantry")
    zone = labels(t, air_zone(t.state, t.unit("GB 1 RAF")))
    assert "1907" in zone  # Essen, behind the Low Countries
    assert not zone & {"1806", "1807"}
