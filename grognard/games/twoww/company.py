"""Chapter 12.4.3: Soviet units keep to themselves."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import mask_of
from grognard.games.twoww.ground import neutral_ground, sheltered_ground, shut_ground
from grognard.games.twoww.state import ALLIES, NEUTRAL, War
from grognard.games.twoww.units import land_at
from grognard.games.twoww.world import FRANCE
from grognard.games.twoww.zones import land_zone, zone_of_unit


def apart_from(s: War, unit: int) -> int:
    """The places of Allied units with whom a unit may not stack. [2WW-12.4.3]"""
    if s.loyal[unit] != ALLIES:
        return 0
    return _apart(s, s.world.is_soviet[unit])


@derived("where", "loyal")
def _apart(s: War, soviet: int) -> int:
    size, others = s.world.board.grid.size, s.world.is_soviet
    return mask_of(
        [at for unit, at in enumerate(s.where) if 0 <= at < size and s.loyal[unit] == ALLIES and others[unit] != soviet]
    )


def why_not_stack(s: War, unit: int, place: int) -> Refusal | None:
    """Why a unit may not end in a hex because of who is there. [2WW-12.4.3]"""
    if not apart_from(s, unit) >> place & 1:
        return None
    return Refusal("2WW-12.4.3", {"unit": s.world.units[unit], "other": s.world.board.names[place]})


def neutrals_in_the_way(s: War, unit: int) -> int:
    """Hexes held by land units of neutrals, whom an invader would meet as enemies; French ones let the Allies pass.
    [2WW-5.2.3a, 2WW-12.2.2a]"""
    held = land_at(s, NEUTRAL)
    if s.loyal[unit] != ALLIES or not held:
        return held
    french = mask_of(s.where[other] for other in s.world.units_of[FRANCE] if s.where[other] >= 0)
    return held & ~french


def zone_against(s: War, unit: int) -> int:
    """The enemy land zones that a unit meets, those of neutrals whom it would invade among them: they wake as it
    enters. [2WW-5.1.4c]"""
    side = s.loyal[unit]
    return land_zone(s, 1 - side) | _zones_asleep(s, side)


@derived(
    "where", "loyal", "aboard", "neutral", "iraq", "opened", "owner",
    through=lambda s, side: (
        tuple(s.where[u] for u in s.world.land_units if s.loyal[u] == NEUTRAL), bytes(s.loyal), land_at(s, NEUTRAL),
        neutral_ground(s), shut_ground(s), sheltered_ground(s, NEUTRAL),
    ),
)  # fmt: skip
def _zones_asleep(s: War, side: int) -> int:
    zone = 0
    for other in s.world.land_units:
        stands_aside = side == ALLIES and s.world.nation[other] == FRANCE
        if s.loyal[other] == NEUTRAL and not stands_aside:
            zone |= zone_of_unit(s, other)
    return zone
