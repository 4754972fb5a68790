"""What rules make of an owner's numbers in small positions: weather, supply, seas, production, politics, victory."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Any

from grognard.engine.paths import bits
from grognard.games.westfront.airpower import air_firepower, air_range
from grognard.games.westfront.army_group_e import ways_in
from grognard.games.westfront.arrival import arrival_limit, is_arrival_place
from grognard.games.westfront.combat import defence, ground_defence
from grognard.games.westfront.command_phase import why_not_surprise
from grognard.games.westfront.control import closed_ground
from grognard.games.westfront.movement import (
    speed_of,
)
from grognard.games.westfront.neutrals import drawn_in, first_strength, penalty, waiting_unit
from grognard.games.westfront.off_map import lost_entries, off_map_lines
from grognard.games.westfront.politics import Defection, demand, lost_capitals
from grognard.games.westfront.production import (
    STEPS,
    bar_to_step,
    cadre_cost,
)
from grognard.games.westfront.production_level import basic_production, city_production, producing, resource_production
from grognard.games.westfront.rail import interdiction, journeys
from grognard.games.westfront.revolts import incite, raise_unit, why_not_raise_at
from grognard.games.westfront.seapower import capacity, harbour_seas, sea_controller, sea_routes
from grognard.games.westfront.state import (
    ALLIES,
    AXIS,
    ELIMINATED,
    LOST,
    READY,
    Front,
)
from grognard.games.westfront.supply import supply_line
from grognard.games.westfront.victory import (
    city_level,
    handicap,
    point_level,
    port_points,
    result,
    tournament_points,
    units_in_the_north,
    victory_cities,
    victory_points,
)
from grognard.games.westfront.weather import MUD, RollWeather, is_stormy
from grognard.games.westfront.world import NATIONS, West
from tests.rulebooks.westfront.sights import NAMED, SIDES, fight, front, hold, stand

# Weather


def skies(world: West) -> Any:
    found = []
    for month, total in product(("1943-11", "1943-12", "1944-01", "1944-02"), range(2, 13)):
        s = front(world, month)
        RollWeather().rolled(s, (total // 2, total - total // 2))
        found.append((s.weather, s.storm))
    return found


# Supply, rails and seas


def supply(world: West) -> Any:
    s = front(world)
    unit = world.unit_index["Br5"]
    found = []
    for place in world.land:
        s.where[unit] = place
        found.append(supply_line(s, unit, 1 << world.board.at("Paris")))
    return found


def trains(world: West) -> Any:
    found: list[Any] = []
    for month in ("1943-07", "1944-05", "1944-06", "1944-07"):
        s = front(world, month, owner=AXIS)
        unit = stand(s, "GeDen", "Sarajevo")
        found += [journeys(s, unit), ways_in(s), *(list(off_map_lines(s, AXIS, place)) for place in world.entries)]
    return found


def harbours(world: West) -> Any:
    s = front(world)
    s.beachhead[world.unit_index["Br1"]] = world.board.at("Calais")
    return [capacity(s, place) for place in world.land]


def seas(world: West) -> Any:
    found: list[Any] = [world.sea_joins, [port.shores for port in world.ports.values()]]
    for month, owner in product(("1943-07", "1944-06"), SIDES):
        s = front(world, month, owner=owner)
        for sea in range(len(world.seas)):
            found.append((sea_controller(s, sea), interdiction(s, ALLIES, sea), interdiction(s, AXIS, sea)))
            for s.storm in (1, 2, 3):
                found.append(is_stormy(s, sea))
    for base in BASES:
        s = hold(front(world), AXIS, base)
        s.month = 0
        found.append([sea_controller(s, sea) for sea in range(len(world.seas))])
    return found


BASES = (
    "Glasgow", "Liverpool", "London", "Portsmouth", "Brest", "Gibraltar", "Algiers", "Marseilles", "Genoa", "Tunis",
    "Tripoli", "Trieste", "Copenhagen", "Stettin",
)  # fmt: skip


def voyages(world: West) -> Any:
    s, all_seas = front(world), range(len(world.seas))
    return [sea_routes(s, ALLIES, [a], [b], 2) for a in all_seas for b in all_seas], world.sea_joins, world.ports


# Production, dates, politics


def months(s: Front) -> Any:
    """What the calendar brings."""
    bombers, basic = air_firepower(s, ALLIES), [basic_production(s, side).value for side in SIDES]
    fliers = air_firepower(s, AXIS), air_range(s, stand(s, "1AG", "Paris")), air_range(s, stand(s, "OBWest", "Paris"))
    nations, pace = [penalty(s, nation) for nation in NATIONS[1:]], speed_of(s, s.world.unit_index["PzWest"])
    supreme = air_range(s, stand(s, "SHAEF", "Paris"))
    s.weather = MUD
    oil = cadre_cost(s, s.world.unit_index["OBWest"]).value
    held = basic_production(hold(s, ALLIES, "Copenhagen"), AXIS).value
    lost = basic_production(hold(s, AXIS, "Copenhagen"), AXIS).value
    return (bombers, basic, *fliers, nations, oil, held, lost, handicap(s), lost_entries(s), why_not_surprise(s, AXIS),
            pace, supreme)  # fmt: skip


def output(world: West) -> Any:
    return [(resource_production(front(world, owner=side), side), side) for side in SIDES]


def risings(world: West) -> Any:
    found: list[Any] = []
    s = front(world)
    for name, place in (("Maquis", "Paris"), ("Tito", "Sarajevo")):
        raise_unit(s, name, world.board.at(place))
        found.append(s.steps[world.unit_index[name]])
    s = front(world)
    Defection().run(s)
    found.append(s.steps[world.unit_index["Friuli"]])
    found += [why_not_raise_at(s, "Tito", at) is None for at in bits(world.country["Yugoslavia"])]
    return found


def certainties(world: West) -> Any:
    """Whether dice are thrown at all, by how much there is to show for."""
    found = []
    for count in range(4, 10):
        s = front(world, owner=AXIS)
        hold(s, ALLIES, *(world.board.names[place] for place in bits(world.country["France"])[:count]))
        incite(s)
        lost = front(world, owner=AXIS)
        for unit in [unit for unit, data in enumerate(world.roster) if data.nation == "Italy"][:count]:
            lost.where[unit] = ELIMINATED
        demand(lost, "Italy")
        found.append((s.revolts, s.agenda, lost.agenda))
    return found


def neutrals(world: West) -> Any:
    found: list[Any] = []
    for bit in (0b010, 0b100, 0b110):
        s = front(world)
        s.neutral = bit
        found += [waiting_unit(s), [drawn_in(s, nation) for nation in NATIONS]]
    s = front(world)
    found += [first_strength(s, world.unit_index[unit]) for unit in ("JDN", "Sp1", "SpBal", "Pt1", "PtSt")]
    for place in ("Madrid", "Lisbon", "Barcelona"):
        found.append(lost_capitals(hold(front(world, owner=AXIS), ALLIES, place)))
    return found


# Victory


def points(world: West) -> Any:
    found: list[Any] = []
    losses = ("", "1AG", "Br5", "OKW", "GeDen", "It2", "St65G")
    for lost, side, month in product(losses, SIDES, ("1943-12", "1944-06")):
        s = front(world, month)
        stand(s, "SHAEF", "London")
        stand(s, "OBWest", "Berlin")
        s.supplied[stand(s, "Br8", "Paris")] = 0
        s.beachhead[world.unit_index["Br1"]], s.beachhead[world.unit_index["US5"]] = READY, LOST
        if lost:
            s.where[world.unit_index[lost]] = ELIMINATED
        found.append(victory_points(s, side).value)
    s = front(world)
    found.append([port_points(s, port) for port in world.ports])
    for place in world.land:
        s.where[world.unit_index["Br5"]] = place
        found.append(units_in_the_north(s))
    return found


def outcomes(world: West) -> Any:
    s = front(world)
    levels = [(point_level(s, lead), city_level(s, lead)) for lead in range(-40, 41)]
    ways = [result(front(world, month)).cause for month in world.months]
    excess = [victory_points(front(world, month), ALLIES).value for month in world.months]
    return levels, ways, excess, [tournament_points(s, level) for level in ("draw", "marginal", "major", "decisive")]


# What the map and the units are worth, row by row


def cities(world: West, rows: Sequence[str]) -> list[Any]:
    """What a place's city gives to whoever defends or arrives there."""
    s = front(world)
    found = []
    for name in rows:
        at = fight(s, name, AXIS)
        found.append((arrival_limit(s, at), ground_defence(s, at).value, defence(s, AXIS, at).value))
    return found


def harvests(world: West, rows: Sequence[str]) -> list[int]:
    """The points that every place gives to whoever holds all of them: no more and no less than the sum."""
    s = front(world)
    found = {place: world.values[place].get("production", 0) for place in producing(s, ALLIES)}
    assert sum(found.values()) == city_production(s, ALLIES)
    return [found.get(world.board.at(name), -1) for name in rows]


def ports(world: West, rows: Sequence[str]) -> list[Any]:
    s = front(world)
    return [(capacity(s, world.board.at(name)), world.ports[world.board.at(name)].sizes) for name in rows]


def shared_harbours(world: West) -> Any:
    """The hexes with two ports."""
    return [port for port in world.ports.values() if len(port.sizes) > 1]


def moorings(world: West, rows: Sequence[str]) -> list[Any]:
    s = front(world)
    return [harbour_seas(s, world.board.at(name)) for name in rows]


def origins(world: West, rows: Sequence[str]) -> list[Any]:
    """Where a unit may appear and may not go, by its nation."""
    s, places = front(world), tuple(world.values)
    units = [world.unit_index[name] for name in rows]
    return [([is_arrival_place(s, unit, place) for place in places], closed_ground(s, unit)) for unit in units]


def highest_steps(world: West, rows: Sequence[str]) -> list[Any]:
    found = []
    for name in rows:
        s = front(world)
        unit = stand(s, name, "Dundee")
        for s.steps[unit] in range(7):
            if bar_to_step(s, unit, STEPS) == "WF-11.41a":
                break
        found.append(s.steps[unit])
    return found


def held_cities(world: West) -> Any:
    """Victory Cities and what is dug, place by place."""
    found: list[Any] = []
    for name in NAMED:
        s = hold(front(world, owner=AXIS), ALLIES, "London", name)
        found += [victory_cities(s), resource_production(hold(front(world), AXIS, name), ALLIES)]
    return found
