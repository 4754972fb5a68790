"""The board is smooth: panned and zoomed with 2,000 hexes and 400 pieces, without a graphics card.

The limit is 33 ms for 95 of 100 frames. A machine that is busy with other things misses frames whatever is moved; so a
single plain picture is moved in the same run, and the board may take twice what that takes if that is more.
"""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

WEB = Path(__file__).parents[2] / "web"
LIMIT = 33.4
TRIES = 3


def measured() -> tuple[float, float, str]:
    """The slowest p95 of the gestures, the plain picture's, and all that was printed."""
    node = shutil.which("node")
    assert node, "node is missing"
    run = subprocess.run([node, "bench/frames.mjs", "--json"], cwd=WEB, capture_output=True, text=True, timeout=300)
    assert run.stdout, run.stderr
    *told, figures = run.stdout.strip().splitlines()
    found = json.loads(figures)
    return found["board"], found["plain"], "\n".join(told)


def test_the_board_is_smooth() -> None:
    tries = []
    for _ in range(TRIES):
        board, plain, told = measured()
        print(told)
        tries.append(f"p95 {board:.1f} ms, a plain picture {plain:.1f} ms")
        if board <= max(LIMIT, 2 * plain):
            return
    pytest.fail("; ".join(tries))
