"""For everyone: another language, a dark room, a telephone, a screen reader."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

import grognard
from tests.browser import july
from tests.browser.hands import Finger
from tests.browser.visitor import Visitor, husky
from tests.table.german import LETTERS, foreign, vocabulary
from tests.table.server import Served

pytestmark = pytest.mark.long

GERMAN = Path(__file__).parents[2] / "web" / "src" / "i18n" / "de.ts"
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PANELS = ("orders", "log", "tracks", "more")


def test_in_german(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit(locale="de-DE")
    visitor.start()
    expect(visitor.on("html")).to_have_attribute("lang", "de")
    expect(visitor.on("#new-match")).to_have_text("Neue Partie")
    visitor.on('label.card:has-text("WestFront")').first.click()
    visitor.on("button.play").click()
    visitor.seated()
    german = visitor.seat.view(lang="de")["prompt"]["text"]
    assert german != visitor.seat.view(lang="en")["prompt"]["text"]
    expect(visitor.prompt).to_contain_text(german.split(".")[0])
    expect(visitor.on("#tab-orders")).to_have_text("Befehle")
    # And back, in mid-game.
    visitor.on("header select").select_option("en")
    expect(visitor.on("#tab-orders")).to_have_text("Orders")
    expect(visitor.prompt).to_contain_text("Activate headquarters")


@cache
def page_words() -> frozenset[str]:
    """The German words of the page itself, and how it writes dates and names of languages."""
    return frozenset(LETTERS.findall(GERMAN.read_text())) | {"Grognard", "English", "Deutsch"}


def english_on(visitor: Visitor, selector: str = "body", game: str = "westfront", scenario: str = "husky") -> set[str]:
    """Words on the page that no German file knows."""
    world = grognard.games()[game].world(scenario, {})
    small = "() => { for (const one of document.querySelectorAll('*')) one.style.textTransform = 'none' }"
    visitor.page.evaluate(small)  # words in capitals would have to be looked up otherwise
    shown = "\n".join(visitor.on(selector).all_inner_texts())
    known = page_words() | vocabulary(world.game)
    return {word for word in foreign(shown, world) if not {word, word[:1].lower() + word[1:]} & known}


def test_no_english_is_left_on_a_german_page(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit(locale="de-DE")
    opened = husky(served)
    july.play(opened, july.TO_BATTLE)
    visitor.sit(opened["allied"])
    visitor.seated()
    for panel in PANELS:
        visitor.turn_to(panel)
        assert english_on(visitor) == set(), panel
    visitor.on("#panel button", has_text="Alle Regelkarten").click()
    visitor.turn_to("orders")
    visitor.on("#panel summary", has_text="Ständige Antworten").click()
    assert english_on(visitor) == set(), "standing answers"
    visitor.on("#prompt .rule").first.click()
    expect(visitor.dialog).to_be_visible()
    assert english_on(visitor) == set(), "rule card"
    visitor.page.keyboard.press("Escape")
    visitor.on('#panel button:has-text("Aussichten: Catania")').click()
    expect(visitor.dialog.locator("tbody tr").first).to_be_visible()
    visitor.dialog.locator("summary").click()
    assert english_on(visitor, "dialog[open]") == set(), "odds"
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("t")
    expect(visitor.on("#board table")).to_be_visible()
    assert english_on(visitor, "#board button, #board th, #board label") == set(), "board as text"
    assert opened["allied"].get().json()["language"] == "de"
    visitor.page.keyboard.press("t")
    opened["axis"].post("resign")
    expect(visitor.prompt).to_contain_text("Sieg: Alliierte")
    assert english_on(visitor) == set(), "the end"


def test_no_english_is_left_on_the_german_page_of_the_demonstration_game(
    visit: Callable[..., Visitor], served: Served
) -> None:
    visitor = visit(locale="de-DE")
    opened = served.open(red="me", blue="friend")
    opened["red"].order("aim Ford")
    visitor.sit(opened["red"])
    visitor.seated()
    visitor.turn_to("more")
    expect(visitor.on("#panel")).to_contain_text("Vor der Partie vereinbart")
    for panel in PANELS:
        visitor.turn_to(panel)
        assert english_on(visitor, "body", "skirmish", "ford") == set(), panel


def test_in_a_dark_room(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    visitor.sit(opened["allied"])
    visitor.seated()
    with visitor.page.expect_request(lambda request: "ground.svg" in request.url and "theme=dark" in request.url):
        visitor.on("header .preferences button").first.click()
    expect(visitor.on("html")).to_have_attribute("data-theme", "dark")
    expect(visitor.on("html")).to_have_css("background-color", "rgb(31, 28, 23)")
    visitor.page.reload()
    visitor.seated()
    expect(visitor.on("html")).to_have_attribute("data-theme", "dark")
    asked = visit(color_scheme="dark")
    asked.start()
    expect(asked.on("html")).to_have_attribute("data-theme", "dark")


def test_the_board_as_text(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    visitor.sit(opened["allied"])
    visitor.seated()
    visitor.page.keyboard.press("t")
    row = visitor.on("#board tr", has=visitor.page.get_by_role("button", name="Malta", exact=True))
    expect(row).to_contain_text("Br2Para")
    row.locator("summary").click()
    with visitor.answered():
        row.locator('button[title="activate AF paradrop"]').click()
    visitor.rested()
    assert "paradrop" in opened["allied"].view()["log"][-1]["text"]


def test_layers_over_the_map(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit()
    opened = husky(served)
    july.play(opened)
    visitor.sit(opened["allied"])
    visitor.seated()
    layers = opened["allied"].get("layers").json()
    assert {"control", "supply", "command", "zones"} <= {layer["key"] for layer in layers}
    for layer in layers:
        visitor.on('button[aria-label="Layers over the map"]').click()
        visitor.on(".layers").get_by_role("button", name=layer["title"], exact=True).click()
        for entry in layer["legend"]:
            expect(visitor.on(".legend")).to_contain_text(entry["text"])
    visitor.on('button[aria-label="Layers over the map"]').click()
    visitor.on('.layers button:has-text("Terrain only")').click()
    expect(visitor.on("#board [data-piece]")).to_have_count(0)


def too_wide(visitor: Visitor) -> list[str]:
    """What sticks out of the screen to the right."""
    wide: list[str] = visitor.page.evaluate(
        """() => document.documentElement.scrollWidth <= innerWidth ? [] : [...document.querySelectorAll('body *')]
            .filter(one => one.getBoundingClientRect().right > innerWidth + 1 && !one.closest('#board'))
            .map(one => one.outerHTML.slice(0, 120))"""
    )
    return wide


def test_on_a_telephone(visit: Callable[..., Visitor], served: Served) -> None:
    visitor = visit(phone=True)
    visitor.start()
    assert too_wide(visitor) == []
    visitor.on('label.card:has-text("WestFront")').first.tap()
    visitor.on("button.play").tap()
    visitor.seated()
    assert too_wide(visitor) == []
    finger = Finger(visitor)
    finger.give("activate AF paradrop")
    opened = husky(served)
    july.play(opened, july.TO_BATTLE[:4])
    visitor.sit(opened["allied"])
    visitor.seated()
    finger = Finger(visitor)
    finger.give("land US2 Tunis-CentralMediterranean-Catania")
    assert opened["allied"].view()["log"][-1]["places"][-1] == "Catania"
    for panel in PANELS:
        visitor.on(f"#tab-{panel}").tap()
        assert too_wide(visitor) == [], panel
        box = visitor.on("#panel").bounding_box()
        assert box is not None
        assert box["height"] > 150
    visitor.on("#prompt .rule").first.tap()
    expect(visitor.dialog).to_be_visible()
    assert too_wide(visitor) == []


@cache
def axe() -> str:
    return AXE.read_text()


def faults(visitor: Visitor, where: str) -> list[str]:
    """The serious and critical faults that axe-core finds, with what they are about."""
    if not visitor.page.evaluate("() => 'axe' in window"):
        visitor.page.evaluate(axe())
    found: dict[str, Any] = visitor.page.evaluate("() => axe.run({resultTypes: ['violations']})")
    return [
        f"{where}: {fault['id']} ({fault['impact']}): {node['html'][:160]}: {node['failureSummary']}"
        for fault in found["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"]
    ]


@pytest.mark.parametrize("phone", [False, True], ids=["desktop", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_no_serious_fault(visit: Callable[..., Visitor], served: Served, theme: str, phone: bool) -> None:
    visitor = visit(phone=phone, color_scheme=theme)
    visitor.start()
    found = faults(visitor, "start page")
    opened = husky(served)
    july.play(opened, july.TO_BATTLE)
    visitor.sit(opened["allied"])
    visitor.seated()
    for panel in PANELS:
        visitor.turn_to(panel)
        found += faults(visitor, panel)
    visitor.turn_to("orders")
    visitor.on("#prompt .rule").first.click()
    expect(visitor.dialog).to_be_visible()
    found += faults(visitor, "rule card")
    visitor.page.keyboard.press("Escape")
    visitor.on('#panel button:has-text("Odds at Catania")').click()
    expect(visitor.dialog.locator("tbody tr").first).to_be_visible()
    found += faults(visitor, "odds")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("?")
    expect(visitor.dialog).to_be_visible()
    found += faults(visitor, "help")
    visitor.page.keyboard.press("Escape")
    visitor.page.keyboard.press("t")
    found += faults(visitor, "board as text")
    visitor.page.keyboard.press("t")
    visitor.on("#command").fill("move US2 Tunis-Gabes")
    visitor.page.keyboard.press("Enter")
    expect(visitor.notice).to_be_visible()
    found += faults(visitor, "refusal")
    both = visit(phone=phone, color_scheme=theme)
    both.sit(opened["allied"], opened["axis"])
    expect(both.on("main h1")).to_be_visible()
    found += faults(both, "curtain")
    assert not found, "\n".join(found)
