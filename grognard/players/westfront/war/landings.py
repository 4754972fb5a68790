"""Where a side may land from the sea in this turn, and what that is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.westfront.seapower import coast_seas, harbour_seas, is_join_open
from grognard.games.westfront.state import READY, Front
from grognard.games.westfront.weather import is_stormy

if TYPE_CHECKING:
    from grognard.players.westfront.war.plan import Plan


def invasion_seas(s: Front, side: int, port: int) -> frozenset[int]:
    """The seas that an invasion from a port may cross, storms and closed straits apart. [WF-15.42a, WF-12.3c]"""
    found = {sea for sea in harbour_seas(s, port) if not is_stormy(s, sea)}
    edge = set(found)
    for _ in range(s.world.invasion_seas[side] - 1):
        joined = {(near, shores) for sea in edge for near, shores in s.world.sea_joins[sea]}
        edge = {near for near, shores in joined if is_join_open(s, side, shores) and not is_stormy(s, near)} - found
        found |= edge
    return frozenset(found)


def shores(s: Front, side: int, port: int) -> list[int]:
    """The contested coasts in reach of an invasion from a port."""
    seas = invasion_seas(s, side, port)
    open_ground = s.world.invadable & ~s.world.neutral_ground[s.neutral] & ~s.world.barred[side]
    return [
        there
        for there in s.world.coasts
        if open_ground >> there & 1 and s.owner[there] != side and not seas.isdisjoint(coast_seas(s, side, there))
    ]


def landing_worth(plan: Plan, place: int, power: float, *, supplied: bool, assaults: bool) -> float:
    """What it is worth to land so much force in a place: what is won there, by how likely it is to be held, and the way
    inland; less what it costs where the enemy waits or nothing to eat can be brought."""
    n, scene = plan.n, plan.scene
    is_port = place in scene.s.world.ports
    inland = min(n["land_inland_most"], n["land_inland"] * plan.pull.get(place, 0.0)) + is_port * n["land_port"]
    friends = plan.mass_own.get(place, 0.0)
    foes = plan.mass_enemy.get(place, 0.0)
    if scene.has_enemy(place):
        if not assaults:
            return n["never"]
        odds = plan.win(power + scene.own(place), scene.enemy(place) * scene.cover(place) * n["land_assault_cover"])
        prize = plan.prize(place) + inland + n["kill"] * scene.bounty[1 - plan.side].get(place, 0.0)
        return odds * prize - (1.0 - odds) * n["land_repulsed"]
    focus = plan.foci.get(place)
    if focus is not None:
        power = max(power, n["focus_share"] * focus.force)
    hold = plan.win(power + n["land_friends"] * friends, n["land_foes"] * foes)
    hungry = 0.0 if is_port or supplied or (focus is not None and focus.feeds) else n["land_hungry"]
    beside = n["focus_beside"] * focus.worth if focus is not None else 0.0
    return hold * (plan.prize(place) + inland + beside) - (1.0 - hold) * n["land_lost"] - hungry


def is_fed_there(plan: Plan, unit: int, place: int) -> bool:
    """Whether a unit that lands in a place will eat: from what its side holds, or from its own beachhead."""
    return bool(plan.fed >> place & 1) or plan.scene.s.beachhead[unit] == READY


def best_landings(plan: Plan, port: int, units: list[int]) -> list[tuple[float, int, int]]:
    """The best landing of each unit that waits in a port: its worth, the unit, the place; the best first."""
    found = []
    coasts = plan.shores(port)
    for unit in units:
        power, assaults = plan.scene.power(unit), bool(plan.scene.s.world.types[unit].get("sea_assault"))
        best = max(
            (
                (
                    landing_worth(plan, place, power, supplied=is_fed_there(plan, unit, place), assaults=assaults),
                    place,
                )
                for place in coasts
            ),
            default=(0.0, -1),
        )
        if best[0] > 0:
            found.append((best[0], unit, best[1]))
    return sorted(found, reverse=True)


def staging_worth(plan: Plan, port: int) -> float:
    """What the best landing from a port would be worth to a corps of usual strength."""
    n = plan.n
    return max(
        (landing_worth(plan, at, n["usual_corps"], supplied=True, assaults=True) for at in plan.shores(port)),
        default=0.0,
    )
