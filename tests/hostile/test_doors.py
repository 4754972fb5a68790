"""At the door: whose page is speaking, in what form, and what a refusal gives away."""

from __future__ import annotations

import os
import sqlite3
import stat
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from grognard.table.storage import StorageError, open_storage
from grognard.table.storage.sql import SqlStorage
from tests.table.server import Served, problem


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "http://]", "//[x", "http://a[b", "http://localhost:1]", "http://\u2100.com"]
)
def test_an_origin_that_is_none_is_a_bad_request(served: Served, origin: str) -> None:
    headers = {b"Origin": origin.encode()}
    for answer in (
        served.http.get("/api/games", headers=headers),
        served.http.get("/", headers=headers),
        served.open()["red"].served.http.post("/api/matches", json={}, headers=headers),
    ):
        assert answer.status_code in (400, 403), answer.text
    if origin.startswith("http://["):
        problem(served.http.get("/api/games", headers=headers), 400, "bad-request")


WRITES = [
    ("POST", "/api/matches"),
    ("POST", "/api/invitations/{invitation}"),
    *(("POST", f"/api/seats/{{seat}}/{what}") for what in ("orders", "why", "preview", "undo", "propose", "answer")),
    *(("POST", f"/api/seats/{{seat}}/{what}") for what in ("resign", "ready", "fork")),
    *(("PUT", f"/api/seats/{{seat}}/{what}") for what in ("standing", "seen", "language", "notes", "deletion")),
]


def test_all_writes_are_known(served: Served) -> None:
    document = served.http.get("/api/docs/openapi.json").json()
    found = {
        (method.upper(), path)
        for path, methods in document["paths"].items()
        for method in methods
        if method in ("post", "put", "patch", "delete")
    }
    assert found == set(WRITES)


@pytest.mark.parametrize(("method", "path"), WRITES)
def test_a_write_is_json_from_the_own_page(served: Served, method: str, path: str) -> None:
    seat = served.open(red="me", blue="me")["red"]
    path = path.format(seat=seat.token, invitation="A" * 22)
    before = seat.view()
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/json", ""):
        headers = {"Content-Type": kind} if kind else {}
        problem(served.http.request(method, path, content=b"{}", headers=headers), 415, "media")
    json = {"Content-Type": "application/json; charset=utf-8"}
    for page in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"},
        {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    ):
        problem(served.http.request(method, path, content=b"{}", headers=json | page), 403, "origin")
    assert seat.view() == before
    own = {"Origin": f"http://127.0.0.1:{served.port}", "Sec-Fetch-Site": "same-origin"}
    assert served.http.request(method, path, content=b"{}", headers=json | own).status_code not in (403, 415)


def test_a_refusal_never_repeats_a_seat(served: Served) -> None:
    seat = served.open()["red"]
    secret = seat.token
    answers = [
        seat.get("view", moment=-1), seat.get("view", moment="x"), seat.get("view", lang="NO"),
        seat.get("view", since="x" * 99), seat.get("odds"), seat.get("odds", at="x", to="never"), seat.get("nothing"),
        seat.get("orders"), seat.post("orders", {}), seat.post("orders", {"number": 1}), seat.post("orders", []),
        seat.post("orders", {"number": "0"}), seat.post("propose", {"what": "x"}), seat.post("answer", {}),
        seat.post("fork", {"moment": -1}), seat.put("seen", {"moment": "x"}), seat.put("notes", {}),
        seat.post("ready", {}), served.http.post(f"{seat.path}/orders", content=b"x" * 100_000, headers=JSON),
        served.http.post(f"{seat.path}/orders", content=b"{", headers=JSON), served.http.delete(f"{seat.path}/view"),
        served.http.get(f"/api/games/{secret}/rules/{secret}x" + "y" * 200),
    ]  # fmt: skip
    for answer in answers:
        assert 400 <= answer.status_code < 500, answer.text
        assert answer.json()["text"]
    assert not [answer.text for answer in answers[:-1] if secret in answer.text]


JSON = {"Content-Type": "application/json"}


def test_what_is_wrong_with_a_request_is_still_said(served: Served) -> None:
    found = problem(served.open()["red"].get("view", moment=-1), 400, "bad-request")
    assert "moment" in found["text"]
    assert ">= 0" in found["text"]


@contextmanager
def failing(monkeypatch: pytest.MonkeyPatch, text: str) -> Iterator[None]:
    """A storage that fails whatever it is asked for."""

    def fail(*_: Any) -> Any:
        raise StorageError(text)

    with monkeypatch.context() as broken:
        for method in ("add_match", "add_opening", "save", "match", "seat", "invitation", "agree", "notes", "note"):
            broken.setattr(SqlStorage, method, fail)
        broken.setattr("grognard.table.storage.sqlite.SqliteStorage.stage", fail)
        yield


def test_a_failing_storage_names_no_path(
    serve: Callable[..., Served], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve(url)
    opened = served.open(seed=None, red="me", blue="friend")
    waiting = served.invite(
        {"game": "skirmish", "scenario": "ford", "seats": {"red": "me", "blue": "friend"}, "options": {}}
    )
    red = opened["red"]
    view = red.view()
    new = {"game": "skirmish", "scenario": "ford", "seats": {"red": "me", "blue": "me"}}
    with failing(monkeypatch, "/home/somebody/table.sqlite3 cannot be used: postgresql://user:word@host/x"):
        answers = [
            red.post("orders", {"number": view["number"], "say": view["orders"][0]["say"]}),
            red.get("view"),
            red.get("notes"),
            served.http.get(f"/api/seats/{'A' * 22}"),
            served.http.post("/api/matches", json=new),
            served.http.post("/api/matches", json=new | {"seed": 1}),
            waiting["red"].get(),
            waiting["red"].ready(),
            waiting.invitation("blue"),
            waiting.accept("blue"),
        ]
    for answer in answers:
        found = problem(answer, 503, "storage")
        assert "nothing has changed" in found["text"]
        assert not any(word in answer.text for word in ("somebody", "sqlite", "postgres", "word"))
    assert red.view() == view


def test_a_match_that_is_damaged_names_nobodys_orders(serve: Callable[..., Served], tmp_path: Path) -> None:
    """A record that no longer replays could tell a spectator what a side wrote on its sheet."""
    path = tmp_path / "table.sqlite3"
    first = serve(str(path))
    opened = first.open(seed=None, red="me", blue="friend")
    opened["red"].order("aim Mill")
    first.stop()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE record SET row = ?", (b'{"side":"red","say":"aim Nowhere"}',))
        connection.execute("DELETE FROM checkpoints")
    served = serve(str(path))
    answer = served.http.get(f"{opened.spectator.path}/view")
    found = problem(answer, 500, "broken")
    assert "damaged" in found["text"]
    assert "aim" not in answer.text


@pytest.mark.skipif(os.name != "posix", reason="files have such rights on POSIX only")
def test_the_database_is_its_owners_alone(tmp_path: Path) -> None:
    path = tmp_path / "new" / "table.sqlite3"
    before = os.umask(0)
    try:
        storage = open_storage(str(path))
        storage.seen("x", 1)
        beside = sorted(file.name for file in path.parent.iterdir())
        assert len(beside) > 1, "a write-ahead log lies beside it"
        for file in path.parent.iterdir():
            assert stat.S_IMODE(file.stat().st_mode) == 0o600, file.name
        storage.close()
        path.chmod(0o644)  # as an older program has left it
        open_storage(str(path)).close()
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
    finally:
        os.umask(before)
