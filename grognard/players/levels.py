"""Three levels of play. They see the same and roll the same dice; they differ in how much they think.

1 looks at every order once and takes the one after which it stands best.
2 plays the rest of its turn a few times after each of the orders that look best, on a few redraws.
3 makes plans for its whole turn and plays the match to its end from each of them, on many redraws; the better a plan
  does, the more it is tried, and the best ones are varied.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from math import exp, inf, log
from random import Random

from grognard.engine import agenda
from grognard.engine.orders import Order
from grognard.engine.state import State
from grognard.players.judging import Judge
from grognard.players.thinking import Choice, Thinking, dice

Stop = Callable[[State], bool]


def quick(judge: Judge, s: State, seat: int, orders: Sequence[Order], rng: Random, heat: float) -> Order:
    """One of the orders that look promising: the best at heat 0, and the more at random the hotter."""
    if len(orders) == 1:
        return orders[0]
    weights = judge.weigh(s, seat, orders)
    if heat:
        draw = rng.random
        weights = [weight - heat * log(-log(draw() + 1e-12) + 1e-12) for weight in weights]
    return orders[max(range(len(orders)), key=weights.__getitem__)]


class Trial:
    """A redrawn copy on which one plays on."""

    def __init__(self, judge: Judge, s: State, rng: Random, heat: float) -> None:
        self.judge, self.s, self.rng, self.heat = judge, s, rng, heat
        self.throw = dice(rng)
        self.taken = 0

    def take(self, seat: int, order: Order) -> None:
        agenda.take(self.s, seat, order, self.throw)
        self.taken += 1

    def play(self, seat: int) -> Order:
        """A promising order of a side, carried out."""
        at = agenda.desk(self.s, seat)
        assert at is not None
        order = quick(self.judge, at[1], seat, list(at[0].offers(at[1])), self.rng, self.heat)
        self.take(seat, order)
        return order

    def play_until(self, stop: Stop) -> None:
        """Both sides play promising orders."""
        s = self.s
        while s.outcome is None and not stop(s):
            self.play(agenda.waiting(s)[0])

    def play_turns(self, turns: int) -> None:
        """Both sides play promising orders, until so many player turns have ended."""
        s, now = self.s, self.judge.turn(self.s)
        while s.outcome is None:
            self.play(agenda.waiting(s)[0])
            if self.judge.turn(s) != now:
                now = self.judge.turn(s)
                turns -= 1
                if turns == 0:
                    return


class Greedy:
    """Level 1: one look at every order, on one redraw."""

    def __init__(self, judge: Judge, seed: object = 0) -> None:
        self.judge = judge

    def choose(self, thinking: Thinking) -> Choice:
        seat, orders, judge = thinking.seat, thinking.orders, self.judge
        here = thinking.draw()
        at = agenda.desk(here, seat)
        assert at is not None
        hints = judge.weigh(at[1], seat, orders)
        best, most = orders[0], -inf
        for order, hint in zip(orders, hints, strict=True):
            s = here.copy()
            agenda.take(s, seat, order, dice(thinking.rng))
            worth = judge.lead(agenda.draft(s, seat), seat) + hint
            if worth > most:
                best, most = order, worth
        return Choice(best, judge.why(at[1], seat, best))


class Careful:
    """Level 2: the rest of the turn, a few times, after each of the orders that look best."""

    orders = 6
    """How many orders are tried."""
    trials = 5
    """How often each of them."""
    heat = 0.3

    def __init__(self, judge: Judge, seed: object = 0) -> None:
        self.judge = judge

    def choose(self, thinking: Thinking) -> Choice:
        seat, judge = thinking.seat, self.judge
        here = thinking.draw()
        at = agenda.desk(here, seat)
        assert at is not None
        if len(thinking.orders) == 1:
            return Choice(thinking.orders[0], "there is nothing else to do")
        hints = judge.weigh(at[1], seat, thinking.orders)
        ranked = sorted(zip(hints, range(len(hints)), thinking.orders, strict=True), key=lambda row: -row[0])
        tried = [order for _, _, order in ranked[: self.orders]]
        now = judge.turn(here)
        totals = [0.0] * len(tried)
        for _ in range(self.trials):
            drawn, luck = thinking.draw(), thinking.rng.getrandbits(48)
            for number, order in enumerate(tried):
                trial = Trial(judge, drawn.copy(), Random(luck), self.heat)
                trial.take(seat, order)
                trial.play_until(lambda s: judge.turn(s) != now)
                totals[number] += judge.lead(trial.s, seat)
        best = tried[max(range(len(tried)), key=totals.__getitem__)]
        return Choice(best, judge.why(at[1], seat, best))


class Plan:
    """Orders for as long as no dice fall, and how they have done."""

    def __init__(self, orders: tuple[Order, ...]) -> None:
        self.orders = orders
        self.total = 0.0
        self.tries = 0

    @property
    def mean(self) -> float:
        return self.total / self.tries if self.tries else 0.0


class Thorough:
    """Level 3: plans for the whole turn, played to the end of the match."""

    effort = 7000
    """Orders that may be tried out in one player turn."""
    share = 0.55
    """The part of what is left that one search may use."""
    heat = 0.5
    plans = 14
    horizon = 2
    """Player turns that are played out, the own one included."""
    spread = 4.0
    """The lead that is as good as certain to win."""

    def __init__(self, judge: Judge, seed: object = 0) -> None:
        self.judge = judge
        self._turn: Hashable = None
        self._left = 0.0
        self._plan: list[Order] = []
        self._phase: Hashable = None

    def choose(self, thinking: Thinking) -> Choice:
        judge, seat = self.judge, thinking.seat
        here = thinking.draw()
        at = agenda.desk(here, seat)
        assert at is not None
        turn = judge.turn(here)
        if turn != self._turn:
            self._turn, self._left, self._plan = turn, float(self.effort), []
        if len(thinking.orders) == 1:
            order = thinking.orders[0]
            self._plan = self._plan[1:] if self._plan[:1] == [order] else []
            return Choice(order, "there is nothing else to do")
        if not self._plan or self._plan[0] not in thinking.orders:
            self._plan = list(self._search(thinking).orders)
        order = self._plan.pop(0)
        return Choice(order, judge.why(at[1], seat, order))

    # Searching

    def _search(self, thinking: Thinking) -> Plan:
        """Try plans out until the effort is spent, the best ones most."""
        budget = self._left * self.share
        spent = 0
        rng = thinking.rng
        plans: dict[tuple[Order, ...], Plan] = {}
        lucks: list[int] = []

        def add(prefix: tuple[Order, ...], heat: float) -> Plan:
            nonlocal spent
            orders, taken = self._sketch(thinking, prefix, heat)
            spent += taken
            return plans.setdefault(orders, Plan(orders))

        def trial(plan: Plan) -> None:
            nonlocal spent
            if plan.tries == len(lucks):
                lucks.append(rng.getrandbits(48))
            worth, taken = self._try(thinking, plan.orders, lucks[plan.tries])
            plan.total += worth
            plan.tries += 1
            spent += taken

        add((), 0.0)
        for number in range(self.plans - 1):
            add((), self.heat * (0.5 + number / self.plans))
        for plan in list(plans.values()):
            for _ in range(2):
                trial(plan)
        while spent < budget and len(plans) > 1:
            ranked = sorted(plans.values(), key=lambda plan: -self._standing(plan))
            if rng.random() < 0.2:
                parent = ranked[int(len(ranked) * rng.random() ** 2)]
                child = self._vary(parent, rng)
                fresh = add(child, self.heat)
                if fresh.tries == 0:
                    trial(fresh)
                    trial(fresh)
            total = sum(plan.tries for plan in plans.values())
            chosen = max(
                plans.values(), key=lambda plan: plan.mean + 0.35 * (log(total) / plan.tries) ** 0.5
            )  # fmt: skip
            trial(chosen)
        self._left -= spent
        return max(plans.values(), key=self._standing)

    @staticmethod
    def _standing(plan: Plan) -> float:
        """How good a plan is thought to be: a few tries prove little."""
        return (plan.total + 1.0) / (plan.tries + 3.0)

    @staticmethod
    def _vary(plan: Plan, rng: Random) -> tuple[Order, ...]:
        """The beginning of a plan; the rest will be made up anew."""
        return plan.orders[: rng.randrange(len(plan.orders))]

    def _sketch(self, thinking: Thinking, prefix: tuple[Order, ...], heat: float) -> tuple[tuple[Order, ...], int]:
        """A plan: promising orders from here on, until dice fall or the turn is over."""
        seat, rng = thinking.seat, thinking.rng
        trial = Trial(self.judge, thinking.draw(), rng, heat)
        now = self.judge.turn(trial.s)
        made: list[Order] = []
        while trial.s.outcome is None and self.judge.turn(trial.s) == now:
            at = agenda.desk(trial.s, seat)
            if at is None:
                break
            offers = list(at[0].offers(at[1]))
            if len(made) < len(prefix) and prefix[len(made)] in offers:
                order = prefix[len(made)]
            else:
                order = quick(self.judge, at[1], seat, offers, rng, heat)
            rolls = _rolls(trial.s)
            trial.take(seat, order)
            made.append(order)
            if _rolls(trial.s) != rolls:
                break
        return tuple(made), trial.taken

    def _try(self, thinking: Thinking, orders: tuple[Order, ...], luck: int) -> tuple[float, int]:
        """Play a plan and then the match to its end; how well that went, from 0 to 1."""
        seat, rng = thinking.seat, Random(luck)
        trial = Trial(self.judge, thinking.draw(rng), rng, 0.3)
        for order in orders:
            at = agenda.desk(trial.s, seat)
            if at is None or (order is not orders[0] and order not in at[0].offers(at[1])):
                break
            trial.take(seat, order)
        trial.play_turns(self.horizon)
        lead = self.judge.lead(trial.s, seat)
        return 1 / (1 + exp(-lead / self.spread)), trial.taken


def _rolls(s: State) -> int:
    """How often dice have fallen on a copy."""
    return sum(1 for event in s.news if event.what == "roll")
