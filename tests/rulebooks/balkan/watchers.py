"""Who watches which number of an owner of Balkan Front: what rules make of it in small positions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from grognard.engine.paths import bits
from grognard.games import find
from grognard.games.balkan import overruns, rail, set_up
from grognard.games.balkan.account import account
from grognard.games.balkan.armour import defending
from grognard.games.balkan.battle import attacker, condition
from grognard.games.balkan.engineers import WORKS, fort_needs, most_starts, port_limit, why_not_fortify, work_cost
from grognard.games.balkan.fighters import HELPLESS, HELPS_ITSELF, Fighter, Ground
from grognard.games.balkan.marches import allowance, exit_cost
from grognard.games.balkan.ports import AEGEAN, capacity, ports
from grognard.games.balkan.possession import EVER
from grognard.games.balkan.replacements import kinds_for, price, price_of_cadre
from grognard.games.balkan.sources import restricted_sources
from grognard.games.balkan.stacking import limits
from grognard.games.balkan.state import AXIS, CLEAR, POOR, WINTER, WITH_ALLIES, WITH_AXIS, Campaign
from grognard.games.balkan.supply import OVERLAND, RAIL, ROAD, longest
from grognard.games.balkan.supply_check import ration
from grognard.games.balkan.units import face
from grognard.games.balkan.voyages import cost, load, pool
from grognard.games.balkan.ways import admin_steps, side_kinds, step_cost, terrain_cost
from grognard.games.balkan.weather import row
from grognard.games.balkan.world import ZONES, Balkans
from grognard.games.europa.armour import FULL, HALF, NEUTRAL, NONE
from tests.every_game.numbers import Column, Watch, Watcher

GAME = find("balkan-front")
WHOLE = "sandbox"
"""The scenario with the whole map and every piece."""
SIDES = range(2)
SKIES = (CLEAR, POOR, WINTER)
COST_SETS = ("cm_artillery", "other", "mountain")


def campaign(world: Balkans, weather: int = CLEAR) -> Campaign:
    """Nobody is set up yet, everybody is at full strength, and every country has joined a side."""
    s = set_up.begin(world)
    s.cadre = bytearray(len(s.cadre))
    s.weather = (weather, weather)
    s.stance = bytes((WITH_AXIS, WITH_ALLIES, WITH_ALLIES))
    return s


def of_kind(world: Balkans, **traits: Any) -> int:
    """The first unit with these traits."""
    return next(n for n, unit in enumerate(world.roster) if all(getattr(unit, key) == traits[key] for key in traits))


# Fights


def fighters() -> dict[str, Fighter]:
    kinds = {
        "guns": {"artillery"}, "siege guns": {"artillery", "siege_artillery"}, "assault": {"assault_engineer"},
        "engineers": {"combat_engineer"}, "flak": {"heavy_aa"}, "hills": {"mountain"}, "tanks": {"cm"}, "foot": set(),
    }  # fmt: skip
    return {
        name: Fighter(number, name, 0, 8, 3, frozenset(classes), support=HELPS_ITSELF)
        for number, (name, classes) in enumerate(kinds.items())
    }


def accounts(world: Balkans, groups: Sequence[Sequence[Fighter]], grounds: Sequence[Ground]) -> list[Any]:
    """How attacks of these groups stand against one unit, and against many."""
    found = []
    for attackers, ground, strength in product(groups, grounds, (5, 40)):
        defender = Fighter(99, "defender", 1, strength, 3, support=HELPS_ITSELF, armor=HALF, antitank=FULL)
        found.append(account(attackers, [defender], ground, world.charts))
    return found


def table(world: Balkans) -> Any:
    """Every column and every row of the combat results."""
    odds = [*((1, n) for n in range(2, 6)), (3, 2), *((n, 1) for n in range(1, 11)), *((n, 4) for n in range(2, 40))]
    found = []
    for (many, few), armor, terrain in product(odds, (NONE, FULL), ("clear", "mountain")):
        gun = Fighter(0, "gun", 0, many, 3, frozenset({"mountain"}), armor, support=HELPS_ITSELF)
        target = Fighter(1, "target", 1, few, 3, support=HELPS_ITSELF)
        found.append(account([gun], [target], Ground(terrain), world.charts).results)
    return found


def shares(world: Balkans) -> Any:
    """Armour on either side in every share, in either weather."""
    charts = world.charts
    found: list[Any] = []
    for tanks, helpers, poor in product(range(8), range(8), (False, True)):
        force = [
            *(Fighter(n, "tank", 0, 1, 1, armor=FULL, antitank=FULL, support=HELPS_ITSELF) for n in range(tanks)),
            *(Fighter(20 + n, "lorry", 0, 1, 1, armor=NEUTRAL, support=HELPS_ITSELF) for n in range(helpers)),
            *(Fighter(40 + n, "foot", 0, 1, 1, armor=NONE, support=HELPS_ITSELF) for n in range(7 - tanks)),
        ]
        foot = [Fighter(90, "foot", 1, 1, 1, armor=NONE, support=HELPS_ITSELF)]
        ground = Ground("clear", (), poor)
        found.append(account(force, foot, ground, charts))
        found += [defending(force, foes, ground, charts) for foes in (foot, force)]
    return found


def terrains(world: Balkans) -> Any:
    kinds = [*world.charts["terrain_combat"]]
    return accounts(world, [[each] for each in fighters().values()], [Ground(terrain) for terrain in kinds]) + tanks_in(
        world, [Ground(terrain) for terrain in kinds]
    )


def tanks_in(world: Balkans, grounds: Sequence[Ground]) -> list[Any]:
    tank = Fighter(0, "tank", 0, 8, 3, frozenset({"cm"}), FULL, FULL, HELPS_ITSELF)
    return accounts(world, [[tank]], grounds)


def feature_effects(world: Balkans) -> Any:
    return tanks_in(world, [Ground("clear", (feature,)) for feature in world.charts["feature_combat"]])


def across(world: Balkans) -> Any:
    kinds = [*world.charts["hexside_combat"]]
    tank = Fighter(0, "tank", 0, 8, 3, frozenset({"cm"}), FULL, FULL, HELPS_ITSELF)
    every = [*fighters().values(), tank]
    return accounts(world, [[each._replace(across=(kind,))] for each, kind in product(every, kinds)], [Ground("clear")])


def sapping(world: Balkans) -> Any:
    """Engineers among other units, before cities and forts."""
    every, found = fighters(), []
    for engineer, count, support in product(("engineers", "assault"), range(1, 16), (HELPS_ITSELF, HELPLESS)):
        group = [
            every[engineer]._replace(res=1, support=support),
            *(every["foot"]._replace(unit=n, res=1) for n in range(50, 50 + count)),
            every["guns"],
        ]
        found += accounts(world, [group], [Ground("full_city"), Ground("partial_city"), Ground("clear", ("fort",))])
    return found


def factors(world: Balkans) -> Any:
    """Units without support, without supply, and guns without cover."""
    s, every = campaign(world), fighters()
    unit = of_kind(world, size="division", type="infantry")
    s.hungry[unit] = 1
    groups = [[every["foot"]._replace(support=HELPLESS)], [every["guns"], every["siege guns"]]]
    return accounts(world, groups, [Ground("clear")]), condition(s, unit), allowance(s, unit)


def bad_weather(world: Balkans) -> Any:
    return accounts(world, [[fighters()["foot"]]], [Ground("clear", (), poor) for poor in (False, True)])


# Moving


def entering(world: Balkans) -> Any:
    kinds = list(world.charts["terrain_costs"])
    return [terrain_cost(world, *each) for each in product(SKIES, COST_SETS, kinds)]


def crossing(world: Balkans) -> Any:
    """One hexside of each kind and of each pair of kinds, for every kind of unit."""
    found: dict[tuple[str, ...], tuple[int, int]] = {}
    for place in bits(world.land):
        for there in world.board.neighbours[place]:
            if there not in world.roads[place]:
                found.setdefault(tuple(side_kinds(world, place, there)), (place, there))
    return [step_cost(world, (CLEAR, CLEAR), each, *pair) for each in COST_SETS for pair in found.values()]


def steps(world: Balkans) -> Any:
    skies = (POOR, CLEAR)
    return (
        [admin_steps(world, skies, each) for each in COST_SETS],
        [step_cost(world, skies, "other", a, next(iter(b))) for a, b in enumerate(world.roads) if b][:200],
    )


def facing(world: Balkans) -> tuple[Campaign, list[int], int]:
    """An enemy division beside two hexes, a unit of each class that zones hold up, and where the enemy stands."""
    s = campaign(world)
    at = world.board.at("Nagykanizsa SW3")
    s.where[next(n for n, unit in enumerate(world.roster) if "zoc" in unit.flags and unit.nation == "Yugoslav")] = at
    german = of_kind(world, nation="German", type="armored", size="division")
    return s, [german, of_kind(world, nation="Italian", type="infantry", size="division")], at


def zones(world: Balkans) -> Any:
    s, units, at = facing(world)
    near = world.board.neighbours[at][0]
    return [exit_cost(s, unit, AXIS, near, there) for unit in units for there in world.board.neighbours[near]]


def overrunning(world: Balkans) -> Any:
    s, units, at = facing(world)
    for unit in units:
        s.where[unit] = world.board.neighbours[at][0]
    costs = [overruns.price(s, AXIS, at, unit, row) for unit in units for _, row in overruns.LEVELS]
    return [overruns.times(s, level) for level, _ in overruns.LEVELS], costs


def trains(world: Balkans) -> Any:
    return [rail.rate(world, move) for move in range(4, 11)]


def room_on_trains(world: Balkans) -> Any:
    s = campaign(world)
    return [rail.capacity(s, side) for side in SIDES]


def loads(world: Balkans) -> Any:
    s = campaign(world)
    units = [of_kind(world, type="armored", size="division"), of_kind(world, type="cavalry", size="division")]
    units.append(of_kind(world, type="infantry", size="division"))
    return [(rail.charge(s, unit, low=low), load(s, unit)) for unit in units for low in (False, True)]


def works(world: Balkans) -> Any:
    found: list[Any] = []
    for weather in (CLEAR, POOR):
        s = campaign(world, weather)
        unit = of_kind(world, type="construction")
        s.where[unit] = bits(world.rail_hexes)[0]
        found += [work_cost(s, unit, work) for work in WORKS]
        found += [rail.breaking(s), fort_needs(world)]
        sailors = unit, of_kind(world, type="armored", size="division")
        for each in sailors:
            s.where[each] = next(iter(ports(world)))
        found += [cost(s, each, AXIS) for each in sailors]
    return found


def forts(world: Balkans) -> Any:
    s = campaign(world)
    unit, found = of_kind(world, type="construction"), []
    for terrain in sorted(set(world.terrain) - {""}):
        s.where[unit] = world.terrain.index(terrain)
        found.append(why_not_fortify(s, AXIS, unit, 0) is None)
    return found, fort_needs(world), [most_starts(s, side) for side in SIDES]


def harbours(world: Balkans) -> Any:
    s, found = campaign(world), []
    for place in ports(world):
        s.port_hits = bytes(world.board.size)
        found.append((capacity(s, place), port_limit(world, place)))
    return found


def ships(world: Balkans) -> Any:
    """The pools as large ports of Greece fall one after the other."""
    s, found = campaign(world), []
    for name in ("Thessalonike", "Athenai"):
        ever = bytearray(s.ever)
        ever[world.board.at(name)] |= EVER[AXIS]
        s.ever = bytes(ever)
        found += [pool(s, side, AEGEAN) for side in SIDES]
    return found


# Supply, weather, units


def reach(world: Balkans) -> Any:
    s = campaign(world)
    return [longest(s, element, weather) for element in (OVERLAND, ROAD, RAIL) for weather in (CLEAR, POOR)]


def sources(world: Balkans) -> Any:
    s = campaign(world)
    s.owner = bytes(len(s.owner))
    return [restricted_sources(s, AXIS, nation) for nation in ("Hungarian", "Bulgarian")]


def rations(world: Balkans) -> Any:
    return ration(campaign(world))


def replacing(world: Balkans) -> Any:
    s = campaign(world)
    units = range(len(world.roster))
    return [kinds_for(s, unit) for unit in units], price(s, 0, cadre=False), price_of_cadre(s)


def skies(world: Balkans) -> Any:
    return [row(world, turn, zone) for turn in range(len(world.turns)) for zone in range(len(ZONES))]


def stacks(world: Balkans) -> Any:
    return [limits(world, bits(mask)[0]) for mask in (world.mountains, world.land & ~world.mountains)]


def ratings(read: Callable[[Campaign, int], Any]) -> Callable[[Balkans, Sequence[str]], list[Any]]:
    """What rules make of each counter, full or as a cadre."""

    def seen(world: Balkans, counters: Sequence[str]) -> list[Any]:
        s = campaign(world)
        units = {unit.counter: n for n, unit in enumerate(world.roster)}
        return [read(s, units[counter]) for counter in counters]

    return seen


def cadre(s: Campaign, unit: int) -> Any:
    s.cadre[unit] = 1
    found = face(s, unit)
    s.cadre[unit] = 0
    return found


def as_attacker(s: Campaign, unit: int) -> Fighter:
    s.where[unit] = bits(s.world.land)[0]
    return attacker(s, unit, s.world.board.neighbours[s.where[unit]][0])


CAPABLE = (FULL, HALF, NEUTRAL, NONE)
COLUMNS = ("1:5", "2:7", "2:5", "3:4", "5:4", "7:4", "5:2", "7:2", "9:2", "11:2", "13:2", "15:2", "17:2", "19:2")
RESULTS = ("AE", "DE", "EX")
SIZES = ("1/2", "2", "5")
HALVES = ("1", "1/3", "1/5")


def watchers() -> Iterator[Watcher]:
    charts: Mapping[str, tuple[Callable[[Balkans], Any], Sequence[Any]]] = {
        "stacking.*": (stacks, ()),
        "ground_combat.columns": (table, COLUMNS),
        "ground_combat.*": (table, RESULTS),
        "armor.*": (shares, HALVES),
        "engineers.*": (sapping, HALVES),
        "strength_factors.*": (factors, HALVES),
        "terrain_combat.*": (terrains, HALVES),
        "feature_combat.*": (feature_effects, ()),
        "hexside_combat.*": (across, HALVES),
        "poor_weather.combat_die": (bad_weather, ()),
        "poor_weather.*": (works, ()),
        "terrain_costs.*": (entering, ()),
        "hexside_costs.*": (crossing, ()),
        "movement.road_as": (steps, ("swamp",)),
        "movement.*": (steps, ("1/3",)),
        "zoc_costs.*": (zones, ()),
        "overrun.*": (overrunning, ("7:1", "14:1")),
        "rail_rates.*": (trains, ()),
        "rail_capacity.*": (room_on_trains, ()),
        "transport_sizes.*": (loads, ()),
        "point_costs.*": (works, ()),
        "construction.*": (forts, ()),
        "supply_lengths.*": (reach, ()),
        "restricted_sources.*": (sources, ()),
        "supply_rations.*": (rations, SIZES),
        "replacement.*": (replacing, HALVES),
        "ports.*": (harbours, ()),
        "ntp.*": (ships, ()),
        "weather.*": (skies, ("PPPPPP", "WWWWWW")),
    }
    for numbers, (sees, others) in charts.items():
        yield Watch(f"charts.{numbers}", sees, others, "" if numbers == "weather.*" else WHOLE)
    for rating in ("attack", "defense", "move"):
        yield Column(f"units.*.cadre.{rating}", ratings(cadre), (), WHOLE)
        yield Column(f"units.*.{rating}", ratings(lambda s, unit: (face(s, unit), as_attacker(s, unit))), (), WHOLE)
    yield Column("units.*.cadre.re", ratings(cadre), SIZES, WHOLE)
    yield Column("units.*.re", ratings(face), SIZES, WHOLE)
    yield Column("units.*.aec", ratings(lambda s, unit: as_attacker(s, unit).armor), CAPABLE, WHOLE)
    yield Column("units.*.atec", ratings(lambda s, unit: as_attacker(s, unit).antitank), CAPABLE, WHOLE)


WATCHERS = tuple(watchers())
