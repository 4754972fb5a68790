"""Two matches that differ only in what a side cannot know are the same to it, byte for byte, through a whole turn."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.sync.client import ClientConnection

from grognard.engine import snapshot
from grognard.engine.agenda import waiting
from grognard.engine.dice import secret_of
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from grognard.games import find
from grognard.table import journal, seats
from grognard.table.journal import Journal
from grognard.table.storage import SeatRow, Storage, open_storage
from tests.table.server import Opened, Seat, Served

CASES = [("skirmish", "ford", side) for side in ("red", "blue")]
CASES += [("westfront", "husky", side) for side in ("allied", "axis")]
ENOUGH = 40
"""Orders after which a turn is long enough."""


TIMES = re.compile(rb'"(opened|played)":\d{10},')


def twins(game: str, scenario: str, side: str, seed: int) -> tuple[Match, Match]:
    """A match where a side's turn begins, and the same with everything drawn anew that the side cannot know."""
    found = find(game)
    match = Match(found, scenario, secret=secret_of(seed))
    choose = Random(seed)
    for _ in range(400):
        asked = match.waiting
        if asked == {side} and len(match.record) > 5 and len(match.orders(side)) > 3:
            break
        who = choose.choice(sorted(asked))
        match.play(choose.choice(match.orders(who)))
        if match.outcome is not None:
            match = Match(found, scenario, secret=secret_of(seed + 100 + len(match.record)))
    state = match.state
    drawn = found.redraw(state.copy(), match.side_index(side), choose.randrange)
    secret = secret_of(seed)
    return (
        Match(found, scenario, secret=secret, state=state.copy()),
        Match(found, scenario, secret=secret, state=drawn),
    )


def put(storage: Storage, id: str, match: Match) -> dict[str, Any]:
    """Keep a match as if it had been opened at the table."""
    written = Journal(match, id)
    change = written.change()
    assert change is not None
    chairs: list[str | None] = [*match.sides, None]
    tokens = {side: seats.token() for side in chairs}
    rows = [SeatRow(seats.key(token) or "", id, side) for side, token in tokens.items()]
    storage.add_match(journal.begun(match, id, dict.fromkeys(match.sides, "friend")), rows, change)
    spectator = tokens.pop(None)
    return {"match": id, "seats": tokens, "spectator": spectator}


def alike(ids: tuple[str, str], one: httpx.Response, other: httpx.Response) -> None:
    """The same but for the date, the times of the matches and their names."""
    assert one.status_code == other.status_code
    bare = [TIMES.sub(b"", each.content).replace(id.encode(), b"") for id, each in zip(ids, (one, other), strict=True)]
    assert bare[0] == bare[1]
    headers = [{name: text for name, text in each.headers.items() if name != "date"} for each in (one, other)]
    assert headers[0] == headers[1]


def questions(seat: Seat, match: Match, side: str) -> Iterator[httpx.Response]:
    """Everything that a seat may ask at a moment."""
    yield seat.get()
    yield seat.get("view")
    yield seat.get("view", lang="de")
    yield seat.get("moments")
    yield seat.get("layers")
    yield seat.get("notes")
    yield seat.get("export.json")
    yield seat.get("board.svg")
    yield seat.get("report.md")
    for moment in seat.get("moments").json():
        yield seat.get("view", moment=moment["moment"])
    for order in list(match.orders(side))[:8]:
        yield seat.post("preview", {"say": str(order)})
    for say in bold(match, side):
        yield seat.post("why", {"say": say})
        yield seat.post("preview", {"say": say})
        yield seat.post("orders", {"number": match.number(side), "say": say})


def bold(match: Match, side: str) -> list[str]:
    """Orders that probe where the enemy is: a few forms of real ones with places and pieces exchanged."""
    pieces = [piece["id"] for piece in match.view(side)["pieces"]]
    places = sorted({piece["at"] for piece in match.view(side)["pieces"]})
    choose = Random(len(match.record))
    found = []
    for order in list(match.orders(side))[:3]:
        words = str(order).split()
        for _ in range(2):
            swapped = [choose.choice(pieces + places).replace(" ", "") for _ in words[1:]]
            found.append(" ".join([words[0], *swapped]))
    offered = {str(order) for order in match.orders(side)}
    return [say for say in found if say not in offered]


def silent(one: Match, other: Match, side: str, order: Order) -> bool:
    """Whether an order leaves both worlds the same to a side: nothing is met that could be otherwise."""
    tried = [each.with_state(each.state.copy()) for each in (one, other)]
    for each in tried:
        each.play(order)
    return tried[0].view(side) == tried[1].view(side)


@pytest.mark.parametrize(("game", "scenario", "side"), CASES)
def test_a_whole_turn_is_the_same_on_the_wire(
    serve: Callable[..., Served], tmp_path: Path, game: str, scenario: str, side: str
) -> None:
    one, other = twins(game, scenario, side, seed=11)
    assert snapshot.dump(one.state) != snapshot.dump(other.state)
    file = str(tmp_path / "table.sqlite3")
    storage = open_storage(file)
    kept = [put(storage, seats.token(), match) for match in (one, other)]
    storage.close()
    served = serve(file)
    opened = [Opened(served, each) for each in kept]
    ids = (opened[0].id, opened[1].id)
    given = 0
    with ExitStack() as stack:
        lines = [stack.enter_context(each[side].live()) for each in opened]
        eyes = [stack.enter_context(each.spectator.live()) for each in opened]
        hears = [Hears(lines, one, side), Hears(eyes, one, None)]
        while given < ENOUGH and one.waiting == {side}:
            if given % 4 == 0:
                for first, second in zip(*(questions(each[side], one, side) for each in opened), strict=True):
                    alike(ids, first, second)
            orders = [order for order in one.orders(side) if silent(one, other, side, order)]
            if not orders:
                break
            bolder = [order for order in orders if not isinstance(order, Pass)]
            order = Random(given).choice(bolder or orders)
            body = {"number": one.number(side), "say": str(order)}
            alike(ids, *(each[side].post("orders", body) for each in opened))
            one.play(order), other.play(order)
            assert one.number(side) == other.number(side)
            for each_hears in hears:
                each_hears.the_same()
            given += 1
        enemy = next(each for each in one.sides if each != side)
        if one.waiting == {enemy} and str(one.orders(enemy)[-1]) == str(other.orders(enemy)[-1]) == "pass":
            for each in opened:
                each[enemy].order("pass")
            one.play("pass"), other.play("pass")
            for each_hears in hears:
                each_hears.the_same()
            alike(ids, *(each[side].get("view") for each in opened))
        for each_hears in hears:
            each_hears.nothing_more()
    assert given >= 3, one.text()
    assert waiting(one.state) == waiting(other.state)


class Hears:
    """The live lines of one chair in both matches."""

    def __init__(self, lines: list[ClientConnection], match: Match, side: str | None) -> None:
        self.lines, self.match, self.side = lines, match, side
        self.number = ""
        self.the_same()

    def the_same(self) -> None:
        """Both hear of the new moment, if there is one for this chair."""
        number = self.match.number(self.side)
        if number != self.number:
            self.number = number
            assert {line.recv(5) for line in self.lines} == {f'{{"what":"changed","number":"{number}"}}'}

    def nothing_more(self) -> None:
        for line in self.lines:
            with pytest.raises(TimeoutError):
                line.recv(0.3)
