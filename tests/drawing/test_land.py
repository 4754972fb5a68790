"""The land: always the same, land where the map has land, names that keep clear of each other, light enough to draw."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from math import dist

import pytest

from grognard.drawing.country import Country
from grognard.drawing.fields import Lattice, outlines
from grognard.drawing.land import ground_svg, layout_of
from grognard.drawing.layout import BLEED, SIZE, Point, chance
from grognard.drawing.legend import side_sample, terrain_sample
from grognard.drawing.lines import courses, ways
from grognard.drawing.palette import THEMES
from grognard.drawing.paths import BLOCK, blocks, chains, ribbon, smooth
from grognard.drawing.towns import hubs, spots
from grognard.engine.board import Board, build
from grognard.engine.drawn import FAMILY, is_wet
from grognard.engine.files import parse_toml
from tests.drawing.boards import BOARDS, FLAT, FORD, HUSKY, POINTY, ROOT, small, wide

SVG = "{http://www.w3.org/2000/svg}"
PLAIN = {"svg", "g", "path", "rect", "circle", "text"}

each_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())
each_theme = pytest.mark.parametrize("theme", THEMES)


def country(board: Board) -> Country:
    return Country(board, layout_of(board))


# The sheet


@each_board
def test_neighbours_are_one_size_apart_and_share_a_side(board: Board) -> None:
    layout = layout_of(board)
    assert len(layout.corners) == 6
    for hex in board.here:
        for direction, other in enumerate(board.towards[hex]):
            if other >= 0:
                assert dist(layout.centre(hex), layout.centre(other)) == pytest.approx(layout.size)
                a, b = layout.side(hex, direction)
                c, d = layout.side(other, (direction + 3) % 6)
                assert (*a, *b) == pytest.approx((*d, *c))


@each_board
def test_all_hexes_lie_on_the_sheet_with_a_bleed_round_them(board: Board) -> None:
    layout = layout_of(board)
    corners = [corner for hex in board.here for corner in layout.outline(hex)]
    assert min(x for x, _ in corners) == pytest.approx(BLEED)
    assert min(y for _, y in corners) == pytest.approx(BLEED)
    assert max(x for x, _ in corners) == pytest.approx(layout.width - BLEED, abs=0.1)
    assert max(y for _, y in corners) == pytest.approx(layout.height - BLEED, abs=0.1)


@each_board
def test_a_hex_holds_its_middle_and_no_other(board: Board) -> None:
    layout = layout_of(board)
    for hex in board.here:
        assert layout.holds(layout.centre(hex), layout.centre(hex))
        assert all(layout.holds(layout.centre(hex), point) for point in layout.outline(hex, 0.99))
        assert not any(layout.holds(layout.centre(hex), point) for point in layout.outline(hex, 1.01))


# The picture


@each_board
@each_theme
def test_the_land_is_plain_svg_in_the_coordinates_of_the_layout(board: Board, theme: str) -> None:
    drawn = ground_svg(board, theme=theme)
    root, layout = ET.fromstring(drawn), layout_of(board)
    assert [float(number) for number in root.attrib["viewBox"].split()] == [0, 0, layout.width, layout.height]
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= PLAIN
    assert drawn.count("http") == 1  # the name of the format
    assert "nan" not in drawn
    assert "url(" not in drawn


@each_board
def test_the_land_is_drawn_the_same_every_time(board: Board) -> None:
    assert ground_svg(board) == ground_svg(board)


def test_the_land_is_drawn_the_same_in_every_process() -> None:
    script = (
        "from grognard.drawing.land import ground_svg\nfrom grognard.games.westfront.world import map_board\n"
        "print(ground_svg(map_board('husky')))"
    )
    drawn = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=ROOT,
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert drawn == {ground_svg(HUSKY) + "\n"}


@each_board
def test_by_night_the_land_is_the_same_in_other_colours(board: Board) -> None:
    day, night = (ET.fromstring(ground_svg(board, theme=theme)) for theme in ("light", "dark"))
    colours = {"fill", "stroke", "fill-opacity", "stroke-opacity"}
    shapes = [
        [
            (one.tag, one.text, {key: value for key, value in one.attrib.items() if key not in colours})
            for one in root.iter()
        ]
        for root in (day, night)
    ]
    assert shapes[0] == shapes[1]
    assert ground_svg(board, theme="dark") != ground_svg(board)


@each_board
def test_names_and_grid_can_be_left_out(board: Board) -> None:
    whole = ET.fromstring(ground_svg(board))
    bare = ET.fromstring(ground_svg(board, names=False))
    assert {"".join(text.itertext()) for text in whole.iter(f"{SVG}text")} >= set(board.places)
    assert not list(bare.iter(f"{SVG}text"))
    lines = f'stroke="{THEMES["light"].grid}"'
    assert lines in ground_svg(board)
    assert lines not in ground_svg(board, grid=False)


@each_board
def test_what_lies_far_apart_is_written_apart(board: Board) -> None:
    """A browser can skip lines out of sight only if they are paths of their own."""
    reach = 2 * BLOCK
    for group in ET.fromstring(ground_svg(board)).iter(f"{SVG}g"):
        if group.get("stroke") == THEMES["light"].grid:
            for path in group:
                points = re.findall(r"[ML]([\d.]+) ([\d.]+)", path.get("d", ""))
                assert max(float(x) for x, _ in points) - min(float(x) for x, _ in points) < reach
                assert max(float(y) for _, y in points) - min(float(y) for _, y in points) < reach


def test_blocks_keep_holes_with_what_they_are_in() -> None:
    def square(x: float, y: float, size: float, *, hole: bool = False) -> list[Point]:
        corners = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
        return corners[::-1] if hole else corners

    ring, hole, isle, far = square(0, 0, 90), square(10, 10, 60, hole=True), square(20, 20, 10), square(500, 0, 30)
    found = blocks([hole, far, isle, ring], 100)
    assert [ring, hole, isle] in [sorted(block, key=lambda loop: min(loop)) for block in found]
    assert [far] in found
    assert sum(map(len, found)) == 4
    assert blocks([], 100) == []


def test_the_land_is_light() -> None:
    assert len(ground_svg(HUSKY)) < 250_000
    board = wide(20, 25)
    assert len(board.here) == 500
    assert len(ground_svg(board)) < 500 * 1250


def test_an_empty_board_can_be_drawn() -> None:
    text = "schema = 1\nid = 'none'\nsource = 'printed'\ngrid = { orientation = 'flat', columns = 1, rows = 1 }\n"
    ET.fromstring(ground_svg(build(parse_toml(text + "[terrain]\nkey = {}\ncolumns = '0 -'\n", "none.toml"))))


# What lies where


@each_board
def test_the_middle_of_a_hex_is_what_the_map_says(board: Board) -> None:
    land = country(board)
    for hex in board.here:
        depth = land.lattice.at(land.land, land.layout.centre(hex))
        assert (depth < 0.5) == is_wet(board.terrain[hex])
        kind = land.kinds[hex]
        if kind in land.grounds:
            assert land.lattice.at(land.grounds[kind], land.layout.centre(hex)) > 0.8


@pytest.mark.parametrize("board", [HUSKY, POINTY, FLAT], ids=["husky", "pointy", "flat"])
def test_a_strait_is_water_between_two_lands(board: Board) -> None:
    land, seen = country(board), 0
    for (a, b), kinds in board.sides.items():
        if kinds & {"strait", "sea"}:
            (x1, y1), (x2, y2) = land.side(a, b)
            assert land.lattice.at(land.land, ((x1 + x2) / 2, (y1 + y2) / 2)) < 0.4
            seen += 1
    assert seen >= 4


@each_board
def test_towns_lie_on_land_in_their_hex(board: Board) -> None:
    land = country(board)
    for spot in spots(land, hubs(land)):
        assert land.layout.holds(land.layout.centre(spot.place.at), spot.at)
        if not is_wet(board.terrain[spot.place.at]):
            assert land.lattice.at(land.land, spot.at) > 0.5


@pytest.mark.parametrize("board", [HUSKY, POINTY, FLAT], ids=["husky", "pointy", "flat"])
def test_a_railway_crosses_the_side_that_it_should(board: Board) -> None:
    land = country(board)
    centres = hubs(land)
    links = {(a, b) for linked in board.networks.values() for a in board.here for b in linked[a] if a < b}
    found = ways(land, centres)
    assert len(found) == len(links)
    at = {point: hex for hex, point in centres.items()}
    for way in found:
        a, b = at[way.bends[0]], at[way.bends[-1]]
        start, end = land.side(a, b)
        crossing = way.bends[3]
        assert dist(start, crossing) + dist(crossing, end) == pytest.approx(dist(start, end))
        assert min(dist(start, crossing), dist(crossing, end)) > 0.25 * dist(start, end)
        for number, point in enumerate(way.points()):
            if number not in (6, 7):  # those at the side itself
                assert land.layout.holds(land.layout.centre(a if number < 6 else b), point)
        assert way.ferry == bool(board.side(a, b) & {"strait", "ferry", "sea"})


@pytest.mark.parametrize("board", [FORD, POINTY, FLAT], ids=["ford", "pointy", "flat"])
def test_a_river_keeps_to_its_hexsides(board: Board) -> None:
    land = country(board)
    sides = [land.side(a, b) for (a, b), kinds in board.sides.items() if kinds & {"river", "stream", "canal"}]
    found = courses(land)
    assert found
    for line, widths in found:
        assert len(line) == len(widths)
        assert all(0.5 < wide < 10 for wide in widths)
        near = [min(_from_side(point, *side) for side in sides) for point in line]
        assert sum(far < 0.16 * SIZE for far in near) > 0.6 * len(near)
        assert max(near) < 0.4 * SIZE  # out in the water


@pytest.mark.parametrize("terrain", ["0 ~ ~ . .\n1 . . . .\n2 . . . .", "0 . . . .\n1 . . . .\n2 . . ~ ~"])
def test_a_river_is_widest_in_the_sea(terrain: str) -> None:
    land = country(small(terrain, "[[river]]\nname = 'Styx'\nsides = '0101/E 0101/NE'\n"))
    ((line, widths),) = courses(land)
    assert widths == sorted(widths)
    assert land.lattice.at(land.land, line[-1]) < 0.5 < land.lattice.at(land.land, line[0])


def _from_side(point: Point, a: Point, b: Point) -> float:
    (x, y), (ax, ay), (bx, by) = point, a, b
    share = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / dist(a, b) ** 2
    share = min(1.0, max(0.0, share))
    return dist(point, (ax + (bx - ax) * share, ay + (by - ay) * share))


# Legends


@each_theme
def test_everything_has_a_sample(theme: str) -> None:
    for kind in [*FAMILY, "karst"]:
        ET.fromstring(f"<g>{terrain_sample(kind, THEMES[theme])}</g>")
    for kind in ("river", "canal", "strait", "sea", "ferry", "alpine", "forest", "border", "wall"):
        assert ET.fromstring(f"<g>{side_sample(kind, THEMES[theme])}</g>")[0] is not None


# Tools


def test_chance_is_even_and_always_the_same() -> None:
    lots = [chance(number, 7) for number in range(2000)]
    assert lots == [chance(number, 7) for number in range(2000)]
    assert 0 <= min(lots) < 0.01
    assert 0.99 < max(lots) < 1
    assert sum(lots) / len(lots) == pytest.approx(0.5, abs=0.03)


@pytest.mark.parametrize("board", [POINTY, FLAT], ids=["pointy", "flat"])
def test_an_outline_runs_round_what_is_above_its_level(board: Board) -> None:
    lattice = Lattice(board, layout_of(board))
    hex = board.at("0303")
    field = lattice.blend([float(other == hex) for other in range(len(board.terrain))])
    (loop,) = outlines(lattice, field, 0.5)
    centre = layout_of(board).centre(hex)
    assert all(0.4 * SIZE < dist(centre, point) < 0.6 * SIZE for point in loop)
    assert len(outlines(lattice, field, 0.5, below=True)) == 2  # the edge of the map and the hole


@each_board
def test_the_shares_of_all_hexes_come_to_one(board: Board) -> None:
    layout = layout_of(board)
    lattice = Lattice(board, layout)
    whole = lattice.blend([1.0] * len(board.terrain))
    for hex in board.here:
        for point in (layout.centre(hex), *layout.outline(hex)):
            assert lattice.at(whole, point) == pytest.approx(1, abs=0.06)


def test_sides_are_joined_into_lines() -> None:
    a, b, c, d, e = (0.0, 0.0), (1.0, 0.0), (2.0, 0.0), (3.0, 0.0), (2.0, 1.0)
    assert chains([(b, c), (a, b)]) == [[c, b, a]]
    assert sorted(map(len, chains([(a, b), (b, c), (c, d), (c, e)]))) == [2, 2, 3]
    (ring,) = chains([(a, b), (b, e), (e, a)])
    assert ring[0] == ring[-1]
    assert len(ring) == 4


def test_a_soft_line_runs_through_its_points() -> None:
    points = [(0.0, 0.0), (10.0, 5.0), (20.0, 0.0)]
    assert set(points) <= set(smooth(points))
    outline = ribbon(points, [2.0, 4.0, 6.0])
    assert dist(outline[0], outline[-1]) == pytest.approx(2)
    assert dist(outline[2], outline[3]) == pytest.approx(6)
