"""A map of two sheets with one of everything: labels, boxes beyond the hexes, windows, and a drawing for each kind."""

from __future__ import annotations

import hashlib
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

from grognard import drawing
from grognard.drawing.country import Country
from grognard.drawing.land import ground_svg, layout_of
from grognard.drawing.legend import place_sample, port_sample, side_sample, terrain_sample, way_sample
from grognard.drawing.lines import RIVERS, courses
from grognard.drawing.palette import LIGHT, THEMES
from grognard.engine import position
from grognard.engine.board import Board, UnknownPlace, build, load
from grognard.engine.drawn import NETWORKS, PLACES, PORTS, SIDES, STRANGE, TERRAINS, Drawn
from grognard.engine.files import DataError, parse_toml
from grognard.engine.game import Game, Scenario, World
from grognard.engine.paths import reach
from grognard.engine.state import State
from grognard.engine.window import Window, cut
from grognard.games.twoww import GAME as TWOWW
from grognard.games.westfront.world import map_board
from tests.drawing.boards import FORD, small

FILE = Path(__file__).parent / "two_sheets.toml"
DOCS = Path(__file__).parents[2] / "docs"
TEXT = FILE.read_text("utf-8")
BOARD = load(FILE)
SVG = "{http://www.w3.org/2000/svg}"


def changed(old: str, new: str) -> Board:
    assert old in TEXT
    return build(parse_toml(TEXT.replace(old, new, 1), "two_sheets.toml"))


def refusal(old: str, new: str) -> str:
    with pytest.raises(DataError) as refused:
        changed(old, new)
    return str(refused.value)


# Labels


def test_a_hex_on_two_sheets_answers_to_both_numbers_and_bears_that_of_the_first() -> None:
    assert BOARD.at("S:0104") == BOARD.at("N:0504") == BOARD.at("n: 05 04") == BOARD.at("Sandhaven")
    assert BOARD.labels[BOARD.at("N:0504")] == "S:0104"
    assert BOARD.labels[BOARD.at("N:0404")] == "N:0404"
    assert BOARD.labels[BOARD.at("S:0204")] == "S:0204"


def test_a_sheet_numbers_its_own_rows_and_columns() -> None:
    head = "schema = 1\nid = 'flat'\nsource = 'printed'\ngrid = { orientation = 'flat', columns = 4, rows = 2 }\n"
    sheet = "[[sheet]]\nname = 'E'\ncolumns = [2, 3]\nfirst = [10, 5]\nlabel = 'E{column}:{row}'\n"
    letters = "[terrain]\nkey = { '.' = 'clear' }\ncolumns = '''\n0 . .\n1 . .\nE:10 . .\nE:11 . -\n'''\n"
    box = "[[box]]\nname = 'Further on'\nline = 6\n"
    board = build(parse_toml(head + sheet + letters + box, "flat.toml"))
    assert [board.labels[hex] for hex in board.here] == ["0000", "0100", "E10:5", "E11:5", "0001", "0101", "E10:6"]
    assert board.distance(board.at("E10:5"), board.at("Further on")) == 4
    assert board.find("0200") is None


def test_every_hex_has_a_label_of_its_own_and_no_hole_has_one() -> None:
    assert len({BOARD.labels[hex] for hex in BOARD.here}) == len(BOARD.here) == 67
    for hole in ("N:0100", "N:0500", "S:0100", "N:0601", "S:0601", "0504"):
        assert BOARD.find(hole) is None


def test_labels_with_a_colon_stand_in_chains_bearings_and_sides() -> None:
    gate, haven = BOARD.at("N:0402"), BOARD.at("Sandhaven")
    assert BOARD.at("N:0402 W1") == BOARD.at("N:0403") == BOARD.at("Bora Gate W1")
    assert BOARD.at("S:0103 W1") == haven
    assert BOARD.at("N:0502") in BOARD.networks["rail high"][gate]
    assert BOARD.side(BOARD.at("S:0204"), BOARD.at("S:0304")) == {"strait", "narrow strait", "bridge"}


def test_lines_of_letters_may_bear_the_numbers_of_a_sheet() -> None:
    assert BOARD.terrain[BOARD.at("S:0201")] == "clear"
    assert BOARD.terrain == changed("S:02 ~", "6 ~").terrain
    assert "row S:06 of [terrain] is not on the grid" in refusal("S:02 ~", "S:06 ~")
    assert "given twice" in refusal("S:02 ~", "5 ~")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("rows = [5, 9]", "rows = [15, 19]", "sheet S has no hex"),
        ("S:{row:02}{column:02}", "S:{number}", "is not a form for labels"),
        ("S:{row:02}{column:02}", "N:{row:02}{column:02}", "two places are called"),
        ("S:0203/S:0304", "S:0203/S:0404", "S:0203 and S:0404 do not touch"),
        ("S:0203/S:0304", "S:0203/S:9999", "is not a hexside"),
        ("spot = [-2, 8]", "spot = [2, 8]", "the spot of box Far Isle is a hex"),
        ("spot = [-2, 8]", "spot = [-2, 8]\nline = 3", "has a spot and a line"),
        ("line = 14", "line = 4", "the line of box Overseas is on the grid"),
        ('karst = "cliff"', 'karst = "precipice"', "no drawing is called precipice"),
        ('["rough", "forest"]', '["rough", "trees"]', "no drawing is called trees"),
    ],
)
def test_what_cannot_be_a_map_is_refused(old: str, new: str, said: str) -> None:
    assert said in refusal(old, new)


# Hexsides


def test_classes_are_kinds_of_hexside() -> None:
    great = BOARD.side(BOARD.at("N:0202"), BOARD.at("N:0203"))
    beck = BOARD.side(BOARD.at("N:0303"), BOARD.at("N:0304"))
    assert great == {"river", "major river"}
    assert beck == {"river"}
    assert BOARD.side(BOARD.at("S:0202"), BOARD.at("S:0302")) == {"strait", "canal strait"}
    assert "high mountain" in BOARD.side(BOARD.at("N:0205"), BOARD.at("N:0206"))
    assert "mountain" not in BOARD.side(BOARD.at("N:0205"), BOARD.at("N:0206"))


def test_a_side_knows_from_which_hex_it_was_written() -> None:
    hexes = [BOARD.labels[own] for own, _ in BOARD.facing["fortified"]]
    assert hexes == ["N:0403", "N:0403", "N:0402"]
    assert {BOARD.nation[own] for own, _ in BOARD.facing["fortified"]} == {"Bora"}
    assert {BOARD.nation[other] for _, other in BOARD.facing["fortified"]} == {"Alba"}


# Boxes beyond the hexes


@pytest.mark.parametrize(
    ("a", "b", "hexes"),
    [
        ("Far Isle", "S:0400", 2),
        ("S:0404", "Far Isle", 6),
        ("Next Door", "N:0301", 1),
        ("N:0400", "Next Door", 1),
        ("Far Isle", "Next Door", 5),
        ("Overseas", "N:0107", 13),
        ("Overseas", "S:0501", 5),
        ("Overseas", "Far Isle", 6),
    ],
)
def test_ranges_to_boxes_with_a_spot(a: str, b: str, hexes: int) -> None:
    assert BOARD.distance(BOARD.at(a), BOARD.at(b)) == hexes


def test_a_box_without_a_spot_has_no_distance() -> None:
    board = changed("spot = [0, 3]", "")
    with pytest.raises(ValueError, match="Next Door is not a hex and has no spot"):
        board.distance(board.at("Next Door"), board.at("Dunmouth"))
    assert board.at("Next Door") not in board.approaches


def test_one_leaves_the_hexes_at_their_edge_on_a_shortest_way() -> None:
    isle = {BOARD.labels[hex]: away for hex, away in BOARD.approaches[BOARD.at("Far Isle")].items()}
    assert isle["S:0400"] == 2
    assert isle["S:0301"] == isle["S:0501"] == 3
    assert "S:0401" not in isle
    assert "N:0107" not in isle
    overseas = BOARD.approaches[BOARD.at("Overseas")]
    assert {BOARD.at(f"S:050{column}") for column in range(1, 8)} <= overseas.keys()
    for box, edge in BOARD.approaches.items():
        for hex, away in edge.items():
            assert away == BOARD.distance(hex, box)


def test_a_flight_to_a_box_goes_round_what_is_barred() -> None:
    isle, haven = BOARD.at("Far Isle"), BOARD.at("Eastport")
    steps = [
        [*((other, 1) for other in BOARD.neighbours[place])]
        + [(box, edge[place]) for box, edge in BOARD.approaches.items() if place in edge]
        for place in range(BOARD.size)
    ]
    assert reach(steps, haven, 9)[isle] == BOARD.distance(haven, isle) == 4
    wall = sum(1 << BOARD.at(label) for label in ("S:0200", "S:0301", "S:0400", "S:0401", "S:0402"))
    assert reach(steps, haven, 20, barred=wall)[isle] > 4
    everywhere = sum(1 << hex for hex in BOARD.neighbours[haven])
    assert isle not in reach(steps, haven, 20, barred=everywhere)


# Windows


def test_a_window_keeps_the_boxes_that_it_names() -> None:
    south = cut(BOARD, Window(rows=(5, 9), boxes=("Overseas", "Far Isle")))
    assert len(south.here) == 7 + 8 + 7 + 8 + 7
    assert list(south.boxes) == ["Far Isle", "Overseas"]
    assert south.size == south.grid.size + 2
    far, over = south.at("Far Isle"), south.at("overseas")
    assert (south.names[far], south.labels[over]) == ("Far Isle", "Overseas")
    assert [link.to for link in south.links[far]] == [south.at("S:0400"), over]
    assert [link.to for link in south.links[south.at("S:0505")]] == [over]
    assert south.distance(south.at("S:0404"), far) == 6
    assert south.approaches[far][south.at("S:0400")] == 2
    assert south.find("Next Door") is None
    assert south.at("N:0504") == BOARD.at("S:0104")
    assert "fortified" not in south.facing
    for part in (south.terrain, south.nation, south.towards, south.neighbours, south.areas_of, south.links):
        assert len(part) == south.size
    for linked in south.networks.values():
        assert len(linked) == south.size


def test_a_window_may_be_rows_columns_and_single_hexes() -> None:
    corner = cut(BOARD, Window(rows=(1, 2), columns=(6, 7), hexes="N:0403"))
    assert {corner.labels[hex] for hex in corner.here} == {"N:0107", "N:0106", "N:0207", "N:0206", "N:0403"}
    assert not corner.boxes
    assert corner.size == corner.grid.size
    with pytest.raises(UnknownPlace):
        cut(BOARD, Window(rows=(1, 2), boxes=("Nowhere",)))


# Positions


class Standing(State):
    __slots__ = ("where",)

    where: list[int]


class Toy(Game):
    """Just enough of a game to write positions on this map."""

    key = "two-sheets"
    title = "Two Sheets"
    version = "1"
    sides = ("alba", "bora")
    hides = rolls = seals = False
    longest = 1
    state = Standing

    def scenarios(self) -> dict[str, Scenario]:
        return {"one": Scenario("one", "One")}

    def surroundings(self, scenario: str, options: Mapping[str, Any]) -> World:
        return World(self, scenario, options, BOARD, ("Alp", "Gla"))

    def setup(self, world: World) -> Standing:
        s = Standing(world)
        s.where = [-1, -1]
        return s

    def pieces(self, s: Standing, side: int | None) -> list[dict[str, Any]]:
        return []

    def tracks(self, s: Standing, side: int | None) -> dict[str, Any]:
        return {}

    def redraw(self, s: Standing, side: int, choose: Callable[[int], int]) -> Standing:
        return s.copy()

    def alias(self, s: Standing, unit: int, side: int | None) -> str:
        return s.world.units[unit]

    def when(self, s: Standing) -> str:
        return "turn 1"

    def at_moment(self, s: Standing, when: str) -> None: ...

    def place_of(self, s: Standing, unit: int) -> int:
        return s.where[unit]

    def piece_text(self, s: Standing, unit: int) -> str:
        return s.world.units[unit]

    def put_piece(self, s: Standing, place: int, words: list[str]) -> None:
        s.where[s.world.units.index(words[0])] = place

    def clear_pieces(self, s: Standing) -> None:
        s.where = [-1, -1]


def standing(text: str) -> Standing:
    s = position.read(text, lambda key: Toy())
    assert isinstance(s, Standing)
    return s


def test_a_position_names_hexes_by_labels_with_a_colon() -> None:
    s = standing("two-sheets one\nturn 1\nN:0504: Alp\nS:0507: Gla\nN:0101:")
    assert s.where == [BOARD.at("Sandhaven"), BOARD.at("S:0507")]
    text = position.write(s)
    assert "Sandhaven: Alp\n" in text
    assert "S:0507: Gla\n" in text
    assert standing(text).where == s.where


# What is drawn


def named(board: Board, theme: str = "light") -> str:
    return ground_svg(board, theme=theme)


@pytest.mark.parametrize(
    "line",
    [
        '"wooded rough" = ["rough", "forest"]',
        'lake = "water"',
        'karst = "cliff"',
        'fortified = "fort"',
        '"weather line" = "weather"',
        '"canal strait" = "canal"',
        '"rail low" = "light rail"',
        'full = "capital"',
        'dot = "dot"',
        'point = "point"',
        'name = "village"',
        'minor = "small anchor"',
        'major = "anchor in a ring"',
        'great = "anchor on a disc"',
    ],
)
@pytest.mark.parametrize("theme", THEMES)
def test_the_land_looks_as_the_map_file_says(line: str, theme: str) -> None:
    """Without the line the same thing is drawn in another way."""
    assert named(changed(line, ""), theme) != named(BOARD, theme)


def test_wooded_rough_has_stones_and_trees_and_rough_has_none() -> None:
    rows = "0 r r R R\n1 r r R R\n2 r r R R"
    more = '[drawn.terrain]\n"rough woods" = ["rough", "forest"]\n'
    board = small(rows.replace("R", "k"), more.replace("rough woods", "karst"))
    land = Country(board, layout_of(board))
    wooded, plain = board.at("0301"), board.at("0001")
    assert land.covers[wooded] == ("rough", "forest")
    assert land.kinds[wooded] == land.kinds[plain] == "rough"
    at = [land.lattice.at(land.grounds["forest"], land.layout.centre(hex)) for hex in (wooded, plain)]
    assert at[0] > 0.8
    assert at[1] < 0.2
    assert LIGHT.trees[1][0] in ground_svg(board)
    assert LIGHT.trees[1][0] not in ground_svg(small(rows.replace("R", "r"), ""))


def test_a_major_river_is_wider_than_another() -> None:
    land = Country(BOARD, layout_of(BOARD))
    widest = sorted(max(widths) for _, widths in courses(land))
    assert widest[-1] == pytest.approx(RIVERS["major river"] * 0.7, rel=0.5)
    assert widest[-1] > 1.4 * widest[0]


def test_walls_stand_in_the_hex_to_which_they_belong() -> None:
    land = Country(BOARD, layout_of(BOARD))
    other = changed("N:0403/NE N:0403/NW", "N:0303/SW N:0304/SE")
    assert BOARD.sides == other.sides
    assert named(BOARD) != named(other)
    assert land.sides[BOARD.at("N:0403"), BOARD.at("N:0303")] == {"fort"}


def test_the_legend_shows_every_kind_once_and_no_river_besides_its_class() -> None:
    root = ET.fromstring(drawing.svg_map(BOARD, []))
    texts = ["".join(text.itertext()) for text in root.iter(f"{SVG}text")]
    for kind in ("wooded rough", "major river", "river", "narrow strait", "canal strait", "karst", "high mountain",
                 "fortified", "weather line", "rail high", "rail low", "road", "full", "point", "great port",
                 "minor port"):  # fmt: skip
        assert texts.count(kind) == 1, kind
    assert "strait" not in texts


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_every_drawing_differs_from_every_other(theme: Any) -> None:
    def apart(drawn: list[str]) -> None:
        assert len(set(drawn)) == len(drawn)
        for sample in drawn:
            ET.fromstring(f"<g>{sample}</g>")

    unseen = {"alpine", "bridge", "coast", "nothing", "lake", "strange", "water"}
    apart([side_sample(kind, theme) for kind in SIDES if kind not in unseen])
    apart([terrain_sample(kind, theme, BOARD.drawn) for kind in ("clear", "rough", "wooded rough", "woods", "swamp")])
    apart([place_sample(kind, theme, Drawn(places={kind: kind})) for kind in PLACES if kind not in ("port", "nothing")])
    apart([port_sample(sign, theme, Drawn(ports={sign: sign})) for sign in PORTS])
    apart([way_sample(board, "x", theme) for board in map(_road, NETWORKS)])


def _road(look: str) -> Board:
    rows = "0 . . . .\n1 . . . .\n2 . . . ."
    return small(rows, f'[networks]\nx = "0000-0100"\n[drawn.networks]\nx = "{look}"\n')


def test_a_letter_in_the_terminal_for_each_terrain_and_whole_labels() -> None:
    text = drawing.text_map(BOARD, [])
    assert "|N:0107   |" in text
    assert "|S:0303   |" in text
    key = next(line for line in text.splitlines() if "wooded rough" in line)
    assert len({part.split()[0] for part in key.split("   ")}) == 7
    assert "~ all sea" in key
    assert text.count("~ ~ ~ ~ ~") == sum(kind == "all sea" for kind in BOARD.terrain)


# The games look as they did


def sum_of(drawn: str) -> str:
    """Of all but the numbers, whose last digits may differ from machine to machine."""
    return hashlib.sha256(re.sub(r"[-\d. ]+", "", drawn).encode()).hexdigest()[:12]


LOOKS = {
    "husky": "2bd0fff6a88a 7ab13dcb833f 014f48d2b6f6 4aad6ab24451",
    "westfront": "0bdca09c72a0 6b667f5eb238 e214d3b90e13 14c2f2ef523b",
    "2ww": "ada4c6113e82 87976ad7fd60 6b037db32514 a78261adeb7e",
    "ford": "b481b8172781 22368534a132 8b9d36e9aff1 69eccd72dd7e",
}
BOARDS: dict[str, Callable[[], Board]] = {
    "husky": lambda: map_board("husky"),
    "westfront": map_board,
    "2ww": lambda: TWOWW.world("war", {}).board,
    "ford": lambda: FORD,
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_maps_of_the_games_have_not_changed(name: str) -> None:
    """Whoever means to change how one looks writes its new sums here: by day, by night, with its legend, in letters."""
    board = BOARDS[name]()
    days = [ground_svg(board, theme=theme) for theme in THEMES]
    drawn = [*days, drawing.svg_map(board, []), drawing.text_map(board, [])]
    assert " ".join(map(sum_of, drawn)) == LOOKS[name]


# Faces with a text of their own


def face(text: str, more: str = "") -> dict[str, Any]:
    shown = {"name": "7", "kind": "infantry", "text": text} | ({"more": more} if more else {})
    return {"id": "7", "at": "Dunmouth", "side": "allied", "face": shown, "marks": [], "seen": None}


@pytest.mark.parametrize(("text", "more"), [("4-5-6", ""), ("(2-6)", ""), ("7F5", "1-2/14"), ("3", "9")])
def test_a_face_may_say_something_else_than_a_number(text: str, more: str) -> None:
    root = ET.fromstring(drawing.svg_map(BOARD, [face(text, more)]))
    counter = next(group for group in root.iter(f"{SVG}g") if group.get("data-piece") == "7")
    written = ["".join(one.itertext()) for one in counter.iter(f"{SVG}text")]
    assert written == ["7", text, *filter(None, [more])]
    expected = " ".join(filter(None, ["Dunmouth (clear): allied 7 infantry", text, more]))
    assert expected in drawing.text_map(BOARD, [face(text, more)])
    assert expected in (root.findtext(f"{SVG}desc") or "")


def test_a_text_goes_before_steps_and_stays_inside_its_counter() -> None:
    piece = face("12-10-8", "3-1/24")
    piece["face"]["steps"] = 2
    root = ET.fromstring(drawing.svg_map(BOARD, [piece]))
    counter = next(group for group in root.iter(f"{SVG}g") if group.get("data-piece") == "7")
    for one in counter.iter(f"{SVG}text"):
        assert "".join(one.itertext()) != "2"
        assert 0 < float(one.attrib["y"]) < 31


# The documentation


def shown(at: str, side: str, name: str, kind: str, text: str, more: str = "") -> dict[str, Any]:
    face = {"name": name, "kind": kind, "text": text, "more": more}
    return {"id": name, "at": at, "side": side, "face": face, "marks": [], "seen": None}


PIECES = (
    shown("N:0403", "axis", "7 Alp", "mountain", "4-5-6"),
    shown("S:0104", "axis", "2 Mot", "armor", "12-10"),
    shown("N:0200", "allied", "Gla", "air", "7F5", "1-2/14"),
    shown("S:0302", "allied", "5 Cadre", "infantry", "(2-6)"),
)


def test_the_documentation_shows_this_map() -> None:
    """To draw it anew: `python -m tests.engine.test_two_sheets`."""
    kept = (DOCS / "map-signs.svg").read_text("utf-8")
    assert sum_of(kept) == sum_of(drawing.svg_map(BOARD, PIECES))


@pytest.mark.parametrize("names", [TERRAINS, SIDES, NETWORKS, PLACES, PORTS])
def test_the_documentation_lists_every_drawing(names: tuple[str, ...]) -> None:
    listed = ", ".join(f"`{name}`" for name in names if name != STRANGE)
    assert f"| {listed} |" in (DOCS / "maps.md").read_text("utf-8")


def test_the_documentation_quotes_this_map() -> None:
    said = (DOCS / "maps.md").read_text("utf-8").partition("## What a map file can say")[2]
    for block in re.findall(r"```toml\n(.*?)```", said, re.DOTALL):
        assert block in TEXT


if __name__ == "__main__":
    (DOCS / "map-signs.svg").write_text(drawing.svg_map(BOARD, PIECES), "utf-8")
