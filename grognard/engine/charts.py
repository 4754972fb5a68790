"""Lookup tables, and where their numbers come from.

A charts file is a TOML file of tables. Each table says its `source` (printed, reported or reconstructed) or inherits
that of the file, and may carry a `note`; a row of it may have an `origin` of its own. Fractions are text and are read
exactly: "1/2". A table with `kind = "odds"` is a combat results table, one with `kind = "columns"` is read by a number
(a difference, a strength):

    [combat]
    source = "printed"
    kind = "odds"
    columns = ["1:2", "1:1", "3:2", "2:1"]
    below = "AE"
    rows = { 1 = ["AE", "AR", "EX", "EX"], 2 = ["AR", "EX", "EX", "DR"] }
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, ClassVar, NamedTuple

from grognard.engine.corrections import corrected
from grognard.engine.files import Document, Source, read_toml
from grognard.engine.kinds import Data
from grognard.engine.tally import Number, exact

ORIGINS = ("printed", "reported", "reconstructed")
_ABOUT = ("source", "note", "kind", "bounds")


class Origin(NamedTuple):
    """Where a table's numbers come from, for the player to see."""

    table: str
    source: str
    note: str
    rules: tuple[str, ...] = ()
    """The ids in brackets in the comment above the table."""


class Chart(Data):
    """One table of a charts file: `chart["hill"]["stacking"]`."""

    def __init__(self, document: Document, name: str, source: str) -> None:
        table = document.data[name]
        self.name = name
        self.source = source
        self.note = str(table.get("note", ""))
        self._document = document
        self._values = {key: value for key, value in table.items() if key not in _ABOUT}

    def __getitem__(self, key: str) -> Any:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}, {self.source}>"

    def number(self, *path: str) -> Number:
        """A number of the table, exactly: `charts["re_sizes"].number("battalion")` may be written "1/2"."""
        value: Any = self._values
        for key in path:
            value = value[key]
        try:
            return exact(value)
        except ValueError as error:
            what = f"{'.'.join(path)} of table [{self.name}]: {error}"
            raise self._document.wrong(what, "correct it", self.name, *path) from None

    def source_of(self, *path: str) -> str:
        """Where an entry comes from: a row or column may say so itself, in an `origin` or `source` of its own."""
        found, row = self.source, self._values
        for key in (*path, ""):
            said = row.get("origin", row.get("source", found))
            found = said.get(key, found) if isinstance(said, dict) else str(said)
            below = row.get(key)
            row = below if isinstance(below, dict) else {}
        return found

    def require(self, rows: Iterable[str] = (), columns: Iterable[str] = ()) -> None:
        """Make sure that the rows are there, and the columns in each of them (in every row, if none is named)."""
        rows = tuple(rows)
        for row in rows:
            if row not in self._values:
                raise self._document.wrong(
                    f"table [{self.name}] has no row {row}", f"add [{self.name}.{row}]", self.name
                )
        wanted = rows or tuple(row for row, value in self._values.items() if isinstance(value, dict))
        for row in wanted:
            for column in columns:
                if not isinstance(self._values[row], dict) or column not in self._values[row]:
                    what = f"row {row} of table [{self.name}] has no column {column}"
                    raise self._document.wrong(what, f"add `{column} = ...` to that row", self.name, row)


class Table(Chart):
    """Columns in ascending order and rows of modified rolls; a roll beyond them counts as the nearest row.

    A value belongs to the highest column whose lower limit it reaches; `below` answers any value under the first one,
    without a roll. Without a `below`, or with `below = "first"`, such a value belongs to the first column too.
    """

    example: ClassVar[str] = "0, 1, 2, ..."

    def __init__(self, document: Document, name: str, source: str) -> None:
        super().__init__(document, name, source)
        self.columns: tuple[str, ...] = tuple(str(column) for column in self._list("columns"))
        self.limits = [self._read_limit(column) for column in self.columns]
        if sorted(set(self.limits)) != self.limits:
            what = f"the columns of table [{name}] are not in ascending order"
            raise document.wrong(what, "write each once, the lowest first", name, "columns")
        below = self.get("below", FIRST)
        self.below: Any = None if below == FIRST else below
        rows = self.get("rows")
        if not isinstance(rows, dict) or not rows:
            raise document.wrong(f"table [{name}] has no rows", 'add `rows = { "1" = [...] }`', name)
        self._rows = {self._read_roll(roll): self._read_row(roll, row) for roll, row in rows.items()}

    def reached(self, value: Fraction | int) -> int:
        """The highest column whose limit a value reaches; -1 if the table answers so low a value without a roll."""
        found = bisect_right(self.limits, value) - 1
        return max(found, 0) if self.below is None else found

    def shifted(self, column: int, by: int) -> int:
        """The column that many to the right (or left, if negative), kept within the table."""
        return max(0, min(column + by, len(self.columns) - 1))

    def result(self, roll: int, column: int) -> Any:
        """The result of a roll in a column; -1 is below the first one, where no roll matters."""
        if column < 0:
            return self.below
        low, high = min(self._rows), max(self._rows)
        return self._rows[max(low, min(roll, high))][column]

    def results(self, column: int, rolls: Iterable[int]) -> list[Any]:
        """The result of each of some rolls."""
        return [self.result(roll, column) for roll in rolls]

    def _list(self, key: str) -> list[Any]:
        value = self.get(key)
        if not isinstance(value, list) or not value:
            remedy = f"add `{key} = [{self.example}]`"
            raise self._document.wrong(f"table [{self.name}] has no {key}", remedy, self.name)
        return value

    def _read_limit(self, column: str) -> Fraction:
        try:
            return Fraction(exact(column))
        except ValueError:
            what = f"column {column} of table [{self.name}] is no number"
            raise self._document.wrong(what, "write its lower limit", self.name, "columns", word=column) from None

    def _read_roll(self, roll: str) -> int:
        if not re.fullmatch(r"-?\d+", roll):
            what = f"row {roll} of table [{self.name}] is not a die roll"
            raise self._document.wrong(what, "name the row by a whole number", self.name, "rows", roll, word=roll)
        return int(roll)

    def _read_row(self, roll: str, row: Any) -> tuple[Any, ...]:
        if not isinstance(row, list) or len(row) != len(self.columns):
            count = len(row) if isinstance(row, list) else 1
            what = f"row {roll} of table [{self.name}] has {count} results for {len(self.columns)} columns"
            raise self._document.wrong(what, "give one result per column", self.name, "rows", roll, word=roll)
        return tuple(row)


class Odds(Table):
    """A combat results table: its columns are odds, such as 1:2, 3:2 (or 1.5:1) and 3:1."""

    example = '"1:2", "1:1", "2:1", ...'

    def column(self, attack: Fraction | int, defence: Fraction | int) -> int:
        """The column for these strengths, rounded in the defender's favour and kept within the table; -1 if the table
        answers odds as low as that without a roll."""
        if attack < 0 or defence < 0 or not (attack or defence):
            raise ValueError(f"no odds between strengths {attack} and {defence}")
        return self.reached(Fraction(attack, defence)) if defence else len(self.columns) - 1

    def _read_limit(self, column: str) -> Fraction:
        match = re.fullmatch(r"(\d+(?:\.\d+)?)[:-](\d+(?:\.\d+)?)\+?", column)
        if not match or not Fraction(match[2]):
            what = f"column {column} of table [{self.name}] is not odds"
            raise self._document.wrong(what, 'write it as "3:1"', self.name, "columns", word=column)
        return Fraction(match[1]) / Fraction(match[2])


FIRST = "first"
TABLES = {"odds": Odds, "columns": Table}


def is_at_least(attack: Fraction | int, defence: Fraction | int, times: int) -> bool:
    """Whether strengths stand at these odds to one or better; against nothing, any strength does.

    >>> is_at_least(20, 2, 10), is_at_least(Fraction(39, 2), 2, 10), is_at_least(1, 0, 10)
    (True, False, True)
    """
    return attack > 0 and attack >= times * defence


class Charts(Mapping[str, Chart]):
    """The tables of one file."""

    def __init__(self, document: Document) -> None:
        self.name = document.name
        self._document = document
        self._charts: dict[str, Chart] = {}
        inherited = document.data.get("source", "")
        for name, table in document.data.items():
            if isinstance(table, dict):
                source = table.get("source", inherited)
                if source not in ORIGINS:
                    said = f"an unknown source {source!r}" if source else "no source"
                    remedy = "add `source = ` printed, reported or reconstructed"
                    raise document.wrong(f"table [{name}] has {said}", remedy, name)
                self._charts[name] = TABLES.get(table.get("kind", ""), Chart)(document, name, source)
            elif isinstance(table, list) and any(isinstance(entry, dict) for entry in table):
                raise document.wrong(f"[[{name}]] is a list of tables", f"name them: [{name}.first]", name)

    def __getitem__(self, name: str) -> Chart:
        if name not in self._charts:
            raise self._document.wrong(f"there is no table [{name}]", f"add [{name}]")
        return self._charts[name]

    def __contains__(self, name: object) -> bool:
        return name in self._charts

    def __iter__(self) -> Iterator[str]:
        return iter(self._charts)

    def __len__(self) -> int:
        return len(self._charts)

    def odds(self, name: str) -> Odds:
        """A table, which must be a combat results table."""
        chart = self[name]
        if not isinstance(chart, Odds):
            raise self._document.wrong(f"table [{name}] is not an odds table", 'add `kind = "odds"`', name)
        return chart

    def table(self, name: str) -> Table:
        """A table, which must have columns and rows of rolls."""
        chart = self[name]
        if not isinstance(chart, Table):
            raise self._document.wrong(f"table [{name}] has no columns", 'add `kind = "columns"`', name)
        return chart

    def origins(self) -> list[Origin]:
        """Every table with where it comes from."""
        return [Origin(chart.name, chart.source, chart.note, self._rules(chart)) for chart in self._charts.values()]

    def _rules(self, chart: Chart) -> tuple[str, ...]:
        above = self._document.text.splitlines()[: self._document.line_of(chart.name) - 1]
        comment: list[str] = []
        while above and above[-1].startswith("#"):
            comment.insert(0, above.pop())
        return tuple(id for listed in re.findall(r"\[([^\]]*)\]", " ".join(comment)) for id in listed.split(", "))


def load(source: Source, own: Data | None = None) -> Charts:
    """Read a charts file, with an owner's numbers in place of ours if there are any."""
    document = read_toml(source)
    return Charts(replace(document, data=corrected(document.data, own)) if own else document)
