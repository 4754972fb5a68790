"""Chapter 3.4.7: who controls cities and ports, and what follows at once when one is taken."""

from __future__ import annotations

from grognard.engine.state import put
from grognard.games.twoww import iraq, vichy
from grognard.games.twoww.ground import power_of, side_name
from grognard.games.twoww.politics import hand_over
from grognard.games.twoww.state import AXIS, NO_VICHY, War


def occupy(s: War, place: int, side: int) -> None:
    """Land units that are alone in a hex take its city or port; beside enemies they do not hold it yet. [2WW-3.4.7a]

    To be called again for a hex that a combat has cleared.
    """
    if s.ashore(place, side) and not s.ashore(place, 1 - side):
        take(s, place, side)


def take(s: War, place: int, side: int) -> None:
    """A city or port belongs to whoever was in it last. [2WW-3.4.7a]"""
    if place not in s.world.cities or s.holder[place] == side:
        return
    s.holder = put(s.holder, place, side)
    s.tell("captured", "2WW-3.4.7a", at=s.world.board.names[place], side=side_name(s, side))
    if place == s.world.paris and side == AXIS and s.vichy == NO_VICHY:
        vichy.fall_of_france(s)
    elif place == s.world.baghdad:
        iraq.captured(s, side)
    else:
        if s.vichy != NO_VICHY and place in (s.world.toulon, s.world.algiers):
            vichy.captured(s, place, side)
        _take_territory(s, place, side)


def _take_territory(s: War, place: int, side: int) -> None:
    """A territory belongs to whoever holds its capital, from the moment in which it is entered. [2WW-12.2.3b]"""
    for country, capitals in enumerate(s.world.capitals):
        if place in capitals and s.world.countries[country].kind == "territory" and s.owner[country] != side:
            hand_over(s, country, side)
            french = power_of(s, country) == s.world.vichy
            rule = "2WW-12.2.3b" if french else "2WW-3.4.7a"
            s.tell("territory", rule, country=s.world.countries[country].name, side=side_name(s, side))
