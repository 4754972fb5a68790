"""Looking back: the match as a side knew it at an earlier moment, and playing on from there in a copy.

A moment is numbered by how many lines a side's log had by then (see `log.py`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from grognard.engine.game import Chooser

if TYPE_CHECKING:
    from grognard.engine.match import Match


class Moment(msgspec.Struct, frozen=True):
    """A moment that one can go back to: its number, when it was, and the last line of the log by then."""

    moment: int
    when: str
    text: str


class NoSuchMoment(LookupError):
    """The match never had this moment, or it is too long ago."""


def ends(match: Match, side: str | None) -> list[int]:
    """The moments that a side can go back to, the present one last."""
    return [moment for moment, _ in match.log(side).moments(len(match.record))]


def moments(match: Match, side: str | None, language: str = "en") -> list[Moment]:
    """The moments that a side can go back to, with their words."""
    log, tell = match.log(side, language), match.game.words_in(language).tell
    lines = log.after(0)
    return [
        Moment(number, tell(_when(match, entry)), lines[number - 1]["text"] if number else "")
        for number, entry in log.moments(len(match.record))
    ]


def at(match: Match, side: str | None, moment: int) -> Match:
    """The match as it was then, to be looked at and not played on."""
    index = dict(match.log(side).moments(len(match.record))).get(moment)
    if index is None:
        raise NoSuchMoment(f"there is no moment {moment}; ask for the list of moments")
    if index == len(match.record):
        old = match.with_state(match.state.copy())
    else:
        old = match.with_state(match.state_before(index).copy())
        old._cut(index)
    old.proposal = None
    return old


def fork(match: Match, side: str | None, moment: int, secret: bytes, choose: Chooser | None) -> Match:
    """A match of its own that goes on from a moment; with `choose`, what the side cannot know is drawn anew."""
    from grognard.engine.match import Match

    state = at(match, side, moment).state
    if choose is not None and side is not None:
        state = match.game.redraw(state, match.side_index(side), choose)
    return Match(match.game, match.scenario, match.options, secret=secret, state=state)


def is_at_hand(match: Match, side: str) -> bool:
    """Whether the moment before a side's last order is known, so that the match could go back there by consent."""
    # If any of its orders is, the last one is; and the first is soon found, however long the match has become.
    return any(_is_order_of(match, index, side) for index in range(match._past.first, len(match.record)))


def _is_order_of(match: Match, index: int, side: str) -> bool:
    entry = match.record[index]
    return entry.side == side and bool(entry.say)


def _when(match: Match, index: int) -> str:
    return match._past[index].when if index < len(match.record) else match.game.when(match.state)
