"""Lines as SVG writes them, short: in tenths (the land is drawn at a scale of 0.1), each point from the one before."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import hypot

from grognard.drawing.layout import Point, chance

NEAR = 4.5  # points of an outline that are nearer to each other than this are not worth keeping
BLOCK = (
    640.0  # what lies near each other is written in blocks of this size, so that a browser can skip what is not seen
)
AFRESH = 12  # so many points of a smooth line may follow from each other before rounding would show


def tenths(point: Point) -> tuple[int, int]:
    """A point in whole tenths."""
    return round(point[0] * 10), round(point[1] * 10)


def pair(x: int, y: int) -> str:
    """Two numbers, apart."""
    return f"{x} {y}" if y >= 0 else f"{x}{y}"


def curve(loops: Iterable[Sequence[Point]]) -> str:
    """Closed smooth lines; each runs through the middle between any two of its points."""
    return "".join(_curve(_thinned(loop)) for loop in loops)


def _curve(loop: Sequence[Point]) -> str:
    x, y = loop[-1]
    fx, fy = loop[0]
    ax, ay = round((x + fx) * 5), round((y + fy) * 5)
    written = [f"M{ax} {ay}"]
    for number, (x, y) in enumerate(loop, 1):
        nx, ny = loop[number] if number < len(loop) else loop[0]
        ex, ey = round((x + nx) * 5), round((y + ny) * 5)
        dx, dy = ex - ax, ey - ay
        if number % AFRESH != 1:
            written.append(f"t{dx} {dy}" if dy >= 0 else f"t{dx}{dy}")
        else:
            written.append(f"q{pair(round(x * 10) - ax, round(y * 10) - ay)} {pair(dx, dy)}")
        ax, ay = ex, ey
    return "".join(written) + "z"


def blocks(loops: Sequence[Sequence[Point]], size: float) -> list[list[Sequence[Point]]]:
    """Closed lines that lie near each other, each with the holes in it, so that a browser can skip those out of sight.

    Lines round what is filled turn one way, those round holes the other; what turns like the largest is filled.
    """
    if not loops:
        return []
    areas = [_area(loop) for loop in loops]
    sign = max(areas, key=abs) > 0
    boxes = [(min(x), min(y), max(x), max(y)) for x, y in (tuple(zip(*loop, strict=True)) for loop in loops)]
    outer = sorted((number for number in range(len(loops)) if (areas[number] > 0) == sign), key=lambda n: abs(areas[n]))
    groups: dict[int, list[int]] = {number: [number] for number in outer}
    for hole in range(len(loops)):
        if hole not in groups:
            home = next((number for number in outer if _holds(boxes[number], loops[number], loops[hole][0])), outer[-1])
            groups[home].append(hole)
    found: dict[tuple[float, ...], list[Sequence[Point]]] = {}
    for number, group in groups.items():
        left, top, right, bottom = boxes[number]
        small = max(right - left, bottom - top) < size
        key = ((left + right) // (2 * size), (top + bottom) // (2 * size)) if small else (number, 0.0, 0.0)
        found.setdefault(key, []).extend(loops[member] for member in group)
    return list(found.values())


def _area(loop: Sequence[Point]) -> float:
    return sum(x * b - a * y for (x, y), (a, b) in zip(loop, [*loop[1:], loop[0]], strict=True)) / 2


def _holds(box: tuple[float, float, float, float], loop: Sequence[Point], point: Point) -> bool:
    """Is a point in a closed line?"""
    px, py = point
    if not (box[0] <= px <= box[2] and box[1] <= py <= box[3]):
        return False
    inside = False
    for (x, y), (a, b) in zip(loop, [*loop[1:], loop[0]], strict=True):
        if (y > py) != (b > py) and px < x + (py - y) / (b - y) * (a - x):
            inside = not inside
    return inside


def _thinned(loop: Sequence[Point]) -> list[Point]:
    kept = []
    ax = ay = -1e9
    for point in loop:
        x, y = point
        if abs(x - ax) + abs(y - ay) > NEAR:
            kept.append(point)
            ax, ay = x, y
    return kept


def ragged(loops: Iterable[Sequence[Point]]) -> str:
    """Closed lines with a small bend between any two of their points: a coast."""
    return "".join(polyline(_bent(_thinned(loop))) + "z" for loop in loops)


def _bent(loop: Sequence[Point]) -> list[Point]:
    points = []
    for (x, y), (a, b) in zip(loop, [*loop[1:], loop[0]], strict=True):
        bend = (chance(round(x * 10), round(y * 10)) - 0.5) * 0.6
        points += [(x, y), ((x + a) / 2 - (b - y) * bend, (y + b) / 2 + (a - x) * bend)]
    return points


def polyline(points: Sequence[Point]) -> str:
    """Straight lines from point to point."""
    ax, ay = tenths(points[0])
    written = [f"M{pair(ax, ay)}l"]
    for point in points[1:]:
        x, y = tenths(point)
        step = pair(x - ax, y - ay)
        written.append(step if len(written) == 1 or step[0] == "-" else f" {step}")
        ax, ay = x, y
    return "".join(written)


def polygon(points: Sequence[Point]) -> str:
    """The same, closed."""
    return polyline(points) + "z"


def smooth(points: Sequence[Point], steps: int = 4) -> list[Point]:
    """More points on a soft line through the given ones (Catmull and Rom's)."""
    if len(points) < 3:
        return list(points)
    first, last = points[0], points[-1]
    padded = [first, *points, last]
    through = []
    for before, a, b, after in zip(padded, padded[1:], padded[2:], padded[3:], strict=False):
        for step in range(steps):
            t = step / steps
            through.append(tuple(_through(t, *values) for values in zip(before, a, b, after, strict=True)))
    return [*((x, y) for x, y in through), last]


def _through(t: float, before: float, a: float, b: float, after: float) -> float:
    slope_a, slope_b = (b - before) / 2, (after - a) / 2
    return (
        a * (2 * t**3 - 3 * t**2 + 1)
        + slope_a * (t**3 - 2 * t**2 + t)
        + b * (3 * t**2 - 2 * t**3)
        + slope_b * (t**3 - t**2)
    )


def ribbon(points: Sequence[Point], widths: Sequence[float]) -> list[Point]:
    """The outline of a line that is as wide at each point as is said: a river."""
    left, right = [], []
    for number, ((x, y), width) in enumerate(zip(points, widths, strict=True)):
        (ax, ay), (bx, by) = points[max(number - 1, 0)], points[min(number + 1, len(points) - 1)]
        length = hypot(bx - ax, by - ay) or 1.0
        nx, ny = (ay - by) / length * width / 2, (bx - ax) / length * width / 2
        left.append((x + nx, y + ny))
        right.append((x - nx, y - ny))
    return left + right[::-1]


def chains(links: Iterable[tuple[Point, Point]]) -> list[list[Point]]:
    """Sides that meet, joined into lines; a line ends where three meet. Points meet if they agree to a tenth."""
    spots: dict[tuple[int, int], Point] = {}
    meeting: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for a, b in links:
        for here, there in ((a, b), (b, a)):
            key = tenths(here)
            spots.setdefault(key, here)
            if tenths(there) not in meeting.setdefault(key, []):
                meeting[key].append(tenths(there))
    lines = []
    ends = [key for key, others in meeting.items() if len(others) != 2]
    for start in [*ends, *meeting]:
        while meeting[start]:
            line = [start]
            while meeting[line[-1]] and (len(line) == 1 or line[-1] not in ends):
                here = line[-1]
                there = meeting[here].pop(0)
                meeting[there].remove(here)
                line.append(there)
            lines.append([spots[key] for key in line])
    return lines
