"""Chapters 12.1, 12.4 and the entry of the United States: who is at war, since when, and who fights beside whom."""

from __future__ import annotations

from collections.abc import Iterable

from grognard.engine.orders import Refusal
from grognard.engine.state import put
from grognard.games.twoww.ground import lands_of, side_name
from grognard.games.twoww.state import War
from grognard.games.twoww.units import anyone_at
from grognard.games.twoww.world import ITALY, USSR


def start_of_turn(s: War) -> None:
    """Italy, the Soviet Union and the United States go to war by the turn track, unless events were faster.
    [2WW-12.1.1a, 2WW-12.4.1a, 2WW-5.3.1d]"""
    for power, date, rule in ((ITALY, "italy", "2WW-12.1.1a"), (USSR, "soviet_union", "2WW-12.4.1a")):
        if s.neutral[power] and s.turn >= s.world.dates[date]:
            go_to_war(s, power, rule)
    if not s.america and s.turn >= america_enters(s):
        s.america = 1
        s.tell("america enters", "2WW-5.3.1d")


def america_enters(s: War) -> int:
    """The turn in which the United States go to war: one later for every neutral that the British or French
    have invaded. [2WW-5.3.1d]"""
    return s.world.dates["america"] + s.delay


def go_to_war(s: War, power: int, rule: str) -> None:
    """A power that was at peace fights from now on, on the side that runs it. [2WW-12.1.1a, 2WW-12.4.1a]"""
    for country in lands_of(s, power):
        s.neutral[country] = 0
    s.tell("at war", rule, country=s.world.countries[power].name, side=side_name(s, s.owner[power]))


def attacked(s: War, units: Iterable[int]) -> None:
    """An attack on Italian units by anyone ends Italy's neutrality. [2WW-12.1.1a]

    To be called when a combat is declared, with everyone who is attacked.
    """
    if s.neutral[ITALY] and any(s.world.nation[unit] == ITALY for unit in units):
        go_to_war(s, ITALY, "2WW-12.1.1a")


def hand_over(s: War, country: int, side: int) -> None:
    """A country passes to a side as a whole, with every city and port in which no unit of the other side is.
    [2WW-5.3.2d, 2WW-12.2.3a]"""
    s.owner[country], s.neutral[country] = side, 0
    others = anyone_at(s, 1 - side)
    for place, city in s.world.cities.items():
        if city.country == country and not others >> place & 1:
            s.holder = put(s.holder, place, side)


def why_not_together(s: War, unit: int, others: Iterable[int]) -> Refusal | None:
    """Soviet units never stack, attack or give support together with those of another Allied power, nor are they
    carried by its fleets. [2WW-12.4.3]"""
    for other in others:
        if s.loyal[other] == s.loyal[unit] and s.world.is_soviet[other] != s.world.is_soviet[unit]:
            return Refusal("2WW-12.4.3", {"unit": s.world.units[unit], "other": s.world.units[other]})
    return None
