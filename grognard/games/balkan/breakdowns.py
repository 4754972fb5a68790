"""Chapter 15: divisions stand as their parts, and are put together again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from grognard.engine.agenda import Preview, Prompt, Step
from grognard.engine.derived import derived
from grognard.engine.naming import NameUnit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.games.balkan.lands import loyalty, side_of
from grognard.games.balkan.orders import Assemble, Split
from grognard.games.balkan.stacking import excess, limits, overfull, stack_of
from grognard.games.balkan.state import (
    BESIDE,
    BROKEN,
    DEAD,
    EXPLOITATION,
    GONE,
    LATER,
    UNUSED,
    Campaign,
)
from grognard.games.balkan.units import is_division, names, side_name, take_off, units_in
from grognard.games.balkan.world import Balkans
from grognard.games.europa import slots

WAYS = SUPPORTED, STAFF = "supported", "staff"
"""The two ways: parts that are supported by themselves, or a headquarters and parts that are not. [BF-15B-2]"""


class Parts(NamedTuple):
    """A set of breakdown counters. [BF-15C1-1, BF-15C2-1]"""

    number: int
    divisions: frozenset[int]
    """The divisions that may use it, by the game chart. [BF-15B-1]"""
    ways: Mapping[str, tuple[int, ...]]
    is_own: bool
    """Whether it belongs to one division alone. [BF-15C2-1]"""

    @property
    def every(self) -> frozenset[int]:
        return frozenset(unit for units in self.ways.values() for unit in units)


def sets(world: Balkans) -> tuple[Parts, ...]:
    """The sets of breakdown counters, in the order of the chart. [BF-15B-1]"""
    return world.recall("breakdown sets", lambda: tuple(_read_sets(world)))


def _read_sets(world: Balkans) -> Iterator[Parts]:
    index = world.unit_index
    for number, row in enumerate(world.breakdowns):
        kinds, own = set(row.get("counters", ())), set(row.get("pieces", ()))
        divisions = frozenset(
            unit for unit, data in enumerate(world.roster) if data.counter in kinds or data.key in own
        )
        rows = {SUPPORTED: row.get("supported", ()), STAFF: row.get("with_hq", ())}
        ways = {
            way: tuple(index[key] for key in keys) for way, keys in rows.items() if keys and set(keys) <= set(index)
        }
        yield Parts(number, divisions - _with_own(world) if kinds else divisions, ways, bool(own))


def _with_own(world: Balkans) -> frozenset[int]:
    """The divisions that have counters of their own, and so use no others. [BF-15C2-1]"""
    own = {key for row in world.breakdowns for key in row.get("pieces", ())}
    return frozenset(unit for unit, data in enumerate(world.roster) if data.key in own)


def set_of(world: Balkans) -> Mapping[int, Parts]:
    """By part: the set that it belongs to."""
    return world.recall("sets of parts", lambda: {unit: each for each in sets(world) for unit in each.every})


def whole_of(s: Campaign, part: int) -> int | None:
    """The division that a part stands for, if it is one of a division that is broken down."""
    found = set_of(s.world).get(part)
    return s.boxed[found.number] if found and s.boxed[found.number] >= 0 else None


# Breaking down


def is_free(s: Campaign, parts: Parts) -> bool:
    """Whether all counters of a set are in their tray. [BF-15B-1, BF-15C1-1]"""
    return s.boxed[parts.number] < 0 and all(s.where[unit] == UNUSED for unit in parts.every)


def free_set(s: Campaign, unit: int, into: str) -> Parts | None:
    """The set that a division breaks down into: of several the first that is free. [BF-15C1-1, BF-15C2-1]"""
    return next(
        (each for each in sets(s.world) if unit in each.divisions and into in each.ways and is_free(s, each)), None
    )


def has_begun(s: Campaign, side: int) -> bool:
    """Whether a unit of the side has moved in this phase. [BF-15A-1]"""
    loyal = loyalty(s)
    return any(gait & ~BESIDE and loyal[unit] == side for unit, gait in enumerate(s.gait))


def divisible(s: Campaign, side: int) -> Iterator[tuple[int, str]]:
    """The divisions that can break down now, and how. [BF-15A-1, BF-15A-3, BF-15B-1, BF-15B-2]"""
    if has_begun(s, side):
        return
    loyal = loyalty(s)
    for unit in sorted({unit for each in sets(s.world) for unit in each.divisions}):
        may_now = s.phase != EXPLOITATION or s.world.is_cm[unit]
        if s.where[unit] >= 0 and loyal[unit] == side and may_now:
            yield from ((unit, into) for into in WAYS if why_not_divide(s, unit, into) is None)


def why_not_split(s: Campaign, side: int, unit: int, into: str) -> Refusal | None:
    """Why a division cannot break down in this phase. [BF-15A-1, BF-15A-3, BF-15B-1, BF-15C1-1, BF-15C2-1]"""
    facts = {"unit": s.world.units[unit]}
    if s.phase == EXPLOITATION and not s.world.is_cm[unit]:
        return Refusal("BF-15A-3", facts)
    if has_begun(s, side):
        return Refusal("BF-15A-1", facts, "begun")
    return why_not_divide(s, unit, into)


def why_not_divide(s: Campaign, unit: int, into: str) -> Refusal | None:
    """Why there are no parts for a unit, whenever it is. [BF-15B-1, BF-15C1-1, BF-15C2-1]"""
    facts = {"unit": s.world.units[unit], "what": into}
    listed = [each for each in sets(s.world) if unit in each.divisions]
    if not listed or not is_division(s, unit):
        return Refusal("BF-15B-1", facts)
    if not any(into in each.ways for each in listed):
        return Refusal("BF-15B-1", facts, "way")
    if free_set(s, unit, into) is None:
        return Refusal("BF-15C2-1" if listed[0].is_own else "BF-15C1-1", facts)
    return None


def split(s: Campaign, unit: int, into: str) -> None:
    """A division makes way for its parts, which take over its state. [BF-15A-1, BF-15B-2]"""
    parts = free_set(s, unit, into)
    assert parts is not None, "only divisions with a free set break down"
    for part in parts.ways[into]:
        s.where[part], s.began[part] = s.where[unit], s.began[unit]
        for fact in (s.spent, s.gait, s.zoneless, s.hungry, s.fought, s.fresh):
            fact[part] = fact[unit]
    at = s.where[unit]
    take_off(s, unit, BROKEN)
    s.began[unit] = LATER
    s.boxed[parts.number] = unit
    name, others = s.world.units[unit], names(s, parts.ways[into])
    if at >= 0:
        s.tell("split", "BF-15B-2", unit=name, units=others, at=s.world.board.names[at])
    else:
        s.tell("split in hand", "BF-15B-2", unit=name, units=others)


def foreseen(s: Campaign, order: Split) -> Preview:
    """The parts that would take a division's place."""
    parts = free_set(s, s.world.unit_index[order.unit], order.into)
    assert parts is not None, "only what is offered is foreseen"
    return Preview(notes=(Prompt("parts", "BF-15B-2", {"units": names(s, parts.ways[order.into])}),))


# Putting together


class Ready(NamedTuple):
    """A division that can be put together."""

    unit: int
    at: int
    number: int
    parts: tuple[int, ...]


def ready(s: Campaign, side: int) -> list[Ready]:
    """The divisions whose parts all stand in one hex. [BF-15A-2, BF-15A-3]"""
    found = []
    for each in sets(s.world):
        unit = division_of(s, each)
        if unit is not None and side_of(s, unit) == side and why_not_assemble(s, unit) is None:
            parts = next(units for units in each.ways.values() if together(s, units))
            found.append(Ready(unit, s.where[parts[0]], each.number, parts))
    return found


def division_of(s: Campaign, parts: Parts) -> int | None:
    """The division that a set stands for. Parts of a division with counters of its own may have come without it, and
    make it then. [BF-15C2-1]"""
    if s.boxed[parts.number] >= 0:
        return s.boxed[parts.number]
    if not parts.is_own:
        return None
    return next((unit for unit in parts.divisions if s.where[unit] in (LATER, UNUSED)), None)


def together(s: Campaign, units: tuple[int, ...]) -> bool:
    """Whether units stand in one hex. [BF-15A-2]"""
    places = {s.where[unit] for unit in units}
    return len(places) == 1 and min(places) >= 0


def why_not_assemble(s: Campaign, unit: int) -> Refusal | None:
    """Why a division cannot be put together in this phase. [BF-15A-2, BF-15A-3]"""
    facts = {"unit": s.world.units[unit]}
    standing = [each for each in sets(s.world) if division_of(s, each) == unit]
    if not standing:
        return Refusal("BF-15A-2", facts, "whole")
    if s.phase == EXPLOITATION and not s.world.is_cm[unit]:
        return Refusal("BF-15A-3", facts, "assemble")
    if not any(together(s, units) for each in standing for units in each.ways.values()):
        return Refusal("BF-15A-2", facts, "apart")
    return None


def assemble(s: Campaign, division: Ready) -> None:
    """The parts make way for their division, which is in the worst state of any of them. [BF-15A-2]"""
    unit, parts = division.unit, division.parts
    s.where[unit], s.cadre[unit] = division.at, 0
    for fact in (s.spent, s.zoneless, s.hungry, s.charged):
        fact[unit] = max(fact[part] for part in parts)
    for bits in (s.gait, s.fought, s.fresh):
        bits[unit] = 0
        for part in parts:
            bits[unit] |= bits[part]
    for part in parts:
        take_off(s, part, UNUSED)
    s.boxed[division.number] = LATER
    s.tell("assembled", "BF-15A-2", unit=s.world.units[unit], at=s.world.board.names[division.at])


class Assembly(Step[Campaign], frozen=True):
    """A phase of movement closes: divisions may be put together. [BF-15A-2, BF-15A-3]"""

    side: int

    def run(self, s: Campaign) -> None:
        if ready(s, self.side):
            s.then(Assemblies(self.side))


class Assemblies(NameUnit[Campaign], frozen=True):
    """Which division is put together. [BF-15A-2]"""

    takes = (Assemble, Pass)
    out_of_turn = "BF-15A-2"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("assemble", "BF-15A-2")

    def among(self, s: Campaign) -> list[int]:
        return [division.unit for division in ready(s, self.side)]

    def named(self, s: Campaign, unit: int) -> None:
        assemble(s, next(division for division in ready(s, self.side) if division.unit == unit))
        s.then(Assembly(self.side))

    def may_pass(self, s: Campaign) -> bool:
        return not relieving(s, self.side)

    def why_not_pass(self, s: Campaign) -> Refusal:
        return Refusal("BF-8B-1", {"at": s.world.board.names[relieving(s, self.side)[0].at]}, "assemble")

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        """The units that are named here are not on the map."""
        if not isinstance(order, Assemble):
            return self.why_not_pass(s)
        unit = s.world.unit_index.get(order.unit)
        if unit is None:
            return Refusal("table.no-piece", {"unit": order.unit})
        whose = side_of(s, unit)
        if whose != self.side:
            return Refusal("BF-4A2-1", {"unit": order.unit, "side": side_name(s, whose)}, "side")
        return why_not_assemble(s, unit)

    def preview(self, s: Campaign, order: Order) -> Preview:
        if not isinstance(order, Assemble):
            return Preview()
        unit = s.world.unit_index[order.unit]
        division = next(each for each in ready(s, self.side) if each.unit == unit)
        facts = {"units": names(s, division.parts), "at": s.world.board.names[division.at]}
        return Preview(notes=(Prompt("together", "BF-15A-2", facts),))


# Stacking


def relieving(s: Campaign, side: int) -> list[Ready]:
    """The divisions that must be put together because their hexes hold too many units. [BF-8B-1, BF-15A-1]"""
    crowded = overfull(s, side)
    return [each for each in ready(s, side) if each.at in crowded and eases(s, side, each.at, [each])]


def eases(s: Campaign, side: int, place: int, divisions: list[Ready]) -> bool:
    """Whether a hex holds fewer units too many once these divisions are put together."""
    return _excess(s, side, place, divisions) < excess(s, place, side)


def can_cure(s: Campaign, side: int, place: int) -> bool:
    """Whether a hex that holds too many units is in order once its divisions are put together. [BF-15A-1]"""
    return not _excess(s, side, place, [each for each in ready(s, side) if each.at == place])


def _excess(s: Campaign, side: int, place: int, divisions: list[Ready]) -> int:
    gone = {part for each in divisions for part in each.parts}
    units = [unit for unit in units_in(s, place, side) if unit not in gone]
    return slots.excess(stack_of(s, [*units, *(each.unit for each in divisions)]), limits(s.world, place))


# Losses


@derived("boxed")
def in_use(s: Campaign) -> tuple[Parts, ...]:
    """The sets that stand for a division."""
    return tuple(each for each in sets(s.world) if s.boxed[each.number] >= 0)


def used_up(s: Campaign) -> tuple[Parts, ...]:
    """The sets of which nothing is left that could still come together. [BF-15C1-1]"""
    return tuple(each for each in in_use(s) if all(s.where[unit] in (UNUSED, DEAD, GONE) for unit in each.every))


class LastOfItsParts(Step[Campaign], frozen=True):
    """The last part of a division has gone, and the division with it; its counters serve another. What it has lost
    counts as the division does, not as its parts do. [BF-15C1-1]"""

    def run(self, s: Campaign) -> None:
        for parts in used_up(s):
            unit = s.boxed[parts.number]
            fallen = [part for part in parts.every if s.where[part] == DEAD]
            for part in parts.every:
                s.where[part] = UNUSED
            s.where[unit] = DEAD if fallen else GONE
            s.boxed[parts.number] = LATER
            s.tell("no parts left", "BF-15C1-1", unit=s.world.units[unit])
