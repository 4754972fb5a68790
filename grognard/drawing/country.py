"""The country under the hexes: open ground, what grows on it, relief lit from the north-west, sea and coast."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain
from math import dist, exp

from grognard.drawing.counters import Look, tag
from grognard.drawing.fields import Field, Lattice, noise, outlines, over, roughened
from grognard.drawing.layout import SIZE, Layout, Point
from grognard.drawing.palette import Palette
from grognard.drawing.paths import BLOCK, blocks, curve, polygon, ragged
from grognard.drawing.real import Real
from grognard.engine.board import Board
from grognard.engine.drawn import WET, narrowed

# Water on a side between two hexes of land: half of how wide it is, in hexes.
CHANNELS = {"strait": 0.1, "ferry": 0.1, "sea": 0.19, "water": 0.15}
HEIGHTS = {"mountain": (1.0, 0.55), "hill": (0.0, 0.62), "rough": (0.0, 0.3)}  # of ridges and of knolls
INLAND = 0.62  # how much land there must be where something stands
RIDGES = {"alpine", "mountain", "high mountain"}  # hexsides
SOFT_EDGE = ((0.33, 0.4), (0.48, 0.75))  # how much of a kind of ground there must be, and its strength
SHADES, LIGHTS = (0.07, 0.17, 0.32), (0.09, 0.24)  # slopes from which it grows darker, or brighter
DEPTHS = (0.5, 0.39, 0.26, 0.12)  # how much land there is near a line in the sea; the first is the coast
INSET = 2.0  # what of the bleed stays paper, so that nothing shows at its edge
# Noise: a number that decides how it falls, and the lengths of its waves in points of the lattice.
COASTS, PATCHES, CRAGS, KNOLLS = (7, 12, 6, 3), (1, 16, 8, 4), (107, 8, 4), (207, 6, 3)
WANDERING = {"coast": 4.5, "ground": 4.0}  # how far borders stray from hexsides


class Country:
    """What lies where, before anyone has drawn a hex over it."""

    def __init__(self, board: Board, layout: Layout) -> None:
        self.board, self.layout = board, layout
        self.lattice = Lattice(board, layout)
        self.covers = [board.drawn.terrains(kind) if kind else () for kind in board.terrain]
        self.kinds = [kinds[0] if kinds else "" for kinds in self.covers]
        self.sides = {pair: frozenset(map(board.drawn.side, narrowed(kinds))) for pair, kinds in board.sides.items()}
        self.dry = self.lattice.blend([float(kind not in WET and kind != "") for kind in self.kinds])
        self.real = Real(board.geography, board, layout) if board.geography and board.here else None
        self.land = self._land()
        self.grounds = {kind: self._ground(kind) for kind in sorted({*chain(*self.covers)} - WET - {"clear"})}
        self.height = self._height()

    def _land(self) -> Field:
        """How much land there is: the real one, or else the hexes with a ragged edge."""
        if self.real:
            return self.real.field(self.lattice, self.real.geography.land)
        return roughened(self._channelled(), noise(*COASTS), WANDERING["coast"])

    def _channels(self) -> Iterator[tuple[int, int, float]]:
        """Sides of water between two hexes of land, and half of how wide they are."""
        for (a, b), sides in self.sides.items():
            wide = max((CHANNELS.get(side, 0.0) for side in sides), default=0.0)
            if a < b and wide and self.kinds[a] not in WET and self.kinds[b] not in WET:
                yield a, b, wide * SIZE

    def side(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the side between two hexes."""
        return self.layout.side(a, self.board.grid.direction_between(a, b))

    def _channelled(self) -> Field:
        """How much land there is, less the channels."""
        land = [list(row) for row in self.dry]
        for a, b, wide in self._channels():
            for along, across, distance in self.lattice.near(*self.side(a, b), wide * 1.5):
                land[across][along] *= 1 - 0.95 * exp(-((distance / wide) ** 4))
        return land

    def _spread(self, values: Sequence[float]) -> Field:
        """A field of the land: nothing spreads over a channel to a hex that has none of it."""
        field = self.lattice.blend(values)
        for a, b, _ in self._channels():
            for along, across, _ in self.lattice.near(*self.side(a, b), 0.45 * SIZE):
                x, y = self.lattice.paper(along, across)
                nearer = min((a, b), key=lambda hex: dist(self.layout.centre(hex), (x, y)))
                if not values[nearer]:
                    field[across][along] = 0.0
        return field

    def _ground(self, kind: str) -> Field:
        """How much of the land is of a kind."""
        field = self._spread([float(kind in kinds) for kinds in self.covers])
        return roughened(field, noise(20 + sum(map(ord, kind)), *COASTS[1:]), WANDERING["ground"], self.dry)

    def _height(self) -> Field:
        """Real heights, or else sharp ridges in the mountains, soft knolls in the hills, ridges along alpine sides."""
        if self.real:
            return self.real.field(self.lattice, self.real.geography.height)
        ridged, rolling = (self._spread([HEIGHTS.get(kind, (0, 0))[n] for kind in self.kinds]) for n in (0, 1))
        for (a, b), sides in self.sides.items():
            if a < b and sides & RIDGES:
                for along, across, distance in self.lattice.near(*self.side(a, b), 0.3 * SIZE):
                    ridged[across][along] += 0.9 * exp(-((distance / SIZE / 0.15) ** 2))
        height = []
        waves = zip(over(noise(*CRAGS), ridged), over(noise(*KNOLLS), ridged), strict=True)
        for sharp, soft, (ridges, knolls) in zip(ridged, rolling, waves, strict=True):
            if any(sharp) or any(soft):
                both = zip(sharp, soft, ridges, knolls, strict=True)
                height.append([(a or b) and a * (1.2 - 2.2 * abs(x)) + b * (0.5 + y) for a, b, x, y in both])
            else:
                height.append(sharp)
        return height

    # Drawing, all at a scale of 0.1

    def ground(self, palette: Palette) -> list[str]:
        """The open country and what covers it, over the whole picture."""
        wide, high = (self.layout.width - 2 * INSET) * 10, (self.layout.height - 2 * INSET) * 10
        patches = self._patches()
        drawn = [
            tag("rect", x=INSET * 10, y=INSET * 10, width=wide, height=high, fill=palette.tints["clear"]),
            self._filled(patches, 0.3, palette.fields[0], 0.7),
            self._filled(patches, -0.3, palette.fields[1], 0.6, below=True),
        ]
        for kind, field in self.grounds.items():
            drawn += [self._filled(field, level, palette.tints[kind], strength) for level, strength in SOFT_EDGE]
        return drawn

    def _patches(self) -> Field:
        """Where the open country is brighter or darker; a real sea, which hides it anyhow, is left out."""
        waves = over(noise(*PATCHES), self.land)
        if not self.real:
            return [list(row) for row in waves]
        return [
            [wave if land > 0.3 else 0.0 for wave, land in zip(*rows, strict=True)]
            for rows in zip(waves, self.land, strict=True)
        ]

    def relief(self, palette: Palette) -> list[str]:
        """Slopes, darker or brighter by how they face a light from the north-west."""
        slopes = self.slopes()
        if not any(map(any, slopes)):
            return []
        dark, bright = palette.shading
        return [
            *(self._filled(slopes, -level, palette.shade, dark, below=True) for level in SHADES),
            *(self._filled(slopes, level, palette.light, bright) for level in LIGHTS),
        ]

    def slopes(self) -> Field:
        """How steeply the ground rises from north-west to south-east."""
        flat = [0.0] * self.lattice.width
        slopes = [flat]
        for upper, lower in zip(self.height, self.height[2:], strict=False):
            rises = [b - a for a, b in zip(upper, lower[2:], strict=False)]
            slopes.append([0.0, *rises, 0.0])
        return [*slopes, flat]

    def sea(self, palette: Palette) -> list[str]:
        """The coast and the water, deeper from line to line."""
        drawn = self._shore(palette)
        for number, (level, colour) in enumerate(zip(DEPTHS, palette.sea, strict=True)):
            if drawn and not number:
                continue
            loops = outlines(self.lattice, self.land, level, below=True)
            if number:
                faint = f"{0.7 - 0.15 * number:.2f}"
                look: Look = {"stroke": palette.waterline, "stroke_width": 5, "stroke_opacity": faint}
            else:
                look = {"stroke": palette.coast, "stroke_width": 14}
            if loops:
                drawn.append(tag("path", d=ragged(loops) if number == 0 else curve(loops), fill=colour, **look))
        return drawn

    def _shore(self, palette: Palette) -> list[str]:
        """The real coast, and lakes: water all over the picture but for the land."""
        if not self.real:
            return []
        shores, pools = (self.real.rings(rings) for rings in (self.real.geography.shores, self.real.geography.pools))
        wide, high = (self.layout.width - 2 * INSET) * 10, (self.layout.height - 2 * INSET) * 10
        layout = f"M{INSET * 10:.0f} {INSET * 10:.0f}h{wide:.0f}v{high:.0f}h-{wide:.0f}z"
        land = "".join(polygon(ring) for ring in shores)
        line: Look = {"stroke": palette.coast, "stroke_width": 13}
        lakes = tag("path", d="".join(map(polygon, pools)), fill=palette.sea[1], **line) if pools else ""
        return [
            lakes,
            tag("path", d=layout + land, fill=palette.sea[0], fill_rule="evenodd"),
            tag("path", d=land, fill="none", **line),
        ]

    def _filled(self, field: Field, level: float, fill: str, strength: float, *, below: bool = False) -> str:
        loops = outlines(self.lattice, field, level, below=below)
        drawn = "".join(tag("path", d=curve(block)) for block in blocks(loops, BLOCK))
        return tag("g", drawn, fill=fill, fill_opacity=f"{strength:.2f}") if drawn else ""
