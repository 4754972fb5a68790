"""The sequence of play, and Chapter 7: how it ends."""

from __future__ import annotations

from typing import ClassVar

from grognard.engine.agenda import Chance
from grognard.engine.events import Deal, Outcome
from tests.skirmish.battle import Combat
from tests.skirmish.march import Movement
from tests.skirmish.plans import Plans
from tests.skirmish.state import Skirmish, is_unseen

RED, BLUE = 0, 1


class Dusk(Chance[Skirmish], frozen=True):
    """The unseen blocks of each hex are shuffled; then comes the next turn, or the end. [SK-1.4, SK-7.1]"""

    phase: ClassVar[str] = "dusk"

    def call(self, s: Skirmish) -> Deal:
        return Deal(sum(is_unseen(s, unit) for unit in range(len(s.where))))

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        stacks: dict[tuple[int, int], list[tuple[int, int]]] = {}
        unseen = [unit for unit in range(len(s.where)) if is_unseen(s, unit)]
        for card, unit in zip(faces, unseen, strict=True):
            stacks.setdefault((s.where[unit], s.world.side_of[unit]), []).append((card, unit))
        for stack in stacks.values():
            tags = sorted(s.tag[unit] for _, unit in stack)
            for tag, (_, unit) in zip(tags, sorted(stack), strict=True):
                s.tag[unit] = tag
        s.moved, s.target = bytearray(len(s.moved)), [-1 for _ in s.target]
        if s.turn < s.world.limits["turns"]:
            s.turn += 1
            s.tell("turn", "SK-7.1", turn=s.turn)
            s.then(*TURN)
        else:
            finish(s)


TURN = (Plans((RED, BLUE)), Movement(RED), Combat(RED), Movement(BLUE), Combat(BLUE), Dusk())


def points(s: Skirmish, side: int) -> int:
    """Towns held, and more for the one aimed at. [SK-7.1]"""
    chart = s.world.charts["points"]
    towns = [town for town, owner in enumerate(s.owner) if owner == side]
    return int(chart["town"]) * len(towns) + int(chart["aim"]) * (s.aim[side] in towns)


def finish(s: Skirmish) -> None:
    """After the last turn the plans are shown and the side with more points has won. [SK-7.1]"""
    score = {side: points(s, index) for index, side in enumerate(s.world.sides)}
    aims = {side: s.world.board.names[s.world.towns[s.aim[index]]] for index, side in enumerate(s.world.sides)}
    best = [side for side in score if score[side] == max(score.values())]
    s.outcome = Outcome(best[0] if len(best) == 1 else None, "points", {"points": score, "aims": aims})
    s.tell("end", "SK-7.1", reveals=True, winner=s.outcome.winner or "nobody", points=score)
