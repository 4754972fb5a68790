"""Chapter 8.3.5: attacks on fleets that pass."""

from __future__ import annotations

import pytest

from tests.rulebooks.twoww.plotting import fight, goals, say, spot
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

ALLIED = "Autumn 1940, allied movement"
HOME = "GBHomeFleet"


def sails(text: str, to: str, **more: object) -> Table:
    """The Home Fleet sets out."""
    t = at(text, **more)  # type: ignore[arg-type]
    return say(t, f"move {HOME}", f"sail {to}")


def lines(t: Table) -> list[str]:
    """The lines of the Combat Chart that were thrown on."""
    return [roll["line"] for roll in t.events("roll")]


@rule("2WW-8.3.5.1")
def test_an_enemy_within_three_hexes_may_attack() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1614: It Fleet\nRome: It 1 Air", "1414", holds={"Gibraltar": "axis"})
    assert t.waits == "axis Hunt"
    assert spot(t, "GB Home Fleet") == "1315"  # three hexes from the Italians
    assert t.refused("join It1Air") == "2WW-8.3.5.1"  # out of range
    assert t.refused("join ItFleet") is None


@rule("2WW-8.3.5.1")
@pytest.mark.parametrize("hunter", ["1614: It Fleet done", "1415: Ge 1 Air done"])
def test_only_ready_units_attack(hunter: str) -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n{hunter}\n1916: Ge 2 Air", "1414", at_war={"Spain": "axis"})
    assert (t.waits, spot(t, "GB Home Fleet")) == ("allied Underway", "1414")
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n{hunter}\n1412: Ge 2 Air", "1414", at_war={"Spain": "axis"})
    assert t.waits == "axis Hunt"
    name = hunter.split(": ")[1].removesuffix(" done").replace(" ", "")
    assert t.refused(f"join {name}") == "2WW-8.3.5.1"


@rule("2WW-8.3.5.1")
def test_an_offer_comes_in_every_hex_but_each_unit_attacks_once() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air\n1413: Ge 2 Air", "1515", at_war={"Spain": "axis"})
    first = spot(t, "GB Home Fleet")
    t.roll(12, 12)
    say(t, "join Ge1Air", "pass")
    while t.waits == "allied Defend":
        say(t, "pass")
    assert t.waits == "allied Underway"
    assert spot(t, "GB Home Fleet") == first
    say(t, "sail 1515")
    assert t.waits == "axis Hunt"
    assert t.refused("join Ge1Air") == "2WW-8.3.5.1"
    assert t.refused("join Ge2Air") is None


@rule("2WW-8.3.5.1")
def test_once_in_a_move_also_when_the_fleet_stops_in_between() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air", "1315", at_war={"Spain": "axis"})
    while t.waits == "axis Hunt":
        say(t, "decline")
    say(t, "sail 1515")
    assert not t.waits.endswith("Hunt")
    assert spot(t, "GB Home Fleet") == "1515"
    say(t, "pass")
    assert t.refused("decline") == "2WW-8.3.5.1"


@rule("2WW-8.3.5.1", "2WW-12.4.3")
def test_soviets_and_others_do_not_attack_together() -> None:
    t = at(
        "Summer 1942, axis movement\n2203: Ge Surface Fleet\nTallinn: SU 1 Air\nRiga: GB 1 RAF\nScapa Flow: GB 2 RAF",
    )
    say(t, "move GeSurfaceFleet", "sail 2402")
    while t.refused("join SU1Air") is not None or t.refused("join GB1RAF") is not None:
        say(t, "pass")
    assert t.refused("join GB2RAF") == "2WW-8.3.5.1"
    say(t, "join SU1Air")
    assert t.refused("join GB1RAF") == "2WW-12.4.3"


@rule("2WW-8.3.5.1")
def test_fleets_do_not_attack_in_a_friendly_port() -> None:
    t = sails(f"{ALLIED}\n1414: GB Home Fleet\n1215: It Fleet\nCadiz: It 1 Air", "Gibraltar", at_war={"Spain": "axis"})
    while spot(t, "GB Home Fleet") != "1315":
        say(t, "pass")
    assert t.waits == "axis Hunt"
    assert t.refused("join ItFleet") == "2WW-8.3.5.1"
    assert t.refused("join It1Air") is None


def test_boxes_are_safe() -> None:
    t = sails(f"{ALLIED}\n1108: GB Home Fleet\nAtlantic: Ge 1 Submarines", "Atlantic")
    assert t.waits == "allied Underway"


def test_neutrals_do_not_attack() -> None:
    t = sails("Winter 1940, allied movement\n2313: GB Home Fleet\n2613: It Fleet\nNaples: It 1 Air", "2512")
    assert (t.waits, t.is_neutral("Italy")) == ("allied Underway", True)


@rule("2WW-8.3.5.1")
def test_a_fleet_attacks_once_too() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1614: It Fleet\n1412: Ge 1 Air", "1414",
              at_war={"Spain": "axis"}, holds={"Gibraltar": "axis"})  # fmt: skip
    t.roll(12, 12)
    say(t, "join ItFleet", "pass")
    assert t.waits == "allied Underway"
    say(t, "sail 1414")
    assert t.waits == "axis Hunt"
    assert t.refused("join ItFleet") == "2WW-8.3.5.1"


@rule("2WW-8.3.5.2")
def test_air_units_of_short_range_cover_passing_fleets() -> None:
    t = sails(
        f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air\n1315: GB 1 RAF\n1314: GB Bomber Command\nHull: GB 2 RAF",
        "1414",
        at_war={"Spain": "axis"},
    )
    say(t, "join Ge1Air", "pass")
    assert t.waits == "allied Defend"
    assert t.refused("join GBBomberCommand") == "2WW-8.3.5.2"
    assert t.refused("join GB2RAF") == "2WW-9.1.2a"
    t.roll(12, 2)
    say(t, "join GB1RAF")
    assert lines(t) == ["air_air", "air_air"]
    assert (t.at("Ge 1 Air"), t.at("GB 1 RAF")) == ("pool", "Gibraltar")  # nobody has moved


@rule("2WW-8.3.5.3")
def test_air_units_that_have_won_fire_alone_at_the_fleet() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air\nGibraltar: GB 1 RAF", "1414", at_war={"Spain": "axis"})
    say(t, "join Ge1Air", "pass")
    t.roll(2, 12, 12, 12)
    say(t, "join GB1RAF")
    assert lines(t) == ["air_air", "air_air", "air_sea", "sea_air"]


@rule("2WW-8.3.5.3")
def test_cover_that_has_won_leaves_nothing_to_attack_with() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air\nGibraltar: GB 1 RAF", "1414", at_war={"Spain": "axis"})
    say(t, "join Ge1Air", "pass")
    t.roll(12, 5)
    say(t, "join GB1RAF")
    assert lines(t) == ["air_air", "air_air"]
    assert (t.strength("Ge 1 Air"), t.waits) == ("reduced", "allied Underway")


@rule("2WW-8.3.5.3")
def test_air_strength_is_added_to_that_of_fleets() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air\n1614: It Fleet", "1414",
              at_war={"Spain": "axis"}, holds={"Gibraltar": "axis"})  # fmt: skip
    t.roll(12, 12)
    say(t, "join Ge1Air", "join ItFleet", "pass")
    assert [(roll["line"], roll["factors"]) for roll in t.events("roll")] == [("sea_sea", 3 + 3), ("sea_sea", 4)]


@rule("2WW-8.3.5.4")
def test_a_fleet_that_need_not_retreat_goes_on() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air", "1515", at_war={"Spain": "axis"})
    before = t.fact("spent", "GB Home Fleet")
    t.roll(12, 12)
    say(t, "join Ge1Air", "pass")
    assert t.waits == "allied Underway"
    assert t.fact("spent", "GB Home Fleet") == before
    assert {"1215", "1315", "1515"} & goals(t, "sail")
    say(t, "sail 1515", "pass")
    assert spot(t, "GB Home Fleet") == "1515"


@rule("2WW-8.3.5.4")
def test_a_fleet_that_has_lost_goes_to_port_and_not_on() -> None:
    t = sails(f"{ALLIED}\n1215: GB Home Fleet\n1412: Ge 1 Air", "1515", at_war={"Spain": "axis"})
    t.roll(5, 12)
    say(t, "join Ge1Air", "pass")
    assert (t.at("GB Home Fleet"), t.fact("ops", "GB Home Fleet"), t.strength("GB Home Fleet")) == (
        "Gibraltar",
        1,
        "reduced",
    )
    assert t.waits == "allied MoveUnits"
    assert t.refused(f"move {HOME}") == "2WW-3.4.3b"


@rule("2WW-8.3.5.4")
def test_the_rest_of_a_group_sails_on_when_one_is_sunk() -> None:
    t = at(
        f"{ALLIED}\n1215: GB Home Fleet, GB Channel Fleet reduced, GB 1 Armor aboard GB Channel Fleet\n1412: Ge 1 Air",
        at_war={"Spain": "axis"},
    )
    say(t, f"move {HOME}", "escort GBChannelFleet", "sail 1515")
    t.roll(5, 2)
    say(t, "join Ge1Air", "pass")
    say(t, "lose GBChannelFleet")
    assert (t.at("GB Channel Fleet"), t.at("GB 1 Armor")) == ("pool", "pool")
    if t.waits == "allied Underway":
        say(t, "sail 1515", "pass")
    assert spot(t, "GB Home Fleet") == "1515"


@rule("2WW-8.3.5.1")
def test_retreating_and_advancing_fleets_are_attacked_too() -> None:
    t = at(
        "Autumn 1940, axis combat\n1614: It Fleet\n1414: GB Home Fleet\n1412: Ge 1 Air\n1513: Ge 2 Air",
        at_war={"Spain": "axis"},
    )
    fight(t, "engage 1414", 5, 12)
    while t.waits.endswith("ChooseLoss"):
        say(t, str(t.match.orders()[0]))
    assert t.waits == "axis Hunt"
    assert t.refused("join It1Air") == "2WW-8.3.5.1"
    assert t.refused("join Ge1Air") is None
