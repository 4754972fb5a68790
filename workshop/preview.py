"""Pictures of maps for the documentation: drawn by the engine, painted by Chromium, made small enough to keep."""

from __future__ import annotations

import subprocess
import tempfile
from dataclasses import replace
from pathlib import Path

from PIL import Image

from grognard.drawing.land import ground_svg, layout_of
from grognard.engine import board as boards
from grognard.engine import geography
from workshop.check import ROOT, drawing_path, map_path

LARGEST = 700_000  # bytes of a picture
SIDE = 2400  # points of its longer side, at first
COLOURS = 240


def preview(name: str) -> Path:
    """Paint a map into docs/."""
    board = replace(boards.load(map_path(name)), geography=geography.load(drawing_path(name)))
    paper = layout_of(board)
    scale = SIDE / max(paper.width, paper.height)
    size = round(paper.width * scale), round(paper.height * scale)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "map.svg").write_text(ground_svg(board), "utf-8")
        picture = _painted(Path(folder), size)
    target = ROOT / "docs" / f"map-{name}.png"
    _save(picture, target)
    return target


def _painted(folder: Path, size: tuple[int, int]) -> Image.Image:
    wide, high = size
    page = f'<body style="margin:0"><img src="map.svg" style="display:block;width:{wide}px;height:{high}px">'
    (folder / "map.html").write_text(page, "utf-8")
    shot = folder / "map.png"
    subprocess.run(
        [
            "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
            f"--window-size={wide},{high}", f"--screenshot={shot}", f"file://{folder}/map.html",
        ],
        check=True,
        capture_output=True,
    )  # fmt: skip
    with Image.open(shot) as picture:
        return picture.convert("RGB")


def _save(picture: Image.Image, target: Path) -> None:
    """Fewer colours, and smaller until it is small enough."""
    share = 1.0
    while True:
        size = round(picture.width * share), round(picture.height * share)
        small = picture.resize(size, Image.Resampling.LANCZOS)
        small.quantize(COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(target, optimize=True)
        if target.stat().st_size < LARGEST:
            return
        share *= 0.92
