"""What takes long to make: made once for all who ask at the same time, and kept for those who ask later."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable, Hashable
from typing import Generic, TypeVar

T = TypeVar("T")


class Shelf(Generic[T]):
    """Things by a key that says all that they depend on. There is room for so much; what nobody asks for goes first."""

    def __init__(self, room: int, size: Callable[[T], int]) -> None:
        self.room = room
        self.size = size
        self._kept: OrderedDict[Hashable, T] = OrderedDict()
        self._filled = 0
        self._making: dict[Hashable, asyncio.Task[T]] = {}

    async def get(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        """It is made even if whoever asked first does not wait for it; if it cannot be made, all are told so."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        if key not in self._making:
            task = self._making[key] = asyncio.create_task(self._make(key, make))
            task.add_done_callback(lambda task: task.cancelled() or task.exception())
        return await asyncio.shield(self._making[key])

    async def _make(self, key: Hashable, make: Callable[[], Awaitable[T]]) -> T:
        try:
            made = await make()
        finally:
            del self._making[key]
        self._kept[key] = made
        self._filled += self.size(made)
        while self._filled > self.room:
            self._filled -= self.size(self._kept.popitem(last=False)[1])
        return made
