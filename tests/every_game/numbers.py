"""The law of an owner's numbers: whatever `grognard charts export` writes changes something when it is changed.

A game says who watches which of its numbers. Each number is then changed alone, as an owner could write it, a world
is made with it, and what its watcher sees of that world, through the rules, must be different. Every word of a list is
taken out in turn; of numbers and words one other value must tell. Columns of long tables are changed for many rows at
once instead: in each of a few worlds for half of the rows, by the binary digits of a row's number; what is seen of a
row must differ in the worlds in which it was changed, and in no other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cache
from typing import Any, NamedTuple

from grognard.engine import corrections
from grognard.engine.corrections import ABOUT, Change, Path
from grognard.engine.files import DataError
from grognard.engine.game import Game, World


class Watch(NamedTuple):
    """Numbers, and what shows that they count."""

    numbers: str
    """Their names, as in `charts.terrain.*.defence`."""
    sees: Callable[[Any], Any]
    """What rules make of them, in a world."""
    others: Sequence[Any] = ()
    """What to write in their place, for words."""
    scenario: str = ""


class Column(NamedTuple):
    """A column of a long table, and what shows for each of its rows that it counts."""

    numbers: str
    sees: Callable[[Any, Sequence[str]], Sequence[Any]]
    """What rules make of each of these rows, in a world."""
    others: Sequence[Any] = ()
    scenario: str = ""


Watcher = Watch | Column


class Number(NamedTuple):
    """An entry that is exported."""

    group: str
    path: Path
    value: Any

    def __str__(self) -> str:
        return ".".join((self.group, *self.path))


def exported(game: Game) -> list[Number]:
    """All that an owner may correct."""
    return [Number(key, *entry) for key, group in game.chart_groups().items() for entry in corrections.entries(group)]


def watched(game: Game, watchers: Sequence[Watcher]) -> dict[Watcher, list[Number]]:
    """Who watches what: the first that names it."""
    found: dict[Watcher, list[Number]] = {}
    for number in exported(game):
        watcher = next((each for each in watchers if fnmatchcase(str(number), each.numbers)), None)
        if watcher is None:
            raise AssertionError(f"nobody watches {number}")
        found.setdefault(watcher, []).append(number)
    return found


def unheeded(game: Game, watcher: Watcher, numbers: Sequence[Number]) -> list[str]:
    """Those of the numbers that can be changed without anybody noticing, or that show where they should not."""
    return list(_one_by_one(game, watcher, numbers) if isinstance(watcher, Watch) else _in_rows(game, watcher, numbers))


def _one_by_one(game: Game, watch: Watch, numbers: Sequence[Number]) -> Iterator[str]:
    ours = watch.sees(world(game, watch.scenario))
    for number in numbers:
        for what, tries in variants(number.value, watch.others):
            if not any(_shows(game, watch, number, theirs, ours) for theirs in tries):
                yield f"{number}{what}"


def _shows(game: Game, watch: Watch, number: Number, theirs: Any, ours: Any) -> bool:
    """Whether a number of an owner's is seen; one beyond its bounds is refused, which shows nothing."""
    try:
        return bool(watch.sees(world(game, watch.scenario, ((number, theirs),))) != ours)
    except DataError:
        return False


def _in_rows(game: Game, column: Column, numbers: Sequence[Number]) -> Iterator[str]:
    rows = [number.path[0] for number in numbers]
    ours = column.sees(world(game, column.scenario), rows)
    for digit in range(len(rows).bit_length()):
        chosen = [number for place, number in enumerate(numbers) if place + 1 >> digit & 1]
        changes = [(number, other_for(number.value, column.others)) for number in chosen]
        theirs = column.sees(world(game, column.scenario, changes), rows)
        for number, mine, other in zip(numbers, ours, theirs, strict=True):
            if (mine != other) != (number in chosen):
                yield f"{number} {'changes nothing' if mine == other else 'changes with others'}"


def world(game: Game, scenario: str, changes: Sequence[tuple[Number, Any]] = ()) -> World:
    """A world with an owner's numbers, or with ours."""
    scenario = scenario or next(iter(game.scenarios()))
    if not changes:
        return _ours(game, scenario)
    own = corrections.packed([Change(n.group, n.path, n.value, theirs, "") for n, theirs in changes])
    made: World = game.world(scenario, game.settled(scenario, {"charts": own}))
    return made


@cache
def _ours(game: Game, scenario: str) -> World:
    made: World = game.world(scenario, {})
    return made


def other_for(value: Any, others: Sequence[Any]) -> Any:
    """One other value."""
    return next(variants(value, others))[1][0]


def variants(value: Any, others: Sequence[Any]) -> Iterator[tuple[str, list[Any]]]:
    """What can be changed about a value, and the values to try for each: any of them may tell."""
    if isinstance(value, bool):
        yield "", [not value]
    elif isinstance(value, int):
        yield "", [value + 1, *([value - 1] if value > 0 or value < 0 else [])]
    elif isinstance(value, str):
        found = [other for other in others if other != value]
        if not found:
            raise AssertionError(f"no other word is known for {value!r}")
        yield "", found
    elif isinstance(value, list):
        if not value:
            yield " with an entry", [[other] for other in others]
        for place, entry in enumerate(value):
            before, after = value[:place], value[place + 1 :]
            if isinstance(entry, int):
                yield f" at {entry}", [[*before, entry + 1, *after], [*before, max(0, entry - 1), *after]]
            else:
                instead = [other for other in others if isinstance(entry, str) and other != entry]
                yield f" without {entry}", [[*before, *after], *([*before, word, *after] for word in instead)]
            if isinstance(entry, dict):
                for key in entry.keys() - set(ABOUT):
                    words = [row[key] for row in value if row.get(key) != entry[key] and key in row] or others
                    for what, tries in variants(entry[key], words):
                        yield f" at {key} of {entry}{what}", [[*before, {**entry, key: t}, *after] for t in tries]
    else:
        raise AssertionError(f"{value!r} is no number, word or list")
