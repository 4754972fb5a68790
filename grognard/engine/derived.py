"""What is worked out from the facts and remembered until one of them changes.

    @derived("owner", "weather")
    def friendly_ground(s: Front, side: int) -> int:
        ...

Whoever changes a fact need not know what rests on it: when the work is asked for again, the facts that it declares are
checked. Facts that are replaced whole are compared; those that change in place carry a version, which every change
renews (see `Watched`). In random play a law recomputes what is remembered, and watches which facts the work reads.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable
from functools import update_wrapper, wraps
from itertools import count
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, Protocol, TypeVar

from grognard.engine.state import State, changes_in_place

S = TypeVar("S", bound=State, contravariant=True)
P = ParamSpec("P")
T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

REMEMBERED = 4096
"""How many results a state remembers before it starts afresh."""

_versions = count(1)
"""No two contents ever have the same version, not even in two states that were copied from one."""


if TYPE_CHECKING:
    _Array = array[Any]
else:
    _Array = array


class Watched(list[Any]):
    """A list that knows when it has been changed."""

    __slots__ = ("version",)

    def __init__(self, values: Iterable[Any] = (), version: int = 0) -> None:
        super().__init__(values)
        self.version = version or next(_versions)

    def copy(self) -> Watched:
        # States are copied before every order: this is ten times as fast as making one from another.
        new = list.__new__(Watched)
        list.extend(new, self[:])
        new.version = self.version
        return new


class WatchedBytes(bytearray):
    """Bytes that know when they have been changed."""

    __slots__ = ("version",)

    def __init__(self, values: Any = b"", version: int = 0) -> None:
        super().__init__(values)
        self.version = version or next(_versions)

    def copy(self) -> WatchedBytes:
        new = bytearray.__new__(WatchedBytes)
        bytearray.extend(new, self)
        new.version = self.version
        return new


class WatchedArray(_Array):
    """Small numbers that know when they have been changed."""

    version: int

    def __new__(cls, typecode: str, values: Iterable[Any], version: int = 0) -> WatchedArray:
        new = super().__new__(cls, typecode, values)
        new.version = version or next(_versions)
        return new

    def __copy__(self) -> WatchedArray:
        return WatchedArray(self.typecode, self, self.version)


WATCHED = (Watched, WatchedBytes, WatchedArray)


def watched(fact: Any) -> Any:
    """The same fact, from now on with a version."""
    if isinstance(fact, WATCHED):
        return fact
    if isinstance(fact, array):
        return WatchedArray(fact.typecode, fact)
    return WatchedBytes(fact) if isinstance(fact, bytearray) else Watched(fact)


def _renewing(kind: type, name: str) -> Callable[..., Any]:
    change = getattr(kind.__mro__[1], name)

    def put(self: Any, index: Any, value: Any) -> None:  # most often by far
        self.version = next(_versions)
        change(self, index, value)

    def renew(self: Any, *values: Any, **named: Any) -> Any:
        self.version = next(_versions)
        return change(self, *values, **named)

    return update_wrapper(put if name == "__setitem__" else renew, change)


for _kind in WATCHED:
    for _name in (
        "__setitem__", "__delitem__", "__iadd__", "__imul__", "append", "clear", "extend", "frombytes", "fromlist",
        "insert", "pop", "remove", "reverse", "sort",
    ):  # fmt: skip
        if hasattr(_kind, _name):
            setattr(_kind, _name, _renewing(_kind, _name))


Through = Callable[..., Any]
"""The only values through which some facts matter to a piece of work."""


class Derived(Protocol[S, P, T_co]):
    """Work that is remembered, with the facts that it rests on."""

    __qualname__: str
    facts: tuple[str, ...]
    through: Through | None

    @staticmethod
    def work(s: Any, *values: Any) -> Any:
        """The work itself, done anew."""

    @staticmethod
    def facts_of(s: Any) -> Any:
        """The facts as they are now: the values of some, the versions of others."""

    def __call__(self, s: S, *values: P.args, **named: P.kwargs) -> T_co: ...


def derived(
    *facts: str, through: Through | None = None
) -> Callable[[Callable[Concatenate[S, P], T]], Derived[S, P, T]]:
    """Remember the work of a function of the state for as long as these facts hold.

    Its other arguments must be hashable; the function must read no fact besides those declared. With `through`, a
    function of the same arguments, the facts matter only through the values that it returns: while these stay the
    same, so does the result, whatever else has changed.
    """

    def declare(work: Callable[..., Any]) -> Any:
        # A closure and not a class: this is asked dozens of times for every order.
        look: Callable[[Any], Any] | None = None

        def facts_of(s: State) -> Any:
            nonlocal look
            if look is None:
                look = _getter(type(s), facts, work.__qualname__)
            try:
                return look(s)
            except AttributeError:  # a list that has been replaced by one without a version
                for fact in facts:
                    if changes_in_place(type(s), fact):
                        setattr(s, fact, watched(getattr(s, fact)))
                return look(s)

        @wraps(work)
        def ask(s: Any, *values: Any) -> Any:
            memo, key = s.memo, (ask, values)
            try:
                now = look(s)  # type: ignore[misc]
            except (AttributeError, TypeError):  # asked for the first time, or about a list without a version
                now = facts_of(s)
            found = memo.get(key)
            if found is not None and found[0] == now:
                return found[2]
            means = through(s, *values) if through is not None else None
            if found is not None and means is not None and found[1] == means:
                result = found[2]
            else:
                result = work(s, *values)
                if len(memo) >= REMEMBERED:
                    s.memo = memo = {}
            memo[key] = (now, means, result)
            return result

        declared: Any = ask
        declared.facts, declared.work, declared.through, declared.facts_of = facts, work, through, facts_of
        return declared

    return declare


def standing(*facts: str) -> Callable[[Any], Any]:
    """Makes the fingerprint of some facts at a moment: the values of some, the versions of others."""

    def consequences(s: State) -> None:
        """Works nothing out; it gives its name to the error when somebody declares a fact that does not exist."""

    return derived(*facts)(consequences).facts_of


def _getter(kind: type[State], facts: tuple[str, ...], name: str) -> Callable[[Any], Any]:
    """What looks up some facts of a kind of state."""
    unknown = [fact for fact in facts if fact not in kind.FACTS]
    if unknown:
        raise TypeError(f"{name} rests on {', '.join(unknown)}: {kind.__name__} has no such facts")
    names = [f"{fact}.version" if changes_in_place(kind, fact) else fact for fact in facts]
    return attrgetter(*names) if names else attrgetter("world")


def reading(s: S) -> tuple[S, set[str]]:
    """The same moment with nothing remembered, and the set in which it notes the facts that are read from now on."""
    kind, read = type(s), set[str]()

    def look(self: Any, name: str) -> Any:
        if name in kind.FACTS:
            read.add(name)
        return object.__getattribute__(self, name)

    noting = type(kind.__name__, (kind,), {"__slots__": (), "__getattribute__": look})
    noting.FACTS, noting._copy_facts = kind.FACTS, kind._copy_facts  # type: ignore[attr-defined]
    new: S = object.__new__(noting)
    for name in (*State.__slots__, *kind.FACTS):
        setattr(new, name, getattr(s, name))
    new.memo = {}
    return new, read
