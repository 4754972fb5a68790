"""Chapters 8.1.3 and 8.1.4, with 5.2.3: landings and assaults."""

from __future__ import annotations

from typing import Any

import pytest

from grognard.games.twoww.battle import factor
from grognard.games.twoww.combat import land_battle
from grognard.games.twoww.fleets import points_left
from grognard.games.twoww.land_moves import points_left as march_points
from grognard.games.twoww.land_strength import land_strength, party_of
from grognard.games.twoww.state import ASSAULTING, BEACHED, IN_PORT
from tests.rulebooks.twoww.fights import landed as fact
from tests.rulebooks.twoww.plotting import fight, goals, label, say, spot
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

ALLIED = "Summer 1942, allied movement"
LOADED = "GB Home Fleet, GB 1 Armor aboard GB Home Fleet"
HOME = "GBHomeFleet"
OCCUPIED = {"France": "axis", "Belgium": "axis", "Netherlands": "axis", "Norway": "axis", "Denmark": "axis"}


# Landing


@rule("2WW-8.1.3.1")
def test_a_landing_costs_the_fleet_nothing() -> None:
    t = at(f"{ALLIED}\n1707: {LOADED}")
    say(t, f"move {HOME}")
    assert t.refused("land GB1Armor") == "2WW-8.1.3.1"  # at sea
    say(t, "sail London")
    before = points_left(t.state, (t.unit("GB Home Fleet"),))
    say(t, "land GB1Armor")
    assert t.fact("aboard", "GB 1 Armor") == -1
    assert t.refused("land GB1Armor") == "2WW-8.1.3.1"
    assert points_left(t.state, (t.unit("GB Home Fleet"),)) == before
    say(t, "sail 1705", "pass")
    assert (spot(t, "GB Home Fleet"), spot(t, "GB 1 Armor")) == ("1705", "1607")


@rule("2WW-8.1.3.1")
def test_nobody_lands_beside_enemy_fleets() -> None:
    t = at(f"{ALLIED}\n1606: {LOADED}, Ge Surface Fleet done")
    say(t, f"move {HOME}")
    assert t.refused("land GB1Armor") == "2WW-8.1.3.1"


@rule("2WW-8.1.3.2a")
def test_whoever_lands_in_a_friendly_port_moves_on() -> None:
    t = at(f"{ALLIED}\n1707: {LOADED}, GB Channel Fleet, GB 1 RAF aboard GB Channel Fleet")
    say(t, f"move {HOME}", "escort GBChannelFleet", "sail London", "land GB1Armor", "land GB1RAF", "pass")
    assert t.fact("landed", "GB 1 Armor") == IN_PORT
    say(t, "move GB1Armor")
    assert march_points(t.state, t.unit("GB 1 Armor")).value == 4
    say(t, "march 1606", "pass", "move GB1RAF")
    far = [hex for hex in goals(t, "fly") if t.state.world.board.distance(t.place("London"), t.place(hex)) > 6]
    assert far == []
    assert t.refused("fly Rome") == "2WW-8.1.3.2a"
    assert t.refused("fly Liverpool") is None


@rule("2WW-5.1.1b")
def test_an_army_that_lands_in_an_enemy_zone_stops_even_in_port() -> None:
    both = f"{LOADED}, GB Channel Fleet, GB 1 RAF aboard GB Channel Fleet"
    t = at(f"{ALLIED}\n1707: {both}\nLondon: GB 2 Armor\n1606: Ge 4 Infantry")
    say(t, f"move {HOME}", "escort GBChannelFleet", "sail London", "land GB1Armor", "land GB1RAF", "pass")
    assert t.refused("move GB1Armor") == "2WW-5.1.1b"
    assert t.refused("move GB1RAF") is None


@rule("2WW-8.1.3.2b")
def test_whoever_lands_elsewhere_moves_no_further() -> None:
    t = at(f"{ALLIED}\n1707: {LOADED}")
    say(t, f"move {HOME}", "sail 1606", "land GB1Armor", "pass")
    assert t.fact("landed", "GB 1 Armor") == BEACHED
    assert t.refused("move GB1Armor") == "2WW-8.1.3.2b"


@rule("2WW-8.1.3.3a")
def test_a_landing_in_a_neutral_country_invades_it() -> None:
    t = at(f"Spring 1940, allied movement\n1704: {LOADED}")
    say(t, f"move {HOME}", "sail Oslo")
    assert t.is_neutral("Norway")
    assert [note.facts for note in t.match.preview("land GB1Armor").notes] == [{"country": "Norway"}]
    say(t, "land GB1Armor")
    assert (t.is_neutral("Norway"), t.owner("Norway"), t.holder("Oslo")) == (False, "axis", "allied")
    assert t.fact("moved", "GB 1 Armor")


@rule("2WW-5.2.3a")
def test_nobody_lands_on_the_army_of_a_neutral() -> None:
    t = at("Spring 1940, axis movement\n1805: Ge Surface Fleet, Ge 4 Infantry aboard Ge Surface Fleet\n"
           "Amsterdam: Netherlands Infantry")  # fmt: skip
    say(t, "move GeSurfaceFleet", "sail Amsterdam")
    assert t.refused("land Ge4Infantry") == "2WW-5.2.3a"
    assert t.is_neutral("Netherlands")


@rule("2WW-8.1.3.3b")
def test_in_an_enemy_country_a_landing_is_an_assault() -> None:
    t = at(f"{ALLIED}\n1707: {LOADED}", at_war=OCCUPIED)
    say(t, f"move {HOME}", "sail 1708")
    assert t.refused("land GB1Armor") == "2WW-8.1.3.3b"


@rule("2WW-8.1.3.3b")
def test_a_port_in_an_enemy_country_that_is_friendly_is_open() -> None:
    t = at(f"{ALLIED}\n1707: {LOADED}", at_war=OCCUPIED, holds={"Cherbourg": "allied"})
    say(t, f"move {HOME}", "sail Brest")
    assert t.refused("land GB1Armor") == "2WW-8.1.3.3b"
    say(t, "sail Cherbourg", "land GB1Armor", "pass")
    assert t.fact("landed", "GB 1 Armor") == IN_PORT


@rule("2WW-5.1.3b")
def test_no_air_unit_lands_in_an_enemy_zone() -> None:
    t = at(f"{ALLIED}\n1707: GB Home Fleet, GB 1 RAF aboard GB Home Fleet\n1606: Ge 4 Infantry")
    say(t, f"move {HOME}", "sail London")
    assert t.refused("land GB1RAF") == "2WW-5.1.3b"


@rule("2WW-12.4.3")
def test_nobody_lands_among_soviets() -> None:
    t = at("Summer 1942, allied movement\n3407: GB Home Fleet, GB 1 Armor aboard GB Home Fleet\nBatum: SU 1 Infantry")
    say(t, f"move {HOME}")
    assert t.refused("sail Batum") == "2WW-12.4.3"


# Assault


DUTCH = "Amsterdam: Netherlands Infantry"
RAIDERS = "Ge Surface Fleet, Ge 4 Infantry aboard Ge Surface Fleet"


@rule("2WW-8.1.3.3a")
@pytest.mark.parametrize("first", [(), ("sail Amsterdam",)])
def test_a_neutral_port_with_its_army_is_assaulted(first: tuple[str, ...]) -> None:
    t = at(f"Spring 1940, axis movement\n1805: {RAIDERS}\n{DUTCH}")
    say(t, "move GeSurfaceFleet", *first)
    assert t.is_neutral("Netherlands")
    assert [note.facts for note in t.match.preview("assault Amsterdam").notes] == [{"country": "Netherlands"}]
    say(t, "assault Amsterdam")
    assert (t.owner("Netherlands"), t.holder("Amsterdam")) == ("allied", "allied")
    say(t, "pass")
    assert t.refused("pass") == "2WW-8.1.1b"
    fight(t, "attack Amsterdam", 2, 12)
    assert (t.at("Ge 4 Infantry"), t.holder("Amsterdam"), t.at("Netherlands Infantry")) == ("Amsterdam", "axis", "pool")


@rule("2WW-8.1.3.3a", "2WW-8.1.4.4")
def test_a_neutral_that_beats_an_assault_is_an_enemy_all_the_same() -> None:
    t = at(f"Spring 1940, axis movement\n1805: {RAIDERS}\n{DUTCH}")
    say(t, "move GeSurfaceFleet", "assault Amsterdam", "pass")
    fight(t, "attack Amsterdam", 11, 12)
    assert t.fact("aboard", "Ge 4 Infantry") == t.unit("Ge Surface Fleet")
    assert (t.commander("Netherlands Infantry"), t.holder("Amsterdam")) == ("allied", "allied")


@rule("2WW-8.1.3.3a")
def test_a_neutral_fleet_gives_way_to_an_assault_on_its_port() -> None:
    t = at(f"Spring 1940, axis movement\n2203: {RAIDERS}\nStockholm: Sweden Fleet")
    say(t, "move GeSurfaceFleet", "assault Stockholm")
    while t.waits == "allied ChooseRefuge":
        say(t, str(t.match.orders()[0]))
    assert t.at("Sweden Fleet") != "Stockholm"
    assert (t.holder("Stockholm"), t.commander("Sweden Fleet")) == ("allied", "allied")
    say(t, "pass")
    assert "attack Stockholm" in t.offered()


@rule("2WW-5.3.1c", "2WW-8.1.4.1b")
def test_neutral_ports_that_cannot_be_assaulted() -> None:
    pieces = f"1707: {LOADED}\n{DUTCH}\nBrussels: Belgium Infantry"
    t = at(f"{ALLIED}\n{pieces}", at_war={"France": "axis"}, america=0)
    say(t, f"move {HOME}")
    assert t.refused("assault Amsterdam") is None
    assert t.refused("assault Oslo") == "2WW-8.1.4.1b"  # nobody is there: a landing will do
    t = at(f"{ALLIED}\n{pieces}", at_war={"France": "axis"}, america=1)
    say(t, f"move {HOME}")
    assert t.refused("assault Amsterdam") == "2WW-5.3.1c"


def five_hexes_off(t: Table) -> tuple[str, str]:
    """Sea hexes five and six hexes from Cherbourg by water."""
    world = t.state.world
    from grognard.engine.paths import reach

    costs = reach(world.courses, t.place("Cherbourg"), 6)
    five, six = (next(p for p, c in sorted(costs.items()) if c == n and world.sea >> p & 1) for n in (5, 6))
    return label(t, five), label(t, six)


@rule("2WW-8.1.4.1a")
def test_an_assault_goes_five_hexes_at_most() -> None:
    five, six = five_hexes_off(at(ALLIED))
    t = at(f"{ALLIED}\n{six}: {LOADED}", at_war=OCCUPIED)
    say(t, f"move {HOME}")
    assert t.refused("assault Cherbourg") == "2WW-8.1.4.1a"
    t = at(f"{ALLIED}\n{five}: {LOADED}", at_war=OCCUPIED)
    say(t, f"move {HOME}", "assault Cherbourg")
    assert (t.at("GB 1 Armor"), t.fact("aboard", "GB 1 Armor")) == ("Cherbourg", -1)
    assert t.fact("landed", "GB 1 Armor") == t.fact("landed", "GB Home Fleet") == ASSAULTING


@rule("2WW-8.1.4.1a")
def test_what_a_fleet_has_sailed_before_counts() -> None:
    five, _ = five_hexes_off(at(ALLIED))
    t = at(f"{ALLIED}\n{five}: {LOADED}", at_war=OCCUPIED)
    say(t, f"move {HOME}")
    away = next(
        hex for hex in sorted(goals(t, "sail")) if t.state.world.board.distance(t.place(five), t.place(hex)) == 1
    )
    say(t, f"sail {away}", f"sail {five}")
    assert t.refused("assault Cherbourg") == "2WW-8.1.4.1a"


def test_fleets_assault_the_port_that_they_lie_in() -> None:
    t = at(f"{ALLIED}\nCherbourg: {LOADED}", at_war=OCCUPIED, holds={"Cherbourg": "axis"})
    say(t, f"move {HOME}", "assault Cherbourg", "pass")
    fight(t, "attack Cherbourg", 2, 12)
    assert (t.at("GB 1 Armor"), t.holder("Cherbourg")) == ("Cherbourg", "allied")
    t = at(f"{ALLIED}\n1308: {LOADED}\n1509: Ge Surface Fleet", at_war=OCCUPIED, holds={"Brest": "axis"})
    say(t, f"move {HOME}", "sail Brest")  # where it is stopped beside the enemy fleet
    say(t, *["pass"] * (t.waits == "axis Hunt"))
    assert goals(t, "assault") == {"1408"}


@rule("2WW-8.1.4.1b")
def test_only_enemy_ports_are_assaulted() -> None:
    t = at(f"{ALLIED}\n1707: {LOADED}", at_war={"France": "axis"}, america=0)
    say(t, f"move {HOME}")
    assert t.refused("assault 1708") == "2WW-8.1.4.1b"  # a coast without a port
    assert t.refused("assault London") == "2WW-8.1.4.1b"  # friendly
    assert t.refused("assault Amsterdam") == "2WW-8.1.4.1b"  # neutral
    assert t.refused("assault Cherbourg") is None


@rule("2WW-5.1.2e")
def test_no_assault_leads_from_beside_one_fleet_to_beside_another() -> None:
    t = at(f"{ALLIED}\n1508: {LOADED}\nLondon: Ge Surface Fleet done", at_war=OCCUPIED, holds={"London": "axis"})
    say(t, f"move {HOME}")
    assert t.refused("assault Cherbourg") == "2WW-5.1.2e"
    assert goals(t, "assault") == {"1408", "1509", "1607", "1610"}  # but against the fleet itself, and away from it
    say(t, "assault London")
    assert (spot(t, "GB 1 Armor"), t.fact("aboard", "GB 1 Armor")) == ("1607", -1)


@rule("2WW-8.1.3.1")
def test_an_assault_takes_troops() -> None:
    t = at(f"{ALLIED}\n1707: GB Home Fleet, GB 1 RAF aboard GB Home Fleet", at_war=OCCUPIED)
    say(t, f"move {HOME}")
    assert t.refused("assault Cherbourg") == "2WW-8.1.3.1"


@rule("2WW-8.1.4.1b", "2WW-8.1.4.2")
def test_an_assault_displaces_fleets_and_fights_the_garrison() -> None:
    t = at(
        f"{ALLIED}\n1508: {LOADED}\nCherbourg: Ge 4 Infantry, Ge Surface Fleet done\n1708: Ge 10 Infantry",
        at_war=OCCUPIED,
    )
    say(t, f"move {HOME}")
    assert t.refused("assault Paris") == "2WW-8.1.4.1b"
    say(t, "assault Cherbourg")
    assert t.waits == "axis ChooseRefuge"
    say(t, str(t.match.orders()[0]))
    assert t.at("Ge Surface Fleet") != "Cherbourg"
    battle = land_battle(t.state, 1, t.place("Cherbourg"))
    assert (battle.land, battle.nominal) == (((t.unit("Ge 4 Infantry"),), (t.unit("GB 1 Armor"),)), False)
    assert land_strength(t.state, battle, 0).value == factor(t.state, t.unit("Ge 4 Infantry")).value


@rule("2WW-8.1.4.3a")
def test_an_empty_port_has_half_of_what_bears_on_it() -> None:
    near = "1708: Ge 4 Infantry, Fr 2 Infantry axis\n1709: Ge 1 Air"
    t = at(f"{ALLIED}\n1508: {LOADED}\n{near}", at_war=OCCUPIED)
    say(t, f"move {HOME}", "assault Cherbourg")
    battle = land_battle(t.state, 1, t.place("Cherbourg"))
    values = {
        unit: t.state.world.roster[t.unit(unit)].combat for unit in ("Ge 4 Infantry", "Fr 2 Infantry", "Ge 1 Air")
    }
    assert sorted(values.values()) == [3, 4, 4]
    assert land_strength(t.state, battle, 0).value == 5


@rule("2WW-8.1.4.3a")
def test_an_artillery_and_two_others_are_the_most_that_guard_a_port() -> None:
    near = "1708: Ge 4 Infantry, Ge 10 Infantry, Ge 1 Artillery\n1609: Ge 1 Armor\n1709: Ge 1 Air done"
    t = at(f"{ALLIED}\n1508: {LOADED}\n{near}", at_war=OCCUPIED)
    say(t, f"move {HOME}", "assault Cherbourg")
    battle = land_battle(t.state, 1, t.place("Cherbourg"))
    assert land_strength(t.state, battle, 0).value == (6 + 4 + 4) // 2


@rule("2WW-8.1.4.3b")
def test_without_an_army_near_an_empty_port_has_one_factor() -> None:
    t = at(f"{ALLIED}\n1508: {LOADED}\nParis: Ge 1 Air\nBrest: Ge Surface Fleet", at_war=OCCUPIED)
    say(t, f"move {HOME}")
    assert "1608" in goals(t, "assault")
    t = at(f"{ALLIED}\n1508: {LOADED}\n1709: Ge 1 Air done", at_war=OCCUPIED)
    say(t, f"move {HOME}", "assault Cherbourg")
    t.state.ops[t.unit("Ge 1 Air")] = 0
    battle = land_battle(t.state, 1, t.place("Cherbourg"))
    assert (battle.nominal, land_strength(t.state, battle, 0).value) == (True, 1)


def port_strength(near: str, **facts: Any) -> int:
    """What Cherbourg has, empty and just assaulted, with these units near by."""
    t = at(
        f"Summer 1942, allied combat\nCherbourg: GB 1 Armor, GB Home Fleet\n{near}",
        at_war=OCCUPIED,
        holds={"Cherbourg": "axis", **facts.pop("holds", {})},
        landed=fact(ASSAULTING, "GB 1 Armor", "GB Home Fleet"),
        **facts,
    )
    return land_strength(t.state, land_battle(t.state, 1, t.place("Cherbourg")), 0).value


@rule("2WW-8.1.4.3a")
@pytest.mark.parametrize(
    ("near", "strength"),
    [
        ("", 4 // 2),
        ("Paris SE1: Ge 1 Air", (4 + 4) // 2),
        ("Berlin: Ge 1 Air", 4 // 2),  # out of range
        ("Brest: Ge Surface Fleet", (4 + 3) // 2),
        ("Brest: Ge Surface Fleet done", 4 // 2),
        ("Hamburg: Ge Surface Fleet", 4 // 2),
        ("1609: Ge 1 Artillery", (4 + 4) // 2),
        ("1609: GB 2 Armor", 4 // 2),  # an enemy guards nothing
        ("1609: Ge 10 Infantry reduced, Ge 1 Armor", (4 + 6) // 2),
        ("1609: Ge 10 Infantry reduced, Ge 14 Infantry", (4 + 4) // 2),
    ],
)
def test_who_adds_to_the_strength_of_an_empty_port(near: str, strength: int) -> None:
    assert port_strength(f"1708: Ge 4 Infantry\n{near}") == strength


@rule("2WW-8.1.4.3a", "2WW-11.2.4")
def test_an_army_without_supply_guards_a_port_with_half_of_its_half() -> None:
    cut_off = {"Rome": "allied"}
    assert port_strength("1708: It 1 Armor", holds=cut_off) == 4 // 2 // 2
    others = "1708: It 1 Armor, Ge 4 Infantry\n1609: Ge 1 Paratroops\nParis SE1: It 1 Air"
    assert port_strength(others, holds=cut_off) == (4 + 3 + 3) // 2  # the stronger ones, as they are now


def test_a_second_artillery_does_not_guard_a_port() -> None:
    t = at(ALLIED)
    guns, armies = ["Ge 1 Artillery", "SU 1 Artillery"], ["Ge 4 Infantry", "Ge 10 Infantry", "Ge 1 Infantry"]
    party = party_of(t.state, [t.unit(name) for name in (*guns, *armies)])
    assert [t.state.world.units[unit] for unit in party] == [guns[0], *armies[:2]]


def test_a_neutral_italy_adds_nothing_to_a_port() -> None:
    world = at(ALLIED).state.world
    at_peace = bytearray(country.name == "Italy" for country in world.countries)
    near = "1708: Ge 4 Infantry\nParis SE1: It 1 Air\nBrest: It Fleet"
    assert port_strength(near, neutral=at_peace) == 4 // 2
    assert port_strength(near) == (4 + 3 + 3) // 2


def test_soviets_and_other_allies_do_not_guard_a_port_together() -> None:
    near = "Leningrad SE1: SU 1 Infantry, SU 2 Infantry\nTallinn: GB Home Fleet"
    for more, strength in (
        ("", (3 + 3) // 2),
        ("Pskov: GB 2 Armor reduced\nTallinn: SU Fleet", (3 + 3 + 2) // 2),
        ("Pskov: US 3 Armor\nTallinn: SU Fleet", (8 + 4) // 2),
    ):
        t = at(
            f"Summer 1943, axis combat\nLeningrad: Ge 4 Infantry, Ge Surface Fleet\n{near}\n{more}",
            holds={"Leningrad": "allied", "Rome": "allied"},
            landed=fact(ASSAULTING, "Ge 4 Infantry", "Ge Surface Fleet"),
        )
        battle = land_battle(t.state, 0, t.place("Leningrad"))
        assert land_strength(t.state, battle, 1).value == strength, more


def landed(extra: str, throws: tuple[int, int], *, fleets: str = LOADED, at_war: dict[str, str] | None = None) -> Table:
    """An assault on Cherbourg, fought with these throws, the attacker's first."""
    t = at(f"{ALLIED}\n1508: {fleets}\n{extra}", at_war=at_war or OCCUPIED)
    say(t, f"move {HOME}")
    if "Channel" in fleets:
        say(t, "escort GBChannelFleet")
    say(t, "assault Cherbourg", "pass")
    return fight(t, "attack Cherbourg", *throws)


@rule("2WW-8.1.4.4")
def test_a_lost_assault_goes_back_aboard_and_withdraws() -> None:
    t = landed("Cherbourg: Ge 4 Infantry", (11, 12))
    assert t.fact("aboard", "GB 1 Armor") == t.unit("GB Home Fleet")
    assert (t.at("GB Home Fleet"), t.at("GB 1 Armor")) == ("London", "London")


@rule("2WW-8.1.4.4")
def test_a_defender_who_loses_an_assault_retreats() -> None:
    t = landed("Cherbourg: Ge 4 Infantry", (2, 12))
    while t.waits == "axis ChooseRetreat":
        say(t, str(t.match.orders()[0]))
    assert t.at("Ge 4 Infantry") != "Cherbourg"
    assert (t.at("GB 1 Armor"), t.fact("aboard", "GB 1 Armor"), t.holder("Cherbourg")) == ("Cherbourg", -1, "allied")


@rule("2WW-5.2.3b")
def test_a_drop_that_does_not_clear_the_hex_falls_back() -> None:
    t = at(f"{ALLIED}\n1507: GB 1 Paratroops\nCherbourg: Ge 4 Infantry\n1609: GB 1 Armor", at_war=OCCUPIED)
    say(t, "move GB1Paratroops", "drop Cherbourg", "pass")
    t.roll(12, 12)
    say(t, "attack Cherbourg", "pass")
    assert spot(t, "GB 1 Paratroops") == "1609"
    assert t.at("Ge 4 Infantry") == "Cherbourg"


@rule("2WW-5.2.3c")
def test_whoever_finds_no_room_aboard_is_lost() -> None:
    both = f"{LOADED}, GB Channel Fleet, GB 2 Armor aboard GB Channel Fleet"
    t = at(f"{ALLIED}\n1508: {both}\nCherbourg: Ge 4 Infantry", at_war=OCCUPIED)
    say(t, f"move {HOME}", "escort GBChannelFleet", "assault Cherbourg", "pass")
    t.state.where[t.unit("GB Channel Fleet")] = -1
    fight(t.touched(), "attack Cherbourg", 11, 12)
    while t.waits.endswith("ChooseHaven"):
        say(t, str(t.match.orders()[0]))
    assert sorted([t.at("GB 1 Armor") == "pool", t.at("GB 2 Armor") == "pool"]) == [False, True]


def test_fleets_withdraw_to_the_nearest_port_without_a_marker() -> None:
    t = landed("Cherbourg: Ge 4 Infantry", (11, 12))
    assert t.at("GB Home Fleet") == "London"
    assert t.fact("ops", "GB Home Fleet") == 0


@rule("2WW-5.2.3d")
def test_without_a_port_any_free_hex_in_range_will_do() -> None:
    t = at(f"{ALLIED}\n1508: {LOADED}\nCherbourg: Ge 4 Infantry", at_war=OCCUPIED)
    world = t.state.world
    t.hold("axis", *(city.name for city in world.cities.values() if t.holder(city.name) == "allied"))
    say(t, f"move {HOME}", "assault Cherbourg", "pass")
    fight(t, "attack Cherbourg", 11, 12)
    assert t.waits == "allied ChooseHaven"
    assert t.refused(f"retreat {HOME} Cherbourg") == "2WW-5.2.3d"
    assert t.refused(f"retreat {HOME} 1108") is None
    say(t, f"retreat {HOME} 1708")
    assert (spot(t, "GB Home Fleet"), t.fact("ops", "GB Home Fleet")) == ("1708", 0)


@pytest.mark.parametrize("fleet", ["GB Home Fleet", "GB Channel Fleet"])
def test_a_fleet_that_has_assaulted_has_moved(fleet: str) -> None:
    t = at(f"{ALLIED}\n1508: {LOADED}, GB Channel Fleet\n1707: GB Gibraltar Fleet", at_war=OCCUPIED)
    say(t, f"move {HOME}", "escort GBChannelFleet", "assault Cherbourg")
    assert t.refused(f"move {fleet.replace(' ', '')}") == "2WW-8a"
