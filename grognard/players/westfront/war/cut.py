"""The cheapest set of hexes that parts one set of places from another: Dinic's flow over a map with prices.

Every hex is an entry and an exit with its price between them; whoever passes one exit comes to the entries around it.
Prices limit what flows from the sources to the drains; when the flow is at its greatest, the cheapest cut is full.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence

ENDLESS = 10**6
"""More than any price."""


class Network:
    """The arcs of a map, made once; the prices are filled in for every cut."""

    def __init__(self, near: Sequence[Sequence[int]], ground: Sequence[int]) -> None:
        self.ground = tuple(ground)
        number = {place: 2 * at for at, place in enumerate(self.ground)}
        self.source, self.drain = 2 * len(self.ground), 2 * len(self.ground) + 1
        self.to: list[int] = []
        self.full: list[int] = []
        self.arcs: list[list[int]] = [[] for _ in range(2 * len(self.ground) + 2)]
        for enter in number.values():  # the first arcs of every hex, in this order: through it, into it, out of it
            self._join(enter, enter + 1, 0)
            self._join(self.source, enter, 0)
            self._join(enter + 1, self.drain, 0)
        for place, enter in number.items():
            for there in near[place]:
                if there in number:
                    self._join(enter + 1, number[there], ENDLESS)

    def _join(self, here: int, there: int, room: int) -> None:
        self.arcs[here].append(len(self.to))
        self.arcs[there].append(len(self.to) + 1)
        self.to += (there, here)
        self.full += (room, 0)

    def cut(
        self, prices: Mapping[int, int], sources: frozenset[int], drains: Mapping[int, int]
    ) -> tuple[set[int], set[int]]:
        """The hexes of the cheapest cut (of several, the one nearest to the sources), and the hexes before it."""
        room = list(self.full)
        for at, place in enumerate(self.ground):
            room[6 * at] = prices.get(place, 0)
            room[6 * at + 2] = ENDLESS if place in sources else 0
            room[6 * at + 4] = drains.get(place, 0)
        while True:
            level = self._levels(room)
            if level[self.drain] < 0:
                break
            self._fill(room, level)
        entered = {place for at, place in enumerate(self.ground) if level[2 * at] >= 0}
        passed = {place for at, place in enumerate(self.ground) if level[2 * at + 1] >= 0}
        return entered - passed, passed

    def _levels(self, room: Sequence[int]) -> list[int]:
        """How many arcs with room lead from the source to every node; -1 where none do."""
        to, arcs = self.to, self.arcs
        level = [-1] * len(arcs)
        level[self.source] = 0
        queue = deque([self.source])
        while queue:
            here = queue.popleft()
            deeper = level[here] + 1
            for arc in arcs[here]:
                if room[arc] and level[to[arc]] < 0:
                    level[to[arc]] = deeper
                    queue.append(to[arc])
        return level

    def _fill(self, room: list[int], level: Sequence[int]) -> None:
        """Let as much as possible flow along the shortest ways."""
        to, arcs, end = self.to, self.arcs, self.drain
        turn = [0] * len(arcs)
        way: list[int] = []
        here = self.source
        while True:
            if here == end:
                weakest = min(room[arc] for arc in way)
                for arc in way:
                    room[arc] -= weakest
                    room[arc ^ 1] += weakest
                first = next(step for step, arc in enumerate(way) if not room[arc])
                here = to[way[first] ^ 1]
                del way[first:]
                continue
            choices, deeper = arcs[here], level[here] + 1
            while turn[here] < len(choices):
                arc = choices[turn[here]]
                if room[arc] and level[to[arc]] == deeper:
                    way.append(arc)
                    here = to[arc]
                    break
                turn[here] += 1
            else:
                if not way:
                    return
                here = to[way.pop() ^ 1]
                turn[here] += 1
