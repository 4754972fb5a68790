"""Chapter 3.2: deployment. Who may start where, and what must be so before play begins."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache

import msgspec

from grognard.engine.files import read_toml
from grognard.engine.kinds import Data
from grognard.engine.orders import Refusal
from grognard.engine.paths import bits, mask_of
from grognard.games.westfront.arrival import arrival_limit, is_arrival_place
from grognard.games.westfront.forts import fort_hexes, why_not_fort_at
from grognard.games.westfront.orders import Deploy
from grognard.games.westfront.rail import supply_net
from grognard.games.westfront.state import AXIS, ELIMINATED, LATER, NOBODY, UNDEPLOYED, Front
from grognard.games.westfront.supply import fed_hexes
from grognard.games.westfront.world import DATA, West

TAKEN_BACK = 2
"""What `built` says of a unit that has been taken back in hand during the set-up."""

HISTORICAL, SEMI, FREE = "historical", "semi-historical", "free"


# Who deploys


class Slot(msgspec.Struct, frozen=True):
    """What the scenario says about a unit that is there at the start."""

    steps: int = 0
    at: str = ""
    """The place that the card gives."""
    region: str = ""
    army: str = ""
    arrives: bool = False
    """A reinforcement of the first month. [WF-3.23d]"""
    charted: bool = False
    """One that the chart counts already. [WF-W43.4]"""


def deployment(world: West) -> str:
    """The way to deploy that was agreed; the semi-historical one is the default. [WF-3.25]"""
    chosen: str = world.options.get("deployment", SEMI)
    return chosen


def slots(world: West) -> Mapping[int, Slot]:
    """Everyone who may be there at the start, in the order of the card. [WF-3.23c, WF-3.24, WF-W44.2]"""
    return world.recall("slots", lambda: _slots(world))


def _slots(world: West) -> Mapping[int, Slot]:
    data, found = world.data, {}
    for row in data.get("card", ()):
        found[row["unit"]] = Slot(row["steps"], row["at"], row["region"], row.get("army", ""))
    cards = {row["unit"]: row for row in world.earlier_card}
    for row in data.get("mix", ()):
        if not row["region"] and deployment(world) != FREE:
            continue  # on no card
        card = cards.get(row["unit"], {})
        found[row["unit"]] = Slot(0, card.get("at", ""), row["region"], card.get("army", ""))
    if deployment(world) == FREE:
        found |= {row["unit"]: Slot() for row in data.get("surplus", ())}
    for row in data["reinforcement"]:
        if row["month"] == world.months[0] and "unit" in row:
            found[row["unit"]] = Slot(row["steps"], arrives=True, charted=row.get("in_chart", False))
    return {world.unit_index[name]: slot for name, slot in found.items()}


def is_charted(world: West) -> bool:
    """Whether the player picks units and strengths by the chart: freely, and in winter. [WF-3.23a, WF-W44.2]"""
    return deployment(world) == FREE or "card" not in world.data


def first_places(world: West) -> list[int]:
    """Where everyone is before the set-up: to be deployed, eliminated, or not yet in the war, as Army Group E.

    [WF-3.23c, WF-16.1c, WF-17.1d]
    """
    known = slots(world)
    surplus = {row["unit"] for row in (*world.data.get("surplus", ()), *world.data.get("mix", ()))}
    found = []
    for unit, data in enumerate(world.roster):
        surrendered = world.data["italy_surrendered"] and data.nation == "Italy" and data.side == AXIS
        if unit in known:
            found.append(UNDEPLOYED)
        elif data.name in surplus or (surrendered and unit not in world.reserve):
            found.append(ELIMINATED)
        else:
            found.append(LATER)
    return found


def in_hand(s: Front, side: int) -> list[int]:
    """The units that a side has still to deploy, in the order of the card."""
    return [unit for unit in slots(s.world) if s.where[unit] == UNDEPLOYED and s.side_of(unit) == side]


# 3.24, 3.25 Where


def places_for(s: Front, unit: int) -> int:
    """The hexes where a unit may deploy, whoever is there. [WF-3.22b, WF-3.24, WF-3.25]"""
    return s.world.recall(("deploy", unit), lambda: _places_for(s, unit))


def _places_for(s: Front, unit: int) -> int:
    world, side = s.world, s.side_of(unit)
    supplied, front = ground(s, side)
    if slots(world)[unit].arrives:
        return mask_of(place for place in bits(supplied) if is_arrival_place(s, unit, place))
    return (supplied | front) & area_of(world, unit) & ~world.closed[unit]


def ground(s: Front, side: int) -> tuple[int, int]:
    """The supplied hexes of a side and those of its front, before anyone has deployed. [WF-3.22a, WF-3.22b]"""
    return s.world.recall(("ground", side), lambda: _ground(s, side))


def _ground(s: Front, side: int) -> tuple[int, int]:
    bare = s.copy()
    bare.where = [LATER] * len(s.where)
    own = mask_of(place for place in s.world.land if s.owner[place] == side)
    return fed_hexes(bare, side, supply_net(bare, side, frozenset())) & own, front_of(s.world, side)


def first_control(world: West) -> bytes:
    """Who holds what at the start: country by country, but for what lies beyond the start line.

    [WF-S43.1a, WF-W43.1, WF-S44.1, WF-W44.1]
    """
    held = bytearray([NOBODY] * world.board.size)
    beyond = {world.board.at(label) for label in world.data.get("start_line", {}).get("allied", ())}
    for place in world.land:
        holder = "allied" if place in beyond else world.data["control"].get(world.board.nation[place])
        if holder:  # a neutral country is nobody's
            held[place] = world.sides.index(holder)
    return bytes(held)


def front_of(world: West, side: int) -> int:
    """The hexes on a side's edge of the start line: those from which troops could enter the enemy's. [WF-3.22a]"""

    def work() -> int:
        held, near = first_control(world), world.trace
        own = (place for place in world.land if held[place] == side)
        return mask_of(place for place in own if any(held[there] == 1 - side for there in near[place]))

    return world.recall(("front", side), work)


def area_of(world: West, unit: int) -> int:
    """Where the agreed deployment lets a unit stand. [WF-3.24, WF-3.25, WF-OB.6]"""
    slot, way = slots(world)[unit], deployment(world)
    side = world.roster[unit].side
    areas = world.data["areas"]
    if way == FREE:
        return world.land_mask
    if way == HISTORICAL:
        return term(world, unit, slot.at)
    if slot.at == "Front" and world.sides[side] in areas.get("front_stays", ()):
        return front_of(world, side)
    regions = areas[world.sides[side]]
    named = [*regions["north"], *regions["south"]] if slot.region == "either" else regions.get(slot.region, [])
    area = 0
    for name in named:
        area |= country(world, name)
    return area


def term(world: West, unit: int, name: str) -> int:
    """What a place on the card means: a country, a coast, the front, or a city and the hexes next to it. [WF-OB.5]"""
    return world.recall(("term", unit, name), lambda: _term(world, unit, name))


def _term(world: West, unit: int, name: str) -> int:
    if name == "Front":
        return front_of(world, world.roster[unit].side)
    if name == "Coast":
        return coast(world, unit)
    named = country(world, name)
    if named:
        return named
    city = world.board.at(name)
    return mask_of((city, *world.board.neighbours[city]))


def coast(world: West, unit: int) -> int:
    """The coast of the army's sector, or of all that the side holds in its region. [WF-OB.5]"""
    slot, side = slots(world)[unit], world.roster[unit].side
    if slot.army:
        return mask_of(world.board.at(label) for label in terms()["sectors"][slot.army])
    area = 0
    for name in world.data["areas"][world.sides[side]][slot.region]:
        area |= country(world, name)
    return mask_of(world.coasts) & area


def country(world: West, name: str) -> int:
    """A country or a part of one; nothing if the name is neither. [WF-OB.5]"""
    return world.recall(("country", name), lambda: _country(world, name))


def _country(world: West, name: str) -> int:
    row = terms()["terms"].get(name, {"nations": [name]})
    if "hexes" in row:
        return mask_of(world.board.at(label) for label in row["hexes"])
    found = [place for place in world.land if world.board.nation[place] in row["nations"]]
    if "north_of" in row:
        found = [place for place in found if _row(world, place) < _row(world, world.board.at(row["north_of"]))]
    if "from" in row:
        found = [place for place in found if _row(world, place) >= _row(world, world.board.at(row["from"]))]
    return mask_of(found)


def _row(world: West, place: int) -> int:
    return int(world.board.labels[place][2:])


@cache
def terms() -> Data:
    return read_toml(DATA / "deployment.toml").data


# What must be so


class Duty(msgspec.Struct, frozen=True):
    """At least one of these units must stand in one of these places."""

    rule: str
    places: int
    units: frozenset[int]


def duties(s: Front, side: int) -> tuple[Duty, ...]:
    return s.world.recall(("duties", side), lambda: tuple(_duties(s, side)))


def _duties(s: Front, side: int) -> Iterator[Duty]:
    """Every frontline hex is held, in places by units that the card names; Italians stand abroad.

    [WF-3.22a, WF-S44.2, WF-S43.1b]
    """
    world, name = s.world, s.world.sides[side]
    own = [unit for unit in slots(world) if s.side_of(unit) == side]
    free = deployment(world) == FREE
    by_card = free and name in world.data["areas"].get("front_by_card", ())
    fit = [unit for unit in own if not by_card or slots(world)[unit].at == "Front"]
    for place in bits(front_of(world, side)):
        units = frozenset(unit for unit in fit if places_for(s, unit) >> place & 1)
        yield Duty("WF-S44.2" if by_card else "WF-3.22a", 1 << place, units)
    for row in world.data.get("duty", ()):
        if free and row["side"] == name:
            units = frozenset(unit for unit in own if world.roster[unit].nation == row["nation"])
            yield Duty(row["rule"], country(world, row["place"]), units)


def open_duties(s: Front, side: int) -> list[Duty]:
    """The duties that nobody fulfils yet."""
    return [duty for duty in duties(s, side) if not any(duty.places >> s.where[u] & 1 for u in placed(s, duty))]


def placed(s: Front, duty: Duty) -> list[int]:
    return [unit for unit in duty.units if s.where[unit] >= 0]


def unmet_without(s: Front, unit: int, left: list[int], due: list[Duty]) -> Duty | None:
    """A duty that the units still in hand could not fulfil if this one went elsewhere."""
    taken: dict[int, int] = {}

    def fill(duty: int, tried: set[int]) -> bool:
        for other in left:
            if other != unit and other not in tried and other in due[duty].units:
                tried.add(other)
                if other not in taken or fill(taken[other], tried):
                    taken[other] = duty
                    return True
        return False

    return next((due[duty] for duty in range(len(due)) if not fill(duty, set())), None)


# 3.21 Deploying


def deploy_orders(s: Front, unit: int) -> Mapping[int, Deploy]:
    """Every order that could ever deploy a unit, made once."""
    world = s.world

    def work() -> dict[int, Deploy]:
        side, name = world.sides[world.roster[unit].side], world.units[unit]
        return {place: Deploy(side, name, world.board.names[place]) for place in bits(places_for(s, unit))}

    return world.recall(("deploy orders", unit), work)


def deploy(s: Front, unit: int, place: int) -> None:
    s.where[unit] = place
    side = s.world.sides[s.side_of(unit)]
    s.tell("deployed", "WF-3.21a", only=(side,), unit=s.world.units[unit], at=s.world.board.names[place])


def withdraw(s: Front, unit: int) -> None:
    """Take a unit back in hand; it goes out again before another may come back, so that a set-up comes to an end."""
    s.where[unit] = UNDEPLOYED
    s.built[unit] = TAKEN_BACK
    s.tell("withdraw", "WF-3.21a", only=(s.world.sides[s.side_of(unit)],), unit=s.world.units[unit])


def taken_back(s: Front, left: list[int]) -> int:
    """The unit in hand that has been on the map before, or -1."""
    return next((unit for unit in left if s.built[unit] == TAKEN_BACK), -1)


def open_places(s: Front, side: int, left: list[int]) -> dict[int, int]:
    """Where each unit in hand may go now: where there is room, and nobody is left without.

    [WF-3.22a, WF-6.2a, WF-2.26h, WF-11.6c]
    """
    full, kept = full_hexes(s, side), crowded_areas(s, side, left)
    due = open_duties(s, side)
    last = [duty for duty in due if room_in(s, side, duty.places) == 1]
    wanted: dict[frozenset[int], int] = {}
    found = {}
    for unit in left:
        allowed = places_for(s, unit)
        where = allowed & ~(full | fort_hexes(s, unit) | busy_doors(s, unit))
        for area in kept:
            if allowed & ~area:
                where &= ~area
        for duty in last:
            if unit not in duty.units:
                where &= ~duty.places
        if due:
            fits = frozenset(duty for duty in range(len(due)) if unit in due[duty].units)
            if fits not in wanted:
                wanted[fits] = mask_of_duties(s, unit, left, due)
            where &= wanted[fits]
        found[unit] = where
    return found


def mask_of_duties(s: Front, unit: int, left: list[int], due: list[Duty]) -> int:
    """The hexes to which the open duties let a unit go: all, unless it is needed for one of them."""
    if unmet_without(s, unit, left, due) is None:
        return s.world.land_mask
    found = 0
    for duty in due:
        rest = [other for other in due if other != duty]
        if unit in duty.units and unmet_without(s, unit, left, rest) is None:
            found |= duty.places
    return found


def full_hexes(s: Front, side: int) -> int:
    """Hexes that hold as many units as they may. [WF-6.2a]"""
    count: dict[int, int] = {}
    for unit in s.world.army[side]:
        if s.where[unit] >= 0:
            count[s.where[unit]] = count.get(s.where[unit], 0) + 1
    return mask_of(place for place, units in count.items() if units >= s.world.stacking[place])


def room_in(s: Front, side: int, places: int) -> int:
    """How many more units some hexes take."""
    return sum(max(0, s.world.stacking[place] - s.count(place, side)) for place in bits(places))


def busy_doors(s: Front, unit: int) -> int:
    """Where a reinforcement may not start: as many as the place takes in a month are there. [WF-3.23d, WF-11.6c]"""
    known = slots(s.world)
    if not known[unit].arrives:
        return 0
    here = Counter(s.where[other] for other, slot in known.items() if slot.arrives and s.where[other] >= 0)
    return mask_of(place for place, units in here.items() if units >= arrival_limit(s, place))


def crowded_areas(s: Front, side: int, left: list[int]) -> list[int]:
    """Areas with just enough room for those who can go nowhere else: others stay out."""
    room = {place: s.world.stacking[place] for place in s.world.land}
    for unit in s.world.army[side]:
        if s.where[unit] >= 0:
            room[s.where[unit]] -= 1
    areas = {places_for(s, unit) for unit in left}
    found = []
    for area in sorted(areas):
        bound = sum(1 for unit in left if not places_for(s, unit) & ~area)
        if sum(room[place] for place in bits(area)) <= bound:
            found.append(area)
    return found


# Refusals


def why_not_seal(s: Front, side: int) -> Refusal:
    """The set-up is over when every duty is fulfilled and nobody is left in hand. [WF-3.21a, WF-3.22a]"""
    names = s.world.board.names
    for duty in open_duties(s, side):
        if duty.rule in ("WF-3.22a", "WF-S44.2"):
            return Refusal(duty.rule, {"at": names[bits(duty.places)[0]]})
        return Refusal(duty.rule, {"at": s.world.board.nation[bits(duty.places)[0]]})
    return Refusal("WF-3.21a", {"unit": s.world.units[in_hand(s, side)[0]]}, "in hand")


def why_not_withdraw(s: Front, side: int, name: str) -> Refusal:
    unit = s.world.unit_index.get(name)
    if unit is None or s.side_of(unit) != side:
        return Refusal("table.no-piece", {"unit": name})
    if s.where[unit] < 0:
        return Refusal("table.not-on-map", {"unit": name})
    waiting = s.world.units[taken_back(s, in_hand(s, side))]
    return Refusal("WF-3.21a", {"unit": name, "waiting": waiting}, "taken back")


def why_not_deploy(s: Front, side: int, order: Deploy) -> Refusal | None:
    """Why a unit may not be put there: the same masks that the offers come from, one by one."""
    unit, place = s.world.unit_index.get(order.unit), s.world.board.find(order.at)
    if unit is None or s.side_of(unit) != side or s.where[unit] != UNDEPLOYED:
        return Refusal("table.no-piece", {"unit": order.unit})
    if place is None:
        return Refusal("table.no-place", {"place": order.at})
    facts = {"unit": order.unit, "at": s.world.board.names[place]}
    if not places_for(s, unit) >> place & 1:
        return Refusal(rule_of_place(s, unit, place), facts, "deployed")
    if full_hexes(s, side) >> place & 1:
        return Refusal("WF-6.2a", facts, "deployed")
    second = why_not_fort_at(s, unit, place)
    if second:
        return second
    if busy_doors(s, unit) >> place & 1:
        return Refusal("WF-11.6c", {**facts, "limit": str(arrival_limit(s, place))})
    left, due = in_hand(s, side), open_duties(s, side)
    unmet = unmet_without(s, unit, left, due)
    if unmet is not None and not mask_of_duties(s, unit, left, due) >> place & 1:
        return Refusal(unmet.rule, {**facts, "at": s.world.board.names[bits(unmet.places)[0]]}, "needed")
    return Refusal("WF-6.2a", facts, "kept")


def rule_of_place(s: Front, unit: int, place: int) -> str:
    """The rule that keeps a unit from a hex at the start."""
    slot, way = slots(s.world)[unit], deployment(s.world)
    supplied, front = ground(s, s.side_of(unit))
    if slot.arrives:
        return "WF-W43.4" if slot.charted else "WF-3.23d"
    if s.owner[place] != s.side_of(unit) or not (supplied | front) >> place & 1:
        return "WF-3.22b"
    if s.world.closed[unit] >> place & 1:
        return "WF-2.66"
    if way == HISTORICAL:
        return "WF-OB.5" if country(s.world, slot.at) or slot.at in ("Coast", "Front") else "WF-3.24"
    if "card" not in s.world.data:
        return "WF-W44.2"
    general = terms()["general"].get(slot.region, ())
    return "WF-OB.6" if any(country(s.world, name) >> place & 1 for name in general) else "WF-3.25"
