"""Where a piece can go and what it costs: reach, route, trace, spread and ripples, over small integers.

`steps[node]` is a tuple of (next node, cost) pairs, and costs are whole numbers (for fractions see `search.Measure`).
Sets of nodes are bit masks: node n is in the set when bit n is one. Everything here is plain typed code over integers,
fit for mypyc. Whatever needs modes, prices by the side that is crossed, or many sources at once, is searched for with
`search`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from typing import NamedTuple

from grognard.engine.board import Board

Way = Sequence[tuple[int, int]]
Steps = Sequence[Way]

FAR = 1 << 60  # more movement points than any map can use


class Trace(NamedTuple):
    """The cheapest way to the nearest goal; the route runs from the start to the goal, both included."""

    goal: int
    cost: int
    route: tuple[int, ...]


WHOLE = -1
"""The price of a step that takes a whole move of its own: what is left of the move before it lapses."""

# Searches


def reach(steps: Steps, start: int, points: int, stops: int = 0, barred: int = 0) -> dict[int, int]:
    """The cheapest cost to every node within `points`, the start included at 0.

    Nodes in `stops` may be entered but not left (the start may); nodes in `barred` may not be entered.
    """
    cost_to = {start: 0}
    explore(steps, cost_to, points, stops, barred)
    return cost_to


def route(
    steps: Steps, start: int, goal: int, points: int = FAR, stops: int = 0, barred: int = 0
) -> tuple[int, ...] | None:
    """The cheapest route from start to goal, or None; of equal ones, the one found first in the order of `steps`."""
    found = trace(steps, start, 1 << goal, points, barred, stops)
    return None if found is None else found.route


def trace(steps: Steps, start: int, goals: int, points: int = FAR, barred: int = 0, stops: int = 0) -> Trace | None:
    """The nearest of several goals and the way there, or None; of equal ones, the one found first."""
    cost_to, came_from = {start: 0}, {start: start}
    goal = explore(steps, cost_to, points, stops, barred, goals=goals, came_from=came_from)
    return Trace(goal, cost_to[goal], retrace(came_from, goal)) if goal >= 0 else None


def explore(
    steps: Steps | Mapping[int, Way],
    cost_to: dict[int, int],
    points: int,
    stops: int = 0,
    barred: int = 0,
    *,
    goals: int = 0,
    move: int = 0,
    by_number: bool = False,
    came_from: dict[int, int] | None = None,
) -> int:
    """The search behind the others: it fills in the cheapest costs, given those of the starts, and returns the goal
    that it finds, or -1.

    So many points make a `move`, for steps that take a whole one. Of equal ways the one found first in the order of
    `steps` counts, or else that from the node with the lower number. From where a node was reached is written down in
    `came_from`, in which a start comes from itself.
    """
    starts = tuple(cost_to)
    waiting: dict[int, list[int]] = {}  # nodes by cost, so that equal costs need no sorting
    for start, spent in cost_to.items():
        waiting.setdefault(spent, []).append(start)
    costs = sorted(waiting)
    while costs:
        cost = heappop(costs)
        nodes = waiting.pop(cost)
        for node in sorted(nodes) if by_number else nodes:
            if cost_to[node] != cost:
                continue
            if goals and goals >> node & 1:
                return node
            if stops and stops >> node & 1 and node not in starts:
                continue
            for there, price in steps[node]:
                total = cost + price if price >= 0 else -(-cost // move) * move + move
                if total > points:
                    continue
                known = cost_to.get(there)
                if known is None:
                    if barred and barred >> there & 1:
                        continue
                elif known <= total:
                    continue
                cost_to[there] = total
                if came_from is not None:
                    came_from[there] = node
                if total in waiting:
                    waiting[total].append(there)
                else:
                    waiting[total] = [there]
                    heappush(costs, total)
    return -1


def retrace(came_from: Mapping[int, int], node: int) -> tuple[int, ...]:
    """The way to a node, first step first, from a record in which the start came from itself."""
    way = [node]
    while came_from[node] != node:
        node = came_from[node]
        way.append(node)
    way.reverse()
    return tuple(way)


# Bit masks


def bits(mask: int) -> list[int]:
    """The nodes of a mask in ascending order."""
    if mask <= 0:
        return []
    digits = bin(mask)[:1:-1]
    found = []
    node = digits.find("1")
    while node >= 0:
        found.append(node)
        node = digits.find("1", node + 1)
    return found


def mask_of(nodes: Iterable[int]) -> int:
    """The mask of some nodes."""
    mask = 0
    for node in nodes:
        mask |= 1 << node
    return mask


def mask_where(fact: bytes, values: bytes) -> int:
    """The mask of the places where a fact has one of these values.

    >>> mask_where(bytes([0, 2, 1, 2]), bytes([2])) == mask_of([1, 3])
    True
    """
    return int(fact[::-1].translate(_one_of(values)), 2) if fact else 0


@cache
def _one_of(values: bytes) -> bytes:
    """For every value of a byte the digit 1 if it is one of these, and else 0."""
    return bytes(49 if value in values else 48 for value in range(256))


def flags_of(mask: int, size: int) -> bytearray:
    """One byte per node, 1 if it is in the mask: quicker than the mask where a search asks about every node."""
    digits = bin(mask & ((1 << size) - 1))[2:].zfill(size)
    return bytearray(digits[::-1], "ascii").translate(_ZERO_AND_ONE)


_ZERO_AND_ONE = bytes.maketrans(b"01", b"\0\1")


def painted(fact: bytes, mask: int, value: int) -> bytes:
    """A fact with one value in all places of a mask; painting any number of places takes as long as painting two dozen.

    >>> painted(bytes([0, 2, 1, 2]), mask_of([1, 2]), 3)
    b'\\x00\\x03\\x03\\x02'
    """
    if mask.bit_count() < 24:
        numbers = bytearray(fact)
        for node in bits(mask):
            numbers[node] = value
        return bytes(numbers)
    size = len(fact)
    ones = int.from_bytes(flags_of(mask, size), "little")  # a byte for each place
    return (int.from_bytes(fact, "little") & ~(ones * 255) | ones * value).to_bytes(size, "little")


# Flooding a whole board at once


class Layer(NamedTuple):
    """The sides of one price as masks: for each difference of hex numbers, the hexes that may be left so."""

    price: int
    ahead: tuple[tuple[int, int], ...]
    back: tuple[tuple[int, int], ...]


class Lattice:
    """A board's open hexsides as masks: for each difference of hex numbers, the hexes that have such a neighbour.

    `is_open(a, b)` says whether one may pass from hex a to the adjacent hex b, or `price(a, b)` at what price, None if
    not at all; otherwise each side costs 1. `links` says where else one may go from some places, off-map boxes perhaps,
    and at what cost; without a board there is nothing else. Prices and links count for searches alone: a flood does not
    ask what it costs.
    """

    def __init__(
        self,
        board: Board | None,
        is_open: Callable[[int, int], bool] | None = None,
        links: Mapping[int, Way] | None = None,
        *,
        price: Callable[[int, int], int | None] | None = None,
    ) -> None:
        self.links = dict(links or {})
        self.linked = mask_of(self.links)
        self.arrivals: dict[int, list[tuple[int, int]]] = {}
        for node, ways in self.links.items():
            for there, cost in ways:
                self.arrivals.setdefault(there, []).append((node, cost))
        leaving: dict[int, dict[int, list[int]]] = {}
        for hex in board.here if board else ():
            for other in board.neighbours[hex] if board else ():
                cost_of_side = 1 if price is None else price(hex, other)
                if cost_of_side is not None and (is_open is None or is_open(hex, other)):
                    leaving.setdefault(cost_of_side, {}).setdefault(other - hex, []).append(hex)
        self.layers = tuple(_layer(cost, leaving[cost]) for cost in sorted(leaving))
        _, self.ahead, self.back = _layer(0, _whatever_the_price(leaving.values()))


def network(links: Sequence[Sequence[int]]) -> Lattice:
    """A lattice over links alone, from each place to some others: a rail network that keeps to no board."""
    return Lattice(None, links={place: ways for place, ways in enumerate(uniform(links)) if ways})


def _layer(price: int, leaving: Mapping[int, Sequence[int]]) -> Layer:
    differences = sorted(leaving)
    ahead = tuple((step, mask_of(leaving[step])) for step in differences if step > 0)
    return Layer(price, ahead, tuple((-step, mask_of(leaving[step])) for step in differences if step < 0))


def _whatever_the_price(leaving: Iterable[Mapping[int, Sequence[int]]]) -> dict[int, list[int]]:
    every: dict[int, list[int]] = {}
    for layer in leaving:
        for difference, hexes in layer.items():
            every.setdefault(difference, []).extend(hexes)
    return every


def around(lattice: Lattice | Layer, places: int) -> int:
    """All hexes that one step leads to from these."""
    entered = 0
    for step, leaving in lattice.ahead:
        entered |= (places & leaving) << step
    for step, leaving in lattice.back:
        entered |= (places & leaving) >> step
    return entered


def spread(lattice: Lattice, sources: int, allowed: int, limit: int = -1, ends: int = 0) -> int:
    """All hexes that a flood from `sources` reaches through `allowed` ones in at most `limit` steps (-1: any number).

    The sources themselves need not be allowed. Hexes in `ends` are entered, if allowed, but not passed.
    """
    reached = sources
    frontier = sources
    dry = allowed & ~sources
    while frontier and limit != 0:
        entered = around(lattice, frontier) & dry
        dry ^= entered
        reached |= entered
        frontier = entered & ~ends if ends else entered
        limit -= 1
    return reached


# Nodes and costs


def uniform(neighbours: Sequence[Sequence[int]], cost: int = 1) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Steps that all cost the same, from a board's neighbours or one of its networks."""
    return tuple(tuple((there, cost) for there in around) for around in neighbours)
