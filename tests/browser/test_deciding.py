"""What is not allowed explains itself; what was done can be taken back, or says why not."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.browser import july
from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor, husky
from tests.table.server import Served

pytestmark = pytest.mark.long


def test_a_refusal_shows_its_rule_and_the_card_opens(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    visitor.sit(opened["allied"])
    mouse = Mouse(visitor.seated())
    mouse.pick("Br10")  # no headquarters: there is nothing to activate
    expect(visitor.notice).to_be_visible()
    rule = visitor.notice.locator("button.rule").first
    id = rule.inner_text()
    assert id.startswith("WF-")
    rule.click()
    expect(visitor.dialog.locator("h2")).to_contain_text(id)
    expect(visitor.dialog.locator(".rule").first).not_to_be_empty()
    visitor.page.keyboard.press("Escape")
    expect(visitor.dialog).to_have_count(0)

    # Where a piece may not go, a click asks why not.
    july.play(opened, july.TO_BATTLE[:4])
    expect(visitor.prompt).to_contain_text("Move your units")
    mouse.pick("US6")
    mouse.at("Kasserine")
    expect(visitor.notice.locator("button.rule").first).to_be_visible()
    assert opened["allied"].view()["moment"] == visitor.seat.view()["moment"]

    # The same for what is typed.
    visitor.on("#command").fill("move US6 Bizerte-Kasserine")
    with visitor.answered():
        visitor.page.keyboard.press("Enter")
    expect(visitor.notice.locator("button.rule").first).to_be_visible()


def test_typing_is_completed(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    visitor.sit(opened["allied"])
    visitor.seated()
    keys = visitor.page.keyboard
    keys.press("/")
    keys.type("activate AF pa")
    expect(visitor.on("[role=option]")).to_have_count(1)
    keys.press("Tab")
    expect(visitor.on("#command")).to_have_value("activate AF paradrop")
    with visitor.answered():
        keys.press("Enter")
    assert "paradrop" in opened["allied"].view()["log"][-1]["text"]
    keys.type("rule WF-4.41a")
    keys.press("Enter")
    expect(visitor.dialog.locator("h2")).to_contain_text("WF-4.41a")


def test_pointing_shows_the_way_and_what_it_costs(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    for say in ("activate 15AG command", "pass"):
        opened["allied"].order(say)
    visitor.sit(opened["allied"])
    mouse = Mouse(visitor.seated())
    mouse.pick("Br13")
    visitor.page.mouse.move(*mouse.point("Kasserine"))
    card = visitor.on("main .card")
    expect(card).to_contain_text("Br13")
    expect(card).to_contain_text("Kasserine")
    expect(card.locator("tfoot")).to_contain_text("WF-6.1a")
    expect(visitor.on(".over .cost")).to_have_text(card.locator("tfoot .change").inner_text())


def test_pointing_shows_whom_a_landing_would_meet(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    july.play(opened, july.TO_BATTLE[:4])
    visitor.sit(opened["allied"])
    mouse = Mouse(visitor.seated())
    mouse.pick("US2")
    visitor.page.mouse.move(*mouse.point("Catania"))
    expect(visitor.on("main .card")).to_contain_text("Meets axis block")


def test_undo_and_the_reason_where_there_is_none(visit: Callable[..., Visitor], served: Served) -> None:
    me, other = visit(), visit()
    opened = husky(served)
    me.sit(opened["allied"])
    mouse = Mouse(me.seated())
    for say in july.TO_BATTLE[:4]:
        mouse.give(say)
    before = opened["allied"].view()
    mouse.give(july.TO_BATTLE[4])
    with me.answered("undo"):
        me.on(".undo").click()
    me.rested()
    after = opened["allied"].view()
    assert (after["orders"], after["log"]) == (before["orders"], before["log"])

    # Dice have been thrown: undo says so, and asks the opponent instead, who agrees.
    july.play(opened, july.TURN[4:11])
    other.sit(opened["axis"])
    other.seated()
    expect(me.prompt).to_contain_text("Blitz")
    me.on(".undo.unable").click()
    expect(me.notice).to_contain_text("Dice have been rolled")
    with me.answered("propose"):
        me.notice.locator("button:not(.icon):not(.rule)").click()
    agree = other.prompt.locator("button.primary")
    expect(agree).to_have_text("Agree")
    with other.answered("answer"):
        agree.click()
    expect(me.prompt).to_contain_text("Choose which battle")
    assert opened["allied"].view()["prompt"]["step"] == "FightBattles"
    for visitor in (me, other):
        expect(visitor.prompt.locator("[role=status]")).to_have_count(0)


def test_a_standing_answer_is_given_by_itself(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    visitor.sit(opened["allied"])
    visitor.seated()
    visitor.on("#panel summary", has_text="Standing answers").click()
    with visitor.answered("standing"):
        visitor.on("#panel button", has_text="Here always: End activation").click()
    expect(visitor.on("#panel")).to_contain_text("Activating headquarters: Do nothing more")
    assert opened["allied"].get().json()["standing"] == {"ActivateHeadquarters": "pass"}
    assert opened["axis"].get().json()["standing"] == {}

    # It holds from the next such question on, and is still there after a reload; nobody is asked.
    opened["allied"].order("pass")
    opened["axis"].order("pass")
    assert opened["allied"].view()["when"] == "Jul II, axis command"
    visitor.page.reload()
    visitor.seated()
    visitor.on("#panel summary", has_text="Standing answers").click()
    with visitor.answered("standing"):
        visitor.on("#panel p", has_text="Activating headquarters").locator("button").click()
    assert opened["allied"].get().json()["standing"] == {}


def test_resigning_ends_the_match(visit: Callable[..., Visitor], served: Served) -> None:
    me, other = visit(), visit()
    opened = husky(served)
    me.sit(opened["allied"])
    other.sit(opened["axis"])
    me.seated()
    other.seated()
    me.turn_to("more")
    me.on("#panel button", has_text="Resign").click()
    me.dialog.locator("[data-first]").click()  # not yet
    assert opened["allied"].view()["outcome"] is None
    me.on("#panel button", has_text="Resign").click()
    with me.answered("resign"):
        me.dialog.locator("footer .primary").click()
    for visitor in (me, other):
        expect(visitor.prompt).to_contain_text("Axis")
        expect(visitor.prompt).to_contain_text("resigned")
        expect(visitor.on("#prompt .act")).to_have_count(0)
    me.turn_to("more")
    expect(me.on("#panel button", has_text="Resign")).to_have_count(0)


def test_the_odds_of_a_landing_that_is_still_to_come(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    july.play(opened, july.TO_BATTLE[:4])
    before = opened["allied"].view()
    visitor.sit(opened["allied"])
    mouse = Mouse(visitor.seated())
    mouse.pick("US2")
    expect(visitor.on('#panel button[aria-label="Odds at Licata"]')).to_have_count(0)  # nobody stands there
    visitor.on('#panel button[aria-label="Odds at Catania"]').first.click()
    expect(visitor.dialog).to_contain_text("If you give this order first: Invade US2")
    expect(visitor.dialog.locator("tbody tr").first).to_be_visible()
    assert opened["allied"].view() == before


def test_a_warning_before_a_phase_ends(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    visitor.sit(opened["allied"])
    visitor.seated()
    visitor.on('.act[title="pass"]').click()
    expect(visitor.dialog).to_contain_text("No headquarters is active")
    visitor.dialog.locator("[data-first]").click()
    assert opened["allied"].view()["prompt"]["step"] == "ActivateHeadquarters"


def test_the_odds_of_a_battle(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    july.play(opened, july.TO_BATTLE)
    visitor.sit(opened["allied"])
    visitor.seated()
    visitor.on('#panel button:has-text("Odds at Catania")').click()
    rows = visitor.dialog.locator("tbody tr")
    expect(rows.first).to_be_visible()
    assert rows.count() > 3
    visitor.dialog.locator('button:has-text("To the end")').click()
    expect(visitor.dialog.locator("tbody tr").first).to_be_visible()
