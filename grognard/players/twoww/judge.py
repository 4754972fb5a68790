"""How well a side stands in 2WW, and all else that the levels ask a judge for."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import exp

from grognard.engine.orders import Order
from grognard.games.twoww import income, phases, victory
from grognard.games.twoww.state import ALLIES, AXIS, War
from grognard.games.twoww.units import face_value
from grognard.games.twoww.world import USSR
from grognard.players.judging import Pace
from grognard.players.twoww.glance import weigh
from grognard.players.twoww.plan import Plan
from grognard.players.twoww.reasons import reason
from grognard.players.twoww.script import scheme as yardstick
from grognard.players.twoww.tempers import USUAL, Temper, tempers
from grognard.players.twoww.worth import numbers, unit_worth

FIRST_PHASES = {AXIS: phases.AXIS_MOVEMENT, ALLIES: phases.ALLIED_MOVEMENT}


class TwoWWJudge:
    """The judge of 2WW. It keeps the plans that it has made for this phase."""

    def __init__(self) -> None:
        self._plans: dict[Hashable, Plan] = {}
        self._tempers = {AXIS: USUAL, ALLIES: USUAL}

    # Plans

    def ponder(self, s: War, side: int) -> None:
        key = (s.turn, s.phase, side)
        self._plans = {key: self._plans[key]} if key in self._plans else {key: Plan(s, side, self._tempers[side])}

    def plan(self, s: War, side: int) -> Plan:
        key = (s.turn, s.phase, side)
        if key not in self._plans:
            self._plans[key] = Plan(s, side, self._tempers[side])
        return self._plans[key]

    def schemes(self, s: War, side: int) -> Sequence[Hashable]:
        """When its player turn begins a side settles how bold it will be, and where."""
        return tempers(s, side) if s.phase == FIRST_PHASES[side] else ()

    def adopt(self, side: int, scheme: Hashable) -> None:
        assert isinstance(scheme, Temper)
        self._tempers[side] = scheme
        self._plans = {}

    # Time

    def turn(self, s: War) -> Hashable:
        return (s.turn, s.phase)

    def round(self, s: War) -> Hashable:
        """A player turn: what a side does in it is judged once its combats have been fought."""
        return (s.turn, s.phase // 2)

    def pace(self, s: War, side: int) -> Pace:
        """Single orders are many and small here: most of the thinking goes into the way of going about a turn."""
        return Pace(effort=0.2)

    # How a side stands

    def lead(self, s: War, side: int) -> float:
        """Powers, points and strength, and towards the end only powers. The cities of the Soviet Union count for the
        Allies even before it fights: sooner or later they will."""
        chart = numbers()["lead"]
        left = (len(s.world.turns) - 1 - s.turn) / len(s.world.turns)
        powers = len(victory.powers(s, AXIS)) - chart["par"]
        points = income.expected(s, AXIS) - income.expected(s, ALLIES)
        if s.neutral[USSR]:
            points -= len(income.home_cities(s, USSR))
        force = sum(_signed(s, unit) for unit, at in enumerate(s.where) if at >= 0)
        held = sum(_threat(s, country) for country in range(len(s.world.countries)))
        lead: float = chart["power"] * (powers + held * chart["threat"])
        lead += left * (chart["point"] * points + force)
        return lead if side == AXIS else -lead

    def chance(self, s: War, side: int) -> float:
        if s.outcome is not None:
            return 1.0 if s.outcome.winner == s.world.sides[side] else 0.5 if s.outcome.winner is None else 0.0
        return 1 / (1 + exp(-self.lead(s, side) / numbers()["lead"]["scale"]))

    # What to do

    def weigh(self, s: War, side: int, orders: Sequence[Order]) -> list[float]:
        return weigh(s, self.plan(s, side), orders)

    def gist(self, order: Order) -> Hashable:
        return order

    def script(self, s: War, side: int, orders: Sequence[Order]) -> Order:
        return yardstick(s, side, orders)

    def why(self, s: War, side: int, order: Order) -> str:
        return reason(s, self.plan(s, side), order)


def _signed(s: War, unit: int) -> float:
    side = s.loyal[unit]
    if side not in (AXIS, ALLIES):
        return 0.0
    return unit_worth(s, unit) * float(numbers()["lead"]["factor"][s.world.sides[side]])


def _threat(s: War, country: int) -> float:
    """How likely a power is to change hands: below zero for those of the Axis, above for those of the
    Allies."""
    if not s.world.countries[country].is_power or s.neutral[country] or not s.world.capitals[country]:
        return 0.0
    worst = 0.0
    for capital in s.world.capitals[country]:
        holder = s.holder[capital]
        if holder not in (AXIS, ALLIES):
            continue
        near = s.world.disc(capital, 2)
        own = sum(
            face_value(s, u)
            for u in s.world.land_units
            if s.where[u] >= 0 and near >> s.where[u] & 1 and s.loyal[u] == holder
        )
        foes = sum(
            face_value(s, u)
            for u in s.world.land_units
            if s.where[u] >= 0 and near >> s.where[u] & 1 and s.loyal[u] == 1 - holder
        )
        danger = max(0.0, min(1.0, (foes - own) / (foes + own + 1)))
        if holder != s.owner[country]:
            danger = 1.0
        worst = max(worst, danger)
    return -worst if s.owner[country] == AXIS else worst
