"""Matches know when they were played, and whoever plays one can have it deleted: nobody alone, and nothing is left."""

from __future__ import annotations

import json
import time
from collections.abc import Callable

import pytest

from grognard.table.serve import DAY, tidy
from grognard.table.storage import MatchRow, NoteRow, SeatRow, Storage
from tests.hostile.test_comes_back import begun
from tests.skirmish import new
from tests.table.server import Opened, Seat, Served, problem

PLAYERS = {"red": "me", "blue": "friend"}
TABLES = ("matches", "record", "throws", "events", "checkpoints", "stopped", "seats", "invitations", "notes")


def want(seat: Seat, wanted: bool = True) -> dict[str, object]:
    answer = seat.put("deletion", {"wanted": wanted})
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def gone(seat: Seat) -> None:
    for what in ("", "view", "notes", "layers", "export.json"):
        problem(seat.get(what), 404, "unknown")


def count(storage: Storage, table: str) -> int:
    with storage.transaction() as cursor:  # type: ignore[attr-defined]
        cursor.execute(f"SELECT count(*) FROM {table}")
        return int(cursor.fetchone()[0])


def friends(served: Served) -> Opened:
    return served.open(seed=None, **PLAYERS)


def test_both_agree_and_nothing_is_left(serve: Callable[..., Served], url: str) -> None:
    served = serve(url)
    opened, other = friends(served), friends(served)
    red, blue = opened["red"], opened["blue"]
    assert red.put("notes", {"piece": "", "at": "Mill", "text": "here"}).status_code == 200
    assert want(red) == {"deleted": False, "leaving": ["red"]}
    assert blue.get().json()["leaving"] == ["red"]
    red.order()
    assert want(blue)["deleted"], "it goes on until the other side agrees"
    for seat in (red, blue, opened.spectator):
        gone(seat)
    assert other["red"].view()
    served.stop()
    again = serve(url)
    gone(Seat(again, red.token))
    assert Seat(again, other["red"].token).view()


def test_one_may_think_better_of_it(served: Served) -> None:
    opened = friends(served)
    want(opened["red"])
    assert want(opened["red"], False) == {"deleted": False, "leaving": []}
    assert want(opened["blue"]) == {"deleted": False, "leaving": ["blue"]}
    assert opened["red"].view()


def test_a_side_cannot_agree_for_another(served: Served) -> None:
    """Not by asking twice, not when the match is over, and a spectator is not asked at all."""
    opened = friends(served)
    problem(opened.spectator.put("deletion", {"wanted": True}), 403, "seat")
    opened["red"].post("resign")
    for _ in range(2):
        assert want(opened["red"]) == {"deleted": False, "leaving": ["red"]}
    assert opened["blue"].get("export.json").status_code == 200


@pytest.mark.parametrize("seats", [{"red": "me", "blue": "computer:random"}, {"red": "me", "blue": "me"}])
def test_who_plays_alone_asks_nobody(served: Served, seats: dict[str, str]) -> None:
    opened = served.open(1, **seats)
    assert want(opened["red"])["deleted"]
    gone(opened["red"])


def test_a_match_that_has_not_begun_goes_at_once(served: Served) -> None:
    opened = served.invite({"game": "skirmish", "scenario": "ford", "seats": PLAYERS})
    assert want(opened["red"])["deleted"]
    problem(opened.invitation("blue"), 404, "unknown")
    problem(opened.accept("blue"), 404, "unknown")


def test_a_match_that_cannot_be_taken_up_can_be_deleted(serve: Callable[..., Served], tmp_path: object) -> None:
    url = f"{tmp_path}/t.sqlite3"
    served = serve(url)
    red = served.open(red="me", blue="me")["red"]
    red.order()
    served.stop()
    from grognard.table.storage.sqlite import SqliteStorage

    storage = SqliteStorage(url)
    with storage.transaction() as cursor:
        for table in ("record", "checkpoints"):
            cursor.execute(f"UPDATE {table} SET {'row' if table == 'record' else 'state'} = ?", (b"[",))
    storage.close()
    seat = Seat(serve(url), red.token)
    problem(seat.get("view"), 500, "broken")
    assert want(seat)["deleted"]
    gone(seat)


def test_listeners_hear_of_it(served: Served) -> None:
    opened = friends(served)
    with opened["blue"].live() as line:
        assert json.loads(line.recv(5))["what"] == "changed"
        want(opened["red"])
        assert json.loads(line.recv(5)) == {"what": "leaving", "side": "red"}
        want(opened["blue"])
        while (heard := json.loads(line.recv(5))["what"]) != "deleted":
            assert heard == "leaving"


def test_a_match_knows_when_it_was_played(serve: Callable[..., Served], url: str) -> None:
    before = int(time.time())
    served = serve(url)
    opened = served.open(red="me", blue="me")
    red = opened["red"]
    info = red.get().json()
    assert before <= info["opened"] <= info["played"] <= time.time()
    time.sleep(1.1)
    red.order()
    assert red.get().json()["played"] == info["played"], "nobody learns when somebody writes on a sheet of his own"
    red.post("resign")
    later = red.get().json()
    assert later["opened"] == info["opened"] < later["played"]
    served.stop()
    kept = Seat(serve(url), red.token).get().json()
    assert (kept["opened"], kept["played"]) == (later["opened"], later["played"])


def test_the_storage_keeps_nothing_of_it(storage: Storage) -> None:
    written = begun(storage, new(3))
    storage.add_opening(
        MatchRow("n", "skirmish", "1", "ford", b"{}", "00", None, b"{}", begun=False),
        [SeatRow("n red", "n", "red")],
        [],
    )
    storage.note("n red", NoteRow("", "Mill", "here"), 5, 100)
    storage.stop("n", "no end")
    written.match.resign("red")
    change = written.change()
    assert change is not None
    storage.save(change)
    for id in ("m", "n"):
        storage.delete(id)
        assert storage.row(id) is None
    assert {name: count(storage, name) for name in TABLES} == dict.fromkeys(TABLES, 0)


def test_old_matches_are_found_by_their_time(storage: Storage) -> None:
    for id, played in (("a", 100), ("b", 200), ("unknown", 0)):
        storage.add_opening(MatchRow(id, "skirmish", "1", "ford", b"{}", "00", None, b"{}", played=played), [], [])
    assert storage.older(150) == ["a"]
    assert storage.older(300) == ["a", "b"]


def test_whoever_runs_the_table_may_tidy_up(storage: Storage) -> None:
    now = int(time.time())
    for id, days in (("old", 40), ("young", 20)):
        row = MatchRow(id, "skirmish", "1", "ford", b"{}", "00", None, b"{}", played=now - days * DAY)
        storage.add_opening(row, [], [])
    assert tidy(storage, 30) == 1
    assert storage.row("old") is None
    assert storage.row("young") is not None


def test_the_letters_of_notes_are_limited(storage: Storage) -> None:
    storage.add_opening(
        MatchRow("m", "skirmish", "1", "ford", b"{}", "00", None, b"{}"), [SeatRow("s", "m", "red")], []
    )
    assert storage.note("s", NoteRow("a", "", "x" * 60), 10, 100)
    assert not storage.note("s", NoteRow("b", "", "x" * 60), 10, 100)
    assert storage.note("s", NoteRow("a", "", "x" * 99), 10, 100), "its own letters make room"
