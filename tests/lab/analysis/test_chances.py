"""Every way that a moment can go: dice, answers, laps and samples, on steps made for the purpose."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import product

import pytest

from grognard.engine.agenda import Ask, Chance, Prompt, Sealed, Step
from grognard.engine.events import Deal, Roll
from grognard.engine.orders import Order, Refusal
from grognard.lab.analysis import chances
from grognard.lab.analysis.chances import Distribution, OddsError, bar, distribution, falls, percent
from tests.skirmish import new
from tests.skirmish.orders import Lose
from tests.skirmish.state import Skirmish

SIXTH = Fraction(1, 6)


class Throw(Chance[Skirmish], frozen=True):
    dice: int
    sides: int = 6

    def call(self, s: Skirmish) -> Roll:
        return Roll("test", "SK-6.5", self.dice, self.sides)


class CountSixes(Throw, frozen=True):
    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn += sum(1 for face in faces if face in (6,))


class Sum(Throw, frozen=True):
    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn += sum(faces)


class Highest(Throw, frozen=True):
    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn += max(faces)


class Above(Throw, frozen=True):
    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn += sum(1 for face in faces if face > 4)


class Keep(Throw, frozen=True):
    """Keeps the face among the facts."""

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn = faces[0]


class KeepAside(Throw, frozen=True):
    """Keeps the faces on the agenda, where a later step looks at them."""

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.then(Add(faces))


class Add(Step[Skirmish], frozen=True):
    faces: tuple[int, ...]

    def run(self, s: Skirmish) -> None:
        s.turn += sum(1 for face in self.faces if face == 3)


class KeepBehindRoll(Throw, frozen=True):
    """Keeps the faces on the agenda, beyond another roll."""

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.then(CountSixes(1), Add(faces))


class Pairs(Throw, frozen=True):
    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn += faces[0] == faces[1]


class OneThing(Throw, frozen=True):
    """Asks for one face first and only then, if it is there, for another."""

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        if any(face == 1 for face in faces):
            s.turn += 10 * sum(1 for face in faces if face == 2)


class FirstDie(Throw, frozen=True):
    """Breaks the assumption: the order of the dice matters."""

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn += faces[0]


class AgainOnOne(Throw, frozen=True):
    """May go round for ever."""

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        if faces[0] == 1:
            s.then(self)
        else:
            s.turn += faces[0]


class Shuffle(Chance[Skirmish], frozen=True):
    def call(self, s: Skirmish) -> Deal:
        return Deal(3)

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.turn = 100 * faces[0] + 10 * faces[1] + faces[2]


class Choose(Ask[Skirmish], frozen=True):
    orders: tuple[str, ...] = ("Fox", "Owl", "Elk")
    takes = (Lose,)

    def prompt(self, s: Skirmish) -> Prompt:
        return Prompt("lose", "SK-6.6")

    def offers(self, s: Skirmish) -> Iterator[Order]:
        for unit in self.orders:
            yield Lose(s.world.sides[self.side], unit)

    def explain(self, s: Skirmish, order: Order) -> Refusal | None:
        return None

    def take(self, s: Skirmish, order: Order) -> None:
        assert isinstance(order, Lose)
        s.done()
        s.turn = self.orders.index(order.unit)


class Secret(Sealed[Skirmish], frozen=True):
    pass


def state(*steps: Step[Skirmish]) -> Skirmish:
    s = new().state.copy()
    assert isinstance(s, Skirmish)
    s.turn, s.agenda = 0, []
    s.then(*steps)
    return s


def turns(*steps: Step[Skirmish], **settings: bool | int | str) -> dict[int, Fraction]:
    found: Distribution[int] = distribution(state(*steps), key=lambda s: s.turn, **settings)  # type: ignore[arg-type]
    assert found.exact
    assert sum(found.chances.values()) == 1
    return found.chances


def counted(dice: int, what: object) -> dict[int, Fraction]:
    """Plain counting over all ways that dice can fall."""
    assert callable(what)
    ways = Counter(what(faces) for faces in product(range(1, 7), repeat=dice))
    return {value: Fraction(count, 6**dice) for value, count in ways.items()}


# Dice


@pytest.mark.parametrize("ordered", [False, True])
@pytest.mark.parametrize("merge", [False, True])
@pytest.mark.parametrize(
    ("step", "what"),
    [
        (CountSixes(3), lambda faces: faces.count(6)),
        (Sum(3), sum),
        (Highest(3), max),
        (Above(3), lambda faces: sum(face > 4 for face in faces)),
        (Keep(1), lambda faces: faces[0]),
        (KeepAside(3), lambda faces: faces.count(3)),
        (Pairs(2), lambda faces: faces[0] == faces[1]),
        (OneThing(3), lambda faces: 10 * faces.count(2) if 1 in faces else 0),
        (CountSixes(0), len),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Step) else "",
)
def test_whatever_a_step_does_with_its_faces_the_chances_are_those_of_plain_counting(
    step: Throw, what: object, merge: bool, ordered: bool
) -> None:
    assert turns(step, merge=merge, ordered=ordered) == counted(step.dice, what)


def test_a_face_that_is_kept_beyond_another_roll_is_not_mixed_up_with_others() -> None:
    expected = Counter(int(a == 3) + int(b == 6) for a, b in product(range(1, 7), repeat=2))
    assert turns(KeepBehindRoll(1)) == {value: Fraction(count, 36) for value, count in expected.items()}


def test_rolls_follow_each_other() -> None:
    assert turns(CountSixes(2), CountSixes(1)) == turns(CountSixes(3))


def test_dice_may_have_any_number_of_sides() -> None:
    assert turns(Sum(1, sides=10)) == dict.fromkeys(range(1, 11), Fraction(1, 10))
    assert turns(CountSixes(2, sides=20))[2] == Fraction(1, 400)


def test_trying_every_order_shows_where_the_order_matters() -> None:
    assert turns(FirstDie(2), ordered=True) == dict.fromkeys(range(1, 7), SIXTH)
    assert turns(FirstDie(2)) != turns(FirstDie(2), ordered=True)


def test_faces_that_nobody_asks_for_are_tried_as_one() -> None:
    assert falls(2, 6, frozenset({6})) == (((1, 1), 25), ((1, 6), 10), ((6, 6), 1))
    assert len(falls(4, 6, frozenset({5, 6}))) == 15
    assert len(falls(4, 6, frozenset(range(1, 7)))) == 126
    for told_apart in (frozenset[int](), frozenset({1}), frozenset({2, 5, 6}), frozenset(range(1, 7))):
        assert sum(ways for _, ways in falls(5, 6, told_apart)) == 6**5


def test_few_ways_are_tried_where_few_faces_are_asked_for() -> None:
    assert turns(CountSixes(6), budget=40)
    with pytest.raises(OddsError, match="more than 40 ways"):
        turns(Sum(6), budget=40, samples=0)


def test_a_shuffle_leaves_things_as_they_are() -> None:
    assert turns(Shuffle()) == {12: Fraction(1)}


# Answers


@pytest.mark.parametrize(
    ("policy", "expected"),
    [("first", {0: Fraction(1)}), ("last", {2: Fraction(1)}), ("random", dict.fromkeys(range(3), Fraction(1, 3)))],
)
def test_a_policy_answers(policy: str, expected: dict[int, Fraction]) -> None:
    assert turns(Choose(0), policies=policy) == expected


def test_each_side_has_its_own_policy_and_the_result_names_it() -> None:
    def found(side: int) -> Distribution[int]:
        policies = {"red": "first", "blue": "last"}
        return distribution(state(Choose(side)), policies, key=lambda s: s.turn)

    assert found(0).chances == {0: Fraction(1)}
    assert found(1).chances == {2: Fraction(1)}
    assert found(1).policies == {"red": "first", "blue": "last"}
    assert "red first, blue last" in str(found(1))


@pytest.mark.parametrize("policies", ["best", {"red": "first"}, {"red": "first", "blue": "best"}, {"green": "first"}])
def test_a_policy_that_is_none_is_refused(policies: str | dict[str, str]) -> None:
    with pytest.raises(OddsError, match="polic"):
        distribution(state(CountSixes(1)), policies, key=lambda s: s.turn)


def test_there_are_no_odds_where_nobody_can_answer_or_sheets_are_sealed() -> None:
    with pytest.raises(OddsError, match="no order"):
        turns(Choose(0, ()))
    with pytest.raises(OddsError, match="sealed"):
        turns(Secret((0, 1)))


# Laps and ends


def test_it_ends_where_it_is_told_to() -> None:
    found = distribution(state(*[CountSixes(1)] * 5), key=lambda s: s.turn, until=lambda s: s.turn > 0)
    assert found.chances == {1: 1 - Fraction(5, 6) ** 5, 0: Fraction(5, 6) ** 5}


def test_laps_are_counted() -> None:
    def again(s: Skirmish, lap: int) -> Skirmish | None:
        if s.turn or lap >= 4:
            return None
        more = s.copy()
        more.then(CountSixes(1))
        return more

    found = distribution(state(CountSixes(1)), key=lambda s: s.turn, again=again)
    assert found.laps == {lap: Fraction(5, 6) ** (lap - 1) * SIXTH for lap in (1, 2, 3)} | {4: Fraction(5, 6) ** 3}
    assert found.chances[1] == 1 - Fraction(5, 6) ** 4


def test_the_state_that_was_asked_about_stays_as_it_was() -> None:
    s = state(Sum(2))
    before = chances.identity(s)
    distribution(s, key=lambda s: s.turn)
    assert chances.identity(s) == before


# Samples


def test_beyond_the_budget_it_is_sampled_and_says_so() -> None:
    found = distribution(state(Sum(4)), key=lambda s: s.turn, budget=50, samples=2000, seed=7)
    assert not found.exact
    assert found.samples == 2000
    assert sum(found.chances.values()) == 1
    assert "2000 samples" in str(found)
    exact = turns(Sum(4))
    off = max(abs(float(found.chances.get(value, Fraction(0)) - chance)) for value, chance in exact.items())
    assert off < 4 * (0.12 * 0.88 / 2000) ** 0.5  # four standard errors at the likeliest sum


def test_samples_are_the_same_for_the_same_seed_only() -> None:
    def sampled(seed: int) -> dict[int, Fraction]:
        return distribution(state(Sum(4)), key=lambda s: s.turn, budget=50, samples=300, seed=seed).chances

    assert sampled(1) == sampled(1)
    assert sampled(1) != sampled(2)


def test_what_may_go_round_for_ever_is_sampled() -> None:
    found = distribution(state(AgainOnOne(1)), key=lambda s: s.turn, samples=3000)
    assert not found.exact
    assert set(found.chances) == {2, 3, 4, 5, 6}
    assert all(abs(float(chance) - 0.2) < 4 * (0.2 * 0.8 / 3000) ** 0.5 for chance in found.chances.values())


# Reports


def test_a_table_has_exact_chances_and_shares_and_begins_with_the_likeliest() -> None:
    rows = distribution(state(CountSixes(2)), key=lambda s: s.turn).table()
    assert [(row.what, row.chance) for row in rows] == [
        ("0", Fraction(25, 36)),
        ("1", Fraction(10, 36)),
        ("2", Fraction(1, 36)),
    ]
    assert rows[0].share == pytest.approx(25 / 36)


def test_means_and_chances_of_what_follows() -> None:
    found = distribution(state(Sum(2)), key=lambda s: s.turn)
    assert found.mean(lambda turn: turn) == 7
    assert found.chance(lambda turn: turn == 7) == SIXTH
    assert found.by(lambda turn: turn % 2) == {0: Fraction(1, 2), 1: Fraction(1, 2)}


def test_what_can_happen_is_never_shown_as_nothing_nor_as_certain() -> None:
    assert [percent(Fraction(n, 10_000)) for n in (0, 1, 10, 5000, 9999, 10_000)] == [
        "0%", "<0.1%", "0.1%", "50.0%", ">99.9%", "100%",
    ]  # fmt: skip


def test_bars_are_as_long_as_chances_are_large() -> None:
    assert bar(Fraction(0)) == ""
    assert bar(Fraction(1, 2), 10) == "█████"
    assert bar(Fraction(1), 4) == "████"
    assert bar(Fraction(1, 16), 4) == "▎"
