"""Tables for tests: real servers on a free port, over SQLite and PostgreSQL."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from grognard.table.storage import Storage, open_storage
from tests.table.postgres import Cluster, Missing
from tests.table.server import Served

DATABASES = ("sqlite", "postgresql")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    try:
        running = Cluster()
    except Missing as missing:
        pytest.fail(str(missing), pytrace=False)
    yield running
    running.stop()


@pytest.fixture(params=DATABASES)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A database of one's own; what is tested with it is tested twice."""
    if request.param == "sqlite":
        return str(tmp_path / "table.sqlite3")
    found: Cluster = request.getfixturevalue("cluster")
    return found.database()


@pytest.fixture
def storage(url: str) -> Iterator[Storage]:
    opened = open_storage(url)
    yield opened
    opened.close()


@pytest.fixture
def serve(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    """Start tables; they are stopped when the test is over."""
    running: list[Served] = []

    def start(url: str = ":memory:", **settings: Any) -> Served:
        running.append(Served(url, **settings))
        return running[-1]

    yield start
    for served in running:
        served.stop()


@pytest.fixture(scope="session")
def served() -> Iterator[Served]:
    """A table in memory, for all tests that need no other; each opens its own matches."""
    running = Served()
    yield running
    running.stop()
