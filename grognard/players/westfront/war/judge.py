"""How well a side stands in the war, and all else that the levels ask a judge for."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import cache
from importlib import resources
from math import exp

from grognard.engine.files import read_toml
from grognard.engine.kinds import Data
from grognard.engine.orders import Order
from grognard.games.westfront import phases, victory
from grognard.games.westfront.state import ALLIES, AXIS, Front
from grognard.players.judging import Pace
from grognard.players.westfront.war.glance import Glance
from grognard.players.westfront.war.ground import Ground, Numbers, fortnights_left, ground, worth
from grognard.players.westfront.war.plan import Plan
from grognard.players.westfront.war.reasons import reason
from grognard.players.westfront.war.scene import Scene
from grognard.players.westfront.war.script import Scheme

CAP = 30.0


class WarJudge:
    """The judge of the war. It keeps the plans that it has made in this turn."""

    def __init__(self, numbers: Sequence[Numbers] | None = None) -> None:
        self.numbers = tuple(numbers or (numbers_of("allied"), numbers_of("axis")))
        self._plans: dict[Hashable, Plan] = {}

    # Plans

    def ponder(self, s: Front, side: int) -> None:
        key = self._moment(s, side)
        self._plans = {key: self._plans[key]} if key in self._plans else {key: self._planned(s, side)}

    def plan(self, s: Front, side: int) -> Plan:
        """What a side wants in this phase."""
        key = self._moment(s, side)
        if key not in self._plans:
            self._plans[key] = self._planned(s, side)
        return self._plans[key]

    def _planned(self, s: Front, side: int) -> Plan:
        return Plan(s, side, self.ground(s), self.numbers[side])

    def _moment(self, s: Front, side: int) -> Hashable:
        return (s.month, s.fortnight, s.active, s.phase, side)

    def ground(self, s: Front) -> Ground:
        return ground(s, self.numbers[ALLIES])

    # Time

    def turn(self, s: Front) -> tuple[int, int, int, bool]:
        return (s.month, s.fortnight, s.active, s.phase == phases.PRODUCTION)

    def round(self, s: Front) -> Hashable:
        """A player turn is enough to see what came of an order."""
        return self.turn(s)

    def pace(self, s: Front, side: int) -> Pace:
        """What is built shows its worth too late to be tried out, and in the enemy's turn there is little to choose; in
        one's own the first orders, by which the headquarters are woken, settle most."""
        n = self.numbers[side]
        return Pace(n["pace"], n["pace_share"]) if s.phase != phases.PRODUCTION and s.active == side else Pace(0.0)

    # How well a side stands

    def lead(self, s: Front, side: int) -> float:
        return self._allied_lead(s) if side == ALLIES else -self._allied_lead(s)

    def chance(self, s: Front, side: int) -> float:
        """A lead is worth the more, the less can still happen."""
        n = self.numbers[ALLIES]
        spread = n["sure"] if s.outcome is not None else n["spread"] + n["spread_fortnight"] * fortnights_left(s)
        return 1.0 / (1.0 + exp(-max(-CAP, min(CAP, self.lead(s, side) / spread))))

    def _allied_lead(self, s: Front) -> float:
        """The lead as it would be counted now, and what the forces in the field promise beyond it."""
        if s.outcome is not None:
            return float(s.outcome.facts.get("lead", 0))
        lead, n = float(victory.result(s).facts["lead"]), self.numbers[ALLIES]
        scene = Scene(s, ALLIES, self.ground(s))
        balance = self.balance(s, scene)
        force = [sum(scene.force[side].values()) for side in (ALLIES, AXIS)]
        return lead + balance + n["lead_force"] * (force[ALLIES] - force[AXIS])

    def balance(self, s: Front, scene: Scene) -> float:
        """Objectives in the balance: what each side could bring to bear on what the other holds."""
        n, found = self.numbers[ALLIES], 0.0
        near = [scene.spread(side) for side in (ALLIES, AXIS)]
        for place, value in worth(s, scene.land, n).items():
            owner = s.owner[place]
            if owner in (ALLIES, AXIS) and value:
                own, foes = near[owner].get(place, 0.0), near[1 - owner].get(place, 0.0)
                lost = n["lead_danger"] * value * foes / (own + foes + 1.0)
                found += -lost if owner == ALLIES else lost
        return found

    # Which orders look promising

    def schemes(self, s: Front, side: int) -> Sequence[Hashable]:
        return ()

    def adopt(self, side: int, scheme: Hashable) -> None:
        """There is only one way."""

    def weigh(self, s: Front, side: int, orders: Sequence[Order]) -> list[float]:
        return Glance(s, self.plan(s, side)).weigh(orders)

    def gist(self, order: Order) -> Hashable:
        route = getattr(order, "route", None)
        return order if route is None else (type(order), getattr(order, "unit", ""), route[-1])

    def script(self, s: Front, side: int, orders: Sequence[Order]) -> Order:
        return Scheme(s, side, self.ground(s)).choose(orders)

    def why(self, s: Front, side: int, order: Order) -> str:
        return reason(s, self.plan(s, side), order)


@cache
def numbers_of(side: str) -> Numbers:
    """What weighs how much to a side."""
    known: Data = read_toml(resources.files(__package__) / "numbers.toml").data
    return {**known["both"], **known[side]}
