"""Chapter 3A: what the counters say, read from the list of units. One entry of the roster is one piece."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from grognard.engine.tally import exact


class Face(msgspec.Struct, frozen=True):
    """One side of a counter: attack and defence strength, movement rating, size in half REs. [BF-3A-2, BF-3A3-1]"""

    attack: int
    defense: int
    move: int
    res: int

    @property
    def text(self) -> str:
        """The ratings as the counter has them: one strength, or one for attack and one for defence. [BF-3A-2]"""
        strength = f"{self.attack}" if self.attack == self.defense else f"{self.attack}-{self.defense}"
        return f"{strength}-{self.move}"


class Unit(msgspec.Struct, frozen=True):
    """A piece."""

    key: str
    name: str
    title: str
    nation: str
    size: str
    type: str
    class_: str
    """Non-motorized, artillery or c/m. [BF-3A2-1, BF-3A2-2, BF-3A2-3]"""
    full: Face
    cadre: Face | None
    flags: frozenset[str]
    armor: str
    antitank: str
    counter: str
    breakdown: str
    """The set of breakdown counters that it belongs to, if it is one. [BF-15C1-1]"""

    @property
    def kind(self) -> str:
        """Type and size, as its symbol shows them."""
        return f"{self.type} {self.size}".replace("_", " ")

    @property
    def is_cm(self) -> bool:
        """Combat/motorized. [BF-3A2-3]"""
        return "cm" in self.flags

    @property
    def is_artillery(self) -> bool:
        return "artillery" in self.flags

    @property
    def cost_set(self) -> str:
        """The set of terrain costs that it pays. [BF-6-4]"""
        if self.is_cm or self.is_artillery:
            return "cm_artillery"
        return "mountain" if "mountain" in self.flags or self.type == "ski" else "other"


def titles(data: Mapping[str, Any]) -> dict[str, str]:
    """What every piece of the list is called in a sentence."""
    return {key: row["title"] for key, row in data["piece"].items()}


def read(data: Mapping[str, Any], keys: Iterable[str]) -> tuple[Unit, ...]:
    """The pieces of these keys, in the order of the list. [BF-2-4]"""
    wanted = set(keys)
    unknown = wanted - data["piece"].keys()
    if unknown:
        raise ValueError(f"no piece of the list is called {min(unknown)}; see [piece] of units.toml")
    return tuple(_unit(data, key, row) for key, row in data["piece"].items() if key in wanted)


def _unit(data: Mapping[str, Any], key: str, row: Mapping[str, Any]) -> Unit:
    said = data["counter"][row["counter"]]
    return Unit(
        key=key,
        name=row["name"],
        title=row["title"],
        nation=said["nation"],
        size=said["size"],
        type=said["type"],
        class_=said["class"],
        full=_face(said),
        cadre=_face(said["cadre"]) if "cadre" in said else None,
        flags=frozenset(said["flags"]),
        armor=said["aec"],
        antitank=said["atec"],
        counter=row["counter"],
        breakdown=row.get("breakdown", ""),
    )


def _face(said: Mapping[str, Any]) -> Face:
    return Face(said["attack"], said["defense"], said["move"], int(2 * exact(said["re"])))
