"""Views: what a person could see from a chair, and never more."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from grognard.engine.events import Event
from tests.rules import rule
from tests.skirmish import GAME, at, moments, new, until
from tests.skirmish.orders import Aim

BATTLE = """
    skirmish ford
    turn 2, red combat
    Ford: Bear 2
    Ford SE1: Crow 2, Kite 1
    Westgate: Ram 2
"""


def test_a_view_is_ready_for_json_at_every_moment() -> None:
    for match in moments(5):
        for side in (*match.sides, None):
            text = json.dumps(match.view(side))
            assert json.dumps(json.loads(text)) == text


def test_the_secret_is_in_no_view_and_in_no_side_s_file(tmp_path: Path) -> None:
    path = tmp_path / "red.json"
    for match in moments(6):
        if match.outcome is not None:
            continue
        match.save(str(path), side="red")
        shown = [path.read_text(encoding="utf-8"), *(json.dumps(match.view(side)) for side in (*match.sides, None))]
        assert not any(match.secret.hex() in text for text in shown)
        assert match.view("red")["dice"] == {"commitment": match.commitment, "contributions": {}, "secret": None}


@rule("SK-1.3")
def test_what_a_side_cannot_know_changes_nothing_that_it_sees() -> None:
    choose = Random(1).randrange
    for match in moments(7):
        for index, side in enumerate(match.sides):
            redrawn = match.with_state(GAME.redraw(match.state, index, choose))  # type: ignore[arg-type]
            assert redrawn.view(side) == match.view(side)


def test_redrawing_really_changes_what_is_hidden() -> None:
    match = until("Movement")
    texts = set()
    for seed in range(20):
        texts.add(match.with_state(GAME.redraw(match.state, 0, Random(seed).randrange)).text())  # type: ignore[arg-type]
    assert len(texts) > 15


@rule("SK-1.3")
def test_the_enemy_sees_blocks_from_behind_and_open_pieces_from_the_front() -> None:
    view = at(BATTLE).view("blue")
    pieces = {piece["at"]: piece for piece in view["pieces"] if piece["side"] == "red"}
    assert pieces["Ford"] == {
        "id": "b1", "name": "b1", "at": "Ford", "side": "red", "face": None, "marks": [], "seen": None,
    }  # fmt: skip
    assert pieces["Westgate"]["face"] == {"name": "Ram", "kind": "tanks", "steps": 2}
    assert "Bear" not in json.dumps(view)


@rule("SK-1.5", "SK-1.6")
def test_what_fought_is_seen_and_remembered() -> None:
    match = at(BATTLE.replace("Kite 1", "Scarecrow 1"), [4])
    match.play("attack Bear FordSE1")
    match.play("pass")
    crow = next(piece for piece in match.view("red")["pieces"] if piece["side"] == "blue")
    assert crow["face"] == {"name": "Crow", "kind": "rifles", "steps": 2}
    assert "Scarecrow" not in [piece["id"] for piece in match.view("blue")["pieces"]]
    while match.decision("red") is None or match.view("red")["tracks"]["turn"] == 2:
        match.play("pass")
    crow = next(piece for piece in match.view("red")["pieces"] if piece["side"] == "blue")
    assert crow["face"] is None
    assert crow["seen"] == "rifles, 2 steps, turn 2"
    assert crow["id"].startswith("b")


def test_pieces_come_in_an_order_that_tells_nothing() -> None:
    for match in moments(8):
        for side in (*match.sides, None):
            pieces = match.view(side)["pieces"]
            assert pieces == sorted(pieces, key=lambda piece: (piece["at"], piece["side"], piece["id"]))


@rule("SK-1.4")
def test_numbers_are_dealt_to_blocks() -> None:
    deals = {tuple(new(seed).state.tag) for seed in range(10)}  # type: ignore[attr-defined]
    assert len(deals) > 5


@rule("SK-1.4")
def test_numbers_of_unseen_blocks_in_a_hex_are_dealt_anew_at_dusk() -> None:
    text = "skirmish ford\nturn 2, blue combat\nFord: Bear 2 #1, Wolf 2 #2\nChapel: Fox 1 #3 seen 1, Straw 1 #4\n"
    orders = set()
    for seed in range(12):
        match = new(seed)
        match.state = at(text).state
        match.play("pass")
        tags = [match.state.tag[match.state.world.unit_index[name]] for name in ("Bear", "Wolf", "Fox", "Straw")]  # type: ignore[attr-defined]
        assert tags[2:] == [3, 4]
        orders.add((tags[0], tags[1]))
    assert orders == {(1, 2), (2, 1)}


def test_a_spectator_is_asked_nothing_and_offered_nothing() -> None:
    view = until("Movement").view(None)
    assert view["prompt"] is None
    assert view["orders"] == []
    assert view["tracks"]["aim"] is None
    assert view["waiting"] == ["red"]


def test_only_the_side_that_decides_sees_the_question() -> None:
    match = until("Movement")
    red, blue = match.view("red"), match.view("blue")
    assert red["prompt"]["text"] == "March your pieces."
    assert red["prompt"]["rule"] == "SK-4.1"
    assert red["orders"][-1] == {
        "say": "pass", "verb": "pass", "order": {"order": "pass", "side": "red"}, "pieces": [], "places": [],
    }  # fmt: skip
    assert blue["prompt"] is None
    assert blue["orders"] == []


@rule("SK-3.1")
def test_a_secret_aim_stays_secret_after_the_sheets_are_opened() -> None:
    match = new()
    match.play(Aim("red", "Mill"))
    match.play(Aim("blue", "Ford"))
    match.play("pass", "red")
    match.play("pass", "blue")
    assert match.view("red")["tracks"]["aim"] == "Mill"
    assert "Mill" not in json.dumps([match.view("blue")["tracks"]["aim"], match.view("blue")["log"]])


def test_an_event_shows_each_side_what_is_meant_for_it() -> None:
    event = Event("march", facts={"unit": "b3", "place": "Mill"}, secret={"red": {"unit": "Fox"}})
    assert event.seen_by("red") == {"unit": "Fox", "place": "Mill"}
    assert event.seen_by("blue") == event.seen_by(None) == {"unit": "b3", "place": "Mill"}
    assert Event("aim", only=("red",)).seen_by("blue") is None
    assert Event("aim", only=("red",)).seen_by(None) is None
    assert Event("aim", only=("red",)).seen_by("red") == {}


def test_warnings_are_heard_before_passing() -> None:
    match = at("skirmish ford\nturn 1, red movement\nMill SE1: Ram 2")
    asked = match.decision()
    assert asked is not None
    assert asked.before_ending == ("Ram is out of supply and attacks at half strength. [SK-6.3]",)
