"""Computer players: they decide by themselves, see no more than their side, and outlive the server."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

import grognard
from grognard.engine import snapshot
from grognard.table.crew import Crew
from grognard.table.hall import Hall
from grognard.table.opponents import Opponents, moment_of
from grognard.table.settings import Settings
from grognard.table.storage import open_storage
from grognard.table.storage.keeper import Keeper
from grognard.table.workers import match_of, think
from tests.skirmish import GAME
from tests.table.server import Opened, Seat, Served


def wait_for(opened: Opened, *, seconds: float = 60, over: bool = False) -> dict[str, object]:
    """The view when no computer is waited for any more."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        view = opened.spectator.view()
        humans = {side for side, token in opened.tokens.items() if token}
        if view["outcome"] or (not over and set(view["waiting"]) <= humans):
            return view
        time.sleep(0.05)
    pytest.fail("the computer does not decide")


def test_a_computer_answers(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="computer:1")
    opened["allied"].order("pass")
    view = wait_for(opened)
    assert view["when"] == "Jul II, allied command"


def test_two_computers_play_a_match_to_its_end(served: Served) -> None:
    opened = served.open(seed=3, red="computer:random", blue="computer:random")
    assert opened.tokens == {"red": None, "blue": None}
    assert wait_for(opened, over=True)["outcome"]


def test_a_computer_seals_without_a_sound(served: Served) -> None:
    opened = served.open(red="me", blue="computer:random")
    before = opened["red"].view() | {"waiting": ["red"]}
    until = time.monotonic() + 30
    with opened["red"].live() as line:
        while opened["red"].view()["waiting"] != ["red"]:
            assert time.monotonic() < until
        assert opened["red"].view() == before
        heard = []
        with suppress(TimeoutError):
            while True:
                heard.append(line.recv(0.5))
    assert len(heard) <= 2  # the number of the moment, and once that it thinks


def test_a_computer_lets_you_take_back_but_does_not_draw(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="computer:random")
    allied = opened["allied"]
    allied.order("pass")
    wait_for(opened)
    allied.post("propose", {"what": "draw"})
    assert _answered(allied)["outcome"] is None
    allied.post("propose", {"what": "takeback"})
    assert _answered(allied)["when"] == "Jul I, allied command"


def _answered(seat: Seat) -> dict[str, object]:
    until = time.monotonic() + 30
    while time.monotonic() < until:
        view = seat.view()
        if view["proposal"] is None:
            return view
        time.sleep(0.02)
    pytest.fail("nobody answers")


def test_a_match_that_waits_for_a_computer_is_taken_up_again(serve: Callable[..., Served], tmp_path: Path) -> None:
    file = str(tmp_path / "table.sqlite3")
    first = serve(file)
    opened = first.open(game="westfront", scenario="husky", allied="me", axis="computer:3")
    opened["allied"].order("pass")
    first.stop()
    second = serve(file)
    again = Opened(second, {"match": opened.id, "seats": opened.tokens, "spectator": opened.spectator.token})
    wait_for(again)


def test_a_worker_that_dies_is_replaced(served: Served) -> None:
    opened = served.open(seed=5, game="westfront", scenario="husky", allied="me", axis="computer:random")
    opened["allied"].order("pass")
    wait_for(opened)
    before = _children()
    assert before
    for child in before:
        os.kill(child, signal.SIGKILL)
    opened["allied"].order("pass")
    wait_for(opened)


def test_odds_outlive_a_worker_that_dies(served: Served) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="me")
    asked = [opened["allied"].get("odds", at="Catania").status_code]
    for child in _children():
        os.kill(child, signal.SIGKILL)
    asked.append(opened["allied"].get("odds", at="Catania").status_code)
    assert asked == [400, 400], "there is no battle, and that is what is said"


def _children() -> set[int]:
    """The worker processes of this process."""
    found = set()
    for task in Path("/proc/self/task").iterdir():
        for child in (task / "children").read_text().split():
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.add(int(child))
    return found


def test_what_a_worker_is_given_is_not_the_truth() -> None:
    match = grognard.new("westfront", "husky", seed=1)
    match.play("pass")
    moments = [moment_of(match, "axis") for _ in range(8)]
    assert len({moment.facts for moment in moments}) > 1
    for moment in moments:
        assert match.secret.hex().encode() not in moment.facts
        thought = match_of(moment)
        assert thought.secret != match.secret
        assert thought.view("axis")["pieces"] == match.view("axis")["pieces"]
        assert thought.view("axis")["orders"] == match.view("axis")["orders"]
        assert think("m", moment, "random") in {str(order) for order in match.orders("axis")}
    assert snapshot.dump(match.state)


def test_nobody_can_count_what_a_computer_writes_on_its_sheet() -> None:
    async def thinks() -> list[str]:
        hall = Hall(Keeper(open_storage(":memory:")), lambda key: GAME, Settings())
        opponents = Opponents(hall, Crew())
        hall.changed.clear()  # it decides when we say so
        opened = await hall.open("skirmish", "ford", {"red": "me", "blue": "computer:random"}, {}, 1)
        line = hall.lines.open(opened.match, "red's", "red")
        heard = []
        for _ in range(3):  # as it does before every order
            moment = await opponents._ask(opened.match, "blue")
            assert moment is not None
            while line.news:
                heard.append((await line.next()).decode())
        await hall.keeper.close()
        return heard

    assert asyncio.run(thinks()) == ['{"what":"thinking","side":"blue"}']
