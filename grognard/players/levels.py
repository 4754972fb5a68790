"""Three levels of play. They see the same and roll the same dice; they differ in how much they think.

1 takes the order that looks best at a glance.
2 tries out the few orders that look best: after each of them it plays the round to its end, the enemy's answer and
  all, a few times over, and sees how it then stands. The worse half drops out, and again, until one is left.
3 does the same with more orders, many more trials, and a round further.

Where a game knows several ways of going about a turn, 2 and 3 try these out as well before they settle on one.

How long a level thinks is counted in orders tried out, never by the clock, so a match can be played again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from math import log
from random import Random
from typing import ClassVar

import msgspec

from grognard.engine import agenda
from grognard.engine.agenda import Throw
from grognard.engine.orders import Order
from grognard.engine.state import State
from grognard.engine.trial import Trial
from grognard.players.judging import Judge, Pace
from grognard.players.thinking import Choice, Thinking, like_dice


def quick(judge: Judge, s: State, side: int, orders: Sequence[Order], rng: Random, heat: float) -> Order:
    """One of the orders that look promising: the best at heat 0, and more at random the hotter it gets."""
    if len(orders) == 1:
        return orders[0]
    weights = judge.weigh(s, side, orders)
    if heat:
        draw = rng.random
        weights = [weight - heat * log(-log(draw() + 1e-12) + 1e-12) for weight in weights]
    return orders[max(range(len(orders)), key=weights.__getitem__)]


class Rehearsal(Trial):
    """A redrawn copy on which play goes on with promising orders."""

    def __init__(self, judge: Judge, s: State, rng: Random, heat: float, throw: Throw) -> None:
        super().__init__(s, throw)
        self.judge, self.rng, self.heat = judge, rng, heat
        self.began = judge.round(s)

    def play(self) -> Order:
        """A promising order of whoever must decide, carried out."""
        side = self.side
        own = agenda.draft(self.s, side)
        order = quick(self.judge, own, side, self.orders(), self.rng, self.heat)
        self.take(order)
        return order

    def play_rounds(self, rounds: int) -> None:
        """Both sides play promising orders, until the given number of rounds has ended since the trial began."""
        s, now = self.s, self.began
        while s.outcome is None:
            if self.judge.round(s) != now:
                now = self.judge.round(s)
                rounds -= 1
                if rounds == 0:
                    return
            self.play()


class Glancing:
    """Level 1: no trying out at all."""

    def __init__(self, judge: Judge, seed: object = 0) -> None:
        self.judge = judge

    def choose(self, thinking: Thinking) -> Choice:
        here = thinking.draw()
        at = agenda.question(here, thinking.side_index)
        assert at is not None
        self.judge.ponder(at[1], thinking.side_index)
        best = quick(self.judge, at[1], thinking.side_index, thinking.orders, thinking.rng, 0.0)
        return Choice(best, self.judge.why(at[1], thinking.side_index, best))


class Candidate(msgspec.Struct):
    """An order that is being tried, and how it has done."""

    order: Order
    hint: float
    """How much less promising than the best it looked at a glance; never above zero."""
    total: float = 0.0
    tries: int = 0


class Careful:
    """Level 2, and with other habits level 3: orders are tried out on redrawn copies, each with the same luck."""

    candidates: ClassVar[int] = 4
    """How many orders are tried at most."""
    rounds: ClassVar[int] = 1
    """Rounds that are played out, the present one included."""
    effort: ClassVar[int] = 500
    """Orders that may be tried out in one player turn."""
    share: ClassVar[float] = 0.2
    """The part of what is left that one decision may use."""
    doubt: ClassVar[float] = 2.5
    """How much less promising than the best an order may look and still be tried."""
    tries: ClassVar[int] = 8
    """How often an order is tried at most."""
    enough: ClassVar[int] = 4
    """After how many tries that all ended alike nothing more is tried."""
    faith: ClassVar[float] = 4.0
    """How many tries the first glance is worth."""
    slope: ClassVar[float] = 0.03
    """What a unit of weight at a glance is worth in chances to win."""
    schemes: ClassVar[int] = 2
    """How many ways of going about a turn are tried at most."""
    scheme_tries: ClassVar[int] = 1
    """How often each of them is tried before the worse half drops out."""
    scheme_rounds: ClassVar[int] = 5
    """Rounds that are then played out."""

    def __init__(self, judge: Judge, seed: object = 0) -> None:
        self.judge = judge
        self._turn: Hashable = None
        self.pace = Pace()
        self.left = 0.0
        """The effort that is left for this turn."""
        self.price = 1
        """The effort of one trial, going by the last."""

    def choose(self, thinking: Thinking) -> Choice:
        judge, side = self.judge, thinking.side_index
        here = thinking.draw()
        at = agenda.question(here, side)
        assert at is not None
        if len(thinking.orders) == 1:
            return Choice(thinking.orders[0], "there is nothing else to do")
        judge.ponder(at[1], side)
        if judge.turn(here) != self._turn:
            self._turn, self.pace = judge.turn(here), judge.pace(here, side)
            self.left = self.effort * self.pace.effort
            self._settle(here, thinking)
        order = self._compare(thinking, self._candidates(at[1], thinking)).order
        return Choice(order, judge.why(at[1], side, order))

    def _settle(self, s: State, thinking: Thinking) -> None:
        """Try out the ways of going about this turn, each with the same luck. Of those that come to the very same one
        is kept; after each pass the worse half drops out, and the last is adopted."""
        judge, side = self.judge, thinking.side_index
        schemes = list(judge.schemes(s, side)[: self.schemes])
        if not schemes:
            return
        totals = dict.fromkeys(schemes, 0.0)
        while len(schemes) > 1:
            for _ in range(self.scheme_tries):
                if len(schemes) == 1:
                    break
                drawn, luck = thinking.draw(), thinking.rng.getrandbits(48)
                for scheme in schemes:
                    totals[scheme] += self._prospect(drawn, thinking, scheme, luck)
                firsts: dict[float, Hashable] = {}
                for scheme in schemes:
                    firsts.setdefault(totals[scheme], scheme)
                schemes = list(firsts.values())
            schemes = sorted(schemes, key=lambda scheme: -totals[scheme])[: (len(schemes) + 1) // 2]
        judge.adopt(side, schemes[0])
        judge.ponder(s, side)

    def _prospect(self, s: State, thinking: Thinking, scheme: Hashable, luck: int) -> float:
        """The chances of winning after some rounds of going about it in this way."""
        self.judge.adopt(thinking.side_index, scheme)
        trial = Rehearsal(self.judge, s.copy(), thinking.rng, 0.0, like_dice(luck))
        trial.play_rounds(self.scheme_rounds)
        return self.judge.chance(trial.s, thinking.side_index)

    def _candidates(self, s: State, thinking: Thinking) -> list[Candidate]:
        """The orders that are worth trying, the most promising first."""
        weights = self.judge.weigh(s, thinking.side_index, thinking.orders)
        best = max(weights)
        found: dict[Hashable, Candidate] = {}
        for order, weight in zip(thinking.orders, weights, strict=True):
            if weight >= best - self.doubt:
                found.setdefault(self.judge.gist(order), Candidate(order, weight - best))
        return sorted(found.values(), key=lambda each: -each.hint)[: self.candidates]

    def _compare(self, thinking: Thinking, tried: list[Candidate]) -> Candidate:
        """Try the candidates out, as many as can be afforded; after each pass the worse half drops out."""
        budget = self.left * self.share * self.pace.share
        tried = tried[: max(1, int(budget / (2 * self.price)))]
        passes = max(1, (len(tried) - 1).bit_length())
        while len(tried) > 1:
            spent = 0
            while spent < budget / passes and tried[0].tries < self.tries and not self._all_one(tried):
                spent += self._try(thinking, tried)
            self.left -= spent
            tried.sort(key=self._standing, reverse=True)
            tried = tried[: (len(tried) + 1) // 2]
        return tried[0]

    def _all_one(self, tried: Sequence[Candidate]) -> bool:
        """Whether some tries have shown no difference at all: then there is none worth looking for."""
        return tried[0].tries >= self.enough and all(each.total == tried[0].total for each in tried)

    def _try(self, thinking: Thinking, tried: Sequence[Candidate]) -> int:
        """One trial of each candidate in the same redrawn world with the same luck; orders spent."""
        drawn, luck, spent = thinking.draw(), thinking.rng.getrandbits(48), 0
        for each in tried:
            trial = Rehearsal(self.judge, drawn.copy(), thinking.rng, 0.0, like_dice(luck))
            trial.take(each.order, thinking.side_index)
            trial.play_rounds(self.rounds)
            each.total += self.judge.chance(trial.s, thinking.side_index)
            each.tries += 1
            spent += trial.taken
            self.price = trial.taken
        return spent

    def _standing(self, each: Candidate) -> float:
        """How good an order seems: a few tries prove little."""
        mean = each.total / each.tries if each.tries else 0.0
        return mean + self.slope * each.hint * self.faith / (self.faith + each.tries)


class Thorough(Careful):
    """Level 3."""

    candidates = 5
    rounds = 2
    effort = 4000
    share = 0.25
    tries = 60
    schemes = 8
    scheme_tries = 2
