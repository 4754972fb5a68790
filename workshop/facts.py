"""The map file of a map whose every hex stands in a file of facts, each with its source: terrain, sides, lines, areas.

Areas are rules in the facts (the cities of Crete, the sea within two hexes of it) and become lists of hexes here.
Everything keeps the order of the facts, so that writing again without a change changes nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from grognard.engine.beyond import Spot, apart, spot_at
from grognard.engine.hexes import Grid, Orientation
from workshop.lattice import quoted, wrapped
from workshop.overrides import Stale

COLUMNS, ROWS, JOIN = 34, 76, 51  # of both sheets joined; the row that they share
SEA = "~"
Table = Mapping[str, Any]
Side = frozenset[int]


class Facts:
    """What is known of the two sheets, by hex and side of the joined grid."""

    def __init__(self, folder: Path) -> None:
        self.said: Table = tomllib.loads((folder / "facts.toml").read_text("utf-8"))
        self.recipe: Table = tomllib.loads((folder / "recipe.toml").read_text("utf-8"))
        self.grid = Grid(Orientation.POINTY, COLUMNS, ROWS, COLUMNS - 1, 1, columns_grow="west")
        self.terrain = self._letters("terrain")
        key = self.said["country"]["key"]
        self.country = {hex: key[letter] for hex, letter in self._letters("country").items()}
        self.zone = self._letters("sea_zones")
        self.land = {hex for hex, letter in self.terrain.items() if letter != SEA}
        self.places: list[Table] = self.said["places"]["list"]
        self.boxes: list[Table] = self.said["boxes"]
        self._areas: dict[str, tuple[set[int], set[str]]] = {}

    def _letters(self, table: str) -> dict[int, str]:
        """The letter of every hex; the hole at the end of an odd row has none."""
        found = {}
        for line in self.said[table]["rows"].split("\n"):
            row, *letters = line.split() or [""]
            for column, letter in zip(range(COLUMNS - 1, -1, -1), letters, strict=False):
                found[self.hex(f"{row}{column:02}")] = letter
        return found

    # Hexes and sides

    def hex(self, label: str) -> int:
        """The hex with a printed number such as 15B:0120."""
        sheet, _, number = label.partition(":")
        row, column = int(number[:2]) + (JOIN - 1 if sheet == "15B" else 0), int(number[2:])
        hex = (row - 1) * COLUMNS + COLUMNS - 1 - column
        if sheet not in ("14A", "15B") or self.grid.printed(hex) != (column, row):
            raise Stale(f"there is no hex {label}")
        return hex

    def label(self, hex: int) -> str:
        """Its printed number; the row that both sheets have bears that of the southern one."""
        column, row = self.grid.printed(hex)
        return f"14A:{row:02}{column:02}" if row < JOIN else f"15B:{row - JOIN + 1:02}{column:02}"

    def hexes(self, text: str) -> list[int]:
        """A list of printed numbers."""
        return [self.hex(label) for label in text.split()]

    def pair(self, text: str) -> tuple[int, int]:
        """A hexside as the facts write it, hex/hex."""
        a, b = (self.hex(label) for label in text.split("/"))
        if self.grid.direction_between(a, b) < 0:
            raise Stale(f"{text} is no hexside")
        return a, b

    def pairs(self, text: str) -> list[tuple[int, int]]:
        """A list of hexsides."""
        return [self.pair(word) for word in text.split()]

    def around(self, hex: int) -> list[int]:
        """The hexes beside one."""
        return [other for other in self.grid.neighbours(hex) if other in self.terrain]

    @cached_property
    def sides(self) -> dict[str, list[tuple[int, int]]]:
        """The sides of each kind, with classes as in "guarded strait"."""
        said = self.said
        found: dict[str, list[tuple[int, int]]] = {
            "sea": self.pairs(said["sea_hexsides"]["hexsides"]),
            "coast": self.pairs(said["sea_passages"]["coast"]),
        }
        for strait in said["straits"]["list"]:
            class_ = {"open": "open", "owner": "guarded"}[strait["ships"]]
            kind = {"narrow": "strait", "canal": "canal"}[strait["kind"]]
            found.setdefault(f"{class_} {kind}", []).append(self.pair(strait["hexside"]))
        found["lake"] = [pair for lake in said["lakes"]["list"] for pair in self.pairs(lake["hexsides"])]
        for ridge in said["barriers"]["list"]:
            found.setdefault(ridge["kind"], []).extend(self.pairs(ridge["hexsides"]))
        owners = set(self.hexes(said["fortified"]["metaxas_hexes"]))
        found["fortified"] = [
            (a, b) if a in owners else (b, a) for a, b in self.pairs(said["fortified"]["metaxas_hexsides"])
        ]
        north = self.area("WEATHER_D")
        found["weather line"] = [
            (hex, other) for hex in sorted(north) for other in self.around(hex) if other not in north
        ]
        return found

    @cached_property
    def _parting(self) -> set[Side]:
        """Sides that part two lands."""
        parting = ("sea", "lake", "open strait", "guarded strait")
        return {frozenset(pair) for kind in parting for pair in self.sides.get(kind, ())}

    # Areas

    def area(self, name: str) -> set[int]:
        """The hexes of an area."""
        return self._area(name, ())[0]

    def _area(self, name: str, within: tuple[str, ...]) -> tuple[set[int], set[str]]:
        """The hexes and boxes of an area: the union of what its rule adds up, cut down, less what it takes off."""
        if name not in self._areas:
            if name in within or name not in self.said["area"]:
                raise Stale(f"area {name} {'is part of itself' if name in within else 'is not defined'}")
            rule, inside = self.said["area"][name], (*within, name)
            hexes, boxes = self._sum(rule, inside)
            for test in self._cuts(rule, inside):
                hexes = {hex for hex in hexes if test(hex)}
            for other in rule.get("minus", ()):
                less = self._area(other, inside)
                hexes, boxes = hexes - less[0], boxes - less[1]
            if len(hexes) + len(boxes) != rule["size"]:
                raise Stale(f"area {name} comes to {len(hexes) + len(boxes)} hexes, not {rule['size']}")
            self._areas[name] = hexes, boxes
        return self._areas[name]

    def _sum(self, rule: Table, within: tuple[str, ...]) -> tuple[set[int], set[str]]:
        parts: list[Iterable[int]] = []
        if "hexes" in rule:
            parts.append(self.hexes(rule["hexes"]))
        if "country" in rule:
            parts.append(hex for hex in self.land if self.country[hex] in rule["country"])
        if "sea_zone" in rule:
            parts.append(hex for hex, zone in self.zone.items() if zone == rule["sea_zone"])
        parts += [self.regions[name] for name in rule.get("region", ())]
        parts += [
            hexes
            for name, hexes in self.islands.items()
            if name in rule.get("island", ()) or rule.get("island") == ["*"]
        ]
        others = [self._area(name, within) for name in rule.get("sum", ())]
        boxes = {box for _, part in others for box in part} | set(rule.get("box", ()))
        if not parts and not others and not boxes:
            parts.append(self.terrain)
        return {hex for part in (*parts, *(hexes for hexes, _ in others)) for hex in part}, boxes

    def _cuts(self, rule: Table, within: tuple[str, ...]) -> Iterator[Callable[[int], bool]]:
        printed = self.grid.printed
        if "columns" in rule:
            yield lambda hex: rule["columns"][0] <= printed(hex)[0] <= rule["columns"][1]
        if "rows" in rule:
            yield lambda hex: rule["rows"][0] <= printed(hex)[1] <= rule["rows"][1]
        if rule.get("all_sea"):
            yield lambda hex: hex not in self.land
        for name in rule.get("both", ()):
            yield self._area(name, within)[0].__contains__
        if "touches" in rule:
            beside = self._area(rule["touches"], within)[0]
            yield lambda hex: any(
                other in beside and frozenset((hex, other)) not in self._parting for other in self.around(hex)
            )
        if "within" in rule:
            steps, near = rule["within"][0], self._area(rule["within"][1], within)[0]
            yield lambda hex: any(self.grid.distance(hex, other) <= steps for other in near)
        if "city" in rule:
            cities = {self.hex(place["hex"]) for place in self.places if place["type"] in rule["city"]}
            yield cities.__contains__

    @cached_property
    def regions(self) -> dict[str, list[int]]:
        """The regions of countries."""
        return {region["name"]: self.hexes(region["hexes"]) for region in self.said["regions"]["list"]}

    @cached_property
    def islands(self) -> dict[str, list[int]]:
        """The islands, or groups of them."""
        return {island["name"]: self.hexes(island["hexes"]) for island in self.said["islands"]["list"]}


# The map file


def map_text(facts: Facts) -> str:
    """The whole map file."""
    recipe = facts.recipe
    head = {key: recipe[key] for key in ("id", "title", "source", "note")}
    return "\n".join(
        [
            (
                f"# Written by `python -m workshop build {recipe['id']}`; change workshop/{recipe['id']} instead.\n#\n"
                "# Two printed sheets of pointy-topped hexes. Columns grow to the west, odd rows lie half a hex to the"
                " east;\n"
                "# row 51 of the northern sheet is row 01 of the southern one. Every entry's source stands in the"
                " facts.\n"
            ),
            "schema = 1\n" + _lines(head),
            _grid(),
            _letters(facts, "terrain", facts.terrain, facts.said["terrain"]["key"] | {SEA: "sea"}),
            _nations(facts),
            _sides(facts),
            *(_river(facts, river) for river in facts.said["river"]["list"]),
            _networks(facts),
            *(_table("area", row) for row in areas(facts)),
            *(_table("place", row) for row in places(facts)),
            *(_box(facts, box) for box in facts.boxes),
            *(f"[drawn.{kind}]\n{_lines(looks)}" for kind, looks in recipe["drawn"].items()),
        ]
    )


def _lines(row: Table) -> str:
    return "".join(f"{_key(key)} = {quoted(value)}\n" for key, value in row.items())


def _key(name: str) -> str:
    return name if name.isidentifier() else quoted(name)


def _table(name: str, row: Table) -> str:
    hexes = f"hexes = {wrapped(row['hexes'])}\n" if "hexes" in row else ""
    return f"[[{name}]]\n" + _lines({key: value for key, value in row.items() if key != "hexes"}) + hexes


def _grid() -> str:
    size = {"orientation": "pointy", "columns": COLUMNS, "rows": ROWS, "first": [COLUMNS - 1, 1], "shift": "odd"}
    whole = size | {"label": "{row:02}{column:02}", "columns_grow": "west"}
    south = {"name": "15B", "rows": [JOIN, ROWS], "first": [COLUMNS - 1, 1], "label": "15B:{row:02}{column:02}"}
    north = {"name": "14A", "rows": [1, JOIN], "label": "14A:{row:02}{column:02}"}
    return f"[grid]\n{_lines(whole)}\n{_table('sheet', south)}\n{_table('sheet', north)}"


def _letters(facts: Facts, name: str, letters: Mapping[int, str], key: Table) -> str:
    """One line per row, as wide as the grid."""
    used = set(letters.values())
    lines = []
    for row in range(ROWS):
        cells = " ".join(letters.get(row * COLUMNS + position, "-") for position in range(COLUMNS))
        sheet, number = ("14A", row + 1) if row + 1 < JOIN else ("15B", row + 2 - JOIN)
        lines.append(f"{sheet}:{number:02} {' ' * facts.grid.is_shifted(row)}{cells}")
    words = {letter: word for letter, word in key.items() if letter in used}
    return f"[{name}]\nkey = {quoted(words)}\n" + 'rows = """\n' + "\n".join(lines) + '\n"""\n'


def _nations(facts: Facts) -> str:
    """The countries; the sea has none."""
    named = facts.recipe["nations"]
    key = {letter: name for letter, name in facts.said["country"]["key"].items() if letter != SEA}
    first = {name: letter for letter, name in reversed(key.items())}
    letters = {
        hex: first[named.get(facts.country[hex], facts.country[hex])] for hex in facts.terrain if hex in facts.land
    }
    return _letters(facts, "nation", letters, key)


def _side(facts: Facts, pair: tuple[int, int]) -> str:
    """A hexside named from the hex that has it as E, NE or NW."""
    direction = facts.grid.direction_between(*pair)
    hex, direction = (pair[0], direction) if direction < 3 else (pair[1], direction - 3)
    return f"{facts.label(hex)}/{facts.grid.directions[direction]}"


def _sides(facts: Facts) -> str:
    """Hexsides that are neither plain land nor river; a fortified one is named from the hex to which it belongs."""
    parts = {"": ""}
    for kind, pairs in facts.sides.items():
        class_, _, last = kind.rpartition(" ")
        table, key = (f".{last}", class_) if class_ in ("open", "guarded") else ("", _key(kind))
        if kind == "fortified":
            words = [f"{facts.label(a)}/{facts.grid.directions[facts.grid.direction_between(a, b)]}" for a, b in pairs]
        else:
            words = [_side(facts, pair) for pair in pairs]
        parts[table] = parts.get(table, "") + f"{key} = {wrapped(words)}\n"
    return "\n".join(f"[sides{table}]\n{text}" for table, text in parts.items())


def _river(facts: Facts, river: Table) -> str:
    row = {"name": river["name"]} | ({"class": "major"} if river["class"] == "major" else {})
    return f"[[river]]\n{_lines(row)}sides = {wrapped(_side(facts, pair) for pair in facts.pairs(river['hexsides']))}\n"


def _networks(facts: Facts) -> str:
    """The railways by volume, and the roads that are no railway."""
    found: dict[str, list[str]] = {"high rail": [], "low rail": [], "road": []}
    lines = [(f"{line['volume']} rail", line) for line in facts.said["rail"]["line"]]
    lines += [("road", line) for line in facts.said["road"]["line"]]
    for name, line in lines:
        labels = [facts.label(hex) for hex in facts.hexes(line["hexes"])]
        if len(labels) > 1:  # a line that meets the edge of the map in one hex links nothing
            found[name].append("-".join(labels))
    return "[networks]\n" + "".join(f"{_key(name)} = {wrapped(chains)}\n" for name, chains in found.items())


def areas(facts: Facts) -> Iterator[Table]:
    """The areas with their hexes; those with a kind are shown to players."""
    kinds = {name: kind for kind, names in facts.recipe["shown"].items() for name in names}
    titles = facts.recipe["titles"]
    for name, rule in facts.said["area"].items():
        if isinstance(rule, Mapping):
            kind = "island" if name.startswith("ISLAND_") else kinds.get(name, "")
            row = {"name": name} | ({"kind": kind} if kind else {}) | {"title": titles.get(name, rule["title"])}
            hexes, boxes = facts._area(name, ())
            if boxes:
                row["boxes"] = [box["name"] for box in facts.boxes if box["name"] in boxes]
            yield row | {"hexes": [facts.label(hex) for hex in sorted(hexes)]}
    for name, title, labels in (
        ("COAST", "coastal hexes", facts.said["beaches"]["coastal_hexes"]),
        ("AXIS_EDGE_SUPPLY", "rail hexes on the edge of the map", facts.said["axis_edge_supply"]["hexes"]),
    ):
        yield {"name": name, "title": title, "hexes": [facts.label(hex) for hex in facts.hexes(labels)]}
    for split in facts.said["sea_passages"]["split"]:
        for number, group in enumerate(split["waters"], 1):
            name = f"WATER_{split['hex']}_{number}"
            labels = [facts.label(hex) for hex in facts.hexes(group)]
            yield {"name": name, "title": split["note"], "splits": split["hex"], "hexes": labels}


def places(facts: Facts) -> list[Table]:
    """The places, those of a higher kind first, and the airfields in hexes that have no place of that name."""
    kinds = list(facts.recipe["kinds"])
    found: list[Table] = []
    for place in sorted((p for p in facts.places if p["type"] in kinds), key=lambda p: kinds.index(p["type"])):
        row = {key: place[key] for key in ("name", "hex")} | {"kind": facts.recipe["kinds"][place["type"]]}
        found.append(row | {key: place[key] for key in ("port", "capital", "lat", "lon", "source") if key in place})
    named = {row["name"] for row in found}
    for site in facts.said["airbases"]["site"]:
        if site["name"] not in named:
            found.append({key: site[key] for key in ("name", "hex")} | {"kind": "airfield", "source": site["source"]})
    return found


def _box(facts: Facts, box: Table) -> str:
    """A box beyond the hexes, with the ways that ships take to it."""
    grid = facts.grid
    if "row_joined_sheet" in box:
        place, spot = {"line": box["row_joined_sheet"]}, spot_at(grid, line=box["row_joined_sheet"])
    else:
        row, column = box["row_column_joined_sheet"]
        place, spot = {"spot": [column, row]}, spot_at(grid, column, row)
    about = {key: box[key] for key in ("owner", "port", "airbase", "weather", "source") if key in box}
    about["sea"] = facts.recipe["seas"][box["sea_zone"]]
    ways = [
        {"to": facts.label(hex), "cost": apart(Spot(*grid.spot(hex)), spot), "kind": "sea"}
        for hex in facts.hexes(box["sea_entry"])
    ]
    links = "".join(f"  {quoted(way)},\n" for way in ways)
    return f"[[box]]\n{_lines({'name': box['name']} | place | about)}links = [\n{links}]\n"


def write(folder: Path, out: Path) -> None:
    """Write the map file."""
    out.mkdir(parents=True, exist_ok=True)
    (out / "map.toml").write_text(map_text(Facts(folder)), "utf-8")
