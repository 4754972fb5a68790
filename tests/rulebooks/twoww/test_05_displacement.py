"""Chapter 5.1: fleets and air units that give way to enemy land units."""

from __future__ import annotations

import pytest

from grognard.engine import saves
from grognard.games.twoww import phases, sequence
from grognard.games.twoww.displacement import displace, give_way, refuges
from grognard.games.twoww.state import QUIET
from grognard.games.twoww.zones import land_zone
from tests.rulebooks.twoww.borders import across, said
from tests.rulebooks.twoww.moments import moment, until
from tests.rulebooks.twoww.plotting import goals, label, labels, say, spot
from tests.rulebooks.twoww.table import Table, at
from tests.rules import rule

WEST = {"France": "allied"}


def refuge_labels(t: Table, unit: str) -> set[str]:
    return {label(t, place) for place in refuges(t.state, t.unit(unit))}


@rule("2WW-5.1.1f")
def test_a_fleet_gives_way_to_an_army_that_enters_its_port() -> None:
    t = at("Summer 1940, axis movement\nBrest: GB Home Fleet, GB 1 Armor aboard GB Home Fleet\n1509: Ge 1 Armor",
           at_war=WEST)  # fmt: skip
    say(t, "move Ge1Armor", "march Brest")
    assert t.waits == "allied ChooseRefuge"
    assert goals(t, "displace") == refuge_labels(t, "GB Home Fleet") >= {"1308", "1407", "1508"}
    assert t.refused("displace GBHomeFleet 1101") == "2WW-5.1.1f"
    say(t, "displace GBHomeFleet 1407")
    assert (spot(t, "GB Home Fleet"), spot(t, "GB 1 Armor")) == ("1407", "1407")
    assert t.waits.startswith("axis")


@rule("2WW-5.1.1f")
def test_a_fleet_gives_way_to_waters_without_enemies_and_nobody_attacks_it_on_the_way() -> None:
    t = at(
        "Summer 1940, axis movement\nBrest: GB Home Fleet\n1509: Ge 1 Armor, Ge 1 Air\n1407: Ge Surface Fleet",
        at_war=WEST,
    )
    say(t, "move Ge1Armor", "march Brest")
    assert "1407" not in goals(t, "displace")
    assert t.refused("displace GBHomeFleet 1407") == "2WW-5.1.1f"
    say(t, "displace GBHomeFleet 1408" if "1408" in goals(t, "displace") else "displace GBHomeFleet 1508")
    assert t.waits.startswith("axis")
    assert not t.events("transit attack")


@rule("2WW-5.1.1f")
def test_a_fleet_gives_way_even_where_its_own_army_holds_out() -> None:
    t = at("Summer 1940, axis movement\nBrest: GB Home Fleet, Fr 2 Infantry\n1509: Ge 1 Paratroops", at_war=WEST)
    say(t, "move Ge1Paratroops", "drop Brest")
    assert t.waits == "allied ChooseRefuge"
    assert t.refused("displace GBHomeFleet Brest") == "2WW-5.1.1f"


@rule("2WW-5.1.1g")
def test_an_air_unit_alone_gives_way_to_an_army_beside_it() -> None:
    t = at("Summer 1940, axis movement\n1709: Fr 1 Air\n1909: Ge 1 Armor", at_war=WEST)
    say(t, "move Ge1Armor", "march 1809")
    assert t.waits == "allied ChooseRefuge"
    assert "1710" in labels(t, land_zone(t.state, 0))
    assert goals(t, "displace") == {"1608", "1609", "1708"}
    assert t.refused("displace Fr1Air 1610") == "2WW-5.1.1g"


def test_an_army_in_its_hex_keeps_an_air_unit_there() -> None:
    t = at("Summer 1940, axis movement\n1709: Fr 1 Air, Fr 2 Infantry\n1909: Ge 1 Armor\n1607: GB 1 RAF", at_war=WEST)
    say(t, "move Ge1Armor", "march 1809")
    assert spot(t, "Fr 1 Air") == "1709"
    assert t.waits.startswith("axis")


@rule("2WW-5.1.3b")
def test_an_air_unit_gives_way_when_its_cover_is_gone() -> None:
    text = "Summer 1940, allied movement\n1709: Fr 1 Air, Fr 2 Infantry\n1809: Ge 1 Armor"
    t = at(text, at_war=WEST)
    say(t, "move Fr1Air")
    assert t.refused("fly 1710") == "2WW-8.2b"
    say(t, "pass", "move Fr2Infantry", "march 1708")
    assert t.waits == "allied ChooseRefuge"
    assert goals(t, "displace") == {"1608", "1609", "1708"}
    assert t.refused("displace Fr1Air 1809") == "2WW-5.1.3b"


def test_whoever_finds_no_refuge_is_lost() -> None:
    t = at("Summer 1942, axis movement\nMalta: GB 1 RAF")
    s = t.state
    for country in range(len(s.neutral)):
        s.neutral[country] = country != t.country("Malta")
    give_way(t.touched().state, t.unit("GB 1 RAF"))
    assert t.at("GB 1 RAF") == "pool"


def test_an_air_unit_without_refuge_on_land_does_not_flee_to_sea() -> None:
    t = at("Summer 1942, axis movement\nMalta: GB 1 RAF")
    assert all(t.state.world.land >> place & 1 for place in refuges(t.state, t.unit("GB 1 RAF")))


@rule("2WW-12.4.3")
def test_soviets_do_not_flee_to_other_allies() -> None:
    t = at("Summer 1942, axis movement\n2601: SU 1 Air\n2602: SU 2 Infantry\n2701: GB 1 Armor\n2603: SU 3 Infantry")
    assert not {"2701"} & refuge_labels(t, "SU 1 Air")
    say(t, "pass")
    while t.waits != "allied MoveUnits":
        say(t, "pass")
    say(t, "move SU1Air")
    assert t.refused("fly 2701") == "2WW-12.4.3"


def test_a_fleet_that_only_passes_an_army_is_not_displaced() -> None:
    """An air attack on the way in the very hex of the army leaves the fleet there, and it sails on."""
    t = at(
        "Autumn 1940, allied movement\n2412: It 2 Infantry\n2411: It 1 Air\n2313: GB Home Fleet",
        at_war={"Italy": "axis"},
    )
    t.roll(12, 12)
    say(t, "move GBHomeFleet", "sail 2512")
    while spot(t, "GB Home Fleet") != "2412":
        say(t, "pass")
    say(t, "join It1Air", "pass")
    assert not t.events("displaced")
    while t.waits.startswith("axis"):
        say(t, "pass")
    assert spot(t, "GB Home Fleet") == "2512"


def test_an_air_unit_stays_with_the_garrison_where_a_fleet_must_leave() -> None:
    t = at(
        "Summer 1940, axis movement\nBrest: GB Home Fleet, GB 1 RAF, Fr 2 Infantry\n1509: Ge 1 Paratroops", at_war=WEST
    )
    say(t, "move Ge1Paratroops", "drop Brest", "displace GBHomeFleet 1407")
    assert (t.at("GB 1 RAF"), t.waits) == ("Brest", "axis MoveUnits")


# Zones that come to an air unit otherwise than by a move


@rule("2WW-5.1.3b")
def test_air_units_give_way_when_a_season_brings_war_to_their_neighbours() -> None:
    poland, russia = across(moment("Autumn 1941, axis movement"), "Poland", "USSR")
    units = f"{russia}: SU 1 Infantry\n{poland}: Ge 1 Air\nBerlin: Ge 1 Armor"
    t = moment(f"Autumn 1941, adjustment\n{units}", at_war={"Poland": "axis"})
    assert (t.is_neutral("USSR"), t.when, t.waits) == (False, "Winter 1942, strategic", "axis ChooseRefuge")
    assert t.refused(f"displace Ge1Air {said(poland)}") == "2WW-5.1.3b"
    covered = moment(f"Autumn 1941, adjustment\n{units}\n{poland}: Ge 1 Infantry", at_war={"Poland": "axis"})
    assert covered.waits == "allied Announce"


@rule("2WW-5.1.3b")
def test_an_air_unit_gives_way_when_the_fort_above_it_is_taken_down() -> None:
    t = moment("Summer 1942, adjustment\n1709: GB 1 Armor\n1809: Ge 1 Air, Ge Fort 3", conquered={"France": "axis"})
    t.say("axis", "remove GeFort3")
    assert t.refused("displace Ge1Air 1809") == "2WW-5.1.3b"


def test_an_air_unit_gives_way_when_a_conquest_takes_its_cover_away() -> None:
    t = moment(
        "Spring 1940, adjustment\nCracow: Poland 1 Infantry, GB 1 RAF\nBreslau: Ge 2 Armor\nWarsaw: Ge 1 Armor",
        at_war={"Poland": "allied"},
        holds={"Warsaw": "axis"},
    )
    assert (t.at("Poland 1 Infantry"), t.owner("Poland")) == ("conquered", "axis")
    assert t.events("displaced") == [{"unit": "GB 1 RAF", "to": "Cracow SE1"}]


@rule("2WW-5.1.3b")
def test_an_air_unit_gives_way_to_an_army_that_is_raised_beside_it() -> None:
    t = until(moment("Spring 1943, production\nKiev N1: Ge 1 Air\nBerlin: Ge 1 Armor"), "USSR")
    t.say("allied", "build SU1Air Kiev")
    assert t.waits == "allied Produce"
    t.say("allied", "build SU1Infantry Kiev")
    assert t.refused("displace Ge1Air KievN1") == "2WW-5.1.3b"


@rule("2WW-5.1.3b")
def test_an_air_unit_gives_way_to_the_rebels_of_baghdad() -> None:
    t = moment("Winter 1941, strategic\nBaghdad NE1: GB 1 RAF", at_war={"Persia": "allied"}, iraq=QUIET, dice=[[5]])
    assert t.at("Iraq Infantry") == "Baghdad"
    assert t.refused("displace GB1RAF BaghdadNE1") == "2WW-5.1.3b"


def test_a_match_of_the_first_version_replays_though_it_kept_steps_that_are_gone() -> None:
    t = at("Summer 1940, axis movement\nBrest: GB Home Fleet\n1509: Ge 1 Armor", at_war=WEST)
    say(t, "move Ge1Armor", "march Brest")
    save = saves.pack(t.match)
    assert save.handover is not None
    agenda = save.handover.state["agenda"]
    assert agenda[-1]["step"] == "ChooseRefuge"
    agenda.insert(-1, {"step": "Displacements"})
    again = saves.restore(t.match.game, save)
    assert (again.diverged_at, again.text()) == (None, t.match.text())


def test_nobody_moves_before_the_player_turns() -> None:
    assert phases.AXIS_MOVEMENT == sequence.FIRST_PHASE_OF_ALL


def test_to_give_way_across_the_border_of_an_axis_minor_opens_it() -> None:
    t = at("Spring 1941, axis movement\nAthens: It 1 Air\nTaranto: It Fleet, It 2 Infantry aboard It Fleet")
    displace(t.state, t.unit("It Fleet"), t.place("Constanta"))
    assert t.state.opened[t.country("Rumania")]
    displace(t.state, t.unit("It 1 Air"), t.place("Varna"))
    assert t.state.opened[t.country("Bulgaria")]


@pytest.mark.parametrize(("place", "opened"), [("Constanta", 1), ("2501", 0)])
def test_an_empty_fleet_that_gives_way_opens_what_it_puts_into(place: str, opened: int) -> None:
    t = at("Spring 1941, axis movement\nTaranto: It Fleet\nRome: It 1 Air")
    displace(t.state, t.unit("It Fleet"), t.place(place))
    assert sum(t.state.opened) == opened
