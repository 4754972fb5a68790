"""Moments and pieces in words, for positions in text."""

from __future__ import annotations

from grognard.engine.orders import plain
from grognard.games.balkan import sequence, set_up
from grognard.games.balkan.breakdowns import set_of, whole_of
from grognard.games.balkan.engineers import clear_turn, is_constructor
from grognard.games.balkan.movement import Movement
from grognard.games.balkan.options import HISTORICAL
from grognard.games.balkan.possession import ever_owned, gained, give, owned
from grognard.games.balkan.state import (
    ALLIES,
    AXIS,
    BROKEN,
    EXPLOITATION,
    LATER,
    NEUTRAL,
    PHASES,
    Campaign,
)
from grognard.games.balkan.victory import End
from grognard.games.balkan.world import SIDES, Balkans

THE_END = "the end"
SET_UP = "set-up"
OF = "of"
"""The word for a part of a division: `GE-IA1s of GE-72`."""


def begin(world: Balkans) -> Campaign:
    """The first moment of a match: the deployment, or by agreement what lies behind it. [BF-30-4]"""
    s = set_up.begin(world)
    if world.options.get("set_up", world.frame.get("usual_set_up")) == HISTORICAL:
        for step in set_up.steps(world):
            set_up.place_historically(s, step.side)
        s.then(sequence.GameTurn(0))
    else:
        s.then(*set_up.steps(world), sequence.GameTurn(0))
    return s


# Moments


def when(s: Campaign) -> str:
    """The moment in words, such as `Nov I 40, axis movement`."""
    if s.outcome is not None:
        return THE_END
    placing = s.ahead(set_up.SetUp)
    if placing is not None:
        return f"{SET_UP}, {s.world.sides[placing.side]}"
    return f"{s.world.turns[s.turn]}, {s.world.sides[s.active]} {PHASES[s.phase]}"


def at_moment(s: Campaign, text: str) -> None:
    """Set the calendar to the beginning of a phase given in words. Everybody owns what he holds by then."""
    first, _, rest = (part.strip() for part in text.partition(","))
    s.agenda = []
    if first == SET_UP:
        at_set_up(s, rest)
        return
    if text == THE_END:
        first, rest = s.world.turns[-1], f"allied {PHASES[EXPLOITATION]}"
    side, _, phase = rest.partition(" ")
    if first not in s.world.turns or side not in s.world.sides or phase not in PHASES:
        known = f"{', '.join(s.world.turns)}, and phases {', '.join(PHASES)}"
        raise ValueError(f"no such moment: {text!r}; say it like 'Nov I 40, axis movement'. There are {known}")
    s.turn, s.active, s.phase = s.world.turns.index(first), SIDES[side], PHASES.index(phase)
    for owner in (AXIS, ALLIES):
        give(s, gained(s, owner) & ~owned(s, owner), owner)
    if text == THE_END:
        End().run(s)
        return
    s.then(*sequence.rest_of_turn(s.turn, s.active, s.phase))
    step = s.agenda.pop()
    assert isinstance(step, sequence.Phase)
    step.run(s)
    while s.agenda and isinstance(s.agenda[-1], Movement):
        s.agenda.pop().run(s)  # what a phase takes away is gone before further facts are read


def at_set_up(s: Campaign, name: str) -> None:
    """The moment at which a side deploys; whoever follows and is not on the map is in hand."""
    if name not in s.world.sides:
        raise ValueError(f"no such set-up: {name!r}; say {' or '.join(s.world.sides)}")
    s.active = NEUTRAL
    order = [SIDES[side] for side in s.world.frame["set_up"]]
    left = order[order.index(SIDES[name]) :]
    for unit, key in enumerate(s.world.units):
        if (
            s.where[unit] < 0
            and s.where[unit] != BROKEN
            and key in s.world.starts
            and set_up.by_hand_of(s, unit) in left
        ):
            set_up.take_up(s, unit)
    s.then(*(set_up.SetUp(side) for side in left if set_up.in_hand(s, side)), sequence.GameTurn(0))


# Pieces in words


def piece_text(s: Campaign, unit: int) -> str:
    """A unit's own facts, such as `IT-3J cadre`."""
    words = [s.world.units[unit]]
    if s.cadre[unit]:
        words.append("cadre")
    if s.hungry[unit]:
        words.append("unsupplied")
    if s.site[unit] == s.where[unit]:
        words.append("building")
    whole = whole_of(s, unit)
    if whole is not None:
        words += [OF, s.world.units[whole]]
    return " ".join(words)


def put_piece(s: Campaign, place: int, words: list[str]) -> None:
    """Put a unit on the map from such words. [BF-2-4]"""
    unit = s.world.unit_index.get(s.world.lexicon.get(plain(words[0]), ""))
    if unit is None:
        raise LookupError(f"no unit is called {words[0]!r}; there are {', '.join(s.world.units)}")
    if unit in s.boxed:
        raise ValueError(f"{s.world.units[unit]} stands as its parts, which are on the map")
    s.where[unit], s.cadre[unit], s.hungry[unit] = place, 0, 0
    s.site[unit], s.work[unit] = LATER, 0
    rest = words[1:]
    if len(rest) > 1 and rest[-2] == OF:
        stand_for(s, unit, rest[-1])
        rest = rest[:-2]
    for word in rest:
        if word == "cadre" and s.world.roster[unit].cadre:
            s.cadre[unit] = 1
        elif word == "unsupplied":
            s.hungry[unit] = 1
        elif word == "building" and is_constructor(s, unit):
            s.site[unit], s.work[unit] = place, clear_turn(s.world)
        else:
            raise ValueError(
                f"{word!r} is no word for {s.world.units[unit]}; say unsupplied, cadre, if it has one, building, of "
                "a construction unit that builds a fort, or 'of' and its division, of a part"
            )


def stand_for(s: Campaign, part: int, name: str) -> None:
    """A unit is a part of a division that is broken down. [BF-15C1-1]"""
    whole, parts = s.world.unit_index.get(s.world.lexicon.get(plain(name), ""), -1), set_of(s.world).get(part)
    is_free = parts is not None and s.boxed[parts.number] in (LATER, whole) and s.where[whole] < 0
    if parts is None or whole not in parts.divisions or not is_free:
        raise ValueError(f"{s.world.units[part]} cannot stand for {name!r}")
    s.boxed[parts.number], s.where[whole] = whole, BROKEN


def clear_pieces(s: Campaign) -> None:
    """Take every unit off the map; nobody has come yet."""
    for unit, key in enumerate(s.world.units):
        away = LATER if key in s.world.starts else set_up.not_yet(s.world, unit)
        s.where[unit], s.cadre[unit], s.hungry[unit] = away, 0, 0
        s.site[unit], s.work[unit] = LATER, 0
    for number in range(len(s.boxed)):
        s.boxed[number] = LATER
    s.owner = set_up.first_owners(s.world)
    s.ever = ever_owned(s.owner)
    s.agenda = []
