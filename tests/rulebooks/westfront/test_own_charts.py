"""An owner of the boxed game corrects numbers without touching code, and the match keeps what it was played with."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.commands.cli import app
from grognard.engine.files import DataError
from grognard.games.westfront import GAME
from grognard.games.westfront.world import West
from tests.every_game.numbers import Watcher, unheeded, watched
from tests.rulebooks.westfront.watchers import WATCHERS

WATCHED = watched(GAME, WATCHERS)

MINE = """
game = "westfront"

[places.Catania]
port = "major"

[units.It7]
max = 4

[charts.production_limits]
ss_steps = 3
"""


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(MINE)
    return file


def world(match: grognard.Match) -> West:
    found = match.state.world
    assert isinstance(found, West)
    return found


@pytest.mark.parametrize("scenario", ["husky", "summer43"])
def test_a_match_is_played_with_the_owners_numbers(mine: Path, scenario: str) -> None:
    own, usual = (grognard.new("westfront", scenario, seed=1, options=o) for o in ({"charts": str(mine)}, {}))
    assert [world(m).ports[world(m).board.at("Catania")].major for m in (own, usual)] == [True, False]
    assert [world(m).roster[world(m).unit_index["It7"]].max for m in (own, usual)] == [4, 3]
    assert [world(m).charts["production_limits"]["ss_steps"] for m in (own, usual)] == [3, 1]


def test_a_saved_match_keeps_the_numbers_and_not_the_path(mine: Path, tmp_path: Path) -> None:
    match = grognard.new("westfront", "husky", seed=1, options={"charts": mine})
    match.save(str(tmp_path / "match.json"))
    mine.unlink()
    again = grognard.load(str(tmp_path / "match.json"))
    assert again.options["charts"]["units"] == {"It7": {"max": 4}}
    assert world(again).roster[world(again).unit_index["It7"]].max == 4


@pytest.mark.parametrize("watcher", WATCHED, ids=lambda watcher: watcher.numbers)
def test_every_number_that_is_exported_counts(watcher: Watcher) -> None:
    assert unheeded(GAME, watcher, WATCHED[watcher]) == []


def test_every_watcher_has_something_to_watch() -> None:
    assert set(WATCHERS) - WATCHED.keys() == set()


def test_a_stored_match_goes_on_without_numbers_that_are_no_longer_offered(mine: Path, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    grognard.new("westfront", "husky", seed=1, options={"charts": mine}).save(str(file))
    old = {"charts": {"hex_control": {"move_into": {"enemy": False}}, "pursuit": {"faster": 3}}, "towns": {"Rome": 1}}
    stored = json.loads(file.read_text())
    stored["options"]["charts"] |= {**old, "charts": stored["options"]["charts"]["charts"] | old["charts"]}
    file.write_text(json.dumps(stored))
    kept = grognard.load(str(file)).options["charts"]
    assert kept["charts"] == {"production_limits": {"ss_steps": 3}, "pursuit": {}}
    assert kept["units"] == {"It7": {"max": 4}}
    assert kept.keys() == {"charts", "places", "units"}


@pytest.mark.parametrize("charts", [{"towns": {}}, {"units": {"It7": {"max": "four"}}}, 4, ["x"]])
def test_numbers_that_do_not_fit_begin_no_match(charts: object) -> None:
    with pytest.raises(ValueError, match=r"group|like ours"):
        grognard.new("westfront", "husky", options={"charts": charts})


def test_a_faulty_file_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('game = "westfront"\n[units.It99]\nmax = 4\n')
    with pytest.raises(DataError, match=r"2: units.It99 is not known"):
        grognard.new("westfront", "husky", options={"charts": str(file)})


def test_export_then_check(tmp_path: Path, mine: Path) -> None:
    runner, file = CliRunner(), tmp_path / "all.toml"
    out = runner.invoke(app, ["charts", "export", "westfront", str(file)])
    assert out.exit_code == 0
    assert "# reconstructed" in file.read_text()
    assert "[units.It7]" in file.read_text()
    out = runner.invoke(app, ["charts", "check", str(file)])
    assert out.exit_code == 0
    assert "changes nothing" in " ".join(out.output.split())
    out = runner.invoke(app, ["charts", "check", str(mine)])
    assert out.exit_code == 0
    assert "units.It7.max" in out.output
    assert "reconstructed" in out.output


def test_only_unprinted_numbers_are_exported_unless_all_are_wanted(tmp_path: Path) -> None:
    runner, some, whole = CliRunner(), tmp_path / "some.toml", tmp_path / "whole.toml"
    runner.invoke(app, ["charts", "export", "westfront", str(some)])
    runner.invoke(app, ["charts", "export", "westfront", str(whole), "--all"])
    assert "# printed" not in some.read_text()
    assert "# printed" in whole.read_text()


def test_check_refuses_what_is_no_chart_file(tmp_path: Path) -> None:
    for text, said in (
        ("hello", "not valid TOML"),
        ('game = "chess"', "chess"),
        ('game = "westfront"\n[x]', "no group of charts x"),
    ):
        file = tmp_path / "x.toml"
        file.write_text(text)
        out = CliRunner().invoke(app, ["charts", "check", str(file)])
        assert out.exit_code == 2
        assert said in " ".join(out.output.split())
