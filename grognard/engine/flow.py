"""The cheapest flow through a small network, one unit at a time."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable

from grognard.engine.paths import FAR

START, END = "start", "end"


class Flow:
    """A network from START to END whose links have a capacity and a cost per unit."""

    def __init__(self) -> None:
        self.room: dict[Hashable, dict[Hashable, int]] = defaultdict(dict)
        self.price: dict[tuple[Hashable, Hashable], int] = {}

    def link(self, a: Hashable, b: Hashable, room: int, price: int = 0) -> None:
        self.room[a][b] = room
        self.room[b].setdefault(a, 0)
        if price:
            self.price[a, b], self.price[b, a] = price, -price

    def run(self, limit: int, budget: int) -> None:
        """Send up to `limit` units, each the cheapest way that is left, while the budget lasts."""
        for _ in range(limit):
            cost, way = self._cheapest()
            if cost > budget:
                return
            budget -= cost
            for a, b in way:
                self.room[a][b] -= 1
                self.room[b][a] += 1

    def _cheapest(self) -> tuple[int, list[tuple[Hashable, Hashable]]]:
        """What was sent one way may turn back, and its price is refunded."""
        cost: dict[Hashable, int] = {START: 0}
        before: dict[Hashable, Hashable] = {}
        waiting: deque[Hashable] = deque(cost)
        while waiting:
            a = waiting.popleft()
            for b, room in self.room[a].items():
                total = cost[a] + self.price.get((a, b), 0)
                if room and total < cost.get(b, FAR):
                    cost[b], before[b] = total, a
                    waiting.append(b)
        way: list[tuple[Hashable, Hashable]] = []
        here: Hashable = END
        while here in before:
            way.append((before[here], here))
            here = before[here]
        return cost.get(END, FAR), way

    def is_sent(self, a: Hashable, b: Hashable) -> bool:
        """Whether anything goes over a link."""
        return self.room[b][a] > 0
