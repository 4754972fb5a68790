"""The Europa vocabulary: what the titles of a series mean by their words. A module per section of its chapter, no game.

Everything is a function of plain values. Charts are handed in, for every title has numbers of its own.
"""

from __future__ import annotations

from functools import cached_property
from importlib import resources

from grognard.engine import charts
from grognard.engine.rulebook import Rulebook


class Europa(Rulebook):
    key = "europa"
    title = "Europa"
    folder = resources.files(__package__) / "data"

    @cached_property
    def charts(self) -> charts.Charts:
        """The numbers that the chapter states; no title plays by them."""
        return charts.load(self.folder / "charts.toml")


BOOK = Europa()
