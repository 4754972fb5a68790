"""What the tables of all games have in common: a match with scripted dice, orders in words, and short questions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from grognard.engine.dice import ScriptedDice
from grognard.engine.match import Match


class Scripted:
    """A match with scripted dice."""

    match: Match
    dice: ScriptedDice

    @property
    def state(self) -> Any:
        return self.match.state

    def roll(self, *rolls: Sequence[int]) -> Self:
        """Write down the faces of the dice that come next, roll by roll."""
        self.dice.add(*rolls)
        return self

    def say(self, side: str, *orders: str) -> Self:
        """Give orders one after the other."""
        for order in orders:
            self.match.play(order, side)
        return self

    def refused(self, order: str, side: str | None = None) -> str | None:
        """The rule that refuses an order, or None if it is allowed."""
        refusal = self.match.why_not(order, side)
        return refusal.rule if refusal else None

    def offered(self, side: str | None = None) -> list[str]:
        """Every order on offer, as it is typed."""
        return [str(order) for order in self.match.orders(side)]

    def unit(self, name: str) -> int:
        return self.state.world.unit_index[name]  # type: ignore[no-any-return]

    def place(self, name: str) -> int:
        return self.state.world.board.at(name)  # type: ignore[no-any-return]

    def fact(self, name: str, unit: str) -> int:
        value: int = getattr(self.state, name)[self.unit(unit)]
        return value

    @property
    def when(self) -> str:
        return self.match.game.when(self.state)

    @property
    def waits(self) -> str:
        """Who is asked what: the side and the name of the step."""
        (side,) = self.match.waiting
        return f"{side} {self.match.view(side)['prompt']['step']}"

    def events(self, what: str) -> list[dict[str, Any]]:
        """The facts of everything of one kind that has happened so far."""
        return [dict(event.facts) for event in self.match.history if event.what == what]
