"""Geographic data from packages into the cache: downloaded, held to their sums, unpacked. Nothing is installed."""

from __future__ import annotations

import hashlib
import subprocess
import tomllib
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
CACHE = HERE / "cache"


class NotAsExpected(RuntimeError):
    """A package is not the one that the maps were made with."""


def packages() -> list[dict[str, Any]]:
    """What packages.toml lists."""
    listed: list[dict[str, Any]] = tomllib.loads((HERE / "packages.toml").read_text("utf-8"))["debian"]
    return listed


def fetch() -> list[str]:
    """Download and unpack whatever is missing; says what was done."""
    CACHE.mkdir(exist_ok=True)
    return [_fetch(row) for row in packages()]


def _fetch(row: dict[str, Any]) -> str:
    name, version = row["package"], row["version"]
    unpacked = CACHE / name
    if (unpacked / ".sha256").is_file() and (unpacked / ".sha256").read_text("ascii") == row["sha256"]:
        return f"{name} {version} is there"
    subprocess.run(["apt-get", "download", f"{name}={version}"], cwd=CACHE, check=True, stdout=subprocess.DEVNULL)
    archive = next(CACHE.glob(f"{name}_*.deb"))
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != row["sha256"]:
        raise NotAsExpected(f"{archive.name} has the sum {found}, not that of packages.toml")
    subprocess.run(["dpkg", "-x", archive, unpacked], check=True)
    archive.unlink()
    (unpacked / ".sha256").write_text(found, "ascii")
    return f"{name} {version} fetched"
