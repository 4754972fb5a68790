"""Chapter 4: the sequence of play. A game turn is half a month: the weather, an Axis player turn, an Allied one."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.balkan.arrivals import Arrivals
from grognard.games.balkan.attacks import Combat
from grognard.games.balkan.engineers import WorksBegun, WorksDone
from grognard.games.balkan.movement import Movement
from grognard.games.balkan.replacements import Replacements
from grognard.games.balkan.stacking import StackingCheck
from grognard.games.balkan.state import (
    AIR,
    ALLIES,
    AXIS,
    COMBAT,
    EXPLOITATION,
    INITIAL,
    MOVEMENT,
    PHASES,
    Campaign,
)
from grognard.games.balkan.supply_check import SupplyCheck
from grognard.games.balkan.victory import End
from grognard.games.balkan.weather import Weather

PLAYER_TURNS = (AXIS, ALLIES)
"""Whose player turns make a game turn, in their order. [BF-4-1]"""


def steps_of(side: int, phase: int) -> list[Step[Campaign]]:
    """What a phase consists of. [BF-4A-1, BF-4A1-1, BF-4A5-1]"""
    every: dict[int, list[Step[Campaign]]] = {
        INITIAL: [Arrivals(side), Replacements(side), WorksDone(side), SupplyCheck(), WorksBegun(side)],
        MOVEMENT: [Movement(side)],
        AIR: [],
        COMBAT: [Combat(side), StackingCheck()],
        EXPLOITATION: [Movement(side)],
    }
    return every[phase]


def rest_of_turn(turn: int, side: int, phase: int) -> list[Step[Campaign]]:
    """A game turn from a phase on, and what comes after it. [BF-4-1, BF-4A-1]"""
    phases = [(side, number) for number in range(phase, len(PHASES))]
    phases += [(other, number) for other in PLAYER_TURNS[side + 1 :] for number in range(len(PHASES))]
    return [*(Phase(side, number) for side, number in phases), EndOfTurn(turn)]


class GameTurn(Step[Campaign], frozen=True):
    """A game turn begins with the weather. [BF-4-1, BF-27-2]"""

    turn: int

    def run(self, s: Campaign) -> None:
        s.turn, s.phase = self.turn, INITIAL
        s.tell("turn", "BF-4-1", turn=s.world.turns[self.turn])
        s.then(Weather(), *rest_of_turn(self.turn, AXIS, INITIAL))


class Phase(Step[Campaign], frozen=True):
    """A phase of a player turn begins. [BF-4A-1, BF-4B-1]"""

    side: int
    number: int

    def run(self, s: Campaign) -> None:
        s.active, s.phase = self.side, self.number
        if self.number == INITIAL:
            begin_player_turn(s, self.side)
        s.then(*steps_of(self.side, self.number))


def begin_player_turn(s: Campaign, side: int) -> None:
    """What a side may use anew in each of its turns; what it has not used is gone.
    [BF-3C4-1, BF-7A2-6, BF-26A3-3, BF-26B1-1]"""
    s.tell("player turn", "BF-4-1", side=s.world.sides[side])
    s.railed = (0, s.railed[1]) if side == AXIS else (s.railed[0], 0)
    s.charged = bytearray(len(s.charged))
    s.fresh = bytearray(len(s.fresh))
    s.port_used = s.former = s.world.blank
    s.sailed = (0, 0)


class EndOfTurn(Step[Campaign], frozen=True):
    """The next game turn begins, or the scenario is over. [BF-4-1]"""

    turn: int

    def run(self, s: Campaign) -> None:
        last = self.turn + 1 == len(s.world.turns)
        s.then(End() if last else GameTurn(self.turn + 1))
