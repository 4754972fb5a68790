"""Attacks on an open plain: all six hexes around Nagykanizsa SW3 are clear, without rivers or roads between.

Round it, in order: Koprivnica SE2, SE1, SW1, SW2, Sisak E2, E3. Yugoslavia fights on the Allied side.
"""

from __future__ import annotations

import sys
from typing import Any

import pytest

from grognard.games.balkan.world import SCENARIOS
from tests.rulebooks.balkan.table import Table, at

PLAIN = "NagykanizsaSW3"
"""The hex that is attacked, as it is typed."""


def fight(text: str, when: str = "Nov I 40, axis combat", **facts: Any) -> Table:
    """A combat phase; Yugoslavia is at war."""
    return at(text, when, stance={"Yugoslavia": "allied", **facts.pop("stance", {})}, **facts)


def german(text: str, when: str = "combat", *, who: str = "axis", **facts: Any) -> Table:
    """The same in April 1941, with the German pieces of a scenario that waits for later chapters."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["grognard.games.balkan"], "SCENARIOS", (*SCENARIOS, "marita_merkur"))
        return fight(text, f"Apr I 41, {who} {when}", scenario="marita_merkur", **facts)


def attack(table: Table, *units: str, at: str = PLAIN, die: int | None = None, side: str = "axis") -> Table:
    """Declare an attack, let units join it and begin it."""
    if die is not None:
        table.roll(die)
    return table.say(side, f"attack {at}", *(f"join {unit.replace('-', '')}" for unit in units), "pass")


def result(table: Table) -> str:
    """What the last attack came to."""
    return str(table.events("result")[-1]["result"])


def account(table: Table) -> dict[str, Any]:
    """What the log says of the last attack."""
    return table.events("attack")[-1]
