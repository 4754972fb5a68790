"""Deleting a match: whoever plays it agrees, then nothing of it is left.

A match belongs to the people who play it, so each of them must say so; one who plays several sides says it once.
A match that nobody else plays, or that has not begun, goes at once.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import AsyncExitStack

import msgspec

from grognard.table import journal, problems
from grognard.table.hall import Hall, Sitting
from grognard.table.lobby import FRIEND, ME, Lobby
from grognard.table.messages import Deletion, Live
from grognard.table.problems import TableError
from grognard.table.storage import MatchRow, StorageError


def agreed(players: Mapping[str, str], leaving: Collection[str]) -> bool:
    """Whether all people have had enough of a match; computers are not asked."""
    mine = {side for side, who in players.items() if who == ME}
    others = {side for side, who in players.items() if who == FRIEND}
    return others <= set(leaving) and (not mine or bool(mine & set(leaving)))


async def want(hall: Hall, lobby: Lobby, sitting: Sitting, wanted: bool) -> Deletion:
    """A player would have the match deleted, or no longer."""
    side = sitting.own
    try:
        async with lobby.alone(sitting.match), AsyncExitStack() as stack:
            await _hold(stack, hall, sitting.match)
            row = await _row(hall, sitting.match)
            leaving = sorted({*journal.leaving_of(row)} - {side} | ({side} if wanted else set()))
            if wanted and (not row.begun or agreed(journal.players_of(row), leaving)):
                await hall.delete(row.id)
                return Deletion(deleted=True, leaving=leaving)
            await hall.keeper.leave(row.id, msgspec.json.encode(leaving))
    except StorageError as error:
        raise problems.storage_failed(error) from None
    for line in hall.lines.of(sitting.match):
        line.tell(Live("leaving", side=side))
    return Deletion(deleted=False, leaving=leaving)


async def _row(hall: Hall, id: str) -> MatchRow:
    row = await hall.keeper.row(id)
    if row is None:
        raise TableError("unknown", "There is no such match.")
    return row


async def _hold(stack: AsyncExitStack, hall: Hall, id: str) -> None:
    """Nobody else does anything with the match; one that cannot be taken up can be deleted all the same."""
    try:
        await stack.enter_async_context(hall.held(id))
    except TableError as error:
        if error.problem.error not in ("waiting", "broken", "late"):
            raise
