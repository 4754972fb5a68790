"""Which orders of a fight look promising: raids, convoys, attacks, who joins, who takes the losses, where to fall
back."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from grognard.engine.orders import Order
from grognard.games.twoww import orders as say
from grognard.games.twoww.battle import Battle, joined
from grognard.games.twoww.bombing import Bombers, Interceptors
from grognard.games.twoww.combat import (
    Commit,
    Defend,
    bears_on,
    can_attack,
    land_battle,
    ready_air,
    ready_fleets,
    sea_battle,
    strike_battle,
    with_unit,
)
from grognard.games.twoww.convoys import AttackOrNot, escorts, raiders
from grognard.games.twoww.firing import AIR, LAND, SEA, ready_strength
from grognard.games.twoww.ground import neutral_ground
from grognard.games.twoww.prospects import Prospect, prospect_of
from grognard.games.twoww.stacking import crowd, slot
from grognard.games.twoww.state import War
from grognard.games.twoww.transit import Hunt
from grognard.games.twoww.units import asw_value, cargo_of, face_value
from grognard.games.twoww.zones import air_zone, zone_of_fleet
from grognard.players.twoww.distances import FAR
from grognard.players.twoww.worth import cost_of_loss, numbers, place_worth, unit_worth

if TYPE_CHECKING:
    from grognard.players.twoww.plan import Plan

JOIN, ALONE, HARM = 1.0, -0.5, -1.0
"""What always looks good, better left to one alone, and bad."""
NOTHING = Prospect(0.0, 0.0, 0.0, 0.0)


def weigh(s: War, plan: Plan, order: Order) -> float:
    found = KINDS.get(type(order))
    return found(s, plan, order) if found else HARM


# Strategic warfare


def _bomb(s: War, plan: Plan, order: Order) -> float:
    """Raids cost no readiness; the richest city first, and each unit alone."""
    assert isinstance(order, say.Bomb)
    unit = s.world.unit_index[order.unit]
    chart, again = numbers()["strategic"], s.world.board.at(order.city) in s.bombed
    return float(chart["raid"] + chart["raider"] * face_value(s, unit) - (chart["again"] if again else 0.0))


def _lend(s: War, plan: Plan, order: Order) -> float:
    """As much as may be sent, and as much of that as possible to the Soviet Union."""
    assert isinstance(order, say.Lend)
    return float(order.britain + order.ussr + numbers()["strategic"]["to_the_east"] * order.ussr)


def _convoy(s: War, plan: Plan, order: Order) -> float:
    """Attack the convoys unless their escort is far too strong."""
    own = sum(face_value(s, unit) for unit in raiders(s))
    submarines = all(s.world.is_submarine[unit] for unit in raiders(s))
    against = sum(asw_value(s, unit) if submarines else face_value(s, unit) for unit in escorts(s))
    chart = numbers()["strategic"]
    return float(chart["convoy"] + chart["hunter"] * own - chart["escort"] * against)


def _sink(s: War, plan: Plan, order: Order) -> float:
    assert isinstance(order, say.Sink)
    chart = numbers()["strategic"]["sunk"]
    return float(chart.get(order.cargo, chart["others"]))


# Attacks


def whole_attack(s: War, battle: Battle, side: int) -> Battle:
    """The attack with every land unit that may join it."""
    for unit in s.world.land_units:
        if unit not in battle.land[side] and can_attack(s, unit, side) and bears_on(s, unit, battle.at):
            battle = msgspec.structs.replace(battle, land=joined(battle.land, side, unit))
    return battle


def with_air(s: War, battle: Battle, side: int) -> Battle:
    """The same with the air units that could support it."""
    for unit in ready_air(s, side):
        if unit not in battle.air[side] and air_zone(s, unit) >> battle.at & 1:
            battle = msgspec.structs.replace(battle, air=joined(battle.air, side, unit))
    return battle


def fought(s: War, battle: Battle, part: str) -> Prospect:
    """What a part of a combat comes to: nothing if it is not fought."""
    return prospect_of(s, battle, part) or NOTHING


def _gain(s: War, plan: Plan, battle: Battle, fight: Prospect) -> float:
    """What an attack promises: losses given and taken, and the hex."""
    worth = place_worth(s.world).get(battle.at, 0.0)
    goal = max((goal.value for goal in plan.takes if goal.place == battle.at), default=0.0)
    chart = numbers()["attack"]
    hex_gain = fight.win * (chart["hex"] + chart["worth"] * max(worth, goal))
    exchange = fight.inflicted * chart["inflicted"] - fight.suffered * _dear(s, plan, battle)
    return float(exchange + hex_gain - fight.lose * chart["beaten"] + plan.temper.eager)


def _dear(s: War, plan: Plan, battle: Battle) -> float:
    """How much the attackers' losses weigh."""
    units = battle.land[plan.side]
    return sum(plan.thrift.get(s.world.nation[unit], 1.0) for unit in units) / len(units) if units else 1.0


def _attack(s: War, plan: Plan, order: Order) -> float:
    """Attacks that promise more than they cost; landings must be fought in any case."""
    assert isinstance(order, say.Attack)
    battle = land_battle(s, plan.side, s.world.board.at(order.at))
    owed = bool(battle.land[plan.side])
    whole = with_air(s, whole_attack(s, battle, plan.side), plan.side)
    return _gain(s, plan, whole, fought(s, whole, LAND)) + (numbers()["attack"]["owed"] if owed else 0.0)


def _strike(s: War, plan: Plan, order: Order) -> float:
    """Strikes are for air units that no land attack needs."""
    assert isinstance(order, say.Strike)
    side, chart = plan.side, numbers()["strike"]
    battle = with_air(s, strike_battle(s, side, s.world.board.at(order.at), order.target), side)
    if battle.air[1 - side]:
        first = fought(s, battle, AIR)
        suffered = first.suffered + (first.win * fought(s, battle, SEA).suffered if battle.beside else 0.0)
        return float(chart["at_planes"] * (first.inflicted - suffered) - chart["effort"])
    first = fought(s, battle, SEA)
    return float(chart["at_ships"] * first.inflicted - first.suffered + chart["won"] * first.win - chart["effort"])


def _engage(s: War, plan: Plan, order: Order) -> float:
    assert isinstance(order, say.Engage)
    side = plan.side
    battle = sea_battle(s, side, s.world.board.at(order.at))
    for fleet in ready_fleets(s, side):
        if not s.fought[fleet] and zone_of_fleet(s, fleet) >> battle.at & 1:
            battle = msgspec.structs.replace(battle, sea=joined(battle.sea, side, fleet))
    return _sea_gain(s, battle)


def _sea_gain(s: War, battle: Battle) -> float:
    """What a fight at sea promises the attacker."""
    side = battle.side
    first = prospect_of(s, battle, AIR) or prospect_of(s, battle, SEA)
    if first is None:
        return JOIN
    cargo = sum(unit_worth(s, cargo_of(s, u)) for u in battle.sea[1 - side] if s.where[u] >= 0 and cargo_of(s, u) >= 0)
    chart = numbers()["sea_fight"]
    exchange = chart["exchange"] * (first.inflicted - first.suffered) + chart["won"] * (first.win - first.lose)
    return float(exchange + chart["cargo"] * cargo - chart["effort"])


def _join(s: War, plan: Plan, order: Order) -> float:
    """Who joins what."""
    assert isinstance(order, say.Join)
    unit, step = s.world.unit_index[order.unit], s.agenda[-1]
    match step:
        case AttackOrNot():
            return HARM  # whoever attacks the convoys does so with all fleets
        case Interceptors():
            return JOIN
        case Bombers():
            return ALONE
        case Commit():
            return _join_attack(s, plan, step.battle, unit)
        case Defend():
            return _join_defence(s, step.battle, step.side, unit)
        case Hunt():
            return _join_hunt(s, step, unit)
    return JOIN


def _join_attack(s: War, plan: Plan, battle: Battle, unit: int) -> float:
    """One more unit is welcome as long as it makes the attack better."""
    side, chart = battle.side, numbers()["attack"]
    if battle.kind != "land":
        return JOIN
    if not battle.land[side]:
        return float(chart["first"] + chart["factor"] * face_value(s, unit))
    now, then = fought(s, battle, LAND), fought(s, with_unit(s, battle, side, unit), LAND)
    better = _gain(s, plan, battle, then) - _gain(s, plan, battle, now)
    if s.world.is_fleet[unit]:
        return float(better - chart["fleet_risk"]) if better > chart["fleet_gain"] else HARM
    if s.world.is_air[unit]:
        return float(better + chart["air_bonus"] if better > chart["air_gain"] else -chart["stay"])
    return float(better + chart["more"] if now.win < chart["sure"] else better - chart["over"])


def _join_defence(s: War, battle: Battle, side: int, unit: int) -> float:
    """Support for the defence, as long as it helps and is not thrown away."""
    chart, attackers = numbers()["defence"], battle.air[battle.side]
    if battle.kind == "land" and s.world.is_fleet[unit] and attackers:
        return -float(chart["thrown_away"])
    if battle.kind == "land" or not attackers:
        return float(chart["help"])
    own = ready_strength(s, (*battle.air[side], unit))
    return float(chart["fly"] if own * chart["outnumbered"] >= ready_strength(s, attackers) else -chart["fly"])


def _join_hunt(s: War, step: Hunt, unit: int) -> float:
    """Attack passing fleets if all who can together have the better of it."""
    side = step.side
    fleets = step.voyage.fleets
    air = tuple(u for u in (*step.joined, unit) if s.world.is_air[u])
    sea = tuple(u for u in (*step.joined, unit) if s.world.is_fleet[u])
    both_air = (air, ()) if side == 0 else ((), air)
    both_sea = (sea, fleets) if side == 0 else (fleets, sea)
    return _sea_gain(s, Battle("transit", step.voyage.here, side, air=both_air, sea=both_sea))


def _decline(s: War, plan: Plan, order: Order) -> float:
    return float(numbers()["sea_fight"]["let_pass"])


# Afterwards


def _lose(s: War, plan: Plan, order: Order) -> float:
    """The cheapest loss: better a unit flipped than a unit gone."""
    assert isinstance(order, say.Lose)
    unit = s.world.unit_index[order.unit]
    chart = numbers()["losses"]
    gone = 0.0 if s.full[unit] else chart["gone"]
    return float(-cost_of_loss(s, unit) - gone - chart["worth"] * unit_worth(s, unit))


def _retreat(s: War, plan: Plan, order: Order) -> float:
    assert isinstance(order, say.Retreat)
    unit, place = s.world.unit_index[order.unit], s.world.board.at(order.to)
    chart, menace = numbers()["retreat"], plan.menace.get(place, 0.0)
    if s.world.is_fleet[unit]:
        return float(-chart["haven"] * menace)
    full = len(crowd(s, place, plan.side, slot(s, unit))) >= s.world.charts["stacking"][slot(s, unit)]
    held = place_worth(s.world).get(place, 0.0) if s.holder[place] == plan.side else 0.0
    shift = int(s.world.charts["terrain"][s.world.board.terrain[place]]["shift"])
    value = chart["held"] * held + chart["terrain"] * shift - chart["menace"] * menace
    return float(value - (chart["crowd"] if full else 0.0))


def _advance(s: War, plan: Plan, order: Order) -> float:
    """Into what is worth having, towards the goal, not into a trap."""
    assert isinstance(order, say.Advance)
    unit, place = s.world.unit_index[order.unit], s.world.board.at(order.to)
    if s.world.is_fleet[unit]:
        return HARM
    goal, chart = plan.goal_of.get(unit), numbers()["advance"]
    value: float = chart["worth"] * place_worth(s.world).get(place, 0.0)
    if goal:
        way = plan.way(s, unit, goal.place)
        value += chart["nearer"] * (way.get(s.where[unit], FAR) - way.get(place, FAR))
    if goal and goal.kind == "hold" and s.where[unit] == goal.place and len(s.ashore(goal.place, plan.side)) == 1:
        value -= chart["post"]
    full = len(crowd(s, place, plan.side, slot(s, unit))) >= s.world.charts["stacking"][slot(s, unit)]
    own = face_value(s, unit) + sum(face_value(s, other) for other in s.ashore(place, plan.side))
    danger = max(0.0, plan.menace.get(place, 0.0) * chart["caution"] - own)
    return float(value - (chart["crowd"] if full else 0.0) - chart["trap"] * danger)


def _displace(s: War, plan: Plan, order: Order) -> float:
    assert isinstance(order, say.Displace)
    place = s.world.board.at(order.to)
    chart = numbers()["refuge"]
    foreign = chart["foreign"] if neutral_ground(s) >> place & 1 else 0.0
    cover = chart["cover"] * bool(s.ashore(place, plan.side))
    return float(cover - chart["menace"] * plan.menace.get(place, 0.0) - foreign)


KINDS: dict[type[Order], Callable[[War, Plan, Order], float]] = {
    say.Bomb: _bomb,
    say.Lend: _lend,
    say.Convoy: _convoy,
    say.Sink: _sink,
    say.Attack: _attack,
    say.Strike: _strike,
    say.Engage: _engage,
    say.Join: _join,
    say.Decline: _decline,
    say.Lose: _lose,
    say.Retreat: _retreat,
    say.Advance: _advance,
    say.Displace: _displace,
}
