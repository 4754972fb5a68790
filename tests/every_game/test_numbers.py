"""The law of an owner's numbers finds what it is there to find; each game keeps it in its own `test_own_charts.py`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from grognard.games import find
from tests.every_game.numbers import Column, Watch, unheeded, watched
from tests.every_game.tables import GAMES

GAME = find("2ww")
EVERYTHING = Watch("units.*", lambda world: 0)


def test_every_game_with_numbers_of_an_owner_keeps_the_law() -> None:
    books = Path(__file__).parents[1] / "rulebooks"
    keepers = {path.parent.name for path in books.glob("*/test_own_charts.py")}
    assert keepers == {type(game).__module__.split(".")[2] for game in GAMES.values() if game.chart_groups()}


def test_a_number_that_changes_nothing_is_found() -> None:
    watch = Watch(
        "charts.stacking.*", lambda world: [world.charts["stacking"][kind] for kind in ("fort", "air", "land")]
    )
    rows = watched(GAME, (watch, Watch("*", EVERYTHING.sees)))[watch]
    assert unheeded(GAME, watch, rows) == ["charts.stacking.artillery", "charts.stacking.fleet"]


def moved(world: Any, rows: Any) -> list[int]:
    """The range of every unit but one, and for another that of its neighbour."""
    found = [world.roster[world.unit_index[name]].move for name in rows]
    return [0, found[2], *found[2:]]


def test_a_row_that_changes_nothing_or_with_another_is_found() -> None:
    column = Column("units.*.move", moved)
    rows = watched(GAME, (column, Watch("*", EVERYTHING.sees)))[column]
    assert {found.split(" ")[0] for found in unheeded(GAME, column, rows)} == {"units.Ge"}
    assert {found.partition(".move ")[2] for found in unheeded(GAME, column, rows)} == {
        "changes nothing",
        "changes with others",
    }


def test_a_number_that_nobody_watches_is_told() -> None:
    with pytest.raises(AssertionError, match=r"nobody watches charts\.dice\.combat"):
        watched(GAME, (EVERYTHING,))
