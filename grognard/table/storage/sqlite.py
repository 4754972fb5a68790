"""SQLite: one file, one writer."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from grognard.table.storage import Change, StorageError
from grognard.table.storage.sql import Cursor, SqlStorage, write

PRIVATE = 0o600


class SqliteStorage(SqlStorage):
    """A file with a write-ahead log. It is locked while a server has it open; a killed server leaves no lock behind."""

    def __init__(self, path: str) -> None:
        self.path = path
        try:
            if path != ":memory:":
                Path(path).parent.mkdir(parents=True, exist_ok=True)
                _keep_private(path)
            self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=2.0)
            self._open()
        except (sqlite3.Error, OSError) as error:
            raise StorageError(_why(path, error)) from None

    def _open(self) -> None:
        for pragma in (
            "locking_mode = EXCLUSIVE",  # one server to a file, and no shared memory beside it
            "journal_mode = WAL",
            "synchronous = FULL",  # an accepted order outlives a power cut as well
            "foreign_keys = ON",
        ):
            self._connection.execute(f"PRAGMA {pragma}")
        with self.transaction() as cursor:
            self._prepare(cursor, without=" WITHOUT ROWID")

    @contextmanager
    def transaction(self) -> Iterator[Cursor]:
        try:
            with closing(self._connection.cursor()) as cursor:
                cursor.execute("BEGIN IMMEDIATE")
                yield cursor
                self._commit()
        except BaseException as error:
            self._connection.rollback()
            if isinstance(error, sqlite3.Error):
                raise StorageError(_why(self.path, error)) from None
            raise

    def stage(self, change: Change) -> Callable[[], None] | None:
        """The rows go to memory; only the end of the transaction waits for the disk."""
        try:
            with closing(self._connection.cursor()) as cursor:
                cursor.execute("BEGIN IMMEDIATE")
                write(cursor, change)
        except sqlite3.Error as error:
            self._connection.rollback()
            raise StorageError(_why(self.path, error)) from None
        return self._commit

    def _commit(self) -> None:
        try:
            self._connection.commit()
        except sqlite3.Error as error:
            self._connection.rollback()
            raise StorageError(_why(self.path, error)) from None

    def close(self) -> None:
        self._connection.close()


def _keep_private(path: str) -> None:
    """Whoever can read the file sees every hidden piece, so only its owner may; what lies beside it is like it."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, PRIVATE))
    with suppress(PermissionError):  # somebody else's file, who lets us write to it: it is his to say who reads it
        os.chmod(path, PRIVATE)


def _why(path: str, error: Exception) -> str:
    if "locked" in str(error):
        return f"{path} is in use by another table; close that one, or name another file with --data"
    if "not a database" in str(error):
        return f"{path} is no database; name another file with --data"
    return f"{path} cannot be used: {error}; name another file with --data"
