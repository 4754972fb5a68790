"""The map in SVG: hexes with their terrain, coasts, hexsides, rails, names, counters, boxes and a legend.

It needs nothing from outside: no fonts, no images, no style sheet. Everything lies on a sheet of paper of its own, so
that it looks the same in a dark notebook. `drawing.svg_map` is the way in.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import atan2, degrees, hypot
from xml.sax.saxutils import escape

from grognard.engine import drawing_counters as counters
from grognard.engine import drawing_ground as ground
from grognard.engine.board import Board, Place
from grognard.engine.drawing_counters import HIGH, INK, WIDE, Piece, fitting, num, tag, width_of, words
from grognard.engine.drawing_ground import BATTLE, COAST, CROSSED, GROUNDS, PAPER, STRANGE, WATERS, Point

HEX = 104.0  # from side to side
MARGIN, HEAD = 18.0, 44.0
BOX_WIDE = 4 * (WIDE + 4) + 16
FONT = "Helvetica, Arial, 'Liberation Sans', 'DejaVu Sans', sans-serif"


def draw(
    board: Board,
    groups: Mapping[int | str, Sequence[Piece]],
    *,
    title: str,
    told: str,
    control: Mapping[str, str],
    sides: Sequence[str],
) -> str:
    """The whole picture; `told` is the position in words, for whoever cannot see it."""
    return _Sheet(board, groups, control, sides).whole(title, told)


class _Sheet:
    """A picture in the making: where everything lies on the paper."""

    def __init__(
        self,
        board: Board,
        groups: Mapping[int | str, Sequence[Piece]],
        control: Mapping[str, str],
        sides: Sequence[str],
    ) -> None:
        self.board = board
        self.groups = groups
        self.liveries = counters.liveries(dict.fromkeys([*sides, *(s for s in control.values() if s != "disputed")]))
        self.control = {board.find(name): side for name, side in control.items()}
        corners = [corner for hex in board.here for corner in board.grid.corners(hex)] or [(0.0, 0.0)]
        self.west, self.north = min(x for x, _ in corners), min(y for _, y in corners)
        self.wide = (max(x for x, _ in corners) - self.west) * HEX
        self.high = (max(y for _, y in corners) - self.north) * HEX
        self.strange = sorted({kind for kind in board.terrain if kind and kind not in GROUNDS})

    def whole(self, title: str, told: str) -> str:
        boxes, beside = self._boxes()
        right = MARGIN + self.wide + beside
        wide = max(right + MARGIN, 420)
        legend, bottom = self._legend(HEAD + self.high + 22, wide - 2 * MARGIN)
        body = [
            tag("title", escape(title)),
            tag("desc", escape(told)),
            tag("defs", "".join(self._patterns())),
            tag("rect", width=wide, height=bottom, rx=10, fill=PAPER, stroke="#d8d2c0"),
            words(title, MARGIN, 28, fitting(title, 19, wide - 2 * MARGIN), text_anchor="start", font_weight="bold"),
            tag("g", "".join(self._ground())),
            tag("g", "".join(self._tints())),
            tag("g", "".join(self._networks())),
            tag("g", "".join(self._edges())),
            tag("g", "".join(self._seas())),
            tag("g", "".join(self._battles())),
            tag("g", "".join(self._names())),
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

    def _on_paper(self, point: Point) -> Point:
        return MARGIN + (point[0] - self.west) * HEX, HEAD + (point[1] - self.north) * HEX

    def _centre(self, hex: int) -> Point:
        return self._on_paper(self.board.grid.centre(hex))

    def _outline(self, hex: int, shrunk: float = 1.0) -> str:
        x, y = self.board.grid.centre(hex)
        corners = ((x + (a - x) * shrunk, y + (b - y) * shrunk) for a, b in self.board.grid.corners(hex))
        return " ".join(",".join(map(num, self._on_paper(corner))) for corner in corners)

    def _side(self, a: int, b: int) -> tuple[Point, Point]:
        """The two ends of the side between two hexes."""
        direction = self.board.grid.direction_between(a, b)
        corners = self.board.grid.corners(a)
        return self._on_paper(corners[direction]), self._on_paper(corners[(direction + 1) % 6])

    # The land

    def _fill(self, kind: str) -> str:
        known = GROUNDS.get(kind)
        return known.fill if known else STRANGE[self.strange.index(kind) % len(STRANGE)]

    def _patterns(self) -> list[str]:
        return [
            tag(
                "pattern",
                tag("rect", width=24, height=24, fill=known.fill) + known.pattern,
                id=f"grognard-{kind}",
                width=24,
                height=24,
                patternUnits="userSpaceOnUse",
            )
            for kind, known in GROUNDS.items()
            if known.pattern and kind in self.board.terrain
        ]

    def _paint(self, kind: str) -> str:
        return f"url(#grognard-{kind})" if kind in GROUNDS and GROUNDS[kind].pattern else self._fill(kind)

    def _ground(self) -> list[str]:
        return [
            tag(
                "polygon",
                tag("title", escape(f"{self.board.labels[hex]} {self.board.names[hex]}, {self.board.terrain[hex]}")),
                points=self._outline(hex),
                fill=self._paint(self.board.terrain[hex]),
                stroke="#8c8877",
                stroke_width=0.7,
                data_hex=self.board.labels[hex],
            )
            for hex in self.board.here
        ]

    def _tints(self) -> list[str]:
        """Whose a hex is: a band inside its border, and a touch of colour."""
        drawn = []
        for place, side in self.control.items():
            if place is not None and self.board.mask >> place & 1:
                livery = self.liveries.get(side)
                drawn.append(ground.tint(self._outline(place, 0.91), livery.hidden if livery else ""))
        return drawn

    def _edges(self) -> list[str]:
        """Coasts first, then whatever else lies on hexsides."""
        board, coasts, features = self.board, "", []
        for a in board.here:
            for b in board.neighbours[a]:
                if a < b:
                    wet = [board.terrain[hex] in WATERS for hex in (a, b)]
                    kinds, ends = board.side(a, b), self._side(a, b)
                    if wet[0] != wet[1]:
                        coasts += "M{} {}L{} {}".format(*(num(value) for end in ends for value in end))
                    elif not any(wet) and kinds & CROSSED:
                        features.append(ground.band(*ends))
                    features += self._crossing(a, b, kinds)
                    features += [ground.line(*ends, ground.edge(kind)) for kind in sorted(kinds - CROSSED)]
        for river in board.rivers:
            if "major" in river.kind:
                features += [ground.line(*self._side(a, b), ground.edge("major river")) for a, b in river.sides]
            features.append(self._river_name(river.name, river.sides))
        return [tag("path", d=coasts, fill="none", stroke=COAST, stroke_width=3, stroke_linecap="round"), *features]

    def _crossing(self, a: int, b: int, kinds: frozenset[str]) -> list[str]:
        """Arrows where one may cross the water, dashes for a ferry."""
        (x1, y1), (x2, y2) = here, there = self._centre(a), self._centre(b)
        at = f"translate({num((x1 + x2) / 2)} {num((y1 + y2) / 2)}) rotate({num(degrees(atan2(y2 - y1, x2 - x1)))})"
        drawn = [ground.dashed(here, there)] if "ferry" in kinds else []
        if "strait" in kinds:
            aside = " translate(0 -15)" if "ferry" in kinds else ""
            drawn.append(tag("g", ground.arrows(), transform=at + aside))
        return drawn

    def _river_name(self, name: str, sides: Sequence[tuple[int, int]]) -> str:
        if not sides:
            return ""
        (x1, y1), (x2, y2) = sorted(self._side(*sides[len(sides) // 2]))
        turn = degrees(atan2(y2 - y1, x2 - x1))
        at = f"translate({num((x1 + x2) / 2)} {num((y1 + y2) / 2)}) rotate({num(turn)})"
        return tag("g", ground.halo(name, 0, -4, 8.5, fill="#2f6f9c", font_style="italic"), transform=at)

    def _networks(self) -> list[str]:
        drawn = []
        for name, linked in self.board.networks.items():
            for a in self.board.here:
                for b in linked[a]:
                    if a < b and "ferry" not in self.board.side(a, b):
                        drawn.append(ground.way(self._centre(a), self._centre(b), self._way_colour(name)))
        return drawn

    def _way_colour(self, name: str) -> str:
        others = [other for other in self.board.networks if "rail" not in other]
        return ground.LINES[others.index(name) % len(ground.LINES)] if name in others else ""

    # Names

    def _seas(self) -> list[str]:
        """The names of seas, each in the emptiest of its hexes that lies near its middle."""
        drawn = []
        taken = {place.at for place in self.board.places.values()} | {at for at in self.groups if isinstance(at, int)}
        for area in self.board.areas.values():
            open_water = [hex for hex in area.hexes if self.board.terrain[hex] in WATERS and hex not in taken]
            if not open_water:
                continue
            centres = [self._centre(hex) for hex in open_water]
            x = sum(x for x, _ in centres) / len(centres)
            y = sum(y for _, y in centres) / len(centres)
            best = min(open_water, key=lambda hex: hypot(self._centre(hex)[0] - x, self._centre(hex)[1] - y))
            taken.add(best)
            x, y = self._centre(best)
            lines = area.name.split()
            size = min(fitting(line, 13, HEX * 0.95) for line in lines)
            for number, line in enumerate(lines):
                across = y + 5 + (number - (len(lines) - 1) / 2) * 15
                drawn.append(words(line, x, across, size, fill="#2c5f82", font_style="italic", letter_spacing="0.6"))
        return drawn

    def _names(self) -> list[str]:
        drawn = []
        for hex in self.board.here:
            x, y = self._centre(hex)
            drawn.append(words(self.board.labels[hex], x, y - 42, 8.5, fill="#5d5b50"))
        towns: dict[int, list[Place]] = {}
        for place in self.board.places.values():
            towns.setdefault(place.at, []).append(place)
        for hex, there in towns.items():
            name = ", ".join(place.name for place in there)
            x, y = self._centre(hex)
            mark, room = ground.town(there[0].kind)
            size = fitting(name, 12.5, HEX * 0.82 - room)
            left = x - (width_of(name, size) * 0.95 + room) / 2
            drawn.append(tag("g", mark, transform=f"translate({num(left + 4)} {num(y + 36.5)})"))
            drawn.append(ground.halo(name, left + room, y + 41, size, font_weight="bold", text_anchor="start"))
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
        return tag("g", counters.counter(piece, self.liveries[piece["side"]]), transform=at)

    def _boxes(self) -> tuple[list[str], float]:
        """The off-map boxes, and places that the board does not know, in columns beside the map."""
        names = {place.at: name for name, place in self.board.boxes.items()}
        held: dict[str, Sequence[Piece]] = {name: self.groups.get(at, ()) for at, name in names.items()}
        held |= {
            place if isinstance(place, str) else self.board.names[place]: there
            for place, there in self.groups.items()
            if isinstance(place, str) or (place not in names and not self.board.mask >> place & 1)
        }
        drawn, x, y = [], 2 * MARGIN + self.wide, HEAD
        for name, there in held.items():
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
        """Samples of whatever is on the sheet, flowing from left to right; returns where the sheet ends."""
        drawn, x, y = [], MARGIN, top
        for sample, label in self._samples():
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
        samples += [(_swatch(self._paint(kind), "#8c8877", 0.7), kind) for kind in grounds]
        for kind in sorted({kind for kinds in board.sides.values() for kind in kinds}):
            samples.append((ground.edge_sample(kind), f"{kind} side" if kind in grounds else kind))
        samples += [(ground.way((1, 0), (29, 0), self._way_colour(name)), name) for name in board.networks]
        if self._battles():
            samples.append((_swatch("none", BATTLE, 3), "battle"))
        for side in dict.fromkeys(self.control.values()):
            livery = self.liveries.get(side)
            held = ground.tint("2,-8 28,-8 28,8 2,8", livery.hidden if livery else "")
            samples.append((held, f"held by {side}" if livery else side))
        return samples


def _swatch(fill: str, stroke: str, width: float) -> str:
    return tag("rect", x=2, y=-9, width=26, height=18, fill=fill, stroke=stroke, stroke_width=width)
