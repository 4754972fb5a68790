"""Which orders look promising at a glance, given the plan. A pass weighs nothing; what weighs more is tempting."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from grognard.engine.orders import Order
from grognard.games.balkan import orders as say
from grognard.games.balkan.attacks import Declare, after, candidates
from grognard.games.balkan.battle import Battle, battle_for
from grognard.games.balkan.losses import ChooseLoss, left_to_lose, strength
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import face, units_in
from grognard.players.balkan.fights import Assault, Room, best, outlook_of
from grognard.players.balkan.plan import Plan, reach_of
from grognard.players.balkan.scene import Scene
from grognard.players.balkan.worth import loss, numbers, whole

NEVER = -9.0
"""What nobody would do."""
MEANS = {"March": 3.0, "Admin": 2.0, "Rail": 1.0, "Pass": 0.0}
"""Ways of getting to the same hex, the best first."""
USUAL = 0.5
"""What is worth doing wherever it is offered."""


def weigh(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """The weight of each of the orders that a question offers."""
    kinds = {type(order).__name__ for order in orders}
    for name, how in QUESTIONS.items():
        if name in kinds:
            return how(s, plan, side, orders)
    return [0.0 if type(order).__name__ == "Pass" else USUAL for order in orders]


def _set_up(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """Forces stand where they stood: the armies of 1940 knew why."""
    return [USUAL if isinstance(order, say.Historical) else 0.0 for order in orders]


# Movement


def _units(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """The first unit that has somewhere to go and can still get there; overruns before everything."""
    found = [0.0] * len(orders)
    movers = {order.unit: number for number, order in enumerate(orders) if isinstance(order, say.Move)}
    for number, order in enumerate(orders):
        if isinstance(order, say.Move | say.Split):
            found[number] = NEVER
        elif isinstance(order, say.Overrun):
            found[number] = 1.0 + sum(whole(s, unit) for unit in units_in(s, s.world.board.at(order.at), 1 - side))
    for unit, task in plan.tasks.items():
        number = movers.get(s.world.units[unit], -1)
        if number >= 0 and s.where[unit] != task.to and task.to in reach_of(s, unit, side):
            found[number] = task.gain
            break
    return found


def _way(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """To where the unit is to go; on foot rather than by other means."""
    unit = s.agenda[-1].unit  # type: ignore[attr-defined]
    task = plan.tasks.get(unit)
    if task is None:
        return [0.0 if type(order).__name__ == "Pass" else NEVER for order in orders]
    to = s.world.board.names[task.to]
    found = []
    for order in orders:
        means = MEANS.get(type(order).__name__, NEVER)
        found.append(means if getattr(order, "to", to) == to else NEVER)
    return found


def _overrun(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """The strongest, until it is enough."""
    index = s.world.unit_index
    return [face(s, index[o.unit]).attack if isinstance(o, say.Join) else 99.0 for o in orders]


# Construction


def _build(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """Forts are built where the enemy may come."""
    scene, found = Scene(s, side), []
    for order in orders:
        if isinstance(order, say.Fortify):
            at = s.where[s.world.unit_index[order.unit]]
            found.append(USUAL + scene.threat(at) if scene.threat(at) else NEVER)
        else:
            found.append(0.0)
    return found


# Combat


def _attacks(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """Each attack with the best that could be brought to it."""
    scene = Scene(s, side)
    found = []
    for order in orders:
        if isinstance(order, say.Attack):
            assault = best_declared(scene, battle_for(s, side, s.world.board.at(order.at)))
            found.append(assault.worth - numbers()["attack"]["threshold"] if assault else NEVER)
        else:
            found.append(0.0)
    return found


def best_declared(scene: Scene, battle: Battle) -> Assault | None:
    """The best attack on a hex that can be made from where everybody stands."""
    s = scene.s
    return best(scene, battle.at, {unit: [s.where[unit]] for unit in candidates(s, battle)}, Room(s, {}))


def _declare(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """Those of the best attack join, then it is made."""
    step = s.agenda[-1]
    if not isinstance(step, Declare):
        return _overrun(s, plan, side, orders)
    scene = Scene(s, side)
    battle = step.battle
    assault = best_declared(scene, msgspec.structs.replace(battle, attackers=()))
    wanted = {s.world.units[post.unit] for post in assault.posts} if assault else set()
    now = outlook_of(scene, battle) if battle.attackers else 0.0
    found = []
    for order in orders:
        if isinstance(order, say.Join):
            found.append(1.0 if order.unit in wanted else NEVER if battle.attackers else -1.0)
        elif isinstance(order, say.Withhold):
            found.append(outlook_of(scene, after(s, battle, order)) - now - numbers()["attack"]["more"])
        else:
            found.append(0.0)
    return found


def _losses(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """Whoever is worth least for what is paid with him."""
    step = s.agenda[-1]
    due = float(left_to_lose(step.losses)) if isinstance(step, ChooseLoss) else 1.0
    found = []
    for order in orders:
        unit = s.world.unit_index[order.unit]  # type: ignore[attr-defined]
        found.append(-loss(s, unit) / max(0.1, min(due, strength(s, side, unit))))
    return found


def _retreats(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """Where it is good to be."""
    scene, found = Scene(s, side), []
    for order in orders:
        assert isinstance(order, say.Retreat)
        found.append(_there(scene, s.world.unit_index[order.unit], s.world.board.at(order.to)))
    return found


def _advances(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """As many as make the hex worth having."""
    scene, found = Scene(s, side), []
    at = getattr(s.agenda[-1], "at", -1)
    for order in orders:
        if isinstance(order, say.Advance):
            unit = s.world.unit_index[order.unit]
            rest = [other for other in units_in(s, s.where[unit], side) if other != unit]
            gain = _there(scene, unit, at) - scene.score(unit, s.where[unit], rest)
            found.append(gain + numbers()["ground"]["hex"])
        else:
            found.append(0.0)
    return found


def _there(scene: Scene, unit: int, place: int) -> float:
    fellows = [other for other in scene.own.get(place, ()) if other != unit]
    return scene.score(unit, place, fellows)


def _bought(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """Whoever is worth most, whole if possible."""
    found = []
    for order in orders:
        worth = 0.0 if type(order).__name__ == "Pass" else USUAL
        if isinstance(order, say.Replace) and not order.cadre:
            worth += whole(s, s.world.unit_index[order.unit])
        found.append(worth)
    return found


def _spares(s: Campaign, plan: Plan, side: int, orders: Sequence[Order]) -> list[float]:
    """The least of those who are too many."""
    return [-whole(s, s.world.unit_index[order.unit]) for order in orders]  # type: ignore[attr-defined]


QUESTIONS: dict[str, Callable[[Campaign, Plan, int, Sequence[Order]], list[float]]] = {
    "Place": _set_up, "Historical": _set_up, "Move": _units, "Overrun": _units, "March": _way, "Admin": _way,
    "Rail": _way, "Ship": _way, "Attack": _attacks, "Join": _declare, "Withhold": _declare, "Lose": _losses,
    "Retreat": _retreats, "Replace": _bought, "Rebuild": _bought, "Advance": _advances, "Remove": _spares,
    "Fortify": _build,
}  # fmt: skip
"""How the orders of a question are weighed, by an order that it offers."""
