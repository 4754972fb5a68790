"""What a match looks like to everybody, byte for byte, so that two moments can be compared."""

from __future__ import annotations

from typing import Any

import msgspec

from grognard.engine.match import Match

RECENT = 100
"""How many lines of a log are compared where older ones cannot have changed."""


def encode(value: Any) -> bytes:
    """A value byte for byte."""
    return msgspec.json.encode(value)


def looks(match: Match, lines: int = RECENT) -> dict[str, bytes]:
    """Everything that anybody can see of a match, except the number of the moment and the older lines of its log."""
    shown = {}
    for side in (*match.sides, None):
        for part, value in match.view(side, since=max(0, len(match.log(side)) - lines)).items():
            if part != "number":
                shown[f"{side or 'spectator'}: {part}"] = encode(value)
    return shown


def difference(before: dict[str, bytes], after: dict[str, bytes]) -> str:
    """The first part in which two such looks differ, in a few words; empty if they are the same."""
    for part in before:
        if before[part] != after.get(part):
            return f"{part}: {contrast(before[part], after.get(part, b''))}"
    return ""


def contrast(one: bytes, other: bytes) -> str:
    """The place where two texts part."""
    first, second = one.decode(errors="replace"), other.decode(errors="replace")
    at = next((n for n, (a, b) in enumerate(zip(first, second, strict=False)) if a != b), min(len(first), len(second)))
    start = max(0, at - 40)
    return f"...{first[start : at + 60]!r} against ...{second[start : at + 60]!r}"
