"""How a match in play becomes rows, and rows a match again."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from time import time
from typing import Any

import msgspec

from grognard.engine import checkpoint, resumed, saves
from grognard.engine.agenda import Runaway
from grognard.engine.checkpoint import Checkpoint
from grognard.engine.dice import Throw
from grognard.engine.events import Event
from grognard.engine.game import Game
from grognard.engine.history import Mark
from grognard.engine.match import Match
from grognard.engine.proposals import Entry, Proposal
from grognard.engine.resumed import Written
from grognard.table.storage import Change, Kept, MatchRow, Tail

log = logging.getLogger(__name__)

APART = 64
"""Checkpoints this many entries apart are kept, for whoever looks back; and the last one."""


class Row(msgspec.Struct, omit_defaults=True):
    """An entry of the record as it is kept, with the moment before it; rows of older programs have none."""

    side: str
    say: str = ""
    table: Proposal | None = None
    mark: Mark | None = None


_encode = msgspec.json.encode
_row = msgspec.json.Decoder(Row)
_throw = msgspec.json.Decoder(Throw)
_event = msgspec.json.Decoder(Event)


class Journal:
    """Remembers how much of a match has been written down, and says what is new."""

    def __init__(self, match: Match, id: str, *, kept: Kept | None = None, played: int | None = None) -> None:
        self.match = match
        self.id = id
        self.played = kept.row.played if kept else played if played is not None else int(time())
        """When something last happened that everybody may know of."""
        self._number = match._public
        self._written = (0, 0, 0)
        """How many rows of record, throws and events there are."""
        self._handover: tuple[int, int] | None = None
        self._checkpoints: list[int] = []
        """After how many entries each of them was."""
        self._rest: tuple[Any, ...] = ()
        self._afresh = kept is None
        """Whether rows that are there already, if any, are to be replaced."""
        if kept is not None:
            self._checkpoints = [each.entries for each in kept.checkpoints]
            self.wrote()

    def change(self) -> Change | None:
        """What has changed since it was last written down; None if nothing has."""
        match = self.match
        rest = self._state()
        if self._rest == rest and not self._afresh:
            return None
        if match._public != self._number:
            self._number, self.played = match._public, int(time())
        number, thrown, standing, proposal, waiting, over, *_ = rest
        entries, throws, events = match.steady
        written = self._written
        change = Change(
            match=self.id,
            number=number,
            thrown=thrown,
            standing=standing,
            proposal=proposal,
            waiting=waiting,
            over=over,
            record=self._tail(written[0], entries, len(match.record), self._rows),
            throws=self._tail(written[1], throws, len(match.throws), match.throws.since),
            events=self._tail(written[2], events, len(match.history), match.history.since),
            version=match.game.version,
            played=self.played,
        )
        self._look_for_checkpoint(change)
        return change

    def _look_for_checkpoint(self, change: Change) -> None:
        """The last handover, unless it is known already: the same orders and dice lead to the same moment."""
        same = change.record.first
        if change.record.cut:
            change.void = 0 if self._afresh else same + 1
            self._checkpoints = [each for each in self._checkpoints if each < change.void]
        found = self.match.handover
        if found is None or (found[:2] == self._handover and same >= found[0]):
            return
        change.checkpoint = Checkpoint(found[0], found[1], checkpoint.closed(found[2]))
        known = [each for each in self._checkpoints if each < found[0]]
        if len(known) > 1 and known[-1] - known[-2] < APART:
            change.spare = known.pop()
        self._checkpoints = [*known, found[0]]

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

    def _rows(self, first: int) -> Iterable[Row]:
        match = self.match
        for number in range(first, len(match.record)):
            entry = match.record[number]
            yield Row(entry.side, entry.say, entry.table, match._past[number])

    def _tail(self, written: int, steady: int, length: int, rows: Callable[[int], Iterable[object]]) -> Tail:
        """Which rows must be replaced; nearly always there are only new ones at the end."""
        first = min(written, steady)
        return Tail(
            first, [_encode(row) for row in rows(first)] if first < length else [], self._afresh or first < written
        )


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
        opened=int(time()),
        played=int(time()),
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


def leaving_of(row: MatchRow) -> list[str]:
    """The sides that would have the match deleted."""
    return msgspec.json.decode(row.leaving, type=list[str])


def asked(row: MatchRow) -> list[str]:
    """Who plays the sides that must decide, or answer a proposal."""
    waiting = msgspec.json.decode(row.waiting, type=list[str])
    proposal = msgspec.json.decode(row.proposal, type=Proposal | None)
    return [who for side, who in players_of(row).items() if side in waiting or (proposal and proposal.side != side)]


def restored(kept: Kept, find: Callable[[str], Game]) -> Journal:
    """The match as it was when it was last written down, from its last handover. Where that cannot be, it is played
    through again from its start, and its rows are to be written afresh."""
    row, game = kept.row, find(kept.row.game)
    rows = [_row.decode(entry) for entry in kept.record]
    save = _save(row, [Entry(each.side, each.say, each.table) for each in rows], kept.throws)
    marks = [each.mark for each in rows if each.mark is not None]
    name, last = f"match {row.id}", kept.checkpoints[-1] if kept.checkpoints else None
    if row.version == game.version:
        try:
            written = Written(save, marks, [_event.decode(event) for event in kept.events], kept.checkpoints)
            return Journal(resumed.take_up(game, written, name), row.id, kept=kept)
        except (ValueError, LookupError, Runaway) as error:
            log.warning("match %s is played through again from its start: %s", row.id, error)
        with suppress(saves.SaveError):
            return Journal(saves.restore(game, save, name), row.id, played=row.played)
    if last is not None:
        save.handover = saves.Handover(last.entries, last.thrown, msgspec.json.decode(last.state))
    return Journal(saves.restore(game, save, name), row.id, played=row.played)


def _save(row: MatchRow, record: list[Entry], throws: list[bytes]) -> saves.Save:
    return saves.Save(
        format=saves.FORMAT,
        game=row.game,
        version=row.version,
        scenario=row.scenario,
        secret=row.secret,
        record=record,
        throws=[_throw.decode(throw) for throw in throws],
        thrown=row.thrown,
        number=row.number,
        contributions=msgspec.json.decode(row.contributions),
        options=msgspec.json.decode(row.options),
        start=row.start,
        standing=msgspec.json.decode(row.standing),
        proposal=msgspec.json.decode(row.proposal, type=Proposal | None),
    )
