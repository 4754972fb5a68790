"""A window on a map: some of its hexes, at their own numbers, and only what lies within them.

A small game on a part of a large map needs no map of its own. The places keep their numbers on the whole lattice, lines
that leave the window end at its edge, and hexes are called after the places in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

import msgspec

from grognard.engine.board import Area, Board, Place, River, names_of
from grognard.engine.hexes import NOWHERE
from grognard.engine.mapfile import fold


class Window(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a scenario says of its part of the map: labels of hexes, names of places if not all of them are meant."""

    hexes: str
    places: tuple[str, ...] = ()
    title: str = ""
    note: str = ""
    source: str = ""


def cut(board: Board, window: Window) -> Board:
    """The board within a window; boxes stay outside."""
    within = frozenset(board.at(label) for label in window.hexes.split())
    size = board.grid.size
    towards = tuple(
        tuple(other if other in within else NOWHERE for other in board.towards[hex])
        if hex in within
        else (NOWHERE,) * 6
        for hex in range(size)
    )
    here = tuple(hex for hex in board.here if hex in within)
    places = _places(board, window, within)
    labels = board.labels[:size]
    kept = {fold(name) for name in places}
    lost = {fold(name) for name in board.places} - kept
    known = {
        name: hex for name, hex in board.known.items() if hex in within and name == fold(name) and name not in lost
    }
    names = names_of(labels, places, board.grid, towards, known)
    areas = _areas(board, within)
    return replace(
        board,
        title=window.title or board.title,
        note=window.note or board.note,
        size=size,
        labels=labels,
        names=names,
        here=here,
        mask=sum(1 << hex for hex in here),
        terrain=tuple(board.terrain[hex] if hex in within else "" for hex in range(size)),
        nation=tuple(board.nation[hex] if hex in within else "" for hex in range(size)),
        towards=towards,
        neighbours=tuple(tuple(hex for hex in around if hex != NOWHERE) for around in towards),
        sides={pair: kinds for pair, kinds in board.sides.items() if within.issuperset(pair)},
        rivers=_rivers(board.rivers, within),
        networks={
            name: tuple(
                tuple(other for other in links if other in within) if hex in within else ()
                for hex, links in enumerate(linked[:size])
            )
            for name, linked in board.networks.items()
        },
        areas=areas,
        areas_of=tuple(tuple(area.name for area in areas.values() if area.mask >> hex & 1) for hex in range(size)),
        places=places,
        boxes={},
        links=((),) * size,
        extra={},
        known=known | {names[hex]: hex for hex in here},
    )


def _places(board: Board, window: Window, within: frozenset[int]) -> Mapping[str, Place]:
    wanted = window.places or [place.name for place in board.places.values() if place.at in within]
    return {name: board.places[name] for name in wanted}


def _areas(board: Board, within: frozenset[int]) -> dict[str, Area]:
    """The areas with a hex in the window."""
    found = {}
    for area in board.areas.values():
        if hexes := tuple(hex for hex in area.hexes if hex in within):
            found[area.name] = area._replace(hexes=hexes, mask=sum(1 << hex for hex in set(hexes)))
    return found


def _rivers(rivers: Sequence[River], within: frozenset[int]) -> tuple[River, ...]:
    cut = (river._replace(sides=tuple(side for side in river.sides if within.issuperset(side))) for river in rivers)
    return tuple(river for river in cut if river.sides)
