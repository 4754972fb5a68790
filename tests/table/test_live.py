"""Live lines: who hears what, and what one may not do with them."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec import structs
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.table.server import WIDE, Opened, Seat, Served

SILENCE = 0.3
"""Seconds after which nothing more is expected."""


def heard(line: ClientConnection, timeout: float = 5.0) -> dict[str, Any]:
    return msgspec.json.decode(line.recv(timeout), type=dict[str, Any])


def nothing(line: ClientConnection) -> bool:
    try:
        line.recv(SILENCE)
    except TimeoutError:
        return True
    return False


def husky(served: Served) -> Opened:
    return served.open(game="westfront", scenario="husky", allied="me", axis="friend")


def test_a_line_tells_the_number_of_the_moment(served: Served) -> None:
    opened = husky(served)
    with opened["axis"].live() as axis, opened.spectator.live() as eyes:
        assert heard(axis) == heard(eyes) == {"what": "changed", "number": "0"}
        opened["allied"].order("pass")
        assert heard(axis) == heard(eyes) == {"what": "changed", "number": "1"}
        assert nothing(axis)


def test_sealing_is_not_heard(served: Served) -> None:
    opened = served.open()
    red, blue = opened["red"], opened["blue"]
    before = red.view()
    with red.live() as line, opened.spectator.live() as eyes, blue.live() as own:
        for each in (line, eyes, own):
            heard(each)
        while "blue" in blue.view()["waiting"]:
            blue.order()
            assert heard(own)["number"].startswith("0.")
        assert nothing(line)
        assert nothing(eyes)
        assert red.view() == before | {"waiting": ["red"]}
        while red.view()["number"].partition(".")[0] == "0":
            red.order()
        assert any(heard(line)["number"] == "1" for _ in range(5))
        assert heard(eyes)["number"] == "1"


def test_a_proposal_is_heard(served: Served) -> None:
    opened = husky(served)
    with opened["axis"].live() as axis:
        heard(axis)
        opened["allied"].post("propose", {"what": "draw"})
        assert heard(axis) == {"what": "changed", "number": "0"}


def test_a_standing_answer_is_nobody_elses_business(served: Served) -> None:
    opened = served.open()
    with opened["blue"].live() as blue:
        heard(blue)
        opened["red"].put("standing", {"step": "Ambushed", "say": "pass"})
        opened["red"].put("notes", {"piece": "b7", "at": "", "text": "?"})
        opened["red"].put("seen", {"moment": 1})
        assert nothing(blue)


def test_a_computer_is_seen_to_think(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="computer:random")
    with opened["allied"].live() as line:
        heard(line)
        opened["allied"].order("pass")
        found = [heard(line, 30) for _ in range(3)]
        assert {"what": "thinking", "side": "axis"} in found
        assert {"what": "changed", "number": "2"} in found


def test_a_strange_seat_gets_a_problem_and_no_line(served: Served) -> None:
    with Seat(served, "A" * 22).live() as line:
        assert heard(line)["error"] == "unknown"
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(5)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


def test_a_page_from_elsewhere_gets_no_line(served: Served) -> None:
    opened = served.open()
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{served.port + 1}"):
        with pytest.raises(InvalidStatus):
            opened["red"].live(origin=origin)
    with opened["red"].live(origin=f"http://127.0.0.1:{served.port}") as line:
        assert heard(line)["what"] == "changed"


def test_a_seat_has_only_so_many_lines(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, lines=2))
    opened = served.open()
    with opened["red"].live() as one, opened["red"].live() as two, opened["red"].live() as three:
        assert heard(one)["what"] == heard(two)["what"] == "changed"
        assert heard(three)["error"] == "flood"
        with opened["blue"].live() as other:
            assert heard(other)["what"] == "changed"
    with opened["red"].live() as again:
        for _ in range(20):  # the others have yet to be missed
            said = heard(again)
            if said.get("what") == "changed":
                break


def chatter(line: ClientConnection) -> None:
    for _ in range(1000):
        line.send("hello?")
        time.sleep(0.001)
    line.recv(5)


def test_a_line_that_talks_too_much_is_cut(served: Served) -> None:
    opened = served.open()
    with opened["red"].live() as line:
        heard(line)
        with pytest.raises(ConnectionClosed) as closed:
            chatter(line)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1008


def test_an_oversize_frame_ends_the_line_and_nothing_else(served: Served) -> None:
    opened = served.open()
    with opened["red"].live() as line, opened["blue"].live() as other:
        heard(line), heard(other)
        line.send("x" * 100_000)
        with pytest.raises(ConnectionClosed) as closed:
            line.recv(5)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009
        opened["red"].post("propose", {"what": "draw"})
        assert heard(other)["what"] == "changed"


@pytest.mark.parametrize(
    "frame",
    [
        b"\x83\x80\x00\x00\x00\x00",  # an unknown kind of frame
        b"\x81\x05hello",  # not masked
        b"\xf1\x80\x00\x00\x00\x00",  # reserved bits
        b"\x81\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00\x00\x00\x00",  # of absurd length
        b"\x89\xfe\x00\x80\x00\x00\x00\x00" + b"x" * 128,  # a ping too long
        b"\x81\x82\x00\x00\x00\x00\xff\xfe",  # no text
        b"\x00" * 50,
    ],
)
def test_broken_frames_end_the_line_and_nothing_else(served: Served, frame: bytes) -> None:
    opened = served.open()
    with opened["red"].live() as line, opened["blue"].live() as other:
        heard(line), heard(other)
        line.socket.sendall(frame)
        with pytest.raises(ConnectionClosed):
            line.recv(5)
        opened["red"].post("propose", {"what": "draw"})
        assert heard(other)["what"] == "changed"


def test_a_line_that_vanishes_leaves_nothing_behind(served: Served) -> None:
    opened = served.open()
    for _ in range(50):
        with opened["red"].live() as line:
            line.socket.shutdown(socket.SHUT_RDWR)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        with opened["red"].live() as line:
            if heard(line).get("what") == "changed":
                return
        time.sleep(0.05)
    pytest.fail("the seat has no line left")


def test_there_is_no_line_at_other_addresses(served: Served) -> None:
    with pytest.raises(InvalidStatus):
        connect(f"ws://127.0.0.1:{served.port}/api/elsewhere")
