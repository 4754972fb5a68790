"""Chapter 7.1: production points, and those of chapters 5.3, 12.4 and 12.5."""

from __future__ import annotations

import pytest

from grognard.games.twoww.income import claims, expected, users_of
from grognard.games.twoww.state import ALLIES, AXIS, CRUSHED, QUIET, REVOLT, VICHY
from grognard.games.twoww.world import BRITAIN, GERMANY, ITALY, USSR
from tests.rulebooks.twoww.moments import moment, points, producing, sources, until
from tests.rulebooks.twoww.table import Table
from tests.rules import rule

HOME = ["Berlin", "Hamburg", "Essen", "Munich", "Prague", "Vienna"]


# 7 and 7.1.1 Cities


@rule("2WW-7a")
def test_every_city_gives_a_point_unless_it_was_bombed() -> None:
    t = moment("Spring 1940, production")
    assert points(t, "France") == 3
    t.state.bombed = (t.place("Lyon"),)
    assert points(t, "France") == 2
    assert sources(t, "France") == ["Paris", "Toulon"]


@rule("2WW-7a", "2WW-7.1.1b")
def test_neutral_cities_give_nothing() -> None:
    t = moment("Spring 1940, production")
    assert sources(t, "France") == ["Paris", "Lyon", "Toulon"]
    assert sources(t, "Germany")[:7] == [*HOME, "Budapest"]
    assert "Warsaw" not in sources(t, "Germany")


@rule("2WW-7.1.1a")
def test_cities_at_home_serve_their_own_power_while_its_side_holds_them() -> None:
    t = moment("Summer 1940, production\nMilan: GB 1 Armor")
    assert sources(t, "Italy") == ["Rome"]
    assert "Rome" not in sources(t, "Germany")
    assert "Milan" not in sources(t, "Germany")


@rule("2WW-7.1.1b")
def test_a_city_of_an_enemy_that_still_fights_serves_whom_it_is_linked_with() -> None:
    t = moment("Autumn 1941, production\nKiev: Ge 1 Infantry", conquered={"Poland": "axis"})
    assert "Kiev" in sources(t, "Germany")
    assert "Kiev" not in sources(t, "USSR")
    assert points(t, "USSR") == 6


@rule("2WW-7.1.1c")
def test_a_city_without_a_line_to_a_capital_gives_nothing() -> None:
    around = "Essen: GB 1 Armor\nFrankfurt: GB 2 Armor\nAmsterdam: Fr 3 Infantry\nParis SE1: Fr 4 Infantry"
    base = f"Summer 1940, production\nParis: Fr 2 Infantry\n{around}"
    war = {"Belgium": "axis", "Netherlands": "allied"}
    assert "Brussels" not in sources(moment(f"{base}\nLondon NE1: GB Home Fleet", at_war=war), "Germany")
    assert "Brussels" in sources(moment(base, at_war=war), "Germany")  # the sea is open
    home = moment("Summer 1940, production\nRome: Fr 2 Infantry")
    assert sources(home, "Italy") == []  # Milan is Italian, but Rome is lost


@rule("2WW-7.1.1c")
def test_a_point_is_for_the_power_whose_capital_the_city_is_linked_with() -> None:
    cut = "Essen: Ge 1 Infantry\nFrankfurt: Ge 7 Infantry\nMunich: Ge 18 Infantry\nVenice: It 2 Infantry"
    cut += "\nHamburg: Ge 4 Infantry\nCopenhagen N1: Ge Surface Fleet\nConstanta: It Fleet\nBaghdad: Ge 6 Infantry"
    t = moment(f"Autumn 1941, production\n{cut}", at_war={"Belgium": "allied", "USSR": "allied", "Sweden": "axis"})
    brussels = t.place("Brussels")
    assert USSR not in users_of(t.state, ALLIES, brussels)
    assert users_of(t.state, ALLIES, brussels)[-1] == BRITAIN
    assert brussels not in claims(t.state, USSR)


# 5.3 Conquered and liberated countries


@rule("2WW-5.3.2d")
def test_a_city_linked_with_two_powers_is_claimed_or_left_to_the_later_one() -> None:
    t = until(moment("Summer 1940, production", conquered={"Belgium": "axis"}), "Italy")
    brussels = t.place("Brussels")
    assert users_of(t.state, AXIS, brussels) == [ITALY, GERMANY]
    assert t.state.points == 2
    assert "Brussels" in sources(t, "Germany")
    t.say("axis", "claim Brussels")
    assert t.state.points == 3
    assert "Brussels" not in sources(t, "Germany")
    assert t.refused("claim Brussels") == "2WW-5.3.2d"
    assert t.refused("claim Berlin") == "2WW-5.3.2d"
    until(t, "Germany")
    assert t.refused("claim Budapest") == "2WW-5.3.2d"
    assert "Budapest" in sources(t, "Germany")


@rule("2WW-5.3.3c")
def test_cities_of_liberated_france_serve_britain() -> None:
    t = moment(
        "Autumn 1944, production\nParis: US 1 Armor", vichy=VICHY, holds={"Lyon": "neutral", "Toulon": "neutral"}
    )
    assert points(t, "France") == 0
    assert "Paris" in sources(t, "Britain")
    assert t.place("Paris") not in claims(t.state, USSR)
    asked = []
    while producing(t):
        asked.append(producing(t))
        t.say(*t.match.waiting, "pass")
    assert "France" not in asked


# 7.1.2 Points besides


@rule("2WW-7.1.2a")
def test_the_dominions_send_two_points() -> None:
    t = moment("Spring 1940, production")
    assert "Dominions" in sources(t, "Britain")
    before = points(t, "Britain")
    t.state.sunk = (2, 0, 0, 0)
    assert points(t, "Britain") == before - 2


@rule("2WW-7.1.2b", "2WW-7.1.2g", "2WW-12.5.1")
def test_iraq_sends_its_point_to_whoever_controls_it() -> None:
    quiet = moment("Spring 1940, production", iraq=QUIET)
    assert "Iraq" in sources(quiet, "Britain")
    assert "Iraq" not in sources(quiet, "Germany")
    revolt = moment("Spring 1941, production", iraq=REVOLT, owner=_owned(quiet, "Iraq", AXIS))
    assert "Iraq" not in sources(revolt, "Britain")
    assert "Iraq" in sources(revolt, "Germany")
    assert points(revolt, "Britain") == points(quiet, "Britain") - 1


def _owned(t: Table, country: str, side: int) -> bytearray:
    owner = t.state.owner[:]
    owner[t.country(country)] = side
    return owner


@rule("2WW-7.1.2c")
def test_the_united_states_have_ten_points_less_lend_lease() -> None:
    t = moment("Spring 1943, production", lend=(2, 2))
    assert points(t, "United States") == 6
    until(t, "United States")
    t.say("allied", "build US9Air UnitedStates")
    assert t.state.points == 3
    assert t.refused("build US1Armor UnitedStates") == "2WW-7.1.4"


@rule("2WW-7.1.2d")
def test_the_oil_of_bucharest() -> None:
    t = moment("Spring 1940, production")
    assert sources(t, "Germany").count("Bucharest") == 1  # the bonus replaces the point of the city
    assert "Bucharest" in sources(moment("Spring 1940, production", at_peace=["Rumania"]), "Germany")
    lost = moment("Spring 1944, production", conquered={"Rumania": "allied"})
    assert "Bucharest" not in sources(lost, "Germany")
    t.state.bombed = (t.place("Bucharest"),)
    assert "Bucharest" not in sources(t, "Germany")
    italian = moment("Summer 1940, production")
    assert italian.place("Bucharest") not in claims(italian.state, ITALY)
    assert italian.place("Budapest") in claims(italian.state, ITALY)


@rule("2WW-7.1.2e")
def test_the_steel_of_stockholm_passes_norway() -> None:
    assert "Stockholm" in sources(moment("Spring 1940, production"), "Germany")
    assert "Stockholm" in sources(moment("Spring 1940, production", conquered={"Norway": "axis"}), "Germany")
    assert "Stockholm" not in sources(moment("Spring 1940, production", conquered={"Norway": "allied"}), "Germany")
    assert "Stockholm" not in sources(moment("Spring 1940, production", at_war={"Sweden": "allied"}), "Germany")
    taken = moment("Spring 1940, production", conquered={"Sweden": "axis"})
    assert sources(taken, "Germany").count("Stockholm") == 1


@rule("2WW-7.1.2f")
def test_the_pact_gives_a_point_while_poland_is_conquered_and_the_soviet_union_neutral() -> None:
    t = moment("Spring 1940, production", conquered={"Poland": "axis"})
    assert sources(t, "Germany").count("Poland") == 1
    assert "Warsaw" in sources(t, "Germany")  # the city's own point comes on top
    assert "Poland" not in sources(moment("Spring 1940, production"), "Germany")
    war = moment("Spring 1941, production", conquered={"Poland": "axis"}, at_war={"USSR": "allied"})
    assert "Poland" not in sources(war, "Germany")


# 7.1.3 Minor powers


@rule("2WW-7.1.3a")
def test_minor_powers_have_a_point_in_winter() -> None:
    assert points(moment("Winter 1940, production"), "Hungary") == 1
    assert points(moment("Spring 1940, production"), "Hungary") == 0
    assert points(moment("Winter 1940, production"), "Turkey") == 0  # neutral
    assert points(moment("Winter 1940, production", at_war={"Turkey": "allied"}), "Turkey") == 1
    assert points(moment("Winter 1942, production", conquered={"Greece": "axis"}), "Greece") == 0
    assert points(moment("Winter 1940, production"), "Vichy France") == 0


@rule("2WW-7.1.3a")
def test_the_winter_point_is_for_the_minor_powers_own_units() -> None:
    t = until(
        moment("Winter 1940, production\nBudapest: Hungary Infantry reduced\nJassy: Rumania Infantry reduced"),
        "Hungary",
    )
    assert t.state.points == 1
    assert t.refused("upgrade RumaniaInfantry") == "2WW-7.1.3a"
    assert t.refused("upgrade HungaryInfantry") is None
    t.say("axis", "upgrade HungaryInfantry")
    assert t.strength("Hungary Infantry") == "full"
    rebuilt = until(moment("Winter 1940, production"), "Hungary")
    assert rebuilt.refused("build Ge6Infantry Berlin") == "2WW-7.1.3a"
    rebuilt.say("axis", "build HungaryInfantry Budapest")
    assert rebuilt.at("Hungary Infantry") == "Budapest"


@rule("2WW-12.5.1")
def test_iraq_has_a_winter_point_under_the_axis_only() -> None:
    t = moment("Winter 1942, production", pool=["Iraq Infantry"])
    assert points(t, "Iraq") == 1
    assert "Iraq" in sources(t, "Germany")
    until(t, "Iraq")
    assert t.refused("build Ge6Infantry Berlin") == "2WW-7.1.3a"
    assert t.refused("build IraqInfantry Baghdad") is None
    assert points(moment("Spring 1942, production"), "Iraq") == 0
    owner = _owned(t, "Iraq", ALLIES)
    assert points(moment("Winter 1942, production", iraq=CRUSHED, owner=owner), "Iraq") == 0


# 7.1.5 to 7.1.7 Powers at peace


@rule("2WW-7.1.5")
def test_no_american_unit_is_built_before_the_united_states_enter() -> None:
    t = until(moment("Spring 1941, production", lend=(3, 0)), "Britain")
    assert t.refused("build US1Armor UnitedStates") == "2WW-7.1.5"
    assert points(t, "United States") == 0
    assert "Lend Lease" in sources(t, "Britain")


@rule("2WW-7.1.6", "2WW-12.4.2")
def test_a_neutral_soviet_union_upgrades_from_1941_on() -> None:
    pieces = "Kiev: SU 1 Infantry reduced, SU 2 Infantry reduced\nRiga: SU 3 Infantry reduced"
    t = until(moment(f"Autumn 1940, production\n{pieces}"), "Britain")
    assert points(t, "USSR") == 0
    assert t.refused("upgrade SU1Infantry") == "2WW-7.1.6"
    t = until(moment(f"Winter 1941, production\n{pieces}"), "USSR")
    assert t.state.points == 2
    assert t.refused("build SU4Infantry Moscow") == "2WW-7.1.6"
    t.say("allied", "upgrade SU1Infantry", "upgrade SU2Infantry")
    assert [t.strength(f"SU {number} Infantry") for number in (1, 2, 3)] == ["full", "full", "reduced"]
    assert producing(t) != "USSR"


@rule("2WW-12.4.2")
def test_a_soviet_union_at_war_counts_its_cities() -> None:
    t = moment("Spring 1942, production")
    assert sources(t, "USSR") == ["Moscow", "Leningrad", "Stalingrad", "Kiev", "Kharkov", "Gorki", "Baku"]
    assert producing(moment("Winter 1941, production")) != "USSR"  # no reduced unit: the two points are lost


@rule("2WW-7.1.7")
def test_a_neutral_italy_produces_in_winter_only() -> None:
    pieces = "Rome: It 1 Armor reduced"
    t = until(moment(f"Spring 1940, production\n{pieces}"), "Germany")
    assert t.refused("upgrade It1Armor") == "2WW-7.1.7"
    assert points(t, "Italy") == 0
    t = until(moment(f"Winter 1940, production\n{pieces}"), "Italy")
    assert t.state.points == 2
    assert t.refused("upgrade It1Armor") is None
    assert claims(t.state, ITALY) == []
    assert until(moment(f"Summer 1940, production\n{pieces}"), "Italy").state.points == 2


# All together


def test_what_a_side_can_expect_is_the_sum_of_its_powers() -> None:
    t = moment("Summer 1943, production", lend=(2, 2))
    assert expected(t.state, AXIS) == points(t, "Italy") + points(t, "Germany")
    powers = ("France", "USSR", "Britain", "United States")
    assert expected(t.state, ALLIES) == sum(points(t, power) for power in powers)


@pytest.mark.parametrize("country", ["France", "Britain", "Germany"])
def test_the_sums_say_where_the_points_come_from(country: str) -> None:
    t = until(moment("Spring 1940, production"), country)
    (side,) = t.match.waiting
    income, spent, left = t.match.view(side)["prompt"]["sums"]
    assert str(points(t, country)) in str(income)
    assert "0" in str(spent)
    assert str(t.state.points) in str(left)
