"""What follows at once from a change: a mire in The Ford, in which whoever enters it loses all steps but one."""

from __future__ import annotations

import sys
from itertools import count
from random import Random
from typing import Any, ClassVar

import pytest

from grognard.engine import agenda, position, saves, snapshot
from grognard.engine.agenda import Sealed, Step
from grognard.engine.dice import ScriptedDice, secret_of
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from grognard.lab.checks.laws import Memory, consequences_only_push
from tests.skirmish.game import TheFord
from tests.skirmish.orders import Aim, Arrive, Move
from tests.skirmish.state import Skirmish, lose_steps

MIRE = "Westgate N1"
ASKED: list[int] = []


class Sink(Step[Skirmish], frozen=True):
    """A piece in the mire loses a step."""

    unit: int

    def run(self, s: Skirmish) -> None:
        lose_steps(s, self.unit, 1)


class Patience(Step[Skirmish], frozen=True):
    """Nobody sinks before it."""

    def run(self, s: Skirmish) -> None:
        s.tell("patience")


class Dive(Step[Skirmish], frozen=True):
    """All of a sheet: a piece goes into the mire."""

    side: int

    def run(self, s: Skirmish) -> None:
        unit = s.world.unit_index["Ram" if self.side == 0 else "Bull"]
        s.where[unit] = s.world.place_index[MIRE]
        s.tell("dive")


class Dives(Sealed[Skirmish], frozen=True):
    """Both sides send a piece into the mire, in secret."""

    def sheet(self, s: Skirmish, side: int) -> Dive:
        return Dive(side)

    def opened(self, s: Skirmish) -> None:
        s.tell("opened")


class Marsh(TheFord):
    key = "marsh"
    chapters = (*TheFord.chapters, sys.modules[__name__])  # type: ignore[assignment]
    consequential: ClassVar[tuple[str, ...]] = ("steps", "where")

    def consequences(self, s: Skirmish) -> bool:
        ASKED.append(len(s.agenda))
        if isinstance(s.agenda[-1], Patience):
            return False
        mire = s.world.place_index[MIRE]
        stuck = [unit for unit, at in enumerate(s.where) if at == mire and s.steps[unit] > 1]
        if stuck:
            s.then(Sink(stuck[0]))
        return True


class Ignorant(Marsh):
    """It forgets that it looks at the steps."""

    consequential = ("where",)


class Meddler(Marsh):
    """It carries out what follows instead of putting it on the agenda."""

    def consequences(self, s: Skirmish) -> bool:
        s.turn += 1
        s.agenda.pop(0)
        return True


GAME = Marsh()


@pytest.fixture(autouse=True)
def nobody_has_asked() -> None:
    ASKED.clear()


def new(game: Marsh = GAME, seed: int = 1) -> Match:
    return Match(game, "ford", {}, secret=secret_of(seed))


def at(text: str, game: Marsh = GAME) -> Match:
    """A match from a position, with scripted dice."""
    state = position.read(f"marsh ford\n{text}", lambda key: game)
    return Match(game, "ford", {}, secret=secret_of(1), dice=ScriptedDice(), state=state)


def front(match: Match) -> Any:
    return match.state


def steps(match: Match, unit: str) -> int:
    s = front(match)
    return int(s.steps[s.world.unit_index[unit]])


def is_through(order: Order) -> bool:
    return isinstance(order, Move) and len(order.route) == 2 and order.route[0] == MIRE


def march(match: Match) -> None:
    """Pass until a piece may march, and march."""
    while not any(isinstance(order, Move) for order in match.orders()):
        match.play(Pass(*match.waiting))
    match.play(next(order for order in match.orders() if isinstance(order, Move)))


BESIDE = "turn 1, red movement\nWestgate: Ram 3\nMill: Bull 2"


def test_what_follows_comes_before_anything_else() -> None:
    match = at(BESIDE)
    events = [event.what for event in match.play(next(order for order in match.orders() if is_through(order)))]
    assert events == ["march", "loss", "loss", "march"]
    assert steps(match, "Ram") == 1


def test_a_change_by_any_hand_is_noticed() -> None:
    match = at(BESIDE)
    s = front(match)
    s.where[s.world.unit_index["Bull"]] = s.world.place_index[MIRE]
    match.play(Pass("red"))
    assert steps(match, "Bull") == 1


def test_nobody_is_asked_as_long_as_nothing_has_changed() -> None:
    match = at(BESIDE)
    agenda.take(front(match).copy(), 0, Pass("red"), agenda.no_dice)
    match.play(Pass("red"))
    assert ASKED == []
    march(match)
    assert len(ASKED) == 1


def test_a_position_is_taken_as_it_is_until_something_changes() -> None:
    match = at(f"turn 1, red movement\n{MIRE}: Ram 2\nMill: Bull 2")
    assert steps(match, "Ram") == 2
    match.play(Pass("red"))
    assert steps(match, "Ram") == 2
    march(match)
    assert steps(match, "Ram") == 1


def test_a_game_may_put_it_off_and_is_asked_again() -> None:
    match = at(BESIDE)
    s = front(match)
    s.where[s.world.unit_index["Bull"]] = s.world.place_index[MIRE]
    s.then(Patience(), Patience())
    agenda.advance(s, agenda.no_dice)
    assert [event.what for event in s.news] == ["patience", "patience", "loss"]


def test_a_trial_on_a_bare_state_knows_what_follows() -> None:
    match = at(BESIDE)
    trial = front(match).copy()
    agenda.take(trial, 0, Move("red", "Ram", (MIRE,)), agenda.no_dice)
    assert trial.steps[trial.world.unit_index["Ram"]] == 1
    assert steps(match, "Ram") == 3


def arrival(match: Match) -> Arrive:
    """An order that brings a red piece out of its reserve into the mire."""
    return next(order for order in match.orders("red") if isinstance(order, Arrive) and order.place == MIRE)


def planned() -> tuple[Match, str]:
    """Red has brought a piece of several steps into the mire, on its sheet."""
    for seed in count(1):
        match = new(seed=seed)
        match.play(Aim("red", "Mill"))
        order = arrival(match)
        if steps(match, order.unit) > 1:
            break
    match.play(order)
    return match, order.unit


def test_on_a_sheet_it_follows_at_once_and_the_other_side_learns_nothing() -> None:
    match, unit = planned()
    sheet: Any = agenda.draft(match.state, 0)
    assert sheet.steps[sheet.world.unit_index[unit]] == 1
    assert steps(match, unit) > 1
    seen = match.view("blue")
    match.undo("red")
    assert match.view("blue") == seen


@pytest.mark.parametrize("first", ["red", "blue"])
def test_it_follows_in_the_same_way_when_the_sheets_are_opened(first: str) -> None:
    match, unit = planned()
    match.play(Aim("blue", "Mill"))
    match.play(Pass(first))
    match.play(Pass("blue" if first == "red" else "red"))
    assert match.decision().step == "Movement"  # type: ignore[union-attr]
    assert steps(match, unit) == 1


def test_what_the_last_step_of_a_sheet_brings_about_belongs_to_that_sheet() -> None:
    s = front(at(BESIDE))
    s.then(Dives((0, 1)))
    agenda.advance(s, agenda.no_dice)
    assert [event.what for event in s.news] == ["dive", "loss", "loss", "dive", "loss", "opened"]


def test_a_state_that_is_read_back_goes_on_alike() -> None:
    match, _ = planned()
    again = match.with_state(snapshot.undump(match.state.world, snapshot.dump(match.state)))
    for one in (match, again):
        one.play(Pass("red"))
        one.play(Aim("blue", "Mill"))
        one.play(Pass("blue"))
    assert snapshot.dump(match.state) == snapshot.dump(again.state)


def found(game: Marsh) -> list[str]:
    """What the law has to say of a game, over a match at random."""
    match, choose, said = new(game), Random(1), []
    for _ in range(40):
        if not match.waiting:
            break
        said += [finding.what.split(":")[0] for finding in consequences_only_push(match, choose, Memory())]
        side = choose.choice(sorted(match.waiting))
        match.play(choose.choice(match.orders(side)))
    return sorted(set(said))


def test_the_law_finds_nothing_wrong_with_the_marsh() -> None:
    assert found(GAME) == []
    assert ASKED


def test_the_law_finds_facts_that_are_not_declared() -> None:
    assert found(Ignorant()) == ["what follows rests on steps as well"]


def test_the_law_finds_a_game_that_does_more_than_push() -> None:
    s = new().state
    meddler = new()
    meddler.game = Meddler()
    said = [finding.what.split(":")[0] for finding in consequences_only_push(meddler, Random(1), Memory())]
    assert said == ["what follows rests on turn as well", "the facts are changed", "the agenda is cut down"]
    assert snapshot.dump(meddler.state) == snapshot.dump(s)


def test_the_law_finds_a_change_that_was_overlooked() -> None:
    match = new()
    s = front(match)
    s.where[s.world.unit_index["Bull"]] = s.world.place_index[MIRE]
    s.examined = GAME.standing(s)
    said = [finding.what.split(":")[0] for finding in consequences_only_push(match, Random(1), Memory())]
    assert said == ["a change has been overlooked"]


# Steps that a newer version does without


class Former(Marsh):
    """A version in which a step of patience lay on the agenda."""

    retired = ("Patience",)


def test_a_step_that_is_gone_is_left_out_of_what_older_versions_kept() -> None:
    match = at(BESIDE)
    front(match).agenda.insert(0, Patience())
    data = snapshot.dump(match.state)
    world = Former().world("ford", {})
    assert Patience() not in snapshot.undump(world, data).agenda
    assert Patience() in snapshot.undump(GAME.world("ford", {}), data).agenda


def test_a_match_of_an_older_version_replays_to_the_handover_it_kept() -> None:
    match = new(Former())
    for order in (Aim("red", "Mill"), Pass("red"), Aim("blue", "Mill"), Pass("blue")):
        match.play(order)
    save = saves.pack(match)
    assert save.handover is not None
    save.handover.state["agenda"].insert(1, {"step": "Patience"})
    assert saves.restore(Former(), save).diverged_at is None
    assert saves.restore(Marsh(), save).diverged_at is not None
