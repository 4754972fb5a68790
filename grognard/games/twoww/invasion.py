"""Chapter 5.3.1: units cross borders, and neutrals are drawn into the war."""

from __future__ import annotations

from grognard.engine.agenda import Prompt
from grognard.engine.state import put
from grognard.games.twoww import control, vichy
from grognard.games.twoww.ground import country_of, lands_of, power_of, side_name
from grognard.games.twoww.state import ALLIES, AXIS, VICHY, War
from grognard.games.twoww.world import BRITAIN, FRANCE


def enter(s: War, unit: int, place: int, origin: int) -> None:
    """Everything that follows at once when a land or air unit enters a hex: Axis minors lose their shelter, a neutral
    is invaded, a city or port is taken. [2WW-12.1.2, 2WW-5.3.1a, 2WW-3.4.7a]

    The unit must already be in the place. Afterwards enemies may stand there that were neutral before, and in the fall
    of France any other unit may have been put elsewhere or taken off the map: look again at what was known of others.
    """
    cross_border(s, unit, place, origin)
    invade(s, unit, place)
    control.occupy(s, place, s.loyal[unit])


def invade(s: War, unit: int, place: int) -> None:
    """Whoever enters a neutral country invades it. [2WW-5.3.1a]"""
    power = would_invade(s, unit, place)
    if power >= 0:
        _invade(s, unit, power)


def cross_border(s: War, unit: int, place: int, origin: int) -> None:
    """An Axis unit that enters or leaves an Axis minor opens it to the Allies. [2WW-12.1.2]

    A unit that leaves aboard a fleet crosses the border with it.
    """
    here, there = (country_of(s, at) if at >= 0 else -1 for at in (place, origin))
    if s.loyal[unit] != AXIS or here == there:
        return
    for country in (here, there):
        if country >= 0 and s.world.countries[country].closed and not s.opened[country]:
            s.opened[country] = 1
            s.tell("opened", "2WW-12.1.2", country=s.world.countries[country].name, unit=s.world.units[unit])


def put_in(s: War, fleet: int, place: int) -> None:
    """An Axis fleet that comes to rest in a port of an Axis minor has entered it; along the coast it is at sea.
    [2WW-12.1.2]"""
    if s.world.ports >> place & 1:
        cross_border(s, fleet, place, -1)


def would_invade(s: War, unit: int, place: int) -> int:
    """The power that a unit would invade if it entered a hex, or -1. Fleets invade nobody. [2WW-5.3.1a]"""
    country = country_of(s, place)
    if country < 0 or s.world.is_fleet[unit]:
        return -1
    power = power_of(s, country)
    if power == s.world.nation[unit]:
        return -1
    if power == s.world.vichy and s.vichy == VICHY and s.loyal[unit] == AXIS:
        return power  # also where the Allies have been before
    return power if s.neutral[country] else -1


def warning(s: War, unit: int, place: int) -> tuple[Prompt, ...]:
    """What a player should know before a unit enters a hex: whom it would invade, if anybody. [2WW-5.3.1a]"""
    power = would_invade(s, unit, place)
    return (Prompt("invades", "2WW-5.3.1a", {"country": s.world.countries[power].name}),) if power >= 0 else ()


def would_meet(s: War, unit: int, place: int) -> list[int]:
    """The units in a hex of a neutral that would be enemies as soon as a unit entered it: to do so takes a drop or an
    assault. [2WW-5.3.1b, 2WW-5.2.3a]"""
    power = would_invade(s, unit, place)
    if power < 0 or (power == s.world.vichy and s.loyal[unit] == ALLIES):
        return []
    nations = FRANCE if power == s.world.vichy else power
    return [other for other in s.world.units_of[nations] if s.where[other] == place and s.aboard[other] < 0]


def _invade(s: War, unit: int, power: int) -> None:
    """The other side takes command of a neutral's units and cities; if the British or French did it, the United States
    are a turn later. [2WW-5.3.1b, 2WW-5.3.1d]"""
    side = s.loyal[unit]
    country = s.world.countries[power].name
    s.tell("invaded", "2WW-5.3.1a", country=country, side=side_name(s, side), unit=s.world.units[unit])
    if s.world.nation[unit] in (BRITAIN, FRANCE) and not s.america:
        s.delay += 1
        s.tell("america waits", "2WW-5.3.1d", turns=s.delay)
    if power == s.world.vichy:
        _invade_vichy(s, side)
        return
    for land in lands_of(s, power):
        _go_over(s, land, side)
    s.tell("goes over", "2WW-5.3.1b", country=country, side=side_name(s, 1 - side))


def _go_over(s: War, country: int, invader: int) -> None:
    """Units and cities of an invaded country pass to the other side, but for cities that the invader has already.
    [2WW-5.3.1b]"""
    side = 1 - invader
    betrayed = s.owner[country] == invader  # Italy, which the Axis ran
    s.owner[country], s.neutral[country] = side, 0
    for unit in s.world.units_of[country]:
        s.loyal[unit] = side
    for place, city in s.world.cities.items():
        if city.country == country and (betrayed or s.holder[place] != invader):
            s.holder = put(s.holder, place, side)


def _invade_vichy(s: War, side: int) -> None:
    """The Axis drives unoccupied France into the Allies' arms; before the Allies its units stand aside until Toulon or
    Algiers is theirs. [2WW-12.2.2a, 2WW-12.2.2b]"""
    if side == AXIS:
        vichy.join(s)
        return
    for country in lands_of(s, s.world.vichy):
        s.neutral[country] = 0
