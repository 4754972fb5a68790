"""Chapter 5: headquarters. They alone make things move, and wear out by doing it."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.supply import lines
from grognard.games.westfront.control import passable_mask
from grognard.games.westfront.state import COMMAND, INVASION, PARADROP, SPENT, SUPREME, Front
from grognard.games.westfront.units import eliminate, hide, tell


def can_drop(s: Front, unit: int) -> bool:
    """Only para corps drop, German ones only if they are not grounded. [WF-14.3a, WF-14.7]"""
    return s.world.roster[unit].kind == "para" and not is_grounded(s, unit)


def is_grounded(s: Front, unit: int) -> bool:
    """German paras that have been grounded keep their fire but not their aircraft. [WF-14.7]"""
    return bool(s.world.data["german_paras_grounded"]) and s.world.roster[unit].nation == "Germany"


# 5.3 Command range


def commanded(s: Front, side: int, *, blitz: bool) -> int:
    """The hexes in command range of a side's active army groups, traced past friendly and disputed hexes.

    [WF-5.3a, WF-5.3b, WF-4.44]
    """

    def work() -> int:
        mask = 0
        for hq in s.world.army[side]:
            if s.role[hq] == COMMAND and (s.blitz[hq] or not blitz):
                mask |= command_range(s, hq)
        return mask

    return s.recall(("commanded", side, blitz), work)


def command_range(s: Front, hq: int) -> int:
    """The hexes within as many steps as the headquarters has. [WF-5.3a, WF-5.3b]"""
    here = 1 << s.where[hq]
    passable = passable_mask(s, s.side_of(hq)) | here
    return lines(s.world.trace, here, passable, s.world.land_mask & ~passable, s.steps[hq]).mask


# 5.6 Supreme headquarters


def supreme_moves(s: Front, hq: int) -> int:
    """Two Supreme Moves for every step. [WF-5.61]"""
    moves: int = s.world.charts["hq_command"]["supreme_moves"]["shq"]
    return moves * s.steps[hq]


# 5.4 and 5.7 Deactivation


class Deactivate(Step[Front], frozen=True):
    """After combat every active headquarters drops a step and is hidden; a blitzing one stays active the first time.

    [WF-5.43a, WF-5.7c]
    """

    side: int
    after_blitz: bool

    def run(self, s: Front) -> None:
        for hq in s.world.army[self.side]:
            if s.role[hq] in (COMMAND, SUPREME, INVASION, PARADROP) and s.where[hq] >= 0:
                self._deactivate(s, hq)
        s.supreme[self.side] = 0

    def _deactivate(self, s: Front, hq: int) -> None:
        if s.steps[hq] == s.world.lowest[hq]:
            eliminate(s, hq, "WF-5.1d")
            return
        s.steps[hq] -= 1
        if s.blitz[hq] and not self.after_blitz:
            tell(s, "blitz goes on", "WF-5.7c", hq, steps=s.steps[hq])
            return
        s.role[hq], s.blitz[hq] = SPENT, 0
        tell(s, "deactivate", "WF-5.43a", hq, steps=s.steps[hq])
        hide(s, hq)


def is_blitzing(s: Front, side: int) -> bool:
    """Whether the blitz phases take place at all. [WF-4.45]"""
    return any(s.blitz[hq] for hq in s.world.army[side])
