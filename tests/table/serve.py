"""A table with the demonstration game as well, for tests with a browser: `python -m tests.table.serve --port 8000`."""

from __future__ import annotations

import argparse

import grognard
from grognard.table.app import create_app
from grognard.table.serve import listening, run, server, settle
from grognard.table.settings import Settings
from grognard.table.storage import open_storage
from tests.skirmish import GAME
from tests.table.server import MODULES, WIDE


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--data", default=":memory:", help="a file, or the URL of a PostgreSQL database")
    parser.add_argument("--unhurried", action="store_true", help="without limits on how much may come at once")
    said = parser.parse_args()
    settings = WIDE if said.unhurried else Settings()
    at = listening(said.port)
    games = {**grognard.games(), GAME.key: GAME}
    app = create_app(open_storage(said.data), lambda: games, settings=settings, modules=MODULES)
    settle()
    run(server(app, settings), at, lambda address: print(address, flush=True))


if __name__ == "__main__":
    main()
