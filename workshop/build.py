"""Making a map: its file from the lattice, the facts or geography, and then its drawing."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator

from grognard.engine import board as boards
from workshop import facts, lattice
from workshop.check import HERE, ROOT, drawing_path, map_path
from workshop.drawing import draw, written
from workshop.survey import Survey


def build(name: str) -> Iterator[str]:
    """Write whatever of a map is made and not kept by hand; says what was done."""
    folder = HERE / name
    recipe = tomllib.loads((folder / "recipe.toml").read_text("utf-8"))
    if (folder / "lattice.toml").is_file():
        lattice.write(folder, ROOT / recipe["folder"])
        yield f"{map_path(name).relative_to(ROOT)} written from the lattice"
    elif (folder / "facts.toml").is_file():
        facts.write(folder, ROOT / recipe["folder"])
        yield f"{map_path(name).relative_to(ROOT)} written from the facts"
    elif "grid" in recipe:
        survey = Survey(folder)
        map_path(name).write_text(survey.text(), "utf-8")
        yield f"{map_path(name).relative_to(ROOT)} written from geography"
        yield from survey.overrides.redundant
    drawing = written(draw(boards.load(map_path(name)), recipe))
    drawing_path(name).write_bytes(drawing)
    yield f"{drawing_path(name).relative_to(ROOT)} written: {len(drawing)} bytes"
