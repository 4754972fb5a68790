"""The computer players of Balkan Front: they know what is worth having, attack at good odds, and beat chance."""

from __future__ import annotations

import pytest

import grognard
from grognard.games import find
from grognard.games.balkan.state import ALLIES, AXIS, DEAD, Campaign
from grognard.lab.analysis.arena import paired
from grognard.lab.analysis.simulate import play_all
from grognard.players import player
from grognard.players.balkan.fights import Post, outlook
from grognard.players.balkan.glance import weigh
from grognard.players.balkan.judge import BalkanJudge
from grognard.players.balkan.plan import Plan
from grognard.players.balkan.scene import Scene
from grognard.players.balkan.worth import loss, stakes
from grognard.players.thinking import move
from tests.rulebooks.balkan import table

SIDES = ("axis", "allied")


def opening(scenario: str = "epirus") -> grognard.Match:
    return grognard.new("balkan-front", scenario, seed=1940, options={"set_up": "historical"})


def state(match: grognard.Match) -> Campaign:
    assert isinstance(match.state, Campaign)
    return match.state


# What they know


def test_places_are_worth_the_points_that_the_scenario_gives_for_them() -> None:
    s = state(opening())
    named = {s.world.board.names[place]: value for place, value in stakes(s.world).items()}
    assert (named["Ioannina"], named["Valona"], named["Egoumenitsa"]) == (5, 6, 1)


def test_without_points_cities_are_worth_the_more_the_larger_they_are() -> None:
    s = state(opening("sandbox"))
    named = {s.world.board.names[place]: value for place, value in stakes(s.world).items()}
    assert named["Athenai"] > named["Skopje"] > named["Ioannina"] > 0


def test_a_division_with_a_cadre_costs_less_than_all_of_it() -> None:
    s = state(opening())
    division, regiment = (s.world.unit_index[name] for name in ("GR-8", "GR-51"))
    assert loss(s, regiment) < loss(s, division) < 4
    s.cadre[division] = 1
    assert loss(s, division) < loss(s, regiment) * 1.2


def test_an_attack_promises_more_with_more_who_join() -> None:
    t = table.at("Kalpaki: GR-51\nArgyrokastron SE1: IT-23, IT-3J", scenario="epirus")
    scene, target = Scene(t.state, AXIS), t.place("Kalpaki")
    posts = [Post(t.unit(name), t.place("Argyrokastron SE1")) for name in ("IT-3J", "IT-23")]
    assert outlook(scene, target, posts[:1]) < outlook(scene, target, posts)


def test_a_weak_stack_before_a_strong_enemy_is_in_danger_and_the_less_in_company() -> None:
    t = table.at("Phlorina: GR-51\nKoritsa: GR-1, GR-9\nKoritsa E1: IT-49, IT-29, IT-19", scenario="epirus")
    scene = Scene(t.state, ALLIES)
    alone = scene.risk(t.place("Phlorina"), [t.unit("GR-51")])
    assert 0 < scene.risk(t.place("Phlorina"), [t.unit("GR-51"), t.unit("GR-1")]) < alone


# What they plan


def test_the_italians_plan_to_attack_and_those_who_attack_come_together() -> None:
    plan = Plan(state(opening()), AXIS)
    assert plan.assaults
    assert all(assault.worth > 0 for assault in plan.assaults)
    tasks = [task for unit, task in plan.tasks.items() if any(post.unit == unit for post in plan.assaults[0].posts)]
    assert all(task.why == "attack" for task in tasks)


def test_nobody_plans_to_attack_what_he_cannot_beat() -> None:
    t = table.at("Kalpaki: GR-8, GR-1\nArgyrokastron SE1: IT-BS1", scenario="epirus")
    assert Plan(t.state, AXIS).assaults == []


def test_an_open_objective_is_taken() -> None:
    t = table.at("Phlorina: GR-8\nEgoumenitsa NE1: IT-23", scenario="epirus")
    task = Plan(t.state, AXIS).tasks[t.unit("IT-23")]
    assert t.state.world.board.names[task.to] == "Ioannina"


@pytest.mark.parametrize("level", ["1", "script"])
@pytest.mark.parametrize("scenario", ["epirus", "sandbox"])
def test_every_order_is_legal_and_has_a_reason(level: str, scenario: str) -> None:
    match = opening(scenario)
    players = {side: player(match.game, level, 3) for side in SIDES}
    for _ in range(60):
        side = min(match.waiting)
        assert move(match, side, players[side], 3).reason


def test_a_computer_sets_its_forces_up_and_goes_on() -> None:
    match = grognard.new("balkan-front", "epirus", seed=2)
    for side in ("allied", "axis"):
        move(match, side, player(match.game, "1", 2), 2)
    assert match.game.when(match.state) == "Nov I 40, axis movement"


def test_whoever_is_ahead_is_likelier_to_win() -> None:
    judge, match = BalkanJudge(), opening()
    s = state(match)
    before = judge.chance(s, ALLIES)
    for unit in s.stack(s.where[s.world.unit_index["IT-23"]]):
        s.where[unit] = DEAD
    assert before < judge.chance(s, ALLIES)
    assert judge.lead(s, ALLIES) == -judge.lead(s, AXIS)


# How strong they are


def wins(first: str, second: str, side: str, matches: int) -> int:
    both = paired("balkan-front", "epirus", first, second, 2 * matches)
    jobs = [job for job in both if dict(job.players)[side] == first]
    return sum(result.winner == side for result in play_all(jobs, 1, lambda result: None))


@pytest.mark.parametrize("side", SIDES)
def test_level_1_beats_chance_with_either_side(side: str) -> None:
    assert wins("1", "random", side, 3) == 3


@pytest.mark.long
@pytest.mark.parametrize("side", SIDES)
def test_level_1_beats_chance_in_all_of_twenty_matches(side: str) -> None:
    assert wins("1", "random", side, 20) >= 19


def test_the_game_names_its_players() -> None:
    assert find("balkan-front").company["players"] == "grognard.players.balkan"


def test_a_computer_lets_units_arrive_by_history_and_puts_nobody_aboard_for_nothing() -> None:
    arriving = table.at("Durazzo: IT-BS4", "Nov II 40, axis initial", scenario="epirus", arriving=True)
    s = arriving.state
    orders = list(arriving.match.orders("axis"))
    weights = weigh(s, Plan(s, AXIS), AXIS, orders)
    assert str(orders[weights.index(max(weights))]) == "historical"
    ashore = table.at("Durazzo: IT-47", scenario="epirus").say("axis", "move IT-47")
    orders = [order for order in ashore.match.orders("axis") if str(order).startswith(("ship", "pass"))]
    weights = weigh(ashore.state, Plan(ashore.state, AXIS), AXIS, orders)
    assert str(orders[weights.index(max(weights))]) == "pass"
