"""The legal orders of a side, as a list that is made when somebody looks into it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import repeat
from operator import is_
from typing import TYPE_CHECKING, overload

from grognard.engine import agenda
from grognard.engine.orders import Order

if TYPE_CHECKING:
    from grognard.engine.match import Match


class Orders(Sequence[Order]):
    """The legal orders of a side, worked out when first asked for: iterate, count, index, or test with `in`."""

    def __init__(self, match: Match, side: int) -> None:
        self._match = match
        self._side = side
        self._list: list[Order] | None = None

    def _all(self) -> list[Order]:
        if self._list is None:
            if self._match._orders.get(self._side) is not self:
                raise RuntimeError("the match has moved on since; ask it for its orders again")
            over = self._match.outcome is not None
            self._list = [] if over else agenda.offered(self._match.state, self._side)
        return self._list

    def __contains__(self, order: object) -> bool:
        every = self._all()
        return any(map(is_, every, repeat(order))) or order in every  # most often it is one of these very objects

    def __len__(self) -> int:
        return len(self._all())

    def __iter__(self) -> Iterator[Order]:
        return iter(self._all())

    @overload
    def __getitem__(self, index: int) -> Order: ...
    @overload
    def __getitem__(self, index: slice) -> list[Order]: ...
    def __getitem__(self, index: int | slice) -> Order | list[Order]:
        return self._all()[index]

    def __repr__(self) -> str:
        return f"<{len(self)} orders: {', '.join(map(str, self._all()[:6]))}{', ...' if len(self) > 6 else ''}>"
