"""The yardstick of the war: a plain scheme that never looks ahead. It stays as it is, or levels could not be compared.

It activates whatever has a step to spare, walks to the nearest objective that the enemy holds, lands on the emptiest
port, fights when it is stronger, and builds the dearest step that it can pay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from grognard.engine.orders import Order
from grognard.games.westfront import orders as say
from grognard.games.westfront.production import price
from grognard.games.westfront.state import AXIS, Front
from grognard.players.westfront.war.ground import Ground
from grognard.players.westfront.war.scene import Scene, is_contested

FAR = 99
STRONGER = 1.2
"""How many times as strong as the enemy it wants to be."""


class Scheme:
    """What the yardstick thinks of the orders of one decision."""

    def __init__(self, s: Front, side: int, land: Ground) -> None:
        self.s, self.side = s, side
        self.scene = Scene(s, side, land)
        self.land = land
        self.place, self.index = s.world.place_index, s.world.unit_index
        self.way = self._ways()
        self._how: dict[str, Callable[..., float]] = {
            "Activate": self._activate, "Move": self._move, "Rail": self._ride, "Sail": self._ride, "Land": self._land,
            "Strike": self._declare, "Declare": self._declare, "Lose": self._lose, "Repulse": self._lose,
            "Replace": self._buy, "Rebuild": self._buy, "Arrive": self._appear, "Raise": self._appear,
        }  # fmt: skip
        self._flat = {"Pass": 0.0, "Seal": 0.0, "Propose": 9.0, "Beachhead": 1.0, "Demand": 1.0, "Incite": 1.0}
        self._flat |= {"Fight": 1.0, "Man": 1.0, "Feed": 1.0, "Defect": 1.0, "Muster": 0.1, "Deploy": 0.1}

    def choose(self, orders: Sequence[Order]) -> Order:
        weights = [self.weigh(order) for order in orders]
        return orders[max(range(len(orders)), key=weights.__getitem__)]

    def weigh(self, order: Order) -> float:
        name = type(order).__name__
        how = self._how.get(name)
        return how(order) if how else self._flat.get(name, -1.0)

    def _ways(self) -> dict[int, int]:
        """Hexes by land to the nearest objective that the enemy holds, or to his troops."""
        s, worth = self.s, self.land.worth
        goals = [at for at in worth if worth[at] > 0 and s.owner[at] != self.side and is_contested(s, at)]
        goals += [at for at in self.scene.count[1 - self.side] if is_contested(s, at) and self.side == AXIS]
        found, edge = dict.fromkeys(goals, 0), goals
        while edge:
            edge = list(dict.fromkeys(near for at in edge for near in self.land.near[at] if near not in found))
            steps = 1 + max(found.values(), default=0)
            found |= dict.fromkeys(edge, steps)
        return found

    def _activate(self, order: say.Activate) -> float:
        hq = self.index[order.hq]
        if self.s.steps[hq] < 2 or order.blitz or order.to or order.role == "paradrop":
            return -1.0
        if order.role == "invasion":
            waiting = [u for u in self.s.stack(self.s.where[hq], self.side) if not self.land.is_hq[u]]
            return 2.0 if waiting and self.side != AXIS else -1.0
        return 1.0

    def _move(self, order: say.Move | say.Rail | say.Sail) -> float:
        unit, there = self.index[order.unit], self.place[order.route[-1]]
        here = self.s.where[unit]
        if self.scene.has_enemy(there):
            mine = self.scene.own(there) + self.scene.power(unit)
            return 2.0 if mine >= STRONGER * self.scene.enemy(there) * self.scene.cover(there) else -1.0
        if self.s.attacker[here]:
            return -1.0
        return 0.1 * (self.way.get(here, FAR) - self.way.get(there, FAR)) - 0.05

    def _ride(self, order: say.Rail | say.Sail) -> float:
        return self._move(order) if not self.land.is_hq[self.index[order.unit]] else -1.0

    def _land(self, order: say.Land) -> float:
        there = self.place[order.route[-1]]
        if self.land.is_hq[self.index[order.unit]] or not is_contested(self.s, there):
            return -1.0
        blocks = self.scene.count[1 - self.side].get(there, 0)
        return 1.0 + (2.0 if there in self.s.world.ports else 0.0) - blocks - 0.1 * self.way.get(there, FAR)

    def _declare(self, order: say.Strike | say.Declare) -> float:
        at = self.place[order.at]
        return self.scene.own(at) - STRONGER * self.scene.enemy(at) * self.scene.cover(at)

    def _lose(self, order: say.Lose | say.Repulse) -> float:
        return -self.land.fire[self.index[order.unit]]

    def _buy(self, order: say.Replace | say.Rebuild) -> float:
        unit = self.index[order.unit]
        return float(price(self.s, unit)["step"])

    def _appear(self, order: say.Arrive | say.Raise) -> float:
        return 1.0 - 0.01 * self.way.get(self.place[order.at], FAR)
