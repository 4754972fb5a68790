"""The changing facts of Balkan Front."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

from grognard.engine.state import State

if TYPE_CHECKING:
    from grognard.games.balkan.world import Balkans

AXIS, ALLIES, NEUTRAL = 0, 1, 2
"""The two sides, and whoever is on neither. [BF-3B1-1, BF-3B2-1, BF-3B3-1]"""

LATER, DEAD, GONE, BROKEN, UNUSED, IN_HAND = -1, -2, -3, -4, -5, -6
"""Places of units that are in no place of the board: still to come, eliminated, gone for good (withdrawn, converted,
surrendered), a division that stands as its parts, a breakdown counter in its tray, and still to be set up."""

INITIAL, MOVEMENT, AIR, COMBAT, EXPLOITATION = range(5)
"""The phases of a player turn, in their order. [BF-4A-1]"""

PHASES = ("initial", "movement", "air", "combat", "exploitation")

WHOLE_POINT = 840
"""Movement points are kept in 840ths: halves, and the hexes that a train makes for a point, divide it. [BF-3C1-1]"""

REGULAR, ADMIN, ONE_HEX, RAILED, LOW_VOLUME, SHIPPED, WORKED, BESIDE = 1, 2, 4, 8, 16, 32, 64, 128
"""How a unit has moved in this phase: at the regular rate, administratively, the one hex that is always open, by rail,
over a line of low volume, by sea; whether it has spent points on work in a hex, and has been beside an enemy."""

ATTACKED, WAS_ATTACKED, RETREATED = 1, 2, 4
"""What has happened to a unit in this combat phase. [BF-9B-1, BF-9F1-8]"""

CLEAR, POOR, WINTER = 0, 1, 2
"""The weather of a zone: clear, poor, and poor with snow in the mountains. [BF-27-3, BF-27-4]"""

NEITHER, PRO_AXIS, PRO_ALLIED, WITH_AXIS, WITH_ALLIES = range(5)
"""Where a country stands that began as a neutral. [BF-3B3-1]"""


class Campaign(State):
    """One moment of the campaign. Facts are per unit, per place, per country, or single values."""

    __slots__ = (
        "active", "began", "boxed", "broken", "cadre", "charged", "ever", "field", "former", "fort", "fought",
        "fresh", "gait", "hungry", "leaned", "owner", "phase", "points", "port_hits", "port_used", "railed",
        "razed", "sailed", "site", "spent", "stance", "turn", "weather", "where", "work", "zoneless",
    )  # fmt: skip

    world: Balkans

    # per unit
    where: array[int]
    cadre: bytearray  # 1: reduced to its cadre
    spent: array[int]  # movement points of this phase, in 840ths
    gait: bytearray  # bits: how it has moved in this phase
    charged: bytearray  # half REs that it has cost in rail capacity this turn
    zoneless: bytearray  # 1: has lost its zone of control until the end of the phase
    hungry: bytearray  # 1: out of supply for this player turn
    fought: bytearray  # bits: what it has done in this combat phase
    fresh: bytearray  # bits: what it has done in this player turn that lasts longer than a phase
    work: bytearray  # how far it is with what it builds: a poor turn counts one, a clear one as many as the charts say
    site: array[int]  # where it builds, LATER if nowhere
    began: array[int]  # where it was when the movement phase began

    # per place
    owner: bytes  # AXIS, ALLIES or NEUTRAL
    former: bytes  # where it has changed hands in this player turn: 1 + whose it was before; else 0
    ever: bytes  # bits: which sides have ever owned it
    broken: bytes  # 1: its rail line is broken
    field: bytes  # airfield: 0 none, 1 permanent, 2 temporary
    fort: bytes  # 1: a fort
    razed: bytes  # 1: its fortified hexsides are destroyed
    port_hits: bytes
    port_used: bytes  # half REs of capacity used in this player turn
    leaned: bytes  # 1: a train went through an enemy zone because of the unit that began here

    # per set of breakdown counters
    boxed: array[int]  # the division for which it stands, LATER if none

    # per country
    stance: bytes  # of the neutrals of the world, by their number

    # single
    turn: int
    active: int
    phase: int
    weather: tuple[int, int]  # of the zones D and E
    railed: tuple[int, int]  # half REs of rail capacity that each side has used this turn
    sailed: tuple[int, int]  # half naval transport points used in this player turn, in the Adriatic and the Aegean
    points: bytearray  # replacement points in halves, four kinds for each nation of the world

    def stack(self, place: int) -> list[int]:
        """The units in a place, of whatever side."""
        return [unit for unit, at in enumerate(self.where) if at == place]
