"""Chapter 5.2: how many of a side may be in a hex when a phase ends."""

from __future__ import annotations

from grognard.engine.agenda import Prompt, Step
from grognard.engine.naming import NameUnit
from grognard.engine.orders import Refusal
from grognard.games.twoww.orders import Remove
from grognard.games.twoww.state import War
from grognard.games.twoww.units import eliminate

SLOTS = {"fort": "fort", "artillery": "artillery", "air": "air", "fleet": "fleet", "submarine": "fleet"}
"""Which limit a kind counts against; all others count as land units. [2WW-5.2.1a, 2WW-5.2.1b, 2WW-5.2.1c,
2WW-5.2.1d]"""

LIMITS = {
    "fort": "2WW-5.2.1a", "artillery": "2WW-5.2.1a", "land": "2WW-5.2.1b", "air": "2WW-5.2.1c", "fleet": "2WW-5.2.1d",
}  # fmt: skip


def slot(s: War, unit: int) -> str:
    return SLOTS.get(s.world.roster[unit].kind, "land")


def crowd(s: War, place: int, side: int, kind: str) -> list[int]:
    """A side's units in a hex that count against one limit; what fleets carry does not. [2WW-5.2.1d]"""
    return [unit for unit in s.stack(place, side) if s.aboard[unit] < 0 and slot(s, unit) == kind]


def excess(s: War, side: int) -> tuple[int, str] | None:
    """A hex with too many of a side's units, and the limit that they break. [2WW-5.2.2a, 2WW-5.2.4a]"""
    limits, size = s.world.charts["stacking"], s.world.board.grid.size
    counted: dict[tuple[int, str], int] = {}
    for unit, place in enumerate(s.where):
        if 0 <= place < size and s.loyal[unit] == side and s.aboard[unit] < 0:
            key = (place, slot(s, unit))
            counted[key] = counted.get(key, 0) + 1
            if counted[key] > limits[key[1]]:
                return key
    return None


def has_room(s: War, unit: int, place: int) -> bool:
    """Whether a unit would be within its limit in a hex. [2WW-5.2.1a]"""
    if place >= s.world.board.grid.size:
        return True
    kind = slot(s, unit)
    others = [other for other in crowd(s, place, s.loyal[unit], kind) if other != unit]
    return len(others) < int(s.world.charts["stacking"][kind])


class Check(Step[War], frozen=True):
    """Both sides must be within the limits now; whoever is not loses the excess at once. [2WW-5.2.2a, 2WW-5.2.2b]"""

    def run(self, s: War) -> None:
        for side in (s.active, 1 - s.active):
            found = excess(s, side)
            if found:
                s.then(Excess(side, *found), Check())
                return


class Excess(NameUnit[War], frozen=True):
    """The owner names the units that are too many in a hex. [2WW-5.2.2b]"""

    place: int
    kind: str

    takes = (Remove,)
    out_of_turn = "2WW-5.2.2a"

    def prompt(self, s: War) -> Prompt:
        return Prompt("excess", "2WW-5.2.2b", {"at": s.world.board.names[self.place]})

    def among(self, s: War) -> list[int]:
        return crowd(s, self.place, self.side, self.kind)

    def why_not(self, s: War, unit: int) -> Refusal:
        here = s.where[unit] == self.place and s.aboard[unit] < 0
        rule = LIMITS[self.kind] if here else "2WW-5.2.2b"
        return Refusal(rule, {"unit": s.world.units[unit], "at": s.world.board.names[self.place]}, "excess")

    def named(self, s: War, unit: int) -> None:
        eliminate(s, unit, "2WW-5.2.2b")
