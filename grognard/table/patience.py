"""An end to what never ends: a loop within one step of a game, which no budget of steps counts.

A thread looks on. It counts its own seconds and not those of the clock, so that a machine that has slept, or that has
much else to do, ends nothing.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from grognard.engine.agenda import Runaway

TELLINGS = 3
"""How often a thread is told: a rule may have caught the error."""


class Patience:
    """How long something may keep a thread."""

    def __init__(self, beat: float = 0.5) -> None:
        self.beat = beat
        self._lock = threading.Lock()
        self._left: dict[int, float] = {}
        """By thread: the seconds that it still has."""
        self._told: set[int] = set()
        """The threads that were told to end, whether or not they have heard it."""
        self._looking_on: threading.Thread | None = None

    @contextmanager
    def limit(self, seconds: float) -> Iterator[None]:
        """Raises Runaway in the midst of what is done here, if it takes too long."""
        if self._looking_on is None:
            self._looking_on = threading.Thread(target=self._count, name="patience", daemon=True)
            self._looking_on.start()
        thread = threading.get_ident()
        with self._lock:
            self._left[thread] = seconds
        try:
            yield
        finally:
            self._done(thread)

    def _done(self, thread: int) -> None:
        """It came to an end after all, perhaps at the very moment when it was told to."""
        while True:
            try:
                with self._lock:
                    self._left.pop(thread, None)
                if thread in self._told:
                    self._hear(thread)
                return
            except Runaway:
                continue

    def _hear(self, thread: int) -> None:
        """What a thread has been told and may not have heard yet, it hears here.

        It is told once more, which takes the place of what it has not heard. Taking an error back instead would leave
        the interpreter looking for one at every turn, and never ending where a profiler looks on.
        """
        try:
            _tell(thread)
            while True:
                time.sleep(0)
        except Runaway:
            self._told.discard(thread)

    def _count(self) -> None:
        while True:
            time.sleep(self.beat)
            with self._lock:
                for thread in list(self._left):
                    left = self._left[thread] = self._left[thread] - self.beat
                    if left <= 0:
                        self._told.add(thread)
                        _tell(thread)
                    if left <= -TELLINGS * self.beat:
                        del self._left[thread]


def _tell(thread: int) -> None:
    """Have Runaway raised in another thread."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(Runaway))
