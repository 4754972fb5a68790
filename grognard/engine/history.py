"""What a match remembers of its past, kept small: lists whose old part is packed, and the moments before each entry.

A long match has ten thousand orders. Its events and dice are seldom read once they are old, so they are kept packed; of
the moments before each order only the latest and every 64th are kept as states, and the others are recovered by playing
the record again from the nearest one.
"""

from __future__ import annotations

import zlib
from array import array
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from sys import intern
from typing import Any, Generic, TypeVar, overload

import msgspec

from grognard.engine.agenda import retract
from grognard.engine.state import State

T = TypeVar("T")

CHUNK = 64
"""How many items are packed together; at most twice as many lie unpacked."""
RECENT = 32
"""How many of the latest moments are kept as states, for undo."""
EVERY = 64
"""One in this many of the older moments is kept as a state."""


class Packed(Sequence[T], Generic[T]):
    """A list that grows and is cut at its end only, and whose old part is packed.

    >>> numbers = Packed(int, range(1000))
    >>> len(numbers), numbers[3], numbers[-1], numbers[500:503]
    (1000, 3, 999, [500, 501, 502])
    >>> numbers.cut(2)
    >>> numbers == [0, 1]
    True
    """

    def __init__(self, kind: Any, things: Iterable[T] = ()) -> None:
        self._kind = kind
        self._decoder = msgspec.msgpack.Decoder(list[kind])
        self._packed: list[bytes] = []
        self._live: list[T] = []
        self.extend(things)

    def append(self, thing: T) -> None:
        live = self._live
        live.append(thing)
        if len(live) >= 2 * CHUNK:
            self._packed.append(zlib.compress(_pack(live[:CHUNK]), 1))
            del live[:CHUNK]

    def extend(self, things: Iterable[T]) -> None:
        for thing in things:
            self.append(thing)

    def cut(self, length: int) -> None:
        """Take away everything from a number on."""
        first = len(self._packed) * CHUNK
        if length >= first + CHUNK or not self._packed:
            del self._live[max(0, length - first) :]
            return
        keep = max(0, length // CHUNK - 1)
        opened = [thing for chunk in self._packed[keep:] for thing in self._open(chunk)]
        del self._packed[keep:]
        self._live = [*opened, *self._live][: length - keep * CHUNK]

    def copy(self) -> Packed[T]:
        """The same list, independent from here on."""
        new = object.__new__(Packed)
        new._kind, new._decoder = self._kind, self._decoder
        new._packed, new._live = self._packed[:], self._live[:]
        return new

    def since(self, first: int) -> Iterator[T]:
        """Everything from a number on."""
        start = len(self._packed) * CHUNK
        for number in range(first // CHUNK, len(self._packed)):
            yield from self._open(self._packed[number])[max(0, first - number * CHUNK) :]
        yield from self._live[max(0, first - start) :]

    def __len__(self) -> int:
        return len(self._packed) * CHUNK + len(self._live)

    def __iter__(self) -> Iterator[T]:
        return self.since(0)

    @overload
    def __getitem__(self, index: int) -> T: ...
    @overload
    def __getitem__(self, index: slice) -> list[T]: ...
    def __getitem__(self, index: int | slice) -> T | list[T]:
        if isinstance(index, slice):
            start, stop, step = index.indices(len(self))
            if step == 1 and start < stop:
                return [thing for thing, _ in zip(self.since(start), range(stop - start), strict=False)]
            return [self[number] for number in range(start, stop, step)]
        number = index + len(self) if index < 0 else index
        first = len(self._packed) * CHUNK
        if number >= first:
            return self._live[number - first]
        if number < 0:
            raise IndexError(index)
        return self._open(self._packed[number // CHUNK])[number % CHUNK]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and len(self) == len(other) and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"<{len(self)} of {getattr(self._kind, '__name__', self._kind)}>"

    def _open(self, chunk: bytes) -> list[T]:
        found: list[T] = self._decoder.decode(zlib.decompress(chunk))
        return found


_pack = msgspec.msgpack.Encoder().encode


class Mark(msgspec.Struct, frozen=True, array_like=True):
    """What there was before an entry of the record: how many events and throws, how many lines each side could read on
    its own open sheet, and the moment in words."""

    events: int
    throws: int
    sheets: tuple[int, ...]
    when: str


class Past:
    """The moments before each entry of a record."""

    def __init__(self, sides: int) -> None:
        self.first = 0
        """Moments before this one are not available: the match was taken up from a later one."""
        self.states: dict[int, State] = {}
        """Those moments that are kept as states, by the number of the entry that followed."""
        self.stored: dict[int, bytes] = {}
        """More of them, as they were written down (see `checkpoint`)."""
        self._width = 2 + sides
        self._counts = array("I")
        self._when: list[str] = []

    def __len__(self) -> int:
        return len(self._when)

    def __getitem__(self, index: int) -> Mark:
        if index < 0:
            index += len(self)
        counts = self._counts[index * self._width : (index + 1) * self._width]
        return Mark(counts[0], counts[1], tuple(counts[2:]), self._when[index])

    def knows(self, index: int) -> bool:
        """Whether one can go back to the moment before an entry."""
        return self.first <= index < len(self)

    def remember(self, mark: Mark, state: State) -> None:
        """One more entry is about to be made; the state is a copy that nobody else will change."""
        number = len(self)
        self.note(mark)
        self.states[number] = state
        old = number - RECENT
        if old in self.states:
            if old % EVERY and old != self.first:
                del self.states[old]
            else:
                self.states[old] = _bare(self.states[old])

    def note(self, mark: Mark) -> None:
        """The mark of one more entry whose moment is not kept."""
        self._counts.extend((mark.events, mark.throws, *mark.sheets))
        self._when.append(intern(mark.when))

    def skip(self, entries: int) -> None:
        """The match is taken up after this many entries; nothing before them is available."""
        self.cut(0)
        for _ in range(entries):
            self.note(Mark(0, 0, (0,) * (self._width - 2), ""))
        self.first = entries

    def cut(self, length: int) -> None:
        """Take away the moments from a number on."""
        del self._counts[length * self._width :], self._when[length:]
        self.states = {number: state for number, state in self.states.items() if number < length}
        self.stored = {number: state for number, state in self.stored.items() if number < length}

    def remove(self, index: int, side: int) -> None:
        """An entry on a side's open sheet is gone; every later moment has one order less on that sheet."""
        lines = self[index].sheets[side]
        del self._counts[index * self._width : (index + 1) * self._width], self._when[index]
        for number in range(index, len(self)):
            self._counts[number * self._width + 2 + side] = lines
        kept = {number: state for number, state in self.states.items() if number <= index}
        for number, state in self.states.items():
            if number > index and number - 1 not in kept:
                retract(state, side)
                kept[number - 1] = state
        self.states = {number: state for number, state in kept.items() if number < len(self)}
        self.stored = {number: state for number, state in self.stored.items() if number <= index}

    def nearest(self, index: int) -> int:
        """The latest moment not after this one that is kept, as a state or written down; -1 if there is none."""
        known = sorted(self.states.keys() | self.stored.keys())
        found = bisect_right(known, index)
        return known[found - 1] if found else -1

    def copy(self) -> Past:
        new = Past(self._width - 2)
        new.first, new.states, new.stored = self.first, dict(self.states), dict(self.stored)
        new._counts, new._when = self._counts[:], self._when[:]
        return new


def _bare(state: State) -> State:
    """A state without remembered work, which can be done again."""
    state.memo = {}
    state.drafts = [None for _ in state.drafts]
    return state
