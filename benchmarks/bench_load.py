"""How long people wait at a table that is full: fifty matches of all kinds, and five of the strongest computers.

Each match has a person who gives an order and then pauses for a second, and another one who looks at what came of
it. The computers play each other in matches of their own, as fast as they can, from different addresses. A bare route
of the same framework stands beside all of it, in a process of its own: what it waits is the machine's doing.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec

import grognard
from benchmarks.bench_table import Client, Row, script, serving

MATCHES, ORDERS, PAUSE = 50, 30, 1.0
WARM = 5
"""Orders of each match that are not counted: connections are made, worlds are built, workers begin."""
COMPUTERS = 5
KINDS = (
    ("westfront", "husky"), ("2ww", "war"), ("westfront", "summer43"), ("2ww", "war"), ("westfront", "campaign"),
)  # fmt: skip
THINKING = (
    ("westfront", "husky"),
    ("westfront", "campaign"),
    ("2ww", "war"),
    ("westfront", "winter44"),
    ("2ww", "war"),
)
SLOWEST = 250.0
"""Milliseconds within which 99 of 100 answers are to come."""
SEED = 7


class Step(NamedTuple):
    """An order, and who gives it at which moment."""

    side: str
    number: str
    say: str


def plan(game: str, scenario: str, seed: int) -> list[Step]:
    """A match of random play, from which to read the orders."""
    match, chooser = grognard.new(game, scenario, seed=seed), random.Random(seed)
    found = []
    for _ in range(ORDERS + WARM):
        side = min(match.waiting)
        orders = match.orders(side)
        order = chooser.choice([each for each in orders if type(each).__name__ != "Pass"] or orders)
        found.append(Step(side, match.number(side), str(order)))
        match.play(order)
    return found


class Visitor(Client):
    """A client at an address of his own; all of 127.0.0.0/8 is this machine."""

    def __init__(self, address: str, host: int) -> None:
        super().__init__(address)
        self.host = f"127.0.0.{host}"

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.host, 0))


async def sit(visitor: Visitor, key: str, scenario: str, players: str, seed: int | None) -> dict[str, str]:
    """Open a match; the seats of its sides."""
    sides = grognard.games()[key].sides
    new = {"game": key, "scenario": scenario, "seats": dict.fromkeys(sides, players), "seed": seed}
    seats: dict[str, str] = msgspec.json.decode(await visitor.post("/api/matches", msgspec.json.encode(new)))["seats"]
    return seats


async def person(visitor: Visitor, seats: dict[str, str], steps: list[Step], took: list[float]) -> None:
    """Give orders, and look at each from the other seat, with pauses."""
    since = dict.fromkeys(seats, "")
    for number, step in enumerate(steps):
        body = msgspec.json.encode({"number": step.number, "say": step.say})
        other = next(side for side in seats if side != step.side)
        for side, content in ((step.side, body), (other, None)):
            what = "orders" if content else "view"
            path = f"/api/seats/{seats[side]}/{what}?since={since[side]}"
            began = perf_counter()
            answer = await (visitor.post(path, content) if content else visitor.get(path))
            if number >= WARM:
                took.append(perf_counter() - began)
            found = msgspec.json.decode(answer)
            since[side] = (found["view"] if content else found)["cursor"]
        await asyncio.sleep(PAUSE)


async def watch(visitor: Visitor, took: list[float], over: asyncio.Event) -> None:
    """Ask the bare route ten times a second."""
    await visitor.post("/bare/load/begin", b"")
    while not over.is_set():
        began = perf_counter()
        await visitor.get("/bare/load")
        took.append(perf_counter() - began)
        await asyncio.sleep(0.1)


async def crowd(table: str, bare: str, computers: int) -> tuple[list[float], list[float]]:
    """Seconds that the answers of the table took, and those of the bare route."""
    steps = [plan(*kind, SEED) for kind in KINDS]
    people = [Visitor(table, 10 + number) for number in range(MATCHES)]
    machines = [Visitor(table, 100 + number) for number in range(computers)]
    lone = Visitor(bare, 200)
    for each in (*people, *machines, lone):
        await each.connect()
    seats = [await sit(each, *KINDS[number % len(KINDS)], "me", SEED) for number, each in enumerate(people)]
    for number, each in enumerate(machines):
        await sit(each, *THINKING[number % len(THINKING)], "computer:3", None)
    took: list[float] = []
    idle: list[float] = []
    over = asyncio.Event()

    async def begin(number: int) -> None:
        await asyncio.sleep(PAUSE * number / MATCHES)
        await person(people[number], seats[number], steps[number % len(KINDS)], took)

    watching = asyncio.create_task(watch(lone, idle, over))
    await asyncio.gather(*map(begin, range(MATCHES)))
    over.set()
    await watching
    return sorted(took), sorted(idle)


def slowest(took: list[float], share: float = 0.99) -> float:
    """Milliseconds within which such a share of the answers came."""
    return took[int(len(took) * share)] * 1000


def run() -> list[Row]:
    """Rows of name, value, unit and limit."""
    made, _ = script()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "changes"
        file.write_bytes(msgspec.msgpack.encode(made))
        with (
            serving("table", f"{folder}/load.sqlite3") as (_, table),
            serving("bare", f"{folder}/bare.sqlite3", str(file)) as (_, bare),
        ):
            took, idle = asyncio.run(crowd(table, bare, COMPUTERS))
    return [
        ("a full table: half of the answers come within", slowest(took, 0.5), "ms", 0),
        ("a full table: 99 of 100 answers come within", slowest(took), "ms", SLOWEST),
        ("a full table: the slowest answer", took[-1] * 1000, "ms", 0),
        ("a full table: the bare route's time beside it, as a share", slowest(idle) / slowest(took), "x", 0),
    ]


if __name__ == "__main__":
    for name, value, unit, limit in run():
        sys.stdout.write(f"{name:60} {value:10.2f} {unit} {limit or ''}\n")
