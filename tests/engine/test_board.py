"""The map: what it knows, what it is called, and how a mangled one is refused."""

from pathlib import Path

import pytest

from grognard.engine.board import Board, UnknownPlace, build, checks, load
from grognard.engine.files import DataError, parse_toml

SICILY = """\
schema = 1
id = "sicily"
title = "Sicily"
source = "reported"

[grid]
orientation = "pointy"
columns = 6
rows = 4
first = [15, 26]
shift = "odd"

[terrain]
key = { "~" = "sea", "." = "clear", "h" = "hill", "^" = "mountain" }
rows = \"\"\"
26 ~ ~ ~ ~ ~ ~
27  . ~ h h ^ .
28 - . ~ h h ~  # Tunis to Catania
29  - - ~ . ~ ~
\"\"\"

[nation]
key = { i = "Italy", t = "Tunisia" }
rows = \"\"\"
27  t - i i i i
28 - t - i i -
\"\"\"

[sides]
strait = "1927/E"
sea = "1828/SE"

[[river]]
name = "Salso"
class = "minor"
sides = "1827/SW 1827/E"

[networks]
rail = "1727-1827-1927-1928 1828-1928"
road = "1727-1828"

[[area]]
name = "Tyrrhenian Sea"
kind = "sea"
hexes = "1626 1726 1826 1926"

[[area]]
name = "Sicily"
hexes = "1727 1827 1927 1828 1928"

[[place]]
name = "Palermo"
hex = "1727"
kind = "town"
lat = 38.1

[[place]]
name = "Messina"
hex = "1927"

[[place]]
name = "Reggio"
hex = "2027"

[[place]]
name = "Catania"
hex = "1928"

[[place]]
name = "Tunis"
hex = "1628"

[[box]]
name = "Middle East"
kind = "off-map"
links = [{ to = "Tunis", cost = 12 }]

[[label]]
label = "14A:5101"
hex = "1829"
"""


@pytest.fixture(scope="module")
def sicily() -> Board:
    return build(parse_toml(SICILY, "sicily.toml"))


def refusal(old: str, new: str) -> str:
    """What is said about the map after a change."""
    assert old in SICILY
    with pytest.raises(DataError) as refused:
        build(parse_toml(SICILY.replace(old, new, 1), "sicily.toml"))
    return str(refused.value)


# What a board knows


def test_a_board_reads_from_a_file_and_says_where_it_comes_from(tmp_path: Path) -> None:
    path = tmp_path / "sicily.toml"
    path.write_text(SICILY)
    board = load(path)
    assert (board.id, board.title, board.source) == ("sicily", "Sicily", "reported")
    assert repr(load(str(path))) == "<Board sicily: 21 hexes, 1 boxes>"


def test_places_are_hexes_first_and_then_boxes(sicily: Board) -> None:
    assert sicily.size == 25
    assert sicily.at("Middle East") == 24
    assert sicily.labels[sicily.at("Palermo")] == "1727"
    assert sicily.labels[24] == sicily.names[24] == "Middle East"
    assert sicily.mask == sum(1 << hex for hex in sicily.here)


def test_a_hole_is_no_hex_and_nobody_s_neighbour(sicily: Board) -> None:
    assert sicily.find("1528") is None
    assert sicily.terrain[12] == ""
    assert sicily.towards[sicily.at("1628")][3] == -1
    assert 12 not in sicily.neighbours[sicily.at("1527")]
    assert sicily.neighbours[24] == ()


def test_terrain_and_nation_are_one_letter_per_hex(sicily: Board) -> None:
    assert sicily.terrain[sicily.at("Messina")] == "mountain"
    assert sicily.nation[sicily.at("Tunis")] == "Tunisia"
    assert sicily.nation[sicily.at("1826")] == ""


def test_a_side_is_the_same_from_both_hexes_and_may_be_several_things(sicily: Board) -> None:
    messina, reggio, licata, inland = map(sicily.at, ("Messina", "Reggio", "1828", "1827"))
    assert sicily.side(messina, reggio) == sicily.side(reggio, messina) == {"strait"}
    assert sicily.side(licata, inland) == {"river", "minor river"}
    assert sicily.side(licata, sicily.at("Catania")) == frozenset()
    assert sicily.rivers[0].sides == ((inland, licata), (inland, messina))


def test_networks_link_hexes_both_ways(sicily: Board) -> None:
    rail = sicily.networks["rail"]
    assert rail[sicily.at("Catania")] == (sicily.at("Messina"), sicily.at("1828"))
    assert rail[sicily.at("Reggio")] == ()


def test_areas_and_places_keep_what_the_file_says(sicily: Board) -> None:
    palermo = sicily.places["Palermo"]
    assert (palermo.kind, palermo.extra) == ("town", {"lat": 38.1})
    assert sicily.areas_of[palermo.at] == ("Sicily",)
    assert sicily.areas["Tyrrhenian Sea"].mask >> sicily.at("1826") & 1
    assert sicily.boxes["Middle East"].kind == "off-map"


def test_a_box_is_linked_both_ways_at_a_cost(sicily: Board) -> None:
    tunis, middle_east = sicily.at("Tunis"), sicily.at("Middle East")
    assert [(link.to, link.cost) for link in sicily.links[tunis]] == [(middle_east, 12)]
    assert [(link.to, link.cost) for link in sicily.links[middle_east]] == [(tunis, 12)]
    with pytest.raises(ValueError, match="Middle East is not a hex"):
        sicily.distance(tunis, middle_east)


# What places are called


def test_a_hex_is_called_after_the_nearest_place_in_a_straight_line(sicily: Board) -> None:
    assert sicily.names[sicily.at("1827")] == "Palermo E1"  # Messina W1 too, but Palermo stands first in the file
    assert sicily.names[sicily.at("1829")] == "Catania SW1"
    assert sicily.names[sicily.at("1926")] == "Messina NW1"
    assert len(set(sicily.names)) == sicily.size


def test_a_hex_that_no_place_overlooks_keeps_its_number() -> None:
    lonely = SICILY.replace("rows = 4", "rows = 9").replace("29  - -", "33  . - - - - -\n29  - -")
    assert build(parse_toml(lonely, "lonely.toml")).names[7 * 6] == "1533"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("1827", "1827"),
        ("palermo", "1727"),
        ("Palermo E1", "1827"),
        ("palermoe1", "1827"),
        ("PALERMO  E2", "1927"),
        ("Messina W1", "1827"),
        ("Palermo E1 SE1", "1928"),
        ("1727SE1", "1828"),
        ("14a:5101", "1829"),
        ("Pálermo", "1727"),
    ],
)
def test_a_place_answers_to_many_names(sicily: Board, text: str, label: str) -> None:
    assert sicily.labels[sicily.at(text)] == label


@pytest.mark.parametrize("text", ["", "E1", "Palermo E9", "Palermo N1", "Palermo 1", "E1" * 5000, "Middle East E1"])
def test_nonsense_is_no_place(sicily: Board, text: str) -> None:
    assert sicily.find(text) is None


def test_an_unknown_place_is_answered_with_close_ones(sicily: Board) -> None:
    with pytest.raises(UnknownPlace, match=r"there is no place 'Mesina' on sicily; did you mean Messina"):
        sicily.at("Mesina")


def test_a_flat_topped_map_is_written_by_columns() -> None:
    text = """
        schema = 1
        id = "flat"
        source = "reconstructed"
        grid = { orientation = "flat", columns = 3, rows = 2, first = [13, 1], shift = "even" }
        [terrain]
        key = { "." = "clear", "f" = "forest" }
        columns = '''
        13 . f
        14 - .
        15 f -
        '''
    """
    board = build(parse_toml(text, "flat.toml"))
    assert [board.labels[hex] for hex in board.here] == ["1301", "1501", "1302", "1402"]
    assert board.terrain[board.at("1302")] == "forest"
    assert board.labels[board.towards[board.at("1302")][board.grid.direction("SE")]] == "1402"


def test_a_flat_topped_map_has_a_side_to_the_north() -> None:
    text = """
        schema = 1
        id = "flat"
        source = "reconstructed"
        grid = { orientation = "flat", columns = 1, rows = 2, first = [13, 1] }
        sides = { river = "1302/N" }
        terrain = { key = { "." = "clear" }, columns = "13 . ." }
    """
    board = build(parse_toml(text, "flat.toml"))
    assert board.side(board.at("1301"), board.at("1302")) == {"river"}


# Mangled maps


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"reported"', '"hearsay"', "source: invalid enum value 'hearsay'"),
        ("rows = 4", 'rows = "four"', "grid.rows: expected `int`"),
        ("columns = 6", "colums = 6", "grid has an unknown entry colums; correct its spelling"),
        ("[networks]", "[network]", "the file has an unknown entry network; correct its spelling"),
        ('shift = "odd"', 'label = "{col}"', "{col} is not a form for labels"),
        ('shift = "odd"', 'label = "{row}"', "two places are called 26"),
        ("27  . ~ h h ^ .", "27  . ~ h h ^", "row 27 of [terrain] has 5 letters where the grid has 6"),
        ("27  . ~ h h ^ .", "27  . ~ h h ^ x", "unknown letter x in row 27 of [terrain]"),
        ("28 - . ~", "27 - . ~", "row 27 of [terrain] is not on the grid or is given twice"),
        ("28 - . ~", "38 - . ~", "row 38 of [terrain] is not on the grid"),
        ("28 - . ~", "-- - . ~", "row -- of [terrain] is not on the grid"),
        ('"." = "clear"', '"-" = "clear"', '"-" always means no hex'),
        ('strait = "1927/E"', 'strait = "1528/E"', "there is no hex 1528; use the printed number"),
        ('strait = "1927/E"', 'strait = "1628/W"', "there is no hex beyond 1628/W; remove it"),
        ("1827/SW 1827/E", "1827/SW 1529/E", "there is no hex 1529"),
        ('road = "1727-1828"', 'road = "1727-1529"', "there is no hex 1529"),
        ('road = "1727-1828"', 'road = "1727-1928"', "1727 and 1928 do not touch; name the hexes"),
        ('road = "1727-1828"', 'road = "1727"', "1727 links nothing; a chain is two or more hexes"),
        ('hexes = "1626', 'hexes = "1528', "there is no hex 1528"),
        ('name = "Sicily"', 'name = "Tyrrhenian Sea"', "two areas are called Tyrrhenian Sea"),
        ('hex = "1927"', 'hex = "1528"', "there is no hex 1528"),
        ('name = "Middle East"', 'name = "Tunis"', "two places are called Tunis"),
        ('to = "Tunis"', 'to = "Cairo"', "box Middle East is linked to Cairo, which is no place"),
        ('label = "14A:5101"', 'label = "1727"', "two places are called 1727"),
        ("columns = 6", "columns = ", "not valid TOML at column 11"),
    ],
)
def test_a_mangled_map_is_refused_with_file_line_and_remedy(old: str, new: str, said: str) -> None:
    line = SICILY[: SICILY.index(old)].count("\n") + 1
    message = refusal(old, new)
    assert message.startswith(f"sicily.toml:{line}: {said}")
    assert "; " in message


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('source = "reported"\n', "", "sicily.toml:1: the file has no source; add `source = ...`"),
        ("columns = 6\n", "", "sicily.toml:6: grid has no columns; add `columns = ...`"),
        ("columns = 6", "columns = 0", "sicily.toml:6: the grid has no hexes; give it at least one row and one column"),
        ("28 - t", "28 t t", "sicily.toml:22: 1528 has a nation but no terrain; write "),
        ('"pointy"', '"flat"', "sicily.toml:13: [terrain] has no columns; a flat-topped map needs `columns`"),
    ],
)
def test_what_is_missing_is_reported_where_it_belongs(old: str, new: str, said: str) -> None:
    assert refusal(old, new).startswith(said)


def test_a_network_written_over_many_lines_is_refused_on_the_right_one() -> None:
    chains = '"""\n1727-1827\n1827-1927 1727-1928\n"""'
    line = SICILY[: SICILY.index('"1727-1828"')].count("\n") + 3
    assert refusal('"1727-1828"', chains).startswith(f"sicily.toml:{line}: 1727 and 1928 do not touch")


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "latin.toml").write_bytes(b'id = "x"\ntitle = "Orl\xe9ans"\n')
    with pytest.raises(DataError, match=r"^latin.toml:2: this line is not UTF-8 text; save the file as UTF-8$"):
        load(tmp_path / "latin.toml")


# Facts


FACTS = """
distinct = ["Palermo", "Catania", "Messina"]
[[adjacent]]
a = "Messina"
b = "Reggio"
side = "strait"
[[adjacent]]
a = "Palermo"
b = "1827"
side = "plain"
[[distance]]
a = "Tunis"
b = "Catania"
hexes = 3
[[terrain]]
at = "Messina"
is = "mountain"
[[island]]
name = "Sicily"
hexes = ["Palermo", "Palermo E1", "Messina", "1828", "Catania"]
"""


def failures(board: Board, folder: Path, old: str = "", new: str = "") -> list[str]:
    assert old in FACTS
    (folder / "facts.toml").write_text(FACTS.replace(old, new, 1))
    return checks(board, folder / "facts.toml")


def test_a_sound_map_bears_out_its_facts(sicily: Board, tmp_path: Path) -> None:
    text = SICILY.replace('sea = "1828/SE"', 'sea = "1828/SE 1928/SW"')
    assert failures(build(parse_toml(text, "sicily.toml")), tmp_path) == []
    assert failures(sicily, tmp_path) == ["Sicily also holds Catania SW1."]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('b = "Reggio"', 'b = "Tunis"', "Messina and Tunis do not touch."),
        ('side = "strait"', 'side = "river"', "The side between Messina and Reggio is strait, not river."),
        ('side = "strait"', 'side = "plain"', "The side between Messina and Reggio is strait, not plain."),
        ("hexes = 3", "hexes = 4", "From Tunis to Catania it is 3 hexes, not 4."),
        ('is = "mountain"', 'is = "hill"', "Messina is mountain, not hill."),
        ('"Palermo E1", ', '"Tunis", ', "Sicily also holds Palermo E1, Catania SW1 and does not reach Tunis."),
        ('"Catania", "Messina"', '"Palermo E1 W1"', "Palermo and Palermo E1 W1 share a hex."),
        ('"Catania", "Messina"', '"Cairo"', "A fact cannot be checked: there is no place 'Cairo'."),
        ('at = "Messina"', 'at = "Cairo"', "A fact cannot be checked: there is no place 'Cairo' on sicily."),
    ],
)
def test_a_fact_that_fails_is_told_in_a_sentence(sicily: Board, tmp_path: Path, old: str, new: str, said: str) -> None:
    assert said in failures(sicily, tmp_path, old, new)
