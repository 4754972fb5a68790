"""Chapter 8: stacking."""

from __future__ import annotations

import pytest

from grognard.games.balkan.stacking import has_room, overfull
from grognard.games.balkan.state import ALLIES, AXIS
from tests.rulebooks.balkan.spots import EAST, HILL, PLAIN, WEST, occupation, plains
from tests.rulebooks.balkan.table import Table, at
from tests.rules import rule

DIVISIONS = ["GE-72", "GE-50", "GE-164", "GE-46"]
BRIGADES = ["GE-125R", "IT-GUI", "IT-AOS", "IT-MIL", "GE-LAH", "GE-GD"]
GUNS = ["GE-A1", "GE-A2", "GE-A3", "GE-A4"]


def stacked(units: list[str], place: str = PLAIN) -> Table:
    return occupation(f"{place}: {', '.join(units)}")


def fits(units: list[str], place: str = PLAIN) -> bool:
    return not overfull(stacked(units, place).state, AXIS)


@pytest.mark.parametrize(
    "units",
    [
        [*DIVISIONS[:3], *BRIGADES[:3], *GUNS[:2]],
        [*DIVISIONS[:3], *BRIGADES[:2], *GUNS[:3]],
        [*DIVISIONS[:1], *BRIGADES[:5], *GUNS[:2]],
        [*BRIGADES[:6], *GUNS[:2]],
        [*DIVISIONS[:2], *BRIGADES[:2], *GUNS],
    ],
    ids=["a", "b", "c", "no division", "guns in other slots"],
)
def test_what_a_hex_holds_and_one_more_of_any_kind_is_too_many(units: list[str]) -> None:
    assert fits(units)
    table = occupation(f"{PLAIN}: {', '.join(units)}\n{EAST}: GE-198, GE-CE1, GE-AX")
    for unit in ("GE-198", "GE-CE1", "GE-AX"):
        assert not has_room(table.state, table.unit(unit), table.place(PLAIN), AXIS)


def test_a_fourth_division_finds_no_slot() -> None:
    assert fits(DIVISIONS[:3])
    assert not fits(DIVISIONS)


def setting_up(place: str, units: str) -> Table:
    """The Axis deploys in Albania, and so many stand in a hex already."""
    return at(f"{place}: {units}", "set-up, axis", scenario="epirus")


@rule("BF-8A1-1")
def test_a_hex_is_full_with_three_divisions_three_smaller_units_and_two_of_guns() -> None:
    table = setting_up("Koritsa", "IT-23, IT-51, IT-131, IT-BS1, IT-BS2, IT-BS3, IT-ART25")
    assert table.refused("place IT-3J Koritsa", "axis") == "BF-8A1-1"
    assert table.refused("place IT-ART26 Koritsa", "axis") is None
    table.say("axis", "place IT-ART26 Koritsa")
    assert table.refused("place IT-MIL Koritsa", "axis") == "BF-8A1-1"


@rule("BF-8A2-1")
def test_a_mountain_hex_is_full_with_two_divisions_two_smaller_units_and_one_of_guns() -> None:
    table = setting_up("Tepeleni E1", "IT-23, IT-51, IT-BS1, IT-BS2")
    assert table.state.world.terrain[table.place("Tepeleni E1")] == "mountain"
    assert table.refused("place IT-3J TepeleniE1", "axis") == "BF-8A2-1"
    table.say("axis", "place IT-ART25 TepeleniE1")
    assert table.refused("place IT-MIL TepeleniE1", "axis") == "BF-8A2-1"
    assert table.refused("place IT-ART26 TepeleniE1", "axis") == "BF-8A2-1"


@pytest.mark.parametrize(
    "units",
    [
        [*DIVISIONS[:2], *BRIGADES[:2], *GUNS[:1]],
        [*BRIGADES[:4], *GUNS[:1]],
        [*DIVISIONS[:1], *BRIGADES[:2], *GUNS[:2]],
    ],
)
def test_what_a_mountain_hex_holds_and_one_more_is_too_many(units: list[str]) -> None:
    assert fits(units, HILL)
    table = occupation(f"{HILL}: {', '.join(units)}\nPrilep: GE-198, GE-CE1, GE-AX")
    for unit in ("GE-198", "GE-CE1", "GE-AX"):
        assert not has_room(table.state, table.unit(unit), table.place(HILL), AXIS)


def test_a_third_division_is_too_many_in_the_mountains_alone() -> None:
    assert not fits(DIVISIONS[:3], HILL)
    assert fits(DIVISIONS[:3])


@rule("BF-8A-1")
def test_position_aa_does_not_count_and_fits_everywhere() -> None:
    full = [*DIVISIONS[:3], *BRIGADES[:3], *GUNS[:2]]
    table = occupation(f"{PLAIN}: {', '.join(full)}, GE-P1\n{EAST}: GE-P2")
    assert not overfull(table.state, AXIS)
    table.say("axis", "move GE-P2", f"march [{PLAIN}]", "pass")
    assert table.at("GE-P2") == PLAIN
    table.say("axis", "pass")
    assert table.waits == "axis Attacks"


@rule("BF-8A-1")
def test_a_cadre_and_a_headquarters_are_no_divisions() -> None:
    assert fits([*DIVISIONS[:3], "GE-46 cadre", "GE-7HQ", BRIGADES[0]])
    assert not fits([*DIVISIONS[:3], "GE-46 cadre", "GE-7HQ", *BRIGADES[:2]])


@rule("BF-8A-1")
def test_each_side_counts_for_itself() -> None:
    table = plains(f"{PLAIN}: GE-72, GE-50, GE-164, YU-38, YU-27, YU-40")
    assert not overfull(table.state, AXIS)
    assert not overfull(table.state, ALLIES)


@rule("BF-8B-1")
def test_in_passing_a_hex_may_be_overfull_but_the_phase_does_not_close_before_it_is_cured() -> None:
    table = occupation(f"{PLAIN}: {', '.join(DIVISIONS[:3])}\n{WEST}: GE-46")
    table.say("axis", "move GE-46", f"march [{PLAIN}]", "pass")
    assert table.refused("pass") == "BF-8B-1"
    table.say("axis", "move GE-72", f"march [{EAST}]", "pass", "pass")
    assert table.when == "Nov I 40, axis combat"


@rule("BF-8B-1")
def test_nobody_goes_where_there_will_be_no_room() -> None:
    spent = dict.fromkeys(DIVISIONS[:3], 6 * 840)
    table = occupation(f"{PLAIN}: {', '.join(DIVISIONS[:3])}\n{WEST}: GE-46", spent=spent).say("axis", "move GE-46")
    assert table.refused(f"march [{PLAIN}]") == "BF-8B-1"
    table.say("axis", f"march [{EAST}]")
    assert table.at("GE-46") == EAST


@rule("BF-8B-1")
def test_whoever_is_one_too_many_when_the_phase_closes_is_lost_by_his_owners_choice() -> None:
    spent = dict.fromkeys(DIVISIONS, 6 * 840)
    table = occupation(f"{PLAIN}: {', '.join(DIVISIONS)}, {BRIGADES[0]}", spent=spent | {BRIGADES[0]: 6 * 840})
    table.say("axis", "pass")
    assert table.waits == "axis Crowded"
    assert table.refused(f"remove {BRIGADES[0]}") == "BF-8B-1"
    table.say("axis", "remove GE-50")
    assert (table.at("GE-50"), table.waits) == ("eliminated", "axis Attacks")


@pytest.mark.parametrize(("phase", "next_one"), [("movement", "axis combat"), ("exploitation", "allied initial")])
def test_it_is_looked_at_when_each_of_these_phases_closes(phase: str, next_one: str) -> None:
    spent = dict.fromkeys(DIVISIONS, 6 * 840)
    table = occupation(f"{PLAIN}: {', '.join(DIVISIONS)}", f"Nov I 40, axis {phase}", spent=spent).say("axis", "pass")
    assert table.waits == "axis Crowded"
    table.say("axis", "remove GE-46")
    assert table.when == f"Nov I 40, {next_one}"


@rule("BF-8B-1")
def test_what_is_lost_to_a_full_hex_leaves_no_cadre() -> None:
    spent = dict.fromkeys(DIVISIONS, 6 * 840)
    table = occupation(f"{PLAIN}: {', '.join(DIVISIONS)}, {BRIGADES[0]}", spent=spent | {BRIGADES[0]: 6 * 840})
    table.say("axis", "pass")
    assert table.refused(f"remove {BRIGADES[0]}") == "BF-8B-1"
    table.say("axis", "remove GE-72")
    assert table.at("GE-72") == "eliminated"


@rule("BF-8B-3")
def test_no_more_attack_from_a_hex_than_the_attacked_hex_would_hold() -> None:
    table = plains(f"Prilep: {', '.join(DIVISIONS[:3])}\n{HILL}: YU-38", "Nov I 40, axis combat")
    table.say("axis", f"attack [{HILL}]", "join GE-72", "join GE-50")
    assert table.refused("join GE-164") == "BF-8B-3"


@rule("BF-8B-3")
def test_each_hex_around_has_its_own_measure() -> None:
    text = f"Prilep: GE-72, GE-50\nBitolj NW1: GE-164, GE-46, GE-198\n{HILL}: YU-38"
    table = plains(text, "Nov I 40, axis combat")
    table.say("axis", f"attack [{HILL}]", "join GE-72", "join GE-50", "join GE-164", "join GE-46")
    assert table.refused("join GE-198") == "BF-8B-3"


@rule("BF-8B-4")
def test_in_the_initial_phase_nothing_is_looked_at() -> None:
    table = occupation(f"{PLAIN}: {', '.join(DIVISIONS)}", "Nov I 40, axis initial")
    table.pass_until("axis MoveUnits")
    assert overfull(table.state, AXIS)
    assert table.refused("pass") == "BF-8B-1"
    table.say("axis", "move GE-72", f"march [{EAST}]", "pass", "pass")
    assert table.when == "Nov I 40, axis combat"
