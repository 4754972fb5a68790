"""Chapter 5.2: stacking."""

from __future__ import annotations

import pytest

from grognard.games.twoww.stacking import excess
from tests.rulebooks.twoww.plotting import goals, say, spot
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

MOVES = "Autumn 1939, axis movement"


def removals(t: Table) -> list[str]:
    """Who could be taken off the map."""
    assert t.waits.endswith("Excess")
    return [str(order).removeprefix("remove ") for order in t.match.orders()]


@rule("2WW-5.2.1a")
@pytest.mark.parametrize(
    ("stack", "surplus"),
    [
        ("Ge Fort 1 reduced, Ge Fort 2, Ge 4 Infantry", ["GeFort1", "GeFort2"]),
        ("Ge 1 Artillery, SU 1 Artillery axis, Ge 4 Infantry", ["Ge1Artillery", "SU1Artillery"]),
    ],
)
def test_one_fort_and_one_artillery_to_a_hex(stack: str, surplus: list[str]) -> None:
    t = say(at(f"{MOVES}\nBerlin: {stack}"), "pass")
    assert removals(t) == surplus
    assert t.refused("remove Ge4Infantry") == "2WW-5.2.1a"


@rule("2WW-5.2.1b")
def test_two_other_land_units_beside_fort_and_artillery() -> None:
    full = "Ge 4 Infantry reduced, Ge 1 Armor, Ge Fort 1, Ge 1 Artillery, Ge 1 Air"
    assert say(at(f"{MOVES}\nBerlin: {full}"), "pass").when == "Autumn 1939, allied movement"
    t = say(at(f"{MOVES}\nBerlin: {full}, Ge 1 Paratroops"), "pass")
    assert removals(t) == ["Ge1Armor", "Ge4Infantry", "Ge1Paratroops"]
    assert t.refused("remove GeFort1") == "2WW-5.2.1b"


@rule("2WW-5.2.1c")
def test_one_air_unit_to_a_hex() -> None:
    t = say(at(f"{MOVES}\nBerlin: Ge 1 Air, Ge 2 Air reduced, Ge 1 Armor"), "pass")
    assert removals(t) == ["Ge1Air", "Ge2Air"]
    assert t.refused("remove Ge1Armor") == "2WW-5.2.1c"


PORT = "GB Home Fleet, GB Channel Fleet, GB 1 Armor, GB 2 Armor"
CARGO = "GB 8 Armor aboard GB Home Fleet, GB 1 Paratroops aboard GB Channel Fleet"


@rule("2WW-5.2.1d")
def test_two_fleets_to_a_hex_and_their_cargo_does_not_count() -> None:
    t = at(f"Summer 1940, allied movement\nPlymouth: {PORT}, {CARGO}")
    assert excess(t.state, 1) is None
    t = say(at(f"Summer 1940, allied movement\nPlymouth: {PORT}, GB Gibraltar Fleet, {CARGO}"), "pass")
    assert removals(t) == ["GBHomeFleet", "GBChannelFleet", "GBGibraltarFleet"]
    assert t.refused("remove GB1Armor") == "2WW-5.2.1d"


@rule("2WW-5.2.2a")
@pytest.mark.parametrize("phase", ["axis movement", "axis combat", "allied movement", "axis armored combat"])
def test_both_sides_are_checked_when_a_phase_ends(phase: str) -> None:
    crowds = "Berlin: Ge 1 Armor, Ge 2 Armor, Ge 3 Armor\nLondon: GB 1 Armor, GB 2 Armor, GB 8 Armor"
    t = at(f"Summer 1940, {phase}\n{crowds}")
    if t.waits.split()[1] == "MoveUnits":
        say(t, "pass")
    first = "allied" if phase.startswith("allied") else "axis"
    assert t.waits == f"{first} Excess"
    say(t, removals_order(t))
    assert t.waits.split() == ["allied" if first == "axis" else "axis", "Excess"]


def removals_order(t: Table) -> str:
    return str(t.match.orders()[0])


@rule("2WW-5.2.2a")
def test_production_ends_with_a_check() -> None:
    t = at("Summer 1940, production\nBerlin: Ge 1 Armor, Ge 2 Armor, Ge 3 Armor")
    while t.waits.split()[1] != "Excess":
        say(t, "pass")
    assert (t.waits, t.when) == ("axis Excess", "Summer 1940, production")


@rule("2WW-5.2.2a")
def test_in_armored_action_nobody_looks_before_the_combats() -> None:
    t = at("Summer 1940, axis armored movement\nBerlin: Ge 1 Armor, Ge 2 Armor, Ge 3 Armor")
    say(t, "pass")
    assert (t.waits, t.when) == ("axis Excess", "Summer 1940, axis armored combat")


@rule("2WW-5.2.2a")
def test_any_number_may_pass_through_a_hex() -> None:
    t = at(f"{MOVES}\nBerlin: Ge 4 Infantry, Ge 10 Infantry\n2107: Ge 14 Infantry")
    say(t, "move Ge14Infantry", "march Berlin", "march 2105", "pass")
    assert spot(t, "Ge 14 Infantry") == "2105"
    say(t, "pass")
    assert t.when == "Autumn 1939, allied movement"


@rule("2WW-5.2.2b")
def test_the_owner_takes_the_excess_off_the_map() -> None:
    t = at(f"{MOVES}\nBerlin: Ge 4 Infantry, Ge 10 Infantry, Ge 14 Infantry\nHamburg: Ge 1 Armor")
    say(t, "pass")
    assert t.refused("remove Ge1Armor") == "2WW-5.2.2b"
    say(t, "remove Ge10Infantry")
    assert [t.at(f"Ge {number} Infantry") for number in (4, 10, 14)] == ["Berlin", "pool", "Berlin"]
    assert t.when == "Autumn 1939, allied movement"


@rule("2WW-5.2.2b")
def test_every_unit_too_many_goes() -> None:
    t = at(f"{MOVES}\nBerlin: Ge 4 Infantry, Ge 10 Infantry, Ge 14 Infantry, Ge 1 Infantry")
    say(t, "pass", "remove Ge10Infantry")
    assert t.refused("remove Ge10Infantry") == "2WW-5.2.2b"
    say(t, "remove Ge4Infantry")
    assert t.when == "Autumn 1939, allied movement"


@rule("2WW-5.2.3a")
def test_nobody_walks_into_a_hex_with_enemies() -> None:
    t = at(f"{MOVES}\n2306: Ge 1 Armor\nWarsaw: Poland 1 Infantry", at_war={"Poland": "allied"})
    say(t, "move Ge1Armor")
    assert t.refused("march Warsaw") == "2WW-5.2.3a"


@rule("2WW-5.2.3a")
def test_nobody_walks_into_a_hex_with_neutrals() -> None:
    t = at(f"{MOVES}\n2205: Ge 1 Armor\n2305: Poland 1 Infantry")
    say(t, "move Ge1Armor")
    assert t.refused("march 2305") == "2WW-5.2.3a"
    assert t.is_neutral("Poland")


@rule("2WW-5.2.3a")
@pytest.mark.parametrize("enemy", ["GB Home Fleet", "GB 1 RAF", "GB Home Fleet, GB Naval Air aboard GB Home Fleet"])
def test_no_air_unit_flies_among_enemy_fleets_or_air_units(enemy: str) -> None:
    t = at(f"{MOVES}\nHamburg: Ge 1 Air\nScapa Flow: {enemy}")
    say(t, "move Ge1Air")
    assert "1503" not in goals(t, "fly")
    assert t.refused("fly ScapaFlow") == "2WW-5.2.3a"
    assert t.refused("fly 1504") is None


@rule("2WW-5.2.3a")
def test_no_flight_of_a_new_game_ends_in_scapa_flow() -> None:
    t = Table(set_up="historical")
    say(t, "move Ge2Air")
    assert t.refused("fly ScapaFlow") == "2WW-5.2.3a"


@rule("2WW-5.2.3a")
def test_no_air_unit_goes_by_rail_among_enemy_fleets() -> None:
    t = at(f"{MOVES}\nBerlin: Ge 1 Air\nHamburg: GB Home Fleet\n2006: Ge 4 Infantry")
    say(t, "move Ge1Air")
    assert "2005" not in goals(t, "rail")
    assert t.refused("rail Hamburg") == "2WW-5.2.3a"
    say(t, "pass", "move Ge4Infantry")
    assert t.refused("rail Hamburg") is None  # an army: the fleet gives way


@rule("2WW-5.2.3a")
def test_no_air_unit_invades_a_neutral_where_its_fleet_would_stay() -> None:
    t = at(f"{MOVES}\nStettin: Ge 1 Air\nStockholm: Sweden Fleet")
    say(t, "move Ge1Air")
    assert t.refused("fly Stockholm") == "2WW-5.2.3a"
    assert t.refused("fly Malmö") is None


@rule("2WW-5.2.3a", "2WW-8.1.1b")
def test_paratroops_drop_among_enemies_and_owe_a_combat() -> None:
    t = at(f"{MOVES}\n2307: Ge 1 Paratroops\nWarsaw: Poland 1 Infantry", at_war={"Poland": "allied"})
    say(t, "move Ge1Paratroops")
    assert t.refused("march Warsaw") == "2WW-5.2.3a"
    say(t, "drop Warsaw", "pass")
    assert (t.at("Ge 1 Paratroops"), t.waits) == ("Warsaw", "axis Attacks")
    assert t.refused("pass") == "2WW-8.1.1b"
    assert t.refused("attack Warsaw") is None


@rule("2WW-5.2.4a")
def test_there_is_no_limit_in_a_box() -> None:
    fleets = "GB Home Fleet, GB Channel Fleet, GB Gibraltar Fleet, US 8 Fleet, US 10 Fleet, US 12 Fleet"
    t = at(f"Summer 1943, allied movement\nAtlantic: {fleets}\nUnited States: US 1 Armor, US 5 Armor, US 7 Armor")
    assert excess(t.state, 1) is None
    say(t, "pass")
    assert t.when != "Summer 1943, allied movement"
    assert t.at("US 12 Fleet") == "Atlantic"
