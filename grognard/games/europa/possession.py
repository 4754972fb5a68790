"""Who owns a hex, from occupation, zones of control and history: section 3.E.1. Sets of hexes are bit masks."""

from __future__ import annotations


def uncontested(zone: int, enemy_occupied: int, enemy_zone: int) -> int:
    """Where a zone of control meets neither an enemy unit nor an enemy zone of any kind. [GE-3.E.1.u]

    `enemy_zone` has zones of every kind, also of those that never gain a hex themselves.
    """
    return zone & ~enemy_occupied & ~enemy_zone


def gained(
    occupied: int, zone: int, enemy_occupied: int, enemy_zone: int, *, only_by_occupation: int = 0, shared: int = 0
) -> int:
    """The hexes that a side owns by what stands where now. [GE-3.E.1.a, GE-3.E.1.b, GE-3.E.1.x]

    `zone` is of the kind that gains hexes. `only_by_occupation` are enemy hexes that a zone alone never takes (cities,
    airbases, rail lines), if a title has such; `shared` are hexes that a side's units stand in without owning them.
    """
    return (occupied & ~shared) | (uncontested(zone, enemy_occupied, enemy_zone) & ~only_by_occupation)


def owned(before: int, gained: int, enemy_gained: int) -> int:
    """What a side owns now: what it has gained, and what it had as long as the enemy has not gained it. [GE-3.E.1.b]"""
    return gained | (before & ~enemy_gained)


def for_a_time(owned_before: int, occupied: int, lasting: int) -> int:
    """Hexes that a side holds only while it stands there. [GE-3.E.1.p]

    They are occupied, were not its own, and no unit that owns for good (`lasting`: occupied by one, or in an
    uncontested zone) helps.
    """
    return occupied & ~owned_before & ~lasting


def fallen_back(held_for_a_time: int, occupied: int) -> int:
    """Hexes held for a time that nobody stands in any more: they are the former owner's again. [GE-3.E.1.p]"""
    return held_for_a_time & ~occupied


def cut_off(isolated: int, exempt: int, joined: int, joined_to_enemy: int) -> int:
    """A side's isolated hexes that fall to the enemy at the start of a player turn. [GE-3.E.1.c, GE-3.E.1.i]

    Each has no line of communication to a unit of its owner (`joined`) and has one to the enemy's. `exempt` are hexes
    with forces in them and major cities; partisans count for nothing here.
    """
    return isolated & ~exempt & ~joined & joined_to_enemy
