"""Orders that the table accepts in a second, beside a bare route of the same framework that does the same writes.

Two clients play the same match of Husky, each for itself, without looking anything up in between. The table and the
bare route take turns in many short rounds, and the best of each counts; clients and servers share the machine.
"""

from __future__ import annotations

import asyncio
import random
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from time import perf_counter
from urllib.parse import urlsplit

import msgspec

import grognard
from benchmarks.table_server import Script
from grognard.table import journal
from grognard.table.journal import Journal
from grognard.table.messages import Played
from grognard.table.play import ENCODER, Heard, ReplyFormat, played
from tests.table.postgres import Cluster

CLIENTS, ROUNDS, ORDERS, SEED = 2, 40, 45, 7
LINES = 3000
GIGABYTE = 1 << 30
# The aim is half of the bare route's speed; the limits leave room for a busy machine. Orders are worked out off the
# event loop, so that none can hold up the others; going to a thread and back weighs more beside SQLite, which is fast.
SHARE, SLOWEST = -0.25, -0.2
Row = tuple[str, float, str, float]
_names = count(1)


def script() -> tuple[Script, list[bytes]]:
    """A match of random play: what it writes, and the orders as they are sent."""
    chooser = random.Random(SEED)
    match = grognard.new("westfront", "husky", seed=SEED)
    written = Journal(match, "script")
    first = written.change()
    assert first is not None
    written.wrote()
    made = Script(journal.begun(match, "script", {"allied": "me", "axis": "me"}), first, [], [])
    bodies: list[bytes] = []
    while match.outcome is None and len(bodies) < ORDERS:
        side = min(match.waiting)
        order = chooser.choice(list(match.orders(side)))
        bodies.append(msgspec.json.encode({"side": side, "number": match.number(side), "say": str(order)}))
        match.play(order)
        change = written.change()
        assert change is not None
        written.wrote()
        made.changes.append(change)
        made.answers.append(
            msgspec.json.decode(ENCODER.encode(played(match, side, ReplyFormat("en"), Heard(0, 0))), type=Played)
        )
    return made, bodies


def sideless(bodies: list[bytes]) -> list[bytes]:
    """The orders as they are sent: the seat says which side gives them."""
    said = [msgspec.json.decode(body) for body in bodies]
    return [msgspec.json.encode({"number": each["number"], "say": each["say"]}) for each in said]


class Client:
    """The least that a client can be, so that the servers are measured and not the clients."""

    def __init__(self, address: str) -> None:
        self.port = urlsplit(address).port or 0

    async def connect(self) -> None:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)

    async def post(self, path: str, body: bytes) -> bytes:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        return await self._answer(path, head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body)

    async def get(self, path: str) -> bytes:
        return await self._answer(path, f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())

    async def _answer(self, path: str, request: bytes) -> bytes:
        self.writer.write(request)
        answer = await self.reader.readuntil(b"\r\n\r\n")
        length = int(answer.lower().partition(b"content-length: ")[2].partition(b"\r\n")[0])
        content = await self.reader.readexactly(length)
        if not answer.startswith(b"HTTP/1.1 20"):
            raise RuntimeError(f"{path}: {answer[:20]!r} {content[:300]!r}")
        return content


async def round_of(address: str, bodies: list[bytes], *, bare: bool) -> list[float]:
    """Seconds that each order took, and at last those of the whole round."""
    clients = [Client(address) for _ in range(CLIENTS)]
    plans = [await _plan(client, bodies, bare=bare) for client in clients]
    took: list[float] = []

    async def play(client: Client, plan: list[tuple[str, bytes]]) -> None:
        for path, body in plan:
            began = perf_counter()
            await client.post(path, body)
            took.append(perf_counter() - began)

    began = perf_counter()
    await asyncio.gather(*(play(client, plan) for client, plan in zip(clients, plans, strict=True)))
    return [*sorted(took), perf_counter() - began]


async def _plan(client: Client, bodies: list[bytes], *, bare: bool) -> list[tuple[str, bytes]]:
    """A match is begun; where to send its orders."""
    await client.connect()
    said, orders = [msgspec.json.decode(body) for body in bodies], sideless(bodies)
    if bare:
        name = f"bare{next(_names)}"
        await client.post(f"/bare/{name}/begin", b"")
        return [(f"/bare/{name}", body) for body in orders]
    new = {"game": "westfront", "scenario": "husky", "seats": {"allied": "me", "axis": "me"}, "seed": SEED}
    seats = msgspec.json.decode(await client.post("/api/matches", msgspec.json.encode(new)))["seats"]
    return [(f"/api/seats/{seats[each['side']]}/orders", body) for each, body in zip(said, orders, strict=True)]


@contextmanager
def serving(*words: str) -> Iterator[tuple[int, str]]:
    """A server in a process of its own: its number and its address."""
    command = [sys.executable, "-m", "benchmarks.table_server", *words]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield process.pid, process.stdout.readline().strip()
        finally:
            process.terminate()


def race(name: str, ours: str, theirs: str) -> list[Row]:
    """The table beside the bare route, on two databases of one kind."""
    made, bodies = script()
    best: dict[bool, tuple[float, float]] = {}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "changes"
        file.write_bytes(msgspec.msgpack.encode(made))
        with serving("table", ours) as (_, table), serving("bare", theirs, str(file)) as (_, bare):
            for number in range(ROUNDS + 1):
                for plain, address in ((False, table), (True, bare)):
                    *took, whole = asyncio.run(round_of(address, bodies, bare=plain))
                    rate, slow = len(took) / whole, took[int(len(took) * 0.99)]
                    if number:  # the first round warms everything up
                        before = best.get(plain, (0.0, float("inf")))
                        best[plain] = max(before[0], rate), min(before[1], slow)
    (rate, slow), (bare_rate, bare_slow) = best[False], best[True]
    return [
        (f"{name}: orders accepted a second", rate, "1/s", 0),
        (f"{name}: as a share of a bare route that writes the same", rate / bare_rate, "x", SHARE),
        (f"{name}: 99 of 100 orders are answered within", slow * 1000, "ms", 0),
        (f"{name}: the bare route's time for that as a share of it", bare_slow / slow, "x", SLOWEST),
    ]


def memory(process: int) -> int:
    """Bytes that a process has in memory."""
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) * 1024


async def idle_lines(process: int, address: str) -> float:
    """Bytes for each live line on which nothing is said."""
    client = Client(address)
    await client.connect()
    new = {"game": "westfront", "scenario": "husky", "seats": {"allied": "me", "axis": "me"}, "seed": SEED}
    seat = msgspec.json.decode(await client.post("/api/matches", msgspec.json.encode(new)))["seats"]["allied"]
    ask = (
        f"GET /api/seats/{seat}/live HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )

    async def connect() -> asyncio.StreamWriter:
        reader, writer = await asyncio.open_connection("127.0.0.1", client.port)
        writer.write(ask.encode())
        await reader.readuntil(b"\r\n\r\n")
        await reader.read(2)
        return writer

    kept = [await connect() for _ in range(100)]
    before = memory(process)
    kept += [await connect() for _ in range(LINES)]
    await asyncio.sleep(0.5)
    each = (memory(process) - before) / LINES
    for writer in kept:
        writer.close()
    return each


def run() -> list[Row]:
    """Rows of name, value, unit and limit."""
    cluster = Cluster(durable=True)
    try:
        with tempfile.TemporaryDirectory() as folder:
            rows = race("SQLite", f"{folder}/ours.sqlite3", f"{folder}/bare.sqlite3")
            rows += race("PostgreSQL", cluster.database(), cluster.database())
            with serving("table", ":memory:") as (process, address):
                each = asyncio.run(idle_lines(process, address))
    finally:
        cluster.stop()
    return [
        *rows,
        ("memory of an idle live line", each / 1024, "KiB", 0),
        ("idle live lines in a gigabyte", GIGABYTE / each, "", -10_000),
    ]
