"""Which drawing something on the map gets: the one that the map file names, or else the one that its name suggests.

The names of all drawings are listed here; how each looks is up to the modules that draw.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator

import msgspec

STRANGE = "strange"  # what nobody has drawn yet
_FAMILIES = {
    "clear": "clear plain plains open farmland steppe pasture",
    "hill": "hill hills highland",
    "mountain": "mountain mountains alpine",
    "forest": "forest wood woods jungle taiga",
    "marsh": "marsh swamp bog wetland",
    "desert": "desert sand dunes",
    "rough": "rough broken wadi",
    "city": "city urban town",
    "sea": "sea ocean",
    "lake": "lake water lagoon",
}
FAMILY = {kind: family for family, kinds in _FAMILIES.items() for kind in kinds.split()}
WET = {"sea", "lake"}
TERRAINS = (*_FAMILIES, STRANGE)
SIDES = (
    "river", "major river", "stream", "canal",  # water along a side
    "sea", "strait", "ferry", "water",  # water between two lands
    "lake",  # is seen only where there is real geography
    "mountain", "alpine", "high mountain", "cliff", "forest",
    "fort", "border", "weather", "bridge", "coast", "nothing", STRANGE,
)  # fmt: skip
NETWORKS = ("rail", "light rail", "road", "track")
PLACES = ("capital", "fortress", "city", "port", "base", "resource", "town", "dot", "point", "village", "nothing")
PORTS = ("anchor", "small anchor", "anchor in a ring", "anchor on a disc")


def family(kind: str) -> str:
    """The terrain that a kind of terrain is drawn as: its own, or that of its last word ("wooded rough")."""
    kind = kind.lower()
    return FAMILY.get(kind) or FAMILY.get(kind.rpartition(" ")[2], STRANGE)


def is_wet(kind: str) -> bool:
    """Is this the sea or a lake?"""
    return family(kind) in WET


def narrowed(kinds: Collection[str]) -> Iterator[str]:
    """The kinds of a side, without those of which it has a class: a major river is not a river as well."""
    return (kind for kind in kinds if not any(other.endswith(f" {kind}") for other in kinds))


class Drawn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The table [drawn] of a map file: drawings by kind of terrain, hexside, network and place, and by size of port."""

    terrain: dict[str, str | list[str]] = {}
    """Of several, the first is the ground, and what the others have on theirs stands on it too."""
    sides: dict[str, str] = {}
    networks: dict[str, str] = {}
    places: dict[str, str] = {}
    ports: dict[str, str] = {}

    def unknown(self) -> Iterator[tuple[str, str, str, Iterable[str]]]:
        """Each drawing that does not exist: its table, the kind that should get it, its name, and those there are."""
        tables = (
            ("terrain", self.terrain, TERRAINS),
            ("sides", self.sides, SIDES),
            ("networks", self.networks, NETWORKS),
            ("places", self.places, PLACES),
            ("ports", self.ports, PORTS),
        )
        for table, drawings, known in tables:
            for kind, names in drawings.items():
                yield from ((table, kind, name, known) for name in _listed(names) if name not in known)

    def terrains(self, kind: str) -> tuple[str, ...]:
        """The drawings of a kind of terrain, its ground first."""
        return tuple(_listed(self.terrain.get(kind, ()))) or (family(kind),)

    def side(self, kind: str) -> str:
        """The drawing of a kind of hexside; one with a class looks like its kind if nothing else is said."""
        for name in dict.fromkeys((kind, kind.rpartition(" ")[2])):
            if said := self.sides.get(name):
                return said
            if name in SIDES:
                return name
        return "forest" if family(kind) == "forest" else STRANGE

    def network(self, name: str) -> str:
        """The drawing of a network."""
        return self.networks.get(name) or ("rail" if "rail" in name.lower() else "road")

    def place(self, kind: str) -> str:
        """The mark of a kind of place."""
        if said := self.places.get(kind):
            return said
        kind = kind.lower()
        if "capital" in kind or ("major" in kind and "city" in kind):
            return "capital"
        for mark, words in _MARKS.items():
            if any(word in kind for word in words):
                return mark
        return "nothing" if kind in ("", "hex", "region", "cape", "island") else "town"

    def port(self, size: object) -> str:
        """The sign of a port of some size."""
        return self.ports.get(str(size), "anchor")


_MARKS = {
    "fortress": ("fort",),
    "city": ("city",),
    "base": ("base",),
    "port": ("port", "harbour"),
    "resource": ("resource", "oil", "mine", "industry", "factory"),
}


def _listed(names: str | Iterable[str]) -> Iterable[str]:
    return (names,) if isinstance(names, str) else names


PLAINLY = Drawn()  # for a map file that says nothing of it
