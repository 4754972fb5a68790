"""The map in letters, in colour where the terminal has any: ground by its kind, pieces by their side."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from rich.style import Style
from rich.text import Text

from grognard import drawing
from grognard.drawing.counters import Piece
from grognard.engine.board import Board

GROUND = {
    "clear": "#b5bd68", "plain": "#b5bd68", "sea": "#4f86c6", "lake": "#4f86c6", "water": "#4f86c6", "hill": "#c08a3e",
    "mountain": "#b0a090", "forest": "#5fa05f", "woods": "#5fa05f", "marsh": "#6fb0a0", "swamp": "#6fb0a0",
    "desert": "#d8c07a", "rough": "#b98d5f", "city": "#d0d0d0",
}  # fmt: skip
OTHER_GROUND = "#b5bd68"
WALL = Style(dim=True)
SIDES = ("bold white on #1f6f43", "bold white on #a13030", "bold white on #3b4fa8", "bold black on #d0a030")
NAMED = {"allied": 0, "axis": 1, "red": 1, "blue": 2}
"""Sides that have a colour of their own by custom; others take what is left."""


def side_styles(sides: Sequence[str]) -> dict[str, Style]:
    """A style for each side."""
    taken = {NAMED[side] for side in sides if side in NAMED}
    spare = [number for number in range(len(SIDES)) if number not in taken] or [0]
    styles, next_one = {}, 0
    for side in sides:
        if side in NAMED:
            number = NAMED[side]
        else:
            number = spare[next_one % len(spare)]
            next_one += 1
        styles[side] = Style.parse(SIDES[number])
    return styles


def coloured(
    board: Board, pieces: Sequence[Piece], *, sides: Sequence[str], region: Collection[int] | None = None
) -> Text:
    """The same letters as `drawing.text_map`, painted."""
    lines = drawing.text_map(board, pieces, region=region, sides=sides).split("\n")
    shown = [hex for hex in board.here if region is None or hex in region]
    everyone = drawing._all_sides(pieces, sides)
    styles = side_styles(everyone)
    by_letter = {letter: styles[side] for side, letter in drawing._letters(everyone).items()}
    painted = [Text(line) for line in lines]
    cells = {hex: drawing._cell(board, hex) for hex in shown}
    left, top = min((x for x, _ in cells.values()), default=0), min((y for _, y in cells.values()), default=0)
    height = max((y for _, y in cells.values()), default=-1) - top + drawing.HEIGHT + 2 if cells else 0
    for line in painted[:height]:
        line.stylize(WALL)
    for hex, (x, y) in cells.items():
        _paint_cell(painted, x - left + 1, y - top + 1, GROUND.get(board.terrain[hex], OTHER_GROUND), by_letter)
    for line in painted[height:]:
        _paint_words(line, styles)
    return Text("\n").join(painted)


def _paint_cell(painted: list[Text], x: int, y: int, ground: str, by_letter: dict[str, Style]) -> None:
    for row in range(drawing.HEIGHT):
        line = painted[y + row]
        line.stylize(Style(color=ground, dim=False, bold=row == 0), x, x + drawing.WIDTH)
        if row:
            inside = line.plain[x : x + drawing.WIDTH]
            for found in re.finditer(r"(\w):\S+", inside):
                if found[1] in by_letter:
                    line.stylize(by_letter[found[1]], x + found.start(), x + found.end())


def _paint_words(line: Text, styles: dict[str, Style]) -> None:
    """In the key and the list of places: the names of the sides."""
    for side, style in styles.items():
        for found in re.finditer(rf"(?:(?<=: )|(?<=\| )|(?<=^\w )|(?<=   \w )){re.escape(side)}\b", line.plain):
            line.stylize(style, *found.span())
