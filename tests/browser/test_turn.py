"""A whole turn of the Allies in July, by mouse and by keyboard: landing, drop, airstrike, battle, blitz, beachhead."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import july
from tests.browser.hands import Hand, Keys, Mouse
from tests.browser.visitor import Visitor, husky
from tests.table.server import Opened, Served

pytestmark = pytest.mark.long

NO_POINTER = """
for (const kind of ['pointerdown', 'mousedown', 'mousemove', 'touchstart'])
  addEventListener(kind, () => (window.pointed = true), true);
"""


def play(hand: Hand, opened: Opened) -> list[dict[str, Any]]:
    """Give the orders of the turn; returns what each side and a spectator see in the end."""
    steps = set()
    for say in july.TURN:
        steps.add(opened["allied"].view()["prompt"]["step"])
        hand.give(say)
    assert steps == july.STEPS
    views = [opened["allied"].view(), opened["axis"].view(), opened.spectator.view()]
    assert views[0]["waiting"] == ["axis"]
    expect(hand.visitor.prompt).to_contain_text("Axis")
    for view in views:
        view.pop("dice")
    return views


def test_a_whole_turn_by_mouse_and_by_keyboard(visit: Callable[..., Visitor], served: Served) -> None:
    opened = husky(served)
    by_mouse = visit()
    by_mouse.sit(opened["allied"])
    seen = play(Mouse(by_mouse.seated()), opened)

    again = husky(served)
    by_keys = visit()
    by_keys.page.add_init_script(NO_POINTER)
    by_keys.sit(again["allied"])
    assert play(Keys(by_keys.seated()), again) == seen
    assert not by_keys.page.evaluate("window.pointed")
