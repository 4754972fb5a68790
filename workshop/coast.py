"""The coast: real land on the lattice, nudged until every land hex is land and every sea hex is sea.

All is done on a fine raster, with distances from the shore in hexes, positive on land. What must be land (the middle of
a land hex and the way over a land side to the next one) and what must be water (the middle of a sea hex, the way to the
next one, a channel along a sea side) are shapes too; the shore gives way to them softly and keeps its own line
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

import numpy as np
from contourpy import contour_generator
from numpy.typing import NDArray
from PIL import Image, ImageDraw
from scipy import ndimage
from shapely.geometry import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from grognard.engine.board import Board
from grognard.engine.drawn import is_wet
from workshop.geodata import Bounds, polygons
from workshop.warp import Pull, Warp

FINE = 64  # points to a hex
AROUND = 1.2  # hexes of paper round the outermost ones
# How far from the middle of a hex, or of the way to the next one, there must be land or water, in hexes.
LAND, NECK, SEA, SOUND = 0.3, 0.17, 0.36, 0.2
CHANNEL = {"sea": 0.085, "strait": 0.05, "ferry": 0.05}  # half the width of water along a side, at least
MOUTH = 0.16  # how much longer than its side a channel is, at either end
CLEARANCE, STRETCH = 0.25, 1.0  # how far the real shore should keep from the middle of a hex; how far it may be moved
OPEN = 0.1  # round the middle of a sea hex, where no island lies
SOFT = 0.1  # how softly the shore gives way
WAVES = ((0.22, 0.045), (0.09, 0.03))  # length and height of the ripples in shores that are not real
# Square hexes: an island that may stay at sea; land and water that are too small to draw.
ISLET, SPECK, POND = 0.09, 0.0035, 0.2

Floats = NDArray[np.float64]
Bools = NDArray[np.bool_]


class Raster(NamedTuple):
    """A rectangle of the lattice and how finely it is cut."""

    west: float
    north: float
    width: int
    height: int
    fine: int = FINE

    def spots(self) -> tuple[Floats, Floats]:
        """Where the points lie on the lattice."""
        x = self.west + np.arange(self.width) / self.fine
        y = self.north + np.arange(self.height) / self.fine
        across, down = np.meshgrid(x, y)
        return across, down

    def filled(self, shapes: Iterable[Polygon]) -> Bools:
        """Which points lie in one of the polygons; holes are left out."""
        picture = Image.new("1", (self.width, self.height))
        pen = ImageDraw.Draw(picture)
        for polygon in shapes:
            pen.polygon(self._pixels(polygon.exterior.coords), fill=1)
            for hole in polygon.interiors:
                pen.polygon(self._pixels(hole.coords), fill=0)
        return np.asarray(picture, dtype=bool)

    def drawn(self, lines: Iterable[LineString]) -> Bools:
        """Which points lie on one of the lines."""
        picture = Image.new("1", (self.width, self.height))
        pen = ImageDraw.Draw(picture)
        for line in lines:
            pen.line(self._pixels(line.coords), fill=1)
        return np.asarray(picture, dtype=bool)

    def _pixels(self, points: Iterable[Sequence[float]]) -> list[tuple[float, float]]:
        return [((x - self.west) * self.fine, (y - self.north) * self.fine) for x, y, *_ in points]

    def at(self, field: Any, x: Floats, y: Floats) -> Floats:
        """A field at points of the lattice."""
        spots = [(np.asarray(y) - self.north) * self.fine, (np.asarray(x) - self.west) * self.fine]
        found: Floats = ndimage.map_coordinates(np.asarray(field, float), spots, order=1, mode="nearest")
        return found

    def distance(self, inside: Bools) -> Floats:
        """How far it is to the edge of a shape, in hexes; positive inside."""
        if not inside.any():
            return np.full(inside.shape, -99.0)
        within = ndimage.distance_transform_edt(inside)
        without = ndimage.distance_transform_edt(~inside)
        far: Floats = (within - without) / self.fine
        return far

    def outlines(self, field: Floats, level: float = 0.0) -> list[Floats]:
        """Closed lines on the lattice round what is above a level."""
        edged = np.pad(field, 1, constant_values=field.min() - 1.0)
        rings = cast(list[Floats], contour_generator(z=edged).lines(level))
        return [ring[:, :2] / self.fine + (self.west - 1 / self.fine, self.north - 1 / self.fine) for ring in rings]


def raster(board: Board, fine: int = FINE) -> Raster:
    """The rectangle of a whole sheet."""
    centres = np.array([board.grid.centre(hex) for hex in range(board.grid.size)])
    west, north = centres.min(axis=0) - AROUND
    east, south = centres.max(axis=0) + AROUND
    return Raster(float(west), float(north), int((east - west) * fine) + 1, int((south - north) * fine) + 1, fine)


def shore(board: Board, raster: Raster, real: Sequence[Polygon]) -> Floats:
    """How far it is to the shore, in hexes; positive on land."""
    true = raster.distance(raster.filled(real))
    ripples = _ripples(raster)
    land = raster.distance(raster.filled(polygons(_dry(board)))) + ripples
    water = raster.distance(raster.filled(polygons(_wet(board)))) + ripples
    nudged = _least(_most(true, land), -water)
    straits = raster.distance(raster.filled(polygons(channels(board))))
    middles = [Point(board.grid.centre(hex)).buffer(OPEN) for hex in board.here if is_wet(board.terrain[hex])]
    clear = np.maximum(straits + 0.03, raster.distance(raster.filled(middles)))
    found = np.maximum(ndimage.gaussian_filter(nudged, 0.02 * raster.fine), _islets(raster, true, nudged, clear))
    return _tidied(raster, found, straits)


def pulls(board: Board, raster: Raster, warp: Warp, true: Floats, bounds: Bounds) -> list[Pull]:
    """Where the real shore should be moved, so that it needs less nudging: past the middle of a hex that it misses."""
    down, across = np.gradient(ndimage.gaussian_filter(true, 0.1 * raster.fine), 1 / raster.fine)
    found = []
    for hex in board.here:
        x, y = board.grid.centre(hex)
        sign = -1.0 if is_wet(board.terrain[hex]) else 1.0
        far, dx, dy = (float(raster.at(field, np.array([x]), np.array([y]))[0]) for field in (true, across, down))
        steep = np.hypot(dx, dy)
        if far * sign < CLEARANCE and abs(far) < STRETCH and steep > 0.3:
            here = x - far * dx / steep, y - far * dy / steep
            there = x - sign * CLEARANCE * dx / steep, y - sign * CLEARANCE * dy / steep
            lon, lat = warp.back(bounds, np.array([here[0]]), np.array([here[1]]))
            if np.isfinite(lon[0]):
                found.append(Pull(float(lon[0]), float(lat[0]), *there))
    return found


def _most(a: Floats, b: Floats) -> Floats:
    """The larger of two, with a soft edge where they are as large."""
    near = np.maximum(SOFT - np.abs(a - b), 0.0) / SOFT
    most: Floats = np.maximum(a, b) + near * near * SOFT / 4
    return most


def _least(a: Floats, b: Floats) -> Floats:
    return -_most(-a, -b)


def _ripples(raster: Raster) -> Floats:
    chance = np.random.default_rng(1943)
    total = np.zeros((raster.height, raster.width))
    for length, high in WAVES:
        wave = ndimage.gaussian_filter(chance.standard_normal(total.shape), length * raster.fine / 2)
        total += wave / wave.std() * high / 2
    return total


def ends(board: Board, a: int, b: int) -> tuple[tuple[float, float], tuple[float, float]]:
    """The two ends of the side between two hexes."""
    corners, direction = board.grid.corners(a), board.grid.direction_between(a, b)
    return corners[direction], corners[(direction + 1) % 6]


def pairs(board: Board) -> Iterable[tuple[int, int]]:
    return ((a, b) for a in board.here for b in board.neighbours[a] if a < b)


def _dry(board: Board) -> BaseGeometry:
    """What must be land."""
    centre, parts = board.grid.centre, []
    for hex in board.here:
        if not is_wet(board.terrain[hex]):
            alone = all(
                is_wet(board.terrain[other]) or board.side(hex, other) & CHANNEL.keys()
                for other in board.neighbours[hex]
            )
            parts.append(Point(centre(hex)).buffer(LAND * (0.6 if alone else 1.0)))
    for a, b in pairs(board):
        if not (is_wet(board.terrain[a]) or is_wet(board.terrain[b]) or board.side(a, b) & CHANNEL.keys()):
            parts.append(LineString([centre(a), centre(b)]).buffer(NECK))
    return unary_union(parts)


def _wet(board: Board) -> BaseGeometry:
    """What must be water."""
    centre, parts = board.grid.centre, []
    parts += [Point(centre(hex)).buffer(SEA) for hex in board.here if is_wet(board.terrain[hex])]
    for a, b in pairs(board):
        if is_wet(board.terrain[a]) and is_wet(board.terrain[b]):
            parts.append(LineString([centre(a), centre(b)]).buffer(SOUND))
    return unary_union([*parts, channels(board)])


def channels(board: Board) -> BaseGeometry:
    """Water along sides between two land hexes."""
    parts = []
    for a, b in pairs(board):
        wide = max((CHANNEL.get(kind, 0.0) for kind in board.side(a, b)), default=0.0)
        if wide and not (is_wet(board.terrain[a]) or is_wet(board.terrain[b])):
            (x1, y1), (x2, y2) = ends(board, a, b)
            dx, dy = (x2 - x1) * MOUTH, (y2 - y1) * MOUTH
            parts.append(LineString([(x1 - dx, y1 - dy), (x2 + dx, y2 + dy)]).buffer(wide))
    return unary_union(parts)


def _islets(raster: Raster, true: Floats, nudged: Floats, clear: Floats) -> Floats:
    """Small real islands that the nudging has drowned, where the water need not be clear."""
    labels, count = ndimage.label(true > 0)
    numbers = np.arange(1, count + 1)
    areas = ndimage.sum_labels(np.ones_like(true), labels, numbers) / raster.fine**2
    ashore = ndimage.maximum(np.maximum(nudged, clear), labels, numbers) > 0
    kept = numbers[(areas < ISLET) & (areas > SPECK) & ~ashore]
    return np.where(np.isin(labels, kept), true, -1.0)


def _tidied(raster: Raster, field: Floats, straits: Floats) -> Floats:
    """Without land and water that are too small to draw; straits stay."""
    for sign, least in ((1, SPECK), (-1, POND)):
        labels, count = ndimage.label(field * sign > 0)
        numbers = np.arange(1, count + 1)
        areas = ndimage.sum_labels(np.ones_like(field), labels, numbers) / raster.fine**2
        meant = ndimage.maximum(straits, labels, numbers) > 0
        small = numbers[(areas < least) & ~(meant & (sign < 0))]
        field = np.where(np.isin(labels, small), -sign * 0.01, field)
    far = raster.distance(field > 0)
    return np.where(np.abs(far) > 2 / raster.fine, far, field)
