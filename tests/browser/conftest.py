"""A browser, a table, and visitors who notice when something is wrong with the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.chromium import PATIENCE, chromium
from tests.browser.visitor import Visitor
from tests.table.server import Served

expect.set_options(timeout=PATIENCE)


# For the tests of this folder only: while Playwright runs, nothing else in its thread may run an event loop.
@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


@pytest.fixture(scope="package")
def served() -> Iterator[Served]:
    running = Served()
    yield running
    running.stop()


@pytest.fixture
def visit(browser: Browser, served: Served) -> Iterator[Callable[..., Visitor]]:
    """Let visitors in. When they have left, none may have seen an error, or a request that left the machine."""
    visitors: list[Visitor] = []

    def come(**wishes: Any) -> Visitor:
        visitors.append(Visitor(browser, served, **wishes))
        return visitors[-1]

    yield come
    faults = [fault for visitor in visitors for fault in visitor.faults]
    for visitor in visitors:
        visitor.leave()
    assert not faults
