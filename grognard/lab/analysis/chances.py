"""Chances: every way that a moment can go, found by running the game's own steps with every roll made explicit.

From a moment of play the steps of its agenda are run as in a match; at a
roll every way that the dice can fall is tried, at a question a named policy answers, and moments that are the same are
counted together. Chances are exact fractions. Where there are too many ways, matches are sampled instead, with a fixed
seed, and the answer says so.

Two things are assumed. The order of the dice in one roll does not matter, only how
often each face comes up; with `ordered=True` every order is tried, and tests check that nothing changes. And
a shuffle, which only mixes what nobody can tell apart, leaves things as they are. That faces which the rules never tell
apart lead to the same result is not assumed but observed: see `_Face`.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, gcd, lcm, prod
from operator import attrgetter
from random import Random
from typing import Any, Generic, TypeVar

import msgspec

from grognard.engine.agenda import Ask, Chance, Sealed
from grognard.engine.events import Deal, Roll
from grognard.engine.orders import Order
from grognard.engine.state import State

K = TypeVar("K", bound=Hashable)
T = TypeVar("T", bound=Hashable)

BUDGET = 100_000
"""How many rolls and answers are tried before sampling takes over."""
SAMPLES = 4_000
SEED = 1943
BAR = 30
RARE = Fraction(1, 2000)
"""Anything rarer is not shown in detail."""

Policy = Callable[[Any, Ask[Any], Sequence[Order]], Sequence[Order]]
"""How a side answers: from the state, the question and all legal orders to those that it may give, equally likely."""

POLICIES: dict[str, Policy] = {
    "first": lambda s, ask, orders: orders[:1],
    "last": lambda s, ask, orders: orders[-1:],
    "random": lambda s, ask, orders: orders,
}
"""The policies that every game has. A game may have more."""


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
    """In which lap (for a battle: in which round) it ends."""
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
        """The chances of something that depends on what happens."""
        found: dict[T, Fraction] = {}
        for what, chance in self.chances.items():
            follows = of(what)
            found[follows] = found.get(follows, Fraction(0)) + chance
        return found

    def table(self) -> list[Row]:
        """Everything that can happen, the likeliest first."""
        rows = [Row(what, chance) for what, chance in self.by(str).items()]
        return sorted(rows, key=lambda row: (-row.chance, row.what))

    def sections(self) -> list[Section]:
        """The tables of a report."""
        return [Section("what happens", tuple(self.table()))]

    def heading(self) -> list[str]:
        """The lines above the tables: how the chances were found, and under which policies."""
        who = ", ".join(f"{side} {name}" for side, name in self.policies.items())
        return [self.how(), f"Policies: {who}.", *self.notes]

    def how(self) -> str:
        """How the chances were found."""
        return (
            "The chances are exact." if self.exact else f"The chances come from {self.samples} samples, {self.error}."
        )

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


def without_tail(rows: Sequence[Row]) -> tuple[Row, ...]:
    """Rows in order, with the rare ones at the end lumped together."""
    tail = next((number for number, row in enumerate(rows) if (row.or_more or 1) < RARE), len(rows))
    if tail >= len(rows) - 1:
        return tuple(rows)
    rest = rows[tail].or_more or Fraction(0)
    return (*rows[:tail], Row(f"{rows[tail].what} or more", rest, rest))


def percent(chance: Fraction) -> str:
    """A chance for people: what can happen is never 0 and what can fail is never 100."""
    if chance in (0, 1):
        return f"{int(chance) * 100}%"
    if chance < RARE:
        return "<0.1%"
    return ">99.9%" if chance > 1 - RARE else f"{float(100 * chance):.1f}%"


def bar(chance: Fraction, width: int = BAR) -> str:
    """A bar of blocks, to the eighth of a letter."""
    full, rest = divmod(round(chance * width * 8), 8)
    return "█" * full + " ▏▎▍▌▋▊▉"[rest].strip()


# The walk


class _Face:
    """A face that notes every number it is compared with, and can do nothing else.

    If a step compares its faces with 5 and 6 and looks at them in no other way, then 1 to 4 make no difference, and
    only one of them need be tried. A step that does anything else with a face, even just keeping it, meets a TypeError
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
    """The ways that dice can fall, regardless of order, and how many ordered ways each stands for.

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
    """Everything about a moment that can influence what follows."""
    facts = [
        bytes(fact) if isinstance(fact, bytearray) else tuple(fact) if isinstance(fact, list | array) else fact
        for fact in _facts(s.FACTS)(s)
    ]
    end = s.outcome and (s.outcome.winner, s.outcome.cause, repr(s.outcome.facts))
    return (*facts, tuple(s.agenda), tuple(s.sheets), end)


@cache
def _facts(names: tuple[str, ...]) -> Callable[[State], tuple[Any, ...]]:
    return attrgetter(*names) if len(names) > 1 else lambda s: tuple(getattr(s, name) for name in names)


class _TooMany(Exception):
    pass


Again = Callable[[Any, int], State | None]
"""What comes after a lap that has ended, given how many there have been: the next lap's first moment, or nothing."""


class Walker:
    """Runs a state on in every possible way, each moment once."""

    def __init__(
        self,
        policies: Sequence[Policy],
        until: Callable[[Any], bool] | None,
        *,
        ordered: bool,
        merge: bool,
        budget: int,
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
                raise _TooMany  # it may go round in circles
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
                    step.rolled(s, thrown(call, chance))
                s.news.clear()
            more = again(s, lap) if again else None
            if more is None:
                return lap, s
            s, lap = more, lap + 1

    def _add(self, s: State) -> int:
        """The number of a moment, after running everything that runs by itself."""
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
        """How it can go on from a roll or a question: the number of ways in all, and how many lead where."""
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
            if asked & every <= apart:
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


def thrown(call: Roll | Deal, chance: Random) -> tuple[int, ...]:
    """One way that dice may fall."""
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
    seed: int | None = SEED,
) -> Distribution[K]:
    """Run a state on until its agenda is used up or `until` is true, and count what `key` says of it then.

    With `again` it goes on from there, lap by lap. Policies are given by name, one for all sides or one for each.
    When more than `budget` ways have been tried, `samples` matches are sampled instead (0: OddsError).
    """
    named = _named(policies, state.world.sides, known)
    answers = [known[name] for name in named.values()]
    walker = Walker(answers, until, ordered=ordered, merge=merge, budget=budget)
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


def _named(policies: str | Mapping[str, str], sides: Sequence[str], known: Mapping[str, Policy]) -> dict[str, str]:
    """The policy of every side."""
    named = dict.fromkeys(sides, policies) if isinstance(policies, str) else policies
    if set(named) != set(sides):
        raise OddsError(f"say one policy for all, or one for each of {', '.join(sides)}")
    unknown = next((name for name in named.values() if name not in known), None)
    if unknown is not None:
        raise OddsError(f"there is no policy {unknown!r}; there are {', '.join(known)}")
    return {side: named[side] for side in sides}
