"""Keeps the ledger: which rules each test names, whether it passed, and which rules refused an order in it.

Every run is merged into `.grognard/ledger.json`, which `grognard ledger` reads. A test may only name rules that stand
in a ledger, and a test of a rule that forbids something must have seen it forbid. With several workers the
findings travel in the tests' reports, and the controller writes them down.
"""

from __future__ import annotations

from collections.abc import Generator, Iterable
from functools import cache, wraps
from typing import Any

import pytest

import grognard
from grognard.engine import agenda
from grognard.engine.orders import Order, Refusal
from grognard.engine.rulebook import Rule
from grognard.engine.state import State
from grognard.lab.checks import ledger

_REFUSED: set[str] = set()
"""The rules that have refused an order in the test that is running."""

_why_not = agenda.why_not


@wraps(_why_not)
def _listening(s: State, side: int, order: Order, orders: Iterable[Order] | None = None) -> Refusal | None:
    refusal = _why_not(s, side, order, orders)
    if refusal is not None:
        _REFUSED.add(refusal.rule)
    return refusal


@cache
def _ledger() -> dict[str, Rule]:
    """Every rule of every rulebook."""
    from tests.skirmish import GAME

    return {id: rule for book in (GAME, *grognard.rulebooks().values()) for id, rule in book.rules.items()}


def _named(item: pytest.Item) -> list[str]:
    return [id for mark in item.iter_markers("rule") for id in mark.args]


class Keeper:
    """Writes down what the tests of one run came to."""

    def __init__(self, config: pytest.Config) -> None:
        self.root = config.rootpath
        self.writes = not hasattr(config, "workerinput")
        self.run: dict[str, ledger.Shown] = {}

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_setup(self, item: pytest.Item) -> None:
        named = _named(item)
        item.user_properties.append(("rules", named))
        for id in named:
            if id not in _ledger():
                pytest.fail(f"tagged {id}, which is in no ledger", pytrace=False)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self, item: pytest.Item) -> Generator[None, Any, Any]:
        _REFUSED.clear()
        result = yield
        named = _named(item)
        if named:
            item.user_properties.append(("refused", sorted(_REFUSED)))
            for id in ledger.unshown([_ledger()[id] for id in named], _REFUSED):
                pytest.fail(f"tagged {id} but never refused by it", pytrace=False)
        return result

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        found: dict[str, Any] = dict(report.user_properties)
        before = self.run.get(report.nodeid)
        outcome: str = "skipped" if hasattr(report, "wasxfail") else report.outcome
        if before is not None and (before.outcome != "passed" or outcome == "passed"):
            outcome = before.outcome
        self.run[report.nodeid] = ledger.Shown(outcome, tuple(found.get("rules", ())), tuple(found.get("refused", ())))

    def pytest_sessionfinish(self) -> None:
        if self.writes and self.run:
            ledger.merge(self.root / ledger.REPORT, self.run, self.root)


def pytest_configure(config: pytest.Config) -> None:
    agenda.why_not = _listening
    config.pluginmanager.register(Keeper(config), "grognard-ledger")


def pytest_unconfigure(config: pytest.Config) -> None:
    agenda.why_not = _why_not
