"""Chapter 5.1: zones of control, one for each arm. All are masks of hexes."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.paths import around, bits, spread
from grognard.games.twoww.ground import closed_waters, neutral_ground, sheltered_ground, shut_ground
from grognard.games.twoww.state import War
from grognard.games.twoww.units import acts_in_the_air, land_at


@derived(
    "where", "loyal", "aboard", "neutral", "iraq", "opened", "owner",
    through=lambda s, side: (land_at(s, side), neutral_ground(s), shut_ground(s), sheltered_ground(s, side)),
)  # fmt: skip
def land_zone(s: War, side: int) -> int:
    """The hexes that a side's land units could step into, borders of neutrals and countries closed to them apart.
    [2WW-5.1.1a, 2WW-5.1.4a, 2WW-5.1.4c]"""
    world, neutral, occupied = s.world, neutral_ground(s), land_at(s, side)
    zone = around(world.overland, occupied & ~neutral) & ~neutral
    for place in bits(occupied & neutral):  # within a neutral country a zone stays inside it
        zone |= world.beside[place] & world.country_mask[world.country_at[place]]
    return zone & ~shut_ground(s) & ~sheltered_ground(s, side)


def zone_of_unit(s: War, unit: int) -> int:
    """The land zone of a single unit that is ashore. [2WW-5.1.1a, 2WW-5.1.1d]"""
    if s.aboard[unit] >= 0 or not s.world.is_land[unit] or not 0 <= s.where[unit] < s.world.board.grid.size:
        return 0
    place, neutral = s.where[unit], neutral_ground(s)
    zone = s.world.beside[place] & ~shut_ground(s) & ~sheltered_ground(s, s.loyal[unit])
    if neutral >> place & 1:
        return zone & s.world.country_mask[s.world.country_at[place]]
    return zone & ~neutral


AFLOAT = ("where", "loyal", "aboard", "neutral", "iraq", "owner")
"""The facts that zones of fleets rest on."""


def _berths(s: War, side: int) -> tuple[object, ...]:
    """Where a side's fleets are, and what keeps their zones apart."""
    where, loyal = s.where, s.loyal
    at = tuple(where[fleet] for fleet in s.world.fleets if loyal[fleet] == side)
    return at, bytes(s.loyal), bytes(s.neutral), closed_waters(s, side)


@derived(*AFLOAT, through=_berths)
def fleet_zone(s: War, side: int) -> int:
    """The waters within three movement points of a side's fleets. [2WW-5.1.2a, 2WW-5.1.4a]"""
    zone = 0
    for fleet in s.world.fleets:
        if s.loyal[fleet] == side:
            zone |= zone_of_fleet(s, fleet)
    return zone


def zone_of_fleet(s: War, fleet: int) -> int:
    """The zone of a single fleet: not into waters that are closed to it, but for straits in which enemies are, nor
    beyond them; a neutral's hinders nobody. [2WW-5.1.2a, 2WW-5.1.4a, 2WW-5.1.4b]"""
    world, place = s.world, s.where[fleet]
    if place < 0 or s.neutral[world.nation[fleet]]:
        return 0
    zone, closed = world.fleet_zone[place], closed_waters(s, s.loyal[fleet])
    if zone & closed:
        held, reach = closed & world.straits, world.charts["movement"]["fleet_zone"]
        waters = (world.sea | world.coastal) & ~closed | held
        key = ("open waters", place, closed)
        zone = world.recall(key, lambda: spread(world.oversea, 1 << place, waters, reach, ends=held))
    return zone & ~neutral_ground(s)


@derived(*AFLOAT, through=_berths)
def beside_fleets(s: War, side: int) -> int:
    """The waters right beside a side's fleets, where enemy fleets must stop. [2WW-5.1.2d]"""
    zone = 0
    for fleet in s.world.fleets:
        if s.loyal[fleet] == side and s.where[fleet] >= 0:
            zone |= s.world.alongside[s.where[fleet]] & zone_of_fleet(s, fleet)
    return zone


def air_zone(s: War, unit: int) -> int:
    """Every hex within an air unit's range, whatever the terrain, but not in neutral countries.

    [2WW-5.1.3a, 2WW-5.1.2i, 2WW-5.1.4c, 2WW-3.4.2b]
    """
    place = s.where[unit]
    if not acts_in_the_air(s, unit) or place >= s.world.board.grid.size:
        return 0
    return s.world.disc(place, s.world.move[unit]) & ~neutral_ground(s)
