"""A PostgreSQL server of one's own, in a folder that goes away, reached by a socket in it."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import time
from itertools import count
from pathlib import Path
from typing import Any

import psycopg

REMEDY = "PostgreSQL is not installed: run `make system` (as root), or apt-get install postgresql"
USERS = ("postgres", "nobody")
"""Whom the server runs as when we are root; it refuses to run as root itself."""


class Missing(RuntimeError):
    """There is no PostgreSQL on this machine; the message names the remedy."""


def program(name: str) -> str:
    """A program of the newest PostgreSQL that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[4]))
    at = str(found[-1]) if found else shutil.which(name)
    if at is None:
        raise Missing(REMEDY)
    return at


class Cluster:
    """A running server. `durable` makes it wait for the disk, as one that is meant to last does."""

    def __init__(self, *, durable: bool = False) -> None:
        initdb, postgres = program("initdb"), program("postgres")
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self._numbers = count(1)
        self._user = _other_user() if os.geteuid() == 0 else None
        if self._user:
            os.chown(self.folder, self._user.pw_uid, self._user.pw_gid)
        data = self.folder / "data"
        self._run(initdb, "-D", str(data), "-U", "grognard", "--auth=trust", "--encoding=UTF8", "--no-sync")
        settings = ["listen_addresses=", f"fsync={'on' if durable else 'off'}", "max_connections=20"]
        options = [part for setting in settings for part in ("-c", setting)]
        self._log = (self.folder / "log").open("wb")
        self._process = subprocess.Popen(
            [postgres, "-D", str(data), "-k", str(self.folder), *options],
            stdout=self._log, stderr=self._log, cwd=self.folder, **self._identity(),
        )  # fmt: skip
        self._wait()

    def _identity(self) -> dict[str, Any]:
        return {"user": self._user.pw_uid, "group": self._user.pw_gid, "extra_groups": []} if self._user else {}

    def _run(self, *command: str) -> None:
        done = subprocess.run(command, capture_output=True, cwd=self.folder, check=False, **self._identity())
        if done.returncode:
            raise RuntimeError(f"{command[0]} failed: {done.stderr.decode(errors='replace')}")

    def _wait(self) -> None:
        until = time.monotonic() + 30
        while True:
            try:
                psycopg.connect(self.url("postgres")).close()
                return
            except psycopg.OperationalError:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise RuntimeError((self.folder / "log").read_text(errors="replace")) from None
                time.sleep(0.05)

    def url(self, database: str) -> str:
        return f"postgresql://grognard@/{database}?host={self.folder}"

    def database(self) -> str:
        """The URL of a new, empty database."""
        name = f"table{next(self._numbers)}"
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}".encode())
        return self.url(name)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(30)
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def _other_user() -> pwd.struct_passwd:
    for name in USERS:
        try:
            return pwd.getpwnam(name)
        except KeyError:
            continue
    raise Missing("there is no user to run PostgreSQL as; add a user called postgres")
