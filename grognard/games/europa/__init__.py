"""The Europa vocabulary: what the titles of a series mean by their words. A module per section of its chapter, no game.

Everything is a function of plain values. Charts are handed in, for every title has numbers of its own.
"""

from __future__ import annotations

from functools import cached_property
from importlib import resources

from grognard.engine import charts
from grognard.engine.drills import Drill
from grognard.engine.rulebook import Rulebook
from grognard.games.europa import drills


class Europa(Rulebook):
    key = "europa"
    title = "Europa"
    folder = resources.files(__package__) / "data"

    @cached_property
    def charts(self) -> charts.Charts:
        """The numbers that the chapter states; no title plays by them."""
        return charts.load(self.folder / "charts.toml")

    def drills(self, language: str = "en") -> tuple[Drill, ...]:
        return self._in(language, "drills", self._drills_in) if self._translates(language) else self._drills

    @cached_property
    def _drills(self) -> tuple[Drill, ...]:
        return drills.read(self._read("drills", {})["drill"], self.charts)

    def _drills_in(self, language: str) -> tuple[Drill, ...]:
        return drills.told(self._drills, self._read("drills", {}, language)["drill"])


BOOK = Europa()
