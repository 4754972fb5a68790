"""A storage with a thread of its own: one writer, and a server that never waits for the disk.

What need not wait for the disk is done at once: to pass work from thread to thread and back several times for an order
would take longer than the work.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from grognard.table.storage import Agreed, Change, InvitationRow, Kept, MatchRow, NoteRow, SeatRow, Storage

P = ParamSpec("P")
T = TypeVar("T")


class Keeper:
    """The methods of a storage, to be awaited. They are carried out one after another."""

    def __init__(self, storage: Storage) -> None:
        self.storage = storage
        self._thread = ThreadPoolExecutor(1, "storage")
        self._turn = asyncio.Lock()

    async def _do(self, work: Callable[P, T], *values: P.args, **named: P.kwargs) -> T:
        async with self._turn:
            return await self._in_thread(lambda: work(*values, **named))

    async def _in_thread(self, work: Callable[[], T]) -> T:
        return await asyncio.shield(asyncio.get_running_loop().run_in_executor(self._thread, work))

    async def add_match(self, row: MatchRow, seats: list[SeatRow], change: Change) -> None:
        await self._do(self.storage.add_match, row, seats, change)

    async def add_opening(self, row: MatchRow, seats: list[SeatRow], invitations: list[InvitationRow]) -> None:
        await self._do(self.storage.add_opening, row, seats, invitations)

    async def invitation(self, key: str) -> InvitationRow | None:
        return await self._do(self.storage.invitation, key)

    async def agree(self, agreed: Agreed) -> None:
        await self._do(self.storage.agree, agreed)

    async def save(self, change: Change) -> None:
        async with self._turn:
            rest = self.storage.stage(change)
            await self._in_thread(rest or (lambda: self.storage.save(change)))

    async def stop(self, id: str, why: str) -> None:
        await self._do(self.storage.stop, id, why)

    async def match(self, id: str) -> Kept | None:
        return await self._do(self.storage.match, id)

    async def row(self, id: str) -> MatchRow | None:
        return await self._do(self.storage.row, id)

    async def leave(self, id: str, leaving: bytes) -> None:
        await self._do(self.storage.leave, id, leaving)

    async def delete(self, id: str) -> None:
        await self._do(self.storage.delete, id)

    async def unfinished(self) -> list[MatchRow]:
        return await self._do(self.storage.unfinished)

    async def seat(self, key: str) -> SeatRow | None:
        return await self._do(self.storage.seat, key)

    async def seen(self, key: str, moment: int) -> None:
        await self._do(self.storage.seen, key, moment)

    async def speak(self, key: str, language: str) -> None:
        await self._do(self.storage.speak, key, language)

    async def notes(self, key: str) -> list[NoteRow]:
        return await self._do(self.storage.notes, key)

    async def note(self, key: str, note: NoteRow, limit: int, letters: int) -> bool:
        return await self._do(self.storage.note, key, note, limit, letters)

    async def close(self) -> None:
        """Everything that has been asked for is still done."""
        await self._do(self.storage.close)
        self._thread.shutdown()
