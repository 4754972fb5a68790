"""A rulebook: its rules in our own words, in every language that it has, and the sentences made from them.

A rulebook is a folder of files: `rules.toml` (the ledger), `words.toml`, and, where there is something to say,
`looks.toml`, `lessons.toml` and `glossary.toml`; `words.de.toml` and its like say the same in another language. Every
game is a rulebook (see `game.py`); a book that several games build on can be one without being a game.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from importlib.resources.abc import Traversable
from typing import Any, ClassVar

import msgspec

from grognard.engine.drills import Drill
from grognard.engine.files import read_spoken, read_toml, spoken
from grognard.engine.kinds import Json
from grognard.engine.looks import Lesson, Looks, Term
from grognard.engine.words import Words


class Rule(msgspec.Struct, frozen=True):
    """A row of the ledger: one rule in our own words, and how to check it."""

    id: str
    title: str
    kind: str
    phase: str
    rule: str
    check: str
    needs: tuple[str, ...] = ()
    ruling: str = ""
    met: str = ""
    """How a rule of kind `enforce` shows itself when not as a refusal: view, sequence or result."""
    waits: str = ""
    """What has to come before a test can show the rule."""


class Rulebook:
    """The texts of a rulebook, each read when it is first asked for and then kept."""

    key: ClassVar[str]
    title: ClassVar[str]
    folder: ClassVar[Traversable | None] = None
    """Where its files are; a game without a folder supplies everything in code."""
    stands_on: ClassVar[tuple[Rulebook, ...]] = ()
    """The rulebooks whose words and functions it uses."""

    @cached_property
    def rules(self) -> dict[str, Rule]:
        """The ledger, by id, in the order of the book."""
        rows = self._read("rules", {"rule": []})["rule"]
        return {row.id: row for row in msgspec.convert(rows, list[Rule])}

    @cached_property
    def words(self) -> Words:
        """Its sentences in English."""
        return self._words("en")

    @cached_property
    def languages(self) -> tuple[str, ...]:
        """The languages that it speaks, English first."""
        return ("en", *(spoken(self.folder, "words") if self.folder is not None else ()))

    def words_in(self, language: str) -> Words:
        """Its sentences in a language; English where it does not speak it."""
        return self._in(language, "words", self._words) if self._translates(language) else self.words

    def rules_in(self, language: str) -> dict[str, Rule]:
        """Its rules with title, rule and ruling in a language; English where it does not speak it."""
        return self._in(language, "rules", self._rules) if self._translates(language) else self.rules

    def looks(self) -> Looks:
        """Faces of the pieces, colours, tracks: how it wants to be drawn."""
        return self._looks

    def lessons(self, language: str = "en") -> Mapping[str, Lesson]:
        """Guided first turns, by scenario."""
        return msgspec.convert(self._read("lessons", {}, language), dict[str, Lesson])

    def glossary(self, language: str = "en") -> tuple[Term, ...]:
        """The words that a newcomer will ask about."""
        return msgspec.convert(self._read("glossary", {"term": []}, language)["term"], tuple[Term, ...])

    def drills(self, language: str = "en") -> tuple[Drill, ...]:
        """Small worked positions in which its rules can be tried, in the order of the book."""
        return ()

    @cached_property
    def _looks(self) -> Looks:
        return msgspec.convert(self._read("looks", {}), Looks)

    @cached_property
    def _translated(self) -> dict[tuple[str, str], Any]:
        return {}

    def names(self) -> Mapping[str, str]:
        """What pieces are called in sentences, where orders name them by something shorter; alike in all languages."""
        return {}

    def _translates(self, language: str) -> bool:
        return language != "en" and language in self.languages

    def _in(self, language: str, what: str, read: Any) -> Any:
        found = self._translated.get((language, what))
        if found is None:
            found = self._translated[language, what] = read(language)
        return found

    def _words(self, language: str) -> Words:
        titles = {id: rule.title for id, rule in self.rules_in(language).items()}
        return Words(self._read("words", {}, language), titles, language, self.names())

    def _rules(self, language: str) -> dict[str, Rule]:
        spoken = {row["id"]: row for row in self._read("rules", {"rule": []}, language)["rule"]}
        return {id: msgspec.structs.replace(rule, **spoken.get(id, {})) for id, rule in self.rules.items()}

    def _read(self, name: str, nothing: Json, language: str = "en") -> Json:
        """What a file says, in a language if there is such a file, or nothing if there is none at all."""
        if self.folder is None or not (self.folder / f"{name}.toml").is_file():
            return nothing
        if language == "en":
            return read_toml(self.folder / f"{name}.toml").data
        return read_spoken(self.folder, name, language).data
