"""Who judges a match of WestFront: Husky has points of its own, every other scenario is the war."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from grognard.engine.orders import Order
from grognard.games.westfront.state import Front
from grognard.players.judging import Judge, Pace
from grognard.players.westfront.husky.judge import HuskyJudge
from grognard.players.westfront.war.judge import WarJudge


class WestFrontJudge:
    """Asks the judge of the world that a state belongs to."""

    def __init__(self) -> None:
        self.husky = HuskyJudge()
        self.war = WarJudge()

    def of(self, s: Front) -> Judge:
        return self.husky if s.world.victory else self.war

    def ponder(self, s: Front, side: int) -> None:
        self.of(s).ponder(s, side)

    def pace(self, s: Front, side: int) -> Pace:
        return self.of(s).pace(s, side)

    def lead(self, s: Front, side: int) -> float:
        return self.of(s).lead(s, side)

    def chance(self, s: Front, side: int) -> float:
        return self.of(s).chance(s, side)

    def schemes(self, s: Front, side: int) -> Sequence[Hashable]:
        return ()

    def adopt(self, side: int, scheme: Hashable) -> None:
        """There is only one way."""

    def weigh(self, s: Front, side: int, orders: Sequence[Order]) -> list[float]:
        return self.of(s).weigh(s, side, orders)

    def gist(self, order: Order) -> Hashable:
        """Who goes where, by whatever way."""
        route = getattr(order, "route", None)
        return order if route is None else (type(order), getattr(order, "unit", ""), route[-1])

    def turn(self, s: Front) -> Hashable:
        return self.of(s).turn(s)

    def round(self, s: Front) -> Hashable:
        return self.of(s).round(s)

    def script(self, s: Front, side: int, orders: Sequence[Order]) -> Order:
        return self.of(s).script(s, side, orders)

    def why(self, s: Front, side: int, order: Order) -> str:
        return self.of(s).why(s, side, order)
