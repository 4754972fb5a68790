"""Chapters 1, 9.5 and 16.7: the edges of the map. Each side has one at its back, and trains run on beyond it."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.westfront.state import ALLIES, AXIS, Front

# 1.1 and 1.6 Home edges and rail entry hexes


def home_edge(s: Front, place: int) -> int | None:
    """Whose home edge a hex lies on: the east is the Axis's, the west the Allies'; else nobody's. [WF-1.1a]"""
    columns = s.world.board.grid.columns
    column = place % columns
    return AXIS if column == columns - 1 else ALLIES if column == 0 else None


def rail_entries(s: Front, side: int) -> tuple[int, ...]:
    """The hexes where rail lines leave the map over a side's home edge, from south to north. [WF-1.6b, WF-1.1a]"""
    return s.world.recall(
        ("entries", side), lambda: tuple(place for place in s.world.entries if home_edge(s, place) == side)
    )


# 16.7 The Iron Curtain


def open_entries(s: Front, side: int) -> tuple[int, ...]:
    """The rail entry hexes that still belong to a side's home edge in this month. [WF-16.7a, WF-16.7b]"""
    return tuple(place for place in rail_entries(s, side) if is_home_edge(s, side, place))


def is_home_edge(s: Front, side: int, place: int) -> bool:
    """Whether a side still has a hex of its home edge: month by month the Axis loses one rail entry more, and what lies
    between those it has lost. [WF-16.7a, WF-16.7b]"""
    if home_edge(s, place) != side:
        return False
    if side != AXIS:
        return True
    lost = lost_entries(s)
    return not lost or not min(lost) <= place <= max(lost)


def lost_entries(s: Front) -> tuple[int, ...]:
    """The rail entry hexes behind the Iron Curtain in this month. [WF-16.7b]"""
    month = s.world.months[s.month]
    if month < s.world.charts["dates"]["iron_curtain_starts"]:
        return ()
    lost = s.world.charts["iron_curtain"]["lost"]
    return tuple(s.world.board.at(name) for since, name in lost.items() if since <= month)


# 9.5 Off-map rail


def off_map_lines(s: Front, side: int, place: int) -> Iterator[tuple[int, int]]:
    """The rail entry hexes that a train can reach off the map from another, and the rail hexes that it takes.

    Two count for every hex of the edge between them, and the entry hex as any other. [WF-9.5a]
    """
    entries = open_entries(s, side) if place in s.world.entries else ()
    if place in entries:
        per_hex: int = s.world.charts["rail"]["off_map_hexes_per_edge_hex"]
        for there in entries:
            if there != place:
                yield there, per_hex * (s.world.board.distance(place, there) - 1) + 1
