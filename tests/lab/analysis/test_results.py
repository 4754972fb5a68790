"""What mass play came to is counted by scenario and by who played, and can be gone on with."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.commands.cli import app
from grognard.lab.analysis import results
from grognard.lab.analysis.simulate import wilson
from grognard.lab.checks.fuzz import Failure, Job, Result, course
from grognard.lab.keeping import keep, kept


def result(seed: int, winner: str, lead: int, way: str = "plain", scenario: str = "summer43") -> Result:
    job = Job("westfront", scenario, seed, generator=way)
    return Result(job, orders=100, outcome=winner, facts={"lead": lead}, held={"undo": 2}, happened={"WF-4.1"})


PLAYED = [
    *(result(seed, "allied", 30 + seed) for seed in range(6)),
    *(result(seed, "axis", -20 - seed) for seed in range(6, 8)),
    result(8, "nobody", 0),
    result(1, "axis", -5, way="computer"),
    result(1, "axis", -5, way="computer", scenario="husky"),
]


def test_results_are_grouped_by_scenario_and_by_who_played() -> None:
    found = results.groups(PLAYED)
    assert [(group.scenario, group.way, len(group.results)) for group in found] == [
        ("husky", "computer", 1),
        ("summer43", "plain", 9),
        ("summer43", "computer", 1),
    ]


def test_the_table_says_who_won_how_often_within_which_bounds_and_by_how_much() -> None:
    line = results.table(results.groups(PLAYED)).splitlines()[3]
    bounds = wilson(6, 9)
    assert f"| chance | 9 | 66.7% | {bounds.low:.1%} to {bounds.high:.1%} | 22.2% | 11.1% |" in line
    assert "| +16 ±" in line


def test_failures_and_rules_that_never_fired_are_named() -> None:
    broken = result(9, "allied", 1)
    broken.failures = [Failure("crash", "it broke", "westfront", "summer43", 9, 3, "grognard fuzz")]
    found = results.groups([*PLAYED, broken])
    assert results.held(found).endswith("1 failures.")
    assert "undo 24" in results.held(found)
    never = results.silent(found)
    assert never.startswith("1 of 330 rules fired.")
    assert "WF-4.2" in never
    assert "WF-4.1," not in never


def test_the_picture_has_a_panel_for_each_group() -> None:
    picture = results.drawn(results.groups(PLAYED))
    assert picture.count("allied 0%, axis 100%") >= 2
    assert "allied 67%, axis 22%" in picture


# A game that plots its course


def war(seed: int, winner: str, level: str, powers: list[str], way: str = "plain") -> Result:
    held = [float(len(powers))] * 23
    course = {track: {"axis": held, "allied": [2.0] * 23} for track in ("production by turn", "powers by turn")}
    facts = {"level": level, "powers": powers}
    return Result(Job("2ww", "war", seed, generator=way), orders=seed, outcome=winner, facts=facts, course=course)


WARS = [
    war(1, "axis", "major", ["Germany", "Italy", "Hungary"]),
    war(2, "axis", "minor", ["Germany", "Italy"]),
    war(3, "allied", "total", [], way="computer"),
]


def test_victories_are_counted_by_how_complete_they_are() -> None:
    chance, computer = results.levels(results.groups(WARS)).splitlines()[2:]
    assert chance.endswith("| chance | 0.0% | 50.0% | 50.0% | 0.0% | 0.0% | 0.0% | 0.0% |")
    assert computer.endswith("| level 1 | 0.0% | 0.0% | 0.0% | 0.0% | 0.0% | 0.0% | 100.0% |")


def test_what_was_held_at_the_end_is_counted_name_by_name() -> None:
    lines = results.holdings(results.groups(WARS), "powers").splitlines()
    assert lines[2:] == ["| Germany | 100% | 0% |", "| Italy | 100% | 0% |", "| Hungary | 50% | 0% |"]


def test_lengths_are_told_with_their_bounds() -> None:
    assert results.lengths(results.groups(WARS)).splitlines()[2].endswith("| chance | 2 ± 1 | 1 | 2 | 0.0 |")


def test_a_course_is_drawn_as_median_and_band_for_each_side() -> None:
    axis, allies = results.groups(WARS)[0].curves("powers by turn")
    assert (axis.name, axis.points[0], len(axis.points)) == ("Axis", (2.25, 2.5, 2.75), 23)
    assert allies.points[-1] == (2.0, 2.0, 2.0)
    picture = results.drawn_course(results.groups(WARS))
    assert picture.count("<polyline") == picture.count("<polygon") == 2 * 2 * 2
    assert ">1943<" in picture
    assert "won: Axis 100%, Allies 0%" in picture


def test_a_match_keeps_what_its_game_plots() -> None:
    match = grognard.new("2ww", "war", seed=1)
    assert course(match) == {key: {"axis": [], "allied": []} for key in ("production by turn", "powers by turn")}
    assert course(grognard.new("westfront", "husky", seed=1)) == {}


def test_play_that_was_kept_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "kept.jsonl"
    said = ["fuzz", "westfront", "--scenario", "husky", "--generator", "plain", "--share", "0", "--jobs", "1"]
    run = CliRunner()
    assert run.invoke(app, [*said, "--matches", "1", "--keep", str(file)]).exit_code == 0
    first = kept(file, Result)
    assert [each.job.seed for each in first] == [1]
    assert run.invoke(app, [*said, "--matches", "2", "--keep", str(file)]).exit_code == 0
    assert [each.job.seed for each in kept(file, Result)] == [1, 2]


def test_a_file_that_is_not_there_holds_nothing(tmp_path: Path) -> None:
    file = tmp_path / "none.jsonl"
    assert kept(file, Result) == kept(None, Result) == []
    keep(file, PLAYED[0])
    assert kept(file, Result) == [PLAYED[0]]
