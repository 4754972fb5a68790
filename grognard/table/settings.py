"""What a table allows: how much may come in at once, and from where."""

from __future__ import annotations

import msgspec


class Settings(msgspec.Struct, frozen=True):
    """Limits. They are wide for people and narrow for floods."""

    hosts: frozenset[str] = frozenset({"localhost", "127.0.0.1", "[::1]"})
    """The names under which the table may be spoken to. A page from elsewhere may have any name lead here."""
    body: int = 64 * 1024
    """The most bytes of a request."""
    depth: int = 16
    """How deep its JSON may go."""
    values: int = 10_000
    """How many parts it may have."""
    half_open: float = 10.0
    """Seconds until a request must have come whole, and in which an answer must begin to be read."""
    connections: int = 1000
    """Connections of one address, live lines not counted."""
    address_rate: float = 500.0
    """Requests of one address in a second, in the long run."""
    address_burst: float = 2000.0
    """And at once."""
    rate: float = 50.0
    """Requests of one seat in a second, in the long run."""
    burst: float = 200.0
    """And at once."""
    order: float = 5.0
    """Seconds that a single order, or a look at a match, may keep everybody waiting; what takes longer never ends."""
    replaying: float = 300.0
    """Seconds in which a match must have come back that is played through again from its start."""
    openings: float = 1.0
    """New matches of one address in a second, in the long run."""
    openings_burst: float = 60.0
    opening: float = 20.0
    """Seconds that the opening of a match may take."""
    misses: float = 20.0
    """Unknown seats that one address asks for in a second, in the long run."""
    misses_burst: float = 200.0
    queue: int = 32
    """Requests that may wait for one match."""
    lines: int = 8
    """Live lines of one seat."""
    address_lines: int = 10_000
    """And of one address."""
    all_lines: int = 50_000
    frames: int = 20
    """Frames that a live line may send; it has nothing to say."""
    frame: int = 1024
    """The most bytes of such a frame."""
    memory: int = 512 * 1024 * 1024
    """Bytes of matches that are kept in memory; what is not asked for goes first, and comes back when it is."""
    notes: int = 500
    """Notes of one seat."""
    note_letters: int = 100_000
    """And all their letters."""
    seat_studies: int = 3
    """Odds, reports and pictures that one seat may wait for."""
    studies: int = 12
    """And one address."""
    all_studies: int = 200
    study: float = 30.0
    """Seconds that each of them may take, from when it is its turn."""
    drawings: int = 32 * 1024 * 1024
    """Bytes of pictures and reports that are kept for whoever asks for the same."""
    thinking: float = 60.0
    """Seconds that a computer may think about one decision."""
