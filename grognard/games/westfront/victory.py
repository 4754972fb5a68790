"""Chapter 17: victory. The rulebook gives Husky no winner, so these points are ours and say so in the data."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.events import Outcome
from grognard.engine.tally import Tally
from grognard.games.westfront.state import ALLIES, ELIMINATED, Front


class ScoreFortnight(Step[Front], frozen=True):
    """Every fortnight the Allies score the ports of Sicily that they hold undisturbed: haste pays. (Ours.)"""

    def run(self, s: Front) -> None:
        held = held_ports(s)
        s.score += held * s.world.victory["per_port_and_fortnight"]
        s.tell("score", "WF-HX.3", ports=held, score=s.score)


def held_ports(s: Front) -> int:
    """The ports of Sicily that the Allies control and nobody fights over."""
    ports = [s.world.board.at(name) for name in s.world.victory["ports"]]
    return sum(1 for port in ports if s.owner[port] == ALLIES and not s.attacker[port])


def points(s: Front) -> Tally:
    """The Allied lead over par, and what it is made of; the Axis wins below zero. (Ours.)"""
    terms = s.world.victory
    lead = Tally(s.score, "WF-HX.3")
    lead.add(held_ports(s) * terms["per_port_at_the_end"], "WF-HX.3", "ports held at the end")
    for unit, data in enumerate(s.world.roster):
        if s.where[unit] == ELIMINATED:
            cheap = data.nation == "Italy" or data.kind == "static"
            worth = terms["per_cheap_unit"] if cheap else terms["per_unit"]
            lead.add(-worth if data.side == ALLIES else worth, "WF-HX.3", f"{data.name} is eliminated")
    lead.add(-terms["par"], "WF-HX.3", "what the Allies must reach")
    return lead


def outcome(s: Front) -> Outcome:
    """Who has won."""
    lead = points(s).value
    winner = None if lead == 0 else s.world.sides[ALLIES if lead > 0 else 1 - ALLIES]
    return Outcome(winner, "points", {"lead": lead})
