"""How a match in play becomes rows, and rows a match again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from grognard.engine import saves, snapshot
from grognard.engine.dice import Throw
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.proposals import Entry, Proposal
from grognard.table.storage import Change, Handover, Kept, MatchRow, Tail

_encode = msgspec.json.encode
_entry = msgspec.json.Decoder(Entry)
_throw = msgspec.json.Decoder(Throw)


class Journal:
    """Remembers how much of a match has been written down, and says what is new."""

    def __init__(self, match: Match, id: str, *, written: bool = False) -> None:
        self.match = match
        self.id = id
        self._written = (0, 0, 0)
        """How many rows of record, throws and events there are."""
        self._handover: tuple[int, int] | None = None
        self._rest: tuple[Any, ...] = ()
        self._afresh = not written
        """Whether rows that are there already, if any, are to be replaced."""
        if written:
            self.wrote()

    def change(self) -> Change | None:
        """What has changed since it was last written down; None if nothing has."""
        match = self.match
        rest = self._state()
        if self._rest == rest and not self._afresh:
            return None
        number, thrown, standing, proposal, waiting, over, *_ = rest
        record, throws, events = map(
            self._tail, self._written, match.steady, (match.record, match.throws, match.history)
        )
        return Change(
            match=self.id,
            number=number,
            thrown=thrown,
            standing=standing,
            proposal=proposal,
            waiting=waiting,
            over=over,
            record=record,
            throws=throws,
            events=events,
            handover=self._new_handover(record.first),
        )

    def _new_handover(self, same: int) -> Handover | None:
        """The last handover, unless it is the one that is known: the same orders and dice lead to the same moment."""
        found = self.match.handover
        if found is None or (found[:2] == self._handover and same >= found[0]):
            return None
        return Handover(found[0], found[1], _encode(snapshot.dump(found[2])))

    def wrote(self) -> None:
        """Everything has been written down."""
        match = self.match
        self._written = len(match.record), len(match.throws), len(match.history)
        match.wrote()
        self._handover = match.handover[:2] if match.handover else None
        self._rest = self._state()
        self._afresh = False

    def _state(self) -> tuple[Any, ...]:
        match = self.match
        standing = {side: answers for side, answers in match.standing.items() if answers}
        return (
            match._public, match._thrown, _encode(standing), _encode(match.proposal), _encode(sorted(match.waiting)),
            match.outcome is not None, len(match.record),
        )  # fmt: skip

    def _tail(self, written: int, steady: int, now: Sequence[object]) -> Tail:
        """What must be replaced; nearly always nothing but the new end is new."""
        first = min(written, steady)
        return Tail(first, [_encode(row) for row in now[first:]], self._afresh or first < written)


def begun(match: Match, id: str, players: Mapping[str, str]) -> MatchRow:
    """The row of a match that begins."""
    return MatchRow(
        id=id,
        game=match.game.key,
        version=match.game.version,
        scenario=match.scenario,
        options=_encode(match.options),
        secret=match.secret.hex(),
        start=match.start,
        players=_encode(dict(players)),
        contributions=_encode(match.contributions).decode(),
    )


def opened(row: MatchRow, find: Callable[[str], Game]) -> Match:
    """A match at its beginning, with what the sides have put into its dice."""
    return Match(
        find(row.game),
        row.scenario,
        msgspec.json.decode(row.options),
        secret=bytes.fromhex(row.secret),
        contributions=msgspec.json.decode(row.contributions),
    )


def players_of(row: MatchRow) -> dict[str, str]:
    """Who plays each side."""
    return msgspec.json.decode(row.players, type=dict[str, str])


def asked(row: MatchRow) -> list[str]:
    """Who plays the sides that must decide, or answer a proposal."""
    waiting = msgspec.json.decode(row.waiting, type=list[str])
    proposal = msgspec.json.decode(row.proposal, type=Proposal | None)
    return [who for side, who in players_of(row).items() if side in waiting or (proposal and proposal.side != side)]


def restored(kept: Kept, find: Callable[[str], Game]) -> Journal:
    """The match as it was when it was last written down; one that comes out otherwise is to be written afresh."""
    row = kept.row
    before = kept.handover
    handover = saves.Handover(before.entries, before.thrown, msgspec.json.decode(before.state)) if before else None
    save = saves.Save(
        format=saves.FORMAT,
        game=row.game,
        version=row.version,
        scenario=row.scenario,
        secret=row.secret,
        record=[_entry.decode(entry) for entry in kept.record],
        throws=[_throw.decode(throw) for throw in kept.throws],
        thrown=row.thrown,
        number=row.number,
        contributions=msgspec.json.decode(row.contributions),
        options=msgspec.json.decode(row.options),
        start=row.start,
        standing=msgspec.json.decode(row.standing),
        proposal=msgspec.json.decode(row.proposal, type=Proposal | None),
        handover=handover,
    )
    match = saves.restore(find(row.game), save, f"match {row.id}")
    same = match.diverged_at is None and len(match.history) == kept.events and match.record == save.record
    return Journal(match, row.id, written=same)
