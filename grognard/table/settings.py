"""What a table allows: how much may come in at once, and from where."""

from __future__ import annotations

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """Limits. They are wide for people and narrow for floods."""

    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """The names under which the table may be spoken to. A page from elsewhere may have any name lead here."""
    body: int = 64 * 1024
    """The most bytes of a request."""
    rate: float = 50.0
    """Requests of one seat in a second, in the long run."""
    burst: float = 200.0
    """And at once."""
    openings: float = 5.0
    """New matches in a second, in the long run."""
    openings_burst: float = 60.0
    misses: float = 20.0
    """Unknown seats asked for in a second, in the long run."""
    misses_burst: float = 200.0
    queue: int = 32
    """Requests that may wait for one match."""
    lines: int = 8
    """Live lines of one seat."""
    all_lines: int = 50_000
    frames: int = 20
    """Frames that a live line may send; it has nothing to say."""
    frame: int = 1024
    """The most bytes of such a frame."""
    in_play: int = 200
    """Matches that are kept in memory."""
    notes: int = 500
    """Notes of one seat."""
    studies: int = 4
    """Odds and reports that may be under way."""
