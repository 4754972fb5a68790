"""General mechanics of the family: section 3.D. Fractions stay exact, tables clamp, deficits are paid first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from math import prod
from typing import Any, NamedTuple, TypeVar

from grognard.engine.tally import Number, Reason, Tally, exact, whole

Result = TypeVar("Result")


def game_turn(first: str, player_turns: Sequence[str]) -> tuple[str, ...]:
    """The player turns of a game turn counted from one of them; what lasts a game turn ends with the last. [GE-3.D.1]

    >>> game_turn("allied", ("axis", "allied"))
    ('allied', 'axis')
    """
    start = player_turns.index(first)
    return (*player_turns[start:], *player_turns[:start])


def halved(number: Number, times: int = 1) -> Number:
    """Half of a number, or half of that again; the fraction is kept. [GE-3.D.2]

    >>> halved(7), halved(8, times=2)
    (Fraction(7, 2), 2)
    """
    return whole(Fraction(number) / 2**times)


def multiplied(number: Number, factors: Iterable[Any]) -> Number:
    """A number under several effects: all of them count, one after the other. [GE-3.D.3]

    Factors are numbers, or fractions in text as charts have them.
    """
    return whole(Fraction(number) * prod((Fraction(exact(factor)) for factor in factors), start=Fraction(1)))


def dice_for(activity: str, chart: Mapping[str, Any]) -> tuple[int, int]:
    """How many dice of how many sides: those that the chart names for an activity, else one of six. [GE-3.D.4]

    The chart has lists of activities: `two` for two six-sided dice, `ten` for a ten-sided one.
    """
    if activity in chart.get("ten", ()):
        return 1, 10
    return (2 if activity in chart.get("two", ()) else 1), 6


class Reading(NamedTuple):
    """A table that has been used: in this order it is worked out and told."""

    conditions: tuple[str, ...]
    roll: int
    modified: Tally
    result: Any


def consult(conditions: Iterable[str], roll: int, modifiers: Iterable[Reason], lines: Mapping[int, Result]) -> Reading:
    """Use a table: what applies is settled first, then come the roll, its modifiers and the result. [GE-3.D.5.a]"""
    settled = tuple(conditions)
    modified = Tally(roll)
    for reason in modifiers:
        modified.add(reason.change, reason.rule, reason.why)
    return Reading(settled, roll, modified, on_line(lines, modified.value))


def on_line(lines: Mapping[int, Result], modified: int) -> Result:
    """The line that a modified roll is read on; beyond the table that is its end line. [GE-3.D.5.c]

    >>> on_line({0: "F*", 1: "F", 2: "S"}, 7)
    'S'
    """
    return lines[max(min(lines), min(modified, max(lines)))]


def allowance(granted: Number, unused: Number = 0, *, keeps: bool = False) -> Number:
    """How often an ability may be used this turn; what is unused is gone, unless a rule keeps it. [GE-3.D.6]"""
    return granted + unused if keeps else granted


class Stock(NamedTuple):
    """Production of one type: what there is, and what is owed."""

    points: Number = 0
    deficit: Number = 0


def charged(stock: Stock, cost: Number) -> Stock:
    """A cost that a rule exacts: what is lacking becomes a deficit. [GE-3.D.7a]"""
    paid = min(stock.points, cost)
    return Stock(stock.points - paid, stock.deficit + cost - paid)


def received(stock: Stock, income: Number) -> Stock:
    """New production pays the deficit first. [GE-3.D.7b]"""
    paid = min(stock.deficit, income)
    return Stock(stock.points + income - paid, stock.deficit - paid)


def free(stock: Stock) -> Number:
    """What may be spent at will: nothing while a deficit stands. [GE-3.D.7b]"""
    return 0 if stock.deficit else stock.points


def left_behind(remains: str, *, completely: bool) -> str:
    """What an eliminated unit leaves on the map: its cadre or remnant, or nothing if completely eliminated. [GE-3.D.9]

    `remains` is what the counter would leave, empty if it has nothing.
    """
    return "" if completely else remains
