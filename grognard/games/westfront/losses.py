"""Chapter 7, 7.33 and 7.34: who takes the losses. Hits go to the strongest, one at a time."""

from __future__ import annotations

from grognard.engine.agenda import Prompt, Step
from grognard.engine.naming import NameUnit, without_choice
from grognard.engine.orders import Refusal
from grognard.games.westfront.forts import is_fort, is_walled
from grognard.games.westfront.orders import Lose
from grognard.games.westfront.state import Front
from grognard.games.westfront.units import eliminate, lose_step, tell


class Hits(Step[Front], frozen=True):
    """Hits on one side of a battle, still to be taken; `level` of them cost one step. [WF-7.33a, WF-7.34a]"""

    place: int
    side: int
    hits: int
    level: int

    def run(self, s: Front) -> None:
        left = without_choice(
            self.hits,
            lambda: candidates(s, self.place, self.side),
            lambda unit: bear_hit(s, self.place, self.side, unit, self.level),
        )
        if left:
            s.then(ChooseLoss(self.side, self.place, left, self.level))


class ChooseLoss(NameUnit[Front], frozen=True):
    """Among equals the owner chooses who takes the hit. [WF-7.33c]"""

    place: int
    hits: int
    level: int

    takes = (Lose,)
    out_of_turn = "WF-7.22"

    def prompt(self, s: Front) -> Prompt:
        return Prompt("loss", "WF-7.33c", {"at": s.world.board.names[self.place], "hits": self.hits})

    def among(self, s: Front) -> list[int]:
        return candidates(s, self.place, self.side)

    def why_not(self, s: Front, unit: int) -> Refusal:
        return Refusal("WF-7.33b", {"unit": s.world.units[unit]})

    def named(self, s: Front, unit: int) -> None:
        bear_hit(s, self.place, self.side, unit, self.level)
        s.then(Hits(self.place, self.side, self.hits - 1, self.level))


def candidates(s: Front, place: int, side: int) -> list[int]:
    """The unit that carries a partial hit, or else the strongest ones, and forts only if none of these is another kind.

    [WF-7.33b, WF-7.34c, WF-2.26e]
    """
    units = s.stack(place, side)
    if s.partial_on in units:
        return [s.partial_on]
    strength = max((s.steps[unit] for unit in units), default=0)
    strongest = [unit for unit in units if s.steps[unit] == strength]
    return [unit for unit in strongest if not is_fort(s, unit)] or strongest


def bear_hit(s: Front, place: int, side: int, unit: int, level: int) -> None:
    """A unit takes a hit, and static units that are left alone by it are lost. [WF-7.33a, WF-2.25c]"""
    take_hit(s, unit, level)
    eliminate_lone_static(s, place, side)


def take_hit(s: Front, unit: int, level: int) -> None:
    """A hit costs a step, or a half or a third of one; the parts add up within the round.

    [WF-7.34b, WF-7.34d, WF-2.26d]
    """
    if is_walled(s, unit):
        level = s.world.charts["defence"]["triple"]
    if level > 1:
        s.partial = s.partial + 1 if s.partial_on == unit else 1
        s.partial_on = unit
        if s.partial < level:
            tell(s, "partial hit", "WF-7.34b", unit, part=s.partial, of=level)
            return
        s.partial, s.partial_on = 0, -1
    lose_step(s, unit, "WF-7.33d")


def eliminate_lone_static(s: Front, place: int, side: int) -> None:
    """Static units at zero that are all a side has in a battle are lost at once. [WF-2.25c]"""
    units = s.stack(place, side)
    if units and s.attacker[place] and all(s.world.roster[u].kind == "static" and s.steps[u] == 0 for u in units):
        for unit in units:
            eliminate(s, unit, "WF-2.25c")
