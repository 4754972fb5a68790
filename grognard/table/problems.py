"""Everything that can go wrong at the table, in one shape."""

from __future__ import annotations

import logging

import msgspec

from grognard.engine.kinds import Json
from grognard.engine.match import CannotUndo, Match
from grognard.engine.orders import Illegal, Refusal, UnknownOrder

log = logging.getLogger(__name__)

STATUS = {
    "bad-request": 400,
    "unknown-order": 400,
    "seat": 403,
    "origin": 403,
    "unknown": 404,
    "method": 405,
    "slow": 408,
    "illegal": 409,
    "stale": 409,
    "turn": 409,
    "over": 409,
    "cannot-undo": 409,
    "stopped": 409,
    "waiting": 409,
    "taken": 409,
    "too-large": 413,
    "media": 415,
    "host": 421,
    "flood": 429,
    "broken": 500,
    "storage": 503,
    "late": 503,
}
"""The errors, and the status that each answers with."""

RULES = {"table.stale": "stale", "table.other-proposal": "stale", "table.turn": "turn", "table.over": "over"}
"""Refusals of the engine that have an error of their own; all others are `illegal`."""


class Problem(msgspec.Struct, frozen=True):
    """What went wrong, in a word for programs and a sentence for people; the rule that forbids it, if one does."""

    error: str
    text: str
    rule: str | None = None


class TableError(Exception):
    """Raised with a problem; it becomes the answer."""

    def __init__(self, error: str, text: str, rule: str | None = None) -> None:
        super().__init__(text)
        self.status = STATUS[error]
        self.problem = Problem(error, text, rule)


def storage_failed(error: Exception) -> TableError:
    """The storage has failed. Why, and where it lies, is for the log: strangers are told only what it means to them."""
    log.error("the storage failed: %s", error)
    return TableError(
        "storage", "The table could not write that down or look it up; nothing has changed. Try again later."
    )


def refused(match: Match, refusal: Refusal, language: str) -> TableError:
    """A refusal of the engine, in the language asked for."""
    rule = refusal.rule if refusal.rule in match.game.rules else None
    return TableError(RULES.get(refusal.rule, "illegal"), match.say(refusal, language), rule)


def worded(match: Match, error: ValueError, language: str) -> TableError:
    """What the engine raised, as a problem."""
    if isinstance(error, Illegal):
        return refused(match, error.refusal, language)
    if isinstance(error, CannotUndo):
        return TableError("cannot-undo", match.say(error.refusal, language))
    if isinstance(error, UnknownOrder):
        return TableError("unknown-order", str(error))
    return TableError("bad-request", str(error))


def encoded(problem: Problem) -> bytes:
    return msgspec.json.encode(problem)


def as_dict(problem: Problem) -> Json:
    return msgspec.structs.asdict(problem)
