"""Following a match: coming back to it, looking back over it, playing on from there, taking it along."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import july
from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor, husky
from tests.table.server import Served

pytestmark = pytest.mark.long


def own(view: dict[str, Any]) -> list[Any]:
    """The pieces of one's own side, with their faces."""
    return sorted((piece["id"], piece["at"], str(piece["face"])) for piece in view["pieces"] if piece["face"])


def test_reloading_in_mid_battle(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    july.play(opened, july.TO_BATTLE)
    visitor.sit(opened["allied"])
    visitor.seated()
    expect(visitor.prompt).to_contain_text("Choose which battle")
    shown = visitor.faces()
    visitor.page.reload()
    visitor.seated()
    expect(visitor.prompt).to_contain_text("Choose which battle")
    assert visitor.faces() == shown
    Mouse(visitor).give("fight Catania")
    expect(visitor.prompt).to_contain_text("Blitz")


def test_the_report_folds_passes(visit: Callable[..., Visitor], served: Served) -> None:
    """The demonstration game tells of passes; those that follow each other are one line that opens."""
    visitor = visit()
    opened = served.open(red="me", blue="me")
    while len(passes(view := opened["red"].view())) < 4:
        side = view["waiting"][0]
        offers = [offer["say"] for offer in opened[side].view()["orders"]]
        opened[side].order("pass" if "pass" in offers else offers[0])
    visitor.sit(opened["red"])
    visitor.seated()
    visitor.turn_to("log")
    folded = visitor.on("#panel .passes")
    expect(folded).to_have_count(1)
    expect(folded.locator("summary")).to_have_text("4 passes")
    expect(folded.get_by_text("red passes.").first).to_be_hidden()
    folded.locator("summary").click()
    expect(folded.get_by_text("red passes.").first).to_be_visible()
    expect(folded.get_by_text("blue passes.").first).to_be_visible()


def passes(view: dict[str, Any]) -> list[str]:
    return [line["text"] for line in view["log"] if line["what"] == "pass"]


def test_looking_back_and_playing_on_from_there(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    with visitor.answered("seen"):  # after a moment the page tells how far it has been read
        visitor.sit(opened["axis"])
        visitor.seated()
    visitor.page.goto("about:blank")
    july.play(opened)

    visitor.sit(opened["axis"])
    visitor.seated()
    now = visitor.faces()
    since = visitor.on('button:has-text("Since you left")')
    since.click()
    expect(visitor.on(".table.past")).to_be_visible()
    expect(visitor.prompt).to_contain_text("You are looking back")
    expect(visitor.on("#command")).to_be_disabled()
    assert visitor.prompt.locator(".act").count() == 0
    visitor.on('button[aria-label="Pause"]').click()
    scrubber = visitor.on("input[type=range]").first
    scrubber.fill("2")
    expect(visitor.prompt).to_contain_text("allied")
    assert visitor.faces() != now

    then = opened["axis"].view(moment=opened["axis"].get("moments").json()[2]["moment"])
    with visitor.page.expect_navigation(url="**/seat/**"), visitor.answered("fork"):
        visitor.on('button:has-text("Play on from here")').click()
    expect(visitor.on("main h1")).to_contain_text("The screen goes to")  # all seats of a copy are one's own
    visitor.on("main button.primary").click()
    visitor.seated()
    copy = next(view for view in (seat.view() for seat in visitor.seats) if view["side"] == "axis")
    assert (copy["when"], own(copy)) == (then["when"], own(then))
    visitor.page.go_back()
    visitor.seated()
    expect(visitor.prompt.locator(".act").first).to_be_visible()
    assert visitor.faces() == now


def test_the_report_links_to_hexes_and_rules(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    july.play(opened)
    visitor.sit(opened["allied"])
    visitor.seated()
    visitor.turn_to("log")
    battle = visitor.on("#panel .line", has_text="Airstrike of 15AG at Catania")
    expect(battle.locator(".dice svg")).to_have_count(3)
    battle.locator("button.rule").first.click()
    expect(visitor.dialog.locator("h2")).to_contain_text("WF-")
    visitor.page.keyboard.press("Escape")
    visitor.turn_to("tracks")
    expect(visitor.on("#panel .luck .entry")).to_have_count(2)


def test_everything_can_be_taken_along(visit: Callable[..., Visitor], served: Served, tmp_path: Path) -> None:
    visitor = visit()
    opened = husky(served)
    july.play(opened)
    visitor.sit(opened["allied"])
    visitor.seated()
    visitor.turn_to("more")
    taken = {}
    for title in ("Match (JSON)", "Report (Markdown)", "Board (SVG)", "Board (PNG)"):
        with visitor.page.expect_download() as download:
            visitor.on("#panel").get_by_text(title).click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        taken[path.suffix] = path.read_bytes()
    assert json.loads(taken[".json"])
    assert b"Airstrike of 15AG" in taken[".md"]
    assert taken[".svg"].startswith(b"<svg") or b"<svg" in taken[".svg"][:500]
    assert taken[".png"].startswith(b"\x89PNG")
    for hidden in ("Ge1", "OKW"):
        assert hidden.encode() not in taken[".md"]


def test_the_lesson_is_followed_to_its_end(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    visitor.start()
    visitor.on('label.card:has-text("WestFront")').first.click()
    visitor.on("button.learn").click()
    visitor.seated()
    card = visitor.on('section[aria-label="Lesson"]')
    steps = served.http.get("/api/games/westfront/lessons/husky").json()["steps"]
    mouse = Mouse(visitor)
    for number, step in enumerate(steps, 1):
        expect(card).to_contain_text(f"Step {number} of {len(steps)}")
        if not step["expect"]:
            card.locator("button.primary").click()
            continue
        if number == 2:
            disobey(visitor, mouse)
        mouse.give(step["expect"][0])
    expect(card).to_have_count(0)


def disobey(visitor: Visitor, mouse: Mouse) -> None:
    """An order that the lesson did not mean is held back until one is sure."""
    mouse.carry_out(mouse.offer("activate AF supreme"))
    expect(visitor.dialog).to_contain_text("Not quite what the lesson had in mind")
    visitor.dialog.locator("[data-first]").click()
    expect(visitor.dialog).to_have_count(0)
