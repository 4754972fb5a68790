"""Players that do not think ahead: chance, and a yardstick that follows a fixed scheme."""

from __future__ import annotations

from random import Random

from grognard.engine.agenda import question
from grognard.players.judging import Judge
from grognard.players.thinking import Choice, Thinking


class Anything:
    """Any order that is offered."""

    def __init__(self, seed: object = 0) -> None:
        self.rng = Random(f"anything {seed}")

    def choose(self, thinking: Thinking) -> Choice:
        return Choice(self.rng.choice(thinking.orders), "anything goes")


class ByHand:
    """A scripted player: what the judge's scheme says, without trying anything out."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def choose(self, thinking: Thinking) -> Choice:
        at = question(thinking.draw(), thinking.side_index)
        assert at is not None
        order = self.judge.script(at[1], thinking.side_index, thinking.orders)
        return Choice(order, "the scheme says so")
