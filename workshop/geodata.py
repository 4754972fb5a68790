"""Real geography, read from the cache: land, rivers, lakes, nations and heights, all in degrees."""

from __future__ import annotations

import json
import sqlite3
import tomllib
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import shapefile
from numpy.typing import NDArray
from PIL import Image
from scipy.ndimage import map_coordinates, maximum_filter, minimum_filter
from shapely import from_wkb, line_merge, make_valid
from shapely.geometry import LineString, MultiLineString, MultiPolygon, Polygon, box, shape
from shapely.geometry.base import BaseGeometry
from shapely.ops import unary_union

from workshop.fetch import CACHE, HERE

NATURAL_EARTH = CACHE / "libmagics++-data/usr/share/magics/10m"
TILES = CACHE / "marble-qt-data/usr/share/marble/data/maps/earth/srtm/3"
WORLD = CACHE / "qgis-common/usr/share/qgis/resources/data/world_map.gpkg"
TILE, ACROSS, DOWN = 675, 16, 8  # of the pictures of heights
MINUTES = 30  # points to a degree
EUROPE = (-35, 15, 75, 75)  # degrees: west, south, east, north
# Metres by grey, found by comparing the pictures with another source of heights.
GREYS = (90, 100, 110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 210, 255)
METRES = (0, 12, 40, 98, 184, 334, 497, 679, 873, 1176, 1764, 2490, 3334, 5000)

Bounds = tuple[float, float, float, float]  # west, south, east, north
Floats = NDArray[np.float64]


def _shapes(name: str, bounds: Bounds) -> Iterator[tuple[dict[str, Any], BaseGeometry]]:
    window = box(*bounds)
    with shapefile.Reader(str(NATURAL_EARTH / name), encoding="latin-1") as reader:
        for found in reader.iterShapeRecords(bbox=list(bounds)):
            if found.shape.shapeType == shapefile.NULL:
                continue
            geometry = shape(found.shape.__geo_interface__)
            geometry = (geometry if geometry.is_valid else make_valid(geometry)).intersection(window)
            if not geometry.is_empty:
                yield found.record.as_dict(), geometry


def polygons(geometry: BaseGeometry) -> list[Polygon]:
    """The polygons of whatever geometry."""
    if hasattr(geometry, "geoms"):
        return [polygon for part in geometry.geoms for polygon in polygons(part)]
    return [geometry] if isinstance(geometry, Polygon) and not geometry.is_empty else []


def lines(geometry: BaseGeometry) -> list[LineString]:
    """The lines of whatever geometry."""
    if hasattr(geometry, "geoms"):
        return [line for part in geometry.geoms for line in lines(part)]
    return [geometry] if isinstance(geometry, LineString) and not geometry.is_empty else []


def land(bounds: Bounds) -> list[Polygon]:
    """The land, as polygons with holes."""
    return [part for _, geometry in _shapes("ne_10m_land", bounds) for part in polygons(geometry)]


def rivers(bounds: Bounds, rank: int) -> list[tuple[str, LineString]]:
    """Rivers up to a rank (0 the largest), each with its name, if it has one."""
    found = []
    for record, geometry in _shapes("ne_10m_rivers_lake_centerlines", bounds):
        if int(record["scalerank"]) <= rank:
            found += [(str(record["name"] or "").strip(), line) for line in lines(geometry)]
    return found


def lakes(bounds: Bounds) -> list[tuple[str, Polygon]]:
    """The larger lakes of Europe, from a file of our own."""
    window, found = box(*bounds), []
    for feature in json.loads((HERE / "lakes.geojson").read_text("utf-8"))["features"]:
        for part in polygons(shape(feature["geometry"]).intersection(window)):
            found.append((feature["properties"]["name"], part))
    return found


# Nations


@cache
def nations(date: str = "") -> dict[str, BaseGeometry]:
    """The nations of September 1939, or of a later date, composed from provinces of today."""
    said = tomllib.loads((HERE / "nations.toml").read_text("utf-8"))
    later = said.get(date, {})
    country, province = said["country"] | later.get("country", {}), said["province"] | later.get("province", {})
    parts: dict[str, list[BaseGeometry]] = {}
    for admin, name, geometry in _provinces():
        nation = province.get(f"{admin}/{name}", country.get(admin))
        if nation:
            parts.setdefault(nation, []).append(geometry)
    whole = {nation: unary_union(geometries) for nation, geometries in parts.items()}
    dropped = later.get("drop_patches", ())
    patches = [patch for patch in said["patch"] if patch["note"] not in dropped] + later.get("patch", [])
    for patch in patches:
        if patch["from"] not in whole:
            continue  # that nation has gone by then
        piece = whole[patch["from"]].intersection(Polygon(patch["lonlat"]))
        whole[patch["from"]] = whole[patch["from"]].difference(piece)
        whole[patch["to"]] = unary_union([whole[patch["to"]], piece]) if patch["to"] in whole else piece
    return whole


def _provinces() -> Iterator[tuple[str, str, BaseGeometry]]:
    database = sqlite3.connect(f"file:{WORLD}?mode=ro", uri=True)
    try:
        for admin, name, blob in database.execute("SELECT admin, name, geom FROM states_provinces ORDER BY fid"):
            envelope = (0, 32, 48, 48, 64)[blob[3] >> 1 & 7]
            geometry = from_wkb(blob[8 + envelope :])
            yield admin or "", name or "", geometry if geometry.is_valid else make_valid(geometry)
    finally:
        database.close()


def borders(bounds: Bounds, date: str = "") -> list[LineString]:
    """The lines along which two nations meet."""
    window, outlines = box(*bounds), {}
    for name, geometry in nations(date).items():
        if parts := polygons(geometry.intersection(window)):
            outlines[name] = MultiPolygon(parts)
    found: list[LineString] = []
    names = sorted(outlines)
    for number, name in enumerate(names):
        for other in names[number + 1 :]:
            if outlines[name].intersects(outlines[other]):
                meeting = outlines[name].boundary.intersection(outlines[other].boundary.buffer(0.004))
                found += [line for line in lines(line_merge(MultiLineString(lines(meeting)))) if line.length > 0.02]
    return found


# Heights


@cache
def heights() -> Floats:
    """Metres above the sea over Europe: a row for every two minutes from the north, a column from the west."""
    grey = np.zeros((DOWN * TILE, ACROSS * TILE), np.uint8)
    for row in range(DOWN):
        for column in range(ACROSS):
            with Image.open(TILES / f"{row:06}" / f"{row:06}_{column:06}.jpg") as tile:
                grey[row * TILE : (row + 1) * TILE, column * TILE : (column + 1) * TILE] = np.asarray(tile.convert("L"))
    west, south, east, north = EUROPE
    part = grey[(90 - north) * MINUTES : (90 - south) * MINUTES, (west + 180) * MINUTES : (east + 180) * MINUTES]
    metres: Floats = np.interp(np.arange(256), GREYS, METRES)[part]
    return metres


@cache
def relief() -> Floats:
    """How much the height differs within some 15 km."""
    table = heights()
    span: Floats = maximum_filter(table, 5) - minimum_filter(table, 5)
    return span


def height_at(lon: Floats, lat: Floats) -> Floats:
    """The height at points, between those that are known."""
    return _at(heights(), lon, lat)


def relief_at(lon: Floats, lat: Floats) -> Floats:
    """The relief round points."""
    return _at(relief(), lon, lat)


def _at(table: Floats, lon: Floats, lat: Floats) -> Floats:
    west, _, _, north = EUROPE
    spots = [(north - lat) * MINUTES - 0.5, (lon - west) * MINUTES - 0.5]
    found: Floats = map_coordinates(table, spots, order=1, mode="nearest")
    return found
