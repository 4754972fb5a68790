"""Hex geometry, both ways up."""

from itertools import pairwise
from math import isclose

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grognard.engine.hexes import NOWHERE, Grid, Orientation, opposite

WEST = Grid(Orientation.POINTY, columns=24, rows=36)

grids = st.builds(
    Grid,
    st.sampled_from(Orientation),
    columns=st.integers(1, 9),
    rows=st.integers(1, 9),
    first_column=st.integers(0, 20),
    first_row=st.integers(0, 20),
    shift=st.sampled_from(["odd", "even"]),
    label_format=st.just("{column:+03}{row:+03}"),
    columns_grow=st.sampled_from(["east", "west"]),
)


Case = tuple[Grid, int, int, int]


@st.composite
def grid_and_hexes(draw: st.DrawFn) -> Case:
    grid = draw(grids)
    hexes = st.integers(0, grid.size - 1)
    return grid, draw(hexes), draw(hexes), draw(hexes)


@given(grid_and_hexes())
def test_distance_is_a_metric(case: Case) -> None:
    grid, a, b, c = case
    assert (grid.distance(a, b) == 0) == (a == b)
    assert grid.distance(a, b) == grid.distance(b, a)
    assert grid.distance(a, c) <= grid.distance(a, b) + grid.distance(b, c)


@given(grid_and_hexes(), st.integers(0, 5))
def test_a_neighbour_is_one_hex_away_and_the_opposite_direction_leads_back(case: Case, direction: int) -> None:
    grid, a, *_ = case
    b = grid.towards(a, direction)
    if b != NOWHERE:
        assert grid.distance(a, b) == 1
        assert grid.towards(b, opposite(direction)) == a
        assert grid.direction_between(a, b) == direction


@given(grid_and_hexes())
def test_hexes_touch_exactly_when_they_are_one_hex_apart(case: Case) -> None:
    grid, a, b, _ = case
    assert (b in grid.neighbours(a)) == (grid.distance(a, b) == 1) == (grid.direction_between(a, b) != NOWHERE)


@given(grid_and_hexes())
def test_printed_numbers_round_trip(case: Case) -> None:
    grid, a, *_ = case
    assert grid.of_label(grid.label(a)) == a


@given(grid_and_hexes())
def test_a_line_goes_from_end_to_end_without_a_detour(case: Case) -> None:
    grid, a, b, _ = case
    line = grid.line(a, b)
    assert (line[0], line[-1]) == (a, b)
    assert len(line) == grid.distance(a, b) + 1
    assert all(grid.distance(x, y) == 1 for x, y in pairwise(line))


@given(grid_and_hexes(), st.integers(0, 5))
def test_a_disc_holds_every_hex_within_reach_and_a_ring_its_rim(case: Case, radius: int) -> None:
    grid, a, *_ = case
    assert grid.within(a, radius) == tuple(b for b in range(grid.size) if grid.distance(a, b) <= radius)
    assert grid.ring(a, radius) == tuple(b for b in range(grid.size) if grid.distance(a, b) == radius)


@given(grid_and_hexes(), st.integers(0, 5))
def test_a_side_is_drawn_halfway_between_two_centres(case: Case, direction: int) -> None:
    grid, a, *_ = case
    b = grid.towards(a, direction)
    if b == NOWHERE:
        return
    (ax, ay), (bx, by) = grid.centre(a), grid.centre(b)
    (px, py), (qx, qy) = (grid.corners(a)[corner % 6] for corner in (direction, direction + 1))
    assert isclose((ax - bx) ** 2 + (ay - by) ** 2, 1)
    assert isclose(ax + bx, px + qx)
    assert isclose(ay + by, py + qy)


@given(grid_and_hexes())
def test_the_sheet_lies_south_east_of_the_origin(case: Case) -> None:
    grid, a, *_ = case
    assert all(x > -1e-9 and y > -1e-9 for x, y in grid.corners(a))


@pytest.mark.parametrize(
    ("a", "direction", "b"),
    [
        ("1727", "E", "1827"),
        ("1827", "E", "1927"),
        ("1727", "SE", "1828"),
        ("1827", "SW", "1828"),
        ("1829", "NW", "1828"),
        ("1829", "NE", "1928"),
    ],
)
def test_sicily_lies_as_the_western_map_has_it(a: str, direction: str, b: str) -> None:
    assert WEST.label(WEST.towards(WEST.of_label(a), WEST.direction(direction))) == b


def test_the_crossings_to_sicily_are_three_and_four_hexes() -> None:
    assert WEST.distance(WEST.of_label("1628"), WEST.of_label("1928")) == 3
    assert WEST.distance(WEST.of_label("1527"), WEST.of_label("1927")) == 4


def test_columns_of_flat_topped_hexes_are_shifted_south_by_their_printed_number() -> None:
    grid = Grid(Orientation.FLAT, columns=22, rows=17, first_column=13, first_row=1, shift="even")
    a = grid.of_label("1405")
    assert [grid.label(b) for b in grid.neighbours(a)] == ["1404", "1505", "1506", "1406", "1306", "1305"]
    assert grid.centre(a)[1] > grid.centre(grid.of_label("1305"))[1]


def test_a_sheet_may_number_its_columns_from_the_east() -> None:
    grid = Grid(
        Orientation.POINTY,
        34,
        51,
        first_column=33,
        first_row=1,
        label_format="{row:02}{column:02}",
        columns_grow="west",
    )
    assert grid.direction_between(grid.of_label("0712"), grid.of_label("0811")) == grid.direction("SE")
    assert grid.direction_between(grid.of_label("0610"), grid.of_label("0711")) == grid.direction("SW")


def test_there_is_no_north_on_a_pointy_topped_sheet() -> None:
    with pytest.raises(ValueError, match="not in tuple"):
        WEST.direction("N")
