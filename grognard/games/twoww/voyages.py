"""Chapter 8.3: the ways of fleets. A voyage walks its route hex by hex, and may be attacked at each. [2WW-8.3.5.1]"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.derived import derived
from grognard.engine.events import Facts
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import Ripples, ripples, way_back
from grognard.games.twoww import invasion, politics
from grognard.games.twoww.battle import Battle
from grognard.games.twoww.ground import closed_waters, is_friendly_port, neutral_ground
from grognard.games.twoww.orders import Decline, Join
from grognard.games.twoww.state import AXIS, War
from grognard.games.twoww.units import acts_in_the_air, anyone_at, cargo_of, fleets_at_war, own_unit, put
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


def in_reach(s: War, side: int, start: int, points: int, *, assault: bool = False) -> Ripples:
    """Every place that fleets can reach, by what it costs to get there. [2WW-8.3.1a]"""
    return voyage(s, side, start, points, barred_waters(s, side, assault=assault))


def voyage(s: War, side: int, start: int, points: int, barred: int, goal: int = -1) -> Ripples:
    """Where fleets can sail: they stop beside enemy fleets, and from such a hex may not go straight to another.
    [2WW-5.1.2d, 2WW-5.1.2e]"""
    beside = beside_fleets(s, 1 - side)
    first = ~beside if beside >> start & 1 else -1
    return ripples(s.world.oversea, start, points, ~barred, beside, first, goal)


def safest_route(s: War, side: int, start: int, goal: int, points: int, barred: int) -> tuple[int, ...]:
    """The shortest way past the enemy's zones if there is one, else the shortest way."""
    threats = threatened(s, side) & ~(1 << goal)
    for avoided in (barred | threats, barred):
        found = voyage(s, side, start, points, avoided, goal)
        if found.rounds[-1][1] >> goal & 1:
            return way_back(s.world.oversea, found, goal, beside_fleets(s, 1 - side))[1:]
    return ()


def price(s: War, here: int, there: int) -> int:
    """What a fleet pays from one place to the next. [2WW-8.3.1a, 2WW-8.3.3a, 2WW-8.3.3b, 2WW-8.3.3c]"""
    return next(cost for to, cost in s.world.courses[here] if to == there)


@derived(
    "where", "loyal", "aboard", "ops", "neutral", "iraq", "owner",
    through=lambda s, side: (
        tuple((unit, s.where[unit]) for unit in hostile_units(s, side)), closed_waters(s, 1 - side), neutral_ground(s)
    ),
)  # fmt: skip
def threatened(s: War, side: int) -> int:
    """Every hex in which a ready enemy could attack passing fleets."""
    mask = 0
    for unit in hostile_units(s, side):
        mask |= air_zone(s, unit) if s.world.is_air[unit] else zone_of_fleet(s, unit)
    return mask


def hostile_units(s: War, side: int) -> list[int]:
    """The ready enemy fleets and air units that may attack passing fleets. [2WW-8.3.5.1]"""
    found = [u for u in s.world.fleets if s.loyal[u] == 1 - side and s.where[u] >= 0 and not s.ops[u]]
    found += [u for u in s.world.air_units if s.loyal[u] == 1 - side and not s.ops[u] and acts_in_the_air(s, u)]
    return [unit for unit in found if not s.neutral[s.world.nation[unit]]]


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
            arrive(s, group, here, "move", self.met)
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
                s.then(Hunt(1 - self.side, rest))
                return
        if group:
            arrive(s, group, here, self.purpose, self.met)

    def _may_sail(self, s: War, fleet: int) -> bool:
        """Whoever has been beaten on the way goes no further; a marked fleet retreats all the same. [2WW-8.3.5.4,
        2WW-4.2.C.3z]"""
        return self.purpose == "retreat" or not s.ops[fleet]


def is_under_way(s: War, fleet: int) -> bool:
    """Whether a fleet is only passing the hex that it is in."""
    return any(isinstance(step, Voyage) and fleet in step.fleets for step in s.agenda)


def may_choose_again(s: War, voyage: Voyage) -> bool:
    """After a transit attack the owner decides anew whether and where to go on, but in a hex where no fleet may end.
    [2WW-8.3.5.4, 2WW-8.3.1c]"""
    closed = anyone_at(s, 1 - voyage.side) | barred_waters(s, voyage.side)
    return voyage.purpose in ("move", "assault") and not closed >> voyage.here & 1


def arrive(s: War, fleets: tuple[int, ...], place: int, purpose: str, met: tuple[int, ...]) -> None:
    """What fleets do where a voyage ends."""
    from grognard.games.twoww.fleets import Underway, disembark, end_move, is_able, troops
    from grognard.games.twoww.sea_retreat import FleetRetreat

    side = s.loyal[fleets[0]]
    facts: Facts = {"units": [s.world.units[fleet] for fleet in fleets], "to": s.world.board.names[place]}
    invasion.put_in(s, fleets[0], place)
    if purpose == "move":
        s.tell("sail", "2WW-8.3.1a", **facts)
        if is_able(s, fleets):
            s.then(Underway(side, fleets, met))
        else:
            end_move(s, fleets)
    elif purpose == "assault" and not troops(s, fleets):
        end_move(s, fleets)
        s.then(FleetRetreat(side, fleets, failed=True))
    elif purpose == "assault":
        s.tell("assault", "2WW-8.1.4.1b", **facts)
        disembark(s, fleets, place)
    elif purpose == "advance":
        s.tell("fleets advance", "2WW-4.2.C.3ab", **facts)
    else:
        s.tell("fleets retreat", "2WW-4.2.C.3z" if purpose == "retreat" else "2WW-5.2.3d", **facts)
        for fleet in fleets:
            s.ops[fleet] = int(purpose == "retreat")


# Transit attacks


class Hunt(Ask[War], frozen=True):
    """Fleets come within reach: the enemy may attack them with any ready units whose zones cover the hex.
    [2WW-8.3.5.1]"""

    voyage: Voyage
    joined: tuple[int, ...] = ()

    takes = (Join, Decline, Pass)
    out_of_turn = "2WW-8.3.5.1"

    def prompt(self, s: War) -> Prompt:
        facts = {"units": [s.world.units[u] for u in self.voyage.fleets], "at": s.world.board.names[self.voyage.here]}
        return Prompt("hunt", "2WW-8.3.5.1", facts)

    def offers(self, s: War) -> Iterator[Order]:
        side = s.world.sides[self.side]
        for unit in self._able(s):
            if politics.why_not_together(s, unit, self.joined) is None:
                yield Join(side, s.world.units[unit])
        if not self.joined:
            yield Decline(side)
        yield Pass(side)

    def _able(self, s: War) -> list[int]:
        return hunters(s, 1 - self.side, self.voyage.here, (*self.voyage.met, *self.joined))

    def explain(self, s: War, order: Order) -> Refusal | None:
        if not isinstance(order, Join):
            return Refusal("2WW-9b", {}, "joined")
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        if unit in self._able(s):
            return politics.why_not_together(s, unit, self.joined)
        return Refusal("2WW-8.3.5.1", {"unit": order.unit}, "hunt")

    def take(self, s: War, order: Order) -> None:
        if isinstance(order, Join):
            s.become(msgspec.structs.replace(self, joined=(*self.joined, s.world.unit_index[order.unit])))
            return
        s.done()
        voyage = self.voyage
        if isinstance(order, Decline):
            every = tuple(unit for unit in range(len(s.world.units)) if s.loyal[unit] == self.side)
            s.then(msgspec.structs.replace(voyage, met=every))
        elif not self.joined:
            s.then(voyage)
        else:
            self._attack(s)

    def _attack(self, s: War) -> None:
        voyage, is_air = self.voyage, s.world.is_air
        air = tuple(unit for unit in self.joined if is_air[unit])
        sea = tuple(unit for unit in self.joined if not is_air[unit])
        both_air = (air, ()) if self.side == 0 else ((), air)
        both_sea = (sea, voyage.fleets) if self.side == 0 else (voyage.fleets, sea)
        battle = Battle("transit", voyage.here, self.side, air=both_air, sea=both_sea, flown=air)
        rest = msgspec.structs.replace(voyage, met=(*voyage.met, *self.joined), fought=True)
        s.tell("transit attack", "2WW-8.3.5.1", units=[s.world.units[unit] for unit in self.joined],
               fleets=[s.world.units[unit] for unit in voyage.fleets], at=s.world.board.names[voyage.here])  # fmt: skip
        politics.attacked(s, voyage.fleets)
        s.then(rest)
        from grognard.games.twoww.combat import defend

        defend(s, battle)
