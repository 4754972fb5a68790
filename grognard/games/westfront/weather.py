"""Chapter 12: weather. Mud and storms from November to February; from March to October it is dry."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.agenda import Chance, Step
from grognard.engine.events import Roll
from grognard.games.westfront.state import Front
from grognard.games.westfront.world import WEATHERS

MONTHS = (
    "january", "february", "march", "april", "may", "june",
    "july", "august", "september", "october", "november", "december",
)  # fmt: skip

DRY, MUD = range(2)

BASINS = ("", "mediterranean", "atlantic", "baltic")
"""Where a storm blows, by its number in a state; mostly nowhere."""


# 12.1 The weather of a fortnight


class Weather(Step[Front], frozen=True):
    """The weather of a fortnight is fixed before anyone moves. [WF-4.1, WF-12.1a]"""

    def run(self, s: Front) -> None:
        if needs_roll(s, s.world.months[s.month]):
            s.then(RollWeather())
        else:
            set_weather(s, "dry", "")
            s.tell("weather", "WF-12.1a", weather="dry")


def needs_roll(s: Front, month: str) -> bool:
    """Months that the weather chart does not list are always dry. [WF-12.1a]"""
    return month_of(month) in s.world.charts["weather"]


def month_of(date: str) -> str:
    return MONTHS[int(date[5:]) - 1]


class RollWeather(Chance[Front], frozen=True):
    """Each side rolls a die: the sum decides on mud where that is open, and on storms. [WF-12.1c, WF-12.3a]"""

    def call(self, s: Front) -> Roll:
        return Roll("weather", "WF-12.1c", 2)

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        total = sum(faces)
        row = s.world.charts["weather"][month_of(s.world.months[s.month])]
        weather, storm = row["odd" if total % 2 else "even"], s.world.charts["storm"].get(str(total), "")
        set_weather(s, weather, storm)
        s.tell("weather", "WF-12.1c", weather=weather)
        if storm:
            s.tell("storm", "WF-12.3a", basin=storm)


def set_weather(s: Front, weather: str, storm: str) -> None:
    s.weather, s.storm = WEATHERS.index(weather), BASINS.index(storm)


def settle(s: Front) -> None:
    """The weather that a month has if nobody has rolled: mud only where it is certain. [WF-12.1a]"""
    row = s.world.charts["weather"].get(month_of(s.world.months[s.month]))
    set_weather(s, row["even"] if row and row["even"] == row["odd"] else "dry", "")


def effect(s: Front, what: str) -> int:
    """A number of the chart of weather effects."""
    found: int = s.world.charts["weather_effects"][WEATHERS[s.weather]][what]
    return found


# 12.3 Storms


def is_stormy(s: Front, sea: int) -> bool:
    """A storm strikes every sea of one basin. [WF-12.3a]"""
    return s.storm > 0 and s.world.sea_basin[sea] == BASINS[s.storm]


def is_storm_on(s: Front, seas: Iterable[int]) -> bool:
    """Whether a way over these seas meets a storm. [WF-12.3c]"""
    return s.storm > 0 and any(is_stormy(s, sea) for sea in seas)


def is_cut_off_by_storm(s: Front, place: int) -> bool:
    """Whether no calm sea is left at a coast: where two basins meet, one of them is enough. [WF-15.54]"""
    return s.storm > 0 and all(is_stormy(s, sea) for sea in s.world.waters[place])
