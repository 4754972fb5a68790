"""Chapter 7, 7.5: assaults over rivers, from the sea and from the air, and how they are thrown back."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.orders import Order, Refusal
from grognard.games.westfront.control import is_assault, original_attacker
from grognard.games.westfront.interdiction import supremacy_of
from grognard.games.westfront.orders import Repulse
from grognard.games.westfront.state import FROM_AIR, FROM_SEA, OVER_RIVER, Front
from grognard.games.westfront.units import hide, lose_from_sight, lose_step, own_unit, tell
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
        while s.repulses > 0:
            weakest = candidates(s, self.place, self.side)
            if not weakest:
                return
            if len(weakest) > 1:
                s.then(ChooseRepulse(self.side, self.place), self)
                return
            throw_back(s, weakest[0])


class ChooseRepulse(Ask[Front], frozen=True):
    """Among equally weak attackers the owner chooses. [WF-7.51b]"""

    place: int

    takes = (Repulse,)
    out_of_turn = "WF-7.22"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("repulse", "WF-7.51b", {"at": s.world.board.names[self.place]})

    def offers(self, s: Front) -> Iterator[Order]:
        for unit in candidates(s, self.place, self.side):
            yield Repulse(s.world.sides[self.side], s.world.units[unit])

    def explain(self, s: Front, order: Order) -> Refusal | None:
        assert isinstance(order, Repulse)
        unit = own_unit(s, self.side, order.unit)
        return unit if isinstance(unit, Refusal) else Refusal("WF-7.51b", {"unit": order.unit})

    def take(self, s: Front, order: Order) -> None:
        assert isinstance(order, Repulse)
        s.done()
        throw_back(s, s.world.unit_index[order.unit])


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
