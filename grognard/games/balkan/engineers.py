"""Chapter 14A: construction. Forts are built from one initial phase to the next; the rest is work done in a hex for
movement points."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from grognard.engine.agenda import Preview, Prompt, Step
from grognard.engine.derived import derived
from grognard.engine.naming import NameUnit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.state import put
from grognard.engine.tally import Tally
from grognard.games.balkan import rail
from grognard.games.balkan.forts import STANDING, is_fortified
from grognard.games.balkan.lands import loyalty
from grognard.games.balkan.marches import in_points, left
from grognard.games.balkan.orders import Fortify, Mend, Wreck
from grognard.games.balkan.ports import CHART_ROWS, ports
from grognard.games.balkan.rail import LINE
from grognard.games.balkan.state import ADMIN, CLEAR, LATER, WHOLE_POINT, WORKED, Campaign
from grognard.games.balkan.ways import weather_at
from grognard.games.balkan.world import Balkans

PORT = "port"
"""What construction units damage and repair besides railways."""


def is_constructor(s: Campaign, unit: int) -> bool:
    """Whether it is a construction unit; combat engineers are, assault engineers are not. [BF-14A2-1, BF-14A3-1]"""
    return "construction" in s.world.roster[unit].flags


# Forts: how long they take


def turns_worth(s: Campaign, place: int) -> int:
    """What this game turn adds to a work in a hex: a clear one as much as several poor ones. [BF-14A1-16]"""
    return 1 if weather_at(s.world, s.weather, place) != CLEAR else clear_turn(s.world)


def clear_turn(world: Balkans) -> int:
    """How many poor turns of work a clear one is worth. [BF-14A1-16]"""
    return int(world.charts["poor_weather"]["construction_turns"])


def fort_needs(world: Balkans) -> int:
    """How much work there is in a fort. [BF-14A1-3]"""
    return int(world.charts["construction"]["fort_turns"]) * clear_turn(world)


@derived("site")
def builders(s: Campaign) -> tuple[int, ...]:
    """The units that are building something. [BF-14A1-4]"""
    return tuple(unit for unit, at in enumerate(s.site) if at >= 0)


class WorksDone(Step[Campaign], frozen=True):
    """A turn of work is over: what has been built long enough stands, at the rest the work goes on. [BF-14A1-3,
    BF-14A1-16]"""

    side: int

    def run(self, s: Campaign) -> None:
        for unit in builders(s):
            at = s.site[unit]
            if loyalty(s)[unit] != self.side:
                continue
            if s.work[unit] < fort_needs(s.world):
                s.work[unit] += turns_worth(s, at)
                continue
            s.fort = put(s.fort, at, STANDING)
            stop(s, unit)
            s.tell("fort stands", "BF-14A1-3", unit=s.world.units[unit], at=s.world.board.names[at])


def stop(s: Campaign, unit: int) -> None:
    """A unit builds no longer."""
    s.site[unit], s.work[unit] = LATER, 0


def abandoned(s: Campaign) -> tuple[int, ...]:
    """The units that have left what they were building. [BF-14A1-4]"""
    return tuple(unit for unit in builders(s) if s.where[unit] != s.site[unit])


class Abandon(Step[Campaign], frozen=True):
    """Whoever leaves the hex, however that comes, leaves nothing behind of what he was building. [BF-14A1-4]"""

    def run(self, s: Campaign) -> None:
        for unit in abandoned(s):
            s.tell("work ends", "BF-14A1-4", unit=s.world.units[unit], at=s.world.board.names[s.site[unit]])
            stop(s, unit)


# Forts: where they are begun


class WorksBegun(Step[Campaign], frozen=True):
    """A side's construction units may begin forts, once it is known who is in supply. [BF-14A1-2]"""

    side: int

    def run(self, s: Campaign) -> None:
        if able(s, self.side, 0):
            s.then(BeginWorks(self.side))


class BeginWorks(NameUnit[Campaign], frozen=True):
    """Which construction unit begins a fort. [BF-14A1-1, BF-14A1-2, BF-14A1-7]"""

    begun: int = 0
    """How many works the side has begun in this initial phase."""

    takes = (Fortify, Pass)
    out_of_turn = "BF-14A1-2"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("build", "BF-14A1-1", {"left": most_starts(s, self.side) - self.begun})

    def among(self, s: Campaign) -> list[int]:
        return able(s, self.side, self.begun)

    def why_not(self, s: Campaign, unit: int) -> Refusal | None:
        return why_not_fortify(s, self.side, unit, self.begun)

    def named(self, s: Campaign, unit: int) -> None:
        s.site[unit] = at = s.where[unit]
        s.work[unit] = turns_worth(s, at)
        s.tell("fort begun", "BF-14A1-2", unit=s.world.units[unit], at=s.world.board.names[at])
        if able(s, self.side, self.begun + 1):
            s.then(BeginWorks(self.side, self.begun + 1))

    def preview(self, s: Campaign, order: Order) -> Preview:
        if not isinstance(order, Fortify):
            return Preview()
        at = s.where[s.world.unit_index[order.unit]]
        is_poor = turns_worth(s, at) < clear_turn(s.world)
        return Preview(notes=(Prompt("slow", "BF-14A1-16", {"at": s.world.board.names[at]}),) if is_poor else ())


def able(s: Campaign, side: int, begun: int) -> list[int]:
    """The units that may begin a fort. [BF-14A1-1, BF-14A1-2, BF-14A1-7]"""
    loyal = loyalty(s)
    return [
        unit
        for unit in constructors(s.world)
        if s.where[unit] >= 0 and loyal[unit] == side and why_not_fortify(s, side, unit, begun) is None
    ]


def constructors(world: Balkans) -> tuple[int, ...]:
    """Every construction unit of the game. [BF-14A2-1]"""
    return world.recall(
        "constructors", lambda: tuple(n for n, unit in enumerate(world.roster) if "construction" in unit.flags)
    )


def most_starts(s: Campaign, side: int) -> int:
    """How many works a side may begin in one of its initial phases. [BF-14A1-7]"""
    return int(s.world.charts["construction"]["starts"][s.world.sides[side]])


def why_not_fortify(s: Campaign, side: int, unit: int, begun: int) -> Refusal | None:
    """Why a unit may not begin a fort where it stands. [BF-14A1-1, BF-14A1-2, BF-14A1-7, BF-14A1-18]"""
    world, at = s.world, s.where[unit]
    facts = {"unit": world.units[unit], "at": world.board.names[at], "count": str(most_starts(s, side))}
    if not is_constructor(s, unit):
        return Refusal("BF-14A1-1", facts, "unit")
    if begun >= most_starts(s, side):
        return Refusal("BF-14A1-7", facts)
    if s.site[unit] >= 0:
        return Refusal("BF-14A1-18", facts)
    if world.terrain[at] not in world.charts["construction"]["terrain"]:
        return Refusal("BF-14A1-1", facts)
    if s.fort[at] or is_fortified(s, at):
        return Refusal("BF-14A1-1", facts, "fort")
    if any(s.site[other] == at for other in builders(s)):
        return Refusal("BF-14A1-1", facts, "begun")
    return Refusal("BF-14A1-2", facts, "supply") if s.hungry[unit] else None


# Work for movement points


class Work(NamedTuple):
    """A work that a unit does in its hex for movement points."""

    order: type[Wreck | Mend]
    what: str
    row: str
    """Of the costs; only construction units do those whose names begin so, and poor weather makes these dearer."""
    rule: str
    why_idle: Callable[[Campaign, int], str]
    """Why there is nothing to be done in a hex, in a word; empty if there is."""

    @property
    def is_construction(self) -> bool:
        return self.row.startswith("construction")


def _no_break(s: Campaign, at: int) -> str:
    return "" if s.broken[at] else "whole"


def _no_hits(s: Campaign, at: int) -> str:
    return "" if s.port_hits[at] else "unhurt"


def _no_more_hits(s: Campaign, at: int) -> str:
    if not port_limit(s.world, at):
        return "port"
    return "" if s.port_hits[at] < port_limit(s.world, at) else "ruin"


WORKS = (
    Work(Wreck, LINE, "break_rail", "BF-7A4-1", lambda s, at: ""),
    Work(Wreck, PORT, "construction_demolish_port", "BF-14A1-11", _no_more_hits),
    Work(Mend, LINE, "construction_repair_rail", "BF-14A1-12", _no_break),
    Work(Mend, PORT, "construction_repair_port", "BF-14A1-12", _no_hits),
)


def port_limit(world: Balkans, place: int) -> int:
    """How many hits the port of a place can take; 0 where there is none. [BF-14A1-11]"""
    kind = ports(world).get(place)
    return int(world.charts["ports"][CHART_ROWS.get(kind, kind)]["hits"]) if kind else 0


def named_work(order: Wreck | Mend) -> Work | None:
    """The work that an order names, if there is such a one."""
    return next((work for work in WORKS if isinstance(order, work.order) and work.what == order.what), None)


def work_of(order: Wreck | Mend) -> Work:
    """The work that a legal order names."""
    work = named_work(order)
    assert work is not None, "only what can be done is offered"
    return work


def why_refused(s: Campaign, unit: int, order: Wreck | Mend) -> Refusal | None:
    """Why a unit cannot do what an order asks for. [BF-7A4-1, BF-14A1-11, BF-14A1-12]"""
    work = named_work(order)
    if work is None:
        rule = "BF-7A4-1" if isinstance(order, Wreck) else "BF-14A1-12"
        return Refusal(rule, {"what": order.what}, "what")
    return why_not_work(s, unit, work)


def works_of(s: Campaign, unit: int) -> list[Work]:
    """The works that a unit can do where it is. [BF-7A4-1, BF-14A1-11, BF-14A1-12]"""
    return [work for work in WORKS if why_not_work(s, unit, work) is None]


def why_not_work(s: Campaign, unit: int, work: Work) -> Refusal | None:
    """Why a unit cannot do a work. [BF-7A4-1, BF-14A1-11, BF-14A1-12, BF-14A1-18, BF-6B-3]"""
    at = s.where[unit]
    facts = {"unit": s.world.units[unit], "at": s.world.board.names[at]}
    if work.is_construction and not is_constructor(s, unit):
        return Refusal(work.rule, facts, "unit")
    if s.site[unit] >= 0:
        return Refusal("BF-14A1-18", facts)
    if not work.is_construction:
        return rail.why_not_break(s, unit)
    if idle := work.why_idle(s, at):
        return Refusal(work.rule, facts, idle)
    if s.gait[unit] & ADMIN:
        return Refusal("BF-6B-3", facts, "work")
    cost = work_cost(s, unit, work)
    if left(s, unit) < int(cost.total * WHOLE_POINT):
        numbers = {"cost": str(cost.total), "left": str(in_points(left(s, unit)))}
        return Refusal(work.rule, facts | numbers, "points")
    return None


def work_cost(s: Campaign, unit: int, work: Work) -> Tally:
    """The movement points that a work takes; poor weather makes construction dearer. [BF-14A1-12, BF-14A1-15]"""
    cost = Tally(int(s.world.charts["point_costs"][work.row]), work.rule)
    if work.is_construction and weather_at(s.world, s.weather, s.where[unit]) != CLEAR:
        cost.times(s.world.charts["poor_weather"]["construction_mps"], "BF-14A1-15", "poor weather")
    return cost


def do_work(s: Campaign, unit: int, work: Work) -> None:
    """A unit spends its points, and one hit is done or undone. [BF-14A1-11, BF-14A1-12]"""
    if not work.is_construction:
        rail.break_line(s, unit)
        return
    at = s.where[unit]
    s.spent[unit] += int(work_cost(s, unit, work).total * WHOLE_POINT)
    s.gait[unit] |= WORKED
    if work.what == LINE:
        s.broken = put(s.broken, at, 0)
    else:
        s.port_hits = put(s.port_hits, at, s.port_hits[at] + (1 if work.order is Wreck else -1))
    verb = "wrecked" if work.order is Wreck else "mended"
    s.tell(f"{work.what} {verb}", work.rule, unit=s.world.units[unit], at=s.world.board.names[at])
