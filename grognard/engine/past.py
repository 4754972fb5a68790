"""Looking back: the match as a side knew it at an earlier moment, and playing on from there in a copy.

A moment is told by how many lines a side's log had by then. Orders that gave the side nothing to read share a moment,
so that moments tell no more than the log does.
"""

from __future__ import annotations

from itertools import accumulate
from typing import TYPE_CHECKING

import msgspec

from grognard.engine.agenda import draft
from grognard.engine.game import Chooser
from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.engine.match import Match


class Moment(msgspec.Struct, frozen=True):
    """A moment that one can go back to: its number, when it was, and the last line told by then."""

    moment: int
    when: str
    text: str


class NoSuchMoment(LookupError):
    """The match was never there, or it is too long ago."""


def ends(match: Match, side: str | None) -> list[int]:
    """The moments that a side can go back to, the present one last."""
    return [moment for moment, _ in _kept(match, side)]


def moments(match: Match, side: str | None, language: str = "en") -> list[Moment]:
    """The moments that a side can go back to, with their words."""
    from grognard.engine import views

    lines, tell = views.log(match, side, language), match.game.words_in(language).tell
    return [
        Moment(number, tell(match.game.when(_state(match, index))), lines[number - 1]["text"] if number else "")
        for number, index in _kept(match, side)
    ]


def at(match: Match, side: str | None, moment: int) -> Match:
    """The match as it was then. It is to be looked at, not played on."""
    index = dict(_kept(match, side)).get(moment)
    if index is None:
        raise NoSuchMoment(f"there is no moment {moment}; ask for the list of moments")
    old = match.with_state(_state(match, index).copy())
    old.proposal = None
    if index < len(match.record):
        before = match._past[index]
        assert before is not None
        del old.record[index:], old._past[index:], old.history[before.events :], old.throws[before.throws :]
    return old


def fork(match: Match, side: str | None, moment: int, secret: bytes, choose: Chooser | None) -> Match:
    """A match of its own that goes on from a moment; with `choose`, what the side cannot know is drawn anew."""
    from grognard.engine.match import Match

    state = at(match, side, moment).state
    if choose is not None and side is not None:
        state = match.game.redraw(state, match.seat(side), choose)
    return Match(match.game, match.scenario, match.options, secret=secret, state=state)


def is_at_hand(match: Match, side: str) -> bool:
    """Whether the moment before a side's last order is known, so that the match could go back there by consent."""
    own = [index for index, entry in enumerate(match.record) if entry.side == side and entry.say]
    return bool(own) and match._past[own[-1]] is not None


def _kept(match: Match, side: str | None) -> list[tuple[int, int]]:
    """Moments that are at hand, each with the number of the last entry before which it stood."""
    heard = [0, *accumulate(event.only is None or side in event.only for event in match.history)]
    seat = None if side is None else match.seat(side)
    found: dict[int, int] = {}
    for index, past in enumerate(match._past):
        if past is not None:
            found[heard[past.events] + _on_sheet(past.state, side, seat)] = index
    now = heard[-1] + _on_sheet(match.state, side, seat)
    found.pop(now, None)
    found = {moment: index for moment, index in found.items() if moment < now}
    return [*sorted(found.items()), (now, len(match.record))]


def _state(match: Match, index: int) -> State:
    past = match._past[index] if index < len(match.record) else None
    return past.state if past is not None else match.state


def _on_sheet(s: State, side: str | None, seat: int | None) -> int:
    """How many lines a side's open sheet adds to its log."""
    own = s if seat is None else draft(s, seat)
    return 0 if own is s else sum(event.seen_by(side) is not None for event in own.news)
