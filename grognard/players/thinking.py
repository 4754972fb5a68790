"""What a computer player is given to think on: a redrawn copy of the match, and dice of its own.

The truth cannot be handed to a player. A `Thinking` draws everything anew that its side cannot know in the moment in
which it is made, and keeps nothing of the match it was made from.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol

import msgspec

from grognard.engine.agenda import Throw
from grognard.engine.events import Deal, Roll
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.orders import Order
from grognard.engine.state import State


class Choice(msgspec.Struct, frozen=True):
    """What a player decides, and why."""

    order: Order
    reason: str


class Thinking:
    """One decision of one side: the offered orders, and as many redrawn copies of the moment as one likes."""

    def __init__(self, match: Match, side: str, seed: object) -> None:
        self.game: Game = match.game
        self.side = side
        self.side_index = match.side_index(side)
        self.orders: Sequence[Order] = tuple(match.orders(side))
        self.rng = Random(f"{seed} {side} {match.number(side)}")
        self._drawn: State = self.game.redraw(match.state, self.side_index, self.rng.randrange)

    def draw(self, rng: Random | None = None) -> State:
        """The moment as it might be; everything that the side cannot know is drawn anew."""
        drawn: State = self.game.redraw(self._drawn, self.side_index, (rng or self.rng).randrange)
        return drawn


class Player(Protocol):
    """Anyone who decides."""

    def choose(self, thinking: Thinking) -> Choice:
        """One of the offered orders, and a reason."""
        ...


def dice(rng: Random) -> Throw:
    """Dice to think with. They know nothing of the dice of the match."""

    def throw(call: Roll | Deal) -> tuple[int, ...]:
        if isinstance(call, Deal):
            cards = list(range(call.cards))
            rng.shuffle(cards)
            return tuple(cards)
        draw = rng.random
        return tuple([1 + int(draw() * call.sides) for _ in range(call.dice)])

    return throw


def like_dice(luck: int) -> Throw:
    """Dice with which different plans meet the same luck: what is rolled for the same purpose, by the same piece in the
    same place, falls the same way, whatever else has been rolled before it."""
    streams: dict[str, Random] = {}

    def throw(call: Roll | Deal) -> tuple[int, ...]:
        facts = (
            () if isinstance(call, Deal) else (call.purpose, *[call.facts.get(name) for name in ("unit", "hq", "at")])
        )
        key = f"{luck} {facts}"
        if key not in streams:
            streams[key] = Random(key)
        return dice(streams[key])(call)

    return throw


def move(match: Match, side: str, player: Player, seed: object) -> Choice:
    """Let a player decide for a side that is waited for, and play its order."""
    choice = player.choose(Thinking(match, side, seed))
    match.play(choice.order)
    return choice
