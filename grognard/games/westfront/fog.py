"""Chapter 2, 2.3: the fog of war. What each side may know, and how blocks are lost from sight."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.agenda import Chance, Step, redraw_sheets, waiting
from grognard.engine.events import Deal
from grognard.engine.game import Chooser
from grognard.engine.kinds import Json
from grognard.games.westfront.command import can_drop
from grognard.games.westfront.control import is_assault
from grognard.games.westfront.state import (
    AXIS,
    ELIMINATED,
    FROM_AIR,
    FROM_SEA,
    LATER,
    LOST,
    NOBODY,
    PREP,
    READY,
    ROLES,
    UNDEPLOYED,
    Front,
)
from grognard.games.westfront.units import pseudonym
from grognard.games.westfront.weather import BASINS
from grognard.games.westfront.world import NATIONS, WEATHERS

FORTNIGHTS = ("I", "II")
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

BLOCK_FACTS = (
    "where",
    "supplied",
    "dispersed",
    "moved",
    "strategic",
    "came_from",
    "entered",
    "landed_at",
    "built",
    "alias",
)
"""What belongs to a block as one sees it on the map, whoever it is."""

BOXES = {ELIMINATED: "eliminated", UNDEPLOYED: "in hand"}


class Shuffle(Step[Front], frozen=True):
    """At the end of a phase the face-down blocks of one side in one hex can no longer be told apart. [WF-2.3b]

    A stack that has stayed as it was when it was last dealt need not be dealt again.
    """

    def run(self, s: Front) -> None:
        stacks = mixed_stacks(s)
        fresh = tuple(stack for stack in stacks if stack not in s.dealt)
        s.dealt = stacks
        if fresh:
            s.then(DealBlocks(fresh))


class DealBlocks(Chance[Front], frozen=True):
    """Deal the pseudonyms of mixed blocks anew, hex by hex."""

    stacks: tuple[tuple[int, ...], ...]

    def call(self, s: Front) -> Deal:
        return Deal(sum(len(stack) for stack in self.stacks))

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        drawn = iter(faces)
        for group in self.stacks:
            order = sorted(group, key=lambda _: next(drawn))
            aliases = sorted(s.alias[unit] for unit in group)
            for unit, alias in zip(order, aliases, strict=True):
                s.alias[unit] = alias
                s.seen[unit] = 0


def mixed_stacks(s: Front) -> tuple[tuple[int, ...], ...]:
    """Stacks with two or more face-down blocks of one side."""
    mixed = []
    where, shown = s.where, s.shown
    for army in s.world.army:
        stacks: dict[int, list[int]] = {}
        for unit in army:
            at = where[unit]
            if at >= 0 and not shown[unit]:
                if at in stacks:
                    stacks[at].append(unit)
                else:
                    stacks[at] = [unit]
        mixed += [tuple(stack) for stack in stacks.values() if len(stack) > 1]
    return tuple(mixed)


class DealAll(Chance[Front], frozen=True):
    """Before the first turn every block is given a pseudonym."""

    def call(self, s: Front) -> Deal:
        return Deal(len(s.world.units))

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        for unit, face in enumerate(faces):
            s.alias[unit] = 1 + face


# Views


def knows(s: Front, unit: int, side: int | None) -> bool:
    """Whether a side may know a unit: its own, those face up, and those that are off the map. [WF-2.3b]"""
    return s.side_of(unit) == side or bool(s.shown[unit]) or s.where[unit] < 0


def is_seen(s: Front, unit: int, side: int | None) -> bool:
    """Whether a side sees a block at all: not those to come, nor what the enemy has still in hand. [WF-3.21a]"""
    return s.where[unit] != LATER and (s.where[unit] != UNDEPLOYED or s.side_of(unit) == side)


def pieces(s: Front, side: int | None) -> list[Json]:
    """The pieces as a side may know them, in an order that tells nothing."""
    found = [piece(s, unit, side) for unit in range(len(s.world.units)) if is_seen(s, unit, side)]
    found += [
        {
            "id": f"{s.world.units[corps]} beachhead",
            "at": s.world.board.names[s.beachhead[corps]] if s.beachhead[corps] >= 0 else "box",
            "side": s.world.sides[s.side_of(corps)],
            "face": {"name": f"{s.world.units[corps]} beachhead", "kind": "beachhead", "steps": 1},
            "marks": [beachhead_status(s, corps)],
            "seen": None,
        }
        for corps in s.world.beachheads
    ]
    return sorted(found, key=lambda p: (p["at"], p["side"], len(p["id"]), p["id"]))


def beachhead_status(s: Front, corps: int) -> str:
    return {READY: "ready", PREP: "prep", LOST: "lost"}.get(s.beachhead[corps], "placed")


def piece(s: Front, unit: int, side: int | None) -> Json:
    known = knows(s, unit, side)
    data = s.world.roster[unit]
    face = {"name": data.name, "kind": data.kind, "steps": s.steps[unit], "max": data.max, "nation": data.nation}
    return {
        "id": data.name if s.side_of(unit) == side or s.where[unit] < 0 else pseudonym(s, unit),
        "at": s.world.board.names[s.where[unit]] if s.where[unit] >= 0 else BOXES[s.where[unit]],
        "side": s.world.sides[data.side],
        "face": face if known else None,
        "marks": marks(s, unit, known),
        "seen": None if known or not s.seen[unit] else sighting(s, unit),
    }


def marks(s: Front, unit: int, known: bool) -> list[str]:
    """Supply and dispersal are there for all to see; roles only on blocks that are."""
    found = []
    if s.where[unit] >= 0 and not s.supplied[unit]:
        found.append("unsupplied")
    if s.dispersed[unit]:
        found.append("dispersed")
    if known and s.role[unit]:
        found.append(ROLES[s.role[unit]] + (" blitz" if s.blitz[unit] else ""))
    return found


def sighting(s: Front, unit: int) -> str:
    """What the enemy remembers of a block that he has seen and not lost from sight since."""
    when, steps = divmod(s.seen[unit] - 1, 16)
    month, rest = divmod(when, 4)
    data = s.world.roster[unit]
    return f"{data.name} {data.kind} {steps}, {month_name(s, month)} {FORTNIGHTS[rest // 2]}"


def month_name(s: Front, month: int) -> str:
    return MONTHS[int(s.world.months[month][5:]) - 1]


def tracks(s: Front, side: int | None) -> Json:
    """What lies beside the map."""
    world = s.world
    holders = (*world.sides, "disputed")
    return {
        "month": world.months[s.month],
        "last month": world.months[-1],
        "fortnight": FORTNIGHTS[s.fortnight],
        "active": world.sides[s.active],
        "weather": WEATHERS[s.weather],
        "storm": BASINS[s.storm] or "calm",
        "control": {world.board.names[p]: holders[s.owner[p]] for p in world.land if s.owner[p] != NOBODY},
        "battles": {
            world.board.names[p]: {"attacker": world.sides[s.attacker[p] - 1], "new": bool(s.fresh[p])}
            for p in world.land
            if s.attacker[p]
        },
        **political_tracks(s),
        "score": s.score if world.victory else None,
        "supreme moves": {
            name: s.supreme[index] + s.theatre * (index == AXIS) for index, name in enumerate(world.sides)
        },
        "production points": s.points[side] if side is not None else None,
        "to arrive": arrivals(s),
    }


def arrivals(s: Front) -> list[Json]:
    """The units that the order of battle still brings, month by month; how strong they come is not told."""
    expected = [unit for number, unit in enumerate(s.world.roster) if s.where[number] == LATER and unit.arrives]
    return [
        {
            "when": unit.arrives,
            "piece": {
                "id": unit.name,
                "name": unit.name,
                "at": "",
                "side": s.world.sides[unit.side],
                "face": {"name": unit.name, "kind": unit.kind, "steps": None, "max": unit.max, "nation": unit.nation},
                "marks": [],
                "seen": None,
            },
        }
        for unit in sorted(expected, key=lambda unit: unit.arrives)
    ]


def political_tracks(s: Front) -> Json:
    """How the nations stand in the war, where that can change. [WF-16.1a, WF-16.4a, WF-16.4f]"""
    if not s.world.political:
        return {}
    stands = {nation: standing(s, bit) for bit, nation in enumerate(NATIONS)}
    stands["France"] = "in revolt" if s.revolts else "occupied"
    return {**stands, "war penalty": s.penalty}


def standing(s: Front, nation: int) -> str:
    """How a nation stands in the war."""
    if s.neutral >> nation & 1:
        return "neutral"
    return "out of the war" if s.fallen >> nation & 1 else "at war"


# Redrawing


def redraw(s: Front, side: int, choose: Chooser) -> Front:
    """The same moment with everything drawn anew that a side cannot know: who the enemy's face-down blocks are, how
    strong, and what is on his sheet. Blocks that it has seen and not lost from sight stay who they are, and whoever
    came from the air or assaulted from the sea is of a kind that can."""
    new = s.copy()
    enemy = 1 - side
    out_of_sight = [u for u in s.world.army[enemy] if s.where[u] >= 0 and not s.shown[u]]
    hidden = [u for u in out_of_sight if not s.seen[u] and s.beachhead[u] != s.where[u]]
    who: dict[int, int] = {}
    left = list(hidden)
    # Blocks that can be the fewest units choose first. What they can be is nested, so that nobody is left without; and
    # they choose by pseudonym, so that nothing of the truth shows in what is drawn.
    done = {block: acts(s, block) for block in hidden}
    able = {each: frozenset(unit for unit in hidden if may_have_done(s, unit, each)) for each in set(done.values())}
    for block in sorted(hidden, key=lambda block: (len(able[done[block]]), s.alias[block])):
        fitting = [unit for unit in left if unit in able[done[block]]]
        who[block] = fitting[choose(len(fitting))]
        left.remove(who[block])
    for block, unit in who.items():
        for name in BLOCK_FACTS:
            getattr(new, name)[unit] = getattr(s, name)[block]
    for unit in out_of_sight:
        low, high = likely_steps(s, unit)
        new.steps[unit] = low + choose(high - low + 1)
    new.dealt = tuple(tuple(sorted(who.get(unit, unit) for unit in stack)) for stack in s.dealt)
    new.voyages = tuple((who.get(unit, unit), *rest) for unit, *rest in s.voyages)
    new.excess = tuple(who.get(unit, unit) for unit in s.excess)
    new.fed = tuple(who.get(unit, unit) for unit in s.fed)
    new.rearguards = tuple((who.get(unit, unit), *rest) for unit, *rest in s.rearguards)
    asked = waiting(s)
    new.drafts = [None for _ in s.drafts]
    redraw_sheets(new, side, choose, asked=asked)
    return new


class Acts(NamedTuple):
    """What everyone saw a block do, as far as not every unit can do it."""

    dropped: bool
    assaulted: bool
    """From the sea."""
    sailed_far: bool
    """To an invasion."""
    attacks: bool


def acts(s: Front, block: int) -> Acts:
    far = s.world.charts["hq_command"]["long_range_seas"]["min"]
    return Acts(
        s.dispersed[block] == FROM_AIR,
        s.entered[block] == FROM_SEA and is_assault(s, s.where[block]),
        any(who == block and how and len(seas) >= far for who, how, _, *seas in s.voyages),
        s.attacker[s.where[block]] == 1 + s.side_of(block),
    )


def may_have_done(s: Front, unit: int, done: Acts) -> bool:
    """Whether a block that was seen to do this can be that unit."""
    if done.dropped:
        return can_drop(s, unit)
    if done.assaulted and not s.world.types[unit].get("sea_assault"):
        return False
    if done.sailed_far:
        return s.world.roster[unit].kind == str(s.world.charts["hq_command"]["long_range_seas"]["type"])
    return not (s.world.roster[unit].is_hq and done.attacks)


def likely_steps(s: Front, unit: int) -> tuple[int, int]:
    """The least and the most steps that a face-down block may have: one more than was seen, after a production."""
    full = s.world.roster[unit].max
    if not s.seen[unit]:
        return s.world.lowest[unit], full
    when, known = divmod(s.seen[unit] - 1, 16)
    return known, min(full, known + (s.month > when // 4))
