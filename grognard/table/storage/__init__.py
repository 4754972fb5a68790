"""Where matches are kept: SQLite in one file by default, PostgreSQL by its URL, behind one interface.

A match is its beginning, its record of orders, its dice and its events; whatever changes with an order is written in
one transaction. Nobody else may write to a match while it is in play: a storage belongs to one server.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

import msgspec

from grognard.engine.checkpoint import Checkpoint


class StorageError(Exception):
    """The database cannot be used; the message names the remedy."""


class MatchRow(msgspec.Struct):
    """What a match begins with, and what of it changes with every order."""

    id: str
    game: str
    version: str
    scenario: str
    options: bytes
    secret: str
    start: str | None
    """The position that it began from, if not the scenario's own."""
    players: bytes
    """Who plays each side, as JSON."""
    number: int = 0
    thrown: int = 0
    standing: bytes = b"{}"
    proposal: bytes = b"null"
    waiting: bytes = b"[]"
    """The sides that must decide, as JSON."""
    over: bool = False
    contributions: str = "{}"
    """What each side has put into the dice, as JSON."""
    begun: bool = True
    """A match that has not begun yet is nothing but this row: it waits for those who are to play it."""
    seed: int | None = None
    """The small number that its dice come from, if it has one."""
    opened: int = 0
    """When it was opened, and when something last happened that everybody may know of: seconds since 1970."""
    played: int = 0
    leaving: bytes = b"[]"
    """The sides that would have it deleted, as JSON."""


class SeatRow(msgspec.Struct):
    """A seat: the hash of its token, and whose eyes it gives."""

    key: str
    match: str
    side: str | None
    seen: int = 0
    language: str = "en"


class InvitationRow(msgspec.Struct):
    """An invitation to a side: the hash of its token. Who accepts it gets a seat that the inviter does not know."""

    key: str
    match: str
    side: str
    taken: bool = False


class Agreed(msgspec.Struct):
    """Somebody is ready to play."""

    match: str
    contributions: str
    """With his own among them."""
    seat: SeatRow | None = None
    """His new seat, if he was invited..."""
    invitation: str = ""
    """... by this invitation."""
    change: Change | None = None
    """The first moment, if he was the last whom the match waited for."""


class NoteRow(msgspec.Struct):
    """A private note of a seat, on a piece or a place."""

    piece: str
    at: str
    text: str


class Tail(msgspec.Struct):
    """The new end of a list that is kept row by row: everything from `first` on is replaced."""

    first: int
    rows: list[bytes]
    cut: bool = False
    """Whether there may be rows to be taken away; a list that only grows has none."""


class Change(msgspec.Struct):
    """What one order has changed."""

    match: str
    number: int
    thrown: int
    standing: bytes
    proposal: bytes
    waiting: bytes
    over: bool
    record: Tail
    throws: Tail
    events: Tail
    version: str
    """Of the rules by which it was played on."""
    played: int
    checkpoint: Checkpoint | None = None
    """Only if the decision has passed to somebody else: the moment to come back to."""
    void: int | None = None
    """Checkpoints after so many entries, and later ones, are none any more."""
    spare: int | None = None
    """One that is not needed any more."""


class Kept(msgspec.Struct):
    """A match as it is kept."""

    row: MatchRow
    record: list[bytes]
    throws: list[bytes]
    events: list[bytes]
    checkpoints: list[Checkpoint]
    """The last one is the last handover."""
    stopped: str = ""
    """Why it does not go on, if it does not."""


class Storage(Protocol):
    """All that the table asks of a database. Every method is one transaction."""

    def add_match(self, row: MatchRow, seats: list[SeatRow], change: Change) -> None:
        """A new match with its seats and its first moment."""

    def add_opening(self, row: MatchRow, seats: list[SeatRow], invitations: list[InvitationRow]) -> None:
        """A match that is to begin when everybody is ready."""

    def invitation(self, key: str) -> InvitationRow | None: ...

    def agree(self, agreed: Agreed) -> None:
        """Somebody is ready; if he was the last, the match begins."""

    def save(self, change: Change) -> None:
        """What an order has changed: all of it, or nothing."""

    def stage(self, change: Change) -> Callable[[], None] | None:
        """The first half of `save`, where it is quick; the second half, which waits for the disk, is what comes back.
        None where everything takes its time."""

    def stop(self, id: str, why: str) -> None:
        """A match does not go on, and why."""

    def match(self, id: str) -> Kept | None: ...

    def row(self, id: str) -> MatchRow | None:
        """A match without its orders."""

    def leave(self, id: str, leaving: bytes) -> None:
        """Somebody would have a match deleted."""

    def delete(self, id: str) -> None:
        """A match goes, with its seats and all that was written down of it."""

    def older(self, played: int) -> list[str]:
        """The matches in which nothing has happened since; not those of which it is not known."""

    def unfinished(self) -> list[MatchRow]:
        """The matches that are not over."""

    def seat(self, key: str) -> SeatRow | None: ...

    def seen(self, key: str, moment: int) -> None:
        """How far a seat has read."""

    def speak(self, key: str, language: str) -> None:
        """In which language a seat is answered."""

    def notes(self, key: str) -> list[NoteRow]: ...

    def note(self, key: str, note: NoteRow, limit: int, letters: int) -> bool:
        """Write a note, or take it away if its text is empty; False if the seat has written so much already."""

    def close(self) -> None: ...


def open_storage(url: str) -> Storage:
    """The storage behind a URL: `postgresql://...`, a file, or `:memory:`."""
    if url.startswith(("postgresql://", "postgres://")):
        try:
            from grognard.table.storage.postgres import PostgresStorage
        except ImportError as error:
            raise StorageError(f"PostgreSQL needs psycopg: pip install 'grognard[postgres]' ({error})") from None

        return PostgresStorage(url)
    from grognard.table.storage.sqlite import SqliteStorage

    return SqliteStorage(url.removeprefix("sqlite:///"))
