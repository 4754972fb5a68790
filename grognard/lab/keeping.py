"""Results in a file, a line of JSON for each, so that long play can be broken off and gone on with."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

Result = TypeVar("Result", bound=msgspec.Struct)


def kept(path: Path | None, kind: type[Result]) -> list[Result]:
    """What a file holds; nothing where there is none yet."""
    if path is None or not path.exists():
        return []
    return [msgspec.json.decode(line, type=kind) for line in path.read_bytes().splitlines()]


def keep(path: Path, result: msgspec.Struct) -> None:
    """Add a result to a file."""
    with path.open("ab") as file:
        file.write(msgspec.json.encode(result) + b"\n")
