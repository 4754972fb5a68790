"""The yardstick: a plain scheme that stays as it is. It attacks when it has twice the strength, and marches on
capitals."""

from __future__ import annotations

from collections.abc import Sequence

from grognard.engine.orders import Order, Pass
from grognard.games.twoww import orders as say
from grognard.games.twoww.combat import land_battle
from grognard.games.twoww.ground import neutral_ground
from grognard.games.twoww.land_strength import land_strength
from grognard.games.twoww.state import War
from grognard.players.twoww.glance_fight import whole_attack

EAGER = (say.Historical, say.Build, say.Upgrade, say.Bomb, say.Join, say.Lend, say.Convoy, say.Sink)
"""What it always does if it can."""


def scheme(s: War, side: int, orders: Sequence[Order]) -> Order:
    """The first thing of its list that is offered."""
    for kind in EAGER:
        found = [order for order in orders if isinstance(order, kind)]
        if found:
            return found[-1]
    attacks = [order for order in orders if isinstance(order, say.Attack) and _has_twice(s, side, order)]
    if attacks:
        return attacks[0]
    moves = [order for order in orders if isinstance(order, say.Move) and _is_army(s, order)]
    if moves:
        return moves[0]
    marches = [order for order in orders if isinstance(order, say.March)]
    nearest = min(marches, key=lambda order: _far(s, side, order), default=None)
    if nearest is not None:
        return nearest
    quiet = [order for order in orders if isinstance(order, Pass)]
    return quiet[0] if quiet else orders[0]


def _has_twice(s: War, side: int, order: say.Attack) -> bool:
    battle = whole_attack(s, land_battle(s, side, s.world.board.at(order.at)), side)
    return land_strength(s, battle, side).value >= 2 * land_strength(s, battle, 1 - side).value


def _is_army(s: War, order: say.Move) -> bool:
    return bool(s.world.is_land[s.world.unit_index[order.unit]])


def _far(s: War, side: int, order: say.March) -> float:
    """How far a hex is from the nearest capital of the enemy; neutral ground is left alone."""
    place = s.world.board.at(order.to)
    if neutral_ground(s) >> place & 1:
        return 99.0
    capitals = [at for places in s.world.capitals for at in places if s.holder[at] == 1 - side]
    return min((s.world.board.distance(place, at) for at in capitals), default=0)
