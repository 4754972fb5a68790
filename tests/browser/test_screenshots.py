"""The pictures of README and docs can be taken again."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.browser.screenshots import DOCS, LIMIT, OF_THE_WHOLE_MAP, TALL, WIDE, Studio
from tests.browser.visitor import DESKTOP, PHONE
from tests.table.server import Served

pytestmark = pytest.mark.long

SHAPES = {
    "table-phone": (PHONE, LIMIT),
    "table-war": (TALL, OF_THE_WHOLE_MAP),
    "table-2ww": (WIDE, OF_THE_WHOLE_MAP),
    "table-balkan": (WIDE, OF_THE_WHOLE_MAP),
}
"""Those that are not a screen on a desk, and how large they may be."""


def test_the_pictures_come_out(browser: Browser, served: Served, tmp_path: Path) -> None:
    for path in Studio(browser, served, tmp_path).take():
        drawn = path.read_bytes()
        wide, high = (int.from_bytes(drawn[at : at + 4]) for at in (16, 20))
        shape, most = SHAPES.get(path.stem, (DESKTOP, LIMIT))
        assert (wide, high) == (shape["width"], shape["height"])
        assert len(drawn) < most
        assert (DOCS / path.name).exists(), "draw them: .venv/bin/python -m tests.browser.screenshots"
