"""Where a piece can go and what it costs: reach, route, trace, spread and ripples, over small integers.

`steps[node]` is a tuple of (next node, cost) pairs. A node is a hex, or a hex in one of several modes (see `Modes`).
Costs are whole numbers; a game with fractions of movement points scales them first (see `scaled`). Sets of nodes are
bit masks: node n is in the set when bit n is one. Everything here is plain typed code over integers, fit for mypyc.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from heapq import heappop, heappush
from math import lcm
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


class Ripples(NamedTuple):
    """Where a flood from one place has come, round after round; entering a neighbouring hex costs one point."""

    rounds: Sequence[tuple[int, int]]
    """What each round costs, and the nodes that it enters; the first is the start alone."""

    @property
    def reached(self) -> int:
        """All nodes of all rounds."""
        reached = 0
        for _, entered in self.rounds:
            reached |= entered
        return reached

    def cost(self, node: int) -> int | None:
        """The cheapest cost to a node, or None."""
        return next((cost for cost, entered in self.rounds if entered >> node & 1), None)


def ripples(
    lattice: Lattice, start: int, points: int, allowed: int, ends: int = 0, first: int = -1, goal: int = -1
) -> Ripples:
    """Flood from a place through allowed ones as far as some points last, or until a goal is entered.

    Hexes in `ends` are entered, if allowed, but not passed; the start may be left, though only for hexes in `first`.
    It finds what `reach` finds, many times faster where the map is wide and the boxes are few.
    """
    rounds: list[tuple[int, int]] = []
    due = {0: 1 << start}
    dry = allowed | 1 << start
    while due:
        cost = min(due)
        entered = due.pop(cost) & dry
        if not entered:
            continue
        dry ^= entered
        rounds.append((cost, entered))
        if goal >= 0 and entered >> goal & 1:
            break
        leaving, ahead = (entered & ~ends, dry) if len(rounds) > 1 else (entered, dry & first)
        for node in bits(leaving & lattice.linked):
            for there, price in lattice.links[node]:
                if cost + price <= points:
                    due[cost + price] = due.get(cost + price, 0) | (1 << there & ahead)
        if cost < points:
            due[cost + 1] = due.get(cost + 1, 0) | (around(lattice, leaving) & ahead)
    return Ripples(rounds)


def way_back(lattice: Lattice, found: Ripples, goal: int, ends: int = 0) -> tuple[int, ...]:
    """One of the cheapest ways to a node that a flood has entered, from the start to the goal, both included."""
    number = next(number for number, (_, entered) in enumerate(found.rounds) if entered >> goal & 1)
    passed = [found.rounds[0], *((cost, entered & ~ends) for cost, entered in found.rounds[1:])]
    node, cost = goal, passed[number][0]
    way = [goal]
    while number:
        before = [(node - step, 1) for step, leaving in lattice.ahead if node >= step and leaving >> node - step & 1]
        before += [(node + step, 1) for step, leaving in lattice.back if leaving >> node + step & 1]
        before += lattice.arrivals.get(node, ())
        number, node, cost = next(
            (earlier, other, passed[earlier][0])
            for earlier in range(number - 1, -1, -1)
            for other, price in before
            if passed[earlier][0] + price == cost and passed[earlier][1] >> other & 1
        )
        way.append(node)
    return tuple(reversed(way))


# Nodes and costs


def uniform(neighbours: Sequence[Sequence[int]], cost: int = 1) -> tuple[tuple[tuple[int, int], ...], ...]:
    """Steps that all cost the same, from a board's neighbours or one of its networks."""
    return tuple(tuple((there, cost) for there in around) for around in neighbours)


def scaled(fractions: Iterable[Fraction | int]) -> tuple[tuple[int, ...], int]:
    """Exact fractions as whole numbers, and the common denominator by which they were multiplied.

    >>> scaled([Fraction(1, 2), Fraction(1, 3), 2])
    ((3, 2, 12), 6)
    """
    values = tuple(Fraction(value) for value in fractions)
    denominator = lcm(*(value.denominator for value in values))
    return tuple(int(value * denominator) for value in values), denominator


class Modes:
    """Nodes that are a place in one of several modes (on foot, by rail, at sea): place * number of modes + mode.

    >>> ways = Modes(["foot", "rail"])
    >>> ways.node(1727, "rail"), ways.place(3455), ways.mode(3455)
    (3455, 1727, 'rail')
    """

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self.count = len(self.names)
        self._number = {name: number for number, name in enumerate(self.names)}

    def node(self, place: int, mode: str) -> int:
        """The node of a place in a mode."""
        return place * self.count + self._number[mode]

    def place(self, node: int) -> int:
        """Where a node is."""
        return node // self.count

    def mode(self, node: int) -> str:
        """In which mode a node is."""
        return self.names[node % self.count]
