"""Pictures of a position: as plain text for a terminal, and as SVG for a browser or a notebook.

Both are drawn from a board and from pieces as a view lists them: where a piece is, whose it is, and its face, or None
where it lies face down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from grognard.drawing.counters import Piece, described
from grognard.drawing.svg import draw
from grognard.engine import agenda, views
from grognard.engine.board import Board
from grognard.engine.hexes import Orientation
from grognard.engine.kinds import Json
from grognard.engine.looks import Looks

if TYPE_CHECKING:
    from grognard.engine.match import Match

Tell = Callable[[str], str]
"""Puts a word that was made in English into another language."""

PLAIN = Looks()
"""Of a game that does not say how it looks."""
WIDTH, HEIGHT = 9, 3  # of a cell, without its walls
WATERS = {"sea", "lake", "ocean"}
SIGNS = {
    "clear": ".", "plain": ".", "sea": "~", "lake": "=", "hill": "h", "mountain": "^", "forest": "f", "woods": "f",
    "marsh": "m", "swamp": "m", "desert": ":", "rough": "r", "city": "#",
}  # fmt: skip


# Matches


def text(match: Match) -> str:
    """The whole position in words and letters, nothing hidden, and who decides about what."""
    world = match.state.world
    head = f"{match.game.title}, {_scenario(match)}: {match.game.when(match.state)}"
    picture = text_map(world.board, everything(match), sides=match.sides)
    return "\n\n".join([head, picture, "\n".join(_to_decide(match))]) + "\n"


def svg(match: Match, side: str | None = None, language: str = "en") -> str:
    """The position as a side may see it, as SVG; without a side, everything."""
    seen = shown(match, side, language)
    if side is None:
        seen["pieces"] = everything(match)
    return svg_map(match.state.world.board, **seen, looks=match.game.looks(), tell=match.game.words_in(language).tell)


def shown(match: Match, side: str | None, language: str = "en") -> Json:
    """What the picture shows of a position, as a side (None: a spectator) may see it: what `svg_map` takes, as data."""
    seen = match.view(side)
    words = match.game.words_in(language)
    title = f"{match.game.title}, {words.title(_scenario(match))}: {words.tell(match.game.when(match.state))}"
    control = seen["tracks"].get("control")
    return {
        "pieces": seen["pieces"],
        "title": title if side is None else f"{title} {words.tell(f'(as {side} sees it)')}",
        "control": control if isinstance(control, Mapping) else None,
        "sides": match.sides,
    }


def everything(match: Match) -> list[Json]:
    """All pieces, each as its own side knows it, with what stands on that side's sheet while a decision is sealed."""
    game, s = match.game, match.state
    pieces = [piece for piece in game.pieces(s, None) if piece["side"] not in game.sides]
    for side in game.sides:
        index = match.side_index(side)
        pieces += [piece for piece in game.pieces(agenda.draft(s, index), index) if piece["side"] == side]
    return pieces


def _scenario(match: Match) -> str:
    known = match.game.scenarios().get(match.scenario)
    return known.title if known else match.scenario


def _to_decide(match: Match) -> list[str]:
    if match.outcome is not None:
        who = f"{match.outcome.winner} has won" if match.outcome.winner else "nobody has won"
        return [f"It is over: {who} ({match.outcome.cause})."]
    lines = []
    for side in sorted(match.waiting, key=match.side_index):
        asked = match.decision(side)
        if asked:
            lines.append(f"{side} decides: {asked.text}" + (f" [{asked.rule}]" if asked.rule else ""))
            lines += [f"  {warning}" for warning in asked.before_ending]
    return lines


# Maps


def svg_map(
    board: Board,
    pieces: Sequence[Piece],
    *,
    title: str = "",
    control: Mapping[str, str] | None = None,
    sides: Sequence[str] = (),
    looks: Looks = PLAIN,
    tell: Tell = str,
) -> str:
    """The map with its pieces as one self-contained SVG. `control` says whose a place is, or "disputed"; `tell` puts
    what is written on it into another language."""
    return draw(
        board,
        grouped(board, pieces),
        title=title or board.title or board.id,
        description="\n".join(listing(board, pieces, tell=tell)) or tell("There are no pieces on the map."),
        control=control or {},
        sides=_all_sides(pieces, sides),
        looks=looks,
        tell=tell,
    )


def text_map(
    board: Board,
    pieces: Sequence[Piece],
    *,
    region: Collection[int] | None = None,
    sides: Sequence[str] = (),
    tell: Tell = str,
) -> str:
    """The map as bricks of letters, one per hex, and below it every place that holds pieces.

    `region` keeps to some of the hexes; `sides` names the sides in their order, so that their letters stay the same
    when one of them has no piece.
    """
    shown = [hex for hex in board.here if region is None or hex in region]
    letters = _letters(_all_sides(pieces, sides))
    signs = _signs(board, {board.terrain[hex] for hex in shown})
    groups = grouped(board, pieces)
    names = {place.at: place.name for place in reversed(list(board.places.values()))}
    canvas: dict[tuple[int, int], str] = {}
    for hex in shown:
        x, y = _cell(board, hex)
        _walls(canvas, x, y)
        first, second = _stacks(groups.get(hex, []), letters)
        sign = signs[board.terrain[hex]]
        wet = _drawn_as(board, board.terrain[hex]) in WATERS and not second
        last = " ".join(sign * (WIDTH // 2 + 1)) if wet else f"{second:<{WIDTH - 1}}{sign}"
        lines = [_short(names.get(hex, board.labels[hex]), WIDTH), first, last]
        for row, line in enumerate(lines, y + 1):
            for column, letter in enumerate(line, x + 1):
                canvas[row, column] = letter
    key = (
        [f"{letter} {tell(side)}" for side, letter in letters.items()],
        [f"{sign} {tell(kind)}" for kind, sign in signs.items()],
    )
    places = listing(board, pieces, region, tell)
    return "\n".join(
        [*_rows(canvas), "", *("   ".join(line) for line in key if line), *([""] if places else []), *places]
    )


def listing(
    board: Board, pieces: Iterable[Piece], region: Collection[int] | None = None, tell: Tell = str
) -> list[str]:
    """The places that hold pieces, each with its pieces in words, side by side."""
    lines = []
    for place, there in grouped(board, pieces).items():
        if region is None or isinstance(place, str) or place in region or place >= board.grid.size:
            name = tell(place) if isinstance(place, str) else board.names[place]
            terrain = "" if isinstance(place, str) else tell(board.terrain[place])
            by_side = (
                f"{tell(side)} " + ", ".join(described(piece, tell) for piece in there if piece["side"] == side)
                for side in dict.fromkeys(piece["side"] for piece in there)
            )
            lines.append(f"{name}{f' ({terrain})' if terrain else ''}: " + " | ".join(by_side))
    return lines


def grouped(board: Board, pieces: Iterable[Piece]) -> dict[int | str, list[Piece]]:
    """The pieces by place, in the order of the board; after them, under their own words, places that it lacks."""
    groups: dict[int | str, list[Piece]] = {}
    for piece in pieces:
        at = str(piece.get("at") or "elsewhere")
        place = board.find(at)
        groups.setdefault(at if place is None else place, []).append(piece)
    return dict(sorted(groups.items(), key=lambda item: (isinstance(item[0], str), item[0])))


def _all_sides(pieces: Iterable[Piece], sides: Sequence[str]) -> list[str]:
    return [*sides, *sorted({piece["side"] for piece in pieces} - set(sides))]


# Bricks


def _cell(board: Board, hex: int) -> tuple[int, int]:
    """Where the top left corner of a hex's cell lies, as column and line of text."""
    row, column = divmod(hex, board.grid.columns)
    if board.grid.orientation is Orientation.POINTY:
        return (WIDTH + 1) * column + (WIDTH + 1) // 2 * board.grid.is_shifted(row), (HEIGHT + 1) * row
    return (WIDTH + 1) * column, (HEIGHT + 1) * row + (HEIGHT + 1) // 2 * board.grid.is_shifted(column)


def _walls(canvas: dict[tuple[int, int], str], x: int, y: int) -> None:
    right, bottom = x + WIDTH + 1, y + HEIGHT + 1
    for column in range(x + 1, right):
        canvas.setdefault((y, column), "-")
        canvas.setdefault((bottom, column), "-")
    for row in range(y + 1, bottom):
        canvas.setdefault((row, x), "|")
        canvas.setdefault((row, right), "|")
    for corner in ((y, x), (y, right), (bottom, x), (bottom, right)):
        canvas[corner] = "+"


def _rows(canvas: Mapping[tuple[int, int], str]) -> list[str]:
    """The canvas cut down to what has been written on it."""
    if not canvas:
        return []
    rows, columns = [row for row, _ in canvas], [column for _, column in canvas]
    across = range(min(columns), max(columns) + 1)
    return [
        "".join(canvas.get((row, column), " ") for column in across).rstrip()
        for row in range(min(rows), max(rows) + 1)
    ]  # fmt: skip


def _short(name: str, width: int) -> str:
    """A name cut to a width, sparing a short last word: "Palerm E1"."""
    if len(name) <= width:
        return name
    head, _, tail = name.rpartition(" ")
    return f"{head[: width - len(tail) - 1].rstrip()} {tail}" if head and len(tail) <= 3 else name[:width]


def _stacks(there: Sequence[Piece], letters: Mapping[str, str]) -> tuple[str, str]:
    """Two lines about the pieces in a hex: by name where the names fit, by number where they do not."""
    widths = (WIDTH, WIDTH - 2)
    by_side = {side: [piece for piece in there if piece["side"] == side] for side in letters}
    stacks = [(letters[side], stack) for side, stack in by_side.items() if stack]
    counts = [f"{letter}:{len(stack)}{'?' * any(p['face'] is None for p in stack)}" for letter, stack in stacks]
    if len(stacks) > 2:
        return " ".join(counts[:2])[: widths[0]], " ".join(counts[2:])[: widths[1]]
    lines = ["", ""]
    for number, (letter, stack) in enumerate(stacks):
        named = f"{letter}:" + ",".join(_tag(piece) for piece in stack)
        lines[number] = named if len(named) <= widths[number] else counts[number]
    return lines[0], lines[1]


def _tag(piece: Piece) -> str:
    face = piece["face"]
    return f"{piece['id']}?" if face is None else str(face.get("name") or piece["id"])


def _letters(sides: Iterable[str]) -> dict[str, str]:
    """A capital for each side, its own first one if it is free."""
    letters: dict[str, str] = {}
    for side in sides:
        wanted = [letter for letter in f"{side}abcdefghijklmnopqrstuvwxyz".upper() if letter.isalnum()]
        letters[side] = next((letter for letter in wanted if letter not in letters.values()), "*")
    return letters


def _drawn_as(board: Board, kind: str) -> str:
    """The one drawing that the map file names for a kind of terrain, or its own name."""
    drawings = board.drawn.terrains(kind)
    return drawings[0] if kind in board.drawn.terrain and len(drawings) == 1 else kind


def _signs(board: Board, kinds: Iterable[str]) -> dict[str, str]:
    """A sign for each kind of terrain: a known one, or a letter that is still free."""
    signs: dict[str, str] = {}
    for kind in sorted(kinds, key=lambda kind: (kind not in SIGNS, kind)):
        wanted = [
            SIGNS.get(kind) or SIGNS.get(_drawn_as(board, kind), ""),
            *kind.lower(),
            *"abcdefghijklmnopqrstuvwxyz",
        ]
        signs[kind] = next((sign for sign in wanted if sign.strip() and sign not in signs.values()), "?")
    return signs
