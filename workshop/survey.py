"""A map from geography alone: what is in every hex of a lattice, before overrides and facts have their say.

For maps whose printed sheet nobody has read hex by hex: the places whose hexes are known hold the warp, and all else is
measured through it.
"""

from __future__ import annotations

import heapq
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from shapely import Point, STRtree, contains_xy, line_merge
from shapely.geometry import MultiLineString, MultiPoint, Polygon
from shapely.geometry.base import BaseGeometry

from grognard.engine.hexes import Grid, Orientation
from workshop import geodata
from workshop.lattice import quoted, wrapped
from workshop.overrides import Overrides, Stale
from workshop.warp import Control, Warp, reach

LETTERS = {"sea": "~", "clear": ".", "rough": "r", "mountain": "^", "forest": "f", "marsh": "m", "desert": "d"}
INSIDE = 9  # points across a hex
RIVER = (10.0, 0.02)  # what a side costs by its distance from the real river, squared, and in itself
DROWNED = 50.0  # what a side at sea costs more
MOUTH = 1.3  # hexes from the end of a real river to the sea, at most

Corner = tuple[int, int]  # of a hex, in hundredths


def _key(point: tuple[float, float]) -> Corner:
    return round(point[0] * 100), round(point[1] * 100)


def _point(corner: Corner) -> Point:
    return Point(corner[0] / 100, corner[1] / 100)


def _key_of(kind: str) -> str:
    """A kind of side as a key of the file."""
    return kind if kind.isidentifier() else quoted(kind)


def _area(row: dict[str, Any]) -> str:
    """Hexes under one name."""
    head = "".join(f"{key} = {quoted(value)}\n" for key, value in row.items() if key != "hexes")
    return f"[[area]]\n{head}hexes = {wrapped(row['hexes'].split())}\n"


def _box(row: dict[str, Any]) -> str:
    """An off-map box, with a line for each of its ways."""
    head = "".join(f"{key} = {quoted(value)}\n" for key, value in row.items() if key != "links")
    links = "".join(f"  {quoted(link)},\n" for link in row["links"])
    return f"[[box]]\n{head}links = [\n{links}]\n"


class Survey:
    """The hexes of a lattice, measured."""

    def __init__(self, folder: Path) -> None:
        self.recipe: dict[str, Any] = tomllib.loads((folder / "recipe.toml").read_text("utf-8"))
        self.overrides = Overrides(folder / "overrides.toml")
        table = self.recipe["grid"]
        column, row = table["first"]
        self.grid = Grid(
            Orientation(table["orientation"]),
            table["columns"],
            table["rows"],
            column,
            row,
            table["shift"],
            table["label"],
        )
        self.places: list[dict[str, Any]] = self.recipe["place"]
        self.known = {place["name"]: place["hex"] for place in self.places}
        drawing = self.recipe["drawing"]
        self.bounds: geodata.Bounds = tuple(drawing["bounds"])
        controls = [
            Control(place["name"], place["lon"], place["lat"], self.grid.of_label(place["hex"]), place.get("room", 0.8))
            for place in self.places
        ]
        self.warp = Warp(self.grid, controls, tuple(drawing["centre"]))
        self.terrain: dict[str, str] = {}
        self.nation: dict[str, str] = {}
        self.sides: dict[str, set[str]] = {}
        self.rivers: list[tuple[str, list[str]]] = []
        self._dry_sides: set[str] = set()  # where no river is to be, whatever the real one does
        self._led: dict[str, list[str]] = {}  # where a river is to be besides
        self._measure()

    # Hexes

    def find(self, name: str) -> str:
        """The label of a place, or a label itself."""
        label = str(self.known.get(name, name))
        if self.grid.of_label(label) < 0:
            raise Stale(f"there is no place {name}")
        return label

    def _measure(self) -> None:
        lon, lat = self._points()
        self._land = STRtree(geodata.land(self.bounds))
        dry = self._dry(lon, lat)
        self._name_terrain(lon, lat, dry)
        self._name_nations(lon, lat, dry)
        self.overrides.paint(self.terrain, self._within)
        self.overrides.set_hexes(self.find, terrain=self.terrain, nation=self.nation)
        self.nation = {label: name for label, name in self.nation.items() if self.terrain[label] != "sea"}
        self._name_sides()
        rivers = [(name, self._river(parts)) for name, parts in self.recipe["rivers"].items()]
        courses = [
            (name, [side for side in sides if side not in self._dry_sides] + self._led.get(name, []))
            for name, sides in rivers
        ]
        self.rivers = [(name, sides) for name, sides in courses if sides]

    def _points(self) -> tuple[geodata.Floats, geodata.Floats]:
        """Points all over each hex, in degrees: a row for each hex."""
        steps = np.linspace(-0.55, 0.55, INSIDE)
        right, down = (part.ravel() for part in np.meshgrid(steps, steps))
        inside = reach(self.grid, right, down) < 0.98
        centres = np.array([self.grid.centre(hex) for hex in range(self.grid.size)])
        return self.warp.back(self.bounds, centres[:, :1] + right[None, inside], centres[:, 1:] + down[None, inside])

    def _dry(self, lon: geodata.Floats, lat: geodata.Floats) -> geodata.Floats:
        """Which points are land."""
        flat = np.zeros(lon.size, bool)
        known = np.flatnonzero(np.isfinite(lon.ravel()))
        points = [Point(x, y) for x, y in zip(lon.ravel()[known], lat.ravel()[known], strict=True)]
        flat[known[np.unique(self._land.query(points, predicate="intersects")[0])]] = True
        found: geodata.Floats = flat.reshape(lon.shape)
        return found

    def _name_terrain(self, lon: geodata.Floats, lat: geodata.Floats, dry: geodata.Floats) -> None:
        rules = self.recipe["terrain"]
        height, span = geodata.height_at(lon, lat), geodata.relief_at(lon, lat)
        steep = (span > rules["mountain_range"]) | ((height > rules["mountain_height"]) & (span > rules["high_range"]))
        rough = span > rules["rough_range"]
        settled = set(self.known.values())
        for hex in range(self.grid.size):
            label, land = self.grid.label(hex), dry[hex]
            if land.mean() < rules["land"] and label not in settled:
                self.terrain[label] = "sea"
            elif land.any() and steep[hex][land].mean() >= rules["mountain"]:
                self.terrain[label] = "mountain"
            elif land.any() and rough[hex][land].mean() >= rules["rough"]:
                self.terrain[label] = "rough"
            else:
                self.terrain[label] = "clear"

    def _name_nations(self, lon: geodata.Floats, lat: geodata.Floats, dry: geodata.Floats) -> None:
        shapes = geodata.nations(self.recipe["drawing"].get("date", ""))
        names = sorted(shapes)
        tree = STRtree([shapes[name] for name in names])
        titles = self.recipe["nations"]["titles"]
        for hex in range(self.grid.size):
            if self.terrain[self.grid.label(hex)] == "sea":
                continue
            points = [Point(x, y) for x, y in zip(lon[hex], lat[hex], strict=True) if np.isfinite(x)]
            found = Counter(names[number] for number in tree.query(points, predicate="intersects")[1])
            nearest = names[tree.nearest(points[len(points) // 2])] if points else ""
            name = max(sorted(found), key=found.__getitem__) if found else nearest
            self.nation[self.grid.label(hex)] = titles.get(name, name)

    def _within(self, row: dict[str, Any], label: str) -> bool:
        x, y = self.grid.centre(self.grid.of_label(label))
        lon, lat = self.warp.back(self.bounds, np.array([x]), np.array([y]))
        return bool(contains_xy(Polygon(row["lonlat"]), lon[0], lat[0]))

    # Sides

    def side(self, a: str, b: str) -> str:
        """A hexside, named from the hex that has it among the first three directions."""
        here, there = self.grid.of_label(a), self.grid.of_label(b)
        direction = self.grid.direction_between(here, there)
        if direction < 0:
            raise Stale(f"{a} and {b} do not touch")
        hex, direction = (here, direction) if direction < 3 else (there, direction - 3)
        return f"{self.grid.label(hex)}/{self.grid.directions[direction]}"

    def _name_sides(self) -> None:
        """Sides between two land hexes that run through water are sea; then those set by hand."""
        for hex in range(self.grid.size):
            for direction in range(3):
                other = self.grid.towards(hex, direction)
                labels = self.grid.label(hex), self.grid.label(other) if other >= 0 else ""
                if other >= 0 and "sea" not in (self.terrain[labels[0]], self.terrain[labels[1]]):
                    corners = self.grid.corners(hex)
                    ends = np.array([corners[direction], corners[(direction + 1) % 6]])
                    shares = np.linspace(0.1, 0.9, 17)[:, None]
                    spots = ends[0] + (ends[1] - ends[0]) * shares
                    lon, lat = self.warp.back(self.bounds, spots[:, 0], spots[:, 1])
                    dry, rules = self._dry(lon, lat).mean(), self.recipe["terrain"]
                    if dry < rules["side"]:
                        self.sides.setdefault("sea", set()).add(self.side(*labels))
                    elif dry < rules.get("coast", 0.0):
                        self.sides.setdefault("coast", set()).add(self.side(*labels))
        by_hand = set()
        for a, b, kind in self.overrides.between(self.find):
            name = self.side(a, b)
            if kind in self.recipe["rivers"]:
                self._led.setdefault(kind, []).append(name)
                continue
            if kind != "closed to fleets":  # which is said of a side that is sea or coast as well
                by_hand.add(name)
                for others in self.sides.values():
                    others.discard(name)
            if kind == "dry":
                self._dry_sides.add(name)
            elif kind != "land":
                self.sides.setdefault(kind, set()).add(name)
        self._keep_to_the_shore(by_hand)

    def _keep_to_the_shore(self, by_hand: set[str]) -> None:
        """A side is part of the coast only where it meets the sea; water further inland is a lake."""
        sea = self.sides.get("sea", set())
        for name in sorted(self.sides.get("coast", set()) - by_hand):
            label, _, way = name.partition("/")
            here, direction = self.grid.of_label(label), self.grid.direction(way)
            there = self.grid.towards(here, direction)
            thirds = [self.grid.towards(here, (direction + turn) % 6) for turn in (1, 5)]
            around = [(self.grid.label(third), (here, there)) for third in thirds if third >= 0]
            if not any(
                self.terrain[third] == "sea" or any(self.side(self.grid.label(hex), third) in sea for hex in pair)
                for third, pair in around
            ):
                self.sides["coast"].discard(name)

    # Rivers

    def _river(self, names: list[str]) -> list[str]:
        """The cheapest way along hexsides from one end of a river to the other."""
        said = geodata.rivers(self.bounds, self.recipe["drawing"]["river_rank"])
        parts = [line for found, line in said if found in names]
        if not parts:
            raise Stale(f"there is no river {names[0]}")
        course = self.warp.geometry(line_merge(MultiLineString(parts))).intersection(self._sheet())
        ends = [Point(end) for line in geodata.lines(course) for end in (line.coords[0], line.coords[-1])]
        far = max(((a, b) for a in ends for b in ends), key=lambda pair: pair[0].distance(pair[1]))
        ways = self._ways(course, self._near(course))
        return self._path(ways, *self._ends(set(ways), far)) if ways else []

    def _sheet(self) -> BaseGeometry:
        """The rectangle in which the hexes lie."""
        return MultiPoint([self.grid.centre(hex) for hex in range(self.grid.size)]).envelope.buffer(0.5)

    def _ends(self, corners: set[Corner], ends: tuple[Point, Point]) -> tuple[Corner, Corner]:
        """The corners at which a river begins and ends; if the shore is near, its mouth is a corner at the water."""
        first, second = (min(corners, key=lambda key: _point(key).distance(end)) for end in ends)
        mouths = [
            (_point(key).distance(end), key, number)
            for number, end in enumerate(ends)
            for key in corners & self._shore()
        ]
        far, mouth, number = min(mouths, default=(MOUTH, first, 0))
        if far < MOUTH:
            first, second = (mouth, second) if number == 0 else (first, mouth)
        return first, second

    def _shore(self) -> set[Corner]:
        """Corners at the sea."""
        found = set()
        for hex in range(self.grid.size):
            keys = [_key(corner) for corner in self.grid.corners(hex)]
            if self.terrain[self.grid.label(hex)] == "sea":
                found |= set(keys)
            for direction in range(3):
                if f"{self.grid.label(hex)}/{self.grid.directions[direction]}" in self.sides.get("sea", ()):
                    found |= {keys[direction], keys[(direction + 1) % 6]}
        return found

    def _near(self, course: BaseGeometry) -> list[int]:
        """The hexes near a river."""
        return [hex for hex in range(self.grid.size) if Point(self.grid.centre(hex)).distance(course) < 1.2]

    def _ways(self, course: BaseGeometry, near: list[int]) -> dict[Corner, list[tuple[Corner, float, str]]]:
        """The sides near a river, from corner to corner, with what they cost."""
        ways: dict[Corner, list[tuple[Corner, float, str]]] = {}
        for hex in near:
            corners = self.grid.corners(hex)
            for direction in range(6):
                other = self.grid.towards(hex, direction)
                if other >= 0:
                    (x, y), (a, b) = corners[direction], corners[(direction + 1) % 6]
                    name = self.side(self.grid.label(hex), self.grid.label(other))
                    spots = [Point(x + (a - x) * share, y + (b - y) * share) for share in (0.1, 0.5, 0.9)]
                    far = sum(spot.distance(course) ** 2 for spot in spots) / 3
                    cost = RIVER[0] * far + RIVER[1] + DROWNED * self._wet(name)
                    ways.setdefault(_key((x, y)), []).append((_key((a, b)), cost, name))
                    ways.setdefault(_key((a, b)), []).append((_key((x, y)), cost, name))
        return ways

    def _path(self, ways: dict[Corner, list[tuple[Corner, float, str]]], start: Corner, goal: Corner) -> list[str]:
        queue: list[tuple[float, Corner, list[str]]] = [(0.0, start, [])]
        done = set()
        while queue:
            cost, here, sides = heapq.heappop(queue)
            if here == goal:
                return [side for side in sides if not self._wet(side)]
            if here not in done:
                done.add(here)
                for there, more, side in ways.get(here, ()):
                    heapq.heappush(queue, (cost + more, there, [*sides, side]))
        return []

    def _wet(self, side: str) -> bool:
        label, _, direction = side.partition("/")
        other = self.grid.towards(self.grid.of_label(label), self.grid.direction(direction))
        waters = self.terrain[label], self.terrain[self.grid.label(other)]
        return "sea" in waters or side in self.sides.get("sea", ())

    # The map file

    def text(self) -> str:
        """The whole map file."""
        recipe, table = self.recipe, self.recipe["grid"]
        head = "".join(f"{key} = {quoted(recipe[key])}\n" for key in ("id", "title", "source", "note"))
        nations = sorted(set(self.nation.values()))
        letters = dict(zip(nations, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", strict=False))
        owners = {label: letters[name] for label, name in self.nation.items()}
        ground = {label: LETTERS[kind] for label, kind in self.terrain.items()}
        parts = [
            f"# Written by `python -m workshop build {recipe['id']}`; change workshop/{recipe['id']} instead.\n",
            f"schema = 1\n{head}",
            "[grid]\n" + "".join(f"{key} = {quoted(value)}\n" for key, value in table.items()),
            self._letters("terrain", LETTERS, ground),
            self._letters("nation", letters, owners),
            "[sides]\n"
            + "".join(f"{_key_of(kind)} = {wrapped(sorted(names))}\n" for kind, names in sorted(self.sides.items())),
            *(f"[[river]]\nname = {quoted(name)}\nsides = {wrapped(sides)}\n" for name, sides in self.rivers),
            *(
                "[[place]]\n" + "".join(f"{key} = {quoted(value)}\n" for key, value in row.items())
                for row in self.places
            ),
            *(_area(row) for row in recipe.get("area", ())),
            *(_box(row) for row in recipe.get("box", ())),
        ]
        return "\n".join(parts)

    def _letters(self, name: str, key: dict[str, str], letters: dict[str, str]) -> str:
        known = ", ".join(f"{quoted(letter)} = {quoted(word)}" for word, letter in key.items())
        pointy = self.grid.orientation is Orientation.POINTY
        count, length = (self.grid.rows, self.grid.columns) if pointy else (self.grid.columns, self.grid.rows)
        lines = []
        for line in range(count):
            hexes = [line * self.grid.columns + at if pointy else at * self.grid.columns + line for at in range(length)]
            cells = " ".join(letters.get(self.grid.label(hex), "-") for hex in hexes)
            lines.append(f"{self.grid.printed_line(line):02} {' ' * self.grid.is_shifted(line)}{cells}")
        kind = "rows" if pointy else "columns"
        return f"[{name}]\nkey = {{ {known} }}\n{kind} = " + '"""\n' + "\n".join(lines) + '\n"""\n'
