"""Chapters 26B and 26B1: units are transported by sea, from port to port or by way of a beach.

Where land parts the water of a hex, each of its waters is a node of its own, numbered beyond the places: a ship may lie
on any of them, but passes none from one into another. [BF-26B1-2]
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from grognard.engine.agenda import Sum
from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import FAR, Way, bits, explore, mask_of, retrace
from grognard.engine.state import put
from grognard.engine.tally import Number, Tally, shown
from grognard.games.balkan.guards import leave
from grognard.games.balkan.lands import beyond_area, neutral_ground
from grognard.games.balkan.marches import exit_cost, in_points, left, may_stop, with_room
from grognard.games.balkan.ports import (
    AEGEAN,
    SEA_ZONES,
    beaches,
    capacity,
    left_at,
    ports,
    sea_zone,
    usable_ports,
    why_no_beach,
    why_no_port,
)
from grognard.games.balkan.possession import EVER, owned
from grognard.games.balkan.state import ADMIN, AXIS, BESIDE, MOVEMENT, ONE_HEX, SHIPPED, WHOLE_POINT, Campaign
from grognard.games.balkan.units import face
from grognard.games.balkan.world import SIDES, Balkans
from grognard.games.balkan.zones import beside

AFLOAT = {"coast", "sea", "open strait"}
"""Hexsides between two land hexes that ships pass."""
GUARDED = {"guarded strait", "guarded canal"}
"""Those that they pass only for a side that owns both hexes."""

POOLS = {AXIS: ("axis_adriatic", "axis_aegean")}
"""The pools of naval transport points by sea zone, where a side has more than one. [BF-26B-1, BF-26B-2]"""
ALLIED_POOLS = ("", "allied_aegean")


# The water


class Waters(NamedTuple):
    """The sea of a zone as a graph: the steps from each node, and where a place is on it."""

    steps: tuple[Way, ...]
    nodes: dict[int, tuple[int, ...]]
    """The nodes of the places whose water is parted; all others are nodes themselves."""

    def nodes_of(self, place: int) -> tuple[int, ...]:
        return self.nodes.get(place, (place,))


class Seaways(NamedTuple):
    """Where ships can go from a place: what is reached, how far it is, and from where it was reached."""

    waters: Waters
    hexes: dict[int, int]
    before: dict[int, int]

    def far(self, place: int) -> int | None:
        """How many hexes away a place is by sea."""
        return min((self.hexes[node] for node in self.waters.nodes_of(place) if node in self.hexes), default=None)

    def route(self, place: int) -> tuple[int, ...]:
        """The shortest way to a place, both ends included."""
        node = min((node for node in self.waters.nodes_of(place) if node in self.hexes), key=self.hexes.__getitem__)
        places = {part: whole for whole, parts in self.waters.nodes.items() for part in parts}
        return tuple(places.get(step, step) for step in retrace(self.before, node))


def waters(world: Balkans, opened: frozenset[tuple[int, int]]) -> Waters:
    """The water that ships can use, with these guarded hexsides open. [BF-26B1-2]"""
    return world.recall(("waters", opened), lambda: _waters(world, opened))


def _waters(world: Balkans, opened: frozenset[tuple[int, int]]) -> Waters:
    board, parted = world.board, parts(world)
    nodes: dict[int, tuple[int, ...]] = {}
    reaches = [-1] * board.size  # by node: the places to which its water leads
    for place, masks in parted.items():
        nodes[place] = tuple(range(len(reaches), len(reaches) + len(masks)))
        reaches += masks
    home = {node: place for place, several in nodes.items() for node in several}
    found: list[Way] = []
    for node, reached in enumerate(reaches):
        place = home.get(node, node)
        way: list[tuple[int, int]] = []
        for there, far in neighbours(world, place, opened):
            if reached >> there & 1 and not (node == place and place in nodes):
                way += [(other, far) for other in nodes.get(there, (there,)) if reaches[other] >> place & 1]
        found.append(tuple(way))
    return Waters(tuple(found), nodes)


def parts(world: Balkans) -> dict[int, list[int]]:
    """The hexes whose water land parts, and the places to which each of their waters leads."""
    found: dict[int, list[int]] = {}
    for area in world.board.areas.values():
        place = world.board.find(area.extra["splits"]) if "splits" in area.extra else None
        if place is not None:
            found.setdefault(place, []).append(area.mask)
    return found


def neighbours(world: Balkans, place: int, opened: frozenset[tuple[int, int]]) -> list[tuple[int, int]]:
    """The places next to one by water, and how far each is; ships never cross land, nor into the other zone.
    [BF-26A1-1, BF-26B1-2]"""
    zone, board = sea_zone(world, place), world.board
    if zone is None:
        return []
    found = [(there, 1) for there in board.neighbours[place] if _passes(world, place, there, opened)]
    found += [(link.to, link.cost) for link in board.links[place] if link.kind == "sea"]
    found += [
        (box.at, link.cost)
        for box in board.boxes.values()
        for link in board.links[box.at]
        if link.to == place and link.kind == "sea"
    ]
    return [(there, far) for there, far in found if sea_zone(world, there) == zone]


def _passes(world: Balkans, a: int, b: int, opened: frozenset[tuple[int, int]]) -> bool:
    if not (world.land >> a & 1 and world.land >> b & 1):
        return True
    kinds = world.board.side(a, b)
    return bool(kinds & AFLOAT) or (a, b) in opened or (b, a) in opened


def guarded(world: Balkans) -> tuple[tuple[int, int], ...]:
    """The hexsides that only their owner's ships pass: the Euripus and the Corinth canal. [BF-26B1-2]"""
    sides = world.board.sides.items()
    return world.recall("guarded", lambda: tuple(sorted(ends for ends, kinds in sides if kinds & GUARDED)))


def opened(s: Campaign, side: int) -> frozenset[tuple[int, int]]:
    """The guarded hexsides that a side's ships pass. [BF-26B1-2]"""
    own = owned(s, side)
    return frozenset((a, b) for a, b in guarded(s.world) if own >> a & own >> b & 1)


@derived("owner", "stance", through=lambda s, side, start: (opened(s, side), neutral_ground(s)))
def ends(s: Campaign, side: int, start: int) -> int:
    """The places with a port or a beach that a side's ships can reach from one. [BF-26B1-2]"""
    ways = seaways(s, side, start)
    return mask_of(place for place in bits(harbours(s.world)) if ways.far(place) is not None)


def seaways(s: Campaign, side: int, start: int) -> Seaways:
    """Where a side's ships can go from a place. The coast of a neutral is closed to them. [BF-26B1-2, BF-28C-1]"""
    water = waters(s.world, opened(s, side))
    closed = neutral_ground(s)
    shut = closed | mask_of(node for place, nodes in water.nodes.items() if closed >> place & 1 for node in nodes)
    hexes = dict.fromkeys(water.nodes_of(start), 0)
    before = {node: node for node in hexes}
    explore(water.steps, hexes, FAR, barred=shut, came_from=before)
    return Seaways(water, hexes, before)


# Naval transport points


def pool(s: Campaign, side: int, zone: int) -> Tally:
    """The naval transport points that a side has in a sea zone. [BF-26B-1, BF-26B-2]"""
    name = POOLS.get(side, ALLIED_POOLS)[zone]
    found = Tally(s.world.frame["ntp"][name] if name else 0, "BF-26B-1" if side == AXIS else "BF-26B-2")
    chart = s.world.charts["ntp"]
    for port in captured(s) if zone == AEGEAN else ():
        found.add(chart[f"{name}_on_first_capture"], found.rule, port)
    return found


def captured(s: Campaign) -> list[str]:
    """The large Greek ports that the Axis has taken at some time in play. [BF-26B-1, BF-26B-2]"""
    world = s.world
    every = {port: world.board.find(port) for port in world.charts["ntp"]["triggers"]}
    areas = tuple(area for row in world.frame["owner"] if SIDES[row["side"]] == AXIS for area in row["areas"])
    from_the_start = world.recall("first owned by the Axis", lambda: world.masks(areas))
    return [
        port
        for port, at in every.items()
        if at is not None and s.ever[at] & EVER[AXIS] and not from_the_start >> at & 1
    ]


def load(s: Campaign, unit: int) -> int:
    """The half points that it takes to carry a unit: cavalry and c/m units twice their size. [BF-3A3-2, BF-26B1-1]"""
    data, size = s.world.roster[unit], face(s, unit).res
    twice = data.is_cm or "cavalry" in data.flags
    return size * int(s.world.charts["transport_sizes"]["cavalry_or_cm_by_sea"]) if twice else size


def ships_left(s: Campaign, side: int, zone: int) -> Number:
    """The half points that a side can still use in a sea zone in this player turn. [BF-26B1-1]"""
    return max(0, 2 * pool(s, side, zone).total - s.sailed[zone])


# Where to


def by_sea(s: Campaign, unit: int, side: int) -> dict[int, bool]:
    """The places that a unit can reach by sea, and whether a beach is at either end. Ports are used where they can be.
    [BF-26A1-1 to BF-26A4-1, BF-26B1-1 to BF-26B1-8]"""
    if why_not_embark(s, unit, side) is not None:
        return {}
    here, open_ports = s.where[unit], usable_ports(s, side, face(s, unit).res)
    by_port = (
        open_ports if open_ports >> here & 1 and left(s, unit) >= int(cost(s, unit, side).total * WHOLE_POINT) else 0
    )
    shores = 0 if why_not_on_beaches(s, unit) is not None else open_ports | beaches(s.world) & owned(s, side)
    open_ends = (by_port | (shores if shores >> here & 1 else 0)) & ~beyond_area(s, unit) & ~(1 << here)
    if s.gait[unit] & ADMIN:
        open_ends &= ~beside(s, 1 - side)
    reached = bits(open_ends & ends(s, side, here))
    return with_room(s, unit, side, {place: not by_port >> place & 1 for place in reached})


def harbours(world: Balkans) -> int:
    """All places with a port or a beach. [BF-26A3-1, BF-26A4-1]"""
    return world.recall("harbours", lambda: beaches(world) | mask_of(ports(world)))


def why_not_embark(s: Campaign, unit: int, side: int) -> Refusal | None:
    """Why a unit cannot go by sea from where it is, wherever to. [BF-26B1-1, BF-26A1-1, BF-6-11]"""
    here = s.where[unit]
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[here]}
    if s.phase != MOVEMENT:
        return Refusal("BF-26B1-1", facts)
    if s.gait[unit] & ONE_HEX:
        return Refusal("BF-6-11", facts, "spent")
    zone = sea_zone(s.world, here)
    if zone is None or not harbours(s.world) >> here & 1:
        return Refusal("BF-26B1-1", facts, "port")
    if ships_left(s, side, zone) < load(s, unit):
        points = {"load": shown(Fraction(load(s, unit), 2)), "left": shown(Fraction(ships_left(s, side, zone), 2))}
        return Refusal("BF-26B1-1", facts | points, "points")
    return None


def why_not_land(s: Campaign, unit: int, side: int, goal: int) -> Refusal | None:
    """Why a unit that could embark cannot come ashore in a place. [BF-28A-1, BF-6B-5, BF-26B1-7, BF-26B1-8, BF-8B-1]"""
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[goal]}
    if beyond_area(s, unit) >> goal & 1:
        return Refusal("BF-28A-1", facts)
    if s.gait[unit] & ADMIN and beside(s, 1 - side) >> goal & 1:
        return Refusal("BF-6B-5", facts)
    refusal = why_not_by_port(s, unit, side, goal)
    if refusal is not None:
        beach = why_not_by_beach(s, unit, side, goal)
        if beach is not None:
            return refusal if {s.where[unit], goal} <= ports(s.world).keys() else beach
    return None if may_stop(s, unit, goal, side) else Refusal("BF-8B-1", facts, "room")


def why_not_by_port(s: Campaign, unit: int, side: int, goal: int) -> Refusal | None:
    """Why a unit cannot go from port to port. [BF-26A3-1, BF-26A3-3, BF-26B1-7]"""
    for place in (s.where[unit], goal):
        refusal = why_no_port(s, side, place, face(s, unit).res)
        if refusal is not None:
            return refusal
    if left(s, unit) < int(cost(s, unit, side).total * WHOLE_POINT):
        numbers = {"cost": shown(cost(s, unit, side).total), "left": shown(in_points(left(s, unit)))}
        return Refusal("BF-26B1-7", {"unit": s.world.units[unit], **numbers})
    return None


def why_not_by_beach(s: Campaign, unit: int, side: int, goal: int) -> Refusal | None:
    """Why a unit cannot use a beach, where either end is not a port for it. [BF-26A4-1, BF-26B1-8]"""
    for place in (s.where[unit], goal):
        refusal = why_no_beach(s, side, place)
        if refusal is not None and why_no_port(s, side, place, face(s, unit).res) is not None:
            return refusal
    return why_not_on_beaches(s, unit)


def why_not_on_beaches(s: Campaign, unit: int) -> Refusal | None:
    """Why a unit cannot embark or land on any beach now. [BF-26B1-8]"""
    facts = {"unit": s.world.units[unit]}
    if "heavy_equipment" in s.world.roster[unit].flags:
        return Refusal("BF-26B1-8", facts, "heavy")
    return Refusal("BF-26B1-8", facts) if s.spent[unit] or s.gait[unit] & ~BESIDE else None


def cost(s: Campaign, unit: int, side: int) -> Tally:
    """What a unit pays from port to port. [BF-26B1-7, BF-6A-1]"""
    prices = s.world.charts["point_costs"]["sail"]
    found = Tally(prices["cm" if s.world.is_cm[unit] else "others"], "BF-26B1-7")
    at_sea = s.world.board.size  # no zone reaches there
    found.add(in_points(exit_cost(s, unit, side, s.where[unit], at_sea)), "BF-6A-1", "leaving enemy zones")
    return found


def why_not_ship_to(s: Campaign, unit: int, side: int, goal: int) -> Refusal:
    """Why a unit cannot go to a place by sea. [BF-26A1-1, BF-26A3-1, BF-26A3-3, BF-26A4-1, BF-26B1-1, BF-26B1-2,
    BF-26B1-7, BF-26B1-8]"""
    world, here = s.world, s.where[unit]
    refusal = why_not_embark(s, unit, side)
    if refusal is not None:
        return refusal
    facts = {"unit": world.units[unit], "at": world.board.names[goal]}
    if goal == here:
        return Refusal("BF-6-6", facts, "here")
    if not harbours(world) >> goal & 1:
        inland = not world.mask("COAST") >> goal & 1
        return Refusal("BF-26B1-1", facts, "port") if inland else Refusal("BF-26A4-1", facts)
    if sea_zone(world, goal) != sea_zone(world, here):
        return Refusal("BF-26A1-1", facts)
    if not owned(s, side) >> goal & 1:
        return Refusal("BF-26B1-1", facts, "owner")
    if not ends(s, side, here) >> goal & 1:
        return Refusal("BF-26B1-2", facts)
    refusal = why_not_land(s, unit, side, goal)
    assert refusal is not None, "only what is not offered is explained"
    return refusal


# The voyage


def price(s: Campaign, unit: int, side: int, goal: int) -> Tally:
    """What a voyage costs a unit: with a beach at either end all that it has. [BF-26B1-7, BF-26B1-8]"""
    if why_not_by_port(s, unit, side, goal) is None:
        return cost(s, unit, side)
    return Tally(in_points(left(s, unit)), "BF-26B1-8")


def route(s: Campaign, unit: int, side: int, goal: int) -> tuple[int, ...]:
    """The hexes of a voyage, both ends included. [BF-26B1-2]"""
    return seaways(s, side, s.where[unit]).route(goal)


def through_ports(s: Campaign, unit: int, side: int, goal: int) -> list[int]:
    """The ends of a voyage at which a unit goes through the port: both if it can, else those that have no beach.
    [BF-26A3-1, BF-26A4-1]"""
    by_port = why_not_by_port(s, unit, side, goal) is None
    return [place for place in (s.where[unit], goal) if by_port or why_no_beach(s, side, place) is not None]


def sail(s: Campaign, unit: int, side: int, goal: int) -> None:
    """A unit goes by sea and is ashore at once. [BF-26B1-1, BF-26B1-7, BF-26B1-8]"""
    here, size = s.where[unit], face(s, unit).res
    zone, due = sea_zone(s.world, here), int(price(s, unit, side, goal).total * WHOLE_POINT)
    for place in through_ports(s, unit, side, goal):
        if capacity(s, place) is not None:
            s.port_used = put(s.port_used, place, s.port_used[place] + size)
    used = [half + load(s, unit) if number == zone else half for number, half in enumerate(s.sailed)]
    s.sailed = (used[0], used[1])
    s.spent[unit] += due
    s.gait[unit] |= SHIPPED | (BESIDE if beside(s, 1 - side) >> goal & 1 else 0)
    leave(s, unit, goal)
    s.tell("ship", "BF-26B1-1", unit=s.world.units[unit], start=s.world.board.names[here],
           to=s.world.board.names[goal])  # fmt: skip


# Accounts


def accounts(s: Campaign, side: int) -> tuple[Sum, ...]:
    """How many of its naval transport points a side has used in each zone where it has any. [BF-26B-1, BF-26B-2]"""
    found = []
    for zone in range(len(SEA_ZONES)):
        total = pool(s, side, zone)
        if total.total:
            facts = {"used": shown(Fraction(s.sailed[zone], 2)), "total": shown(total.total)}
            found.append(Sum(("Ships in the Adriatic", "Ships in the Aegean")[zone], "ships", total.rule, facts, total))
    return tuple(found)


def port_account(s: Campaign, place: int) -> tuple[Sum, ...]:
    """How much of what a port can handle is left in this player turn. [BF-26A3-1]"""
    most = capacity(s, place) if place in ports(s.world) else None
    if most is None:
        return ()
    facts = {"left": shown(Fraction(left_at(s, place), 2)), "total": shown(most.total)}
    return (Sum("Port", "port", "BF-26A3-1", facts, most),)
