"""A stored match is shown again, step by step or as a report, and a side is shown no more than it may know."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from unittest.mock import ANY

import msgspec
import pytest
from typer.testing import CliRunner, Result

import grognard
from grognard import drawing
from grognard.commands.cli import app
from grognard.engine.match import Match
from grognard.engine.saves import Save, SaveError
from grognard.lab.analysis import replay
from grognard.lab.analysis.replay import Chronicle
from grognard.lab.checks import fuzz, generators
from tests.skirmish import GAME
from tests.skirmish.march import Movement


def played(orders: int = 10_000, seed: int = 3) -> Match:
    match, player = fuzz.begin(GAME, "ford", seed), generators.Whim(seed)
    while match.outcome is None and len(match.record) < orders:
        match.play(player.choose(match))
    return match


@pytest.fixture
def stored(tmp_path: Path) -> tuple[str, Match]:
    match = played()
    path = str(tmp_path / "match.json")
    match.save(path)
    return path, match


def run(*words: str, typed: str = "") -> Result:
    done = CliRunner().invoke(app, ["replay", *words], input=typed)
    assert done.exception is None or isinstance(done.exception, SystemExit), done.output
    return done


# Stages


def test_the_last_stage_is_the_match_as_it_is(stored: tuple[str, Match]) -> None:
    path, match = stored
    found = replay.replay(path)
    assert found.length == len(match.record)
    assert found.outcome == match.outcome
    assert found.stages[-1].pieces == drawing.everything(match)
    assert found.stages[-1].when == match.view()["when"]
    assert not found.broken


def test_a_side_sees_what_its_view_told_it(stored: tuple[str, Match]) -> None:
    path, match = stored
    for side in match.sides:
        found = replay.replay(path, side)
        log = [replay.line_text(line) for line in match.view(side)["log"]]
        assert Counter(line for stage in found.stages for line in stage.news) == Counter(log)
        pieces = [{**piece, "name": ANY} for piece in found.stages[-1].pieces]
        assert pieces == match.view(side)["pieces"]


def test_a_side_does_not_read_the_other_side_s_orders(stored: tuple[str, Match]) -> None:
    path, match = stored
    said = replay.report(replay.replay(path, "red"))
    orders = [entry for entry in match.record if entry.say != "pass"]
    assert all(f"blue: {entry.say}" not in said for entry in orders if entry.side == "blue")
    assert all(f"red: {entry.say}" in said for entry in orders if entry.side == "red")
    whole = replay.report(replay.replay(path))
    assert all(f"{entry.side}: {entry.say}" in whole for entry in orders)


def test_what_is_written_on_the_other_side_s_sheet_leaves_no_trace(tmp_path: Path) -> None:
    reports = []
    for blue in (["aim Ford"], ["aim Mill", "arrive Crow EastgateN1", "pass"], []):
        match = grognard.new("skirmish", "ford", seed=5)
        for order in blue:
            match.play(order, "blue")
        match.play("aim Chapel", "red")
        path = str(tmp_path / "match.json")
        match.save(path)
        reports.append(replay.report(replay.replay(path, "red")))
        assert "aim Chapel" in reports[-1]
    assert len(set(reports)) == 1


def test_passes_of_which_nothing_comes_are_folded(stored: tuple[str, Match]) -> None:
    found = replay.replay(stored[0])
    assert any(stage.passes for stage in found.stages)
    assert not any(stage.said.endswith(": pass") and not stage.news for stage in found.stages)
    numbers = [number for stage in found.stages[1:] for number in range(stage.first, stage.last + 1)]
    assert numbers == list(range(1, found.length + 1))


def test_passes_at_the_end_of_an_unfinished_match_are_told(tmp_path: Path) -> None:
    match = grognard.new("skirmish", "ford", seed=5)
    match.play("aim Chapel", "red")
    match.play("pass", "red")
    path = str(tmp_path / "match.json")
    match.save(path)
    found = replay.replay(path)
    assert found.stages[-1].said == "a pass"
    assert found.outcome is None
    assert found.length == 2


@pytest.mark.parametrize("seed", range(3))
def test_the_chronicle_tells_every_line_once(seed: int) -> None:
    match, player = fuzz.begin(GAME, "ford", seed), generators.Whim(seed)
    chronicles = {side: Chronicle(side) for side in match.sides}
    heard: dict[str, list[str]] = {side: [] for side in match.sides}
    while True:
        for side, chronicle in chronicles.items():
            heard[side] += [line["text"] for line in chronicle.news(match)]
            assert Counter(heard[side]) == Counter(line["text"] for line in match.view(side)["log"])
        if match.outcome is not None:
            break
        match.play(player.choose(match))


def test_a_record_that_no_longer_fits_is_shown_as_far_as_it_goes(
    stored: tuple[str, Match], monkeypatch: pytest.MonkeyPatch
) -> None:
    path, match = stored
    first = next(number for number, entry in enumerate(match.record, 1) if entry.say.startswith("move"))
    monkeypatch.setattr(Movement, "offers", lambda self, s: iter(()))
    monkeypatch.setattr(Movement, "explain", lambda self, s, order: None)
    found = replay.replay(path)
    assert found.length == first - 1
    assert f"order {first} ({match.record[first - 1].say}) does not fit" in found.broken
    other = "blue" if match.record[first - 1].side == "red" else "red"
    hidden = replay.replay(path, other)
    assert hidden.broken
    assert match.record[first - 1].say not in hidden.broken
    assert "does not fit" in run(path, "--all").output
    assert run(path, typed="999\n").exit_code == 0


def test_what_happens_at_the_table_is_shown(tmp_path: Path) -> None:
    match = grognard.new("skirmish", "ford", seed=5)
    match.resign("blue")
    path = str(tmp_path / "match.json")
    match.save(path)
    for side in (None, "red"):
        assert "blue: (resign)" in replay.report(replay.replay(path, side))


# Bad files


def test_a_file_that_is_not_there_or_holds_no_match_is_named(tmp_path: Path, stored: tuple[str, Match]) -> None:
    path, match = stored
    good = Path(path).read_bytes()
    bad = {
        "cut.json": good[: len(good) // 2],
        "text.json": b"hello",
        "bytes.json": b"\xff\x00\xfe",
        "game.json": good.replace(b'"game":"skirmish"', b'"game":"nothing"'),
        "scenario.json": good.replace(b'"scenario":"ford"', b'"scenario":"nowhere"'),
        "secret.json": good.replace(match.secret.hex().encode(), b"xyz"),
        "deep.json": b"[" * 100_000,
    }
    for name, data in bad.items():
        (tmp_path / name).write_bytes(data)
    match.save(str(tmp_path / "own.json"), "red")
    for name in [*bad, "own.json", "none.json"]:
        with pytest.raises(SaveError, match=name):
            replay.replay(str(tmp_path / name))
    with pytest.raises(SaveError, match="no side called green"):
        replay.replay(path, "green")


@pytest.mark.parametrize("spoilt", ["nonsense", "move", "", "{", "move Fox Ford-Ford-Ford", "\x00"])
def test_a_record_that_was_written_by_hand_breaks_nothing(stored: tuple[str, Match], spoilt: str) -> None:
    path, _ = stored
    save = msgspec.json.decode(Path(path).read_bytes(), type=Save)
    save.record[4] = msgspec.structs.replace(save.record[4], say=spoilt)
    Path(path).write_bytes(msgspec.json.encode(save))
    assert replay.replay(path).broken
    save.record[4] = msgspec.structs.replace(save.record[4], side="nobody")
    Path(path).write_bytes(msgspec.json.encode(save))
    assert replay.replay(path).broken


# The command


def test_enter_goes_on_b_goes_back_and_a_number_goes_there(stored: tuple[str, Match]) -> None:
    path, match = stored
    said = run(path, "--no-map", typed="\n\nb\n20\n0\nb\n99999999999\n\nx\nm\nq\n").output
    assert "The beginning (turn 1, plans)" in said
    assert said.count(f"Order 1 of {len(match.record)}") == 2
    assert "This is the beginning." in said
    assert "20/" in said or "21/" in said
    assert "This is the end." in said
    assert "It is over: " in said
    assert "Westgate" in said
    assert run(path).exit_code == 0


def test_the_whole_is_printed_as_text_or_markdown(stored: tuple[str, Match]) -> None:
    path, match = stored
    text, marked = run(path, "--all").output, run(path, "--markdown", "--side", "red").output
    assert text.startswith("The Ford, The Ford\n")
    assert match.commitment in text
    assert marked.startswith("# The Ford, The Ford\n")
    assert "Told as red knows it." in marked
    assert "\n## Turn 1, plans\n" in marked
    assert marked.count("```") == 2
    assert "[SK" not in marked.replace("\\[", "(")
