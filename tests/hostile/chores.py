"""What workers are told to do in these tests."""

from __future__ import annotations

import os
import signal
import time


def nap(seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def die_once(mark: str) -> str:
    """Dies if nobody has died here before."""
    try:
        with open(mark, "x"):
            pass
    except FileExistsError:
        return "done"
    os.kill(os.getpid(), signal.SIGKILL)
    return ""


def fail() -> None:
    raise ValueError("no")
