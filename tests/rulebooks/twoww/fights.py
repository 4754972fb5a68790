"""Small battlefields and the orders of a combat phase in one line each."""

from __future__ import annotations

from typing import Any

from grognard.games import find
from tests.rulebooks.twoww.table import Table, at

KINDS = {"attack": "land", "strike": "strike", "engage": "sea"}


def steppe(text: str, moment: str = "Summer 1943, axis combat", **facts: Any) -> Table:
    """The open country round Kharkov, with Poland in Axis hands so that German lines run home."""
    return at(f"{moment}\n{text}", at_war={"Poland": "axis"}, **facts)


def landed(how: int, *units: str) -> bytearray:
    """The fact that some units, and nobody else, have come to their hex in a certain way."""
    world = find("2ww").world("war", {})
    return bytearray(how if name in units else 0 for name in world.units)


def packed(name: str) -> str:
    """A name as it is typed in an order."""
    return name.replace(" ", "")


def order(verb: str, *names: str) -> str:
    return " ".join([verb, *(packed(name) for name in names)])


def join(t: Table, side: str, *units: str) -> Table:
    return t.say(side, *(order("join", unit) for unit in units))


def declare(t: Table, side: str, verb: str, place: str, *units: str) -> Table:
    """Announce an attack with these units and nobody else."""
    what, *target = verb.split()
    t.say(side, order(what, place, *target))
    for unit in units:
        if t.waits == f"{side} Commit" and order("join", unit) in t.offered(side):
            join(t, side, unit)  # whoever must take part has been taken
    if t.waits == f"{side} Commit":
        t.say(side, "pass")
    assert set(units) <= set(t.events(f"attack {KINDS[what]}")[-1]["attackers"])
    return t


def fires(t: Table) -> list[tuple[str, str, int, str]]:
    """Every throw so far: who, on which line, with how many factors, in which column."""
    rolls = [event.facts for event in t.match.history if event.what == "roll"]
    return [(str(f["side"]), str(f["line"]), int(f["factors"]), str(f["column"])) for f in rolls if "line" in f]


def winners(t: Table) -> list[str]:
    """Who won each exchange of fire so far."""
    return [str(facts["winner"]) for facts in t.events("fire")]
