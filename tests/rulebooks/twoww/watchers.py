"""Who watches which number of an owner of 2WW: what rules make of it in small positions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from typing import Any

from grognard.games import find
from grognard.games.twoww.air_moves import flight
from grognard.games.twoww.battle import Battle, Fire, column_of, losses_of
from grognard.games.twoww.bombing import bombing_column, is_strategic
from grognard.games.twoww.combat import why_not_join
from grognard.games.twoww.convoys import Revolt, RevoltThrow, is_improved, lend_lease_limit, soviet_limit
from grognard.games.twoww.firing import Throws
from grognard.games.twoww.fleets import assault_range, points_left
from grognard.games.twoww.ground import closed_waters
from grognard.games.twoww.income import income, under_way
from grognard.games.twoww.land_moves import cost_of, drop_zone
from grognard.games.twoww.land_moves import points_left as steps_to_go
from grognard.games.twoww.land_strength import terrain_shift
from grognard.games.twoww.placement import candidates
from grognard.games.twoww.politics import start_of_turn
from grognard.games.twoww.production import price, why_not_spend
from grognard.games.twoww.set_up import begin, zone
from grognard.games.twoww.stacking import has_room
from grognard.games.twoww.state import ALLIES, AXIS, REVOLT, War
from grognard.games.twoww.units import acts_in_the_air, asw_value, face_value, is_irreplaceable
from grognard.games.twoww.victory import level
from grognard.games.twoww.world import USSR, Europe
from grognard.games.twoww.zones import zone_of_fleet
from tests.every_game.numbers import Column, Watch, Watcher

GAME = find("2ww")
SIDES = (AXIS, ALLIES)


def war(world: Europe, turn: int = 8) -> War:
    """Everybody at war, and nobody set up yet but whoever has a hex of his own."""
    s = begin(world)
    s.turn, s.neutral, s.memo = turn, bytearray(len(s.neutral)), {}
    return s


def stand(s: War, unit: str, place: int) -> int:
    number = s.world.unit_index[unit]
    s.where[number], s.full[number], s.memo = place, 1, {}
    return number


def ours(s: War, side: int, *but: str) -> War:
    """Every country and city on one side, but for some."""
    for country, data in enumerate(s.world.countries):
        s.owner[country] = 1 - side if data.name in but else side
    s.holder = bytes(s.owner[max(0, country)] for country in s.world.country_at)
    s.memo = {}
    return s


# Dice and the Combat Chart


def dice(world: Europe) -> Any:
    s = war(world)
    battle = Battle("sea", 0, AXIS)
    fires = (Fire("sea_sea", 3, 0), None)
    called = Throws(battle, "sea", fires, (AXIS,), (0, 0), (0, 0)).call(s).dice, RevoltThrow().call(s)
    found = []
    for face in range(1, 7):
        s = war(world)
        RevoltThrow().rolled(s, (face,))
        found.append(s.iraq)
    return called, found


def lines(world: Europe) -> Any:
    throws = range(2, 13)
    return [
        [losses_of(line[column_of(line, factors)], throw) for factors, throw in product(range(1, 30), throws)]
        for line in world.lines.values()
    ]


def shifts(world: Europe) -> Any:
    """Columns for bombers of any range, and for attacks into any ground."""
    s = war(world)
    found: list[Any] = []
    for unit in world.air_units:
        s.where[unit], s.full[unit] = world.london, 1
        raid = Battle("raid", world.london, s.loyal[unit], air=sides_of(s, unit))
        found.append((is_strategic(s, unit), bombing_column(s, raid).title, price(s, unit, new=True)))
    for place in world.board.here:
        for near in world.board.neighbours[place] if world.land >> place & 1 else ():
            unit = stand(s, "Ge 1 Armor", near)
            found.append(terrain_shift(s, Battle("land", place, AXIS, land=((unit,), ()))).value)
    return found


def sides_of(s: War, unit: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return ((unit,), ()) if s.loyal[unit] == AXIS else ((), (unit,))


# Movement, stacking


def paths(world: Europe) -> Any:
    s = war(world)
    unit = stand(s, "Ge 1 Armor", world.paris)
    return [cost_of(s, unit, place, there) for place in world.board.here for there, _ in world.steps[place]]


def movement(world: Europe) -> Any:
    s = war(world)
    found: list[Any] = []
    enemy = next(unit for unit in world.land_units if s.loyal[unit] == ALLIES and not world.is_fort[unit])
    stand(s, world.units[enemy], world.steps[world.paris][0][0])
    marcher = stand(s, "Ge 1 Armor", world.london)
    for s.armored in (0, 1):
        s.memo = {}
        found.append([cost_of(s, marcher, near, world.paris) for near, _ in world.steps[world.paris]])
    s.armored = 0
    fliers = [unit for unit in world.air_units if s.loyal[unit] == AXIS]
    for unit, s.landed[unit] in product(fliers[:3], (0, 4)):
        found.append(flight(s, unit))
    droppers = [unit for unit in world.land_units if world.roster[unit].kind == "paratroop"]
    for unit in droppers:
        s.where[unit] = world.paris
        found.append(drop_zone(s, unit))
    for fleet in world.fleets:
        s.where[fleet] = world.skagerrak
        found += [assault_range(s, (fleet,)), zone_of_fleet(s, fleet)]
        s.where[fleet] = -1
    for unit in world.air_units:
        s.where[unit], s.full[unit], s.memo = world.london, 1, {}
        transit = Battle("transit", world.london, 1 - s.loyal[unit])
        found.append(why_not_join(s, transit, s.loyal[unit], unit) is None)
    return found


def named(world: Europe) -> Any:
    s = ours(war(world), AXIS)
    return closed_waters(s, ALLIES), zone(world, "east"), world.no_rail


def crowds(world: Europe) -> Any:
    found = []
    for kinds, count in product((("fort",), ("artillery",), ("air",), ("infantry", "armor"), ("fleet",)), range(4)):
        s = war(world)
        units = [unit for unit, data in enumerate(world.roster) if data.kind in kinds]
        for unit in units[: 1 + count]:  # whoever commands them: there are not two Allied ones of each kind
            s.loyal[unit] = ALLIES
        for unit in units[1 : 1 + count]:
            s.where[unit] = world.paris
        found.append(has_room(s, units[0], world.paris))
    return found


# Production


def prices(world: Europe) -> Any:
    s = war(world)
    return [price(s, unit, new) for unit in range(len(world.units)) for new in (False, True)]


def incomes(world: Europe) -> Any:
    found: list[Any] = []
    for turn, side, peace in product((8, 9), SIDES, (0, 1)):
        s = ours(war(world, turn), side)
        s.america, s.neutral[USSR], s.iraq = 1, peace, REVOLT
        s.conquered[world.country_index["Poland"]] = 1 + AXIS
        s.memo = {}
        found += [[income(s, power).value for power in range(len(world.countries))], under_way(s)]
    return found


def calendar(world: Europe) -> Any:
    """What the seasons bring."""
    found: list[Any] = [world.arrivals]
    for turn in range(len(world.turns)):
        s = begin(world)
        s.turn, s.iraq = turn, 0
        start_of_turn(s)
        Revolt().run(s)
        found += [bytes(s.neutral), s.america, s.agenda, is_improved(s), lend_lease_limit(s), income(s, USSR).value]
    return found


def convoys(world: Europe) -> Any:
    return [soviet_limit(ours(war(world), ALLIES, *but)) for but in ((), ("Persia",))]


def verdicts(world: Europe) -> Any:
    """Who wins with so many powers, and with all of them but one."""
    names = [data.name for data in world.countries if data.is_power]
    found = [level(ours(war(world), AXIS, name)) for name in names]
    found += [level(ours(war(world), AXIS, *names[count:], "Egypt")) for count in range(len(names))]
    for central in (("Germany",), ("Germany", "Hungary", "Rumania"), ("Hungary", "Rumania")):
        others = [name for name in names if name not in ("Germany", "Hungary", "Rumania")]
        for count in range(8):
            found.append(level(ours(war(world), ALLIES, *central, *others[:count])))
    everyone = [data.name for data in world.countries]
    for left in (*everyone, None):
        spared = {"Sweden", "Switzerland", "Spain", "Turkey", "Persia", left}
        found.append(level(ours(war(world), ALLIES, *(name for name in everyone if name not in spared))))
    return found


# The units, row by row


def factors(world: Europe, rows: Sequence[str]) -> list[Any]:
    s = war(world)
    return [_faces(s, world.unit_index[name], face_value) for name in rows]


def hunters(world: Europe) -> Any:
    s = war(world)
    return [_faces(s, unit, asw_value) for unit in range(len(world.units))]


def _faces(s: War, unit: int, value: Callable[[War, int], int]) -> list[int]:
    found = []
    for s.full[unit] in (1, 0):
        found.append(value(s, unit))
    return found


def reaches(world: Europe, rows: Sequence[str]) -> list[Any]:
    s, found = war(world), []
    for name in rows:
        unit = world.unit_index[name]
        kept, s.where[unit] = s.where[unit], world.london
        s.memo = {}
        reach = flight if world.is_air[unit] else steps_to_go if world.is_land[unit] else _sailing
        found.append(reach(s, unit) if reach is not steps_to_go else steps_to_go(s, unit).base)
        s.where[unit] = kept
    return found


def _sailing(s: War, fleet: int) -> int:
    return points_left(s, (fleet,))


def starts(world: Europe, rows: Sequence[str]) -> list[Any]:
    s = begin(world)
    return [(s.where[unit], world.roster[unit].at, s.full[unit]) for unit in map(world.unit_index.__getitem__, rows)]


def nations(world: Europe, rows: Sequence[str]) -> list[Any]:
    """Who pays for a unit, and where it appears."""
    s = war(world)
    units = [world.unit_index[name] for name in rows]
    return [(s.loyal[unit], [why_not_spend(s, power, unit) for power in range(len(world.countries))]) for unit in units]


def forts(world: Europe) -> Any:
    s = war(world)
    units = [unit for unit, data in enumerate(world.roster) if data.kind == "fort"]
    return [(list(candidates(s, unit)), is_irreplaceable(s, unit)) for unit in units]


def aboard(world: Europe) -> Any:
    s, found = war(world), []
    for unit in world.air_units:
        s.where[unit], s.aboard[unit] = world.london, 0
        found.append(acts_in_the_air(s, unit))
    return found


def blank_backs(world: Europe) -> Any:
    s = war(world)
    return [_faces(s, unit, face_value) for unit in range(len(world.units))]


WATCHERS: tuple[Watcher, ...] = (
    Watch("charts.dice.*", dice),
    Watch("charts.combat.*", lines),
    Watch("charts.shifts.*", shifts),
    Watch("charts.terrain.*.points", paths),
    Watch("charts.terrain.*.shift", shifts),
    Watch("charts.movement.*", movement),
    Watch("charts.named.*", named, ("1804", "2003")),
    Watch("charts.stacking.*", crowds),
    Watch("charts.costs.*", prices),
    Watch("charts.income.*", incomes),
    Watch("charts.lend_lease.*", convoys),
    Watch("charts.track.*", calendar),
    Watch("charts.dates.*", calendar, ("Spring 1942", "Winter 1943")),
    Watch("charts.victory.*", verdicts),
    Column("units.*.combat", factors),
    Column("units.*.reduced", factors),
    Column("units.*.move", reaches),
    Column("units.*.at", starts, ("pool", "later")),
    Column("units.*.starts", starts, ("full",)),
    Column("units.*.nation", nations, ("Germany", "Britain")),
    Watch("units.*.asw", hunters),
    Watch("units.*.city", forts, ("2001",)),
    Watch("units.*.once", forts),
    Watch("units.*.naval", aboard),
    Watch("units.*.one_sided", blank_backs),
)
