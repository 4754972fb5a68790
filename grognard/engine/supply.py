"""Supply lines: from where, along what, how far, and by which way exactly, so that a line can be drawn and quoted.

This library knows no game. A game says which places are sources and of which stages a line consists: by rail as far as
one likes, then so many hexes of road, then so many across country. Each stage is a search of its own (see `search`), in
one mode or in several with doors between them, and begins wherever the stages before it have come. So the same lines
give the verdict on every place at once, the drawing and the quotation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from grognard.engine.paths import FAR
from grognard.engine.search import Door, Found, Mode, Node, search


class Stage(NamedTuple):
    """A part of a line: its modes, the doors between them, and how many points it may cost.

    It begins in its first mode, at sources and wherever an earlier stage could go on, as far as they are in `begins`.
    """

    modes: tuple[Mode, ...]
    doors: tuple[Door, ...] = ()
    points: int = FAR
    begins: int = -1


class Leg(NamedTuple):
    """As much of a line as goes in one mode, with the places at both ends."""

    mode: str
    places: tuple[int, ...]


@dataclass
class Lines:
    """Every place that a line from some source reaches, and the way it took."""

    mask: int
    stages: list[tuple[Found, ...]] = field(default_factory=list)

    def __contains__(self, place: int) -> bool:
        return place >= 0 and bool(self.mask >> place & 1)

    def reached_by(self, mode: str) -> int:
        """All places that lines reach in one mode."""
        reached = 0
        for stage in self.stages:
            for found in stage:
                reached |= found.reached_by(mode)
        return reached

    def legs(self, place: int, mode: str = "") -> tuple[Leg, ...]:
        """The line from its source to this place, in this mode or in any, leg by leg; empty if none comes here.

        What stays in one place is no leg, unless it is the whole line.
        """
        way = self._way(place, mode, len(self.stages))
        ends = [number for number in range(1, len(way)) if way[number][1] != way[number - 1][1]]
        parts = [way[begin:end] for begin, end in zip([0, *ends], [*ends, len(way)], strict=True)] if way else []
        legs = [Leg(part[0][1], tuple(at for at, _ in part)) for part in parts]
        return tuple(leg for leg in legs if len(leg.places) > 1) or tuple(legs[:1])

    def route(self, place: int, mode: str = "") -> tuple[int, ...]:
        """The places of that line."""
        places: list[int] = []
        for leg in self.legs(place, mode):
            places += leg.places[1:] if places else leg.places
        return tuple(places)

    def source(self, place: int) -> int:
        """The source that supplies this place, or -1."""
        way = self._way(place, "", len(self.stages))
        return way[0][0] if way else -1

    def _way(self, place: int, mode: str, stages: int) -> tuple[Node, ...]:
        """The way through the first so many stages, as few of them as will do."""
        for number, stage in enumerate(self.stages[:stages]):
            for found in stage:
                way = found.route(place, mode)
                if way:
                    return self._way(way[0][0], "", number) + way
        return ()


def lines(sources: int, *stages: Stage | tuple[Stage, ...]) -> Lines:
    """The lines from some sources: through one stage after another, any of which may be left out.

    In place of a stage there may be several of which a line takes one: a short one anywhere, a long one in dry country.
    A source starts a line whatever lies on it.
    """
    found = Lines(sources)
    begin = sources
    for stage in stages:
        either = (stage,) if isinstance(stage, Stage) else stage
        searches = tuple(search(one.modes, begin & one.begins, one.doors, one.points) for one in either)
        found.stages.append(searches)
        for searched in searches:
            found.mask |= searched.reached
            begin |= searched.passed
    return found


def quote(route: Sequence[int], names: Sequence[str]) -> str:
    """A line in words, for logs and tooltips.

    >>> quote((2, 0, 1), ["Palermo", "Messina", "Reggio"])
    'Reggio - Palermo - Messina'
    """
    return " - ".join(names[place] for place in route)
