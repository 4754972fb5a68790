"""Chapter 16, 16.3: revolts. The Maquis rise with France; Tito may rise at any time, and is hard to catch."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Chance
from grognard.engine.derived import derived
from grognard.engine.events import Roll
from grognard.engine.orders import Order, Refusal
from grognard.engine.paths import bits
from grognard.games.westfront.orders import Raise
from grognard.games.westfront.state import ALLIES, AXIS, LATER, Front
from grognard.games.westfront.units import take_pseudonym

MAQUIS, PARTISANS = "Maquis", "Tito"


# 16.31 The Maquis


def french_hexes(s: Front) -> int:
    """How many hexes of France the Allies control, Corsica among them. [WF-16.31a]"""
    return sum(1 for place in bits(s.world.country["France"]) if s.owner[place] == ALLIES)


def why_not_incite(s: Front, nation: str, tried: tuple[str, ...]) -> Refusal | None:
    """Once in an Allied politics phase the Allies may roll for a rising in France, if they hold some. [WF-16.31a]"""
    facts = {"nation": nation}
    if nation != "France" or s.revolts or not is_to_come(s, MAQUIS):
        return Refusal("WF-16.31a", facts)
    if nation in tried:
        return Refusal("WF-16.31a", facts, "once")
    return None if french_hexes(s) else Refusal("WF-16.31a", facts, "hexes")


def incite(s: Front) -> None:
    """Roll for the rising, unless it cannot fail. [WF-16.31a]"""
    if french_hexes(s) > s.world.charts["politics"]["highest_face"]:
        rise(s)
    else:
        s.then(RollRevolt())


class RollRevolt(Chance[Front], frozen=True):
    """France rises if the die is lower than the number of its hexes that the Allies control. [WF-16.31a]"""

    def call(self, s: Front) -> Roll:
        return Roll("revolt", "WF-16.31a", 1, facts={"nation": "France", "below": french_hexes(s)})

    def rolled(self, s: Front, faces: tuple[int, ...]) -> None:
        if faces[0] < french_hexes(s):
            rise(s)
        else:
            s.tell("no revolt", "WF-16.31a", nation="France")


def rise(s: Front) -> None:
    s.revolts = 1
    s.tell("revolt", "WF-16.31a", nation="France")


# Raising them


def is_to_come(s: Front, name: str) -> bool:
    unit = s.world.unit_index.get(name)
    return unit is not None and s.where[unit] == LATER


def raisings(s: Front) -> Iterator[Order]:
    """Every place where somebody can rise now."""
    names = s.world.board.names
    for name, nation in ((MAQUIS, "France"), (PARTISANS, "Yugoslavia")):
        if why_not_raise(s, name) is None:
            for place in bits(s.world.country[nation]):
                if why_not_raise_at(s, name, place) is None:
                    yield Raise(s.world.sides[ALLIES], name, names[place])


def why_not_raise(s: Front, name: str) -> Refusal | None:
    """The Maquis wait for the revolt, Tito for nobody; each is raised once. [WF-16.31b, WF-16.32a]"""
    if name == MAQUIS:
        risen = s.revolts and is_to_come(s, name)
        return None if risen else Refusal("WF-16.31b", {"unit": name})
    if name == PARTISANS:
        return None if is_to_come(s, name) else Refusal("WF-16.32a", {"unit": name})
    return Refusal("table.no-piece", {"unit": name})


def why_not_raise_at(s: Front, name: str, place: int) -> Refusal | None:
    """The Maquis rise in France out of German reach; Tito in the mountains or hills of Yugoslavia. Neither among Axis
    units. [WF-16.31b, WF-16.32a, WF-6.2a]"""
    facts = {"unit": name, "at": s.world.board.names[place]}
    if name == MAQUIS:
        if not s.world.country["France"] >> place & 1 or german_ground(s) >> place & 1:
            return Refusal("WF-16.31b", facts, "place")
    elif (
        not s.world.country["Yugoslavia"] >> place & 1
        or s.world.board.terrain[place] not in s.world.charts["politics"]["partisan_terrain"]
        or s.enemies_at(place, ALLIES)
    ):
        return Refusal("WF-16.32a", facts, "place")
    if s.count(place, ALLIES) >= s.world.stacking[place]:
        return Refusal("WF-6.2a", {"at": facts["at"], "limit": str(s.world.stacking[place])}, "full")
    return None


def german_ground(s: Front) -> int:
    """The hexes that Germans hold or look into. A block that the Allies cannot see counts as German, or what is offered
    would tell who it is. [WF-16.1b, WF-16.31b]"""
    return _german_ground(s, bytes(s.shown))


@derived("attacker", "dispersed", "supplied", "where")
def _german_ground(s: Front, shown: bytes) -> int:
    ground = 0
    for unit in s.world.army[AXIS]:
        at = s.where[unit]
        if at >= 0 and (s.world.roster[unit].nation == "Germany" or not shown[unit]):
            ground |= 1 << at
            if s.supplied[unit] and not s.dispersed[unit] and not s.attacker[at]:
                ground |= s.world.zoc[at]
    return ground


def raise_unit(s: Front, name: str, place: int) -> None:
    """A unit rises from the country: at the chart's strength and unsupplied. [WF-16.31b, WF-16.32a]"""
    unit = s.world.unit_index[name]
    s.where[unit], s.supplied[unit] = place, 0
    s.steps[unit] = s.world.charts["special_units"][name]["steps"]
    take_pseudonym(s, unit)
    rule = "WF-16.32a" if name == PARTISANS else "WF-16.31b"
    s.tell("raised", rule, reveals=True, unit=name, at=s.world.board.names[place])


# 16.32 Tito


def is_at_home(s: Front, unit: int) -> bool:
    """Tito has his powers in Yugoslavia and next to it. [WF-16.32b]"""
    return unit == s.world.partisan and bool(s.world.partisan_ground >> s.where[unit] & 1)


def may_slip_into(s: Front, place: int) -> bool:
    """Tito leaves a battle into empty mountains or hills, whosever zone they lie in. [WF-16.32b]"""
    rough = s.world.board.terrain[place] in s.world.charts["politics"]["partisan_terrain"]
    return rough and not any(s.stack(place, side) for side in (ALLIES, AXIS))
