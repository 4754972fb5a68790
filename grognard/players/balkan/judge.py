"""How well a side stands in Balkan Front, and all else that the levels ask a judge for."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp

from grognard.engine.orders import Order
from grognard.games.balkan.lands import loyalty
from grognard.games.balkan.state import ALLIES, AXIS, NEUTRAL, Campaign
from grognard.games.balkan.units import face, lost
from grognard.games.balkan.victory import OURS, score
from grognard.players.balkan.glance import weigh
from grognard.players.balkan.plan import Plan
from grognard.players.balkan.reasons import reason
from grognard.players.balkan.script import scheme as yardstick
from grognard.players.balkan.worth import numbers, stakes
from grognard.players.judging import Pace


class BalkanJudge:
    """The judge of Balkan Front. It keeps the plan that it has made for this phase."""

    def __init__(self) -> None:
        self._plans: dict[Hashable, Plan] = {}

    # Plans

    def ponder(self, s: Campaign, side: int) -> None:
        key = self._key(s, side)
        self._plans = {key: self._plans[key]} if key in self._plans else {key: Plan(s, side)}

    def plan(self, s: Campaign, side: int) -> Plan:
        key = self._key(s, side)
        if key not in self._plans:
            self._plans[key] = Plan(s, side)
        return self._plans[key]

    def _key(self, s: Campaign, side: int) -> Hashable:
        return (s.turn, s.active, s.phase, side)

    def schemes(self, s: Campaign, side: int) -> Sequence[Hashable]:
        return ()

    def adopt(self, side: int, scheme: Hashable) -> None:
        """There is only one way."""

    # Time

    def turn(self, s: Campaign) -> Hashable:
        return (s.turn, s.active)

    def round(self, s: Campaign) -> Hashable:
        """A player turn."""
        return (s.turn, s.active)

    def pace(self, s: Campaign, side: int) -> Pace:
        return Pace()

    # How a side stands

    def lead(self, s: Campaign, side: int) -> float:
        """The points as they are, and a little for what is left to fight with."""
        lead = points(s, AXIS) - points(s, ALLIES)
        if s.outcome is None:
            loyal, chart = loyalty(s), numbers()["lead"]
            for unit, at in enumerate(s.where):
                if at >= 0 and loyal[unit] != NEUTRAL:
                    strength = face(s, unit).defense * chart["strength"]
                    lead += strength if loyal[unit] == AXIS else -strength
        return lead if side == AXIS else -lead

    def chance(self, s: Campaign, side: int) -> float:
        if s.outcome is not None and s.outcome.winner is not None:
            return 1.0 if s.outcome.winner == s.world.sides[side] else 0.0
        par = float(numbers()["lead"]["par"].get(s.world.scenario, 0.0))
        lead = self.lead(s, side) - (par if side == AXIS else -par)
        return 1 / (1 + exp(-lead / numbers()["lead"]["scale"]))

    # What to do

    def weigh(self, s: Campaign, side: int, orders: Sequence[Order]) -> list[float]:
        return weigh(s, self.plan(s, side), side, orders)

    def gist(self, order: Order) -> Hashable:
        return order

    def script(self, s: Campaign, side: int, orders: Sequence[Order]) -> Order:
        return yardstick(s, side, orders)

    def why(self, s: Campaign, side: int, order: Order) -> str:
        return reason(s, self.plan(s, side), order)


def points(s: Campaign, side: int) -> float:
    """What a side would have if it ended now; without points of the scenario, what it owns and what the enemy lost."""
    if s.world.frame["victory"] == OURS:
        return float(score(s, side).total)
    held = sum(stake for place, stake in stakes(s.world).items() if s.owner[place] == side)
    return float(held + numbers()["units"]["re"] * lost(s, 1 - side) / 2)
