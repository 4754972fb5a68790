"""`python -m workshop fetch`, `build MAP`, `check MAP`, `preview MAP` and `all`.

`fetch` and `build` need what `pip install grognard[workshop]` brings, and Debian's apt-get and dpkg; `preview` needs
Chromium too; `check` needs nothing.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from workshop.check import MAPS, check


def main() -> int:
    """Run a command."""
    parser = argparse.ArgumentParser(prog="workshop", description="Make the maps.")
    parser.add_argument("command", choices=["fetch", "build", "check", "preview", "all"])
    parser.add_argument("map", nargs="?", choices=MAPS, help="which map; all if none is named")
    said = parser.parse_args()
    maps = [said.map] if said.map else MAPS
    steps = ["fetch", "build", "check", "preview"] if said.command == "all" else [said.command]
    return max(run(step, maps) for step in steps)


def run(step: str, maps: Iterable[str]) -> int:
    """One step for some maps; how it ended. Modules that need geographic libraries are loaded only for their step."""
    if step == "fetch":
        from workshop.fetch import fetch

        print(*fetch(), sep="\n")
        return 0
    if step == "check":
        return max(checked(name) for name in maps)
    for name in maps:
        if step == "build":
            from workshop.build import build

            for line in build(name):
                print(line, flush=True)
        else:
            from workshop.preview import preview

            print(preview(name))
    return 0


def checked(name: str) -> int:
    """Check a map and say what was found."""
    failures, remarks = check(name)
    print(f"{name}: {len(failures)} failures, {len(remarks)} remarks")
    for line in failures:
        print(f"  failure: {line}")
    for line in remarks:
        print(f"  remark: {line}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
