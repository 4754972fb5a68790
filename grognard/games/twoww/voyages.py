"""Chapter 8.3: the ways of fleets. A voyage walks its route hex by hex, and may be attacked at each. [2WW-8.3.5.1]"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from grognard.engine.agenda import Step
from grognard.engine.derived import derived
from grognard.engine.search import Found, Mode, Toll, search
from grognard.games.twoww import invasion
from grognard.games.twoww.ground import closed_waters, is_friendly_port, neutral_ground
from grognard.games.twoww.state import AXIS, War
from grognard.games.twoww.units import acts_in_the_air, anyone_at, cargo_of, fleets_at_war, put
from grognard.games.twoww.zones import air_zone, beside_fleets, zone_of_fleet

# Where fleets may go


def barred_waters(s: War, side: int, *, assault: bool = False) -> int:
    """Waters that a side's fleets may not enter: those with enemy fleets, closed ones, and for the Axis all boxes but
    one.

    [2WW-8.3.1b, 2WW-8.3.1c, 2WW-8.3.2a, 2WW-8.3.2b, 2WW-12.5a, 2WW-3.3.3a]"""
    world = s.world
    barred = fleets_at_war(s, 1 - side) & world.board.mask | closed_waters(s, side, assault=assault)
    if side == AXIS:
        return barred | 1 << world.states | 1 << world.capetown | 1 << world.red_sea | 1 << world.gulf
    return barred


def in_reach(s: War, side: int, start: int, points: int, *, assault: bool = False) -> Found:
    """Every place that fleets can reach, by what it costs to get there. [2WW-8.3.1a]"""
    return voyage(s, side, start, points, barred_waters(s, side, assault=assault))


def voyage(s: War, side: int, start: int, points: int, barred: int, goals: int = 0) -> Found:
    """Where fleets can sail: they stop beside enemy fleets, and from such a hex may not go straight to another.
    [2WW-5.1.2d, 2WW-5.1.2e]"""
    beside = beside_fleets(s, 1 - side)
    straight_on = (Toll(1 << start, beside),) if beside >> start & 1 else ()
    at_sea = Mode("sea", s.world.oversea, ~barred, beside & ~barred, straight_on)
    return search((at_sea,), 1 << start, points=points, goals=goals)


def safest_route(s: War, side: int, start: int, goal: int, points: int, barred: int) -> tuple[int, ...]:
    """The shortest way past the enemy's zones if there is one, else the shortest way."""
    threats = threatened(s, side) & ~(1 << goal)
    for avoided in (barred | threats, barred):
        way = voyage(s, side, start, points, avoided, 1 << goal).route(goal)
        if way:
            return tuple(place for place, _ in way[1:])
    return ()


def price(s: War, here: int, there: int) -> int:
    """What a fleet pays from one place to the next. [2WW-8.3.1a, 2WW-8.3.3a, 2WW-8.3.3b, 2WW-8.3.3c]"""
    return next(cost for to, cost in s.world.courses[here] if to == there)


def _lurking(s: War, side: int) -> tuple[object, ...]:
    """Who might attack a side's fleets, and from where."""
    units = potential_hunters(s, side)
    at, aboard = tuple(map(s.where.__getitem__, units)), tuple(map(s.aboard.__getitem__, units))
    return units, at, aboard, bytes(s.ops), closed_waters(s, 1 - side), neutral_ground(s)


@derived("where", "loyal", "aboard", "ops", "neutral", "iraq", "owner", through=_lurking)
def threatened(s: War, side: int) -> int:
    """Every hex in which a ready enemy could attack passing fleets."""
    mask = 0
    for unit in hostile_units(s, side):
        mask |= air_zone(s, unit) if s.world.is_air[unit] else zone_of_fleet(s, unit)
    return mask


def hostile_units(s: War, side: int) -> list[int]:
    """The ready enemy fleets and air units that may attack passing fleets. [2WW-8.3.5.1]"""
    ready = [unit for unit in potential_hunters(s, side) if not s.ops[unit]]
    return [unit for unit in ready if (acts_in_the_air(s, unit) if s.world.is_air[unit] else s.where[unit] >= 0)]


@derived("loyal", "neutral")
def potential_hunters(s: War, side: int) -> tuple[int, ...]:
    """The fleets and air units of enemies who are at war. [2WW-8.3.5.1]"""
    loyal, neutral, nation = s.loyal, s.neutral, s.world.nation
    units = (*s.world.fleets, *s.world.air_units)
    return tuple(unit for unit in units if loyal[unit] == 1 - side and not neutral[nation[unit]])


def hunters(s: War, side: int, place: int, met: tuple[int, ...]) -> list[int]:
    """The enemies that may attack passing fleets in a hex; fleets in a port of their own are safe from fleets.
    [2WW-8.3.5.1, 2WW-9.3.1]"""
    if place >= s.world.board.grid.size or not threatened(s, side) >> place & 1:
        return []
    sheltered = is_friendly_port(s, place, side)
    return [unit for unit in hostile_units(s, side) if unit not in met and bears_on(s, unit, place, sheltered)]


def bears_on(s: War, unit: int, place: int, sheltered: bool) -> bool:
    """Whether a unit's zone covers a hex, for an attack on the fleets in it."""
    if s.world.is_air[unit]:
        return bool(air_zone(s, unit) >> place & 1)
    near = s.world.fleet_zone[s.where[unit]] >> place & 1
    return not sheltered and bool(near and zone_of_fleet(s, unit) >> place & 1)


# The voyage itself


AtTheEnd = Callable[["War", "Voyage"], None]

HUNTED = "hunted"
"""The end of a stretch rather than of a voyage: enemies lie in wait."""

AT_THE_END: dict[str, AtTheEnd] = {}
"""What fleets do where a voyage ends, by its purpose, and what happens where they are hunted.

The chapters that send fleets out enter their own here. None of them could call all the others: who is beaten at sea
retreats, a retreat is a voyage, and on a voyage there may be a fight at sea.
"""


def at_the_end(*purposes: str) -> Callable[[AtTheEnd], AtTheEnd]:
    """Says what fleets do at the end of voyages with some purposes."""

    def enter(does: AtTheEnd) -> AtTheEnd:
        AT_THE_END.update(dict.fromkeys(purposes, does))
        return does

    return enter


class Voyage(Step[War], frozen=True):
    """Fleets on their way: to move, to land, to retreat or to withdraw. [2WW-8.3.5.1, 2WW-8.3.5.4]"""

    side: int
    fleets: tuple[int, ...]
    here: int
    route: tuple[int, ...]
    purpose: str
    met: tuple[int, ...] = ()
    """Enemies that have had their say on this move."""
    fought: bool = False
    """A transit attack has just been fought."""

    def run(self, s: War) -> None:
        group = tuple(u for u in self.fleets if s.where[u] == self.here and self._may_sail(s, u))
        here, left = self.here, self.route
        if group and left and self.fought and may_choose_again(s, self):
            arrive(s, msgspec.structs.replace(self, fleets=group, purpose="move"))
            return
        while group and left:
            there, left = left[0], left[1:]
            cost = price(s, here, there)
            for fleet in group:
                put(s, fleet, there)
                if cargo_of(s, fleet) >= 0:
                    invasion.cross_border(s, cargo_of(s, fleet), there, here)
                if self.purpose in ("move", "assault"):
                    s.spent[fleet] += cost
            here = there
            enemies = hunters(s, self.side, here, self.met)
            if enemies:
                rest = msgspec.structs.replace(self, fleets=group, here=here, route=left, fought=False)
                AT_THE_END[HUNTED](s, rest)
                return
        if group:
            arrive(s, msgspec.structs.replace(self, fleets=group, here=here, route=()))

    def _may_sail(self, s: War, fleet: int) -> bool:
        """Whoever has been beaten on the way goes no further; a marked fleet retreats all the same. [2WW-8.3.5.4,
        2WW-4.2.C.3z]"""
        return self.purpose == "retreat" or not s.ops[fleet]


def may_choose_again(s: War, voyage: Voyage) -> bool:
    """After a transit attack the owner decides anew whether and where to go on, but in a hex where no fleet may end.
    [2WW-8.3.5.4, 2WW-8.3.1c]"""
    closed = anyone_at(s, 1 - voyage.side) | barred_waters(s, voyage.side)
    return voyage.purpose in ("move", "assault") and not closed >> voyage.here & 1


def arrive(s: War, voyage: Voyage) -> None:
    """A voyage is over. An Axis fleet may have put into a port."""
    invasion.put_in(s, voyage.fleets[0], voyage.here)
    AT_THE_END[voyage.purpose](s, voyage)
