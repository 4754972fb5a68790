"""Moments of a match as they are stored while it is played, so that play can come back to them.

A stored state holds what a position need not: whether everything that follows from its facts has been carried out.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.engine import snapshot
from grognard.engine.game import World
from grognard.engine.kinds import Json
from grognard.engine.state import State


class Checkpoint(msgspec.Struct, frozen=True):
    """A moment: how many entries and calls for dice lay before it, and its state."""

    entries: int
    thrown: int
    state: bytes


def closed(s: State) -> bytes:
    """A state, ready to be stored."""
    return msgspec.json.encode({"settled": _is_settled(s), **snapshot.dump(s)})


def opened(world: World, written: bytes) -> State:
    """The state again. Raises ValueError for anything else."""
    try:
        data = msgspec.json.decode(written, type=Json)
    except msgspec.MsgspecError as error:
        raise ValueError(f"a moment that was written down cannot be read: {error}") from None
    s = snapshot.undump(world, data)
    if data.get("settled"):
        s.examined = _standing(s)
    return s


def _is_settled(s: State) -> bool:
    return bool(s.examined == _standing(s))


def _standing(s: State) -> Any:
    game = s.world.game
    return game.standing(s) if game.consequential else None
