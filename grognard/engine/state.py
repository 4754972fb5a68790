"""State is flat data: one list per changing fact, and the agenda of what remains to be done."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Self, TypeVar

from grognard.engine.events import Event, Outcome
from grognard.engine.kinds import Json

if TYPE_CHECKING:
    from grognard.engine.agenda import Step
    from grognard.engine.game import World
    from grognard.engine.orders import Order

T = TypeVar("T")


class State:
    """The facts of a match at one moment. A game's own state lists its facts in `__slots__`.

    A fact is a list, bytearray or array of small integers (copied when the state is) or a value that never changes in
    place (number, text, tuple, and `bytes` for what changes seldom: see `put`). Units and places are indexes into the
    world's rosters and board, so nothing in here points at anything that changes, and any moment can be copied, saved,
    searched and resumed.
    """

    __slots__ = ("agenda", "drafts", "examined", "memo", "news", "outcome", "sheets", "world")

    FACTS: ClassVar[tuple[str, ...]]
    """The names of the game's own facts, in the order of `__slots__`."""

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
    """The state as each side's own sheet makes it; derived from the sheets, replaced and never changed. Not saved."""
    memo: dict[Any, Any]
    """Work that stays valid until the facts that it declares change: see `derived`. Not saved."""
    examined: Any
    """How the consequential facts stood when consequences were last looked for: see `Game.consequences`. Not saved."""

    def __init_subclass__(cls) -> None:
        cls.FACTS = tuple(vars(cls).get("__slots__", ()))
        cls._copy_facts = _copier(cls)  # type: ignore[assignment,method-assign]

    def __init__(self, world: World) -> None:
        self.world = world
        self.agenda = []
        self.sheets = [() for _ in world.sides]
        self.outcome = None
        self.news = []
        self.drafts = [None for _ in world.sides]
        self.memo = {}
        self.examined = None

    def copy(self) -> Self:
        """The same moment again, independent of this one."""
        new = object.__new__(type(self))
        new.world = self.world
        new.agenda = self.agenda[:]
        new.sheets = self.sheets[:]
        new.outcome = self.outcome
        new.news = []
        new.drafts = self.drafts[:]
        new.memo = self.memo
        new.examined = self.examined
        self._copy_facts(new)
        return new

    def _copy_facts(self, new: Self) -> None:
        """Written for each kind of state when it is declared: see `_copier`."""

    # The agenda, as steps use it

    def then(self, *steps: Step[Any]) -> None:
        """Put steps before everything else, the first of them next."""
        self.agenda.extend(reversed(steps))

    def done(self) -> None:
        """The step that is being decided is over."""
        self.agenda.pop()

    def become(self, step: Step[Any]) -> None:
        """The step that is being decided continues in another form."""
        self.agenda[-1] = step

    def ahead(self, kind: type[T]) -> T | None:
        """The first step of a kind among those that remain to be done."""
        return next((step for step in reversed(self.agenda) if isinstance(step, kind)), None)

    # The log

    def tell(
        self,
        what: str,
        rule: str = "",
        *,
        secret: dict[str, Json] | None = None,
        only: tuple[str, ...] | None = None,
        reveals: bool = False,
        **facts: Any,
    ) -> None:
        """Say what happened."""
        self.news.append(Event(what, rule, facts, secret or {}, only, reveals))


def put(fact: bytes, index: int, value: int) -> bytes:
    """A fact with one number changed. For facts that are copied far more often than changed."""
    return fact[:index] + bytes((value,)) + fact[index + 1 :]


def _copier(kind: type[State]) -> Callable[[Any, Any], None]:
    """Write the plain assignments that copy a kind of state's facts, as dataclasses write their methods.

    States are copied before every order, and a loop over names takes nearly three times as long.
    """
    lines = [f"new.{name} = self.{name}{_copied(kind, name)}" for name in kind.FACTS]
    scope: Json = {}
    exec("def copy_facts(self, new):\n    " + "\n    ".join(lines or ["pass"]), scope)
    copier: Callable[[Any, Any], None] = scope["copy_facts"]
    return copier


def _copied(kind: type[State], fact: str) -> str:
    """What copies a fact: arrays have no `copy`."""
    if not changes_in_place(kind, fact):
        return ""
    return ".__copy__()" if is_array(kind, fact) else ".copy()"


def is_array(kind: type[State], fact: str) -> bool:
    return str(_annotation(kind, fact)).startswith("array")


def changes_in_place(kind: type[State], fact: str) -> bool:
    """By its annotation: lists, bytearrays and arrays change in place, everything else is replaced whole."""
    return str(_annotation(kind, fact)).removeprefix("<class '").startswith(("list", "bytearray", "array"))


def _annotation(kind: type[State], fact: str) -> object:
    return next(base.__annotations__[fact] for base in kind.__mro__ if fact in vars(base).get("__annotations__", ()))
