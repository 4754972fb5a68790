"""The land by itself, drawn from the board alone: no pieces, no title, no legend.

Everything is plain paths and text, without filters, patterns or anything from outside, and comes out the same to the
byte every time.
"""

from __future__ import annotations

from itertools import chain

from grognard.drawing.counters import Look, num, tag
from grognard.drawing.country import Country
from grognard.drawing.layout import Layout, layout_of
from grognard.drawing.lines import along_sides, borders, courses, edge, grid, networks, rivers, sides, ways
from grognard.drawing.names import (
    SERIF,
    Box,
    Taken,
    hex_numbers,
    labels,
    river_name,
    river_names,
    sea_names,
    spaced,
    written,
)
from grognard.drawing.palette import THEMES, Palette
from grognard.drawing.texture import hachures, textures
from grognard.drawing.towns import RINGED, Spot, hubs, marked, spots
from grognard.engine.board import Board

__all__ = ["Layout", "ground", "ground_svg", "layout_of"]


def ground_svg(board: Board, *, theme: str = "light", names: bool = True, grid: bool = True) -> str:
    """The land as one self-contained SVG with viewBox 0 0 width height."""
    layout = layout_of(board)
    return tag(
        "svg",
        ground(board, theme=theme, names=names, lines=grid),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {num(layout.width)} {num(layout.height)}",
        width=layout.width,
        height=layout.height,
    )


def ground(board: Board, *, theme: str = "light", names: bool = True, lines: bool = True) -> str:
    """What stands inside the SVG, for a picture that has more in it."""
    layout, palette = layout_of(board), THEMES[theme]
    country = Country(board, layout)
    land = [
        *country.ground(palette),
        *country.relief(palette),
        *hachures(country, palette),
        *textures(country, palette),
        borders(country, palette),
        rivers(country, palette),
        *country.sea(palette),
    ]
    drawn = [
        tag("g", "\n".join(filter(None, land)), transform="scale(.1)", stroke_linejoin="round"),
        grid(board, layout, palette) if lines else "",
        edge(board, layout, palette),
        *sides(country, palette),
        *_places(country, palette, names=names),
    ]
    return "\n".join(filter(None, drawn))


def _places(country: Country, palette: Palette, *, names: bool) -> list[str]:
    """Railways and towns, and then the names, which must make room for each other and for them."""
    centres = hubs(country)
    all_ways = ways(country, centres)
    marks = spots(country, centres)
    drawn = [*networks(country.board, all_ways, palette), *(marked(spot, palette) for spot in marks)]
    if names:
        taken = Taken(box for spot in marks for box in _room(spot))
        lines = chain(
            along_sides(country), *(way.points() for way in all_ways), *(line for line, _ in courses(country))
        )
        crossed = Taken(chain(hex_numbers(country), (Box(x - 2, y - 2, x + 2, y + 2) for x, y in lines)))
        drawn += _names(country, palette, marks, taken, crossed)
    return drawn


def _room(spot: Spot) -> list[Box]:
    (x, y), radius = spot.at, spot.mark.radius
    room = [Box(x - radius, y - radius, x + radius, y + radius)] if radius else []
    if spot.anchor:
        x, y = spot.anchor
        half = 8 if spot.port in RINGED else 5
        room.append(Box(x - half, y - max(half, 6), x + half, y + max(half, 6)))
    return room


def _names(country: Country, palette: Palette, marks: list[Spot], taken: Taken, crossed: Taken) -> list[str]:
    places = "".join(written(label, palette) for label in labels(country, marks, taken, crossed))
    rivers = "".join(river_name(*name) for name in river_names(country, taken))
    seas = "".join(spaced(line) for line in sea_names(country, taken))
    water: Look = {"font_family": SERIF, "font_style": "italic", "fill": palette.sea_name, "text_anchor": "middle"}
    halo: Look = {"stroke": palette.halo, "stroke_width": 3, "stroke_linejoin": "round", "paint_order": "stroke"}
    return [
        tag("g", seas, **water) if seas else "",
        tag("g", rivers, **water, **halo) if rivers else "",
        tag("g", places, data_part="names", font_family=SERIF, fill=palette.ink, **halo) if places else "",
    ]
