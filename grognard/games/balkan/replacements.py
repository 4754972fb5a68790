"""Chapter 29B: replacement points, and what is rebuilt with them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from grognard.engine.agenda import Ask, Preview, Prompt, Step, Sum
from grognard.engine.kinds import Json
from grognard.engine.naming import named_place, own_unit
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits, mask_of
from grognard.engine.tally import Tally, exact, shown
from grognard.games.balkan.arrivals import why_cut_off
from grognard.games.balkan.lands import loyalty, side_of
from grognard.games.balkan.orders import Rebuild, Replace
from grognard.games.balkan.possession import owned
from grognard.games.balkan.state import DEAD, Campaign
from grognard.games.balkan.world import SIDES, Balkans, orders_data, units_data

KINDS = ("infantry", "mountain", "armor", "air")
"""The kinds of replacement points, in the order of the lists and of the state."""
MOST = 255
"""More half points than anybody ever has."""


# What the order of battle says


def rows(world: Balkans) -> dict[int, Mapping[str, Any]]:
    """By nation: what it receives, as far as it hangs on nothing but the turn. [BF-29B-1]"""
    return world.recall("replacement rows", lambda: _rows(world))


def _rows(world: Balkans) -> dict[int, Mapping[str, Any]]:
    every = {**orders_data()["replacements"], **world.frame.get("replacements", {})}
    book = world.frame["order_of_battle"]
    return {
        world.nations.index(row.get("nation", name)): row
        for name, row in every.items()
        if book in row["lists"] and "when" not in row
    }


def account_of(world: Balkans, unit: int) -> int:
    """The nation whose points a unit is replaced with: all of the Empire share the British ones. [BF-29B-1]"""
    nation = world.nation[unit]
    return world.nations.index(units_data()["nations"][nation].get("counts_as", nation))


def homes(s: Campaign, unit: int) -> int:
    """The places of its own side where a unit that is replaced may appear. [BF-29B-3]"""
    world = s.world
    row = rows(world).get(account_of(world, unit), {})
    if "hexes" in row:
        places = mask_of(at for label in row["hexes"] if (at := world.place(label)) is not None)
    else:
        places = world.masks(tuple(units_data()["nations"][world.nation[unit]]["home"]))
    return places & owned(s, side_of(s, unit))


# Points


def points(s: Campaign, nation: int, kind: str) -> int:
    """The half points of a kind that a nation has. [BF-29B-2]"""
    return s.points[len(KINDS) * nation + KINDS.index(kind)]


def put_points(s: Campaign, nation: int, kind: str, halves: int) -> None:
    s.points[len(KINDS) * nation + KINDS.index(kind)] = min(halves, MOST)


def kinds_for(s: Campaign, unit: int) -> tuple[str, ...]:
    """The kinds of points that replace a unit, the one to be spent first before the others. [BF-29B-1]"""
    chart, data = s.world.charts["replacement"], s.world.roster[unit]
    arm = "cm" if data.is_cm else data.type
    return tuple(kind for kind in KINDS if arm in chart.get(kind, ()))


def funds(s: Campaign, unit: int) -> int:
    """The half points that could be spent on a unit. [BF-29B-1]"""
    return sum(points(s, account_of(s.world, unit), kind) for kind in kinds_for(s, unit))


def price(s: Campaign, unit: int, *, cadre: bool) -> Tally:
    """What it takes to bring an eliminated unit back, whole or as its cadre. [BF-29B-1]"""
    data = s.world.roster[unit]
    size = data.cadre.res if cadre and data.cadre else data.full.res
    found = Tally(Fraction(size, 2), "BF-29B-1")
    found.times(exact(s.world.charts["replacement"]["points_per_re"]), "BF-29B-1", "for each RE")
    return found


def price_of_cadre(s: Campaign) -> Tally:
    """What it takes to bring a cadre to full strength. [BF-29B-4]"""
    return Tally(exact(s.world.charts["replacement"]["points_per_cadre"]), "BF-29B-4")


def pay(s: Campaign, unit: int, cost: Tally) -> None:
    """Points are spent, infantry ones before mountain ones where either would do. [BF-29B-1]"""
    nation, due = account_of(s.world, unit), int(2 * cost.total)
    for kind in kinds_for(s, unit):
        paid = min(due, points(s, nation, kind))
        put_points(s, nation, kind, points(s, nation, kind) - paid)
        due -= paid


# The step


class Replacements(Step[Campaign], frozen=True):
    """A side receives its replacement points and spends what it likes; the rest is kept. [BF-29-1, BF-29B-2]"""

    side: int

    def run(self, s: Campaign) -> None:
        for nation, row in rows(s.world).items():
            if side_of_nation(s, nation) == self.side:
                receive(s, nation, row.get(s.world.turns[s.turn], {}).get("points", row.get("each_turn", ())))
        if any(choices(s, self.side)):
            s.then(Rebuilding(self.side))


def side_of_nation(s: Campaign, nation: int) -> int:
    """The side that a nation's points belong to. [BF-3B1-1, BF-3B2-1]"""
    return SIDES[units_data()["nations"][s.world.nations[nation]]["side"]]


def receive(s: Campaign, nation: int, income: tuple[int, ...]) -> None:
    """A nation's points are added to what it has saved. [BF-29B-2]"""
    for kind, number in zip(KINDS, income, strict=False):
        put_points(s, nation, kind, points(s, nation, kind) + 2 * number)
    if any(income):
        facts: Json = {"nation": s.world.nations[nation], **balance(s, nation)}
        s.tell("points", "BF-29B-2", **facts)


def balance(s: Campaign, nation: int) -> dict[str, str]:
    """A nation's points on the ground, in words."""
    return {kind: shown(Fraction(points(s, nation, kind), 2)) for kind in KINDS[:3]}


# What may be bought


def choices(s: Campaign, side: int) -> Iterator[Order]:
    """All that a side could buy now. [BF-29B-1, BF-29B-3, BF-29B-4]"""
    name, loyal, units, names = s.world.sides[side], loyalty(s), s.world.units, s.world.board.names
    for unit, at in enumerate(s.where):
        if loyal[unit] != side or not (at == DEAD or s.cadre[unit]) or not funds(s, unit):
            continue
        if at == DEAD:
            for cadre in (False, True):
                if why_not_replace(s, unit, cadre=cadre) is None:
                    for home in bits(homes(s, unit)):
                        yield Replace(name, units[unit], names[home], cadre)
        elif at >= 0 and why_not_rebuild(s, unit) is None:
            yield Rebuild(name, units[unit])


def why_not_replace(s: Campaign, unit: int, *, cadre: bool) -> Refusal | None:
    """Why a unit cannot be replaced, wherever it would appear. [BF-29B-1]"""
    facts = {"unit": s.world.units[unit]}
    if s.where[unit] != DEAD:
        return Refusal("BF-29B-1", facts, "there")
    if cadre and not s.world.roster[unit].cadre:
        return Refusal("BF-29B-1", facts, "cadre")
    return why_not_paid(s, unit, price(s, unit, cadre=cadre))


def why_not_rebuild(s: Campaign, unit: int) -> Refusal | None:
    """Why a cadre cannot be brought to full strength. [BF-29B-1, BF-29B-4]"""
    if not s.cadre[unit]:
        return Refusal("BF-29B-4", {"unit": s.world.units[unit]}, "whole")
    return why_cut_off(s, unit, "BF-29B-4") or why_not_paid(s, unit, price_of_cadre(s))


def why_not_paid(s: Campaign, unit: int, cost: Tally) -> Refusal | None:
    """Why points do not pay for a unit: none of their kinds fits it, or there are too few. [BF-29B-1]"""
    facts = {"unit": s.world.units[unit]}
    if not kinds_for(s, unit):
        return Refusal("BF-29B-1", facts, "kind")
    if 2 * cost.total > funds(s, unit):
        return Refusal("BF-29B-1", facts | {"cost": shown(cost.total), "left": shown(Fraction(funds(s, unit), 2))})
    return None


class Rebuilding(Ask[Campaign], frozen=True):
    """A side spends replacement points on one unit after the other. [BF-29B-1, BF-29B-2, BF-29B-4]"""

    takes = (Replace, Rebuild, Pass)
    out_of_turn = "BF-29B-2"

    def prompt(self, s: Campaign) -> Prompt:
        return Prompt("replacements", "BF-29B-1")

    def offers(self, s: Campaign) -> Iterator[Order]:
        yield from choices(s, self.side)
        yield Pass(s.world.sides[self.side])

    def explain(self, s: Campaign, order: Order) -> Refusal | None:
        if isinstance(order, Rebuild):
            unit = own_unit(s, self.side, order.unit)
            return unit if isinstance(unit, Refusal) else why_not_rebuild(s, unit)
        assert isinstance(order, Replace)
        return why_not_replaced_at(s, self.side, order)

    def take(self, s: Campaign, order: Order) -> None:
        s.done()
        if isinstance(order, Pass):
            return
        assert isinstance(order, Replace | Rebuild)
        unit = s.world.unit_index[order.unit]
        if isinstance(order, Replace):
            replace(s, unit, s.world.board.at(order.at), cadre=order.cadre)
        else:
            rebuild(s, unit)
        if any(choices(s, self.side)):
            s.then(self)

    def preview(self, s: Campaign, order: Order) -> Preview:
        if isinstance(order, Replace):
            return Preview((), price(s, s.world.unit_index[order.unit], cadre=order.cadre))
        return Preview((), price_of_cadre(s)) if isinstance(order, Rebuild) else Preview()

    def sums(self, s: Campaign) -> tuple[Sum, ...]:
        looks = s.world.game.looks().nations
        return tuple(
            Sum(looks[s.world.nations[nation]].title, "points", "BF-29B-2", balance(s, nation))
            for nation in rows(s.world)
            if side_of_nation(s, nation) == self.side
        )


def why_not_replaced_at(s: Campaign, side: int, order: Replace) -> Refusal:
    """Why a unit cannot come back in a place. [BF-29B-1, BF-29B-3]"""
    unit = s.world.unit_index.get(order.unit)
    if unit is None:
        return Refusal("table.no-piece", {"unit": order.unit})
    if side_of(s, unit) != side:
        return Refusal("BF-29B-1", {"unit": order.unit}, "side")
    at = named_place(s, order.at)
    if isinstance(at, Refusal):
        return at
    return why_not_replace(s, unit, cadre=order.cadre) or Refusal("BF-29B-3", {"unit": order.unit, "at": order.at})


def replace(s: Campaign, unit: int, at: int, *, cadre: bool) -> None:
    """An eliminated unit is there again. [BF-29B-1, BF-29B-3]"""
    pay(s, unit, price(s, unit, cadre=cadre))
    s.where[unit], s.cadre[unit] = at, int(cadre)
    s.tell("replaced", "BF-29B-1", unit=s.world.units[unit], at=s.world.board.names[at])


def rebuild(s: Campaign, unit: int) -> None:
    """A cadre is at full strength again. [BF-29B-4]"""
    pay(s, unit, price_of_cadre(s))
    s.cadre[unit] = 0
    s.tell("rebuilt", "BF-29B-4", unit=s.world.units[unit], at=s.world.board.names[s.where[unit]])
