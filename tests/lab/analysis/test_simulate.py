"""Many matches are played and counted, the same ones every time."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from typer.testing import CliRunner, Result

import grognard
from grognard.commands.cli import app
from grognard.lab.analysis import plot, simulate
from grognard.lab.analysis.simulate import Bar, Job, histogram, spread, wilson
from grognard.players import opponents
from tests.skirmish import GAME
from tests.skirmish.battle import Combat

CHANCE = (("red", "random"), ("blue", "random"))
MANY = [Job("skirmish", "ford", seed, CHANCE) for seed in range(1, 7)]


def run(*words: str) -> Result:
    done = CliRunner().invoke(app, ["simulate", *words])
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


# Counting


def test_wilson_s_bounds_agree_with_the_books() -> None:
    share = wilson(7, 10)
    assert share.low == pytest.approx(0.3968, abs=1e-3)
    assert share.high == pytest.approx(0.8922, abs=1e-3)
    assert wilson(0, 10).low == 0
    assert wilson(10, 10).high == pytest.approx(1)
    assert (wilson(0, 0).low, wilson(0, 0).high) == (0, 1)
    assert wilson(3, 4).value == 0.75


def test_spread_of_none_one_and_many() -> None:
    assert spread([]) is None
    assert spread([3]) == simulate.Spread(1, 3, 0, 3, 3, 3, 3, 3)
    found = spread([1, 2, 3, 4, 5])
    assert found is not None
    assert (found.mean, found.minimum, found.median, found.maximum) == (3, 1, 3, 5)
    assert found.deviation == pytest.approx(1.5811, abs=1e-4)


def test_a_histogram_counts_every_value_once() -> None:
    assert histogram([]) == []
    assert histogram([2, 2, 4]) == [Bar("2", 2, 2), Bar("3", 0, 3), Bar("4", 1, 4)]
    wide = histogram(range(-100, 100))
    assert len(wide) <= simulate.BINS
    assert sum(bar.count for bar in wide) == 200
    assert wide[0].label == "-100 to -91"
    assert sum(bar.count for bar in histogram([0.1, 0.25, 0.9, 1.4])) == 4
    assert len(histogram([0.5])) == 1


# Playing


def test_the_same_seeds_give_the_same_matches_on_any_number_of_cores() -> None:
    one, two = simulate.simulate(MANY, 1), simulate.simulate(MANY, 2)
    assert simulate.table(one) == simulate.table(two)
    assert [result.job.seed for result in two.results] == [1, 2, 3, 4, 5, 6]
    assert all(result.orders > 10 for result in one.results)
    assert sum(share.count for share in one.wins.values()) == 6


def test_chance_plays_through_the_lean_door_as_it_would_through_the_checked_one() -> None:
    job = Job("westfront", "husky", 3, (("allied", "random"), ("axis", "random")))
    quick = simulate.play(job)
    match = grognard.new("westfront", "husky", seed=3)
    sitting = {side: opponents.Chance(side, 3) for side in match.sides}
    while match.outcome is None:
        match.play(sitting[min(match.waiting, key=match.side_index)].choose(match).order)
    assert (quick.orders, quick.winner, quick.facts) == (
        len(match.record), match.outcome.winner or simulate.NOBODY, dict(match.outcome.facts)
    )  # fmt: skip


def test_a_match_that_breaks_off_is_told_and_not_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Combat, "offers", lambda self, s: iter(()))
    tableau = simulate.simulate(MANY[:2], 1)
    assert len(tableau.failures) == 2
    assert tableau.sound == []
    done = run("skirmish", "--matches", "2", "--jobs", "1")
    assert done.exit_code == 1
    assert "2 matches broke off" in done.output
    assert "grognard simulate skirmish --scenario ford --matches 1 --seed 1 --player red=random" in done.output


def test_ctrl_c_keeps_what_is_done() -> None:
    def stop(result: simulate.Result) -> None:
        if result.job.seed == 3:
            raise KeyboardInterrupt

    assert len(simulate.simulate(MANY, 1, stop).results) == 3


# Who plays


def test_chance_can_play_everything_and_no_one_else_is_promised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "_players", lambda: None)
    assert opponents.names(GAME) == ["random"]
    assert opponents.default(GAME) == "random"
    with pytest.raises(LookupError, match="no computer player knows this game"):
        opponents.opponent(GAME, "2", "red", 1)


def test_a_package_that_cannot_be_imported_is_done_without(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(name: str) -> Any:
        raise ImportError(name)

    monkeypatch.setattr(opponents, "import_module", missing)
    assert opponents.names(GAME) == ["random"]


def test_a_player_for_a_side_is_named_in_two_ways() -> None:
    for words in (["--player", "red=random"], ["--red", "random"], ["--blue=random"]):
        assert run("skirmish", "--matches", "1", *words).exit_code == 0
    assert run("--red", "random", "skirmish", "--matches", "1").exit_code == 0
    assert "the sides are red, blue" in run("skirmish", "--green", "random").output
    assert "there are random" in run("skirmish", "--red", "deep blue").output


# The command


def test_results_are_shown_and_written(tmp_path: Path) -> None:
    table, chart = tmp_path / "matches.csv", tmp_path / "chart.svg"
    done = run("skirmish", "--matches", "4", "--jobs", "1", "--seed", "11", "--csv", str(table), "--plot", str(chart))
    assert done.exit_code == 0, done.output
    assert "true share" in done.output
    assert "per second" in done.output
    rows = list(csv.DictReader(io.StringIO(table.read_text(encoding="utf-8"))))
    assert [row["seed"] for row in rows] == ["11", "12", "13", "14"]
    assert {row["red player"] for row in rows} == {"random"}
    assert all(row["winner"] in ("red", "blue", "nobody") for row in rows)
    assert ElementTree.parse(chart).getroot().tag.endswith("svg")


def test_a_number_that_no_outcome_has_is_named() -> None:
    done = run("skirmish", "--matches", "2", "--jobs", "1", "--fact", "glory")
    assert "no outcome has a number called 'glory'" in done.output.lower()
    assert "orders" in done.output


def test_the_lead_of_husky_is_charted(tmp_path: Path) -> None:
    chart = tmp_path / "chart.svg"
    done = run("westfront", "--scenario", "husky", "--matches", "3", "--jobs", "1", "--plot", str(chart))
    assert done.exit_code == 0, done.output
    assert "lead" in done.output
    assert "mean" in chart.read_text(encoding="utf-8")


# Charts


def test_a_chart_says_what_it_shows_and_is_sound_svg() -> None:
    bars = [Bar("a<b", 3), Bar("c", 0), Bar("d", 41)]
    drawn = ElementTree.fromstring(plot.svg(bars, "Title & more", "about", "across"))
    said = " ".join(drawn.itertext())
    assert "Title & more" in said
    assert "a<b: 3" in said
    assert len(drawn.findall("{http://www.w3.org/2000/svg}rect")) == 3  # the ground, and the two that are not empty
    assert ElementTree.fromstring(plot.svg([], "t", "a", "x")) is not None


def test_bars_in_text_are_as_long_as_their_counts() -> None:
    first, second, third = plot.text([Bar("a", 4), Bar("bb", 2), Bar("c", 0)], width=8)
    assert first == "   a  ████████ 4"
    assert second == "  bb  ████ 2"
    assert third == "   c   0"
