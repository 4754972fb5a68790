"""How much may come at once: of all together, of an address, and of a seat."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from contextvars import ContextVar
from time import monotonic

from grognard.table.problems import TableError

asker: ContextVar[str] = ContextVar("asker", default="")
"""The address for which something is done. What a request begins stays in its name; what the server begins has none."""

TOO_MUCH = "That was too much at once; wait a little."
SOURCES_REMEMBERED = 10_000
"""Sources that are remembered; the oldest is forgotten first."""


class Bucket:
    """So many at once, and so many a second in the long run."""

    def __init__(self, rate: float, burst: float, clock: Callable[[], float] = monotonic) -> None:
        self.rate = rate
        self.burst = burst
        self.clock = clock
        self._left = burst
        self._at = clock()

    def take(self) -> bool:
        now = self.clock()
        self._left = min(self.burst, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """A bucket for each source."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst = rate, burst
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, source: str, text: str = TOO_MUCH) -> None:
        """Raises if a source sends too much."""
        bucket = self._of.get(source)
        if bucket is None:
            bucket = self._of[source] = Bucket(self.rate, self.burst)
            if len(self._of) > SOURCES_REMEMBERED:
                self._of.popitem(last=False)
        else:
            self._of.move_to_end(source)
        if not bucket.take():
            raise TableError("flood", text)
