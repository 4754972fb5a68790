"""Dice that are public and provable.

A match draws its dice from a 256-bit secret with a keyed hash. The hash of the secret is published before play and the
secret after it, so that anyone can check every face. Small seeds such as 1943 are for tests and study.

Whoever made the secret could have made many and kept the one with the best dice. So at the table each side adds
something of its own once the hash is known, and the dice come from all of it together: see `mixed`.
"""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from grognard.engine.events import Deal, Roll

Faces = tuple[int, ...]


class Dice(Protocol):
    """Anything that answers calls for dice. `number` counts the calls of a match from 0."""

    def throw(self, call: Roll | Deal, number: int) -> Faces: ...


class WrongDice(ValueError):
    """Scripted or recorded dice do not fit what the rules asked for."""


def secret_of(seed: int | None) -> bytes:
    """The secret behind a small seed, or a fresh one that nobody can guess."""
    if seed is None:
        return secrets.token_bytes(32)
    return hashlib.blake2b(f"grognard seed {seed}".encode(), digest_size=32).digest()


def commitment(secret: bytes) -> str:
    """What is published before play: it fixes the secret without giving it away."""
    return hashlib.sha256(secret).hexdigest()


def mixed(secret: bytes, contributions: Mapping[str, str]) -> bytes:
    """What the dice come from: the committed secret, and what each side has added since; if nobody has added anything,
    the secret alone."""
    if not contributions:
        return secret
    return hashlib.sha256(secret + msgspec.json.encode(sorted(contributions.items()))).digest()


class SecretDice:
    """Dice from a secret: call number n always gives the same faces."""

    def __init__(self, secret: bytes) -> None:
        self.secret = secret

    def throw(self, call: Roll | Deal, number: int) -> Faces:
        stream = self._stream(number)
        if isinstance(call, Deal):
            cards = list(range(call.cards))
            for last in range(call.cards - 1, 0, -1):
                other = _below(stream, last + 1)
                cards[last], cards[other] = cards[other], cards[last]
            return tuple(cards)
        return tuple(1 + _below(stream, call.sides) for _ in range(call.dice))

    def _stream(self, number: int) -> Iterator[int]:
        block = 0
        while True:
            yield from hashlib.blake2b(f"{number}.{block}".encode(), key=self.secret, digest_size=64).digest()
            block += 1


def _below(stream: Iterator[int], limit: int) -> int:
    """A fair number below `limit`: draws that would favour the low numbers are thrown away."""
    span = 256 if limit <= 256 else 1 << 32
    fair = span - span % limit
    while True:
        drawn = next(stream)
        if limit > 256:
            drawn = drawn << 24 | next(stream) << 16 | next(stream) << 8 | next(stream)
        if drawn < fair:
            return drawn % limit


class Throw(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Faces as they fell, and the call that they answered."""

    number: int
    faces: Faces
    sides: int = 0
    """Of each die; 0 is a shuffle."""
    purpose: str = ""
    entry: int = -1
    """The entry of the record during which it fell; -1 is before the first."""

    def answers(self, call: Roll | Deal) -> bool:
        if isinstance(call, Deal):
            return self.sides == 0 and len(self.faces) == call.cards
        return (self.sides, self.purpose, len(self.faces)) == (call.sides, call.purpose, call.dice)

    @property
    def is_sound(self) -> bool:
        """Whether such faces can fall at all."""
        if self.sides == 0:
            return sorted(self.faces) == list(range(len(self.faces)))
        return all(1 <= face <= self.sides for face in self.faces)


def thrown(call: Roll | Deal, faces: Faces, number: int, entry: int) -> Throw:
    """The record of an answered call."""
    sides, purpose = (call.sides, call.purpose) if isinstance(call, Roll) else (0, "")
    return Throw(number, faces, sides, purpose, entry)


class RecordedDice:
    """Faces read back from a record, entry by entry.

    A call that is not in the record gets fresh dice, and a throw that nobody calls for is skipped: a rule that rolls
    once more or once less does not shift the rest.
    """

    def __init__(self, record: Iterable[Throw], then: Dice, fresh: int) -> None:
        self.then = then
        self.fresh = fresh
        """The number of the next call that the record does not answer."""
        self.left: dict[int, list[Throw]] = {}
        for throw in record:
            self.left.setdefault(throw.entry, []).append(throw)

    def throw(self, call: Roll | Deal, number: int) -> Faces:
        return self.recall(call, -1).faces

    def recall(self, call: Roll | Deal, entry: int) -> Throw:
        """The throw that answered such a call during an entry."""
        left = self.left.get(entry, [])
        for throw in left:
            if throw.answers(call):
                left.remove(throw)
                return throw
        self.fresh += 1
        return thrown(call, self.then.throw(call, self.fresh - 1), self.fresh - 1, entry)


class NoDice:
    """For replaying what has been played: every face is in the record."""

    def throw(self, call: Roll | Deal, number: int) -> Faces:
        raise WrongDice(f"the record holds no throw for {call}")


def unproven(secret: bytes, throws: Iterable[Throw]) -> list[int]:
    """The numbers of those throws that did not come from the secret; none in an honest match."""
    dice = SecretDice(secret)
    wrong = []
    for throw in throws:
        call = Roll(throw.purpose, "", len(throw.faces), throw.sides) if throw.sides else Deal(len(throw.faces))
        if dice.throw(call, throw.number) != throw.faces:
            wrong.append(throw.number)
    return wrong


class ScriptedDice:
    """Faces written down beforehand, for tests: one list per roll. Shuffles leave things as they are."""

    def __init__(self, *rolls: Sequence[int]) -> None:
        self.rolls = [tuple(roll) for roll in rolls]

    def add(self, *rolls: Sequence[int]) -> None:
        self.rolls += [tuple(roll) for roll in rolls]

    def throw(self, call: Roll | Deal, number: int) -> Faces:
        if isinstance(call, Deal):
            return tuple(range(call.cards))
        if not self.rolls:
            raise WrongDice(f"no dice left for {call.purpose} ({call.dice} dice, {call.rule})")
        return _fitting(self.rolls.pop(0), call)

    def finish(self) -> None:
        """A script must be used up."""
        if self.rolls:
            raise WrongDice(f"{len(self.rolls)} rolls left over: {self.rolls}")


def _fitting(faces: Faces, call: Roll | Deal) -> Faces:
    if isinstance(call, Deal):
        if sorted(faces) != list(range(call.cards)):
            raise WrongDice(f"{faces} is no shuffle of {call.cards}")
    elif len(faces) != call.dice or not all(1 <= face <= call.sides for face in faces):
        raise WrongDice(f"{call.purpose} ({call.rule}) takes {call.dice} dice of {call.sides} sides, not {list(faces)}")
    return faces
