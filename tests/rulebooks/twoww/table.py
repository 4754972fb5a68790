"""A table for 2WW tests: orders in words, dice written down, and short questions about the position."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self

import grognard
from grognard.engine import position
from grognard.engine.dice import ScriptedDice
from grognard.engine.match import Match
from grognard.engine.state import put
from grognard.games import find
from grognard.games.twoww.state import CONQUERED, GONE, IN_HAND, LATER, NEUTRAL, POOL, War
from grognard.games.twoww.world import SIDES
from tests.rulebooks.scripted import Scripted

OFF_MAP = {POOL: "pool", LATER: "later", GONE: "gone", CONQUERED: "conquered", IN_HAND: "in hand"}


class Table(Scripted):
    """A match with scripted dice."""

    def __init__(self, text: str = "", *, state: War | None = None, **options: Any) -> None:
        self.dice = ScriptedDice()
        if text or state is not None:
            s = state or position.read(text, find)
            world = s.world
            self.match = Match(world.game, world.scenario, world.options, secret=bytes(32), dice=self.dice, state=s)
        else:
            self.match = grognard.new("2ww", "war", seed=0, options=options, dice=self.dice)

    @property
    def state(self) -> War:
        assert isinstance(self.match.state, War)
        return self.match.state

    def roll(self, *throws: int | Sequence[int]) -> Self:
        """Write down the dice that come next: a number is the sum of two dice, a list the faces themselves."""
        return super().roll(*(faces(throw) for throw in throws))

    def country(self, name: str) -> int:
        return self.state.world.country_index[name]

    def at(self, unit: str) -> str:
        """Where a unit is: a place of the map, or pool, later, gone, conquered, in hand."""
        where = self.state.where[self.unit(unit)]
        return self.state.world.board.names[where] if where >= 0 else OFF_MAP[where]

    def strength(self, unit: str) -> str:
        """How a unit stands: full, reduced, or away from the map."""
        if self.state.where[self.unit(unit)] < 0:
            return "away"
        return "full" if self.state.full[self.unit(unit)] else "reduced"

    def commander(self, unit: str) -> str:
        return side_name(self.state.loyal[self.unit(unit)])

    def holder(self, place: str) -> str:
        """Who controls a city or port."""
        return side_name(self.state.holder[self.place(place)])

    def owner(self, country: str) -> str:
        """Who controls a country, whether it is at war or not."""
        return side_name(self.state.owner[self.country(country)])

    def is_neutral(self, country: str) -> bool:
        return bool(self.state.neutral[self.country(country)])

    def stacks(self) -> dict[str, str]:
        """Who stands where."""
        found: dict[str, list[str]] = {}
        for name, where in zip(self.state.world.units, self.state.where, strict=True):
            if where >= 0:
                found.setdefault(self.at(name), []).append(name)
        return {place: ", ".join(units) for place, units in sorted(found.items())}

    # Facts that a test sets by hand

    def at_war(self, **countries: str) -> Table:
        """Countries that were at peace fight for a side from now on, with their units and cities."""
        for name, side in countries.items():
            join(self.state, self.country(name.replace("_", " ")), SIDES[side])
        return self.touched()

    def hold(self, side: str, *places: str) -> Table:
        """Give a side control of cities and ports."""
        for place in places:
            self.state.holder = put(self.state.holder, self.place(place), SIDES[side])
        return self.touched()

    def touched(self) -> Table:
        """Whatever was worked out before no longer counts."""
        self.state.memo = {}
        return self


def at(
    text: str, *, at_war: Mapping[str, str] | None = None, holds: Mapping[str, str] | None = None, **facts: Any
) -> Table:
    """A table with a position: `2ww war` is understood. `at_war={"Belgium": "allied"}`, `holds={"Oslo": "axis"}`; other
    facts by their names in the state."""
    said = text.strip()
    s = position.read(said if said.startswith("2ww") else f"2ww war\n{said}", find)
    assert isinstance(s, War)
    for country, side in (at_war or {}).items():
        join(s, s.world.country_index[country], SIDES[side])
    for place, side in (holds or {}).items():
        s.holder = put(s.holder, s.world.board.at(place), SIDES[side])
    for name, value in facts.items():
        assert name in War.FACTS, f"{name} is no fact; there are {', '.join(War.FACTS)}"
        setattr(s, name, value)
    s.memo = {}
    return Table(state=s)


def join(s: War, country: int, side: int) -> None:
    """A country that was at peace fights for a side, with the territories that belong to it."""
    for number in [country, *(n for n, parent in enumerate(s.world.parent) if parent == country)]:
        before = s.owner[number] if not s.neutral[number] else NEUTRAL
        s.neutral[number], s.owner[number] = 0, side
        for unit in s.world.units_of[number]:
            s.loyal[unit] = side
        for place, city in s.world.cities.items():
            if city.country == number and s.holder[place] in (NEUTRAL, before):
                s.holder = put(s.holder, place, side)


def faces(throw: int | Sequence[int]) -> Sequence[int]:
    """Two dice that add up to a sum; faces as they are."""
    if not isinstance(throw, int):
        return throw
    assert 2 <= throw <= 12, f"two dice never show {throw}"
    first = max(1, throw - 6)
    return (first, throw - first)


def script(match: Match, *throws: int | Sequence[int]) -> None:
    """Write down the dice of a match that has scripted ones."""
    assert isinstance(match.dice, ScriptedDice)
    match.dice.add(*(faces(throw) for throw in throws))


def refusal(match: Match, said: str, side: str | None = None) -> str | None:
    """The rule that refuses an order, or None if it is allowed."""
    found = match.why_not(said, side)
    return found.rule if found else None


def unit(match: Match, name: str) -> int:
    return match.state.world.unit_index[name]


def side_name(side: int) -> str:
    return next(name for name, number in SIDES.items() if number == side)
