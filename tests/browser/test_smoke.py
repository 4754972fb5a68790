"""A newcomer's first minute, in both games."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor


def first_move(visitor: Visitor, game: str | None) -> None:
    """Two clicks at most to a game, and an order in it."""
    visitor.start()
    if game is not None:
        visitor.on(f'label.card:has-text("{game}")').first.click()
    visitor.on("button.play").click()
    visitor.seated()
    before = visitor.seat.view()
    expect(visitor.prompt).to_contain_text(before["prompt"]["text"].split(".")[0])
    acting = [offer for offer in before["orders"] if offer["pieces"] or offer["places"]]
    Mouse(visitor).give(acting[0]["say"])
    after = visitor.seat.view()
    assert after["moment"] > before["moment"] or after["number"] != before["number"]


def test_a_newcomer_makes_a_first_move(visit: Callable[..., Visitor]) -> None:
    first_move(visit(reduced_motion="no-preference"), None)


@pytest.mark.long
def test_a_newcomer_settles_the_options_of_a_game(visit: Callable[..., Visitor]) -> None:
    visitor = visit()
    visitor.start()
    visitor.on('label.card:has-text("The Ford")').first.click()
    visitor.page.get_by_label("Turns").fill("2")
    visitor.on("button.play").click()
    visitor.seated()
    assert visitor.seat.get().json()["options"] == {"turns": 2}
    assert visitor.seat.view()["tracks"]["turns"] == 2


@pytest.mark.long
@pytest.mark.parametrize("game", ["WestFront", "The Ford"])
def test_a_newcomer_makes_a_first_move_in_each_game(visit: Callable[..., Visitor], game: str) -> None:
    first_move(visit(), game)
