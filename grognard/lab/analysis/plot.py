"""Bar charts, by hand: as SVG for a file and as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from grognard.drawing.counters import num, tag, words
from grognard.lab.analysis.simulate import Bar

WIDTH, HEIGHT = 720.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 24.0, 72.0, 56.0
INK, FAINT, FILL, MARK = "#1b1f23", "#c9ccd0", "#4a6077", "#b3541e"
FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
EIGHTHS = " ▏▎▍▌▋▊▉█"
AHEAD, BEHIND = "#3f6b8f", "#8f5f3f"
CELL, ACROSS = (350.0, 164.0), 2
"""Width and height of a panel among several, and how many stand side by side."""
EACH = 14.0
"""From this width on, bars of whole numbers each have their number below."""
YEARS = range(2, 10)
"""How many years can be named below a panel."""


def svg(bars: Sequence[Bar], title: str, about: str, across: str, mean: float | None = None) -> str:
    """A chart of bars with a title, a line about it and the name of what lies across; `mean` is marked if given."""
    high = _nice(max((bar.count for bar in bars), default=1))
    step = (WIDTH - LEFT - RIGHT) / max(len(bars), 1)
    parts = [
        tag("title", _text(title)),
        tag("desc", _text(f"{about}. " + ", ".join(f"{bar.label}: {bar.count}" for bar in bars))),
        tag("rect", width=WIDTH, height=HEIGHT, fill="#ffffff"),
        words(title, LEFT, 30, 18, text_anchor="start", font_weight="600", fill=INK),
        words(about, LEFT, 50, 12, text_anchor="start", fill=INK),
    ]
    parts += _grid(high)
    every = math.ceil(len(bars) / 14)
    for index, bar in enumerate(bars):
        x, top = LEFT + index * step, _y(bar.count, high)
        if bar.count:
            shape = {"x": x + step * 0.06, "y": top, "width": step * 0.88, "height": _y(0, high) - top, "rx": 2.0}
            parts.append(tag("rect", tag("title", _text(f"{bar.label}: {bar.count}")), **shape, fill=FILL))
        if index % every == 0:
            parts.append(words(bar.label.partition(" to ")[0], x + step / 2, HEIGHT - BOTTOM + 18, 12, fill=INK))
    parts.append(words(across, (LEFT + WIDTH - RIGHT) / 2, HEIGHT - 14, 13, fill=INK))
    if mean is not None and bars:
        parts += _mean(bars, step, mean)
    return _sheet(parts, HEIGHT)


def _sheet(parts: Sequence[str], height: float) -> str:
    body = "\n".join(parts)
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(WIDTH)} {num(height)}" role="img"'
    return f'<svg {head} font-family="{FONT}">\n{body}\n</svg>\n'


class Panel(msgspec.Struct, frozen=True):
    """A small chart among others: bars on both sides of zero."""

    title: str
    about: str
    bars: Sequence[Bar]


class Curve(msgspec.Struct, frozen=True):
    """A number that changes from step to step: for each step its lower quarter, its median and its upper quarter."""

    name: str
    points: Sequence[tuple[float, float, float]]


class Curves(msgspec.Struct, frozen=True):
    """A small chart among others: curves over the same steps."""

    title: str
    about: str
    curves: Sequence[Curve]
    steps: Sequence[str]

    @property
    def high(self) -> float:
        return max((point[2] for curve in self.curves for point in curve.points), default=1.0) or 1.0


def panels(found: Sequence[Panel | Curves], title: str, about: str) -> str:
    """Small charts side by side; those in a row share one scale, so that they can be compared."""
    rows = math.ceil(len(found) / ACROSS)
    height = TOP + rows * CELL[1] + 8
    parts = [
        tag("title", _text(title)),
        tag("desc", _text(f"{about}. " + "; ".join(f"{panel.title}: {panel.about}" for panel in found))),
        tag("rect", width=WIDTH, height=height, fill="#ffffff"),
        words(title, LEFT / 4, 30, 18, text_anchor="start", font_weight="600", fill=INK),
        words(about, LEFT / 4, 50, 12, text_anchor="start", fill=INK),
    ]
    for number, panel in enumerate(found):
        row, column = divmod(number, ACROSS)
        left, top = LEFT / 4 + column * CELL[0], TOP + row * CELL[1]
        beside = found[row * ACROSS : (row + 1) * ACROSS]
        if isinstance(panel, Curves):
            parts += _curves(panel, left, top, max(other.high for other in beside if isinstance(other, Curves)))
            continue
        lows = [0.0, *(bar.low for other in beside if isinstance(other, Panel) for bar in other.bars)]
        parts += _panel(panel, left, top, min(lows), max(lows) + 1)
    return _sheet(parts, height)


def _panel(panel: Panel, left: float, top: float, low: float, high: float) -> list[str]:
    """One of them, with its corner at the given point."""
    wide, floor = CELL[0] - 24, top + CELL[1] - 30
    room = floor - top - 40
    tallest = max((bar.count for bar in panel.bars), default=1)
    width = panel.bars[1].low - panel.bars[0].low if len(panel.bars) > 1 else 1.0
    scale = wide / (high + width - low)
    zero = left - low * scale
    parts = [
        words(panel.title, left, top + 12, 13, text_anchor="start", font_weight="600", fill=INK),
        words(panel.about, left, top + 27, 12, text_anchor="start", fill=INK),
        tag("line", x1=left, x2=left + wide, y1=floor, y2=floor, stroke=INK),
        tag("line", x1=zero, x2=zero, y1=top + 36, y2=floor, stroke=FAINT, stroke_dasharray="3 3"),
    ]
    each = width * scale
    if width == 1 and each >= EACH:
        parts += [words(f"{n:g}", zero + (n + 0.45) * each, floor + 15, 11, fill=INK) for n in _whole(low, high)]
    else:
        parts.append(words("0", zero, floor + 15, 11, fill=INK))
        parts.append(words(f"{high - 1:+g}", left + wide, floor + 15, 11, text_anchor="end", fill=INK))
        if low < 0:
            parts.append(words(f"{low:g}", left, floor + 15, 11, text_anchor="start", fill=INK))
    for bar in panel.bars:
        tall = room * bar.count / tallest
        shape = {"x": left + (bar.low - low) * scale, "y": floor - tall, "width": width * scale * 0.9, "height": tall}
        if bar.count:
            title = tag("title", _text(f"{bar.label}: {bar.count}"))
            parts.append(tag("rect", title, **shape, fill=BEHIND if bar.low < 0 else AHEAD))
    return parts


def _whole(low: float, high: float) -> range:
    return range(math.ceil(low), math.ceil(high))


def _curves(panel: Curves, left: float, top: float, high: float) -> list[str]:
    """Curves with their bands, each in its colour and with its name at its end."""
    wide, floor = CELL[0] - 84, top + CELL[1] - 30
    begin, high = left + 20, _nice(math.ceil(high))
    across = wide / max(len(panel.steps) - 1, 1)

    def at(step: int, value: float) -> tuple[float, float]:
        return begin + step * across, floor - (floor - top - 40) * value / high

    parts = [
        words(panel.title, left, top + 12, 13, text_anchor="start", font_weight="600", fill=INK),
        words(panel.about, left, top + 27, 12, text_anchor="start", fill=INK),
    ]
    for count in (0, high / 2, high):
        (x, y), (end, _) = at(0, count), at(len(panel.steps) - 1, count)
        parts.append(tag("line", x1=x, x2=end, y1=y, y2=y, stroke=FAINT if count else INK))
        parts.append(words(f"{count:g}", x - 4, y + 4, 11, text_anchor="end", fill=INK))
    for step, label in _ticks(panel.steps):
        x, _ = at(step, 0)
        parts.append(tag("line", x1=x, x2=x, y1=floor, y2=floor + 4, stroke=INK))
        parts.append(words(label, x, floor + 16, 11, fill=INK))
    lowest = math.inf
    painted = zip(panel.curves, (AHEAD, BEHIND, FILL, MARK), strict=False)
    for curve, colour in sorted(painted, key=lambda pair: pair[0].points[-1][1]):
        rows = zip(*curve.points, strict=True)
        lower, middle, upper = ([at(step, value) for step, value in enumerate(row)] for row in rows)
        parts.append(tag("polygon", points=_line([*upper, *reversed(lower)]), fill=colour, fill_opacity=0.18))
        parts.append(tag("polyline", points=_line(middle), fill="none", stroke=colour, stroke_width=2.0))
        x, lowest = middle[-1][0], min(middle[-1][1], lowest - 13)
        parts.append(words(curve.name, x + 5, lowest + 4, 11, text_anchor="start", font_weight="600", fill=colour))
    return parts


def _ticks(steps: Sequence[str]) -> list[tuple[int, str]]:
    """Which steps are named below: the first of every year if they tell years, a few of them otherwise."""
    years = [step.rpartition(" ")[2] for step in steps]
    found = [(n, year) for n, year in enumerate(years) if n and year != years[n - 1] and year.isdecimal()]
    every = math.ceil(len(steps) / 4) or 1
    return found if len(found) in YEARS else [(n, steps[n]) for n in range(0, len(steps), every)]


def _line(points: Sequence[tuple[float, float]]) -> str:
    return " ".join(f"{num(x)},{num(y)}" for x, y in points)


def _grid(high: int) -> list[str]:
    parts = []
    for number in range(5):
        count = high * number / 4
        y = _y(count, high)
        parts.append(tag("line", x1=LEFT, x2=WIDTH - RIGHT, y1=y, y2=y, stroke=FAINT if number else INK))
        parts.append(words(f"{count:g}", LEFT - 8, y + 4, 12, text_anchor="end", fill=INK))
    return parts


def _mean(bars: Sequence[Bar], step: float, mean: float) -> list[str]:
    width = bars[1].low - bars[0].low if len(bars) > 1 else 1.0
    shift = 0.5 if all(bar.label == f"{bar.low:.0f}" for bar in bars) else 0.0  # a bar of one whole number stands on it
    x = LEFT + ((mean - bars[0].low) / width + shift) * step
    line = tag("line", x1=x, x2=x, y1=TOP, y2=HEIGHT - BOTTOM, stroke=MARK, stroke_width=2.0, stroke_dasharray="5 4")
    at_end = x > WIDTH - 120
    label = words(
        f"mean {mean:.2f}",
        x - 6 if at_end else x + 6,
        TOP + 12,
        12,
        fill=MARK,
        text_anchor="end" if at_end else "start",
    )
    return [line, label]


def _y(count: float, high: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * count / high


def _nice(count: int) -> int:
    """The next number whose quarters are easy to read."""
    scale = 1
    while True:
        for each in (scale, 5 * scale):
            for step in (4, 8, 12, 16, 20):
                if step * each >= count:
                    return step * each
        scale *= 10


def _text(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def text(bars: Sequence[Bar], width: int = 40) -> list[str]:
    """The bars as lines of text."""
    high = max((bar.count for bar in bars), default=0) or 1
    room = max((len(bar.label) for bar in bars), default=0)
    return [f"  {bar.label:>{room}}  {_blocks(bar.count / high * width)} {bar.count}" for bar in bars]


def _blocks(length: float) -> str:
    eighths = round(length * 8)
    return (EIGHTHS[-1] * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()
