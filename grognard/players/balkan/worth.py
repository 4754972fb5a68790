"""What places and units are worth to the computer players, in points of the scenario."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from grognard.engine.files import read_toml
from grognard.engine.kinds import Data
from grognard.games.balkan.roster import Face
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.units import face
from grognard.games.balkan.world import Balkans


@cache
def numbers() -> Data:
    return read_toml(files("grognard.players.balkan") / "numbers.toml").data


def stakes(world: Balkans) -> Mapping[int, float]:
    """What lies between owning a place and the enemy's owning it."""
    return world.recall("stakes", lambda: _stakes(world))


def _stakes(world: Balkans) -> Mapping[int, float]:
    found: dict[int, float] = {}
    rows = world.frame.get("points", ())
    for row in rows:
        place = world.place(row["hex"])
        if place is not None:
            found[place] = found.get(place, 0.0) + row["points"]
    if not rows:
        chart = numbers()["places"]
        for city in world.board.places.values():
            if city.kind in chart and world.land >> city.at & 1:
                found[city.at] = max(found.get(city.at, 0.0), chart[city.kind])
    return found


def loss(s: Campaign, unit: int) -> float:
    """What it costs to lose a unit: all of it, or what its cadre is less."""
    data, now = s.world.roster[unit], face(s, unit)
    after = data.cadre if data.cadre is not None and not s.cadre[unit] else None
    return _worth(now) - (_worth(after) if after else 0.0)


def whole(s: Campaign, unit: int) -> float:
    """What a unit is worth as it stands."""
    return _worth(face(s, unit))


def _worth(side: Face) -> float:
    chart = numbers()["units"]
    return float(chart["re"] * side.res / 2 + chart["strength"] * (side.attack + side.defense) / 2)
