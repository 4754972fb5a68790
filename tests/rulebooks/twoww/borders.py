"""Short words for tests in which units cross borders and take cities."""

from __future__ import annotations

from grognard.engine.orders import compact
from grognard.engine.paths import bits
from grognard.games.twoww import invasion
from grognard.games.twoww.units import put
from tests.rulebooks.twoww.table import Table


def enters(t: Table, unit: str, place: str) -> Table:
    """A unit enters a hex from where it is, with all that follows at once."""
    s, number, to = t.state, t.unit(unit), t.place(place)
    origin = s.where[number]
    put(s, number, to)
    invasion.enter(s, number, to, origin)
    return t


def powers_of(t: Table, side: int, *countries: str) -> Table:
    """Only these powers and territories are a side's; everything else is the other's."""
    for number, country in enumerate(t.state.world.countries):
        t.state.owner[number] = side if country.name in countries else 1 - side
        t.state.neutral[number] = 0
    return t.touched()


def open_hex(t: Table, country: str) -> str:
    """A hex of a country that is no city, under its proper name."""
    world = t.state.world
    inside = world.country_mask[t.country(country)]
    return next(world.board.names[hex] for hex in bits(inside) if hex not in world.cities)


def across(t: Table, here: str, there: str) -> tuple[str, str]:
    """A pair of hexes on either side of a border that a land unit can cross; the second is no city if possible."""
    world = t.state.world
    pairs = [
        (hex, other)
        for hex in bits(world.country_mask[t.country(here)])
        for other, _ in world.steps[hex]
        if world.country_at[other] == t.country(there)
    ]
    first, second = min(pairs, key=lambda pair: (pair[1] in world.cities, pair))
    return world.board.names[first], world.board.names[second]


def stand(t: Table, unit: str, place: str) -> Table:
    """Put a unit into a place, without anything that would follow."""
    put(t.state, t.unit(unit), t.place(place))
    return t


def ring(t: Table, place: str, *units: str) -> Table:
    """Put units around a place, on every other neighbour."""
    for unit, hex in zip(units, t.state.world.board.neighbours[t.place(place)][::2], strict=True):
        put(t.state, t.unit(unit), hex)
    return t


def news(t: Table, what: str) -> int:
    """How often something has been told since the last order."""
    return sum(event.what == what for event in t.state.news)


def said(name: str) -> str:
    """A place as it is typed."""
    return compact(name)
