"""Names on the map keep clear of each other, of towns and of the edge of the paper."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterator
from itertools import combinations

import pytest

from grognard.drawing.country import Country
from grognard.drawing.land import ground_svg, layout_of
from grognard.drawing.names import Box, width_of
from grognard.drawing.towns import hubs, mark_of, spots
from grognard.engine.board import Board
from tests.drawing.boards import BOARDS, FLAT, HUSKY, POINTY, small

SVG = "{http://www.w3.org/2000/svg}"
each_board = pytest.mark.parametrize("board", BOARDS.values(), ids=BOARDS.keys())


def written(root: ET.Element) -> Iterator[tuple[str, Box]]:
    """Every name, or every letter of one that is written letter by letter, and the room that it takes."""
    for text in root.iter(f"{SVG}text"):
        words, size = "".join(text.itertext()), float(text.attrib["font-size"])
        if "transform" in text.attrib:
            continue  # rivers' names are turned; their boxes are looked at below
        if "rotate" in text.attrib:
            for number, letter in enumerate(words):
                x, y = (float(text.attrib[axis].split()[number]) for axis in "xy")
                if letter != " ":
                    half = width_of(letter, size) / 2
                    yield f"{words}:{number}", Box(x - half, y - size * 0.7, x + half, y + size * 0.2)
        else:
            x, y, half = float(text.attrib["x"]), float(text.attrib["y"]), float(text.attrib["textLength"]) / 2
            yield words, Box(x - half, y - size * 0.7, x + half, y + size * 0.2)


@each_board
def test_no_two_names_overlap(board: Board) -> None:
    names = list(written(ET.fromstring(ground_svg(board))))
    assert len({name.partition(":")[0] for name, _ in names}) >= len(board.places)
    overlaps = [
        (one, other)
        for (one, box), (other, second) in combinations(names, 2)
        if one.partition(":")[0] != other.partition(":")[0] and box.meets(second)
    ]
    assert not overlaps


def test_names_in_one_sea_keep_clear_of_each_other() -> None:
    hexes = "0000 0100 0200 0300 0001 0101 0201 0301 0002 0102 0202 0302"
    seas = "".join(
        f"[[area]]\nname = '{name}'\nkind = 'sea'\nhexes = '{hexes}'\n" for name in ("Upper Sea", "Lower Sea")
    )
    island = "[[place]]\nname = 'Skerry of Thule'\nhex = '0101'\nkind = 'hex'\n"
    board = small("0 ~ ~ ~ ~\n1 ~ ~ ~ ~\n2 ~ ~ ~ ~", seas + island)
    names = [(name.partition(":")[0], box) for name, box in written(ET.fromstring(ground_svg(board)))]
    assert {name for name, _ in names} == {"Upper Sea", "Lower Sea", "Skerry of Thule"}
    assert not [
        (one, other) for (one, box), (other, second) in combinations(names, 2) if one != other and box.meets(second)
    ]


@each_board
def test_no_name_covers_a_town_or_leaves_the_sheet(board: Board) -> None:
    land = Country(board, layout_of(board))
    marks = [
        Box(x - spot.mark.radius, y - spot.mark.radius, x + spot.mark.radius, y + spot.mark.radius)
        for spot in spots(land, hubs(land))
        for x, y in [spot.at]
        if spot.mark.radius
    ]
    for name, box in written(ET.fromstring(ground_svg(board))):
        assert box.inside(land.layout), name
        assert not any(box.meets(mark) for mark in marks), name


def test_every_sea_of_husky_bears_its_name() -> None:
    root = ET.fromstring(ground_svg(HUSKY))
    texts = " ".join("".join(text.itertext()) for text in root.iter(f"{SVG}text") if "rotate" in text.attrib)
    for area in HUSKY.areas:
        assert area in texts


@pytest.mark.parametrize("board", [POINTY, FLAT], ids=["pointy", "flat"])
def test_a_river_bears_its_name(board: Board) -> None:
    root = ET.fromstring(ground_svg(board))
    assert "Ladon & Sons" in ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]


def test_greater_places_have_greater_names() -> None:
    sizes = [mark_of(kind).size for kind in ("major city", "minor city", "town", "hex")]
    assert sizes == sorted(sizes, reverse=True)
    assert mark_of("fortress").look == "fortress"
    assert mark_of("oil").look == "resource"
    assert not mark_of("hex").look
