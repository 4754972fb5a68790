"""Reading data files, and saying where they are wrong. No other module of the engine touches the disk."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import TypeVar

import msgspec

from grognard.engine.kinds import Json

Source = str | Path | Traversable
Shape = TypeVar("Shape")

_WORD = r"""(?:[\w-]+|"[^"]*"|'[^']*')"""
_NAME = rf"{_WORD}(?:\s*\.\s*{_WORD})*"
_LIST_HEADER = re.compile(rf"\s*\[\[\s*({_NAME})\s*\]\]")
_HEADER = re.compile(rf"\s*\[\s*({_NAME})\s*\]")
_KEY = re.compile(rf"\s*({_NAME})\s*=")
_TOKEN = re.compile(
    r"""'{3}.*?(?:'{3}|\Z)|"{3}(?:[^\\]|\\.)*?(?:"{3}|\\?\Z)|'[^'\n]*+'?|"(?:[^"\\\n]|\\.)*+"?|#[^\n]*+|[\w-]++|[.\[\]{}\n=,]""",
    re.DOTALL,
)
"""What tells the depth of a TOML file; whatever is not closed runs to the end of its line, or of the file."""


class DataError(ValueError):
    """A data file is wrong: which file, which line, what is wrong with it and what to do about it."""

    def __init__(self, file: str, line: int, what: str, remedy: str) -> None:
        super().__init__(f"{file}:{line}: {what}; {remedy}")
        self.file = file
        self.line = line
        self.what = what
        self.remedy = remedy


@dataclass(frozen=True)
class Document:
    """A TOML file that has been read, and remembers on which line each entry stood."""

    name: str
    text: str
    data: Json

    def line_of(self, *keys: str | int, word: str = "") -> int:
        """The line of a table or key, as closely as a scan of the text can tell: `line_of("place", 3, "hex")`.

        With a word, the line on which that word stands within the value.
        """
        while keys and keys not in self._lines:
            keys = keys[:-1]
        line = self._lines.get(keys, 1)
        if word:
            following = [other for other in self._lines.values() if other > line]
            end = min(following) - 1 if following else len(self._text_lines)
            whole = re.compile(rf"(?<![\w/]){re.escape(word)}(?![\w/])")
            for number in range(line, end + 1):
                if whole.search(self._text_lines[number - 1]):
                    return number
        return line

    def first_line_of(self, *keys: str | int) -> int:
        """The line on which a multi-line string really begins: below its opening quotes when nothing follows them."""
        line = self.line_of(*keys)
        opening = self._text_lines[line - 1] if self._text_lines else ""
        return line + 1 if opening.endswith(('"""', "'''")) else line

    def wrong(self, what: str, remedy: str, *keys: str | int, word: str = "", line: int = 0) -> DataError:
        """The error to raise about one entry of this file."""
        return DataError(self.name, line or self.line_of(*keys, word=word), what, remedy)

    def shaped(self, shape: type[Shape]) -> Shape:
        """The data as a typed value, or an error that names the entry that does not fit."""
        try:
            return msgspec.convert(self.data, shape)
        except msgspec.ValidationError as error:
            raise self._misshapen(str(error)) from None

    def _misshapen(self, message: str) -> DataError:
        what, _, path = message.partition(" - at `$")
        found = re.findall(r"\.([\w-]+)|\[(\d+)\]", path)
        keys = [name if name else int(number) for name, number in found]
        entry = ".".join(str(key) for key in keys) or "the file"
        what = what[0].lower() + what[1:]
        if match := re.search(r"missing required field `(.+)`", what):
            return self.wrong(f"{entry} has no {match[1]}", f"add `{match[1]} = ...`", *keys)
        if match := re.search(r"unknown field `(.+)`", what):
            remedy = "correct its spelling or remove it"
            return self.wrong(f"{entry} has an unknown entry {match[1]}", remedy, *keys, match[1])
        return self.wrong(f"{entry}: {what}", "write a value of the expected kind", *keys)

    @cached_property
    def _text_lines(self) -> list[str]:
        return self.text.splitlines()

    @cached_property
    def _lines(self) -> dict[tuple[str | int, ...], int]:
        """The line of every table and key, by path."""
        lines: dict[tuple[str | int, ...], int] = {}
        counts: dict[tuple[str | int, ...], int] = {}
        table: tuple[str | int, ...] = ()
        quoted = ""
        for number, text in enumerate(self._text_lines, 1):
            if quoted:
                quoted = "" if quoted in text else quoted
                continue
            for quotes in ('"""', "'''"):
                if text.count(quotes) % 2:
                    quoted = quotes
            if match := _LIST_HEADER.match(text):
                path = _within_lists(_words(match[1]), counts)
                counts[path] = counts.get(path, -1) + 1
                lines.setdefault(path, number)
                table = (*path, counts[path])
                lines[table] = number
            elif match := _HEADER.match(text):
                table = _within_lists(_words(match[1]), counts)
                _note(lines, table, 1, number)
            elif match := _KEY.match(text):
                words = _words(match[1])
                _note(lines, (*table, *words), len(table) + 1, number)
        return lines


def _words(name: str) -> tuple[str, ...]:
    return tuple(word.strip("\"'") for word in re.findall(_WORD, name))


def _within_lists(words: tuple[str, ...], counts: Mapping[tuple[str | int, ...], int]) -> tuple[str | int, ...]:
    """A header below `[[a]]` belongs to the latest entry of a."""
    path: tuple[str | int, ...] = ()
    for word in words[:-1]:
        path = (*path, word)
        if path in counts:
            path = (*path, counts[path])
    return (*path, words[-1])


def _note(lines: dict[tuple[str | int, ...], int], path: tuple[str | int, ...], start: int, number: int) -> None:
    for length in range(start, len(path) + 1):
        lines.setdefault(path[:length], number)


def read_toml(source: Source) -> Document:
    """Read a TOML file from the disk or from a package's resources."""
    path = Path(source) if isinstance(source, str) else source
    raw = path.read_bytes()
    try:
        text = raw.decode()
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(path.name, line, "this line is not UTF-8 text", "save the file as UTF-8") from None
    return parse_toml(text, path.name)


def read_spoken(folder: Traversable, name: str, language: str) -> Document:
    """A file of sentences in a language (`glossary.de.toml`), or in English where there is none (`glossary.toml`)."""
    spoken = folder / f"{name}.{language}.toml"
    return read_toml(spoken if language.isalpha() and spoken.is_file() else folder / f"{name}.toml")


def spoken(folder: Traversable, name: str) -> list[str]:
    """The languages besides English in which there is such a file of sentences."""
    parts = (file.name.split(".") for file in folder.iterdir())
    return sorted(language for first, language, _ in (part for part in parts if len(part) == 3) if first == name)


def parse_toml(text: str, name: str, *, deepest: int = 0) -> Document:
    """The same for text that is already at hand; `name` is what messages call it.

    `deepest` is for text from strangers: how many names a key may have, and how many brackets may be open at once. The
    work of reading grows with the square of the former, and Python's stack limits the latter.
    """
    text = text.replace("\r\n", "\n")
    if deepest:
        _check_depth(text, name, deepest)
    try:
        return Document(name, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        what = str(error)
        found = re.search(r" \(at (?:line (\d+), column (\d+)|end of document)\)", what)
        line = int(found[1]) if found and found[1] else max(1, len(text.splitlines()))
        column = f" at column {found[2]}" if found and found[2] else ""
        what = what[: found.start()] if found else what
        raise DataError(name, line, f"not valid TOML{column}: {what}", "correct the line or the one above it") from None
    except ValueError:  # Python refuses to read numbers of thousands of digits
        raise DataError(name, 1, "it holds a number of thousands of digits", "write a shorter one") from None


def _check_depth(text: str, name: str, deepest: int) -> None:
    """Refuse keys of too many names and too many open brackets, before anybody reads them."""
    names = brackets = 0
    before = ""
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token in "[]{}":
            brackets = max(0, brackets + (1 if token in "[{" else -1))
            names = 0
        elif token != "." and token[0] != "#":
            names = names + 1 if before == "." else 1
        if names > deepest or brackets > deepest:
            line = text.count("\n", 0, found.start()) + 1
            raise DataError(name, line, "this goes too deep", f"put no more than {deepest} tables into one another")
        before = token


def read_data(source: Source) -> bytes:
    """The contents of a file on the disk or among a package's resources."""
    return (Path(source) if isinstance(source, str) else source).read_bytes()


def read_bytes(path: str | Path) -> bytes:
    """The contents of a file."""
    return Path(path).read_bytes()


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file whole or not at all: a crash in between leaves the old one as it was."""
    target = Path(path)
    beside = target.with_name(f".{target.name}.new")
    beside.write_bytes(data)
    beside.replace(target)
