"""Debian's Chromium, driven by Playwright; no browser is ever downloaded."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

CHROMIUM = Path(os.environ.get("CHROMIUM", "/usr/bin/chromium"))
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)
PATIENCE = 60_000  # milliseconds; the machine may be slow, and busy with other tests


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser for as long as it is needed."""
    if not CHROMIUM.exists():
        raise FileNotFoundError(f"{CHROMIUM} is missing; `make system` installs it")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS, timeout=2 * PATIENCE)
        yield browser
        browser.close()
