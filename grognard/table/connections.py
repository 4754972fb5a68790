"""Connections: so many of an address, and none for whoever keeps the table waiting.

A request must have come within a time, and its answer must be read: otherwise anybody could keep as many connections
half open as this machine has, and need do nothing for it. Live lines are not meant; they may be silent for ever.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from grognard.table.settings import Settings


class Deadline:
    """When something must have happened, once it has begun to be waited for."""

    def __init__(self, seconds: float, late: Callable[[], None]) -> None:
        self.seconds = seconds
        self.late = late
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Waiting for it already, one goes on: the time does not begin anew."""
        if self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self.seconds, self.late)

    def end(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def patient(settings: Settings) -> type[H11Protocol]:
    """The protocol of a server with these limits."""
    open_from: Counter[str] = Counter()

    class Patient(H11Protocol):
        """One connection."""

        address: str | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            self.head = Deadline(settings.half_open, transport.abort)
            self.reader = Deadline(settings.half_open, transport.abort)
            self.address = self.client[0] if self.client else ""
            open_from[self.address] += 1
            if open_from[self.address] > settings.connections:
                transport.abort()
            self.head.begin()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.address is None:  # it has become a live line
                return
            if self.cycle is None or self.cycle.response_complete:
                self.head.begin()
            else:
                self.head.end()

        def pause_writing(self) -> None:
            super().pause_writing()
            self.reader.begin()

        def resume_writing(self) -> None:
            super().resume_writing()
            self.reader.end()

        def handle_websocket_upgrade(self, event: h11.Request) -> None:
            self._leave()
            super().handle_websocket_upgrade(event)

        def connection_lost(self, exc: Exception | None) -> None:
            self._leave()
            super().connection_lost(exc)

        def _leave(self) -> None:
            self.head.end()
            self.reader.end()
            if self.address is not None:
                open_from[self.address] -= 1
                if not open_from[self.address]:
                    del open_from[self.address]
                self.address = None

    return Patient
