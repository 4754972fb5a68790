"""Chapter 27: the weather, rolled once for both zones at the start of a game turn."""

from __future__ import annotations

from grognard.engine.agenda import Chance, Step
from grognard.engine.events import Roll
from grognard.games.balkan.state import CLEAR, POOR, WINTER, Campaign
from grognard.games.balkan.world import ZONES, Balkans

LETTERS = {"C": CLEAR, "P": POOR, "W": WINTER}
UNCHANGED = "N"
NAMES = ("clear", "poor", "winter")


def row(world: Balkans, turn: int, zone: int) -> str:
    """The letters of a zone for the rolls of 1 to 6; a scenario may lay down its first weather. [BF-27-2]"""
    said = world.frame["weather"].get(ZONES[zone], "") if turn == 0 else ""
    printed: str = world.charts["weather"][world.turns[turn]][ZONES[zone]]
    return said * len(printed) if said in LETTERS else printed


class RollWeather(Chance[Campaign], frozen=True):
    """One die settles the weather of both zones, or of those that have none yet. [BF-27-2]"""

    zones: tuple[int, ...] = tuple(range(len(ZONES)))

    def call(self, s: Campaign) -> Roll:
        return Roll("weather", "BF-27-2", 1, facts={"turn": s.world.turns[s.turn]})

    def rolled(self, s: Campaign, faces: tuple[int, ...]) -> None:
        letters = {zone: row(s.world, s.turn, zone)[faces[0] - 1] for zone in self.zones}
        s.weather = (changed(s.weather[0], letters.get(0)), changed(s.weather[1], letters.get(1)))
        again = tuple(zone for zone in self.zones if s.turn == 0 and is_without(s.world, zone, letters[zone]))
        if again:
            s.then(RollWeather(again))
        else:
            s.tell("weather", "BF-27-2", north=NAMES[s.weather[0]], south=NAMES[s.weather[1]])


def changed(before: int, letter: str | None) -> int:
    """The weather of a zone after a letter of the table, if there is one. [BF-27-3, BF-27-4, BF-27-5]"""
    return LETTERS.get(letter or UNCHANGED, before)


def is_without(world: Balkans, zone: int, letter: str) -> bool:
    """Whether a zone has no weather yet on the first turn: a letter repeats what was not there. [BF-27-5]"""
    return letter == UNCHANGED and bool(set(row(world, 0, zone)) & LETTERS.keys())


class Weather(Step[Campaign], frozen=True):
    """The weather of a game turn. [BF-27-2]"""

    def run(self, s: Campaign) -> None:
        s.then(RollWeather())
