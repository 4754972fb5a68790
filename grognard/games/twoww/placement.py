"""Chapters 7.2.2 to 7.2.5: where new units may appear."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import bits, mask_of
from grognard.games.twoww.company import apart_from
from grognard.games.twoww.ground import friendly_ground
from grognard.games.twoww.state import ALLIES, NO_VICHY, War
from grognard.games.twoww.supply import capitals, is_reached, reach
from grognard.games.twoww.units import anyone_at, land_at
from grognard.games.twoww.world import AMERICA, BRITAIN, FRANCE, MAJORS
from grognard.games.twoww.zones import land_zone

FREE_FRENCH = "Free French Armor"


def likeness(s: War, unit: int) -> tuple[object, ...]:
    """What makes two units the same for all purposes: everything but their names."""
    data = s.world.roster[unit]
    free_french = data.name == FREE_FRENCH
    printed = (data.nation, data.kind, data.combat, data.reduced, data.move, data.asw, data.naval, data.city, data.once)
    return (*printed, data.one_sided, free_french, data.at if s.where[unit] < -1 else "", s.where[unit], s.full[unit])


def first_of_each(s: War, units: Iterable[int]) -> list[int]:
    """Of units that are the same, the first."""
    found: dict[tuple[object, ...], int] = {}
    for unit in units:
        found.setdefault(likeness(s, unit), unit)
    return list(found.values())


def why_not_appear(s: War, unit: int, place: int) -> Refusal | None:
    """Whether a new unit may be put into a place. [2WW-7.2.2a, 2WW-7.2.3, 2WW-7.2.4, 2WW-7.2.5a]"""
    rule, at = bar(s, unit, place), s.world.board.names[place]
    return Refusal(rule, {"unit": s.world.units[unit], "at": at, "other": at}) if rule else None


def places_for(s: War, unit: int) -> list[int]:
    """Every place where a new unit may appear."""
    return [place for place in candidates(s, unit) if not bar(s, unit, place)]


def candidates(s: War, unit: int) -> Iterator[int]:
    """The places that could do at all, so that not the whole map need be asked about."""
    world, side, nation = s.world, s.loyal[unit], s.world.nation[unit]
    if nation == AMERICA:
        yield world.states
    elif world.roster[unit].city:
        yield world.board.at(world.roster[unit].city)
    elif world.is_fort[unit]:
        yield from bits(friendly_ground(s, side) & world.land & ~land_at(s, 1 - side))
    elif world.roster[unit].name == FREE_FRENCH:
        yield from sorted({*world.producing, world.algiers, world.toulon})
    elif nation in MAJORS and not world.is_fleet[unit]:
        yield from bits(home_ground(s, nation) & beside_production(s, side))
    else:
        yield from bits(home_ground(s, nation))


def home_ground(s: War, nation: int) -> int:
    """A country within its borders, without territories; the south is France until Paris falls. [2WW-7.2.2a]"""
    places = s.world.country_mask[nation]
    if nation == FRANCE and s.vichy == NO_VICHY:
        places |= s.world.country_mask[s.world.vichy]
    return places & s.world.land


def bar(s: War, unit: int, place: int) -> str:
    """The rule by which a new unit may not appear in a place; empty if there is none."""
    world, nation = s.world, s.world.nation[unit]
    if nation == AMERICA:
        return "" if place == world.states else "2WW-7.2.2d"
    return bar_by_place(s, unit, place) or ("2WW-12.4.3" if apart_from(s, unit) >> place & 1 else "")


def bar_by_place(s: War, unit: int, place: int) -> str:
    """The rule that keeps a new unit out of a place, whoever of its own side is there. [2WW-7.2.2a, 2WW-7.2.2b,
    2WW-7.2.3, 2WW-7.2.4, 2WW-7.2.5a]"""
    world, nation = s.world, s.world.nation[unit]
    if world.is_fort[unit]:
        return bar_to_fort(s, unit, place)
    if world.roster[unit].name == FREE_FRENCH:
        return bar_to_free_french(s, place) or bar_to_arrival(s, s.loyal[unit], place)
    if nation not in MAJORS and not has_own_city(s, unit):
        return bar_to_minor(s, unit, place)
    home = home_ground(s, nation)
    if world.is_fleet[unit]:
        if not (home & world.ports) >> place & 1:
            return "2WW-7.2.2b"
    elif not (home & beside_production(s, s.loyal[unit])) >> place & 1:
        return "2WW-7.2.2a"
    return bar_to_arrival(s, s.loyal[unit], place)


# 7.2.2 Major powers


@derived("holder")
def beside_production(s: War, side: int) -> int:
    """Production cities that a side controls, and the hexes around them. [2WW-7.2.2a]"""
    cities = [place for place in s.world.producing if s.holder[place] == side]
    return mask_of(cities) | mask_of(other for place in cities for other in s.world.board.neighbours[place])


def bar_to_arrival(s: War, side: int, place: int) -> str:
    """No unit appears among enemies, in a city or port of theirs, or in their land zone without own land units there.
    [2WW-7.2.2c]"""
    enemy = 1 - side
    in_zone = land_zone(s, enemy) >> place & 1 and not land_at(s, side) >> place & 1
    closed = anyone_at(s, enemy) >> place & 1 or is_enemy_city(s, side, place) or in_zone
    return "2WW-7.2.2c" if closed else ""


def is_enemy_city(s: War, side: int, place: int) -> bool:
    return place in s.world.cities and s.holder[place] == 1 - side


# 7.2.3 Minor powers


def has_own_city(s: War, unit: int) -> bool:
    """Whether a power's side controls a production city within its borders. [2WW-7.2.3]"""
    home, side = home_ground(s, s.world.nation[unit]), s.loyal[unit]
    return any(home >> place & 1 and s.holder[place] == side for place in s.world.producing)


def bar_to_minor(s: War, unit: int, place: int) -> str:
    """Without such a city a minor's unit appears anywhere at home where no enemy is; a fleet needs a port. [2WW-7.2.3,
    2WW-7.2.2b]"""
    open_ground = home_ground(s, s.world.nation[unit])
    if s.world.is_fleet[unit]:
        open_ground &= s.world.ports
    return "" if (open_ground & ~anyone_at(s, 1 - s.loyal[unit])) >> place & 1 else "2WW-7.2.3"


# 7.2.4 The Free French


def bar_to_free_french(s: War, place: int) -> str:
    """Production cities of Britain and France, Algiers and Toulon, as far as the Allies control them. [2WW-7.2.4]"""
    world = s.world
    named = place in (world.algiers, world.toulon)
    city = place in world.producing and world.country_at[place] in (BRITAIN, FRANCE, world.vichy)
    return "" if (named or city) and s.holder[place] == ALLIES else "2WW-7.2.4"


# 7.2.5 Forts


def bar_to_fort(s: War, unit: int, place: int) -> str:
    """A named fort in its city, any other in a country of its side without enemy land units; both on a line to a
    capital. [2WW-7.2.5a, 2WW-7.2.5b, 2WW-7.2.5d]"""
    world, side, city = s.world, s.loyal[unit], s.world.roster[unit].city
    if city and (place != world.board.at(city) or s.holder[place] != side):
        return "2WW-7.2.5b"
    if not city and not (friendly_ground(s, side) & world.land) >> place & 1:
        return "2WW-7.2.5a"
    if land_at(s, 1 - side) >> place & 1:
        return "2WW-7.2.5a"
    if is_enemy_city(s, side, place):
        return "2WW-7.2.2c"
    return "" if is_on_a_line(s, side, place, capitals(s, side), world.nation[unit]) else "2WW-7.2.5d"


def is_on_a_line(s: War, side: int, place: int, sources: int, nation: int) -> bool:
    """Whether a place is one of these, or a line of supply runs from it to one. [2WW-7.2.5d, 2WW-11.2.1]"""
    if place >= s.world.board.grid.size:
        return False
    return bool(sources >> place & 1) or is_reached(s, side, reach(s, side, sources, nation), place)
