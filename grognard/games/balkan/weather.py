"""Chapter 27: the weather, rolled once for both zones at the start of a game turn."""

from __future__ import annotations

from grognard.engine.agenda import Chance, Step
from grognard.engine.events import Roll
from grognard.games.balkan.state import CLEAR, POOR, WINTER, Campaign
from grognard.games.balkan.world import ZONES

LETTERS = {"C": CLEAR, "P": POOR, "W": WINTER}
UNCHANGED = "N"
NAMES = ("clear", "poor", "winter")


class RollWeather(Chance[Campaign], frozen=True):
    """One die settles the weather of both zones. [BF-27-2]"""

    def call(self, s: Campaign) -> Roll:
        return Roll("weather", "BF-27-2", 1, facts={"turn": s.world.turns[s.turn]})

    def rolled(self, s: Campaign, faces: tuple[int, ...]) -> None:
        row = s.world.charts["weather"][s.world.turns[s.turn]]
        letters = [row[zone][faces[0] - 1] for zone in ZONES]
        s.weather = (changed(s.weather[0], letters[0]), changed(s.weather[1], letters[1]))
        s.tell("weather", "BF-27-2", north=NAMES[s.weather[0]], south=NAMES[s.weather[1]])


def changed(before: int, letter: str) -> int:
    """The weather of a zone after a letter of the table. [BF-27-3, BF-27-4, BF-27-5]"""
    return before if letter == UNCHANGED else LETTERS[letter]


class Weather(Step[Campaign], frozen=True):
    """The weather of a game turn. [BF-27-2]"""

    def run(self, s: Campaign) -> None:
        s.then(RollWeather())
