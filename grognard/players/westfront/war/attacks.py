"""Whom a side attacks in this phase: who can reach whom, with how many over which hexsides, at what odds."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.games.westfront import movement, phases
from grognard.games.westfront.command import commanded
from grognard.games.westfront.state import Front

if TYPE_CHECKING:
    from grognard.players.westfront.war.plan import Plan


class Attack(msgspec.Struct, frozen=True):
    """An enemy stack, who goes for it, and what that is worth in all."""

    place: int
    units: tuple[int, ...]
    worth: float


def chosen_attacks(plan: Plan, able: list[int]) -> dict[int, Attack]:
    """The attacks that are worth making, the best first; every unit takes part in one at most."""
    reach = reachable(plan, able)
    taken: set[int] = set()
    found: dict[int, Attack] = {}
    while True:
        best: Attack | None = None
        for place, units in reach.items():
            if place not in found:
                attack = best_attack(plan, place, [unit for unit in units if unit not in taken])
                if attack is not None and (best is None or attack.worth > best.worth):
                    best = attack
        if best is None:
            return found
        found[best.place] = best
        taken.update(best.units)


def reachable(plan: Plan, able: list[int]) -> dict[int, list[int]]:
    """By enemy hex, the units that could go there."""
    s, found = plan.scene.s, dict[int, list[int]]()
    enemies = plan.scene.count[1 - plan.side]
    for unit in able:
        if plan.land.fire[unit] and not s.attacker[s.where[unit]]:
            for there in {way.there for way in movement.open_ways(s, unit)}:
                if there in enemies:
                    found.setdefault(there, []).append(unit)
    return found


def best_attack(plan: Plan, place: int, units: list[int]) -> Attack | None:
    """As many of these units as there is room for, the strongest first, if that is worth it."""
    scene, n = plan.scene, plan.n
    room = scene.s.world.stacking[place] - scene.count[plan.side].get(place, 0)
    going = sorted(units, key=lambda unit: (-scene.power(unit), unit))[: min(room, ways_in(plan, place))]
    if not going:
        return None
    joined = scene.own(place)
    fresh = sum(attack_power(plan, unit, scene.s) for unit in going) + n["air_support"] * plan.air
    foes = scene.enemy(place) * (scene.cover(place) + (0 if is_supported(plan, place) else 1))
    odds = plan.win(joined + fresh, foes)
    before = plan.win(joined, foes) if joined else 0.0
    prize = plan.prize(place) + n["kill"] * scene.bounty[1 - plan.side].get(place, 0.0)
    prize += n["attack_pull"] * plan.pull.get(place, 0.0)
    risk = n["attack_risk"] * sum(plan.land.loss[unit] for unit in going)
    worth = (odds - before) * prize - (1.0 - odds) * risk
    return Attack(place, tuple(going), worth) if odds >= n["attack_odds"] and worth > 0 else None


def attack_power(plan: Plan, unit: int, s: Front) -> float:
    """The fire of an attacker, less in mud. [WF-12.23c]"""
    return s.steps[unit] * (min(1, plan.land.offence[unit]) if s.weather else plan.land.offence[unit])


def ways_in(plan: Plan, place: int) -> int:
    """How many may enter a hex over all its sides. [WF-6.33a]"""
    s = plan.scene.s
    limits = s.world.limits_in[s.weather]
    return sum(limits.get((near, place), 1) for near in plan.land.near[place] if not plan.scene.has_enemy(near))


def is_supported(plan: Plan, place: int) -> bool:
    """Whether a headquarters is likely to support a battle; before any is activated one hopes so."""
    s = plan.scene.s
    return s.phase <= phases.COMMAND or bool(commanded(s, plan.side, blitz=False) >> place & 1)


def movers(s: Front, side: int) -> list[int]:
    """The units of a side that may still move in this turn; before headquarters are activated, all that can walk."""
    able = [u for u in s.world.army[side] if s.where[u] >= 0 and not movement.why_not_movable(s, u)]
    if s.phase <= phases.COMMAND:
        return able
    blitz = s.phase >= phases.BLITZ_MOVEMENT
    return [unit for unit in able if movement.why_not_commanded(s, unit, blitz) is None]
