"""Holding a map to its facts: everything that can be checked without geographic data, so that it runs with the tests.

Failures must be mended. Remarks are lints: things that are sometimes meant, for whoever looks at a new map.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path

from grognard.drawing.fields import ACROSS, ALONG
from grognard.engine import board as boards
from grognard.engine import geography
from grognard.engine.board import Board
from grognard.engine.drawn import is_wet
from grognard.engine.geography import FieldRows, Geography, rows_of
from grognard.engine.hexes import Orientation
from workshop import facts
from workshop.lattice import Lattice, map_text, values_text

HERE = Path(__file__).parent
ROOT = HERE.parent
MAPS = ("westfront", "2ww", "balkan")
LIMIT = 300_000  # bytes of a drawing
SHORE = 0.5  # how much land there is at the shore, in the drawing's field
BESIDE = 0.3  # hexes from the middle of a river side to the river as it is drawn
BARRIERS = {"sea", "strait", "ferry"}


def map_path(name: str) -> Path:
    """Where the map file of a map is kept."""
    recipe = tomllib.loads((HERE / name / "recipe.toml").read_text("utf-8"))
    return ROOT / str(recipe.get("map") or f"{recipe['folder']}/map.toml")


def drawing_path(name: str) -> Path:
    """Where its drawing is kept; that of a map that is no game's yet only in the cache."""
    recipe = tomllib.loads((HERE / name / "recipe.toml").read_text("utf-8"))
    return ROOT / f"{recipe['folder']}/drawing.json" if "folder" in recipe else HERE / "cache" / f"{name}.json"


def check(name: str) -> tuple[list[str], list[str]]:
    """Failures and remarks."""
    board = boards.load(map_path(name))
    held = map_path(name).parent / "facts.toml"
    failures = boards.checks(board, held) if held.is_file() else []
    failures += _fresh(name)
    if drawing_path(name).is_file():
        data = drawing_path(name).read_bytes()
        failures += [f"the drawing has {len(data)} bytes, more than {LIMIT}"] if len(data) > LIMIT else []
        failures += list(drawn(board, geography.load(drawing_path(name))))
    return failures, list(remarks(board))


def _fresh(name: str) -> Iterator[str]:
    """Are the written files those that the lattice or the facts give?"""
    folder = map_path(name).parent
    if (HERE / name / "lattice.toml").is_file():
        lattice = Lattice(HERE / name)
        texts = {"map.toml": map_text(lattice), "places.toml": values_text(lattice)}
        yield from (f"an override is redundant: {said}" for said in lattice.overrides.redundant)
    elif (HERE / name / "facts.toml").is_file():
        texts = {"map.toml": facts.map_text(facts.Facts(HERE / name))}
    else:
        return
    for file, text in texts.items():
        if (folder / file).read_text("utf-8") != text:
            yield f"{file} is not what workshop/{name} gives: run `python -m workshop build {name}`"


# The drawing


def drawn(board: Board, drawing: Geography) -> Iterator[str]:
    """Is land drawn where the hexes are land, are towns in their hexes, and rivers along their sides?"""
    if drawing.map != board.id:
        yield f"the drawing is one of {drawing.map}, not of {board.id}"
    for hex in board.here:
        wet = is_wet(board.terrain[hex])
        land = _at(board, drawing.land, hex)
        if (land < SHORE) != wet:
            shown = "water" if land < SHORE else "land"
            yield f"{board.labels[hex]} is {board.terrain[hex]}, but the drawing shows {shown}"
    for place in board.places.values():
        if place.name in drawing.spots:
            x, y = (number / drawing.unit for number in drawing.spots[place.name])
            near = min(board.here, key=lambda hex: hypot(board.grid.centre(hex)[0] - x, board.grid.centre(hex)[1] - y))
            if near != place.at:
                yield f"{place.name} is drawn in {board.labels[near]}, not in {board.labels[place.at]}"
    for river in board.rivers:
        points = [point for name, _, line in drawing.courses if name == river.name for point in _dense(line)]
        for a, b in river.sides:
            corners, direction = board.grid.corners(a), board.grid.direction_between(a, b)
            (x1, y1), (x2, y2) = corners[direction], corners[(direction + 1) % 6]
            x, y = (x1 + x2) / 2, (y1 + y2) / 2
            if min((hypot(px - x, py - y) for px, py in points), default=99.0) > BESIDE:
                yield f"the {river.name} is not drawn between {board.labels[a]} and {board.labels[b]}"


def _dense(line: geography.Line) -> Iterator[geography.Point]:
    for (x, y), (a, b) in pairwise(line):
        yield from ((x + (a - x) * step / 4, y + (b - y) * step / 4) for step in range(5))


def _at(board: Board, field: FieldRows, hex: int) -> float:
    """A field in the middle of a hex."""
    (x, y), (x0, y0) = board.grid.centre(hex), board.grid.centre(0)
    along, across = (x - x0, y - y0) if board.grid.orientation is Orientation.POINTY else (y - y0, x - x0)
    return rows_of(field, (round(along * ALONG), round(across / (3**0.5 / 2) * ACROSS)), 1, 1)[0][0]


# Lints


def remarks(board: Board) -> Iterator[str]:
    """What is odd about a map, though it may be meant."""
    homes: dict[int, list[str]] = {}
    for place in board.places.values():
        homes.setdefault(place.at, []).append(place.name)
        if is_wet(board.terrain[place.at]):
            yield f"{place.name} lies in a sea hex"
    yield from (f"{' and '.join(names)} share a hex" for names in homes.values() if len(names) > 1)
    for hex in board.here:
        beside = [other for other in board.neighbours[hex] if not is_wet(board.terrain[other])]
        if not is_wet(board.terrain[hex]) and not beside and hex not in homes:
            yield f"{board.labels[hex]} is land by itself and has no place"
    yield from _exclaves(board, homes)
    yield from _stopping(board)


def _exclaves(board: Board, homes: dict[int, list[str]]) -> Iterator[str]:
    """Parts of a nation that hang together with no other part of it and have no place."""
    left = {hex for hex in board.here if board.nation[hex]}
    while left:
        part = {left.pop()}
        edge = list(part)
        while edge:
            here = edge.pop()
            for other in board.neighbours[here]:
                if other in left and board.nation[other] == board.nation[here]:
                    left.discard(other)
                    part.add(other)
                    edge.append(other)
        nation = board.nation[min(part)]
        if len(part) < board.nation.count(nation) and homes.keys().isdisjoint(part):
            yield f"{nation} has an exclave at {', '.join(board.labels[hex] for hex in sorted(part))}"


def _stopping(board: Board) -> Iterator[str]:
    """Rivers neither of whose ends is at water, at another river or at the edge of the map."""
    touched: dict[tuple[int, int], int] = {}
    ends: dict[str, list[tuple[int, int]]] = {}
    for river in board.rivers:
        own: dict[tuple[int, int], int] = {}
        for a, b in river.sides:
            corners, direction = board.grid.corners(a), board.grid.direction_between(a, b)
            for x, y in (corners[direction], corners[(direction + 1) % 6]):
                key = round(x * 20), round(y * 20)
                own[key] = own.get(key, 0) + 1
        for key in own:
            touched[key] = touched.get(key, 0) + 1
        ends[river.name] = [key for key, count in own.items() if count == 1]
    wet = _wet_corners(board)
    for name, keys in ends.items():
        if all(key not in wet and touched[key] < 2 for key in keys):
            yield f"the {name} reaches neither water nor another river nor the edge of the map"


def _wet_corners(board: Board) -> set[tuple[int, int]]:
    """Corners at water or at the edge of the map."""
    found = set()
    for hex in board.here:
        corners = [(round(x * 20), round(y * 20)) for x, y in board.grid.corners(hex)]
        if is_wet(board.terrain[hex]):
            found |= set(corners)
        for direction, other in enumerate(board.towards[hex]):
            if other < 0 or board.side(hex, other) & BARRIERS:
                found |= {corners[direction], corners[(direction + 1) % 6]}
    return found
