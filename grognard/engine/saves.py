"""Matches as files: the record of orders and dice, and the last handover as a safety net."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from grognard.engine import files, position, snapshot, views
from grognard.engine.dice import SecretDice, WrongDice
from grognard.engine.game import Game
from grognard.engine.match import Entry, Match, Proposal, Throw, recorded
from grognard.engine.orders import Illegal

FORMAT = 1


class Handover(msgspec.Struct):
    entries: int
    thrown: int
    state: dict[str, Any]


class Save(msgspec.Struct, omit_defaults=True):
    """What a file holds."""

    format: int
    game: str
    version: str
    scenario: str
    secret: str
    record: list[Entry]
    throws: list[Throw]
    thrown: int
    number: int = 0
    """The public number of the moment; orders taken back have been counted."""
    options: dict[str, Any] = {}
    start: str | None = None
    standing: dict[str, dict[str, str]] = {}
    proposal: Proposal | None = None
    handover: Handover | None = None


class SaveError(ValueError):
    """A file that holds no match, or not a whole one; the message names the place and the remedy."""


def pack(match: Match) -> Save:
    """A match as data."""
    return Save(
        format=FORMAT,
        game=match.game.key,
        version=match.game.version,
        scenario=match.scenario,
        secret=match.secret.hex(),
        record=list(match.record),
        throws=list(match.throws),
        thrown=match._thrown,
        number=match._public,
        options=match.options,
        start=match.start,
        standing={side: dict(answers) for side, answers in match.standing.items() if answers},
        proposal=match.proposal,
        handover=match.handover and Handover(*match.handover[:2], snapshot.dump(match.handover[2])),
    )


def write(match: Match, path: str, side: str | None = None) -> None:
    """Write a match to a file, or only what one side may know. The file is replaced whole or not at all."""
    if side is None:
        data = msgspec.json.encode(pack(match))
    else:
        data = msgspec.json.encode({"format": FORMAT, "only": side, "view": views.view(match, side)})
    files.write_bytes(path, data)


def read(path: str, find: Callable[[str], Game]) -> Match:
    """Read a match from a file."""
    data = files.read_bytes(path)
    try:
        said = msgspec.json.decode(data, type=dict[str, Any])
        if said.get("format") != FORMAT:
            raise SaveError(
                f"{path}: format {said.get('format')} is not the one that this program reads ({FORMAT}); update it"
            )
        if "only" in said:
            raise SaveError(f"{path}: this is one side's own file; only the whole match can be taken up again")
        save = msgspec.convert(said, Save)
        game = find(save.game)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise SaveError(f"{path}: not a saved match: {error}; restore the file from a copy") from None
    except LookupError as error:
        raise SaveError(f"{path}: {error}; install the game and try again") from None
    return restore(game, save, path)


def restore(game: Game, save: Save, name: str = "match") -> Match:
    """Play a record through again; where it no longer fits the rules, go on from its last handover."""
    try:
        secret = bytes.fromhex(save.secret)
    except ValueError:
        raise SaveError(f"{name}: the secret is no hexadecimal number; restore the file from a copy") from None
    match = _begin(game, save, secret, name)
    for index, entry in enumerate(save.record):
        try:
            _replay(match, entry)
        except ValueError as error:  # an illegal order, dice that do not fit, words that are no order
            return _resume(match, save, index, error, name)
    if len(match.throws) != len(save.throws):
        other = WrongDice(f"it calls for dice {len(match.throws)} times, not {len(save.throws)}")
        return _resume(match, save, len(save.record) - 1, other, name)
    return _go_on(match, save)


def _go_on(match: Match, save: Save) -> Match:
    """After the replay: calls for dice bear their own numbers again, which tell of those that were taken back."""
    assert match.handover is not None
    entries, thrown, state = match.handover
    match.handover = entries, save.throws[thrown - 1].number + 1 if thrown else 0, state
    match.throws = save.throws[: len(match.throws)]
    match._thrown = save.thrown
    match._public = max(save.number, match._public)
    match.dice = SecretDice(match.secret)
    match.standing |= save.standing
    match.proposal = save.proposal
    return match


def _begin(game: Game, save: Save, secret: bytes, name: str) -> Match:
    try:
        start = position.read(save.start, lambda key: game) if save.start else None
        dice = recorded(save.throws, SecretDice(secret))
        return Match(game, save.scenario, save.options, secret=secret, dice=dice, state=start)
    except (ValueError, LookupError) as error:
        raise SaveError(f"{name}: the match cannot begin: {error}") from None


def _replay(match: Match, entry: Entry) -> None:
    if entry.table is not None:
        if entry.table.what == "correct":
            match._check_correction(entry.table)
        match._at_table(entry)
        return
    order = match.order(entry.say, entry.side)
    refusal = match.why_not(order)
    if refusal:
        raise Illegal(refusal, match.say(refusal))
    match._take(order)


def _resume(match: Match, save: Save, index: int, error: ValueError, name: str) -> Match:
    say = save.record[index].say or "table"
    if save.handover is None or not 0 <= save.handover.entries <= len(save.record):
        raise SaveError(f"{name}: order {index + 1} ({say}) does not replay: {error}") from None
    try:
        state = snapshot.undump(match.state.world, save.handover.state)
    except (ValueError, LookupError, TypeError) as broken:
        raise SaveError(
            f"{name}: order {index + 1} ({say}) does not replay ({error}), and the last handover is damaged: {broken}"
        ) from None
    match.state = state
    match.record = save.record[: save.handover.entries]
    match.throws = [throw for throw in save.throws if throw.number < save.handover.thrown]
    match._past = [None for _ in match.record]
    match._thrown = len(match.throws)
    match.dice = recorded(save.throws[len(match.throws) :], SecretDice(match.secret))
    match.diverged_at = index
    match._orders = {}
    match._hand_over()
    for later, entry in enumerate(save.record[save.handover.entries :], save.handover.entries + 1):
        try:
            _replay(match, entry)
        except ValueError as error:
            raise SaveError(
                f"{name}: order {later} ({entry.say}), after the last handover, does not replay: {error}"
            ) from None
    if len(match.throws) != len(save.throws):
        raise SaveError(f"{name}: the dice thrown after the last handover do not fit it; restore the file from a copy")
    return _go_on(match, save)
