"""Several people in one match: each sees what happens at once, and only what is theirs to see."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser import july
from tests.browser.hands import Mouse
from tests.browser.visitor import Visitor, husky
from tests.table.server import Opened, Seat, Served, problem

pytestmark = pytest.mark.long


def names(view: dict[str, Any]) -> set[str]:
    return {piece["face"]["name"] for piece in view["pieces"] if piece["face"]}


def sees_only_its_own(visitor: Visitor, seat: Seat, opened: Opened) -> None:
    """Nothing on the page names a block that stands hidden from this seat; and there are such blocks."""
    everything = names(opened["allied"].view()) | names(opened["axis"].view())
    hidden = everything - names(seat.view())
    assert hidden
    html = visitor.page.content()
    shown = " ".join(visitor.faces().values())
    assert [name for name in hidden if f">{name}<" in html or f" {name}," in shown] == []


def test_two_browsers_and_a_spectator(visit: Callable[..., Visitor], served: Served) -> None:
    opened = husky(served)
    seats = {"allied": opened["allied"], "axis": opened["axis"], "spectator": opened.spectator}
    there = {name: visit() for name in seats}
    for name, visitor in there.items():
        visitor.sit(seats[name])
        visitor.seated()
        sees_only_its_own(visitor, seats[name], opened)
    assert all("hidden" in label for label in there["spectator"].faces().values())
    expect(there["axis"].on("#command")).to_be_disabled()
    expect(there["spectator"].on("#command")).to_have_count(0)
    expect(there["spectator"].on(".undo")).to_have_count(0)

    # One plays, all are told.
    mouse = Mouse(there["allied"])
    for say in july.TURN[:4]:
        mouse.give(say)
    for visitor in there.values():
        visitor.turn_to("log")
        expect(visitor.on("#panel")).to_contain_text("AF (2) at Malta is activated for paradrop.")

    # The other side's turn comes without anybody asking for it.
    july.play(opened, july.TURN[4:])
    axis = there["axis"]
    expect(axis.prompt.locator(".act").first).to_be_visible()
    expect(axis.on("#announcer")).to_contain_text("Axis")
    expect(there["allied"].prompt.locator(".act")).to_have_count(0)
    Mouse(axis).give("activate OKW supreme")
    for name, visitor in there.items():
        visitor.turn_to("log")
        expect(visitor.on("#panel")).to_contain_text("OKW")
        sees_only_its_own(visitor, seats[name], opened)


def test_a_friend_comes_by_a_link(visit: Callable[..., Visitor]) -> None:
    me, friend = visit(), visit()
    me.start()
    me.on('label.card:has-text("The Ford")').first.click()
    me.on(".sides select").nth(1).select_option("friend")
    me.on("button.play").click()
    link = me.dialog.locator("input").first.input_value()
    me.dialog.locator("footer .primary").click()
    expect(me.on("main h1")).to_have_text("Waiting for the others")
    friend.page.goto(link)
    expect(friend.on("main")).to_contain_text("You are to play: Blue")
    friend.on("main button.primary").click()
    friend.seated()
    me.seated()
    assert friend.seat.token not in me.page.evaluate("JSON.stringify(localStorage)")
    assert {me.seat.get().json()["side"], friend.seat.get().json()["side"]} == {"red", "blue"}


def test_a_match_is_deleted_when_both_agree(visit: Callable[..., Visitor], served: Served) -> None:
    """By keyboard alone, one of them in German; whoever has it open is told, and the other side before it agrees."""
    opened = served.open(seed=None, red="me", blue="friend")
    red, blue = visit(locale="de-DE"), visit()
    for visitor, side in ((red, "red"), (blue, "blue")):
        visitor.sit(opened[side])
        visitor.seated()
        visitor.turn_to("more")
    red.on("#panel button", has_text="Partie löschen").press("Enter")
    expect(red.dialog).to_contain_text("sobald die andere Seite zustimmt")
    expect(red.dialog.locator("footer button").first).to_be_focused()
    red.page.keyboard.press("Enter")  # it begins at keeping it
    expect(red.dialog).to_have_count(0)
    assert opened["red"].get().json()["leaving"] == []
    red.on("#panel button", has_text="Partie löschen").press("Enter")
    red.page.keyboard.press("Tab")
    red.page.keyboard.press("Enter")
    expect(red.on("#panel")).to_contain_text("Die Partie wird gelöscht, sobald")
    expect(blue.page.get_by_role("alert")).to_contain_text("Red would like to delete this match.")
    expect(blue.on("#panel")).to_contain_text("Red would like to delete this match.")
    blue.on("#panel button", has_text="Delete the match").press("Enter")
    blue.page.keyboard.press("Tab")
    blue.page.keyboard.press("Enter")
    expect(blue.page.get_by_role("status")).to_have_text("This match has been deleted")
    expect(red.page.get_by_role("status")).to_have_text("Diese Partie ist gelöscht")
    problem(opened["red"].get("view"), 404, "unknown")


def test_one_screen_for_two_with_a_curtain_between(visit: Callable[..., Visitor], served: Served) -> None:
    opened = served.open(seed=1, red="me", blue="me")
    both = visit()
    both.sit(opened["red"], opened["blue"])
    lift = both.on("main button.primary")
    expect(both.on("main h1")).to_contain_text("Red")
    lift.click()
    both.seated()
    red = names(opened["red"].view()) - names(opened["blue"].view())
    assert red
    mouse = Mouse(both)
    while opened["red"].view()["orders"]:
        mouse.give(opened["red"].view()["orders"][-1]["say"])
    expect(both.on("main h1")).to_contain_text("Blue")
    assert both.piece("any").count() == both.on("[data-piece]").count() == 0
    assert not [name for name in red if name in both.page.content()]
    lift.click()
    both.seated()
    assert not [name for name in red if f" {name}," in " ".join(both.faces().values())]
