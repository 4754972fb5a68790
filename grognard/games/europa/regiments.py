"""Sizes in regimental equivalents (REs): section 3.A.8. Charts are handed in, for titles have numbers of their own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from grognard.engine.tally import Number, exact, whole
from grognard.games.europa.mechanics import multiplied

Row = Mapping[str, Any]


def size(item: str, sizes: Row, count: int = 1) -> Number:
    """The size of so many items of a chart: `size("battalion", charts["re_sizes"])`. [GE-3.A.8]

    A row is a number, or a table with the number as `re`. The numbers are whole, or fractions in text.
    """
    if item not in sizes:
        raise ValueError(f"{item!r} has no size; there are {', '.join(sizes)}")
    row = sizes[item]
    return whole(exact(row["re"] if isinstance(row, Mapping) else row) * Fraction(count))


def size_of_unit(facts: Row, sizes: Row, exceptions: Iterable[Row] = ()) -> Number:
    """The size of a unit: that of the first exception that fits it, else that of its item. [GE-3.A.8]

    `facts` say what the unit is, at least its `item` on the size chart. An exception has the size as `re` and fits if
    all that it names does: a list has to hold the unit's fact, `most_attack` is a limit, all else is equal.
    [GE-3.A.8.x1, GE-3.A.8.x2, GE-3.A.8.x3]
    """
    for row in exceptions:
        if all(_fits(facts, name, wanted) for name, wanted in row.items() if name != "re"):
            return whole(exact(row["re"]))
    return size(facts["item"], sizes)


def _fits(facts: Row, name: str, wanted: Any) -> bool:
    if name.startswith("most_"):
        fact = facts.get(name.removeprefix("most_"))
        return fact is not None and bool(fact <= wanted)
    fact = facts.get(name)
    return fact in wanted if isinstance(wanted, list | tuple) else bool(fact == wanted)


def multiple(kinds: Iterable[str], purpose: str, factors: Mapping[str, Row]) -> Number:
    """By how much a unit's size counts for a purpose: the highest factor among its kinds, once. [GE-3.A.8.n1]

    `factors` has a row for each kind that counts more, with a column for each purpose; all else counts once.
    """
    found = [whole(exact(factors[kind].get(purpose, 1))) for kind in kinds if kind in factors]
    return max(found, default=1)


def transport_size(
    plain: Number, kinds: Iterable[str], purpose: str, factors: Mapping[str, Row], *besides: Any
) -> Number:
    """What a unit takes up in transport: its size, times its multiple, times whatever comes on top of that.
    [GE-3.A.8.a, GE-3.A.8.b, GE-3.A.8.c]

    `besides` are further factors, such as that of a low-volume rail line.
    """
    return multiplied(plain, (multiple(kinds, purpose, factors), *besides))


def kinds_in_assault(country: str, name: str, kinds: Iterable[str], exempt: Mapping[str, Iterable[str]]) -> list[str]:
    """The kinds that a unit is charged as when it attacks from the sea; some are no c/m units there. [GE-3.A.8.b3]"""
    spared = name in exempt.get(country, ())
    return [kind for kind in kinds if not (spared and kind == "c/m")]


def garrison_value(plain: Number, kinds: Iterable[str], factors: Row) -> Number:
    """What a unit counts in a garrison: each of its kinds that has a factor counts, one after the other.
    [GE-3.A.8.e1, GE-3.A.8.e2, GE-3.A.8.e3, GE-3.A.8.e4]
    """
    return multiplied(plain, (factors[kind] for kind in kinds if kind in factors))


def in_terrain(plain: Number, factors: Sequence[Any]) -> Number:
    """The REs that a unit is worth where terrain changes its strength by these factors. [GE-3.A.8.d]"""
    return multiplied(plain, factors)


def printed_losses(due: Number, factors: Sequence[Any]) -> Number:
    """The printed REs that units so changed by terrain give up for losses counted in REs. [GE-3.A.8.d3]"""
    return whole(Fraction(due) / Fraction(multiplied(1, factors)))
