"""What the table shows: the pieces and what lies beside the map. Nothing here decides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from grognard.engine.looks import Looks
from grognard.engine.paths import bits, mask_where
from grognard.engine.tally import shown
from grognard.games.balkan.arrivals import arrivals
from grognard.games.balkan.breakdowns import whole_of
from grognard.games.balkan.forts import STANDING
from grognard.games.balkan.lands import side_of
from grognard.games.balkan.replacements import balance, rows
from grognard.games.balkan.state import BROKEN, DEAD, GONE, IN_HAND, LATER, NEUTRAL, PHASES, Campaign
from grognard.games.balkan.units import face, side_name
from grognard.games.balkan.victory import OURS, score
from grognard.games.balkan.weather import NAMES
from grognard.games.balkan.world import Balkans

BOXES = {DEAD: "eliminated", GONE: "gone", BROKEN: "broken down", IN_HAND: "in hand"}
"""What the places are called where units are that are in no place of the board."""


def looks_in(world: Balkans, looks: Looks) -> Looks:
    """The looks of the game with the turns of the scenario."""
    steps = {"turn": world.turns, "phase": PHASES}
    tracks = (msgspec.structs.replace(track, steps=steps.get(track.key, track.steps)) for track in looks.tracks)
    return msgspec.structs.replace(looks, tracks=tuple(tracks))


def signs(world: Balkans) -> Mapping[str, tuple[str, ...]]:
    """What places of the map are besides towns."""
    found: dict[str, list[str]] = {}
    for place in world.board.places.values():
        said = found.setdefault(world.board.names[place.at], [])
        if "port" in place.extra:
            said.append(f"{place.extra['port']} port")
        if place.kind == "airfield":
            said.append("airfield")
        if place.extra.get("capital"):
            said.append("capital")
    return {name: tuple(said) for name, said in found.items() if said}


def pieces(s: Campaign) -> list[dict[str, Any]]:
    """Every unit that is on the map, in hand or out of play, the strongest last: it lies on top. And the forts.
    Everything is open to both sides."""
    shown = [unit for unit, at in enumerate(s.where) if at >= 0 or at in BOXES]
    return [*(piece(s, unit) for unit in sorted(shown, key=lambda unit: (weight(s, unit), -unit))), *forts(s)]


def weight(s: Campaign, unit: int) -> tuple[int, int]:
    """How far up in a stack a unit lies: divisions above all others, and then by strength."""
    now = face(s, unit)
    return now.res, now.attack + now.defense


def forts(s: Campaign) -> list[dict[str, Any]]:
    """The markers of forts. [BF-14A1-3]"""
    names = s.world.board.names
    return [
        {
            "id": f"{names[place]} fort",
            "at": names[place],
            "side": side_name(s, s.owner[place]),
            "face": {"name": "Fort", "kind": "fort", "steps": 1},
            "marks": [],
            "seen": None,
        }
        for place in bits(mask_where(s.fort, bytes((STANDING,))))
    ]


def coming(s: Campaign) -> list[dict[str, Any]]:
    """The reinforcements of both sides that are still to come, with their turns. [BF-29A-1]"""
    due = sorted((arrival.turn, unit) for unit, arrival in arrivals(s.world).items() if s.where[unit] == LATER)
    turns = s.world.turns
    return [{"when": turns[turn], "piece": piece(s, unit)} for turn, unit in due if s.turn <= turn < len(turns)]


def piece(s: Campaign, unit: int) -> dict[str, Any]:
    """A unit with the face that is up. [BF-3A-2]"""
    data, now, at = s.world.roster[unit], face(s, unit), s.where[unit]
    return {
        "id": data.key,
        "at": s.world.board.names[at] if at >= 0 else BOXES.get(at, "to come"),
        "side": side_name(s, side_of(s, unit)),
        "face": {
            "name": title(s, unit),
            "tag": data.name,
            "kind": data.kind,
            "text": f"({now.text})" if s.cadre[unit] else now.text,
            "nation": data.nation,
        },
        "marks": marks(s, unit),
        "seen": None,
    }


def title(s: Campaign, unit: int) -> str:
    """What a unit is called; of a part, with the division for which it stands. [BF-15C1-1]"""
    data, whole = s.world.roster[unit], whole_of(s, unit)
    return data.title if whole is None else f"{data.title} ({s.world.roster[whole].name})"


def marks(s: Campaign, unit: int) -> list[str]:
    """What a unit bears for a while."""
    if s.where[unit] < 0:
        return []
    said = (
        ("unsupplied", s.hungry[unit]),
        ("no zone", s.zoneless[unit] and s.world.has_zone[unit]),
        ("building", s.site[unit] >= 0),
    )
    return [mark for mark, holds in said if holds]


def tracks(s: Campaign) -> dict[str, Any]:
    """The turn, the weather and the points so far."""
    world = s.world
    found: dict[str, Any] = {
        "turn": world.turns[s.turn],
        "phase": PHASES[s.phase],
        "active": "set-up" if s.active == NEUTRAL else world.sides[s.active],
        "north": NAMES[s.weather[0]],
        "south": NAMES[s.weather[1]],
    }
    found["coming"] = coming(s)
    found["replacements"] = {
        world.nations[nation]: " / ".join(balance(s, nation).values()) for nation in sorted(rows(world))
    }
    if world.frame["victory"] == OURS:
        found["points"] = {name: shown(score(s, side).total) for side, name in enumerate(world.sides)}
    return found
