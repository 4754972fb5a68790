"""Classes of terrain, cities, islands and distances: section 3.F.1. Places are numbers, links say what touches what."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from grognard.engine.paths import FAR, mask_of, network
from grognard.engine.search import Mode
from grognard.engine.supply import Stage, lines

Chart = Mapping[str, Any]
Links = Sequence[Sequence[int]]


def check_features(features: Iterable[str], terrain: Chart) -> None:
    """Raises ValueError for a feature of the map that the terrain chart has no line for. [GE-3.F.1]"""
    for feature in features:
        if feature not in terrain:
            raise ValueError(f"the terrain chart has no line for {feature!r}; add one")


def is_bad(feature: str, terrain: Chart) -> bool:
    """Whether a feature is bad terrain, for combat, engineering and movement alike. [GE-3.F.1.a]"""
    return bool(terrain[feature]["bad"])


def is_prohibited(feature: str, movement_class: str, state: str, terrain: Chart) -> bool:
    """Whether ground units of a class may not enter it in a state of things (snow, flood). [GE-3.F.1.b]"""
    return movement_class in terrain[feature].get("prohibited", {}).get(state, ())


def ways(here: int, links: Links, prohibited: Collection[int]) -> tuple[int, ...]:
    """Where a unit may be next: it may stay though its own hex has become prohibited, and go where it is not.
    [GE-3.F.1.b, GE-3.F.1.b2]
    """
    return here, *(hex for hex in links[here] if hex not in prohibited)


def permitted(neighbours: Links, prohibited_hexsides: Iterable[Collection[int]]) -> Links:
    """The links between neighbours without those over a prohibited hexside: what is left is adjacent. [GE-3.F.1.c2]"""
    closed = {frozenset(side) for side in prohibited_hexsides}
    return [[there for there in row if frozenset((here, there)) not in closed] for here, row in enumerate(neighbours)]


def are_adjacent(a: int, b: int, permitted: Links) -> bool:
    """Whether two hexes are adjacent, over a hexside that is not prohibited. [GE-3.F.1.c2]"""
    return b in permitted[a]


def is_within(hexes: int, start: int, goal: int, permitted: Links, prohibited: Collection[int] = ()) -> bool:
    """Whether a route of so many hexes leads to the goal without prohibited hexes and hexsides. [GE-3.F.1.c]"""
    return bool(supply_line(start, goal, permitted, prohibited, hexes))


def supply_line(
    source: int, goal: int, links: Links, closed: Collection[int] = (), length: int = FAR
) -> tuple[int, ...]:
    """The shortest line from a source to a place, at most so many hexes long; empty if there is none. [GE-3.D.8]"""
    open_mask = ~mask_of(closed) & mask_of(range(len(links)))
    return lines(1 << source, Stage((Mode("line", network(links), open_mask),), points=length)).route(goal)


def weather_classes(zone: str, classes: Chart) -> tuple[str, ...]:
    """Whether hexes of a weather zone are arctic, or arid. [GE-3.F.1.d]"""
    return tuple(name for name in ("arctic", "arid") if zone in classes[name])


# Cities


def cities(kinds: Mapping[int, str], links: Links, chart: Chart) -> list[frozenset[int]]:
    """The cities that hexes make: adjacent city hexes are one, whatever their names. [GE-3.F.1.e1]"""
    left = {hex for hex, kind in kinds.items() if kind in chart["hexes"]}
    found = [frozenset((hex,)) for hex, kind in kinds.items() if kind not in chart["hexes"]]
    while left:
        joined = {min(left)}
        while more := {there for hex in joined for there in links[hex] if there in left} - joined:
            joined |= more
        found.append(frozenset(joined))
        left -= joined
    return sorted(found, key=min)


def city_class(kind: str, chart: Chart) -> str:
    """`major`, `minor`, or nothing: a town is no city. [GE-3.F.1.e2, GE-3.F.1.e3]"""
    return next((size for size in ("major", "minor") if kind in chart[size]), "")


class Town(NamedTuple):
    """What a town comes to."""

    in_combat: bool
    port_level: int | None


def town(owner: str, chart: Chart, *, coastal: bool) -> Town:
    """A town counts in combat in two countries alone, and on a coast it is a port of the lowest level. [GE-3.F.1.e3]"""
    return Town(owner in chart["fought_over"], chart["port_level"] if coastal else None)


def is_eastern(owner: str, attacker: str, front: Chart) -> bool:
    """Whether a city is fought for by the two sides of the eastern front. [GE-3.F.1.e4]"""
    return owner != attacker and {owner, attacker} <= set(front["sides"])


def of_the_name(name: str, sizes: Mapping[int, tuple[str, int]]) -> int:
    """The city that a rule means by a name: of several the largest. `sizes` are names and sizes. [GE-3.F.1.e5]"""
    found = {hex: size for hex, (called, size) in sizes.items() if called == name}
    if not found:
        raise ValueError(f"there is no city called {name!r}")
    return max(found, key=lambda hex: found[hex])


# Classes and islands


def is_one_of(name: str, feature: str, classes: Chart) -> bool:
    """Whether a feature belongs to a class: a fort, a road, a river, a lake. [GE-3.F.1.h, GE-3.F.1.i, GE-3.F.1.k]

    What is frozen or flooded is still of its class.
    """
    return feature.removeprefix("frozen ").removeprefix("flooded ") in classes[name]


def island(name: str, islands: Chart, shores: Chart) -> dict[str, str]:
    """Whose an island is: it belongs to what narrow straits tie it to, else to whom it is said to belong.
    [GE-3.F.1.j1, GE-3.F.1.j2]

    Straits may lead to another island first.
    """
    row = islands[name]
    to = row.get("straits_to")
    if to is None:
        return dict(row)
    return island(to, islands, shores) if to in islands else dict(shores[to])
