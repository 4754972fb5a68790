"""The server is killed at any moment, under load: no order that was accepted is lost."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import httpx
import msgspec
import pytest

from grognard.engine import families
from grognard.engine.proposals import Entry
from grognard.table.storage import open_storage

ROOT = Path(__file__).parents[2]
CLIENTS = 6
LIMIT = 40
"""Orders that are accepted before the server is killed, at most."""


@contextmanager
def server(url: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A table in a process of its own, to be killed."""
    command = [sys.executable, "-m", "tests.table.serve", "--data", url, "--unhurried"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


class Player:
    """Plays a match from all its seats, and remembers what was accepted."""

    def __init__(self, number: int) -> None:
        self.choose = Random(number)
        self.computer = number == 0
        self.match = ""
        self.seats: dict[str, str] = {}
        self.accepted: list[Entry] = []
        self.sent: Entry | None = None
        """What was sent and not answered."""
        self.total = 0

    def play(self, address: str) -> None:
        """Until the server is gone."""
        with httpx.Client(base_url=address, timeout=10) as http:
            try:
                while True:
                    self._order(http)
            except httpx.TransportError:
                return

    def _order(self, http: httpx.Client) -> None:
        if not self.match:
            self._open(http)
        for side, seat in self.seats.items():
            view = http.get(f"/api/seats/{seat}/view").json()
            if view["outcome"]:
                self.match, self.accepted, self.sent = "", [], None
                return
            offers = families.unfold(msgspec.convert(view["orders"], families.Offers), side)
            if offers:
                say = self.choose.choice(offers)["say"]
                self.sent = Entry(side, say)
                answer = http.post(f"/api/seats/{seat}/orders", json={"number": view["number"], "say": say})
                if answer.status_code == 200:
                    self.accepted.append(self.sent)
                    self.total += 1
                else:
                    assert answer.json()["error"] == "stale", answer.text
                self.sent = None

    def _open(self, http: httpx.Client) -> None:
        blue, seed = "computer:random" if self.computer else "me", self.choose.randrange(2**40)
        body = {"game": "skirmish", "scenario": "ford", "seats": {"red": "me", "blue": blue}, "seed": seed}
        found: dict[str, Any] = http.post("/api/matches", json=body).json()
        self.match = found["match"]
        self.seats = {side: seat for side, seat in found["seats"].items() if seat}
        self.accepted, self.sent = [], None

    def check(self, record: list[Entry]) -> None:
        """Everything that was accepted is there, and besides it at most what was under way."""
        own = [entry for entry in record if entry.side in self.seats]
        known = len(self.accepted)
        assert own[:known] == self.accepted
        assert own[known:] in ([], [self.sent])
        self.accepted, self.sent = own, None


def kill_and_look(url: str, players: list[Player], choose: Random) -> None:
    """Let them play for a number of orders, kill the server in the middle of the next, and look what is there."""
    before = sum(player.total for player in players)
    wanted, deadline = before + choose.randrange(LIMIT), time.monotonic() + 60
    with server(url) as (process, address), ThreadPoolExecutor(CLIENTS) as pool:
        playing = [pool.submit(player.play, address) for player in players]
        while sum(player.total for player in players) < wanted and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(choose.uniform(0, 0.02))
        process.kill()
        for each in playing:
            each.result()
    storage = open_storage(url)
    for player in players:
        kept = storage.match(player.match) if player.match else None
        if kept is None:
            assert not player.accepted
            player.match = ""
        else:
            player.check([msgspec.json.decode(row, type=Entry) for row in kept.record])
    storage.close()


def rounds(url: str, times: int) -> int:
    """Returns how many orders were accepted in all."""
    choose = Random(times)
    players = [Player(number) for number in range(CLIENTS)]
    for _ in range(times):
        kill_and_look(url, players, choose)
    return sum(player.total for player in players)


def test_a_killed_server_has_lost_nothing(url: str) -> None:
    assert rounds(url, 2) > 0


@pytest.mark.long
def test_fifty_kills_lose_nothing(url: str) -> None:
    assert rounds(url, 50) > 500
