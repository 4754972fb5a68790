"""How a map is written down: the tables of a map file, and the reading of its letters, sides and chains.

The file looks like the map: a letter per hex, one line per row of pointy-topped hexes or per column of flat-topped
ones. Boards are made from it in `board.py`; here everything that cannot be a map is refused.
"""

import unicodedata
from typing import Literal

import msgspec

from grognard.engine.beyond import Spot, spot_at
from grognard.engine.drawn import Drawn
from grognard.engine.files import Document
from grognard.engine.hexes import NOWHERE, Grid, Orientation
from grognard.engine.kinds import Json


class _Strict(msgspec.Struct, forbid_unknown_fields=True):
    """A table that knows all its keys."""


class Named(msgspec.Struct):
    """An entry with a name, a kind, and whatever else its author wants to say."""

    name: str
    kind: str = ""


class GridTable(_Strict):
    """The grid and its printed numbering."""

    orientation: Literal["pointy", "flat"]
    columns: int
    rows: int
    first: tuple[int, int] = (0, 0)
    shift: Literal["odd", "even"] = "odd"
    label: str = "{column:02}{row:02}"
    columns_grow: Literal["east", "west"] = "east"


class MapSheet(_Strict):
    """A printed sheet: which rows and columns of the grid it covers, and what it prints on its hexes."""

    name: str
    label: str
    rows: tuple[int, int] | None = None
    columns: tuple[int, int] | None = None
    first: tuple[int, int] | None = None
    """The column and row that it prints in its north-west corner, if not those of the grid."""


class Letters(_Strict):
    """A letter per hex, and what the letters mean."""

    key: dict[str, str]
    rows: str = ""
    columns: str = ""


class RiverEntry(_Strict):
    """A river, hexside by hexside."""

    name: str
    sides: str
    kind: str = msgspec.field(name="class", default="")


class AreaEntry(Named, kw_only=True):
    """Hexes, and perhaps boxes, under one name. Without a kind it is for the rules only."""

    hexes: str
    title: str = ""
    boxes: list[str] = []


class PlaceEntry(Named, kw_only=True):
    """A name on the map."""

    hex: str


class Way(_Strict):
    """A link between a box and another place."""

    to: str
    cost: int = 1
    kind: str = ""


class BoxEntry(Named):
    """An off-map box; it may have a spot, or lie along a whole line, beyond the hexes."""

    links: list[Way] = []
    spot: tuple[int, int] | None = None  # column and row, counted on from the grid
    line: int | None = None  # the row of pointy-topped hexes, the column of flat-topped ones


class SecondLabel(_Strict):
    """Another printed number of a hex, where sheets overlap."""

    label: str
    hex: str


class MapFile(_Strict):
    """The whole file."""

    schema: Literal[1]
    id: str
    source: Literal["printed", "reported", "reconstructed"]
    grid: GridTable
    terrain: Letters
    title: str = ""
    note: str = ""
    nation: Letters | None = None
    sheet: list[MapSheet] = []
    sides: dict[str, str | dict[str, str]] = {}
    river: list[RiverEntry] = []
    networks: dict[str, str] = {}
    area: list[AreaEntry] = []
    place: list[PlaceEntry] = []
    box: list[BoxEntry] = []
    label: list[SecondLabel] = []
    drawn: Drawn = Drawn()
    extra: Json = {}


def fold(text: str) -> str:
    """A name without case, blanks and accents, so that "palermoe1" is "Palermo E1"."""
    plain = unicodedata.normalize("NFKD", text).casefold()
    return "".join(letter for letter in plain if not letter.isspace() and not unicodedata.combining(letter))


class Draft:
    """A map being read: its grid, its terrain, and what its places are called so far."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.file = document.shaped(MapFile)
        self.grid = self._grid(self.file.grid)
        self.size = self.grid.size + len(self.file.box)
        self.known: dict[str, int] = {}
        self.sheets = [self._covered(sheet) for sheet in self.file.sheet]
        self.labels, self.second_labels = self._labels()
        self.terrain = self._letters("terrain", self.file.terrain)
        self.nation = self._nation()
        self.here = tuple(hex for hex in range(self.grid.size) if self.terrain[hex])
        self.towards = tuple(self._around(place) for place in range(self.size))

    def call(self, name: str, place: int, *keys: str | int) -> None:
        """Give a place a name that no other has."""
        if fold(name) in self.known or not fold(name):
            what = f"two places are called {name}" if name else "a place has no name"
            raise self.document.wrong(what, "give each place a name of its own", *keys)
        self.known[fold(name)] = place

    def hex(self, text: str, *keys: str | int, word: str = "") -> int:
        """The hex with this label, which must exist."""
        place = self.known.get(fold(text), NOWHERE)
        if not 0 <= place < self.grid.size:
            remedy = "use the printed number of a hex that has a letter in [terrain]"
            raise self.document.wrong(f"there is no hex {text}", remedy, *keys, word=word or text)
        return place

    def box(self, name: str, *keys: str | int) -> int:
        """The box with this name, which must exist."""
        boxes = [box.name for box in self.file.box]
        if name not in boxes:
            raise self.document.wrong(f"there is no box {name}", "name a [[box]] of this map", *keys, word=name)
        return self.grid.size + boxes.index(name)

    def hexes(self, text: str, *keys: str | int) -> tuple[int, ...]:
        """A list of labels."""
        return tuple(self.hex(word, *keys) for word in text.split())

    def sides(self, text: str, *keys: str | int) -> tuple[tuple[int, int], ...]:
        """A list of hexsides such as 1927/E or 1927/2027, as pairs of hexes."""
        return tuple(self._side(word, *keys) for word in text.split())

    def chains(self, text: str, *keys: str | int) -> list[tuple[int, int]]:
        """The links of chains such as 1527-1628-1629."""
        links = []
        for chain in text.split():
            labels = chain.split("-")
            hexes = [self.hex(label, *keys, word=chain) for label in labels]
            if len(hexes) < 2:
                remedy = "a chain is two or more hexes joined by hyphens"
                raise self.document.wrong(f"{chain} links nothing", remedy, *keys, word=chain)
            for here, there in zip(range(len(hexes)), range(1, len(hexes)), strict=False):
                if hexes[there] not in self.towards[hexes[here]]:
                    what = f"{labels[here]} and {labels[there]} do not touch"
                    raise self.document.wrong(what, "name the hexes between them", *keys, word=chain)
                links.append((hexes[here], hexes[there]))
        return links

    def _side(self, text: str, *keys: str | int) -> tuple[int, int]:
        label, _, name = text.rpartition("/")
        beyond = self.known.get(fold(name), NOWHERE)
        if (name.upper() not in self.grid.directions and beyond == NOWHERE) or not label:
            remedy = f"write hex/side with one of {' '.join(self.grid.directions)}, or hex/hex"
            raise self.document.wrong(f"{text} is not a hexside", remedy, *keys, word=text)
        hex = self.hex(label, *keys, word=text)
        if name.upper() not in self.grid.directions:
            if beyond not in self.towards[hex]:
                raise self.document.wrong(f"{label} and {name} do not touch", "name two neighbours", *keys, word=text)
            return hex, beyond
        other = self.towards[hex][self.grid.direction(name)]
        if other == NOWHERE:
            remedy = "remove it, or give that hex a letter in [terrain]"
            raise self.document.wrong(f"there is no hex beyond {text}", remedy, *keys, word=text)
        return hex, other

    def _around(self, place: int) -> tuple[int, ...]:
        if place >= self.grid.size or not self.terrain[place]:
            return (NOWHERE,) * 6
        around = (self.grid.towards(place, direction) for direction in range(6))
        return tuple(hex if hex != NOWHERE and self.terrain[hex] else NOWHERE for hex in around)

    def _grid(self, table: GridTable) -> Grid:
        if table.columns < 1 or table.rows < 1:
            raise self.document.wrong("the grid has no hexes", "give it at least one row and one column", "grid")
        orientation = Orientation(table.orientation)
        column, row = table.first
        self._formed(table.label, "grid", "label")
        return Grid(orientation, table.columns, table.rows, column, row, table.shift, table.label, table.columns_grow)

    def _formed(self, form: str, *keys: str | int) -> None:
        try:
            form.format(column=0, row=0)
        except (LookupError, ValueError, AttributeError):
            remedy = 'write it as "{column:02}{row:02}"'
            raise self.document.wrong(f"{form} is not a form for labels", remedy, *keys) from None

    def _labels(self) -> tuple[tuple[str, ...], list[tuple[str, int]]]:
        """The label of every hex, on the first sheet that has it, and what further sheets print on it."""
        first: dict[int, str] = {}
        further = []
        for number, (sheet, covered) in enumerate(zip(self.file.sheet, self.sheets, strict=True)):
            self._formed(sheet.label, "sheet", number, "label")
            if not covered:
                what = f"sheet {sheet.name} has no hex"
                raise self.document.wrong(what, "give the rows and columns of the grid that it covers", "sheet", number)
            for hex, (column, row) in covered.items():
                label = sheet.label.format(column=column, row=row)
                if first.setdefault(hex, label) != label:
                    further.append((label, hex))
        return tuple(first.get(hex) or self.grid.label(hex) for hex in range(self.grid.size)), further

    def _covered(self, sheet: MapSheet) -> dict[int, tuple[int, int]]:
        """The hexes of a sheet with the column and row that it prints on each."""
        inside = self.grid.between(sheet.rows, sheet.columns)
        if not inside or sheet.first is None:
            return inside
        corner = next(iter(inside.values()))
        right, down = sheet.first[0] - corner[0], sheet.first[1] - corner[1]
        return {hex: (column + right, row + down) for hex, (column, row) in inside.items()}

    def spot(self, number: int) -> Spot | None:
        """Where a box lies beyond the hexes, if the file says so."""
        box, grid = self.file.box[number], self.grid
        if box.spot and box.line is not None:
            raise self.document.wrong(f"box {box.name} has a spot and a line", "give it one of them", "box", number)
        if box.line is not None:
            spot = spot_at(grid, line=box.line)
            if 0 <= spot.line < self._lines():
                what = f"the line of box {box.name} is on the grid"
                raise self.document.wrong(what, "give it one beyond the hexes", "box", number, "line")
            return spot
        if box.spot is None:
            return None
        spot = spot_at(grid, *box.spot)
        if any(grid.spot(hex) == spot for hex in self.here):
            what = f"the spot of box {box.name} is a hex"
            raise self.document.wrong(what, "give it one beyond the hexes", "box", number, "spot")
        return spot

    def _nation(self) -> tuple[str, ...]:
        if self.file.nation is None:
            return ("",) * self.size
        nation = self._letters("nation", self.file.nation)
        for place in range(self.grid.size):
            if nation[place] and not self.terrain[place]:
                what = f"{self.labels[place]} has a nation but no terrain"
                raise self.document.wrong(what, 'write "-" there, or give it a letter in [terrain]', "nation")
        return nation

    def _letters(self, table: str, letters: Letters) -> tuple[str, ...]:
        """A word per place; rows that are not listed, boxes and "-" have none."""
        grid = self.grid
        pointy = grid.orientation is Orientation.POINTY
        kind, text = ("row", letters.rows) if pointy else ("column", letters.columns)
        if not text.strip():
            remedy = f"a {grid.orientation}-topped map needs `{kind}s` with one line per {kind}"
            raise self.document.wrong(f"[{table}] has no {kind}s", remedy, table)
        if "-" in letters.key:
            raise self.document.wrong('"-" always means no hex', "choose another letter", table, "key")
        count, length = self._lines(), grid.columns if pointy else grid.rows
        missing = set(range(count))
        words = {"-": "", **letters.key}
        found = [""] * self.size
        for number, content in enumerate(text.splitlines(), self.document.first_line_of(table, f"{kind}s")):
            cells = content.split() if "#" in letters.key else content.partition("#")[0].split()
            if not cells:
                continue
            name, *cells = cells
            line = self._line(name)
            if line not in missing:
                what = f"{kind} {name} of [{table}] is not on the grid or is given twice"
                raise self.document.wrong(what, f"begin each line with its printed {kind} number, once", line=number)
            missing.remove(line)
            if len(cells) != length:
                what = f"{kind} {name} of [{table}] has {len(cells)} letters where the grid has {length}"
                raise self.document.wrong(what, 'give one letter per hex, "-" where there is none', line=number)
            for position, letter in enumerate(cells):
                if letter not in words:
                    what = f"unknown letter {letter} in {kind} {name} of [{table}]"
                    raise self.document.wrong(what, "add it to the key or correct it", line=number)
                place = line * grid.columns + position if pointy else position * grid.columns + line
                found[place] = words[letter]
        return tuple(found)

    def _lines(self) -> int:
        """How many rows of pointy-topped hexes there are, or columns of flat-topped ones."""
        return self.grid.rows if self.grid.orientation is Orientation.POINTY else self.grid.columns

    def _line(self, name: str) -> int:
        """The line with this printed number, or with its number on a sheet (15B:02)."""
        sheet, _, number = name.rpartition(":")
        if not number.isdecimal():
            return NOWHERE
        if not sheet:
            numbers = (line for line in range(self._lines()) if self.grid.printed_line(line) == int(number))
            return next(numbers, NOWHERE)
        which = self.grid.orientation is Orientation.POINTY
        for entry, covered in zip(self.file.sheet, self.sheets, strict=True):
            hexes = (hex for hex, printed in covered.items() if printed[which] == int(number))
            if entry.name == sheet and (hex := next(hexes, NOWHERE)) != NOWHERE:
                return self.grid.spot(hex)[1]
        return NOWHERE
