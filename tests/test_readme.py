"""The README is run, and its picture is drawn from the printed game."""

from __future__ import annotations

import doctest
from pathlib import Path

import pytest

from grognard import drawing
from tests.rulebooks.westfront.printed_game import played_through

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "husky.svg"


def picture() -> str:
    """The table of the README: the printed game when both battles of August have been opened."""
    return drawing.svg(played_through("august_1_allied_movement").match, "allied")


def test_the_readme_does_what_it_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    failures, tried = doctest.testfile(str(ROOT / "README.md"), module_relative=False, verbose=False)
    assert tried > 5
    assert failures == 0


def test_the_picture_is_up_to_date() -> None:
    assert PICTURE.read_text() == picture(), "draw it again: .venv/bin/python -m tests.test_readme"


if __name__ == "__main__":
    PICTURE.write_text(picture())
