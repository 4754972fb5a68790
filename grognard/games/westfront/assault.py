"""Chapter 7, 7.5: assaults over rivers, from the sea and from the air, and how they are thrown back."""

from __future__ import annotations

from grognard.engine.agenda import Prompt, Step
from grognard.engine.naming import NameUnit, without_choice
from grognard.engine.orders import Refusal
from grognard.games.westfront.control import is_assault, original_attacker
from grognard.games.westfront.interdiction import supremacy_of
from grognard.games.westfront.orders import Repulse
from grognard.games.westfront.state import FROM_AIR, FROM_SEA, OVER_RIVER, Front
from grognard.games.westfront.units import hide, lose_from_sight, lose_step, tell
from grognard.games.westfront.world import WEATHERS


def repulse_numbers(s: Front, place: int, active: int) -> frozenset[int]:
    """The faces that throw an attacker back in the first round of an assault; none if anyone attacked by plain land.

    A combined assault uses the smallest range among its ways. [WF-7.5a, WF-7.5b, WF-7.51a, WF-7.51e, WF-7.53]
    """
    if not is_assault(s, place) or original_attacker(s, place) != active:
        return frozenset()
    return min((_numbers(s, unit) for unit in s.stack(place, active)), key=len)


def _numbers(s: Front, unit: int) -> frozenset[int]:
    chart = s.world.charts["repulse"]
    how = s.entered[unit]
    if how == OVER_RIVER:
        return frozenset(chart[s.world.charts["weather_effects"][WEATHERS[s.weather]]["repulse"]])
    if how == FROM_AIR:
        return frozenset(chart["air"])
    assert how == FROM_SEA
    defender = 1 - s.side_of(unit)
    row = chart["sea_amphibious" if s.world.roster[unit].kind == "amphibious" else "sea_other"]
    return frozenset(row[supremacy_of(s, defender)])


class ApplyRepulses(Step[Front], frozen=True):
    """After all hits of the defensive fire, repulses go to the weakest attackers. [WF-7.51b]"""

    place: int
    side: int

    def run(self, s: Front) -> None:
        left = without_choice(
            s.repulses, lambda: candidates(s, self.place, self.side), lambda unit: throw_back(s, unit)
        )
        if left:
            s.then(ChooseRepulse(self.side, self.place), self)


class ChooseRepulse(NameUnit[Front], frozen=True):
    """Among equally weak attackers the owner chooses. [WF-7.51b]"""

    place: int

    takes = (Repulse,)
    out_of_turn = "WF-7.22"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("repulse", "WF-7.51b", {"at": s.world.board.names[self.place]})

    def among(self, s: Front) -> list[int]:
        return candidates(s, self.place, self.side)

    def why_not(self, s: Front, unit: int) -> Refusal:
        return Refusal("WF-7.51b", {"unit": s.world.units[unit]})

    def named(self, s: Front, unit: int) -> None:
        throw_back(s, unit)


def candidates(s: Front, place: int, side: int) -> list[int]:
    units = s.stack(place, side)
    fewest = min((s.steps[unit] for unit in units), default=0)
    return [unit for unit in units if s.steps[unit] == fewest]


def throw_back(s: Front, unit: int) -> None:
    """A repulsed unit is again where it attacked from; a para loses a step besides. [WF-7.51c, WF-14.4b]"""
    s.repulses -= 1
    by_air = s.entered[unit] == FROM_AIR
    tell(s, "repulsed", "WF-7.51c", unit, to=s.world.board.names[s.came_from[unit]])
    s.where[unit] = s.came_from[unit]
    s.came_from[unit] = s.landed_at[unit] = -1
    s.entered[unit] = s.dispersed[unit] = 0
    if by_air:
        lose_step(s, unit, "WF-14.4b")
    if s.where[unit] >= 0:
        hide(s, unit)
        lose_from_sight(s, unit)
