"""Chapter 4: the sequence of play. A game turn is a season; twenty-three of them are the war."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.twoww import phases, politics
from grognard.games.twoww.adjustment import Adjustment
from grognard.games.twoww.armored import armored_action
from grognard.games.twoww.attrition import Supply
from grognard.games.twoww.bombing import StrategicWarfare
from grognard.games.twoww.combat import Combat
from grognard.games.twoww.conquest import EndOfTurn
from grognard.games.twoww.movement import Movement
from grognard.games.twoww.production import Production
from grognard.games.twoww.state import ALLIES, AXIS, War
from grognard.games.twoww.victory import End
from grognard.games.twoww.world import Europe

FIRST_PHASE_OF_ALL = phases.AXIS_MOVEMENT
"""The war begins with the Axis player turn. [2WW-4a]"""


def steps_of(phase: int) -> list[Step[War]]:
    """What a phase consists of. [2WW-4.1a]"""
    axis_moves, axis_fights = armored_action(AXIS)
    allies_move, allies_fight = armored_action(ALLIES)
    every: dict[int, list[Step[War]]] = {
        phases.STRATEGIC: [StrategicWarfare()],
        phases.PRODUCTION: [Production()],
        phases.AXIS_MOVEMENT: [Readiness(AXIS), Movement(AXIS)],
        phases.AXIS_COMBAT: [Combat(AXIS)],
        phases.ALLIED_MOVEMENT: [Readiness(ALLIES), Movement(ALLIES)],
        phases.ALLIED_COMBAT: [Combat(ALLIES)],
        phases.AXIS_ARMORED_MOVEMENT: axis_moves,
        phases.AXIS_ARMORED_COMBAT: axis_fights,
        phases.ALLIED_ARMORED_MOVEMENT: allies_move,
        phases.ALLIED_ARMORED_COMBAT: allies_fight,
        phases.SUPPLY: [Supply()],
        phases.ADJUSTMENT: [Adjustment(), EndOfTurn()],
    }
    return every[phase]


def rest_of_turn(world: Europe, turn: int, phase: int) -> list[Step[War]]:
    """A game turn from a phase on, and what comes after it. [2WW-4.1a, 2WW-13a]"""
    last = turn == len(world.turns) - 1
    return [*(Phase(number) for number in range(phase, len(phases.PHASES))), End() if last else GameTurn(turn + 1)]


def calendar(world: Europe, turn: int) -> list[Step[War]]:
    """The war from the beginning of a game turn. [2WW-3.4.4a]"""
    return [GameTurn(turn)]


class GameTurn(Step[War], frozen=True):
    """A season begins: what the turn track dates happens, and air units that find themselves in an enemy zone by it,
    or by how the last season ended, give way. [2WW-3.4.4a, 2WW-4a, 2WW-5.1.3b]"""

    turn: int

    def run(self, s: War) -> None:
        s.turn = self.turn
        s.tell("season", "2WW-3.4.4a", season=s.world.season(self.turn))
        politics.start_of_turn(s)
        s.phase = FIRST_PHASE_OF_ALL if self.turn == 0 else phases.STRATEGIC
        s.then(*rest_of_turn(s.world, self.turn, s.phase))


class Phase(Step[War], frozen=True):
    number: int

    def run(self, s: War) -> None:
        s.phase = self.number
        s.then(*steps_of(self.number))


class Readiness(Step[War], frozen=True):
    """A player turn begins: the Ops Complete markers of that side, and of nobody else, come off. [2WW-4.2.C.1]"""

    side: int

    def run(self, s: War) -> None:
        s.tell("player turn", "2WW-4.2.C.1", side=s.world.sides[self.side])
        for unit in range(len(s.where)):
            if s.loyal[unit] == self.side:
                s.ops[unit] = 0
