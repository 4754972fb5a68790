"""Chapter 7.1: production points, where they come from, and for whom."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.paths import mask_of
from grognard.engine.tally import Tally
from grognard.games.twoww.ground import country_of
from grognard.games.twoww.state import ALLIES, AXIS, NO_VICHY, QUIET, War
from grognard.games.twoww.supply import GROUND, traces_to
from grognard.games.twoww.world import AMERICA, BRITAIN, FRANCE, GERMANY, ITALY, MAJORS, USSR

DOMINIONS, IRAQ, TO_BRITAIN, TO_USSR = range(4)
"""The points that cross the sea, in the order of `s.sunk`. [2WW-6.2.3b]"""


def produces(s: War, power: int) -> bool:
    """Whether a major power uses production cities at all: it is neither conquered nor, like France once Paris has
    fallen, without units to build. [2WW-7.1.1a, 2WW-5.3.3c]"""
    return not s.conquered[power] and not (power == FRANCE and s.vichy != NO_VICHY)


def income(s: War, power: int) -> Tally:
    """The points that a power has to spend in this turn, with their sources. [2WW-7a, 2WW-7.1.2a, 2WW-7.1.3a]"""
    if power not in MAJORS:
        return minor_income(s, power)
    tally = Tally(0, "2WW-7a")
    if not produces(s, power):
        return tally
    if power == USSR and s.neutral[USSR]:
        add_soviet_neutral(s, tally)
    elif power == AMERICA:
        add_american(s, tally)
    elif not s.neutral[power] or is_production_season(s, power):
        add_cities(s, power, tally)
        if power == GERMANY:
            add_german_bonuses(s, tally)
        add_overseas(s, power, tally)
    return tally


def is_production_season(s: War, power: int) -> bool:
    """While neutral Italy produces in winter only. [2WW-7.1.7]"""
    return power == ITALY and s.world.is_winter(s.turn)


# 7.1.1 Cities


def add_cities(s: War, power: int, tally: Tally) -> None:
    """A point for each production city at home, and for each abroad that is left to this power. [2WW-7a, 2WW-7.1.1a,
    2WW-7.1.1b]"""
    each, cities = s.world.charts["income"]["city"], s.world.cities
    for place in home_cities(s, power):
        tally.add(each, "2WW-7.1.1a", cities[place].name)
    for place in foreign_cities(s, s.owner[power]):
        if place not in s.claimed and users_of(s, s.owner[power], place)[-1] == power:
            tally.add(each, "2WW-7.1.1b", cities[place].name)


def home_cities(s: War, power: int) -> list[int]:
    """A power's own production cities that count: they are capitals or on a line to one. [2WW-7.1.1a, 2WW-7.1.1c]"""
    side = s.owner[power]
    return [
        place
        for place in s.world.producing
        if country_of(s, place) == power and is_working(s, side, place) and serves(s, side, place, power)
    ]


@derived(*GROUND, "bombed", "conquered", "holder", "vichy")
def foreign_cities(s: War, side: int) -> list[int]:
    """The production cities that a side uses outside the powers that produce at home. [2WW-7.1.1b, 2WW-5.3.2d]"""
    return [
        place
        for place in s.world.producing
        if is_abroad(s, side, place) and is_working(s, side, place) and users_of(s, side, place)
    ]


def is_abroad(s: War, side: int, place: int) -> bool:
    """Whether a side uses a city as one of a foreign country: this is at war and does not produce for the side itself,
    and the city gives no bonus in place of its point. [2WW-7.1.1b, 2WW-7.1.2d, 2WW-7.1.2e]"""
    country = country_of(s, place)
    if s.neutral[country] or (side == AXIS and place in bonus_cities(s)):
        return False
    return not (country in MAJORS and s.owner[country] == side and produces(s, country))


def is_working(s: War, side: int, place: int) -> bool:
    """A side controls the city, and it was not bombed out in this turn. [2WW-7a, 2WW-6.1.4c]"""
    return s.holder[place] == side and place not in s.bombed


def serves(s: War, side: int, place: int, power: int) -> bool:
    """Whether a city is a power's capital or on a line of supply to it. [2WW-7.1.1c]"""
    own = mask_of(s.world.capitals[power])
    return bool(own >> place & 1) or traces_to(s, side, place, own)


def users_of(s: War, side: int, place: int) -> list[int]:
    """The powers that could use a city abroad, in the order in which they produce: all but the last must claim it.
    Cities of fallen France are for Britain alone. [2WW-7.1.1b, 2WW-7.1.1c, 2WW-5.3.2d, 2WW-5.3.3c]"""
    french = side == ALLIES and country_of(s, place) in (FRANCE, s.world.vichy)
    powers = (BRITAIN,) if french else MAJORS
    return [
        power
        for power in powers
        if s.owner[power] == side and produces(s, power) and not s.neutral[power] and serves(s, side, place, power)
    ]


def claims(s: War, power: int) -> list[int]:
    """The cities abroad that a power may take before another one gets them. [2WW-5.3.2d, 2WW-7.1.1c]"""
    if power not in MAJORS or s.neutral[power]:
        return []
    side = s.owner[power]
    return [
        place
        for place in foreign_cities(s, side)
        if place not in s.claimed and power in users_of(s, side, place)[:-1]
    ]  # fmt: skip


# 7.1.2 Points besides


def add_overseas(s: War, power: int, tally: Tally) -> None:
    """What has come safely across the sea. [2WW-7.1.2a, 2WW-7.1.2b, 2WW-12.3.3]"""
    sent = under_way(s)
    left = [points - lost for points, lost in zip(sent, s.sunk, strict=True)]
    if power == BRITAIN:
        tally.add(left[DOMINIONS], "2WW-7.1.2a", "Dominions")
        tally.add(left[IRAQ], "2WW-7.1.2b", "Iraq")
        tally.add(left[TO_BRITAIN], "2WW-12.3.1", "Lend Lease")
    elif power == USSR:
        tally.add(left[TO_USSR], "2WW-12.3.2", "Lend Lease")


def under_way(s: War) -> tuple[int, int, int, int]:
    """The points that cross the sea this turn: of the Dominions, from Iraq, and Lend Lease for Britain and for the
    Soviet Union. [2WW-6.2.3b, 2WW-7.1.2a, 2WW-7.1.2b]"""
    chart = s.world.charts["income"]
    at_sea = not s.conquered[BRITAIN]
    from_iraq = chart["iraq"] if s.owner[s.world.iraq] == ALLIES else 0
    return (chart["dominions"] * at_sea, from_iraq * at_sea, s.lend[0], s.lend[1])


def add_american(s: War, tally: Tally) -> None:
    """Ten points less Lend Lease, once the United States are at war. [2WW-7.1.2c, 2WW-7.1.5]"""
    if s.america:
        tally.add(s.world.charts["income"]["america"], "2WW-7.1.2c", "United States")
        tally.add(-sum(s.lend), "2WW-12.3.1", "Lend Lease")


def add_soviet_neutral(s: War, tally: Tally) -> None:
    """Two points for upgrades while the Soviet Union is neutral, from 1941 on. [2WW-12.4.2, 2WW-7.1.6]"""
    if s.turn >= s.world.dates["soviet_production"]:
        tally.add(s.world.charts["income"]["soviet_neutral"], "2WW-12.4.2", "neutrality")


def add_german_bonuses(s: War, tally: Tally) -> None:
    """Oil, steel, the pact, and Iraq. [2WW-7.1.2d, 2WW-7.1.2e, 2WW-7.1.2f, 2WW-7.1.2g]"""
    bonus, country = s.world.charts["income"]["bonus"], s.world.country_index
    for place, rule in bonus_cities(s).items():
        tally.add(bonus, rule, s.world.cities[place].name)
    if s.conquered[country["Poland"]] == 1 + AXIS and s.neutral[USSR]:
        tally.add(bonus, "2WW-7.1.2f", "Poland")
    if s.owner[s.world.iraq] == AXIS:
        tally.add(s.world.charts["income"]["iraq"], "2WW-7.1.2g", "Iraq")


def bonus_cities(s: War) -> dict[int, str]:
    """The cities that give Germany a bonus in place of their own point, and the rules: Bucharest, and Stockholm as long
    as Norway lets the ore pass. [2WW-7.1.2d, 2WW-7.1.2e]"""
    country, at = s.world.country_index, s.world.board.at
    ways = {
        at("Bucharest"): ("2WW-7.1.2d", (country["Rumania"],)),
        at("Stockholm"): ("2WW-7.1.2e", (country["Sweden"], s.world.norway)),
    }
    return {
        place: rule
        for place, (rule, needs) in ways.items()
        if place not in s.bombed
        and s.holder[place] != ALLIES
        and all(s.neutral[need] or s.owner[need] == AXIS for need in needs)
    }


# 7.1.3 Minor powers


def minor_income(s: War, country: int) -> Tally:
    """In winter a minor power that fights and is not conquered has a point of its own, and so has Iraq in revolt.
    [2WW-7.1.3a, 2WW-12.5.1, 2WW-3.4.2a]"""
    tally = Tally(0, "2WW-7.1.3a")
    if s.world.is_winter(s.turn) and not s.neutral[country]:
        if country == s.world.iraq:
            if s.iraq != QUIET and s.owner[country] == AXIS:
                tally.add(s.world.charts["income"]["minor"], "2WW-12.5.1", "winter")
        elif s.world.countries[country].kind == "minor" and not s.conquered[country]:
            tally.add(s.world.charts["income"]["minor"], "2WW-7.1.3a", "winter")
    return tally


def expected(s: War, side: int) -> int:
    """What all major powers of a side have to spend in this turn together."""
    return sum(income(s, power).value for power in MAJORS if s.owner[power] == side)
