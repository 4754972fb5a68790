"""Supply lines: from where, along what, how far, and which way exactly, so that a line can be drawn and quoted.

This library knows no game. A game says which places are sources, along which links a line may run (a rail network,
neighbouring hexes), which places it may pass and where it must end; here the lines are found. Links are
`links[place] -> places`, as boards hold them for networks and neighbours; sets of places are bit masks.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from grognard.engine.paths import bits, flags_of, mask_of, retrace

Links = Sequence[Sequence[int]]


@dataclass(frozen=True)
class Lines:
    """Every place that a line from some source reaches, and the way it took."""

    came_from: dict[int, int]  # a source came from itself; in the order in which the places were reached
    mask: int

    def __contains__(self, place: int) -> bool:
        return place in self.came_from

    def route(self, place: int) -> tuple[int, ...]:
        """The line from its source to this place; empty if none comes here."""
        return retrace(self.came_from, place) if place in self.came_from else ()

    def source(self, place: int) -> int:
        """The source that supplies this place, or -1."""
        way = self.route(place)
        return way[0] if way else -1


def lines(links: Links, sources: int, open_mask: int, ends_mask: int = 0, limit: int = -1) -> Lines:
    """The shortest line from the nearest source to every place that one can reach.

    A line runs through places in `open_mask`, may enter but not pass those in `ends_mask`, and is at most `limit`
    steps long (-1: any length). A source starts a line whatever lies on it.
    """
    size = len(links)
    closed = flags_of(~(open_mask | ends_mask | sources), size)
    ends = flags_of(ends_mask & ~sources, size)
    frontier = bits(sources)
    came_from = {place: place for place in frontier}
    for place in frontier:
        closed[place] = 1  # from here on: closed, or reached already
    while frontier and limit != 0:
        entered = []
        for place in frontier:
            for there in links[place]:
                if closed[there]:
                    continue
                closed[there] = 1
                came_from[there] = place
                if not ends[there]:
                    entered.append(there)
        frontier = entered
        limit -= 1
    return Lines(came_from, mask_of(came_from))


def within(
    links: Links,
    start: int,
    sources: int,
    limit: int,
    passable: int,
    *,
    start_exempt: bool = True,
    source_exempt: bool = True,
) -> tuple[int, ...] | None:
    """The shortest route of at most `limit` steps from a place to a source, or None.

    Every place in between must be in `passable`; the start and the source themselves only if not exempt.
    """
    if not source_exempt:
        sources &= passable
    if not start_exempt and not passable >> start & 1:
        return None
    if sources >> start & 1:
        return (start,)
    came_from = {start: start}
    frontier = [start]
    while frontier and limit > 0:
        entered = []
        for place in frontier:
            for there in links[place]:
                if there in came_from:
                    continue
                came_from[there] = place
                if sources >> there & 1:
                    return retrace(came_from, there)
                if passable >> there & 1:
                    entered.append(there)
        frontier = entered
        limit -= 1
    return None


def quote(route: Sequence[int], names: Sequence[str]) -> str:
    """A line in words, for logs and tooltips.

    >>> quote((2, 0, 1), ["Palermo", "Messina", "Reggio"])
    'Reggio - Palermo - Messina'
    """
    return " - ".join(names[place] for place in route)
