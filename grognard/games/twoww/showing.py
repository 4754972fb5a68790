"""What the table shows: the pieces, what lies beside the map, and layers over it. Nothing here decides."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from grognard.engine.kinds import Json
from grognard.engine.looks import Looks
from grognard.games.twoww.ground import side_name
from grognard.games.twoww.income import expected
from grognard.games.twoww.phases import PHASES
from grognard.games.twoww.state import ALLIES, AXIS, CONQUERED, GONE, IN_HAND, LATER, NEUTRAL, POOL, War
from grognard.games.twoww.units import face_value
from grognard.games.twoww.victory import powers
from grognard.games.twoww.world import Europe

BOXES = {POOL: "force pool", GONE: "out of play", CONQUERED: "conquered", IN_HAND: "in hand"}
"""What the places are called where units are that are in no place of the board."""
BY_TURN = ("turn", "to arrive", "production by turn", "powers by turn")
"""The tracks whose steps are the seasons."""


def looks_in(world: Europe, looks: Looks) -> Looks:
    """The looks of the game with its seasons. [2WW-3.4.4a]"""
    steps = dict.fromkeys(BY_TURN, world.turns) | {"phase": PHASES}
    tracks = (msgspec.structs.replace(track, steps=steps.get(track.key, track.steps)) for track in looks.tracks)
    return msgspec.structs.replace(looks, tracks=tuple(tracks))


def signs(world: Europe) -> Mapping[str, tuple[str, ...]]:
    """What places of the map are besides towns. [2WW-3.4.7a, 2WW-7.1.1a]"""
    found: dict[str, tuple[str, ...]] = {}
    for place, city in world.cities.items():
        capital = any(place in places for places in world.capitals)
        signs = (("capital", capital), ("production city", city.produces), ("port", city.is_port))
        found[world.board.names[place]] = tuple(sign for sign, holds in signs if holds)
    return {name: said for name, said in found.items() if said}


# Pieces


def pieces(s: War) -> list[Json]:
    """Every unit, wherever it is, but for those that are still to come. Everything is open to both sides."""
    return [piece(s, unit) for unit, at in enumerate(s.where) if at != LATER]


def piece(s: War, unit: int) -> Json:
    """A unit with the face that is up, off the map the one that it would come back with; what is carried names its
    carrier. [2WW-3.3.1a, 2WW-8.3.4a]"""
    data = s.world.roster[unit]
    found = {
        "id": data.name,
        "at": s.world.board.names[s.where[unit]] if s.where[unit] >= 0 else BOXES.get(s.where[unit], ""),
        "side": side_name(s, s.loyal[unit]),
        "face": {
            "name": data.name,
            "kind": data.kind,
            "steps": face_value(s, unit) if has_face(s, unit) else data.combat,
            "max": data.combat,
            "nation": data.nation,
        },
        "marks": marks(s, unit),
        "seen": None,
    }
    if s.aboard[unit] >= 0:
        found["aboard"] = s.world.units[s.aboard[unit]]
    return found


def has_face(s: War, unit: int) -> bool:
    """Whether a unit lies on one of its faces: on the map, or in hand before the war. [2WW-2b]"""
    return s.where[unit] >= 0 or s.where[unit] == IN_HAND


def marks(s: War, unit: int) -> list[str]:
    """The marker that a unit bears, and which face is up. [2WW-3.4.3a, 2WW-2b]"""
    if not has_face(s, unit):
        return []
    reduced = not s.full[unit] and not s.world.roster[unit].one_sided
    said = (("reduced", reduced), ("done", s.ops[unit]))
    return [mark for mark, holds in said if holds]


# Tracks


def tracks(s: War) -> Json:
    """The season, who controls which country, what is still to come, and the course of the war so far."""
    world = s.world
    return {
        "turn": world.season(s.turn),
        "phase": PHASES[s.phase],
        "active": world.sides[s.active],
        "production": {world.sides[side]: expected(s, side) for side in (AXIS, ALLIES)},
        "powers": {world.sides[side]: len(powers(s, side)) for side in (AXIS, ALLIES)},
        "countries": holders(s),
        "to arrive": arrivals(s),
        "production by turn": course(s, 0),
        "powers by turn": course(s, 2),
    }


def holders(s: War) -> dict[str, str]:
    """Who controls each power. [2WW-3.4.1a, 2WW-13b]"""
    return {
        country.name: side_name(s, NEUTRAL if s.neutral[number] else s.owner[number])
        for number, country in enumerate(s.world.countries)
        if country.is_power
    }


def arrivals(s: War) -> list[Json]:
    """The units that the turn track still holds, with their seasons. [2WW-2d]"""
    coming = sorted((turn, unit) for unit, turn in s.world.arrivals.items() if s.where[unit] == LATER)
    return [
        {"when": s.world.season(turn), "piece": piece(s, unit) | {"name": s.world.units[unit]}} for turn, unit in coming
    ]


def course(s: War, first: int) -> dict[str, list[int]]:
    """What each side had in every turn so far."""
    return {s.world.sides[side]: [turn[first + side] for turn in s.course] for side in (AXIS, ALLIES)}
