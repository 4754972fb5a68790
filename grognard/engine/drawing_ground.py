"""What the map in SVG is made of: terrain and its patterns, hexsides, railways, town marks, names with a halo."""

from __future__ import annotations

from typing import NamedTuple

from grognard.engine.drawing_counters import INK, tag, words

PAPER, COAST, WATER, RAIL, BATTLE, DISPUTED = "#fcfbf7", "#2c5f82", "#b9d5e6", "#3d3a36", "#c0262d", "#8a3ba0"

Point = tuple[float, float]


class Ground(NamedTuple):
    """A colour, and a small drawing repeated over it (of 24 by 24)."""

    fill: str
    pattern: str = ""


def strokes(d: str, stroke: str, width: float = 1.0) -> str:
    """Lines with round ends."""
    return tag("path", d=d, fill="none", stroke=stroke, stroke_width=width, stroke_linecap="round")


_WAVES = strokes("M2 7q2.5 -3 5 0t5 0M13 19q2.5 -3 5 0t5 0", "#93bbd3")
_TREES = "".join(tag("circle", cx=x, cy=y, r=2.3, fill="#8fae6f") for x, y in ((6, 6), (18, 9), (10, 18), (21, 21)))
_REEDS = strokes("M3 8h8M7 8v-4M5 8l-1.5 -3M9 8l1.5 -3M14 19h8M18 19v-4M16 19l-1.5 -3M20 19l1.5 -3", "#7f9f92")
GROUNDS = {
    "clear": Ground("#f2ebd3"), "plain": Ground("#f2ebd3"), "sea": Ground(WATER, _WAVES), "lake": Ground(WATER, _WAVES),
    "hill": Ground("#e6d3a3", strokes("M-2 26L26 -2M-2 14L14 -2M10 26L26 10", "#d3bc87", 1.2)),
    "mountain": Ground("#d3bd9c", strokes("M2 11L7 3L12 11M13 23L18 15L23 23", "#9c7f58", 1.5)),
    "forest": Ground("#d9e2b8", _TREES), "woods": Ground("#d9e2b8", _TREES),
    "marsh": Ground("#dbe6d8", _REEDS), "swamp": Ground("#dbe6d8", _REEDS),
    "desert": Ground("#f3dfa8", strokes("M6 6h0.1M17 17h0.1", "#c9ab62", 2)),
    "rough": Ground("#e5d9bd", strokes("M4 8l3 -3l3 3M15 20l3 -3l3 3", "#b29e74", 1.3)),
    "city": Ground("#dcd5cf", tag("path", d="M3 3h7v7h-7zM14 14h7v7h-7z", fill="#b8aea6")),
}  # fmt: skip
WATERS = {"sea", "lake", "ocean"}
STRANGE = ("#e8ddcb", "#dfe0d0", "#e9d8d2", "#dcdde4", "#e6e3c4", "#d8e4de")  # for terrain that nobody has drawn yet


class Edge(NamedTuple):
    """How a hexside is drawn, and how the legend shows it."""

    stroke: str
    width: float
    dashes: str = ""


EDGES = {
    "river": Edge("#4f94c4", 4.5), "major river": Edge("#4f94c4", 6.5), "canal": Edge("#4f94c4", 3.5, "7 3"),
    "alpine": Edge("#7a5a36", 5, "2.5 2"), "mountain": Edge("#7a5a36", 5, "2.5 2"), "rough": Edge("#b29e74", 4, "2 3"),
    "border": Edge("#a3455c", 2.5, "8 3 2 3"),
}  # fmt: skip
OTHER_EDGE = Edge("#6d6a75", 4, "1 3")
CROSSED = {"sea", "strait", "ferry"}  # sides of water with land on both; drawn as a band
LINES = ("#9a5b2c", "#6b4c8a", "#2f7562")  # for networks other than rails


def edge(kind: str) -> Edge:
    """How a kind of hexside is drawn, known or not."""
    return EDGES.get(kind, OTHER_EDGE)


def line(a: Point, b: Point, edge: Edge) -> str:
    """A straight line as a hexside wants it."""
    dashes = {"stroke_dasharray": edge.dashes} if edge.dashes else {"stroke_linecap": "round"}
    return tag("line", x1=a[0], y1=a[1], x2=b[0], y2=b[1], stroke=edge.stroke, stroke_width=edge.width, **dashes)


def band(a: Point, b: Point) -> str:
    """Water between two hexes of land, with its two shores."""
    return line(a, b, Edge(COAST, 11)) + line(a, b, Edge(WATER, 6))


def arrows() -> str:
    """Two small arrows that say: here one may cross."""
    heads = tag("path", d="M-8 -3.5L-13 0L-8 3.5ZM8 -3.5L13 0L8 3.5Z", fill=COAST)
    return heads + strokes("M-8 0H8", COAST, 2)


def edge_sample(kind: str) -> str:
    """A hexside for the legend."""
    if kind == "ferry":
        return dashed((1, 0), (29, 0))
    if kind in CROSSED:
        across = tag("g", arrows(), transform="translate(15 0)") if kind == "strait" else ""
        return band((15, -7), (15, 7)) + across
    return line((1, 0), (29, 0), edge(kind))


def tint(points: str, colour: str) -> str:
    """A hex that somebody holds; without a colour, one that is disputed."""
    shown = {"points": points, "stroke_width": "3.5", "stroke_opacity": "0.55", "stroke_linejoin": "round"}
    if colour:
        return tag("polygon", fill=colour, fill_opacity="0.1", stroke=colour, **shown)
    return tag("polygon", fill=DISPUTED, fill_opacity="0.12", stroke=DISPUTED, stroke_dasharray="7 5", **shown)


def dashed(a: Point, b: Point) -> str:
    """The line of a ferry."""
    return line(a, b, Edge(RAIL, 1.8, "5 4"))


def way(a: Point, b: Point, colour: str) -> str:
    """A railway: a thin line with ticks across; any other network: a plain line of its own colour."""
    if colour:
        return line(a, b, Edge(colour, 2.2))
    return line(a, b, Edge(RAIL, 1.3)) + line(a, b, Edge(RAIL, 6, "1.2 7"))


def halo(text: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """A name that stays legible over lines."""
    around: dict[str, str | float] = {
        "stroke": PAPER,
        "stroke_width": 3.2,
        "stroke_linejoin": "round",
        "paint_order": "stroke",
    }
    return words(text, x, y, size, **{**around, **attributes})


def town(kind: str) -> tuple[str, float]:
    """The mark of a town before its name, and the room that it takes."""
    kind = kind.lower()
    if "fort" in kind:
        star = "M0 -5.5L1.6 -1.8L5.5 -1.6L2.5 0.9L3.5 4.8L0 2.6L-3.5 4.8L-2.5 0.9L-5.5 -1.6L-1.6 -1.8Z"
        return tag("path", d=star, fill=INK, stroke=PAPER, stroke_width=0.8), 12
    if "city" in kind or "capital" in kind:
        inner = tag("rect", x=-2, y=-2, width=4, height=4, fill="#fff") if "major" in kind or "capital" in kind else ""
        return tag("rect", x=-4.2, y=-4.2, width=8.4, height=8.4, fill=INK, stroke=PAPER, stroke_width=1) + inner, 11
    if "town" in kind or "port" in kind or "village" in kind:
        return tag("circle", r=3.6, fill="#fff", stroke=INK, stroke_width=1.8), 10
    return "", 0
