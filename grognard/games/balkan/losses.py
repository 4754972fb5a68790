"""Chapters 9C, 9D, 9E and 9I: who is lost. The owner names one unit after the other; some losses are required."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.engine.agenda import Prompt, Step
from grognard.engine.naming import NameUnit
from grognard.engine.orders import Refusal
from grognard.engine.tally import shown
from grognard.games.balkan.account import Share
from grognard.games.balkan.orders import Lose
from grognard.games.balkan.quotas import is_met, may_go, still_owed
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import eliminate, face, names

Strengths = Mapping[int, int]


class Eliminate(Step[Campaign], frozen=True):
    """Units are eliminated, whatever they are. [BF-9C-2, BF-9E-1]"""

    units: tuple[int, ...]
    rule: str
    completely: bool = False
    """Whether no cadres are left. [BF-13-8]"""

    def run(self, s: Campaign) -> None:
        for unit in self.units:
            if s.where[unit] >= 0:
                eliminate(s, unit, self.rule, completely=self.completely)


class Losses(Step[Campaign], frozen=True):
    """A side loses units of so much printed strength at least. Where there is nothing to choose nobody is asked.
    [BF-9C-3, BF-9C-6, BF-9C-7, BF-9D-1, BF-9D-2]"""

    side: int
    units: tuple[int, ...]
    halves: int
    """What is due, in half points."""
    owed: tuple[Share, ...] = ()
    lost: tuple[tuple[int, int], ...] = ()
    """The units that are lost, each with the strength that it counts for: a division counts whole. [BF-9E-2]"""

    def run(self, s: Campaign) -> None:
        open_to = victims(s, self)
        if len(open_to) > 1 and not takes_all(s, self):
            s.then(ChooseLoss(self.side, self))
        elif open_to:
            lose(s, self, open_to[0])


class ChooseLoss(NameUnit[Campaign], frozen=True):
    """The owner names the next unit that is lost. [BF-9C-3, BF-9I-1]"""

    losses: Losses

    takes = (Lose,)
    out_of_turn = "BF-9C-1"

    def prompt(self, s: Campaign) -> Prompt:
        bearers = required(s, self.losses)
        facts = {"points": shown(left_to_lose(self.losses)), "units": names(s, bearers)}
        return Prompt("lose required" if bearers else "lose", "BF-9I-1" if bearers else "BF-9C-1", facts)

    def among(self, s: Campaign) -> list[int]:
        return victims(s, self.losses)

    def why_not(self, s: Campaign, unit: int) -> Refusal:
        return why_not_lose(s, self.losses, unit)

    def named(self, s: Campaign, unit: int) -> None:
        lose(s, self.losses, unit)


def lose(s: Campaign, losses: Losses, unit: int) -> None:
    """One more unit is lost, and the rest is looked at again. [BF-9E-1, BF-9E-2]"""
    lost = (*losses.lost, (unit, strength(s, losses.side, unit)))
    s.then(Losses(losses.side, losses.units, losses.halves, losses.owed, lost))
    eliminate(s, unit, "BF-9C-1")


def strength(s: Campaign, side: int, unit: int) -> int:
    """What a unit counts for as a loss: its attack strength where its side attacks, else its defence strength.
    [BF-9D-1]"""
    return face(s, unit).attack if side == s.active else face(s, unit).defense


def victims(s: Campaign, losses: Losses) -> list[int]:
    """The units that may be lost next; none when enough is lost. [BF-9I-1]"""
    due, lost, left = standing(s, losses)
    if is_met(due, losses.owed, lost, left):
        return []
    return [unit for unit in losses.units if may_go(unit, due, losses.owed, lost, left)]


def standing(s: Campaign, losses: Losses) -> tuple[Fraction, Strengths, Strengths]:
    """What is due, what is lost, and what there still is to be lost. [BF-9D-1]"""
    lost = dict(losses.lost)
    left = {unit: strength(s, losses.side, unit) for unit in losses.units if unit not in lost and s.where[unit] >= 0}
    return Fraction(losses.halves, 2), lost, left


def takes_all(s: Campaign, losses: Losses) -> bool:
    """Whether everything that is left has to go."""
    due, lost, left = standing(s, losses)
    smallest = min((strength for strength in left.values() if strength), default=0)
    return sum(lost.values()) + sum(left.values()) - smallest < due


def left_to_lose(losses: Losses) -> Fraction:
    return max(Fraction(0), Fraction(losses.halves, 2) - sum(strength for _, strength in losses.lost))


def required(s: Campaign, losses: Losses) -> list[int]:
    """The units on which required losses still fall. [BF-9I-1]"""
    due, lost, left = standing(s, losses)
    return [
        unit for share in losses.owed if still_owed(share, due, lost, left) for unit in share.units if left.get(unit)
    ]


def why_not_lose(s: Campaign, losses: Losses, unit: int) -> Refusal:
    """Why a unit is not lost now. [BF-9C-1, BF-9D-1, BF-9I-1, BF-10H-1, BF-10H-2, BF-14A2-4]"""
    facts = {"unit": s.world.units[unit]}
    due, lost, left = standing(s, losses)
    if unit not in losses.units:
        return Refusal("BF-9C-1", facts, "elsewhere")
    if unit in lost:
        return Refusal("BF-9E-2", facts, "lost")
    if not left.get(unit):
        return Refusal("BF-9D-1", facts, "nothing")
    owing = [share for share in losses.owed if still_owed(share, due, lost, left)]
    facts |= {"units": ", ".join(names(s, required(s, losses)))}
    return Refusal(owing[0].rule if len(owing) == 1 else "BF-9I-1", facts, "spared")
