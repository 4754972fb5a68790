"""A table with the demonstration game as well, for tests with a browser: `python -m tests.table.serve --port 8000`."""

from __future__ import annotations

import argparse

import grognard
from grognard.table.app import create_app
from grognard.table.serve import listening, run, server, settle
from grognard.table.settings import Settings
from grognard.table.storage import open_storage
from tests.skirmish import GAME

MODULES = ("tests.skirmish",)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--data", default=":memory:", help="a file, or the URL of a PostgreSQL database")
    parser.add_argument("--unhurried", action="store_true", help="without limits on how much may come at once")
    said = parser.parse_args()
    wide = Settings(rate=1e9, burst=1e9, openings=1e9, openings_burst=1e9, misses=1e9, misses_burst=1e9, queue=10_000)
    settings = wide if said.unhurried else Settings()
    at = listening(said.port)
    games = {**grognard.games(), GAME.key: GAME}
    app = create_app(open_storage(said.data), lambda: games, settings=settings, modules=MODULES)
    settle()
    run(server(app, settings), at, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
