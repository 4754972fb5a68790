"""The ledger: which rules of a rulebook have a passing test.

Tests name the rules that they show, `@rule("WF-7.33a")`. Each run of the tests writes down what it found in
`.grognard/ledger.json` (see `tests/conftest.py`); here it is read back and held against the rules of each rulebook.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path

import msgspec

from grognard.engine.rulebook import Rule, Rulebook

REPORT = Path(".grognard") / "ledger.json"

MAKES_REFUSALS = {"Refusal", "no"}
"""The names under which games make refusals."""


class Shown(msgspec.Struct, frozen=True):
    """How a test went when it last ran: its outcome, the rules that it names, those that refused an order in it."""

    outcome: str
    rules: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class Chapter(msgspec.Struct):
    """The rules of one chapter, and those among them that have a passing test."""

    name: str
    rules: list[Rule]
    tested: list[str]

    @property
    def missing(self) -> list[Rule]:
        return [rule for rule in self.rules if rule.id not in self.tested]


class Account(msgspec.Struct):
    """A rulebook's ledger held against the tests."""

    book: str
    chapters: list[Chapter]
    failing: list[str]
    """Rules with a test that failed when it last ran."""

    @property
    def waiting(self) -> dict[str, list[str]]:
        """The rules without a test that say what they wait for, by reason, the most frequent one first."""
        found: dict[str, list[str]] = {}
        for chapter in self.chapters:
            for rule in chapter.missing:
                if rule.waits:
                    found.setdefault(rule.waits, []).append(rule.id)
        return dict(sorted(found.items(), key=lambda item: (-len(item[1]), item[0])))

    @property
    def unaccounted(self) -> list[str]:
        """Rules that have no passing test and do not say what they wait for."""
        return [rule.id for chapter in self.chapters for rule in chapter.missing if not rule.waits]

    @property
    def overdue(self) -> list[str]:
        """Rules that say they wait though a test shows them."""
        return [
            rule.id for chapter in self.chapters for rule in chapter.rules if rule.waits and rule.id in chapter.tested
        ]

    @property
    def tested(self) -> int:
        return sum(len(chapter.tested) for chapter in self.chapters)

    @property
    def rules(self) -> int:
        return sum(len(chapter.rules) for chapter in self.chapters)

    def __str__(self) -> str:
        return f"{self.book}: {self.tested} of {self.rules} rules tested"


def read(path: Path = REPORT) -> dict[str, Shown] | None:
    """How the tests went, by test; None if they have not been run."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=dict[str, Shown])
    except FileNotFoundError:
        return None
    except msgspec.MsgspecError:
        return {}


def merge(path: Path, run: Mapping[str, Shown], root: Path) -> None:
    """Add a run to the report: tests that ran again replace themselves, and tests that are gone go.

    A test that has been given parameters, or lost them, is gone under its former name.
    """
    shapes = {test.partition("[")[0]: "[" in test for test in run}

    def is_kept(test: str) -> bool:
        has_parameters = "[" in test
        return _still_there(test, root) and shapes.get(test.partition("[")[0], has_parameters) == has_parameters

    kept = {test: shown for test, shown in (read(path) or {}).items() if is_kept(test)}
    kept |= {test: shown for test, shown in run.items() if shown.rules}
    for test, shown in run.items():
        if not shown.rules:
            kept.pop(test, None)
    path.parent.mkdir(parents=True, exist_ok=True)
    whole = path.with_suffix(".new")
    whole.write_bytes(msgspec.json.format(msgspec.json.encode(dict(sorted(kept.items())))))
    whole.replace(path)


def account(book: Rulebook, tests: Mapping[str, Shown], kind: str | None = None) -> Account:
    """Which rules of a rulebook have a passing test."""
    passed = {rule for shown in tests.values() if shown.outcome == "passed" for rule in shown.rules}
    failed = {rule for shown in tests.values() if shown.outcome == "failed" for rule in shown.rules}
    chapters: dict[str, Chapter] = {}
    for rule in book.rules.values():
        if kind is None or rule.kind == kind:
            name = chapter_of(rule.id)
            chapter = chapters.setdefault(name, Chapter(name, [], []))
            chapter.rules.append(rule)
            if rule.id in passed:
                chapter.tested.append(rule.id)
    return Account(book.key, list(chapters.values()), [rule for rule in book.rules if rule in failed])


def chapter_of(rule: str) -> str:
    """The chapter that a rule id belongs to; of the Europa vocabulary, which is one chapter, the section.

    >>> chapter_of("WF-7.33a"), chapter_of("2WW-8.3.4a"), chapter_of("BF-28B2-1"), chapter_of("WF-HX.1")
    ('7', '8', '28', 'HX')
    >>> chapter_of("GE-3.A.8.t1")
    '3.A'
    """
    found = re.match(r"\w+-(\d+(?:\.[A-Z])?|[A-Z]+\d*)", rule)
    return found[1] if found else rule


def refusable(rule: Rule) -> bool:
    """Whether a rule shows itself by refusing an order, so that its test must have met that refusal."""
    return rule.kind == "enforce" and not rule.met


def unshown(rules: Iterable[Rule], refused: Iterable[str]) -> list[str]:
    """Those of a test's rules that ought to have refused an order in it and did not."""
    met = set(refused)
    return [rule.id for rule in rules if refusable(rule) and rule.id not in met]


def refusing(book: Rulebook) -> set[str]:
    """The rules by which the code of a rulebook, and of those that it stands on, refuses orders: ids that stand in it
    where a refusal is made."""
    family = (book, *book.stands_on)
    rules = {id: rule for each in family for id, rule in each.rules.items()}
    packages = [Path(str(import_module(type(each).__module__).__file__)).parent for each in family]
    found: set[str] = set()
    for path in sorted(path for package in packages for path in package.glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in MAKES_REFUSALS:
                found |= {str(part.value) for part in ast.walk(node) if isinstance(part, ast.Constant)} & rules.keys()
    return {id for id in found if refusable(rules[id])}


def never_met(book: Rulebook, tests: Mapping[str, Shown]) -> list[str]:
    """Rules by which the code refuses orders though no passing test has met that refusal."""
    met = {id for shown in tests.values() if shown.outcome == "passed" for id in shown.refused}
    return sorted(refusing(book) - met)


def _still_there(test: str, root: Path) -> bool:
    file, _, name = test.partition("::")
    function = name.rpartition("::")[2].partition("[")[0]
    try:
        return f"def {function}(" in (root / file).read_text(encoding="utf-8")
    except OSError:
        return False
