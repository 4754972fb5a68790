"""The servers that `bench_table` measures: the table, and a bare route that does the same writes and nothing else.

python -m benchmarks.table_server table DATA    (small: with little memory)
python -m benchmarks.table_server bare DATA CHANGES
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import msgspec
from litestar import Litestar, get, post
from litestar.params import JSONBody, PathParameter

from grognard.table.app import create_app
from grognard.table.messages import OrderGiven, Played
from grognard.table.serve import listening, run, server, settle
from grognard.table.settings import Settings
from grognard.table.storage import Change, MatchRow, open_storage
from grognard.table.storage.keeper import Keeper

LIMITLESS = 1e12
WIDE = Settings(
    address_rate=LIMITLESS, address_burst=LIMITLESS, rate=LIMITLESS, burst=LIMITLESS, openings=LIMITLESS,
    openings_burst=LIMITLESS, misses=LIMITLESS, misses_burst=LIMITLESS, queue=10_000, connections=1_000_000,
    lines=1_000_000, address_lines=1_000_000, all_lines=1_000_000,
)  # fmt: skip


SMALL = 4_000_000
"""Bytes for matches where they are not all to fit."""


class Script(msgspec.Struct):
    """What a match writes, order by order, and what it answers."""

    row: MatchRow
    first: Change
    changes: list[Change]
    answers: list[Played]


def bare(data: str, file: str) -> Litestar:
    """A route that reads an order, writes what it changes, and gives the answer: the same messages, ready made."""
    script = msgspec.msgpack.decode(Path(file).read_bytes(), type=Script)
    keeper = Keeper(open_storage(data))
    done: dict[str, int] = {}

    @post("/bare/{match:str}/begin", status_code=200)
    async def begin(match: Annotated[str, PathParameter()]) -> None:
        row = msgspec.structs.replace(script.row, id=match)
        await keeper.add_match(row, [], msgspec.structs.replace(script.first, match=match))
        done[match] = 0

    @post("/bare/{match:str}", status_code=200)
    async def order(match: Annotated[str, PathParameter()], data: JSONBody[OrderGiven]) -> Played:
        number = done[match]
        done[match] += 1
        await keeper.save(msgspec.structs.replace(script.changes[number], match=match))
        return script.answers[number]

    @get("/bare/{match:str}")
    async def answer(match: Annotated[str, PathParameter()]) -> Played:
        return script.answers[done[match] - 1]

    return Litestar([begin, order, answer], openapi_config=None, logging_config=None, request_max_body_size=WIDE.body)


def main() -> None:
    kind, data, *more = sys.argv[1:]
    limits = msgspec.structs.replace(WIDE, memory=SMALL) if kind == "small" else WIDE
    app = bare(data, more[0]) if kind == "bare" else create_app(open_storage(data), settings=limits)
    settle()
    run(server(app, WIDE), listening(0), lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
