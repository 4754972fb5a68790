"""Computers think in a queue in which nobody stands before all others."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Awaitable, Callable
from typing import TypeVar

import pytest
from msgspec import structs

from grognard.table.crew import Crew, Died, Late
from grognard.table.limits import asker
from tests.hostile.chores import die, die_once, fail, nap
from tests.hostile.visitors import visitor
from tests.table.server import WIDE, Opened, Seat, Served

T = TypeVar("T")


def with_crew(work: Callable[[Crew], Awaitable[T]], size: int = 2) -> T:
    async def go() -> T:
        crew = Crew(size=size)
        try:
            return await work(crew)
        finally:
            crew.close()

    return asyncio.run(go())


def ask(crew: Crew, who: str, what: str, seconds: float, order: list[str]) -> asyncio.Task[None]:
    """Something that somebody asks for; `order` tells who got it when."""

    async def asked() -> None:
        asker.set(who)
        await crew.do(what, 30, nap, seconds)
        order.append(what)

    return asyncio.create_task(asked())


def test_who_asks_for_little_does_not_wait_for_who_asks_for_much() -> None:
    async def work(crew: Crew) -> list[str]:
        order: list[str] = []
        much = [ask(crew, "A", f"campaign {number}", 0.2, order) for number in range(12)]
        await asyncio.sleep(0)
        little = [ask(crew, "B", "husky", 0.01, order) for _ in range(3)]
        await asyncio.gather(*much, *little)
        return order

    for size in (1, 2, 3):
        order = with_crew(work, size)
        assert max(place for place, what in enumerate(order) if what == "husky") <= 2 + 2 * size, (size, order)


def test_of_ones_own_matches_none_stands_before_all_others() -> None:
    async def work(crew: Crew) -> list[str]:
        order: list[str] = []
        first = [ask(crew, "A", "campaign", 0.1, order) for _ in range(8)]
        await asyncio.sleep(0)
        await asyncio.gather(*first, *[ask(crew, "A", "husky", 0.01, order) for _ in range(2)])
        return order

    assert "husky" in with_crew(work, 1)[:3]


def test_nobody_has_all_workers() -> None:
    async def work(crew: Crew) -> float:
        order: list[str] = []
        await asyncio.gather(*(ask(crew, who, who, 0.1, order) for who in "CD"))  # both have begun
        much = [ask(crew, "A", f"campaign {number}", 1.5, order) for number in range(3)]
        await asyncio.sleep(0.1)
        began = time.perf_counter()
        await ask(crew, "B", "husky", 0.0, order)
        waited = time.perf_counter() - began
        await asyncio.gather(*much)
        return waited

    assert with_crew(work) < 0.8


def test_what_takes_too_long_is_ended_with_its_worker() -> None:
    async def work(crew: Crew) -> tuple[float, int, int]:
        before = await crew.do("a", 30, nap, 0)
        began = time.perf_counter()
        with pytest.raises(Late):
            await crew.do("a", 0.2, nap, 60)
        waited = time.perf_counter() - began
        after = await crew.do("a", 30, nap, 0)
        return waited, before, after

    waited, before, after = with_crew(work)
    assert waited < 5
    assert before != after
    with pytest.raises(ProcessLookupError):
        os.kill(before, 0)


def test_a_worker_that_dies_has_one_replacement(tmp_path: object) -> None:
    async def work(crew: Crew) -> str:
        output = await crew.do("a", 30, die_once, f"{tmp_path}/mark")
        with pytest.raises(Died):
            await crew.do("a", 30, die)
        with pytest.raises(ValueError, match="no"):
            await crew.do("a", 30, fail)
        return output

    assert with_crew(work) == "done"


def test_others_do_not_die_with_a_worker() -> None:
    async def work(crew: Crew) -> list[object]:
        asker.set("A")
        first = [crew.do(f"{number}", 30, nap, 0.1) for number in range(4)]
        return await asyncio.gather(crew.do("x", 30, die), *first, return_exceptions=True)

    found = with_crew(work)
    assert isinstance(found[0], Died)
    assert all(isinstance(each, int) for each in found[1:])


def test_a_match_goes_to_the_worker_that_knows_it() -> None:
    async def work(crew: Crew) -> set[int]:
        await asyncio.gather(crew.do("a", 30, nap, 0.1), crew.do("b", 30, nap, 0.1))
        return {await crew.do("a", 30, nap, 0) for _ in range(5)}

    assert len(with_crew(work, 3)) == 1


def answered(seat: Seat, seconds: float) -> float:
    """How long the computer takes to let one decide again."""
    began = time.monotonic()
    offers = [offer["say"] for offer in seat.view()["orders"]]
    view = seat.order("pass" if "pass" in offers else None)["view"]
    while "axis" in view["waiting"] and not view["outcome"]:
        assert time.monotonic() - began < seconds
        time.sleep(0.02)
        view = seat.view()
    return time.monotonic() - began


def test_a_computer_that_takes_too_long_leaves_it_to_chance(serve: Callable[..., Served]) -> None:
    served = serve(settings=structs.replace(WIDE, thinking=0.01))
    opened = served.open(seed=1, game="westfront", scenario="husky", allied="me", axis="computer:3")
    assert answered(opened["allied"], 60)


@pytest.mark.long
def test_a_player_of_husky_does_not_wait_for_twelve_campaigns(serve: Callable[..., Served]) -> None:
    served = serve()
    with visitor(served) as neighbour:
        for seed in range(12):
            body = {
                "game": "westfront", "scenario": "campaign", "seed": seed,
                "seats": {"allied": "computer:3", "axis": "computer:3"},
            }  # fmt: skip
            assert neighbour.post("/api/matches", json=body).status_code == 201
        time.sleep(5)
        mine: Opened = served.open(seed=1, game="westfront", scenario="husky", allied="me", axis="computer:2")
        taken: list[float] = []
        while len(taken) < 12 and not mine["allied"].view()["outcome"]:
            taken.append(answered(mine["allied"], 120))
    assert len(taken) > 3
    assert max(taken) < 10, taken
