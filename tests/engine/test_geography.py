"""Real geography under a map: its file, and how the land is drawn from it, whole or in a window."""

from __future__ import annotations

from dataclasses import replace
from math import dist
from xml.etree import ElementTree

import pytest

from grognard.drawing.country import Country
from grognard.drawing.fields import MARGIN
from grognard.drawing.land import ground_svg, layout_of
from grognard.drawing.layout import Layout
from grognard.drawing.lines import courses
from grognard.drawing.real import BESIDE, Real
from grognard.drawing.towns import spots
from grognard.engine.board import Board
from grognard.engine.drawn import is_wet
from grognard.engine.geography import LETTERS, FieldRows, Geography, packed, rows_of, squeezed
from grognard.games.westfront.world import map_board
from tests.drawing.boards import FLAT, POINTY

WHOLE, HUSKY = map_board(), map_board("husky")
both = pytest.mark.parametrize("board", [WHOLE, HUSKY], ids=["whole", "husky"])
HEAVIEST = 1_200_000  # of the drawn land of a whole map, in bytes


def geography_of(board: Board) -> Geography:
    assert board.geography is not None
    return board.geography


def real(board: Board) -> Real:
    return Real(geography_of(board), board, layout_of(board))


# The file


def test_lines_are_packed_as_steps_and_come_back() -> None:
    points = [(400, 200), (410, 190), (-5, 0)]
    assert packed(points) == "400 200 10 -10 -415 -190"
    assert geography_of(WHOLE).points(packed(points)) == ((2.0, 1.0), (2.05, 0.95), (-0.025, 0.0))


def test_rows_of_a_field_are_squeezed_and_come_back() -> None:
    row = "!!!!a" + LETTERS[-1] * 12
    assert squeezed(row) == f"!4a{LETTERS[-1]}12"
    field = FieldRows((-2, -1), 1.0, (squeezed(row), squeezed("a" * 17)))
    values = rows_of(field, (-2, -1), 17, 2)
    assert values[0][:4] == [0.0] * 4
    assert values[0][5:] == [1.0] * 12
    assert len(set(values[1])) == 1


def test_a_field_goes_on_beyond_its_edge_and_can_be_read_from_anywhere() -> None:
    field = FieldRows((0, 0), 1.0, ("!~",))
    assert rows_of(field, (-1, -1), 4, 2) == [[0.0, 0.0, 1.0, 1.0]] * 2
    assert rows_of(field, (1, 0), 1, 1) == [[1.0]]


# On the sheet


@both
def test_a_hex_lies_where_the_sheet_has_it(board: Board) -> None:
    layout, on_paper = layout_of(board), real(board)
    for hex in board.here:
        assert on_paper.paper(board.grid.centre(hex)) == pytest.approx(layout.centre(hex))


@both
def test_land_is_drawn_where_hexes_are_land(board: Board) -> None:
    country = Country(board, layout_of(board))
    for hex in board.here:
        land = country.lattice.at(country.land, country.layout.centre(hex))
        assert (land < 0.5) == is_wet(board.terrain[hex]), board.labels[hex]


def test_a_window_shows_the_same_land_as_the_whole_map() -> None:
    small, large = Country(HUSKY, layout_of(HUSKY)), Country(WHOLE, layout_of(WHOLE))
    for hex in HUSKY.here:
        (a, b), (c, d) = small.lattice.middles[hex], large.lattice.middles[hex]
        for right, down in ((0, 0), (3, -4), (-5, 2)):
            assert small.land[b + down][a + right] == large.land[d + down][c + right]
            assert small.height[b + down][a + right] == large.height[d + down][c + right]


@both
def test_coasts_are_cut_to_the_sheet(board: Board) -> None:
    layout, on_paper = layout_of(board), real(board)
    rings = on_paper.rings(geography_of(board).shores)
    assert rings
    assert all(-BESIDE <= x <= layout.width + BESIDE + 0.1 for ring in rings for x, _ in ring)
    assert all(-BESIDE <= y <= layout.height + BESIDE + 0.1 for ring in rings for _, y in ring)


def test_a_ring_round_the_sheet_is_cut_to_its_four_corners() -> None:
    on_paper = real(HUSKY)
    around = [(-90.0, -90.0), (90.0, -90.0), (90.0, 90.0), (-90.0, 90.0)]
    layout: Layout = on_paper.layout
    corners = {(round(x), round(y)) for x, y in on_paper.rings([around])[0]}
    wide, high = round(layout.width + BESIDE), round(layout.height + BESIDE)
    assert corners == {(-30, -30), (wide, -30), (wide, high), (-30, high)}
    assert on_paper.rings([[(x + 500, y) for x, y in around]]) == []


@both
def test_towns_lie_in_their_hexes(board: Board) -> None:
    country = Country(board, layout_of(board))
    for spot in spots(country, {hex: country.layout.centre(hex) for hex in board.here}):
        near = min(board.here, key=lambda hex: dist(country.layout.centre(hex), spot.at))
        assert near == spot.place.at, spot.place.name


def test_rivers_are_drawn_only_where_they_are_seen() -> None:
    assert len(courses(Country(WHOLE, layout_of(WHOLE)))) == len(geography_of(WHOLE).rivers)
    assert courses(Country(HUSKY, layout_of(HUSKY))) == []


def test_a_river_with_a_class_is_drawn_wider_along_the_sides_that_have_it() -> None:
    plain = Country(WHOLE, layout_of(WHOLE))
    names = [name for name, _, _ in geography_of(WHOLE).courses]
    rivers = tuple(river._replace(kind="major") if river.name == "Loire" else river for river in WHOLE.rivers)
    wider = Country(replace(WHOLE, rivers=rivers), layout_of(WHOLE))
    grown = [name for name, a, b in zip(names, courses(plain), courses(wider), strict=True) if max(b[1]) > max(a[1])]
    assert grown == ["Loire"]


@both
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_ground_is_well_formed_and_light_enough(board: Board, theme: str) -> None:
    drawn = ground_svg(board, theme=theme)
    ElementTree.fromstring(drawn)
    assert len(drawn) < HEAVIEST


def test_a_map_without_geography_is_drawn_from_its_hexes() -> None:
    plain = replace(HUSKY, geography=None)
    assert ground_svg(plain) != ground_svg(HUSKY)
    assert "fill-opacity" in ground_svg(plain)


@pytest.mark.parametrize("board", [POINTY, FLAT], ids=["pointy", "flat"])
def test_either_orientation_reads_its_fields_from_the_same_lattice(board: Board) -> None:
    """A field that is 1 at one hex and 0 elsewhere is found at that hex."""
    lattice = Country(board, layout_of(board)).lattice
    rows = [["!"] * lattice.width for _ in range(lattice.height)]
    hex = board.here[len(board.here) // 2]
    along, across = lattice.middles[hex]
    rows[across][along] = LETTERS[-1]
    assert lattice.middles[0] == (MARGIN, MARGIN)
    field = FieldRows((-MARGIN, -MARGIN), 1.0, tuple("".join(row) for row in rows))
    seen = Real(geography_of(WHOLE), board, layout_of(board)).field(lattice, field)
    assert seen[across][along] == 1.0
    assert sum(map(sum, seen)) == 1.0
