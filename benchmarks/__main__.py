"""Run the benchmarks and print them: `python -m benchmarks`, with `--check` to fail where a limit is broken.

A limit is the most that a value may be; one below zero means at least that much; none is 0.
"""

from __future__ import annotations

import sys

from benchmarks import bench_balkan, bench_load, bench_long, bench_paths, bench_play, bench_table


def holds(value: float, limit: float) -> bool:
    return limit == 0 or (value <= limit if limit > 0 else value >= -limit)


def main() -> int:
    broken = 0
    for module in (bench_paths, bench_play, bench_balkan, bench_long, bench_table, bench_load):
        for name, value, unit, limit in module.run():
            good = holds(value, limit)
            broken += not good
            bound = "" if limit == 0 else f"{'at most' if limit > 0 else 'at least'} {abs(limit):g}"
            print(f"{name:60} {value:12.3f} {unit:4} {bound:16} {'' if good else 'BROKEN'}", flush=True)
    return broken if "--check" in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
