"""Matches as files: exact, checked, and able to go on when the beginning no longer replays."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.engine import saves
from grognard.engine.match import Match
from grognard.engine.proposals import Proposal
from grognard.engine.saves import SaveError
from tests.skirmish import everything, moments, new, until

Edit = Callable[[dict[str, Any]], None]


def kept(match: Match, path: Path) -> dict[str, Any]:
    match.save(str(path))
    data: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return data


def load(data: dict[str, Any], path: Path) -> Match:
    path.write_text(json.dumps(data), encoding="utf-8")
    return grognard.load(str(path))


@pytest.mark.parametrize("seed", range(3))
def test_a_match_comes_back_from_its_file_at_every_handover(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    for match in moments(seed):
        if len(match.record) % 5 == 0 or match.outcome:
            match.save(str(path))
            assert everything(grognard.load(str(path))) == everything(match)


def test_a_match_goes_on_after_loading_as_if_nothing_had_happened(tmp_path: Path) -> None:
    match = until("Movement", seed=4)
    match.save(str(tmp_path / "match.json"))
    again = grognard.load(str(tmp_path / "match.json"))
    *_, one = moments(5, match)
    *_, other = moments(5, again)
    assert everything(one) == everything(other)


def test_a_match_from_a_position_comes_back(tmp_path: Path) -> None:
    match = grognard.position(until("Loss").text(), seed=3)
    match.play(match.orders()[0])
    match.save(str(tmp_path / "match.json"))
    assert everything(grognard.load(str(tmp_path / "match.json"))) == everything(match)


def test_options_standing_answers_and_proposals_are_kept(tmp_path: Path) -> None:
    match = new(turns=2)
    match.standing["red"]["Ambushed"] = "pass"
    match.propose(Proposal("blue", "draw"))
    match.save(str(tmp_path / "match.json"))
    again = grognard.load(str(tmp_path / "match.json"))
    assert everything(again) == everything(match)
    assert again.proposal == Proposal("blue", "draw", at=0)


def test_dice_that_were_taken_back_stay_spent_after_loading(tmp_path: Path) -> None:
    for seed in range(20):
        match = until("Loss", seed)
        match.play(match.orders()[0])
        side = match.record[-2].side
        match.propose(Proposal(side, "takeback"))
        match.answer(next(other for other in match.sides if other != side), agreed=True)
        thrown = match._thrown
        if len(match.throws) < thrown:
            break
    match.save(str(tmp_path / "match.json"))
    again = grognard.load(str(tmp_path / "match.json"))
    for late in (match, again):
        *_, _last = moments(1, late)
    assert again.throws == match.throws
    assert match.throws[-1].number >= thrown
    again.save(str(tmp_path / "again.json"))
    assert grognard.load(str(tmp_path / "again.json")).throws == match.throws


# A record that no longer replays


def broken_record(path: Path) -> tuple[Match, dict[str, Any]]:
    """A match some turns old, and its file with an early order that no rule allows."""
    match = until("Loss", seed=2)
    data = kept(match, path)
    moved = next(index for index, entry in enumerate(data["record"]) if entry.get("say", "").startswith("move"))
    data["record"][moved]["say"] = "move Ram Mill"
    return match, data


def test_a_record_that_no_longer_replays_goes_on_from_the_last_handover(tmp_path: Path) -> None:
    match, data = broken_record(tmp_path / "match.json")
    again = load(data, tmp_path / "match.json")
    assert again.diverged_at is not None
    assert again.record[again.diverged_at].say == "move Ram Mill"
    assert again.text() == match.text()
    assert again.waiting == match.waiting
    *_, last = moments(1, again)
    assert last.outcome is not None


def test_a_match_taken_up_from_a_handover_can_be_kept_and_taken_up_again(tmp_path: Path) -> None:
    _, data = broken_record(tmp_path / "match.json")
    again = load(data, tmp_path / "match.json")
    again.play(again.orders()[0])
    again.save(str(tmp_path / "again.json"))
    assert grognard.load(str(tmp_path / "again.json")).text() == again.text()


def test_an_outcome_that_comes_out_otherwise_is_noticed(tmp_path: Path) -> None:
    match = until("Loss", seed=2)
    data = kept(match, tmp_path / "match.json")
    fell = next(throw for throw in reversed(data["throws"]) if throw[2])
    diverged = []
    for face in range(1, 7):
        fell[1] = [face] * len(fell[1])
        again = load(data, tmp_path / "match.json")
        assert again.text() == match.text()
        diverged.append(again.diverged_at is not None)
    assert any(diverged)
    assert not all(diverged)


def test_a_broken_record_without_a_handover_says_which_order_is_to_blame(tmp_path: Path) -> None:
    _, data = broken_record(tmp_path / "match.json")
    del data["handover"]
    with pytest.raises(SaveError, match=r"order \d+ \(move Ram Mill\) does not replay"):
        load(data, tmp_path / "match.json")


def test_a_broken_record_with_a_damaged_handover_says_both(tmp_path: Path) -> None:
    _, data = broken_record(tmp_path / "match.json")
    data["handover"]["state"]["facts"]["steps"] = "many"
    with pytest.raises(SaveError, match="the last handover is damaged: steps: Expected `array`, got `str`"):
        load(data, tmp_path / "match.json")


# Files that hold no match


def test_a_truncated_file_is_refused_wherever_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    until("Movement").save(str(path))
    whole = path.read_bytes()
    for length in range(0, len(whole) - 1, 97):
        path.write_bytes(whole[:length])
        with pytest.raises(SaveError, match="not a saved match"):
            grognard.load(str(path))


def wrong(key: str, value: Any) -> Edit:
    return lambda data: data.update({key: value})


@pytest.mark.parametrize(
    ("edit", "complaint"),
    [
        (wrong("format", 2), "format 2 is not the one that this program reads"),
        (wrong("format", "1"), "format 1 is not the one"),
        (wrong("game", "chess"), "no game called 'chess'"),
        (wrong("game", 7), "Expected `str`"),
        (wrong("scenario", "brook"), "cannot begin: The Ford has no scenario 'brook'"),
        (wrong("options", {"turns": 99}), "cannot begin: turns is a number from 1 to 9"),
        (wrong("secret", "xyz"), "the secret is no hexadecimal number"),
        (wrong("record", {}), "Expected `array`"),
        (wrong("record", [{"side": 1}]), "Expected `str`"),
        (wrong("throws", [[0, ["six"]]]), "Expected `int`"),
        (wrong("throws", [[0, [7], 6]]), r"throw 0 shows \[7\]"),
        (lambda data: data.pop("record"), "missing required field `record`"),
    ],
)
def test_a_mangled_file_is_refused_with_a_reason(edit: Edit, complaint: str, tmp_path: Path) -> None:
    data = kept(until("Loss", seed=2), tmp_path / "match.json")
    edit(data)
    with pytest.raises(SaveError, match=complaint):
        load(data, tmp_path / "match.json")


def test_bytes_that_are_no_text_are_no_match(tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SaveError, match="not a saved match"):
        grognard.load(str(path))


def test_one_side_s_file_cannot_be_taken_up(tmp_path: Path) -> None:
    path = tmp_path / "red.json"
    match = until("Movement")
    match.save(str(path), side="red")
    assert json.loads(path.read_text(encoding="utf-8"))["view"] == json.loads(json.dumps(match.view("red")))
    with pytest.raises(SaveError, match="one side's own file"):
        grognard.load(str(path))


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    match = new()
    for _ in range(2):
        match.save(str(tmp_path / "match.json"))
    assert [path.name for path in tmp_path.iterdir()] == ["match.json"]


def test_a_packed_match_is_data() -> None:
    match = until("Movement")
    packed = saves.pack(match)
    assert (packed.game, packed.scenario, packed.version) == ("skirmish", "ford", "1")
    assert everything(saves.restore(match.game, packed)) == everything(match)


def test_a_file_from_before_a_fact_was_added_still_loads(tmp_path: Path) -> None:
    match = until("Loss", seed=2)
    data = kept(match, tmp_path / "match.json")
    del data["handover"]["state"]["facts"]["steps"]
    assert load(data, tmp_path / "match.json").text() == match.text()
