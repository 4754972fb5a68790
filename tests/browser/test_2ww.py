"""The first turn of 2WW by mouse: an invasion, two battles, fleets that leave the map, production, the war's course."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser.hands import Mouse
from tests.browser.test_everyone import PANELS, faults
from tests.browser.visitor import Visitor
from tests.table.server import Opened, Served

pytestmark = pytest.mark.long

POLAND = (
    "move Ge1Armor",
    "march Posen",
    "move Ge4Infantry",
    "march StettinSE1",
    "pass",
    "attack Warsaw",
    "join Ge1Armor",
    "join Ge4Infantry",
    "join Ge1Air",
)
"""With the dice of the lesson the only army in Warsaw is lost."""


def war(served: Served) -> Opened:
    seats = {"axis": "me", "allied": "friend"}
    options = {"set_up": "historical"}
    return served.begin({"game": "2ww", "scenario": "war", "seats": seats, "seed": 1939, "options": options})


def pass_until(opened: Opened, when: str) -> None:
    """Let both sides do nothing until a moment comes."""
    while when not in opened.spectator.view()["when"]:
        (side,) = opened.spectator.view()["waiting"]
        opened[side].order("pass")


def test_poland_is_invaded_by_mouse(visit: Callable[..., Visitor], served: Served) -> None:
    opened = war(served)
    visitor = visit()
    visitor.sit(opened["axis"])
    hand = Mouse(visitor.seated())
    for say in POLAND:
        hand.give(say)
    expect(visitor.prompt).to_contain_text("advance")
    expect(visitor.piece("Poland 1 Infantry")).to_have_count(0)
    hand.give("advance Ge1Armor Warsaw")
    assert "Warsaw: Axis, Ge 1 Armor" in visitor.faces()["Ge 1 Armor"]


def test_the_odds_of_an_attack_before_and_while_it_is_declared(visit: Callable[..., Visitor], served: Served) -> None:
    opened = war(served)
    for say in POLAND[:5]:
        opened["axis"].order(say)
    before = opened["axis"].view()
    visitor = visit()
    visitor.sit(opened["axis"])
    hand = Mouse(visitor.seated())
    visitor.on('#panel button[aria-label="Odds at Warsaw"]').click()
    expect(visitor.dialog).to_contain_text("If you give this order first: Attack")
    expect(visitor.dialog.locator("tbody tr").first).to_contain_text("takes Warsaw")
    expect(visitor.dialog).to_contain_text("Exact.")
    expect(visitor.dialog.locator("button", has_text="To the end")).to_have_count(0)
    assert opened["axis"].view() == before
    visitor.dialog.locator("header button").click()
    hand.give("attack Warsaw")
    hand.give("join Ge1Armor")
    visitor.on("#panel button", has_text="Odds at Warsaw").click()
    expect(visitor.dialog).to_contain_text("Warsaw, axis attacks. axis: Ge 1 Armor 2. ")


def test_a_fleet_leaves_the_map_for_a_box_beside_it(visit: Callable[..., Visitor], served: Served) -> None:
    opened = war(served)
    pass_until(opened, "allied movement")
    visitor = visit()
    visitor.sit(opened["allied"])
    hand = Mouse(visitor.seated())
    hand.give("move GBGibraltarFleet")
    box = visitor.on('[data-box="Atlantic"]')
    expect(visitor.on('[data-box="Atlantic"].live')).to_be_visible()
    with visitor.answered():
        box.locator(".name").click()
    visitor.rested()
    expect(box.locator('[data-piece="GB Gibraltar Fleet"]')).to_be_visible()


def test_what_is_aboard_lies_with_its_carrier(visit: Callable[..., Visitor], served: Served) -> None:
    opened = war(served)
    pass_until(opened, "allied movement")
    for say in ("move GB8Armor", "march Alexandria"):
        opened["allied"].order(say)
    pass_until(opened, "Winter 1940, allied movement")
    visitor = visit()
    visitor.sit(opened["allied"])
    hand = Mouse(visitor.seated())
    hand.give("move GBMediterraneanFleet")
    hand.give("board GB8Armor GBMediterraneanFleet")
    assert "aboard GB Mediterranean Fleet" in visitor.faces()["GB 8 Armor"]
    hand.pick("GB Mediterranean Fleet")
    cards = visitor.on("#panel article")
    expect(cards.nth(0)).to_contain_text("GB Mediterranean Fleet")
    expect(cards.nth(1)).to_contain_text("Aboard GB Mediterranean Fleet")


def test_production_adds_up_and_the_course_of_the_war_is_plotted(visit: Callable[..., Visitor], served: Served) -> None:
    opened = war(served)
    pass_until(opened, "Winter 1940, production")
    (side,) = opened.spectator.view()["waiting"]
    visitor = visit()
    visitor.sit(opened[side])
    visitor.seated()
    totals = visitor.on("#panel dl .sum")
    expect(totals.filter(has_text="Production")).to_be_visible()
    expect(totals.filter(has_text="Left")).to_be_visible()
    visitor.turn_to("tracks")
    plot = visitor.on("#panel .track", has_text="Production, turn by turn")
    expect(plot.locator("svg path").first).to_be_attached()
    plot.locator("summary").click()
    expect(plot.locator("tbody tr")).to_have_count(1)
    expect(plot.locator("tbody th")).to_have_text("Autumn 1939")


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
def test_the_war_is_open_to_everyone(visit: Callable[..., Visitor], served: Served, phone: bool) -> None:
    opened = war(served)
    pass_until(opened, "Winter 1940, production")
    opened["axis"].post("resign")
    visitor = visit(phone=phone)
    visitor.sit(opened["allied"])
    visitor.seated()
    found = []
    for panel in PANELS:
        visitor.turn_to(panel)
        found += faults(visitor, panel)
    assert found == []
