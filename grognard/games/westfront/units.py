"""Chapter 2: the units. Steps, losses, and what a block shows to the other side."""

from __future__ import annotations

from typing import Any

from grognard.engine.orders import Refusal
from grognard.games.westfront.state import ELIMINATED, IDLE, LOST, SPENT, Front


def why_not_own(s: Front, side: int, unit: int) -> Refusal | None:
    """A side gives orders to its own units on the map; of the enemy's it knows no names. [WF-2.3b]"""
    if s.side_of(unit) != side:
        return Refusal("table.no-piece", {"unit": s.world.units[unit]})
    return Refusal("table.not-on-map", {"unit": s.world.units[unit]}) if s.where[unit] < 0 else None


def is_engaged(s: Front, unit: int) -> bool:
    return s.where[unit] >= 0 and s.attacker[s.where[unit]] > 0


def pseudonym(s: Front, unit: int) -> str:
    """The name that the enemy has for a block."""
    return f"{s.world.sides[s.side_of(unit)]} block {s.alias[unit]}"


def public_name(s: Front, unit: int) -> str:
    """What everyone may call a unit: its name while it is face up."""
    return s.world.units[unit] if s.shown[unit] else pseudonym(s, unit)


def by_sight(s: Front, units: list[int]) -> list[int]:
    """Units in an order that tells nothing of who they are."""
    return sorted(units, key=lambda unit: (s.where[unit], s.alias[unit]))


def take_pseudonym(s: Front, unit: int) -> None:
    """A block that comes into play has a pseudonym that has never been used."""
    s.alias[unit] = s.fresh_alias
    s.fresh_alias += 1
    s.role[unit] = s.shown[unit] = s.seen[unit] = 0


def tell(s: Front, what: str, rule: str, unit: int, *, reveals: bool = False, **facts: Any) -> None:
    """Say what happened to a unit: its owner hears its name, the enemy its pseudonym while it is face down.

    [WF-2.3b]
    """
    secret = {} if s.shown[unit] else {s.world.sides[s.side_of(unit)]: {"unit": s.world.units[unit]}}
    s.tell(what, rule, secret=secret, reveals=reveals, unit=public_name(s, unit), **facts)


def show(s: Front, unit: int) -> None:
    """Turn a block face up."""
    s.shown[unit] = 1


def hide(s: Front, unit: int) -> None:
    """Turn a block face down again; what was seen of it stays in memory until it is mixed with others."""
    if s.shown[unit]:
        s.shown[unit] = 0
        s.seen[unit] = 1 + s.steps[unit] + 16 * (4 * s.month + 2 * s.fortnight + s.active)
        lose_from_sight(s, unit)


def lose_from_sight(s: Front, unit: int) -> None:
    """The stack that a block stands in will be mixed at the end of the phase, though its blocks be the same again."""
    s.dealt = tuple(stack for stack in s.dealt if unit not in stack)


def is_active_headquarters(s: Front, unit: int) -> bool:
    return IDLE < s.role[unit] < SPENT


def lose_step(s: Front, unit: int, rule: str) -> None:
    """Take one step from a unit; below its lowest step it is eliminated and can be rebuilt.

    [WF-7.33d, WF-2.25b, WF-5.1d]
    """
    if s.steps[unit] > s.world.lowest[unit]:
        s.steps[unit] -= 1
        if s.seen[unit] and not s.shown[unit] and (s.seen[unit] - 1) % 16 > s.world.lowest[unit]:
            s.seen[unit] -= 1  # whoever remembers its strength sees it lose a step, unless it has grown unseen
        tell(s, "loss", rule, unit, at=s.world.board.names[s.where[unit]])
    else:
        eliminate(s, unit, rule)


def eliminate(s: Front, unit: int, rule: str) -> None:
    """Take a unit off the map. It is named openly; its block will come back under another pseudonym."""
    at = s.world.board.names[s.where[unit]]
    show(s, unit)
    tell(s, "eliminated", rule, unit, reveals=True, at=at)
    take_off(s, unit)


def take_off(s: Front, unit: int) -> None:
    """Put a unit among the eliminated ones."""
    where = s.where[unit]
    s.where[unit] = ELIMINATED
    s.steps[unit] = 0
    s.shown[unit] = s.seen[unit] = s.dispersed[unit] = s.entered[unit] = s.blitz[unit] = 0
    s.came_from[unit] = s.landed_at[unit] = -1
    s.supplied[unit] = 1
    if s.role[unit]:
        s.role[unit] = SPENT
    if s.partial_on == unit:
        s.partial, s.partial_on = 0, -1
    drop_lost_beachheads(s, where)


def drop_lost_beachheads(s: Front, place: int) -> None:
    """A beachhead is lost when enemies hold its hex and no friendly unit is left there. [WF-15.51c]"""
    for corps in s.world.beachheads:
        side = s.side_of(corps)
        if s.beachhead[corps] == place and not s.stack(place, side) and s.enemies_at(place, side):
            s.beachhead[corps] = LOST
            s.tell("beachhead lost", "WF-15.51c", corps=s.world.units[corps], at=s.world.board.names[place])
