"""Counters in SVG: a shape and a colour for each side, a symbol for each kind of unit, hidden blocks, stacks.

A counter is drawn from its top left corner, `WIDE` by `HIGH`, and scaled where there is room. Sides differ by the shape
of their corners as well as by colour.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from grognard.engine.kinds import Data
from grognard.engine.looks import Looks, SideLook

Piece = Mapping[str, Any]
Look = dict[str, str | float]
"""Attributes of an element."""

WIDE, HIGH = 37.0, 31.0
STRIP = 10.5  # how much of a covered counter shows: the line with its name
GAP = 2.0
INK = "#1b1f23"
MARK = "#e0982b"


class Livery(NamedTuple):
    """How the counters of a side look."""

    fill: str
    hidden: str
    edge: str
    corner: str  # round, cut, square or scooped


SPARE = (
    SideLook("", "#6b6632", shape="round"),
    SideLook("", "#4a6077", shape="cut"),
    SideLook("", "#6f4f78", shape="square"),
    SideLook("", "#3f6f57", shape="scooped"),
)
"""For sides of which a game does not say how they look."""


def liveries(sides: Iterable[str], looks: Looks) -> dict[str, Livery]:
    """A livery for every side: in the colour that its game gives it, or in a spare one."""
    spare = iter(SPARE * 9)
    return {side: livery(looks.sides.get(side) or next(spare)) for side in sides}


def livery(look: SideLook) -> Livery:
    """Counters with their faces up are light, those face down have the full colour, and the rim is dark."""
    return Livery(mixed(look.colour, "#fbf6e6", 0.58), look.colour, mixed(look.colour, "#000000", 0.42), look.shape)


def mixed(one: str, other: str, share: float) -> str:
    """A colour with so much of another one in it."""
    pairs = ((int(one[at : at + 2], 16), int(other[at : at + 2], 16)) for at in (1, 3, 5))
    return "#" + "".join(f"{round(mine + (theirs - mine) * share):02x}" for mine, theirs in pairs)


# Small helpers for SVG


def num(value: float) -> str:
    """A number as short as it can be written."""
    return f"{value + 0.0 if abs(value) >= 0.05 else 0:.1f}".removesuffix(".0")


def tag(name: str, content: str = "", /, **attributes: str | float) -> str:
    """An element; underscores in attribute names stand for hyphens, and content must be escaped already."""
    written = "".join(
        f" {key.rstrip('_').replace('_', '-')}={quoteattr(value if isinstance(value, str) else num(value))}"
        for key, value in attributes.items()
    )
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def words(text: str, x: float, y: float, size: float, **attributes: str | float) -> str:
    """A line of text, in the middle over x unless it is told otherwise."""
    return tag("text", escape(text), x=x, y=y, font_size=size, **{"text_anchor": "middle", **attributes})


def width_of(text: str, size: float) -> float:
    """About how wide a line of bold text will be."""
    return sum(0.4 if letter in " iljtfr.,:'1I" else 0.96 if letter in "mwMW@" else 0.69 for letter in text) * size


def fitting(text: str, size: float, room: float) -> float:
    """The size at which a line fits, at most the given one."""
    return min(size, size * room / max(width_of(text, size), 0.1))


# Symbols, in a box from (0, 0) to (20, 13)

_CROSS = "M0 0L20 13M0 13L20 0"
_WINGS = "M4 12Q4 8.5 7 8.5T10 12Q10 8.5 13 8.5T16 12"
_WAVE = "M0 9.5Q2.5 5.5 5 9.5T10 9.5T15 9.5T20 9.5"
_OVAL = "M6 3.2H14A3.3 3.3 0 0 1 14 9.8H6A3.3 3.3 0 0 1 6 3.2Z"
SYMBOLS = {
    "infantry": _CROSS, "armor": _OVAL, "armour": _OVAL, "panzer": _OVAL, "tank": _OVAL, "mech": _CROSS + _OVAL,
    "mechanized": _CROSS + _OVAL, "mechanised": _CROSS + _OVAL, "motorized": _CROSS + "M10 0V13",
    "motorised": _CROSS + "M10 0V13", "para": _CROSS + _WINGS, "airborne": _CROSS + _WINGS,
    "amphibious": _CROSS + _WAVE, "marine": _CROSS + _WAVE, "cavalry": "M0 13L20 0",
    "air": "M4 3.5C10 12 10 12 16 3.5C18 1 18 12 16 9.5C10 1 10 1 4 9.5C2 12 2 1 4 3.5Z",
    "fleet": "M3 7H17L14.5 11H5.5ZM10 7V2.5M7 5H13", "naval": "M3 7H17L14.5 11H5.5ZM10 7V2.5M7 5H13",
    "submarine": "M3 8Q10 3.5 17 8Q10 12.5 3 8ZM10 6V3.5",
}  # fmt: skip
SOLID = {
    "mountain": "M10 5.6L14 13H6Z", "alpine": "M10 5.6L14 13H6Z", "static": "M0 10H20V13H0Z",
    "fortress": "M0 13V10H4V7H8V10H12V7H16V10H20V13Z", "artillery": "M10 4A2.5 2.5 0 0 1 10 9A2.5 2.5 0 0 1 10 4Z",
}  # fmt: skip
ON_FOOT = {"mountain", "alpine", "static"}  # drawn over the cross of the infantry
HEADQUARTERS = {"hq": 1, "shq": 2, "headquarters": 1}


def symbol(kind: str, ink: str = INK) -> str:
    """The symbol of a kind of unit; a kind that nobody has drawn yet shows its first letters."""
    parts = kind.lower().replace("-", " ").replace("_", " ").split()
    bars = max((HEADQUARTERS.get(part, 0) for part in parts), default=0)
    if bars:
        flag = tag("path", d="M2 0V17", stroke_width=1.6) + tag("rect", x=2, y=0, width=17, height=10.5, fill="#fdfbf3")
        return tag(
            "g", flag + words(kind.upper()[:3], 10.6, 8.2, 7.5, fill=ink, stroke="none"), stroke=ink, stroke_width=1
        )
    lines = "".join(dict.fromkeys(SYMBOLS[part] for part in parts if part in SYMBOLS))
    solid = "".join(SOLID[part] for part in parts if part in SOLID)
    if any(part in ON_FOOT for part in parts) and not lines:
        lines = _CROSS
    box = tag("rect", width=20, height=13, fill="#fdfbf3", stroke=ink, stroke_width=1.1)
    if not lines and not solid:
        return box + words(_initials(parts), 10, 9.6, 8.5, fill=ink, font_weight="bold")
    drawn = tag("path", d=lines, fill="none", stroke=ink, stroke_width=1, stroke_linejoin="round") if lines else ""
    return box + drawn + (tag("path", d=solid, fill=ink) if solid else "")


def _initials(parts: Sequence[str]) -> str:
    if not parts:
        return ""
    return "".join(part[0] for part in parts[:3]).upper() if len(parts) > 1 else parts[0][:3].capitalize()


# Counters


def outline(corner: str, wide: float = WIDE, high: float = HIGH) -> str:
    """The path round a counter."""
    w, h, c = num(wide), num(high), 5.0
    right, low = num(wide - c), num(high - c)
    if corner == "cut":
        return f"M{c} 0H{right}L{w} {c}V{low}L{right} {h}H{c}L0 {low}V{c}Z"
    if corner == "square":
        return f"M0 0H{w}V{h}H0Z"
    sweep = 1 if corner == "round" else 0
    arc = f"A{c} {c} 0 0 {sweep}"
    return f"M{c} 0H{right}{arc} {w} {c}V{low}{arc} {right} {h}H{c}{arc} 0 {low}V{c}{arc} {c} 0Z"


def counter(piece: Piece, livery: Livery, tell: Callable[[str], str] = str) -> str:
    """One counter; a pointer resting on it reads it in words."""
    face = piece.get("face")
    marks = [str(mark) for mark in piece.get("marks", ())]
    body = tag("title", escape(f"{tell(piece['side'])} {described(piece, tell)}"))
    room = WIDE - 5 - 8.5 * min(len(marks), 2)
    middle = 2.5 + room / 2
    if face is None:
        name = tell(str(piece["id"]))
        body += tag("path", d=outline(livery.corner), fill=livery.hidden, stroke="#fdfbf3", stroke_width=1.2)
        body += words("?", WIDE / 2, HIGH - 4.5, 18, fill="#fdfbf3", font_weight="bold")
        body += words(name, middle, 8.6, fitting(name, 8, room), fill="#fdfbf3")
    else:
        name = tell(str(face.get("name") or piece["id"]))
        strength, below = strength_of(face), str(face.get("more") or "")
        body += tag("path", d=outline(livery.corner), fill=livery.fill, stroke=livery.edge, stroke_width=1.2)
        body += words(name, middle, 9.2, fitting(name, 9.4, room), fill=INK, font_weight="bold")
        body += _strength(str(face.get("kind") or ""), strength, below)
    for number, mark in enumerate(marks[:2]):
        more = number == 1 and len(marks) > 2
        body += mark_dot("+" if more else mark, WIDE - 4.5 - 8.5 * number, 5, 4.3)
    return tag("g", body, data_piece=str(piece["id"]), data_side=str(piece["side"]))


def strength_of(face: Data) -> str:
    """What a face says in large figures: a text of its own ("4-5-6"), or its steps."""
    said = face.get("text") or face.get("steps")
    return "" if said is None else str(said)


def _strength(kind: str, strength: str, more: str = "") -> str:
    """The symbol with the strength beside it, or below it where that is more than a number ("2-3-5"); `more` is a line
    below that."""
    if len(strength) <= 2 and not more:
        at = 3.5 if strength else (WIDE - 20) / 2
        beside = words(strength, 30.2, 23.8, fitting(strength, 14, 10.5), font_weight="bold") if strength else ""
        return tag("g", symbol(kind), transform=f"translate({num(at)} 12.5)") + beside
    share, low, size = (0.5, 24.3, 8.0) if more else (0.75, HIGH - 2, 9)
    above = tag("g", symbol(kind), transform=f"translate({num((WIDE - 20 * share) / 2)} 11) scale({share})")
    below = words(more, WIDE / 2, HIGH - 1.6, fitting(more, 6.4, WIDE - 5), font_weight="bold") if more else ""
    return above + words(strength, WIDE / 2, low, fitting(strength, size, WIDE - 6), font_weight="bold") + below


def mark_dot(mark: str, x: float, y: float, radius: float) -> str:
    """A mark on a counter: its first letter on a dot."""
    dot = tag("circle", cx=x, cy=y, r=radius, fill=MARK, stroke=INK, stroke_width=0.6)
    return dot + words(mark[:1].upper(), x, y + radius * 0.58, radius * 1.6, fill=INK, font_weight="bold")


def sample(livery: Livery | None) -> str:
    """A side's counter for the legend; without a livery, a hidden block."""
    corner, fill, edge = (livery.corner, livery.fill, livery.edge) if livery else ("round", "#555", INK)
    path = tag("path", d=outline(corner, 28, 22), fill=fill, stroke=edge)
    sign = "" if livery else words("?", 14, 16.5, 15, fill="#fdfbf3", font_weight="bold")
    return tag("g", path + sign, transform="translate(1 -11)")


def described(piece: Piece, tell: Callable[[str], str] = str) -> str:
    """A piece in words: its face as far as it is seen, or what was seen of it before."""
    face = piece.get("face")
    if face is None:
        seen = f" ({tell('seen')}: {tell(piece['seen'])})" if piece.get("seen") else ""
        return f"? {tell(piece['id'])}{seen}"
    shown = face.get("kind"), strength_of(face), face.get("more")
    parts = [face.get("name") or piece["id"], *shown, *piece.get("marks", ())]
    return " ".join(tell(str(part)) for part in parts if part is not None and part != "")


class Spot(NamedTuple):
    """Where a counter goes: its top left corner."""

    x: float
    y: float
    piece: Piece


class Stack(NamedTuple):
    """Counters laid out round (0, 0), all of one scale, and the badges that count the deeper piles."""

    scale: float
    spots: list[Spot]
    badges: list[tuple[float, float, int]]


def arrange(there: Sequence[Piece], room: float = 64.0) -> Stack:
    """Lay out the pieces of one hex: a column for each side that is there, or a square for up to four of one side."""
    by_side: dict[str, list[Piece]] = {}
    for piece in there:
        by_side.setdefault(piece["side"], []).append(piece)
    piles = list(by_side.values())
    if len(piles) == 1 and len(there) > 1:
        half = (len(there) + 1) // 2
        piles = [list(there[:half]), list(there[half:])]
    deepest = max(map(len, piles))
    scale = 1.4 if len(there) == 1 else min(1.15, 2.3 / len(piles)) if deepest == 1 else min(1.0, 2.2 / len(piles))
    spots, badges = [], []
    for number, pile in enumerate(piles):
        x = (number - len(piles) / 2) * (WIDE + GAP) + GAP / 2
        step = HIGH + GAP if len(pile) == 2 else min(STRIP, (room / scale - HIGH) / max(len(pile) - 1, 1))
        y = -(HIGH + step * (len(pile) - 1)) / 2
        spots += [Spot(x, y + step * depth, piece) for depth, piece in enumerate(pile)]
        if len(there) > 4 and (len(by_side) > 1 or number == len(piles) - 1):
            many = len(pile) if len(by_side) > 1 else len(there)
            badges.append((x + (WIDE if number else 0), y + step * (len(pile) - 1) + HIGH - 1, many))
    return Stack(scale, spots, badges)
