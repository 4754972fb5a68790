"""Bar charts, by hand: as SVG for a file and as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from grognard.engine.drawing_counters import num, tag, words
from grognard.lab.simulate import Bar

WIDTH, HEIGHT = 720.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 24.0, 72.0, 56.0
INK, FAINT, FILL, MARK = "#1b1f23", "#c9ccd0", "#4a6077", "#b3541e"
FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
EIGHTHS = " ▏▎▍▌▋▊▉█"
AHEAD, BEHIND = "#3f6b8f", "#8f5f3f"
CELL, ACROSS = (350.0, 164.0), 2
"""Width and height of a panel among several, and how many stand side by side."""


def svg(bars: Sequence[Bar], title: str, about: str, across: str, mean: float | None = None) -> str:
    """A chart of bars with a title, a line about it and the name of what lies across; `mean` is marked if given."""
    most = _nice(max((bar.count for bar in bars), default=1))
    step = (WIDTH - LEFT - RIGHT) / max(len(bars), 1)
    parts = [
        tag("title", _text(title)),
        tag("desc", _text(f"{about}. " + ", ".join(f"{bar.label}: {bar.count}" for bar in bars))),
        tag("rect", width=WIDTH, height=HEIGHT, fill="#ffffff"),
        words(title, LEFT, 30, 18, text_anchor="start", font_weight="600", fill=INK),
        words(about, LEFT, 50, 12, text_anchor="start", fill=INK),
    ]
    parts += _grid(most)
    every = math.ceil(len(bars) / 14)
    for index, bar in enumerate(bars):
        x, top = LEFT + index * step, _y(bar.count, most)
        if bar.count:
            shape = {"x": x + step * 0.06, "y": top, "width": step * 0.88, "height": _y(0, most) - top, "rx": 2.0}
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


def panels(found: Sequence[Panel], title: str, about: str) -> str:
    """Small charts side by side; those in a row have the same stretch of numbers across, so that they compare."""
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
        beside = found[row * ACROSS : (row + 1) * ACROSS]
        lows = [0.0, *(bar.low for other in beside for bar in other.bars)]
        least, most = min(lows), max(lows) + 1
        parts += _panel(panel, LEFT / 4 + column * CELL[0], TOP + row * CELL[1], least, most)
    return _sheet(parts, height)


def _panel(panel: Panel, left: float, top: float, least: float, most: float) -> list[str]:
    """One of them, with its corner at the given point."""
    wide, floor = CELL[0] - 24, top + CELL[1] - 30
    room = floor - top - 40
    tallest = max((bar.count for bar in panel.bars), default=1)
    width = panel.bars[1].low - panel.bars[0].low if len(panel.bars) > 1 else 1.0
    scale = wide / (most + width - least)
    zero = left - least * scale
    parts = [
        words(panel.title, left, top + 12, 13, text_anchor="start", font_weight="600", fill=INK),
        words(panel.about, left, top + 27, 12, text_anchor="start", fill=INK),
        tag("line", x1=left, x2=left + wide, y1=floor, y2=floor, stroke=INK),
        tag("line", x1=zero, x2=zero, y1=top + 36, y2=floor, stroke=FAINT, stroke_dasharray="3 3"),
        words("0", zero, floor + 15, 11, fill=INK),
        words(f"{least:g}", left, floor + 15, 11, text_anchor="start", fill=INK),
        words(f"{most - 1:+g}", left + wide, floor + 15, 11, text_anchor="end", fill=INK),
    ]
    for bar in panel.bars:
        tall = room * bar.count / tallest
        shape = {"x": left + (bar.low - least) * scale, "y": floor - tall, "width": width * scale * 0.9, "height": tall}
        if bar.count:
            told = tag("title", _text(f"{bar.label}: {bar.count}"))
            parts.append(tag("rect", told, **shape, fill=BEHIND if bar.low < 0 else AHEAD))
    return parts


def _grid(most: int) -> list[str]:
    parts = []
    for number in range(5):
        count = most * number / 4
        y = _y(count, most)
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


def _y(count: float, most: int) -> float:
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * count / most


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
    most = max((bar.count for bar in bars), default=0) or 1
    room = max((len(bar.label) for bar in bars), default=0)
    return [f"  {bar.label:>{room}}  {_blocks(bar.count / most * width)} {bar.count}" for bar in bars]


def _blocks(length: float) -> str:
    eighths = round(length * 8)
    return (EIGHTHS[-1] * (eighths // 8) + EIGHTHS[eighths % 8]).rstrip()
