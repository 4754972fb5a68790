"""Every line knows its room: rules do no I/O and know no time, chance or network; the engine knows no game."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "grognard"

HARMLESS = {
    "__future__", "abc", "array", "bisect", "collections", "dataclasses", "enum", "fractions", "functools", "heapq",
    "itertools", "math", "operator", "re", "types", "typing",
}  # fmt: skip
RULES_MAY = HARMLESS | {"msgspec", "importlib.resources"}
"""Where a game's data files lie, a module may ask; `engine/files.py` reads them."""

ENGINE_MAY = RULES_MAY | {
    "base64", "difflib", "fnmatch", "html", "string", "sys.intern", "unicodedata", "xml.sax.saxutils", "zlib",
}  # fmt: skip
"""Text and numbers only: nothing that reaches out of the program."""

ENGINE_ALSO = {"files": {"pathlib", "tomllib"}, "dice": {"secrets", "hashlib"}}
SHOWN_BY = {"match"}
"""Modules of the engine with a door to the drawings: a match that is printed shows its board."""
FAMILIES = {"balkan": {"europa"}}
"""Games that stand on another one."""

IN_SIGHT_OF_PLAYERS = {"commands", "__main__", "lab", "table"}


def imported(source: str, module: str) -> Iterator[str]:
    """The full names of all that a module imports, wherever in it."""
    package = module.split(".")[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            base = (
                [*package[: len(package) - node.level + 1], *filter(None, [node.module])]
                if node.level
                else [node.module]
            )
            yield from (".".join([*map(str, base), alias.name]) for alias in node.names)
        elif (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id in ("__import__", "open", "eval")
        ):
            yield f"builtins.{node.func.id}"


def forbidden(source: str, module: str) -> list[str]:
    """Those of a module's imports that do not belong in its room."""
    return [name for name in imported(source, module) if not _may(module.split("."), name.split("."))]


def _may(module: list[str], name: list[str]) -> bool:
    room = module[1]
    if name[0] == "grognard":
        return _may_know(module, name)
    if room == "games" and len(module) > 2 and module[2] != "__init__":
        return _is_one_of(name, RULES_MAY)
    if room in ("engine", "drawing"):
        return _is_one_of(name, ENGINE_MAY | ENGINE_ALSO.get(module[-1], set()))
    return name[0] != "builtins" or room in IN_SIGHT_OF_PLAYERS


def _is_one_of(name: list[str], allowed: set[str]) -> bool:
    return any(".".join(name[:length]) in allowed for length in range(1, len(name) + 1))


def _may_know(module: list[str], name: list[str]) -> bool:
    room, other = module[1], name[1] if len(name) > 1 else ""
    if room in IN_SIGHT_OF_PLAYERS:
        return True
    if other in IN_SIGHT_OF_PLAYERS:
        return False
    if room == "engine":
        return other == "engine" or (other == "drawing" and module[-1] in SHOWN_BY)
    if room == "drawing":
        return other in ("engine", "drawing")
    if room == "games" and len(module) > 2 and module[2] != "__init__":
        own = {module[2], *FAMILIES.get(module[2], ())}
        return other == "engine" or (other == "games" and len(name) > 2 and name[2] in own)
    return True


def modules() -> Iterator[tuple[str, Path]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts), path


@pytest.mark.parametrize(("module", "path"), [pytest.param(*found, id=found[0]) for found in modules()])
def test_a_module_imports_only_what_belongs_in_its_room(module: str, path: Path) -> None:
    assert forbidden(path.read_text(encoding="utf-8"), module) == []


def chapters(source: str, module: str) -> set[str]:
    """The modules of its own game that a module imports, wherever in it, but for what only the type checker reads."""
    tree = ast.parse(source)
    tree.body = [node for node in tree.body if not _is_for_types(node)]
    game = module.rsplit(".", 1)[0] + "."
    return {name.removeprefix(game).split(".")[0] for name in imported(ast.unparse(tree), module) if game in name}


def _is_for_types(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


@pytest.mark.parametrize("game", sorted(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py")))
def test_the_chapters_of_a_game_import_each_other_one_way(game: str) -> None:
    room = f"grognard.games.{game}."
    graph = {
        module.removeprefix(room): chapters(path.read_text(encoding="utf-8"), module)
        for module, path in modules()
        if module.startswith(room) and not module.endswith("__init__")
    }
    list(TopologicalSorter(graph).static_order())


def test_an_import_within_a_function_counts() -> None:
    assert chapters("def f():\n    from grognard.games.westfront.combat import Combat", RULES) == {"combat"}
    assert chapters("if TYPE_CHECKING:\n    from grognard.games.westfront.world import West", RULES) == set()
    with pytest.raises(CycleError):
        list(TopologicalSorter({"combat": {"retreat"}, "retreat": {"combat"}}).static_order())


RULES = "grognard.games.westfront.movement"


@pytest.mark.parametrize(
    ("module", "line"),
    [
        (RULES, "import random"),
        (RULES, "import os"),
        (RULES, "from time import monotonic"),
        (RULES, "from pathlib import Path"),
        (RULES, "import asyncio, math"),
        (RULES, "def f():\n    import socket"),
        (RULES, "import os.path"),
        (RULES, "from grognard.games.twoww import ships"),
        (RULES, "from grognard.games import find"),
        (RULES, "from grognard.lab import fuzz"),
        (RULES, "import grognard"),
        (RULES, "from ..twoww import ships"),
        (RULES, "text = open('x').read()"),
        (RULES, "__import__('random')"),
        (RULES, "from importlib import import_module"),
        ("grognard.engine.match", "import random"),
        ("grognard.engine.match", "from grognard.games import find"),
        ("grognard.engine.match", "from grognard import cli"),
        ("grognard.engine.words", "from pathlib import Path"),
        ("grognard.engine.board", "import importlib"),
        ("grognard.engine.match", "import hashlib"),
        ("grognard.games.__init__", "from grognard.lab import fuzz"),
        ("grognard.__init__", "import grognard.commands.cli"),
    ],
)
def test_a_bad_import_is_found(module: str, line: str) -> None:
    assert forbidden(line, module) != []


@pytest.mark.parametrize(
    ("module", "line"),
    [
        (RULES, "from fractions import Fraction"),
        (RULES, "from grognard.engine.orders import Order"),
        (RULES, "from grognard.games.westfront.state import Front"),
        (RULES, "from .state import Front"),
        ("grognard.games.westfront.__init__", "from importlib.resources import files"),
        ("grognard.games.balkan.air", "from grognard.games.europa import units"),
        ("grognard.games.__init__", "from importlib import import_module"),
        ("grognard.engine.dice", "import secrets"),
        ("grognard.lab.checks.fuzz", "import time"),
    ],
)
def test_a_good_import_is_let_pass(module: str, line: str) -> None:
    assert forbidden(line, module) == []
