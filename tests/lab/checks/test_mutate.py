"""Rules that are broken on purpose: every change is a change, still reads as Python, and touches a copy only."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from grognard.lab.checks import mutate
from grognard.lab.checks.mutate import Change, Copy, changes, draw

RULES = '''
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import x

def room(s: list[int], limit: int) -> bool:
    """So many units may stay. [XX-1]"""
    assert limit > 0
    if len(s) < limit and limit != 7:
        return True
    return max(s) in [each for each in s if each]

def weakest(s: list[int]) -> list[int]:
    """The weakest go first. [XX-2a]"""
    for each in s:
        s.append(each)
    return s

def untold(s: list[int]) -> int:
    """Nothing to do with a rule."""
    return 3
'''


def made(kind: str) -> list[str]:
    """What each change of a kind makes of the line that it stands in."""
    found = [change for change in changes(RULES, "rules.py") if change.kind == kind]
    return [change.applied(RULES.encode()).decode().splitlines()[change.line - 1].strip() for change in found]


def test_comparisons_are_turned_round() -> None:
    assert made("comparison") == [
        "if (len(s) > limit) and limit != 7:",
        "if len(s) < limit and (limit == 7):",
        "return (max(s) not in [each for each in s if each])",
    ]


def test_limits_are_off_by_one() -> None:
    assert made("limit") == ["if (len(s) <= limit) and limit != 7:"]


def test_guards_always_hold_or_never() -> None:
    assert made("guard") == ["if False:", "if True:", "return max(s) in [each for each in s if True]"]


def test_junctions_and_extremes_are_swapped() -> None:
    assert made("and/or") == ["if ((len(s) < limit) or (limit != 7)):"]
    assert made("min/max") == ["return min(s) in [each for each in s if each]"]


def test_functions_that_cite_a_rule_are_silenced() -> None:
    assert made("silenced") == ["return False", "return s"]


def test_every_change_reads_as_python_and_changes_something() -> None:
    folder = Path(mutate.__file__).parents[2] / "games" / "westfront"
    for path in (folder / "losses.py", folder / "retreat.py"):
        source = path.read_text(encoding="utf-8")
        sound = ast.dump(ast.parse(source))
        found = changes(source, path.name)
        assert len(found) > 20
        assert all(ast.dump(ast.parse(change.applied(source.encode()))) != sound for change in found)


def test_the_seed_alone_decides_what_is_drawn() -> None:
    sources = {"a.py": RULES, "b.py": RULES}
    drawn = draw(sources, "c0ffee", 6)
    assert drawn == draw(sources, "c0ffee", 6) != draw(sources, "decaf", 6)
    assert len({(change.file, change.line) for change in drawn}) == 6
    assert len({change.kind for change in drawn}) > 2


def small_tree(folder: Path) -> Path:
    """A tree with one rule and one test."""
    rules, tests = folder / "grognard/games/small", folder / "tests/rulebooks/small"
    for path in (rules, tests, folder / "tests/every_game", folder / "tests/engine", folder / ".venv"):
        path.mkdir(parents=True)
    for path in (rules, rules.parent, rules.parent.parent):
        (path / "__init__.py").touch()
    (rules / "room.py").write_text("def fits(n: int) -> bool:\n    return n < 3\n", encoding="utf-8")
    test = (
        "from grognard.games.small.room import fits\n\n\ndef test_fits() -> None:\n    assert fits(2) and not fits(4)\n"
    )
    (tests / "test_room.py").write_text(test, encoding="utf-8")
    (folder / "pyproject.toml").write_text("[tool.pytest.ini_options]\npythonpath = ['.']\n", encoding="utf-8")
    return folder


def test_a_change_is_tried_on_a_copy_and_mended(tmp_path: Path) -> None:
    tree = small_tree(tmp_path / "here")
    copy = Copy(tree, tmp_path, "small")
    assert not (copy.root / ".venv").exists()
    before = (tree / "grognard/games/small/room.py").read_bytes()
    fates = {}
    for change in changes(before.decode(), "grognard/games/small/room.py"):
        fates[change.kind] = copy.try_out(1, change)
    assert fates["comparison"].caught_by == "tests/rulebooks/small/test_room.py::test_fits"
    assert fates["limit"].caught_by == ""
    assert "SURVIVED" in str(fates["limit"])
    assert (tree / "grognard/games/small/room.py").read_bytes() == before
    assert (copy.root / "grognard/games/small/room.py").read_bytes() == before


def test_the_tests_of_a_chapter_come_first_and_tests_of_nothing_but_the_engine_not_at_all(tmp_path: Path) -> None:
    tree = small_tree(tmp_path / "here")
    written = {
        "grognard/games/small/roads.py": '"""Chapters 3 and 12, 12.4: roads, and who uses them."""\n',
        "tests/rulebooks/small/test_03_roads.py": "",
        "tests/rulebooks/small/test_04_mud.py": "",
        "tests/rulebooks/small/test_12_convoys.py": "",
        "tests/rulebooks/small/test_whole_map.py": "import grognard.games.small.roads",
        "tests/every_game/test_laws.py": "from tests.every_game.tables import TABLES",
        "tests/engine/test_hexes.py": "",
    }
    for name, text in written.items():
        (tree / name).write_text(text, encoding="utf-8")
    copy, book = Copy(tree, tmp_path, "small"), "tests/rulebooks/small"
    assert copy.rounds("grognard/games/small/roads.py") == [
        [f"{book}/test_03_roads.py", f"{book}/test_12_convoys.py", f"{book}/test_whole_map.py"],
        [f"{book}/test_04_mud.py", f"{book}/test_room.py"],
        ["tests/every_game/test_laws.py"],
    ]
    chosen = Copy(tree, tmp_path / "again", "small", ["tests/engine"])
    assert chosen.rounds("grognard/games/small/roads.py") == [["tests/engine"]]


def test_tests_that_fail_before_any_change_are_said_to(tmp_path: Path) -> None:
    tree = small_tree(tmp_path / "here")
    (tree / "grognard/games/small/room.py").write_text("def fits(n: int) -> bool:\n    return True\n", encoding="utf-8")
    with pytest.raises(SystemExit, match="fail before anything is changed: tests/rulebooks/small"):
        list(mutate.trials(Copy(tree, tmp_path, "small"), [], []))


def test_a_change_tells_where_it_is_and_what_it_does() -> None:
    change = next(change for change in changes(RULES, "rules.py") if change.kind == "silenced")
    assert isinstance(change, Change)
    assert change.described(RULES.encode()) == "rules.py:9 silenced: def room  ->  return False"
