"""The command line: it plays, it answers, and nothing that is typed breaks it."""

from __future__ import annotations

import builtins
import io
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest
from rich.console import Console
from typer.testing import CliRunner, Result

import grognard
from grognard import drawing
from grognard.__main__ import main
from grognard.commands import terminal_input, terminal_map
from grognard.commands.cli import app
from grognard.commands.terminal import Terminal
from grognard.games import find
from grognard.lab.checks import ledger
from grognard.lab.checks.fuzz import moments
from grognard.players import opponents
from tests.skirmish import GAME
from tests.skirmish.battle import Combat


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Matches are kept in the folder in which one plays: not among the sources, please."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, list(words), input=typed)


def play(typed: str, *words: str) -> Result:
    done = run("play", "--text", "skirmish", "ford", "--seed", "1", *words, typed=typed)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


# play


def test_a_newcomer_is_told_what_to_do() -> None:
    said = play("quit\n", "--side", "red").output
    assert "You play red; blue is played by chance." in said
    assert "Answer with the number of an order or type it." in said
    assert "Choose the town that will count most for you. [SK-3.2]" in said
    assert "1  aim" in said
    assert "Goodbye" in said
    assert grognard.new("skirmish", "ford", seed=1).commitment in said


def test_the_end_of_input_ends_politely() -> None:
    done = play("", "--side", "red")
    assert done.exit_code == 0
    assert "Goodbye" in done.output


def test_game_scenario_and_side_are_asked_for() -> None:
    done = run("play", "--text", typed="nonsense\nskirmish\n9\n1\nquit\n")
    assert "Which game?" in done.output
    assert "Which side do you play?" in done.output
    assert "You play red" in done.output
    assert run("play", "--text").exit_code == 0


def test_orders_are_given_by_number_or_in_words() -> None:
    town = next(iter(grognard.new("skirmish", "ford", seed=1).orders("red")))
    assert "Your aim is" in play("1\nquit\n", "--side", "red").output
    assert "Your aim is" in play(f"{town}\nquit\n", "--side", "red").output


def test_an_order_can_be_taken_back() -> None:
    assert "Taken back." in play("1\nundo\nquit\n", "--side", "red").output
    assert "There is no order" in play("undo\nquit\n", "--side", "red").output


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
    "hint", "hint 9", "odds", "odds Ford", "odds Nowhere end", "map Ford", "map Nowhere", "map [", "help move",
    "é" * 300, "quit now",
]  # fmt: skip


@pytest.mark.parametrize("word", NONSENSE)
def test_nothing_that_is_typed_breaks_it(word: str) -> None:
    assert play(f"{word}\n{word}\n1\n{word}\nquit\n", "--side", "red").exit_code == 0


def test_a_match_is_saved_and_taken_up_again(tmp_path: Path) -> None:
    path = tmp_path / "mine.json"
    assert "Saved." in play(f"1\nsave {path}\nquit\n", "--side", "red").output
    assert len(grognard.load(str(path)).record) == 1
    assert "You play red" in run("play", "--text", "--load", str(path), "--side", "red", typed="quit\n").output
    assert run("play", "--text", "--load", str(tmp_path / "none.json")).exit_code == 2


def test_enter_takes_the_default_at_every_question() -> None:
    done = run("play", "--text", "skirmish", typed="\n\nquit\n")
    assert "[red] > " in done.output
    assert "You play red; blue is played by chance." in done.output
    assert "Goodbye" in done.output
    assert run("play", "--text", "skirmish", typed="quit\n").output.endswith("Goodbye.\n")


def test_every_order_is_kept_without_being_asked_to(elsewhere: Path) -> None:
    done = play("1\n1\nquit\n", "--side", "red")
    kept = elsewhere / "grognard-autosave.json"
    assert "Every order is kept in grognard-autosave.json." in done.output
    assert "grognard play --load grognard-autosave.json" in done.output
    assert len(grognard.load(str(kept)).record) >= 2
    before = kept.read_bytes()

    play("1\nquit\n", "--side", "red")
    assert kept.read_bytes() == before, "another match takes another file"
    assert (elsewhere / "grognard-autosave-2.json").is_file()

    on = run("play", "--text", "--load", "grognard-autosave.json", "--side", "red", typed="1\nquit\n").output
    assert "orders have been given" in on
    assert len(grognard.load(str(kept)).record) >= 3


def test_an_order_taken_back_is_taken_back_in_the_file(elsewhere: Path) -> None:
    play("1\nundo\nquit\n", "--side", "red")
    assert grognard.load("grognard-autosave.json").record == []


def test_keeping_can_be_switched_off_or_sent_elsewhere(elsewhere: Path) -> None:
    assert "Nothing is kept" in play("1\nquit\n", "--side", "red", "--no-autosave").output
    assert list(elsewhere.glob("*.json")) == []
    play("1\nquit\n", "--side", "red", "--autosave", "mine.json")
    assert len(grognard.load("mine.json").record) == 1
    said = play("1\n1\nquit\n", "--side", "red", "--autosave", "/nowhere/at/all.json").output
    assert said.count("could not be kept in /nowhere/at/all.json") == 1


def test_a_match_that_was_saved_by_hand_is_not_written_over(tmp_path: Path) -> None:
    play("1\nsave mine.json\nquit\n", "--side", "red", "--no-autosave")
    before = Path("mine.json").read_bytes()
    run("play", "--text", "--load", "mine.json", "--side", "red", typed="1\nquit\n")
    assert Path("mine.json").read_bytes() == before


@pytest.mark.parametrize("content", ["", "{", "[]", '{"format": 1}', '{"format": 9}', '{"format": 1, "only": "red"}'])
def test_a_bad_file_is_named(content: str) -> None:
    Path("bad.json").write_text(content, encoding="utf-8")
    for words in (("play", "--text", "--load"), ("replay",), ("verify",)):
        done = run(*words, "bad.json")
        assert done.exit_code == 2
        assert "bad.json" in done.output
        assert isinstance(done.exception, SystemExit)


def test_help_explains_orders_and_rules() -> None:
    said = play("help aim\nhelp SK-4.1\nhelp SK-4\nquit\n", "--side", "red").output
    assert "aim PLACE" in said
    assert GAME.rules["SK-4.1"].rule in said.replace("\n", " ")
    assert "There are SK-4.1" in said


def test_near_a_place_the_map_is_smaller() -> None:
    said = play("map Chapel\nquit\n", "--side", "red").output
    whole, _, near = said.partition("red> ")
    assert near.count("+---") < whole.count("+---")
    assert "The map has no place called 'Atlantis'." in play("map Atlantis\nquit\n", "--side", "red").output


def test_where_no_computer_player_knows_a_game_there_is_no_hint() -> None:
    assert "nobody to ask" in play("hint\nquit\n", "--side", "red").output


def test_a_computer_player_gives_a_hint_and_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "_players", lambda: Players)
    said = play("\nhint\n1\nquit\n", "--side", "red").output
    assert "Who plays against you?" in said
    assert "blue is played by the computer, level 2." in said
    order = next(iter(grognard.new("skirmish", "ford", seed=1).orders("red")))
    assert f"{order}: it is the first" in said


def test_a_computer_player_that_fails_does_not_end_the_match(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opponents, "_players", lambda: Players)
    said = play("1\n" * 400, "--side", "red", "--opponent", "1").output
    assert "The player of blue has failed (RuntimeError: out of ideas); chance takes its chair." in said
    assert "It is over" in said


class Players:
    """What the package of computer players offers, in small."""

    LEVELS = ("random", "1", "2")

    class Thinking:
        def __init__(self, match: grognard.Match, side: str, seed: object) -> None:
            self.orders = match.orders(side)

    class First:
        def __init__(self, fails: bool) -> None:
            self.fails = fails

        def choose(self, thinking: Any) -> Any:
            if self.fails:
                raise RuntimeError("out of ideas")
            return SimpleNamespace(order=thinking.orders[0], reason="it is the first")

    @classmethod
    def player(cls, game: grognard.Game, level: str, seed: object) -> Any:
        return cls.First(level == "1")


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
    assert "blue has won" not in play("resign\n\nquit\n", "--side", "red").output


def test_a_match_that_is_over_can_be_looked_at_and_checked() -> None:
    said = play("1\n" * 400, "--side", "red").output
    assert "grognard replay grognard-autosave.json" in said
    assert "The match begins." in run("replay", "grognard-autosave.json", "--all").output
    commitment = grognard.new("skirmish", "ford", seed=1).commitment
    assert f"grognard verify grognard-autosave.json --commitment {commitment}" in said
    assert run("verify", "grognard-autosave.json", "--commitment", commitment).exit_code == 0


def test_what_was_sealed_is_told_once() -> None:
    said = play("1\n2\npass\nquit\n", "--side", "red").output
    lines = [line for line in said.splitlines() if line.startswith("  - ")]
    assert len(lines) > 1
    assert len(lines) == len(set(lines))


# Completion


def completed(line: str) -> list[str]:
    match = grognard.new("skirmish", "ford", seed=1)
    terminal = Terminal(match, ("red",), Console(), {})
    terminal.side = "red"
    return terminal.completion().words(line)


def test_tab_completes_the_words_of_the_orders_on_offer() -> None:
    assert completed("ai") == ["aim"]
    assert completed("aim ") == ["Chapel", "Ford", "Mill"]
    assert completed("AIM f") == ["Ford"]
    assert completed("aim Ford ") == []


def test_tab_completes_commands_and_what_follows_them() -> None:
    assert {"aim", "why", "undo"} <= set(completed(""))
    assert completed("un") == ["undo"]
    assert completed("why aim m") == ["Mill"]
    assert completed("rule SK-4.1") == [id for id in GAME.rules if id.startswith("SK-4.1")]
    assert "Chapel" in completed("map ")
    assert completed("undo ") == []


def test_without_readline_one_can_still_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(terminal_input, "readline", None)
    assert "Your aim is" in play("1\nquit\n", "--side", "red").output
    assert play("1\npass\n\nquit\n", "--hot-seat").exit_code == 0


# Colour


def test_the_coloured_map_has_the_same_letters() -> None:
    match = grognard.new("westfront", "husky", seed=1)
    board, pieces = match.state.world.board, match.view("axis")["pieces"]
    picture = terminal_map.coloured(board, pieces, sides=match.sides)
    assert picture.plain == drawing.text_map(board, pieces, sides=match.sides)
    near = board.grid.within(board.at("Catania"), 1)
    part = terminal_map.coloured(board, pieces, sides=match.sides, region=near)
    assert part.plain == drawing.text_map(board, pieces, sides=match.sides, region=near)


@pytest.mark.parametrize(("forced", "painted"), [(True, True), (False, False)])
def test_colours_go_to_terminals_only(forced: bool, painted: bool) -> None:
    match = grognard.new("skirmish", "ford", seed=1)
    out = io.StringIO()
    console = Console(file=out, force_terminal=forced, color_system="truecolor" if forced else "auto")
    pieces = match.view("red")["pieces"]
    console.print(terminal_map.coloured(match.state.world.board, pieces, sides=match.sides))
    assert ("\x1b[" in out.getvalue()) is painted


@pytest.mark.parametrize(
    "words",
    [("play", "--text", "nothing"), ("play", "--text", "skirmish", "nowhere"),
     ("play", "--text", "skirmish", "ford", "--side", "green"),
     ("fuzz", "nothing"), ("fuzz", "skirmish", "--scenario", "nowhere"), ("fuzz", "skirmish", "--checks", "odd"),
     ("ledger", "nothing"), ("rule", "XX-1"), ("fuzz", "no.such.module"), ("fuzz", "grognard.lab"),
     ("play", "--text", "skirmish", "ford", "--side", "red", "--opponent", "9"), ("simulate", "nothing"),
     ("simulate", "skirmish", "--green", "1"), ("simulate", "skirmish", "--player", "red=9"), ("replay", "none.json"),
     ("simulate", "skirmish", "--player", "red"), ("simulate", "skirmish", "--scenario", "nowhere"),
     ("simulate", "skirmish", "--csv", "/nowhere/at/all.csv"), ("verify", "none.json"), ("replay", "."),
     ("simulate", "skirmish", "skirmish"), ("replay", "a\x00b")],
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
    assert re.search(r"skirmish: \d+ of \d+ rules fired", done.output)


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


def test_ledger_tells_what_rules_wait_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "test_x.py").write_text("def test_a(): ...", encoding="utf-8")
    ledger.merge(ledger.REPORT, {"test_x.py::test_a": ledger.Shown("passed", ("SK-4.1",))}, tmp_path)
    game = find("skirmish")  # the one that the command finds: other tests may have made it known anew
    waits = {id: msgspec.structs.replace(rule, waits="rain") for id, rule in game.rules.items() if id != "SK-4.1"}
    with monkeypatch.context() as patch:
        patch.setattr(game, "rules", game.rules | waits)
        said = run("ledger", "skirmish").output
        assert f"{len(waits)} wait for rain\n" in said
        assert said.strip().splitlines()[-1].endswith("rules tested")
        assert "wait for rain: SK-" in run("ledger", "skirmish", "--waiting").output
        assert "neither tested" not in run("ledger", "skirmish", "--check").output
        patch.setattr(game, "rules", {"SK-4.1": msgspec.structs.replace(game.rules["SK-4.1"], waits="rain")} | waits)
        done = run("ledger", "skirmish", "--check")
        assert (done.exit_code, "said to wait though they are tested: SK-4.1." in done.output) == (2, True)
    done = run("ledger", "skirmish", "--check")
    assert (done.exit_code, "neither tested nor said to wait: " in done.output) == (2, True)


def test_without_its_extras_the_command_says_how_to_get_them(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = builtins.__import__

    def poor(name: str, *rest: Any) -> Any:
        if name.partition(".")[0] == "typer":
            raise ModuleNotFoundError("No module named 'typer'", name="typer")
        return sound(name, *rest)

    monkeypatch.delitem(sys.modules, "grognard.commands.cli")
    monkeypatch.setattr(builtins, "__import__", poor)
    with pytest.raises(SystemExit, match=r"grognard\[cli\]"):
        main()


def test_an_attack_of_balkan_front_is_weighed_in_the_terminal() -> None:
    typed = "historical\nhistorical\npass\nattack KoritsaSE1\njoin IT29\nquit\n"
    words = ("play", "--text", "balkan-front", "epirus", "--hot-seat", "--seed", "17", "--no-autosave")
    found = run(*words, typed=typed).output
    assert "join IT49  (Italian 49th Infantry Division Parma)" in found
    assert "  Odds: 2:1; 1 more for 3:1\n" in found
    assert "  Results: 1 AH, 2 AR, 3 AR, 4 AS, 5 AS, 6 EX\n" in found
