"""The board is smooth: panned and zoomed with 2,000 hexes and 400 pieces, without a graphics card.

The limit is 33 ms for 95 of 100 frames of every gesture. A frame comes every 16.7 ms, and one that misses a beat takes
33.3: on a machine of one's own hardly one in twenty does (16.8 ms were measured), on a shared one a few more may. So
`make test-long` runs this by itself, and `make frames` nothing but this. A single plain picture is moved in the same
run to tell a busy machine from a slow board. The whole map of Balkan Front, 2,546 hexes with 600 pieces, is held to the
same limit.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.table.server import Served

pytestmark = pytest.mark.long

WEB = Path(__file__).parents[2] / "web"
LIMIT = 33.4
"""Two beats, as they are measured."""
RUNS = 3
PIECES = 600
"""More than ever stand on that map at once."""


def measured(query: str, table: str) -> tuple[float, float]:
    """The slowest p95 of the gestures, and the plain picture's."""
    own = Path(sys.executable).parent
    node = shutil.which("node", path=f"{own}{os.pathsep}{os.environ['PATH']}")
    assert node, "node is missing: make setup"
    run = subprocess.run(
        [node, "bench/frames.mjs", "--json", *([query] if query else [])],
        cwd=WEB, env={**os.environ, "GROGNARD_TABLE": table}, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert run.stdout, run.stderr
    print(run.stdout)
    found = json.loads(run.stdout.strip().splitlines()[-1])
    return found["board"], found["plain"]


def hold(query: str = "", table: str = "http://127.0.0.1") -> None:
    """The best of three runs counts: whatever else the machine does can only make a run slower. Where even a plain
    picture comes late, the board may take twice as long."""
    runs: list[tuple[float, float]] = []
    while len(runs) < RUNS and not any(board <= LIMIT for board, _ in runs):
        runs.append(measured(query, table))
    board, plain = min(runs)
    limit = LIMIT if plain <= LIMIT else 2 * plain
    assert board <= limit, "; ".join(f"p95 {b:.1f} ms, a plain picture {p:.1f} ms" for b, p in runs)


def test_the_board_is_smooth() -> None:
    hold()


def test_the_whole_map_of_the_balkans_is_smooth(served: Served) -> None:
    seats = {"axis": "me", "allied": "friend"}
    wanted = {"game": "balkan-front", "scenario": "sandbox", "seats": seats, "options": {"set_up": "historical"}}
    opened = served.begin(wanted | {"seed": 1940})
    hold(f"?seat={opened['axis'].token}&pieces={PIECES}", f"http://127.0.0.1:{served.port}")
