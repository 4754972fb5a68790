"""The sequence of play as data: what runs, what asks, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

from grognard.engine import agenda
from grognard.engine.agenda import NOT_OFFERED, Chance, NotThrown, Step
from grognard.engine.events import Deal, Outcome, Roll
from grognard.engine.orders import Pass, Refusal
from tests.skirmish import GAME, at, moments, new, until
from tests.skirmish.orders import Aim, Lose, Move
from tests.skirmish.sequence import TURN
from tests.skirmish.state import Skirmish


class Note(Step[Skirmish], frozen=True):
    """A step that only says that it ran."""

    word: str

    def run(self, s: Skirmish) -> None:
        s.tell(self.word)
        if self.word == "end":
            s.outcome = Outcome(None, "test")


def noted(*steps: Step[Skirmish]) -> list[str]:
    s = new().state
    s.agenda = []
    s.then(*steps)
    agenda.advance(s, agenda.no_dice)
    return [event.what for event in s.news]


def test_steps_run_in_the_order_in_which_they_were_put() -> None:
    assert noted(Note("one"), Note("two"), Note("three")) == ["one", "two", "three"]


def test_nothing_runs_after_the_end() -> None:
    assert noted(Note("one"), Note("end"), Note("never")) == ["one", "end"]


def test_a_turn_follows_its_table_of_contents() -> None:
    seen = []
    for match in moments(2):
        phase = match.game.when(match.state)
        if phase not in seen:
            seen.append(phase)
    sequence = ["plans", "red movement", "red combat", "blue movement", "blue combat"]
    assert seen == [f"turn {turn}, {phase}" for turn in range(1, 5) for phase in sequence] + ["turn 4, over"]
    assert len(TURN) == len(sequence) + 1


def test_only_the_side_that_is_asked_may_decide() -> None:
    match = until("Movement")
    assert match.waiting == {"red"}
    assert match.why_not(Pass("blue")) == Refusal("table.turn", {"side": "blue"})
    assert agenda.question(match.state, 1) is None
    assert agenda.offered(match.state, 1) == []


def test_an_order_of_another_kind_is_no_answer() -> None:
    match = until("Movement")
    refusal = match.why_not(Lose("red", "Ram"))
    assert refusal == Refusal("table.step", {"order": "lose Ram", "step": "Movement"})
    assert match.say(refusal) == "'lose Ram' is no answer to what is being decided."


def test_the_refusal_of_last_resort_is_never_needed() -> None:
    world = GAME.world("ford", {})
    names = [*world.units, *world.board.names, "", "b3"]
    choose = Random(1)
    for match in moments(4):
        for side in match.waiting:
            for _ in range(5):
                route = tuple(choose.choices(names, k=choose.randrange(4)))
                refusal = match.why_not(Move(side, choose.choice(names), route))
                assert refusal is None or refusal.rule != NOT_OFFERED


def test_a_step_that_asks_stays_until_it_is_done() -> None:
    match = at("skirmish ford\nturn 1, red movement\nWestgate: Ram 2")
    match.play("move Ram WestgateN1")
    assert match.decision() == at("skirmish ford\nturn 1, red movement\nWestgate N1: Ram 2").decision()
    match.play("pass")
    assert match.game.when(match.state) == "turn 1, red combat"


def test_a_sealed_sheet_cannot_roll_dice() -> None:
    with pytest.raises(AssertionError, match="cannot roll dice"):
        agenda.no_dice(Deal(3))


class Coin(Chance[Skirmish], frozen=True):
    """A throw that is told when it has fallen."""

    def call(self, s: Skirmish) -> Roll:
        return Roll("coin", "SK-1", 1, 2)

    def rolled(self, s: Skirmish, faces: tuple[int, ...]) -> None:
        s.tell(f"fell on {faces[0]}")


def test_a_throw_may_be_left_where_it_is_and_made_later() -> None:
    def not_now(call: Roll | Deal) -> tuple[int, ...]:
        raise NotThrown

    s = new().state
    s.agenda = []
    s.then(Note("before"), Coin(), Note("after"))
    agenda.advance(s, not_now)
    assert ([event.what for event in s.news], s.agenda[-1]) == (["before"], Coin())
    agenda.advance(s, lambda call: (2,))
    assert [event.what for event in s.news] == ["before", "roll", "fell on 2", "after"]


@pytest.mark.parametrize("sealed", [False, True])
def test_redrawn_sheets_are_other_sheets_of_the_same_kind(sealed: bool) -> None:
    match = new()
    match.play(Aim("blue", "Mill"))
    match.play(Aim("red", "Mill"))
    if sealed:
        match.play(Pass("red"))
    met = set()
    for seed in range(40):
        s = match.state.copy()
        agenda.redraw_sheets(s, 1, Random(seed).randrange)
        assert agenda.waiting(s) == agenda.waiting(match.state)
        assert s.sheets[1] == match.state.sheets[1]
        assert (Pass("red") in s.sheets[0]) is sealed
        met.add(s.sheets[0])
    assert len(met) > 5


def test_redrawing_sheets_changes_nothing_when_none_is_open() -> None:
    s = until("Movement").state
    agenda.redraw_sheets(s, 0, Random(1).randrange)
    assert s.sheets == [(), ()]
