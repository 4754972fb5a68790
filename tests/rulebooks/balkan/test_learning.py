"""What a newcomer is given: the lesson of Epirus and the glossary."""

from __future__ import annotations

from fnmatch import fnmatchcase

import grognard
from grognard.games.balkan import GAME
from grognard.games.balkan.state import Campaign


def test_the_lesson_can_be_followed_to_its_end() -> None:
    lesson = GAME.lessons()["epirus"]
    match = grognard.new("balkan-front", "epirus", seed=lesson.seed)
    world = match.state.world
    for step in lesson.steps:
        assert step.rule in GAME.rules
        assert set(step.show.pieces) <= set(world.units)
        assert all(world.board.find(place) is not None for place in step.show.places)
        if step.expect:
            (side,) = match.waiting
            said = [str(order) for order in match.orders(side)]
            match.play(next(say for say in said if any(fnmatchcase(say, like) for like in step.expect)), side)
    state = match.state
    assert isinstance(state, Campaign)
    stands = {name: state.where[world.unit_index[name]] for name in ("IT-3J", "IT-49", "GR-39", "GR-AR2")}
    assert {name: world.board.names[at] for name, at in stands.items()} == {
        "IT-3J": "Kalpaki NE1", "IT-49": "Koritsa SE1", "GR-39": "Ioannina NE2", "GR-AR2": "Trikkala",
    }  # fmt: skip


def test_what_the_lesson_says_of_the_dice_comes_true() -> None:
    lesson = GAME.lessons()["epirus"]
    match = grognard.new("balkan-front", "epirus", seed=lesson.seed)
    for step in lesson.steps:
        if step.expect:
            (side,) = match.waiting
            match.play(step.expect[0], side)
    log = match.view("axis")["log"]
    assert [line["facts"]["result"] for line in log if line["what"] == "result"] == ["DR", "HX"]
    assert [line["facts"]["odds"] for line in log if line["what"] == "attack"] == ["9:1", "5:1"]


def test_the_glossary_leads_to_rules_that_exist() -> None:
    assert GAME.glossary()
    assert all(term.rule in GAME.rules for term in GAME.glossary())
