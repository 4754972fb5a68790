"""Chapter 8.1.2: rail movement."""

from __future__ import annotations

import pytest

from grognard.games.twoww.land_moves import rail_way
from tests.rulebooks.twoww.plotting import goals, label, say, spot
from tests.rulebooks.twoww.table import at
from tests.rules import rule


@rule("2WW-8.1.2a")
@pytest.mark.parametrize("unit", ["Ge 4 Infantry", "Ge 1 Air"])
def test_nobody_entrains_in_an_enemy_zone(unit: str) -> None:
    text = f"Autumn 1939, axis movement\n2307: {unit}, Ge 1 Infantry\n2406: Poland 1 Infantry"
    name = unit.replace(" ", "")
    t = at(text, at_war={"Poland": "allied"})
    say(t, f"move {name}")
    assert t.refused("rail 2106") == "2WW-8.1.2a"
    assert goals(t, "rail") == set()
    t = at(text.replace("2406", "2404"), at_war={"Poland": "allied"})
    say(t, f"move {name}")
    assert t.refused("rail 2106") is None


@rule("2WW-8.1.2b")
def test_trains_go_any_distance_through_friendly_countries() -> None:
    friends = {"France": "axis", "Belgium": "axis", "Poland": "axis"}
    t = at("Autumn 1940, axis movement\nParis: Ge 4 Infantry", at_war=friends)
    say(t, "move Ge4Infantry")
    assert t.refused("rail Moscow") == "2WW-8.1.2b"
    say(t, "rail Warsaw")
    assert (t.at("Ge 4 Infantry"), t.waits) == ("Warsaw", "axis MoveUnits")


@rule("2WW-8.1.2b")
def test_trains_do_not_cross_neutral_countries_or_enemy_ones() -> None:
    t = at("Autumn 1940, axis movement\nParis: Ge 4 Infantry", at_war={"France": "axis", "Yugoslavia": "allied"})
    say(t, "move Ge4Infantry")
    assert t.refused("rail Brussels") == "2WW-8.1.2b"  # neutral
    assert t.refused("rail 2409") == "2WW-8.1.2b"  # hostile, without a town
    assert t.refused("rail 2106") is None


@rule("2WW-8.1.2b")
def test_trains_do_not_enter_enemy_zones() -> None:
    t = at("Autumn 1939, axis movement\n2106: Ge 4 Infantry\n2406: Poland 1 Infantry", at_war={"Poland": "allied"})
    say(t, "move Ge4Infantry")
    assert t.refused("rail 2307") == "2WW-8.1.2b"
    assert t.refused("rail 2306") == "2WW-8.1.2b"
    assert t.refused("rail 2308") is None


@rule("2WW-8.1.2b")
@pytest.mark.parametrize(
    ("land", "start", "goal"),
    [
        ("Libya", "2716", "2816"),
        ("Tunisia", "2115", "2214"),
        ("French North Africa", "1915", "1815"),
        ("Spanish Morocco", "1316", "1415"),
        ("Saudi Arabia", "3813", "3814"),
        ("Persia", "4008", "4009"),
    ],
)
def test_some_countries_have_no_railways(land: str, start: str, goal: str) -> None:
    t = at(f"Autumn 1942, axis movement\n{start}: Ge 4 Infantry")
    assert t.state.world.board.nation[t.place(goal)] == land
    t.state.owner[t.country(land)] = t.state.neutral[t.country(land)] = 0
    say(t.touched(), "move Ge4Infantry")
    assert t.refused(f"rail {goal}") == "2WW-8.1.2b"


@rule("2WW-8.1.2b")
def test_trains_do_not_enter_sea_boxes_or_enemy_towns() -> None:
    t = at("Autumn 1940, axis movement\n2106: Ge 4 Infantry", holds={"Hamburg": "allied"})
    say(t, "move Ge4Infantry")
    assert t.refused("rail Hamburg") == "2WW-8.1.2b"
    assert t.refused("rail Atlantic") == "2WW-8.1.2b"
    assert t.refused("rail 2104") == "2WW-8.1.2b"


@rule("2WW-8.1.2a")
def test_a_unit_that_has_marched_takes_no_train() -> None:
    t = at("Autumn 1939, axis movement\n2106: Ge 4 Infantry\n2206: Ge 10 Infantry\n2306: Poland 1 Infantry")
    say(t, "move Ge4Infantry", "march 2107")
    assert goals(t, "rail") == set()
    assert t.refused("rail 2109") == "2WW-8a"
    t = at("Autumn 1939, axis movement\n2206: Ge 10 Infantry\n2306: Poland 1 Infantry", at_war={"Poland": "allied"})
    say(t, "move Ge10Infantry")
    assert t.refused("rail 2109") == "2WW-8.1.2a"


@rule("2WW-8.1.2c")
def test_a_unit_that_has_landed_in_a_port_takes_the_train() -> None:
    t = at("Summer 1940, allied movement\nLondon: GB Home Fleet, GB 1 Armor", at_war={"France": "allied"})
    say(t, "move GBHomeFleet", "board GB1Armor GBHomeFleet", "sail Cherbourg", "land GB1Armor", "pass")
    say(t, "move GB1Armor", "rail Lyon")
    assert t.at("GB 1 Armor") == "Lyon"


@rule("2WW-12.1.1b")
def test_neutral_italians_take_italian_trains_only() -> None:
    t = at("Winter 1940, axis movement\nMilan: It 1 Armor")
    say(t, "move It1Armor")
    assert t.refused("rail Naples") is None
    assert t.refused("march 1911") == "2WW-12.1.1b"
    assert goals(t, "rail") <= {hex for hex in goals(t, "rail") if t.state.world.board.nation[t.place(hex)] == "Italy"}


def test_a_train_opens_the_axis_minors_that_it_cannot_avoid() -> None:
    t = at("Autumn 1939, axis movement\nBerlin: Ge 1 Armor")
    say(t, "move Ge1Armor", "rail Bucharest")
    assert [event["country"] for event in t.events("opened")] == ["Hungary", "Rumania"]
    assert spot(t, "Ge 1 Armor") == "2809"


@pytest.mark.parametrize(
    ("enemy", "why"), [("Rome: GB Home Fleet", "2WW-5.1.1f"), ("La Spezia: GB 1 RAF", "2WW-5.1.1g")]
)
def test_enemies_give_way_to_a_train_that_passes(enemy: str, why: str) -> None:
    t = at(f"Autumn 1942, axis movement\nNaples: Ge 4 Infantry\n{enemy}")
    way = [label(t, place) for place in rail_way(t.state, t.unit("Ge 4 Infantry"), t.place("Munich"))]
    assert way == ["2312", "2211", "2210", "2110", "2109"]  # through Rome, on the coast, and past La Spezia
    say(t, "move Ge4Infantry", "rail Munich")
    name = enemy.split(": ")[1]
    assert t.waits == "allied ChooseRefuge"
    assert t.refused(f"displace {name.replace(' ', '')} Rome") == why
    say(t, str(t.match.orders()[0]))
    assert {event["unit"] for event in t.events("displaced")} == {name}
    assert (t.at("Ge 4 Infantry"), t.fact("moved", "Ge 4 Infantry")) == ("Munich", 1)


def test_nobody_gives_way_to_an_air_unit_on_a_train() -> None:
    t = at("Autumn 1942, axis movement\nNaples: Ge 1 Air\nRome: GB Home Fleet")
    say(t, "move Ge1Air", "rail LaSpezia")
    assert (t.at("Ge 1 Air"), t.at("GB Home Fleet")) == ("La Spezia", "Rome")
