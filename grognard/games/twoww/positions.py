"""Moments and pieces in words, for positions in text."""

from __future__ import annotations

from grognard.engine.orders import plain
from grognard.engine.state import put
from grognard.games.twoww import invasion, phases, politics, sequence, set_up
from grognard.games.twoww.combat import Combat
from grognard.games.twoww.ground import country_of, lands_of, power_of, side_name
from grognard.games.twoww.movement import Movement
from grognard.games.twoww.state import LATER, NEUTRAL, POOL, War
from grognard.games.twoww.victory import End
from grognard.games.twoww.world import SIDES, Europe

THE_END = "the end"
SET_UP = "set-up"


def begin(world: Europe) -> War:
    """The first moment of a match: the set-up, or by agreement what lies behind it. [2WW-2a]"""
    s = set_up.begin(world)
    s.then(*set_up.STEPS(), *sequence.calendar(world, 0))
    if world.options.get("set_up") == "historical":
        set_up.place_all(s)
        s.agenda = [step for step in s.agenda if not isinstance(step, set_up.SetUp)]
    return s


# Moments


def when(s: War) -> str:
    """The moment in words, such as `Summer 1941, axis movement`."""
    if s.outcome is not None:
        return THE_END
    placing = s.ahead(set_up.SetUp)
    if placing is not None:
        return f"{SET_UP}, {placing.group}"
    return f"{s.world.season(s.turn)}, {phases.PHASES[s.phase]}"


def at_moment(s: War, text: str) -> None:
    """Set the calendar to the beginning of a phase given in words. Whatever the turn track brings has come by then, and
    whoever stands in a foreign country has gone to war with it and holds the cities where his armies are."""
    check_cargo(s)
    first, _, rest = (part.strip() for part in text.partition(","))
    if first == SET_UP:
        at_set_up(s, rest)
        return
    if text == THE_END:
        first, rest = s.world.turns[-1], phases.PHASES[-1]
    if first not in s.world.turns or rest not in phases.PHASES:
        raise ValueError(f"no such moment: {text!r}; say it like 'Summer 1941, axis movement'")
    s.turn, s.phase = s.world.turns.index(first), phases.PHASES.index(rest)
    s.active, s.armored = int(rest.startswith("allied")), int("armored" in rest)
    catch_up(s)
    s.agenda = []
    if text == THE_END:
        End().run(s)
        return
    step, *others = (step for step in sequence.steps_of(s.phase) if not isinstance(step, sequence.Readiness))
    s.then(*others, *sequence.rest_of_turn(s.world, s.turn, s.phase + 1))
    if isinstance(step, Movement | Combat):
        step.run(s)  # markers that a phase takes away are gone before further facts are read
    else:
        s.then(step)


def catch_up(s: War) -> None:
    """What must have happened by now: arrivals, the dates of the turn track, borders that were crossed, cities held."""
    for late, turn in s.world.arrivals.items():
        if s.where[late] == LATER and turn < s.turn:
            s.where[late] = POOL
    politics.start_of_turn(s)
    for unit, place in enumerate(s.where):
        if 0 <= place < s.world.board.grid.size and s.aboard[unit] < 0 and s.loyal[unit] != NEUTRAL:
            if s.world.is_fleet[unit]:
                invasion.put_in(s, unit, place)
            else:
                cross(s, unit, country_of(s, place))
            if s.world.is_land[unit] and place in s.world.cities:
                s.holder = put(s.holder, place, s.loyal[unit])


def cross(s: War, unit: int, country: int) -> None:
    """A unit stands in a country: if that was at peace, and not its own, it fights on the other side by now."""
    power = power_of(s, country)
    if power == s.world.nation[unit] or power == s.world.vichy:
        return
    if s.world.countries[power].closed:
        s.opened[power] = 1
    if not s.neutral[power]:
        return
    side = 1 - s.loyal[unit]
    for land in lands_of(s, power):
        s.owner[land], s.neutral[land] = side, 0
        for other in s.world.units_of[land]:
            s.loyal[other] = side
        for place, city in s.world.cities.items():
            if city.country == land:
                s.holder = put(s.holder, place, side)


def at_set_up(s: War, group: str) -> None:
    """The moment at which a country's units are set up; whoever follows and is not on the map is in hand."""
    groups = [name for name, _ in set_up.GROUPS]
    if group not in groups:
        raise ValueError(f"no such set-up: {group!r}; say one of {', '.join(groups)}")
    left = groups[groups.index(group) :]
    for unit, data in enumerate(s.world.roster):
        if s.where[unit] < 0 and data.at not in ("pool", "later") and set_up.group_of(s, unit) in left:
            set_up.take_up(s, unit)
    s.agenda = []
    steps = [step for step in set_up.STEPS() if step.group in left and set_up.in_hand(s, step.group)]
    s.then(*steps, *sequence.calendar(s.world, 0))


# Pieces in words


def piece_text(s: War, unit: int) -> str:
    """A unit's own facts, such as `Ge 1 Armor reduced` or `GB 8 Armor aboard GB Home Fleet`."""
    words = [s.world.units[unit]]
    if not s.world.roster[unit].one_sided and not s.full[unit]:
        words.append("reduced")
    if s.ops[unit]:
        words.append("done")
    if s.loyal[unit] != first_loyalty(s.world, unit):
        words.append(side_name(s, s.loyal[unit]))
    if s.aboard[unit] >= 0:
        words += ["aboard", s.world.units[s.aboard[unit]]]
    return " ".join(words)


def first_loyalty(world: Europe, unit: int) -> int:
    """Who commands a unit when the war begins. [2WW-1a]"""
    return SIDES[world.countries[world.nation[unit]].side]


def put_piece(s: War, place: int, words: list[str]) -> None:
    """Put a unit on the map from such words; without a word it is at full strength."""
    unit, rest = named_unit(s.world, words)
    s.where[unit], s.aboard[unit] = place, -1
    s.full[unit] = not s.world.roster[unit].one_sided
    while rest:
        word = rest.pop(0)
        if word == "aboard":
            s.aboard[unit], rest = named_unit(s.world, rest)
        else:
            _mark(s, unit, word)


def named_unit(world: Europe, words: list[str]) -> tuple[int, list[str]]:
    """The unit whose name some words begin with, and the words after it."""
    for length in range(len(words), 0, -1):
        name = world.lexicon.get(plain("".join(words[:length])), "")
        if name in world.unit_index:
            return world.unit_index[name], words[length:]
    raise LookupError(f"no unit is called {' '.join(words)!r}; there are {', '.join(world.units)}")


def _mark(s: War, unit: int, word: str) -> None:
    if word == "reduced":
        s.full[unit] = 0
    elif word == "full":
        s.full[unit] = not s.world.roster[unit].one_sided
    elif word == "done":
        s.ops[unit] = 1
    elif word in SIDES:
        s.loyal[unit] = SIDES[word]
    else:
        known = "full, reduced, done, aboard and a fleet, axis, allied or neutral"
        raise ValueError(f"{word!r} is no word for {s.world.units[unit]}; say {known}")


def check_cargo(s: War) -> None:
    """Whoever is aboard a fleet is where it is. [2WW-8.3.4a]"""
    for unit, carrier in enumerate(s.aboard):
        if carrier >= 0 and (not s.world.is_fleet[carrier] or s.where[carrier] != s.where[unit]):
            name, fleet = s.world.units[unit], s.world.units[carrier]
            raise ValueError(f"{name} is aboard {fleet}, which is not in the same place")


def clear_pieces(s: War) -> None:
    """Take every unit off the map, into its pool; those that the turn track brings are still to come. [2WW-2d]"""
    for unit, data in enumerate(s.world.roster):
        s.where[unit], s.aboard[unit], s.full[unit] = LATER if data.at == "later" else POOL, -1, 0
    s.agenda = []
