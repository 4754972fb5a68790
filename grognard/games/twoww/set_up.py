"""Chapter 2: the set-up. Country by country the units go onto the map, as each list says or as history had it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from grognard.engine.agenda import Ask, Prompt, Sum
from grognard.engine.orders import Order, Refusal
from grognard.engine.paths import bits, mask_of
from grognard.games.twoww.ground import country_of
from grognard.games.twoww.orders import Historical, Place
from grognard.games.twoww.placement import first_of_each, likeness
from grognard.games.twoww.stacking import has_room
from grognard.games.twoww.state import ALLIES, AXIS, IN_HAND, LATER, NO_VICHY, POOL, QUIET, War
from grognard.games.twoww.units import put
from grognard.games.twoww.world import BRITAIN, FRANCE, GERMANY, ITALY, SIDES, USSR, Europe, scenario_data

AXIS_MINORS = ("Finland", "Hungary", "Rumania", "Bulgaria")
GROUPS = (
    ("France", ALLIES),
    ("USSR", ALLIES),
    ("Britain", ALLIES),
    ("Italy", AXIS),
    ("Germany", AXIS),
    ("Axis minors", AXIS),
    ("neutrals", ALLIES),
)
"""Who sets up one after the other, and by whose hand; the United States have nothing to set up. [2WW-2a, 2WW-2.7a,
2WW-2.8a]"""

BORDER = ("Germany", "Poland", "Hungary", "Rumania")
"""The countries along whose border the Soviet Union deploys. [2WW-2.2b]"""

RULES = {
    "France": "2WW-2.1b",
    "frontier": "2WW-2.2b",
    "Britain": "2WW-2.3a",
    "Italy": "2WW-2.5a",
    "east": "2WW-2.6a",
    "Germany": "2WW-2.6b",
    "German port": "2WW-2.6c",
    **dict.fromkeys(AXIS_MINORS, "2WW-2.7a"),
}
"""By zone: the line of the lists that says where its units may start; all other zones are neutral countries."""


# The first moment


def begin(world: Europe) -> War:
    """All facts as they are before the first unit is set up by hand. [2WW-2a, 2WW-2b, 2WW-2c, 2WW-2d]"""
    s = War(world)
    count = len(world.units)
    s.where, s.aboard, s.began = [POOL] * count, [-1] * count, [POOL] * count
    s.ops, s.moved, s.spent, s.landed = (bytearray(count) for _ in range(4))
    s.raided, s.fought = bytearray(count), bytearray(count)
    s.turn = s.active = s.phase = s.armored = s.america = s.delay = s.points = 0
    s.vichy, s.iraq = NO_VICHY, QUIET
    s.lend, s.sunk = (0, 0), (0, 0, 0, 0)
    s.bombed, s.claimed, s.course = (), (), ()
    _settle_countries(s)
    _settle_units(s)
    return s


def _settle_countries(s: War) -> None:
    """Who begins on which side, and who holds which city: at first whoever controls its country. [2WW-1a,
    2WW-3.4.7a]"""
    countries = s.world.countries
    s.owner = bytearray(SIDES[country.side] for country in countries)
    s.neutral = bytearray(country.neutral for country in countries)
    s.conquered, s.opened = bytearray(len(countries)), bytearray(len(countries))
    holder = bytearray(s.world.blank)
    for place in s.world.cities:
        holder[place] = s.owner[country_of(s, place)]
    s.holder = bytes(holder)


def _settle_units(s: War) -> None:
    """Units with a hex of their own stand in it, others are in hand, in a pool or still to come. [2WW-2b, 2WW-2.1a,
    2WW-2.2a, 2WW-2.2c, 2WW-2.3b, 2WW-2.4a, 2WW-2.6d, 2WW-2.6e, 2WW-2.8b]"""
    world = s.world
    s.loyal = bytearray(s.owner[nation] for nation in world.nation)
    s.full = bytearray(len(world.units))
    for unit, data in enumerate(world.roster):
        if data.at == "later":
            s.where[unit] = LATER
        elif data.at != "pool":
            take_up(s, unit)


def take_up(s: War, unit: int) -> None:
    """An at-start unit on the side that its list names, in its hex if it has one, else in hand. [2WW-2b]"""
    data = s.world.roster[unit]
    s.full[unit] = data.starts == "full" and not data.one_sided
    s.where[unit] = s.world.board.at(data.at) if data.at.isdecimal() else IN_HAND


def STEPS() -> list[SetUp]:  # noqa: N802
    """The set-up in the printed order. [2WW-2a]"""
    return [SetUp(side, group) for group, side in GROUPS]


# Who may start where


def group_of(s: War, unit: int) -> str:
    """The part of the list that a unit stands in. [2WW-2a]"""
    nation = s.world.roster[unit].nation
    if nation in AXIS_MINORS:
        return "Axis minors"
    return nation if s.world.nation[unit] in (FRANCE, USSR, BRITAIN, ITALY, GERMANY) else "neutrals"


def in_hand(s: War, group: str) -> list[int]:
    return [unit for unit, at in enumerate(s.where) if at == IN_HAND and group_of(s, unit) == group]


def zone(world: Europe, name: str) -> int:
    """The hexes that a line of the lists names. [2WW-2.1b, 2WW-2.2b, 2WW-2.3a, 2WW-2.5a, 2WW-2.6a, 2WW-2.6b,
    2WW-2.6c]"""
    return world.recall(("set-up zone", name), lambda: _zone(world, name))


def _zone(world: Europe, name: str) -> int:
    if name == "frontier":
        border = _beside(world, BORDER) & world.country_mask[USSR]
        return (border | _around(world, border)) & world.country_mask[USSR]
    if name == "east":
        return _beside(world, ("Poland",)) & world.country_mask[GERMANY]  # East Prussia lies there as well
    if name == "German port":
        return world.country_mask[GERMANY] & world.ports
    mask = world.country_mask[world.country_index[name]]
    if name == "France":  # the south is France as well until Paris falls; overseas is not
        mask |= world.country_mask[world.vichy]
    return mask & world.land


def _beside(world: Europe, countries: Iterable[str]) -> int:
    """The hexes next to any of some countries."""
    found = 0
    for name in countries:
        found |= _around(world, world.country_mask[world.country_index[name]])
    return found


def _around(world: Europe, hexes: int) -> int:
    return mask_of(other for place in bits(hexes) for other in world.board.neighbours[place])


def why_not_start(s: War, unit: int, place: int) -> Refusal | None:
    """Whether a unit may be set up in a hex: within its zone, and within the stacking limits. [2WW-2.1b, 2WW-2.2b,
    2WW-2.3a, 2WW-2.5a, 2WW-2.6a, 2WW-2.6b, 2WW-2.6c, 2WW-2.7a, 2WW-2.8a, 2WW-5.2.1b]"""
    allowed = s.world.roster[unit].at
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[place], "zone": allowed}
    if not zone(s.world, allowed) >> place & 1:
        return Refusal(RULES.get(allowed, "2WW-2.8a"), facts)
    if not has_room(s, unit, place):
        return Refusal("2WW-5.2.1b", facts, "set-up")
    return None


def open_to(s: War, unit: int) -> list[int]:
    return [place for place in bits(zone(s.world, s.world.roster[unit].at)) if has_room(s, unit, place)]


# The set-up of 1939


def historical_place(s: War, unit: int) -> int:
    """Where a unit stood in September 1939; if others have been put there, the nearest hex that is open to it."""
    wanted = s.world.board.at(scenario_data()["historical"][s.world.units[unit]])
    return min(open_to(s, unit), key=lambda place: (s.world.board.distance(wanted, place), place))


def place_historically(s: War, group: str) -> None:
    for unit in in_hand(s, group):
        put(s, unit, historical_place(s, unit))


def place_all(s: War) -> None:
    """Everything where history had it, without a question. [2WW-2a]"""
    for group, _ in GROUPS:
        place_historically(s, group)


# The question


class SetUp(Ask[War], frozen=True):
    """A country's units are put onto the map until none is left in hand; then the next one begins. [2WW-2a]"""

    group: str

    takes = (Place, Historical)
    out_of_turn = "2WW-2a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("set up", "2WW-2a", {"group": self.group, "left": len(in_hand(s, self.group))})

    def offers(self, s: War) -> Iterator[Order]:
        side, names = s.world.sides[self.side], s.world.board.names
        yield Historical(side)
        for unit in first_of_each(s, in_hand(s, self.group)):
            for place in open_to(s, unit):
                yield Place(side, s.world.units[unit], names[place])

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Place)
        unit, place = s.world.unit_index.get(order.unit), s.world.board.find(order.at)
        if unit is None:
            return Refusal("table.no-piece", {"unit": order.unit})
        if s.where[unit] != IN_HAND or group_of(s, unit) != self.group:
            return Refusal("2WW-2a", {"unit": order.unit, "group": self.group}, "group")
        if place is None:
            return Refusal("table.no-place", {"place": order.at})
        refusal = why_not_start(s, unit, place)
        first = next(other for other in in_hand(s, self.group) if likeness(s, other) == likeness(s, unit))
        return refusal or Refusal("2WW-2a", {"unit": order.unit, "first": s.world.units[first]}, "like")

    def take(self, s: War, order: Order) -> None:
        if isinstance(order, Place):
            put(s, s.world.unit_index[order.unit], s.world.board.at(order.at))
            s.tell("set up", "2WW-2a", unit=order.unit, at=order.at)
        else:
            place_historically(s, self.group)
            s.tell("set up by history", "2WW-2a", group=self.group)
        if not in_hand(s, self.group):
            s.done()

    def sums(self, s: War) -> tuple[Sum, ...]:
        left = len(in_hand(s, self.group))
        return (Sum("In hand", "in hand", "2WW-2a", {"left": left}, open=True),)
