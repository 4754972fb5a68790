"""How long people wait at a table that is full: fifty matches of all kinds, and five of the strongest computers.

Each match has a person who gives an order and then pauses for a second, and another one who looks at what came of
it. The computers play each other in matches of their own, as fast as they can, from different addresses. A bare route
of the same framework stands beside all of it, in a process of its own, and writes as often: what it waits is the
machine's doing.

Then many matches are played in turns, so that each has rested longest when it is its turn again: first as many as fit
in memory, then four hundred, of which most must be taken up again each time.
"""

from __future__ import annotations

import asyncio
import random
import sys
import tempfile
from itertools import count, cycle
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import msgspec

import grognard
from benchmarks.bench_table import Client, Row, memory, script, serving, sideless

MATCHES, ORDERS, PAUSE = 50, 30, 1.0
WARM = 5
"""Orders of each match that are not counted: connections are made, worlds are built, workers begin."""
COMPUTERS = 5
WATCHERS = 5
"""So many visitors together write as much as the people at the table."""
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
"""Milliseconds within which 99 of 100 answers are to come, if the machine is nobody else's."""
BESIDE = 15.0
"""How many times as long as the bare route's they may take, on a machine that may be busy."""
FEW, MANY, LOOKS = 20, 400, 3
"""Matches that fit in memory, those that do not, and how often each of them is played in turn."""
CLIFF = 15.0
"""How many times as long a turn may take with very many matches: it is taken up again in between."""
SEED = 7
_names = count(1)


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


async def watch(visitor: Visitor, bodies: list[bytes], took: list[float], over: asyncio.Event) -> None:
    """Give the bare route an order and look, ten times a second; a script that is through begins anew."""
    for number, body in cycle(enumerate(bodies)):
        if over.is_set():
            return
        if number == 0:
            name = f"load{next(_names)}"
            await visitor.post(f"/bare/{name}/begin", b"")
        for content in (body, None):
            began = perf_counter()
            await (visitor.post(f"/bare/{name}", content) if content else visitor.get(f"/bare/{name}"))
            took.append(perf_counter() - began)
        await asyncio.sleep(0.1)


async def crowd(table: str, bare: str, bodies: list[bytes], computers: int) -> tuple[list[float], list[float]]:
    """Seconds that the answers of the table took, and those of the bare route."""
    steps = [plan(*kind, SEED) for kind in KINDS]
    people = [Visitor(table, 10 + number) for number in range(MATCHES)]
    machines = [Visitor(table, 100 + number) for number in range(computers)]
    watchers = [Visitor(bare, 200 + number) for number in range(WATCHERS)]
    for each in (*people, *machines, *watchers):
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

    watching = [asyncio.create_task(watch(each, bodies, idle, over)) for each in watchers]
    await asyncio.gather(*map(begin, range(MATCHES)))
    over.set()
    await asyncio.gather(*watching)
    return sorted(took), sorted(idle)


def slowest(took: list[float], share: float = 0.99) -> float:
    """Milliseconds within which such a share of the answers came."""
    return took[int(len(took) * share)] * 1000


async def many(table: str) -> tuple[list[float], list[float]]:
    """Seconds that an order and a look take, with a few matches in play and with very many."""
    steps = plan("westfront", "husky", SEED)
    client = Visitor(table, 50)
    await client.connect()
    seats = [await sit(client, "westfront", "husky", "me", SEED) for _ in range(MANY)]
    found = []
    for first, count_of in ((0, FEW), (FEW, MANY - FEW)):
        took: list[float] = []
        for step in steps[: WARM + LOOKS]:
            for each in seats[first : first + count_of]:
                began = perf_counter()
                body = msgspec.json.encode({"number": step.number, "say": step.say})
                await client.post(f"/api/seats/{each[step.side]}/orders", body)
                for seat in each.values():
                    await client.get(f"/api/seats/{seat}/view")
                took.append(perf_counter() - began)
        found.append(sorted(took[WARM * count_of :]))
    return found[0], found[1]


def cliff() -> list[Row]:
    """What it costs to have more matches than fit in memory."""
    with tempfile.TemporaryDirectory() as folder, serving("small", f"{folder}/many.sqlite3") as (process, table):
        few, most = asyncio.run(many(table))
        taken = memory(process)
    return [
        (f"{FEW} matches in turns: half of the turns take", slowest(few, 0.5), "ms", 0),
        (f"{MANY} matches in turns: half of the turns take", slowest(most, 0.5), "ms", 0),
        ("the same beside the few", slowest(most, 0.5) / slowest(few, 0.5), "x", CLIFF),
        ("99 of 100 of them beside those of the few", slowest(most) / slowest(few), "x", CLIFF),
        ("memory of the table with all of them", taken / 1e6, "MB", 0),
    ]


def run() -> list[Row]:
    """Rows of name, value, unit and limit."""
    made, bodies = script()
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "changes"
        file.write_bytes(msgspec.msgpack.encode(made))
        with (
            serving("table", f"{folder}/load.sqlite3") as (_, table),
            serving("bare", f"{folder}/bare.sqlite3", str(file)) as (_, bare),
        ):
            took, idle = asyncio.run(crowd(table, bare, sideless(bodies), COMPUTERS))
    return [
        ("a full table: half of the answers come within", slowest(took, 0.5), "ms", 0),
        (f"a full table: 99 of 100 answers come within (aim: {SLOWEST:.0f})", slowest(took), "ms", 0),
        ("a full table: the slowest answer", took[-1] * 1000, "ms", 0),
        ("a full table: 99 of 100 answers of the bare route come within", slowest(idle), "ms", 0),
        ("a full table: the table's time for that beside the bare route's", slowest(took) / slowest(idle), "x", BESIDE),
        *cliff(),
    ]


if __name__ == "__main__":
    for name, value, unit, limit in run():
        sys.stdout.write(f"{name:60} {value:10.2f} {unit} {limit or ''}\n")
