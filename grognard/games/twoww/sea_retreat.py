"""Chapter 9.3: fleets that have lost make for the nearest friendly port. [2WW-4.2.C.3z, 2WW-6.2.3c, 2WW-5.2.3d]"""

from __future__ import annotations

from collections.abc import Iterator

from grognard.engine.agenda import Ask, Prompt, Step
from grognard.engine.events import Facts
from grognard.engine.naming import own_unit
from grognard.engine.orders import Order, Refusal
from grognard.engine.paths import bits, route, spread
from grognard.games.twoww.battle import Battle, alive
from grognard.games.twoww.company import apart_from
from grognard.games.twoww.ground import friendly_ports, is_friendly_port
from grognard.games.twoww.orders import Retreat
from grognard.games.twoww.state import ALLIES, War
from grognard.games.twoww.units import anyone_at, eliminate, fleets_at, names, put
from grognard.games.twoww.voyages import Voyage, at_the_end, barred_waters, in_reach
from grognard.games.twoww.zones import beside_fleets


def retreat(s: War, battle: Battle, loser: int) -> None:
    """All of the loser's fleets that took part go, those of each place together. [2WW-4.2.C.3z]"""
    groups: dict[int, list[int]] = {}
    for fleet in alive(s, battle.sea[loser]):
        groups.setdefault(s.where[fleet], []).append(fleet)
    s.then(*(FleetRetreat(loser, tuple(fleets), met=battle.flown) for fleets in groups.values()))


class FleetRetreat(Step[War], frozen=True):
    """Beaten fleets of one place look for a haven. After a failed assault any free hex in range will do, and no
    marker is placed. [2WW-4.2.C.3z, 2WW-5.2.3d]"""

    side: int
    fleets: tuple[int, ...]
    failed: bool = False
    met: tuple[int, ...] = ()
    """Air units that fly in the combat itself: they cannot attack the fleets on their way as well. [2WW-3.3.2b]"""

    def run(self, s: War) -> None:
        fleets = alive(s, self.fleets)
        if not fleets:
            return
        place = s.where[fleets[0]]
        for fleet in fleets:
            s.landed[fleet] = 0  # whomever it has landed, it leaves them
        if is_friendly_port(s, place, self.side) and place < s.world.board.grid.size:
            for fleet in fleets:
                s.ops[fleet] = int(not self.failed)
            return
        found = havens(s, fleets, self.failed)
        if not found:
            for fleet in fleets:
                eliminate(s, fleet, "2WW-4.2.C.3z")
        elif len(found) == 1:
            make_for(s, self.side, fleets, found[0], self.failed, self.met)
        else:
            s.then(ChooseHaven(self.side, fleets, self.failed, self.met))


class ChooseHaven(Ask[War], frozen=True):
    """Of equally near ports the owner chooses one. [2WW-4.2.C.3z, 2WW-6.2.3c]"""

    fleets: tuple[int, ...]
    failed: bool
    met: tuple[int, ...] = ()

    takes = (Retreat,)
    out_of_turn = "2WW-4.2.C.3z"

    def prompt(self, s: War) -> Prompt:
        return Prompt("haven", "2WW-4.2.C.3z", {"units": [s.world.units[fleet] for fleet in self.fleets]})

    def offers(self, s: War) -> Iterator[Order]:
        lead = self.fleets[0]
        for place in havens(s, self.fleets, self.failed):
            yield Retreat(s.world.sides[self.side], s.world.units[lead], s.world.board.names[place])

    def explain(self, s: War, order: Order) -> Refusal | None:
        assert isinstance(order, Retreat)
        unit = own_unit(s, self.side, order.unit)
        if isinstance(unit, Refusal):
            return unit
        rule = "2WW-5.2.3d" if self.failed else "2WW-4.2.C.3z"
        return Refusal(rule, {"unit": order.unit, "to": order.to}, "haven")

    def take(self, s: War, order: Order) -> None:
        assert isinstance(order, Retreat)
        s.done()
        make_for(s, self.side, self.fleets, s.world.board.at(order.to), self.failed, self.met)


def havens(s: War, fleets: tuple[int, ...], failed: bool) -> list[int]:
    """The nearest ports that beaten fleets may make for; after a failed assault any free hex in range, if there is no
    port. [2WW-4.2.C.3z, 2WW-5.2.3d, 2WW-6.2.3c]"""
    side, place = s.loyal[fleets[0]], s.where[fleets[0]]
    free = s.world.board.mask & ~anyone_at(s, 1 - side) & ~apart_from(s, fleets[0])
    if place >= s.world.board.grid.size:
        return havens_from_box(s, side, free)
    nearest = nearest_ports(s, side, 1 << place, open_waters(s, side), free)
    if nearest or not failed:
        return nearest
    points = min(s.world.move[fleet] for fleet in fleets)
    return bits(in_reach(s, side, place, points).reached & free & ~(1 << place))


def open_waters(s: War, side: int) -> int:
    """The waters that retreating fleets may enter: not beside an enemy fleet unless a friendly one is there.
    [2WW-5.1.2a, 2WW-4.2.C.3z]"""
    world = s.world
    hostile = beside_fleets(s, 1 - side) & ~fleets_at(s, side)
    return (world.sea | world.coastal) & ~barred_waters(s, side) & ~hostile


def nearest_ports(s: War, side: int, starts: int, waters: int, free: int) -> list[int]:
    """The friendly ports, free of enemies, that fleets come to first, spreading over some waters."""
    ports, reached = friendly_ports(s, side) & free, starts
    while True:
        if reached & ports:
            return bits(reached & ports)
        wider = spread(s.world.oversea, reached, waters, 1)
        if wider == reached:
            return []
        reached = wider


def havens_from_box(s: War, side: int, free: int) -> list[int]:
    """The port nearest to a hex of the west edge, of which the owner has the choice; Allied fleets may go to the United
    States instead. [2WW-6.2.3c]"""
    world = s.world
    waters = (world.sea | world.coastal) & ~barred_waters(s, side)
    edges = bits(world.west_edge & waters)
    found = sorted({port for edge in edges for port in nearest_ports(s, side, 1 << edge, waters, free)})
    return [*found, world.states] if side == ALLIES else found


def make_for(s: War, side: int, fleets: tuple[int, ...], haven: int, failed: bool, met: tuple[int, ...] = ()) -> None:
    """Set out for a haven; from a box the fleets are simply placed there. [2WW-6.2.3c]"""
    purpose, start = "withdraw" if failed else "retreat", s.where[fleets[0]]
    if start >= s.world.board.grid.size:
        for fleet in fleets:
            put(s, fleet, haven)
        s.then(Voyage(side, fleets, haven, (), purpose, met))
        return
    way = route(s.world.courses, start, haven, barred=~(open_waters(s, side) | 1 << haven))
    way = way or route(s.world.courses, start, haven, barred=barred_waters(s, side))
    s.then(Voyage(side, fleets, start, way[1:] if way else (), purpose, met))


@at_the_end("retreat", "withdraw")
def come_in(s: War, voyage: Voyage) -> None:
    """Beaten fleets are marked, those of a failed assault are not. [2WW-4.2.C.3z, 2WW-5.2.3d]"""
    beaten = voyage.purpose == "retreat"
    facts: Facts = {"units": names(s, voyage.fleets), "to": s.world.board.names[voyage.here]}
    s.tell("fleets retreat", "2WW-4.2.C.3z" if beaten else "2WW-5.2.3d", **facts)
    for fleet in voyage.fleets:
        s.ops[fleet] = int(beaten)
