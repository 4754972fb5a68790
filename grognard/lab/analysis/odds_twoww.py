"""The combats of 2WW, as odds ask about them: which one is meant, who takes part, and who bears the losses.

A side that has begun to name those who take part in a combat is taken at its word; otherwise everyone does who can.
Winners advance into the hex that was attacked and nowhere else, and nobody falls on fleets on their way.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from grognard.engine.agenda import Ask, Step
from grognard.engine.orders import Order, Pass
from grognard.engine.paths import bits
from grognard.games.twoww.battle import Battle
from grognard.games.twoww.bombing import Joining
from grognard.games.twoww.combat import (
    AIR_TARGET,
    FLEET_TARGET,
    Combat,
    Commit,
    Defend,
    commit,
    is_attack,
    land_battle,
    land_targets,
    sea_battle,
    sea_targets,
    strike_battle,
    strike_targets,
)
from grognard.games.twoww.convoys import Patrol
from grognard.games.twoww.firing import ChooseLoss
from grognard.games.twoww.land_combat import ChooseAdvance
from grognard.games.twoww.orders import Join
from grognard.games.twoww.state import ALLIES, AXIS, War
from grognard.games.twoww.units import face_value, steps_left
from grognard.lab.analysis.chances import OddsError, Policy

# Who bears the losses


def worth(s: War, order: Order) -> tuple[int, bool]:
    """What a loss point costs with the unit that an order names: the factors, and whether the unit is gone."""
    unit = s.world.unit_index[getattr(order, "unit", "")]
    gone, data = steps_left(s, unit) == 1, s.world.roster[unit]
    return face_value(s, unit) - (0 if gone else data.reduced), gone


def losing(choose: Callable[..., Order]) -> Policy:
    """Losses go where they cost least, or most. The first of the attackers moves up when they have won; otherwise
    nobody does more than he must."""

    def answer(s: War, ask: Ask[Any], orders: Sequence[Order]) -> Sequence[Order]:
        if isinstance(ask, ChooseLoss):
            return [choose(orders, key=lambda order: worth(s, order))]
        if isinstance(ask, ChooseAdvance) and ask.side == ask.battle.side and not ask.gone:
            return orders[:1]
        return [next((order for order in orders if isinstance(order, Pass)), orders[0])]

    return answer


# Which combat is meant


def declared(s: War, place: int) -> Battle | None:
    """The combat that is being declared or fought at a place, as it was when its first step was put on the agenda."""
    return next((battle for step in s.agenda if (battle := battle_of(step)) and battle.at == place), None)


def battle_of(step: Step[Any]) -> Battle | None:
    battle = getattr(step, "battle", None)
    return battle if isinstance(battle, Battle) else None


def targets(s: War, side: int) -> set[int]:
    """Every hex that a side could attack if its combat phase began now."""
    new = in_combat(s, side)
    struck = (place for place, _ in strike_targets(new, side))
    return {*bits(land_targets(new, side)), *sea_targets(new, side), *struck}


def in_combat(s: War, side: int) -> War:
    """The moment at which a combat phase of that side begins."""
    new = s.copy()
    Combat(side).run(new)
    new.agenda = []
    return new


def first_thought(s: War, side: int, place: int) -> Battle:
    """The combat that comes to mind first: by land if it can be, else at sea, else from the air."""
    if land_targets(s, side) >> place & 1:
        return land_battle(s, side, place)
    if place in sea_targets(s, side):
        return sea_battle(s, side, place)
    struck = strike_targets(s, side)
    target = next((target for target in (FLEET_TARGET, AIR_TARGET) if (place, target) in struck), None)
    if target is None:
        raise OddsError(f"{s.world.sides[side]} can attack nothing at {s.world.board.names[place]}")
    return strike_battle(s, side, place, target)


Joins = Commit | Defend | Joining | Patrol
"""The questions that name, one by one, who takes part."""


def has_named(s: War, asked: Joins) -> bool:
    """Whether a side has begun to name those who take part."""
    battle, side = asked.battle, asked.side
    if isinstance(asked, Commit):
        return is_attack(battle)
    if isinstance(asked, Joining):
        return bool(battle.air[side])
    supports = (*battle.flown, *(battle.sea[side] if battle.kind == "land" else ()))
    return any(s.loyal[unit] == side for unit in supports)


def everyone_joins(s: War) -> None:
    """All who can take part do, until nobody is asked any more."""
    while s.agenda and isinstance(top := s.agenda[-1], Joins):
        joins = [order for order in top.offers(s) if isinstance(order, Join)]
        top.take(s, joins[0] if joins else Pass(s.world.sides[top.side]))


class TwoWWBattles:
    """A combat is fought by the steps of chapters 6 and 9 themselves."""

    policies: Mapping[str, Policy] = {"spare": losing(min), "spend": losing(max)}
    in_rounds = False
    thrown_for = frozenset({"combat", "bombing", "convoy"})

    def under_way(self, s: War) -> list[int]:
        return sorted({battle.at for battle in map(battle_of, s.agenda) if battle})

    def places(self, s: War) -> list[int]:
        """Where a combat is under way, and every hex that either side could attack."""
        return sorted({*self.under_way(s), *targets(s, AXIS), *targets(s, ALLIES)})

    def attacker(self, s: War, place: int) -> int:
        battle = declared(s, place)
        if battle:
            return battle.side
        return s.active if place in targets(s, s.active) else 1 - s.active

    def begin(self, s: War, side: int, place: int, strike: str) -> War:
        """What is left of the combat there, or one that is declared now."""
        if strike:
            raise OddsError("air units join a combat when it is declared: there is no airstrike to assign")
        battle = declared(s, place)
        if battle is None or battle.side != side:
            new = in_combat(s, side)
            commit(new, first_thought(new, side, place))
        else:
            new = s.copy()
            new.agenda = new.agenda[[battle_of(step) for step in new.agenda].index(battle) :]
            top = new.agenda[-1]
            if isinstance(top, Joins) and has_named(new, top):
                top.take(new, Pass(new.world.sides[top.side]))
        everyone_joins(new)
        return new

    def again(self, s: War, side: int, place: int) -> War | None:
        return None

    def fates(self, s: War, place: int) -> list[int]:
        battle = declared(s, place)
        assert battle is not None
        arms = (battle.land, battle.air, battle.sea)
        return [unit for arm in arms for units in arm for unit in units if s.where[unit] >= 0]

    def assumes(self, s: War, side: int, place: int) -> str:
        battle = declared(s, place)
        top = s.agenda[-1] if battle and battle.side == side else None
        if isinstance(top, Joins) and has_named(s, top):
            return "Of the side that is asked those take part who have been named, of the other all who can."
        return "Everyone who can take part does." if top is None or isinstance(top, Joins) else ""

    def hangs_on(self, s: War, place: int) -> Hashable:
        """Nothing is hidden: one moment is like the other."""
        return None

    def steps(self, s: War, unit: int) -> int:
        return steps_left(s, unit) if s.where[unit] >= 0 else 0

    def side(self, s: War, unit: int) -> int:
        return s.loyal[unit]


BATTLES = TwoWWBattles()
