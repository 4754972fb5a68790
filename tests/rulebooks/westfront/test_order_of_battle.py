"""The order of battle: every unit named, typed and sourced, and the lost rows restored."""

from __future__ import annotations

from collections import Counter

import pytest

from grognard.games.westfront import WestFront
from grognard.games.westfront.world import SCENARIOS, West, charts, order_of_battle, rank_of, scenario_data
from tests.rulebooks.westfront.test_03_deployment import ready
from tests.rules import rule

UNITS = {row["name"]: row for row in order_of_battle()["unit"]}


def on_card(scenario: str, side: str, *, italian: bool = False) -> dict[str, list[int]]:
    """Units and steps of a card, by kind."""
    found: dict[str, list[int]] = {}
    for row in scenario_data(scenario)["card"]:
        unit = UNITS[row["unit"]]
        if unit["side"] == side and (unit["nation"] == "Italy" and side == "axis") == italian:
            kind = "hq" if unit["kind"] in ("hq", "shq") else unit["kind"]
            numbers = found.setdefault(f"italian_{kind}" if italian else kind, [0, 0])
            numbers[0] += 1
            numbers[1] += row["steps"]
    return found


def test_every_unit_has_a_name_a_kind_and_a_source() -> None:
    assert len(UNITS) == len(order_of_battle()["unit"])
    kinds = charts()["unit_types"]
    for row in UNITS.values():
        assert row["title"]
        assert row["kind"] in kinds
        assert {row["source"], row["max_source"]} <= {"printed", "reconstructed"}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_roster_lists_one_side_after_the_other(scenario: str) -> None:
    world = West(WestFront(), scenario, {})
    for side in (0, 1):
        assert tuple(range(len(world.units)))[world.ranks[side]] == world.army[side]
        assert set(world.headquarters[side]) == {unit for unit in world.army[side] if world.roster[unit].is_hq}


def test_a_roster_that_mixes_the_sides_is_refused() -> None:
    with pytest.raises(ValueError, match="before the other's"):
        rank_of((0, 1, 3))


@rule("WF-2.1a")
def test_italy_has_ten_units_spain_twelve_and_portugal_two() -> None:
    nations = Counter(row["nation"] for row in UNITS.values() if row["side"] == "axis")
    assert (nations["Italy"], nations["Spain"], nations["Portugal"]) == (10, 12, 2)
    assert UNITS["JDN"]["kind"] == "thq"
    assert all(row["side"] == "axis" for row in UNITS.values() if row["nation"] in ("Spain", "Portugal"))


@rule("WF-OB.1")
@pytest.mark.parametrize("side", ["allied", "axis"])
def test_the_card_of_summer_43_comes_to_the_totals_of_its_chart(side: str) -> None:
    forces = {kind: numbers for kind, numbers in scenario_data("summer43")["forces"][side].items() if kind != "source"}
    assert on_card("summer43", side) | on_card("summer43", side, italian=True) == forces


@rule("WF-OB.1")
@pytest.mark.parametrize("name", ["Br13", "Br10", "PzX", "1Para"])
def test_a_restored_row_says_so(name: str) -> None:
    row = next(row for row in scenario_data("summer43")["card"] if row["unit"] == name)
    assert row["source"] == "reconstructed"
    assert "WF-OB.1" in row["note"]


@rule("WF-OB.2")
def test_two_static_corps_have_the_number_65() -> None:
    assert on_card("summer43", "axis")["static"] == [15, 13]
    t = ready("summer43", "historical")
    board = t.state.world.board
    assert board.nation[t.place(t.at("St65G"))] == "Germany"
    assert board.nation[t.place(t.at("St65"))] in ("Belgium", "France")
    assert (t.steps("St65G"), t.steps("St65")) == (1, 2)


@rule("WF-OB.3")
def test_the_marked_static_corps_of_summer_44_is_left_out() -> None:
    assert on_card("summer44", "axis")["static"] == scenario_data("summer44")["forces"]["axis"]["static"] == [15, 17]
    assert ready("summer44", "historical").at("St66") == "eliminated"


@rule("WF-OB.4")
def test_the_american_mech_corps_of_june_is_the_nineteenth() -> None:
    t = ready("summer44", "historical")
    assert (t.steps("US19"), t.at("US18")) == (4, "later")
    assert t.state.world.roster[t.unit("US18")].arrives == "1944-08"
    assert t.steps("Friuli") == 2
    assert on_card("summer44", "allied")["infantry"] == scenario_data("summer44")["forces"]["allied"]["infantry"]


@pytest.mark.parametrize("kind", ["hq", "armor", "infantry", "para", "mountain", "fort"])
def test_the_card_of_summer_44_agrees_with_its_chart(kind: str) -> None:
    for side in ("allied", "axis"):
        forces = scenario_data("summer44")["forces"][side]
        assert on_card("summer44", side).get(kind) == forces.get(kind)


@pytest.mark.parametrize("scenario", ["summer43", "winter43", "summer44", "winter44"])
def test_nobody_is_on_a_card_above_its_highest_step(scenario: str) -> None:
    data = scenario_data(scenario)
    for row in (*data.get("card", ()), *data["reinforcement"], *data["army_group_e"]):
        if "unit" in row:
            assert row["steps"] <= UNITS[row["unit"]]["max"], row["unit"]
