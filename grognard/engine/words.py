"""The sentences of a game, kept apart from its rules so that they can be changed and translated.

A game brings its own tables; what is said in every game lies in `engine/data/`. English texts that are made elsewhere
(a moment, a reason, a line of odds) are their own keys: `tell` looks them up whole, or as a phrase with gaps.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files as resources
from typing import Any

from grognard.engine.files import read_spoken
from grognard.engine.kinds import Data, Json
from grognard.engine.orders import Refusal

Tables = Mapping[str, Mapping[str, str]]

TEXTS_REMEMBERED = 4096
"""How many texts are remembered once they have been worded."""
LISTS = (". ", "; ", ": ", ", ", " | ", "\n")
"""A text that is no phrase may be a list of phrases."""


@lru_cache(maxsize=16)
def common(language: str) -> Tables:
    """What is said in every game; a game may use words of its own for it."""
    found: Tables = read_spoken(resources("grognard.engine") / "data", "words", language).data
    return found


TABLE = common("en")["table"]


class Words:
    """Templates by kind (prompts, warnings, events, rolls, refusals, table) and key; facts fill their {places}.

    A place may ask for a form of a fact: `{side:of}` is looked up in the table `facts of`.

    >>> german = Words({"events": {"turn": "Der Zug {side:of}."}, "facts of": {"axis": "der Achse"}}, {}, "de")
    >>> german.say("events", "turn", {"side": "axis"})
    'Der Zug der Achse.'

    Pieces that orders name by something short have their full names in sentences:

    >>> words = Words({"events": {"gone": "{unit} is lost."}}, {}, names={"GR-8": "the 8th Division"})
    >>> words.say("events", "gone", {"unit": "GR-8"}), words.tell("GR-8 thrown back")
    ('the 8th Division is lost.', 'the 8th Division thrown back')
    """

    def __init__(
        self,
        tables: Tables,
        titles: Mapping[str, str],
        language: str = "en",
        names: Mapping[str, str] | None = None,
    ) -> None:
        self.tables = tables
        self.titles = titles
        """Rule titles, for refusals that have no sentence of their own."""
        self._common = common(language)
        self._phrases = [_phrase(*pair) for pair in self._all("phrases").items()]
        self._names = dict(names or {})
        self._known = {**self._names, **self._all("titles"), **self._all("facts")}
        self.tell = lru_cache(maxsize=TEXTS_REMEMBERED)(self._tell)
        """A fact, or a text that was made in English, in this language."""

    def _all(self, kind: str) -> dict[str, str]:
        return {**self._common.get(kind, {}), **self.tables.get(kind, {})}

    def _template(self, kind: str, key: str) -> str | None:
        return self.tables.get(kind, {}).get(key) or self._common.get(kind, {}).get(key)

    def say(self, kind: str, key: str, facts: Data) -> str:
        template = self._template(kind, key)
        if template is None:
            said = ", ".join(f"{name} {self._plain(value)}" for name, value in facts.items())
            return f"{key}: {said}" if facts else key
        return template.format_map(_Facts(self, facts))

    def button(self, prompt: str, verb: str, facts: Data) -> str | None:
        """What an order without piece or place means as the answer to a prompt; None where its verb says enough."""
        template = self._template("buttons", f"{prompt}.{verb}")
        return template and template.format_map(_Facts(self, facts))

    def button_names(self, prompt: str, verb: str) -> frozenset[str]:
        """What the words of a button name: facts of its prompt, or fields of the order itself."""
        return frozenset(re.findall(r"\{(\w+)", self._template("buttons", f"{prompt}.{verb}") or ""))

    def title(self, text: str) -> str:
        """A short text (a track, a kind of unit, a layer) in this language; English is its own key."""
        return self._template("titles", text) or text

    def refuse(self, refusal: Refusal) -> str:
        """The sentence of a refusal; it ends with the rule behind it."""
        rule = refusal.rule
        if rule in TABLE:
            return (self._template("table", rule) or TABLE[rule]).format_map(_Facts(self, refusal.facts))
        sentences = self.tables.get("refusals", {})
        template = sentences.get(f"{rule}.{refusal.reason}") or sentences.get(rule)
        said = template.format_map(_Facts(self, refusal.facts)) if template else self._titled(rule)
        return f"{said} [{rule}]"

    def _titled(self, rule: str) -> str:
        return f"{self.titles.get(rule) or self.title('Not allowed')}."

    def form(self, text: str, form: str) -> str:
        """A fact in one of its forms, such as `of`."""
        return self._template(f"facts {form}", text) or self.tell(text)

    def _tell(self, text: str) -> str:
        if text in self._known:
            return self._known[text]
        for pattern, template in self._phrases:
            found = pattern.fullmatch(text)
            if found:
                return template.format_map(_Facts(self, found.groupdict()))
        name, _, rest = text.partition(" ")
        if name in self._names:
            return f"{self._names[name]} {self.tell(rest)}"
        for between in LISTS if self._phrases else ():
            if between in text:
                return between.join(map(self.tell, text.split(between)))
        return text

    def _plain(self, value: object) -> object:
        return self.tell(value) if isinstance(value, str) else value


@lru_cache(maxsize=16)
def table_words(language: str) -> Words:
    """What the table itself has to say, whatever the game."""
    return Words({}, {}, language)


def _phrase(english: str, template: str) -> tuple[re.Pattern[str], str]:
    """A phrase as a pattern: each gap takes as little as it can."""
    parts = re.split(r"\{(\w+)\}", english)
    return re.compile("".join(_gap(part) if odd % 2 else re.escape(part) for odd, part in enumerate(parts))), template


def _gap(name: str) -> str:
    return f"(?P<{name}>.+?)"


class _Fact(str):
    """A fact within a sentence; the sentence may ask for one of its forms."""

    __slots__ = ("words",)
    words: Words

    def __format__(self, form: str) -> str:
        return self.words.form(str(self), form) if form else self.words.tell(str(self))


class _Facts(Json):
    def __init__(self, words: Words, facts: Data) -> None:
        super().__init__(facts)
        self.words = words

    def __missing__(self, key: str) -> str:
        return "?"

    def __getitem__(self, key: str) -> Any:
        value = super().__getitem__(key)
        if isinstance(value, list | tuple):
            return ", ".join(self._worded(value))
        if isinstance(value, str):
            fact = _Fact(value)
            fact.words = self.words
            return fact
        return value

    def _worded(self, values: Iterable[object]) -> Iterable[str]:
        return (self.words.tell(value) if isinstance(value, str) else str(value) for value in values)
