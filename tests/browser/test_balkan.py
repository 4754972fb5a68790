"""Epirus by mouse: a march, an attack weighed and made, its losses and advances, and the railway."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from grognard.games.balkan import GAME
from tests.browser.hands import Mouse
from tests.browser.test_everyone import faults
from tests.browser.visitor import Visitor
from tests.table.server import Opened, Served

pytestmark = pytest.mark.long

LESSON = GAME.lessons()["epirus"]
SAID = [step.expect[0] for step in LESSON.steps if step.expect]
SECOND_ATTACK = SAID.index("attack KoritsaSE1")


def epirus(served: Served, played: int) -> Opened:
    """A match with the dice of the lesson, after so many of its orders."""
    seats = {"axis": "me", "allied": "friend"}
    opened = served.begin({"game": "balkan-front", "scenario": "epirus", "seats": seats, "seed": LESSON.seed})
    for say in SAID[:played]:
        (side,) = opened.spectator.view()["waiting"]
        opened[side].order(say)
    return opened


def test_the_first_turn_is_played_by_mouse(visit: Callable[..., Visitor], served: Served) -> None:
    opened = epirus(served, 2)
    visitor = visit()
    visitor.sit(opened["axis"])
    hand = Mouse(visitor.seated())
    for say in SAID[2:]:
        (side,) = opened.spectator.view()["waiting"]
        if side == "axis":
            expect(visitor.prompt).to_contain_text(opened["axis"].view()["prompt"]["text"])
            hand.give(say)
        else:
            opened["allied"].order(say)
    expect(visitor.piece("GR-AR2")).to_have_attribute("data-at", "Trikkala")
    assert "Kalpaki NE1: Axis, Italian 3rd Alpine Division Julia" in visitor.faces()["IT-3J"]


def test_an_attack_is_weighed_before_it_is_made(visit: Callable[..., Visitor], served: Served) -> None:
    opened = epirus(served, SECOND_ATTACK + 2)
    visitor = visit()
    visitor.sit(opened["axis"])
    Mouse(visitor.seated())
    account = visitor.on("#panel section", has=visitor.on(".totals"))
    expect(account.locator(".totals")).to_contain_text("Odds 2:1")
    expect(account.locator('.scale [aria-current="step"]')).to_have_text("2:1")
    expect(account.locator(".scale")).to_contain_text("1 more for 3:1")
    expect(account.locator("table").first.locator("tbody td")).to_have_count(6)
    expect(account).to_contain_text("1 in 6: AH, half of the attackers are eliminated and the rest retreat")
    expect(account.locator(".parts").first).to_contain_text("into mountains")
    with visitor.answered():
        account.locator("button", has_text="Parma").click()
    visitor.rested()
    expect(account.locator('.scale [aria-current="step"]')).to_have_text("4:1")
    expect(account.locator("button", has_text="Parma")).to_have_count(0)
    visitor.on("#panel button", has_text="Odds at Koritsa SE1").click()
    expect(visitor.dialog.locator("tbody tr").first).to_contain_text("takes Koritsa SE1")
    expect(visitor.dialog).to_contain_text("Exact.")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_account_is_open_to_everyone(visit: Callable[..., Visitor], served: Served, phone: bool) -> None:
    opened = epirus(served, SECOND_ATTACK + 2)
    visitor = visit(phone=phone)
    visitor.sit(opened["axis"])
    visitor.seated()
    assert faults(visitor, "orders") == []
