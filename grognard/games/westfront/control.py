"""Chapter 8: hex control. It is taken at the start of every phase and holds until the next one."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.paths import bits, mask_of, mask_where, painted
from grognard.engine.state import put
from grognard.games.westfront.state import ALLIES, AXIS, DISPUTED, ON_LAND, Front
from grognard.games.westfront.units import hide, is_active_headquarters

BATTLE = bytes((1 + ALLIES, 1 + AXIS))
"""What a place bears where there is a battle: 1 + the side that opened it."""


def take_control(s: Front) -> None:
    """Work out who controls every hex. [WF-8.1a]"""
    end_battles(s)
    if s.world.alarm and occupied_hexes(s, ALLIES) & s.world.alarm:
        s.alarmed = 1
    s.prior, s.owner = _controllers(s, *_sway(s))


@derived("attacker", "dispersed", "neutral", "supplied", "where")
def _sway(s: Front) -> tuple[int, int, int]:
    """The hexes that the Allies and the Axis control for certain, and the disputed ones."""
    present = [occupied_hexes(s, side) for side in (0, 1)]
    occupied, embattled = present[0] | present[1], battle_mask(s)
    zones = [zone_of_control(s, side, occupied) for side in (0, 1)]
    held = [holding_hexes(s, side, present[side]) & ~embattled for side in (0, 1)]  # by occupation [WF-8.31]
    for place in bits(embattled & occupied):  # by the Original Defender [WF-7.12b]
        held[1 - original_attacker(s, place)] |= s.world.bit[place]
    sure = [held[side] | zones[side] & ~zones[1 - side] for side in (0, 1)]  # or by zone of control alone [WF-8.31]
    return sure[ALLIES], sure[AXIS], zones[0] & zones[1]  # [WF-8.33]


@derived("prior")
def _controllers(s: Front, allied: int, axis: int, disputed: int) -> tuple[bytes, bytes]:
    """Who controls every hex from now on, without the disputed ones and with them; nobody's stay as they were.

    [WF-8.34]
    """
    prior = painted(painted(s.prior, axis, AXIS), allied, ALLIES)
    return prior, painted(prior, disputed, DISPUTED)


def standing(s: Front, side: int) -> list[int]:
    """Where each of a side's units is."""
    return s.where[s.world.ranks[side]]


@derived("where", through=standing)
def occupied_hexes(s: Front, side: int) -> int:
    """The hexes that hold any of a side's units."""
    return mask_of(place for place in set(standing(s, side)) if place >= 0)


def holding_hexes(s: Front, side: int, occupied: int) -> int:
    """Those of them where not all units are dispersed. [WF-8.31]"""
    rank = s.world.ranks[side]
    if not any(s.dispersed[rank]):
        return occupied
    return mask_of({at for at, lost in zip(s.where[rank], s.dispersed[rank], strict=True) if at >= 0 and not lost})


def zone_of_control(s: Front, side: int, occupied: int) -> int:
    """The empty hexes next to a side's units that are unengaged, supplied and not dispersed, but no neutral ones.

    [WF-8.2a, WF-8.2b, WF-8.2c, WF-16.4a]
    """
    rank, attacker, zone = s.world.ranks[side], s.attacker, 0
    units = zip(s.where[rank], s.supplied[rank], s.dispersed[rank], strict=True)
    for at in {at for at, supplied, dispersed in units if supplied and not dispersed and at >= 0}:
        if not attacker[at]:
            zone |= s.world.zoc[at]
    return zone & ~occupied & ~s.world.neutral_ground[s.neutral]


def original_attacker(s: Front, place: int) -> int:
    """The side that opened a battle stays its Original Attacker for as long as it lasts. [WF-7.12a]"""
    return s.attacker[place] - 1


def is_assault(s: Front, place: int) -> bool:
    """Whether a new battle has been opened over water or from the air alone. [WF-7.5a, WF-7.5b]"""
    attackers = s.stack(place, original_attacker(s, place)) if s.fresh[place] else []
    return bool(attackers) and all(s.entered[unit] != ON_LAND for unit in attackers)


def end_battles(s: Front) -> None:
    """A battle is over when one side is gone from it. [WF-7.12b]"""
    if not has_battles(s):
        return
    for place in battles(s):
        here = [bool(s.stack(place, side)) for side in (0, 1)]
        if not all(here):
            s.attacker, s.fresh = put(s.attacker, place, 0), put(s.fresh, place, 0)
            for unit in (*s.stack(place, 0), *s.stack(place, 1)):
                s.entered[unit] = 0
                s.came_from[unit] = -1
                if not is_active_headquarters(s, unit):
                    hide(s, unit)


# What control allows [WF-8.4]


@derived("owner")
def friendly_mask(s: Front, side: int) -> int:
    """Hexes that are friendly."""
    return mask_where(s.owner, bytes((side,))) & s.world.land_mask


@derived("owner")
def passable_mask(s: Front, side: int) -> int:
    """Hexes that lines of command and supply may pass: friendly or disputed, not neutral.

    [WF-5.3b, WF-10.3b, WF-16.4a]
    """
    return mask_where(s.owner, bytes((side, DISPUTED))) & s.world.land_mask


def battles(s: Front) -> list[int]:
    """Every battle hex, in the order of the map."""
    return bits(battle_mask(s))


def closed_ground(s: Front, unit: int) -> int:
    """Where a unit may not go at all: neutral countries, and what is closed to its side or nation.

    [WF-16.4a, WF-1.1c, WF-2.66]
    """
    closed: int = s.world.closed[unit]
    return closed | s.world.neutral_ground[s.neutral] if s.neutral else closed


def has_battles(s: Front) -> bool:
    return s.attacker != s.world.blank


def battle_mask(s: Front) -> int:
    """Battle hexes."""
    return mask_where(s.attacker, BATTLE) & s.world.land_mask if has_battles(s) else 0
