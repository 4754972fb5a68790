"""Odds: what a battle will come to, found by running the game's own steps with every roll made explicit.

Nothing here knows how a battle is fought. From a moment of play the steps of its agenda are run as in a match; at a roll
every way that the dice can fall is tried, at a question a named policy answers, and moments that are the same are
counted together. Chances are exact fractions. Where there are too many ways, matches are sampled instead, with a fixed
seed, and the answer says so.

Two things are taken for granted. The order in which the dice of one roll lie on the table does not matter, only how often
each face is among them; with `ordered=True` every order is tried, and tests see to it that nothing changes. And a
shuffle, which only mixes what nobody can tell apart, leaves things as they are. That faces which the rules never ask for
come to the same is not taken for granted but watched: see `_Face`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from importlib import import_module
from itertools import product
from math import comb, gcd, lcm, prod
from operator import attrgetter
from random import Random
from typing import Any, ClassVar, Generic, Protocol, TypeVar

import msgspec

from grognard.engine.agenda import Ask, Chance, Sealed
from grognard.engine.events import Deal, Roll
from grognard.engine.match import Match
from grognard.engine.orders import Order, plain
from grognard.engine.state import State

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)

BUDGET = 100_000
"""How many falls of dice and answers are tried before sampling takes over."""
SAMPLES = 4_000
SEED = 1943
ROUNDS = 30
"""How long a battle to the end is followed."""
REDRAWS = 20
"""How often what a side cannot know is drawn anew."""

Policy = Callable[[Any, Ask[Any], Sequence[Order]], Sequence[Order]]
"""How a side answers: from the state, the question and all legal orders, the orders that it may give, equally likely."""

POLICIES: dict[str, Policy] = {
    "first": lambda s, ask, orders: orders[:1],
    "last": lambda s, ask, orders: orders[-1:],
    "random": lambda s, ask, orders: orders,
}
"""The policies that every game has. A game's own ones stand with its battles."""


class OddsError(ValueError):
    """There are no odds for that: no such battle, place, side or policy, or a moment that cannot be run."""


# What comes out


class Row(msgspec.Struct, frozen=True):
    """One line of a table: what happens, its chance, and the chance of this or more where lines are in an order."""

    what: str
    chance: Fraction
    or_more: Fraction | None = None

    @property
    def share(self) -> float:
        return float(self.chance)


class Section(msgspec.Struct, frozen=True):
    title: str
    rows: tuple[Row, ...]
    more: str = ""
    """A line below the table."""


@dataclass(frozen=True)
class Distribution(Generic[K]):
    """How often everything that can happen will happen."""

    chances: dict[K, Fraction]
    """They add up to exactly 1."""
    laps: dict[int, Fraction]
    """In which lap (of a battle: in which round) it comes to an end."""
    exact: bool
    samples: int
    """How many matches were sampled; 0 if the chances are exact."""
    policies: dict[str, str]
    """By the name of the side."""
    notes: tuple[str, ...] = ()

    def chance(self, of: Callable[[K], bool]) -> Fraction:
        """The chance of anything of which something is true."""
        return sum((chance for what, chance in self.chances.items() if of(what)), Fraction(0))

    def mean(self, of: Callable[[K], int | Fraction]) -> Fraction:
        return sum((chance * of(what) for what, chance in self.chances.items()), Fraction(0))

    def by(self, of: Callable[[K], T]) -> dict[T, Fraction]:
        """The chances of something that follows from what happens."""
        found: dict[T, Fraction] = {}
        for what, chance in self.chances.items():
            found[of(what)] = found.get(of(what), Fraction(0)) + chance
        return found

    def table(self) -> list[Row]:
        """Everything that can happen, the likeliest first."""
        rows = [Row(str(what), chance) for what, chance in self.chances.items()]
        return sorted(rows, key=lambda row: (-row.chance, row.what))

    def sections(self) -> list[Section]:
        """The tables that a report consists of."""
        return [Section("what happens", tuple(self.table()))]

    def heading(self) -> list[str]:
        """The lines above the tables: how the chances were found, and under which policies."""
        how = "The chances are exact." if self.exact else f"The chances come from {self.samples} samples, {self.error}."
        who = ", ".join(f"{side} {name}" for side, name in self.policies.items())
        return [how, f"Policies: {who}.", *self.notes]

    @property
    def error(self) -> str:
        """How far off sampled chances may be: two standard errors at a chance of one half."""
        return f"give or take {100 / max(1, self.samples) ** 0.5:.1f} in the hundred"

    def __str__(self) -> str:
        lines = self.heading()
        for section in self.sections():
            width = max([len(section.title), *(len(row.what) for row in section.rows)])
            ordered = any(row.or_more is not None for row in section.rows)
            head = f"{section.title:<{width}}  {'chance':>7}" + (f"  {'or more':>7}" if ordered else "")
            lines += ["", head]
            for row in section.rows:
                more = f"  {percent(row.or_more) if row.or_more is not None else '':>7}" if ordered else ""
                lines.append(f"{row.what:<{width}}  {percent(row.chance):>7}{more}  {bar(row.chance)}".rstrip())
            lines += [section.more] if section.more else []
        return "\n".join(lines)


def percent(chance: Fraction) -> str:
    """A chance for people: what can happen is never 0 and what can fail is never 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < Fraction(1, 2000):
        return "<0.1%"
    return ">99.9%" if chance > 1 - Fraction(1, 2000) else f"{float(100 * chance):.1f}%"


def bar(chance: Fraction, width: int = 30) -> str:
    """A bar of blocks, to the eighth of a letter."""
    full, rest = divmod(round(chance * width * 8), 8)
    return "█" * full + " ▏▎▍▌▋▊▉"[rest].strip()


# The walk


class _Face:
    """A face that notes every number it is compared with, and can do nothing else.

    If a step compares its faces with 5 and 6 and looks at them in no other way, then 1 to 4 come to the same, and one of
    them need be tried for all. A step that does anything else with a face, were it only to keep it, meets a TypeError
    and gets plain numbers.
    """

    __slots__ = ("asked", "face")
    __hash__ = None  # type: ignore[assignment]

    def __init__(self, face: int, asked: set[int]) -> None:
        self.face = face
        self.asked = asked

    def __eq__(self, other: object) -> bool:
        if type(other) is not int:
            raise TypeError("a face is compared with something that is no number")
        self.asked.add(other)
        return self.face == other

    def __repr__(self) -> str:
        raise TypeError("a face is written down")

    def __bool__(self) -> bool:
        raise TypeError("a face is taken for true or false")


@cache
def falls(dice: int, sides: int, told_apart: frozenset[int]) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The ways that dice can fall, in any order, and how many of all ways each stands for.

    Faces that need not be told apart are shown as the lowest of them.

    >>> falls(2, 6, frozenset({6}))
    (((1, 1), 25), ((1, 6), 10), ((6, 6), 1))
    """
    single = sorted(told_apart & set(range(1, sides + 1)))
    rest = [face for face in range(1, sides + 1) if face not in told_apart]
    kinds = sorted([(face, 1) for face in single] + ([(rest[0], len(rest))] if rest else []))
    found: list[tuple[tuple[int, ...], int]] = [((), 1)]
    for face, many in kinds:
        found = [
            ((*faces, *[face] * count), ways * comb(dice - len(faces), count) * many**count)
            for faces, ways in found
            for count in range(dice - len(faces) + 1)
        ]
    return tuple(sorted((faces, ways) for faces, ways in found if len(faces) == dice))


def identity(s: State) -> Hashable:
    """Everything about a moment that what follows can depend on."""
    facts = [
        bytes(fact) if type(fact) is bytearray else tuple(fact) if type(fact) is list else fact
        for fact in _facts(type(s))(s)
    ]
    end = s.outcome and (s.outcome.winner, s.outcome.cause, repr(s.outcome.facts))
    return (*facts, tuple(s.agenda), tuple(s.sheets), end)


@cache
def _facts(kind: type[State]) -> Callable[[State], tuple[Any, ...]]:
    names = kind.FACTS
    return attrgetter(*names) if len(names) > 1 else lambda s: tuple(getattr(s, name) for name in names)


class _TooMany(Exception):
    pass


Again = Callable[[Any, int], State | None]
"""What comes after a lap that has ended, given how many there have been: the next lap's first moment, or nothing."""


class Walker:
    """Runs a state on in every way that it can go, each moment once."""

    def __init__(
        self, policies: Sequence[Policy], until: Callable[[Any], bool] | None, *, ordered: bool, merge: bool, budget: int
    ) -> None:
        self.policies = policies
        self.until = until or (lambda s: False)
        self.ordered = ordered
        self.merge = merge
        self.budget = budget
        self.spent = 0
        self.states: list[State] = []
        self.ended: list[bool] = []
        self.numbers: dict[Hashable, int] = {}
        self.known_ways: dict[int, tuple[int, dict[int, int]]] = {}
        self.told_apart: dict[type, frozenset[int]] = {}
        """By kind of step: the faces that it has been seen to ask for."""

    def spread(self, start: State, again: Again | None) -> dict[tuple[int, int], Fraction]:
        """The chance of every end: in which lap, and the number of the state."""
        frontier, whole, lap = {self._add(start.copy()): 1}, 1, 1
        found: dict[tuple[int, int], Fraction] = {}
        while frontier:
            ends, whole = self._lap(frontier, whole)
            frontier = {}
            for node, weight in ends.items():
                more = again(self.states[node], lap) if again else None
                if more is None:
                    found[lap, node] = Fraction(weight, whole)
                else:
                    child = self._add(more)
                    frontier[child] = frontier.get(child, 0) + weight
            lap += 1
        return found

    def _lap(self, frontier: dict[int, int], whole: int) -> tuple[dict[int, int], int]:
        """Carry weights, whole numbers out of a common whole, to the ends of a lap, each moment once and in order.

        The whole is first multiplied so that every share of it on the way is a whole number too.
        """
        order = self._order(frontier)
        level: dict[int, int] = dict.fromkeys(order, 0)
        splits: dict[int, int] = {}
        for node in order:
            if not self.ended[node]:
                total, ways = self._ways(node)
                splits[level[node]] = lcm(splits.get(level[node], 1), total)
                for child in ways:
                    level[child] = max(level[child], level[node] + 1)
        scale = prod(splits.values())
        weights = {node: weight * scale for node, weight in frontier.items()}
        ends: dict[int, int] = {}
        for node in order:
            weight = weights.pop(node)
            if self.ended[node]:
                ends[node] = weight
                continue
            total, ways = self._ways(node)
            for child, count in ways.items():
                weights[child] = weights.get(child, 0) + weight // total * count
        common = gcd(whole * scale, *ends.values())
        return {node: weight // common for node, weight in ends.items()}, whole * scale // common

    def _order(self, starts: Iterable[int]) -> list[int]:
        """All moments of a lap, each before those that it leads to."""
        found: list[int] = []
        seen: set[int] = set()
        on_the_way: set[int] = set()
        stack = list(starts)
        while stack:
            node = stack.pop()
            if node < 0:
                found.append(~node)
                on_the_way.remove(~node)
            elif node in on_the_way:
                raise _TooMany  # it may go round for ever
            elif node not in seen:
                seen.add(node)
                on_the_way.add(node)
                stack.append(~node)
                stack.extend(() if self.ended[node] else self._ways(node)[1])
        return found[::-1]

    def sample(self, start: State, again: Again | None, chance: Random) -> tuple[int, State]:
        """One way that it may go: how many laps, and how it ended."""
        s, lap = start.copy(), 1
        while True:
            while not self._settle(s):
                step = s.agenda[-1]
                if isinstance(step, Ask):
                    step.take(s, chance.choice(self._answers(s, step)))
                else:
                    assert isinstance(step, Chance)
                    s.agenda.pop()
                    call = step.call(s)
                    step.rolled(s, _thrown(call, chance))
                s.news.clear()
            more = again(s, lap) if again else None
            if more is None:
                return lap, s
            s, lap = more, lap + 1

    def _add(self, s: State) -> int:
        """The number of a moment, once everything has been run that runs by itself."""
        ended = self._settle(s)
        s.news.clear()
        key = identity(s)
        hash(key)  # no face may be left in it, merged or not
        number = self.numbers.setdefault(key if self.merge else len(self.states), len(self.states))
        if number == len(self.states):
            self.states.append(s)
            self.ended.append(ended)
        return number

    def _settle(self, s: State) -> bool:
        """Run until something is to be rolled or decided; True if instead it is over."""
        agenda, until = s.agenda, self.until
        while agenda and s.outcome is None and not until(s):
            step = agenda[-1]
            if isinstance(step, Ask | Chance):
                return False
            if isinstance(step, Sealed):
                raise OddsError("there are no odds beyond sealed sheets")
            agenda.pop()
            step.run(s)
        return True

    def _ways(self, number: int) -> tuple[int, dict[int, int]]:
        """How it can go on from a roll or a question: so many ways in all, and how many lead where."""
        if number not in self.known_ways:
            s = self.states[number]
            step = s.agenda[-1]
            found: dict[int, int] = {}
            for child, count in self._asked(s, step) if isinstance(step, Ask) else self._rolled(s, step):  # type: ignore[arg-type]
                found[child] = found.get(child, 0) + count
            self.known_ways[number] = sum(found.values()), found
        return self.known_ways[number]

    def _answers(self, s: State, step: Ask[Any]) -> Sequence[Order]:
        orders = list(step.offers(s))
        if not orders:
            raise OddsError(f"{s.world.sides[step.side]} has no order in {type(step).__name__}")
        return self.policies[step.side](s, step, orders)

    def _asked(self, s: State, step: Ask[Any]) -> Iterator[tuple[int, int]]:
        for order in self._answers(s, step):
            child = s.copy()
            step.take(child, order)
            yield self._spend(child), 1

    def _rolled(self, s: State, step: Chance[Any]) -> Iterable[tuple[int, int]]:
        base = s.copy()
        base.agenda.pop()
        call = step.call(base)
        base.news.clear()
        if isinstance(call, Deal):
            return [(self._fall(base, step, range(call.cards)), 1)]
        if self.ordered:
            return [(self._fall(base, step, faces), 1) for faces in _every_fall(call)]
        every = frozenset(range(1, call.sides + 1))
        apart = self.told_apart.get(type(step), frozenset())
        while not every <= apart:
            asked = set(apart)
            try:
                found = [
                    (self._fall(base, step, [_Face(face, asked) for face in faces]), ways)
                    for faces, ways in falls(call.dice, call.sides, apart)
                ]
            except TypeError:
                asked |= every
            if asked <= apart | (asked - every):
                return found
            apart = self.told_apart[type(step)] = frozenset(asked)
        return [(self._fall(base, step, faces), ways) for faces, ways in falls(call.dice, call.sides, every)]

    def _fall(self, base: State, step: Chance[Any], faces: Iterable[Any]) -> int:
        child = base.copy()
        step.rolled(child, tuple(faces))
        return self._spend(child)

    def _spend(self, child: State) -> int:
        self.spent += 1
        if self.spent > self.budget:
            raise _TooMany
        return self._add(child)


def _every_fall(call: Roll) -> Iterator[tuple[int, ...]]:
    return product(range(1, call.sides + 1), repeat=call.dice)


def _thrown(call: Roll | Deal, chance: Random) -> tuple[int, ...]:
    if isinstance(call, Deal):
        return tuple(range(call.cards))
    return tuple(chance.randint(1, call.sides) for _ in range(call.dice))


def distribution(
    state: State,
    policies: str | Mapping[str, str] = "first",
    *,
    key: Callable[[Any], K],
    until: Callable[[Any], bool] | None = None,
    again: Again | None = None,
    known: Mapping[str, Policy] = POLICIES,
    ordered: bool = False,
    merge: bool = True,
    budget: int = BUDGET,
    samples: int = SAMPLES,
    seed: int = SEED,
) -> Distribution[K]:
    """Run a state on until its agenda is used up or `until` is true, and count what `key` says of it then.

    With `again` it goes on from there, lap by lap. Policies are given by name, one for all sides or one for each.
    When more than `budget` ways have been tried, `samples` matches are sampled instead (0: OddsError).
    """
    sides = state.world.sides
    names = {side: policies for side in sides} if isinstance(policies, str) else {"": "", **policies}
    missing = next((side for side in sides if side not in names), None)
    if missing or len(names) > len(sides) + ("" in names):
        raise OddsError(f"say one policy, or one for each of {', '.join(sides)}")
    for name in (names[side] for side in sides):
        if name not in known:
            raise OddsError(f"there is no policy {name!r}; there are {', '.join(known)}")
    named = {side: names[side] for side in sides}
    walker = Walker(
        [known[named[side]] for side in sides], until, ordered=ordered, merge=merge, budget=budget
    )  # fmt: skip
    chances: dict[K, Fraction] = {}
    laps: dict[int, Fraction] = {}
    try:
        ends: Iterable[tuple[int, State, Fraction]] = [
            (lap, walker.states[node], chance) for (lap, node), chance in walker.spread(state, again).items()
        ]
        exact = True
    except _TooMany:
        if samples < 1:
            raise OddsError(f"there are more than {budget} ways; allow more, or allow samples") from None
        chance, exact = Random(seed), False
        ends = ((*walker.sample(state, again, chance), Fraction(1, samples)) for _ in range(samples))
    for lap, s, weight in ends:
        what = key(s)
        chances[what] = chances.get(what, Fraction(0)) + weight
        laps[lap] = laps.get(lap, Fraction(0)) + weight
    return Distribution(chances, dict(sorted(laps.items())), exact, 0 if exact else samples, named)


# Battles


class Fate(msgspec.Struct, frozen=True):
    """What became of a unit that was there when the odds were asked for."""

    unit: str
    side: str
    before: int
    steps: int
    at: str
    """Where it is; empty if it is on no place of the map."""

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
        """The units that are elsewhere on the map."""
        return [fate for fate in self.of(side) if fate.at not in ("", self.place)]

    def __str__(self) -> str:
        sides = dict.fromkeys(fate.side for fate in self.fates)
        return "; ".join(f"{side}: {', '.join(map(self._say, self.of(side)))}" for side in sides)

    def _say(self, fate: Fate) -> str:
        if not fate.at:
            return f"{fate.unit} lost"
        return f"{fate.unit} {fate.steps}" + ("" if fate.at == self.place else f" thrown back to {fate.at}")


@dataclass(frozen=True)
class BattleOdds(Distribution[Aftermath]):
    """What a battle will come to."""

    place: str = ""
    attacker: str = ""
    """The side that fights as the active one, in the first round at least."""
    defender: str = ""
    rounds: int = 1
    """The most rounds that were followed."""
    redraws: int = 0
    """How often what a side cannot know was drawn anew; 0 if the truth was looked at."""
    forces: dict[str, str] = field(default_factory=dict)
    """By side: its units as they were."""

    LIKELIEST: ClassVar[int] = 8

    @property
    def sides(self) -> tuple[str, str]:
        return self.attacker, self.defender

    def expected_loss(self, side: str) -> Fraction:
        """Steps lost on average."""
        return self.mean(lambda end: end.lost(side))

    def loses(self, side: str, steps: int = 1) -> Fraction:
        """The chance that a side loses so many steps or more."""
        return self.chance(lambda end: end.lost(side) >= steps)

    def loses_a_unit(self, side: str) -> Fraction:
        return self.chance(lambda end: bool(end.eliminated(side)))

    def eliminated(self, side: str) -> Fraction:
        """The chance that a side loses everything that it has there."""
        return self.chance(lambda end: len(end.eliminated(side)) == len(end.of(side)))

    def has_place(self, side: str) -> Fraction:
        """The chance that a side is left alone in the place."""
        other = self.sides[side == self.attacker]
        return self.chance(lambda end: bool(end.left(side)) and not end.left(other))

    @property
    def goes_on(self) -> Fraction:
        return self.chance(lambda end: all(end.left(side) for side in self.sides))

    @property
    def thrown_back(self) -> Fraction:
        """The chance that an attacker is thrown back."""
        return self.chance(lambda end: bool(end.thrown_back(self.attacker)))

    def heading(self) -> list[str]:
        length = "one round" if self.rounds == 1 else f"to the end, at most {self.rounds} rounds"
        forces = ". ".join(f"{side}: {self.forces[side]}" for side in self.sides if side in self.forces)
        return [f"{self.place}, {self.attacker} attacks, {length}. {forces}".rstrip(), *super().heading()]

    def cumulative(self) -> list[Row]:
        """The chances that players ask for first."""
        rows = [Row(f"{side} is left alone in {self.place}", self.has_place(side)) for side in self.sides]
        rows.append(Row("the battle goes on", self.goes_on))
        neither = 1 - sum(row.chance for row in rows)
        rows += [Row("nobody is left", neither)] if neither else []
        rows += [Row(f"{side} loses a step or more", self.loses(side)) for side in self.sides]
        rows += [Row(f"{side} loses a unit", self.loses_a_unit(side)) for side in self.sides]
        rows += [Row(f"{side} loses everything", self.eliminated(side)) for side in self.sides]
        rows += [Row(f"{self.attacker} is thrown back in part or whole", self.thrown_back)] if self.thrown_back else []
        return rows

    def losses(self, side: str) -> list[Row]:
        """Steps lost by a side, from none upwards."""
        found = self.by(lambda end: end.lost(side))
        return [
            Row(f"{steps} step{'s' * (steps != 1)}", found.get(steps, Fraction(0)), self.loses(side, steps))
            for steps in range(max(found) + 1)
        ]

    def sections(self) -> list[Section]:
        found = [Section("what happens", tuple(self.cumulative()))]
        for side in self.sides:
            mean = f"on average {float(self.expected_loss(side)):.2f}"
            found.append(Section(f"{side} loses", tuple(self.losses(side)), mean))
        if self.rounds > 1:
            ending = [(lap, chance) for lap, chance in self.laps.items() if lap < self.rounds]
            late = self.laps.get(self.rounds, Fraction(0))
            rows = [Row(f"round {lap}", chance) for lap, chance in ending]
            rows += [Row(f"round {self.rounds} or not at all", late)] if late else []
            found.append(Section("it ends in", tuple(rows)))
        table = self.table()
        more = f"and {len(table) - self.LIKELIEST} less likely ends" if len(table) > self.LIKELIEST else ""
        found.append(Section("likeliest ends", tuple(table[: self.LIKELIEST]), more))
        return found

    def __str__(self) -> str:
        return super().__str__()


class Battles(Protocol):
    """What a game says of its battles. `grognard.lab.odds_GAME` holds it as `BATTLES`."""

    policies: Mapping[str, Policy]

    def places(self, s: Any) -> list[int]:
        """Where there are battles."""

    def attacker(self, s: Any, place: int) -> int:
        """The side that fights a round there next."""

    def begin(self, s: Any, side: int, place: int, strike: str) -> State:
        """A copy whose agenda is one round of that battle, or what is left of the round that is being fought."""

    def again(self, s: Any, side: int, place: int) -> State | None:
        """After a round: another one, or None if the battle is over."""

    def fates(self, s: Any, place: int) -> list[int]:
        """The units that are in the battle."""

    def steps(self, s: Any, unit: int) -> int: ...

    def side(self, s: Any, unit: int) -> int: ...


FIELDS = {"westfront": "grognard.lab.odds_westfront"}


def battles_of(s: State) -> Battles:
    """What the game of a state says of its battles."""
    key = s.world.game.key
    if key not in FIELDS:
        raise OddsError(f"there are no odds for {s.world.game.title} yet; there are for {', '.join(FIELDS)}")
    found: Battles = import_module(FIELDS[key]).BATTLES
    return found


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
    at: Match | State, place: str, side: str | None = None, *, rounds: int = ROUNDS, attacks: str = "same", **settings: Any
) -> BattleOdds:
    """Round after round, until a side is gone or so many rounds have been fought.

    `attacks` says who is the active side: "same" every time, or sides that "alternate". An airstrike is flown in the
    first round only; support stays as it is now; nobody comes, goes, or suffers from want of supply.
    """
    return _battle(at, place, side, rounds=rounds, attacks=attacks, **settings)


def from_view(match: Match, viewer: str, place: str, side: str | None = None, **settings: Any) -> BattleOdds:
    """The odds from what one side knows: the average over several drawings of what it cannot know.

    Settings: those of `battle_round` and, with `rounds`, of `battle_to_the_end`; `redraws` says how many drawings.
    """
    redraws, seed = settings.pop("redraws", REDRAWS), settings.get("seed", SEED)
    if redraws < 1:
        raise OddsError("draw at least once what the side cannot know")
    chance = Random(seed)
    seat = match.seat(viewer)
    drawn = [
        _battle(match.game.redraw(match.state, seat, chance.randrange), place, side, **settings) for _ in range(redraws)
    ]
    return _average(drawn, viewer)


def _average(drawn: Sequence[BattleOdds], viewer: str) -> BattleOdds:
    """What several drawings come to together."""
    first, many = drawn[0], len(drawn)
    chances: dict[Aftermath, Fraction] = {}
    laps: dict[int, Fraction] = {}
    for odds in drawn:
        for end, chance in odds.chances.items():
            chances[end] = chances.get(end, Fraction(0)) + chance / many
        for lap, chance in odds.laps.items():
            laps[lap] = laps.get(lap, Fraction(0)) + chance / many
    note = f"What {viewer} cannot know was drawn {many} times; these are averages."
    alike = {side: text for side, text in first.forces.items() if all(odds.forces[side] == text for odds in drawn)}
    return replace(
        first, chances=chances, laps=dict(sorted(laps.items())), exact=all(odds.exact for odds in drawn),
        samples=sum(odds.samples for odds in drawn), redraws=many, forces=alike, notes=(*first.notes, note),
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
    s = at.state if isinstance(at, Match) else at
    battles, world = battles_of(s), s.world
    if s.outcome is not None:
        raise OddsError("the match is over")
    if side is not None and side not in world.sides:
        raise OddsError(f"there is no side called {side}; the sides are {', '.join(world.sides)}")
    if attacks not in ("same", "alternate") or rounds < 1:
        raise OddsError("fight at least one round; the same side attacks every time ('same'), or they 'alternate'")
    here = _place(s, place, battles.places(s))
    seat = battles.attacker(s, here) if side is None else world.sides.index(side)
    start = battles.begin(s, seat, here, strike)
    units = battles.fates(s, here)
    before = [battles.steps(s, unit) for unit in units]
    names, at_place = world.board.names, world.game.place_of

    def aftermath(end: State) -> Aftermath:
        fates = [
            Fate(world.units[unit], world.sides[battles.side(s, unit)], steps, battles.steps(end, unit),
                 names[at_place(end, unit)] if at_place(end, unit) >= 0 else "")
            for unit, steps in zip(units, before, strict=True)
        ]  # fmt: skip
        return Aftermath(names[here], tuple(fates))

    def again(end: State, lap: int) -> State | None:
        if lap >= rounds:
            return None
        return battles.again(end, 1 - seat if attacks == "alternate" and lap % 2 else seat, here)

    found = distribution(start, policies, key=aftermath, again=again, known=_policies(s), **settings)
    notes = ()
    if rounds > 1:
        who = f"{world.sides[seat]} attacks in every round" if attacks == "same" else "the sides attack in turn"
        notes = (f"Of several rounds: {who}, airstrikes are flown in the first one only, and support stays as it is.",)
    forces = {
        name: ", ".join(f"{fate.unit} {fate.steps}" for fate in aftermath(s).of(name)) for name in world.sides
    }  # fmt: skip
    return BattleOdds(
        found.chances, found.laps, found.exact, found.samples, found.policies, notes, place=names[here],
        attacker=world.sides[seat], defender=world.sides[1 - seat], rounds=rounds, forces=forces,
    )  # fmt: skip


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
