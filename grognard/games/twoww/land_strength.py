"""Chapters 9.1.3 and 8.1.4.3: strength in land combat, terrain, and who takes the losses."""

from __future__ import annotations

from grognard.engine.tally import Tally
from grognard.games.twoww import politics
from grognard.games.twoww.battle import Battle, Fire, alive, factor, fire, total
from grognard.games.twoww.state import War
from grognard.games.twoww.units import is_ready, steps_left
from grognard.games.twoww.zones import air_zone, zone_of_fleet, zone_of_unit


def land_fire(s: War, battle: Battle, side: int) -> Fire | None:
    """Both sides fire on the land line; terrain shifts the attacker alone. [2WW-4.2.C.3g, 2WW-4.2.C.3m]"""
    shift = -terrain_shift(s, battle).value if side == battle.side else 0
    return fire(s, "land_land", land_strength(s, battle, side).value, shift)


def land_strength(s: War, battle: Battle, side: int) -> Tally:
    """The factors of a side's land units and of its support, as far as that does not exceed them. A fleet that has been
    driven into port in the meantime supports nobody. [2WW-9.1.2b, 2WW-9.1.3, 2WW-3.4.3b]"""
    if battle.nominal and side != battle.side:
        return empty_port_strength(s, battle)
    tally = total(s, alive(s, battle.land[side]), "2WW-9.1.3")
    fleets = tuple(fleet for fleet in alive(s, battle.sea[side]) if is_ready(s, fleet))
    support = total(s, (*alive(s, battle.air[side]), *fleets), "2WW-9.1.2a")
    own = tally.value
    tally.reasons += support.reasons
    tally.add(min(0, own - support.value), "2WW-9.1.2b", "support beyond the land strength")
    return tally


def terrain_shift(s: War, battle: Battle) -> Tally:
    """Columns to the left for the attacker: terrain, city, and a river if all of them attack across one, two at most.

    [2WW-4.2.C.3m, 2WW-4.2.C.3n, 2WW-4.2.C.3o]
    """
    board, rows = s.world.board, s.world.charts["terrain"]
    terrain = board.terrain[battle.at]
    tally = Tally(0, "2WW-4.2.C.3m")
    tally.add(rows[terrain]["shift"], "2WW-4.2.C.3m", terrain)
    city = s.world.cities.get(battle.at)
    if city is not None and city.is_city:
        tally.add(rows["city"]["shift"], "2WW-4.2.C.3m", "city")
    attackers = alive(s, battle.land[battle.side])
    if attackers and all("river" in board.side(s.where[unit], battle.at) for unit in attackers):
        tally.add(rows["river"]["shift"], "2WW-4.2.C.3n", "river")
    tally.at_most(s.world.charts["shifts"]["most"], "2WW-4.2.C.3o", "the most that terrain can do")
    return tally


def empty_port_strength(s: War, battle: Battle) -> Tally:
    """An empty port has half of what bears on it, or one factor if no land unit does. [2WW-8.1.4.3a, 2WW-8.1.4.3b]"""
    enemy = 1 - battle.side
    guards = alive(s, battle.land[enemy])
    if not guards:
        return Tally(1, "2WW-8.1.4.3b")
    tally = Tally(0, "2WW-8.1.4.3a")
    for unit in (*guards, *bearing_upon(s, battle.at, enemy, guards)):
        tally.add(factor(s, unit).value, "2WW-8.1.4.3a", s.world.units[unit])
    tally.add(tally.value // 2 - tally.value, "2WW-8.1.4.3a", "half")
    return tally


def bearing_upon(s: War, place: int, side: int, guards: tuple[int, ...]) -> list[int]:
    """A side's ready fleets and air units whose zones cover a hex, if they may support those who guard it.
    [2WW-8.1.4.3a, 2WW-12.4.3]"""
    fleets = [u for u in s.world.fleets if _is_up(s, u, side) and zone_of_fleet(s, u) >> place & 1]
    near = fleets + [u for u in s.world.air_units if _is_up(s, u, side) and air_zone(s, u) >> place & 1]
    return [unit for unit in near if politics.why_not_together(s, unit, guards) is None]


def _is_up(s: War, unit: int, side: int) -> bool:
    at_war = s.loyal[unit] == side and not s.neutral[s.world.nation[unit]]
    return at_war and s.where[unit] >= 0 and is_ready(s, unit)


def guards_of(s: War, place: int, side: int) -> tuple[int, ...]:
    """The land units that fight for an empty port: an artillery and two others, the strongest. Soviet units and those
    of other Allies do not do so together. [2WW-8.1.4.3a, 2WW-12.4.3]"""
    near = [unit for unit in s.world.land_units if s.loyal[unit] == side and zone_of_unit(s, unit) >> place & 1]
    near.sort(key=lambda unit: -factor(s, unit).value)
    parties = [party_of(s, [unit for unit in near if s.world.is_soviet[unit] == soviet]) for soviet in (0, 1)]
    return max(parties, key=lambda party: total(s, party, "2WW-8.1.4.3a").value)


def party_of(s: War, units: list[int]) -> tuple[int, ...]:
    """The first artillery and the first two others. [2WW-8.1.4.3a]"""
    guns = [unit for unit in units if s.world.roster[unit].kind == "artillery"]
    others = [unit for unit in units if s.world.roster[unit].kind != "artillery"]
    return (*guns[:1], *others[:2])


def land_victims(s: War, battle: Battle, side: int) -> list[int]:
    """A defending fort comes first; then the owner chooses among the land units. [2WW-4.2.C.3q, 2WW-4.2.C.3r]"""
    units = alive(s, battle.land[side])
    forts = [unit for unit in units if s.world.is_fort[unit]]
    return forts or list(units)


def shelter(s: War, battle: Battle, side: int, part: str) -> int:
    """How many loss points forts of the defender can absorb; these do not decide who wins. [2WW-9f]"""
    if part != "land" or side == battle.side:
        return 0
    return sum(steps_left(s, unit) for unit in alive(s, battle.land[side]) if s.world.is_fort[unit])
