"""Positions for strategic warfare and production: facts are set, and dice written down, before anything happens."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grognard.engine import position
from grognard.engine.dice import ScriptedDice
from grognard.engine.match import Match
from grognard.engine.state import put
from grognard.games import find
from grognard.games.twoww.income import income
from grognard.games.twoww.state import AXIS, POOL, REVOLT, War
from grognard.games.twoww.world import SIDES
from tests.rulebooks.twoww.table import Table, faces, join


def moment(
    text: str,
    *,
    dice: Sequence[int | Sequence[int]] = (),
    at_war: Mapping[str, str] | None = None,
    at_peace: Sequence[str] = (),
    conquered: Mapping[str, str] | None = None,
    holds: Mapping[str, str] | None = None,
    pool: Sequence[str] = (),
    **facts: Any,
) -> Table:
    """A table whose position is changed before its first step: who is at war for whom, who has conquered whom, who
    holds which city, who is in the pool after all, and other facts by their names in the state. Iraq is in revolt
    unless `iraq` says otherwise."""
    s = position.read(f"2ww war\n{text.strip()}", find)
    assert isinstance(s, War)
    if "iraq" not in facts:
        s.iraq, s.owner[s.world.iraq] = REVOLT, AXIS
    for country, side in (at_war or {}).items():
        join(s, s.world.country_index[country], SIDES[side])
    for country in at_peace:
        s.neutral[s.world.country_index[country]] = 1
    for country, side in (conquered or {}).items():
        conquer(s, country, side)
    for place, side in (holds or {}).items():
        s.holder = put(s.holder, s.world.board.at(place), SIDES[side])
    for unit in (s.world.unit_index[name] for name in pool):
        s.where[unit], s.loyal[unit] = POOL, s.owner[s.world.nation[unit]]
    for name, value in facts.items():
        assert name in War.FACTS, f"{name} is no fact; there are {', '.join(War.FACTS)}"
        setattr(s, name, value)
    s.memo = {}
    return seated(s, dice)


def seated(s: War, dice: Sequence[int | Sequence[int]] = ()) -> Table:
    """A table for a state, with dice written down."""
    table = Table.__new__(Table)
    table.dice = ScriptedDice()
    table.dice.add(*(faces(throw) for throw in dice))
    table.match = Match(s.world.game, s.world.scenario, s.world.options, dice=table.dice, state=s)
    return table


def conquer(s: War, country: str, side: str) -> None:
    """A side has conquered a country, with all its cities."""
    number = s.world.country_index[country]
    s.owner[number], s.neutral[number], s.conquered[number] = SIDES[side], 0, 1 + SIDES[side]
    for place, city in s.world.cities.items():
        if city.country == number:
            s.holder = put(s.holder, place, SIDES[side])


def points(t: Table, country: str) -> int:
    """What a country has to spend."""
    return income(t.state, t.country(country)).value


def sources(t: Table, country: str) -> list[str]:
    """Where a country's points come from."""
    return [reason.why for reason in income(t.state, t.country(country)).reasons]


def producing(t: Table) -> str:
    """The country that is asked what to produce; nothing if none is."""
    steps = t.state.agenda
    power = getattr(steps[-1], "power", None) if steps else None
    return t.state.world.countries[power].name if power is not None else ""


def until(t: Table, country: str) -> Table:
    """Everybody passes until a country produces."""
    while producing(t) and producing(t) != country:
        (side,) = t.match.waiting
        t.say(side, "pass")
    assert producing(t) == country, f"{country} is not asked"
    return t
