"""Chapter 3: starting play. Setting up a scenario, and finding one's place in its calendar."""

from __future__ import annotations

from grognard.engine.agenda import Step
from grognard.engine.state import put
from grognard.games.westfront.command import supreme_moves
from grognard.games.westfront.control import take_control
from grognard.games.westfront.fog import DealAll, Shuffle, month_name
from grognard.games.westfront.production import Production
from grognard.games.westfront.sequence import PHASES, End, Fortnight, Month, PlayerTurn, player_turn
from grognard.games.westfront.state import (
    FROM_AIR,
    FROM_SEA,
    LATER,
    LOST,
    NOBODY,
    NONE,
    PREP,
    READY,
    ROLES,
    Front,
)
from grognard.games.westfront.victory import ScoreFortnight
from grognard.games.westfront.world import West

STATUS = {"ready": READY, "prep": PREP, "lost": LOST}


def set_up(world: West) -> Front:
    """The first moment of a scenario. [WF-HX.1, WF-HX.2]"""
    s = Front(world)
    units, places = len(world.units), world.board.size
    s.where = [world.board.at(unit.place) if unit.place else LATER for unit in world.roster]
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
    s.beachhead = [STATUS.get(world.beachheads.get(unit, ""), NONE) for unit in range(units)]
    for name in ("attacker", "fresh", "fighting", "strike", "strike_dice", "port_used", "arrivals", "beaches"):
        setattr(s, name, world.blank)
    prior = bytearray([NOBODY] * places)
    for place in world.land:
        holder = world.data["control"].get(world.board.nation[place])
        if holder:  # a neutral country is nobody's
            prior[place] = world.sides.index(holder)
    s.owner = s.prior = bytes(prior)
    s.supreme, s.points = [0, 0], [0, 0]
    s.month = s.fortnight = s.active = s.phase = s.score = 0
    s.crossed = s.voyages = s.lanes = s.excess = s.rearguards = s.readied = s.fed = ()
    s.partial, s.partial_on, s.repulses, s.gunner = 0, -1, 0, -1
    take_control(s)
    s.then(DealAll(), *[Month(number) for number in range(len(world.months))], End())
    return s


# Moments


def when(s: Front) -> str:
    """The moment in words."""
    if s.outcome is not None:
        return "the end"
    month = month_name(s, s.month)
    if s.phase == 0:
        return f"{month} production"
    return f"{month} {'I' * (1 + s.fortnight)}, {s.world.sides[s.active]} {PHASES[s.phase]}"


def at_moment(s: Front, text: str) -> None:
    """Set the calendar to the beginning of a phase given in words, and take control as it begins."""
    if text == "the end":
        s.agenda = []
        End().run(s)
        return
    date, _, rest = text.partition(",")
    words = date.split()
    months = [month_name(s, number).lower() for number in range(len(s.world.months))]
    if not words or words[0].lower()[:3] not in months:
        raise ValueError(f"no such month: {text!r}; say one of {', '.join(months)}")
    s.month = months.index(words[0].lower()[:3])
    later: list[Step[Front]] = [Month(number) for number in range(s.month + 1, len(s.world.months))]
    later.append(End())
    if words[1:] == ["production"]:
        s.agenda = []
        s.then(Shuffle(), Fortnight(s.month, 0), Fortnight(s.month, 1), *later)
        Production().run(s)
        return
    side, _, phase = rest.strip().partition(" ")
    if words[1:] not in (["I"], ["II"]) or side not in s.world.sides or phase not in PHASES[1:]:
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
        if word == "supreme":
            s.supreme[data.side] = supreme_moves(s, unit)
    else:
        raise ValueError(f"{word!r} is no word for {data.name}; say unsupplied, dispersed, attacks, or an HQ's role")


def clear_pieces(s: Front) -> None:
    """Take every unit off the map; those that arrive later are still to come."""
    for unit, data in enumerate(s.world.roster):
        s.where[unit] = LATER if data.arrives else -1
    s.agenda = []
