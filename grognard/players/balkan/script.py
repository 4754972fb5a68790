"""The yardstick: a plain scheme that stays as it is. Everybody marches on the nearest place that is worth having and is
not his own yet, and attacks at odds of three to one."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from grognard.engine.orders import Order, Pass
from grognard.games.balkan import orders as say
from grognard.games.balkan.attacks import candidates
from grognard.games.balkan.battle import Battle, battle_for, stands
from grognard.games.balkan.marches import on_foot
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import face
from grognard.players.balkan.worth import stakes

ODDS = 3


def scheme(s: Campaign, side: int, orders: Sequence[Order]) -> Order:
    """The first thing of its list that is offered."""
    first = orders[0]
    if isinstance(first, say.Historical | say.Lose | say.Retreat | say.Remove | say.Overrun | say.Join):
        return first
    attacks = [order for order in orders if isinstance(order, say.Attack) and _is_good(s, side, order)]
    if attacks:
        return attacks[0]
    marches = [order for order in orders if isinstance(order, say.March)]
    nearest = min(marches, key=lambda order: _far(s, side, s.world.board.at(order.to)), default=None)
    if nearest is not None and _far(s, side, s.world.board.at(nearest.to)) < _far(s, side, _here(s)):
        return nearest
    moves = [order for order in orders if isinstance(order, say.Move) and _gets_nearer(s, side, order)]
    quiet = [order for order in orders if isinstance(order, Pass)]
    return next(iter((*moves, *quiet, first)))


def _gets_nearer(s: Campaign, side: int, order: say.Move) -> bool:
    unit = s.world.unit_index[order.unit]
    here = _far(s, side, s.where[unit])
    return any(_far(s, side, there) < here for there in on_foot(s, unit, side))


def _here(s: Campaign) -> int:
    return int(s.where[s.agenda[-1].unit])  # type: ignore[attr-defined]


def _is_good(s: Campaign, side: int, order: say.Attack) -> bool:
    battle = battle_for(s, side, s.world.board.at(order.at))
    found = stands(s, msgspec.structs.replace(battle, attackers=_everybody(s, battle)))
    return found.attack.total >= ODDS * found.defence.total


def _everybody(s: Campaign, battle: Battle) -> tuple[int, ...]:
    """All who find room in an attack, the strongest first."""
    joined = battle
    while units := candidates(s, joined):
        strongest = max(units, key=lambda unit: face(s, unit).attack)
        joined = msgspec.structs.replace(joined, attackers=(*joined.attackers, strongest))
    return joined.attackers


def _far(s: Campaign, side: int, place: int) -> int:
    """How far a hex is from the nearest place that is worth having and not owned."""
    wanted = [at for at in stakes(s.world) if s.owner[at] != side]
    return min((s.world.board.distance(place, at) for at in wanted), default=0)
