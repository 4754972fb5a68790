"""Odds: how a battle will end, after one round or fought to the finish, found by running the game's own steps.

    grognard.lab.analysis.odds.battle_round(match, "Palermo")
    grognard.lab.analysis.odds.battle_to_the_end(match, "Palermo", policies={"allied": "spare", "axis": "spend"})
    grognard.lab.analysis.odds.from_view(match, "allied", "Palermo")

Nothing here knows how a battle is fought: `chances` runs the steps, and each game's own module says how a round begins.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any, ClassVar, Protocol

import msgspec

from grognard.engine import agenda
from grognard.engine.agenda import NotThrown
from grognard.engine.events import Deal, Roll
from grognard.engine.game import Game
from grognard.engine.kinds import Side, Unit
from grognard.engine.match import Match
from grognard.engine.orders import plain
from grognard.engine.state import State
from grognard.lab.analysis.chances import (
    BUDGET,
    POLICIES,
    SAMPLES,
    SEED,
    Distribution,
    OddsError,
    Policy,
    Row,
    Section,
    distribution,
    thrown,
    without_tail,
)

__all__ = [
    "POLICIES", "REDRAWS", "ROUNDS", "Aftermath", "BattleOdds", "Distribution", "Fate", "OddsError", "Policy", "Row",
    "Section", "battle_round", "battle_to_the_end", "distribution", "from_view", "policy_names", "state_of",
]  # fmt: skip

ROUNDS = 30
"""For how many rounds a battle to the end is followed."""
REDRAWS = 20
"""How many times whatever a side cannot know is drawn anew."""


class Fate(msgspec.Struct, frozen=True):
    """What became of a unit that was there when the odds were asked for."""

    unit: str
    side: str
    before: int
    steps: int
    at: str
    """Where it is; empty if it is on no place of the map."""
    began: str
    """Where it was."""

    @property
    def lost(self) -> int:
        return self.before - self.steps


class Aftermath(msgspec.Struct, frozen=True):
    """How a battle stands after a round, or at its end."""

    place: str
    fates: tuple[Fate, ...]

    def of(self, side: str) -> list[Fate]:
        return [fate for fate in self.fates if fate.side == side]

    def lost(self, side: str) -> int:
        """Steps lost; the last blow to a unit that fights on at zero costs none."""
        return sum(fate.lost for fate in self.of(side))

    def left(self, side: str) -> list[Fate]:
        """The units that are still in the battle's place."""
        return [fate for fate in self.of(side) if fate.at == self.place]

    def eliminated(self, side: str) -> list[Fate]:
        return [fate for fate in self.of(side) if not fate.at]

    def thrown_back(self, side: str) -> list[Fate]:
        """The units that are elsewhere on the map than they were, and not in the battle's place."""
        return [fate for fate in self.of(side) if fate.at not in ("", self.place, fate.began)]

    def __str__(self) -> str:
        sides = dict.fromkeys(fate.side for fate in self.fates)
        return "; ".join(f"{side}: {', '.join(map(self._say, self.of(side)))}" for side in sides)

    def _say(self, fate: Fate) -> str:
        if not fate.at:
            return f"{fate.unit} lost"
        if fate.at == fate.began:
            return f"{fate.unit} {fate.steps}"
        return f"{fate.unit} {fate.steps} {'in' if fate.at == self.place else 'thrown back to'} {fate.at}"


@dataclass(frozen=True)
class BattleOdds(Distribution[Aftermath]):
    """How a battle will end."""

    place: str = ""
    attacker: str = ""
    """The side that fights as the active one, in the first round at least."""
    defender: str = ""
    rounds: int = 1
    """The most rounds that were followed."""
    redraws: int = 0
    """How many times whatever a side cannot know was drawn anew; 0 if the odds come from the truth."""
    viewer: str = ""
    """The side that cannot know it."""
    forces: dict[str, str] = field(default_factory=dict)
    """By side: its units as they were."""
    in_rounds: bool = True
    """Whether such a battle may go on for several rounds, round after round."""

    LIKELIEST: ClassVar[int] = 8

    @property
    def sides(self) -> tuple[str, str]:
        return self.attacker, self.defender

    def expected_loss(self, side: str) -> Fraction:
        """Steps lost on average."""
        return self.mean(lambda end: end.lost(side))

    def loses(self, side: str, steps: int = 1) -> Fraction:
        """The chance that a side loses at least this many steps."""
        return self.chance(lambda end: end.lost(side) >= steps)

    def loses_a_unit(self, side: str) -> Fraction:
        return self.chance(lambda end: bool(end.eliminated(side)))

    def eliminated(self, side: str) -> Fraction:
        """The chance that a side loses everything that it has there."""
        return self.chance(lambda end: 0 < len(end.of(side)) == len(end.eliminated(side)))

    def has_place(self, side: str) -> Fraction:
        """The chance that a side is left alone in the place."""
        other = self.sides[side == self.attacker]
        return self.chance(lambda end: bool(end.left(side)) and not end.left(other))

    def holds_place(self, side: str) -> Fraction:
        """The chance that a side has anybody left in the place."""
        return self.chance(lambda end: bool(end.left(side)))

    @property
    def is_within(self) -> bool:
        """Whether all who fight are in the place itself, and not beside it."""
        return all(fate.began == self.place for end in self.chances for fate in end.fates)

    @property
    def goes_on(self) -> Fraction:
        return self.chance(lambda end: all(end.left(side) for side in self.sides))

    def is_thrown_back(self, side: str) -> Fraction:
        """The chance that any of a side is thrown back."""
        return self.chance(lambda end: bool(end.thrown_back(side)))

    @property
    def thrown_back(self) -> Fraction:
        """The chance that an attacker is thrown back."""
        return self.is_thrown_back(self.attacker)

    def how(self) -> str:
        if not self.redraws:
            return super().how()
        each = f"from {self.samples} samples in all" if self.samples else "exact for each drawing"
        return f"What {self.viewer} cannot know was drawn {self.redraws} times; the chances are averages, {each}."

    def heading(self) -> list[str]:
        length = ", one round" if self.rounds == 1 else f", to the end, at most {self.rounds} rounds"
        forces = ". ".join(f"{side}: {self.forces[side]}" for side in self.sides if side in self.forces)
        what = f"{self.place}, {self.attacker} attacks{length if self.in_rounds else ''}. {forces}"
        return [what.rstrip(), *super().heading()]

    def cumulative(self) -> list[Row]:
        """The chances that players ask for first."""
        rows = self._within() if self.is_within else self._from_beside()
        rows += [Row(f"{side} loses a step or more", self.loses(side)) for side in self.sides]
        rows += [Row(f"{side} loses a unit", self.loses_a_unit(side)) for side in self.sides]
        rows += [Row(f"{side} loses everything", self.eliminated(side)) for side in self.sides]
        rows += [Row(f"{side} is thrown back in part or whole", self.is_thrown_back(side)) for side in self.sides]
        return [row for row in rows if row.chance or "thrown back" not in row.what]

    def _within(self) -> list[Row]:
        """Who has the place, where both sides are in it."""
        rows = [Row(f"{side} is left alone in {self.place}", self.has_place(side)) for side in self.sides]
        rows.append(Row("the battle goes on", self.goes_on))
        neither = 1 - sum((row.chance for row in rows), Fraction(0))
        return [*rows, Row("nobody is left", neither)] if neither else rows

    def _from_beside(self) -> list[Row]:
        """Who has the place, where attackers come from outside; at sea and in the air it is not fought for."""
        if not self.has_place(self.attacker):
            return []
        takes = Row(f"{self.attacker} takes {self.place}", self.has_place(self.attacker))
        return [takes, Row(f"{self.defender} holds {self.place}", self.holds_place(self.defender))]

    def losses(self, side: str) -> list[Row]:
        """Steps lost by a side, from none up."""
        found = self.by(lambda end: end.lost(side))
        return [
            Row(f"{steps} step{'s' * (steps != 1)}", found.get(steps, Fraction(0)), self.loses(side, steps))
            for steps in range(max(found) + 1)
        ]

    def lengths(self) -> list[Row]:
        """In which round it ends; those that go on longer than was followed are in the last one."""
        return [
            Row(
                f"round {lap}{' or later' * (lap == self.rounds)}",
                chance,
                sum((more for later, more in self.laps.items() if later >= lap), Fraction(0)),
            )
            for lap, chance in self.laps.items()
        ]

    def sections(self) -> list[Section]:
        found = [Section("what happens", tuple(self.cumulative()))]
        for side in self.sides:
            mean = f"on average {float(self.expected_loss(side)):.2f}"
            found.append(Section(f"{side} loses", without_tail(self.losses(side)), mean))
        if self.rounds > 1:
            found.append(Section("it ends in", without_tail(self.lengths())))
        table = self.table()
        more = f"and {len(table) - self.LIKELIEST} less likely ends" if len(table) > self.LIKELIEST else ""
        found.append(Section("likeliest ends", tuple(table[: self.LIKELIEST]), more))
        return found


class Battles(Protocol):
    """What a game says of its battles. The module that its company names for odds holds it as `BATTLES`."""

    policies: Mapping[str, Policy]
    in_rounds: bool
    """Whether a battle goes on for several rounds, so that it can be followed to its end."""
    thrown_for: frozenset[str]
    """The purposes of the throws that decide a battle at once, by an order that begins it."""

    def under_way(self, s: Any) -> list[int]:
        """Where battles are being fought, or declared."""

    def places(self, s: Any) -> list[int]:
        """Where there are battles, or may be."""

    def attacker(self, s: Any, place: int) -> int:
        """The side that fights a round there next."""

    def begin(self, s: Any, side: int, place: int, strike: str) -> State:
        """A copy whose agenda is one round of that battle, or what is left of the round that is being fought."""

    def again(self, s: Any, side: int, place: int) -> State | None:
        """After a round: another one, or None if the battle is over."""

    def fates(self, s: Any, place: int) -> list[int]:
        """The units that are in the battle."""

    def assumes(self, s: Any, side: int, place: int) -> str:
        """What is taken for granted about who takes part, in a sentence."""

    def hangs_on(self, s: Any, place: int) -> Hashable:
        """Everything that a side may not know and that the battle can depend on: the units, and who supports them."""

    def steps(self, s: Any, unit: int) -> int: ...

    def side(self, s: Any, unit: int) -> int: ...


def battles_in(game: Game) -> Battles | None:
    """What a game says of its battles, if it says anything."""
    if "odds" not in game.company:
        return None
    found: Battles = import_module(game.company["odds"]).BATTLES
    return found


def battles_of(s: State) -> Battles:
    """What the game of a state says of its battles."""
    found = battles_in(s.world.game)
    if found is None:
        raise OddsError(f"there are no odds for {s.world.game.title} yet")
    return found


def under_way(s: State) -> list[str]:
    """The names of the places where battles are under way."""
    battles = battles_in(s.world.game)
    return [s.world.board.names[place] for place in battles.under_way(s)] if battles else []


def after(match: Match, orders: Sequence[str], side: str) -> State:
    """The moment after some orders, at the first throw of the battle that they lead to."""
    chance, s = Random(), match.state
    decided = battles_of(s).thrown_for

    def throw(call: Roll | Deal) -> tuple[int, ...]:
        if isinstance(call, Roll) and call.purpose in decided:
            raise NotThrown
        return thrown(call, chance)

    for said in orders:
        order = match.order(said, side)
        refusal = agenda.why_not(s, _side_index(s, side), order)
        if refusal is not None:
            raise OddsError(match.say(refusal))
        s = s.copy()
        agenda.take(s, _side_index(s, side), order, throw)
    return s


def policy_names(s: State) -> list[str]:
    """The names of the policies that a game's sides can follow."""
    return list(_policies(s))


def _policies(s: State) -> dict[str, Policy]:
    return {**battles_of(s).policies, **POLICIES}


def battle_round(at: Match | State, place: str, side: str | None = None, **settings: Any) -> BattleOdds:
    """One round of the battle in a place, fought by the active side or by another, as everything really is.

    Settings: `policies` ("spare", "spend", "first", "last", "random"; one for all or one for each side), `strike` (a
    headquarters whose airstrike is to be assigned first), and those of `distribution`.
    """
    return _battle(at, place, side, rounds=1, **settings)


def battle_to_the_end(
    at: Match | State,
    place: str,
    side: str | None = None,
    *,
    rounds: int = ROUNDS,
    attacks: str = "same",
    **settings: Any,
) -> BattleOdds:
    """Round after round, until a side is gone or the given number of rounds has been fought.

    `attacks` says who is the active side: "same" every time, or sides that "alternate". An airstrike is flown in the
    first round only; support stays as it is now; nobody comes, goes, or suffers from want of supply.
    """
    return _battle(at, place, side, rounds=rounds, attacks=attacks, **settings)


def from_view(
    at: Match | State,
    viewer: str,
    place: str,
    side: str | None = None,
    *,
    redraws: int = REDRAWS,
    budget: int = BUDGET,
    samples: int = SAMPLES,
    seed: int | None = SEED,
    **settings: Any,
) -> BattleOdds:
    """The odds from what one side knows: the average over several drawings of what it cannot know.

    Budget and samples are those of all drawings together. With a seed the drawings are always the same, and those who
    know it might learn something from them; None draws afresh. Other settings: those of `battle_round` and,
    with `rounds`, those of `battle_to_the_end`.
    """
    if redraws < 1:
        raise OddsError("draw at least once what the side cannot know")
    s, chance = state_of(at), Random(seed)
    battles, index = battles_of(s), _side_index(s, viewer)
    if not s.world.game.hides:
        return _battle(s, place, side, budget=budget, samples=samples, seed=seed, **settings)
    here = _place(s, place, battles.places(s))
    drawn: dict[Hashable, tuple[State, int]] = {}
    for _ in range(redraws):
        draw = s.world.game.redraw(s, index, chance.randrange)
        key = battles.hangs_on(draw, here)
        first, count = drawn.get(key, (draw, 0))
        drawn[key] = first, count + 1
    settings |= {"budget": budget // len(drawn), "samples": -(-samples // len(drawn)), "seed": seed}
    name = s.world.board.names[here]
    return _average([(_battle(draw, name, side, **settings), count) for draw, count in drawn.values()], viewer)


def _average(drawn: Sequence[tuple[BattleOdds, int]], viewer: str) -> BattleOdds:
    """The average over several drawings, some of which may have come up more than once."""
    first, many = drawn[0][0], sum(count for _, count in drawn)
    chances: dict[Aftermath, Fraction] = {}
    laps: dict[int, Fraction] = {}
    for odds, count in drawn:
        share = Fraction(count, many)
        for end, chance in odds.chances.items():
            chances[end] = chances.get(end, Fraction(0)) + chance * share
        for lap, chance in odds.laps.items():
            laps[lap] = laps.get(lap, Fraction(0)) + chance * share
    alike = {side: text for side, text in first.forces.items() if all(odds.forces[side] == text for odds, _ in drawn)}
    samples = sum(odds.samples for odds, _ in drawn)
    return replace(
        first, chances=chances, laps=dict(sorted(laps.items())), exact=False, samples=samples, redraws=many,
        viewer=viewer, forces=alike,
    )  # fmt: skip


def _battle(
    at: Match | State,
    place: str,
    side: str | None = None,
    *,
    rounds: int = 1,
    attacks: str = "same",
    policies: str | Mapping[str, str] = "spare",
    strike: str = "",
    **settings: Any,
) -> BattleOdds:
    s = state_of(at)
    battles, world = battles_of(s), s.world
    if s.outcome is not None:
        raise OddsError("the match is over")
    if attacks not in ("same", "alternate") or rounds < 1:
        raise OddsError("fight at least one round; the same side attacks every time ('same'), or they 'alternate'")
    here = _place(s, place, battles.places(s))
    attacker = battles.attacker(s, here) if side is None else _side_index(s, side)
    start = battles.begin(s, attacker, here, strike)
    units = battles.fates(start, here)
    rounds = rounds if battles.in_rounds else 1
    before = [battles.steps(s, unit) for unit in units]
    names, at_place = world.board.names, world.game.place_of

    def place_name(place: int) -> str:
        return names[place] if place >= 0 else ""

    def aftermath(end: State) -> Aftermath:
        fates = [
            Fate(world.units[unit], world.sides[battles.side(s, unit)], steps, battles.steps(end, unit),
                 place_name(at_place(end, Unit(unit))), place_name(at_place(s, Unit(unit))))
            for unit, steps in zip(units, before, strict=True)
        ]  # fmt: skip
        return Aftermath(names[here], tuple(fates))

    def again(end: State, lap: int) -> State | None:
        if lap >= rounds:
            return None
        return battles.again(end, 1 - attacker if attacks == "alternate" and lap % 2 else attacker, here)

    found = distribution(start, policies, key=aftermath, again=again, known=_policies(s), **settings)
    notes = tuple(filter(None, [battles.assumes(s, attacker, here)]))
    if rounds > 1:
        who = f"{world.sides[attacker]} attacks in every round" if attacks == "same" else "the sides attack in turn"
        notes += (f"Of several rounds: {who}, airstrikes are flown in the first one only, and support stays as it is.",)
    forces = {
        name: ", ".join(f"{fate.unit} {fate.steps}" for fate in aftermath(s).of(name)) for name in world.sides
    }  # fmt: skip
    return BattleOdds(
        found.chances, found.laps, found.exact, found.samples, found.policies, notes, place=names[here],
        attacker=world.sides[attacker], defender=world.sides[1 - attacker], rounds=rounds, forces=forces,
        in_rounds=battles.in_rounds,
    )  # fmt: skip


def state_of(at: Match | State) -> State:
    return at.state if isinstance(at, Match) else at


def _side_index(s: State, side: str) -> Side:
    if side not in s.world.sides:
        raise OddsError(f"there is no side called {side!r}; the sides are {', '.join(s.world.sides)}")
    return Side(s.world.sides.index(side))


def _place(s: State, place: str, battles: Sequence[int]) -> int:
    """The battle that is meant."""
    names = s.world.board.names
    here = s.world.board.find(s.world.lexicon.get(plain(place), place)) if place else None
    known = f"battles: {', '.join(names[each] for each in battles)}" if battles else "there is no battle at all"
    if not place and len(battles) == 1:
        return battles[0]
    if not place:
        raise OddsError(f"say which battle; {known}")
    if here is None:
        raise OddsError(f"there is no place called {place!r}; {known}")
    if here not in battles:
        raise OddsError(f"there is no battle at {names[here]}; {known}")
    return here
