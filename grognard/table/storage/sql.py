"""What both databases have in common: the tables and the statements, written once.

Statements mark their values with `?`; a database that wants them otherwise rewrites the mark.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol

import msgspec

from grognard.engine.checkpoint import Checkpoint
from grognard.table.storage import (
    Agreed,
    Change,
    InvitationRow,
    Kept,
    MatchRow,
    NoteRow,
    SeatRow,
    StorageError,
    Tail,
)

VERSION = 3
"""Of the tables. A storage that is younger than the program is not touched."""

LISTS = ("record", "throws", "events")
"""What a match keeps row by row."""

TABLES = """
CREATE TABLE IF NOT EXISTS schema (version INTEGER NOT NULL);
CREATE TABLE IF NOT EXISTS matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, version TEXT NOT NULL, scenario TEXT NOT NULL, options BLOB NOT NULL,
    secret TEXT NOT NULL, start TEXT, players BLOB NOT NULL, number INTEGER NOT NULL, thrown INTEGER NOT NULL,
    standing BLOB NOT NULL, proposal BLOB NOT NULL, waiting BLOB NOT NULL, over INTEGER NOT NULL,
    contributions TEXT NOT NULL DEFAULT '{}', begun INTEGER NOT NULL DEFAULT 1, seed BIGINT,
    opened BIGINT NOT NULL DEFAULT 0, played BIGINT NOT NULL DEFAULT 0, leaving BLOB NOT NULL DEFAULT '[]'
);
CREATE INDEX IF NOT EXISTS unfinished ON matches (over) WHERE over = 0;
CREATE TABLE IF NOT EXISTS checkpoints (
    match TEXT NOT NULL REFERENCES matches, entries INTEGER NOT NULL, thrown INTEGER NOT NULL, state BLOB NOT NULL,
    PRIMARY KEY (match, entries)
);
CREATE TABLE IF NOT EXISTS stopped (match TEXT PRIMARY KEY REFERENCES matches, why TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS seats (
    key TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES matches, side TEXT, seen INTEGER NOT NULL,
    language TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS invitations (
    key TEXT PRIMARY KEY, match TEXT NOT NULL REFERENCES matches, side TEXT NOT NULL, taken INTEGER NOT NULL
);
CREATE TABLE IF NOT EXISTS notes (
    seat TEXT NOT NULL REFERENCES seats, piece TEXT NOT NULL, at TEXT NOT NULL, text TEXT NOT NULL,
    PRIMARY KEY (seat, piece, at)
);
"""
LIST = """
CREATE TABLE IF NOT EXISTS {name} (
    match TEXT NOT NULL REFERENCES matches, number INTEGER NOT NULL, row BLOB NOT NULL, PRIMARY KEY (match, number)
){without};
"""

LATER = {
    2: (
        "ALTER TABLE matches ADD COLUMN contributions TEXT NOT NULL DEFAULT '{}'",
        "ALTER TABLE matches ADD COLUMN begun INTEGER NOT NULL DEFAULT 1",
        "ALTER TABLE matches ADD COLUMN seed BIGINT",
    ),
    3: (
        "ALTER TABLE matches ADD COLUMN opened BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN played BIGINT NOT NULL DEFAULT 0",
        "ALTER TABLE matches ADD COLUMN leaving BLOB NOT NULL DEFAULT '[]'",
        "INSERT INTO checkpoints (match, entries, thrown, state) SELECT match, entries, thrown, state FROM handovers",
        "DROP TABLE handovers",
    ),
}
"""What makes the tables of an older program into those of a version; tables that are new are made anyway."""

MATCH = (
    "id, game, version, scenario, options, secret, start, players, number, thrown, standing, proposal, waiting, over, "
    "contributions, begun, seed, opened, played, leaving"
)
COLUMNS = MATCH.split(", ")


class Cursor(Protocol):
    """The part of the two drivers that is used here."""

    def execute(self, statement: str, values: Sequence[Any] = ..., /) -> Any: ...
    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> Any: ...
    def fetchone(self) -> Any: ...
    def fetchall(self) -> list[Any]: ...


class SqlStorage(ABC):
    """A storage in SQL; what differs between databases is how a transaction is made."""

    @abstractmethod
    def transaction(self) -> AbstractContextManager[Cursor]:
        """Everything within is done together, or not at all."""

    @abstractmethod
    def close(self) -> None: ...

    def _prepare(self, cursor: Cursor, *, blob: str = "BLOB", without: str = "") -> None:
        """Make the tables if they are not there; refuse those of a younger program."""
        for statement in (TABLES + "".join(LIST.format(name=name, without=without) for name in LISTS)).split(";\n"):
            if statement.strip():
                cursor.execute(statement.replace("BLOB", blob))
        cursor.execute("SELECT version FROM schema")
        found = cursor.fetchone()
        if found is None:
            cursor.execute("INSERT INTO schema VALUES (?)", (VERSION,))
            return
        if found[0] < VERSION:
            for version in range(found[0] + 1, VERSION + 1):
                for statement in LATER[version]:
                    cursor.execute(statement.replace("BLOB", blob))
            cursor.execute("UPDATE schema SET version = ?", (VERSION,))
        elif found[0] > VERSION:
            raise StorageError(f"the tables are of version {found[0]}, this program knows {VERSION}; update grognard")

    # Matches

    def add_match(self, row: MatchRow, seats: list[SeatRow], change: Change) -> None:
        with self.transaction() as cursor:
            _add(cursor, row, seats)
            write(cursor, change)

    def add_opening(self, row: MatchRow, seats: list[SeatRow], invitations: list[InvitationRow]) -> None:
        with self.transaction() as cursor:
            _add(cursor, row, seats)
            rows = [(each.key, each.match, each.side, int(each.taken)) for each in invitations]
            if rows:
                cursor.executemany("INSERT INTO invitations (key, match, side, taken) VALUES (?, ?, ?, ?)", rows)

    def invitation(self, key: str) -> InvitationRow | None:
        with self.transaction() as cursor:
            cursor.execute("SELECT key, match, side, taken FROM invitations WHERE key = ?", (key,))
            found = cursor.fetchone()
            return InvitationRow(found[0], found[1], found[2], bool(found[3])) if found else None

    def agree(self, agreed: Agreed) -> None:
        with self.transaction() as cursor:
            values = (agreed.contributions, int(agreed.change is not None), agreed.match)
            cursor.execute("UPDATE matches SET contributions = ?, begun = ? WHERE id = ?", values)
            if agreed.seat is not None:
                _seat(cursor, [agreed.seat])
                cursor.execute("UPDATE invitations SET taken = 1 WHERE key = ?", (agreed.invitation,))
            if agreed.change is not None:
                write(cursor, agreed.change)

    def save(self, change: Change) -> None:
        with self.transaction() as cursor:
            write(cursor, change)

    def stage(self, change: Change) -> Callable[[], None] | None:
        return None

    def stop(self, id: str, why: str) -> None:
        with self.transaction() as cursor:
            cursor.execute("INSERT INTO stopped (match, why) VALUES (?, ?) ON CONFLICT (match) DO NOTHING", (id, why))

    def match(self, id: str) -> Kept | None:
        with self.transaction() as cursor:
            cursor.execute(f"SELECT {MATCH} FROM matches WHERE id = ?", (id,))
            found = cursor.fetchone()
            if found is None:
                return None
            cursor.execute("SELECT entries, thrown, state FROM checkpoints WHERE match = ? ORDER BY entries", (id,))
            checkpoints = [Checkpoint(entries, thrown, bytes(state)) for entries, thrown, state in cursor.fetchall()]
            cursor.execute("SELECT why FROM stopped WHERE match = ?", (id,))
            stopped = cursor.fetchone()
            return Kept(
                _match(found),
                _rows(cursor, "record", id),
                _rows(cursor, "throws", id),
                _rows(cursor, "events", id),
                checkpoints,
                stopped[0] if stopped else "",
            )

    def row(self, id: str) -> MatchRow | None:
        with self.transaction() as cursor:
            cursor.execute(f"SELECT {MATCH} FROM matches WHERE id = ?", (id,))
            found = cursor.fetchone()
            return _match(found) if found else None

    def leave(self, id: str, leaving: bytes) -> None:
        with self.transaction() as cursor:
            cursor.execute("UPDATE matches SET leaving = ? WHERE id = ?", (leaving, id))

    def delete(self, id: str) -> None:
        with self.transaction() as cursor:
            cursor.execute("DELETE FROM notes WHERE seat IN (SELECT key FROM seats WHERE match = ?)", (id,))
            for name in (*LISTS, "checkpoints", "stopped", "invitations", "seats"):
                cursor.execute(f"DELETE FROM {name} WHERE match = ?", (id,))
            cursor.execute("DELETE FROM matches WHERE id = ?", (id,))

    def older(self, played: int) -> list[str]:
        with self.transaction() as cursor:
            cursor.execute("SELECT id FROM matches WHERE played > 0 AND played < ? ORDER BY played", (played,))
            return [found[0] for found in cursor.fetchall()]

    def unfinished(self) -> list[MatchRow]:
        with self.transaction() as cursor:
            cursor.execute(
                f"SELECT {MATCH} FROM matches WHERE over = 0 AND id NOT IN (SELECT match FROM stopped) ORDER BY id"
            )
            return [_match(found) for found in cursor.fetchall()]

    # Seats

    def seat(self, key: str) -> SeatRow | None:
        with self.transaction() as cursor:
            cursor.execute("SELECT key, match, side, seen, language FROM seats WHERE key = ?", (key,))
            found = cursor.fetchone()
            return SeatRow(*found) if found else None

    def seen(self, key: str, moment: int) -> None:
        with self.transaction() as cursor:
            cursor.execute("UPDATE seats SET seen = ? WHERE key = ?", (moment, key))

    def speak(self, key: str, language: str) -> None:
        with self.transaction() as cursor:
            cursor.execute("UPDATE seats SET language = ? WHERE key = ?", (language, key))

    def notes(self, key: str) -> list[NoteRow]:
        with self.transaction() as cursor:
            cursor.execute("SELECT piece, at, text FROM notes WHERE seat = ? ORDER BY piece, at", (key,))
            return [NoteRow(*found) for found in cursor.fetchall()]

    def note(self, key: str, note: NoteRow, limit: int, letters: int) -> bool:
        with self.transaction() as cursor:
            cursor.execute("DELETE FROM notes WHERE seat = ? AND piece = ? AND at = ?", (key, note.piece, note.at))
            if not note.text:
                return True
            cursor.execute("SELECT count(*), coalesce(sum(length(text)), 0) FROM notes WHERE seat = ?", (key,))
            notes, written = cursor.fetchone()
            if notes >= limit or written + len(note.text) > letters:
                return False
            values = (key, note.piece, note.at, note.text)
            cursor.execute("INSERT INTO notes (seat, piece, at, text) VALUES (?, ?, ?, ?)", values)
            return True


def _add(cursor: Cursor, row: MatchRow, seats: list[SeatRow]) -> None:
    values = [int(value) if isinstance(value, bool) else value for value in msgspec.structs.astuple(row)]
    cursor.execute(f"INSERT INTO matches ({MATCH}) VALUES ({_marks(values)})", values)
    _seat(cursor, seats)


def _seat(cursor: Cursor, seats: list[SeatRow]) -> None:
    rows = [msgspec.structs.astuple(seat) for seat in seats]
    cursor.executemany("INSERT INTO seats (key, match, side, seen, language) VALUES (?, ?, ?, ?, ?)", rows)


def write(cursor: Cursor, change: Change) -> None:
    values = (
        change.number, change.thrown, change.standing, change.proposal, change.waiting, int(change.over),
        change.version, change.played,
    )  # fmt: skip
    cursor.execute(
        "UPDATE matches SET number = ?, thrown = ?, standing = ?, proposal = ?, waiting = ?, over = ?, version = ?, "
        "played = ? WHERE id = ?",
        (*values, change.match),
    )
    for name, tail in (("record", change.record), ("throws", change.throws), ("events", change.events)):
        _replace(cursor, name, change.match, tail)
    _write_checkpoint(cursor, change)


def _write_checkpoint(cursor: Cursor, change: Change) -> None:
    if change.void is not None:
        cursor.execute("DELETE FROM checkpoints WHERE match = ? AND entries >= ?", (change.match, change.void))
    if change.spare is not None:
        cursor.execute("DELETE FROM checkpoints WHERE match = ? AND entries = ?", (change.match, change.spare))
    if change.checkpoint is not None:
        found = change.checkpoint
        cursor.execute(
            "INSERT INTO checkpoints (match, entries, thrown, state) VALUES (?, ?, ?, ?) ON CONFLICT (match, entries) "
            "DO UPDATE SET thrown = excluded.thrown, state = excluded.state",
            (change.match, found.entries, found.thrown, found.state),
        )


def _replace(cursor: Cursor, name: str, match: str, tail: Tail) -> None:
    if tail.cut:
        cursor.execute(f"DELETE FROM {name} WHERE match = ? AND number >= ?", (match, tail.first))
    if tail.rows:
        rows = [(match, number, row) for number, row in enumerate(tail.rows, tail.first)]
        cursor.executemany(f"INSERT INTO {name} (match, number, row) VALUES (?, ?, ?)", rows)


def _rows(cursor: Cursor, name: str, match: str) -> list[bytes]:
    cursor.execute(f"SELECT row FROM {name} WHERE match = ? ORDER BY number", (match,))
    return [bytes(found[0]) for found in cursor.fetchall()]


def _match(found: Sequence[Any]) -> MatchRow:
    values: list[Any] = [bytes(value) if isinstance(value, memoryview) else value for value in found]
    row = dict(zip(COLUMNS, values, strict=True))
    return MatchRow(**row | {"over": bool(row["over"]), "begun": bool(row["begun"])})


def _marks(values: Sequence[object]) -> str:
    return ", ".join("?" * len(values))
