"""A match that is taken up from its last handover instead of being played through again from its start.

Whoever stores a match order by order, as the table does, stores its log and how its moments were counted as well. So
only the orders since the last handover are played again; an earlier moment, if somebody wants to see one, is recovered
from the nearest checkpoint before it.
"""

from __future__ import annotations

import msgspec

from grognard.engine import checkpoint, saves
from grognard.engine.checkpoint import Checkpoint
from grognard.engine.dice import Throw
from grognard.engine.events import Event
from grognard.engine.game import Game
from grognard.engine.history import Mark, Packed
from grognard.engine.match import Match
from grognard.engine.saves import Save


class Written(msgspec.Struct):
    """Everything that was stored of a match."""

    save: Save
    marks: list[Mark]
    """The moment before each entry of the record."""
    events: list[Event]
    checkpoints: list[Checkpoint]
    """The last one is the last handover."""


def take_up(game: Game, written: Written, name: str = "match") -> Match:
    """The match as it was. Raises ValueError where the rows do not fit each other or the rules; then it has to be
    played through from its start (`saves.restore`)."""
    save, marks = written.save, written.marks
    last = written.checkpoints[-1] if written.checkpoints else None
    if last is None or not 0 <= last.entries <= len(save.record) or len(marks) != len(save.record):
        raise ValueError("there is no last handover to go on from")
    mark = marks[last.entries] if last.entries < len(marks) else None
    match = saves.begin(game, save, name)
    first = next((number for number, each in enumerate(marks) if each.when), len(marks))
    past = match._past
    if not first:
        past.states[0] = match.state
    past.first = first
    match.diverged_at = first or None
    past.stored = {each.entries: each.state for each in written.checkpoints if each.entries >= first}
    for each in marks[: last.entries]:
        past.note(each)
    match.record = save.record[: last.entries]
    match.throws = Packed(Throw, save.throws[: mark.throws] if mark else save.throws)
    match.history = Packed(Event, written.events[: mark.events] if mark else written.events)
    match.state = checkpoint.opened(match.state.world, last.state)
    match._thrown = last.thrown
    match._orders = {}
    match._hand_over()
    for entry in save.record[last.entries :]:
        saves.replay(match, entry)
    if match.record != save.record or len(match.history) != len(written.events):
        raise ValueError("what follows from the last handover is not what was written down")
    return saves.go_on(match, save, name)
