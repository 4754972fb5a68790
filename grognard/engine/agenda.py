"""The sequence of play as data: a stack of steps that run, roll, or ask.

A step is a small frozen value. What a game's turn consists of is a list of such values in the rulebook's own order;
what remains of it at any moment lies in `state.agenda`. This module moves a state along its agenda until someone must
decide.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Generic, TypeVar

import msgspec

from grognard.engine.events import Deal, Event, Facts, Roll
from grognard.engine.orders import Order, Refusal, spelt
from grognard.engine.state import State
from grognard.engine.tally import Tally

S = TypeVar("S", bound=State)

Throw = Callable[[Roll | Deal], tuple[int, ...]]


class Prompt(msgspec.Struct, frozen=True):
    """Something said to a side, a question or a warning: words to look up, their facts, and the rule behind it."""

    say: str
    rule: str
    facts: Facts = {}


class Cell(msgspec.Struct, frozen=True):
    """What stands in one place of a grid."""

    text: str
    good: int = 0
    """Above 0 if it is good for the side that is asked, below if it is bad; the further from 0 the more so."""


class Row(msgspec.Struct, frozen=True):
    """A line of a grid."""

    cells: tuple[Cell, ...]
    name: str = ""
    order: Order | None = None
    """The order that leads there."""
    changes: bool = True
    """Whether it differs from how things stand without it."""


class Grid(msgspec.Struct, frozen=True):
    """Values side by side: what each face of a die brings, what each further unit would change."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    dice: bool = False
    """Whether the heads that are numbers are faces of a die."""
    notes: tuple[Prompt, ...] = ()
    """What the cells mean, in words to look up among the sums."""


class Scale(msgspec.Struct, frozen=True):
    """Steps in their order, and on which of them a total stands; -1 is below the first."""

    steps: tuple[str, ...]
    at: int


class Sum(msgspec.Struct, frozen=True):
    """A running total beside a question, so that nobody has to do sums: what it counts, how it stands in words to look
    up, and the number behind it. A scale or a grid shows the same as the words, for those who look."""

    title: str
    say: str
    rule: str
    facts: Facts = {}
    tally: Tally | None = None
    open: bool = False
    """Whether it has yet to be met."""
    scale: Scale | None = None
    grid: Grid | None = None


class Preview(msgspec.Struct, frozen=True):
    """What an order would do, from what its side knows: its route, its cost with reasons, and what it would meet."""

    route: tuple[str, ...] = ()
    cost: Tally | None = None
    meets: tuple[str, ...] = ()
    """The pieces met, under the names by which the side knows them."""
    notes: tuple[Prompt, ...] = ()


Warnings = Mapping[type[Order] | Order, tuple[Prompt, ...]]
"""What to say before which order, or before which kind of order: each warning belongs to what it warns of."""


class Step(msgspec.Struct, Generic[S], frozen=True, gc=False, tag_field="step", tag=True):
    """A step that runs by itself. It has left the agenda when it runs, and may put other steps in its place."""

    def run(self, s: S) -> None:
        raise NotImplementedError


class Chance(Step[S], frozen=True):
    """A step that waits for dice. It has left the agenda when the faces come."""

    def call(self, s: S) -> Roll | Deal:
        raise NotImplementedError

    def rolled(self, s: S, faces: tuple[int, ...]) -> None:
        raise NotImplementedError


class Ask(Step[S], frozen=True):
    """A step in which one side decides. It stays on the agenda until its `take` says `s.done()`."""

    side: int

    takes: ClassVar[tuple[type[Order], ...]] = ()
    """The kinds of order that this step understands."""
    out_of_turn: ClassVar[str] = "table.step"
    """The rule that refuses every other kind."""

    def prompt(self, s: S) -> Prompt:
        raise NotImplementedError

    def offers(self, s: S) -> Iterable[Order]:
        """Every legal order, from what the side may know."""
        raise NotImplementedError

    def explain(self, s: S, order: Order) -> Refusal | None:
        """Why an order that is not offered is refused, by the predicates that `offers` uses."""
        raise NotImplementedError

    def take(self, s: S, order: Order) -> None:
        raise NotImplementedError

    def preview(self, s: S, order: Order) -> Preview:
        return Preview()

    def warnings(self, s: S) -> Warnings:
        """What a player should hear before giving a certain order, or any order of a certain kind."""
        return {}

    def sums(self, s: S) -> tuple[Sum, ...]:
        """What the decision adds up to so far: points spent, units still owed."""
        return ()


class Sealed(Step[S], frozen=True):
    """A step in which several sides decide at once, each on a sheet that nobody else sees until all are sealed."""

    sides: tuple[int, ...]

    def sheet(self, s: S, side: int) -> Step[S]:
        """The step that a side's sheet begins with; the sheet is sealed when its steps are used up."""
        raise NotImplementedError

    def opened(self, s: S) -> None:
        """All sheets have been applied, in the order of `sides`."""


NO_END = "What follows from this order does not come to an end; the charts of the match are the likely cause."
BUDGET = 10_000
"""Steps, dice and cards that may follow from one order. The busiest order of any game takes fewer than two hundred."""


class NotThrown(Exception):
    """Raised by whoever throws the dice, to leave a roll where it is: nothing goes on before it."""


class Runaway(RuntimeError):
    """What follows from an order never ends. Whoever gave it is told, and the match is as it was before."""

    def __init__(self, text: str = NO_END) -> None:
        super().__init__(text)


NOT_OFFERED = "table.not-offered"
"""The refusal of last resort. A test makes sure that no game ever needs it."""


def no_dice(call: Roll | Deal) -> tuple[int, ...]:
    raise AssertionError(f"a sealed sheet cannot roll dice: {call}")


def waiting(s: State) -> tuple[int, ...]:
    """The sides that must decide before anything else happens."""
    if not s.agenda or s.outcome is not None:
        return ()
    step = s.agenda[-1]
    if isinstance(step, Sealed):
        return tuple(side for side in step.sides if _asking(draft(s, side), s))
    return (step.side,) if isinstance(step, Ask) else ()


def question(s: State, side: int) -> tuple[Ask[Any], State] | None:
    """What a side must decide, and the state as it stands for that side: the sheet's draft where sealed."""
    if not s.agenda or s.outcome is not None:
        return None
    step = s.agenda[-1]
    if isinstance(step, Sealed) and side in step.sides:
        own = draft(s, side)
        return (own.agenda[-1], own) if _asking(own, s) else None  # type: ignore[return-value]
    return (step, s) if isinstance(step, Ask) and step.side == side else None


def draft(s: State, side: int) -> State:
    """The state as a side's own sheet makes it, or the state itself when nothing is sealed."""
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, Sealed) or side not in step.sides:
        return s
    own = s.drafts[side]
    if own is None:
        own = s.copy()
        own.drafts = [None for _ in own.drafts]
        own.sheets = [() for _ in own.sheets]
        _fill(own, step.sheet(s, side), s.sheets[side])
        s.drafts[side] = own
    return own


def offered(s: State, side: int) -> list[Order]:
    """Every legal order of a side."""
    at = question(s, side)
    return list(at[0].offers(at[1])) if at else []


def why_not(s: State, side: int, order: Order, orders: Iterable[Order] | None = None) -> Refusal | None:
    """None exactly when the order is offered; otherwise the rule that forbids it."""
    at = question(s, side)
    if at is None:
        return Refusal("table.turn", {"side": order.side})
    step, own = at
    if order in (orders if orders is not None else step.offers(own)):
        return None
    if not isinstance(order, step.takes):
        return Refusal(order.misplaced or step.out_of_turn, {"order": str(order), "step": type(step).__name__})
    proper = spelt(order, s.world.lexicon)
    if proper != order:
        return Refusal("table.spelling", {"order": str(order), "proper": str(proper)})
    return step.explain(own, order) or Refusal(NOT_OFFERED, {"order": str(order)})


def take(s: State, side: int, order: Order, throw: Throw) -> None:
    """Carry out a legal order and everything that follows from it until the next decision.

    This is the trusting door: it does not ask whether the order is legal.
    """
    step = s.agenda[-1]
    if isinstance(step, Sealed):
        before = draft(s, side)
        own = s.drafts[side] = before.copy()
        own.news = before.news[:]
        s.sheets[side] = (*s.sheets[side], order)
        own.agenda[-1].take(own, order)  # type: ignore[attr-defined]
        advance(own, no_dice, len(s.agenda))
    else:
        step.take(s, order)  # type: ignore[attr-defined]
    advance(s, throw)


def advance(s: State, throw: Throw, floor: int = 0) -> None:
    """Run and roll until someone must decide, the match is over, or nothing remains above the lowest `floor` steps.

    Before each step the game is asked what follows from what has changed (see `Game.consequences`), and on a sheet
    after its last step too, so that nothing is left for the next sheet to trip over. Raises Runaway when all of it
    would take more than the budget.
    """
    agenda, game = s.agenda, s.world.game
    left = BUDGET
    while agenda and s.outcome is None:
        if game.consequential:
            now = game.standing(s)
            if now != s.examined and game.consequences(s):
                s.examined = now
        if len(agenda) <= floor:
            return
        step = agenda[-1]
        if isinstance(step, Ask):
            return
        left -= 1
        if left < 0:
            raise Runaway
        if isinstance(step, Sealed):
            if waiting(s):
                return
            _open(s, step)
        elif isinstance(step, Chance):
            agenda.pop()
            call = step.call(s)
            left -= call.dice if isinstance(call, Roll) else call.cards
            if left < 0:
                raise Runaway
            try:
                faces = throw(call)
            except NotThrown:
                agenda.append(step)
                return
            if isinstance(call, Roll):
                facts = {"purpose": call.purpose, "dice": call.dice, "sides": call.sides, "faces": list(faces)}
                if call.counts:
                    facts["counts"] = list(call.counts)
                s.news.append(Event("roll", call.rule, facts | call.facts, reveals=True))
            step.rolled(s, faces)
        else:
            agenda.pop()
            step.run(s)


def retract(s: State, side: int) -> None:
    """Take the last order off a side's open sheet."""
    s.sheets[side] = s.sheets[side][:-1]
    s.drafts[side] = None


def redraw_sheets(s: State, side: int, choose: Callable[[int], int], *, asked: Iterable[int] | None = None) -> None:
    """Fill the sheets of the other sides anew: an open one with any orders, a sealed one with any that seal it.

    For games whose `redraw` changes pieces that lie on such sheets: call it last, and say who was asked before.
    """
    step = s.agenda[-1] if s.agenda else None
    if not isinstance(step, Sealed):
        return
    still_open = set(waiting(s) if asked is None else asked)
    for other in step.sides:
        if other == side:
            continue
        s.sheets[other], s.drafts[other] = (), None
        own = draft(s, other)
        while _asking(own, s) and (other not in still_open or choose(3)):
            ask: Ask[Any] = own.agenda[-1]  # type: ignore[assignment]
            orders = list(ask.offers(own))
            order = orders[choose(len(orders))]
            s.sheets[other] = (*s.sheets[other], order)
            ask.take(own, order)
            advance(own, no_dice, len(s.agenda))
            if other in still_open and not _asking(own, s):
                retract(s, other)
                break


def _asking(own: State, s: State) -> bool:
    return len(own.agenda) > len(s.agenda)


def _fill(s: State, first: Step[Any], orders: Iterable[Order]) -> None:
    """Carry out a sheet on top of the sealed step."""
    floor = len(s.agenda)
    s.agenda.append(first)
    advance(s, no_dice, floor)
    for order in orders:
        s.agenda[-1].take(s, order)  # type: ignore[attr-defined]
        advance(s, no_dice, floor)


def _open(s: State, step: Sealed[Any]) -> None:
    sheets = s.sheets
    s.sheets = [() for _ in sheets]
    s.drafts = [None for _ in sheets]
    for side in step.sides:
        _fill(s, step.sheet(s, side), sheets[side])
    s.agenda.pop()
    step.opened(s)
