"""How WestFront is played at random where its rarer rules lie: composed positions, bents, and aimed slips.

Positions are for the Husky scenario. Each is lawful, as play could have left it, and goes on to the end of the match.
"""

from __future__ import annotations

from random import Random

import msgspec

from grognard.engine import agenda
from grognard.engine.game import World
from grognard.engine.kinds import Json
from grognard.engine.match import Match
from grognard.engine.orders import Order, Pass
from grognard.games.westfront import orders as wf
from grognard.games.westfront.fog import MONTHS
from grognard.games.westfront.state import ALLIES, AXIS, LOST, PREP, READY, ROLES, Front
from grognard.games.westfront.world import West
from grognard.lab.checks.generators import Bent, Compose, Generator

HUSKY = "husky"
ROUTED = (wf.Move, wf.Mobilize, wf.Rail)
BY_SEA = (wf.Sail, wf.Land, wf.Evacuate)


# Slips: well-formed orders that only the rules can refuse


def slips(match: Match, side: str, rng: Random, count: int) -> list[Order]:
    """So many orders of the kinds that are asked for, by units of the side from where they stand, to anywhere."""
    at = agenda.question(match.state, match.side_index(side))
    if at is None:
        return []
    step, own = at
    assert isinstance(own, Front)
    sides = own.world.army[match.side_index(side)]
    on_map = [unit for unit in sides if own.where[unit] >= 0]
    kinds = [kind for kind in step.takes if kind is not Pass]
    if not on_map or not kinds:
        return []
    return [_slip(own, side, rng.choice(kinds), rng.choice(on_map), rng) for _ in range(count)]


def _slip(s: Front, side: str, kind: type[Order], unit: int, rng: Random) -> Order:
    name, names = s.world.units[unit], s.world.board.names
    headquarters = s.world.units[rng.choice([u for u in s.world.army[s.side_of(unit)] if s.world.roster[u].is_hq])]
    place = names[rng.choice(s.world.land)]
    if kind in ROUTED:
        route = _on_foot(s, unit, rng)
        return kind(side, headquarters if kind is wf.Mobilize else name, route)
    if kind in BY_SEA:
        return kind(side, name, _by_sea(s, unit, rng))
    if kind is wf.Activate:
        near = names[rng.choice(s.world.board.neighbours[s.where[unit]])]
        hq = rng.choice([headquarters, name])
        return wf.Activate(side, hq, rng.choice(ROLES), rng.choice(["", near]), rng.random() < 0.5)
    values: Json = {
        "unit": name, "hq": rng.choice([headquarters, name]), "at": place, "steps": rng.randint(0, 5),
        "nation": rng.choice(sorted(set(s.world.board.nation) - {""})), "paid": rng.random() < 0.5,
    }  # fmt: skip
    if kind in (wf.Rebuild, wf.Arrive, wf.Advance, wf.Prepare, wf.Recall):
        values["unit"] = s.world.units[rng.choice(s.world.army[s.side_of(unit)])]
        taken = [at for at in s.world.land if s.arrivals[at]]
        values["at"] = names[rng.choice(taken)] if taken and rng.random() < 0.5 else place  # [WF-11.6c]
    return kind(side, **{field: values[field] for field in kind.__struct_fields__ if field != "side"})


def _on_foot(s: Front, unit: int, rng: Random) -> tuple[str, ...]:
    """From where a unit stands to a hex nearby or anywhere, straight or by way of another; often where others went."""
    board, here = s.world.board, s.where[unit]
    via = rng.choice(board.neighbours[here])
    goal = rng.choice([via, rng.choice(board.neighbours[via]), rng.choice(s.world.land)])
    if s.crossed and rng.random() < 0.5:  # hexsides into and out of battles have room for few [WF-6.33a]
        side = rng.choice(s.crossed)
        via, goal = rng.sample([side >> 16, side & 0xFFFF], 2)
    route = (here, goal) if via == here or rng.random() < 0.6 else (here, via, goal)
    return tuple(board.names[place] for place in route)


def _by_sea(s: Front, unit: int, rng: Random) -> tuple[str, ...]:
    """From where a unit stands over seas that follow each other to some shore; often where others went."""
    world, here = s.world, s.where[unit]
    sea = rng.choice(world.waters[here] or range(len(world.seas)))
    way = [sea]
    while rng.random() < 0.5:
        sea = rng.choice(world.sea_joins[sea])[0]
        way.append(sea)
    shores = [place for place in world.land if sea in world.waters[place]]
    goal = rng.choice(shores if rng.random() < 0.8 else world.land)
    if s.voyages and rng.random() < 0.5:  # a defended hex takes one invader, a port so many units [WF-15.42d]
        earlier, _, _, *way = rng.choice(s.voyages)
        goal = s.where[earlier]
    return (world.board.names[here], *[world.seas[each] for each in way], world.board.names[goal])


# Bents


def fond_of(*kinds: type[Order], roles: tuple[str, ...] = (), blitz: bool = False) -> Bent:
    """Prefers orders of these kinds, and to activate headquarters in these roles."""

    def likes(order: Order) -> bool:
        if isinstance(order, wf.Activate):
            return (not roles or order.role in roles) and (order.blitz or not blitz)
        return isinstance(order, kinds)

    return likes


# Positions


def one_of(*positions: str) -> Compose:
    return lambda world, rng: rng.choice(positions)


def scattered(world: World, rng: Random) -> str:
    """Both armies thrown over the map, some in battles, at the beginning of a player turn or of production."""
    assert isinstance(world, West)
    month = rng.randrange(len(world.months))
    owner = {place: rng.randrange(2) if _is_contested(world, place) else ALLIES for place in world.land}
    battles = [place for place in world.land if _is_contested(world, place) and rng.random() < 0.4]
    stacks: dict[tuple[int, int], list[str]] = {}
    for unit, data in enumerate(world.roster):
        if rng.random() < 0.15 or data.arrives > world.months[month]:
            continue
        ground = [place for place in world.land if owner[place] == data.side or (place in battles and not data.is_hq)]
        place = rng.choice(ground) if ground else -1
        stack = stacks.setdefault((place, data.side), [])
        if place >= 0 and len(stack) < world.stacking[place]:
            stack.append(_scattered_unit(world, unit, owner[place] != data.side, rng))
    pieces = [f"{world.board.names[place]}: {', '.join(stack)}" for (place, _), stack in stacks.items() if stack]
    landed = [place for (place, side), stack in stacks.items() if stack and side == ALLIES and world.waters[place]]
    return "\n".join([_some_time(world, month, rng), *pieces, *_scattered_beachheads(world, landed, rng)])


def _is_contested(world: West, place: int) -> bool:
    """Where either side may stand. [WF-1.1c]"""
    return not world.barred[AXIS] >> place & 1


def _some_time(world: West, month: int, rng: Random) -> str:
    name = MONTHS[int(world.months[month][5:]) - 1]
    if month and rng.random() < 0.3:
        return f"{name} production"
    return f"{name} {rng.choice(['I', 'II'])}, {rng.choice(world.sides)} command"


def _scattered_unit(world: West, unit: int, attacks: bool, rng: Random) -> str:
    steps = rng.randint(world.lowest[unit], world.roster[unit].max)
    marks = " attacks" * attacks + " unsupplied" * (rng.random() < 0.1)
    return f"{world.units[unit]} {steps}{marks}"


def _scattered_beachheads(world: West, landed: list[int], rng: Random) -> list[str]:
    """A beachhead is anywhere between lost and placed where its side has landed."""
    status = {str(corps): rng.choice([READY, PREP, LOST, *landed[:2]]) for corps in world.beachheads}
    beaches = {str(place): 1 << ALLIES for place in status.values() if place >= 0}
    return [
        f"{name} = {msgspec.json.encode(fact).decode()}" for name, fact in (("beachhead", status), ("beaches", beaches))
    ]


PARADROPS = one_of(
    """Jul I, allied command
    Malta: AF 3, Br2Para 4, 15AG 3
    Tunis: 21AG 3, US2 4, Br13 4
    Licata: It7 1
    Catania: Pz76 1
    Palermo: ItSic 1
    Reggio: OKW 3, GeSt 2""",
    """Jul II, allied command
    Licata: 15AG 2, Br2Para 2, US2 3
    Palermo: Pz76 3, 1Para 4
    Catania: It7 3
    Reggio: OKW 3
    Malta: AF 2
    Tunis: 21AG 3, FF2 4""",
)

INVASIONS = one_of(
    """Jul II, allied command
    Licata: 15AG 3, US6 4, Br5 2
    Malta: 21AG 3, US2 4, AF 2
    Catania: It7 3
    Palermo: Pz76 2
    Reggio: OKW 3
    beachhead = {"5": 690}
    beaches = {"690": 1}""",
    """Jul I, allied command
    Tunis: 15AG 3, US2 4, Br13 4, FF2 2
    Bizerte: 21AG 3, US6 2, Br30 4, Br10 4
    Malta: AF 2, Br2Para 1
    Licata: It7 1
    Palermo: ItSic 1
    Catania: GeSt 2
    Reggio: OKW 3, Pz76 4""",
    """Jul I, axis command
    Reggio: OKW 3, Pz76 4, 1Para 4
    Catania: It7 3
    Palermo: ItSic 1
    Malta: Br5 1
    Licata: Br10 1
    Tunis: 15AG 3, US2 4""",
    """Aug I, allied command
    Palermo: 15AG 3, US2 2, US6 2, Br5 1
    Catania: Br10 3
    Messina: Pz76 4, 1Para 4
    Reggio: OKW 3, GeSt 2
    Tunis: 21AG 3, Br13 4
    Malta: AF 3""",
)

SIEGES = one_of(
    """Jul I, axis command
    Malta: Br5 4, Br2Para 1, Pz76 4 attacks, 1Para 3 attacks
    Reggio: OKW 3, GeSt 2
    Catania: It7 3
    Tunis: 15AG 3, US2 4
    Bizerte: AF 2""",
    """Jul II, axis command
    Malta: Br5 2, 21AG 2, It7 3 attacks
    Reggio: OKW 1
    Licata: 15AG 3, Br30 4
    Palermo: ItSic 1, 1Para 1, Pz76 1, US6 4 attacks, Br13 2 attacks
    Tunis: AF 3""",
    """Aug I, allied command
    Palermo: ItSic 0, Br10 2 attacks
    Messina: 15AG 3, Br30 4
    Catania: It7 1, 1Para 2, FF2 4 attacks
    Malta: Pz76 2, Br5 1 attacks
    Reggio: OKW 3, GeSt 1
    Tunis: 21AG 3, US2 4, AF 2""",
)

STARVING = one_of(
    """Jul II, allied command
    Messina: Br13 4
    Catania: Br30 4
    Palermo: ItSic 1, Pz76 3
    Licata: It7 2
    Reggio: OKW 3, GeSt 1
    Tunis: 15AG 3, US2 4
    Malta: AF 2""",
    """Jul II, axis command
    Reggio: Br10 4
    Palermo E1: Pz76 3, OKW 1
    Palermo: ItSic 0
    Catania: 1Para 2, US6 2 attacks
    Messina: FF2 2
    Tunis: 15AG 3, AF 2""",
    """Aug I, axis command
    Palermo E1: Br30 3, Br5 2
    Palermo: Pz76 4, 1Para 1
    Licata: It7 3
    Catania: GeSt 1
    Reggio: OKW 3
    Tunis: 15AG 3, AF 2""",
)

RETREATS = one_of(
    """Jul I, axis command
    Reggio: OKW 3
    Licata: Pz76 3, US6 4 attacks, Br10 3 attacks
    Catania: It7 3, Br30 2 attacks
    Palermo: 1Para 2, ItSic 1
    Messina: GeSt 2
    Tunis: 15AG 3
    Malta: AF 2""",
    """Jul I, allied command
    Catania: 15AG 3
    Licata: Br10 4 attacks, Pz76 3
    Palermo: US6 3 attacks, It7 3
    Palermo E1: FF2 2 attacks, 1Para 2
    Messina: GeSt 2
    Reggio: OKW 3
    Tunis: 21AG 3
    Malta: AF 2""",
    """Jul II, allied command
    Catania: 15AG 3, Pz76 3 attacks
    Licata: Br10 4, Br2Para 2
    Palermo: US2 4, 1Para 4 attacks
    Malta: AF 2, Br5 3, It7 2 attacks
    Reggio: OKW 3
    Tunis: 21AG 3""",
)

RAILWAYS = one_of(
    """Jul I, axis command
    Reggio: OKW 3, Pz76 3
    Palermo: It7 2
    Messina: 1Para 2
    Catania: ItSic 1
    Licata: GeSt 2, Br10 4 attacks
    Tunis: 15AG 3
    Malta: AF 2""",
    """Jul I, axis command
    Reggio: OKW 1, GeSt 2
    Palermo: Pz76 3, 1Para 1, US6 2 attacks
    Licata: It7 3
    Tunis: 15AG 3, AF 2""",
    """Jul II, allied command
    Tunis: AF 3, Br13 4
    Beja: Br5 4
    Gabes: Br10 4
    Palermo: FF2 4, US2 4, It7 2 attacks
    Licata: Br30 4
    Catania: 15AG 2
    Reggio: OKW 2, Pz76 3""",
)

HARBOURS = one_of(
    """Jul I, allied command
    Tunis: AF 3, Br13 4, FF2 4, Br5 4
    Bizerte: 15AG 3, Br10 4, Br30 4, US6 4
    Malta: 21AG 3, Br2Para 4, US2 4
    Palermo: Pz76 2
    Reggio: OKW 3, GeSt 2""",
    """Jul II, axis command
    Reggio: OKW 3, Pz76 4, GeSt 2, 1Para 4
    Messina: Br5 1
    Catania: It7 3
    Palermo: ItSic 2
    Tunis: AF 3, 15AG 3""",
    """Aug II, allied command
    Catania: AF 3, Br13 4, Br10 4
    Palermo: 15AG 3, Br30 4, It7 3 attacks
    Malta: Br5 4
    Messina: Pz76 3
    Reggio: OKW 3
    Tunis: 21AG 3, FF2 4""",
)

PRODUCTION = one_of(
    """Aug production
    Tunis: 15AG 1, US2 1, Br13 2, FF2 1
    Bizerte: 21AG 0, US6 1
    Malta: AF 1
    Licata: Br10 2 attacks, Pz76 1
    Reggio: OKW 0, GeSt 0
    Palermo: It7 1""",
    """Aug production
    Tunis: AF 3
    Catania: 15AG 0, US2 2, Br10 1
    Licata: 21AG 1
    Palermo: Br5 1, Pz76 2 attacks
    Messina: 1Para 1
    Reggio: OKW 2, It7 1, GeSt 1
    beachhead = {"1": -2, "5": -3}""",
    """Aug production
    Tunis: 15AG 3, Br13 4
    Malta: 21AG 2
    Reggio: GeSt 1, Br10 3 attacks
    Palermo: It7 3, Pz76 1
    Licata: US2 1, US6 1
    Catania: OKW 0
    beachhead = {"1": 690, "5": 690}
    beaches = {"690": 1}""",
)

BLITZES = one_of(
    """Jul I, allied command
    Catania: 15AG 3, Br30 4, Br13 4
    Licata: 21AG 2, Br10 4, FF2 4
    Malta: AF 3, Br2Para 4, Br5 2
    Palermo: It7 2, ItSic 1
    Palermo E1: Pz76 3
    Messina: 1Para 2
    Reggio: OKW 3, GeSt 2""",
    """Jul I, allied command
    Tunis: 15AG 3, US2 4, Br13 4
    Malta: 21AG 3, US6 4, Br5 4
    Bizerte: AF 2
    Licata: It7 2
    Catania: GeSt 1
    Palermo: ItSic 1
    Reggio: OKW 3, Pz76 3""",
)

CROWDS = one_of(
    """Jul I, allied command
    Tunis: 15AG 3, US2 1, Br13 4, FF2 2
    Bizerte: 21AG 3
    Beja: Br5 4, Br10 4
    Malta: AF 3, US6 1, Br2Para 1, Br30 4
    Licata: Pz76 4, It7 3
    Catania: GeSt 2, 1Para 4
    Reggio: OKW 3""",
    """Jul I, axis command
    Reggio: OKW 3, Pz76 1, 1Para 1, GeSt 2
    Catania: It7 3
    Messina: Br30 4, Br13 4
    Tunis: 15AG 3, AF 3""",
    """Jul II, allied command
    Messina: Br13 1, Br30 1
    Catania: 15AG 3, Br10 4, FF2 4, Br5 4
    Palermo E1: 21AG 2, US6 4
    Reggio: OKW 3, Pz76 4, 1Para 4
    Malta: AF 3""",
)

GENERATORS = (
    Generator("aimed", "plain play, with slips that only a rule can refuse", aim=slips),
    Generator("scattered", "both armies thrown over the map", HUSKY, scattered, aim=slips),
    Generator(
        "paradrops", "paras on the alert", HUSKY, PARADROPS,
        fond_of(wf.Drop, wf.Strike, roles=("paradrop", "command")), slips,
    ),
    Generator(
        "invasions", "fleets under way, first and second waves", HUSKY, INVASIONS,
        fond_of(wf.Land, wf.Mark, wf.Beachhead, roles=("invasion",), blitz=True), slips,
    ),
    Generator(
        "sieges", "fortress and ports besieged", HUSKY, SIEGES,
        fond_of(wf.Declare, wf.Strike, wf.Fight, wf.Land, roles=("command", "supreme")), slips,
    ),
    Generator("starving", "units cut off, lanes through enemy seas", HUSKY, STARVING, fond_of(Pass), slips),
    Generator(
        "retreats", "lone units in battles, by land and by sea", HUSKY, RETREATS,
        fond_of(wf.Retreat, wf.Evacuate, wf.Mobilize, roles=("command", "supreme", "invasion")), slips,
    ),
    Generator(
        "railways", "trains and the ferry", HUSKY, RAILWAYS, fond_of(wf.Rail, wf.Sail, roles=("supreme",)), slips
    ),
    Generator(
        "harbours", "ports used to the full", HUSKY, HARBOURS, fond_of(wf.Sail, wf.Rail, roles=("supreme",)), slips
    ),
    Generator(
        "production", "broken armies and lost beachheads in August", HUSKY, PRODUCTION,
        fond_of(wf.Replace, wf.Rebuild, wf.Arrive, wf.Prepare, wf.Recall, wf.Disband), slips,
    ),
    Generator(
        "blitzes", "army groups that move and fight twice", HUSKY, BLITZES,
        fond_of(wf.Move, wf.Mobilize, wf.Mark, wf.Land, roles=("command", "invasion"), blitz=True), slips,
    ),
    Generator(
        "crowds", "full hexes, and assaults thrown back into them", HUSKY, CROWDS,
        fond_of(wf.Land, wf.Move, wf.Sail, roles=("command", "invasion", "supreme")), slips,
    ),
)  # fmt: skip
