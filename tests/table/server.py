"""A table served in this process, and someone to sit at it."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.sync.client import ClientConnection, connect

import grognard
from grognard.engine import families
from grognard.engine.game import Game
from grognard.table.app import create_app
from grognard.table.messages import Played, View
from grognard.table.pages import CLIENT
from grognard.table.serve import listening, run, server
from grognard.table.settings import Settings
from grognard.table.storage import open_storage
from tests.skirmish import GAME

MODULES = ("tests.skirmish",)
WIDE = Settings(
    address_rate=1e9, address_burst=1e9, rate=1e9, burst=1e9, openings=1e9, openings_burst=1e9, misses=1e9,
    misses_burst=1e9, queue=10_000,
)  # fmt: skip


def games() -> dict[str, Game]:
    """All games, and the one that is for tests."""
    return {**grognard.games(), GAME.key: GAME}


class Served:
    """A running table."""

    def __init__(self, url: str = ":memory:", *, settings: Settings = WIDE, client: Path = CLIENT) -> None:
        app = create_app(open_storage(url), games, settings=settings, modules=MODULES, client=client)
        at = listening(0)
        self._server = server(app, settings)
        started = threading.Event()
        self._thread = threading.Thread(target=run, args=(self._server, at, lambda _: started.set()))
        self._thread.start()
        assert started.wait(60)
        self.port = at.getsockname()[1]
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=120)

    def stop(self) -> None:
        self.http.close()
        self._server.should_exit = True
        self._thread.join(20)

    def open(self, seed: int | None = 1, game: str = "skirmish", scenario: str = "ford", **seats: str) -> Opened:
        seats = seats or {"red": "me", "blue": "friend"}
        return self.begin({"game": game, "scenario": scenario, "seats": seats, "seed": seed})

    def begin(self, wanted: dict[str, Any]) -> Opened:
        answer = self.http.post("/api/matches", json=wanted)
        assert answer.status_code == 201, answer.text
        return Opened(self, answer.json())


class Opened:
    """A match, and those who sit at it."""

    def __init__(self, served: Served, opened: dict[str, Any]) -> None:
        self.id = opened["match"]
        self.tokens: dict[str, str] = opened["seats"]
        self.spectator = Seat(served, opened["spectator"])
        self._served = served

    def __getitem__(self, side: str) -> Seat:
        return Seat(self._served, self.tokens[side])


class Seat:
    """Someone who has a link."""

    def __init__(self, served: Served, token: str) -> None:
        self.served = served
        self.token = token

    @property
    def path(self) -> str:
        return f"/api/seats/{self.token}"

    def get(self, what: str = "", **query: Any) -> httpx.Response:
        return self.served.http.get(f"{self.path}/{what}".rstrip("/"), params=query)

    def post(self, what: str, body: Any = None, **query: Any) -> httpx.Response:
        return self.served.http.post(f"{self.path}/{what}", json=body, params=query)

    def put(self, what: str, body: Any) -> httpx.Response:
        return self.served.http.put(f"{self.path}/{what}", json=body)

    def view(self, **query: Any) -> dict[str, Any]:
        """The view, with every order on offer by itself."""
        answer = self.get("view", **query)
        assert answer.status_code == 200, answer.text
        offers = msgspec.json.decode(answer.content, type=View).orders
        found: dict[str, Any] = answer.json()
        return found | {"orders": families.unfold(offers, found["side"])}

    def order(self, say: str | None = None, number: str | None = None) -> dict[str, Any]:
        """Give an order, or the first that is offered, and see that it is taken."""
        view = self.view()
        said = say or view["orders"][0]["say"]
        answer = self.post("orders", {"number": number or view["number"], "say": said})
        assert answer.status_code == 200, answer.text
        msgspec.json.decode(answer.content, type=Played)
        found: dict[str, Any] = answer.json()
        return found

    def live(self, **options: Any) -> ClientConnection:
        connection: ClientConnection = connect(f"ws://127.0.0.1:{self.served.port}{self.path}/live", **options)
        return connection


def problem(answer: httpx.Response, status: int, error: str) -> dict[str, Any]:
    """See that an answer is a problem of this kind."""
    found: dict[str, Any] = answer.json()
    assert (answer.status_code, found["error"]) == (status, error), answer.text
    assert set(found) == {"error", "text", "rule"}
    assert found["text"]
    return found
