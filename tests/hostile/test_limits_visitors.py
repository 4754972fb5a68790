"""What one visitor may use up: his own share, and nobody else's."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import httpx
import pytest
from msgspec import structs

from tests.hostile.visitors import visitor
from tests.table.server import WIDE, Opened, Served

FORD = {"game": "skirmish", "scenario": "ford", "seats": {"red": "me", "blue": "me"}}


def guess(http: httpx.Client, number: int) -> int:
    return http.get(f"/api/seats/{number:022d}/view").status_code


# Addresses


def test_matches_are_opened_by_the_address(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, openings=0.001, openings_burst=3))
    assert [served.http.post("/api/matches", json=FORD).status_code for _ in range(5)] == [201] * 3 + [429] * 2
    with visitor(served) as neighbour:
        assert neighbour.post("/api/matches", json=FORD).status_code == 201


def test_copies_count_as_matches(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, openings=0.001, openings_burst=2))
    red = served.open(red="me", blue="me")["red"]
    assert [red.post("fork", {"moment": 0}).status_code for _ in range(2)] == [201, 429]


def test_guesses_are_counted_by_the_address(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, misses=0.001, misses_burst=5))
    assert [guess(served.http, number) for number in range(8)] == [404] * 5 + [429] * 3
    with visitor(served) as neighbour:
        assert guess(neighbour, 1) == 404


def test_known_seats_do_not_pay_for_guesses(serve: Callable[..., Served], url: str) -> None:
    settings = structs.replace(WIDE, misses=0.001, misses_burst=5)
    first = serve(url, settings=settings)
    opened = first.open()
    first.stop()
    again = serve(url, settings=settings)  # it has not met the seat yet
    assert [guess(again.http, number) for number in range(8)] == [404] * 5 + [429] * 3
    known = Opened(again, {"match": opened.id, "seats": opened.tokens, "spectator": opened.spectator.token})
    assert known["red"].get("view").status_code == 200


def test_an_address_has_a_measure(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, address_rate=0.001, address_burst=10))
    statuses = [served.http.get("/api/games").status_code for _ in range(12)]
    assert statuses == [200] * 10 + [429] * 2
    with visitor(served) as neighbour:
        assert neighbour.get("/api/games").status_code == 200


def test_nobody_says_of_himself_from_where_he_comes(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, openings=0.001, openings_burst=1))
    headers = [{"X-Forwarded-For": f"10.0.0.{number}", "Forwarded": f"for=10.0.0.{number}"} for number in range(3)]
    statuses = [served.http.post("/api/matches", json=FORD, headers=each).status_code for each in headers]
    assert statuses == [201, 429, 429]


def test_live_lines_are_counted_by_the_address(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, address_lines=2))
    opened = served.open()
    with opened["red"].live() as first, opened["blue"].live() as second:
        assert first.recv(5)
        assert second.recv(5)
        with opened.spectator.live() as third:
            assert "too many live lines" in str(third.recv(5))
    with opened["red"].live() as line:
        assert line.recv(5)


# Slots


def test_slots_for_studies_are_shared_fairly(serve: Callable[..., Served]) -> None:
    """One address asks for many pictures at once and is told to wait; another one gets its picture."""
    served = serve(settings=structs.replace(WIDE, studies=2, seat_studies=1))
    scenarios = ["summer43", "winter43", "summer44", "winter44", "year43", "campaign"]
    matches = [served.open(game="westfront", scenario=scenario, allied="me", axis="me") for scenario in scenarios]
    mine = served.open(game="westfront", scenario="husky", allied="me", axis="me")
    with ThreadPoolExecutor(6) as pool, visitor(served) as neighbour:
        asked = [pool.submit(lambda found=found: found["allied"].get("board.svg").status_code) for found in matches]  # type: ignore[misc]
        time.sleep(0.3)
        assert neighbour.get(f"{mine['allied'].path}/board.svg").status_code == 200
        statuses = sorted(each.result() for each in asked)
    assert 429 in statuses
    assert statuses.count(200) >= 2


# Half open


@contextmanager
def line(served: Served, data: bytes) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", served.port), timeout=30) as found:
        found.sendall(data)
        yield found


HALVES = {
    "nothing": b"",
    "half a head": b"GET /api/games HTTP/1.1\r\nHost: local",
    "a head without a body": b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
    b"Content-Type: application/json\r\n\r\n",
    "half a body": b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50\r\n"
    b'Content-Type: application/json\r\n\r\n{"game": ',
}


@pytest.mark.parametrize("half", HALVES.values(), ids=HALVES.keys())
def test_a_request_that_does_not_come_to_its_end_is_ended(serve: Callable[..., Served], half: bytes) -> None:
    served = serve(settings=structs.replace(WIDE, half_open=1.0))
    with line(served, half) as waiting:
        began = time.monotonic()
        heard = b""
        try:
            while chunk := waiting.recv(4096):
                heard += chunk
                if b"slow" in heard:
                    break
        except ConnectionResetError:
            pass
        assert time.monotonic() - began < 8
    assert served.http.get("/api/games").status_code == 200


def test_time_does_not_begin_anew_with_every_byte(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, half_open=1.0))
    with line(served, b"GET /api/games HTTP/1.1\r\n") as waiting, pytest.raises(OSError):  # noqa: PT012
        for _ in range(40):  # the first byte that comes too late is not refused yet, the next one is
            waiting.sendall(b"X")
            time.sleep(0.2)


def test_an_answer_that_nobody_reads_is_dropped(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, half_open=1.0))
    path = "/api/games/westfront/campaign/surface"
    length = len(served.http.get(path).content)
    assert length > 100_000
    with socket.socket() as lazy:
        lazy.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        lazy.connect(("127.0.0.1", served.port))
        lazy.settimeout(30)
        lazy.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode() * 40)
        time.sleep(4)
        heard = 0
        with suppress(ConnectionResetError):
            while chunk := lazy.recv(65536):
                heard += len(chunk)
    assert heard < 40 * length, "it ended in the middle"
    assert served.http.get("/api/games").status_code == 200


def test_a_live_line_may_be_silent(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, half_open=0.5))
    opened = served.open()
    with opened["red"].live() as found:
        found.recv(5)
        time.sleep(2)
        opened["red"].order()
        opened["blue"].order()
        assert found.recv(5)


def test_connections_are_counted_by_the_address(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, connections=5, half_open=30.0))
    with visitor(served) as neighbour:
        held = [socket.create_connection(("127.0.0.1", served.port), timeout=10) for _ in range(8)]
        ended = 0
        for each in held[5:]:
            try:
                ended += each.recv(1) == b""
            except OSError:
                ended += 1
        assert ended == 3
        assert neighbour.get("/api/games").status_code == 200
        for each in held:
            each.close()
