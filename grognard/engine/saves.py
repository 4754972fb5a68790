"""Matches as files: the record of orders and dice, and the last handover as a safety net."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec

from grognard.engine import files, position, setup_options, snapshot, soundness, views
from grognard.engine.dice import RecordedDice, SecretDice, Throw, mixed
from grognard.engine.game import Game
from grognard.engine.history import Packed
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.engine.orders import Illegal
from grognard.engine.proposals import Entry, Proposal
from grognard.engine.soundness import Astray
from grognard.engine.state import State

FORMAT = 1
SECRET = re.compile(r"[0-9a-fA-F]{64}")


class Handover(msgspec.Struct):
    entries: int
    thrown: int
    state: Json


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
    contributions: dict[str, str] = {}
    """What each side has put into the dice, if anybody has."""
    options: Json = {}
    start: str | None = None
    standing: dict[str, dict[str, str]] = {}
    proposal: Proposal | None = None
    handover: Handover | None = None


class SaveError(ValueError):
    """A file that holds no match, or only part of one; the message names the place and the remedy."""


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
        contributions=match.contributions,
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
    try:
        files.write_bytes(path, data)
    except OSError as error:
        raise SaveError(f"{path}: cannot be written: {error.strerror}; choose another folder or make room") from None


def read(path: str, find: Callable[[str], Game]) -> Match:
    """Read a match from a file."""
    try:
        data = files.read_bytes(path)
    except OSError as error:
        raise SaveError(f"{path}: cannot be read: {error.strerror}; name a file that `match.save` wrote") from None
    try:
        said = msgspec.json.decode(data, type=Json)
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
    """Play a record through again; where it no longer fits the rules, continue from its last handover with as many of
    the orders since then as do."""
    match = begin(game, save, name)
    entries = save.handover.entries if save.handover else -1
    for index, entry in enumerate(save.record):
        try:
            if index == entries:
                compare(match, save)
            replay(match, entry)
        except (ValueError, Astray) as error:  # an illegal order, another outcome, words that are no order
            return _resume(match, save, index, error, name)
    try:
        if len(save.record) == entries:
            compare(match, save)
    except ValueError as error:
        return _resume(match, save, entries - 1, error, name)
    return go_on(match, save, name)


def compare(match: Match, save: Save) -> None:
    """At the moment of the last handover: is everything as it was? Raises ValueError with the facts that are not."""
    assert save.handover is not None
    before, after = (
        msgspec.json.decode(msgspec.json.encode(d)) for d in (save.handover.state, snapshot.dump(match.state))
    )
    known = before.get("facts")  # facts that are younger than the file cannot be compared
    if not isinstance(known, dict):
        raise ValueError("the last handover has no facts")
    before["agenda"] = snapshot.without_retired(match.game, before.get("agenda"))
    facts = [fact for fact in after["facts"] if fact in known and after["facts"][fact] != known[fact]]
    facts += [part for part in ("agenda", "sheets", "outcome") if after[part] != before.get(part)]
    if facts:
        raise ValueError(f"every order is legal, but the last handover comes out otherwise in {', '.join(facts)}")


def go_on(match: Match, save: Save, name: str) -> Match:
    """After the replay the match goes on with dice of its own; calls that were taken back stay spent."""
    match._thrown = max(save.thrown, match._thrown)
    match._public = max(save.number, match._public)
    match.dice = SecretDice(match.mixed_secret)
    match.standing |= save.standing
    match.proposal = save.proposal
    try:
        for side in save.standing:
            match.side_index(side)
        if save.proposal is not None:
            match.check_proposal(save.proposal)
    except ValueError as error:
        raise SaveError(f"{name}: standing answers and proposals: {error}; restore the file from a copy") from None
    return match


def begin(game: Game, save: Save, name: str) -> Match:
    """The match before its first entry, with its dice read from the record."""
    unsound = next((throw for throw in save.throws if not throw.is_sound), None)
    if unsound is not None:
        raise SaveError(f"{name}: throw {unsound.number} shows {list(unsound.faces)}; restore the file from a copy")
    if not SECRET.fullmatch(save.secret):
        raise SaveError(f"{name}: the secret is no hexadecimal number of 64 digits; restore the file from a copy")
    secret = bytes.fromhex(save.secret)
    try:
        start = position.read(save.start, lambda key: game) if save.start else None
        dice = RecordedDice(save.throws, SecretDice(mixed(secret, save.contributions)), save.thrown)
        options = setup_options.remembered(save.options, game.chart_groups())

        def make(state: State | None) -> Match:
            said = save.contributions
            return Match(game, save.scenario, options, secret=secret, contributions=said, dice=dice, state=state)

        return make(None) if start is None else soundness.sound(start, make)
    except Exception as error:  # what was written by hand can break a set-up in any way
        raise SaveError(f"{name}: the match cannot begin: {error}") from None


def replay(match: Match, entry: Entry) -> None:
    """Play one entry of a record again; raises ValueError if it no longer fits the rules."""
    if entry.table is not None:
        match.side_index(entry.side)
        if entry.table.what != "resign":
            match.check_proposal(entry.table)
        match._at_table(entry)
        return
    order = match.order(entry.say, entry.side)
    refusal = match.why_not(order)
    if refusal:
        raise Illegal(refusal, match.say(refusal))
    match._take(order)


def _resume(match: Match, save: Save, index: int, error: Exception, name: str) -> Match:
    say = save.record[index].say if 0 <= index < len(save.record) else "the beginning"
    if save.handover is None or not 0 <= save.handover.entries <= len(save.record):
        raise SaveError(f"{name}: order {index + 1} ({say}) does not replay: {error}") from None
    try:
        state = snapshot.undump(match.state.world, save.handover.state)
        soundness.sound(state, match.with_state)
    except ValueError as broken:
        raise SaveError(
            f"{name}: order {index + 1} ({say}) does not replay ({error}), and the last handover is damaged: {broken}"
        ) from None
    match.state = state
    match.record = save.record[: save.handover.entries]
    match.throws = Packed(Throw, (throw for throw in save.throws if throw.entry < save.handover.entries))
    match._past.skip(len(match.record))
    match._thrown = save.handover.thrown
    match.dice = RecordedDice(save.throws, SecretDice(match.mixed_secret), save.thrown)
    match.diverged_at = index
    match._orders = {}
    match._hand_over()
    for later, entry in enumerate(save.record[save.handover.entries :], save.handover.entries):
        try:
            replay(match, entry)
        except (ValueError, Astray):
            match.state.tell("dropped", "table.dropped", reveals=True, orders=len(save.record) - later)
            match._collect()
            break
    return go_on(match, save, name)
