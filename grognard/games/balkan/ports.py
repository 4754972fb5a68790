"""Chapter 26A: sea zones, ports with what they can handle, and beaches."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import FAR, mask_of
from grognard.engine.tally import Tally
from grognard.games.balkan.possession import owned
from grognard.games.balkan.state import Campaign
from grognard.games.balkan.world import Balkans

SEA_ZONES = ("SEA_ADRIATIC", "SEA_AEGEAN")
"""The areas of the map that are the sea zones, with their coasts. [BF-26A1-1]"""
ADRIATIC, AEGEAN = range(2)

CHART_ROWS = {"unlimited": "middle_east"}
"""What the port chart calls a kind of port, where the map has another word for it."""


def sea_zone(world: Balkans, place: int) -> int | None:
    """The sea zone of a place, if it lies on the water. [BF-26A1-1, BF-28A1c-1, BF-28B1d-1, BF-28B2-1]"""
    return next((zone for zone, mask in enumerate(_sea_zones(world)) if mask >> place & 1), None)


def _sea_zones(world: Balkans) -> tuple[int, ...]:
    boxes = world.board.boxes.values()
    return world.recall(
        "sea zones",
        lambda: tuple(
            world.mask(area) | mask_of(box.at for box in boxes if box.extra.get("sea") == area) for area in SEA_ZONES
        ),
    )


# Ports


def ports(world: Balkans) -> dict[int, str]:
    """By place: what kind of port it has. [BF-26A3-1]"""
    return world.recall("ports", lambda: _ports(world))


def _ports(world: Balkans) -> dict[int, str]:
    every = (*world.board.places.values(), *world.board.boxes.values())
    return {place.at: place.extra["port"] for place in every if "port" in place.extra}


def capacity(s: Campaign, place: int) -> Tally | None:
    """The REs that a port handles in a player turn; None if there is no limit. [BF-26A3-1, BF-26A3-2, BF-28B2-1]"""
    kind = ports(s.world)[place]
    most = s.world.charts["ports"][CHART_ROWS.get(kind, kind)]["capacity"]
    if most == "unlimited":
        return None
    found = Tally(most, "BF-26A3-1")
    found.add(-min(s.port_hits[place], most), "BF-26A3-2", "hits")
    return found


def left_at(s: Campaign, place: int) -> int:
    """The half REs that a port can still handle in this player turn. [BF-26A3-1]"""
    most = capacity(s, place)
    return FAR if most is None else int(2 * most.total) - s.port_used[place]


def held_since_start(s: Campaign, side: int, place: int) -> bool:
    """Whether a side owned a place when this player turn began. [BF-26A3-3]"""
    return (s.former[place] - 1 if s.former[place] else s.owner[place]) == side


def why_no_port(s: Campaign, side: int, place: int, res: int) -> Refusal | None:
    """Why a side cannot bring so many half REs through the port of a place.
    [BF-26A3-1, BF-26A3-2, BF-26A3-3, BF-26B1-1]"""
    facts = {"at": s.world.board.names[place]}
    if place not in ports(s.world):
        return Refusal("BF-26B1-1", facts, "port")
    if not owned(s, side) >> place & 1:
        return Refusal("BF-26B1-1", facts, "owner")
    if not held_since_start(s, side, place):
        return Refusal("BF-26A3-3", facts)
    if s.port_hits[place] and left_at(s, place) < res:
        return Refusal("BF-26A3-2", facts)
    return Refusal("BF-26A3-1", facts) if left_at(s, place) < res else None


@derived("owner", "former", "port_hits", "port_used")
def usable_ports(s: Campaign, side: int, res: int) -> int:
    """The ports through which a side can bring so many half REs. [BF-26A3-1, BF-26A3-2, BF-26A3-3]"""
    return mask_of(place for place in ports(s.world) if why_no_port(s, side, place, res) is None)


# Beaches


def beaches(world: Balkans) -> int:
    """The hexes on the coast that are not mountains. [BF-26A4-1]"""
    return world.mask("COAST") & ~world.mountains


def why_no_beach(s: Campaign, side: int, place: int) -> Refusal | None:
    """Why a side cannot use a place as a beach. [BF-26A4-1, BF-26B1-1]"""
    facts = {"at": s.world.board.names[place]}
    if not beaches(s.world) >> place & 1:
        return Refusal("BF-26A4-1", facts, "" if s.world.mask("COAST") >> place & 1 else "inland")
    return None if owned(s, side) >> place & 1 else Refusal("BF-26B1-1", facts, "owner")
