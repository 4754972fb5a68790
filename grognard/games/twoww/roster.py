"""Chapter 3.3: the units. What a counter prints, and what follows from its kind."""

from __future__ import annotations

import msgspec

from grognard.engine.kinds import Data

KINDS = ("armor", "infantry", "artillery", "paratroop", "fort", "air", "fleet", "submarine")
"""Every kind of unit that there is. [2WW-3.3.1a]"""


class Unit(msgspec.Struct, frozen=True):
    """A counter: its two faces and what stands on them."""

    name: str
    nation: str
    kind: str
    combat: int
    move: int
    """Movement points of land units and fleets; the range of air units. [2WW-5.1.3a]"""
    at: str
    """A hex, a zone to choose from, `pool` or `later`. [2WW-2a]"""
    reduced: int = 0
    """The factor of the back, unless that is blank. [2WW-7.3.1c]"""
    asw: tuple[int, int] = (0, 0)
    """Against submarines, full and reduced. [2WW-4.2.C.3i]"""
    naval: bool = False
    """An air unit that acts from aboard a fleet. [2WW-3.3.3c]"""
    one_sided: bool = False
    """The back is blank: it counts as reduced. [2WW-7.3.1c]"""
    starts: str = "full"
    city: str = ""
    """The only hex in which a fort that bears a name may stand. [2WW-7.2.5b]"""
    once: bool = False
    """It can never be rebuilt. [2WW-7.2.5c]"""

    @property
    def arm(self) -> str:
        """Land, air or sea. [2WW-3.3.1a]"""
        return {"air": "air", "fleet": "sea", "submarine": "sea"}.get(self.kind, "land")


def read(data: Data, corrections: Data) -> tuple[Unit, ...]:
    """The order of battle, with an owner's own factors over ours. [2WW-3.3.1a]"""
    rows = ({**row, **corrections.get(row["name"], {})} for row in data["unit"])
    units = tuple(msgspec.convert(row, Unit) for row in rows)
    for unit in units:
        if unit.kind not in KINDS:
            raise ValueError(f"{unit.name} is of no known kind: {unit.kind!r}; there are {', '.join(KINDS)}")
    return units
