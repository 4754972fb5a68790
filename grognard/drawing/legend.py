"""Samples of the map for a legend: each from 0 to 30 across, round a height of 0."""

from __future__ import annotations

from grognard.drawing.counters import Look, num, tag
from grognard.drawing.country import CHANNELS, RIDGES
from grognard.drawing.lines import (
    RIVERS,
    arrows,
    cliff,
    ferry_line,
    other_line,
    peaks,
    wall,
    way_line,
    weather_line,
)
from grognard.drawing.palette import Palette
from grognard.drawing.texture import SCATTERED, Stroke, strewn, strokes, trees
from grognard.drawing.towns import MARKS, port, town
from grognard.engine.board import Board
from grognard.engine.drawn import PLAINLY, WET, Drawn

_SPOTS = ((7.0, -3.0), (15.0, 4.0), (23.0, -2.5))
_WOODS = ((5.0, -4.0), (11.0, 1.0), (7.0, 5.0), (16.0, -4.5), (18.0, 4.5), (23.0, 0.0), (25.5, -5.0), (25.0, 6.0))
_KNOLL: tuple[Stroke, ...] = tuple(
    (15 + right * 5, -1 + down * 3.4, 15 + right * 9, -1 + down * 6.6)
    for right, down in ((1, -0.3), (0.95, 0.2), (0.75, 0.6), (0.45, 0.88), (0.1, 1), (-0.25, 0.95), (-0.6, 0.75))
)


def terrain_sample(kind: str, palette: Palette, drawn: Drawn = PLAINLY) -> str:
    """A patch of ground."""
    grounds = drawn.terrains(kind)
    ground = grounds[0]
    frame: Look = {"x": 2, "y": -9, "width": 26, "height": 18}
    if ground in WET:
        shallow = tag("path", d="M2-9H12Q7-3 9.5 2T8 9H2Z", fill=palette.sea[1])
        return tag("rect", fill=palette.sea[-1], **frame) + shallow + _frame(palette)
    marks = []
    if "forest" in grounds:
        marks += trees(_WOODS, palette)
    if "hill" in grounds:
        marks.append(strokes(strewn([(0, 0)], _KNOLL), palette.hachure, 0.9, 0.6))
    for each in grounds:
        for scatter in SCATTERED.get(each, ()):
            look = palette.marks[each], scatter.width, scatter.strength
            marks.append(strokes(strewn(_SPOTS, scatter.strokes), *look))
    if "mountain" in grounds:
        marks.append(tag("g", peaks(((5, 0), (25, 0)), palette, 2), transform="scale(10)"))
    tints = tag("rect", fill=palette.tints[ground], **frame)
    tints += "".join(tag("rect", fill=palette.tints[each], fill_opacity="0.6", **frame) for each in grounds[1:])
    return tints + (tag("g", "".join(marks), transform="scale(.1)") if marks else "") + _frame(palette)


def _frame(palette: Palette) -> str:
    shown: Look = {"fill": "none", "stroke": palette.grid, "stroke_width": 0.7, "stroke_opacity": "0.6"}
    return tag("rect", x=2, y=-9, width=26, height=18, **shown)


def side_sample(kind: str, palette: Palette, drawn: Drawn = PLAINLY) -> str:
    """A hexside."""
    kind = drawn.side(kind)
    if kind in RIVERS:
        d = "M1 2Q8-4 15 0T29-2"
        line: Look = {"d": d, "fill": "none", "stroke_linecap": "round"}
        bank = tag("path", stroke=palette.bank, stroke_width=RIVERS[kind], **line)
        return bank + tag("path", stroke=palette.river, stroke_width=RIVERS[kind] - 1.4, **line)
    if kind == "ferry":
        return ferry_line("M1 0H29", palette)
    if kind in CHANNELS:
        wide = CHANNELS[kind] * 52
        d = f"M{num(15 - wide)}-8V8H{num(15 + wide)}V-8Z"
        water = tag("path", d=d, fill=palette.sea[-1], stroke=palette.coast, stroke_width=1.2)
        return water + (tag("g", arrows(palette), transform="translate(15 0)") if kind == "strait" else "")
    if kind in RIDGES:
        return peaks(((5, 0), (25, 0)), palette, 3, high=kind == "high mountain")
    if kind == "cliff":
        return cliff(((1, 0), (29, 0)), palette)
    if kind == "fort":
        return wall(((1, -6), (29, -6)), (15, 20), palette)
    if kind == "weather":
        return weather_line("M1 0H29", palette)
    if kind == "border":
        return tag("path", d="M1 0H29", stroke=palette.border, stroke_width=1.7, stroke_dasharray="9 4 0.1 4")
    if kind == "forest":
        woods = [(2 + 3.7 * number, 3.0 * (number % 2) - 1.5) for number in range(8)]
        return tag("g", "".join(trees(woods, palette)), transform="scale(.1)")
    return other_line("M1 0H29", palette)


def way_sample(board: Board, network: str, palette: Palette) -> str:
    """A railway or another network."""
    return way_line(board, network, ["M1 0H29"], palette)


def place_sample(kind: str, palette: Palette, drawn: Drawn) -> str:
    """A town or another place."""
    mark = MARKS.get(drawn.place(kind), MARKS[""])
    return tag("g", town(mark.look, palette), transform="translate(15 0)")


def port_sample(size: str, palette: Palette, drawn: Drawn) -> str:
    """A port of some size."""
    return tag("g", port(drawn.port(size), palette), transform="translate(15 0)")
