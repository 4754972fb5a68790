"""Clients that mean no good: clean errors, nothing lost, nothing revealed."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from msgspec import structs

from grognard.table.limits import Bucket
from tests.table.server import WIDE, Served, problem


def raw(served: Served, data: bytes) -> bytes:
    """What comes back for bytes that no client would send."""
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(data)
        line.shutdown(socket.SHUT_WR)
        found = b""
        while chunk := line.recv(65536):
            found += chunk
        return found


# Names and pages


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "localhost.evil.example:80", "", "0.0.0.0"])
def test_a_strange_name_gets_nothing(served: Served, host: str) -> None:
    token = served.open()["red"].token
    for path in ("/", "/api/games", f"/api/seats/{token}/view"):
        answer = raw(served, f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n".encode())
        assert answer.startswith((b"HTTP/1.1 421 ", b"HTTP/1.1 400 "))
        assert token.encode() not in answer
        assert b"pieces" not in answer


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:{port}", "127.0.0.1", "[::1]:{port}"])
def test_this_machine_may_be_called_by_its_names(served: Served, host: str) -> None:
    name = host.format(port=served.port)
    assert served.http.get("/api/games", headers={"Host": name}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1", "http://localhost:1"])
def test_a_page_from_elsewhere_sends_nothing(served: Served, origin: str) -> None:
    opened = served.open()
    body = {"number": "0", "say": "aim Mill"}
    headers = {"Origin": origin}
    path = f"{opened['red'].path}/orders"
    problem(served.http.post(path, json=body, headers=headers), 403, "origin")
    problem(served.http.get(f"{opened['red'].path}/view", headers=headers), 403, "origin")
    assert opened["red"].view()["number"] == "0"


def test_a_page_from_elsewhere_reads_nothing(served: Served) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    problem(served.http.get("/api/games", headers=headers), 403, "origin")
    assert served.http.get("/api/games", headers={"Sec-Fetch-Site": "same-origin"}).status_code == 200


def test_the_own_page_may_speak(served: Served) -> None:
    headers = {"Origin": f"http://localhost:{served.port}", "Host": f"localhost:{served.port}"}
    assert served.http.get("/api/games", headers=headers).status_code == 200


def test_every_answer_says_what_a_browser_may_do_with_it(served: Served) -> None:
    seat = served.open()["red"]
    pages = [served.http.get("/"), served.http.get("/api/docs/"), seat.get("board.svg")]
    data = [seat.get("view"), seat.get("nothing"), seat.post("orders", {})]
    for answer in pages:
        assert "default-src 'self'" in answer.headers["content-security-policy"]
        assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
        assert answer.headers["referrer-policy"] == "no-referrer"
    for answer in (*pages, *data):
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert "access-control-allow-origin" not in answer.headers
    assert {answer.headers["cache-control"] for answer in data} == {"no-store"}


# Bodies


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b'"x"', b"\xff\xfe", b'{"number": 0, "say": "pass"}', b'{"say": "pass"}',
     b'{"number": "0"}', b'{"number": "0", "say": "pass", "order": {}}', b'{"number": "0", "say": null}',
     b'{"number": "0", "say": "pass", "side": "blue"}', b'{"number": "0", "say": ""}', b'{"number": "0", "order": {}}',
     b'{"number": "0", "order": {"order": "aim"}}', b'{"number": "0", "order": {"order": ["aim"], "side": "red"}}',
     b'{"number": "0", "batch": []}', b'{"number": "0", "batch": ["pass"], "say": "pass"}', b"[" * 5000,
     b'{"number": "0", "say": "' + b"x" * 600 + b'"}', b'{"number": "0", "say": "\\u0000"}',
     b'{"number": "0", "say": "\\ud800"}', b'{"number": "0", "order": ' + b'{"a":' * 3000 + b"1" + b"}" * 3001],
)  # fmt: skip
def test_nonsense_is_told_from_sense(served: Served, body: bytes) -> None:
    red = served.open()["red"]
    answer = served.http.post(f"{red.path}/orders", content=body, headers={"Content-Type": "application/json"})
    found = answer.json()
    assert answer.status_code == 400, answer.text
    assert found["error"] in ("bad-request", "unknown-order")
    assert red.view()["number"] == "0"


def test_an_order_in_json_of_the_wrong_shape_is_no_order(served: Served) -> None:
    red = served.open()["red"]
    for order in (
        {"order": "aim", "side": "red", "place": 3},
        {"order": "aim", "side": "green", "place": "Mill"},
        {"order": "aim", "side": "red", "place": "x" * 10_000},
        {"order": "fly", "side": "red"},
    ):
        answer = red.post("orders", {"number": "0", "order": order})
        assert 400 <= answer.status_code < 500
        assert answer.json()["error"] in ("unknown-order", "bad-request", "seat", "illegal"), answer.text


def test_too_large_is_too_large(served: Served) -> None:
    red = served.open()["red"]
    answer = served.http.post(
        f"{red.path}/orders", content=b"x" * 200_000, headers={"Content-Type": "application/json"}
    )
    problem(answer, 413, "too-large")

    def chunks() -> Any:
        for _ in range(100):
            yield b"x" * 5000

    kind = {"Content-Type": "application/json"}
    problem(served.http.post(f"{red.path}/orders", content=chunks(), headers=kind), 413, "too-large")
    assert red.view()["number"] == "0"


def test_other_methods_are_refused(served: Served) -> None:
    red = served.open()["red"]
    problem(served.http.delete(f"{red.path}/view"), 405, "method")
    problem(served.http.get(f"{red.path}/orders"), 405, "method")


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"GARBAGE\r\n\r\n",
        b"GET / HTTP/9.9\r\nHost: localhost\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: banana\r\n\r\n",
        b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
        b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n\r\n{",
        b"GET /" + b"x" * 100_000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n",
        b"\x16\x03\x01\x00\xa5\x01\x00\x00",
    ],
)
def test_broken_requests_break_nothing_else(served: Served, request_bytes: bytes) -> None:
    answer = raw(served, request_bytes)
    assert b" 500 " not in answer[:20]
    assert served.http.get("/api/games").status_code == 200


@pytest.mark.parametrize(
    "path",
    [
        "/../../etc/passwd",
        "/..%2f..%2fetc%2fpasswd",
        "/assets/../../app.py",
        "/%00",
        "/assets/%2e%2e/app.py",
        "//etc/passwd",
    ],
)
def test_no_other_file_is_served(served: Served, path: str) -> None:
    answer = raw(served, f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    assert b"root:" not in answer
    assert b"create_app" not in answer
    assert b" 500 " not in answer[:20]


# Too much


def test_many_at_once_for_one_moment_and_one_is_taken(served: Served) -> None:
    """Each of them has seen the same moment; whoever comes second is told to look again."""
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="me")
    start = threading.Barrier(16)

    def send(_: int) -> int:
        start.wait()
        return opened["allied"].post("orders", {"number": "0", "say": "pass"}).status_code

    with ThreadPoolExecutor(16) as pool:
        statuses = sorted(pool.map(send, range(16)))
    assert statuses == [200] + [409] * 15
    assert opened["allied"].view()["number"] == "1"


def test_a_seat_that_asks_too_much_waits(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, rate=0.001, burst=10))
    opened = served.open()
    statuses = [opened["red"].get("view").status_code for _ in range(20)]
    assert statuses == [200] * 10 + [429] * 10
    problem(opened["red"].get("view"), 429, "flood")
    assert opened["blue"].get("view").status_code == 200


def test_matches_are_not_opened_without_end(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, openings=0.001, openings_burst=3))
    body = {"game": "skirmish", "scenario": "ford", "seats": {"red": "me", "blue": "me"}}
    assert [served.http.post("/api/matches", json=body).status_code for _ in range(5)] == [201] * 3 + [429] * 2


def test_seats_are_not_tried_without_end(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, misses=0.001, misses_burst=5))
    statuses = [served.http.get(f"/api/seats/{'A' * 21}{letter}/view").status_code for letter in "ABCDEFGH"]
    assert statuses == [404] * 5 + [429] * 3


def test_a_long_line_before_a_match_is_turned_away(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, queue=0))
    problem(served.open()["red"].get("view"), 429, "flood")


def test_a_bucket_fills_again() -> None:
    now = [0.0]
    bucket = Bucket(2.0, 3.0, lambda: now[0])
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    now[0] = 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
