"""Chapter 30: the set-up. Each side deploys within the areas of its order of battle, or as its forces stood."""

from __future__ import annotations

from array import array
from collections.abc import Iterator

from grognard.engine.agenda import Ask, Preview, Prompt, Sum
from grognard.engine.orders import Order, Refusal
from grognard.engine.paths import bits
from grognard.games.balkan.arrivals import arrivals
from grognard.games.balkan.breakdowns import WAYS, foreseen, split, whole_of, why_not_divide
from grognard.games.balkan.lands import side_of
from grognard.games.balkan.orders import Historical, Place, Split
from grognard.games.balkan.possession import ever_owned, owned
from grognard.games.balkan.soundness import check
from grognard.games.balkan.stacking import has_room, no_room
from grognard.games.balkan.state import ALLIES, IN_HAND, INITIAL, LATER, NEUTRAL, UNUSED, Campaign
from grognard.games.balkan.world import SIDES, STANCES, Balkans, Start


def begin(world: Balkans) -> Campaign:
    """All facts as they are before the first unit is set up. [BF-30-4, BF-30-6]"""
    s = Campaign(world)
    count = len(world.units)
    s.where, s.began, s.spent = array("h", [LATER]) * count, array("h", [LATER]) * count, array("i", [0]) * count
    s.site, s.boxed = array("h", [LATER]) * count, array("h", [LATER]) * len(world.breakdowns)
    for fact in ("cadre", "charged", "fought", "fresh", "gait", "hungry", "work", "zoneless"):
        setattr(s, fact, bytearray(count))
    for fact in ("broken", "field", "former", "fort", "leaned", "port_hits", "port_used", "razed"):
        setattr(s, fact, world.blank)
    s.points = bytearray(4 * len(world.nations))
    s.turn, s.phase, s.active = 0, INITIAL, NEUTRAL
    s.weather, s.railed, s.sailed = (0, 0), (0, 0), (0, 0)
    said = world.frame.get("stance", {})
    s.stance = bytes(STANCES[said.get(name, "neutral")] for name in world.neutrals)
    s.owner = first_owners(world)
    s.ever = ever_owned(s.owner)
    for unit, data in enumerate(world.roster):
        if data.key in world.starts:
            take_up(s, unit)
        else:
            s.where[unit] = not_yet(world, unit)
    if not world.corrections:  # with an owner's own charts other stacks may fit
        world.recall("sound", lambda: check(s))
    return s


def not_yet(world: Balkans, unit: int) -> int:
    """Where a unit is that does not start on the map: still to come, or a breakdown counter in its tray. Some of these
    come by themselves, as the regiments of the Greek 13th division do. [BF-15C1-1, BF-29A-1]"""
    return UNUSED if world.roster[unit].breakdown and unit not in arrivals(world) else LATER


def first_owners(world: Balkans) -> bytes:
    """Whose every place is when the scenario begins. [BF-30-6]"""
    found = bytearray([NEUTRAL]) * world.board.size
    for row in world.frame["owner"]:
        for place in bits(world.masks(tuple(row["areas"]))):
            found[place] = SIDES[row["side"]]
    return bytes(found)


def take_up(s: Campaign, unit: int) -> None:
    """A unit of the set-up is in its owner's hand, as a cadre if the list says so."""
    s.where[unit] = IN_HAND
    s.cadre[unit] = s.world.starts[s.world.units[unit]].cadre


def steps(world: Balkans) -> list[SetUp]:
    """The sides deploy one after the other. [BF-30-4]"""
    return [SetUp(SIDES[name]) for name in world.frame["set_up"]]


# Who may start where


def by_hand_of(s: Campaign, unit: int) -> int:
    """Who sets a unit up; the forces of neutrals are set up by the Allied player. [BF-30-4]"""
    side = side_of(s, unit)
    return ALLIES if side == NEUTRAL else side


def in_hand(s: Campaign, side: int) -> list[int]:
    return [unit for unit, at in enumerate(s.where) if at == IN_HAND and by_hand_of(s, unit) == side]


def start_of(s: Campaign, unit: int) -> Start:
    """Where the order of battle has a unit start; a part starts where its division would. [BF-30-4]"""
    whole = whole_of(s, unit)
    return s.world.starts[s.world.units[unit if whole is None else whole]]


def area(s: Campaign, unit: int) -> int:
    """The places that the order of battle gives a unit to start in. [BF-30-4]"""
    start = start_of(s, unit)
    return s.world.masks(start.areas) & ~s.world.masks(start.but)


def open_to(s: Campaign, unit: int) -> list[int]:
    """The places where a unit may be set up: in its area, on ground of its own side, with room. [BF-30-4]"""
    side = side_of(s, unit)
    return bits(area(s, unit) & owned(s, side) & ~no_room(s, unit, side))


def why_not_start(s: Campaign, unit: int, place: int) -> Refusal:
    """Why a unit may not be set up in a place. [BF-30-4, BF-8A1-1, BF-8A2-1]"""
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[place]}
    if not area(s, unit) >> place & 1 or s.owner[place] != side_of(s, unit):
        return Refusal("BF-30-4", facts, "area")
    return Refusal("BF-8A2-1" if s.world.mountains >> place & 1 else "BF-8A1-1", facts)


def place_historically(s: Campaign, side: int) -> None:
    """Everything that is still in hand goes where it stood, or as near to it as there is room, in its area if
    possible."""
    for unit in in_hand(s, side):
        wanted = s.world.place(start_of(s, unit).hex)
        assert wanted is not None, "the set-up lies on the map"
        if area(s, unit) >> wanted & 1 and has_room(s, unit, wanted, side_of(s, unit)):
            s.where[unit] = wanted
        else:
            places = open_to(s, unit) or bits(room_beyond(s, unit))
            s.where[unit] = min(places, key=lambda at: (s.world.board.distance(wanted, at), at))


def room_beyond(s: Campaign, unit: int) -> int:
    """The hexes of its own side with room for a unit whose area is full, since divisions have broken down in it."""
    side = side_of(s, unit)
    return owned(s, side) & s.world.land & ~no_room(s, unit, side)


class SetUp(Ask[Campaign], frozen=True):
    """A side deploys until nothing is left in its hand. [BF-30-4]"""

    takes = (Place, Historical, Split)
    out_of_turn = "BF-30-4"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("set up", "BF-30-4", {"left": len(in_hand(s, self.side))})

    def offers(self, s: Campaign) -> Iterator[Order]:
        side, names = s.world.sides[self.side], s.world.board.names
        yield Historical(side)
        for unit in in_hand(s, self.side):
            for place in open_to(s, unit):
                yield Place(side, s.world.units[unit], names[place])
            for into in WAYS:
                if why_not_divide(s, unit, into) is None:
                    yield Split(side, s.world.units[unit], into)

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        assert isinstance(order, Place | Split)
        unit = s.world.unit_index.get(order.unit)
        if unit is None:
            return Refusal("table.no-piece", {"unit": order.unit})
        if s.where[unit] != IN_HAND or by_hand_of(s, unit) != self.side:
            return Refusal("BF-30-4", {"unit": order.unit}, "hand")
        if isinstance(order, Split):
            return why_not_divide(s, unit, order.into)
        place = s.world.board.find(order.at)
        if place is None:
            return Refusal("table.no-place", {"place": order.at})
        return why_not_start(s, unit, place)

    def take(self, s: Campaign, order: Order) -> None:
        if isinstance(order, Place):
            s.where[s.world.unit_index[order.unit]] = s.world.board.at(order.at)
            s.tell("set up", "BF-30-4", unit=order.unit, at=order.at)
        elif isinstance(order, Split):
            split(s, s.world.unit_index[order.unit], order.into)
        else:
            place_historically(s, self.side)
            s.tell("set up by history", "BF-30-4", side=s.world.sides[self.side])
        if not in_hand(s, self.side):
            s.done()

    def preview(self, s: Campaign, order: Order) -> Preview:
        return foreseen(s, order) if isinstance(order, Split) else Preview()

    def sums(self, s: Campaign) -> tuple[Sum, ...]:
        return (Sum("In hand", "in hand", "BF-30-4", {"left": len(in_hand(s, self.side))}, open=True),)
