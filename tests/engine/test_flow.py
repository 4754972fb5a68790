"""The cheapest flow, held against trying everything."""

from __future__ import annotations

from itertools import product
from random import Random

from grognard.engine.flow import END, START, Flow


def sent(flow: Flow, size: int) -> dict[int, int]:
    """Who was sent where."""
    return {
        who: there
        for who in range(size)
        for there in flow.room
        if isinstance(there, int) and there in flow.room[f"unit {who}"] and flow.is_sent(f"unit {who}", there)
    }


def test_who_goes_first_leaves_the_only_way_to_another() -> None:
    flow = Flow()
    flow.link(START, "from", 2)
    for unit, ends in ((0, (7, 8)), (1, (7,))):
        flow.link("from", f"unit {unit}", 1)
        for there in ends:
            flow.link(f"unit {unit}", there, 1)
            flow.link(there, END, 1)
    flow.run(2, 0)
    assert sent(flow, 2) == {0: 8, 1: 7}


def test_as_many_are_sent_as_can_be_as_cheaply_as_can_be() -> None:
    rng = Random("flow")
    for _ in range(200):
        units = [(rng.randint(0, 2), [there for there in range(3) if rng.random() < 0.5]) for _ in range(4)]
        room, limit, budget = [rng.randint(0, 2) for _ in range(3)], rng.randint(1, 4), rng.randint(0, 4)
        flow = Flow()
        flow.link(START, "from", limit)
        for number, (price, ends) in enumerate(units):
            flow.link("from", f"unit {number}", 1, price)
            for there in ends:
                flow.link(f"unit {number}", there, 1)
        for there, left in enumerate(room):
            flow.link(there, END, left)
        flow.run(limit, budget)
        gone = sent(flow, len(units))
        best = max(
            (len(who), -cost)
            for choice in product(*([-1, *ends] for _, ends in units))
            if all(choice.count(there) <= left for there, left in enumerate(room))
            and len(who := [number for number, there in enumerate(choice) if there >= 0]) <= limit
            and (cost := sum(units[number][0] for number in who)) <= budget
        )
        assert (len(gone), -sum(units[number][0] for number in gone)) == best, (units, room, limit, budget)
