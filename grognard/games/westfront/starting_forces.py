"""Chapter 3.23: starting forces. Where the chart gives numbers only, a side picks its units and their strengths."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from grognard.engine.agenda import Ask, Prompt, Sum
from grognard.engine.orders import Order, Refusal
from grognard.games.westfront.deployment import FREE, deployment, slots
from grognard.games.westfront.orders import Muster, Propose
from grognard.games.westfront.state import ELIMINATED, Front
from grognard.games.westfront.world import West

PICKED = 1
"""What `built` says of a unit that has been taken into the starting forces."""


class Row(msgspec.Struct, frozen=True):
    """A line of the chart: units of one kind, how many of them, and their steps in all."""

    key: str
    units: tuple[int, ...]
    count: int
    steps: int
    ss: int | None
    """How many of them are SS, where the chart says so."""


def chart(world: West, side: int) -> tuple[Row, ...]:
    """The starting forces of a side; what arrives in the first month and is counted already is taken off.

    [WF-3.23a, WF-W43.4]
    """
    return world.recall(("chart", side), lambda: tuple(_chart(world, side)))


def _chart(world: West, side: int) -> Iterator[Row]:
    forces = world.data["forces"][world.sides[side]]
    known = slots(world)
    for key, numbers in forces.items():
        if key in ("source", "ss_units"):
            continue
        units = [unit for unit in known if world.roster[unit].side == side and chart_kind(world, unit) == key]
        inside = [unit for unit in units if known[unit].arrives and known[unit].charted]
        yield Row(
            key,
            tuple(unit for unit in units if not known[unit].arrives),
            numbers[0] - len(inside),
            numbers[1] - sum(known[unit].steps for unit in inside),
            forces.get("ss_units", {}).get(key),
        )


def chart_kind(world: West, unit: int) -> str:
    """The line of the chart that a unit belongs to."""
    data = world.roster[unit]
    kind = "hq" if data.is_hq else data.kind
    return f"italian_{kind}" if data.nation == "Italy" and not data.volunteer else kind


def row_of(s: Front, unit: int) -> Row | None:
    return next((row for row in chart(s.world, s.side_of(unit)) if unit in row.units), None)


class PickForces(Ask[Front], frozen=True):
    """A side takes units into its starting forces until every line of the chart is full. [WF-3.23a]"""

    takes = (Muster, Propose)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        left = [row.count - len(picked(s, row)) for row in chart(s.world, self.side)]
        return Prompt("muster", "WF-3.23a", {"left": sum(left)})

    def sums(self, s: Front) -> tuple[Sum, ...]:
        """Line by line of the chart: how many units and steps have been taken. [WF-3.23a]"""
        return tuple(taken(s, row) for row in chart(s.world, self.side))

    def offers(self, s: Front) -> Iterator[Order]:
        side = s.world.sides[self.side]
        yield Propose(side)
        for row in chart(s.world, self.side):
            for unit in row.units:
                if not s.built[unit]:
                    name = s.world.units[unit]
                    yield from (Muster(side, name, steps) for steps in open_steps(s, row, unit))

    def explain(self, s: Front, order: Order) -> Refusal | None:
        assert isinstance(order, Muster)
        unit = s.world.unit_index.get(order.unit)
        row = row_of(s, unit) if unit is not None and s.side_of(unit) == self.side else None
        if unit is None or row is None or s.built[unit]:
            return Refusal("table.no-piece", {"unit": order.unit})
        return why_not_muster(s, row, unit, order.steps)

    def take(self, s: Front, order: Order) -> None:
        if isinstance(order, Muster):
            muster(s, s.world.unit_index[order.unit], order.steps)
        else:
            muster_rest(s, self.side)
        if all(len(picked(s, row)) == row.count for row in chart(s.world, self.side)):
            leave_surplus(s, self.side)
            s.done()


def taken(s: Front, row: Row) -> Sum:
    units = picked(s, row)
    steps = sum(s.steps[unit] for unit in units)
    facts = {"units": len(units), "count": row.count, "steps": steps, "of": row.steps}
    return Sum(chart_title(s.world, row), "line of the chart", "WF-3.23a", facts, open=len(units) < row.count)


def chart_title(world: West, row: Row) -> str:
    """What a line of the chart is called: as its kind of unit is."""
    kind = row.key.removeprefix("italian_")
    title = world.game.looks().kinds[kind].title
    return title if kind == row.key else f"Italian {title.lower()}"


def picked(s: Front, row: Row) -> list[int]:
    return [unit for unit in row.units if s.built[unit]]


def muster(s: Front, unit: int, steps: int) -> None:
    s.steps[unit] = steps
    s.built[unit] = PICKED
    side = s.world.sides[s.side_of(unit)]
    s.tell("muster", "WF-3.23a", only=(side,), unit=s.world.units[unit], steps=steps)


def leave_surplus(s: Front, side: int) -> None:
    """Whoever has not been picked starts eliminated and can be rebuilt. [WF-3.23c]"""
    for row in chart(s.world, side):
        for unit in row.units:
            if not s.built[unit]:
                s.where[unit] = ELIMINATED


# What may be picked


def open_steps(s: Front, row: Row, unit: int) -> list[int]:
    """The strengths at which a unit may be taken."""
    steps = range(s.world.lowest[unit], s.world.roster[unit].max + 1)
    return [number for number in steps if why_not_muster(s, row, unit, number) is None]


def why_not_muster(s: Front, row: Row, unit: int, steps: int) -> Refusal | None:
    """Number and steps of a line must come out as the chart has them, and no SS unit starts above the average.

    [WF-3.23a, WF-3.23b, WF-S44.2]
    """
    facts = {"unit": s.world.units[unit], "count": str(row.count), "steps": str(row.steps)}
    if not s.world.lowest[unit] <= steps <= strongest_start(s.world, row, unit):
        ss = s.world.roster[unit].ss and steps <= s.world.roster[unit].max
        return Refusal("WF-3.23b" if ss else "WF-3.23a", facts)
    taken = [*picked(s, row), unit]
    needed = [u for u in row.units if is_needed(s.world, u) and u not in taken]
    if len(taken) + len(needed) > row.count:
        return Refusal("WF-S44.2" if needed and len(taken) <= row.count else "WF-3.23a", facts, "picked")
    spread = still_possible(s.world, row, taken)
    total = sum(s.steps[u] for u in taken[:-1]) + steps
    if spread is None:
        return Refusal("WF-3.23a", facts, "ss")
    fewest, greatest = spread
    return None if fewest <= row.steps - total <= greatest else Refusal("WF-3.23a", facts, "steps")


def is_needed(world: West, unit: int) -> bool:
    """Whether free deployment needs a unit at the front. [WF-S44.2]"""
    by_card = world.sides[world.roster[unit].side] in world.data["areas"].get("front_by_card", ())
    return deployment(world) == FREE and by_card and slots(world)[unit].at == "Front"


def strongest_start(world: West, row: Row, unit: int) -> int:
    """The most steps that a unit may start with: an SS unit no more than the average of its kind. [WF-3.23b]

    Where the whole kind is SS there is nobody to compare it with.
    """
    greatest = world.roster[unit].max
    if not world.roster[unit].ss or row.ss == row.count or all(world.roster[u].ss for u in row.units):
        return greatest
    return min(greatest, row.steps // row.count)


def still_possible(world: West, row: Row, taken: list[int]) -> tuple[int, int] | None:
    """The least and the most steps that the rest of a line can still bring; None if its SS units cannot come out."""
    left = [unit for unit in row.units if unit not in taken]
    missing = row.count - len(taken)
    if row.ss is None:
        pools = [(left, missing)]
    else:
        black = row.ss - sum(1 for unit in taken if world.roster[unit].ss)
        pools = [
            ([unit for unit in left if world.roster[unit].ss], black),
            ([unit for unit in left if not world.roster[unit].ss], missing - black),
        ]
    fewest = greatest = 0
    for units, count in pools:
        if not 0 <= count <= len(units):
            return None
        strongest = sorted((strongest_start(world, row, unit) for unit in units), reverse=True)
        fewest += sum(sorted(world.lowest[unit] for unit in units)[:count])
        greatest += sum(strongest[:count])
    return fewest, greatest


# A proposal


def muster_rest(s: Front, side: int) -> None:
    """Fill every line of the chart, as evenly as it goes, in the order of the card."""
    for row in chart(s.world, side):
        order = sorted(row.units, key=lambda unit: (not is_needed(s.world, unit), not slots(s.world)[unit].region))
        for unit in order:
            count = row.count - len(picked(s, row))
            if count and not s.built[unit]:
                even = (row.steps - sum(s.steps[u] for u in picked(s, row))) / count
                steps = open_steps(s, row, unit)
                if steps:
                    muster(s, unit, min(steps, key=lambda number: abs(number - even)))
