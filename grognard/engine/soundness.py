"""Whether a moment that was written down elsewhere holds together.

Each fact may be sound by itself and yet not fit the others: a unit in a place that does not exist, a step that asks a
side that does not play. No rule looks out for that, so it is checked before anyone plays on from there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grognard.engine import position
from grognard.engine.agenda import Runaway
from grognard.engine.dice import WrongDice
from grognard.engine.orders import Order
from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.engine.match import Match


class Unsound(ValueError):
    """The facts do not fit together; the message names the one that is to blame."""


class Astray(RuntimeError):
    """A match taken up from a file cannot go on like this: the file or a rule is wrong. Nothing has changed."""


def astray(order: Order, error: BaseException) -> None:
    """An order broke in such a match; raises Astray unless that says enough itself."""
    if isinstance(error, Exception) and not isinstance(error, Runaway | WrongDice):
        raise Astray(f"{order} leads nowhere from a moment that was read from a file: {error!r}") from error


def sound(s: State, make: Callable[[State], Match]) -> Match:
    """A match made from a moment. Raises Unsound if any side cannot look at it or decide in it."""
    spare = _afresh(s)
    try:
        return _looked_at(make(s))
    except Exception as error:  # whatever a rule does with facts that it does not expect
        why = str(error) if isinstance(error, ValueError) else f"{type(error).__name__}: {error}"
        blamed = _blamed(spare, make)
        raise Unsound(
            f"{blamed} does not fit the rest: {why}" if blamed else f"it does not fit together: {why}"
        ) from None


def _looked_at(match: Match) -> Match:
    """The same match. Looking at a copy of it raises an error if anything is wrong, and leaves no trace."""
    made, match = match, match.with_state(_afresh(match.state))
    for side in (*match.sides, None):
        match.view(side)
        match.game.layers(match.state, None if side is None else match.side_index(side), match.game.words)
    for text in {match.start or "", position.write(match.state)} - {""}:
        position.read(text, lambda key: match.game)  # or it could be kept and never taken up again
    if match.outcome is None and not match.waiting:
        raise Unsound("nobody is to decide")
    if match.outcome is not None and match.outcome.winner not in (*match.sides, None):
        raise Unsound(f"there is no side {match.outcome.winner}")
    return made


def _blamed(s: State, make: Callable[[State], Match]) -> str | None:
    """The fact that, set back to how it was at the start, would make everything well."""
    base = s.world.game.setup(s.world)
    for name in (*s.FACTS, "agenda", "sheets", "outcome"):
        if getattr(s, name) == getattr(base, name):
            continue
        trial = _afresh(s)
        setattr(trial, name, getattr(base, name))
        try:
            _looked_at(make(trial))
        except Exception:  # not this one, or not this one alone
            continue
        return name
    return None


def _afresh(s: State) -> State:
    """A copy that shares nothing that has been worked out."""
    copy = s.copy()
    copy.memo, copy.drafts = {}, [None for _ in s.world.sides]
    return copy
