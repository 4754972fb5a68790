"""An owner's own numbers for Balkan Front: each that is exported counts."""

from __future__ import annotations

import pytest

from tests.every_game.numbers import Watcher, unheeded, watched
from tests.rulebooks.balkan.watchers import GAME, WATCHERS

WATCHED = watched(GAME, WATCHERS)


@pytest.mark.parametrize("watcher", WATCHED, ids=lambda watcher: watcher.numbers)
def test_every_number_that_is_exported_counts(watcher: Watcher) -> None:
    assert unheeded(GAME, watcher, WATCHED[watcher]) == []


def test_every_watcher_has_something_to_watch() -> None:
    assert set(WATCHERS) - WATCHED.keys() == set()
