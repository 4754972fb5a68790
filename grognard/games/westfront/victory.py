"""Chapter 17: victory. Points when a scenario is over, Victory Cities at the end of the war.

The rulebook gives Husky no winner, so the points there are ours and say so in the data.
"""

from __future__ import annotations

from collections.abc import Mapping

from grognard.engine.agenda import Step
from grognard.engine.events import Outcome
from grognard.engine.kinds import Json
from grognard.engine.tally import Tally
from grognard.games.westfront.control import take_control
from grognard.games.westfront.production_level import production_level
from grognard.games.westfront.rail import rail_supply, supply_net
from grognard.games.westfront.state import ALLIES, AXIS, ELIMINATED, LOST, READY, Front
from grognard.games.westfront.world import NATIONS, West

DRAW, DECISIVE = "draw", "decisive"

KINDS = {
    "headquarters": ("WF-17.1b",),
    "losses": ("WF-17.1d",),
    "landings": ("WF-17.1e", "WF-17.1g", "WF-17.1h"),
    "war": ("WF-16.4f",),
    "handicap": ("WF-17.1i",),
}
"""What victory points are made of, by the rules that give or take them."""


class ScenarioEnd(Step[Front], frozen=True):
    """Victory is checked. In the campaign a scenario ends the game only with a decisive result. [WF-17.1a, WF-3.14]

    How strong headquarters are is hidden, so what both sides have is told only when the game is over; before that each
    side learns its own points, and both that it goes on.
    """

    final: bool = True

    def run(self, s: Front) -> None:
        take_control(s)
        end = result(s)
        if self.final or end.facts["level"] == DECISIVE:
            s.outcome = end
            if end.cause == "victory points":
                for side in (ALLIES, AXIS):
                    tell_points(s, side)
            facts = {"side": end.winner, "level": end.facts["level"]} if end.winner else {}
            s.tell("victory" if end.winner else "draw", "WF-17.2", reveals=True, **facts)
            return
        s.tell("scenario over", "WF-3.14", reveals=True, month=s.world.months[s.month])
        for side, name in enumerate(s.world.sides):
            s.tell("own points", "WF-17.1a", only=(name,), points=victory_points(s, side).value)


# 17.1 Victory points


def victory_points(s: Front, side: int) -> Tally:
    """What a side has achieved, and what it is made of. [WF-17.1a]"""
    found = Tally(production_level(s, side).value, "WF-17.1a")
    add_headquarters(s, side, found)
    add_losses(s, side, found)
    if side == ALLIES:
        add_landings(s, found)
        found.add(-s.penalty, "WF-16.4f", "war on neutrals")
        found.add(handicap(s), "WF-17.1i", "handicap")
    return found


def add_headquarters(s: Front, side: int, found: Tally) -> None:
    """Two for every step of a headquarters, minus four for every one that is lost. [WF-17.1b]"""
    terms = s.world.charts["vp"]
    own = [unit for unit in s.world.army[side] if s.world.roster[unit].is_hq]
    steps = sum(s.steps[unit] for unit in own if s.where[unit] >= 0)
    lost = sum(1 for unit in own if s.where[unit] == ELIMINATED and not is_minor_loss(s.world, unit))
    found.add(steps * terms["per_hq_cv"], "WF-17.1b", "steps of headquarters")
    found.add(lost * terms["per_eliminated_hq"], "WF-17.1b", "headquarters eliminated")


def add_losses(s: Front, side: int, found: Tally) -> None:
    """Minus two for a unit that is lost, or one for a minor one, and minus one for a unit without supply; those that
    are still to come do not count. [WF-17.1d]"""
    world, terms, army = s.world, s.world.charts["vp"], s.world.army[side]
    lost = [unit for unit in army if s.where[unit] == ELIMINATED]
    minor = sum(loss_points(world, unit) for unit in lost if is_minor_loss(world, unit))
    others = sum(
        loss_points(world, unit) for unit in lost if not is_minor_loss(world, unit) and not world.roster[unit].is_hq
    )
    unsupplied = sum(1 for unit in army if s.where[unit] >= 0 and not s.supplied[unit])
    found.add(others, "WF-17.1d", "units eliminated")
    found.add(minor, "WF-17.1d", "Italian, neutral and static units eliminated")
    found.add(unsupplied * terms["per_unsupplied_unit"], "WF-17.1d", "units without supply")


def is_minor_loss(world: West, unit: int) -> bool:
    """Italians, neutrals that were drawn into the war, and static units. [WF-17.1b, WF-17.1d]"""
    data = world.roster[unit]
    return data.nation in NATIONS or data.kind == "static"


def loss_points(world: West, unit: int) -> int:
    """The points, below zero, that a lost unit costs its side. [WF-17.1b, WF-17.1d]"""
    terms: Mapping[str, int] = world.charts["vp"]
    if is_minor_loss(world, unit):
        return terms["per_eliminated_italian_neutral_or_static"]
    return terms["per_eliminated_hq" if world.roster[unit].is_hq else "per_eliminated_unit"]


def add_landings(s: Front, found: Tally) -> None:
    """Beachheads and cleared ports; in Winter 1943 no more than there are Allied units in the North.

    [WF-17.1e, WF-17.1g, WF-17.1h]
    """
    terms = s.world.charts["vp"]
    status = [s.beachhead[corps] for corps in s.world.beachheads]
    ready, lost = status.count(READY) * terms["per_ready_beachhead"], status.count(LOST)
    ports = sum(port_points(s, place) for place in cleared_ports(s))
    found.add(ready, "WF-17.1g", "beachheads ready")
    found.add(lost * terms["per_eliminated_beachhead"], "WF-17.1g", "beachheads eliminated")
    found.add(ports, "WF-17.1e", "cleared ports")
    if s.world.seasons[s.month] == terms["build_up"]["season"]:
        excess = ready + lost * terms["per_eliminated_beachhead"] + ports - units_in_the_north(s)
        found.add(-max(0, excess), "WF-17.1h", "too few units in the North")


def cleared_ports(s: Front) -> list[int]:
    """The ports that the Allies control and nobody fights over. [WF-17.1e]"""
    return [place for place in s.world.ports if s.owner[place] == ALLIES and not s.attacker[place]]


def port_points(s: Front, place: int) -> int:
    """What the ports of a hex are worth, by region and size; two ports in a hex count as two. [WF-17.1e]"""
    terms = s.world.charts["vp"]
    for region in (terms["port_south"], terms["port_north"]):
        if country(s, place) in region["countries"]:
            return sum(region[size] for size in s.world.ports[place].sizes)
    return 0


def country(s: Front, place: int) -> str:
    """The country of a hex as victory points count it: Corsica stands by itself. [WF-17.1e]"""
    return "Corsica" if s.world.board.names[place] in s.world.charts["vp"]["corsica"] else s.world.board.nation[place]


def units_in_the_north(s: Front) -> int:
    """Allied units on either side of the Channel. [WF-17.1h]"""
    north = s.world.charts["vp"]["build_up"]["countries"]
    return sum(1 for unit in s.world.army[ALLIES] if s.where[unit] >= 0 and country(s, s.where[unit]) in north)


def handicap(s: Front) -> int:
    """What the scenario takes from the Allies, and what the players have agreed on beyond it. [WF-17.1i]"""
    printed: int = s.world.charts["handicap"].get(s.world.seasons[s.month], 0)
    agreed: int = s.world.options.get("handicap", 0)
    return printed + agreed


def tell_points(s: Front, side: int) -> None:
    """The tally of a side for the log, a sum to every kind of reason."""
    found = victory_points(s, side)
    facts: Json = {
        kind: sum(reason.change for reason in found.reasons if reason.rule in rules) for kind, rules in KINDS.items()
    }
    name = s.world.sides[side]
    s.tell(f"{name} points", "WF-17.1a", reveals=True, total=found.value, production=found.base, **facts)


# 17.2 Victory levels, 17.21 tournament points


def result(s: Front) -> Outcome:
    """How a scenario stands: by points, or in Winter 1944 by Victory Cities. [WF-17.2, WF-17.32a]"""
    by_cities = s.world.seasons[s.month] == s.world.charts["victory_cities"]["season"]
    totals = victory_cities(s) if by_cities else [victory_points(s, side).value for side in (ALLIES, AXIS)]
    lead = totals[ALLIES] - totals[AXIS]
    level = city_level(s, lead) if by_cities else point_level(s, lead)
    winner = None if level == DRAW else s.world.sides[ALLIES if lead > 0 else AXIS]
    points = tournament_points(s, level)
    rated = {name: points if winner in (name, None) else 0 for name in s.world.sides}
    facts = {"lead": lead, "level": level, **dict(zip(s.world.sides, totals, strict=True)), "tournament": rated}
    return Outcome(winner, "victory cities" if by_cities else "victory points", facts)


def point_level(s: Front, lead: int) -> str:
    """The level of a victory by the lead in points. [WF-17.2]"""
    rows = s.world.charts["victory_levels"].items()
    reached = [(row["min"], level) for level, row in rows if level != DRAW and row["min"] <= abs(lead)]
    return max(reached, default=(0, DRAW))[1]


def tournament_points(s: Front, level: str) -> int:
    """What a result is worth to its winner in a tournament, or to each side of a draw. [WF-17.21]"""
    points: int = s.world.charts["victory_levels"][level]["tournament_points"]
    return points


# 17.3 Victory Cities


def victory_cities(s: Front) -> list[int]:
    """The points of the Victory Cities that each side controls and supplies: the Axis by rail, the Allies by rail and
    by lanes that nobody can interdict. [WF-17.31, WF-17.32b]"""
    nets = (supply_net(s, ALLIES, frozenset(), secure=True), rail_supply(s, AXIS))
    found = [0, 0]
    for place, row in s.world.values.items():
        side = s.owner[place]
        if "victory" in row and side in (ALLIES, AXIS) and nets[side] >> place & 1:
            found[side] += row["victory"]
    return found


def city_level(s: Front, lead: int) -> str:
    """The level of a victory by the lead in Victory Cities. [WF-17.32a]"""
    rows = s.world.charts["victory_levels_w44"].items()
    return max(((margin, level) for level, margin in rows if margin <= abs(lead)), default=(0, DRAW))[1]


# What lies beside the map


def tracks(s: Front, side: int | None) -> Json:
    """What may be known of victory before the end: everyone sees what is produced and who holds the Victory Cities, but
    only a side itself knows its headquarters, hence its points. Husky has a score of its own."""
    if s.world.victory:
        return dict.fromkeys(("production level", "victory cities", "victory points"))
    by_side = {name: production_level(s, index).value for index, name in enumerate(s.world.sides)}
    known = {"production level": by_side, "victory cities": dict(zip(s.world.sides, victory_cities(s), strict=True))}
    return {**known, "victory points": None if side is None else victory_points(s, side).value}


# Husky


class ScoreFortnight(Step[Front], frozen=True):
    """Every fortnight the Allies score the ports of Sicily that they hold undisturbed: haste pays. (Ours.)"""

    def run(self, s: Front) -> None:
        if s.world.victory:
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
            worth = worth_in_husky(s.world, unit)
            lead.add(-worth if data.side == ALLIES else worth, "WF-HX.3", f"{data.name} is eliminated")
    lead.add(-terms["par"], "WF-HX.3", "what the Allies must reach")
    return lead


def worth_in_husky(world: West, unit: int) -> int:
    """The points that the enemy has for a unit, if Husky is played alone. (Ours.)"""
    data, terms = world.roster[unit], world.victory
    worth: int = terms["per_cheap_unit" if data.nation == "Italy" or data.kind == "static" else "per_unit"]
    return worth


def outcome(s: Front) -> Outcome:
    """Who has won."""
    lead = points(s).value
    winner = None if lead == 0 else s.world.sides[ALLIES if lead > 0 else 1 - ALLIES]
    return Outcome(winner, "points", {"lead": lead})
