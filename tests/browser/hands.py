"""Giving orders by mouse, by finger and by keyboard: the same orders, by whatever the page offers for each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Locator, expect

from tests.browser.visitor import Visitor

Offer = dict[str, Any]
MAX_KEYS = 400


class Hand:
    """What the ways of giving orders have in common."""

    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        about = visitor.seat.get().json()
        surface = visitor.served.http.get(f"/api/games/{about['game']}/{about['scenario']}/surface").json()
        self.width: float = surface["width"]
        self.hexes = {hex["name"]: (hex["x"], hex["y"]) for hex in surface["hexes"]}

    def offer(self, say: str) -> Offer:
        """The order on offer that is meant: in full, or with a star for any words."""
        begin, star, end = say.partition("*")
        offers: list[Offer] = self.visitor.seat.view()["orders"]
        for offer in offers:
            said = offer["say"]
            if said == say or (star and said.startswith(begin) and said.endswith(end)):
                return offer
        raise AssertionError(f"{say!r} is not on offer: {sorted(offer['say'] for offer in offers)}")

    def give(self, say: str) -> None:
        """Give an order that is on offer, and wait for what comes of it."""
        offer = self.offer(say)
        with self.visitor.answered():
            self.carry_out(offer)
        self.visitor.rested()

    def carry_out(self, offer: Offer) -> None:
        raise NotImplementedError


class Mouse(Hand):
    """Clicks on pieces and places; buttons only for what has neither."""

    def carry_out(self, offer: Offer) -> None:
        pieces, places = offer["pieces"], offer["places"]
        if not pieces and not places:
            self.press(f'#prompt .act[title="{offer["say"]}"]')
            self._past_the_warning()
        elif not pieces:
            self.at(places[-1])
            self._among_several(offer)
        else:
            self.pick(pieces[0])
            where = self.visitor.piece(pieces[0])
            goes = places and places[-1] in self.hexes
            if goes and (where.count() == 0 or where.get_attribute("data-at") != places[-1]):
                self.at(places[-1])
                self._among_several(offer)
            else:
                self.press(f'#panel button[title="{offer["say"]}"]')

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.click()

    def _past_the_warning(self) -> None:
        if self.visitor.dialog.count():
            self.visitor.dialog.locator("footer .primary").click()

    def _among_several(self, offer: Offer) -> None:
        choice = self.visitor.dialog.locator(f'button[title="{offer["say"]}"]')
        if self.visitor.dialog.count():
            choice.click()

    def pick(self, piece: str) -> None:
        """Choose a piece: one click if it lies alone, a second if a stack fans out at the first."""
        shown = self.visitor.piece(piece)
        if shown.count() == 0:
            self.press(f'#panel .chip:has-text("{piece}")')
            return
        for _ in range(3):
            if shown.get_attribute("aria-pressed") == "true":
                return
            self.touch(*self._uncovered(lambda: self._middle(shown)))
            self.visitor.rested()
            self.visitor.still()
        expect(shown).to_have_attribute("aria-pressed", "true")

    def at(self, place: str) -> None:
        """Click a place on the map."""
        self.touch(*self.point(place))

    def point(self, place: str) -> tuple[float, float]:
        """Where a place is on the screen."""
        return self._uncovered(lambda: self._screen(place))

    def _uncovered(self, find: Callable[[], tuple[float, float]]) -> tuple[float, float]:
        """Where something is; the map is moved if it is out of sight, or something lies over it."""
        for _ in range(3):
            x, y = find()
            if self.page.evaluate("([x, y]) => !!document.elementFromPoint(x, y)?.closest('.board')", [x, y]):
                return x, y
            self.bring_into_sight(x, y)
            self.visitor.still()
        raise AssertionError("what is wanted cannot be reached")

    def _screen(self, place: str) -> tuple[float, float]:
        box = self.page.locator("#board .page").bounding_box()
        assert box is not None
        scale = box["width"] / self.width
        x, y = self.hexes[place]
        return box["x"] + x * scale, box["y"] + y * scale

    def _middle(self, shown: Locator) -> tuple[float, float]:
        box = shown.bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def bring_into_sight(self, x: float, y: float) -> None:
        middle = self._middle(self.page.locator("#board"))
        self.page.mouse.move(*middle)
        self.page.mouse.down()
        self.page.mouse.move(middle[0] + (middle[0] - x) / 2, middle[1] + (middle[1] - y) / 2, steps=5)
        self.page.mouse.up()

    def touch(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)


class Finger(Mouse):
    """The same by taps."""

    def press(self, selector: str) -> None:
        self.page.locator(selector).first.tap()

    def touch(self, x: float, y: float) -> None:
        self.page.touchscreen.tap(x, y)

    def bring_into_sight(self, x: float, y: float) -> None:
        self.press('button[aria-label="Show the whole map"]')


class Keys(Hand):
    """Keys only, and only what the page says of itself: the focus and what is read aloud."""

    def carry_out(self, offer: Offer) -> None:
        pieces, places = offer["pieces"], offer["places"]
        if not pieces and not places:
            self.walk_to("#prompt .act", offer["say"])
            self.page.keyboard.press("Enter")
            if self.visitor.dialog.count():
                self.walk_to("dialog[open] footer .primary", None)
                self.page.keyboard.press("Enter")
        elif pieces and places and places[-1] in self.hexes and self._select(pieces[0]) != places[-1]:
            self._go(places[-1])
            if self.visitor.dialog.count():
                self._figure(offer)
        else:
            if pieces:
                self._select(pieces[0])
            self.page.keyboard.press("o")
            self.walk_to("#panel button", offer["say"])
            self.page.keyboard.press("Enter")

    def walk_to(self, selector: str, title: str | None) -> None:
        """Press Tab until the focus is on what is wanted."""
        there = "([selector, title]) => { const on = document.activeElement;"
        there += " return on.matches(selector) && (title === null || on.title === title); }"
        for _ in range(MAX_KEYS):
            if self.page.evaluate(there, [selector, title]):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"Tab never comes to {selector} {title or ''}")

    def _select(self, piece: str) -> str | None:
        """Press n until the piece is chosen; says where it stands."""
        shown = self.visitor.piece(piece)
        for _ in range(MAX_KEYS):
            if shown.get_attribute("aria-pressed") == "true":
                return shown.get_attribute("data-at")
            self.page.keyboard.press("n")
        raise AssertionError(f"n never comes to {piece}")

    def _go(self, place: str) -> None:
        """On the board, step through the places that stand out until the wanted one is read aloud."""
        self.page.keyboard.press("b")
        here = self.page.locator("#board .spoken")
        for _ in range(MAX_KEYS):
            if here.count() and (here.get_attribute("aria-label") or "").startswith((f"{place},", f"{place};")):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("PageDown")
        raise AssertionError(f"the keys never reach {place}")

    def _figure(self, offer: Offer) -> None:
        titles = self.visitor.dialog.locator("ol button").evaluate_all("all => all.map(one => one.title)")
        self.page.keyboard.press(str(titles.index(offer["say"]) + 1))
