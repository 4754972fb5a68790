"""A table for tests of Balkan Front: positions and orders in words, dice written down, short questions."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Self

from grognard.engine import position
from grognard.engine.dice import ScriptedDice
from grognard.engine.match import Match
from grognard.engine.paths import bits
from grognard.games import find
from grognard.games.balkan.arrivals import Arrivals
from grognard.games.balkan.marches import in_points, left
from grognard.games.balkan.possession import gained, give, owned
from grognard.games.balkan.state import (
    ALLIES,
    AXIS,
    BROKEN,
    DEAD,
    GONE,
    IN_HAND,
    LATER,
    NEUTRAL,
    UNUSED,
    Campaign,
)
from grognard.games.balkan.world import SIDES, STANCES
from tests.rulebooks.scripted import Scripted

OFF_MAP = {
    LATER: "later", DEAD: "eliminated", GONE: "gone", BROKEN: "broken down", UNUSED: "tray", IN_HAND: "in hand",
}  # fmt: skip
JOINED = {"axis": AXIS, "allied": ALLIES}


class Table(Scripted):
    """A match from a position."""

    def __init__(self, s: Campaign) -> None:
        self.dice = ScriptedDice()
        world = s.world
        self.match = Match(world.game, world.scenario, world.options, secret=bytes(32), dice=self.dice, state=s)

    @property
    def state(self) -> Campaign:
        assert isinstance(self.match.state, Campaign)
        return self.match.state

    def say(self, side: str, *orders: str) -> Self:
        """Give orders one after the other; names with blanks stand in brackets: `march [Sisak E2]`."""
        return super().say(side, *map(typed, orders))

    def refused(self, order: str, side: str | None = None) -> str | None:
        """The rule that refuses an order, or None if it is allowed."""
        return super().refused(typed(order), side)

    def roll(self, *rolls: int | Sequence[int]) -> Self:
        """Write down the dice that come next: a number is one die, a list the faces of several."""
        return super().roll(*([roll] if isinstance(roll, int) else roll for roll in rolls))

    def pass_until(self, waits: str) -> Self:
        """Let every question pass until this one comes, and everything arrive by history: side and step, such as
        `allied MoveUnits`."""
        while self.waits != waits:
            self.go_on()
        return self

    def go_on(self) -> None:
        """Do nothing more in this question; whoever arrives does so by history."""
        self.match.play("historical" if self.waits.endswith(" Arriving") else "pass")

    def at(self, unit: str) -> str:
        """Where a unit is: a place of the map, or later, eliminated, gone, broken down, tray, in hand."""
        where = self.state.where[self.unit(unit)]
        return self.state.world.board.names[where] if where >= 0 else OFF_MAP[where]

    def owner(self, place: str) -> str:
        """Who owns a hex."""
        return next(name for name, side in SIDES.items() if side == self.state.owner[self.place(place)])

    def stacks(self) -> dict[str, str]:
        """Who stands where, cadres marked."""
        found: dict[str, list[str]] = {}
        for unit in self.state.world.unit_index.values():
            where = self.state.where[unit]
            if where >= 0:
                piece = self.match.game.piece_text(self.state, unit)
                found.setdefault(self.state.world.board.names[where], []).append(piece)
        return {place: ", ".join(units) for place, units in sorted(found.items())}

    def left(self, unit: str) -> Fraction | int:
        """The movement points that a unit has left in this phase."""
        return in_points(left(self.state, self.unit(unit)))


def typed(order: str) -> str:
    """An order as it is typed, where names have no blanks."""
    return re.sub(r"\[(.*?)\]", lambda found: found[1].replace(" ", ""), order)


def at(
    text: str,
    when: str = "Nov I 40, axis movement",
    *,
    scenario: str = "sandbox",
    arriving: bool = False,
    stance: Mapping[str, str] | None = None,
    owns: Mapping[str, str | Iterable[str]] | None = None,
    **facts: Any,
) -> Table:
    """A table with a position: a line per place, `Ioannina: GR-8, GR-BA cadre`. The scenario's map and pieces; the
    sandbox has all of both.

    `stance={"Bulgaria": "axis"}` lets a country join a side with all its land, `owns={"axis": "Kalpaki"}` gives land
    to a side, hex by hex or by the areas of the map. Other facts go by their names in the state; those of units or
    places may be told one by one: `hungry={"GR-8": 1}`, `broken={"Nis": 1}`. In an initial phase nobody arrives unless
    the test is about that: `arriving=True`.
    """
    s = position.read(f"balkan-front {scenario}\n{when}\n{text}", find)
    assert isinstance(s, Campaign)
    for country, side in (stance or {}).items():
        join(s, country, side)
    for side, places in (owns or {}).items():
        for name in [places] if isinstance(places, str) else places:
            give(s, ground(s, name), SIDES[side])
    for name, value in facts.items():
        assert name in Campaign.FACTS, f"{name} is no fact; there are {', '.join(Campaign.FACTS)}"
        setattr(s, name, fact(s, name, value))
    for owner in (AXIS, ALLIES):
        give(s, gained(s, owner) & ~owned(s, owner), owner)
    if not arriving:
        s.agenda = [step for step in s.agenda if not isinstance(step, Arrivals)]
    return Table(s)


def join(s: Campaign, country: str, side: str) -> None:
    """A country that began as a neutral stands otherwise; if it joins a side, its land is that side's."""
    number = s.world.neutrals.index(country)
    s.stance = s.stance[:number] + bytes([STANCES[side]]) + s.stance[number + 1 :]
    owner = JOINED.get(side, NEUTRAL)
    give(s, s.world.country(country), owner)


def ground(s: Campaign, name: str) -> int:
    """The hexes of an area of the map, or the hex of that name."""
    return s.world.mask(name) or 1 << s.world.board.at(name)


def fact(s: Campaign, name: str, value: Any) -> Any:
    """A fact of which only what differs has been told, by the names of units or places."""
    if not isinstance(value, Mapping):
        return value
    before = getattr(s, name)
    found = list(before)
    for key, number in value.items():
        if isinstance(before, bytes):
            for place in bits(ground(s, key)):
                found[place] = number
        else:
            found[s.world.unit_index[key]] = number
    return array(before.typecode, found) if isinstance(before, array) else type(before)(found)
