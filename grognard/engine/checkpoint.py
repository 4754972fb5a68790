"""Moments of a match as they are written down while it is played, so that one can come back to them.

A state notes what a position need not: whether all that follows from its facts has followed.
"""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.engine import snapshot
from grognard.engine.game import World
from grognard.engine.state import State


class Checkpoint(msgspec.Struct, frozen=True):
    """A moment: how many entries and calls for dice lay before it, and its state."""

    entries: int
    thrown: int
    state: bytes


def closed(s: State) -> bytes:
    """A state to be written down."""
    return msgspec.json.encode({"settled": _is_settled(s), **snapshot.dump(s)})


def opened(world: World, written: bytes) -> State:
    """The state again. Raises ValueError for what is none."""
    try:
        data = msgspec.json.decode(written, type=dict[str, Any])
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
