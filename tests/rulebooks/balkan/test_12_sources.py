"""Chapter 12C: the sources of supply, and who draws on them when there is too little."""

from __future__ import annotations

import pytest

import grognard
from grognard.engine.paths import bits
from grognard.games import find
from grognard.games.balkan import set_up
from grognard.games.balkan.sources import full_sources, lost, minor_ports, restricted_sources
from grognard.games.balkan.state import ALLIES, AXIS, Campaign
from grognard.games.balkan.supply_check import could_be_fed, have_room, would_be_hungry
from grognard.games.balkan.world import Balkans
from tests.rulebooks.balkan.hunger import MUD, NO_ALLIED_PORTS, NO_AXIS_SOURCES, WAR, checked, hungry, starved
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule


def named(table: Table, places: int) -> set[str]:
    return named_in(table.state, places)


def named_in(s: Campaign, places: int) -> set[str]:
    return {s.world.board.names[place] for place in bits(places)}


def yugoslav(table: Table, side: int = ALLIES) -> set[str]:
    return named(table, restricted_sources(table.state, side, "Yugoslav"))


# 12C1


@rule("BF-12C-1")
def test_a_source_serves_its_own_side_and_only_while_that_side_owns_it() -> None:
    taken = {"axis": ["Khania", "Iraklion"]}
    assert starved("Sitia: BR-16\nKhania: GE-125R") == {"GE-125R"}
    assert starved("Sitia: BR-16\nKhania: GE-125R", owns=taken) == {"BR-16", "GE-125R"}
    nobodys = at("", owns={"neutral": ["Khania", "Skyros"]})
    places = named(nobodys, full_sources(nobodys.state, ALLIES) | minor_ports(nobodys.state, ALLIES))
    assert places.isdisjoint({"Khania", "Skyros"})


@rule("BF-12C1-1")
def test_the_larger_ports_of_greece_feed_every_ally() -> None:
    table = at("")
    assert named(table, full_sources(table.state, ALLIES)) == {
        "Thessalonike", "Kavalla", "Volos", "Patrai", "Athenai", "Kalamai", "Khania", "Iraklion", "Eastern Greece",
        "Middle East",
    }  # fmt: skip
    assert not starved("Khania: BR-16, GR-8\nSitia: NZ-2h\nEastern Greece: GR-BA\nMiddle East: BR-1A")
    assert starved("Skyros: BR-16") == {"BR-16"}


@rule("BF-12C1-2")
def test_railways_on_the_edge_and_the_larger_ports_of_italy_and_albania_feed_the_whole_axis() -> None:
    table = at("", owns={"axis": ["GREECE", "BULGARIA", "YUGOSLAVIA"]})
    world, found = table.state.world, full_sources(table.state, AXIS)
    assert named(table, found & world.country("Albania")) == {"Durazzo", "Valona"}
    assert {"Bari", "Brindisi", "Zara", "Cluj", "Wien W1"} <= named(table, found)
    assert not found & world.country("Greece")
    assert found & world.country("Bulgaria") == world.mask("AXIS_EDGE_SUPPLY") & world.country("Bulgaria") != 0
    assert not starved("Zara: IT-BS1, GE-125R, HU-B1\nCluj: GE-2P")


@rule("BF-12C1-2")
def test_a_greek_railway_on_the_edge_feeds_nobody() -> None:
    edge = {"axis": ["THRACE"], "allied": ["BULGARIA", "AXIS_EDGE_SUPPLY"]}
    assert "GE-125R" in starved("Komotine SE2: GE-125R", owns=edge, stance={"Bulgaria": "allied"})


# 12C2


@rule("BF-12C2-1")
def test_sofiya_feeds_bulgarians_only() -> None:
    found = starved("Sofiya: BU-B1, BU-1, GE-125R", stance={"Bulgaria": "axis"}, owns=NO_AXIS_SOURCES)
    assert found == {"GE-125R"}


@rule("BF-12C2-1")
@pytest.mark.parametrize("city", ["Budapest", "Budapest (2nd hex)"])
def test_either_hex_of_budapest_feeds_hungarians_only(city: str) -> None:
    other = {"Budapest", "Budapest (2nd hex)"} - {city}
    owns = {"allied": [*NO_AXIS_SOURCES["allied"], *other]}
    assert starved(f"{city}: HU-B1, GE-125R", owns=owns) == {"GE-125R"}


@rule("BF-12C2-4")
def test_ports_of_the_dodecanese_feed_italians_only() -> None:
    table = checked("Leros: IT-BS1, GE-125R\nRhodes: IT-BS2, GE-2P")
    assert hungry(table) == {"GE-125R", "GE-2P"}
    assert named(table, restricted_sources(table.state, AXIS, "Italian")) == {"Leros", "Kos", "Karpathos", "Rhodes"}


@rule("BF-12C2-5")
def test_beograd_and_nis_feed_yugoslavs_if_a_railway_joins_them() -> None:
    line = [
        "Beograd", "Beograd SE1", "Pozarevac W1", "Kragujevac NE1", "Kragujevac E1", "Krusevac NE2", "Krusevac NE1",
        "Nis NW1", "Nis",
    ]  # fmt: skip
    table = at("", stance=WAR)
    others = named(table, table.state.world.country("Yugoslavia")) - set(line)
    assert yugoslav(at("", stance=WAR, owns={"axis": others})) == {"Beograd", "Nis"}
    for cut in line[1:-1]:
        assert not yugoslav(at("", stance=WAR, owns={"axis": [*others, cut]}))
    assert yugoslav(at("", stance={"Yugoslavia": "axis"}), AXIS) >= {"Beograd", "Nis"}


@rule("BF-12C2-5")
def test_only_yugoslavs_draw_on_yugoslav_cities_and_point_cities_are_none() -> None:
    taken = NO_ALLIED_PORTS["axis"]
    found = starved("Beograd: YU-B1, YU-38\nNis: BR-16", stance=WAR, owns={"axis": taken})
    assert found == {"BR-16"}
    assert yugoslav(at("", stance=WAR)).isdisjoint({"Krusevac", "Prilep", "Tuzla", "Veles"})


@rule("BF-12C2-6")
def test_a_restricted_source_that_the_enemy_has_taken_never_works_again() -> None:
    table = at("Kerkyra SE3: IT-BS1\nArta: GR-BA", owns=NO_ALLIED_PORTS)
    assert "Egoumenitsa" in named(table, minor_ports(table.state, ALLIES))
    table = at("Egoumenitsa SE1: IT-BS1\nIoannina: GR-8", "Nov I 40, axis movement")
    table.say("axis", "move IT-BS1", "march Egoumenitsa", "march [Egoumenitsa SE1]", "pass")
    assert "Egoumenitsa" not in named(table, minor_ports(table.state, ALLIES))
    table.pass_until("allied MoveUnits")
    table.say("allied", "move GR-8", "march [Egoumenitsa NE1]")
    assert table.owner("Egoumenitsa") == "allied"
    assert "Egoumenitsa" not in named(table, minor_ports(table.state, ALLIES))


@rule("BF-12C2-6")
def test_what_the_enemy_owns_when_play_begins_is_lost() -> None:
    table = at("Sofiya: BU-B1", stance={"Bulgaria": "axis"}, owns={"allied": ["Sofiya"]})
    assert table.owner("Sofiya") == "axis"
    assert not restricted_sources(table.state, AXIS, "Bulgarian")
    crete = set_up.begin(Balkans(find("balkan-front"), "crete", {}))
    assert {"Melos", "Naxos"} <= named_in(crete, lost(crete, ALLIES))
    assert {"Kastelli", "Sitia"} <= named_in(crete, minor_ports(crete, ALLIES))


# Minor ports


@rule("BF-12C2-2")
def test_a_minor_port_feeds_greeks_up_to_one_regiment() -> None:
    assert not starved("Skyros: GR-BA")
    assert starved("Skyros: GR-8, BR-16") == {"GR-8", "BR-16"}
    assert not starved("Skyros: GR-P1, GR-P2")
    assert not starved("Skyros: GR-8 cadre")


@rule("BF-12C2-2")
def test_a_minor_port_is_reached_across_country_alone() -> None:
    taken = {"axis": ["Khania", "Iraklion", "Kastelli", "Sphakia", "Rethymnon", "Agios Nikolaos", "Ierapetra"]}
    assert not starved("Sphakia SE2: GR-BA", owns=taken)
    assert not starved("Iraklion SE1: GR-BA", owns=taken, weather=MUD)
    assert starved("Sphakia SE2: GR-BA", owns=taken, weather=MUD) == {"GR-BA"}  # the coast road does not help


@rule("BF-12C2-2")
def test_the_owner_says_who_is_fed_if_there_is_too_little_for_all() -> None:
    table = checked("Skyros: GR-BA, GR-BB, GR-8")
    assert table.waits == "allied ChooseFed"
    assert table.offered() == ["feed GRBA", "feed GRBB"]
    assert table.refused("feed GR-8") == "BF-12C2-2"
    assert table.refused("pass") == "BF-12C2-2"
    table.say("allied", "feed GR-BB")
    assert hungry(table) == {"GR-BA", "GR-8"}
    assert table.waits == "axis MoveUnits"


@rule("BF-12C2-2")
def test_it_goes_on_as_long_as_there_is_a_choice_and_who_has_lost_it_is_told_so() -> None:
    table = checked("Skyros: GR-BA, GR-BB\nLimnos: GR-BC, GR-BD").say("allied", "feed GR-BA")
    assert table.offered() == ["feed GRBC", "feed GRBD"]
    refusals = [table.match.why_not(f"feed {unit}", "allied") for unit in ("GRBB", "GRBA")]
    assert [refusal and refusal.reason for refusal in refusals] == ["full", "other"]
    table.say("allied", "feed GR-BD")
    assert hungry(table) == {"GR-BB", "GR-BC"}


@rule("BF-7A1-6", "BF-12C2-1")
def test_trains_run_from_any_source_that_their_passengers_may_use() -> None:
    text, war = "Sofiya: BU-B1, GE-125R", {"Bulgaria": "axis"}
    table = at(text, stance=war, owns=NO_AXIS_SOURCES).say("axis", "move BU-B1")
    assert any(order.startswith("rail ") for order in table.offered())
    table = at(text, stance=war, owns=NO_AXIS_SOURCES).say("axis", "move GE-125R")
    assert table.refused("rail Pernik") == "BF-7A1-6"


@rule("BF-12C2-2")
def test_where_a_rule_asks_for_supply_at_once_a_minor_port_counts_as_well() -> None:
    s = at("Skyros: GR-8 cadre, GR-9, BR-16").state
    fed = [name for name in ("GR-8", "GR-9", "BR-16") if could_be_fed(s, s.world.unit_index[name], ALLIES)]
    assert fed == ["GR-8"]


@rule("BF-12C2-2")
def test_nobody_is_asked_if_there_is_enough_for_all_or_nothing_for_anybody() -> None:
    assert not starved("Limnos: GR-BA\nSkyros: GR-BB")
    assert starved("Skyros: GR-8, GR-9, BR-16") == {"GR-8", "GR-9", "BR-16"}


@rule("BF-12C2-2")
def test_units_are_spread_over_ports_so_that_as_many_as_possible_can_be_fed() -> None:
    ports = {"axis": ["Khania", "Iraklion"]}
    table = checked("Sitia: GR-BA, GR-BB\nAgios Nikolaos: GR-BC", owns=ports)
    assert not hungry(table)


@rule("BF-12C2-2")
def test_a_unit_takes_its_whole_size_from_one_port() -> None:
    ports = [
        "Khania", "Iraklion", "Kastelli", "Sphakia", "Rethymnon", "Agios Nikolaos",
    ]  # fmt: skip
    table = checked("Sitia: GR-P1, GR-P2, GR-BA", owns={"axis": ports})
    assert not hungry(table)
    table = checked("Sitia: GR-P1, GR-BA, GR-BB", owns={"axis": ports})
    assert table.waits == "allied ChooseFed"
    table.say("allied", "feed GR-P1", "feed GR-BB")
    assert hungry(table) == {"GR-BA"}


@rule("BF-12C2-2")
def test_what_is_left_in_two_ports_does_not_add_up_for_one_unit() -> None:
    first, second = (1, (7,)), (1, (8,))
    assert have_room([first, second, (1, (7, 8)), (1, (7, 8))], {}, 2)
    assert have_room([first, (1, (7,)), (2, (7, 8))], {}, 2)
    assert not have_room([first, second, (2, (7, 8))], {}, 2)


@rule("BF-12C2-2")
def test_those_with_another_line_do_not_draw_on_a_minor_port() -> None:
    assert not starved("Preveza: GR-BA, GR-BB, GR-BC")


# Epirus


@pytest.mark.parametrize("weather", [(0, 0), (1, 0), (1, 1), (2, 1), (2, 2)])
def test_in_epirus_everybody_begins_in_supply_whatever_the_weather(weather: tuple[int, int]) -> None:
    match = grognard.new("balkan-front", "epirus", options={"set_up": "historical"})
    s = match.state
    assert isinstance(s, Campaign)
    s.weather = weather
    assert not [s.world.units[unit] for side in (AXIS, ALLIES) for unit in would_be_hungry(s, side)]
    assert named_in(s, full_sources(s, AXIS)) == {"Durazzo", "Valona"}
    assert named_in(s, full_sources(s, ALLIES)) == {"Veroia E1", "Volos"}
