"""The maps are held to their facts without geographic data, and the workshop notices what is wrong with a map."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from grognard.engine import geography
from grognard.engine.board import Board, build, load
from grognard.engine.files import parse_toml
from workshop import check
from workshop.lattice import Lattice, map_text
from workshop.overrides import Overrides, Stale

WEST = check.HERE / "westfront"


@pytest.mark.parametrize("name", check.MAPS)
def test_every_map_bears_out_its_facts(name: str) -> None:
    failures, _ = check.check(name)
    assert failures == []


def test_the_map_file_is_what_the_lattice_gives() -> None:
    lattice = Lattice(WEST)
    assert map_text(lattice) == map_text(Lattice(WEST))
    assert check.map_path("westfront").read_text("utf-8") == map_text(lattice)


def test_nothing_is_odd_about_the_map_of_2ww() -> None:
    _, remarks = check.check("2ww")
    assert remarks == []


@pytest.mark.parametrize("name", ["westfront", "2ww"])
def test_the_drawing_of_a_game_is_there_and_small(name: str) -> None:
    path = check.drawing_path(name)
    assert path.stat().st_size < check.LIMIT
    assert "Natural Earth" in geography.load(path).credits


# What goes wrong


def changed(tmp_path: Path, old: str, new: str) -> Path:
    """The overrides of WestFront with a change."""
    text = (WEST / "overrides.toml").read_text("utf-8")
    assert old in text
    path = tmp_path / "overrides.toml"
    path.write_text(text.replace(old, new, 1), "utf-8")
    return path


def lattice_with(overrides: Path, tmp_path: Path) -> Lattice:
    for name in ("lattice.toml", "recipe.toml"):
        (tmp_path / name).write_text((WEST / name).read_text("utf-8"), "utf-8")
    assert overrides.parent == tmp_path
    return Lattice(tmp_path)


def test_an_override_needs_a_reason(tmp_path: Path) -> None:
    with pytest.raises(Stale, match="no reason"):
        Overrides(changed(tmp_path, 'why = "an erratum [WF-E.4]"', 'why = ""'))


def test_an_override_of_a_place_that_is_not_there_is_stale(tmp_path: Path) -> None:
    path = changed(tmp_path, '"Rotterdam", "Brussels"', '"Rotterdam", "Atlantis"')
    with pytest.raises(Stale, match="Atlantis"):
        lattice_with(path, tmp_path)


def test_an_override_of_hexes_that_do_not_touch_is_stale(tmp_path: Path) -> None:
    path = changed(tmp_path, '"Rotterdam", "Brussels"', '"Rotterdam", "Paris"')
    with pytest.raises(Stale, match="do not touch"):
        lattice_with(path, tmp_path)


def test_an_override_that_changes_nothing_is_reported(tmp_path: Path) -> None:
    lattice = lattice_with(changed(tmp_path, '"Rotterdam", "Brussels"', '"Weymouth", "Plymouth"'), tmp_path)
    assert lattice.overrides.redundant == []
    again = tmp_path / "overrides.toml"
    text = again.read_text("utf-8") + '\n[[side]]\nbetween = ["Malta", "Licata"]\nkind = "sea"\nwhy = "twice"\n'
    again.write_text(text, "utf-8")
    assert any("already" in said for said in Lattice(tmp_path).overrides.redundant)


def island(more: str = "", rows: str = "0 ~ ~ ~ ~\n1 ~ . . ~\n2 ~ . . ~\n3 ~ ~ ~ .") -> Board:
    text = f"""
schema = 1
id = "isle"
source = "reconstructed"
grid = {{ orientation = "pointy", columns = 4, rows = 4 }}
[terrain]
key = {{ "~" = "sea", "." = "clear" }}
rows = '''
{rows}
'''
{more}
"""
    return build(parse_toml(text, "isle.toml"))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ("", "is land by itself"),
        ("[[place]]\nname = 'Wreck'\nhex = '0000'", "lies in a sea hex"),
        ("[[place]]\nname = 'A'\nhex = '0101'\n[[place]]\nname = 'B'\nhex = '0101'", "A and B share a hex"),
        ("[nation]\nkey = { a = 'Ayland' }\nrows = '''\n1 - a a -\n3 - - - a\n'''", "Ayland has an exclave"),
    ],
)
def test_lints(more: str, said: str) -> None:
    assert any(said in remark for remark in check.remarks(island(more)))


def test_a_river_that_stops_inland_is_reported() -> None:
    rows = "0 . . . .\n1 . . . .\n2 . . . .\n3 . . . ."
    river = "[[river]]\nname = 'Lost'\nsides = '0102/NE'"
    assert any("Lost" in remark for remark in check.remarks(island(river, rows)))
    assert not any("Lost" in remark for remark in check.remarks(island(river.replace("0102/NE", "0101/NE 0101/NW"))))


def test_a_drawing_that_shows_sea_for_land_fails() -> None:
    board = load(check.map_path("westfront"))
    drawing = geography.load(check.drawing_path("westfront"))
    drowned = geography.FieldRows(drawing.land.first, 1.0, (geography.LETTERS[0],))
    wrong = list(check.drawn(board, replace(drawing, land=drowned)))
    assert any("Paris" in line or "1313" in line for line in wrong)
    assert len(wrong) >= 400


def test_a_river_that_is_not_drawn_fails() -> None:
    board = load(check.map_path("westfront"))
    drawing = geography.load(check.drawing_path("westfront"))
    dry = replace(drawing, rivers=tuple(r for r in drawing.rivers if r.name != "Po"))
    assert any("the Po is not drawn" in line for line in check.drawn(board, dry))
