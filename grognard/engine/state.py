"""State is flat data: one list per changing fact, and the agenda of what remains to be done."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from grognard.engine.events import Event, Outcome

if TYPE_CHECKING:
    from grognard.engine.agenda import Step
    from grognard.engine.game import World
    from grognard.engine.orders import Order

T = TypeVar("T")


class State:
    """The facts of a match at one moment. A game's own state lists its facts in `__slots__`.

    A fact is a list or bytearray of small integers (copied when the state is) or a value that never changes in place
    (number, text, tuple). Units and places are indexes into the world's rosters and board, so nothing in here points
    at anything that changes, and any moment can be copied, saved, searched and resumed.
    """

    __slots__ = ("agenda", "drafts", "memo", "news", "outcome", "sheets", "world")

    FACTS: ClassVar[tuple[str, ...]]
    """The names of the game's own facts, in the order of `__slots__`."""

    _facts: ClassVar[Callable[[State], tuple[Any, ...]]]

    world: World
    """The immutable part: board, roster, charts. Shared by all copies."""
    agenda: list[Step[Any]]
    """What remains to be done; the last step comes first."""
    sheets: list[tuple[Order, ...]]
    """While a decision is sealed: the orders on each side's sheet."""
    outcome: Outcome | None
    news: list[Event]
    """Events since the last order was taken; the match collects them. Not saved."""
    drafts: list[State | None]
    """The state as each side's own sheet makes it; derived from the sheets. Not saved."""
    memo: dict[Any, Any]
    """Work that holds good until the facts it rests on change; whoever changes them starts a new one. Not saved."""

    def __init_subclass__(cls) -> None:
        cls.FACTS = tuple(vars(cls).get("__slots__", ()))
        cls._facts = attrgetter(*cls.FACTS) if len(cls.FACTS) > 1 else lambda s: tuple(getattr(s, n) for n in s.FACTS)

    def __init__(self, world: World) -> None:
        self.world = world
        self.agenda = []
        self.sheets = [() for _ in world.sides]
        self.outcome = None
        self.news = []
        self.drafts = [None for _ in world.sides]
        self.memo = {}

    def copy(self) -> Self:
        """The same moment again, independent of this one."""
        new = object.__new__(type(self))
        new.world = self.world
        new.agenda = self.agenda[:]
        new.sheets = self.sheets[:]
        new.outcome = self.outcome
        new.news = []
        new.drafts = [draft and draft.copy() for draft in self.drafts]
        for mine, draft in zip(self.drafts, new.drafts, strict=True):
            if mine and draft:
                draft.news = mine.news[:]
        new.memo = self.memo
        for name, fact in zip(self.FACTS, type(self)._facts(self), strict=True):
            setattr(new, name, fact[:] if type(fact) is list or type(fact) is bytearray else fact)
        return new

    def recall(self, key: Hashable, work: Callable[[], T]) -> T:
        """Do some work once, as long as the facts it rests on hold."""
        if key not in self.memo:
            self.memo[key] = work()
        found: T = self.memo[key]
        return found

    # The agenda, as steps use it

    def then(self, *steps: Step[Any]) -> None:
        """Put steps before everything else, the first of them next."""
        self.agenda.extend(reversed(steps))

    def done(self) -> None:
        """The step that is being decided is over."""
        self.agenda.pop()

    def become(self, step: Step[Any]) -> None:
        """The step that is being decided goes on in another form."""
        self.agenda[-1] = step

    # The log

    def tell(
        self,
        what: str,
        rule: str = "",
        *,
        secret: dict[str, dict[str, Any]] | None = None,
        only: tuple[str, ...] | None = None,
        reveals: bool = False,
        **facts: Any,
    ) -> None:
        """Say what happened."""
        self.news.append(Event(what, rule, facts, secret or {}, only, reveals))
