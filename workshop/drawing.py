"""The drawing of a map: real coasts, lakes, rivers, borders, relief and towns, fitted to the hexes of its board.

What the board says decides: rivers and borders run along the sides that it names and only lean towards their real
course; relief is as strong as the terrain of the hex; the shore is nudged (`coast.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
from scipy import ndimage
from shapely.geometry import LineString, Polygon

from grognard.drawing.fields import ACROSS, ALONG, MARGIN
from grognard.drawing.paths import chains, smooth
from grognard.engine.board import Board
from grognard.engine.drawn import family, is_wet
from grognard.engine.geography import LETTERS, FieldRows, Geography, RiverLine, packed, squeezed
from grognard.engine.hexes import Orientation
from workshop import coast, geodata
from workshop.coast import CHANNEL, Floats, Raster
from workshop.warp import Control, Pull, Warp, inside, reach

UNIT = 200  # to a hex, in the file
CREDITS = (
    "Made with Natural Earth. Elevation: SRTM via KDE Marble. "
    "Packaged by Debian in libmagics++-data, marble-qt-data and qgis-common."
)
PULLS = 2  # rounds of moving the real shore towards the hexes
COARSE, PLAIN = 24, 0.02  # points to a hex, and degrees that do not matter, while doing so
LEANING = {"river": (0.5, 0.17), "border": (0.6, 0.2)}  # how near the real line must be, and how far to lean towards it
BEAD = 0.07  # hexes from point to point of a line
KEEP = {"coast": 0.006, "lake": 0.012, "river": 0.012, "border": 0.016}  # what simplifying may move a point
# How much land there is (drawing.country's scale) by how far the shore is, in hexes.
SHELVES = ((-0.62, -0.4, -0.21, -0.09, 0.0, 0.11, 0.4), (0.0, 0.12, 0.26, 0.39, 0.5, 0.66, 1.0))
RELIEF = {"mountain": 0.42, "hill": 0.24, "rough": 0.2, "forest": 0.06, "marsh": 0.0, "clear": 0.03}
BEYOND = 0.06  # of land without hexes
STEEP = 45.0  # metres: ground with less relief than this is not made steeper
SPREAD, LOCAL = 0.45, 0.55  # hexes: how far the terrain of a hex reaches; what relief is measured over
TOWN = (0.6, 0.36, 0.26)  # how far out a town may lie, how near the middle it may not, and how low it goes instead
INLAND = 0.1  # how far from the shore
APART = 0.3  # towns in one hex

Spot = tuple[float, float]


def controls(board: Board) -> list[Control]:
    """The places whose position in degrees is known."""
    return [
        Control(place.name, place.extra["lon"], place.extra["lat"], place.at, place.extra.get("room", 0.8))
        for place in board.places.values()
        if "lon" in place.extra and place.kind != "hex"
    ]


def fitted(board: Board, centre: Spot, bounds: geodata.Bounds, land: Sequence[Polygon]) -> Warp:
    """The warp through all places, then drawn towards the coasts of the hexes."""
    known = controls(board)
    raster = coast.raster(board, COARSE)
    warp = Warp(board.grid, known, centre)
    pulls: list[Pull] = []
    plain = [polygon.simplify(PLAIN) for polygon in land if polygon.area > PLAIN]
    for _ in range(PULLS):
        true = raster.distance(raster.filled(_warped(warp, plain)))
        pulls += coast.pulls(board, raster, warp, true, bounds)
        warp = Warp(board.grid, known, centre, pulls)
    return warp


def _warped(warp: Warp, land: Iterable[Polygon]) -> list[Polygon]:
    return [part for polygon in land for part in geodata.polygons(warp.geometry(polygon))]


def draw(board: Board, recipe: dict[str, Any]) -> Geography:
    """The whole drawing."""
    said = recipe["drawing"]
    bounds: geodata.Bounds = tuple(said["bounds"])
    land = geodata.land(bounds)
    warp = fitted(board, tuple(said["centre"]), bounds, land)
    raster = coast.raster(board)
    shore = coast.shore(board, raster, _warped(warp, land))
    wet = raster.distance(raster.filled([*geodata.polygons(coast.channels(board))]))
    rivers = [warp.geometry(line) for _, line in geodata.rivers(bounds, said["river_rank"])]
    frontiers = [warp.geometry(line) for line in geodata.borders(bounds, said.get("date", ""))]
    return Geography(
        schema=1,
        map=board.id,
        credits=CREDITS,
        unit=UNIT,
        coast=_rings(raster.outlines(shore), KEEP["coast"]),
        lakes=_lakes(raster, shore, [warp.geometry(lake) for _, lake in geodata.lakes(bounds)]),
        rivers=_rivers(board, raster, shore, rivers),
        borders=_borders(board, raster, frontiers),
        spots=_spots(board, raster, np.minimum(shore, -wet), warp),
        land=_field(np.interp(_at_lattice(board, raster, shore), *SHELVES), 1.0, board),
        height=_field(_relief(board, raster, shore, warp, bounds), 2.0, board),
    )


# Lines


def _whole(points: Iterable[Sequence[float]]) -> list[tuple[int, int]]:
    """Points in the file's units, none twice in a row."""
    found: list[tuple[int, int]] = []
    for x, y, *_ in points:
        point = round(float(x) * UNIT), round(float(y) * UNIT)
        if not found or found[-1] != point:
            found.append(point)
    return found


def _rings(rings: Iterable[Floats], keep: float) -> tuple[str, ...]:
    """Closed lines, simplified and packed, the longest first."""
    found = []
    for ring in rings:
        if len(ring) > 3:
            points = _whole(LineString(ring).simplify(keep).coords)[:-1]
            if len(points) > 2:
                found.append(points)
    return tuple(packed(points) for points in sorted(found, key=lambda points: (-len(points), points[0])))


def _lakes(raster: Raster, shore: Floats, lakes: Iterable[Polygon]) -> tuple[str, ...]:
    """Lakes that lie on the land as it is drawn."""
    dry = raster.filled([part for lake in lakes for part in geodata.polygons(lake)]) & (shore > 0.04)
    labels, count = ndimage.label(dry)
    areas = ndimage.sum_labels(np.ones_like(shore), labels, np.arange(1, count + 1)) / raster.fine**2
    kept = np.isin(labels, np.flatnonzero(areas > coast.SPECK) + 1)
    smooth_edge = ndimage.gaussian_filter(kept.astype(float), 0.8)
    return _rings(raster.outlines(smooth_edge, 0.5), KEEP["lake"])


def _joined(board: Board, sides: Iterable[tuple[int, int]]) -> list[list[Spot]]:
    """Sides that meet, joined into lines."""
    ends = [coast.ends(board, a, b) for a, b in sides]
    large = [((a[0] * 100, a[1] * 100), (b[0] * 100, b[1] * 100)) for a, b in ends]
    return [[(x / 100, y / 100) for x, y in line] for line in chains(large)]


def _beads(line: Sequence[Spot]) -> Floats:
    """Points along a soft line through the corners of hexes, evenly apart."""
    softened: list[Spot] = [line[0]]
    for (x, y), (a, b) in pairwise(line):
        softened += [(x + (a - x) * 0.3, y + (b - y) * 0.3), (x + (a - x) * 0.7, y + (b - y) * 0.7)]
    softened.append(line[-1])
    string = LineString(smooth(softened))
    count = max(3, round(string.length / BEAD))
    return np.array([string.interpolate(share, normalized=True).coords[0] for share in np.linspace(0, 1, count)])


def _leaned(raster: Raster, beads: Floats, kind: str, nearest: Any) -> Floats:
    """A line that leans towards the real one where that is near; its ends lean as the ends of others there do."""
    near, most = LEANING[kind]
    corner = np.array([raster.west, raster.north])
    pixels = ((beads - corner) * raster.fine).round().astype(int)
    rows = pixels[:, 1].clip(0, raster.height - 1)
    columns = pixels[:, 0].clip(0, raster.width - 1)
    aims = np.stack([nearest[1][rows, columns], nearest[0][rows, columns]], axis=1) / raster.fine
    aside = aims + corner - beads
    far = np.hypot(aside[:, 0], aside[:, 1])
    share = np.where(far < near, np.minimum(1.0, most / np.maximum(far, 1e-6)), 0.0)
    lean = aside * share[:, None]
    soft = ndimage.gaussian_filter1d(lean, 1.6, axis=0, mode="nearest")
    soft[0], soft[-1] = lean[0], lean[-1]
    leaned: Floats = beads + soft
    return leaned


def _nearest(raster: Raster, real: Sequence[LineString]) -> Any:
    """For every point of the raster, the nearest one on a real line."""
    drawn = raster.drawn([line for part in real for line in geodata.lines(part)])
    if not drawn.any():
        return np.indices(drawn.shape)
    return ndimage.distance_transform_edt(~drawn, return_distances=False, return_indices=True)


def _rivers(board: Board, raster: Raster, shore: Floats, real: Sequence[LineString]) -> tuple[RiverLine, ...]:
    nearest = _nearest(raster, real)
    courses = [(river.name, line) for river in board.rivers for line in _joined(board, river.sides)]
    along = [_tenths(point) for _, line in courses for point in line]
    found = []
    for name, line in courses:
        beads = _leaned(raster, _beads(line), "river", nearest)
        mouths = [_mouth(raster, shore, end) for end in (beads[0], beads[-1])]
        meets = [along.count(_tenths(end)) > 1 for end in (line[0], line[-1])]
        far = raster.at(shore, beads[[0, -1], 0], beads[[0, -1], 1])
        if far[0] < far[1]:  # downstream is where the sea is nearer
            beads, mouths, meets = beads[::-1], mouths[::-1], meets[::-1]
        if mouths[1] is not None:
            beads = np.concatenate([beads, [mouths[1]]])
        grown = mouths[1] is not None or meets[1]
        wide = (0.75 if meets[0] else 0.3, 1.0 if grown else 0.7)
        points = _whole(LineString(beads).simplify(KEEP["river"]).coords)
        found.append(RiverLine(name, wide, packed(points)))
    return tuple(found)


def _tenths(point: Sequence[float]) -> tuple[int, int]:
    return round(point[0] * 10), round(point[1] * 10)


def _mouth(raster: Raster, shore: Floats, end: Floats) -> Floats | None:
    """A point in the water, if the shore is near."""
    far = float(raster.at(shore, end[:1], end[1:])[0])
    if far > 0.45:
        return None
    down, across = np.gradient(shore)
    slope = np.array([float(raster.at(part, end[:1], end[1:])[0]) for part in (across, down)])
    steep = np.hypot(*slope)
    out: Floats = end - slope / (steep or 1.0) * (max(far, 0.0) + 0.05)
    return out


def _borders(board: Board, raster: Raster, real: Sequence[LineString]) -> tuple[str, ...]:
    nearest = _nearest(raster, real)
    meeting = []
    for a, b in coast.pairs(board):
        nations, sides = {board.nation[a], board.nation[b]}, board.side(a, b)
        if "border" in sides or (len(nations) == 2 and "" not in nations and not sides & CHANNEL.keys()):
            meeting.append((a, b))
    found = []
    for line in _joined(board, meeting):
        beads = _leaned(raster, _beads(line), "border", nearest)
        found.append(packed(_whole(LineString(beads).simplify(KEEP["border"]).coords)))
    return tuple(found)


# Towns


def _spots(board: Board, raster: Raster, dry: Floats, warp: Warp) -> dict[str, tuple[int, int]]:
    """Where the towns lie: as they really do, but in their hex, on land, beside its middle and apart from others."""
    down, across = np.gradient(dry)
    found: dict[str, tuple[int, int]] = {}
    taken: dict[int, list[Floats]] = {}
    for control in controls(board):
        centre = np.array([board.grid.centre(control.hex)])
        spot = warp(np.array([[control.lon, control.lat]]))
        for _ in range(60):
            spot = _aside(board, centre, spot, taken.get(control.hex, []))
            far = float(raster.at(dry, spot[:, 0], spot[:, 1])[0])
            if far > INLAND or is_wet(board.terrain[control.hex]):
                break
            slope = np.array([float(raster.at(part, spot[:, 0], spot[:, 1])[0]) for part in (across, down)])
            spot = spot + slope / (np.hypot(*slope) or 1.0) * 0.02
        taken.setdefault(control.hex, []).append(spot)
        found[control.name] = _whole(spot)[0]
    return found


def _aside(board: Board, centre: Floats, spot: Floats, others: Sequence[Floats]) -> Floats:
    out, near, low = TOWN
    spot = inside(board.grid, centre, spot, np.array([out]))
    x, y = (spot - centre)[0]
    if reach(board.grid, np.array([x]), np.array([y]))[0] < near:
        spot = centre + np.array([np.clip(x, -0.2, 0.2), low if y > -0.08 else -low])
    for other in others:
        dx, dy = (spot - other)[0]
        if np.hypot(dx, dy) < APART:
            spot = other + np.array([[dx, dy]]) / (np.hypot(dx, dy) or 1.0) * APART
    return spot


# Fields


def _lattice(board: Board) -> tuple[Floats, Floats]:
    """Where the points of the lattice lie, row by row as the land is drawn."""
    grid = board.grid
    pointy = grid.orientation is Orientation.POINTY
    centres = np.array([grid.centre(hex) for hex in range(grid.size)])
    first = np.array(grid.centre(0))
    lines = (centres - first) if pointy else (centres - first)[:, ::-1]
    least, most = lines.min(axis=0), lines.max(axis=0)
    along = np.arange(round(least[0] * ALONG) - MARGIN, round(most[0] * ALONG) + MARGIN + 1) / ALONG
    step = np.sqrt(3) / 2 / ACROSS
    across = np.arange(round(least[1] / step) - MARGIN, round(most[1] / step) + MARGIN + 1) * step
    x, y = np.meshgrid(along, across)
    return (x + first[0], y + first[1]) if pointy else (y + first[0], x + first[1])


def _at_lattice(board: Board, raster: Raster, field: Floats) -> Floats:
    return raster.at(field, *_lattice(board))


def _field(values: Floats, most: float, board: Board) -> FieldRows:
    grid = board.grid
    pointy = grid.orientation is Orientation.POINTY
    x, y = _lattice(board)
    first = np.array(grid.centre(0))
    along, across = (x[0, 0] - first[0], y[0, 0] - first[1]) if pointy else (y[0, 0] - first[1], x[0, 0] - first[0])
    levels = np.clip(np.round(values / most * (len(LETTERS) - 1)), 0, len(LETTERS) - 1).astype(int)
    rows = tuple(squeezed("".join(LETTERS[level] for level in row)) for row in levels)
    start = round(float(along) * ALONG), round(float(across) / (np.sqrt(3) / 2 / ACROSS))
    return FieldRows(start, most, rows)


def _relief(board: Board, raster: Raster, shore: Floats, warp: Warp, bounds: geodata.Bounds) -> Floats:
    """Real heights, made as strong as the terrain of the hexes wants them."""
    x, y = _lattice(board)
    metres = _heights(warp, bounds, x, y)
    wanted = _wanted(board, x, y)
    size = LOCAL * ALONG
    rough = metres - ndimage.gaussian_filter(metres, size)
    strength = np.sqrt(ndimage.gaussian_filter(rough * rough, size))
    gain = wanted / np.maximum(strength, STEEP)
    dry = np.clip((_at_lattice(board, raster, shore) + 0.05) / 0.2, 0, 1)
    height: Floats = np.clip(rough * gain + wanted * 1.3, 0, 2) * dry
    return height


def _heights(warp: Warp, bounds: geodata.Bounds, x: Floats, y: Floats) -> Floats:
    """Metres at points of the lattice, each the mean of a few near it."""
    total = np.zeros_like(x)
    offsets = [(a, b) for a in (-0.033, 0.0, 0.033) for b in (-0.033, 0.0, 0.033)]
    for right, down in offsets:
        lon, lat = warp.back(bounds, x + right, y + down)
        known = np.isfinite(lon)
        metres = geodata.height_at(np.where(known, lon, 0.0), np.where(known, lat, 0.0))
        total += np.where(known, metres, 0.0)
    mean: Floats = total / len(offsets)
    return mean


def _wanted(board: Board, x: Floats, y: Floats) -> Floats:
    """How much relief there should be: that of the hexes, running into each other; nothing is known beyond them."""
    total, weights = np.zeros_like(x), np.full_like(x, 1e-4)
    for hex in board.here:
        cx, cy = board.grid.centre(hex)
        near = (np.abs(x - cx) < 1.6) & (np.abs(y - cy) < 1.6)
        weight = np.exp(-((x[near] - cx) ** 2 + (y[near] - cy) ** 2) / SPREAD**2)
        wet = is_wet(board.terrain[hex])
        total[near] += weight * (0.0 if wet else RELIEF.get(family(board.terrain[hex]), 0.1))
        weights[near] += weight * (0.02 if wet else 1.0)
    found: Floats = (total + BEYOND * 1e-4) / weights
    return found


def written(geography: Geography) -> bytes:
    """The file: one line or field row per line, so that a change shows where it is."""
    return msgspec.json.format(msgspec.json.encode(geography), indent=1) + b"\n"
