"""The attacks of Balkan Front, as odds ask about them: which one is meant, who takes part, and who bears the losses.

An attack that is being declared is taken as it stands; otherwise everyone joins who can. The first of the attackers
advances into a hex that has been cleared; nobody else does more than he must.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from grognard.engine.agenda import Ask
from grognard.engine.orders import Order, Pass
from grognard.games.balkan.attacks import Declare, begin, candidates, has_strength, targets
from grognard.games.balkan.battle import Battle, battle_for
from grognard.games.balkan.lands import side_of
from grognard.games.balkan.losses import ChooseLoss, strength
from grognard.games.balkan.results import CombatDie
from grognard.games.balkan.retreats import Advances, MayAdvance
from grognard.games.balkan.state import ALLIES, AXIS, Campaign
from grognard.games.balkan.units import units_in
from grognard.lab.analysis.chances import OddsError, Policy


def losing(choose: Callable[..., Order]) -> Policy:
    """Losses go where they cost least, or most."""

    def answer(s: Campaign, ask: Ask[Any], orders: Sequence[Order]) -> Sequence[Order]:
        if isinstance(ask, ChooseLoss):
            return [choose(orders, key=lambda order: strength(s, ask.side, s.world.unit_index[order.unit]))]
        if isinstance(ask, Advances) and not units_in(s, ask.at, ask.side):
            return orders[:1]
        return [next((order for order in orders if isinstance(order, Pass)), orders[0])]

    return answer


def declared(s: Campaign, place: int) -> Battle | None:
    """The attack on a place that is being declared or rolled for."""
    battles = (step.battle for step in s.agenda if isinstance(step, Declare | CombatDie))
    return next((battle for battle in battles if battle.at == place), None)


def everyone(s: Campaign, battle: Battle) -> Battle:
    """The attack with all who can join it."""
    while able := candidates(s, battle):
        battle = Battle(battle.side, battle.at, battle.defenders, battle.bystanders, (*battle.attackers, able[0]))
    return battle


class BalkanBattles:
    """An attack is carried out by the steps of chapter 9 themselves."""

    policies: Mapping[str, Policy] = {"spare": losing(min), "spend": losing(max)}
    in_rounds = False
    thrown_for = frozenset({"combat"})

    def under_way(self, s: Campaign) -> list[int]:
        return [step.battle.at for step in s.agenda if isinstance(step, Declare | CombatDie)]

    def places(self, s: Campaign) -> list[int]:
        """Where an attack is being declared, and every hex that either side could attack."""
        return sorted({*self.under_way(s), *targets(s, AXIS), *targets(s, ALLIES)})

    def attacker(self, s: Campaign, place: int) -> int:
        battle = declared(s, place)
        if battle:
            return battle.side
        return s.active if s.active in (AXIS, ALLIES) and place in targets(s, s.active) else self._other(s, place)

    def _other(self, s: Campaign, place: int) -> int:
        return AXIS if place in targets(s, AXIS) else ALLIES

    def begin(self, s: Campaign, side: int, place: int, strike: str) -> Campaign:
        """The attack as it stands, or one that everyone joins, made now."""
        if strike:
            raise OddsError("air units take no part in this battle")
        new, battle = s.copy(), declared(s, place)
        if battle is None or battle.side != side or not has_strength(s, battle):
            battle = everyone(new, battle_for(new, side, place))
        if not has_strength(new, battle):
            raise OddsError(f"{s.world.sides[side]} can attack nothing at {s.world.board.names[place]}")
        new.agenda, new.active = [], side
        begin(new, battle)
        return new

    def again(self, s: Campaign, side: int, place: int) -> Campaign | None:
        return None

    def fates(self, s: Campaign, place: int) -> list[int]:
        battle = declared(s, place)
        if battle:
            return [*battle.attackers, *battle.attacked]
        step = next(step for step in s.agenda if isinstance(step, MayAdvance))
        return [*step.units, *units_in(s, place, 1 - step.side)]

    def assumes(self, s: Campaign, side: int, place: int) -> str:
        battle = declared(s, place)
        named = battle is not None and battle.side == side and has_strength(s, battle)
        return "" if named else "Everyone who can take part does."

    def hangs_on(self, s: Campaign, place: int) -> Hashable:
        """Nothing is hidden: one moment is like the other."""
        return None

    def steps(self, s: Campaign, unit: int) -> int:
        """A division is lost in two steps where there is a cadre to be left; everything else in one."""
        if s.where[unit] < 0:
            return 0
        return 2 if s.world.roster[unit].cadre and not s.cadre[unit] else 1

    def side(self, s: Campaign, unit: int) -> int:
        return side_of(s, unit)


BATTLES = BalkanBattles()
