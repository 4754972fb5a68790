"""Chapter 4: the sequence of play."""

from __future__ import annotations

import pytest

from grognard.engine.agenda import Step
from grognard.games.balkan.sequence import Phase, rest_of_turn, steps_of
from grognard.games.balkan.state import ALLIES, AXIS, COMBAT, EXPLOITATION, INITIAL, MOVEMENT, PHASES
from tests.rulebooks.balkan.spots import EAST, PLAIN, WEST, plains
from tests.rulebooks.balkan.table import Table
from tests.rules import rule

BOTH = f"{PLAIN}: GE-72, GE-9P\n{EAST}: YU-38, YU-T1"


def moments(table: Table, count: int) -> list[str]:
    """The moments at which a side is asked the first question of a phase, if everybody passes."""
    found = [table.when]
    while len(found) < count:
        table.go_on()
        if table.when != found[-1]:
            found.append(table.when)
    return found


@rule("BF-4-1", "BF-4A-1")
def test_the_axis_plays_first_then_the_allies_then_the_next_turn_begins() -> None:
    table = plains(BOTH).roll(3)
    assert moments(table, 9) == [
        "Nov I 40, axis movement", "Nov I 40, axis combat", "Nov I 40, axis exploitation",
        "Nov I 40, allied initial", "Nov I 40, allied movement", "Nov I 40, allied combat",
        "Nov I 40, allied exploitation", "Nov II 40, axis initial", "Nov II 40, axis movement",
    ]  # fmt: skip
    assert [event["turn"] for event in table.events("turn")] == ["Nov II 40"]


@rule("BF-4-1")
def test_the_scenario_is_over_after_the_allied_player_turn_of_its_last_turn() -> None:
    table = plains(BOTH, "Nov II 40, axis exploitation").say("axis", "pass")
    assert table.match.outcome is None
    table.pass_until("allied MoveUnits").say("allied", "pass", "pass", "pass")
    assert table.match.outcome is not None


@rule("BF-4A-1")
def test_every_player_turn_has_five_phases_with_that_of_the_air_between_movement_and_combat() -> None:
    order = [(step.side, PHASES[step.number]) for step in rest_of_turn(0, AXIS, INITIAL) if isinstance(step, Phase)]
    phases = ["initial", "movement", "air", "combat", "exploitation"]
    assert order == [(AXIS, phase) for phase in phases] + [(ALLIES, phase) for phase in phases]


@rule("BF-4A1-1")
@pytest.mark.parametrize("side", [AXIS, ALLIES])
def test_in_the_initial_phase_whoever_comes_is_there_before_supply_is_settled_and_works_begin_after_it(
    side: int,
) -> None:
    steps: list[Step] = steps_of(side, INITIAL)  # type: ignore[type-arg]
    order = [type(step).__name__ for step in steps]
    wanted = ["Arrivals", "Replacements", "WorksDone", "SupplyCheck", "WorksBegun"]
    assert [name for name in order if name in wanted] == wanted
    assert all(getattr(step, "side", side) == side for step in steps)
    assert not hasattr(steps[order.index("SupplyCheck")], "side"), "it is settled for both sides"


@rule("BF-4A2-1", "BF-4B-1")
def test_only_the_phasing_side_moves() -> None:
    table = plains(BOTH)
    assert table.waits == "axis MoveUnits"
    assert table.refused("move YU-38", "axis") == "BF-4A2-1"
    assert table.refused("move YU-38", "allied") == "table.turn"
    table.say("axis", "pass").pass_until("allied MoveUnits")
    assert table.refused("move GE-72", "allied") == "BF-4A2-1"
    assert table.refused("move GE-72", "axis") == "table.turn"
    assert table.refused("move YU-38") is None


@rule("BF-4A2-1", "BF-4B-1")
def test_only_the_phasing_side_attacks() -> None:
    table = plains(BOTH).say("axis", "pass")
    assert table.waits == "axis Attacks"
    assert table.refused(f"attack [{PLAIN}]", "allied") == "table.turn"
    table.say("axis", f"attack [{EAST}]")
    assert table.refused("join YU-38", "axis") == "BF-4A2-1"


@rule("BF-4A5-1")
def test_in_exploitation_only_combat_and_motorized_units_move() -> None:
    table = plains(BOTH).say("axis", "pass", "pass")
    assert table.when == "Nov I 40, axis exploitation"
    assert table.refused("move GE-72") == "BF-4A5-1"
    assert "move GE9P" in table.offered()


@rule("BF-4C-1")
def test_nothing_is_done_outside_its_phase() -> None:
    table = plains("Subotica: GE-72\nSubotica SE1: YU-38", owns={"axis": "BACKA"}).say("axis", "pass")
    assert table.waits == "axis Attacks"
    assert table.refused("wreck rail") == "BF-4C-1"
    assert table.refused("mend rail") == "BF-4C-1"
    assert table.refused("march [Subotica NE1]") == "BF-4A2-1"
    assert table.refused("rail [Subotica NE1]") == "BF-7A1-1"
    assert table.refused("overrun SuboticaSE1 Subotica") == "BF-13-1"
    table.say("axis", "pass")
    assert table.refused("attack [Subotica SE1]") == "BF-9A-1"


@rule("BF-4A-1")
def test_what_each_phase_consists_of() -> None:
    names = {phase: [type(step).__name__ for step in steps_of(AXIS, phase)] for phase in range(len(PHASES))}
    assert (names[MOVEMENT], names[EXPLOITATION]) == (["Movement"], ["Movement"])
    assert names[COMBAT][0] == "Combat"


@rule("BF-6-1")
def test_nobody_is_obliged_to_move_and_a_unit_that_was_put_down_goes_on_later() -> None:
    table = plains(f"{WEST}: GE-72").say("axis", "move GE-72", f"march [{PLAIN}]", "pass")
    assert table.left("GE-72") == 5
    table.say("axis", "move GE-72", f"march [{EAST}]", "pass", "pass")
    assert (table.at("GE-72"), table.when) == (EAST, "Nov I 40, axis combat")


@rule("BF-6-1")
def test_in_exploitation_a_unit_has_all_its_points_again() -> None:
    table = plains(f"{WEST}: GE-9P").say("axis", "move GE-9P", f"march [{EAST}]", "pass", "pass", "pass")
    assert (table.when, table.left("GE-9P")) == ("Nov I 40, axis exploitation", 10)
