"""The map in SVG with everything on it: the land, who holds what, counters, boxes and a legend.

It needs nothing from outside: no fonts, no images, no style sheet. Everything lies on paper of its own, so
that it looks the same in a dark notebook. `drawing.svg_map` is the way in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from xml.sax.saxutils import escape

from grognard.drawing import counters as counters
from grognard.drawing import legend as legend
from grognard.drawing.counters import HIGH, INK, WIDE, Piece, fitting, num, tag, width_of, words
from grognard.drawing.land import ground
from grognard.drawing.layout import NUMBER, Point, layout_of
from grognard.drawing.palette import LIGHT
from grognard.engine.board import Board
from grognard.engine.drawn import narrowed
from grognard.engine.looks import Looks

BATTLE, DISPUTED = "#c0262d", "#8a3ba0"
MARGIN, HEAD = 18.0, 44.0
BOX_WIDE = 4 * (WIDE + 4) + 16
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def draw(
    board: Board,
    groups: Mapping[int | str, Sequence[Piece]],
    *,
    title: str,
    description: str,
    control: Mapping[str, str],
    sides: Sequence[str],
    looks: Looks,
    tell: Callable[[str], str] = str,
) -> str:
    """The whole picture; `description` is the position in words, for whoever cannot see it."""
    return _Picture(board, groups, control, sides, looks, tell).whole(title, description)


class _Picture:
    """A picture in the making: where everything lies on the paper."""

    def __init__(
        self,
        board: Board,
        groups: Mapping[int | str, Sequence[Piece]],
        control: Mapping[str, str],
        sides: Sequence[str],
        looks: Looks,
        tell: Callable[[str], str],
    ) -> None:
        self.tell = tell
        self.board = board
        self.groups = groups
        self.liveries = counters.liveries(
            dict.fromkeys([*sides, *(s for s in control.values() if s != "disputed")]), looks
        )
        self.control = {board.find(name): side for name, side in control.items()}
        self.land = layout_of(board)
        self.wide, self.high = self.land.width, self.land.height

    def whole(self, title: str, description: str) -> str:
        boxes, beside = self._boxes()
        right = MARGIN + self.wide + beside
        wide = max(right + MARGIN, 420)
        legend, bottom = self._legend(HEAD + self.high + 22, wide - 2 * MARGIN)
        body = [
            tag("title", escape(title)),
            tag("desc", escape(description)),
            tag("rect", width=wide, height=bottom, rx=10, fill=LIGHT.paper, stroke="#d8d2c0"),
            words(title, MARGIN, 28, fitting(title, 19, wide - 2 * MARGIN), text_anchor="start", font_weight="bold"),
            tag("svg", ground(self.board), x=MARGIN, y=HEAD, width=self.wide, height=self.high),
            tag("g", "".join(self._hexes())),
            tag("g", "".join(self._tints())),
            tag("g", "".join(self._battles())),
            tag("g", "".join(self._stacks())),
            *boxes,
            *legend,
        ]
        return tag(
            "svg",
            "\n".join(part for part in body if part),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {num(wide)} {num(bottom)}",
            width=num(wide),
            height=num(bottom),
            style="max-width:100%;height:auto",
            role="img",
            aria_label=title,
            font_family=FONT,
            fill=INK,
        )

    # Where things lie

    def _centre(self, hex: int) -> Point:
        x, y = self.land.centre(hex)
        return x + MARGIN, y + HEAD

    def _outline(self, hex: int, shrunk: float = 1.0) -> str:
        return " ".join(f"{num(x + MARGIN)},{num(y + HEAD)}" for x, y in self.land.outline(hex, shrunk))

    # The land

    def _hexes(self) -> list[str]:
        """The number of every hex, and what the pointer shows about it."""
        drawn = []
        for hex in self.board.here:
            x, y = self._centre(hex)
            about = f"{self.board.labels[hex]} {self.board.names[hex]}, {self.tell(self.board.terrain[hex])}"
            drawn.append(words(self.board.labels[hex], x, y - NUMBER, 8.5, fill=LIGHT.faint))
            drawn.append(
                tag(
                    "polygon",
                    tag("title", escape(about)),
                    points=self._outline(hex),
                    fill_opacity="0",
                    data_hex=self.board.labels[hex],
                )
            )
        return drawn

    def _tints(self) -> list[str]:
        """Who owns a hex: a band inside its border, and a touch of colour."""
        drawn = []
        for place, side in self.control.items():
            if place is not None and self.board.mask >> place & 1:
                livery = self.liveries.get(side)
                drawn.append(_tint(self._outline(place, 0.91), livery.hidden if livery else ""))
        return drawn

    # Pieces

    def _battles(self) -> list[str]:
        return [
            tag(
                "polygon",
                points=self._outline(place),
                fill="none",
                stroke=BATTLE,
                stroke_width=4,
                stroke_linejoin="round",
            )
            for place, there in self.groups.items()
            if isinstance(place, int) and self.board.mask >> place & 1 and len({piece["side"] for piece in there}) > 1
        ]

    def _stacks(self) -> list[str]:
        drawn = []
        for place, there in self.groups.items():
            if isinstance(place, int) and self.board.mask >> place & 1:
                x, y = self._centre(place)
                stack = counters.arrange(there)
                parts = [self._counter(spot.piece, spot.x, spot.y) for spot in stack.spots]
                parts += [
                    tag("circle", cx=bx, cy=by, r=6.5, fill=INK, stroke="#fff", stroke_width=1)
                    + words(str(many), bx, by + 3.2, 9, fill="#fff", font_weight="bold")
                    for bx, by, many in stack.badges
                ]
                at = f"translate({num(x)} {num(y - 3)}) scale({stack.scale:.2f})"
                drawn.append(tag("g", "".join(parts), transform=at))
        return drawn

    def _counter(self, piece: Piece, x: float, y: float) -> str:
        at = f"translate({num(x)} {num(y)})"
        return tag("g", counters.counter(piece, self.liveries[piece["side"]], self.tell), transform=at)

    def _boxes(self) -> tuple[list[str], float]:
        """The off-map boxes, and places that are not on the board, in columns beside the map."""
        names = {place.at: name for name, place in self.board.boxes.items()}
        held: dict[str, Sequence[Piece]] = {name: self.groups.get(at, ()) for at, name in names.items()}
        held |= {
            place if isinstance(place, str) else self.board.names[place]: there
            for place, there in self.groups.items()
            if isinstance(place, str) or (place not in names and not self.board.mask >> place & 1)
        }
        drawn, x, y = [], 2 * MARGIN + self.wide, HEAD
        for name, there in ((self.tell(name), there) for name, there in held.items()):
            rows = max(1, -(-len(there) // 4)) if there else 0
            high = 26 + rows * (HIGH + 4) + (4 if rows else 0)
            if y > HEAD and y + high > HEAD + self.high:
                x, y = x + BOX_WIDE + 10, HEAD
            drawn.append(tag("rect", x=x, y=y, width=BOX_WIDE, height=high, rx=6, fill="#efe9d8", stroke="#a39c86"))
            drawn.append(
                words(name, x + 9, y + 17, fitting(name, 12.5, BOX_WIDE - 18), text_anchor="start", font_weight="bold")
            )
            for number, piece in enumerate(there):
                row, column = divmod(number, 4)
                drawn.append(self._counter(piece, x + 9 + column * (WIDE + 4), y + 26 + row * (HIGH + 4)))
            y += high + 10
        return drawn, x + BOX_WIDE - (MARGIN + self.wide) if held else 0.0

    # The legend

    def _legend(self, top: float, room: float) -> tuple[list[str], float]:
        """Samples of whatever is in the picture, flowing from left to right; returns where they end."""
        drawn, x, y = [], MARGIN, top
        for sample, label in ((sample, self.tell(label)) for sample, label in self._samples()):
            wide = 36 + width_of(label, 11) + 16
            if x > MARGIN and x + wide > MARGIN + room:
                x, y = MARGIN, y + 28
            drawn.append(tag("g", sample, transform=f"translate({num(x)} {num(y)})"))
            drawn.append(words(label, x + 35, y + 4, 11, text_anchor="start"))
            x += wide
        return drawn, y + 26

    def _samples(self) -> list[tuple[str, str]]:
        """Small drawings from 0 to 30 across, round a height of 0, and what they mean."""
        pieces = [piece for there in self.groups.values() for piece in there]
        board, faces = self.board, [piece["face"] for piece in pieces if piece.get("face")]
        samples = [(counters.sample(livery), side) for side, livery in self.liveries.items()]
        if len(faces) < len(pieces):
            samples.append((counters.sample(None), "face down"))
        for kind in sorted({str(face.get("kind") or "") for face in faces} - {""}):
            samples.append((tag("g", counters.symbol(kind), transform="translate(5 -7)"), kind))
        for mark in sorted({str(mark) for piece in pieces for mark in piece.get("marks", ())}):
            samples.append((counters.mark_dot(mark, 15, 0, 6), mark))
        grounds = sorted({board.terrain[hex] for hex in board.here})
        samples += [(legend.terrain_sample(kind, LIGHT, board.drawn), kind) for kind in grounds]
        for kind in sorted({kind for kinds in set(board.sides.values()) for kind in narrowed(kinds)}):
            sample = legend.side_sample(kind, LIGHT, board.drawn)
            samples.append((sample, f"{kind} side" if kind in grounds else kind))
        samples += [(legend.way_sample(board, name, LIGHT), name) for name in board.networks]
        samples += self._towns()
        if self._battles():
            frame = tag("rect", x=2, y=-9, width=26, height=18, fill="none", stroke=BATTLE, stroke_width=3)
            samples.append((frame, "battle"))
        for side in dict.fromkeys(self.control.values()):
            livery = self.liveries.get(side)
            held = _tint("2,-8 28,-8 28,8 2,8", livery.hidden if livery else "")
            samples.append((held, f"held by {side}" if livery else side))
        return samples

    def _towns(self) -> list[tuple[str, str]]:
        """The marks of places and ports for which the map file names a drawing."""
        drawn, places = self.board.drawn, self.board.places.values()
        kinds, sizes = {place.kind for place in places}, {str(place.extra.get("port")) for place in places}
        return [
            *((legend.place_sample(kind, LIGHT, drawn), kind) for kind in drawn.places if kind in kinds),
            *((legend.port_sample(size, LIGHT, drawn), f"{size} port") for size in drawn.ports if size in sizes),
        ]


def _tint(points: str, colour: str) -> str:
    """A hex that somebody holds; without a colour, one that is disputed."""
    shown = {"points": points, "stroke_width": "3.5", "stroke_opacity": "0.55", "stroke_linejoin": "round"}
    if colour:
        return tag("polygon", fill=colour, fill_opacity="0.1", stroke=colour, **shown)
    return tag("polygon", fill=DISPUTED, fill_opacity="0.12", stroke=DISPUTED, stroke_dasharray="7 5", **shown)
