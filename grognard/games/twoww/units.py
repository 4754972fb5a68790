"""What happens to units wherever they are: finding them, their factors, losses, and being put somewhere."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.orders import Refusal
from grognard.engine.paths import mask_of
from grognard.games.twoww.state import GONE, NEUTRAL, NO_VICHY, POOL, War
from grognard.games.twoww.world import ARMS


def why_not_own(s: War, side: int, unit: int) -> Refusal | None:
    """A side gives orders to its own units alone. [2WW-1a, 2WW-3.4.2a]"""
    if s.loyal[unit] == NEUTRAL:
        return Refusal("2WW-3.4.2a", {"unit": s.world.units[unit]})
    if s.loyal[unit] != side:
        return Refusal("2WW-1a", {"unit": s.world.units[unit], "side": s.world.sides[side]})
    return None


def is_afield(s: War, unit: int) -> bool:
    """Whether a unit is on the map or in a box, on its own feet, wings or keel."""
    return s.where[unit] >= 0 and s.aboard[unit] < 0


def acts_in_the_air(s: War, unit: int) -> bool:
    """Whether an air unit could do anything where it is: aboard a fleet only if it is a naval one. [2WW-3.3.3c]"""
    return s.where[unit] >= 0 and (s.aboard[unit] < 0 or bool(s.world.is_naval[unit]))


def is_ready(s: War, unit: int) -> bool:
    """Without an Ops Complete marker. [2WW-3.4.3a]"""
    return not s.ops[unit]


def face_value(s: War, unit: int) -> int:
    """The combat factor of the face that is up."""
    data = s.world.roster[unit]
    return data.combat if s.full[unit] or data.one_sided else data.reduced


def asw_value(s: War, unit: int) -> int:
    """The factor against submarines of the face that is up. [2WW-4.2.C.3i]"""
    return s.world.roster[unit].asw[0 if s.full[unit] else 1]


def steps_left(s: War, unit: int) -> int:
    """How many loss points it takes to eliminate a unit. [2WW-4.2.C.3p, 2WW-7.3.1c]"""
    return 2 if s.full[unit] else 1


def cargo_of(s: War, fleet: int) -> int:
    """The unit aboard a fleet, or -1. [2WW-8.3.4a]"""
    return s.aboard.index(fleet) if fleet in s.aboard else -1


def put(s: War, unit: int, place: int) -> None:
    """Put a unit somewhere, together with what it carries."""
    s.where[unit] = place
    passenger = cargo_of(s, unit)
    if passenger >= 0:
        s.where[passenger] = place


def take_loss(s: War, unit: int, rule: str = "2WW-4.2.C.3p") -> None:
    """A loss point turns a full unit over and eliminates a reduced one. [2WW-4.2.C.3p, 2WW-7.3.1c]"""
    if s.full[unit]:
        s.full[unit] = 0
        s.tell("reduced", rule, unit=s.world.units[unit], at=place_name(s, unit))
    else:
        eliminate(s, unit, rule)


def eliminate(s: War, unit: int, rule: str) -> None:
    """A unit returns to its force pool, or is out for good; what it carries is lost with it. [2WW-2c, 2WW-8.3.4a]"""
    passenger = cargo_of(s, unit)
    if passenger >= 0:
        s.aboard[passenger] = -1
        eliminate(s, passenger, "2WW-8.3.4a")
    s.tell("eliminated", rule, unit=s.world.units[unit], at=place_name(s, unit))
    send_away(s, unit, GONE if is_irreplaceable(s, unit) else POOL)


def is_irreplaceable(s: War, unit: int) -> bool:
    """The Maginot fort, and French units once Paris has fallen. [2WW-7.2.5c, 2WW-12.2.1c]"""
    return s.world.roster[unit].once or (s.world.roster[unit].nation == "France" and s.vichy != NO_VICHY)


def send_away(s: War, unit: int, to: int) -> None:
    """Take a unit off the map; whatever it bore there is forgotten."""
    s.where[unit], s.aboard[unit] = to, -1
    s.full[unit] = s.ops[unit] = s.moved[unit] = s.spent[unit] = s.landed[unit] = s.fought[unit] = 0


def place_name(s: War, unit: int) -> str:
    return s.world.board.names[s.where[unit]] if s.where[unit] >= 0 else ""


def names(s: War, units: tuple[int, ...] | list[int]) -> list[str]:
    return [s.world.units[unit] for unit in units]


# Where a side's units are, as masks of places

LAND, SEA, AIR = ARMS.values()


@derived("where", "loyal", "aboard")
def stands(s: War) -> list[int]:
    """Where everybody is who stands, flies or floats by himself: a mask for each arm of each side, `arm + side`.

    All in one pass, for whoever moves changes the fact that all of them rest on.
    """
    masks, bit = [0] * (3 * len(ARMS)), s.world.bit
    for at, side, fleet, arm in zip(s.where, s.loyal, s.aboard, s.world.arm, strict=True):
        if at >= 0 > fleet:
            masks[arm + side] |= bit[at]
    return masks


def land_at(s: War, side: int) -> int:
    """The hexes where a side has land units ashore."""
    return stands(s)[LAND + side]


def fleets_at(s: War, side: int) -> int:
    """The places where a side has fleets."""
    return stands(s)[SEA + side]


@derived("where", "loyal", "aboard", "neutral")
def fleets_at_war(s: War, side: int) -> int:
    """The places where a side has fleets, those of a neutral Italy or Soviet Union apart: they hinder nobody.
    [2WW-5.1.4b, 2WW-8.3.1b]"""
    nations = s.world.nation
    fleets = (fleet for fleet in s.world.fleets if s.loyal[fleet] == side and not s.neutral[nations[fleet]])
    return mask_of(s.where[fleet] for fleet in fleets if s.where[fleet] >= 0)


def air_at(s: War, side: int) -> int:
    """The hexes where a side has air units ashore."""
    return stands(s)[AIR + side]


def anyone_at(s: War, side: int) -> int:
    """The places where a side has any unit."""
    masks = stands(s)
    return masks[LAND + side] | masks[SEA + side] | masks[AIR + side]
