"""Chapter 13: victory, judged by the powers that the Axis controls when the war is over."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.events import Outcome
from grognard.engine.kinds import Json
from grognard.games.twoww.ground import side_name
from grognard.games.twoww.state import ALLIES, AXIS, War

TOTAL, MAJOR, MINOR, DRAW = "total", "major", "minor", "draw"


class End(Step[War], frozen=True):
    """After Spring 1945 the war is judged; before that it goes on. [2WW-13a]"""

    def run(self, s: War) -> None:
        if s.turn + 1 < len(s.world.turns):
            return
        winner, degree = level(s)
        name = None if winner is None else side_name(s, winner)
        facts: Json = {
            "level": degree,
            "powers": [s.world.countries[power].name for power in powers(s, AXIS)],
            "lead": lead(s),
        }
        s.outcome = Outcome(name, "draw" if winner is None else "victory", facts)
        if name is None:
            s.tell("draw", "2WW-13.1c", **facts)
        else:
            s.tell("victory", "2WW-13a", side=name, **facts)


def lead(s: War) -> int:
    """By how many powers the Axis has more than the Allies may leave it and still win. [2WW-13.1c]"""
    return len(powers(s, AXIS)) - int(s.world.charts["victory"]["allied_minor"])


def powers(s: War, side: int) -> list[int]:
    """The powers on the map that a side controls; territories are none, whoever they belong to, and a power at peace
    is nobody's, even Italy, which the Axis runs. [2WW-13b, 2WW-3.4.2a]"""
    return [power for power in on_the_map(s) if s.owner[power] == side and not s.neutral[power]]


def on_the_map(s: War) -> list[int]:
    """The powers that have a capital on the map. [2WW-13b, 2WW-5.3.2e]"""
    world = s.world
    return [power for power, country in enumerate(world.countries) if country.is_power and world.capitals[power]]


def level(s: War) -> tuple[int | None, str]:
    """Who has won, and how: the best level of the Axis that is met, else what is left to it tells how the Allies
    have won. [2WW-13.1a, 2WW-13.1b, 2WW-13.1c, 2WW-13.2a, 2WW-13.2b, 2WW-13.2c]"""
    chart, held = s.world.charts["victory"], len(powers(s, AXIS))
    if _has_everything(s):
        return AXIS, TOTAL
    for degree in (MAJOR, MINOR):
        if _has_enough(s, chart[f"axis_{degree}"]["powers"], chart[f"axis_{degree}"]["among"]):
            return AXIS, degree
    for degree in (TOTAL, MAJOR, MINOR):
        if held == chart[f"allied_{degree}"]:
            return ALLIES, degree
    return None, DRAW


def _has_everything(s: War) -> bool:
    """All powers on the map but the five that are left out, and Egypt. [2WW-13.2a]"""
    needed = s.world.charts["victory"]["axis_total"]
    ignored = {s.world.country_index[name] for name in needed["ignores"]}
    wanted = {*on_the_map(s)} - ignored | {s.world.country_index[name] for name in needed["also"]}
    return all(s.owner[country] == AXIS for country in wanted)


def _has_enough(s: War, needed: int, among: list[str]) -> bool:
    """So many powers, these among them. [2WW-13.2b, 2WW-13.2c]"""
    held = powers(s, AXIS)
    return len(held) >= needed and all(s.world.country_index[name] in held for name in among)
