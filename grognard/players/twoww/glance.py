"""Which orders look promising at a glance: set-up, production, movement. What has to do with fighting is in
`glance_fight`.

A pass weighs about zero; an order that does harm weighs less."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from grognard.engine.orders import Order, Pass
from grognard.engine.paths import bits
from grognard.games.twoww import orders as say
from grognard.games.twoww.air_moves import InFlight
from grognard.games.twoww.fleets import Underway
from grognard.games.twoww.ground import friendly_ground, neutral_ground
from grognard.games.twoww.land_moves import OnFoot
from grognard.games.twoww.production import price
from grognard.games.twoww.stacking import crowd, slot
from grognard.games.twoww.state import NEUTRAL, War
from grognard.games.twoww.supply import blocked
from grognard.games.twoww.units import face_value, land_at
from grognard.games.twoww.zones import land_zone
from grognard.players.twoww import glance_fight
from grognard.players.twoww.distances import FAR, distances
from grognard.players.twoww.overseas import ASSAULT, LAND
from grognard.players.twoww.plan import Plan
from grognard.players.twoww.worth import numbers, unit_worth

NEVER = -9.0
ALWAYS = 9.0
HARM = glance_fight.HARM


def weigh(s: War, plan: Plan, orders: Sequence[Order]) -> list[float]:
    """How promising each order looks."""
    step = s.agenda[-1]
    if isinstance(step, OnFoot):
        return on_foot(s, plan, step.unit, orders)
    if isinstance(step, InFlight):
        return in_flight(s, plan, step.unit, orders)
    if isinstance(step, Underway):
        return underway(s, plan, step, orders)
    return [_weight(s, plan, order) for order in orders]


def _weight(s: War, plan: Plan, order: Order) -> float:
    if isinstance(order, Pass):
        return 0.0
    found = KINDS.get(type(order))
    return found(s, plan, order) if found else glance_fight.weigh(s, plan, order)


# Movement


def _move(s: War, plan: Plan, order: Order) -> float:
    assert isinstance(order, say.Move)
    return plan.order.get(s.world.unit_index[order.unit], HARM)


def on_foot(s: War, plan: Plan, unit: int, orders: Sequence[Order]) -> list[float]:
    """Each destination, compared with staying put."""
    score = partial(_standing, s, plan, unit)
    here = score(s.where[unit])
    names, chart = s.world.board, numbers()["glance"]
    weights = []
    for order in orders:
        if isinstance(order, Pass):
            weights.append(0.0)
        elif isinstance(order, say.Drop):
            weights.append(_drop(s, plan, unit, names.at(order.to)))
        else:
            assert isinstance(order, say.March | say.Rail)
            place = names.at(order.to)
            cost = chart["rail"] if isinstance(order, say.Rail) else 0.0
            weights.append(score(place) - here - cost)
    return weights


def _standing(s: War, plan: Plan, unit: int, place: int) -> float:
    """How well a land unit would stand in a hex."""
    chart, side = numbers()["glance"], plan.side
    goal = plan.goal_of.get(unit)
    value = 0.0
    if goal:
        far = plan.way(s, unit, goal.place).get(place, FAR)
        value -= chart["goal"] * min(far, chart["seen"])
        value += chart["arrive"] if far == 0 else 0.0
    if (neutral_ground(s) & ~plan.hunted) >> place & 1 and place != s.where[unit]:
        return value + NEVER
    others = [other for other in crowd(s, place, side, slot(s, unit)) if other != unit]
    if len(others) >= s.world.charts["stacking"][slot(s, unit)]:
        value -= chart["crowd"]
    threat = plan.menace.get(place, 0.0)
    if threat:
        own = face_value(s, unit) + sum(face_value(s, other) for other in s.ashore(place, side) if other != unit)
        value -= chart["danger"] * plan.temper.danger * max(0.0, threat * chart["caution"] - own * chart["courage"])
        value += chart["terrain"] * s.world.charts["terrain"][s.world.board.terrain[place]]["shift"]
        if goal and goal.kind == "take" and s.world.beside[place] & plan.front:
            value += chart["attack"]
    if place != s.where[unit] and blocked(s, side) >> place & 1 and not land_zone(s, 1 - side) >> place & 1:
        value -= chart["unsupplied"]
    return value


def _drop(s: War, plan: Plan, unit: int, place: int) -> float:
    """Paratroops drop on places that are worth having and that nobody holds."""
    goal = plan.goal_of.get(unit)
    if (neutral_ground(s) & ~plan.hunted) >> place & 1 or plan.front >> place & 1:
        return NEVER
    worth = next((other.value for other in plan.takes if other.place == place), 0.0)
    nearer = plan.distance(s, unit, goal.place) - plan.way(s, unit, goal.place).get(place, FAR) if goal else 0
    chart = numbers()["drop"]
    return float(worth * chart["worth"] + chart["nearer"] * nearer - chart["menace"] * plan.menace.get(place, 0.0))


def in_flight(s: War, plan: Plan, unit: int, orders: Sequence[Order]) -> list[float]:
    """Air units go where they have most to fight for and are not caught."""
    reach, chart = s.world.move[unit], numbers()["air"]

    def score(place: int) -> float:
        near = (s.world.disc(place, reach) & plan.front).bit_count()
        close = (s.world.disc(place, 1) & plan.front).bit_count()
        covered = bool(s.ashore(place, plan.side))
        abroad = not friendly_ground(s, plan.side) >> place & 1 or blocked(s, plan.side) >> place & 1
        value: float = near - chart["covered" if covered else "bare"] * close
        return value + (chart["cover"] if covered else 0.0) - (chart["abroad"] if abroad else 0.0)

    here = score(s.where[unit])
    weights = []
    for order in orders:
        if isinstance(order, Pass):
            weights.append(0.0)
            continue
        assert isinstance(order, say.Fly | say.Rail)
        place = s.world.board.at(order.to)
        if crowd(s, place, plan.side, "air"):
            weights.append(NEVER)  # one of the two would be lost
        elif neutral_ground(s) >> place & 1:
            weights.append(ALWAYS if _is_only_way_in(s, plan, place) else NEVER)
        else:
            weights.append(score(place) - here - chart["stir"])
    return weights


def _is_only_way_in(s: War, plan: Plan, place: int) -> bool:
    """Whether a country that is to be invaded has no hex that an army could walk into: then an air unit opens the war,
    once an army is there to follow it."""
    country = s.world.country_at[place]
    if country not in plan.prey or s.world.country_mask[country] & ~land_at(s, NEUTRAL):
        return False
    return any(s.ashore(other, plan.side) for other in bits(s.world.beside[place]))


def underway(s: War, plan: Plan, step: Underway, orders: Sequence[Order]) -> list[float]:
    """A fleet does its task, and nothing else."""
    fleet = step.fleets[0]
    task = plan.tasks.get(fleet)
    names, board = s.world.units, s.world.board.names
    weights = []
    for order in orders:
        weight = 0.0 if isinstance(order, Pass) else HARM
        if task:
            at_goal = s.where[fleet] == task.to
            match order:
                case say.Board():
                    mine = task.unit >= 0 and order.unit == names[task.unit] and order.fleet == names[fleet]
                    weight = ALWAYS if mine else HARM
                case say.Sail() if order.to == board[task.to] and task.how != ASSAULT:
                    weight = numbers()["sea"]["sail"]
                case say.Assault() if order.to == board[task.to] and task.how == ASSAULT:
                    weight = numbers()["sea"]["assault"]
                case say.Land() if at_goal and task.how == LAND:
                    weight = ALWAYS
        weights.append(weight)
    return weights


# Production


def _build(s: War, plan: Plan, order: Order) -> float:
    """The most strength for the points, where it is needed."""
    assert isinstance(order, say.Build)
    unit, place = s.world.unit_index[order.unit], s.world.board.at(order.at)
    data = s.world.roster[unit]
    worth = data.combat * numbers()["units"][data.kind]
    chart = numbers()["build"]
    value: float = chart["base"] + chart["per_point"] * worth / max(1, price(s, unit, new=True)) + _lack(s, plan, unit)
    return value + _position(s, plan, unit, place)


def _lack(s: War, plan: Plan, unit: int) -> float:
    """What a side has too little of is worth more: some air units to every army, few forts and fleets."""
    kind = s.world.roster[unit].kind
    count = sum(
        1 for u, at in enumerate(s.where) if at >= 0 and s.loyal[u] == plan.side and s.world.roster[u].kind == kind
    )
    chart = numbers()["build"]
    wanted = chart["wanted"].get(kind, chart["wanted"]["others"])
    return float(chart["lack"] if count < wanted else -chart["plenty"])


def _position(s: War, plan: Plan, unit: int, place: int) -> float:
    """Near the enemy, but not under his guns; where a guard is wanted; not in a crowd."""
    if place >= s.world.board.grid.size or s.world.is_fleet[unit]:
        return 0.0
    chart, nation = numbers()["build"], s.world.nation[unit]
    closed = plan.closed.get(nation, 0)
    far = min((distances(s.world, g.place, closed & ~(1 << g.place)).get(place, FAR) for g in plan.takes), default=FAR)
    value: float = -chart["far"] * min(far, numbers()["glance"]["seen"])
    value += sum(chart["guard"] for goal in plan.holds if goal.place == place)
    if len(crowd(s, place, plan.side, slot(s, unit))) >= s.world.charts["stacking"][slot(s, unit)]:
        value -= chart["crowd"]
    return float(value - chart["menace"] * plan.menace.get(place, 0.0))


def _upgrade(s: War, plan: Plan, order: Order) -> float:
    """A stronger face now, where the unit already is."""
    assert isinstance(order, say.Upgrade)
    unit = s.world.unit_index[order.unit]
    data = s.world.roster[unit]
    gain: float = (data.combat - data.reduced) * numbers()["units"][data.kind]
    chart = numbers()["build"]
    near = chart["in_touch"] if s.where[unit] in plan.menace else 0.0
    return float(chart["upgrade"] + chart["per_point"] * gain / max(1, price(s, unit, new=False)) + near)


def _claim(s: War, plan: Plan, order: Order) -> float:
    return HARM


def _historical(s: War, plan: Plan, order: Order) -> float:
    return ALWAYS


def _place(s: War, plan: Plan, order: Order) -> float:
    return 0.0


def _remove(s: War, plan: Plan, order: Order) -> float:
    """If a unit must go, the weakest; forts stay."""
    assert isinstance(order, say.Remove)
    unit = s.world.unit_index[order.unit]
    return -unit_worth(s, unit)


KINDS: dict[type[Order], Callable[[War, Plan, Order], float]] = {
    say.Move: _move,
    say.Build: _build,
    say.Upgrade: _upgrade,
    say.Claim: _claim,
    say.Historical: _historical,
    say.Place: _place,
    say.Remove: _remove,
}
