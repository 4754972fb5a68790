"""What rules make of an owner's numbers in small positions: fire, units, headquarters and ground."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Any

from grognard.engine.files import read_toml
from grognard.games.westfront import GAME, phases
from grognard.games.westfront.airpower import air_range, strike_dice
from grognard.games.westfront.arrival import arrival_limit, is_arrival_place
from grognard.games.westfront.assault import repulse_numbers
from grognard.games.westfront.combat import defence, firepower, firing_order, ground_defence, hits
from grognard.games.westfront.command import command_range, command_value, count_moves, supreme_moves
from grognard.games.westfront.command_phase import neighbours, why_not_deploy
from grognard.games.westfront.control import closed_ground, zone_of_control
from grognard.games.westfront.forts import dismantle
from grognard.games.westfront.interdiction import Interdict
from grognard.games.westfront.invasions import beaches_within, invasion_range, why_not_embark, why_not_land
from grognard.games.westfront.losses import take_hit
from grognard.games.westfront.mobilization import free_moves, moves
from grognard.games.westfront.movement import (
    all_ways,
    is_commanded,
    ranges,
    side_is_free,
    side_key,
    speed_of,
    stopping_hexes,
)
from grognard.games.westfront.paratroops import why_not_drop_on
from grognard.games.westfront.production import (
    STEPS,
    bar_to_step,
    beachhead_cost,
    cadre_cost,
    step_cost,
    why_not_prepare,
)
from grognard.games.westfront.retreat import pursuit_fire, shelter
from grognard.games.westfront.seapower import sail_cost
from grognard.games.westfront.stacking import crowded_hexes
from grognard.games.westfront.state import (
    ALLIES,
    AXIS,
    COMMAND,
    FROM_AIR,
    FROM_SEA,
    INVASION,
    LATER,
    LOST,
    OVER_RIVER,
    PARADROP,
    PREP,
    READY,
    Front,
)
from grognard.games.westfront.supply import InterdictSupply, beachhead_line
from grognard.games.westfront.units import lose_step
from grognard.games.westfront.weather import DRY, MUD
from grognard.games.westfront.world import DATA, West

SIDES = (ALLIES, AXIS)
FACES = (1, 2, 3, 4, 5, 6)
FIRES = ("none", "SF", "DF", "TF")
SCENARIOS = ("s43", "w43", "s44", "w44")
ELITE = ("SS1", "SS4", "SS5", "PzEber", "FHH")
CORPS = ("Br1", "Br8", "US8", "Br5", "FF2", "US17Para")
ARMIES = ("PzWest", "MechE", "GeDen", "2Para", "Mtn51", "Cav78", "St65G", "Fort81", "SS1", "SS4", "SS5")
STAFF = ("1AG", "SHAEF", "OBWest", "OKW", "JDN")
EVERYBODY = (*CORPS, *ARMIES, *STAFF, "Friuli", "It2")
GROUNDS = ("Dundee", "Cologne SW1", "Carlisle", "Eindhoven", "Inverness", "Paris", "Rome", "Gibraltar")
"""Clear, forest, hill, marsh and mountain; a major city, Rome and a fortress."""
NAMED = tuple(sorted(
    name for name, row in read_toml(DATA / "places.toml").data.items()
    if isinstance(row, dict) and row.keys() & {"victory", "resource"}
))  # fmt: skip
SIDES_OF_HEXES = (
    ("Aberdeen", "Dundee"), ("Ruhr", "Frankfurt"), ("Glasgow W1", "Glasgow SW1"), ("Inverness", "Aberdeen"),
    ("Eindhoven", "Cologne"), ("Salzburg", "Trieste NW1"), ("Aarhus W1", "Odense"), ("Messina", "Reggio"),
    ("London", "Dover"), ("Glasgow W1", "Belfast"), ("Dundee", "Edinburgh"),
)  # fmt: skip
"""Neighbours with every kind of side between them: none over clear, forest, hill, mountain and marsh, alpine, straits
with a bridge and with a ferry, a river, the sea, and plain straits."""


def front(world: West, month: str = "1944-06", weather: int = DRY, owner: int = ALLIES) -> Front:
    """An empty map that one side holds."""
    s = GAME.setup(world)
    s.month, s.weather, s.neutral, s.agenda = world.months.index(month), weather, 0, []
    s.where = [LATER] * len(s.where)
    s.owner = s.prior = bytes([owner]) * world.board.size
    s.attacker = s.fresh = world.blank
    return s


def stand(s: Front, unit: str, place: str, steps: int = 2, role: int = 0) -> int:
    number = s.world.unit_index[unit]
    s.where[number], s.steps[number], s.role[number] = s.world.board.at(place), steps, role
    return number


def fight(s: Front, place: str, attacker: int) -> int:
    at = s.world.board.at(place)
    s.attacker = bytes(1 + attacker if hex == at else old for hex, old in enumerate(s.attacker))
    s.fresh = bytes(hex == at for hex in range(len(s.attacker)))
    return at


def hold(s: Front, side: int, *places: str) -> Front:
    held = {s.world.board.at(place) for place in places}
    s.owner = s.prior = bytes(side if hex in held else old for hex, old in enumerate(s.owner))
    return s


def everywhere(world: West) -> list[str]:
    return [world.board.names[place] for place in world.land]


def by_month(sees: Callable[[Front], Any]) -> Callable[[West], Any]:
    """The same in every month of the war."""
    return lambda world: [sees(front(world, month)) for month in world.months]


# Fire and loss


def scores(world: West) -> Any:
    s = front(world)
    return [hits(s, (face,), power) for face in FACES for power in (1, 2, 3)]


def fire(world: West) -> Any:
    found = []
    stands = [(unit, 1) for unit in EVERYBODY] + [("Fort81", 0), ("Br1", 0)]
    for (unit, supplied), place, weather in product(stands, GROUNDS, (DRY, MUD)):
        s = front(world, weather=weather)
        number = stand(s, unit, place)
        s.supplied[number] = supplied
        side = s.side_of(number)
        at = fight(s, place, 1 - side)
        s.beachhead[world.unit_index["Br1"]] = at if supplied else READY
        stand(s, "It3" if side == ALLIES else "Polish", place)
        found += [(firepower(s, number, at, of).value, firing_order(s, at, side, offence=of)) for of in (False, True)]
    return found


def shelters(world: West) -> Any:
    found = []
    for place, weather in product(GROUNDS, (DRY, MUD)):
        s = front(world, weather=weather)
        at = fight(s, place, AXIS)
        unit = stand(s, "Br5", place)
        found += [ground_defence(s, at).value, defence(s, AXIS, at).value, shelter(s, unit).value]
    return found, concrete(world)


def concrete(world: West) -> Any:
    """How many hits a fort takes before it is a step weaker."""
    s = front(world)
    fort = stand(s, "Fort81", "Calais", 3)
    s.active = ALLIES
    fight(s, "Calais", ALLIES)
    found = []
    for _ in range(6):
        take_hit(s, fort, 1)
        found.append(s.steps[fort])
    return found


def chases(world: West) -> Any:
    found = []
    for hunter, prey, place, weather, by_sea in product(
        (*ARMIES, "It2"), (*CORPS, "SHAEF", "Friuli"), ("Dundee", "Eindhoven"), (DRY, MUD), (False, True)
    ):
        s = front(world, weather=weather)
        one, other = stand(s, hunter, place), stand(s, prey, place)
        found += [pursuit_fire(s, one, other, by_sea), pursuit_fire(s, other, one, by_sea)]
    return found


def thrown_back(world: West) -> Any:
    found = []
    for unit, entered, weather in product(("Br1", "Br5", "GeDen"), (OVER_RIVER, FROM_AIR, FROM_SEA), (DRY, MUD)):
        s = front(world, weather=weather)
        number = stand(s, unit, "Calais")
        s.entered[number] = entered
        at = fight(s, "Calais", s.side_of(number))
        found.append(repulse_numbers(s, at, s.side_of(number)))
    return found


def at_sea(world: West) -> Any:
    found = []
    for unit, how, face in product(("Br5", "GeDen"), (FROM_SEA, 0), FACES):
        s = front(world)
        number = stand(s, unit, "Calais")
        Interdict(number, how, world.board.at("Dover"), 1).rolled(s, (face,))
        found.append((s.where[number], s.steps[number]))
    return found


def lanes(world: West) -> Any:
    found = []
    for side, beach, face in product(SIDES, (False, True), FACES):
        s = front(world)
        s.lanes = ()
        InterdictSupply(side, world.board.at("Dover"), 1, beach).rolled(s, (face,))
        found.append(s.lanes)
    return found


# The units


def speeds(world: West) -> Any:
    s = [front(world, month, weather) for month in ("1943-07", "1944-06") for weather in (DRY, MUD)]
    return [speed_of(each, world.unit_index[unit]) for each in s for unit in EVERYBODY], chases(world)


def endurance(world: West) -> Any:
    found = []
    for unit, steps in product(EVERYBODY, (0, 1, 2)):
        s = front(world)
        number = stand(s, unit, "Paris", steps)
        lose_step(s, number, "WF-7.33d")
        found.append((s.where[number], s.steps[number]))
    return found


def prices(world: West) -> Any:
    found = []
    for month, unit in product(("1943-07", "1943-12", "1944-09"), (*EVERYBODY, "Br1")):
        s = front(world, month)
        number = stand(s, unit, "Cherbourg")
        if s.side_of(number) == AXIS:
            hold(s, AXIS, *everywhere(world))
        found += [cadre_cost(s, number), step_cost(s, number), cadre_cost(s, number, s.where[number])]
    return [(cost.value, cost.reasons) for cost in found]


def at_the_beach(world: West) -> Any:
    """The price of a step for a corps that lives off a beachhead, and what the beachhead itself may cost."""
    s = front(world, owner=AXIS)
    corps = stand(s, "Br1", "Catania")
    hold(s, ALLIES, "Catania")
    found: list[Any] = [step_cost(s, corps).value]
    for status, bought in product((LOST, PREP), (0, 1, 2)):
        s.beachhead[corps], s.readied, s.points = status, (corps,) * bought, [99, 99]
        found += [beachhead_cost(s, corps), why_not_prepare(s, corps) is None]
    for place in world.land:
        s.where[corps], s.beachhead[corps] = place, world.board.at("Catania")
        hold(s, ALLIES, *everywhere(world))
        found.append(beachhead_line(s, corps))
    return found


def elite(world: West) -> Any:
    found = []
    for built in range(4):
        s = front(world, owner=AXIS)
        units = [stand(s, unit, "Berlin", 1) for unit in ELITE]
        for unit in units[:built]:
            s.built[unit] = 1
        found += [bar_to_step(s, unit, STEPS) for unit in units]
    return found


def newcomers(world: West) -> Any:
    s = front(world)
    places = dict.fromkeys((*world.values, *world.entries))
    units = [world.unit_index[unit] for unit in ("Br5", "US8", "GeDen", "It2", "Sp1", "Pt1")]
    return [(arrival_limit(s, place), [is_arrival_place(s, unit, place) for unit in units]) for place in places]


def ground_open(world: West) -> Any:
    s = front(world)
    return world.land_mask, [closed_ground(s, world.unit_index[unit]) for unit in ("Br5", "GeDen", "It2")]


def walks(world: West) -> Any:
    """Who may be led, and who may walk to the enemy over land or straits."""
    found: list[Any] = []
    for unit, (at, there) in product(EVERYBODY, (("Dundee", "Aberdeen"), ("Messina", "Reggio"))):
        s = front(world, owner=world.roster[world.unit_index[unit]].side)
        number = stand(s, unit, at)
        stand(s, "MechE" if s.owner[0] == ALLIES else "Br8", there)
        stand(s, "21AG" if s.owner[0] == ALLIES else "AGB", at, 2, COMMAND)
        found += [[way.there for way in all_ways(s, number)], is_commanded(s, number, blitz=False)]
    return found


def dismantling(world: West) -> Any:
    s = front(world)
    fort = stand(s, "Fort81", "Calais", 3)
    dismantle(s, fort)
    return s.steps[fort]


def elite_and_armed(world: West) -> Any:
    s = front(world)
    units = [stand(s, unit, "Dundee") for unit in ELITE]
    armed = [firepower(s, unit, s.where[unit], offence).value for unit in units for offence in (False, True)]
    return armed, elite(world)


def speeds_of_volunteers(world: West) -> Any:
    return [speed_of(front(world), world.unit_index[unit]) for unit in ("Maquis", "Friuli")]


# Headquarters


def staff(world: West) -> Any:
    found: list[Any] = []
    for month, weather, unit, steps in product(("1943-07", "1944-06"), (DRY, MUD), STAFF, (1, 2, 3)):
        for place in ("London", "Berlin", "Dundee"):
            s = front(world, month, weather)
            hq = stand(s, unit, place, steps, COMMAND)
            found += [air_range(s, hq), strike_dice(s, hq), command_range(s, hq), command_value(s, hq)]
            found += [invasion_range(s, hq), free_moves(s)]
            if world.roster[hq].kind != "hq":
                count_moves(s, s.side_of(hq))
                found += [supreme_moves(s, hq), moves(s, hq)]
            found += [bool(why_not_deploy(s, hq, near, False)) for near in neighbours(s, s.where[hq])]
    return found


def sailing(world: West) -> Any:
    s = front(world)
    return [sail_cost(s, side, seas) for side in SIDES for seas in range(1, 7)]


def invading(world: West) -> Any:
    """Who may embark where a headquarters leads invasions, and where they could land."""
    found: list[Any] = []
    for unit, blitz, (ally, axis) in product(EVERYBODY, (False, True), (("15AG", "AGB"), ("SHAEF", "OKW"))):
        s = front(world, owner=world.roster[world.unit_index[unit]].side)
        number, hq = stand(s, unit, "Tunis"), stand(s, ally if s.owner[0] == ALLIES else axis, "Tunis", 3, INVASION)
        s.blitz[hq] = blitz
        found.append(why_not_embark(s, number, blitz))
        found.append([order for _, order in beaches_within(s, number, 1, world.invasion_seas[s.side_of(number)])])
        stand(s, "It2" if s.side_of(number) == ALLIES else "Polish", "Licata")
        way = ("Tunis", "Central Mediterranean", "Licata")
        found.append(why_not_land(s, number, way, blitz))
        for beach, *seas in FAR:
            found.append(why_not_land(s, number, ("Tunis", *seas, beach), blitz))
    return found


FAR = (
    ("Bari", "Central Mediterranean", "Ionian Sea", "Adriatic Sea"),
    ("Toulon", "Central Mediterranean", "Tyrrhenian Sea", "Ligurian Sea", "Gulf of Lyon"),
    ("Malaga", "Central Mediterranean", "Tyrrhenian Sea", "Ligurian Sea", "Gulf of Lyon", "Alboran Sea"),
    ("Licata", "Central Mediterranean"), ("Reggio", "Central Mediterranean", "Ionian Sea"),
)  # fmt: skip
"""Beaches one to five seas away from Tunis."""


# The ground


def lie_of_the_land(world: West) -> Any:
    found: list[Any] = [stopping_hexes(front(world, weather=w), world.unit_index["Br5"]) for w in (DRY, MUD)]
    for place, count in product(GROUNDS, (1, 2, 3, 4, 5)):
        s = front(world)
        for unit in CORPS[:count]:
            stand(s, unit, place)
        found.append(crowded_hexes(s, ALLIES))
    s = front(world, owner=AXIS)
    drop = stand(s, "US17Para", "London")
    stand(s, "SHAEF", "London", 3, PARADROP)
    s.phase = phases.MOVEMENT
    found.append([why_not_drop_on(s, drop, world.board.at(place)) for place in ("London", "Dover", "Ostende")])
    return found, world.droppable, world.invadable


def sides_of_hexes(world: West) -> Any:
    found: list[Any] = [world.river_sides]
    for (a, b), weather, used in product(SIDES_OF_HEXES, (DRY, MUD), (0, 1, 2)):
        s = front(world, weather=weather)
        here, there = world.board.at(a), world.board.at(b)
        s.crossed = (side_key(here, there),) * used
        found.append(side_is_free(s, here, there))
    for a, b in SIDES_OF_HEXES:
        s = front(world, owner=AXIS)
        unit, hq, there = stand(s, "GeDen", a), stand(s, "OBWest", a, 1, COMMAND), world.board.at(b)
        found += [neighbours(s, s.where[unit]), ranges(s, unit), [way.there for way in all_ways(s, unit)]]
        found += [zone_of_control(s, AXIS, 0) >> there & 1, command_range(s, hq) >> there & 1]
    return found
