"""An owner's own numbers: a file that corrects what a game's data files say, without touching code or data.

A game offers some of its data for correction, in groups of charts. An owner's file names its game and gives only what
differs, below the name of the group:

    game = "westfront"

    [places.Metz]
    production = 1

A match keeps the corrections themselves, not the name of a file, so that it can be played again anywhere.

Every number has bounds, since an absurd one would keep the engine busy for ever. A table may declare them (`bounds =
{ dice = [1, 3] }`, for entries of that name in it and below it); otherwise they follow from our number.

What no rule of a game reads yet is not offered; its game says what that is.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple

from grognard.engine.files import Document, parse_toml
from grognard.engine.kinds import Data, Json

ABOUT = ("source", "note", "kind", "printed", "bounds", "origin")
"""Entries about the numbers beside them; they are not corrected."""

REACH = 4
SMALL = 9
"""Where no bounds are declared, a number may be this many times ours, or as large as SMALL if that is more."""
ENTRIES = 20
"""A list may have this many entries, or twice as many as ours."""
LETTERS = 100
"""How long a word may be."""
DEEPEST = 8
"""How deep tables may be nested; ours are half as deep."""

Path = tuple[str, ...]


class ChartGroup(NamedTuple):
    """Data that may be corrected: tables in tables, and where each number comes from."""

    data: Data
    sources: Mapping[Path, str]
    """The source of a table or of one entry; what is below it has the same unless it says otherwise."""
    declared: Mapping[Path, tuple[float, float]] = {}
    """The least and the most that entries of a name in a table, or below it, may be."""

    def source(self, path: Path) -> str:
        """Where the number at a path comes from: printed, reported or reconstructed."""
        while path:
            if path in self.sources:
                return self.sources[path]
            path = path[:-1]
        return self.sources.get((), "printed")

    def bounds(self, path: Path, ours: Any) -> tuple[float, float]:
        """The least and the most that the numbers at a path may be."""
        for length in reversed(range(len(path))):
            if (*path[:length], path[-1]) in self.declared:
                return self.declared[*path[:length], path[-1]]
        found = list(numbers(ours))
        high = max(SMALL, REACH * max(map(abs, found), default=0))
        return (-high if any(number < 0 for number in found) else 0), high


class Change(NamedTuple):
    """One number that an owner changes."""

    group: str
    path: Path
    ours: Any
    theirs: Any
    source: str
    """Where our number comes from."""

    def __str__(self) -> str:
        return ".".join((self.group, *self.path))


def group(data: Data, source: str = "", without: Iterable[str] = (), waits: Sequence[str] = ()) -> ChartGroup:
    """A group from a data file: each table's own `source`, but for the entries that it lists as `printed`.

    It leaves out the columns that an owner may not correct: those that identify a row, or repeat what stands elsewhere;
    and whatever waits for a rule that reads it, by its name or a pattern of names, such as `weather.* 41`.
    """
    data = _read_by_rules(data, waits, ())
    sources: dict[Path, str] = {(): str(data.get("source", source) or "printed")}
    bounds: dict[Path, tuple[float, float]] = {}
    for path, table in _tables(data, ()):
        if "source" in table:
            sources[path] = str(table["source"])
        for entry in table.get("printed", ()):
            sources[(*path, str(entry))] = "printed"
        for entry in table:
            if entry.endswith("_source"):
                sources[(*path, entry.removesuffix("_source"))] = str(table[entry])
        for entry, (low, high) in table.get("bounds", {}).items():
            bounds[(*path, entry)] = low, high
    tables = {key: value for key, value in data.items() if isinstance(value, dict)}
    hidden = frozenset(without)
    shown = {key: {name: value[name] for name in value if name not in hidden} for key, value in tables.items()}
    return ChartGroup(shown, sources, bounds)


def _read_by_rules(data: Data, waits: Sequence[str], path: Path) -> Data:
    """The data without what waits."""
    return {
        key: _read_by_rules(value, waits, (*path, key)) if isinstance(value, dict) and key not in ABOUT else value
        for key, value in data.items()
        if not any(fnmatchcase(".".join((*path, key)), pattern) for pattern in waits)
    }


def _tables(data: Data, path: Path) -> Iterator[tuple[Path, Data]]:
    for key, value in data.items():
        if isinstance(value, dict) and key not in ABOUT:
            yield (*path, key), value
            yield from _tables(value, (*path, key))


def entries(group: ChartGroup) -> Iterator[tuple[Path, Any]]:
    """Every number (or word, or list) of a group that can be corrected."""
    for path, table in _tables(group.data, ()):
        for key, value in table.items():
            if not isinstance(value, dict) and key not in ABOUT and not key.endswith("_source"):
                yield (*path, key), value


def read(text: str, name: str, game: str, groups: Mapping[str, ChartGroup]) -> list[Change]:
    """What an owner's file changes. Raises DataError where it names something that does not exist or does not fit."""
    document = parse_toml(text, name, deepest=DEEPEST)
    if document.data.get("game") != game:
        raise document.wrong(f"this is no file for {game}", f'begin it with `game = "{game}"`', "game")
    found: list[Change] = []
    for key, tables in document.data.items():
        if key == "game":
            continue
        if key not in groups or not isinstance(tables, dict):
            raise document.wrong(f"there is no group of charts {key}", f"the groups are {', '.join(groups)}", key)
        found += _changes(document, key, groups[key], groups[key].data, tables, ())
    return found


def _changes(document: Document, key: str, group: ChartGroup, ours: Data, theirs: Data, path: Path) -> Iterator[Change]:
    for name, value in theirs.items():
        here = (*path, name)
        if name in ABOUT or name.endswith("_source"):
            continue
        if name not in ours:
            known = ", ".join(known for known in ours if known not in ABOUT)
            what = f"{'.'.join((key, *here))} is not known"
            raise document.wrong(what, f"there are {known}", key, *here)
        if isinstance(ours[name], dict) and isinstance(value, dict):
            yield from _changes(document, key, group, ours[name], value, here)
        elif not _alike(ours[name], value):
            what = f"{'.'.join((key, *here))} is {_shown(value)}"
            raise document.wrong(what, f"write a value like ours, {ours[name]!r}", key, *here)
        elif fault := _too_much(ours[name], value, *group.bounds(here, ours[name])):
            raise document.wrong(f"{'.'.join((key, *here))} is {fault[0]}", fault[1], key, *here)
        elif value != ours[name]:
            yield Change(key, here, ours[name], value, group.source(here))


def _alike(ours: Any, theirs: Any) -> bool:
    """Whether a value is of the same kind as ours: a fraction or below zero only where ours is."""
    if isinstance(ours, bool) or isinstance(theirs, bool):
        return type(ours) is type(theirs)
    if isinstance(ours, int | float):
        fits = isinstance(theirs, int) or (isinstance(ours, float) and isinstance(theirs, float))
        return fits and (theirs >= 0 or ours < 0)
    if isinstance(ours, list):
        return isinstance(theirs, list) and all(any(_alike(mine, each) for mine in ours) for each in theirs if ours)
    if isinstance(ours, dict):
        return (
            isinstance(theirs, dict)
            and ours.keys() == theirs.keys()
            and all(map(_alike, ours.values(), theirs.values()))
        )
    return type(ours) is type(theirs)


def _too_much(ours: Any, theirs: Any, low: float, high: float) -> tuple[str, str] | None:
    """What is wrong with a value that goes beyond its bounds, and what would be right."""
    if isinstance(theirs, list):
        count, longest = _count(theirs), max(ENTRIES, 2 * _count(ours))
        if count > longest:
            return f"a list of {count} entries", f"write {longest} at most"
    if any(len(word) > LETTERS for word in _words(theirs)):
        return "too long a word", f"write {LETTERS} letters at most"
    wrong = next((number for number in numbers(theirs) if not low <= number <= high), None)
    return None if wrong is None else (_shown(wrong), f"write a number from {low} to {high}")


def _shown(value: Any) -> str:
    """A value as it was written, or as much of it as fits on the screen."""
    try:
        said = repr(value)
    except ValueError:  # Python does not write out numbers of thousands of digits
        return "a number of thousands of digits"
    return said if len(said) <= LETTERS else f"{said[:LETTERS]}..."


def _count(value: Any) -> int:
    """The entries of a list, with those of the lists in it."""
    return sum(1 + _count(each) for each in value) if isinstance(value, list) else 0


def numbers(value: Any) -> Iterator[float]:
    """Every number in a value."""
    return (each for each in _leaves(value) if isinstance(each, int | float) and not isinstance(each, bool))


def _words(value: Any) -> Iterator[str]:
    return (each for each in _leaves(value) if isinstance(each, str))


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list | dict):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _leaves(each)
    else:
        yield value


def packed(changes: list[Change]) -> Json:
    """The corrections as plain data, for the options of a match: tables in tables, by group."""
    found: Json = {}
    for change in changes:
        table = found.setdefault(change.group, {})
        for name in change.path[:-1]:
            table = table.setdefault(name, {})
        table[change.path[-1]] = change.theirs
    return found


def unpacked(data: Any, groups: Mapping[str, ChartGroup]) -> list[Change]:
    """The changes of such plain data. Raises ValueError where they do not fit."""
    document = Document("charts", "", {})
    if not isinstance(data, dict) or not all(isinstance(tables, dict) for tables in data.values()):
        raise ValueError("charts are tables by group, as `grognard charts check` reads them")
    found: list[Change] = []
    for key, tables in data.items():
        if key not in groups:
            raise ValueError(f"there is no group of charts {key}; the groups are {', '.join(groups)}")
        found += _changes(document, key, groups[key], groups[key].data, tables, ())
    return found


def remembered(theirs: Data, ours: Data) -> Json:
    """Those of a match's packed corrections that are still on offer: a later version may offer fewer."""
    found: Json = {}
    for name, value in theirs.items():
        if isinstance(value, dict) and isinstance(ours.get(name), dict):
            found[name] = remembered(value, ours[name])
        elif name in ours and _alike(ours[name], value):
            found[name] = value
    return found


def corrected(data: Data, changes: Data) -> Json:
    """The data of a group with its share of packed corrections; what is corrected no longer counts as ours."""
    found = dict(data)
    for key, value in changes.items():
        if isinstance(value, dict) and isinstance(found.get(key), dict):
            found[key] = corrected(found[key], value)
        else:
            found[key] = value
    return found
