"""The map: hexes and their sides, places, networks, areas and off-map boxes. It never changes in play.

A place is a small integer: first the hexes of the grid, holes included, then the boxes. Whatever can be asked of every
place is a tuple indexed by it. A board is read from one TOML file that looks like the map (see `mapfile.py`).
"""

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple

import msgspec

from grognard.engine.beyond import Spot, apart, approaches
from grognard.engine.drawn import Drawn
from grognard.engine.files import Document, Source, read_toml
from grognard.engine.geography import Geography
from grognard.engine.hexes import NOWHERE, Grid
from grognard.engine.kinds import Data, Json, Place
from grognard.engine.mapfile import Draft, Named, fold

PLAIN: frozenset[str] = frozenset()
NAMED_FROM = 3  # a hex is called after a place at most this many hexes away


class UnknownPlace(LookupError):
    """No place on the board answers to this text."""

    def __init__(self, text: str, board: str, suggestions: list[str]) -> None:
        hint = f"; did you mean {' or '.join(suggestions)}?" if suggestions else ""
        super().__init__(f"there is no place {text!r} on {board}{hint}")
        self.text = text
        self.suggestions = suggestions


class Landmark(NamedTuple):
    """A named spot: a town, an island, an off-map box."""

    name: str
    at: int
    kind: str
    extra: Data


class Area(NamedTuple):
    """Hexes under one name: a sea, a district. Its mask has its boxes too."""

    name: str
    kind: str  # if it has none, players are not shown it
    hexes: tuple[int, ...]
    mask: int
    extra: Data
    title: str  # what players call it


class River(NamedTuple):
    """A river and the hexsides along which it flows, in the order of the file."""

    name: str
    kind: str
    sides: tuple[tuple[int, int], ...]


class Link(NamedTuple):
    """A way between an off-map box and another place."""

    to: int
    cost: int
    kind: str


@dataclass(frozen=True, eq=False, repr=False)
class Board:
    """The immutable map of a game."""

    id: str
    title: str
    source: str  # printed, reported or reconstructed
    note: str
    grid: Grid
    size: int  # number of places
    labels: tuple[str, ...]  # printed numbers; boxes bear their names
    names: tuple[str, ...]  # "Palermo", "Palermo E1", or the label
    here: tuple[int, ...]  # the hexes that exist
    mask: int  # the same as a bit mask
    terrain: tuple[str, ...]  # "" where there is no hex
    nation: tuple[str, ...]  # "" where there is none
    towards: tuple[tuple[int, ...], ...]  # six each, -1 where there is no hex
    neighbours: tuple[tuple[int, ...], ...]
    sides: Mapping[tuple[int, int], frozenset[str]]  # both ways round; plain sides are left out
    facing: Mapping[str, tuple[tuple[int, int], ...]]  # the sides of each kind, from the hex that the file names first
    rivers: tuple[River, ...]
    networks: Mapping[str, tuple[tuple[int, ...], ...]]
    areas: Mapping[str, Area]
    areas_of: tuple[tuple[str, ...], ...]
    places: Mapping[str, Landmark]
    boxes: Mapping[str, Landmark]
    links: tuple[tuple[Link, ...], ...]
    spots: Mapping[int, Spot]  # where boxes lie beyond the hexes, as far as they have a spot
    approaches: Mapping[int, Mapping[int, int]]  # by such boxes: the hexes on the edge, and how far it is from each
    drawn: Drawn
    extra: Data
    known: Mapping[str, int]  # everything that a place may be called, folded, and its proper name as it is
    geography: Geography | None = None  # what the land is drawn from, if not from the hexes alone

    def __repr__(self) -> str:
        return f"<Board {self.id}: {len(self.here)} hexes, {len(self.boxes)} boxes>"

    def side(self, a: int, b: int) -> frozenset[str]:
        """What lies on the side between two adjacent hexes: river, major river, strait, ...; empty if it is plain."""
        return self.sides.get((a, b), PLAIN)

    def distance(self, a: int, b: int) -> int:
        """How many hexes lie between a hex and another one, or a box that has a spot beyond them."""
        if 0 <= a < self.grid.size and 0 <= b < self.grid.size:
            return self.grid.distance(a, b)
        return apart(self._spot(a), self._spot(b))

    def _spot(self, place: int) -> Spot:
        spot = Spot(*self.grid.spot(place)) if 0 <= place < self.grid.size else self.spots.get(place)
        if spot is None:
            raise ValueError(f"{self.names[place]} is not a hex and has no spot beyond them")
        return spot

    def at(self, text: str) -> Place:
        """The place of this name: a label, a town or box, or "Palermo E1", in any case and with or without blanks."""
        place = self.find(text)
        if place is None:
            called = {fold(name): name for name in (*self.places, *self.boxes, *(self.names[hex] for hex in self.here))}
            close = get_close_matches(fold(text), called, n=3)
            raise UnknownPlace(text, self.id, [called[name] for name in close])
        return place

    def find(self, text: str) -> Place | None:
        """The same, or None if there is no such place."""
        place = self.known.get(text)
        if place is None:
            place = self.known.get(fold(text))
        if place is None:
            place = self._find_by_bearing(text.strip())
        return None if place is None else Place(place)

    def _find_by_bearing(self, text: str) -> int | None:
        """Read "Palermo E1": from a known place so many hexes in a direction."""
        match = re.fullmatch(r"(.*\D)(\d{1,3})", text)
        if not match or len(text) > 80:
            return None
        stem = match[1].rstrip().upper()
        bearings = [name for name in self.grid.directions if stem.endswith(name)]
        bearings.sort(key=lambda name: not stem.removesuffix(name).endswith(" "))  # "Nantes E1" is no "Nante SE1"
        for name in bearings:
            place: int | None = self.find(stem.removesuffix(name))
            steps = int(match[2])
            while steps and place is not None and place != NOWHERE:
                place = self.towards[place][self.grid.direction(name)]
                steps -= 1
            if place is not None and place != NOWHERE:
                return place
        return None


# From the file


def load(source: Source) -> Board:
    """Read a board from its file."""
    return build(read_toml(source))


def build(document: Document) -> Board:
    """A board from a map file that has been read."""
    draft = Draft(document)
    file, grid = draft.file, draft.grid
    labels = draft.labels + tuple(box.name for box in file.box)
    for hex in draft.here:
        draft.call(labels[hex], hex, "grid", "label")
    for label, hex in draft.second_labels:
        if hex in draft.here:
            draft.call(label, hex, "sheet")
    for number, second in enumerate(file.label):
        draft.call(second.label, draft.hex(second.hex, "label", number, "hex"), "label", number, "label")
    hexes = [draft.hex(entry.hex, "place", number, "hex") for number, entry in enumerate(file.place)]
    places = _places(draft, "place", file.place, hexes)
    boxes = _places(draft, "box", file.box, range(grid.size, draft.size))
    rivers = tuple(
        River(river.name, river.kind, draft.sides(river.sides, "river", number, "sides"))
        for number, river in enumerate(file.river)
    )
    for table, kind, name, there in file.drawn.unknown():
        remedy = f"choose one of {', '.join(there)}"
        raise document.wrong(f"no drawing is called {name}", remedy, "drawn", table, kind)
    areas = _areas(draft)
    facing = _facing(draft, rivers)
    spots = {place: spot for place in range(grid.size, draft.size) if (spot := draft.spot(place - grid.size))}
    names = names_of(labels, places, grid, draft.towards, draft.known)
    proper = {names[place]: place for place in (*draft.here, *range(grid.size, draft.size))}
    return Board(
        id=file.id,
        title=file.title,
        source=file.source,
        note=file.note,
        grid=grid,
        size=draft.size,
        labels=labels,
        names=names,
        here=draft.here,
        mask=sum(1 << hex for hex in draft.here),
        terrain=draft.terrain,
        nation=draft.nation,
        towards=draft.towards,
        neighbours=tuple(tuple(hex for hex in around if hex != NOWHERE) for around in draft.towards),
        sides=_sides(facing),
        facing=facing,
        rivers=rivers,
        networks={name: _network(draft, name) for name in file.networks},
        areas=areas,
        areas_of=tuple(
            tuple(area.name for area in areas.values() if area.mask >> place & 1) for place in range(draft.size)
        ),
        places=places,
        boxes=boxes,
        links=_links(draft),
        spots=spots,
        approaches={box: approaches(grid, draft.here, spot) for box, spot in spots.items()},
        drawn=file.drawn,
        extra=file.extra,
        known=draft.known | proper,
    )


def _places(draft: Draft, table: str, entries: Sequence[Named], at: Sequence[int]) -> dict[str, Landmark]:
    """The named places of a table, with whatever more the file says about each."""
    places = {}
    for number, (entry, place) in enumerate(zip(entries, at, strict=True)):
        draft.call(entry.name, place, table, number, "name")
        places[entry.name] = Landmark(entry.name, place, entry.kind, _extra(draft, table, number, entry))
    return places


def _extra(draft: Draft, table: str, number: int, entry: Named) -> Json:
    written: Json = draft.document.data[table][number]
    return {key: value for key, value in written.items() if key not in entry.__struct_fields__}


def _areas(draft: Draft) -> dict[str, Area]:
    areas: dict[str, Area] = {}
    for number, entry in enumerate(draft.file.area):
        if entry.name in areas:
            remedy = "give each area a name of its own"
            raise draft.document.wrong(f"two areas are called {entry.name}", remedy, "area", number, "name")
        hexes = draft.hexes(entry.hexes, "area", number, "hexes")
        boxes = [draft.box(name, "area", number, "boxes") for name in entry.boxes]
        mask = sum(1 << place for place in {*hexes, *boxes})
        extra = _extra(draft, "area", number, entry)
        areas[entry.name] = Area(entry.name, entry.kind, hexes, mask, extra, entry.title or entry.name)
    return areas


def _facing(draft: Draft, rivers: Sequence[River]) -> dict[str, tuple[tuple[int, int], ...]]:
    """The sides of each kind as they are written; one with a class is of two kinds: river and major river."""
    found: dict[str, tuple[tuple[int, int], ...]] = {}

    def add(kind: str, sides: tuple[tuple[int, int], ...], class_: str = "") -> None:
        for name in (kind, f"{class_} {kind}") if class_ else (kind,):
            found[name] = found.get(name, ()) + sides

    for kind, said in draft.file.sides.items():
        for class_, text in {"": said}.items() if isinstance(said, str) else said.items():
            add(kind, draft.sides(text, "sides", kind, *filter(None, [class_])), class_)
    for river in rivers:
        add("river", river.sides, river.kind)
    return found


def _sides(facing: Mapping[str, Sequence[tuple[int, int]]]) -> dict[tuple[int, int], frozenset[str]]:
    """What lies on each side, from both of its hexes."""
    kinds: dict[tuple[int, int], frozenset[str]] = {}
    for kind, sides in facing.items():
        for a, b in sides:
            kinds[a, b] = kinds[b, a] = kinds.get((a, b), PLAIN) | {kind}
    return kinds


def _network(draft: Draft, name: str) -> tuple[tuple[int, ...], ...]:
    linked: list[list[int]] = [[] for _ in range(draft.size)]
    for a, b in draft.chains(draft.file.networks[name], "networks", name):
        if b not in linked[a]:
            linked[a].append(b)
            linked[b].append(a)
    return tuple(tuple(sorted(others)) for others in linked)


def _links(draft: Draft) -> tuple[tuple[Link, ...], ...]:
    """The ways to and from the boxes; each is written once and leads both ways."""
    linked: list[list[Link]] = [[] for _ in range(draft.size)]
    for number, box in enumerate(draft.file.box):
        place = draft.grid.size + number
        for way in box.links:
            to = draft.known.get(fold(way.to))
            if to is None:
                what = f"box {box.name} is linked to {way.to}, which is no place"
                raise draft.document.wrong(
                    what, "name a hex, a place or another box", "box", number, "links", word=way.to
                )
            linked[place].append(Link(to, way.cost, way.kind))
            linked[to].append(Link(place, way.cost, way.kind))
    return tuple(tuple(links) for links in linked)


def names_of(
    labels: Sequence[str],
    places: Mapping[str, Landmark],
    grid: Grid,
    towards: Sequence[Sequence[int]],
    known: Container[str],
) -> tuple[str, ...]:
    """The town, or the nearest place in a straight line over the map ("Palermo E1"), or the label. No two hexes bear
    names that are typed alike: "Pecs W1" is "Pec SW1" without its blank, so neither is used."""
    best: dict[int, tuple[int, str]] = {}
    for place in places.values():
        best.setdefault(place.at, (0, place.name))
    seen: dict[str, int] = {}
    bearings = list(_bearings(places, grid, towards))
    ambiguous = {fold(name) for hex, _, name in bearings if seen.setdefault(fold(name), hex) != hex}
    for hex, steps, name in bearings:
        if steps < best.get(hex, (NAMED_FROM + 1, ""))[0] and fold(name) not in known and fold(name) not in ambiguous:
            best[hex] = (steps, name)
    return tuple(best[place][1] if place in best else label for place, label in enumerate(labels))


def _bearings(
    places: Mapping[str, Landmark], grid: Grid, towards: Sequence[Sequence[int]]
) -> Iterator[tuple[int, int, str]]:
    """What the hexes around the places may be called: the hex, how far off it is, and the name."""
    for place in places.values():
        for direction, bearing in enumerate(grid.directions):
            hex = place.at
            for steps in range(1, NAMED_FROM + 1):
                hex = towards[hex][direction]
                if hex == NOWHERE:
                    break
                yield hex, steps, f"{place.name} {bearing}{steps}"


# Facts that a map must satisfy


class _Fact(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    source: str = ""
    note: str = ""


class _Adjacent(_Fact, kw_only=True):
    a: str
    b: str
    side: str = ""  # "plain" if nothing may lie there

    def failure(self, board: Board, water: frozenset[str]) -> str:
        a, b = board.at(self.a), board.at(self.b)
        if b not in board.neighbours[a]:
            return f"{self.a} and {self.b} do not touch."
        kinds = board.side(a, b) or {"plain"}
        if self.side and self.side not in kinds:
            return f"The side between {self.a} and {self.b} is {' and '.join(sorted(kinds))}, not {self.side}."
        return ""


class _Distance(_Fact, kw_only=True):
    a: str
    b: str
    hexes: int

    def failure(self, board: Board, water: frozenset[str]) -> str:
        found = board.distance(board.at(self.a), board.at(self.b))
        return "" if found == self.hexes else f"From {self.a} to {self.b} it is {found} hexes, not {self.hexes}."


class _Same(_Fact, kw_only=True):
    a: str
    b: str

    def failure(self, board: Board, water: frozenset[str]) -> str:
        return "" if board.at(self.a) == board.at(self.b) else f"{self.a} is not {self.b}."


class _Terrain(_Fact, kw_only=True):
    at: str
    is_: str | list[str] = msgspec.field(name="is")  # one of these

    def failure(self, board: Board, water: frozenset[str]) -> str:
        found = board.terrain[board.at(self.at)]
        wanted = [self.is_] if isinstance(self.is_, str) else self.is_
        return "" if found in wanted else f"{self.at} is {found or 'no hex'}, not {' or '.join(wanted)}."


class _Nation(_Fact, kw_only=True):
    """What lies in a nation, and how many hexes it has if that is known."""

    name: str
    places: list[str] = []
    hexes: int | None = None

    def failure(self, board: Board, water: frozenset[str]) -> str:
        astray = [place for place in self.places if board.nation[board.at(place)] != self.name]
        found = board.nation.count(self.name)
        if astray:
            return f"{', '.join(astray)} should be in {self.name}."
        return "" if self.hexes in (None, found) else f"{self.name} has {found} hexes, not {self.hexes}."


class _On(_Fact, kw_only=True):
    """Areas that a place lies on."""

    at: str
    areas: list[str]

    def failure(self, board: Board, water: frozenset[str]) -> str:
        missing = [area for area in self.areas if area not in board.areas_of[board.at(self.at)]]
        return f"{self.at} does not lie on {', '.join(missing)}." if missing else ""


class _Linked(_Fact, kw_only=True):
    """Hexes that a network joins: each to the next by a link, or somehow if `far`."""

    network: str
    hexes: list[str]
    far: bool = False

    def failure(self, board: Board, water: frozenset[str]) -> str:
        hexes: list[int] = [board.at(hex) for hex in self.hexes]
        for number, (here, there) in enumerate(pairwise(hexes)):
            reached, front = {here}, [here]
            while front:
                links = board.networks[self.network][front.pop()]
                fresh = [hex for hex in links if hex not in reached]
                reached.update(fresh)
                front += fresh if self.far else []
            if there not in reached:
                return f"No {self.network} joins {self.hexes[number]} and {self.hexes[number + 1]}."
        return ""


class _Island(_Fact, kw_only=True):
    name: str
    hexes: list[str]

    def failure(self, board: Board, water: frozenset[str]) -> str:
        wanted = {board.at(hex) for hex in self.hexes}
        found: set[int] = {board.at(self.hexes[0])} if self.hexes else set()
        ashore = list(found)
        while ashore:
            hex = ashore.pop()
            for other in board.neighbours[hex]:
                if other not in found and board.terrain[other] not in water and not board.side(hex, other) & water:
                    found.add(other)
                    ashore.append(other)
        more = ", ".join(board.names[hex] for hex in sorted(found - wanted))
        less = ", ".join(board.names[hex] for hex in sorted(wanted - found))
        parts = [f"also holds {more}" if more else "", f"does not reach {less}" if less else ""]
        return f"{self.name} {' and '.join(part for part in parts if part)}." if more or less else ""


class _Facts(msgspec.Struct, forbid_unknown_fields=True):
    schema: int = 1
    map: str = ""
    source: str = ""
    distinct: list[str] = []
    water: frozenset[str] = frozenset({"sea", "lake", "strait"})
    adjacent: list[_Adjacent] = []
    distance: list[_Distance] = []
    same: list[_Same] = []
    terrain: list[_Terrain] = []
    nation: list[_Nation] = []
    on: list[_On] = []
    linked: list[_Linked] = []
    island: list[_Island] = []


def checks(board: Board, facts: Source) -> list[str]:
    """What a facts file says about the map that the map does not bear out, in sentences; empty if all is well.

    The file lists `distinct` places and [[adjacent]], [[distance]], [[same]], [[terrain]], [[nation]], [[on]],
    [[linked]] and [[island]] facts; `water` names the kinds of terrain and hexside that part an island from the rest.
    """
    said = read_toml(facts).shaped(_Facts)
    every: list[_Adjacent | _Distance | _Same | _Terrain | _Nation | _On | _Linked | _Island] = []
    every += [*said.adjacent, *said.distance, *said.same, *said.terrain, *said.nation, *said.on, *said.linked]
    failures = []
    for fact in [*every, *said.island]:
        try:
            failures.append(fact.failure(board, said.water))
        except LookupError as unknown:
            failures.append(f"A fact cannot be checked: {unknown}.")
    seen: dict[int, str] = {}
    for name in said.distinct:
        place = board.find(name)
        if place is None:
            failures.append(f"A fact cannot be checked: there is no place {name!r}.")
        elif (first := seen.setdefault(place, name)) != name:
            failures.append(f"{first} and {name} share a hex.")
    return [failure for failure in failures if failure]
