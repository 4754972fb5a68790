"""The ledger: what counts as a tested rule, and what the tests' plugin insists on."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from copy import copy
from pathlib import Path

import msgspec
import pytest

from grognard.engine.game import Game
from grognard.games.europa import BOOK, Europa
from grognard.lab.checks import ledger
from grognard.lab.checks.ledger import Shown
from tests.skirmish import GAME

ROOT = Path(__file__).parents[2]

FORBIDS = next(rule.id for rule in GAME.rules.values() if ledger.refusable(rule))
OTHER = next(rule.id for rule in GAME.rules.values() if not ledger.refusable(rule))

TESTS = f"""
from tests.rules import rule
from tests.skirmish import new
from grognard.engine import agenda
from grognard.engine.orders import Refusal

class Refusing(agenda.Ask):
    takes = (agenda.Order,)
    def offers(self, s): return []
    def explain(self, s, order): return Refusal({FORBIDS!r})

def refuse():
    match = new(1)
    match.state.agenda.append(Refusing(0))
    match.why_not("pass", "red")

@rule({FORBIDS!r})
def test_refused(): refuse()

@rule({FORBIDS!r})
def test_never_refused(): pass

@rule({OTHER!r})
def test_shown(): pass

@rule("XX-9.9")
def test_unknown(): pass

@rule({OTHER!r})
def test_broken(): assert False
"""


def run(folder: Path, *options: str) -> str:
    """Run the tests of a folder with the ledger's plugin, and nothing else of ours."""
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "tests.conftest",
        "--rootdir",
        str(folder),
        "-p",
        "no:cacheprovider",
    ]
    done = subprocess.run(
        [*command, *options, str(folder)],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "test_some.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    rule: rules\n", encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "several workers"])
def test_the_plugin_records_and_insists(folder: Path, options: tuple[str, ...]) -> None:
    said = run(folder, *options)
    assert f"tagged {FORBIDS} but never refused by it" in said
    assert "tagged XX-9.9, which is in no ledger" in said
    found = ledger.read(folder / ledger.REPORT)
    assert found is not None
    outcomes = {test.rpartition("::")[2]: shown.outcome for test, shown in found.items()}
    assert outcomes == {
        "test_refused": "passed",
        "test_never_refused": "failed",
        "test_shown": "passed",
        "test_unknown": "failed",
        "test_broken": "failed",
    }
    assert found["test_some.py::test_refused"].refused == (FORBIDS,)


def test_a_test_that_runs_again_replaces_itself_and_one_that_is_gone_goes(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("def test_a(): ...\ndef test_b(): ...\n", encoding="utf-8")
    report = tmp_path / "ledger.json"
    first = {
        "test_x.py::test_a": Shown("passed", ("SK-1.1",)),
        "test_x.py::test_b[one]": Shown("passed", ("SK-1.2",)),
        "test_x.py::test_gone": Shown("passed", ("SK-1.3",)),
        "test_other.py::test_c": Shown("passed", ("SK-1.4",)),
    }
    ledger.merge(report, first, tmp_path)
    ledger.merge(report, {"test_x.py::test_a": Shown("failed", ("SK-1.1",))}, tmp_path)
    assert ledger.read(report) == {
        "test_x.py::test_a": Shown("failed", ("SK-1.1",)),
        "test_x.py::test_b[one]": Shown("passed", ("SK-1.2",)),
    }


def test_only_passing_tests_count() -> None:
    tests = {
        "a": Shown("passed", (FORBIDS,)),
        "b": Shown("failed", (OTHER,)),
        "c": Shown("skipped", tuple(GAME.rules)),
    }
    account = ledger.account(GAME, tests)
    assert str(account) == f"skirmish: 1 of {len(GAME.rules)} rules tested"
    assert account.failing == [OTHER]


def test_kinds_are_counted_apart() -> None:
    account = ledger.account(GAME, {}, kind="enforce")
    assert account.rules == sum(rule.kind == "enforce" for rule in GAME.rules.values())


def waiting_for(reasons: dict[str, str]) -> Game:
    """The skirmish with a ledger in which some rules wait for something."""
    game = copy(GAME)
    game.rules = {id: msgspec.structs.replace(rule, waits=reasons.get(id, "")) for id, rule in GAME.rules.items()}
    return game


def test_rules_without_a_test_say_what_they_wait_for() -> None:
    first, second, third, *others = GAME.rules
    game = waiting_for({second: "rain", third: "rain", others[0]: "snow"})
    account = ledger.account(game, {"a": Shown("passed", (first,)), "b": Shown("failed", (second,))})
    assert account.waiting == {"rain": [second, third], "snow": [others[0]]}
    assert account.unaccounted == others[1:]
    assert account.overdue == []


def test_a_tested_rule_waits_for_nothing() -> None:
    first, second, *_ = GAME.rules
    account = ledger.account(waiting_for({first: "rain", second: "rain"}), {"a": Shown("passed", (first,))})
    assert account.waiting == {"rain": [second]}
    assert account.overdue == [first]


def test_a_test_that_is_given_parameters_is_gone_under_its_old_name(tmp_path: Path) -> None:
    (tmp_path / "test_x.py").write_text("def test_a(): ...\n", encoding="utf-8")
    report = tmp_path / "ledger.json"
    ledger.merge(report, {"test_x.py::test_a": Shown("failed", ("SK-1.1",))}, tmp_path)
    ledger.merge(report, {"test_x.py::test_a[one]": Shown("passed", ("SK-1.1",))}, tmp_path)
    ledger.merge(report, {"test_x.py::test_a[two]": Shown("passed", ("SK-1.1",))}, tmp_path)
    assert set(ledger.read(report) or {}) == {"test_x.py::test_a[one]", "test_x.py::test_a[two]"}


@pytest.mark.parametrize(
    ("id", "chapter"),
    [
        ("WF-7.33a", "7"),
        ("2WW-8.3.4a", "8"),
        ("BF-28B2-1", "28"),
        ("WF-HX.1", "HX"),
        ("GE-3.A.8.t1", "3.A"),
        ("WF-S43.2", "S43"),
    ],
)
def test_a_rule_belongs_to_a_chapter(id: str, chapter: str) -> None:
    assert ledger.chapter_of(id) == chapter


def test_refusals_are_looked_for_in_the_whole_family() -> None:
    class Title(Europa):
        stands_on = (GAME,)

    assert ledger.refusing(BOOK) == set()
    assert FORBIDS in ledger.refusing(GAME)
    assert ledger.refusing(Title()) == ledger.refusing(GAME)


def test_a_rulebook_without_a_game_is_counted() -> None:
    assert str(ledger.account(BOOK, {})) == f"europa: 0 of {len(BOOK.rules)} rules tested"
    assert [chapter.name for chapter in ledger.account(BOOK, {}).chapters] == [f"3.{letter}" for letter in "ABCDEFG"]


def test_a_damaged_report_counts_as_empty(tmp_path: Path) -> None:
    (tmp_path / "ledger.json").write_text("{broken", encoding="utf-8")
    assert ledger.read(tmp_path / "ledger.json") == {}
    assert ledger.read(tmp_path / "none.json") is None
    ledger.merge(tmp_path / "ledger.json", {}, tmp_path)
    assert json.loads((tmp_path / "ledger.json").read_text(encoding="utf-8")) == {}
