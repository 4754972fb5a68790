"""Pictures of the table for README and docs: `python -m tests.browser.screenshots` draws them into docs/.

The positions are ones that computer players have come to, found anew each time: on Sicily the first with three battles
in August, on the whole map the first in which the Allies move in autumn with two battles on the mainland, in 2WW the
spring of 1940. In Balkan Front it is the second attack of the lesson.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator
from itertools import count
from math import dist
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Route

import grognard
from grognard.engine.match import Match
from grognard.games.balkan import GAME as BALKAN_FRONT
from grognard.players import opponents
from tests.browser.chromium import chromium
from tests.browser.hands import Finger, Mouse
from tests.browser.visitor import Visitor
from tests.skirmish import GAME as FOR_TESTS_ONLY
from tests.table.server import Opened, Served

DOCS = Path(__file__).parents[2] / "docs"
LIMIT = 500_000  # bytes of one picture
OF_THE_WHOLE_MAP = 800_000  # its land is all detail
MONTH, BATTLES, CHOICE = "Aug", 3, 8
TALL, WIDE = {"width": 1200, "height": 980}, {"width": 1200, "height": 820}
AS_IT_WAS = {"deployment": "historical"}
AUTUMN, FRONTS = ("Sep", "Oct"), 2
CLOSER = 450
ATTACK, NEARER = "attack KoritsaSE1", 2
SPRING, AS_IN_1939 = "Spring 1940, axis movement", {"set_up": "historical"}


class August(NamedTuple):
    """A match that has come to August: what has been ordered by whom, up to its movement and up to its battles."""

    seed: int
    to_movement: list[tuple[str, str]]
    to_battle: list[tuple[str, str]]


class Autumn(NamedTuple):
    """A match on the whole map that has come to autumn: what has been ordered by whom, up to the Allies' movement."""

    seed: int
    to_movement: list[tuple[str, str]]


def contested(view: dict[str, Any]) -> list[str]:
    """Where both sides stand."""
    sides = defaultdict(set)
    for piece in view["pieces"]:
        sides[piece["at"]].add(piece["side"])
    return [place for place, there in sides.items() if len(there) > 1]


def steps(match: Match) -> Iterator[tuple[str, str]]:
    """Who orders what, when computers of the first level play."""
    players = {side: opponents.opponent(match.game, "1", side, f"picture {side}") for side in match.sides}
    while match.outcome is None:
        side = match.view(None)["waiting"][0]
        order = str(players[side].choose(match).order)
        yield side, order
        match.play(order, side=side)


def august() -> August:
    """The first match in which the Allies choose between three battles in August."""
    for seed in count(1):
        match = grognard.new("westfront", "husky", seed=seed)
        given: list[tuple[str, str]] = []
        moving: list[tuple[str, str]] | None = None
        for side, order in steps(match):
            view = match.view("allied")
            if view["when"].startswith(MONTH) and view["prompt"]:
                step, many = view["prompt"]["step"], len(contested(view))
                if step == "MoveUnits" and many >= BATTLES - 1 and len(moves(view["orders"])) >= CHOICE:
                    moving = list(given)
                if step == "FightBattles" and many >= BATTLES and moving:
                    return August(seed, moving, given)
            given.append((side, order))
    raise AssertionError


def autumn() -> Autumn:
    """The first match on the whole map in which the Allies move in autumn, with battles under way in several places."""
    for seed in count(1):
        match = grognard.new("westfront", "summer43", seed=seed, options=AS_IT_WAS)
        given: list[tuple[str, str]] = []
        for side, order in steps(match):
            view = match.view("allied")
            if view["when"].startswith(AUTUMN) and view["prompt"] and view["prompt"]["step"] == "MoveUnits":
                fronts = set(contested(view)) & set(view["tracks"]["control"])
                if len(fronts) >= FRONTS and len(moves(view["orders"])) >= CHOICE:
                    return Autumn(seed, given)
            given.append((side, order))
    raise AssertionError


class Studio:
    """Takes the pictures."""

    def __init__(self, browser: Browser, served: Served, folder: Path) -> None:
        self.browser = browser
        self.served = served
        self.folder = folder
        self.august = august()

    def take(self) -> list[Path]:
        return [self.start(), self.board(), self.battle(), self.phone(), self.war(), self.europe(), self.epirus()]

    def _keep(self, visitor: Visitor, name: str) -> Path:
        visitor.page.wait_for_load_state("networkidle")
        if visitor.on("#board").count():
            visitor.still()
            visitor.painted()
        path = self.folder / f"table-{name}.png"
        visitor.page.screenshot(path=path, animations="disabled")
        faults = visitor.faults
        visitor.leave()
        assert not faults
        return path

    def _match(self, orders: list[tuple[str, str]]) -> Opened:
        opened = self.served.open(self.august.seed, "westfront", "husky", allied="me", axis="friend")
        for side, say in orders:
            opened[side].order(say)
        return opened

    def start(self) -> Path:
        visitor = Visitor(self.browser, self.served)

        def without_tests(route: Route) -> None:
            games = route.fetch().json()
            route.fulfill(json=[game for game in games if game["key"] != FOR_TESTS_ONLY.key])

        visitor.page.route("**/api/games?*", without_tests)
        visitor.start()
        return self._keep(visitor, "start")

    def board(self) -> Path:
        """August: battles, a unit in hand, and the way that it would go."""
        opened = self._match(self.august.to_movement)
        visitor = Visitor(self.browser, self.served)
        visitor.sit(opened["allied"])
        mouse = Mouse(visitor.seated())
        offer = to_the_front(opened["allied"].view(), mouse.hexes)
        mouse.pick(offer["pieces"][0])
        visitor.page.mouse.move(*mouse.point(offer["places"][-1]))
        return self._keep(visitor, "board")

    def battle(self) -> Path:
        opened = self._match(self.august.to_battle)
        visitor = Visitor(self.browser, self.served)
        visitor.sit(opened["allied"])
        visitor.seated()
        visitor.on('#panel button:has-text("Odds at")').first.click()
        visitor.dialog.locator("tbody tr").first.wait_for()
        return self._keep(visitor, "battle")

    def war(self) -> Path:
        """The whole map in autumn, with a unit in hand and where it may go, and how the war stands."""
        seed, orders = autumn()
        seats = {"allied": "me", "axis": "friend"}
        wanted = {"game": "westfront", "scenario": "summer43", "seats": seats, "options": AS_IT_WAS, "seed": seed}
        opened = self.served.begin(wanted)
        for side, say in orders:
            opened[side].order(say)
        visitor = Visitor(self.browser, self.served, viewport=TALL)
        visitor.sit(opened["allied"])
        mouse = Mouse(visitor.seated())
        view = opened["allied"].view()
        offer = to_the_front(view | {"orders": moves(view["orders"])}, mouse.hexes)
        mouse.pick(offer["pieces"][0])
        visitor.turn_to("tracks")
        return self._keep(visitor, "war")

    def europe(self) -> Path:
        """2WW in the spring of 1940, with an army in hand, and how the war has gone so far."""
        seats = {"axis": "me", "allied": "friend"}
        opened = self.served.begin(
            {"game": "2ww", "scenario": "war", "seats": seats, "options": AS_IN_1939, "seed": 1940}
        )
        match = grognard.new("2ww", "war", seed=1940, options=AS_IN_1939)
        for side, order in steps(match):
            if match.view(None)["when"] == SPRING:
                break
            opened[side].order(order)
        visitor = Visitor(self.browser, self.served, viewport=WIDE)
        visitor.sit(opened["axis"])
        mouse = Mouse(visitor.seated())
        mouse.give(next(offer["say"] for offer in opened["axis"].view()["orders"] if "Armor" in offer["say"]))
        visitor.page.mouse.move(*mouse.point("Vienna"))
        visitor.page.mouse.wheel(0, -CLOSER)
        visitor.turn_to("tracks")
        return self._keep(visitor, "2ww")

    def epirus(self) -> Path:
        """Balkan Front: an attack that two divisions have joined, with its account."""
        lesson = BALKAN_FRONT.lessons()["epirus"]
        orders = [step.expect[0] for step in lesson.steps if step.expect]
        seats = {"axis": "me", "allied": "friend"}
        wanted = {"game": BALKAN_FRONT.key, "scenario": "epirus", "seats": seats, "seed": lesson.seed}
        opened = self.served.begin(wanted)
        for say in orders[: orders.index(ATTACK) + 3]:
            (side,) = opened.spectator.view()["waiting"]
            opened[side].order(say)
        visitor = Visitor(self.browser, self.served, viewport=WIDE)
        visitor.sit(opened["axis"])
        mouse = Mouse(visitor.seated())
        visitor.page.mouse.move(*mouse.point("Koritsa SE1"))
        for _ in range(NEARER):
            visitor.page.mouse.wheel(0, -CLOSER)
            visitor.still()
        return self._keep(visitor, "balkan")

    def phone(self) -> Path:
        opened = self._match(self.august.to_movement)
        visitor = Visitor(self.browser, self.served, phone=True)
        visitor.sit(opened["allied"])
        finger = Finger(visitor.seated())
        finger.pick(to_the_front(opened["allied"].view(), finger.hexes)["pieces"][0])
        return self._keep(visitor, "phone")


def moves(orders: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [offer for offer in orders if offer["verb"] == "move"]


def to_the_front(view: dict[str, Any], hexes: dict[str, tuple[float, float]]) -> dict[str, Any]:
    """The order that goes nearest to a battle, from as far away as may be."""
    battles = [hexes[place] for place in contested(view)]

    def worth(offer: dict[str, Any]) -> tuple[float, float]:
        way = [hexes[place] for place in offer["places"] if place in hexes]
        return -min(dist(way[-1], battle) for battle in battles), dist(way[0], way[-1])

    return max((offer for offer in view["orders"] if offer["pieces"] and len(offer["places"]) > 1), key=worth)


def take(folder: Path) -> list[Path]:
    """All pictures, into a folder."""
    served = Served()
    try:
        with chromium() as browser:
            return Studio(browser, served, folder).take()
    finally:
        served.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=DOCS)
    for path in take(parser.parse_args().folder):
        print(f"{path}  {path.stat().st_size / 1000:.0f} kB")


if __name__ == "__main__":
    main()
