"""Chapter 3.21: the set-up. First the Axis deploys, then the Allies, each unseen by the other."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Sealed, Step, Sum
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.paths import bits
from grognard.games.westfront import proposals, showing, starting_forces
from grognard.games.westfront.control import take_control
from grognard.games.westfront.deployment import (
    HISTORICAL,
    deploy,
    deploy_orders,
    deployment,
    in_hand,
    is_charted,
    open_places,
    taken_back,
    why_not_deploy,
    why_not_seal,
    why_not_withdraw,
    withdraw,
)
from grognard.games.westfront.orders import Continue, Deploy, Propose, Seal, Withdraw
from grognard.games.westfront.state import ALLIES, AXIS, Front
from grognard.games.westfront.victory import ScenarioEnd


class SetUp(Sealed[Front], frozen=True):
    """One side deploys; the other sees its blocks when it is done, face down. [WF-3.21a]"""

    def sheet(self, s: Front, side: int) -> Step[Front]:
        return Begin(side)

    def opened(self, s: Front) -> None:
        for side in self.sides:
            count = sum(1 for unit in s.world.army[side] if s.where[unit] >= 0)
            s.tell("set up", "WF-3.21a", side=s.world.sides[side], count=count)


class TakeUpPositions(Step[Front], frozen=True):
    """Both have deployed: who controls what follows from it, and play begins. [WF-8.1a]"""

    def run(self, s: Front) -> None:
        take_control(s)
        for unit in range(len(s.world.units)):
            s.built[unit] = 0


class Begin(Step[Front], frozen=True):
    """A side's sheet: strengths where the chart leaves them open; the historical places are laid out at once.

    [WF-3.23a, WF-3.24]
    """

    side: int

    def run(self, s: Front) -> None:
        if is_charted(s.world):
            s.then(starting_forces.PickForces(self.side), Deploying(self.side))
            return
        s.then(Deploying(self.side))
        if deployment(s.world) == HISTORICAL:
            proposals.deploy_rest(s, self.side)


class Deploying(Ask[Front], frozen=True):
    """A side puts its units on the map until none is left in hand. [WF-3.21a, WF-3.22a]"""

    takes = (Deploy, Withdraw, Propose, Seal)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("set up", "WF-3.21a", {"left": len(in_hand(s, self.side))})

    def sums(self, s: Front) -> tuple[Sum, ...]:
        return showing.owed(s, self.side)

    def offers(self, s: Front) -> Iterator[Order]:
        side, left = s.world.sides[self.side], in_hand(s, self.side)
        yield Propose(side) if left else Seal(side)
        open_to = open_places(s, self.side, left)
        for unit in left:
            orders = deploy_orders(s, unit)
            yield from (orders[place] for place in bits(open_to[unit]))
        if taken_back(s, left) < 0:
            for unit in s.world.army[self.side]:
                if s.where[unit] >= 0:
                    yield Withdraw(side, s.world.units[unit])

    def explain(self, s: Front, order: Order) -> Refusal | None:
        match order:
            case Seal():
                return why_not_seal(s, self.side)
            case Propose():
                return Refusal("WF-3.21a", reason="deployed")
            case Withdraw():
                return why_not_withdraw(s, self.side, order.unit)
            case _:
                assert isinstance(order, Deploy)
                return why_not_deploy(s, self.side, order)

    def take(self, s: Front, order: Order) -> None:
        match order:
            case Deploy():
                deploy(s, s.world.unit_index[order.unit], s.world.board.at(order.at))
            case Withdraw():
                withdraw(s, s.world.unit_index[order.unit])
            case Propose():
                proposals.deploy_rest(s, self.side)
            case _:
                s.done()


# 3.13 Playing on


class GoOn(Ask[Front], frozen=True):
    """A finished scenario runs on into the next if both sides want it. [WF-3.14]"""

    takes = (Continue, Pass)
    out_of_turn = "WF-4.4b"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("go on", "WF-3.14")

    def offers(self, s: Front) -> Iterator[Order]:
        yield Continue(s.world.sides[self.side])
        yield Pass(s.world.sides[self.side])

    def take(self, s: Front, order: Order) -> None:
        s.done()
        if isinstance(order, Pass):
            s.then(ScenarioEnd())
        elif self.side == ALLIES:
            s.then(GoOn(AXIS))
        else:
            s.tell("played on", "WF-3.14", month=s.world.months[s.month + 1])
