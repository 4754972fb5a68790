"""The board is smooth: panned and zoomed with 2,000 hexes and 400 pieces, without a graphics card.

The limit is two frames of 60 a second (33 ms) for 95 of 100 frames, on a machine with nothing else to do. One that is busy
misses frames for that alone: there the limit is as much longer as the share of a processor is smaller that the same run
is given when it wants a whole one.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.long

WEB = Path(__file__).parents[2] / "web"
LIMIT = 33.9  # the browser's clock is some tenths off
TRIES = 3


def measured() -> tuple[float, float]:
    """The slowest p95 of the gestures, and the share of a processor that was given."""
    node = shutil.which("node")
    assert node, "node is missing"
    run = subprocess.run([node, "bench/frames.mjs", "--json"], cwd=WEB, capture_output=True, text=True, timeout=300)
    assert run.stdout, run.stderr
    print(run.stdout)
    found = json.loads(run.stdout.strip().splitlines()[-1])
    return found["p95"], found["share"]


def test_the_board_is_smooth() -> None:
    tries = []
    for _ in range(TRIES):
        p95, share = measured()
        tries.append(f"p95 {p95:.1f} ms with {share:.0%} of a processor")
        if p95 <= LIMIT / share:
            return
    pytest.fail("; ".join(tries))
