"""Chapters 8, 8.1 and 8.1.1: land units on foot and from the air."""

from __future__ import annotations

import pytest

from grognard.games.twoww.land_moves import points_left, ways
from grognard.games.twoww.state import DROPPED
from tests.rulebooks.twoww.plotting import goals, labels, say, spot
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

MOVES = "Autumn 1939, axis movement"


def cost(t: Table, unit: str, hex: str) -> int:
    cost = ways(t.state, t.unit(unit)).cost(t.place(hex))
    assert cost is not None
    return cost


@rule("2WW-8a")
def test_a_unit_goes_as_far_as_its_points_carry_it() -> None:
    t = at(f"{MOVES}\n2206: Ge 4 Infantry")
    say(t, "move Ge4Infantry")
    assert t.refused("march 1905") is None  # three clear hexes
    assert t.refused("march 1806") == "2WW-8a"
    assert t.refused("march 2206") == "2WW-8a"


@rule("2WW-8a")
def test_terrain_costs_what_the_chart_says() -> None:
    t = at(f"{MOVES}\n2107: Ge 1 Armor")
    chart = t.state.world.charts["terrain"]
    for hex in ("2106", "2108", "2207"):
        terrain = t.state.world.board.terrain[t.place(hex)]
        assert cost(t, "Ge 1 Armor", hex) == chart[terrain]["points"]
    say(t, "move Ge1Armor")
    assert t.refused("march 2109") == "2WW-8a"  # forest and mountain: five points for two hexes


@rule("2WW-8a")
def test_each_unit_moves_once() -> None:
    t = at(f"{MOVES}\n2106: Ge 4 Infantry, Ge 10 Infantry")
    say(t, "move Ge4Infantry", "march 2107", "march 2207", "pass")
    assert t.refused("move Ge4Infantry") == "2WW-8a"
    assert t.refused("move Ge10Infantry") is None


def test_some_or_none_of_the_units_may_move() -> None:
    t = at(f"{MOVES}\n2106: Ge 4 Infantry, Ge 10 Infantry")
    say(t, "pass")
    assert t.when != "Autumn 1939, axis movement"


@rule("2WW-8a")
def test_no_hex_is_free() -> None:
    t = at(f"{MOVES}\n2208: Ge 1 Artillery")
    assert t.state.world.move[t.unit("Ge 1 Artillery")] == 2
    say(t, "move Ge1Artillery")
    assert t.refused("march 2109") == "2WW-8a"  # a mountain, which costs three
    assert t.refused("march 2207") is None
    assert "march 2109" not in t.offered()


@rule("2WW-8a")
def test_points_are_counted_over_several_marches() -> None:
    t = at(f"{MOVES}\n2206: Ge 4 Infantry")
    say(t, "move Ge4Infantry", "march 2106", "march 1905")
    assert t.waits == "axis MoveUnits"
    assert t.refused("move Ge4Infantry") == "2WW-8a"


def test_supply_is_looked_at_before_the_move_and_not_on_the_way() -> None:
    t = at("Autumn 1941, axis movement\n2905: Ge 1 Armor", at_war={"USSR": "allied"})
    assert points_left(t.state, t.unit("Ge 1 Armor")).value == 4
    say(t, "move Ge1Armor", "march 3005", "march 3105")
    t.hold("allied", "Berlin")
    assert points_left(t.state, t.unit("Ge 1 Armor")).value == 2
    t = at("Autumn 1941, axis movement\n2905: Ge 1 Armor", at_war={"USSR": "allied"}, holds={"Berlin": "allied"})
    assert points_left(t.state, t.unit("Ge 1 Armor")).value == 2
    say(t, "move Ge1Armor", "march 3005")
    t.hold("axis", "Berlin")
    assert points_left(t.state, t.unit("Ge 1 Armor")).value == 1


# Where land units may go


@rule("2WW-8.1a")
@pytest.mark.parametrize(("start", "sea"), [("1607", "1707"), ("1607", "1608"), ("2411", "2511"), ("1607", "1508")])
def test_land_units_enter_no_sea_and_cross_no_water(start: str, sea: str) -> None:
    t = at(f"Autumn 1940, allied movement\n{start}: GB 1 Armor")
    say(t, "move GB1Armor")
    assert t.refused(f"march {sea}") == "2WW-8.1a"


@rule("2WW-8.1a")  # EX-2WW-STRAITS-1
@pytest.mark.parametrize(
    ("start", "straits"), [("3514", "3414"), ("3315", "3414"), ("3416", "3415"), ("2810", "2911"), ("3011", "3012"),
                           ("1314", "1315")],
)  # fmt: skip
def test_land_units_enter_straits(start: str, straits: str) -> None:
    allied = {"Turkey": "allied", "Spain": "allied", "Bulgaria": "allied"}
    t = at(f"Autumn 1941, allied movement\n{start}: GB 1 Armor", at_war=allied, america=0)
    say(t, "move GB1Armor")
    assert t.refused(f"march {straits}") is None
    assert t.refused("march Atlantic") == "2WW-8.1a"


@rule("2WW-8.1a")
def test_land_units_in_america_wait_for_a_fleet() -> None:
    t = at("Summer 1943, allied movement\nUnited States: US 1 Armor\nLondon: US 5 Armor")
    assert t.refused("move US1Armor") == "2WW-8.1a"


@rule("2WW-3.3.1b")
def test_forts_do_not_move() -> None:
    t = at(f"{MOVES}\n1908: Ge Fort 1, Ge 4 Infantry")
    assert t.refused("move GeFort1") == "2WW-3.3.1b"


@rule("2WW-3.3.1b")
def test_forts_do_not_advance() -> None:
    t = at(
        "Autumn 1939, allied combat\n1908: Ge Fort 1, Ge 4 Infantry\n1909: Fr 1 Armor reduced",
        at_war={"France": "allied"},
    )
    t.roll(12, 2)
    say(t, "attack 1908")
    while not t.waits.endswith("ChooseAdvance"):
        say(t, "pass" if t.refused("pass") is None else str(t.match.orders()[0]))
    assert t.waits == "axis ChooseAdvance"
    assert t.refused("advance GeFort1 1909") == "2WW-3.3.1b"
    assert t.refused("advance Ge4Infantry 1909") is None


@rule("2WW-3.4.2b")
def test_nobody_drops_on_switzerland() -> None:
    t = at(f"{MOVES}\n2109: Ge 1 Paratroops")
    say(t, "move Ge1Paratroops")
    assert t.refused("drop 2009") == "2WW-3.4.2b"
    assert t.refused("march 2009") == "2WW-3.4.2b"


@rule("2WW-12.4.3")
def test_soviets_pass_other_allies_but_do_not_stay_with_them() -> None:
    t = at("Summer 1942, allied movement\n3003: SU 1 Infantry\n3102: GB 1 Armor")
    say(t, "move SU1Infantry")
    assert t.refused("march 3102") == "2WW-12.4.3"
    assert t.refused("rail 3102") == "2WW-12.4.3"
    say(t, "pass", "move GB1Armor")
    assert t.refused("march 3003") == "2WW-12.4.3"


@rule("2WW-12.1.1b")
def test_italians_stay_at_home_while_italy_is_neutral() -> None:
    t = at("Winter 1940, axis movement\n2010: It 1 Armor\nTripoli: It NA Infantry\nRome: It 1 Air")
    say(t, "move It1Armor")
    assert t.refused("march 1911") == "2WW-12.1.1b"
    say(t, "march 2111")
    say(t, *(["pass"] if t.waits.endswith("OnFoot") else []), "move ItNAInfantry", "march 2417", "pass", "move It1Air")
    assert t.refused("fly 1911") == "2WW-12.1.1b"
    say(t, "fly 2010")
    assert t.is_neutral("Italy")


# Airdrops


DROP = "Summer 1942, axis movement\n2314: Ge 1 Paratroops"


@rule("2WW-8.1.1a")
def test_a_drop_reaches_three_hexes_over_any_terrain() -> None:
    t = at(DROP)
    say(t, "move Ge1Paratroops")
    assert t.refused("drop 2114") == "2WW-8.1.1a"  # all sea
    assert t.refused("drop Malta") is None
    assert t.refused("drop 2616") == "2WW-8.1.1a"
    world = t.state.world
    near = {place for place in world.board.here if 0 < world.board.distance(t.place("2314"), place) <= 3}
    assert all(world.board.distance(t.place("2314"), t.place(hex)) <= 3 for hex in goals(t, "drop"))
    assert labels(t, sum(1 << place for place in near) & world.land & world.country_mask[t.country("Italy")]) <= goals(
        t, "drop"
    )


@rule("2WW-8.1.1a")
def test_only_paratroops_drop_and_only_instead_of_marching() -> None:
    t = at("Summer 1942, axis movement\n2106: Ge 1 Paratroops, Ge 4 Infantry")
    say(t, "move Ge4Infantry")
    assert t.refused("drop 2107") == "2WW-8.1.1a"
    say(t, "pass", "move Ge1Paratroops", "march 2107")
    assert t.refused("drop 2106") == "2WW-8.1.1a"
    assert goals(t, "drop") == set()


@rule("2WW-8.1.1a")
def test_neither_enemies_nor_their_zones_hinder_a_drop() -> None:
    t = at(
        "Autumn 1939, axis movement\n2306: Ge 1 Paratroops\n2305: Poland 1 Infantry\nWarsaw: Poland 2 Infantry",
        at_war={"Poland": "allied"},
    )
    say(t, "move Ge1Paratroops")
    assert t.refused("drop 2203") == "2WW-8.1.1a"
    say(t, "drop 2404")
    assert (spot(t, "Ge 1 Paratroops"), t.fact("landed", "Ge 1 Paratroops")) == ("2404", 0)
    assert t.waits == "axis MoveUnits"


@rule("2WW-8.1.1b")
def test_whoever_drops_on_an_army_must_fight_it() -> None:
    t = at("Autumn 1939, axis movement\n2307: Ge 1 Paratroops\nWarsaw: Poland 1 Infantry")
    say(t, "move Ge1Paratroops", "drop Warsaw", "pass")
    assert t.fact("landed", "Ge 1 Paratroops") == DROPPED
    assert t.events("invaded")
    assert t.refused("pass") == "2WW-8.1.1b"
    t.roll(7, 7)
    say(t, "attack Warsaw")
    assert t.events("attack land")[0]["attackers"] == ["Ge 1 Paratroops"]
