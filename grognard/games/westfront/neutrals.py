"""Chapter 16, 16.4: Spain and Portugal. Neutral, and so out of play, until the Allies declare war on them."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Sealed, Step
from grognard.engine.naming import named_place
from grognard.engine.orders import Order, Refusal
from grognard.engine.paths import bits
from grognard.games.westfront.control import take_control
from grognard.games.westfront.fog import DealBlocks
from grognard.games.westfront.orders import Station, War
from grognard.games.westfront.stacking import full_hexes
from grognard.games.westfront.state import ALLIES, AXIS, LATER, Front
from grognard.games.westfront.units import take_pseudonym
from grognard.games.westfront.world import NATIONS


def nations_in(bits: int) -> list[str]:
    """The nations of a set."""
    return [nation for bit, nation in enumerate(NATIONS) if bits >> bit & 1]


# Declaring war


def declarations(s: Front, side: int) -> Iterator[War]:
    """Every country on which a side may declare war now."""
    for nation in nations_in(s.neutral):
        if why_not_declare(s, side, nation) is None:
            yield War(s.world.sides[side], nation)


def why_not_declare(s: Front, side: int, nation: str) -> Refusal | None:
    """Only the Allies declare war, on a country that is still neutral, before they activate anybody. [WF-16.4b]"""
    facts = {"nation": nation}
    if side != ALLIES:
        return Refusal("WF-16.4b", facts, "axis")
    if nation not in nations_in(s.neutral):
        return Refusal("WF-16.4b", facts, "neutral")
    return Refusal("WF-16.4b", facts) if any(s.role[hq] for hq in s.world.headquarters[side]) else None


def drawn_in(s: Front, nation: str) -> list[str]:
    """The countries that a declaration brings into the war: with Portugal comes Spain. [WF-16.4b]"""
    both = s.world.charts["declaration_of_war"]["drags_in"].get(nation, [])
    return [other for other in nations_in(s.neutral) if other == nation or other in both]


def cost_of_war(s: Front, nation: str) -> Prompt:
    """What to hear before war is declared: who comes in, and what it costs. [WF-16.4b, WF-16.4f]"""
    joining = drawn_in(s, nation)
    return Prompt("war", "WF-16.4f", {"nations": joining, "points": -sum(penalty(s, other) for other in joining)})


def declare_war(s: Front, nation: str) -> None:
    """A country's ground is the Axis's now, its units take the field, and the world disapproves.

    [WF-16.4b, WF-16.4d, WF-16.4f]
    """
    joining = 0
    for other in drawn_in(s, nation):
        joining |= 1 << NATIONS.index(other)
        cost = penalty(s, other)
        s.penalty += cost
        ground = s.world.country[other]
        s.prior = bytes(AXIS if ground >> place & 1 else owner for place, owner in enumerate(s.prior))
        s.tell("war", "WF-16.4b", nation=other, points=-cost)
    s.neutral &= ~joining
    take_control(s)
    s.then(Stations((AXIS,), joining))


def penalty(s: Front, nation: str) -> int:
    """What declaring war costs the Allies in victory points; it rises from scenario to scenario. [WF-16.4f]"""
    row: dict[str, int] = s.world.charts["declaration_of_war"][nation.lower()]
    return row.get(s.world.seasons[s.month], row["s44_or_later"])


# Taking the field


class Stations(Sealed[Front], frozen=True):
    """The Axis places the country's units, and nobody sees which is which. [WF-16.4c, WF-2.3b]"""

    joining: int

    def sheet(self, s: Front, side: int) -> Step[Front]:
        return StationUnits(side)

    def opened(self, s: Front) -> None:
        nations = nations_in(self.joining)
        units = tuple(unit for unit in s.world.army[AXIS] if s.world.roster[unit].nation in nations)
        for place in sorted(s.where[unit] for unit in units):
            s.tell("arrival", "WF-16.4c", side=s.world.sides[AXIS], at=s.world.board.names[place])
        take_control(s)
        s.then(DealBlocks((units,)))


class StationUnits(Ask[Front], frozen=True):
    """One unit after the other is placed anywhere in its country. [WF-16.4c]"""

    takes = (Station,)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("station", "WF-16.4c", {"unit": s.world.units[waiting_unit(s)]})

    def offers(self, s: Front) -> Iterator[Order]:
        unit, full = waiting_unit(s), full_hexes(s, AXIS)
        for place in bits(s.world.country[s.world.roster[unit].nation]):
            if not full >> place & 1 or why_not_station_at(s, unit, place) is None:
                yield Station(s.world.sides[self.side], s.world.units[unit], s.world.board.names[place])

    def explain(self, s: Front, order: Order) -> Refusal | None:
        assert isinstance(order, Station)
        unit = s.world.unit_index.get(order.unit)
        if unit is None or s.side_of(unit) != self.side:
            return Refusal("table.no-piece", {"unit": order.unit})
        if unit != waiting_unit(s):
            return Refusal("WF-16.4c", {"unit": order.unit, "next": s.world.units[waiting_unit(s)]}, "next")
        place = named_place(s, order.at)
        return place if isinstance(place, Refusal) else why_not_station_at(s, unit, place)

    def take(self, s: Front, order: Order) -> None:
        assert isinstance(order, Station)
        unit = s.world.unit_index[order.unit]
        s.where[unit] = s.world.board.at(order.at)
        s.steps[unit] = first_strength(s, unit)
        s.supplied[unit] = 1
        take_pseudonym(s, unit)
        s.tell("station", "WF-16.4c", only=(order.side,), unit=order.unit, at=order.at)
        if waiting_unit(s) < 0:
            s.done()


def waiting_unit(s: Front) -> int:
    """The next unit of a country at war that has not been placed, or -1."""
    at_war = [nation for nation in nations_in(~s.neutral) if nation in s.world.charts["declaration_of_war"]["nations"]]
    return next((u for u in s.world.army[AXIS] if s.where[u] == LATER and s.world.roster[u].nation in at_war), -1)


def why_not_station_at(s: Front, unit: int, place: int) -> Refusal | None:
    """Anywhere in its own country, within stacking. [WF-16.4c, WF-6.2a]"""
    at = s.world.board.names[place]
    if not s.world.country[s.world.roster[unit].nation] >> place & 1:
        return Refusal("WF-16.4c", {"unit": s.world.units[unit], "at": at}, "place")
    if s.count(place, AXIS) >= s.world.stacking[place]:
        return Refusal("WF-6.2a", {"at": at, "limit": str(s.world.stacking[place])}, "full")
    return None


def first_strength(s: Front, unit: int) -> int:
    """Spain's headquarters and infantry come at full strength, all others weak. [WF-16.4c]"""
    data = s.world.roster[unit]
    kind = "hq" if data.is_hq else data.kind
    strength = s.world.charts["declaration_of_war"]["start_strength"][f"{data.nation.lower()}_{kind}"]
    return data.max if strength == "full" else int(strength)
