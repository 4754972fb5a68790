"""How Balkan Front is played at random where its rarer rules lie, and what it promises besides what all games do.

Positions are thrown over the map: every unit where its side may operate, no hex overfull, at the beginning of a player
turn. Each goes on to the end of the match.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from random import Random

from grognard.engine import agenda
from grognard.engine.game import World
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass, fields
from grognard.engine.paths import bits
from grognard.engine.tally import Tally
from grognard.games.balkan import orders as bf
from grognard.games.balkan import set_up
from grognard.games.balkan.attacks import Declare
from grognard.games.balkan.lands import beyond_area, closed_ground, side_of
from grognard.games.balkan.options import LONG
from grognard.games.balkan.results import parts
from grognard.games.balkan.stacking import limits, overfull, stack_of
from grognard.games.balkan.state import (
    ALLIES,
    AXIS,
    INITIAL,
    MOVEMENT,
    NEITHER,
    NEUTRAL,
    WITH_ALLIES,
    WITH_AXIS,
    Campaign,
)
from grognard.games.balkan.world import Balkans
from grognard.games.europa import slots
from grognard.lab.checks.generators import Bent, Compose, Generator
from grognard.lab.checks.laws import Finding, Law, Memory, clone

EPIRUS, SANDBOX = "epirus", "sandbox"
NEAR = 3
"""How far a slip of the pen mostly goes, and how wide a crowd is."""


# Slips: well-formed orders that only the rules can refuse


def slips(match: Match, side: str, rng: Random, count: int) -> list[Order]:
    """So many orders of the kinds that are asked for, by units of the side, to near places or anywhere."""
    at = agenda.question(match.state, match.side_index(side))
    if at is None:
        return []
    step, own = at
    assert isinstance(own, Campaign)
    index = match.side_index(side)
    units = [unit for unit in range(len(own.where)) if own.where[unit] >= 0 and side_of(own, unit) == index]
    kinds = [kind for kind in step.takes if kind is not Pass]
    if not units or not kinds:
        return []
    return [slip(own, side, rng.choice(kinds), rng.choice(units), rng) for _ in range(count)]


def slip(s: Campaign, side: str, kind: type[Order], unit: int, rng: Random) -> Order:
    """A well-formed order of a kind, by a unit if the kind names one."""
    board, here = s.world.board, s.where[unit]
    around = [place for place in board.neighbours[here] if board.names[place]] or [here]
    place = rng.choice(around) if rng.random() < 0.5 else _some_place(s, here, rng)
    words: Json = {
        "unit": s.world.units[unit], "at": board.names[place], "to": board.names[place], "start": board.names[here],
        "what": rng.choice(s.world.game.vocabulary), "into": rng.choice(s.world.game.vocabulary),
        "cadre": rng.random() < 0.5,
    }  # fmt: skip
    return kind(side, **{field.name: words[field.name] for field in fields(kind)})


def _some_place(s: Campaign, here: int, rng: Random) -> int:
    """A land hex: near by, or anywhere."""
    land = bits(s.world.land)
    near = [place for place in land if s.world.board.distance(here, place) <= NEAR] if here in land else []
    return rng.choice(near or land) if rng.random() < 0.7 else rng.choice(land)


def fond_of(*kinds: type[Order]) -> Bent:
    """Prefers orders of these kinds."""
    return lambda order: isinstance(order, kinds)


# Positions


class _Throw:
    """A position that is being made: what stands where so far."""

    def __init__(self, world: World, rng: Random) -> None:
        assert isinstance(world, Balkans)
        self.world, self.rng = world, rng
        self.s = set_up.begin(world)
        self.s.stance = bytes(rng.choice((NEITHER, WITH_AXIS, WITH_ALLIES)) for _ in world.neutrals[:-1]) + b"\0"
        self.stacks: dict[int, list[int]] = {}
        self.cadres: set[int] = set()

    def ground(self, unit: int) -> int:
        """Where a unit may be at all; that of a neutral stays at home."""
        s, world, side = self.s, self.world, side_of(self.s, unit)
        if side == NEUTRAL:
            return world.land & world.country(world.neutrals[world.country_of_nation[world.nation[unit]]])
        return world.land & ~closed_ground(s, side) & ~beyond_area(s, unit)

    def put(self, unit: int, places: Sequence[int]) -> None:
        """A unit goes to one of some places, if it fits into the first two that are tried."""
        cadre = self.world.roster[unit].cadre is not None and self.rng.random() < 0.15
        self.s.cadre[unit] = cadre
        for place in self.rng.sample(places, min(len(places), 2)):
            there = self.stacks.get(place, [])
            if there and side_of(self.s, there[0]) != side_of(self.s, unit):
                continue
            if slots.fits(stack_of(self.s, [*there, unit]), limits(self.world, place)):
                self.stacks.setdefault(place, []).append(unit)
                self.cadres |= {unit} if cadre else set()
                return

    def text(self) -> str:
        """The lines of the position: a moment, the pieces, and the facts that do not follow from them."""
        world, rng = self.world, self.rng
        turn = rng.choice(world.turns[: max(1, len(world.turns) // 2)])
        names = world.board.names
        pieces = [f"{names[at]}: {', '.join(map(self._word, units))}" for at, units in sorted(self.stacks.items())]
        stances = ", ".join(f'"{country}": {stance}' for country, stance in enumerate(self.s.stance))
        joined = {WITH_AXIS: AXIS, WITH_ALLIES: ALLIES}
        owners = {
            place: joined[stance]
            for country, stance in zip(world.neutrals, self.s.stance, strict=True)
            if stance in joined
            for place in bits(world.country(country))
        }
        for place, units in self.stacks.items():
            if side_of(self.s, units[0]) != NEUTRAL:
                owners[place] = side_of(self.s, units[0])
        facts = [
            f"stance = {{{stances}}}",
            f"weather = [{rng.randrange(3)}, {rng.randrange(2)}]",
            f"owner = {{{', '.join(f'{chr(34)}{place}{chr(34)}: {side}' for place, side in owners.items())}}}",
        ]
        return "\n".join([f"{turn}, {rng.choice(world.sides)} initial", *pieces, *facts])

    def _word(self, unit: int) -> str:
        return self.world.units[unit] + (" cadre" if unit in self.cadres else "")


def _whole(world: Balkans) -> list[int]:
    """The units that can stand without taking others apart."""
    return [unit for unit, data in enumerate(world.roster) if not data.breakdown]


def scattered(least: float, most: float) -> Compose:
    """Both sides thrown over the map: this share of all pieces, up to that."""

    def compose(world: World, rng: Random) -> str:
        throw, share = _Throw(world, rng), rng.uniform(least, most)
        for unit in _whole(throw.world):
            if rng.random() < share:
                throw.put(unit, bits(throw.ground(unit)))
        return throw.text()

    return compose


def crowded(world: World, rng: Random) -> str:
    """Both sides packed into a few hexes around one or two spots: fights, full hexes, retreats without room."""
    throw = _Throw(world, rng)
    board, land = world.board, bits(throw.world.land)
    centres = rng.sample(land, rng.choice((1, 2)))
    near = sum(1 << at for at in land if any(board.distance(at, centre) <= NEAR for centre in centres))
    units = _whole(throw.world)
    for unit in rng.sample(units, len(units)):
        if rng.random() < 0.6:
            throw.put(unit, bits(throw.ground(unit) & near))
    return throw.text()


def on_rails(world: World, rng: Random) -> str:
    """Both sides along the railways, a few of them elsewhere."""
    throw = _Throw(world, rng)
    for unit in _whole(throw.world):
        if rng.random() < 0.25:
            lines = throw.ground(unit) & throw.world.rail_hexes
            throw.put(unit, bits(lines if rng.random() < 0.8 else throw.ground(unit)))
    return throw.text()


GENERATORS = (
    Generator("aimed", "plain play, with slips that only a rule can refuse", aim=slips),
    Generator("scattered", "both sides thrown over the map", compose=scattered(0.1, 0.5), aim=slips),
    Generator(
        "crowded", "both sides packed into a few hexes", "", crowded,
        fond_of(bf.Attack, bf.Join, bf.Overrun, bf.Retreat, bf.Advance), slips,
    ),
    Generator(
        "rails", "both sides along the railways, whoever has joined", SANDBOX, on_rails,
        fond_of(bf.Move, bf.Rail, bf.Admin, bf.Wreck), slips,
    ),
    Generator("long", "twenty turns over the whole map", SANDBOX, scattered(0.02, 0.15), options={"length": LONG}),
)  # fmt: skip


# What the game promises besides


def previews_are_kept(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """What is shown before an attack is what the log says of it, to the last modifier. [BF-9A-4, BF-9A-5, BF-9A-7]"""
    for side in match.waiting:
        at = agenda.question(match.state, match.side_index(side))
        if at is None or not isinstance(at[0], Declare) or Pass(side) not in match.orders(side):
            continue
        step, s = at
        shown, sums = match.preview(Pass(side)), {each.title: each for each in step.sums(s)}
        events = clone(match).play(Pass(side))
        told = next(dict(event.facts) for event in events if event.what == "attack")
        seen = {
            "attack": parts(_tally(sums["Attack"].tally)),
            "defence": parts(_tally(sums["Defence"].tally)),
            "die": parts(_tally(shown.cost)),
        }
        if seen != told["account"] or sums["Odds"].facts["odds"] != told["odds"]:
            yield Finding("preview", f"shown {seen} at {sums['Odds'].facts['odds']}, told {told}")
        rolled = next((event for event in events if event.what == "roll"), None)
        if rolled is not None and (rolled.facts["odds"], rolled.facts["modifier"]) != (told["odds"], told["modifier"]):
            yield Finding("preview", f"told {told}, rolled {dict(rolled.facts)}")


def _tally(found: Tally | None) -> Tally:
    assert found is not None, "an attack has its account"
    return found


def phases_close_in_order(match: Match, rng: Random, memory: Memory) -> Iterator[Finding]:
    """As another phase begins, nobody stands one too many; only arrivals and rebuilt cadres may, till movement closes.
    [BF-8B-1, BF-8B-4]"""
    s = match.state
    assert isinstance(s, Campaign)
    before, now = memory.notes.get("phase"), (s.turn, s.active, s.phase)
    stands = tuple(zip(s.where, s.cadre, strict=True))
    came = {stand[0] for was, stand in zip(memory.notes.get("stood", stands), stands, strict=True) if was != stand}
    if before is not None and before[2] == INITIAL:
        came |= memory.notes["came"]  # reinforcements are placed one after the other
    memory.notes |= {"phase": now, "stood": stands, "came": came}
    if before is not None and before != now:
        yield from _nobody_crowded(s, came if s.phase in (INITIAL, MOVEMENT) else ())


def _nobody_crowded(s: Campaign, arrivals: Container[int]) -> Iterator[Finding]:
    for side in (AXIS, ALLIES):
        for place in overfull(s, side):
            if place not in arrivals:
                yield Finding("crowded", f"{s.world.sides[side]} has too many in {s.world.board.names[place]}")


LAWS: tuple[Law, ...] = (previews_are_kept, phases_close_in_order)
"""Held at every moment of random play."""
