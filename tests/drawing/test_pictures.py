"""Pictures: everything on the board is in them, nothing that is hidden, and they hold together as text and as XML."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

import pytest

from grognard import drawing
from grognard.engine.agenda import Ask, Prompt, Sealed, Step
from grognard.engine.board import Board, build
from grognard.engine.files import parse_toml
from grognard.engine.game import Chooser, Game, Scenario, World
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass, Refusal
from grognard.engine.state import State
from grognard.engine.words import Words
from grognard.games.westfront.world import map_board

SVG = "{http://www.w3.org/2000/svg}"


def drawn(orientation: str, lines: str) -> Board:
    kind = "rows" if orientation == "pointy" else "columns"
    text = f'''
schema = 1
id = "two"
title = "Hills & <Valleys>"
source = "reported"
networks = {{ rail = "1001-1002", road = "1001-1101" }}
grid = {{ orientation = "{orientation}", columns = 3, rows = 3, first = [10, 1], shift = "odd" }}
[terrain]
key = {{ "." = "clear", "~" = "sea", "h" = "hill", "k" = "quicksand" }}
{kind} = """
{lines}
"""
[sides]
strait = "1001/SE"
bog = "1002/NE"
[[river]]
name = "Styx & Sons"
class = "major"
sides = "1002/NE"
[[area]]
name = "Inner Sea"
kind = "sea"
hexes = "1202"
[[place]]
name = "Ash & <Elm>"
hex = "1001"
kind = "fortress"
[[box]]
name = "Far <away>"
'''
    return build(parse_toml(text, "two.toml"))


POINTY = drawn("pointy", "1 . h -\n2 . k ~\n3 - . h")
FLAT = drawn("flat", "10 . . -\n11 h k .\n12 - ~ h")
WEST = map_board("husky")
both = pytest.mark.parametrize("board", [POINTY, FLAT, WEST], ids=["pointy", "flat", "westfront"])


def piece(at: str, side: str, name: str, kind: str = "infantry", steps: int = 2, *marks: str) -> dict[str, Any]:
    face = {"name": name, "kind": kind, "steps": steps}
    return {"id": name, "at": at, "side": side, "face": face, "marks": list(marks), "seen": None}


def hidden(at: str, side: str, id: str, seen: str | None = None) -> dict[str, Any]:
    return {"id": id, "at": at, "side": side, "face": None, "marks": [], "seen": seen}


def pieces_on(board: Board) -> list[dict[str, Any]]:
    """A piece of each kind in turn, several to a hex, two sides in some."""
    kinds = ["infantry", "armor", "mech", "mountain", "para", "amphibious", "static", "hq", "shq", "mad hatter", ""]
    pieces = [
        piece(board.names[hex], ("allied", "axis", "martian")[(number * copy) % 3], f"U{number}.{copy}", kinds[copy])
        for number, hex in enumerate(board.here[:12])
        for copy in range(number)
    ]
    return [*pieces, hidden(board.names[board.here[-1]], "axis", "b17", "para, July I"), piece("limbo", "axis", "Gone")]


# Text


@both
def test_the_text_map_shows_every_hex_once(board: Board) -> None:
    drawn = drawing.text_map(board, [])
    for hex in board.here:
        town = next((place.name for place in board.places.values() if place.at == hex), None)
        assert (town.split()[0] if town else board.labels[hex]) in drawn
    cells = sum(line.count("~ ~ ~ ~ ~") for line in drawn.splitlines())
    assert cells == sum(board.terrain[hex] == "sea" for hex in board.here)


@both
def test_the_text_map_lists_every_piece(board: Board) -> None:
    pieces = pieces_on(board)
    drawn = drawing.text_map(board, pieces)
    for one in pieces:
        assert f" {one['id']}" in drawn


def test_rows_of_pointy_hexes_and_columns_of_flat_ones_are_set_off_by_half_a_cell() -> None:
    pointy = drawing.text_map(POINTY, []).splitlines()
    assert [pointy[row].index("|") for row in (1, 5, 9)] == [5, 0, 15]
    flat = drawing.text_map(FLAT, []).splitlines()
    assert [[row for row, line in enumerate(flat) if label in line] for label in ("1101", "1102")] == [[3], [7]]
    assert [row for row, line in enumerate(flat) if "1002" in line] == [5]


def test_the_window_of_westfront_can_be_read() -> None:
    pieces = [
        piece("Catania", "axis", "It7", steps=1),
        piece("Catania", "allied", "US2", "amphibious", 4, "dispersed"),
        piece("Tunis", "allied", "15AG", "hq", 3),
        piece("Tunis", "allied", "Br13", "mech", 4),
        hidden("Palermo E1", "axis", "b3"),
    ]
    drawn = drawing.text_map(WEST, pieces, sides=("allied", "axis"))
    for name in ("Palermo ", "Palerm E1", "Messina", "Tunis", "Kasserine"):
        assert f"|{name}" in drawn
    assert "|A:2 " in drawn
    assert "|X:It7   h|" in drawn
    assert "|X:b3?" in drawn
    lines = drawn.splitlines()
    assert "Catania (hill): axis It7 infantry 1 | allied US2 amphibious 4 dispersed" in lines
    assert "Palermo E1 (hill): axis ? b3" in lines
    assert "A allied   X axis" in lines


def test_a_region_leaves_out_the_rest() -> None:
    sicily = [WEST.at(name) for name in ("Palermo", "Palermo E1", "Messina", "Catania", "Licata")]
    drawn = drawing.text_map(WEST, [piece("Tunis", "allied", "15AG"), piece("Licata", "allied", "US7")], region=sicily)
    assert "Tunis" not in drawn
    assert len(drawn.splitlines()[0]) == 31
    assert "Licata (hill): allied US7 infantry 2" in drawn


def test_letters_of_sides_do_not_depend_on_who_is_there() -> None:
    assert "X:It7" in drawing.text_map(WEST, [piece("Catania", "axis", "It7")], sides=("allied", "axis"))


# SVG


def drawn_pieces(root: ET.Element) -> list[str]:
    return [group.attrib["data-piece"] for group in root.iter(f"{SVG}g") if "data-piece" in group.attrib]


@both
def test_the_svg_shows_every_hex_and_every_piece_once(board: Board) -> None:
    pieces = pieces_on(board)
    control = {board.names[hex]: ("allied", "axis", "disputed")[hex % 3] for hex in board.here}
    root = ET.fromstring(drawing.svg_map(board, pieces, control=control))
    hexes = [shape.attrib["data-hex"] for shape in root.iter(f"{SVG}polygon") if "data-hex" in shape.attrib]
    assert hexes == [board.labels[hex] for hex in board.here]
    assert sorted(drawn_pieces(root)) == sorted(one["id"] for one in pieces)
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    for name in (*board.places, *board.boxes, "limbo"):
        assert name in texts
    for hex in board.here:
        assert board.labels[hex] in texts


@both
def test_the_svg_can_be_heard(board: Board) -> None:
    pieces = pieces_on(board)
    root = ET.fromstring(drawing.svg_map(board, pieces, title="<b> & more"))
    assert root.attrib["role"] == "img"
    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert root.findtext(f"{SVG}title") == "<b> & more"
    assert root.findtext(f"{SVG}desc") == "\n".join(drawing.listing(board, pieces))


@both
def test_the_svg_needs_nothing_from_outside(board: Board) -> None:
    drawn = drawing.svg_map(board, pieces_on(board))
    root = ET.fromstring(drawn)
    assert not {element.tag.removeprefix(SVG) for element in root.iter()} & {"image", "style", "script", "use"}
    assert "href" not in drawn
    assert drawn.count("http") == 1  # the name of the format
    assert "nan" not in drawn


def test_the_hexes_stay_on_the_paper() -> None:
    for board in (POINTY, FLAT, WEST):
        root = ET.fromstring(drawing.svg_map(board, pieces_on(board)))
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        for shape in root.iter(f"{SVG}polygon"):
            for point in shape.attrib["points"].split():
                x, y = map(float, point.split(","))
                if "data-hex" in shape.attrib:
                    assert 0 < x < wide
                    assert 0 < y < high


def test_a_hidden_piece_shows_neither_face_nor_name() -> None:
    seen = hidden("Catania", "axis", "b17")
    seen["name"] = "Hermann"  # whatever else a careless game adds
    drawn = drawing.svg_map(WEST, [seen])
    assert "b17" in drawn
    assert "Hermann" not in drawn
    assert "?" in [text.text for text in ET.fromstring(drawn).iter(f"{SVG}text")]


def test_sides_differ_in_shape_and_not_by_colour_alone() -> None:
    root = ET.fromstring(drawing.svg_map(WEST, [piece("Tunis", "allied", "A"), piece("Reggio", "axis", "B")]))
    shapes = {}
    for group in root.iter(f"{SVG}g"):
        if "data-piece" in group.attrib:
            path = group.find(f"{SVG}path")
            assert path is not None
            shapes[group.attrib["data-side"]] = path.attrib["d"]
    assert shapes["allied"] != shapes["axis"]


def test_an_empty_map_can_be_drawn() -> None:
    ET.fromstring(drawing.svg_map(WEST, []))
    assert "Palermo" in drawing.text_map(WEST, [])


# Matches


class Put(Order, frozen=True):
    """Move the side's only block to a place."""

    place: str


class Where(State):
    __slots__ = ("where",)

    where: list[int]


class Place(Ask[Where], frozen=True):
    takes: ClassVar[tuple[type[Order], ...]] = (Put, Pass)

    def prompt(self, s: Where) -> Prompt:
        return Prompt("place", "T-1")

    def offers(self, s: Where) -> Iterable[Order]:
        side = s.world.sides[self.side]
        return [Pass(side), *(Put(side, s.world.board.names[hex]) for hex in s.world.board.here)]

    def explain(self, s: Where, order: Order) -> Refusal | None:
        return Refusal("T-1")

    def take(self, s: Where, order: Order) -> None:
        if isinstance(order, Put):
            s.where[self.side] = s.world.board.at(order.place)
        else:
            s.done()


class Both(Sealed[Where], frozen=True):
    def sheet(self, s: Where, side: int) -> Step[Where]:
        return Place(side)


class Toy(Game):
    key = "toy"
    title = "Toy & <Game>"
    version = "1"
    sides = ("allied", "axis")
    hides, rolls, seals = True, False, True
    longest = 9
    state = Where
    orders = (Put, Pass)
    steps = (Place, Both)
    words = Words({"prompts": {"place": "Place your block."}}, {})

    def scenarios(self) -> dict[str, Scenario]:
        return {"one": Scenario("one", "The First")}

    def surroundings(self, scenario: str, options: Mapping[str, Any]) -> World:
        return World(self, scenario, options, WEST, ("US1", "It1"))

    def setup(self, world: World) -> Where:
        s = Where(world)
        s.where = [WEST.at("Tunis"), WEST.at("Reggio")]
        s.agenda = [Both((0, 1))]
        return s

    def pieces(self, s: Where, side: int | None) -> list[dict[str, Any]]:
        shown = []
        for index, name in enumerate(s.world.units):
            at, whose = WEST.names[s.where[index]], self.sides[index]
            shown.append(piece(at, whose, name) if index == side else hidden(at, whose, f"b{index}"))
        return shown

    def tracks(self, s: Where, side: int | None) -> dict[str, Any]:
        return {"control": {"Tunis": "allied", "Messina": "disputed"}}

    def redraw(self, s: Where, side: int, choose: Chooser) -> Where:
        return s.copy()

    def alias(self, s: Where, unit: int, side: int | None) -> str:
        return s.world.units[unit] if unit == side else f"b{unit}"

    def when(self, s: Where) -> str:
        return "July I"

    def at_moment(self, s: Where, when: str) -> None: ...

    def piece_text(self, s: Where, unit: int) -> str:
        return s.world.units[unit]

    def put_piece(self, s: Where, place: int, words: list[str]) -> None: ...

    def clear_pieces(self, s: Where) -> None: ...


def test_a_match_is_told_whole_in_the_middle_of_a_sealed_decision() -> None:
    match = Match(Toy(), "one", secret=b"0" * 32)
    match.play("put Malta", "allied")
    match.play("pass", "axis")
    drawn = str(match)
    assert drawn.startswith("Toy & <Game>, The First: July I\n")
    assert "Malta (clear): allied US1 infantry 2" in drawn
    assert "Reggio (forest): axis It1 infantry 2" in drawn
    assert "Tunis (" not in drawn
    assert drawn.endswith("\nallied decides: Place your block. [T-1]\n")
    assert sorted(drawn_pieces(ET.fromstring(match._repr_svg_()))) == ["It1", "US1"]


def test_a_match_that_is_over_says_so() -> None:
    match = Match(Toy(), "one", secret=b"0" * 32)
    match.resign("axis")
    assert str(match).endswith("\nIt is over: allied has won (resignation).\n")


def test_the_picture_for_a_side_shows_no_more_than_its_view() -> None:
    match = Match(Toy(), "one", secret=b"0" * 32)
    match.play("put Malta", "allied")
    drawn = drawing.svg(match, "axis")
    assert sorted(drawn_pieces(ET.fromstring(drawn))) == ["It1", "b0"]
    assert "US1" not in drawn
    described = ET.fromstring(drawn).findtext(f"{SVG}desc")
    assert described == "Reggio (forest): axis It1 infantry 2\nTunis (clear): allied ? b0"
