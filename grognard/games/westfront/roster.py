"""Chapter 2: the blocks as they never change. The order of battle names them all; a scenario says who is in play."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.engine.kinds import Data, Json


class Unit(msgspec.Struct, frozen=True):
    """A block, as it never changes."""

    name: str
    title: str
    side: int
    nation: str
    kind: str
    max: int
    start: int = 0
    """Its steps when it first comes into play."""
    place: str = ""
    """Where it starts, if a scenario puts it in one place."""
    arrives: str = ""
    """The month of a reinforcement."""
    letter: str = ""
    ss: bool = False
    volunteer: bool = False
    """Not motorized, whatever its side. [WF-16.31b]"""

    @property
    def is_hq(self) -> bool:
        return self.kind in ("hq", "shq", "thq")


def read(data: Data, order_of_battle: Data, sides: Mapping[str, int], own: Data) -> tuple[Unit, ...]:
    """The roster of a scenario: its own list, or all of the order of battle with what its cards and tables say, and
    with an owner's corrections."""
    if "unit" in data:
        return tuple(_unit({**row, **own.get(row["name"], {})}, sides) for row in data["unit"])
    said: dict[str, Json] = {}
    for row in (*data.get("card", ()), *data.get("army_group_e", ())):
        said[row["unit"]] = {"steps": row["steps"]}
    for row in data["reinforcement"]:
        if "unit" in row:
            said[row["unit"]] = {"steps": row["steps"], "arrives": row["month"]}
    rows = order_of_battle["unit"]
    return tuple(_unit({**row, **own.get(row["name"], {}), **said.get(row["name"], {})}, sides) for row in rows)


def _unit(row: Data, sides: Mapping[str, int]) -> Unit:
    return Unit(
        name=row["name"],
        title=row["title"],
        side=sides[row["side"]],
        nation=row["nation"],
        kind=row["kind"],
        max=row["max"],
        start=row.get("steps", 0),
        place=row.get("place", ""),
        arrives=row.get("arrives", ""),
        letter=row.get("letter", ""),
        ss=row.get("ss", False),
        volunteer=row.get("volunteer", False),
    )
