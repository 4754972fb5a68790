"""Chapter 9: an attack while it lasts, and what the map and the counters say of those who take part in it."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from grognard.engine.tally import Reason
from grognard.games.balkan.account import Account, account
from grognard.games.balkan.fighters import HELPLESS, HELPS_ALL, HELPS_ITSELF, Fighter, Ground
from grognard.games.balkan.forts import STANDING, is_fortified
from grognard.games.balkan.state import CLEAR, WAS_ATTACKED, Campaign
from grognard.games.balkan.units import face, units_in
from grognard.games.balkan.ways import HEXSIDES, side_kinds, weather_at
from grognard.games.balkan.world import Balkans


class Battle(msgspec.Struct, frozen=True, gc=False):
    """An attack on a hex. Units that it destroys stay in its lists."""

    side: int
    """The attacker."""
    at: int
    defenders: tuple[int, ...]
    bystanders: tuple[int, ...] = ()
    """Units that retreated into the hex in this phase: they share its fate and add nothing. [BF-9F1-8]"""
    attackers: tuple[int, ...] = ()
    armour: bool = True
    """Whether the attacker uses his armour. [BF-10H-1]"""
    engineers: bool = True
    """Whether he uses his engineers. [BF-14A2-4]"""

    @property
    def attacked(self) -> tuple[int, ...]:
        """All who suffer what the defender suffers."""
        return (*self.defenders, *self.bystanders)


def battle_for(s: Campaign, side: int, at: int) -> Battle:
    """An attack on a hex that nobody has joined yet. All units in it defend together. [BF-9B-3, BF-9F1-8]"""
    there = units_in(s, at, 1 - side)
    fresh = tuple(unit for unit in there if not s.fought[unit] & WAS_ATTACKED)
    return Battle(side, at, fresh, tuple(unit for unit in there if unit not in fresh))


def stands(s: Campaign, battle: Battle) -> Account:
    """The account of an attack as it is now. [BF-9A-4, BF-9A-5, BF-9A-6, BF-9A-7]"""
    attackers = [attacker(s, unit, battle.at) for unit in battle.attackers]
    defenders = [defender(s, unit) for unit in battle.defenders]
    return account(
        attackers, defenders, ground(s, battle.at), s.world.charts,
        use_armour=battle.armour, use_engineers=battle.engineers,
    )  # fmt: skip


# From the map and the counters


def attacker(s: Campaign, unit: int, at: int) -> Fighter:
    """A unit as it attacks a hex. [BF-9D-1, BF-9H-1]"""
    found = _fighter(s, unit, face(s, unit).attack)
    return found._replace(across=hexsides(s, s.where[unit], at))


def defender(s: Campaign, unit: int) -> Fighter:
    """A unit as it defends. [BF-9D-1]"""
    return _fighter(s, unit, face(s, unit).defense)


def _fighter(s: Campaign, unit: int, strength: int) -> Fighter:
    data = s.world.roster[unit]
    return Fighter(
        unit, data.key, s.where[unit], strength, Fraction(face(s, unit).res, 2), classes(s.world)[unit],
        data.armor, data.antitank, support(s, unit), condition(s, unit),
    )  # fmt: skip


def classes(world: Balkans) -> tuple[frozenset[str], ...]:
    """Per unit: the classes of the charts that it belongs to; ski troops are mountain troops. [BF-14D-1]"""
    return world.recall("combat classes", lambda: tuple(_classes(unit.flags, unit.type) for unit in world.roster))


def _classes(flags: frozenset[str], kind: str) -> frozenset[str]:
    return flags | {kind} | ({"mountain"} if kind == "ski" else frozenset())


def support(s: Campaign, unit: int) -> str:
    """Whom a unit supports; a cadre has the sign of those that support themselves. [BF-11-1, BF-11-2]"""
    flags = s.world.roster[unit].flags
    if s.cadre[unit]:
        return HELPS_ITSELF
    if "gives_support" in flags:
        return HELPS_ALL
    return HELPS_ITSELF if "supported" in flags else HELPLESS


def condition(s: Campaign, unit: int) -> tuple[Reason, ...]:
    """What a unit brings along that lowers its strength. [BF-12D-1]"""
    if not s.hungry[unit]:
        return ()
    factor = s.world.charts["strength_factors"].number("out_of_supply")
    return (Reason(factor, "BF-12D-1", "out of supply", "times"),)


def ground(s: Campaign, at: int) -> Ground:
    """A hex as a battlefield, in the weather of its own zone. [BF-27-9, BF-9H-1]"""
    fort = ("fort",) if s.fort[at] == STANDING else ()
    poor = weather_at(s.world, s.weather, at) != CLEAR
    return Ground(s.world.terrain[at], (*features(s.world).get(at, ()), *fort), poor)


def features(world: Balkans) -> dict[int, tuple[str, ...]]:
    """The hexes with a feature that has a row in the chart: a city that is no terrain of its own. [BF-9H-1]"""
    return world.recall("features", lambda: _features(world))


def _features(world: Balkans) -> dict[int, tuple[str, ...]]:
    rows = world.charts["feature_combat"]
    kinds = ((place.at, place.kind.replace(" ", "_")) for place in world.board.places.values())
    return {at: (kind,) for at, kind in kinds if kind in rows}


def hexsides(s: Campaign, here: int, at: int) -> tuple[str, ...]:
    """What an attacker crosses, as far as it matters in a fight. [BF-9H-1, BF-14E1-1]

    A fortified hexside serves whoever holds the hex that it belongs to, until that hex is captured.
    """
    rows = s.world.charts["hexside_combat"]
    kinds = (HEXSIDES[kind] for kind in side_kinds(s.world, here, at))
    return tuple(kind for kind in kinds if kind in rows and (kind != "fortified" or is_fortified(s, at)))
