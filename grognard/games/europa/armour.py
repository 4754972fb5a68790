"""Shares of regimental equivalents: how much of a force can use armour or antitank effects, or is engineers.

Capabilities are `full`, `half`, `neutral` and `none`, as unit charts have them. Everything is exact.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, NamedTuple

from grognard.engine.tally import Number, exact

FULL, HALF, NEUTRAL, NONE = "full", "half", "neutral", "none"


class Part(NamedTuple):
    """A unit's share of a force: its size, and what that size is capable of."""

    res: Number
    capability: str


class Share(NamedTuple):
    """How a force counts under one choice of its owner."""

    share: Fraction
    capable: Number
    counted: Number
    """All REs that are in the fraction; neutral ones are not."""
    neutral: tuple[Number, ...] = ()
    """The sizes of the half-capable units that the owner treats as neutral."""


def share(parts: Iterable[Part], neutral_per_capable: Number, treated: Iterable[Number] = ()) -> Share:
    """The capable share of a force, with half-capable units of the given sizes treated as neutral.

    Neutral REs beyond so many times those of capable units count as incapable. Half-capable units are in that measure
    with all their REs, unless they are neutral themselves.

    >>> share([Part(3, "full"), Part(9, "neutral")], 2).share
    Fraction(1, 2)
    """
    treated = tuple(treated)
    left = Counter(treated)
    capable: Number = Fraction(0)
    within: Number = Fraction(0)
    neutral: Number = Fraction(0)
    incapable: Number = Fraction(0)
    for res, capability in parts:
        if capability == HALF and left[res] > 0:
            left[res] -= 1
            neutral += res
        elif capability == FULL:
            within, capable = within + res, capable + res
        elif capability == HALF:
            within, capable = within + res, capable + Fraction(res) / 2
        elif capability == NEUTRAL:
            neutral += res
        elif capability == NONE:
            incapable += res
        else:
            raise ValueError(f"{capability!r} is no capability; there are {FULL}, {HALF}, {NEUTRAL} and {NONE}")
    if left.total() > 0:
        raise ValueError("only half-capable units may be treated as neutral")
    counted = within + incapable + max(Fraction(0), Fraction(neutral - neutral_per_capable * within))
    return Share(Fraction(capable) / Fraction(counted) if counted else Fraction(0), capable, counted, treated)


def choices(parts: Iterable[Part], neutral_per_capable: Number) -> Iterator[Share]:
    """Every way to count a force: any of its half-capable units may be neutral; units of one size are alike."""
    parts = list(parts)
    kinds = sorted(Counter(part.res for part in parts if part.capability == HALF).items())
    for numbers in product(*(range(count + 1) for _, count in kinds)):
        treated = [res for (res, _), number in zip(kinds, numbers, strict=True) for _ in range(number)]
        yield share(parts, neutral_per_capable, treated)


def best(parts: Iterable[Part], neutral_per_capable: Number) -> Share:
    """The highest share that a force can reach; of several ways to it the one with the fewest units made neutral."""
    return max(choices(parts, neutral_per_capable), key=lambda found: (found.share, -len(found.neutral)))


def level(share: Number, steps: Sequence[Any]) -> int:
    """The highest step that a share reaches, -1 if none: `steps` as the chart has them.

    >>> level(Fraction(1, 3), ["1/7", "1/2", "1"]), level(Fraction(1, 8), ["1/7", "1/2", "1"])
    (0, -1)
    """
    return max((number for number, step in enumerate(steps) if share >= exact(step)), default=-1)


def modifier(share: Number, steps: Sequence[Any], modifiers: Sequence[int]) -> int:
    """The die modifier of a share: that of the highest step reached, 0 below the first."""
    reached = level(share, steps)
    return modifiers[reached] if reached >= 0 else 0


def proportion(part: Iterable[Number], whole: Iterable[Number]) -> Fraction:
    """What share of a force some of its sizes are; 0 of nothing."""
    total = sum(map(Fraction, whole), Fraction(0))
    return sum(map(Fraction, part), Fraction(0)) / total if total else Fraction(0)
