"""What the map and the units are worth in the war, in the scenario's own victory terms."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.games.westfront import victory
from grognard.games.westfront.combat import fortress_defence, lasting_defence, own_firepower
from grognard.games.westfront.production_level import city_output, resource_output
from grognard.games.westfront.state import ALLIES, AXIS, Front
from grognard.games.westfront.world import NATIONS, West

Numbers = Mapping[str, float]


class Ground:
    """What does not change in a match: neighbours, fire, and what is won or lost with a place or a unit."""

    def __init__(self, s: Front, numbers: Numbers) -> None:
        world = s.world
        self.near = tuple(
            (*[there for there, _ in world.walk[place]], *world.straits[place]) for place in range(world.board.size)
        )
        units = range(len(world.roster))
        self.offence = tuple(own_firepower(world, unit, "offence") for unit in units)
        self.defence = tuple(own_firepower(world, unit, "defence") for unit in units)
        self.fire = tuple((a + b) / 2 for a, b in zip(self.offence, self.defence, strict=True))
        self.is_hq = tuple(unit.is_hq for unit in world.roster)
        self.loss = tuple(-float(victory.loss_points(world, unit)) for unit in units)
        self.cover = tuple(self._cover(world, place) for place in range(world.board.size))
        self.worth = {place: self._by_points(s, place) for place in world.values}
        self.city_worth = {place: self._by_cities(s, place, numbers) for place in world.values}
        """The same in Winter 1944, when only Victory Cities count."""

    @staticmethod
    def _cover(world: West, place: int) -> int:
        """Hits that take a step of those who are attacked there. [WF-7.34a, WF-7.35a]"""
        if place in world.fortresses:
            return fortress_defence(world)
        return int(lasting_defence(world, place).value) if world.land_mask >> place & 1 else 1

    @staticmethod
    def _output(s: Front, place: int) -> tuple[float, float]:
        """What a place produces for the Allies and for the Axis. [WF-11.32a, WF-11.33a]"""
        made = city_output(s.world, place)
        allied, axis = (made + resource_output(s.world, place, side) for side in (ALLIES, AXIS))
        return allied, axis

    def _by_points(self, s: Front, place: int) -> float:
        """The points between having a place and the enemy having it. [WF-17.1a, WF-17.1e]"""
        ports = victory.port_points(s, place) if place in s.world.ports else 0
        return sum(self._output(s, place)) + ports

    def _by_cities(self, s: Front, place: int, numbers: Numbers) -> float:
        """Victory Cities, and a little for what feeds the war. [WF-17.32a]"""
        row = s.world.values[place]
        port = numbers["port_for_supply"] if place in s.world.ports else 0.0
        made = numbers["production_for_war"] * sum(self._output(s, place))
        return numbers["victory_city"] * int(row.get("victory", 0)) + made + port


def ground(s: Front, numbers: Numbers) -> Ground:
    """The ground of a match, measured once."""
    return s.world.recall("players' ground of the war", lambda: Ground(s, numbers))


def worth(s: Front, land: Ground, numbers: Numbers) -> Mapping[int, float]:
    """What places are worth in this month's scenario: more where a nation is about to give up, or an army's supply
    begins. [WF-16.1a, WF-9.12a]"""
    italy = NATIONS.index("Italy")
    wavers = not s.fallen >> italy & 1 and not s.neutral >> italy & 1 and not is_by_cities(s)
    key = ("players' worth", is_by_cities(s), wavers)
    return s.world.recall(key, lambda: _worth(s, land, numbers, wavers))


def _worth(s: Front, land: Ground, numbers: Numbers, wavers: bool) -> dict[int, float]:
    found = dict(land.city_worth if is_by_cities(s) else land.worth)
    for place in s.world.sources[AXIS]:
        found[place] += numbers["source"]
    if wavers:
        for place, port in s.world.ports.items():
            if s.world.country["Italy"] >> place & 1:
                found[place] += numbers["wavering_port"] * len(port.sizes)
    return found


def is_by_cities(s: Front) -> bool:
    """Whether Victory Cities decide, and not points. [WF-17.32a]"""
    by_cities: bool = s.world.seasons[s.month] == s.world.charts["victory_cities"]["season"]
    return by_cities


def fortnights_left(s: Front) -> int:
    """Fortnights that are still to be played, this one included."""
    return 2 * (len(s.world.months) - s.month) - s.fortnight


def is_last_turn(s: Front, side: int) -> bool:
    """Whether a side has no further turn after this one."""
    return fortnights_left(s) == 1 and (side == s.active or side == ALLIES or s.active == AXIS)
