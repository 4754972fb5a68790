"""The orders on offer as they travel: in families that differ in one place.

A side may be offered ten thousand orders at once, most of which differ only in one place. A family is a template with
one blank and a list of what goes into it; every name is sent once and referred to by number. Only what travels is
folded: `match.orders()` and `match.view()` list every order by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct
from msgspec.structs import astuple

from grognard.engine.game import World
from grognard.engine.kinds import Json
from grognard.engine.orders import Order, compact, fields, verb

Given = list[int | bool | list[int | None] | None]
Family = tuple[str, Given, int | None]
Template = tuple[type[Order], tuple[Any, ...]]
"""A kind of order and the values of its fields, None where the blank is."""


class Way(NamedTuple):
    """The places that routes pass between start and end, and where they may end."""

    through: tuple[str, ...]
    ends: tuple[str, ...]


LONG = 24
"""A list with more members than this is sent in the order of their numbers: hundreds of long lists hold nearly the same
places, each in its own order, and nobody reads them from end to end."""


class Offers(Struct, frozen=True):
    """All orders on offer to a side."""

    verbs: dict[str, list[str]]
    """What is offered, and for each verb the fields of its order."""
    pieces: list[str]
    places: list[str]
    words: list[str | int]
    """Everything that the orders name. Numbers count through these three lists, one after the other, ..."""
    ways: list[tuple[list[int], int]]
    """... and through these: what routes pass, and which list says where they may then end."""
    typed: dict[str, str]
    """How to type the names that lose more than their blanks."""
    lists: list[list[int | tuple[int, int]]]
    """What goes into a blank: numbers, or the first and last of a run of them."""
    families: list[Family]
    """A verb; for each of its fields a number, true, false, or, for a route, a list of numbers; and which list goes
    into the blank. The blank is null, and at most one. An order without a blank has no list."""


NOTHING = Offers({}, [], [], [], [], {}, [], [])


def fold(orders: Iterable[Order], world: World) -> Offers:
    """The orders in families. Families come in the order in which their first members were offered."""
    families = _families(orders)
    ways = dict.fromkeys(filler for fillers in families.values() for filler in fillers if type(filler) is Way)
    lists = list(dict.fromkeys(chain(filter(None, families.values()), (way.ends for way in ways))))
    # Longest first: then a list that lacks little of a longer one is made of a few long runs.
    lists.sort(key=len, reverse=True)
    fillers = (filler for filler in dict.fromkeys(chain.from_iterable(lists)) if type(filler) is not Way)
    names = dict.fromkeys(chain(fillers, _said(families), *(way.through for way in ways)))
    pieces = [name for name in names if name in world.unit_index]
    places = [name for name in names if name in world.place_index]
    words = [name for name in names if name not in world.unit_index and name not in world.place_index]
    number = {one: index for index, one in enumerate((*pieces, *places, *words, *ways))}

    sent = {fillers: _as_sent([number[filler] for filler in fillers]) for fillers in lists}
    index = {numbers: index for index, numbers in enumerate(dict.fromkeys(sent.values()))}
    return Offers(
        verbs={
            verb(kind): [field.name for field in fields(kind)] for kind in dict.fromkeys(kind for kind, _ in families)
        },
        pieces=pieces,
        places=places,
        words=words,
        ways=[([number[name] for name in way.through], index[sent[way.ends]]) for way in ways],
        typed={name: compact(name) for name in names if isinstance(name, str) and compact(name) != _unspaced(name)},
        lists=[_runs(numbers) for numbers in index],
        families=[
            (verb(kind), [_numbered(value, number) for value in given], index[sent[fillers]] if fillers else None)
            for (kind, given), fillers in families.items()
        ],
    )


def unfold(offers: Offers, side: str) -> list[Json]:
    """Every offer by itself, as `match.view()` has it."""
    names = [*offers.pieces, *offers.places, *offers.words]
    pieces = len(offers.pieces)
    places = pieces + len(offers.places)

    def fillers(index: int | None) -> Iterator[list[int]]:
        """What goes into the blank, number by number."""
        if index is None:
            yield []
            return
        for number in (one for run in offers.lists[index] for one in _members(run)):
            if number < len(names):
                yield [number]
            else:
                through, ends = offers.ways[number - len(names)]
                yield from ([*through, *end] for end in fillers(ends))

    def offer(said: str, given: Given, filler: list[int]) -> Json:
        order: Json = {"order": said, "side": side}
        typed, named = [said], []
        for field, value in zip(offers.verbs[said], given, strict=True):
            if isinstance(value, bool):
                order[field] = value
                typed += [field] if value else []
                continue
            parts = value if isinstance(value, list) else [value]
            numbers = [number for part in parts for number in (filler if part is None else [part])]
            named += numbers
            order[field] = [names[one] for one in numbers] if isinstance(value, list) else names[numbers[0]]
            typed.append("-".join(_typed(names[one], offers.typed) for one in numbers))
        return {
            "say": " ".join(filter(None, typed)),
            "verb": said,
            "order": order,
            "pieces": [names[one] for one in named if one < pieces],
            "places": [names[one] for one in named if pieces <= one < places],
        }

    return [offer(said, given, filler) for said, given, index in offers.families for filler in fillers(index)]


def _families(orders: Iterable[Order]) -> dict[Template, tuple[Any, ...]]:
    """What goes into the blank of each template: names, words, or ways to several places."""
    families: dict[Template, dict[tuple[str, ...], list[Any]]] = {}
    for order in orders:
        kind = type(order)
        _, *values = astuple(order)
        at = _blank(kind)
        if at is None:
            families[kind, tuple(values)] = {}
            continue
        filler, through = values[at], ()
        values[at] = None
        if type(filler) is tuple:
            route, filler, through = filler, filler[-1], filler[1:-1]
            values[at] = (*route[:-1][:1], None)
        family = families.setdefault((kind, tuple(values)), {})
        if through in family:
            family[through].append(filler)
        else:
            family[through] = [filler]
    return {template: tuple(_fillers(family)) for template, family in families.items()}


def _fillers(family: dict[tuple[str, ...], list[Any]]) -> Iterator[Any]:
    for through, ends in family.items():
        if through:
            yield Way(through, tuple(ends))
        else:
            yield from ends


@cache
def _blank(kind: type[Order]) -> int | None:
    """Which field has the blank: the last one that is more than yes or no; in a route, its end."""
    return max((index for index, field in enumerate(fields(kind)) if field.type is not bool), default=None)


def _said(templates: Iterable[Template]) -> Iterator[str | int]:
    """The names and words in templates."""
    for _, given in templates:
        for value in given:
            for one in value if isinstance(value, tuple) else (value,):
                if one is not None and not isinstance(one, bool):
                    yield one


def _numbered(value: Any, number: dict[Any, int]) -> Any:
    if isinstance(value, tuple):
        return [_numbered(one, number) for one in value]
    return value if value is None or isinstance(value, bool) else number[value]


def _as_sent(numbers: list[int]) -> tuple[int, ...]:
    return tuple(sorted(numbers) if len(numbers) > LONG else numbers)


def _runs(numbers: Iterable[int]) -> list[int | tuple[int, int]]:
    """Numbers, with consecutive ones given as a run by its two ends."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number - 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return [first if first == last else (first, last) for first, last in runs]


def _members(run: int | tuple[int, int]) -> Iterable[int]:
    return (run,) if isinstance(run, int) else range(run[0], run[1] + 1)


def _typed(name: str | int, typed: dict[str, str]) -> str:
    return typed.get(name) or _unspaced(name) if isinstance(name, str) else str(name)


def _unspaced(name: str) -> str:
    return name.replace(" ", "")
