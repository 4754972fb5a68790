"""Names that keep clear of each other: of places beside their marks, of rivers along them, of seas far apart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import atan2, cos, degrees, hypot, radians, sin
from typing import NamedTuple

from grognard.drawing.counters import Look, num, tag, words
from grognard.drawing.country import Country
from grognard.drawing.layout import NUMBER, SIZE, Layout, Point
from grognard.drawing.palette import Palette
from grognard.drawing.towns import Spot
from grognard.engine.board import Area
from grognard.engine.drawn import WET

SERIF = "'Palatino Linotype', Palatino, 'URW Palladio L', P052, 'Book Antiqua', Georgia, 'DejaVu Serif', serif"
RIVER_SIZE = 9.5
COVERED = 0.2  # half of what pieces hide, in hexes
SEA_SIZES = ((21, 0.7), (20, 0.5), (19, 0.35), (17, 0.25), (15.5, 0.2), (14, 0.15), (13, 0.1), (12, 0.05), (10.5, 0.0))
OCEAN, OCEAN_SIZES = 24, ((46, 1.0), (38, 0.9), (30, 0.8), (25, 0.75))  # hexes of water, and sizes that only they get
BEND = 0.0004  # of the line on which a sea's name is written
_WIDTHS = {
    5: " ,.:;'`|", 6: "!/ijl", 7: '()-[]It"', 8: "*Jfrs", 9: "?cez", 11: "Fgkovyx", 12: "+<=>ELPSTbdhnpqu~",
    13: "BXYZ", 14: "CR", 16: "AKUVDG", 17: "&HNOQw", 18: "%m@", 20: "MW",
}  # fmt: skip
_WIDTH = {letter: width / 20 for width, letters in _WIDTHS.items() for letter in letters}


def width_of(text: str, size: float, spacing: float = 0.0) -> float:
    """How wide a name is; wherever it is written, it is made to keep to that."""
    return sum(_WIDTH.get(letter, 0.52) for letter in text) * size + spacing * (len(text) - 1)


def kept(text: str, size: float) -> Look:
    """Keeps a name as wide as calculated, whatever the font."""
    return {"textLength": width_of(text, size), "lengthAdjust": "spacingAndGlyphs"}


class Box(NamedTuple):
    """A rectangle that something needs for itself."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        return (
            self.left < other.right and other.left < self.right and self.top < other.bottom and other.top < self.bottom
        )

    def inside(self, layout: Layout) -> bool:
        return self.left > 0 and self.right < layout.width and self.top > 0 and self.bottom < layout.height


class Taken:
    """The room that is taken already; it looks only at what lies near."""

    def __init__(self, boxes: Iterable[Box] = ()) -> None:
        self._cells: dict[tuple[int, int], list[Box]] = {}
        for box in boxes:
            self.add(box)

    def add(self, box: Box) -> None:
        for cell in self._near(box):
            self._cells.setdefault(cell, []).append(box)

    def count(self, box: Box) -> int:
        return len({other for cell in self._near(box) for other in self._cells.get(cell, ()) if box.meets(other)})

    def _near(self, box: Box) -> Iterable[tuple[int, int]]:
        for column in range(int(box.left // 64), int(box.right // 64) + 1):
            for row in range(int(box.top // 64), int(box.bottom // 64) + 1):
                yield column, row


def hex_numbers(country: Country) -> Iterable[Box]:
    """The room for the number of each hex, for whoever writes it."""
    for hex in country.board.here:
        x, y = country.layout.centre(hex)
        half = 2.5 * len(country.board.labels[hex])
        yield Box(x - half, y - NUMBER - 6, x + half, y - NUMBER)


# Places


class Label(NamedTuple):
    """A name where it will be written: its middle, its line, and the room that it needs."""

    text: str
    x: float
    y: float
    size: float
    rank: int
    box: Box


def labels(country: Country, marks: Sequence[Spot], taken: Taken, lines: Taken) -> list[Label]:
    """A name for every place, the greater ones first, each where it is least in the way."""
    found = []
    for spot in sorted(marks, key=lambda spot: (spot.mark.rank, spot.at[1], spot.at[0])):
        best = min(
            (_cost(country, spot, label, taken, lines) + turn * 0.4 + 30 * smaller, turn, smaller, label)
            for smaller in range(3)
            for turn, label in enumerate(_positions(spot, spot.mark.size * (1 - 0.12 * smaller)))
        )[-1]
        taken.add(best.box)
        found.append(best)
    return found


def _positions(spot: Spot, size: float) -> list[Label]:
    """Beside, below and above a mark; on it if there is none."""
    (x, y), radius, text = spot.at, spot.mark.radius, spot.place.name
    half, gap = width_of(text, size) / 2, radius + 3
    aside, low, high = gap + half, y + gap + size * 0.72, y - gap - size * 0.08
    level, near = y + size * 0.33, half + radius * 0.7 + 1
    middles = [(x + aside, level), (x - aside, level), (x, low), (x + near, low - 3), (x - near, low - 3), (x, high),
               (x + near, high + 3), (x - near, high + 3)]  # fmt: skip
    if not radius:
        middles.insert(0, (x, level))
    return [
        Label(
            text,
            cx,
            base,
            size,
            spot.mark.rank,
            Box(cx - half - 1, base - size * 0.78, cx + half + 1, base + size * 0.24),
        )
        for cx, base in middles
    ]


def _cost(country: Country, spot: Spot, label: Label, taken: Taken, lines: Taken) -> float:
    """How much a name is in the way where it is."""
    box, (x, y) = label.box, country.layout.centre(spot.place.at)
    corners = [(a, b) for a in (box.left, (box.left + box.right) / 2, box.right) for b in (box.top, box.bottom)]
    inside = box.inside(country.layout)
    over = sum(max(0.0, abs(a - x) + abs(b - y) - SIZE * 0.56) for a, b in corners) / 12
    wet = [country.lattice.at(country.land, corner) < 0.5 for corner in corners] if inside else [False]
    pieces = Box(x - COVERED * SIZE, y - COVERED * SIZE, x + COVERED * SIZE, y + COVERED * SIZE)
    return (
        (0 if inside else 5000)
        + 1000 * taken.count(box)
        + 3.5 * lines.count(box)
        + over
        + 3 * min(sum(wet), len(wet) - sum(wet))
        + 15 * box.meets(pieces)
    )


def written(label: Label, palette: Palette) -> str:
    """A name with its halo."""
    shown: Look = {"font_weight": "bold"} if label.rank < 3 else {}
    if label.rank == 4:
        shown = {"font_style": "italic", "fill": palette.faint}
    return words(label.text, label.x, label.y, label.size, **kept(label.text, label.size), **shown)


# Rivers


def river_names(country: Country, taken: Taken) -> list[tuple[str, Point, float]]:
    """The name of each river along one of its sides, where it meets no other: its middle and how it is turned."""
    found = []
    for river in country.board.rivers:
        tries: list[tuple[int, int, Point, float, Box]] = []
        for a, b in river.sides if river.name else ():
            (x1, y1), (x2, y2) = sorted(country.layout.side(a, country.board.grid.direction_between(a, b)))
            turn = atan2(y2 - y1, x2 - x1)
            x, y = (x1 + x2) / 2 + 6 * sin(turn), (y1 + y2) / 2 - 6 * cos(turn)
            half = width_of(river.name, RIVER_SIZE) / 2
            wide, high = half * cos(turn) + 3, half * abs(sin(turn)) + RIVER_SIZE / 2
            box = Box(x - wide, y - high, x + wide, y + high)
            tries.append((taken.count(box) + 10 * (not box.inside(country.layout)), len(tries), (x, y), turn, box))
        if tries:
            *_, at, turn, box = min(tries)
            taken.add(box)
            found.append((river.name, at, degrees(turn)))
    return found


def river_name(name: str, at: Point, turn: float) -> str:
    """A name on its side."""
    turned = f"translate({num(at[0])} {num(at[1])}) rotate({num(turn)})"
    return words(name, 0, 2, RIVER_SIZE, transform=turned, **kept(name, RIVER_SIZE))


# Seas


class Spaced(NamedTuple):
    """A name written letter by letter along a soft bend."""

    text: str
    size: float
    letters: tuple[tuple[float, float, float], ...]  # where each stands, and how it is turned


def sea_names(country: Country, taken: Taken) -> list[Spaced]:
    """The names of the seas, as wide as their waters allow."""
    numbers = Taken(hex_numbers(country))
    found = []
    for area in filter(lambda area: area.kind, country.board.areas.values()):
        for line in _sea_name(country, area, (taken, numbers)):
            found.append(line)
            for box in _boxes(line):
                taken.add(box)
    return found


def _sea_name(country: Country, area: Area, taken: Sequence[Taken]) -> list[Spaced]:
    board = country.board
    open_water = [hex for hex in area.hexes if country.kinds[hex] in WET]
    own = [hex for hex in open_water if len([n for n in board.areas_of[hex] if board.areas[n].kind == area.kind]) == 1]
    waters = [country.layout.centre(hex) for hex in own or open_water]
    if not waters:
        return []
    mx, my = sum(x for x, _ in waters) / len(waters), sum(y for _, y in waters) / len(waters)
    middles = sorted(waters, key=lambda point: hypot(point[0] - mx, point[1] - my))[:8]
    lean = _lean(waters, mx, my)
    broken = tuple(area.title.split())
    whole = [(size, spacing, (area.title,)) for size, spacing in SEA_SIZES]
    large = [(size, spacing, (area.title,)) for size, spacing in OCEAN_SIZES if len(waters) > OCEAN]
    tries = [*large, *whole[:5], *((size, spacing, broken) for size, spacing in SEA_SIZES), *whole[5:]]
    for size, spacing, lines in tries:
        for x, y in [(mx, my), *middles]:
            for turn in dict.fromkeys((lean, lean / 2, 0.0)):
                drawn = [
                    _along(line, size, spacing * size, (x, y), turn, (number - (len(lines) - 1) / 2) * size * 1.4)
                    for number, line in enumerate(lines)
                ]
                if all(_fits(country, line, waters, taken) for line in drawn):
                    return drawn
    return []


def _lean(waters: Sequence[Point], mx: float, my: float) -> float:
    """The direction in which waters stretch, in degrees, as far as a name may lean."""
    xx = sum((x - mx) ** 2 for x, _ in waters)
    yy = sum((y - my) ** 2 for _, y in waters)
    xy = sum((x - mx) * (y - my) for x, y in waters)
    turn = degrees(atan2(2 * xy, xx - yy)) / 2
    return round(max(-28.0, min(28.0, turn)), 1)


def _along(text: str, size: float, spacing: float, middle: Point, turn: float, down: float) -> Spaced:
    """A name on a soft arc through a middle."""
    whole = width_of(text, size, spacing)
    at, letters, angle = -whole / 2, [], radians(turn)
    for letter in text:
        wide = width_of(letter, size)
        right = at + wide / 2
        sag = BEND * (right * right - whole * whole / 12) + down + size * 0.3
        x = middle[0] + right * cos(angle) - sag * sin(angle)
        y = middle[1] + right * sin(angle) + sag * cos(angle)
        letters.append((x, y, turn + degrees(atan2(2 * BEND * right, 1))))
        at += wide + spacing
    return Spaced(text, size, tuple(letters))


def _boxes(line: Spaced) -> list[Box]:
    half = line.size * 0.42
    return [
        Box(x - half, y - line.size * 0.75, x + half, y + line.size * 0.25)
        for letter, (x, y, _) in zip(line.text, line.letters, strict=True)
        if letter != " "
    ]


def _fits(country: Country, line: Spaced, waters: Sequence[Point], taken: Sequence[Taken]) -> bool:
    """Does every letter stand in the open water of its sea, clear of other names?"""
    land, layout = country.land, country.layout
    for box in _boxes(line):
        y = (box.top + box.bottom) / 2
        if not box.inside(layout):
            return False
        if not all(any(country.layout.holds(a, (x, y)) for a in waters) for x in (box.left, box.right)):
            return False
        if max(country.lattice.at(land, (a, b)) for a in (box.left, box.right) for b in (box.top, box.bottom)) > 0.3:
            return False
        if any(boxes.count(box) for boxes in taken):
            return False
    return True


def spaced(line: Spaced) -> str:
    """The letters, each at its place; blanks need none."""
    letters = [(letter, at) for letter, at in zip(line.text, line.letters, strict=True)]
    return tag(
        "text",
        "".join(letter.replace("&", "&amp;").replace("<", "&lt;") for letter, _ in letters),
        x=" ".join(num(x) for _, (x, _, _) in letters),
        y=" ".join(num(y) for _, (_, y, _) in letters),
        rotate=" ".join(num(turn) for _, (_, _, turn) in letters),
        font_size=line.size,
    )
