"""Chapter 3: starting play. Setting up a scenario, and finding one's place in its calendar."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.state import put
from grognard.games.westfront import deployment, phases, weather
from grognard.games.westfront.command import count_moves
from grognard.games.westfront.control import take_control
from grognard.games.westfront.fog import DealAll, Shuffle, month_name
from grognard.games.westfront.production import Production
from grognard.games.westfront.sequence import End, Fortnight, Month, PlayerTurn, player_turn
from grognard.games.westfront.set_up import GoOn, SetUp, TakeUpPositions
from grognard.games.westfront.state import (
    ALLIES,
    AXIS,
    ELIMINATED,
    FROM_AIR,
    FROM_SEA,
    LATER,
    LOST,
    NONE,
    PREP,
    READY,
    ROLES,
    UNDEPLOYED,
    Front,
)
from grognard.games.westfront.victory import ScenarioEnd, ScoreFortnight
from grognard.games.westfront.world import West

YEAR = 12
"""Months in a year."""

STATUS = {"ready": READY, "prep": PREP, "lost": LOST}


def set_up(world: West) -> Front:
    """The first moment of a scenario. [WF-HX.1, WF-HX.2]"""
    s = Front(world)
    units = len(world.units)
    s.where = first_places(world)
    s.steps = [unit.start for unit in world.roster]
    s.supplied = bytearray(b"\1" * units)
    for name in ("dispersed", "role", "blitz", "used", "moved", "strategic", "entered", "built", "shown"):
        setattr(s, name, bytearray(units))
    for name in ("wave", "mark", "came_from", "landed_at"):
        setattr(s, name, [-1] * units)
    s.seen = [0] * units
    s.alias = list(range(1, units + 1))
    s.fresh_alias = units + 1
    s.dealt = ()
    s.beachhead = [STATUS.get(world.beachheads.get(unit, ""), NONE) for unit in world.unit_index.values()]
    for name in ("attacker", "fresh", "fighting", "strike", "strike_dice", "port_used", "arrivals", "beaches"):
        setattr(s, name, world.blank)
    s.owner = s.prior = deployment.first_control(world)
    s.supreme, s.points = [0, 0], [0, 0]
    s.month = s.fortnight = s.active = s.score = 0
    s.phase = phases.PRODUCTION
    s.crossed = s.voyages = s.lanes = s.excess = s.rearguards = s.readied = s.fed = ()
    s.partial, s.partial_on, s.repulses, s.gunner = 0, -1, 0, -1
    s.weather = s.storm = s.grounded = s.surprise = 0
    s.neutral, s.fallen = world.first_neutrals, int(bool(world.data.get("italy_surrendered")))
    s.revolts = s.alarmed = s.penalty = s.theatre = 0
    s.called = ()
    take_control(s)
    s.then(DealAll(), *opening(world), *calendar(world, 0))
    return s


def first_places(world: West) -> list[int]:
    """Where everyone is at first: in the place that the scenario gives, or in hand."""
    if "unit" in world.data:
        return [world.board.at(unit.place) if unit.place else LATER for unit in world.roster]
    return deployment.first_places(world)


def opening(world: West) -> list[Step[Front]]:
    """The Axis deploys first, then the Allies, unless everyone's place is given. [WF-3.21a]"""
    return [] if "unit" in world.data else [SetUp((AXIS,)), SetUp((ALLIES,)), TakeUpPositions()]


def calendar(world: West, first: int) -> list[Step[Front]]:
    """The months from a number on; where one scenario runs on into the next, its end is looked at in between.

    [WF-3.11a, WF-3.12c, WF-3.14]
    """
    steps: list[Step[Front]] = []
    for number in range(first, len(world.months)):
        steps.append(Month(number))
        steps += after_month(world, number)
    return [*steps, End()]


def after_month(world: West, number: int) -> list[Step[Front]]:
    """What follows a month that ends a scenario but not the game. [WF-3.14]"""
    if number not in world.ends[:-1]:
        return []
    if world.options.get("extended"):
        return [GoOn(ALLIES)]
    return [ScenarioEnd(final=False)] if world.data.get("early_end") else []


# Moments


def when(s: Front) -> str:
    """The moment in words."""
    if s.outcome is not None:
        return "the end"
    deploying = s.ahead(SetUp)
    if deploying is not None:
        return f"set-up, {s.world.sides[deploying.sides[0]]}"
    month = dated(s, s.month)
    if s.phase == phases.PRODUCTION:
        return f"{month} production"
    return f"{month} {'I' * (1 + s.fortnight)}, {s.world.sides[s.active]} {phases.PHASES[s.phase]}"


def dated(s: Front, month: int) -> str:
    """A month in words, with its year where there are two of that name."""
    name = month_name(s, month)
    return f"{name} {s.world.months[month][:4]}" if len(s.world.months) > YEAR else name


def at_moment(s: Front, text: str) -> None:
    """Set the calendar to the beginning of a phase given in words, and take control as it begins."""
    if text == "the end":
        s.agenda = []
        End().run(s)
        return
    if text.startswith("set-up,"):
        at_set_up(s, text.partition(",")[2].strip())
        return
    date, _, rest = text.partition(",")
    words = date.split()
    s.month, words = read_month(s, words)
    weather.settle(s)
    for its_side in (ALLIES, AXIS):
        count_moves(s, its_side)
    later = [*after_month(s.world, s.month), *calendar(s.world, s.month + 1)]
    if words[1:] == ["production"]:
        s.agenda = []
        s.then(Shuffle(), Fortnight(s.month, 0), Fortnight(s.month, 1), *later)
        Production().run(s)
        return
    side, _, phase = rest.strip().partition(" ")
    if words[1:] not in (["I"], ["II"]) or side not in s.world.sides or phase not in phases.PHASES[1:]:
        raise ValueError(f"no such moment: {text!r}; say it like 'July I, allied movement'")
    s.fortnight = len(words[1]) - 1
    s.active = s.world.sides.index(side)
    turn = player_turn(s.active)
    start = next(index for index, step in enumerate(turn) if _phase_of(step) == phase)
    rest_of_month: list[Step[Front]] = [PlayerTurn(1)] if s.active == 0 else []
    rest_of_month.append(ScoreFortnight())
    later = [Fortnight(s.month, 1), *later] if s.fortnight == 0 else later
    s.agenda = []
    s.then(*turn[start + 1 :], *rest_of_month, *later)
    turn[start].run(s)


def read_month(s: Front, words: list[str]) -> tuple[int, list[str]]:
    """The month that some words begin with, and the words after it."""
    months = [dated(s, number).lower() for number in range(len(s.world.months))]
    many = 1 + (len(months) > YEAR)
    said = " ".join([word[:3] if index == 0 else word for index, word in enumerate(words[:many])]).lower()
    if said not in months:
        raise ValueError(f"no such month: {' '.join(words)!r}; say one of {', '.join(months)}")
    return months.index(said), ["month", *words[many:]]


def at_set_up(s: Front, side: str) -> None:
    """The moment before a side deploys: whoever is not on the map is in its hand."""
    if side not in s.world.sides or not opening(s.world):
        raise ValueError(f"no such set-up: {side!r}; say axis or allied")
    steps = opening(s.world) if side == s.world.sides[AXIS] else opening(s.world)[1:]
    s.agenda = []
    s.then(*steps, *calendar(s.world, 0))
    for unit in deployment.slots(s.world):
        if s.where[unit] < 0 and (s.side_of(unit) == ALLIES or side == s.world.sides[AXIS]):
            s.where[unit] = UNDEPLOYED


def _phase_of(step: Step[Front]) -> str:
    name = type(step).__name__.lower()
    return f"blitz {name}" if getattr(step, "blitz", False) else name


# Pieces in words


def piece_text(s: Front, unit: int) -> str:
    """A unit's own facts, such as `US6 4 dispersed` or `15AG 2 invasion blitz`."""
    words = [s.world.units[unit], str(s.steps[unit])]
    if s.role[unit]:
        words.append(ROLES[s.role[unit]])
    words += ["blitz"] * bool(s.blitz[unit]) + ["dispersed"] * bool(s.dispersed[unit])
    words += ["unsupplied"] * (not s.supplied[unit]) + ["attacks"] * attacks(s, unit)
    return " ".join(words)


def attacks(s: Front, unit: int) -> bool:
    return s.attacker[s.where[unit]] == 1 + s.side_of(unit)


def put_piece(s: Front, place: int, words: list[str]) -> None:
    """Put a unit on the map from such words; a side that `attacks` is the Original Attacker of an old battle."""
    name, *rest = words
    unit = s.world.unit_index.get(s.world.lexicon.get(name.lower(), name))
    if unit is None:
        raise LookupError(f"no unit is called {name!r}; there are {', '.join(s.world.units)}")
    if not s.world.land_mask >> place & 1:
        raise ValueError(f"{s.world.board.names[place]} is not in play")
    s.where[unit] = place
    data = s.world.roster[unit]
    s.steps[unit] = int(rest.pop(0)) if rest and rest[0].isdigit() else data.start
    if not s.world.lowest[unit] <= s.steps[unit] <= data.max:
        raise ValueError(f"{name} has {s.world.lowest[unit]} to {data.max} steps")
    for word in rest:
        _mark(s, unit, word)


def _mark(s: Front, unit: int, word: str) -> None:
    data = s.world.roster[unit]
    if word == "unsupplied":
        s.supplied[unit] = 0
    elif word == "attacks":
        s.attacker = put(s.attacker, s.where[unit], 1 + data.side)
        s.shown[unit] = 1
    elif word == "dispersed":
        s.dispersed[unit] = FROM_AIR if data.kind == "para" else FROM_SEA
    elif word == "blitz" and data.is_hq:
        s.blitz[unit] = 1
    elif word in ROLES[1:] and data.is_hq:
        s.role[unit] = ROLES.index(word)
        s.shown[unit] = word != "spent"
    else:
        raise ValueError(f"{word!r} is no word for {data.name}; say unsupplied, dispersed, attacks, or an HQ's role")


def clear_pieces(s: Front) -> None:
    """Take every unit off the map; those that arrive later are still to come."""
    for unit, data in enumerate(s.world.roster):
        s.where[unit] = LATER if data.arrives or s.where[unit] == LATER else ELIMINATED
    s.agenda = []
