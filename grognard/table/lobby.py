"""The lobby: matches that have not begun.

Whoever opens a match gets their own seats and an invitation for each friend. The table has drawn its half of the dice's
secret by then and shows its hash. Each side sees what was settled, agrees, and puts something of its own into the dice;
then the match begins. So neither the table nor one player can have chosen the dice (see `dice.mixed`), and nobody but
the player ever knew a seat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from weakref import WeakValueDictionary

import msgspec

from grognard.engine.dice import commitment
from grognard.engine.kinds import Options
from grognard.table import journal, problems, seats
from grognard.table.hall import Hall, Sitting
from grognard.table.messages import Invitation, Joined, Opened, SeatInfo
from grognard.table.problems import TableError
from grognard.table.storage import Agreed, InvitationRow, Kept, MatchRow, SeatRow, StorageError

FRIEND, ME = "friend", "me"


class Lobby:
    """Opens matches and brings their players together."""

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def open(
        self,
        game: str,
        scenario: str,
        players: Mapping[str, str],
        options: Options,
        seed: int | None,
        language: str = "en",
    ) -> Opened:
        """Open a match. With a seed, or without anyone to play it, it begins at once."""
        if seed is not None and FRIEND in players.values():
            raise TableError(
                "bad-request", "A seed is for study: no friend can be invited to dice that can be known beforehand."
            )
        match = await self.hall.prepare(game, scenario, players, options, seed)
        if seed is not None or not _people(players):
            return await self.hall.add(match, players, language, seed)
        id, spectator = seats.token(), seats.token()
        tokens = {side: seats.token() if who == ME else None for side, who in players.items()}
        invitations = {side: seats.token() for side, who in players.items() if who == FRIEND}
        chairs = [(side, token) for side, token in (*tokens.items(), (None, spectator)) if token]
        row = msgspec.structs.replace(journal.begun(match, id, players), begun=False)
        try:
            await self.hall.keeper.add_opening(
                row,
                [SeatRow(seats.key(token) or "", id, side, language=language) for side, token in chairs],
                [InvitationRow(seats.key(token) or "", id, side) for side, token in invitations.items()],
            )
        except StorageError as error:
            raise problems.storage_failed(error) from None
        return Opened(id, tokens, spectator, match.commitment, invitations, begun=False)

    async def about(self, sitting: Sitting) -> SeatInfo:
        """What a seat may know of a match that has not begun."""
        row = (await self._kept(sitting.match)).row
        return SeatInfo(
            match=row.id,
            game=row.game,
            scenario=row.scenario,
            side=sitting.side,
            sides=journal.players_of(row),
            seen=sitting.seen,
            language=sitting.language,
            options=msgspec.json.decode(row.options),
            commitment=_commitment(row),
            begun=False,
            ready=sorted(_contributions(row)),
            opened=row.opened,
            played=row.played,
            leaving=journal.leaving_of(row),
        )

    async def ready(self, sitting: Sitting, contribution: str) -> None:
        """A player is ready, and puts something into the dice."""
        side = sitting.own
        async with self.alone(sitting.match):
            await self._agree(sitting.match, side, contribution)

    async def invitation(self, token: str) -> Invitation:
        """The match that somebody is invited to."""
        found = await self._invitation(token)
        row = (await self._kept(found.match)).row
        return Invitation(
            match=row.id,
            game=row.game,
            scenario=row.scenario,
            side=found.side,
            sides=journal.players_of(row),
            options=msgspec.json.decode(row.options),
            commitment=_commitment(row),
            ready=sorted(_contributions(row)),
            taken=found.taken,
        )

    async def accept(self, token: str, contribution: str, language: str) -> Joined:
        """Accept an invitation; the seat is the guest's alone."""
        found = await self._invitation(token)
        async with self.alone(found.match):
            seat = seats.token()
            row = SeatRow(seats.key(seat) or "", found.match, found.side, language=language)
            await self._agree(found.match, found.side, contribution, row, found.key)
        return Joined(found.match, found.side, seat)

    async def _agree(
        self, id: str, side: str, contribution: str, seat: SeatRow | None = None, invitation: str = ""
    ) -> None:
        """Note that a side is ready. The match begins when nobody is waited for any more."""
        kept = await self._kept(id)
        contributions = _contributions(kept.row)
        if kept.row.begun or side in contributions:
            again = "This side has said already that it is ready."
            raise TableError("taken", again if seat is None else "This invitation has been accepted already.")
        contributions[side] = contribution
        said = msgspec.json.encode(contributions).decode()
        agreed = Agreed(id, said, seat, invitation)
        try:
            if contributions.keys() >= _people(journal.players_of(kept.row)):
                await self.hall.begin(kept, agreed)
            else:
                await self.hall.keeper.agree(agreed)
        except StorageError as error:
            raise problems.storage_failed(error) from None

    async def _invitation(self, token: str) -> InvitationRow:
        key = seats.key(token)
        found = await self.hall.keeper.invitation(key) if key else None
        if found is None:
            self.hall.missed()
            raise TableError("unknown", "There is no such invitation.")
        return found

    async def _kept(self, id: str) -> Kept:
        try:
            kept = await self.hall.keeper.match(id)
        except StorageError as error:
            raise problems.storage_failed(error) from None
        if kept is None:
            raise TableError("unknown", "There is no such match.")
        return kept

    def alone(self, id: str) -> asyncio.Lock:
        """One at a time: two who are ready at once must both be heard."""
        lock = self._locks.get(id)
        if lock is None:
            lock = self._locks[id] = asyncio.Lock()
        return lock


def _people(players: Mapping[str, str]) -> set[str]:
    """The sides that somebody plays."""
    return {side for side, who in players.items() if who in (ME, FRIEND)}


def _contributions(row: MatchRow) -> dict[str, str]:
    return msgspec.json.decode(row.contributions, type=dict[str, str])


def _commitment(row: MatchRow) -> str:
    return commitment(bytes.fromhex(row.secret))
