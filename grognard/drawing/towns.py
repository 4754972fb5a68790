"""Towns and other places: their marks, by kind, and the spots on land where they lie and railways meet."""

from __future__ import annotations

from typing import NamedTuple

from grognard.drawing.counters import Look, num, tag
from grognard.drawing.country import INLAND, Country
from grognard.drawing.layout import SIZE, Point, chance
from grognard.drawing.palette import Palette
from grognard.engine.board import Landmark
from grognard.engine.drawn import PLAINLY, WET, Drawn

RINGED = {"anchor in a ring", "anchor on a disc"}  # signs that need more room
LOW = 0.27  # towns lie below the middle of their hex, where pieces hide them least


class Mark(NamedTuple):
    """The look of a place: its rank among names, how large its mark and its name are."""

    rank: int
    radius: float
    size: float
    look: str


MARKS = {
    mark.look: mark
    for mark in (
        Mark(0, 6.6, 14, "capital"),
        Mark(1, 7.2, 12.5, "fortress"),
        Mark(1, 5.4, 12.5, "city"),
        Mark(1, 5.0, 12.5, "dot"),
        Mark(2, 5.4, 12, "port"),
        Mark(2, 5.4, 12, "base"),
        Mark(3, 5.4, 11, "resource"),
        Mark(3, 4.2, 11.5, "town"),
        Mark(3, 3.2, 11, "point"),
        Mark(4, 2.6, 10.5, "village"),
        Mark(4, 0, 10, ""),
    )
}


def mark_of(kind: str, drawn: Drawn = PLAINLY) -> Mark:
    """How a kind of place is shown."""
    return MARKS.get(drawn.place(kind), MARKS[""])


def town(look: str, palette: Palette) -> str:
    """The mark of a place, round (0, 0)."""
    line: Look = {"stroke": palette.city_ink, "stroke_width": 1.4}
    if look == "capital":
        outer = tag("rect", x=-6, y=-6, width=12, height=12, fill=palette.mark, **line)
        return outer + tag(
            "rect",
            x=-3.4,
            y=-3.4,
            width=6.8,
            height=6.8,
            fill=palette.city,
        )
    if look == "city":
        return tag("rect", x=-4.6, y=-4.6, width=9.2, height=9.2, fill=palette.city, **line)
    if look == "fortress":
        star = "M0-7.6L2.2-3.8L6.6-3.8L4.4 0L6.6 3.8L2.2 3.8L0 7.6L-2.2 3.8L-6.6 3.8L-4.4 0L-6.6-3.8L-2.2-3.8Z"
        return tag("path", d=star, fill=palette.city, stroke_linejoin="round", **line) + tag(
            "circle", r=2, fill=palette.mark
        )
    if look == "base":
        return tag("path", d="M-4 6V-6.5L5.5-3.6L-4-0.8", fill=palette.city, stroke_linejoin="round", **line)
    if look == "resource":
        return tag("path", d="M0-5.4L5.4 0L0 5.4L-5.4 0Z", fill=palette.city_ink, stroke=palette.halo, stroke_width=1)
    if look == "dot":
        ring = tag("circle", r=4.6, fill=palette.mark, stroke=palette.city_ink, stroke_width=1.5)
        return ring + tag("circle", r=2.6, fill=palette.city)
    if look == "point":
        return tag("circle", r=2.6, fill=palette.ink, stroke=palette.halo, stroke_width=1)
    if look == "village":
        return tag("circle", r=2, fill=palette.mark, stroke=palette.city_ink, stroke_width=1)
    if look:
        return tag("circle", r=3.7, fill=palette.mark, stroke=palette.city_ink, stroke_width=1.9)
    return ""


def port(sign: str, palette: Palette) -> str:
    """The sign of a port, round (0, 0)."""
    if sign == "small anchor":
        return tag("g", anchor(palette), transform="scale(0.72)")
    if sign == "anchor in a ring":
        ring = tag("circle", r=7, fill=palette.mark, stroke=palette.sea_name, stroke_width=1.2)
        return ring + tag("g", anchor(palette), transform="scale(0.85)")
    if sign == "anchor on a disc":
        disc = tag("circle", r=7.6, fill=palette.sea_name, stroke=palette.mark, stroke_width=1)
        return disc + tag("g", anchor(palette, palette.mark), transform="scale(0.85)")
    return anchor(palette)


def anchor(palette: Palette, ink: str = "") -> str:
    """An anchor, round (0, 0)."""
    ink = ink or palette.sea_name
    d = "M0-2.6V5M-2.6-1H2.6M-4.6 1.4C-4 4.4-2 5.2 0 5.4C2 5.2 4 4.4 4.6 1.4"
    ring = tag("circle", cy=-4, r=1.5, fill="none", stroke=ink, stroke_width=1.3)
    line: Look = {"stroke": ink, "stroke_width": 1.4, "stroke_linecap": "round"}
    return tag("path", d=d, fill="none", **line) + ring


def is_port(place: Landmark) -> bool:
    """Does the map say so of this place?"""
    return "port" in place.kind.lower() or "harbour" in place.kind.lower() or bool(place.extra.get("port"))


def hubs(country: Country) -> dict[int, Point]:
    """The spot in each hex where its town lies and its railways meet: on land, below the middle.

    A town lies towards one side, so that its name has room beside it in the hex.
    """
    board, known = country.board, {}
    for place in reversed(list(board.places.values())):
        known[place.at] = country.real.spot(place.name) if country.real else None
    towns = {place.at for place in board.places.values() if mark_of(place.kind, board.drawn).radius}
    return {hex: known.get(hex) or _hub(country, hex, 0, 0.12 if hex in towns else 0.04) for hex in board.here}


def _hub(country: Country, hex: int, number: int, aside: float) -> Point:
    x, y = country.layout.centre(hex)
    lot = chance(hex, 5, number)
    right = (aside + 0.07 * (lot * 64 % 1)) * (1 if lot > 0.6 else -1)
    low = LOW - 0.5 * (number % 2) - 0.04 * chance(hex, 6, number)
    tries = [(right, low), (-right, low), (2 * right, low), (-2 * right, low), (0, low), (right, low / 2),
             (-right, low / 2), (right, 0), (-right, 0), (0, 0)]  # fmt: skip
    points = [(x + right * SIZE, y + down * SIZE) for right, down in tries]
    if country.kinds[hex] in WET:
        return points[0]
    return next((p for p in points if country.lattice.at(country.land, p) > INLAND), points[-1])


class Spot(NamedTuple):
    """A place, its mark, and where that is."""

    place: Landmark
    mark: Mark
    at: Point
    anchor: Point | None  # of a port
    port: str = ""  # its sign


def spots(country: Country, centres: dict[int, Point]) -> list[Spot]:
    """The marks of all places; the first of a hex lies on its hub."""
    seen: dict[int, int] = {}
    found = []
    for place in country.board.places.values():
        number = seen[place.at] = seen.get(place.at, -1) + 1
        known = country.real.spot(place.name) if country.real else None
        at = known or (_hub(country, place.at, number, 0.2) if number else centres[place.at])
        mark = mark_of(place.kind, country.board.drawn)
        sign = country.board.drawn.port(place.extra.get("port")) if is_port(place) else ""
        beside = at[0] - mark.radius - (9 if sign in RINGED else 6), at[1] - mark.radius - 1
        found.append(Spot(place, mark, at, beside if sign else None, sign))
    return found


def marked(spot: Spot, palette: Palette) -> str:
    """A mark where it belongs, with an anchor if it is a port."""
    signs = [(town(spot.mark.look, palette), spot.at), (port(spot.port, palette), spot.anchor)]
    return "".join(
        tag("g", sign, transform=f"translate({num(at[0])} {num(at[1])})") for sign, at in signs if sign and at
    )
