"""Small positions that can be solved: what a fair player can reach at most, and what a given player does reach.

Hidden things are drawn by the game's own `redraw`, in every way it can draw them; dice are tried in every way they can
fall. So a player's score is exact, and one that is above the best fair score proves that the player knows too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from typing import Any

from grognard.engine.agenda import Ask, Chance
from grognard.engine.match import Match
from grognard.engine.orders import Order
from grognard.engine.state import State
from grognard.lab.analysis.chances import POLICIES, Policy, distribution
from grognard.players.thinking import Player, Thinking

World = tuple[State, Fraction]


class Script:
    """Choices that begin as told and then take the first; remembers which other scripts there are."""

    def __init__(self, script: list[int]) -> None:
        self.script = script
        self.made: list[int] = []
        self.others: list[list[int]] = []
        self.chance = Fraction(1)

    def choose(self, count: int) -> int:
        self.chance /= count
        if len(self.made) == len(self.script):
            self.others += [[*self.script, other] for other in range(1, count)]
            self.script = [*self.script, 0]
        self.made.append(self.script[len(self.made)])
        return self.made[-1]


def worlds(match: Match, side: str) -> list[World]:
    """Every moment that looks like this one from a side, and its chance."""
    found: list[World] = []
    left: list[list[int]] = [[]]
    while left:
        script = Script(left.pop())
        found.append((match.game.redraw(match.state, match.side_index(side), script.choose), script.chance))
        left += script.others
    assert sum(chance for _, chance in found) == 1
    return found


def win(s: State, index: int) -> Fraction:
    """1 for a win, 0 for a loss, a half for neither."""
    assert s.outcome is not None
    winner = s.outcome.winner
    return Fraction(1, 2) if winner is None else Fraction(winner == s.world.sides[index])


def value(s: State, index: int, policy: Policy) -> Fraction:
    """How likely a side is to win if it plays by a policy; its enemy has nothing to decide."""
    known = {**POLICIES, "asked": policy, "nothing": _nothing}
    names = {side: "asked" if number == index else "nothing" for number, side in enumerate(s.world.sides)}
    chances = distribution(s, names, key=lambda end: win(end, index), known=known, samples=0)
    return chances.mean(lambda won: won)


def _nothing(s: Any, ask: Ask[Any], orders: Sequence[Order]) -> Sequence[Order]:
    assert len(orders) == 1, f"{type(ask).__name__} asks the enemy"
    return orders


# The best fair score


def best_fair(found: Sequence[World], index: int) -> Fraction:
    """The most that anyone can reach who must give the same orders in all worlds until dice fall, with perfect play."""
    moments = [(_settled(s.copy()), chance) for s, chance in found]
    asked = [list(_offers(s, index)) for s, _ in moments]
    if not asked[0]:
        return sum((chance * value(s, index, _nothing) for s, chance in moments), Fraction(0))
    assert all(orders == asked[0] for orders in asked), "what is offered tells the worlds apart"
    return max(best_fair([(_taken(s, order), chance) for s, chance in moments], index) for order in asked[0])


def _offers(s: State, index: int) -> Iterator[Order]:
    if s.agenda and isinstance(s.agenda[-1], Ask):
        assert s.agenda[-1].side == index
        yield from s.agenda[-1].offers(s)


def _taken(s: State, order: Order) -> State:
    after = s.copy()
    step = after.agenda[-1]
    assert isinstance(step, Ask)
    step.take(after, order)
    return after


def _settled(s: State) -> State:
    """Run whatever runs by itself."""
    while s.agenda and s.outcome is None and not isinstance(s.agenda[-1], Ask | Chance):
        s.agenda.pop().run(s)
    s.news.clear()
    return s


# What a player reaches


def score(
    match: Match,
    side: str,
    found: Sequence[World],
    new_player: Callable[[], Player],
    thinking: Callable[[Match, str, object], Thinking] = Thinking,
) -> Fraction:
    """A player's exact share of wins over all worlds; in each it starts afresh, with the same seed."""
    index = match.side_index(side)
    return sum(
        (chance * value(world, index, _asking(new_player(), match, side, thinking)) for world, chance in found),
        Fraction(0),
    )


def _asking(player: Player, match: Match, side: str, thinking: Callable[[Match, str, object], Thinking]) -> Policy:
    def policy(s: Any, ask: Ask[Any], orders: Sequence[Order]) -> Sequence[Order]:
        return [player.choose(thinking(match.with_state(s), side, 1)).order]

    return policy
