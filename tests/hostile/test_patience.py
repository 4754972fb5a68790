"""What never ends within one step of a game is ended all the same, and nobody else waits for it meanwhile."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import count
from typing import Any, NoReturn

import pytest
from msgspec import structs

import grognard
from grognard import drawing
from grognard.engine import agenda, past, saves, views
from grognard.engine.agenda import Runaway
from grognard.engine.match import Match
from grognard.table import opponents, play, study
from grognard.table.hall import Hall
from grognard.table.patience import Patience
from tests.hostile.visitors import waits
from tests.table.server import WIDE, Opened, Served, problem

SHORT = 0.3
BOUND = 30.0
"""Seconds after which a loop of these tests ends by itself, if nothing else ends it."""


def without_end(*_: object, **__: object) -> NoReturn:
    until = time.monotonic() + BOUND
    while time.monotonic() < until:
        pass
    pytest.fail("nobody has ended this")


def test_a_loop_is_ended() -> None:
    patience = Patience(0.02)
    with pytest.raises(Runaway, match="does not come to an end"), patience.limit(0.1):
        without_end()


def test_a_rule_that_catches_everything_is_ended_as_well() -> None:

    def catches() -> None:
        with suppress(Exception):
            without_end()
        without_end()

    with pytest.raises(Runaway), Patience(0.02).limit(0.1):
        catches()


def test_what_ends_in_time_hears_nothing_of_it() -> None:
    """Work that ends at the very moment when it is told to either breaks off or is done; nothing comes later."""
    patience = Patience(0.001)
    for number in range(300):
        with suppress(Runaway), patience.limit(0.002):
            until = time.perf_counter() + 0.0005 * (number % 9)
            while time.perf_counter() < until:
                pass
    with patience.limit(10):
        until = time.perf_counter() + 0.1
        assert sum(1 for _ in iter(lambda: time.perf_counter() < until, False)) > 0
    assert not patience._left


def test_a_limit_leaves_nothing_behind_that_keeps_the_interpreter_busy() -> None:
    """An error that is taken back makes Python look for one for ever, and hang where a profiler looks on."""
    script = """
import sys, time
from contextlib import suppress
from grognard.engine.agenda import Runaway
from grognard.table.patience import Patience
patience = Patience(0.01)
for seconds in (10, 0.02):
    with suppress(Runaway), patience.limit(seconds):
        until = time.monotonic() + 0.1
        while time.monotonic() < until:
            pass
sys.setprofile(lambda *seen: None)
(lambda: None)()
"""
    subprocess.run([sys.executable, "-c", script], check=True, timeout=30)


def test_an_order_that_hangs_stops_its_match_for_good(
    serve: Callable[..., Served], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = serve(url, settings=structs.replace(WIDE, order=SHORT))
    opened, other = served.open(), served.open()
    before = opened["red"].view()
    with monkeypatch.context() as patch:
        patch.setattr(agenda, "take", without_end)
        order = {"number": before["number"], "say": before["orders"][0]["say"]}
        problem(opened["red"].post("orders", order), 409, "stopped")
    assert opened["red"].view() == before
    problem(opened["red"].post("orders", order), 409, "stopped")
    other["red"].order()
    served.stop()
    later = Opened(serve(url), {"match": opened.id, "seats": opened.tokens, "spectator": opened.spectator.token})
    assert later["red"].view() == before
    problem(later["red"].post("orders", order), 409, "stopped")


@pytest.mark.parametrize("what", ["orders", "view", "why", "preview", "odds", "undo", "board.svg", "report.md"])
def test_nobody_waits_for_somebody_elses_order_or_look(
    serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """Whatever the rules, a redrawn moment or a packed record take, other matches are played meanwhile."""
    served = serve()
    small, opened = served.open()["red"], served.open(game="westfront", scenario="husky", allied="me", axis="me")
    allied = opened["allied"]
    order = allied.view()["orders"][0]["say"]
    said = {"say": order}
    asked = {"orders": {"number": "0", "say": order}, "why": said, "preview": said, "undo": {}}
    small.view()

    def slowly(work: Any) -> Any:
        def worked(*values: Any, **named: Any) -> Any:
            if getattr(values[0], "game", match_game).key == "westfront":
                until = time.monotonic() + 1
                while time.monotonic() < until:
                    pass
            return work(*values, **named)

        return worked

    match_game = grognard.games()["westfront"]
    with waits(small) as others, monkeypatch.context() as patch:
        for where, name in (
            (Match, "play"), (Match, "why_not"), (Match, "undo"), (views, "view"), (views, "preview"),
            (drawing, "shown"), (saves, "pack"), (opponents, "moment_of"), (study, "moment_of"),
        ):  # fmt: skip
            patch.setattr(where, name, slowly(getattr(where, name)))
        began = time.monotonic()
        if what in asked:
            allied.post(what, asked[what])
        else:
            allied.get(what, **({"at": "Tunis"} if what == "odds" else {}))
        assert time.monotonic() - began > 0.9, "it did take its time"
    assert others.longest < 0.6


@pytest.mark.parametrize(
    ("what", "where", "name"),
    [
        ("layers", type(grognard.games()["westfront"]), "layers"),
        ("moments", past, "moments"),
        ("export.json", saves, "pack"),
    ],
)
def test_a_look_that_hangs_is_given_up_and_nobody_else_waits(
    serve: Callable[..., Served], monkeypatch: pytest.MonkeyPatch, what: str, where: Any, name: str
) -> None:
    served = serve(settings=structs.replace(WIDE, study=SHORT))
    small, opened = served.open()["red"], served.open(game="westfront", scenario="husky", allied="me", axis="me")
    if what == "export.json":
        opened["axis"].post("resign")
    with waits(small) as others, monkeypatch.context() as patch:
        patch.setattr(where, name, without_end)
        problem(opened["allied"].get(what), 503, "late")
    assert others.longest < SHORT
    assert opened["allied"].get(what).status_code == 200


def test_layers_that_many_ask_for_are_found_once(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = served.open(game="westfront", scenario="husky", allied="me", axis="me")
    numbers = count()
    found = past.moments

    def counted(*values: Any) -> Any:
        next(numbers)
        return found(*values)

    monkeypatch.setattr(past, "moments", counted)
    allied = opened["allied"]
    first = allied.get("moments").json()
    assert allied.get("moments").json() == first
    assert next(numbers) == 1
    allied.order("pass")
    assert allied.get("moments").json() != first


def test_a_long_log_is_read_where_nobody_waits_for_it(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    red = served.open()["red"]
    red.order()
    before = red.view()
    monkeypatch.setattr(play, "LONG", -1)
    apart = count()
    monkeypatch.setattr(Hall, "apart", _counting(Hall.apart, apart))
    assert red.view() == before
    red.order()
    assert next(apart) > 1


def _counting(work: Callable[..., Any], calls: Iterator[int]) -> Callable[..., Any]:
    async def counted(*values: Any) -> Any:
        next(calls)
        return await work(*values)

    return counted
