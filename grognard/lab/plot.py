"""Bar charts, by hand: as SVG for a file and as text for a terminal."""

from __future__ import annotations

import math
from collections.abc import Sequence

from grognard.engine.drawing_counters import num, tag, words
from grognard.lab.simulate import Bar

WIDTH, HEIGHT = 720.0, 400.0
LEFT, RIGHT, TOP, BOTTOM = 64.0, 24.0, 72.0, 56.0
INK, FAINT, FILL, MARK = "#1b1f23", "#c9ccd0", "#4a6077", "#b3541e"
FONT = "system-ui, -apple-system, 'Segoe UI', sans-serif"
EIGHTHS = " ▏▎▍▌▋▊▉█"


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
    body = "\n".join(parts)
    head = f'xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {num(WIDTH)} {num(HEIGHT)}" role="img"'
    return f'<svg {head} font-family="{FONT}">\n{body}\n</svg>\n'


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
