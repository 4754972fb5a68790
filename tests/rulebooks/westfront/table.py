"""A table for WestFront tests: orders in words, dice written down, and short questions about the position."""

from __future__ import annotations

from collections.abc import Sequence

import grognard
from grognard.engine.dice import ScriptedDice
from grognard.engine.match import Match
from grognard.games.westfront.state import Front


class Table:
    """A match with scripted dice."""

    def __init__(self, position: str = "") -> None:
        self.dice = ScriptedDice()
        if position:
            self.match: Match = grognard.position(position, dice=self.dice)
        else:
            self.match = grognard.new("westfront", "husky", seed=0, dice=self.dice)

    @property
    def state(self) -> Front:
        assert isinstance(self.match.state, Front)
        return self.match.state

    def roll(self, *rolls: Sequence[int]) -> Table:
        """Write down the dice that come next."""
        self.dice.add(*rolls)
        return self

    def say(self, side: str, *orders: str) -> Table:
        """Give orders one after the other."""
        for order in orders:
            self.match.play(order, side)
        return self

    def refused(self, order: str, side: str | None = None) -> str | None:
        """The rule that refuses an order, or None if it is allowed."""
        refusal = self.match.why_not(order, side)
        return refusal and refusal.rule

    def steps(self, unit: str) -> int:
        return self.state.steps[self.state.world.unit_index[unit]]

    def at(self, unit: str) -> str:
        where = self.state.where[self.state.world.unit_index[unit]]
        return self.state.world.board.names[where] if where >= 0 else "eliminated" if where == -1 else "later"

    def fact(self, name: str, unit: str) -> int:
        value: int = getattr(self.state, name)[self.state.world.unit_index[unit]]
        return value

    def control(self, place: str) -> str:
        control: dict[str, str] = self.match.view()["tracks"]["control"]
        return control[place]

    def unit(self, name: str) -> int:
        return self.state.world.unit_index[name]

    def place(self, name: str) -> int:
        return self.state.world.board.at(name)

    def stacks(self) -> dict[str, str]:
        """Who stands where, with steps."""
        found: dict[str, list[str]] = {}
        for unit in self.state.world.units:
            if self.at(unit) not in ("eliminated", "later"):
                found.setdefault(self.at(unit), []).append(f"{unit} {self.steps(unit)}")
        return {place: ", ".join(units) for place, units in sorted(found.items())}

    @property
    def when(self) -> str:
        return self.match.game.when(self.state)
