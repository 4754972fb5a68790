"""Live lines: listeners who learn at once that a view has changed."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict

from grognard.table.limits import asker
from grognard.table.messages import Live, encode
from grognard.table.problems import TableError
from grognard.table.settings import Settings


class Line:
    """One listener of one seat. Of the messages still to be sent, only the last of each kind is kept."""

    def __init__(self, match: str, key: str, side: str | None) -> None:
        self.match = match
        self.key = key
        self.side = side
        self.address = asker.get()
        self.news: dict[str, bytes] = {}
        self._any = asyncio.Event()

    def tell(self, message: Live) -> None:
        self.news[message.what] = encode(message)
        self._any.set()

    async def next(self) -> bytes:
        while not self.news:
            self._any.clear()
            await self._any.wait()
        return self.news.pop(next(iter(self.news)))


class Lines:
    """All live lines, by match."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self._of: defaultdict[str, set[Line]] = defaultdict(set)
        self._from: Counter[str] = Counter()
        self.count = 0

    def open(self, match: str, key: str, side: str | None) -> Line:
        mine = sum(line.key == key for line in self._of.get(match, ()))
        here = self._from[asker.get()]
        limits = self.settings
        if mine >= limits.lines or here >= limits.address_lines or self.count >= limits.all_lines:
            raise TableError("flood", "There are too many live lines already; close some.")
        line = Line(match, key, side)
        self._of[match].add(line)
        self._from[line.address] += 1
        self.count += 1
        return line

    def close(self, line: Line) -> None:
        self._of[line.match].discard(line)
        if not self._of[line.match]:
            del self._of[line.match]
        self._from[line.address] -= 1
        if not self._from[line.address]:
            del self._from[line.address]
        self.count -= 1

    def of(self, match: str) -> list[Line]:
        return list(self._of.get(match, ()))
