"""Someone in front of a browser: what they see, and what would alarm them."""

from __future__ import annotations

import re
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, Request, Response, expect

from tests.browser.chromium import PATIENCE
from tests.browser.july import SEED
from tests.table.server import Opened, Seat, Served

DESKTOP = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
REFUSED = re.compile(r"status of 4\d\d")
"""How the browser itself reports an answer that says no; a refusal is one, and no fault of the page."""

SLID = """async board => {
    await Promise.allSettled(board.getAnimations({subtree: true}).map(each => each.finished));
}"""


class Visitor:
    """A browser window of one's own: nothing is shared with others, not even what it remembers."""

    def __init__(self, browser: Browser, served: Served, *, phone: bool = False, **wishes: Any) -> None:
        wishes = {"viewport": PHONE if phone else DESKTOP, "locale": "en-GB", "reduced_motion": "reduce"} | wishes
        if phone:
            wishes |= {"has_touch": True, "is_mobile": True}
        self.served = served
        self.home = f"http://127.0.0.1:{served.port}"
        self.context = browser.new_context(**wishes)
        self.context.set_default_timeout(PATIENCE)
        self.faults: list[str] = []
        self.context.on("request", self._watch)
        self.context.on("console", self._listen)
        self.context.on("weberror", lambda error: self.faults.append(f"error in the page: {error.error}"))
        self.page: Page = self.context.new_page()

    def _watch(self, request: Request) -> None:
        address = urlsplit(request.url)
        local = address.netloc == urlsplit(self.home).netloc
        if not local and address.scheme not in ("data", "blob"):
            self.faults.append(f"a request leaves the machine: {request.url}")

    def _listen(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not REFUSED.search(message.text):
            self.faults.append(f"on the console: {message.text}")

    def leave(self) -> None:
        self.context.close()

    # Coming in

    def start(self) -> None:
        """Open the start page."""
        self.page.goto(self.home)
        self.page.locator("button.play").wait_for()

    def sit(self, *seats: Seat) -> None:
        """Open the page of a seat, or of several on one screen."""
        self.page.goto(f"{self.home}/seat/{'+'.join(seat.token for seat in seats)}")

    def seated(self) -> Visitor:
        """Wait until the table is there, with the land drawn and the pieces on it."""
        self.page.locator("#board [data-piece]").first.wait_for(state="attached")
        self.page.locator("#board .land img").first.wait_for(state="attached")
        return self

    @property
    def seats(self) -> list[Seat]:
        """The seats that the page's address names."""
        tokens = urlsplit(self.page.url).path.removeprefix("/seat/")
        return [Seat(self.served, token) for token in tokens.split("+")]

    @property
    def seat(self) -> Seat:
        return self.seats[0]

    # Looking

    def on(self, selector: str, **narrower: Any) -> Locator:
        return self.page.locator(selector, **narrower)

    @property
    def prompt(self) -> Locator:
        return self.page.locator("#prompt")

    def piece(self, id: str) -> Locator:
        return self.page.locator(f'#board [data-piece="{id}"]')

    @property
    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    @property
    def notice(self) -> Locator:
        return self.page.locator(".notice")

    def turn_to(self, panel: str) -> None:
        self.page.locator(f"#tab-{panel}").click()

    def faces(self) -> dict[str, str]:
        """What the board says of each piece on it to whoever has it read aloud."""
        faces: dict[str, str] = self.page.locator("#board [data-piece]").evaluate_all(
            "all => Object.fromEntries(all.map(one => [one.dataset.piece, one.getAttribute('aria-label')]))"
        )
        return faces

    # Waiting

    def rested(self) -> None:
        """Wait until the last order has been answered and shown."""
        expect(self.page.locator("#prompt[aria-busy='true']")).to_have_count(0)
        self.page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def still(self) -> None:
        """Wait until the board has come to rest, and all pieces on it have slid to where they belong."""
        expect(self.page.locator("#board .veil")).to_have_count(0)
        self.page.locator("#board").evaluate(SLID)

    def painted(self) -> None:
        """Wait until the land has been drawn as finely as the screen can show it."""
        self.page.locator("#board .land[data-painted]").wait_for(state="attached")

    def answered(self, what: str = "orders") -> Any:
        """Around what sends something to the table: goes on when that has been answered."""

        def fits(answer: Response) -> bool:
            return urlsplit(answer.url).path.endswith(f"/{what}") and answer.request.method != "GET"

        return self.page.expect_response(fits)


def husky(served: Served, allied: str = "me", axis: str = "friend") -> Opened:
    """A match with the dice of the lesson."""
    return served.open(seed=SEED, game="westfront", scenario="husky", allied=allied, axis=axis)
