"""Were the dice honest? The throws of a finished match against the secret that was committed to before it.

Also a ledger of luck: how often each face fell for each side and purpose, and how far that is from even.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from grognard import drawing, lab
from grognard.engine import saves
from grognard.engine.dice import Throw, unproven
from grognard.engine.events import Event, Outcome
from grognard.engine.game import Game
from grognard.engine.match import Match
from grognard.engine.saves import SaveError
from grognard.lab.analysis import replay

NOBODY = "nobody"
ROLLS_FOR = ("by", "side")
"""Facts of a roll that may name the side that rolls."""

LARGEST = 10_000
"""No die has more sides."""


class Luck(msgspec.Struct):
    """The faces that fell for a side, and how even they are."""

    side: str
    sides: int
    """Of each die."""
    faces: Counter[int] = msgspec.field(default_factory=Counter)
    purposes: dict[str, Counter[int]] = {}

    @property
    def dice(self) -> int:
        return self.faces.total()

    @property
    def mean(self) -> float:
        return sum(face * count for face, count in self.faces.items()) / self.dice if self.dice else 0.0

    @property
    def chi_square(self) -> float:
        """How far the counts are from even."""
        due = self.dice / self.sides
        return sum((self.faces[face] - due) ** 2 / due for face in range(1, self.sides + 1)) if due else 0.0

    @property
    def chance(self) -> float:
        """How often honest dice would fall at least as unevenly."""
        return chi_square_tail(self.chi_square, self.sides - 1)

    @property
    def is_few(self) -> bool:
        """Whether there are too few dice to say anything by chi-square (the usual rule: five for each face)."""
        return self.dice < 5 * self.sides


class Proof(msgspec.Struct):
    """What came of checking a match."""

    file: str
    title: str
    commitment: str
    outcome: Outcome | None
    contributions: dict[str, str] = {}
    """What the sides have put into the dice."""
    rolls: int = 0
    shuffles: int = 0
    taken_back: int = 0
    """Calls for dice that were answered and then taken back with their orders."""
    faults: list[str] = []
    luck: list[Luck] = []

    @property
    def good(self) -> bool:
        return not self.faults


def check(
    path: str,
    promised: str | None = None,
    find: Callable[[str], Game] = lab.find,
    contributed: Mapping[str, str] | None = None,
) -> Proof:
    """Check the dice of a stored match; `promised` is the commitment that was noted before play, `contributed` what was
    put into the dice, by side."""
    save, match = replay.opened(path, find)
    listener = _Listener(match)
    faults = []
    for number, entry in enumerate(save.record, 1):
        try:
            saves.replay(match, entry)
        except Exception as error:  # rules that changed, or a record that was written by hand
            if save.handover is None or save.handover.state.get("outcome") is None:
                raise SaveError(
                    f"{path}: order {number} ({entry.say}) does not fit the present rules ({error}); "
                    "check the file with the version of grognard that it was played with"
                ) from None
            faults.append(
                f"order {number} ({entry.say}) does not fit the present rules: {error} "
                f"(played with version {save.version}, checked with {match.game.version})"
            )
            break
        listener.listen()
    known = match.game.scenarios().get(match.scenario)
    proof = Proof(path, f"{match.game.title}, {known.title if known else match.scenario}", match.commitment, None)
    proof.contributions = match.contributions
    proof.outcome = match.outcome
    if match.outcome is None and not faults:
        return proof
    proof.rolls = sum(1 for throw in save.throws if throw.sides)
    proof.shuffles = len(save.throws) - proof.rolls
    proof.taken_back = max(save.thrown - len(save.throws), 0)
    own = [*_promise(match, promised), *_contributions(match, contributed or {})]
    proof.faults = [*own, *_throws(match.mixed_secret, save.throws), *faults]
    if not faults and match.throws != save.throws:
        proof.faults.append("the rules call for other dice than the file holds")
    proof.luck = listener.ledger(match.throws)
    return proof


def _promise(match: Match, promised: str | None) -> list[str]:
    if promised is None or promised.strip().lower() == match.commitment:
        return []
    return [f"the secret in the file is not the one that was committed to: {promised}"]


def _contributions(match: Match, contributed: Mapping[str, str]) -> list[str]:
    return [
        f"what {side} has put into the dice is not in the file: {said}"
        for side, said in contributed.items()
        if match.contributions.get(side) != said
    ]


def _throws(secret: bytes, throws: list[Throw]) -> list[str]:
    sound = [throw for throw in throws if throw.is_sound and throw.sides <= LARGEST]
    wrong = set(unproven(secret, sound))
    faults = [
        f"{_call(throw)}: {list(throw.faces[:12])} is not what the secret gives"
        for throw in throws
        if throw.number in wrong or throw not in sound
    ]
    twice = [number for number, count in Counter(throw.number for throw in throws).items() if count > 1]
    return faults + [f"call {number} has been answered twice" for number in twice]


def _call(throw: Throw) -> str:
    return f"call {throw.number} ({f'{throw.purpose} roll' if throw.sides else 'shuffle'}, order {throw.entry + 1})"


class _Listener:
    """Finds out for whom each roll was made: the log says so, or names the piece that rolls."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.owner: dict[str, str] = {}
        self.heard = 0
        self.rollers: list[str] = []
        self.listen()

    def listen(self) -> None:
        match = self.match
        for piece in drawing.everything(match):
            face = piece.get("face") or {}
            self.owner[str(face.get("name") or piece["id"])] = piece["side"]
        for event in match.history[self.heard :]:
            if event.what == "roll":
                self.rollers.append(self._roller(event))
        self.heard = len(match.history)

    def _roller(self, event: Event) -> str:
        for name in ROLLS_FOR:
            if event.facts.get(name) in self.match.sides:
                return str(event.facts[name])
        named = (self.owner.get(str(value)) for value in event.facts.values())
        last = self.match.record[-1].side if self.match.record else NOBODY
        return next((side for side in named if side is not None), last)

    def ledger(self, throws: Iterable[Throw]) -> list[Luck]:
        found: dict[tuple[str, int], Luck] = {}
        rolls = [throw for throw in throws if throw.sides > 0]
        for roller, throw in zip(self.rollers, rolls, strict=False):
            luck = found.setdefault((roller, throw.sides), Luck(roller, throw.sides))
            luck.faces.update(throw.faces)
            luck.purposes.setdefault(throw.purpose, Counter()).update(throw.faces)
        return [found[key] for key in sorted(found)]


def chi_square_tail(value: float, freedom: int) -> float:
    """The chance that chi-square with so many degrees of freedom is at least so large; exact sums, no tables."""
    if value <= 0 or freedom <= 0:
        return 1.0
    half = value / 2
    total, term = (math.erfc(math.sqrt(half)), 0.5) if freedom % 2 else (0.0, 0.0)
    while term < freedom / 2:
        total += math.exp(term * math.log(half) - half - math.lgamma(term + 1))
        term += 1
    return min(total, 1.0)
