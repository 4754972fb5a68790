"""Chapter 2: the set-up."""

from __future__ import annotations

import pytest

from grognard.engine.paths import bits
from grognard.games.twoww import GAME, set_up
from grognard.games.twoww.stacking import excess
from grognard.games.twoww.state import ALLIES, AXIS, IN_HAND, LATER, NEUTRAL, POOL, VICHY, War
from grognard.games.twoww.units import eliminate
from grognard.games.twoww.world import scenario_data
from tests.rulebooks.twoww.moments import moment, until
from tests.rulebooks.twoww.table import Table
from tests.rules import rule


@pytest.fixture
def done() -> Table:
    """The war as it begins when everybody sets up by history."""
    return Table(set_up="historical")


def pool(t: Table, nation: str) -> set[str]:
    units = t.state.world.units_of[t.country(nation)]
    return {t.state.world.units[unit].split(" ", 1)[1] for unit in units if t.state.where[unit] == POOL}


def on_the_map(t: Table, nation: str) -> set[str]:
    units = t.state.world.units_of[t.country(nation)]
    return {t.state.world.units[unit] for unit in units if t.state.where[unit] >= 0}


def stands(t: Table, unit: str, at: str, strength: str) -> bool:
    return t.state.where[t.unit(unit)] == t.place(at) and t.strength(unit) == strength


# The order


@rule("2WW-2a")
def test_countries_set_up_one_after_the_other() -> None:
    t = Table()
    order = []
    while t.when.startswith("set-up"):
        order.append((t.when.removeprefix("set-up, "), *t.match.waiting))
        t.say(order[-1][1], "historical")
    assert order == [
        ("France", "allied"),
        ("USSR", "allied"),
        ("Britain", "allied"),
        ("Italy", "axis"),
        ("Germany", "axis"),
        ("Axis minors", "axis"),
        ("neutrals", "allied"),
    ]


@rule("2WW-2a")
def test_no_german_is_placed_while_italians_are_in_hand() -> None:
    t = Table("2ww war\nset-up, Italy")
    assert t.refused("place Ge1Armor Breslau", "axis") == "2WW-2a"
    assert t.refused("place It1Armor Milan", "axis") is None
    t.say("axis", "place It1Armor Milan", "place It2Infantry Milan", "place It1Air Rome")
    assert t.when == "set-up, Italy"
    t.say("axis", "place It3Infantry Naples")
    assert t.when == "set-up, Germany"


@rule("2WW-2a")
def test_units_are_placed_in_the_set_up_only() -> None:
    assert Table(set_up="historical").refused("place Ge1Armor Breslau", "axis") == "2WW-2a"


@rule("2WW-2b", "2WW-2.3a")
def test_units_start_on_the_side_that_the_list_names(done: Table) -> None:
    assert done.strength("GB 1 Armor") == "reduced"
    assert done.strength("GB 1 RAF") == "full"
    assert done.strength("GB Bomber Command") == "reduced"


@rule("2WW-2c")
def test_the_eliminated_return_to_their_pool_and_can_be_bought_again() -> None:
    t = moment("Summer 1940, production\nRome: It 2 Infantry, It 3 Infantry")
    eliminate(t.state, t.unit("It 2 Infantry"), "2WW-2c")
    assert pool(t, "Italy") >= {"2 Infantry"}
    until(t, "Italy")
    assert t.refused("build It2Infantry Rome") is None


@rule("2WW-2c", "2WW-12.2.1c")
def test_the_french_return_to_their_pool_as_long_as_paris_holds() -> None:
    t = moment("Spring 1940, axis combat\nLyon: Fr 3 Infantry, Fr 2 Infantry")
    eliminate(t.state, t.unit("Fr 3 Infantry"), "2WW-4.2.C.3p")
    assert t.at("Fr 3 Infantry") == "pool"
    t.state.vichy = VICHY
    eliminate(t.state, t.unit("Fr 2 Infantry"), "2WW-4.2.C.3p")
    assert t.at("Fr 2 Infantry") == "gone"


@rule("2WW-2d")
def test_units_of_the_turn_track_cannot_be_bought_before_their_turn(done: Table) -> None:
    assert done.at("US 3 Armor") == "later"
    t = until(moment("Winter 1944, production\nLondon: GB 1 RAF"), "United States")
    assert t.refused("build US3Armor UnitedStates") == "2WW-2d"
    t = until(moment("Spring 1944, production\nLondon: GB 1 RAF"), "United States")
    assert t.at("US 3 Armor") == "pool"


@rule("2WW-3.4.4a")
def test_the_war_lasts_twenty_three_seasons(done: Table) -> None:
    turns = done.state.world.turns
    assert turns[:5] == ("Autumn 1939", "Winter 1940", "Spring 1940", "Summer 1940", "Autumn 1940")
    assert turns[-1] == "Spring 1945"
    assert len(turns) == 23
    years = [f"{season} {year}" for year in range(1940, 1946) for season in ("Winter", "Spring", "Summer", "Autumn")]
    assert turns[1:] == tuple(years[:22])


# 2.1 France


@rule("2WW-2.1a")
def test_french_units_with_hexes_of_their_own(done: Table) -> None:
    assert stands(done, "Maginot Fort", "1909", "full")
    assert stands(done, "Fr Col Infantry", "Algiers", "reduced")
    assert stands(done, "Fr Fleet", "1911", "reduced")
    assert done.place("Algiers") == done.place("1915")


@rule("2WW-2.1b")
def test_french_units_start_in_metropolitan_france() -> None:
    t = Table("2ww war\nset-up, France")
    assert t.refused("place FrAlpInfantry Brussels") == "2WW-2.1b"
    assert t.refused("place Fr2Infantry Algiers") == "2WW-2.1b"
    for unit in ("Fr1Armor Paris", "Fr2Infantry Lyon", "Fr3Infantry Toulon", "FrAlpInfantry Bordeaux", "Fr1Air Paris"):
        t.say("allied", f"place {unit}")
    assert {t.strength(unit) for unit in on_the_map(t, "France") - {"Maginot Fort"}} == {"reduced"}
    assert t.at("Fr Alp Infantry") == "Bordeaux"


@rule("2WW-2.1b")
def test_stacking_limits_hold_in_the_set_up() -> None:
    t = Table("2ww war\nset-up, France").say("allied", "place Fr1Armor Paris", "place Fr2Infantry Paris")
    assert t.refused("place Fr3Infantry Paris") == "2WW-5.2.1b"
    assert t.refused("place Fr1Air Paris") is None


@rule("2WW-2.1c")
def test_the_french_pool(done: Table) -> None:
    assert pool(done, "France") == {"4 Infantry"}


# 2.2 Soviet Union


@rule("2WW-2.2a")
def test_only_soviet_forts_are_at_full_strength(done: Table) -> None:
    full = {unit for unit in on_the_map(done, "USSR") if done.strength(unit) == "full"}
    assert full == {"Moscow Fort", "Leningrad Fort", "Sevastopol Fort"}


@rule("2WW-2.2b")
def test_the_soviet_army_starts_along_the_border() -> None:
    t = Table("2ww war\nset-up, USSR")
    s = t.state
    for unit in ("SU1Infantry", "SU1TArmor", "SU1Air"):
        for place in ("Moscow", "Leningrad", "Stalingrad", "Warsaw", "Breslau"):
            assert t.refused(f"place {unit} {place}") == "2WW-2.2b", (unit, place)
    board, soviet = s.world.board, s.world.country_mask[t.country("USSR")]
    border = {"Germany", "Poland", "Hungary", "Rumania"}
    front = {p for p in bits(soviet) if any(board.nation[other] in border for other in board.neighbours[p])}
    second = {p for p in bits(soviet) if any(other in front for other in board.neighbours[p])} - front
    third = {p for p in bits(soviet) if any(other in second for other in board.neighbours[p])} - second - front
    assert all((front, second, third))
    offered = set(t.offered())
    for unit in ("SU1Infantry", "SU1TArmor", "SU1Air"):
        names = {p: board.names[p].replace(" ", "") for p in (*front, *second, *third)}
        assert all(f"place {unit} {names[p]}" in offered for p in front | second)
        assert not any(f"place {unit} {names[p]}" in offered for p in third)


@rule("2WW-2.2b")
def test_the_list_of_the_frontier_is_whole(done: Table) -> None:
    placed = {unit for unit in on_the_map(done, "USSR") if done.state.world.roster[done.unit(unit)].at == "frontier"}
    infantry = {f"SU {number} Infantry" for number in range(1, 9)}
    assert placed == infantry | {"SU 1T Armor", "SU 2T Armor", "SU 1 Air", "SU 2 Air"}


@rule("2WW-2.2c")
def test_soviet_units_with_hexes_of_their_own(done: Table) -> None:
    assert stands(done, "Moscow Fort", "2903", "full")
    assert stands(done, "Leningrad Fort", "2601", "full")
    assert stands(done, "SU Fleet", "2601", "reduced")
    assert stands(done, "Sevastopol Fort", "3108", "full")


@rule("2WW-2.2d")
def test_the_soviet_pool(done: Table) -> None:
    assert pool(done, "USSR") == {"1 Paratroops", "3 Air", "4 Air"}


# 2.3 Britain and 2.4 the United States


@rule("2WW-2.3a")
def test_british_units_start_in_britain() -> None:
    t = Table("2ww war\nset-up, Britain")
    for place in ("Gibraltar", "Cairo", "Paris", "Dublin"):
        assert t.refused(f"place GBBomberCommand {place}") == "2WW-2.3a"
    t.say("allied", "place GBBomberCommand Birmingham", "place GB1Armor London", "place GB1RAF London")
    assert t.at("GB Bomber Command") == "Birmingham"
    assert t.when != "set-up, Britain"


@rule("2WW-2.3b")
@pytest.mark.parametrize(
    ("unit", "at", "strength"),
    [
        ("GB Home Fleet", "1503", "full"),
        ("GB Gibraltar Fleet", "1315", "full"),
        ("Gibraltar Fort", "1315", "reduced"),
        ("GB Mediterranean Fleet", "3315", "full"),
        ("GB 8 Armor", "Cairo", "reduced"),
        ("Malta Fort", "2415", "reduced"),
    ],
)
def test_british_units_with_hexes_of_their_own(done: Table, unit: str, at: str, strength: str) -> None:
    assert stands(done, unit, at, strength)


@rule("2WW-2.3c")
def test_the_british_pool(done: Table) -> None:
    assert pool(done, "Britain") == {"2 Armor", "2 RAF", "3 RAF", "Channel Fleet"}


@rule("2WW-2.4a")
def test_the_united_states_have_a_pool_and_nothing_on_the_map(done: Table) -> None:
    assert on_the_map(done, "United States") == set()
    armor = {f"{number} Armor" for number in (1, 5, 7, 9, 15)}
    air = {f"{name} Air" for name in ("8", "9", "12", "15", "SAC")}
    assert pool(done, "United States") == armor | air | {"8 Fleet", "10 Fleet", "12 Fleet"}


# 2.5 Italy


@rule("2WW-2.5a")
def test_the_italian_set_up(done: Table) -> None:
    assert on_the_map(done, "Italy") == {
        "It 1 Armor", "It 2 Infantry", "It 3 Infantry", "It 1 Air", "It Fleet", "It NA Infantry",
    }  # fmt: skip
    assert stands(done, "It Fleet", "2411", "full")
    assert stands(done, "It NA Infantry", "2716", "full")
    assert done.strength("It 1 Air") == "full"
    assert {done.strength(f"It {name}") for name in ("1 Armor", "2 Infantry", "3 Infantry")} == {"reduced"}


@rule("2WW-2.5a")
def test_italian_units_start_in_italy() -> None:
    t = Table("2ww war\nset-up, Italy")
    assert t.refused("place It2Infantry Tripoli") == "2WW-2.5a"
    assert t.refused("place It2Infantry Toulon") == "2WW-2.5a"
    assert t.refused("place It2Infantry Palermo") is None


@rule("2WW-2.5b")
def test_the_italian_pool_is_empty(done: Table) -> None:
    assert pool(done, "Italy") == set()


# 2.6 Germany


@rule("2WW-2.6a")
@pytest.mark.parametrize("unit", ["Ge1Armor", "Ge4Infantry", "Ge1Air"])
def test_the_eastern_group_starts_beside_poland_or_in_east_prussia(unit: str) -> None:
    t = Table("2ww war\nset-up, Germany")
    for place in ("Berlin", "Hamburg", "Essen", "Vienna", "Warsaw"):
        assert t.refused(f"place {unit} {place}") == "2WW-2.6a"
    for place in ("2403", "2404", "Breslau"):
        assert t.refused(f"place {unit} {place}") is None
    assert t.state.world.roster[t.unit("Ge 10 Infantry")].at == "east"


@rule("2WW-2.6a", "2WW-2.6b")
def test_germans_start_at_full_strength(done: Table) -> None:
    armies = [f"Ge {name}" for name in ("1 Armor", "2 Armor", "4 Infantry", "10 Infantry", "14 Infantry", "1 Air")]
    armies += [f"Ge {name}" for name in ("1 Infantry", "7 Infantry", "18 Infantry", "2 Air")]
    assert {done.strength(unit) for unit in armies} == {"full"}


@rule("2WW-2.6b")
def test_the_free_group_starts_anywhere_in_germany() -> None:
    t = Table("2ww war\nset-up, Germany")
    for place in ("Warsaw", "Paris", "Oslo"):
        assert t.refused(f"place Ge1Infantry {place}") == "2WW-2.6b"
    for place in ("Essen", "Berlin", "Munich", "Breslau"):
        assert t.refused(f"place Ge1Infantry {place}") is None
    assert t.refused("place Ge7Infantry Essen") == "2WW-2a"  # the first of two that are the same
    assert t.refused("place Ge2Air Essen") is None


@rule("2WW-2.6c")
def test_german_fleets_start_in_german_ports() -> None:
    t = Table("2ww war\nset-up, Germany")
    for fleet in ("GeSurfaceFleet", "Ge1Submarines"):
        assert t.refused(f"place {fleet} Hamburg") is None
        assert t.refused(f"place {fleet} Berlin") == "2WW-2.6c"
        assert t.refused(f"place {fleet} Oslo") == "2WW-2.6c"
    world = t.state.world
    offered = [order.split()[-1] for order in t.offered() if order.startswith("place GeSurfaceFleet")]
    assert all(world.ports >> world.board.at(place) & 1 for place in offered)
    t.say("axis", "place GeSurfaceFleet Hamburg", "place Ge1Submarines Hamburg")
    assert {t.strength("Ge Surface Fleet"), t.strength("Ge 1 Submarines")} == {"reduced"}


@rule("2WW-2.6d")
def test_german_forts_in_the_west(done: Table) -> None:
    assert stands(done, "Ge Fort 1", "1907", "reduced")
    assert stands(done, "Ge Fort 2", "1908", "reduced")


@rule("2WW-2.6e")
def test_the_german_pool(done: Table) -> None:
    armor = {f"{number} Armor" for number in (3, 4, 5)}
    infantry = {f"{number} Infantry" for number in (6, 9, 15, 17)}
    air = {f"{number} Air" for number in (3, 4, 5)}
    others = {"1 Artillery", "1 Paratroops", "2 Submarines", "3 Submarines", "Fort 3"}
    assert pool(done, "Germany") == armor | infantry | air | others


# 2.7 Axis minors and 2.8 neutrals


@rule("2WW-2.7a")
def test_axis_minors_start_at_home() -> None:
    t = Table("2ww war\nset-up, Axis minors")
    assert t.refused("place HungaryInfantry Bucharest") == "2WW-2.7a"
    t.say("axis", "place HungaryInfantry Budapest", "place FinlandInfantry Helsinki")
    t.say("axis", "place RumaniaInfantry Bucharest", "place BulgariaInfantry Sofia")
    assert t.when == "set-up, neutrals"
    assert t.state.loyal[t.unit("Hungary Infantry")] == AXIS


@rule("2WW-2.8a")
def test_the_allies_place_the_neutrals_at_home() -> None:
    t = Table("2ww war\nset-up, neutrals")
    assert t.refused("place BelgiumInfantry Amsterdam", "allied") == "2WW-2.8a"
    t.say("allied", "place BelgiumInfantry Brussels", "historical")
    s = t.state
    infantry = [u for u, data in enumerate(s.world.roster) if s.loyal[u] == NEUTRAL and data.kind == "infantry"]
    assert len(infantry) == 13
    assert all(s.world.country_at[s.where[unit]] == s.world.nation[unit] for unit in infantry)
    reduced = {s.world.units[u] for u in infantry if not s.full[u] and not s.world.roster[u].one_sided}
    assert reduced == {"Poland 1 Infantry", "Poland 2 Infantry"}


@rule("2WW-2.8b")
def test_the_swedish_fleet(done: Table) -> None:
    assert done.state.where[done.unit("Sweden Fleet")] == done.place("2201") == done.place("Stockholm")


# History


def test_everybody_has_a_place_in_history_that_the_lists_allow() -> None:
    s = set_up.begin(GAME.world("war", {}))
    table = {key: value for key, value in scenario_data()["historical"].items() if key != "source"}
    in_hand = {s.world.units[unit] for unit, at in enumerate(s.where) if at == IN_HAND}
    assert set(table) == in_hand
    for group, _ in set_up.GROUPS:
        for unit in set_up.in_hand(s, group):
            wanted = s.world.board.at(table[s.world.units[unit]])
            assert set_up.why_not_start(s, unit, wanted) is None, s.world.units[unit]
            assert set_up.historical_place(s, unit) == wanted, s.world.units[unit]
            s.where[unit] = wanted
            s.memo = {}
    assert [excess(s, side) for side in (AXIS, ALLIES, NEUTRAL)] == [None, None, None]


def test_history_makes_way_for_what_was_placed_by_hand() -> None:
    t = Table("2ww war\nset-up, Axis minors").say("axis", "place HungaryInfantry Debrecen", "historical")
    assert t.at("Hungary Infantry") == "Debrecen"
    t = Table("2ww war\nset-up, USSR").say("allied", "place SU1Air Kiev", "historical")
    assert t.at("SU 1 Air") == "Kiev"
    assert t.at("SU 2 Air") not in ("Kiev", "in hand")


def test_without_a_set_up_everybody_stands_as_in_1939() -> None:
    by_hand = Table()
    while by_hand.when.startswith("set-up"):
        (side,) = by_hand.match.waiting
        by_hand.say(side, "historical")
    assert by_hand.state.where == Table(set_up="historical").state.where


def test_every_order_of_the_set_up_that_is_not_offered_has_a_reason() -> None:
    t = Table("2ww war\nset-up, Germany")
    assert t.refused("place Nobody Berlin") == "table.no-piece"
    assert t.refused("place Ge1Infantry Nowhere") == "table.no-place"
    assert t.refused("pass") == "2WW-2a"


def test_whoever_is_not_on_the_map_is_in_a_pool_or_still_to_come(done: Table) -> None:
    s: War = done.state
    assert {at for at in s.where if at < 0} == {POOL, LATER}
