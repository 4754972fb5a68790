"""Lines on the map: the grid and the edge of the map, rivers and borders, what lies on hexsides, railways and roads."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from math import atan2, degrees, dist, hypot
from typing import NamedTuple

from grognard.drawing.counters import Look, num, tag
from grognard.drawing.country import CHANNELS, INLAND, RIDGES, Country
from grognard.drawing.layout import SIZE, Layout, Point, chance
from grognard.drawing.palette import Palette
from grognard.drawing.paths import BLOCK, chains, polygon, polyline, ribbon, smooth
from grognard.drawing.real import Real
from grognard.drawing.texture import trees
from grognard.engine.board import PLAIN, Board
from grognard.engine.drawn import STRANGE

RIVERS = {"river": 5.0, "major river": 8.5, "stream": 3.2, "canal": 4.0}  # how wide at the mouth
PEAKS, TREES = 5, 8  # to a hexside
VEIL = "0.55"  # how much of the land beyond the hexes the paper hides
CLIFF, MERLONS = 9, 6  # teeth of a cliff, and merlons of a wall, to a hexside


def polygons(outlines: Iterable[Sequence[Point]]) -> str:
    """Closed lines, not in tenths."""
    return "".join("M" + "L".join(f"{num(x)} {num(y)}" for x, y in outline) + "Z" for outline in outlines)


# The grid


def grid(board: Board, layout: Layout, palette: Palette) -> str:
    """Every hexside between two hexes, once."""
    blocks: dict[tuple[float, float], str] = {}
    for hex in board.here:
        for direction, other in enumerate(board.towards[hex]):
            if 0 <= other < hex:
                (x, y), (a, b) = layout.side(hex, direction)
                block = x // BLOCK, y // BLOCK
                blocks[block] = blocks.get(block, "") + f"M{num(x)} {num(y)}L{num(a)} {num(b)}"
    drawn = "".join(tag("path", d=written) for written in blocks.values())
    return tag("g", drawn, fill="none", stroke=palette.grid, stroke_width=0.9, stroke_opacity=palette.grid_strength)


def edge(board: Board, layout: Layout, palette: Palette) -> str:
    """Paper over whatever was drawn beyond the outermost hexes, and a line along them.

    Real land goes on beyond the hexes and shows faintly through the paper.
    """
    sides = [
        layout.side(hex, direction)
        for hex in board.here
        for direction, other in enumerate(board.towards[hex])
        if other < 0
    ]
    around = polygons(chains(sides))
    paper = f"M0 0H{num(layout.width)}V{num(layout.height)}H0Z"
    shown: Look = {"fill": "none", "stroke": palette.edge, "stroke_linejoin": "round"}
    veil: Look = {"fill_opacity": VEIL} if board.geography else {}
    return (
        tag("path", d=paper + around, fill=palette.paper, fill_rule="evenodd", **veil)
        + tag("path", d=around, stroke_width=5.5, stroke_opacity="0.16", **shown)
        + tag("path", d=around, stroke_width=1.5, **shown)
    )


# Rivers and borders, at a scale of 0.1 and under the sea


def rivers(country: Country, palette: Palette) -> str:
    """Rivers along their hexsides, wider towards the sea."""
    return "".join(
        tag("path", d=polygon(ribbon(line, widths)), fill=palette.river, stroke=palette.bank, stroke_width=7)
        for line, widths in courses(country)
    )


def courses(country: Country) -> list[tuple[list[Point], list[float]]]:
    """The lines of all rivers and how wide they are at each point."""
    if country.real:
        breadths = _breadths(country)
        return [_real_course(line, wide, breadths.get(name, ())) for name, line, wide in _real_courses(country.real)]
    board, found, named = country.board, [], set()
    by_kind: dict[str, list[tuple[int, int]]] = {}
    for river in board.rivers:
        kind = board.drawn.side(f"{river.kind} river".strip().lower())
        by_kind.setdefault(kind if kind in RIVERS else "river", []).extend(river.sides)
        named |= {frozenset(side) for side in river.sides}
    for (a, b), kinds in country.sides.items():
        for kind in sorted(kinds & RIVERS.keys()):
            if a < b and frozenset((a, b)) not in named:
                by_kind.setdefault(kind, []).append((a, b))
    for kind, sides in sorted(by_kind.items()):
        lines = chains(country.side(a, b) for a, b in sides)
        met = [point for line in lines for point in (line[0], line[-1])]
        found += [_course(country, line, RIVERS[kind], met) for line in lines]
    return found


def _breadths(country: Country) -> dict[str, list[tuple[Point, float]]]:
    """By rivers of which some part is not as wide as others are: the middle of each side, and how wide it is there."""
    board = country.board
    found: dict[str, list[tuple[Point, float]]] = {}
    for river in board.rivers:
        wide = RIVERS.get(board.drawn.side(f"{river.kind} river".strip()), RIVERS["river"])
        for a, b in river.sides:
            (x1, y1), (x2, y2) = country.side(a, b)
            found.setdefault(river.name, []).append((((x1 + x2) / 2, (y1 + y2) / 2), wide))
    plain = RIVERS["river"]
    return {name: sides for name, sides in found.items() if any(wide != plain for _, wide in sides)}


def _real_courses(real: Real) -> Iterator[tuple[str, list[Point], tuple[float, float]]]:
    for name, wide, course in real.geography.courses:
        if line := real.seen(course):
            yield name, line, wide


def _real_course(
    line: list[Point], wide: tuple[float, float], breadths: Sequence[tuple[Point, float]]
) -> tuple[list[Point], list[float]]:
    """A river along its real course, as wide as given at either end and by the nearest of its sides."""
    points = smooth(line, 2)
    first, last = (share * RIVERS["river"] for share in wide)
    widths = [first + (last - first) * number / (len(points) - 1) for number in range(len(points))]
    if breadths:
        nearest = [min(breadths, key=lambda side: dist(side[0], point))[1] for point in points]
        widths = [width * wide / RIVERS["river"] for width, wide in zip(widths, nearest, strict=True)]
    return points, widths


def _course(country: Country, line: list[Point], wide: float, met: Sequence[Point]) -> tuple[list[Point], list[float]]:
    """One river from its source: it runs past its last hexside into the sea, which is painted over it."""
    mouths = [_mouth(country, end) for end in (line[0], line[-1])]
    if mouths[0] and not mouths[1]:
        line, mouths = line[::-1], mouths[::-1]
    grown = [met.count(end) > 1 or mouth is not None for end, mouth in zip((line[0], line[-1]), mouths, strict=True)]
    bends = [line[0]]
    for number, ((x, y), (a, b)) in enumerate(pairwise(line)):
        for share in (0.3, 0.7):
            aside = (chance(round(x + a), round(y + b), round(share * 10)) - 0.5) * 0.26
            bends.append((x + (a - x) * share - (b - y) * aside, y + (b - y) * share + (a - x) * aside))
        if number + 2 < len(line):
            (c, d), pull = line[number + 2], 0.14
            bends.append((a + (x + c - 2 * a) * pull, b + (y + d - 2 * b) * pull))
    bends = [*filter(None, [mouths[0]]), *bends, line[-1], *filter(None, [mouths[1]])]
    points = smooth(bends)
    first, last = (0.8 if grown[0] else 0.3) * wide, (1.0 if grown[1] else 0.7) * wide
    return points, [first + (last - first) * number / (len(points) - 1) for number in range(len(points))]


def _mouth(country: Country, end: Point) -> Point | None:
    """A point out in the water, if a river ends at the coast."""
    reach = SIZE * 0.3
    around = [
        (end[0] + dx / hypot(dx, dy) * reach, end[1] + dy / hypot(dx, dy) * reach) for dx, dy in country.layout.corners
    ]
    wettest = min(around, key=lambda point: country.lattice.at(country.land, point))
    return wettest if country.lattice.at(country.land, wettest) < 0.35 else None


def borders(country: Country, palette: Palette) -> str:
    """Where two nations meet on land, and sides that are called borders."""
    if country.real:
        seen = (country.real.seen(line) for line in country.real.geography.frontiers)
        return "".join(_border(polyline(line), palette) for line in seen if line)
    board, meeting = country.board, []
    for a in board.here:
        for b in board.neighbours[a]:
            sides, nations = country.sides.get((a, b), PLAIN), {board.nation[a], board.nation[b]}
            if a < b and (
                "border" in sides or (len(nations) == 2 and "" not in nations and not sides & CHANNELS.keys())
            ):
                meeting.append(country.side(a, b))
    return "".join(_border(polyline(smooth(line)), palette) for line in chains(meeting))


def _border(lines: str, palette: Palette) -> str:
    shown: Look = {"d": lines, "fill": "none", "stroke": palette.border, "stroke_linecap": "round"}
    return tag("path", stroke_width=75, stroke_opacity="0.2", **shown) + tag(
        "path", stroke_width=17, stroke_dasharray="90 40 1 40", **shown
    )


# Hexsides


def sides(country: Country, palette: Palette) -> list[str]:
    """Peaks along mountain sides, trees along wooded ones, arrows over straits; a broken line for any other kind."""
    drawn, woods, others, weather = [], [], [], []
    unseen = {STRANGE} if country.real else {STRANGE, "lake"}  # a real lake is there to see
    for (a, b), kinds in sorted(country.sides.items()):
        if a > b:
            continue
        (x1, y1), (x2, y2) = ends = country.side(a, b)
        if "cliff" in kinds:
            drawn.append(cliff(ends, palette))
        if kinds & RIDGES:
            drawn.append(peaks(ends, palette, high="high mountain" in kinds))
        if "forest" in kinds:
            shares = [(number + 0.5) / TREES for number in range(TREES)]
            woods += [
                (x1 + (x2 - x1) * share, y1 + (y2 - y1) * share + 6 * (number % 2) - 3)
                for number, share in enumerate(shares)
            ]
        if "strait" in kinds:
            drawn.append(_crossing_sign(country, a, b, palette))
        if kinds & unseen:
            others.append(f"M{num(x1)} {num(y1)}L{num(x2)} {num(y2)}")
        if "weather" in kinds:
            weather.append(ends)
    if woods:
        drawn.append(tag("g", "".join(trees(woods, palette)), transform="scale(.1)"))
    if others:
        drawn.append(other_line("".join(others), palette))
    for a, b in _fortified(country.board):
        drawn.append(wall(country.side(a, b), country.layout.centre(a), palette))
    if weather:
        drawn.append(weather_line("".join(map(_open_line, chains(weather))), palette))
    return drawn


def _fortified(board: Board) -> list[tuple[int, int]]:
    """The sides that are drawn as forts, each from the hex to which it belongs."""
    return [pair for kind, pairs in board.facing.items() if board.drawn.side(kind) == "fort" for pair in pairs]


def _open_line(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{num(x)} {num(y)}" for x, y in points)


def along_sides(country: Country) -> Iterator[Point]:
    """Points on sides with something drawn on them, for names to keep clear of."""
    for (a, b), kinds in country.sides.items():
        if a < b and kinds - RIVERS.keys() - {"sea", "ferry", "water", "nothing"}:
            (x1, y1), (x2, y2) = country.side(a, b)
            yield from ((x1 + (x2 - x1) * step / 8, y1 + (y2 - y1) * step / 8) for step in range(1, 8))


def other_line(d: str, palette: Palette) -> str:
    """A kind of side that has no drawing yet."""
    shown: Look = {"stroke": palette.other_side, "stroke_width": 4.5, "stroke_dasharray": "1.5 3"}
    return tag("path", d=d, fill="none", **shown)


def peaks(ends: tuple[Point, Point], palette: Palette, count: int = PEAKS, *, high: bool = False) -> str:
    """Mountains along a side, from the farthest to the nearest; high ones are white on top and let nobody through."""
    (x1, y1), (x2, y2) = sorted(ends, key=lambda end: end[1])
    drawn = ""
    for number in range(count):
        share = (number + 0.5) / count
        x, y = x1 + (x2 - x1) * share, y1 + (y2 - y1) * share + 5
        tall, wide, foot = 10 + 4 * chance(round(x), round(y)) + 6 * high, 8.0, x + 1.5
        top = (x - 0.6, y - tall)
        spur = [(foot - 2, y - tall * 0.6), (foot + 0.6, y - tall * 0.34), (foot - 1, y)]
        drawn += tag("path", d=polygons([[(x - wide, y), top, *spur]]), fill=palette.peak)
        drawn += tag("path", d=polygons([[top, *spur, (x + wide, y)]]), fill=palette.ridge)
        if high:
            drawn += tag("path", d=polygons([_cap(top, (x - wide, y), (x + wide, y))]), fill=palette.mark)
        outline = f"M{num(x - wide)} {num(y)}L{num(top[0])} {num(top[1])}L{num(x + wide)} {num(y)}"
        drawn += tag("path", d=outline, fill="none", stroke=palette.hachure, stroke_width=0.9, stroke_linejoin="round")
    bar = _open_line([(x1, y1), (x2, y2)])
    closed: Look = {"stroke": palette.ink, "stroke_width": 3, "stroke_linecap": "round"}
    return drawn + (tag("path", d=bar, fill="none", **closed) if high else "")


def _cap(top: Point, left: Point, right: Point) -> list[Point]:
    """The snow on a peak."""

    def down(foot: Point, share: float) -> Point:
        return top[0] + (foot[0] - top[0]) * share, top[1] + (foot[1] - top[1]) * share

    return [top, down(right, 0.42), (top[0] + 0.9, top[1] + 4.6), (top[0] - 0.7, top[1] + 7.4), down(left, 0.4)]


def cliff(ends: tuple[Point, Point], palette: Palette) -> str:
    """A broken wall of rock, with teeth to both sides."""
    (x1, y1), (x2, y2) = sorted(ends)
    length = hypot(x2 - x1, y2 - y1)
    right, down = (y1 - y2) / length, (x2 - x1) / length
    ridge, teeth = [(x1, y1)], ""
    for number in range(CLIFF):
        share = (number + 0.5) / CLIFF
        aside = 5 * (chance(round(x1 + x2), round(y1 + y2), number) - 0.5)
        x, y = x1 + (x2 - x1) * share + right * aside, y1 + (y2 - y1) * share + down * aside
        reach = 7 if number % 2 else -7
        ridge.append((x, y))
        teeth += f"M{num(x)} {num(y)}L{num(x + right * reach)} {num(y + down * reach)}"
    line = _open_line([*ridge, (x2, y2)])
    shown: Look = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return (
        tag("path", d=line, stroke=palette.halo, stroke_width=8, stroke_opacity="0.5", **shown)
        + tag("path", d=teeth, stroke=palette.ink, stroke_width=1.6, **shown)
        + tag("path", d=line, stroke=palette.ink, stroke_width=3.4, **shown)
    )


def wall(ends: tuple[Point, Point], own: Point, palette: Palette) -> str:
    """Battlements along a side, within the hex to which they belong and facing out of it."""
    (x1, y1), (x2, y2) = ends
    length = hypot(x2 - x1, y2 - y1)
    right, down = (y1 - y2) / length, (x2 - x1) / length
    if (own[0] - x1) * right + (own[1] - y1) * down < 0:
        right, down = -right, -down
    points = []
    for number in range(2 * MERLONS + 1):
        inward = (2.5, 6.5)[number % 2]
        for share in (number, number + 1):
            along = 0.08 + 0.84 * share / (2 * MERLONS + 1)
            points.append((x1 + (x2 - x1) * along + right * inward, y1 + (y2 - y1) * along + down * inward))
    foot = [(x + right * 9, y + down * 9) for x, y in ((x2, y2), (x1, y1))]
    (ax, ay), (bx, by) = foot
    back = [(ax + (bx - ax) * share, ay + (by - ay) * share) for share in (0.08, 0.92)]
    look: Look = {"fill": palette.city, "stroke": palette.city_ink, "stroke_width": 1.1, "stroke_linejoin": "round"}
    return tag("path", d=polygons([[*points, *back]]), **look)


def weather_line(d: str, palette: Palette) -> str:
    """Where one weather ends and another begins."""
    shown: Look = {"d": d, "fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    return tag("path", stroke=palette.halo, stroke_width=7, stroke_opacity="0.55", **shown) + tag(
        "path", stroke=palette.sea_name, stroke_width=3, stroke_dasharray="16 7 0.1 7", stroke_opacity="0.85", **shown
    )


def _crossing_sign(country: Country, a: int, b: int, palette: Palette) -> str:
    """Arrows across a strait, beside the middle, which may have a ferry."""
    (x1, y1), (x2, y2) = country.layout.centre(a), country.layout.centre(b)
    turn = degrees(atan2(y2 - y1, x2 - x1))
    at = f"translate({num((x1 + x2) / 2)} {num((y1 + y2) / 2)}) rotate({num(turn)}) translate(0 -14)"
    return tag("g", arrows(palette), transform=at)


def arrows(palette: Palette) -> str:
    """A double arrow to show that units may cross here."""
    heads = tag("path", d="M-7-4L-14 0L-7 4L-8.5 0ZM7-4L14 0L7 4L8.5 0Z", fill=palette.coast)
    return heads + tag("path", d="M-8.5 0H8.5", stroke=palette.coast, stroke_width=2)


# Railways, roads and ferries


class Way(NamedTuple):
    """A link of a network between two hubs, bent softly, with the side that it crosses in the middle."""

    network: str
    ferry: bool
    bends: tuple[Point, ...]  # start, two controls, the side, two controls, end

    def path(self) -> str:
        start, *rest = (f"{num(x)} {num(y)}" for x, y in self.bends)
        return f"M{start}C{' '.join(rest)}"

    def points(self) -> list[Point]:
        """Points along it."""
        found = []
        for a, b, c, d in (self.bends[:4], self.bends[3:]):
            for step in range(6):
                t, s = step / 6, 1 - step / 6
                weights = (s**3, 3 * s * s * t, 3 * s * t * t, t**3)
                found.append((
                    sum(w * p[0] for w, p in zip(weights, (a, b, c, d), strict=True)),
                    sum(w * p[1] for w, p in zip(weights, (a, b, c, d), strict=True)),
                ))  # fmt: skip
        return [*found, self.bends[-1]]


def ways(country: Country, hubs: Mapping[int, Point]) -> list[Way]:
    """Every link of every network."""
    board, found = country.board, []
    for name, linked in board.networks.items():
        sides = {(a, b): _crossing(country, a, b, hubs) for a in board.here for b in linked[a]}
        for a, b in sides:
            if a < b:
                kinds = country.sides.get((a, b), PLAIN)
                ferry = bool(kinds & CHANNELS.keys()) and "bridge" not in kinds
                there = _half(country, a, b, linked[a], hubs, sides)
                back = _half(country, b, a, linked[b], hubs, sides)
                found.append(Way(name, ferry, (*there, *back[-2::-1])))
    return found


def _half(
    country: Country,
    a: int,
    b: int,
    others: Sequence[int],
    hubs: Mapping[int, Point],
    sides: Mapping[tuple[int, int], Point],
) -> tuple[Point, ...]:
    """From a hub to the side that a way crosses: it leaves as the others want it and crosses at a right angle."""
    (x, y), (sx, sy) = hubs[a], sides[a, b]
    (ax, ay), (bx, by) = country.layout.centre(a), country.layout.centre(b)
    right, down = _leaving(a, b, others, hubs, sides)
    reach = hypot(sx - x, sy - y) * 0.36
    before = (sx - (bx - ax) / SIZE * reach, sy - (by - ay) / SIZE * reach)
    return (x, y), (x + right * reach, y + down * reach), before, (sx, sy)


def _crossing(country: Country, a: int, b: int, hubs: Mapping[int, Point]) -> Point:
    """Where a way crosses a side: near the straight line between its hubs, and well away from the corners."""
    (x1, y1), (x2, y2) = country.side(min(a, b), max(a, b))
    middle = ((hubs[a][0] + hubs[b][0]) / 2, (hubs[a][1] + hubs[b][1]) / 2)
    length = (x2 - x1) ** 2 + (y2 - y1) ** 2
    wanted = ((middle[0] - x1) * (x2 - x1) + (middle[1] - y1) * (y2 - y1)) / length
    wanted = min(0.72, max(0.28, wanted))
    shares = sorted((wanted, 0.28, 0.4, 0.5, 0.6, 0.72), key=lambda share: abs(share - wanted))
    points = [(x1 + (x2 - x1) * share, y1 + (y2 - y1) * share) for share in shares]
    return next((point for point in points if country.lattice.at(country.land, point) > INLAND), points[0])


def _leaving(
    a: int, b: int, others: Sequence[int], hubs: Mapping[int, Point], middles: Mapping[tuple[int, int], Point]
) -> Point:
    """In which direction a way leaves its hub: straight on from the one that comes in opposite, if there is one."""

    def towards(other: int) -> Point:
        dx, dy = middles[a, other][0] - hubs[a][0], middles[a, other][1] - hubs[a][1]
        length = hypot(dx, dy) or 1.0
        return dx / length, dy / length

    dx, dy = towards(b)
    facing = min(((dx * x + dy * y, x, y) for x, y in (towards(other) for other in others if other != b)), default=None)
    if facing is None or facing[0] > 0.8:
        return dx, dy
    dx, dy = dx - facing[1], dy - facing[2]
    length = hypot(dx, dy) or 1.0
    return dx / length, dy / length


def networks(board: Board, all_ways: Sequence[Way], palette: Palette) -> list[str]:
    """Railways hatched, other networks in colours of their own, ferries dotted."""
    drawn = []
    for name in board.networks:
        land: dict[tuple[float, float], str] = {}
        for way in all_ways:
            if way.network == name and not way.ferry:
                block = way.bends[3][0] // BLOCK, way.bends[3][1] // BLOCK
                land[block] = land.get(block, "") + way.path()
        if land:
            drawn.append(way_line(board, name, list(land.values()), palette))
        if sea := "".join(way.path() for way in all_ways if way.network == name and way.ferry):
            drawn.append(ferry_line(sea, palette))
    return drawn


def way_line(board: Board, name: str, blocks: Sequence[str], palette: Palette) -> str:
    """Lines as their network is drawn, block by block."""
    drawn, look = "".join(tag("path", d=d) for d in blocks), board.drawn.network(name)
    casing = tag("g", drawn, fill="none", stroke=palette.halo, stroke_width=5, stroke_opacity="0.6")
    if look in ("road", "track"):
        others = [other for other in board.networks if board.drawn.network(other) in ("road", "track")]
        colour = palette.roads[others.index(name) % len(palette.roads)]
        dashes: Look = {"stroke_dasharray": "6 4"} if look == "track" else {}
        return casing + tag("g", drawn, fill="none", stroke=colour, stroke_width=2.4, stroke_linecap="round", **dashes)
    shown: Look = {"fill": "none", "stroke": palette.rail}
    if look == "light rail":
        ticks = tag("g", drawn, stroke_width=4.6, stroke_dasharray="1 14", **shown)
        return casing + tag("g", drawn, stroke_width=1, stroke_linecap="round", **shown) + ticks
    ticks = tag("g", drawn, stroke_width=6, stroke_dasharray="1.3 6.7", **shown)
    return casing + tag("g", drawn, stroke_width=1.6, stroke_linecap="round", **shown) + ticks


def ferry_line(d: str, palette: Palette) -> str:
    """A ferry: dots across the water."""
    shown: Look = {
        "stroke": palette.rail,
        "stroke_width": 2.8,
        "stroke_dasharray": "0.1 5.4",
        "stroke_linecap": "round",
    }
    return tag("path", d=d, fill="none", **shown)
