"""The log of a match as one side reads it in one language: each event is put into words once.

What lies on the side's own open sheet comes after it, and is worded anew while the sheet is open.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any
from zlib import crc32

import msgspec

from grognard.engine import views
from grognard.engine.events import Event
from grognard.engine.history import Packed
from grognard.engine.kinds import Json

if TYPE_CHECKING:
    from grognard.engine.match import Match

Line = dict[str, Any]


class Log:
    """Lines, and the moments that they led to.

    A moment is numbered by how many lines the log had by then. Orders that gave the side nothing to read share one,
    so that moments tell no more than the log does.
    """

    def __init__(self, side: str | None, language: str) -> None:
        self.side = side
        self.language = language
        self._lines: Packed[Line] = Packed(Line)
        self._heard = array("I", (0,))
        """By number of events: how many lines there were after them."""
        self._sums = array("I", (0,))
        """By number of lines: a checksum of them, by which readers can tell whether theirs are still the same."""
        self._moments: list[int] = []
        self._entries: list[int] = []
        """The moments that one can go back to, and before which entry each of them stood."""
        self._marked = 0
        self._sheet: list[tuple[Event, Line]] = []

    def __len__(self) -> int:
        return len(self._lines) + len(self._sheet)

    @property
    def events(self) -> int:
        """How many events of the match have been put into words, or left out."""
        return len(self._heard) - 1

    def after(self, first: int) -> list[Line]:
        """The lines from a number on."""
        line_count = len(self._lines)
        return [*self._lines.since(first), *(line for _, line in self._sheet[max(0, first - line_count) :])]

    def sum(self, count: int) -> int:
        """A checksum of the first `count` lines."""
        line_count = len(self._lines)
        found = self._sums[min(count, line_count)]
        for _, line in self._sheet[: max(0, count - line_count)]:
            found = _summed(found, line)
        return found

    def moments(self, entries: int) -> Iterator[tuple[int, int]]:
        """The moments that the side can go back to, each with the entry before which it stood; the present one last."""
        now = len(self)
        yield from zip(self._moments[: bisect_left(self._moments, now)], self._entries, strict=False)
        yield now, entries

    def catch_up(self, match: Match) -> None:
        """Put into words what has happened since."""
        heard, new = self._heard, list[tuple[Event, Json]]()
        line_count = len(self._lines)
        for event in match.history.since(len(heard) - 1):
            facts = event.seen_by(self.side)
            if facts is not None:
                new.append((event, facts))
            heard.append(line_count + len(new))
        self._mark(match)
        sheet = views.on_sheet(match, self.side) if self.side is not None else []
        now = line_count + len(new) + len(sheet)
        for event, facts in new:
            line = self._line(match, event, facts, now, len(self._lines))
            self._sums.append(_summed(self._sums[-1], line))
            self._lines.append(line)
        self._word_sheet(match, sheet, now)

    def cut(self, entries: int, events: int) -> None:
        """The match has gone back to before an entry, when there were only `events` events."""
        if events < len(self._heard) - 1:
            del self._heard[events + 1 :]
            self._lines.cut(self._heard[-1])
            del self._sums[self._heard[-1] + 1 :]
        if entries < self._marked:
            self._moments, self._entries, self._marked = [], [], 0

    def copy(self) -> Log:
        new = Log(self.side, self.language)
        new._lines, new._heard, new._sums = self._lines.copy(), self._heard[:], self._sums[:]
        new._moments, new._entries, new._marked = self._moments[:], self._entries[:], self._marked
        new._sheet = self._sheet[:]
        return new

    def _mark(self, match: Match) -> None:
        """Note the moments before the entries that have been made since; of equal ones the latest counts."""
        index = None if self.side is None else match.side_index(self.side)
        past, moments, entries = match._past, self._moments, self._entries
        for entry in range(max(self._marked, past.first), len(past)):
            mark = past[entry]
            moment = self._heard[mark.events] + (0 if index is None else mark.sheets[index])
            where = bisect_left(moments, moment)
            if where == len(moments) or moments[where] != moment:
                moments.insert(where, moment)
                entries.insert(where, entry)
            entries[where] = entry
        self._marked = len(past)

    def _line(self, match: Match, event: Event, facts: Json, now: int, number: int) -> Line:
        where = bisect_left(self._moments, number + 1)
        moment = self._moments[where] if where < len(self._moments) else now
        return {**views.line(match, event, facts, self.language), "moment": min(moment, now)}

    def _word_sheet(self, match: Match, sheet: list[tuple[Event, Json]], now: int) -> None:
        written, first = self._sheet, len(self._lines)
        same = next(
            (n for n, (old, new) in enumerate(zip(written, sheet, strict=False)) if old[0] is not new[0]),
            min(len(written), len(sheet)),
        )
        del written[same:]
        for number, (event, facts) in islice(enumerate(sheet), same, None):
            written.append((event, self._line(match, event, facts, now, first + number)))


def _summed(before: int, line: Line) -> int:
    return crc32(msgspec.json.encode(line), before)
