"""Chapters 12B and 12C2: the supply check of both sides, and sources that feed only so many units."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.derived import derived
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Refusal
from grognard.engine.tally import exact
from grognard.games.balkan.lands import loyalty
from grognard.games.balkan.orders import Feed
from grognard.games.balkan.sources import minor_ports
from grognard.games.balkan.state import ALLIES, AXIS, Campaign
from grognard.games.balkan.supply import GROUND, in_reach, line_of, without_line
from grognard.games.balkan.units import face, names

NATION = "Greek"
"""Whose units minor ports feed. [BF-12C2-2]"""


# Sharing out


def ration(s: Campaign) -> int:
    """The half REs of units that a minor port feeds. [BF-12C2-2]"""
    return int(2 * exact(s.world.charts["supply_rations"]["greek_minor_port_res"]))


@derived(*GROUND, "owner", "ever")
def dependants(s: Campaign, side: int) -> Mapping[int, tuple[int, ...]]:
    """By unit that has no other line: the minor ports of which each could feed it whole. [BF-12C2-2]"""
    world, most = s.world, ration(s)
    units = [u for u in without_line(s, side) if world.nation[u] == NATION and face(s, u).res <= most]
    ports = minor_ports(s, side)
    found: dict[int, tuple[int, ...]] = {}
    for cost_set in {world.cost_set[unit] for unit in units}:
        reach = in_reach(s, side, cost_set, ports)
        for unit in units:
            if world.cost_set[unit] == cost_set:
                found[unit] = tuple(port for port, reached in reach.items() if s.where[unit] in reached)
    return {unit: found[unit] for unit in units if found[unit]}


def suffices(s: Campaign, side: int, units: Iterable[int]) -> bool:
    """Whether the minor ports can feed all of these units at once. [BF-12C2-2]"""
    ports = dependants(s, side)
    wanted = sorted(units, key=lambda unit: (len(ports[unit]), ports[unit], -face(s, unit).res))
    return have_room([(face(s, unit).res, ports[unit]) for unit in wanted], {}, ration(s))


def have_room(wanted: Sequence[tuple[int, tuple[int, ...]]], used: dict[int, int], most: int) -> bool:
    """Whether everybody of a size finds one of his ports with enough left: one port after the other is tried."""
    if not wanted:
        return True
    every = {port for _, ports in wanted for port in ports}
    if sum(size for size, _ in wanted) > sum(most - used.get(port, 0) for port in every):
        return False
    (size, ports), *others = wanted
    for port in ports:
        if used.get(port, 0) + size <= most:
            used[port] = used.get(port, 0) + size
            if have_room(others, used, most):
                return True
            used[port] -= size
    return False


def still_to_feed(s: Campaign, side: int, fed: tuple[int, ...]) -> list[int]:
    """The units for which there is still something left beside those that are fed. [BF-12C2-2]"""
    return [unit for unit in dependants(s, side) if unit not in fed and suffices(s, side, (*fed, unit))]


# The check


class SupplyCheck(Step[Campaign], frozen=True):
    """Both sides find out which of their units are in supply for this player turn. [BF-4A1-1, BF-12B-1]"""

    def run(self, s: Campaign) -> None:
        s.then(Feeding(AXIS), Feeding(ALLIES))


class Feeding(Step[Campaign], frozen=True):
    """A side's small sources are shared out, and its units are in supply or not. [BF-12B-1, BF-12C2-2]

    The owner is asked only if there is too little for all who could still be fed.
    """

    side: int
    fed: tuple[int, ...] = ()

    def run(self, s: Campaign) -> None:
        others = still_to_feed(s, self.side, self.fed)
        if suffices(s, self.side, (*self.fed, *others)):
            settle(s, self.side, set(without_line(s, self.side)) - {*self.fed, *others})
        else:
            s.then(ChooseFed(self.side, self.fed))


class ChooseFed(Ask[Campaign], frozen=True):
    """The owner says who is fed where not everybody can be. [BF-12C2-2]"""

    fed: tuple[int, ...]

    takes = (Feed,)
    out_of_turn = "BF-12C2-2"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("feed", "BF-12C2-2", {"units": names(s, still_to_feed(s, self.side, self.fed))})

    def offers(self, s: Campaign) -> Iterator[Order]:
        for unit in still_to_feed(s, self.side, self.fed):
            yield Feed(s.world.sides[self.side], s.world.units[unit])

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        assert isinstance(order, Feed)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        waits = unit in dependants(s, self.side) and unit not in self.fed
        return Refusal("BF-12C2-2", {"unit": order.unit}, "full" if waits else "other")

    def take(self, s: Campaign, order: Order) -> None:
        assert isinstance(order, Feed)
        s.done()
        s.tell("fed", "BF-12C2-2", unit=order.unit)
        s.then(Feeding(self.side, (*self.fed, s.world.unit_index[order.unit])))


def settle(s: Campaign, side: int, hungry: set[int]) -> None:
    """What has been found holds until the next check. [BF-12B-1]"""
    loyal = loyalty(s)
    mine = [unit for unit, at in enumerate(s.where) if at >= 0 and loyal[unit] == side]
    for what, now in (("cut off", 1), ("supplied", 0)):
        units = [unit for unit in mine if (unit in hungry) == bool(now) and s.hungry[unit] != now]
        for unit in units:
            s.hungry[unit] = now
        if units:
            s.tell(what, "BF-12B-1", side=s.world.sides[side], units=names(s, units))


def would_be_hungry(s: Campaign, side: int) -> list[int]:
    """The units of a side that nothing would feed if supply were checked now. [BF-12B-1, BF-12C2-2]"""
    ports = dependants(s, side)
    return [unit for unit in without_line(s, side) if unit not in ports]


def could_be_fed(s: Campaign, unit: int, side: int) -> bool:
    """Whether a unit could be in supply if it were checked now, wherever others draw theirs from. [BF-29B-4]"""
    return line_of(s, unit, side) is not None or unit in dependants(s, side)
