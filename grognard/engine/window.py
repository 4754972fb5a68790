"""A window on a map: some of its hexes, at their own numbers, and only what lies within them.

A small game on a part of a large map needs no map of its own. The places keep their numbers on the whole lattice, lines
that leave the window end at its edge, and hexes are called after the places in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from grognard.engine.beyond import approaches
from grognard.engine.board import Area, Board, Landmark, River, UnknownPlace, names_of
from grognard.engine.hexes import NOWHERE
from grognard.engine.mapfile import fold


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario's part of the map: its hexes, one by one or as a range of rows and columns of the grid; the names of
    its places, unless it has all of them; the boxes that it keeps."""

    hexes: str = ""
    rows: tuple[int, int] | None = None
    columns: tuple[int, int] | None = None
    places: tuple[str, ...] = ()
    boxes: tuple[str, ...] = ()
    title: str = ""
    note: str = ""
    source: str = ""


def cut(board: Board, window: Window) -> Board:
    """The board within a window. The boxes that the window names follow after the hexes."""
    within = _within(board, window)
    hexes = board.grid.size
    boxes = _boxes(board, window)
    size = hexes + len(boxes)
    whole = (*range(hexes), *boxes)  # the places that stay, by what they were on the whole board
    now = {place: number for number, place in enumerate(whole) if place in within or number >= hexes}
    towards = tuple(
        tuple(other if other in within else NOWHERE for other in board.towards[hex])
        if hex in within
        else (NOWHERE,) * 6
        for hex in whole
    )
    here = tuple(hex for hex in board.here if hex in within)
    places = _places(board, window, within)
    labels = tuple(board.labels[place] for place in whole)
    kept = {fold(name) for name in places}
    lost = {fold(name) for name in board.places} - kept
    known = {
        name: now[place]
        for name, place in board.known.items()
        if place in now and name == fold(name) and name not in lost
    }
    names = names_of(labels, places, board.grid, towards, known)
    areas = _areas(board, within, now)
    spots = {now[box]: board.spots[box] for box in boxes if box in board.spots}
    return replace(
        board,
        title=window.title or board.title,
        note=window.note or board.note,
        size=size,
        labels=labels,
        names=names,
        here=here,
        mask=sum(1 << hex for hex in here),
        terrain=tuple(board.terrain[hex] if hex in within else "" for hex in whole),
        nation=tuple(board.nation[hex] if hex in within else "" for hex in whole),
        towards=towards,
        neighbours=tuple(tuple(hex for hex in around if hex != NOWHERE) for around in towards),
        sides={pair: kinds for pair, kinds in board.sides.items() if within.issuperset(pair)},
        facing=_facing(board, within),
        rivers=_rivers(board.rivers, within),
        networks={
            name: tuple(
                tuple(other for other in links if other in within) if hex in within else ()
                for hex, links in ((hex, linked[hex]) for hex in whole)
            )
            for name, linked in board.networks.items()
        },
        areas=areas,
        areas_of=tuple(tuple(area.name for area in areas.values() if area.mask >> hex & 1) for hex in range(size)),
        places=places,
        boxes={board.names[box]: board.boxes[board.names[box]]._replace(at=now[box]) for box in boxes},
        links=tuple(
            tuple(link._replace(to=now[link.to]) for link in board.links[place] if link.to in now)
            if place in now
            else ()
            for place in whole
        ),
        spots=spots,
        approaches={box: approaches(board.grid, here, spot) for box, spot in spots.items()},
        extra={},
        known=known | {names[place]: place for place in (*here, *range(hexes, size))},
    )


def _within(board: Board, window: Window) -> frozenset[int]:
    """The hexes of a window."""
    found: set[int] = {board.at(label) for label in window.hexes.split()}
    if window.rows or window.columns:
        found |= board.grid.between(window.rows, window.columns).keys() & set(board.here)
    return frozenset(found)


def _boxes(board: Board, window: Window) -> list[int]:
    """The boxes that a window keeps, in the order of the board."""
    unknown = [name for name in window.boxes if name not in board.boxes]
    if unknown:
        raise UnknownPlace(unknown[0], board.id, list(board.boxes))
    return sorted(board.boxes[name].at for name in window.boxes)


def _places(board: Board, window: Window, within: frozenset[int]) -> Mapping[str, Landmark]:
    wanted = window.places or [place.name for place in board.places.values() if place.at in within]
    return {name: board.places[name] for name in wanted}


def _areas(board: Board, within: frozenset[int], now: Mapping[int, int]) -> dict[str, Area]:
    """The areas with a hex or a box in the window."""
    found = {}
    for area in board.areas.values():
        mask = sum(1 << number for place, number in now.items() if area.mask >> place & 1)
        if mask:
            found[area.name] = area._replace(hexes=tuple(hex for hex in area.hexes if hex in within), mask=mask)
    return found


def _facing(board: Board, within: frozenset[int]) -> dict[str, tuple[tuple[int, int], ...]]:
    cut = {kind: tuple(pair for pair in pairs if within.issuperset(pair)) for kind, pairs in board.facing.items()}
    return {kind: pairs for kind, pairs in cut.items() if pairs}


def _rivers(rivers: Sequence[River], within: frozenset[int]) -> tuple[River, ...]:
    cut = (river._replace(sides=tuple(side for side in river.sides if within.issuperset(side))) for river in rivers)
    return tuple(river for river in cut if river.sides)
