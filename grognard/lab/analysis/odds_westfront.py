"""The battles of WestFront, as odds ask about them: how a round begins, and which units matter more."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import Any

from grognard.engine.agenda import Ask
from grognard.engine.orders import Order
from grognard.engine.state import put
from grognard.games.westfront import phases
from grognard.games.westfront.combat import AssignAirstrikes, Combat, EndRound, RevealBattles, fight, firepower
from grognard.games.westfront.control import battles
from grognard.games.westfront.orders import Strike
from grognard.games.westfront.state import Front
from grognard.games.westfront.units import is_active_headquarters
from grognard.lab.analysis.chances import OddsError, Policy

COMBAT_PHASES = (phases.COMBAT, phases.BLITZ_COMBAT)


def worth(s: Front, order: Order) -> int:
    """How well the unit that an order names fights where it stands: its fire on offence and on defence."""
    unit = s.world.unit_index.get(getattr(order, "unit", ""), -1)
    if unit < 0 or s.where[unit] < 0:
        return 0
    return sum(firepower(s, unit, s.where[unit], offence).value for offence in (True, False))


def spare(s: Front, ask: Ask[Any], orders: Sequence[Order]) -> Sequence[Order]:
    """Losses and repulses go to those who fight worst; the first of equals."""
    return [min(orders, key=lambda order: worth(s, order))]


def spend(s: Front, ask: Ask[Any], orders: Sequence[Order]) -> Sequence[Order]:
    """Losses and repulses go to those who fight best; the first of equals."""
    return [max(orders, key=lambda order: worth(s, order))]


class WestFrontBattles:
    """A round is fought by the steps of the combat phase itself."""

    policies: Mapping[str, Policy] = {"spare": spare, "spend": spend}
    in_rounds = True
    thrown_for: frozenset[str] = frozenset()

    def under_way(self, s: Front) -> list[int]:
        return battles(s)

    def places(self, s: Front) -> list[int]:
        return battles(s)

    def attacker(self, s: Front, place: int) -> int:
        in_round = self._in_round(s, place)
        return in_round.side if in_round else s.active

    def begin(self, s: Front, side: int, place: int, strike: str) -> Front:
        """In mid-round that round is fought to its end. In another phase, combat is made to begin first."""
        new = s.copy()
        in_round = self._in_round(s, place)
        if in_round and in_round.side == side:
            if strike:
                raise OddsError("the round is being fought: it is too late for an airstrike")
            new.agenda = new.agenda[new.agenda.index(in_round) :]
            return new
        new.agenda = []
        if s.phase not in COMBAT_PHASES or s.active != side:
            new.active = side
            Combat(side, s.phase == phases.BLITZ_MOVEMENT and s.active == side).run(new)
        if strike:
            self._assign(new, side, place, strike)
        return self._fight(new, side, place)

    def again(self, s: Front, side: int, place: int) -> Front | None:
        if not s.attacker[place]:
            return None
        new = s.copy()
        new.strike = put(new.strike, place, 0)
        return self._fight(new, side, place)

    def fates(self, s: Front, place: int) -> list[int]:
        return [*s.stack(place, 0), *s.stack(place, 1)]

    def assumes(self, s: Front, side: int, place: int) -> str:
        return ""

    def hangs_on(self, s: Front, place: int) -> Hashable:
        """The units there, and the headquarters that are in action anywhere."""
        active = [unit for unit in range(len(s.where)) if is_active_headquarters(s, unit)]
        return tuple((unit, s.where[unit], s.steps[unit]) for unit in (*self.fates(s, place), *active))

    def steps(self, s: Front, unit: int) -> int:
        return s.steps[unit]

    def side(self, s: Front, unit: int) -> int:
        return s.side_of(unit)

    def _in_round(self, s: Front, place: int) -> EndRound | None:
        return next((step for step in s.agenda if isinstance(step, EndRound) and step.place == place), None)

    def _assign(self, s: Front, side: int, place: int, strike: str) -> None:
        hq = s.world.lexicon.get(strike.lower(), strike)
        order, ask = Strike(s.world.sides[side], hq, s.world.board.names[place]), AssignAirstrikes(side)
        if order not in ask.offers(s):
            refusal = ask.explain(s, order)
            raise OddsError(s.world.game.words.refuse(refusal) if refusal else f"{order} is not allowed")
        s.agenda = [ask]
        ask.take(s, order)

    def _fight(self, s: Front, side: int, place: int) -> Front:
        s.agenda = []
        s.fighting = put(bytes(len(s.fighting)), place, 1)
        RevealBattles().run(s)
        fight(s, side, place)
        return s


BATTLES = WestFrontBattles()
