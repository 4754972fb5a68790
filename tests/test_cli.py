"""The command line: it plays, it answers, and nothing that is typed breaks it."""

from __future__ import annotations

import builtins
import re
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

import grognard
from grognard.__main__ import main
from grognard.cli import app
from grognard.lab import ledger
from grognard.lab.fuzz import moments
from tests.skirmish import GAME
from tests.skirmish.battle import Combat


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def play(typed: str, *words: str) -> Result:
    done = run("play", "skirmish", "ford", "--seed", "1", *words, typed=typed)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


# play


def test_a_newcomer_is_told_what_to_do() -> None:
    said = play("quit\n", "--side", "red").output
    assert "You play red; blue will answer at random." in said
    assert "Answer with the number of an order or type it." in said
    assert "Choose the town that will count most for you. [SK-3.2]" in said
    assert "1  aim" in said
    assert "Goodbye" in said


def test_the_end_of_input_ends_politely() -> None:
    done = play("", "--side", "red")
    assert done.exit_code == 0
    assert "Goodbye" in done.output


def test_game_scenario_and_side_are_asked_for() -> None:
    done = run("play", typed="nonsense\nskirmish\n9\n1\nquit\n")
    assert "Which game?" in done.output
    assert "Which side do you play?" in done.output
    assert "You play red" in done.output
    assert run("play").exit_code == 0


def test_orders_are_given_by_number_or_in_words() -> None:
    town = next(iter(grognard.new("skirmish", "ford", seed=1).orders("red")))
    assert "Your aim is" in play("1\nquit\n", "--side", "red").output
    assert "Your aim is" in play(f"{town}\nquit\n", "--side", "red").output


def test_an_order_can_be_taken_back() -> None:
    assert "Taken back." in play("1\nundo\nquit\n", "--side", "red").output
    assert "there is no order" in play("undo\nquit\n", "--side", "red").output


def test_why_names_the_rule() -> None:
    assert "[SK-3.2]" in play("why aim Atlantis\nquit\n", "--side", "red").output
    assert "It is allowed." in play("1\nwhy pass\nquit\n", "--side", "red").output
    assert "Say which order" in play("why\nquit\n", "--side", "red").output


def test_a_rule_card_is_shown() -> None:
    said = play("rule sk-4.1\nrule SK-99\nquit\n", "--side", "red").output
    assert GAME.rules["SK-4.1"].rule in said.replace("\n", " ")
    assert "has no rule 'SK-99'" in said


NONSENSE = [
    "", " ", "?", "help", "0", "-1", "99999999999999999999", "²", "1.5", "move", "move Fox", "move Fox Nowhere", "why",
    "why 1", "why nonsense", "{", '{"order": []}', '{"order": "pass"}', "save", "save /nowhere/at/all.json", "rule",
    "undo undo", "orders xyz", "orders", "map", "log", "log 3", "log x", "[bold]", "[/bold]", "resign", "no", "\x00",
    "é" * 300, "quit now",
]  # fmt: skip


@pytest.mark.parametrize("word", NONSENSE)
def test_nothing_that_is_typed_breaks_it(word: str) -> None:
    assert play(f"{word}\n{word}\n1\n{word}\nquit\n", "--side", "red").exit_code == 0


def test_a_match_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    assert "Saved." in play(f"1\nsave {path}\nquit\n", "--side", "red").output
    assert len(grognard.load(str(path)).record) == 1
    assert "You play red" in run("play", "--load", str(path), "--side", "red", typed="quit\n").output
    assert run("play", "--load", str(tmp_path / "none.json")).exit_code == 2


def test_two_at_one_keyboard_do_not_see_each_other_s_pieces() -> None:
    said = play("1\npass\n\nquit\n", "--hot-seat").output
    assert "Press Enter when blue is alone at the screen." in said
    first, _, second = said.partition("Press Enter when blue is alone")
    assert "Fox" in first
    assert "Fox" not in second
    assert "Hawk" not in first


def test_a_whole_match_against_chance_comes_to_its_end() -> None:
    assert "It is over" in play("1\n" * 400, "--side", "red").output


def test_a_player_can_resign() -> None:
    assert "blue has won" in play("resign\nyes\n", "--side", "red").output


@pytest.mark.parametrize(
    "words",
    [("play", "nothing"), ("play", "skirmish", "nowhere"), ("play", "skirmish", "ford", "--side", "green"),
     ("fuzz", "nothing"), ("fuzz", "skirmish", "--scenario", "nowhere"), ("fuzz", "skirmish", "--checks", "odd"),
     ("ledger", "nothing"), ("rule", "XX-1"), ("fuzz", "no.such.module"), ("fuzz", "grognard.lab")],
)  # fmt: skip
def test_a_wrong_name_is_said_to_be_wrong(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".grognard").mkdir()
    (tmp_path / ledger.REPORT).write_text("{}", encoding="utf-8")
    done = run(*words)
    assert done.exit_code == 2
    assert done.output.strip()
    assert isinstance(done.exception, SystemExit)


# The other commands


def test_games_lists_games_and_scenarios() -> None:
    said = run("games").output
    assert "skirmish" in said
    assert "ford" in said


def test_rule_shows_a_card_and_what_is_near() -> None:
    assert "SK-4.1" in run("rule", "SK-4.1").output
    assert "SK-4.1" in run("rule", "SK-4").output


def test_fuzz_reports_and_succeeds() -> None:
    done = run("fuzz", "skirmish", "--matches", "2", "--jobs", "1", "--unmet")
    assert done.exit_code == 0, done.output
    assert "ford" in done.output
    assert "rules were met in no event, refusal or prompt" in done.output


def test_fuzz_fails_and_says_how_to_see_it_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Combat, "offers", lambda self, s: iter(()))
    done = run("fuzz", "skirmish", "--matches", "2", "--seed", "4", "--jobs", "1", "--checks", "none")
    assert done.exit_code == 1
    assert re.search(r"dead_end \(skirmish ford, seed [45], order \d+\): \w+ has no order in Combat", done.output)
    assert re.search(r"grognard fuzz skirmish --scenario ford --matches 1 --seed [45] --checks none", done.output)
    assert "crash" not in done.output


def test_recheck_names_what_diverges(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    *_, (match, _) = moments(GAME, "ford", 3, share=0)
    path = str(tmp_path / "match.json")
    match.save(path)
    assert run("recheck", path).exit_code == 0
    monkeypatch.setattr(Combat, "offers", lambda self, s: iter(()))
    done = run("recheck", path, str(tmp_path / "none.json"))
    assert done.exit_code == 1
    assert re.search(r"match.json: order \d+ \((attack .*|pass)\): ", done.output)
    assert "0 of 2 matches replay." in done.output


def test_ledger_counts_and_ends_with_one_line_per_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert "run `make test` first" in run("ledger").output
    (tmp_path / "test_x.py").write_text("def test_a(): ...", encoding="utf-8")
    ledger.merge(ledger.REPORT, {"test_x.py::test_a": ledger.Shown("passed", ("SK-4.1",))}, tmp_path)
    done = run("ledger", "skirmish", "--missing")
    assert done.exit_code == 0
    assert done.output.strip().splitlines()[-1] == f"skirmish: 1 of {len(GAME.rules)} rules tested"
    assert "SK-4.2" in done.output
    assert "SK-4.1 " not in done.output
    assert "enforce" not in run("ledger", "skirmish", "--missing", "--kind", "compute").output
    assert run("ledger").output.strip().splitlines()[-1].endswith("rules tested")


def test_without_its_extras_the_command_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = builtins.__import__

    def poor(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "typer":
            raise ModuleNotFoundError("No module named 'typer'", name="typer")
        return sound(name, *rest)

    monkeypatch.delitem(sys.modules, "grognard.cli")
    monkeypatch.setattr(builtins, "__import__", poor)
    with pytest.raises(SystemExit, match=r"grognard\[cli\]"):
        main()
