"""A window on a map: the same hexes at the same numbers, and nothing beyond them."""

from __future__ import annotations

import pytest

from grognard.engine.board import UnknownPlace, build
from grognard.engine.files import parse_toml
from grognard.engine.window import Window, cut

WHOLE = build(
    parse_toml(
        '''
schema = 1
id = "isle"
title = "The isle"
source = "reconstructed"
[grid]
orientation = "pointy"
columns = 4
rows = 3
[terrain]
key = { "~" = "sea", "." = "clear", "h" = "hill" }
rows = """
00 ~ . . h
01  ~ . h .
02 ~ ~ . .
"""
[sides]
strait = "0100/E 0201/E"
[[river]]
name = "Brook"
sides = "0101/NE 0201/NE"
[networks]
rail = "0100-0101-0201-0301"
[[area]]
name = "West Sea"
kind = "sea"
hexes = "0000 0001 0002 0102 0100"
[[area]]
name = "East Bay"
kind = "sea"
hexes = "0301 0302"
[[place]]
name = "Port"
hex = "0100"
[[place]]
name = "Mill"
hex = "0101"
[[place]]
name = "Hill"
hex = "0300"
[[box]]
name = "Beyond"
links = [{ to = "Hill" }]
''',
        "isle.toml",
    )
)
PART = cut(WHOLE, Window(hexes="0000 0100 0200\n0001 0101 0201", title="The west of the isle"))


def test_hexes_keep_their_numbers_and_the_rest_is_gone() -> None:
    assert PART.here == tuple(WHOLE.at(label) for label in ("0000", "0100", "0200", "0001", "0101", "0201"))
    assert PART.at("0201") == WHOLE.at("0201")
    assert PART.terrain[PART.at("0201")] == "hill"
    assert PART.mask == sum(1 << hex for hex in PART.here)
    with pytest.raises(UnknownPlace):
        PART.at("0301")
    assert PART.title == "The west of the isle"
    assert PART.source == WHOLE.source


def test_nothing_leads_out_of_the_window() -> None:
    assert all(other in PART.here for hex in PART.here for other in PART.neighbours[hex])
    assert all(not PART.neighbours[hex] for hex in range(PART.size) if hex not in PART.here)
    links = PART.networks["rail"]
    assert links[PART.at("0201")] == (PART.at("0101"),)
    assert not links[WHOLE.at("0301")]
    assert PART.side(PART.at("0100"), PART.at("0200")) == {"strait"}
    assert (WHOLE.at("0201"), WHOLE.at("0301")) not in PART.sides
    assert [(river.name, len(river.sides)) for river in PART.rivers] == [("Brook", 1)]


def test_areas_and_places_outside_are_left_out() -> None:
    assert list(PART.areas) == ["West Sea"]
    assert [PART.labels[hex] for hex in PART.areas["West Sea"].hexes] == ["0000", "0001", "0100"]
    assert PART.areas_of[PART.at("Port")] == ("West Sea",)
    assert list(PART.places) == ["Port", "Mill"]
    assert not PART.boxes
    assert PART.size == PART.grid.size
    assert PART.find("Hill") is None
    assert PART.find("Beyond") is None


def test_hexes_are_called_after_places_in_the_window() -> None:
    assert WHOLE.names[WHOLE.at("0200")] == "Port E1"
    few = cut(WHOLE, Window(hexes="0000 0100 0200 0001 0101 0201", places=("Mill",)))
    assert few.names[few.at("0200")] == "Mill NE1"
    assert few.names[few.at("0100")] == "Mill NW1"
    assert few.find("Port") is None
    assert few.at("mill ne1") == few.at("0200")
