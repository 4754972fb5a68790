"""Chapter 4: the sequence of play. A month is production and two fortnights; a fortnight is two player turns."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.games.westfront.combat import Combat
from grognard.games.westfront.command_phase import Command
from grognard.games.westfront.fog import Shuffle
from grognard.games.westfront.movement_phase import Movement
from grognard.games.westfront.politics import Politics
from grognard.games.westfront.production import Production
from grognard.games.westfront.state import ALLIES, AXIS, IDLE, Front
from grognard.games.westfront.supply import Supply
from grognard.games.westfront.victory import ScenarioEnd, ScoreFortnight, outcome
from grognard.games.westfront.weather import Weather


def month(number: int, first: bool) -> list[Step[Front]]:
    """Every month but the first of a game opens with production. [WF-4.1, WF-3.21c]"""
    opening: list[Step[Front]] = [] if first else [Production(), Shuffle()]
    return [*opening, Fortnight(number, 0), Fortnight(number, 1)]


def fortnight() -> list[Step[Front]]:
    """Weather, then the Allies, then the Axis. [WF-4.1]"""
    return [Weather(), PlayerTurn(ALLIES), PlayerTurn(AXIS), ScoreFortnight()]


def player_turn(side: int) -> list[Step[Front]]:
    """The phases of a player turn, always in this order. [WF-4.4b]"""
    return [
        Command(side),
        Shuffle(),
        Movement(side, False),
        Shuffle(),
        Combat(side, False),
        Shuffle(),
        Movement(side, True),
        Shuffle(),
        Combat(side, True),
        Shuffle(),
        Supply(side),
        Shuffle(),
        Politics(side),
        EndOfTurn(side),
    ]


class Month(Step[Front], frozen=True):
    number: int

    def run(self, s: Front) -> None:
        s.month, s.fortnight = self.number, 0
        s.tell("month", "WF-4.1", month=s.world.months[self.number])
        s.then(*month(self.number, first=self.number == 0))


class Fortnight(Step[Front], frozen=True):
    month: int
    number: int

    def run(self, s: Front) -> None:
        s.fortnight = self.number
        s.then(*fortnight())


class PlayerTurn(Step[Front], frozen=True):
    side: int

    def run(self, s: Front) -> None:
        s.active = self.side
        s.tell("player turn", "WF-4.1", side=s.world.sides[self.side])
        s.then(*player_turn(self.side))


class EndOfTurn(Step[Front], frozen=True):
    """What lasts for one player turn is over."""

    side: int

    def run(self, s: Front) -> None:
        for hq in s.world.headquarters[self.side]:
            s.role[hq] = IDLE
        for unit in s.world.army[self.side]:
            s.strategic[unit] = s.moved[unit] = s.used[unit] = 0
            s.wave[unit] = s.mark[unit] = -1
        s.port_used = s.world.blank


class End(Step[Front], frozen=True):
    """The last fortnight is over. The rulebook gives Husky no winner; our own points do. [WF-HX.2, WF-HX.3]"""

    def run(self, s: Front) -> None:
        if not s.world.victory:
            ScenarioEnd().run(s)
            return
        s.outcome = outcome(s)
        s.tell("end", "WF-HX.2", lead=s.outcome.facts["lead"])
