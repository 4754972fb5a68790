"""From degrees to the lattice: a projection, then a smooth spline that takes every known place into its hex.

The printed maps are stylised, so no projection alone puts the towns where they belong. A thin-plate spline bends the
projected map as little as it can while each town ends up well inside its own hex.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.interpolate import LinearNDInterpolator, RBFInterpolator
from shapely import transform
from shapely.geometry.base import BaseGeometry

from grognard.engine.hexes import Grid, Orientation

EARTH = 6371.0  # km
ROUNDS = 40  # of bending until every town is in its hex
STIFFNESS = (3.0, 0.003)  # of the spline, at first and at last
SLACK = 0.05  # of the spline where a pull holds it
CHUNK = 20000  # points at a time

Floats = NDArray[np.float64]


class Control(NamedTuple):
    """A place whose hex is known; `room` is how much of the hex, from its middle, it may lie in."""

    name: str
    lon: float
    lat: float
    hex: int
    room: float = 0.8


class Pull(NamedTuple):
    """A point of the shore, and where on the lattice it should come to lie, more or less."""

    lon: float
    lat: float
    x: float
    y: float


class Warp:
    """The way from degrees to the lattice, in hexes as `Grid.centre` counts them, and back."""

    def __init__(
        self, grid: Grid, controls: Iterable[Control], centre: tuple[float, float], pulls: Iterable[Pull] = ()
    ) -> None:
        self.grid, self.controls, self.centre, self.pulls = grid, list(controls), centre, list(pulls)
        self._sources = self._projected(np.array([(control.lon, control.lat) for control in self.controls]))
        self._spline = self._fitted()
        self._nets: dict[tuple[float, float, float, float], LinearNDInterpolator] = {}

    def _projected(self, lonlat: Floats) -> Floats:
        """Lambert's equal-area projection, in hundreds of kilometres, y to the south."""
        lon, lat = np.radians(lonlat[:, 0] - self.centre[0]), np.radians(lonlat[:, 1])
        middle = np.radians(self.centre[1])
        inner = 1 + np.sin(middle) * np.sin(lat) + np.cos(middle) * np.cos(lat) * np.cos(lon)
        scale = EARTH / 100 * np.sqrt(2 / inner)
        x = scale * np.cos(lat) * np.sin(lon)
        y = scale * (np.cos(middle) * np.sin(lat) - np.sin(middle) * np.cos(lat) * np.cos(lon))
        return np.stack([x, -y], axis=1)

    def _fitted(self) -> RBFInterpolator:
        """Bend, and where a town has left its hex aim it at the nearest spot inside; stiff at first, then less so."""
        centres = np.array([self.grid.centre(control.hex) for control in self.controls])
        rooms = np.array([control.room for control in self.controls])
        pulled = self._projected(np.array([pull[:2] for pull in self.pulls]).reshape(-1, 2))
        shores = np.array([pull[2:] for pull in self.pulls]).reshape(-1, 2)
        sources = np.concatenate([self._sources, pulled])

        def bent(targets: Floats, stiff: float) -> RBFInterpolator:
            slack = np.concatenate([np.full(len(centres), stiff), np.full(len(shores), max(stiff, SLACK))])
            aims = np.concatenate([targets, shores])
            return RBFInterpolator(sources, aims, kernel="thin_plate_spline", smoothing=slack)

        spline = bent(centres, STIFFNESS[0])
        for stiff in np.geomspace(*STIFFNESS, ROUNDS):
            spline = bent(inside(self.grid, centres, spline(self._sources), rooms), stiff)
        return spline

    def __call__(self, lonlat: Floats) -> Floats:
        """Points in degrees to the lattice."""
        projected = self._projected(np.asarray(lonlat, dtype=float).reshape(-1, 2))
        parts = [self._spline(projected[start : start + CHUNK]) for start in range(0, len(projected), CHUNK)]
        return np.round(np.concatenate(parts), 5) if parts else projected

    def geometry(self, geometry: BaseGeometry) -> BaseGeometry:
        """A geometry in degrees, on the lattice."""
        return transform(geometry, self)

    def astray(self) -> list[tuple[str, float]]:
        """Towns outside their hexes, and how far they are from the middle of them."""
        found = []
        for control, (x, y) in zip(self.controls, self._spline(self._sources), strict=True):
            cx, cy = self.grid.centre(control.hex)
            if reach(self.grid, np.array([x - cx]), np.array([y - cy]))[0] > 1:
                found.append((control.name, round(float(np.hypot(x - cx, y - cy)), 2)))
        return found

    def back(self, bounds: tuple[float, float, float, float], x: Floats, y: Floats) -> tuple[Floats, Floats]:
        """Points of the lattice in degrees, found between those of a net over the bounds."""
        if bounds not in self._nets:
            west, south, east, north = bounds
            lon, lat = np.meshgrid(np.arange(west, east, 0.25), np.arange(south, north, 0.25))
            net = np.stack([lon.ravel(), lat.ravel()], axis=1)
            self._nets[bounds] = LinearNDInterpolator(self(net), net)
        found = self._nets[bounds](np.stack([x.ravel(), y.ravel()], axis=1))
        return found[:, 0].reshape(x.shape), found[:, 1].reshape(x.shape)


def reach(grid: Grid, x: Floats, y: Floats) -> Floats:
    """How far points are from the middle of a hex, as a share of the way to its sides."""
    along, across = (x, y) if grid.orientation is Orientation.POINTY else (y, x)
    slant = np.abs(along) / 2 + np.abs(across) * np.sqrt(3) / 2
    share: Floats = np.maximum(np.abs(along), slant) * 2
    return share


def inside(grid: Grid, centres: Floats, points: Floats, rooms: Floats) -> Floats:
    """The points, those outside their room drawn straight towards the middle of their hex until they are inside."""
    aside = points - centres
    share = reach(grid, aside[:, 0], aside[:, 1])
    shrink = np.minimum(1.0, rooms / np.maximum(share, 1e-9))
    return centres + aside * shrink[:, None]
