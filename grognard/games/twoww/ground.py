"""Whose ground a hex is, and to whom it is closed: chapters 3.4.2, 5.3.1 and 12."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.games.twoww.state import ALLIES, AXIS, JOINED, NEUTRAL, NO_VICHY, QUIET, War
from grognard.games.twoww.units import air_at, anyone_at, fleets_at_war, land_at
from grognard.games.twoww.world import AMERICA, BRITAIN, FRANCE, ITALY, USSR

WEST = (FRANCE, BRITAIN, AMERICA)
"""The Western Allies. [2WW-5.3.1c]"""


def country_of(s: War, place: int) -> int:
    """The country that a hex lies in, or -1; unoccupied France is France until Paris falls. [2WW-12.2.1a]"""
    country = s.world.country_at[place] if place < s.world.board.grid.size else -1
    return FRANCE if country == s.world.vichy and s.vichy == NO_VICHY else country


def power_of(s: War, country: int) -> int:
    """The power that a territory belongs to: to enter one is to enter the other. [2WW-12.1.1c, 2WW-12.2.2a]"""
    parent = s.world.parent[country]
    if parent < 0:
        return country
    if parent == FRANCE and s.vichy != NO_VICHY:
        return s.world.vichy
    return parent


def lands_of(s: War, power: int) -> list[int]:
    """A power and the territories that belong to it."""
    return [country for country in range(len(s.world.countries)) if power_of(s, country) == power]


def ground_of(s: War, power: int) -> int:
    """All hexes of a power and its territories."""
    mask = 0
    for country in lands_of(s, power):
        mask |= s.world.country_mask[country]
    return mask


@derived("neutral")
def neutral_ground(s: War) -> int:
    """The hexes of every country that is at peace. [2WW-3.4.2a, 2WW-5.1.4c]"""
    mask = 0
    for country, neutral in enumerate(s.neutral):
        if neutral:
            mask |= s.world.country_mask[country]
    return mask


def shut_ground(s: War) -> int:
    """Hexes that no unit of either side may enter: Switzerland, and Iraq before it rebels. [2WW-3.4.2b, 2WW-12.5a]"""
    return s.world.closed | (s.world.country_mask[s.world.iraq] if s.iraq == QUIET else 0)


@derived("opened", "owner")
def sheltered_ground(s: War, side: int) -> int:
    """The hexes of Axis minors that the Allies may not invade yet. [2WW-12.1.2]"""
    if side != ALLIES:
        return 0
    mask = 0
    for number, country in enumerate(s.world.countries):
        if country.closed and not s.opened[number] and s.owner[number] == AXIS:
            mask |= s.world.country_mask[number]
    return mask


def closed_waters(s: War, side: int, *, assault: bool = False) -> int:
    """Waters that are closed to a side's fleets: straits with an enemy unit of any kind, the coast of Iraq before it
    rebels, and to the Allies those of Denmark, of which an assault may pass the first. [2WW-8.3.1c, 2WW-8.3.2a,
    2WW-8.3.2b, 2WW-12.5a]"""
    return _closed_waters(s, side, assault)


@derived("where", "loyal", "aboard", "neutral", "iraq", "owner")
def _closed_waters(s: War, side: int, assault: bool) -> int:
    world = s.world
    closed = world.straits & (land_at(s, 1 - side) | air_at(s, 1 - side) | fleets_at_war(s, 1 - side))
    if s.iraq == QUIET:
        closed |= world.country_mask[world.iraq] & world.coastal
    if side != ALLIES:
        return closed
    if not assault and s.owner[world.norway] != ALLIES:
        closed |= 1 << world.skagerrak
    if s.owner[world.denmark] != ALLIES:
        return closed | world.danish_waters
    return closed | (world.danish_waters & anyone_at(s, AXIS))


@derived("owner", "neutral", "vichy", "iraq")
def friendly_ground(s: War, side: int) -> int:
    """The hexes of every country that a side controls and that is at war. [2WW-8.1.2b, 2WW-7.2.5a]"""
    mask = 0
    for country, owner in enumerate(s.owner):
        if owner == side and not s.neutral[country]:
            mask |= s.world.country_mask[country]
    if s.vichy == NO_VICHY and s.owner[FRANCE] == side:
        mask |= s.world.country_mask[s.world.vichy]
    return mask & ~shut_ground(s)


def forbidden_ground(s: War, nation: int, side: int) -> int:
    """The hexes that a nation's land and air units may not enter at present. [2WW-5.3.1c, 2WW-12.1.1b, 2WW-12.1.2]"""
    return _forbidden_ground(s, nation if nation in (*WEST, ITALY, USSR) else -1, side)


@derived("iraq", "neutral", "vichy", "opened", "owner", "america")
def _forbidden_ground(s: War, nation: int, side: int) -> int:
    mask = s.world.closed | (s.world.country_mask[s.world.iraq] if s.iraq == QUIET else 0)
    if nation == ITALY and s.neutral[ITALY]:
        return mask | ~ground_of(s, ITALY)
    for country in range(len(s.world.countries)):
        if s.world.country_mask[country] and why_barred(s, nation, side, country):
            mask |= s.world.country_mask[country]
    return mask


def why_barred(s: War, nation: int, side: int, country: int) -> str:
    """The rule that keeps a nation's units out of a whole country, or nothing."""
    if country == s.world.country_index["Switzerland"]:
        return "2WW-3.4.2b"
    if country == s.world.iraq and s.iraq == QUIET:
        return "2WW-12.5a"
    power = power_of(s, country)
    if nation == ITALY and s.neutral[ITALY] and power != ITALY:
        return "2WW-12.1.1b"
    if side == ALLIES and s.world.countries[power].closed and not s.opened[power] and s.owner[power] == AXIS:
        return "2WW-12.1.2"
    if not s.neutral[country] or power == nation:
        return ""
    if power == USSR and side == ALLIES:
        return "2WW-12.4.1b"
    if nation in WEST and s.america and power != s.world.vichy:
        return "2WW-5.3.1c"
    return ""


def why_not_enter(s: War, unit: int, place: int) -> Refusal | None:
    """Why a unit may not set foot in the country of a hex. [2WW-3.4.2b, 2WW-5.3.1c, 2WW-12.1.2, 2WW-12.5a]"""
    country = country_of(s, place)
    if country < 0:
        return None
    rule = why_barred(s, s.world.nation[unit], s.loyal[unit], country)
    facts = {"unit": s.world.units[unit], "country": s.world.countries[country].name}
    return Refusal(rule, facts, "enter") if rule else None


def is_friendly_port(s: War, place: int, side: int) -> bool:
    """Whether a place is a port that a side controls; all of the United States are one. [2WW-3.4.7a, 2WW-8.3.6]"""
    if place == s.world.states:
        return side == ALLIES
    return bool(s.world.ports >> place & 1) and s.holder[place] == side


@derived("holder")
def friendly_ports(s: War, side: int) -> int:
    """The ports on the map that a side controls."""
    mask = 0
    for place, city in s.world.cities.items():
        if city.is_port and s.holder[place] == side:
            mask |= 1 << place
    return mask


def is_at_peace(s: War, nation: int) -> bool:
    """Whether a country's units stay where they are: it is neutral, and not Italy, which the Axis runs. [2WW-3.4.2a,
    2WW-12.1.1b, 2WW-12.4.1b]"""
    return bool(s.neutral[nation]) and nation != ITALY


def has_joined(s: War) -> bool:
    """Whether unoccupied France fights for the Allies. [2WW-12.2.2b]"""
    return s.vichy >= JOINED


def side_name(s: War, side: int) -> str:
    return "neutral" if side == NEUTRAL else s.world.sides[side]
