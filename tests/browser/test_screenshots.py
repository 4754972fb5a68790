"""The pictures of README and docs can be taken again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.screenshots import DOCS, LIMIT, Studio
from tests.table.server import Served

pytestmark = pytest.mark.long


def test_the_pictures_come_out(browser: Browser, served: Served, tmp_path: Path) -> None:
    for path in Studio(browser, served, tmp_path).take():
        drawn = path.read_bytes()
        wide, high = (int.from_bytes(drawn[at : at + 4]) for at in (16, 20))
        assert (wide, high) == ((390, 844) if "phone" in path.name else (1440, 900))
        assert len(drawn) < LIMIT
        assert (DOCS / path.name).exists(), "draw them: .venv/bin/python -m tests.browser.screenshots"
