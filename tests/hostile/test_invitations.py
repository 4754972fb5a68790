"""Strangers come together: nobody holds another's seat, knows the dice, or agrees to what he has not been shown."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from typer.testing import CliRunner

import grognard
from grognard.commands.cli import app
from grognard.engine.dice import SecretDice, commitment, mixed, secret_of
from grognard.engine.match import Match
from grognard.engine.saves import Save
from grognard.table.storage import Storage, open_storage
from tests.hostile.damage import played
from tests.skirmish import GAME, everything, moments
from tests.table.server import Opened, Seat, Served, problem
from tests.table.test_storage import begin, kept

STRANGERS = {"game": "skirmish", "scenario": "ford", "seats": {"red": "me", "blue": "friend"}}


def invited(served: Served, **other: Any) -> Opened:
    return served.invite(STRANGERS | other)


# Seats


def test_the_opener_never_holds_the_others_seat(served: Served) -> None:
    opened = invited(served)
    assert opened.tokens["blue"] is None
    invitation = opened.invitations["blue"]
    problem(Seat(served, invitation).get("view"), 404, "unknown")
    seat = opened.accept("blue").json()["seat"]
    known = {opened["red"].token, opened.spectator.token, invitation}
    assert seat not in known
    assert Seat(served, seat).get().json()["side"] == "blue"
    problem(Seat(served, invitation).get("view"), 404, "unknown")


def test_an_invitation_is_accepted_once(serve: Callable[..., Served], url: str) -> None:
    served = serve(url)
    opened = invited(served)
    with ThreadPoolExecutor(8) as pool:
        answers = list(pool.map(lambda number: opened.accept("blue", f"luck {number}"), range(8)))
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 7
    assert opened.invitation("blue").json()["taken"]
    problem(opened.accept("blue"), 409, "taken")


def test_an_invitation_cannot_be_guessed(served: Served) -> None:
    opened = invited(served)
    for wrong in ("x", "A" * 22, opened["red"].token, opened.spectator.token, opened.id):
        opened.invitations["blue"] = wrong
        assert opened.invitation("blue").status_code == opened.accept("blue").status_code == 404


def test_neither_invitations_nor_seats_are_in_the_database(serve: Callable[..., Served], tmp_path: Path) -> None:
    opened = invited(serve(str(tmp_path / "table.sqlite3")))
    opened.accept("blue")
    data = b"".join(file.read_bytes() for file in tmp_path.glob("table.sqlite3*"))
    assert opened.id.encode() in data
    assert not any(token.encode() in data for token in (opened.invitations["blue"], opened["blue"].token))


# Before it begins


def test_nothing_can_be_played_before_everybody_is_ready(serve: Callable[..., Served], url: str) -> None:
    served = serve(url)
    opened = invited(served)
    red = opened["red"]
    for answer in (
        red.get("view"), red.post("orders", {"number": "0", "say": "aim Mill"}), red.get("export.json"),
        red.get("moments"), red.post("fork", {"moment": 0}), red.post("resign"), red.get("board.svg"),
        opened.spectator.get("view"),
    ):  # fmt: skip
        problem(answer, 409, "waiting")
    about = red.get().json()
    assert (about["begun"], about["ready"]) == (False, [])
    assert red.ready("red luck").json()["ready"] == ["red"]
    problem(red.ready("red luck again"), 409, "taken")
    problem(opened.spectator.ready(), 403, "seat")
    served.stop()
    again = serve(url)  # it is waited for after a restart as well
    red = Seat(again, red.token)
    assert red.get().json()["ready"] == ["red"]
    with red.live() as line:
        line.recv(5)
        joined = again.http.post(
            f"/api/invitations/{opened.invitations['blue']}", json={"contribution": "blue luck"}
        ).json()
        assert msgspec.json.decode(line.recv(5))["what"] == "changed"
    assert red.view()["dice"]["contributions"] == {"red": "red luck", "blue": "blue luck"}
    assert Seat(again, joined["seat"]).view()["orders"]
    problem(red.ready("too late"), 409, "taken")


def test_a_match_against_a_computer_begins_when_its_only_player_is_ready(served: Served) -> None:
    opened = served.invite(STRANGERS | {"seats": {"red": "me", "blue": "computer:random"}})
    problem(opened["red"].get("view"), 409, "waiting")
    assert opened["red"].ready("x").json()["begun"]
    assert opened["red"].view()["dice"]["contributions"] == {"red": "x"}


def test_what_was_settled_is_shown_before_it_is_agreed_to(served: Served) -> None:
    """Charts of the owner's too, whole: he might have written any number into them."""
    group, entry, field, value = _some_number()
    charts = f'game = "2ww"\n[{group}."{entry}"]\n{field} = {value}\n'
    seats = {"axis": "me", "allied": "friend"}
    opened = served.invite({"game": "2ww", "scenario": "war", "seats": seats, "options": {"charts": charts}})
    shown = opened.invitation("allied").json()
    assert shown["options"] == {"charts": {group: {entry: {field: value}}}}
    assert shown["sides"] == seats
    assert opened["axis"].get().json()["options"] == shown["options"]


def _some_number() -> tuple[str, str, str, int]:
    """A number of 2WW's charts, with another value for it."""
    for group, held in grognard.games()["2ww"].chart_groups().items():
        for entry, row in held.data.items():
            for field, value in row.items() if isinstance(row, dict) else ():
                if type(value) is int and value > 1:
                    return group, entry, field, value - 1
    pytest.fail("2WW has no number to correct")


def test_strangers_play_with_no_seed(served: Served) -> None:
    answer = served.http.post("/api/matches", json=STRANGERS | {"seed": 1943})
    assert "seed" in problem(answer, 400, "bad-request")["text"]


def test_a_seed_is_told_to_everybody(serve: Callable[..., Served], url: str) -> None:
    served = serve(url)
    opened = served.open(seed=1943, red="me", blue="me")
    served.stop()
    spectator = Seat(serve(url), opened.spectator.token)
    assert spectator.get().json()["seed"] == 1943


def test_what_is_put_in_must_be_something(served: Served) -> None:
    red = invited(served)["red"]
    for wrong in ("", "x" * 101, "\x00", 7, None):
        problem(red.post("ready", {"contribution": wrong}), 400, "bad-request")
    assert red.ready("ü" * 100).status_code == 200


# Dice


def over(served: Served) -> tuple[Opened, Save]:
    """A match between strangers, played to an end, and its file."""
    opened = invited(served)
    promised = opened.invitation("blue").json()["commitment"]
    assert opened["red"].get().json()["commitment"] == promised
    opened["red"].ready("red luck")
    opened.accept("blue", "blue luck")
    for _ in range(60):
        view = opened.spectator.view()
        if view["outcome"]:
            break
        assert view["dice"] == {
            "commitment": promised,
            "contributions": {"red": "red luck", "blue": "blue luck"},
            "secret": None,
        }
        opened[view["waiting"][0]].order()
    opened["red"].post("resign")
    save = msgspec.json.decode(opened["blue"].get("export.json").content, type=Save)
    assert commitment(bytes.fromhex(save.secret)) == promised
    return opened, save


def verified(save: Save, tmp_path: Path, *more: str) -> tuple[int, str]:
    path = tmp_path / "match.json"
    path.write_bytes(msgspec.json.encode(save))
    done = CliRunner().invoke(app, ["verify", str(path), *more], env={"COLUMNS": "300"})
    return done.exit_code, done.output


def test_the_dice_come_from_all_of_them(serve: Callable[..., Served], url: str, tmp_path: Path) -> None:
    _, save = over(serve(url))
    assert save.contributions == {"red": "red luck", "blue": "blue luck"}
    assert any(throw.sides for throw in save.throws)
    own = sha256(bytes.fromhex(save.secret) + b'[["blue","blue luck"],["red","red luck"]]').digest()
    assert own == mixed(bytes.fromhex(save.secret), save.contributions)
    noted = ("--contribution", "red=red luck", "--contribution", "blue=blue luck")
    code, said = verified(save, tmp_path, "--commitment", commitment(bytes.fromhex(save.secret)), *noted)
    assert code == 0, said
    assert "Put into the dice by blue: blue luck" in said
    assert "All dice come from the secret and what the sides have put in." in said


def test_whoever_exchanges_what_was_put_in_is_found_out(served: Served, tmp_path: Path) -> None:
    _, save = over(served)
    for other in ({"red": "red luck"}, {}, {"red": "red luck", "blue": "better luck"}):
        code, said = verified(msgspec.structs.replace(save, contributions=other), tmp_path)
        assert code == 1, said
        assert "is not what the secret gives" in said
    code, said = verified(save, tmp_path, "--contribution", "blue=another luck")
    assert code == 1
    assert "what blue has put into the dice is not in the file: another luck" in said
    assert verified(save, tmp_path, "--contribution", "blue")[0] == 2


def test_no_side_chooses_the_dice_alone() -> None:
    secret = secret_of(1)
    all_of_them = [
        mixed(one, {"red": red, "blue": blue})
        for one in (secret, secret_of(2))
        for red in ("a", "b")
        for blue in ("a", "b", "a\nb")
    ]
    assert len(set(all_of_them)) == len(all_of_them)
    assert mixed(secret, {"a": "b", "c": "d"}) == mixed(secret, {"c": "d", "a": "b"})


def test_without_anything_put_in_the_dice_are_as_they_were(tmp_path: Path) -> None:
    """In matches that nobody else has a part in, and in files from before."""
    match = played(GAME, "ford", 5, 20)
    dice = SecretDice(match.secret)
    assert match.mixed_secret == match.secret
    assert match.unproven() == []
    assert dice.secret == secret_of(5)
    path = tmp_path / "match.json"
    match.save(str(path))
    assert b"contributions" not in path.read_bytes()
    assert everything(grognard.load(str(path))) == everything(match)


def test_what_was_put_in_is_kept_with_the_match(tmp_path: Path) -> None:
    match = Match(GAME, "ford", secret=secret_of(5), contributions={"red": "r", "blue": "b"})
    *_, match = moments(5, match)
    match.save(str(tmp_path / "match.json"))
    again = grognard.load(str(tmp_path / "match.json"))
    assert everything(again) == everything(match)
    assert again.contributions == match.contributions
    assert again.unproven() == []
    assert Match(GAME, "ford", secret=secret_of(5)).unproven() == []
    assert match.copy().mixed_secret == match.mixed_secret


def test_a_copy_to_play_on_in_has_dice_of_its_own(served: Served) -> None:
    opened, _ = over(served)
    copy = opened["red"].post("fork", {"moment": 0}).json()
    assert Seat(served, copy["seats"]["red"]).view()["dice"]["contributions"] == {}


# Databases from before


LATER = {
    1: [
        "ALTER TABLE matches DROP COLUMN contributions",
        "ALTER TABLE matches DROP COLUMN begun",
        "ALTER TABLE matches DROP COLUMN seed",
        "DROP TABLE invitations",
    ],
    2: [
        "ALTER TABLE matches DROP COLUMN opened",
        "ALTER TABLE matches DROP COLUMN played",
        "ALTER TABLE matches DROP COLUMN leaving",
        "ALTER TABLE checkpoints RENAME TO handovers",
    ],
}
"""What the tables of a version had not yet, taken away."""


def make_old(url: str, version: int) -> None:
    """Make a database what an earlier version of its tables was."""
    statements = [each for since, lacking in LATER.items() if since >= version for each in lacking]
    statements += [f"UPDATE schema SET version = {version}"]
    if url.startswith("postgresql"):
        with psycopg.connect(url) as server:
            for statement in statements:
                server.execute(statement.encode())
        return
    with closing(sqlite3.connect(url)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


@pytest.mark.parametrize("version", LATER)
def test_a_database_from_before_is_taken_over(url: str, version: int) -> None:
    storage = open_storage(url)
    before = everything(begin(storage).match)
    storage.close()
    make_old(url, version)
    for _ in range(2):  # and it stays what it has become
        again: Storage = open_storage(url)
        assert everything(kept(again).match) == before
        assert kept(again).match.contributions == {}
        again.close()
