"""The map file and the values of places of WestFront, written from the lattice.

Everything is sorted and rounded, so that writing again without a change changes nothing.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from grognard.engine.hexes import Grid, Orientation
from workshop.overrides import Overrides, Stale

HERE = Path(__file__).parent
ROOT = HERE.parent
LETTERS = {"clear": ".", "forest": "f", "hill": "h", "marsh": "m", "mountain": "^"}
KINDS = {"major": "major city", "minor": "minor city", "town": "town", "fortress": "fortress"}
# A hex is called after the highest of its places.
RANKS = ("major city", "fortress", "minor city", "port", "town", "hex")
WRITTEN = "# Written by `python -m workshop build westfront`; change workshop/westfront instead."

Table = Mapping[str, Any]


class Lattice:
    """The hand-written lattice of a map: what is in every land hex, and between hexes."""

    def __init__(self, folder: Path) -> None:
        self.facts: Table = tomllib.loads((folder / "lattice.toml").read_text("utf-8"))
        self.recipe: Table = tomllib.loads((folder / "recipe.toml").read_text("utf-8"))
        size = self.facts["map"]
        self.grid = Grid(Orientation.POINTY, size["columns"], size["rows"])
        self.land: dict[str, Table] = {row["id"]: row for row in self.facts["hexes"]["rows"]}
        self.seas = self._seas()
        self.overrides = Overrides(folder / "overrides.toml")
        self.sides, self.rivers = self._sides(), {key: list(self.facts["rivers"][key]) for key in self.recipe["rivers"]}
        self._override()

    def _seas(self) -> dict[str, list[str]]:
        """The seas of every sea hex: those of the picture, else the letter of the recipe and what it adds."""
        table = self.recipe["seas"]
        names, seas = table["key"], {}
        for line in table["rows"].split("\n"):
            row, *letters = line.split() or [""]
            for column, letter in enumerate(letters):
                if letter in names:
                    seas[f"{column:02}{row}"] = [names[letter]]
        for label, name in table["both"].items():
            seas[label] = [*seas[label], name]
        seas |= {row["id"]: row["seas"] for row in self.facts["sea_hexes"]["rows"]}
        return seas

    def _sides(self) -> dict[str, list[list[str]]]:
        """Hexsides that are neither plain land nor river, as pairs of hexes, by what lies there."""
        listed = self.facts["hexsides"]
        ferries = listed["rail_ferry_straits"]
        return {
            "sea": list(listed["sea"]),
            "strait": [*listed["straits"], *ferries],
            "ferry": list(ferries),
            "bridge": list(listed["strait_with_continuous_rail"]),
            "alpine": list(listed["impassable_alpine"]),
            "lake": list(listed["impassable_lake"]),
        }

    def _override(self) -> None:
        """Add the sides that are set by hand."""
        named = {name: key for key, name in self.recipe["rivers"].items()}
        for row, (a, b, kind) in zip(self.overrides.sides, self.overrides.between(self.find), strict=True):
            pairs = self.rivers[named[row["river"]]] if kind == "river" else self.sides[kind]
            if self.side((a, b)) in map(self.side, pairs):
                self.overrides.redundant.append(f"the side between {a} and {b} is {kind} already")
            else:
                pairs.append([a, b])

    def find(self, name: str) -> str:
        """The label of a place, or a label itself."""
        for label, row in self.land.items():
            if name in (label, row.get("name")):
                return label
        raise Stale(f"there is no place {name}")

    def labels(self) -> list[str]:
        """Every label of the lattice, row by row."""
        return [self.grid.label(hex) for hex in range(self.grid.size)]

    def side(self, pair: Sequence[str]) -> str:
        """A hexside named from the hex that has it as E, NE or NW."""
        a, b = (self.grid.of_label(label) for label in pair)
        direction = self.grid.direction_between(a, b)
        if direction < 0:
            raise Stale(f"{pair[0]} and {pair[1]} do not touch")
        hex, direction = (a, direction) if direction < 3 else (b, direction - 3)
        return f"{self.grid.label(hex)}/{self.grid.directions[direction]}"

    def places(self) -> list[dict[str, Any]]:
        """All places, the higher ones first, each with its hex, kind, position and port."""
        found = []
        for label, row in self.land.items():
            if "name" in row:
                port = row.get("port") if row.get("port_name") == row["name"] else None
                found.append(_place(row["name"], label, KINDS[row["kind"]], row, port))
            for name in row.get("also", ()):
                second = self.recipe["second"][name]
                found.append(_place(name, label, second["kind"], second, second.get("port")))
        for name, row in self.recipe["named"].items():
            found.append(_place(name, row["hex"], "hex", row, None))
        order = {label: number for number, label in enumerate(self.labels())}
        return sorted(found, key=lambda place: (RANKS.index(place["kind"]), order[place["hex"]], place["name"]))


def _place(name: str, hex: str, kind: str, row: Table, port: str | None) -> dict[str, Any]:
    place = {"name": name, "hex": hex, "kind": kind, "lat": float(row["lat"]), "lon": float(row["lon"])}
    return place | ({"port": port} if port else {})


# The map file


def map_text(lattice: Lattice) -> str:
    """The whole map file."""
    recipe = lattice.recipe
    head = {key: recipe[key] for key in ("id", "title", "source", "note")}
    nations = {name: letter for letter, name in recipe["nations"]["key"].items()}
    ground = {label: LETTERS[row["terrain"]] for label, row in lattice.land.items()} | dict.fromkeys(lattice.seas, "~")
    owners = {label: nations[row["nation"]] for label, row in lattice.land.items()}
    parts = [
        _preface(),
        "schema = 1\n" + "".join(f"{key} = {quoted(value)}\n" for key, value in head.items()),
        _grid(lattice),
        "# reported; printed are the forest of Naples W1 and the hills and the mountain of Sicily\n"
        + _letters(lattice, "terrain", {"sea": "~", **LETTERS}, ground),
        "# reported; the islands go with the countries of the rulebook, Mallorca with Spain by an erratum\n"
        + _letters(lattice, "nation", nations, owners),
        _sides(lattice),
        *(_river(lattice, name, lattice.rivers[key]) for key, name in recipe["rivers"].items()),
        _networks(lattice),
        *_areas(lattice),
        *(_table("place", place) for place in lattice.places()),
        _extra(lattice),
    ]
    return "\n".join(parts)


def _grid(lattice: Lattice) -> str:
    size = f"columns = {lattice.grid.columns}\nrows = {lattice.grid.rows}"
    return f'[grid]\norientation = "pointy"\n{size}\nfirst = [0, 0]\nshift = "odd"\nlabel = "{{column:02}}{{row:02}}"\n'


def _preface() -> str:
    return f"""{WRITTEN}
#
# The WestFront map. A hex is named by column and row, ours, since the printed map has no numbers. Hexes stand on a
# point; odd rows lie half a hex to the east. Printed in the rulebook: the errata, the ground of Sicily, the rail
# ferries, the rail entry hexes, the seas of every port, and what facts.toml marks so. The rest is reported, read from a
# small public picture of the publisher's map; which sea an open sea hex belongs to is reconstructed but for the waters
# round Sicily.
"""


def quoted(value: object) -> str:
    """A value as TOML writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {quoted(item)}" for key, item in value.items()) + " }"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(quoted(item) for item in value) + "]"
    return str(value)


def _key(name: str) -> str:
    return name if name.replace("-", "").replace("_", "").isalnum() and name.isascii() else quoted(name)


def _table(name: str, row: Table) -> str:
    return f"[[{name}]]\n" + "".join(f"{key} = {quoted(value)}\n" for key, value in row.items())


def _letters(lattice: Lattice, name: str, key: Mapping[str, str], letters: Mapping[str, str]) -> str:
    lines = []
    for row in range(lattice.grid.rows):
        cells = (letters.get(f"{column:02}{row:02}", "-") for column in range(lattice.grid.columns))
        lines.append(f"{row:02} {' ' * lattice.grid.is_shifted(row)}{' '.join(cells)}")
    known = ", ".join(f"{quoted(letter)} = {quoted(word)}" for word, letter in key.items())
    return f"[{name}]\nkey = {{ {known} }}\n" + 'rows = """\n' + "\n".join(lines) + '\n"""\n'


def _sides(lattice: Lattice) -> str:
    """Hexsides that are neither plain land nor river."""
    lines = [
        f"{kind} = {wrapped(sorted(lattice.side(pair) for pair in pairs))}" for kind, pairs in lattice.sides.items()
    ]
    why = (
        "# Only real features stand here. Any other side between two land hexes is clear where both hexes are clear,\n"
        "# and rough where one of them is not. Straits that a rail ferry or bridge crosses are listed under both.\n"
        "# Printed: the sea side of Rotterdam and Brussels, the ferries, the bridge, the straits below Rotterdam.\n"
    )
    return why + "[sides]\n" + "\n".join(lines) + "\n"


def wrapped(words: Iterable[str], width: int = 110) -> str:
    """Words in one string, over several lines if they are many."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append("")
        lines[-1] += " " * bool(lines[-1]) + word
    return quoted(lines[0]) if len(lines) == 1 else '"""\n' + "\n".join(lines) + '\n"""'


def _river(lattice: Lattice, name: str, pairs: Sequence[Sequence[str]]) -> str:
    return f"[[river]]\nname = {quoted(name)}\nsides = {wrapped(lattice.side(pair) for pair in pairs)}\n"


def _networks(lattice: Lattice) -> str:
    """The railways as chains; the rail ferries are links of them."""
    links = [*lattice.facts["rail"]["links"], *lattice.facts["hexsides"]["rail_ferry_straits"]]
    linked: dict[str, set[str]] = {}
    for a, b in links:
        linked.setdefault(a, set()).add(b)
        linked.setdefault(b, set()).add(a)
    chains = []
    for start in sorted(linked, key=lambda label: (len(linked[label]) % 2 == 0, label)):
        while linked[start]:
            chain = [start]
            while linked[chain[-1]]:
                here = chain[-1]
                chain.append(min(linked[here]))
                linked[here].remove(chain[-1])
                linked[chain[-1]].remove(here)
            chains.append("-".join(chain))
    return f"# reported; the two rail ferries are printed\n[networks]\nrail = {wrapped(chains)}\n"


def _areas(lattice: Lattice) -> list[str]:
    """Sea areas with their sea hexes and the coasts on them, then the coasts behind shoals."""
    on = {label: row.get("border_seas", ()) for label, row in lattice.land.items()} | lattice.seas
    parts = ["# Sea areas: their sea hexes, and the coastal land hexes on them. The seas of ports are printed.\n"]
    for sea in lattice.facts["sea"]:
        hexes = [label for label in lattice.labels() if sea["name"] in on.get(label, ())]
        parts.append(f'[[area]]\nname = {quoted(sea["name"])}\nkind = "sea"\nhexes = {wrapped(hexes)}\n')
    shoals = sorted(lattice.facts["hexsides"]["shoal_coasts"])
    parts.append(f'# reported\n[[area]]\nname = "Shoals"\nkind = "shoal"\nhexes = {wrapped(shoals)}\n')
    return parts


def _extra(lattice: Lattice) -> str:
    half = sorted(label for label, row in lattice.land.items() if row.get("half"))
    entries = list(lattice.facts["checks"]["rail_entry_hexes"].values())
    return (
        "# half hexes at the east edge are whole for play; rail entry hexes from south to north (printed)\n"
        f"[extra]\nhalf_hexes = {wrapped(half)}\nrail_entries = {wrapped(entries)}\n"
    )


# The values of places


def values_text(lattice: Lattice) -> str:
    """What the places are worth in the game."""
    bases = {sea["control"]: sea["name"] for sea in lattice.facts["sea"]} | {"Benghazi": "Ionian Sea"}
    parts = [_values_preface()]
    for place in lattice.places():
        if place["kind"] != "hex":
            row = _values(lattice, place, bases)
            if row:
                parts.append(
                    f"[{_key(place['name'])}]\n" + "".join(f"{key} = {quoted(item)}\n" for key, item in row.items())
                )
    return "\n".join(parts)


def _values(lattice: Lattice, place: Table, bases: Mapping[str, str]) -> dict[str, Any]:
    name = place["name"]
    land = lattice.land[place["hex"]]
    said = lattice.recipe["values"].get(name, {})
    second = name in lattice.recipe["second"]
    row: dict[str, Any] = {} if second else {"city": land["kind"], "production": land.get("pp", 0)}
    if "resource" in land and not second:
        row["resource"] = {"kind": land["resource"][0], "value": land["resource"][1]}
    seas: list[str] = lattice.recipe["second"][name].get("seas", []) if second else land.get("seas", [])
    if "port" in place:
        others = [sea for also in land.get("also", ()) for sea in lattice.recipe["second"][also].get("seas", ())]
        row["port"] = place["port"]
        row["seas"] = seas if second else [sea for sea in seas if sea not in others]
    if second and not row:
        return {}
    if name in bases:
        row["naval_base"] = bases[name]
    if land.get("victory") and not second:
        row["victory"] = lattice.facts["victory_cities"]["berlin_counts"] if name == "Berlin" else 1
    printed = said.get("printed", [key for key in ("seas", "naval_base") if key in row])
    row |= {"home": land["nation"], "source": "reported", "printed": printed}
    return row | ({"note": said["note"]} if "note" in said else {})


def _values_preface() -> str:
    return f"""{WRITTEN}
#
# What the places of map.toml are worth in WestFront.
#   city        "major", "minor", "town" or "fortress"; a second place in a hex has none
#   production  points a month for its owner
#   resource    what is dug or pumped there, and its value
#   port        "major" or "minor"; seas: the sea areas it may be used from
#   naval_base  the sea that its owner controls
#   victory     points as a Victory City
#   home        the country it lies in
#   printed     the values that the rulebook states; the others have the source of the row
# A hex named after its neighbour (Palermo E1) has no values, nor has a second town in a hex that is no port.

schema = 1
map = "westfront"
"""


def write(folder: Path, out: Path) -> None:
    """Write the map file and the values of its places."""
    lattice = Lattice(folder)
    (out / "map.toml").write_text(map_text(lattice), "utf-8")
    (out / "places.toml").write_text(values_text(lattice), "utf-8")
