"""PostgreSQL, by its URL."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import psycopg

from grognard.table.storage import StorageError
from grognard.table.storage.sql import Cursor, SqlStorage

LOCK = 0x67726F67
"""The advisory lock that makes a database one server's own."""
PATIENCE = 5.0
"""Seconds until the lock of a server that was killed must be free."""


class _Marked:
    """A cursor that takes `?` for a value."""

    def __init__(self, cursor: psycopg.Cursor[Any]) -> None:
        self._cursor = cursor

    def execute(self, statement: str, values: Sequence[Any] = (), /) -> None:
        self._cursor.execute(statement.replace("?", "%s").encode(), values)

    def executemany(self, statement: str, values: Iterable[Sequence[Any]], /) -> None:
        self._cursor.executemany(statement.replace("?", "%s").encode(), values)

    def fetchone(self) -> Any:
        return self._cursor.fetchone()

    def fetchall(self) -> list[Any]:
        return self._cursor.fetchall()


class PostgresStorage(SqlStorage):
    """A database of its own; it is connected to again when the connection was lost."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._connection = self._connect()

    def _connect(self) -> psycopg.Connection[Any]:
        try:
            connection = psycopg.connect(self.url, autocommit=True, connect_timeout=10)
        except psycopg.Error as error:
            raise StorageError(f"the PostgreSQL server cannot be reached: {str(error).strip()}") from None
        try:
            self._lock(connection)
            with connection.transaction(), connection.cursor() as cursor:
                self._prepare(_Marked(cursor), blob="BYTEA")
        except BaseException:
            connection.close()
            raise
        return connection

    def _lock(self, connection: psycopg.Connection[Any]) -> None:
        until = time.monotonic() + PATIENCE
        while True:
            found = connection.execute("SELECT pg_try_advisory_lock(%s)", (LOCK,)).fetchone()
            if found and found[0]:
                return
            if time.monotonic() > until:
                raise StorageError("another table uses this database; close that one, or name another with --data")
            time.sleep(0.05)

    @contextmanager
    def transaction(self) -> Iterator[Cursor]:
        if self._connection.closed:
            self._connection = self._connect()
        try:
            # One journey to the server for all that need not be read back.
            with self._connection.pipeline(), self._connection.transaction(), self._connection.cursor() as cursor:
                yield _Marked(cursor)
        except psycopg.Error as error:
            if isinstance(error, psycopg.OperationalError):
                self._connection.close()
            raise StorageError(f"the database did not take it: {str(error).strip()}") from None

    def close(self) -> None:
        self._connection.close()
