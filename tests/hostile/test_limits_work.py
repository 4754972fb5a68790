"""Heavy work: off the event loop, within a time, and once for many who ask."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from msgspec import structs

from grognard.table.shelf import Shelf
from tests.hostile.visitors import waits
from tests.table.server import WIDE, Opened, Served, problem

HEAVY = ["board.svg", "report.md"]


def campaign(served: Served) -> Opened:
    return served.open(seed=1, game="westfront", scenario="campaign", allied="me", axis="me")


def test_nobody_waits_while_boards_are_drawn(serve: Callable[..., Served]) -> None:
    """Cold pictures and reports of the largest map, one after the other, while somebody else looks at his match."""
    served = serve()
    small, large = served.open()["red"], campaign(served)
    small.view()
    with waits(small) as others:
        for seat in ("allied", "axis"):
            for what in HEAVY:
                assert large[seat].get(what).status_code == 200
        for theme in ("light", "dark"):
            assert served.http.get(f"/api/games/westfront/campaign/ground.svg?theme={theme}").status_code == 200
    assert len(others.seconds) > 20
    ordered = sorted(others.seconds)
    assert ordered[len(ordered) * 95 // 100] < 0.25, "the worst ones apart, for the machine may have others to serve"
    assert others.longest < 1


def test_a_board_that_many_ask_for_is_drawn_once(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, seat_studies=1, studies=1))
    spectator = campaign(served).spectator
    with ThreadPoolExecutor(12) as pool:
        answers = list(pool.map(lambda _: spectator.get("board.svg"), range(12)))
    assert {answer.status_code for answer in answers} == {200}, "who asks for the same needs no place of his own"
    assert len({answer.content for answer in answers}) == 1
    began = time.perf_counter()
    assert spectator.get("board.svg").content == answers[0].content
    assert time.perf_counter() - began < 0.3


def test_a_board_is_drawn_anew_after_an_order(served: Served) -> None:
    allied = served.open(game="westfront", scenario="husky", allied="me", axis="me")["allied"]
    before = allied.get("board.svg").text
    allied.order("pass")
    after = allied.get("board.svg").text
    assert before != after
    assert allied.get("board.svg").text == after
    assert allied.get("board.svg", lang="de").text != after


@pytest.mark.parametrize("what", HEAVY)
def test_work_has_a_deadline(serve: Callable[..., Served], what: str) -> None:
    served = serve(settings=structs.replace(WIDE, study=0.01))
    allied = campaign(served)["allied"]
    problem(allied.get(what), 503, "late")
    problem(served.http.get("/api/games/westfront/campaign/ground.svg"), 503, "late")
    assert allied.view()["number"] == "0"


def test_opening_has_a_deadline(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, opening=0.01))
    body = {
        "game": "westfront", "scenario": "campaign", "seats": {"allied": "me", "axis": "me"},
        "options": {"charts": {"charts": {"seas": {"Irish Sea": {"interdiction": 4}}}}},
    }  # fmt: skip
    problem(served.http.post("/api/matches", json=body), 503, "late")


def test_matches_are_opened_while_others_play(serve: Callable[..., Served]) -> None:
    served = serve()
    small = served.open()["red"]
    small.view()
    scenarios = ["summer43", "winter43", "summer44", "winter44", "year43", "campaign"]
    with waits(small) as others, ThreadPoolExecutor(6) as pool:
        opened = [
            pool.submit(served.open, game="westfront", scenario=scenario, allied="me", axis="me")
            for scenario in scenarios * 2
        ]
        for each in opened:
            each.result()
    assert others.longest < 1


def test_what_cannot_be_made_is_told_to_all_and_tried_again() -> None:
    async def ask() -> None:
        shelf: Shelf[bytes] = Shelf(100, len)
        made = 0

        async def make() -> bytes:
            nonlocal made
            made += 1
            await asyncio.sleep(0.01)
            if made == 1:
                raise ValueError("not today")
            return b"x" * 60

        first = await asyncio.gather(*(shelf.get("a", make) for _ in range(5)), return_exceptions=True)
        assert [str(each) for each in first] == ["not today"] * 5
        assert made == 1
        assert await asyncio.gather(*(shelf.get("a", make) for _ in range(5))) == [b"x" * 60] * 5
        assert made == 2
        await shelf.get("b", make)
        await shelf.get("a", make)
        assert made == 4, "there is room for one of them"

    asyncio.run(ask())


def test_words_of_no_language_are_not_worked_out_again(served: Served) -> None:
    path = "/api/games/westfront/campaign/surface"
    known = served.http.get(path).headers["etag"]
    began = time.perf_counter()
    assert {served.http.get(f"{path}?lang=x{letter}").headers["etag"] for letter in "abcdefghij"} == {known}
    assert time.perf_counter() - began < 2
