"""Searches over (place, mode), with prices on every step and the route of whatever is found.

A mode is one way of going: on foot, by road, by rail, at sea. It has a net to go along, places that are open and
places where it ends. Doors lead from one mode into another: a port from land to sea, a station from the road to the
train. What a step costs may depend on both its ends: the net has a price for each side that is crossed, and tolls add
to it by what is left and what is entered (out of a zone of control one figure, from zone to zone another).

Sets of places are bit masks and a search enters whole sets at once, so a hundred sources cost what one does. Prices are
whole numbers; `Measure` makes them of exact fractions and turns them back.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from grognard.engine.paths import FAR, Lattice, around, bits

Node = tuple[int, str]
"""A place, and the mode in which one is there."""

Round = tuple[int, int, int]
"""What it costs to come here, the number of the mode, and the places that are entered."""

Due = dict[int, list[int]]
"""By cost, the places that each mode has yet to enter."""


class Toll(NamedTuple):
    """What a step costs on top if it leaves one of these places and enters one of those; without a figure it is barred.

    Where several tolls apply they add up.
    """

    leaving: int
    entering: int
    extra: int = FAR


class Mode(NamedTuple):
    """One way of going: along which net, into which places, and which of them it enters but does not go on from.

    Nodes beyond the hexes of the net's board count as places if its links lead there.
    """

    name: str
    net: Lattice
    open: int
    ends: int = 0
    tolls: tuple[Toll, ...] = ()


class Door(NamedTuple):
    """Where one may go over from a mode into another; whether the second is open there is not asked again."""

    before: str
    after: str
    at: int
    price: int = 0


@dataclass
class Found:
    """Where a search has come, round after round, the cheapest first."""

    modes: tuple[Mode, ...]
    doors: tuple[Door, ...]
    starts: tuple[int, ...]
    rounds: list[Round] = field(default_factory=list)
    leaves: tuple[int, ...] = ()
    """For every mode the places from which one may go on."""

    def __post_init__(self) -> None:
        self.leaves = tuple(~(mode.ends & ~start) for mode, start in zip(self.modes, self.starts, strict=True))

    @property
    def reached(self) -> int:
        """All places, in whatever mode."""
        reached = 0
        for _, _, entered in self.rounds:
            reached |= entered
        return reached

    @property
    def passed(self) -> int:
        """The places from which it went on, or could have with more points."""
        passed = 0
        for _, mode, entered in self.rounds:
            passed |= entered & self.leaves[mode]
        return passed

    def reached_by(self, mode: str) -> int:
        """All places in one mode."""
        reached = 0
        for _, number, entered in self.rounds:
            if self.modes[number].name == mode:
                reached |= entered
        return reached

    def costs(self) -> dict[int, int]:
        """The cheapest cost to every place, in whatever mode; cheap places first."""
        costs: dict[int, int] = {}
        for cost, _, entered in self.rounds:
            for place in bits(entered):
                costs.setdefault(place, cost)
        return costs

    def cost(self, place: int, mode: str = "") -> int | None:
        """The cheapest cost to a place, in one mode or in any, or None."""
        number = self._round(place, mode)
        return None if number is None else self.rounds[number][0]

    def route(self, place: int, mode: str = "") -> tuple[Node, ...]:
        """One of the cheapest ways to a place, from its start on, with the mode at every place; empty if there is none.

        It is always the same one. It is followed back from the goal: of equal steps the one from where one came last,
        then the first in the order of the net's sides and links.
        """
        number = self._round(place, mode)
        if number is None:
            return ()
        node = place
        way = [(node, self.modes[self.rounds[number][1]].name)]
        while (step := self._before(number, node)) is not None:
            number, node = step
            way.append((node, self.modes[self.rounds[number][1]].name))
        return tuple(reversed(way))

    def _round(self, place: int, mode: str) -> int | None:
        """In which round a place was first entered."""
        for number, (_, which, entered) in enumerate(self.rounds):
            if entered >> place & 1 and (not mode or self.modes[which].name == mode):
                return number
        return None

    def _before(self, number: int, place: int) -> tuple[int, int] | None:
        """From which round and place one came to a place in a round; None for a start."""
        cost, mode, _ = self.rounds[number]
        if self.starts[mode] >> place & 1:
            return None
        here = self.modes[mode]
        steps = []
        if (here.open | here.ends) >> place & 1:
            steps = [(before, mode, price) for before, price in arrivals(here, place)]
        for door in self.doors:
            if door.after == here.name and door.at >> place & 1:
                steps.append((place, self._number(door.before), door.price))
        for earlier in range(number - 1, -1, -1):
            paid, which, entered = self.rounds[earlier]
            passed = entered & self.leaves[which]
            for before, came_by, price in steps:
                if came_by == which and paid + price == cost and passed >> before & 1:
                    return earlier, before
        return None

    def _number(self, name: str) -> int:
        return next(number for number, mode in enumerate(self.modes) if mode.name == name)


def search(
    modes: Sequence[Mode],
    starts: int | Mapping[str, int],
    doors: Sequence[Door] = (),
    points: int = FAR,
    goals: int = 0,
) -> Found:
    """Go as far as some points last, or until a goal is entered in any mode.

    The starts are places of the first mode, or of each mode by its name. A start may be left whatever lies on it.
    """
    begin = [starts, *[0] * (len(modes) - 1)] if isinstance(starts, int) else [starts.get(m.name, 0) for m in modes]
    found = Found(tuple(modes), tuple(doors), tuple(begin))
    rounds, leaves = found.rounds, found.leaves
    ways_over = _ways_over(modes, doors)
    unseen = [-1] * len(modes)
    ahead = [mode.open | mode.ends for mode in modes]  # open, and not entered yet
    due: Due = {0: begin}
    while due:
        cost = min(due)
        batch = due.pop(cost)
        for number, mode in enumerate(modes):
            entered = batch[number] & unseen[number]
            if not entered:
                continue
            unseen[number] ^= entered
            ahead[number] &= ~entered
            rounds.append((cost, number, entered))
            if entered & goals:
                return found
            leaving = entered & leaves[number]
            if not leaving:
                continue
            for there, at, price in ways_over[number]:
                if leaving & at and cost + price <= points:
                    _put(due, cost + price, len(modes), there, leaving & at)
            for total, reached in steps_from(mode, leaving, ahead[number], cost, points):
                _put(due, total, len(modes), number, reached)
    return found


def _ways_over(modes: Sequence[Mode], doors: Sequence[Door]) -> list[list[tuple[int, int, int]]]:
    """For every mode the doors out of it: into which mode, where, and for what price."""
    number = {mode.name: number for number, mode in enumerate(modes)}
    ways: list[list[tuple[int, int, int]]] = [[] for _ in modes]
    for door in doors:
        ways[number[door.before]].append((number[door.after], door.at, door.price))
    return ways


def _put(due: Due, cost: int, modes: int, number: int, places: int) -> None:
    if cost not in due:
        due[cost] = [0] * modes
    due[cost][number] |= places


def steps_from(mode: Mode, leaving: int, ahead: int, cost: int, points: int) -> Iterator[tuple[int, int]]:
    """What one step leads to from these places: the new cost, and the places ahead that are entered for it."""
    net = mode.net
    for part, tolls in _by_tolls(mode.tolls, leaving):
        for layer in net.layers:
            if cost + layer.price > points:
                continue
            entered = around(layer, part) & ahead
            if not entered:
                continue
            if not tolls:
                yield cost + layer.price, entered
                continue
            for places, extra in _taxed(tolls, entered):
                if places and cost + layer.price + extra <= points:
                    yield cost + layer.price + extra, places
    for node in bits(leaving & net.linked):
        for there, price in net.links[node]:
            total = cost + price + _toll(mode.tolls, node, there)
            if total <= points and ahead >> there & 1:
                yield total, 1 << there


def _by_tolls(tolls: Sequence[Toll], leaving: int) -> list[tuple[int, tuple[Toll, ...]]]:
    """Places sorted by the tolls that are due for leaving them."""
    parts: list[tuple[int, tuple[Toll, ...]]] = [(leaving, ())]
    for toll in tolls:
        if leaving & toll.leaving:
            split = [(places & ~toll.leaving, due) for places, due in parts]
            split += [(places & toll.leaving, (*due, toll)) for places, due in parts]
            parts = [(places, due) for places, due in split if places]
    return parts


def _taxed(tolls: Sequence[Toll], entered: int) -> list[tuple[int, int]]:
    """Places sorted by what these tolls come to for entering them."""
    parts = [(entered, 0)]
    for toll in tolls:
        parts = [(places & ~toll.entering, extra) for places, extra in parts] + [
            (places & toll.entering, extra + toll.extra) for places, extra in parts
        ]
    return parts


def _toll(tolls: Sequence[Toll], before: int, place: int) -> int:
    return sum(toll.extra for toll in tolls if toll.leaving >> before & toll.entering >> place & 1)


def arrivals(mode: Mode, place: int) -> list[tuple[int, int]]:
    """From where a step leads to a place in a mode, and at what price, tolls included."""
    net = mode.net
    found = [
        (place - step, layer.price)
        for layer in net.layers
        for step, leaving in layer.ahead
        if place >= step and leaving >> place - step & 1
    ]
    found += [
        (place + step, layer.price)
        for layer in net.layers
        for step, leaving in layer.back
        if leaving >> place + step & 1
    ]
    found += net.arrivals.get(place, ())
    return [(before, price + _toll(mode.tolls, before, place)) for before, price in found]


class Measure(NamedTuple):
    """Whole numbers in place of exact fractions: how many of them make one movement point.

    >>> halves = Measure.of([Fraction(1, 2), 3])
    >>> halves.whole(Fraction(7, 2)), halves.points(7)
    (7, Fraction(7, 2))
    """

    parts: int

    @classmethod
    def of(cls, prices: Iterable[Fraction | int]) -> Measure:
        """The coarsest measure in which all of these are whole."""
        return cls(lcm(*(Fraction(price).denominator for price in prices)))

    def whole(self, points: Fraction | int) -> int:
        """So many movement points in this measure."""
        number = Fraction(points) * self.parts
        if number.denominator != 1:
            raise ValueError(f"{points} is no whole number of 1/{self.parts}; make the measure of it too")
        return number.numerator

    def points(self, whole: int) -> Fraction:
        """The movement points that a number in this measure stands for."""
        return Fraction(whole, self.parts)
