"""Visitors from other addresses of this machine, and how long others wait meanwhile."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

import httpx

from tests.table.server import Seat, Served

NEIGHBOUR = "127.0.0.2"
"""All of 127.0.0.0/8 is this machine; to the server it is somebody else."""


def visitor(served: Served, address: str = NEIGHBOUR) -> httpx.Client:
    """Somebody at another address."""
    transport = httpx.HTTPTransport(local_address=address)
    return httpx.Client(base_url=f"http://127.0.0.1:{served.port}", transport=transport, timeout=120)


class Waits:
    """How long small questions took."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    @property
    def longest(self) -> float:
        return max(self.seconds, default=0.0)


@contextmanager
def waits(seat: Seat) -> Iterator[Waits]:
    """Ask for a view again and again, as long as something else goes on."""
    found, begun, over = Waits(), threading.Event(), threading.Event()

    def ask() -> None:
        with httpx.Client(base_url=f"http://127.0.0.1:{seat.served.port}", timeout=120) as http:
            while not over.is_set():
                began = time.perf_counter()
                assert http.get(f"{seat.path}/view").status_code == 200
                found.seconds.append(time.perf_counter() - began)
                begun.set()
                over.wait(0.02)

    thread = threading.Thread(target=ask)
    thread.start()
    try:
        assert begun.wait(60)
        found.seconds.clear()  # the first one made the connection
        yield found
    finally:
        over.set()
        thread.join(120)
