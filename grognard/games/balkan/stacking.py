"""Chapter 8: how many units a hex holds, counted by slots."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.agenda import Prompt, Step
from grognard.engine.derived import derived
from grognard.engine.naming import NameUnit
from grognard.engine.orders import Refusal
from grognard.games.balkan.orders import Remove
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import eliminate, is_division, stacks, units_in
from grognard.games.balkan.world import Balkans
from grognard.games.europa import slots
from grognard.games.europa.slots import ARTILLERY, DIVISION, OTHER, Limits, Stack


def limits(world: Balkans, place: int) -> Limits:
    """The slots of a hex. [BF-8A1-1, BF-8A2-1]"""
    return _limits(world)[world.mountains >> place & 1]


def _limits(world: Balkans) -> tuple[Limits, Limits]:
    chart = world.charts["stacking"]
    return world.recall("limits", lambda: (slots.limits(chart["regular"]), slots.limits(chart["mountain"])))


def slot_kind(s: Campaign, unit: int) -> str:
    """Which slots a unit may fill. [BF-8A1-1]"""
    if is_division(s, unit):
        return DIVISION
    return ARTILLERY if s.world.roster[unit].is_artillery else OTHER


def stack_of(s: Campaign, units: Iterable[int]) -> Stack:
    """Units as they count for stacking; position AA does not. [BF-8A-1]"""
    return slots.stack(slot_kind(s, unit) for unit in units if not s.world.is_position_aa[unit])


def has_room(s: Campaign, unit: int, place: int, side: int) -> bool:
    """Whether a unit of a side would fit into a place beside those that are there. [BF-8A1-1, BF-8A2-1, BF-8A-1]"""
    if s.where[unit] == place:
        return bool(s.world.is_position_aa[unit]) or not excess(s, place, side)
    return not no_room(s, unit, side) >> place & 1


def no_room(s: Campaign, unit: int, side: int) -> int:
    """The hexes in which a unit that is not there would not fit. [BF-8A1-1, BF-8A2-1, BF-8A-1]"""
    return 0 if s.world.is_position_aa[unit] else full(s, side, slot_kind(s, unit))


@derived("where", "cadre", "stance")
def full(s: Campaign, side: int, kind: str) -> int:
    """The hexes that have no slot for another unit of a kind. [BF-8A1-1, BF-8A2-1]"""
    found = 0
    size, mountains, both = s.world.board.grid.size, s.world.mountains, _limits(s.world)
    for place, units in stacks(s, side).items():
        most = both[mountains >> place & 1]
        if len(units) >= most.any and place < size and not slots.has_room(stack_of(s, units), kind, most):
            found |= 1 << place
    return found


def excess(s: Campaign, place: int, side: int) -> int:
    """By how many units a side overfills a hex. [BF-8B-1]"""
    return slots.excess(stack_of(s, units_in(s, place, side)), limits(s.world, place))


def overfull(s: Campaign, side: int) -> list[int]:
    """The hexes that a side overfills. [BF-8B-1]"""
    found = [place for place, units in stacks(s, side).items() if len(units) > 2 and excess(s, place, side)]
    return sorted(place for place in found if place < s.world.board.grid.size)


def spares(s: Campaign, place: int, side: int) -> list[int]:
    """The units of an overfull hex of which one must go. [BF-8B-1]"""
    units = units_in(s, place, side)
    stack, most = stack_of(s, units), limits(s.world, place)
    return [u for u in units if not s.world.is_position_aa[u] and slots.relieves(stack, slot_kind(s, u), most)]


class StackingCheck(Step[Campaign], frozen=True):
    """A phase closes: whoever is still one too many is lost. [BF-8B-1, BF-8B-4]"""

    def run(self, s: Campaign) -> None:
        for side in range(len(s.world.sides)):
            crowded = overfull(s, side)
            if crowded:
                s.then(Crowded(side, crowded[0]), StackingCheck())
                return


class Crowded(NameUnit[Campaign], frozen=True):
    """The owner chooses who is lost from a hex that holds too many. [BF-8B-1]"""

    place: int

    takes = (Remove,)
    out_of_turn = "BF-8B-1"

    def prompt(self, s: Campaign) -> Prompt:
        at = s.world.board.names[self.place]
        return Prompt("crowded", "BF-8B-1", {"at": at, "units": excess(s, self.place, self.side)})

    def among(self, s: Campaign) -> list[int]:
        return spares(s, self.place, self.side)

    def why_not(self, s: Campaign, unit: int) -> Refusal:
        return Refusal("BF-8B-1", {"unit": s.world.units[unit], "at": s.world.board.names[self.place]}, "other")

    def named(self, s: Campaign, unit: int) -> None:
        eliminate(s, unit, "BF-8B-1", completely=True)
