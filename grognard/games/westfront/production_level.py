"""Chapter 11, 11.2 and 11.3: the production level, added up from the map and from what comes from beyond it."""

from __future__ import annotations

from grognard.engine.derived import derived
from grognard.engine.tally import Tally
from grognard.games.westfront.rail import SUPPLY, supply_net
from grognard.games.westfront.state import ALLIES, AXIS, Front
from grognard.games.westfront.world import West


def production_level(s: Front, side: int) -> Tally:
    """What a side may spend each month: basic, city and resource production; below zero it is nothing. In Husky the
    level is fixed. [WF-11.2, WF-HX.1]"""
    name = s.world.sides[side]
    if s.world.data.get("fixed_production"):
        return Tally(s.world.data["production"][name], "WF-HX.1")
    return _added_up(s, side)


@derived(*SUPPLY)
def _added_up(s: Front, side: int) -> Tally:
    level = basic_production(s, side)
    level.add(city_production(s, side), "WF-11.32a", "cities")
    level.add(resource_production(s, side), "WF-11.33a", "resources")
    return level


# 11.31 Basic production


def basic_production(s: Front, side: int) -> Tally:
    """What the rest of the world gives or takes. A linked game goes over to the next scenario's number with its first
    month, so nothing is added to the level beyond that. [WF-11.31, WF-3.12b, WF-W44.7]"""
    row = s.world.charts["basic_production"][s.world.seasons[s.month]]
    basic = Tally(row[f"{s.world.sides[side]}_basic"], "WF-11.31")
    if side == AXIS and is_ore_route_lost(s):
        basic.add(s.world.charts["ore_route"]["points"], "WF-16.2", "ore route lost")
    return basic


def is_ore_route_lost(s: Front) -> bool:
    """While the Allies hold Copenhagen, and for good when they rule the air. [WF-16.2]"""
    if s.world.months[s.month] >= s.world.charts["dates"]["axis_ore_route_lost"]:
        return True
    return s.owner[s.world.board.at(s.world.charts["ore_route"]["place"])] == ALLIES


# 11.32 Cities, 11.33 resources


def producing(s: Front, side: int) -> list[int]:
    """The friendly places with values that have rail or sea supply, embattled or not. A lane that the enemy could
    interdict does not count. [WF-11.32a, WF-11.32b, WF-11.33b]"""
    net = supply_net(s, side, frozenset(), secure=True)
    return [place for place in s.world.values if net >> place & 1 and s.owner[place] == side]


def city_output(world: West, place: int) -> int:
    """What a city gives to whoever has it. [WF-11.32a]"""
    output: int = world.values[place].get("production", 0)
    return output


def resource_output(world: West, place: int, side: int) -> int:
    """What the resources of a place give to a side. [WF-11.33a]"""
    value: int = world.values[place].get("resource", {}).get("value", 0)
    times: int = world.charts["resources"][world.sides[side]]
    return times * value


def city_production(s: Front, side: int) -> int:
    """Major cities give their number. [WF-11.32a]"""
    return sum(city_output(s.world, place) for place in producing(s, side))


def resource_production(s: Front, side: int) -> int:
    """Resources give their value, twice over to the Axis. [WF-11.33a]"""
    return sum(resource_output(s.world, place, side) for place in producing(s, side))
