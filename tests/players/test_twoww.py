"""The computer players of 2WW: they know what is worth having, weigh without touching, say why, and beat chance."""

from __future__ import annotations

from time import process_time

import pytest

import grognard
from grognard.games import find
from grognard.games.twoww import orders as say
from grognard.games.twoww.state import ALLIES, AXIS, War
from grognard.games.twoww.world import USSR
from grognard.lab.analysis import arena
from grognard.lab.analysis.simulate import Job, play
from grognard.players import player
from grognard.players.levels import Careful, Thorough
from grognard.players.thinking import Thinking
from grognard.players.twoww.judge import TwoWWJudge
from grognard.players.twoww.plan import Plan
from grognard.players.twoww.tempers import AT_PEACE, EVERYONE, TO_THE_EAST, USUAL, tempers
from grognard.players.twoww.worth import numbers, place_worth
from tests.rulebooks.twoww import table

GAME = find("2ww")


def opening() -> grognard.Match:
    return grognard.new("2ww", "war", seed=1939, options={"set_up": "historical"})


def at(text: str) -> grognard.Match:
    """A position in which Poland fights."""
    return table.at(text, at_war={"Poland": "allied"}).match


def state(match: grognard.Match) -> War:
    assert isinstance(match.state, War)
    return match.state


# What they know


def test_capitals_are_worth_more_than_towns_and_paris_most() -> None:
    worth = place_worth(state(opening()).world)
    named = {state(opening()).world.board.names[place]: value for place, value in worth.items()}
    assert named["Paris"] == max(named.values())
    assert named["Warsaw"] > named["Hamburg"] > named["Cracow"]


def test_the_axis_begins_with_poland_and_the_allies_invade_nobody() -> None:
    s = state(opening())
    index = s.world.country_index
    assert Plan(s, AXIS, USUAL).prey == {index["Poland"]}
    assert Plan(s, AXIS, AT_PEACE).prey == set()
    assert Plan(s, ALLIES, USUAL).prey == set()
    assert USSR in Plan(s, AXIS, TO_THE_EAST).prey


def test_armies_on_the_polish_border_go_for_warsaw() -> None:
    s = state(opening())
    plan = Plan(s, AXIS, USUAL)
    goals = [plan.goal_of[s.world.unit_index[name]] for name in ("Ge 1 Armor", "Ge 2 Armor")]
    assert {goal.kind for goal in goals} == {"take"}
    assert s.world.board.at("Warsaw") in {goal.place for goal in plan.goal_of.values()}


def test_a_guard_is_no_stronger_than_need_be() -> None:
    t = table.at(
        "Spring 1941, axis movement\nRome: It 2 Infantry\nHamburg: Ge 1 Armor\n"
        "Berlin: Ge 4 Infantry reduced, Ge 10 Infantry reduced",
        holds={"Copenhagen": "axis"},
    )
    goal_of = Plan(t.state, AXIS, USUAL).goal_of
    posts = {goal_of[t.unit(f"Ge {number} Infantry")].place for number in (4, 10)}
    assert posts == {t.place("Copenhagen"), t.place("Berlin")}
    assert goal_of[t.unit("Ge 1 Armor")].kind == "take"


def test_berlin_is_never_left_without_a_guard() -> None:
    t = table.at("Spring 1941, axis movement\nMunich: Ge 4 Infantry\nRome: It 2 Infantry")
    assert Plan(t.state, AXIS, USUAL).goal_of[t.unit("Ge 4 Infantry")].place == t.place("Berlin")


def test_a_loss_weighs_little_where_there_is_more_to_spend_than_to_buy() -> None:
    s = state(opening())
    germany = s.world.country_index["Germany"]
    assert Plan(s, AXIS, USUAL).thrift[germany] == 1.0
    for unit in s.world.units_of[germany]:
        s.full[unit], s.where[unit] = True, max(0, s.where[unit])
    assert Plan(s, AXIS, USUAL).thrift[germany] == numbers()["plan"]["thrift"]


def test_submarines_are_sent_to_the_convoys() -> None:
    match = at("2ww war\nSpring 1941, axis movement\nBergen: Ge 1 Submarines, Ge 4 Infantry")
    plan = Plan(state(match), AXIS, USUAL)
    task = plan.tasks[state(match).world.unit_index["Ge 1 Submarines"]]
    assert state(match).world.board.names[task.to] == "Atlantic"


def test_no_voyage_is_planned_through_straits_that_the_enemy_holds() -> None:
    text = "Spring 1941, axis movement\nNaples: Ge 1 Submarines\nBerlin: Ge 4 Infantry"
    for garrison, goal in (("", "Atlantic"), ("\nGibraltar: Gibraltar Fort", None)):
        t = table.at(text + garrison)
        task = Plan(t.state, AXIS, USUAL).tasks.get(t.unit("Ge 1 Submarines"))
        assert (task and t.state.world.board.names[task.to]) == goal


def test_a_port_that_closes_a_sea_is_worth_more_than_another() -> None:
    worth = place_worth(state(opening()).world)
    named = {state(opening()).world.board.names[place]: value for place, value in worth.items()}
    assert named["Suez"] > named["Haifa"]


def test_the_soviet_union_counts_among_the_allies_even_before_it_fights() -> None:
    t, judge = table.at("Spring 1940, axis movement\nMoscow: SU 1 Infantry"), TwoWWJudge()
    at_peace = judge.lead(t.state, AXIS)
    t.state.neutral[USSR] = False
    assert judge.lead(t.touched().state, AXIS) == at_peace


# What they do


def test_weighing_orders_changes_nothing() -> None:
    match = opening()
    judge, before = TwoWWJudge(), match.text()
    orders = list(match.orders("axis"))
    weights = judge.weigh(state(match), AXIS, orders)
    assert len(weights) == len(orders)
    assert match.text() == before


def test_a_strong_attack_is_taken_and_a_hopeless_one_is_not() -> None:
    lines = "Berlin SE1: {}\nPosen: {}\nWarsaw: Poland 2 Infantry"
    strong = at("2ww war\nSpring 1940, axis combat\n" + lines.format("Ge 1 Armor, Ge 2 Armor", "Poland 1 Infantry"))
    weak = at("2ww war\nSpring 1940, axis combat\n" + lines.format("Ge 4 Infantry reduced", "Poland 1 Infantry full"))
    for match, taken in ((strong, True), (weak, False)):
        choice = player(GAME, "1").choose(Thinking(match, "axis", 1))
        assert isinstance(choice.order, say.Attack) is taken
        assert choice.reason


def test_no_air_unit_is_sent_where_another_is() -> None:
    match = at("2ww war\nSpring 1940, axis movement\n2106: Ge 1 Air\n2005: Ge 2 Air\n2206: Ge 1 Armor")
    match.play("move Ge1Air", "axis")
    orders = list(match.orders("axis"))
    weights = dict(zip(map(str, orders), TwoWWJudge().weigh(state(match), AXIS, orders), strict=True))
    assert weights["fly Hamburg"] == weights["rail Hamburg"] == min(weights.values()) < weights["pass"]


def test_a_player_gives_a_reason_for_every_order_of_a_turn() -> None:
    match = opening()
    mind = player(GAME, "1")
    while state(match).turn == 0:
        side = min(match.waiting)
        choice = mind.choose(Thinking(match, side, 7))
        assert choice.order in match.orders(side)
        assert choice.reason
        match.play(choice.order)


def test_the_ways_to_go_about_a_turn_are_tried_when_the_player_turn_begins() -> None:
    s = state(opening())
    judge = TwoWWJudge()
    assert judge.schemes(s, AXIS)[0] is USUAL
    assert judge.schemes(s, ALLIES) == ()
    assert tempers(s, ALLIES) == EVERYONE
    judge.adopt(AXIS, AT_PEACE)
    assert judge.plan(s, AXIS).prey == set()


def test_level_3_tries_every_way_and_level_2_only_two() -> None:
    assert len(tempers(state(opening()), AXIS)) <= Thorough.schemes
    assert Careful.schemes == 2


def test_of_the_ways_to_go_about_a_turn_the_best_in_trials_is_kept() -> None:
    class Partial(TwoWWJudge):
        """Likes whoever goes about it boldly."""

        def chance(self, s: War, side: int) -> float:
            return float(self._tempers[side] is EVERYONE[1])

    match = opening()
    judge = Partial()
    player = Careful(judge)
    player.choose(Thinking(match, "axis", 0))
    assert judge.plan(state(match), AXIS).temper is EVERYONE[1]


def test_of_ways_that_come_to_the_same_only_one_is_tried_on() -> None:
    class Counting(TwoWWJudge):
        """Sees no difference between any of them."""

        asked = 0

        def chance(self, s: War, side: int) -> float:
            self.asked += 1
            return 0.5

    match, judge = opening(), Counting()
    Thorough(judge).choose(Thinking(match, "axis", 0))
    assert judge.asked == len(tempers(state(match), AXIS))
    assert judge.plan(state(match), AXIS).temper is USUAL


def test_the_arena_knows_what_is_asked_of_them() -> None:
    asked, scenarios = arena._asked("2ww", "husky")
    assert asked == arena.TWO_WW
    assert tuple(scenarios) == ("war",)


@pytest.mark.long
@pytest.mark.parametrize("side", ["axis", "allied"])
def test_the_fastest_level_beats_chance_with_either_side(side: str) -> None:
    other = "allied" if side == "axis" else "axis"
    for seed in (1, 2, 3):
        result = play(Job("2ww", "war", seed, ((side, "1"), (other, "random"))))
        assert result.failure == ""
        assert result.winner == side


@pytest.mark.long
def test_the_strongest_level_plays_a_season_in_time() -> None:
    match = opening()
    minds = {side: player(GAME, "3") for side in match.sides}
    seconds = dict.fromkeys(match.sides, 0.0)
    while state(match).turn == 0:
        side, began = min(match.waiting), process_time()
        order = minds[side].choose(Thinking(match, side, 3)).order
        seconds[side] += process_time() - began
        match.play(order)
    assert 0.5 < max(seconds.values()) < 15, "it should think, but not for longer than a season may take"
