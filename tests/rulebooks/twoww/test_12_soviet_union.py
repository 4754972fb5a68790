"""Chapter 12.4: the Soviet Union."""

from __future__ import annotations

import pytest

from grognard.games.twoww import company, politics
from tests.rulebooks.twoww.borders import across, enters, said, stand
from tests.rulebooks.twoww.moments import moment, until
from tests.rulebooks.twoww.table import at
from tests.rules import rule


@rule("2WW-12.4.1a")
def test_the_soviet_union_enters_the_war_in_winter_1942() -> None:
    t = at("Autumn 1941, axis movement")
    politics.start_of_turn(t.state)
    assert t.is_neutral("USSR")
    t.state.turn += 1
    politics.start_of_turn(t.state)
    assert not t.is_neutral("USSR")
    assert t.owner("USSR") == "allied"


@rule("2WW-12.4.1a")
def test_an_axis_invasion_ends_soviet_neutrality() -> None:
    t = at("Summer 1941, axis movement\nBerlin: Ge 1 Armor\nKiev: SU 1 Infantry")
    assert t.is_neutral("USSR")
    enters(t, "Ge 1 Armor", "Minsk")
    assert not t.is_neutral("USSR")
    assert (t.commander("SU 1 Infantry"), t.holder("Kiev"), t.holder("Minsk")) == ("allied", "allied", "axis")


@rule("2WW-12.4.1b")
def test_a_neutral_soviet_union_does_not_move() -> None:
    t = at("Summer 1941, allied movement\nKiev: SU 1 Infantry\nLondon: GB 1 Armor")
    assert t.refused("move SU1Infantry") == "2WW-12.4.1b"


@rule("2WW-12.4.1b")
def test_a_neutral_soviet_union_does_not_attack() -> None:
    t = at("Summer 1941, allied combat\nKiev: SU 1 Infantry\nLondon: GB 1 RAF\nBrest: Ge 1 Air")
    beside = t.state.world.board.names[t.state.world.steps[t.place("Kiev")][0][0]]
    stand(t, "Ge 1 Armor", beside)
    assert t.refused(f"attack {said(beside)}", "allied") == "2WW-12.4.1b"


@rule("2WW-12.4.1b")
def test_the_western_allies_never_invade_the_soviet_union() -> None:
    t = at("Summer 1941, allied movement\nLondon: GB 1 Armor")
    here, there = across(t, "Turkey", "USSR")
    stand(t, "GB 1 Armor", here).at_war(Turkey="axis").say("allied", "move GB1Armor")
    assert t.refused(f"march {said(there)}") == "2WW-12.4.1b"


@rule("2WW-12.4.3")
def test_soviets_keep_apart_from_other_allies() -> None:
    t = at("Summer 1942, allied movement\nTeheran: GB 1 Armor\nBaku: SU 1 Infantry", at_war={"Persia": "allied"})
    world = t.state.world
    stand(t, "SU 1 Infantry", world.board.names[world.steps[t.place("Teheran")][0][0]])
    assert t.say("allied", "move SU1Infantry").refused("march Teheran") == "2WW-12.4.3"


def beside(place: str) -> list[str]:
    """The hexes from which a land unit could enter a place."""
    t = at("Summer 1944, allied movement")
    return [t.state.world.board.names[hex] for hex, _ in t.state.world.steps[t.place(place)]]


@rule("2WW-12.4.3")
def test_soviets_and_other_allies_do_not_attack_together() -> None:
    first, second, *_ = beside("Warsaw")
    units = f"{first}: SU 1 Infantry, SU 2 Infantry\n{second}: GB 1 Armor"
    t = at(f"Summer 1944, allied combat\nWarsaw: Ge 1 Infantry\n{units}")
    t.say("allied", "attack Warsaw", "join SU1Infantry")
    assert t.refused("join GB1Armor") == "2WW-12.4.3"


@rule("2WW-12.4.3")
def test_soviets_get_no_support_from_other_allies() -> None:
    units = "Warsaw: SU 1 Infantry\nCracow: GB 1 RAF, SU 1 Air"
    t = at(f"Summer 1944, axis combat\n{units}\n{beside('Warsaw')[0]}: Ge 1 Infantry, Ge 7 Infantry")
    t.say("axis", "attack Warsaw", "join Ge1Infantry", "pass")
    assert t.refused("join GB1RAF", "allied") == "2WW-12.4.3"
    assert t.refused("join SU1Air", "allied") is None


@pytest.mark.parametrize(
    ("one", "other", "rule_id"),
    [
        ("SU 1 Infantry", "GB 1 RAF", "2WW-12.4.3"),
        ("US 1 Armor", "SU 1 Infantry", "2WW-12.4.3"),
        ("SU 1 Infantry", "SU 1 Air", None),
        ("GB 1 Armor", "US 1 Armor", None),
        ("SU 1 Infantry", "Ge 1 Armor", None),
    ],
)
def test_who_fights_beside_whom(one: str, other: str, rule_id: str | None) -> None:
    t = at("Summer 1942, allied movement")
    refusal = politics.why_not_together(t.state, t.unit(one), [t.unit(other)])
    assert (refusal.rule if refusal else None) == rule_id


def test_the_boxes_are_wide_enough_for_all() -> None:
    t = at("Summer 1942, allied movement\nAtlantic: GB Home Fleet\nLondon: GB 1 Armor")
    soviet = t.unit("SU Fleet")
    assert company.why_not_stack(t.state, soviet, t.place("Atlantic")) is None
    assert company.why_not_stack(t.state, soviet, t.place("London")) is not None


@rule("2WW-12.4.3")
@pytest.mark.parametrize(
    ("country", "order", "guest"),
    [
        ("USSR", "build SU1Infantry Kiev", "Kiev: GB 1 RAF"),
        ("USSR", "build SU1Air Kiev", "Kiev: US 9 Air"),
        ("USSR", "build SUFleet Leningrad", "Leningrad: GB Home Fleet"),
        ("Britain", "build GB1Armor London", "London: SU 1 Air"),
        ("Britain", "build FreeFrenchArmor London", "London: SU 1 Air"),
        ("Britain", "build GibraltarFort Gibraltar", "Gibraltar: SU Fleet"),
    ],
)
def test_new_units_do_not_appear_among_those_from_whom_they_keep_apart(country: str, order: str, guest: str) -> None:
    for guests, rule_id in ((guest, "2WW-12.4.3"), ("Moscow: SU 2 Infantry", None)):
        t = until(moment(f"Summer 1943, production\n{guests}"), country)
        assert t.refused(order) == rule_id


def test_in_the_united_states_there_is_room_for_all() -> None:
    t = until(moment("Summer 1943, production\nUnited States: SU Fleet"), "United States")
    assert t.refused("build US8Fleet UnitedStates") is None
